//! Talking with a program that is tried.

use std::time::{Duration, Instant};

use ai::Wyrand;
use engines::{CommandLine, Line, Pipe};
use games::{AnyGame, AnyRules, Family, Game, Quiet, Setup, Teller, Turn, position};
use tep::{Command, Greeting, Heard, Limits, Listener, PositionLine, Thought};

/// What is tried, and how.
pub struct Bench {
    /// The command.
    pub command: CommandLine,
    /// Whether less is tried.
    pub quick: bool,
    /// How much later than allowed an answer may be.
    pub lenience: Duration,
    /// Whether its standard error is shown.
    pub loud: bool,
    /// How it introduced itself.
    pub greeting: Option<Greeting>,
}

/// What was asked and is waited for.
pub const PATIENCE: Duration = Duration::from_secs(10);

impl Bench {
    /// A program that nobody has greeted.
    pub fn start(&self) -> Result<Talk, String> {
        let pipe = Pipe::start(&self.command, self.loud).map_err(|e| e.to_string())?;
        Ok(Talk { pipe, listener: Listener::new(), needs_legal: false, answered: None })
    }

    /// A program that was greeted.
    pub fn greeted(&self) -> Result<Talk, String> {
        let mut talk = self.start()?;
        talk.greet(engines::GREETING + self.lenience)?;
        Ok(talk)
    }

    /// The set-ups that it declares: for each line the fewest and the most seats, without and with
    /// all its expansions.
    pub fn setups(&self) -> Vec<Setup> {
        let mut setups = Vec::new();
        for support in self.greeting.iter().flat_map(|greeting| &greeting.supports) {
            let Some(family) = Family::from_name(&support.family) else { continue };
            let names: Vec<&str> = support.expansions.iter().map(String::as_str).collect();
            for seats in [support.seats.0, support.seats.1] {
                for names in [&[], &names[..]] {
                    let setup = match family {
                        Family::Country => Setup::country(seats).with(names),
                        Family::City => Setup::city(seats),
                    };
                    if !setups.contains(&setup) && AnyRules::new(&setup).is_ok() {
                        setups.push(setup);
                    }
                }
            }
        }
        if setups.is_empty() {
            setups.push(Setup::country(2));
        }
        setups
    }

    /// A game of the first declared set-up, some way into it, where a seat must decide.
    pub fn middle(&self, seed: u64) -> Teller {
        middle(&self.setups()[0], seed)
    }
}

/// A game some way into it, where a seat must lay a tile.
pub fn middle(setup: &Setup, seed: u64) -> Teller {
    let mut teller = Teller::start(setup).expect("a set-up that was checked");
    let mut dice = Wyrand::new(seed);
    let words = 20 + seed as usize % 17;
    while teller.turn() != Turn::Over {
        let mut lays = false;
        teller.game().each_move(teller.rules(), |_| lays = true);
        if teller.number() as usize > words / 3 && lays {
            break;
        }
        let action = teller.game().pick(teller.rules(), &mut dice);
        teller.act(action);
    }
    teller
}

/// The end of a random game.
pub fn over(setup: &Setup) -> Teller {
    let rules = AnyRules::new(setup).expect("a set-up that was checked");
    let mut game = AnyGame::start(&rules);
    let mut dice = Wyrand::new(1);
    while game.turn() != Turn::Over {
        let action = game.pick(&rules, &mut dice);
        game.play(&rules, action, &mut Quiet);
    }
    Teller::new(rules, game)
}

/// Where a game stands, as one line.
pub fn place(teller: &Teller) -> PositionLine {
    PositionLine::position(&position::print(teller.rules(), teller.game()))
}

/// A program that is talked with.
pub struct Talk {
    pub pipe: Pipe,
    listener: Listener,
    needs_legal: bool,
    /// An answer that came before it was waited for.
    answered: Option<Vec<String>>,
}

/// What came of a question.
pub struct Answer {
    /// The words.
    pub words: Vec<String>,
    /// How long it took.
    pub took: Duration,
    /// What was told meanwhile.
    pub thoughts: Vec<Thought>,
}

impl Talk {
    /// Sends a line.
    pub fn say(&self, line: impl std::fmt::Display) -> Result<(), String> {
        self.pipe.send(line).map_err(|e| e.to_string())
    }

    /// Greets; the whole introduction.
    pub fn greet(&mut self, within: Duration) -> Result<Greeting, String> {
        self.listener.greets();
        self.say(Command::Tep(tep::VERSION))?;
        let until = Instant::now() + within;
        loop {
            match self.hear(until)? {
                Some(Heard::Greeted(greeting)) => {
                    self.needs_legal = greeting.needs_legal;
                    return Ok(greeting);
                }
                Some(_) => {}
                None => return Err(format!("no tepok within {} ms", within.as_millis())),
            }
        }
    }

    /// Greets; the word with which the first line begins.
    pub fn first_word(&mut self, within: Duration) -> Result<String, String> {
        self.say(Command::Tep(tep::VERSION))?;
        match self.pipe.next(Instant::now() + within) {
            Line::Silence => Err(format!("no answer within {} ms", within.as_millis())),
            Line::End => Err("the program ended".to_owned()),
            Line::TooLong => Err("it said a line that is too long".to_owned()),
            Line::Text(bytes) => {
                let text = String::from_utf8_lossy(&bytes);
                Ok(text.split_whitespace().next().unwrap_or_default().to_owned())
            }
        }
    }

    /// The next line before a moment; `None` if there is none.
    pub fn hear(&mut self, until: Instant) -> Result<Option<Heard>, String> {
        match self.pipe.next(until) {
            Line::Silence => Ok(None),
            Line::End => Err("the program ended".to_owned()),
            Line::TooLong => Err("it said a line that is too long".to_owned()),
            Line::Text(bytes) => match self.listener.hear(&bytes) {
                Heard::Wrong(what) => Err(what),
                heard => Ok(Some(heard)),
            },
        }
    }

    /// Asks whether it is ready; how long the answer took.
    pub fn ready(&mut self, within: Duration) -> Result<Duration, String> {
        let begun = Instant::now();
        self.say(Command::IsReady)?;
        loop {
            match self.hear(begun + within)? {
                Some(Heard::Ready) => return Ok(begun.elapsed()),
                Some(Heard::Best(_)) => return Err("bestmove before readyok".to_owned()),
                Some(_) => {}
                None => return Err(format!("no readyok within {} ms", within.as_millis())),
            }
        }
    }

    /// Hears that it listens after it was told to go; a quick program may have answered already.
    pub fn ready_or_answered(&mut self) -> Result<(), String> {
        let until = Instant::now() + PATIENCE;
        self.say(Command::IsReady)?;
        loop {
            match self.hear(until)? {
                Some(Heard::Ready) => return Ok(()),
                Some(Heard::Best(words)) => self.answered = Some(words),
                Some(_) => {}
                None => return Err("no readyok while it thinks".to_owned()),
            }
        }
    }

    /// The answer that was heard already, or comes now.
    pub fn rest_of_answer(&mut self, begun: Instant, within: Duration) -> Result<Answer, String> {
        match self.answered.take() {
            Some(words) => Ok(Answer { words, took: Duration::ZERO, thoughts: Vec::new() }),
            None => self.answer(begun, within),
        }
    }

    /// Tells where a game stands.
    pub fn set_up(&self, teller: &Teller, place: &PositionLine) -> Result<(), String> {
        self.say(Command::Position(place.clone()))?;
        if self.needs_legal && matches!(teller.turn(), Turn::Player(_)) {
            let mut actions = games::Actions::new();
            teller.game().legal(teller.rules(), &mut actions);
            let word = |action| teller.game().word(teller.rules(), action);
            self.say(Command::Legal(actions.iter().map(|a| word(*a)).collect()))?;
        }
        Ok(())
    }

    /// Lets it think.
    pub fn go(&mut self, limits: impl std::fmt::Display) -> Result<(), String> {
        self.say(format!("go {limits}"))?;
        self.listener.asks();
        Ok(())
    }

    /// Waits for its answer.
    pub fn answer(&mut self, begun: Instant, within: Duration) -> Result<Answer, String> {
        let mut thoughts = Vec::new();
        loop {
            match self.hear(begun + within)? {
                Some(Heard::Best(words)) => {
                    return Ok(Answer { words, took: begun.elapsed(), thoughts });
                }
                Some(Heard::Thought(thought)) => thoughts.push(thought),
                Some(_) => {}
                None => return Err(format!("no bestmove within {} ms", within.as_millis())),
            }
        }
    }

    /// Asks about a game; the answer is checked by the rules.
    pub fn ask(
        &mut self,
        teller: &Teller,
        limits: &Limits,
        within: Duration,
    ) -> Result<Answer, String> {
        self.set_up(teller, &place(teller))?;
        let begun = Instant::now();
        self.go(limits.to_string().trim_start())?;
        let answer = self.answer(begun, within)?;
        is_legal(teller, &answer.words)?;
        Ok(answer)
    }
}

/// Whether words are a decision, or a first part of it, of the seat that must decide.
pub fn is_legal(teller: &Teller, words: &[String]) -> Result<Teller, String> {
    let mut after = teller.clone();
    let by = teller.turn();
    if words.is_empty() {
        return Err("bestmove none where a seat must decide".to_owned());
    }
    for word in words {
        after.say(by, word).map_err(|e| format!("illegal word {word:?}: {e}"))?;
    }
    Ok(after)
}
