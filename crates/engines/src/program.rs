//! A program that plays: greeted, asked, and its answers checked.

use std::time::{Duration, Instant};

use games::position::print_setup;
use games::{Action, AnyRules, Setup, Teller, Turn};
use tep::{Command, Greeting, Heard, Limits, Listener, PositionLine, Thought, VERSION};

use crate::command::CommandLine;
use crate::fault::Fault;
use crate::pipe::{Line, Pipe};

/// How long a program may take to introduce itself.
pub const GREETING: Duration = Duration::from_secs(2);
/// So many lines during one thought are a flood.
const LINES_MAX: usize = 100_000;

/// A program that was greeted.
pub struct Program {
    pipe: Pipe,
    listener: Listener,
    greeting: Greeting,
    /// The tile file that it was sent.
    tiles: Option<String>,
}

/// What is asked of a program: where the game stands, and how long it may take.
pub struct Asked<'a> {
    /// Where the game stands; must be the game of the teller that is given with it.
    pub place: &'a PositionLine,
    /// What it is told about its time.
    pub limits: &'a Limits,
    /// When it is late.
    pub until: Instant,
}

impl Program {
    /// Starts a program and lets it introduce itself.
    ///
    /// # Errors
    /// If it cannot be started, or does not introduce itself.
    pub fn start(command: &CommandLine, loud: bool) -> Result<Program, Fault> {
        let pipe = Pipe::start(command, loud)?;
        let mut listener = Listener::new();
        listener.greets();
        pipe.send(Command::Tep(VERSION))?;
        let until = Instant::now() + GREETING;
        for _ in 0..LINES_MAX {
            let heard = match pipe.next(until) {
                Line::Text(bytes) => listener.hear(&bytes),
                Line::TooLong => Heard::Wrong("a line is too long".to_owned()),
                Line::End => return Err(Fault::Died),
                Line::Silence => return Err(Fault::NoGreeting(GREETING)),
            };
            match heard {
                Heard::Greeted(greeting) => {
                    return Ok(Program { pipe, listener, greeting, tiles: None });
                }
                Heard::Wrong(what) => return Err(Fault::Wrong(what)),
                _ => {}
            }
        }
        Err(Fault::Wrong("a greeting without end".to_owned()))
    }

    /// How it introduced itself.
    pub fn greeting(&self) -> &Greeting {
        &self.greeting
    }

    /// Sets an option, if it has it.
    ///
    /// # Errors
    /// If the value is none that it takes, or it does not listen.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let Some(option) = self.greeting.find(name) else { return Ok(()) };
        let wrong = |e| Fault::Wrong(format!("option {name} does not take {value:?}: {e}"));
        option.kind.check(value).map_err(wrong)?;
        let name = option.name.clone();
        self.pipe.send(Command::SetOption { name, value: value.to_owned() })
    }

    /// Prepares it for a game.
    ///
    /// # Errors
    /// If it does not play the set-up, or does not listen.
    pub fn new_game(&mut self, setup: &Setup) -> Result<(), Fault> {
        if !self.greeting.plays(setup) {
            return Err(Fault::NotPlayed(print_setup(setup)));
        }
        self.pipe.send(Command::NewGame)?;
        if let Some((name, text)) = setup.tiles.as_ref().filter(|(_, text)| !text.is_empty())
            && self.tiles.as_ref() != Some(text)
        {
            let (begin, end) = (Command::Tiles(name.clone()), Command::EndTiles);
            self.pipe.send(format!("{begin}\n{}\n{end}", text.trim_end()))?;
            self.tiles = Some(text.clone());
        }
        Ok(())
    }

    /// Asks for the whole decision of the seat that must act: as often as it answers with a part
    /// of it. What it thinks is given to `see`.
    ///
    /// # Errors
    /// If it is late, lies or dies; it must not be asked again then.
    ///
    /// # Panics
    /// If no seat must act.
    pub fn decide(
        &mut self,
        teller: &Teller,
        asked: &Asked,
        see: &mut dyn FnMut(&Thought),
    ) -> Result<Vec<Action>, Fault> {
        let Turn::Player(seat) = teller.turn() else { panic!("a seat must act") };
        let begun = Instant::now();
        let mut teller = teller.clone();
        let mut place = asked.place.clone();
        let mut actions = Vec::new();
        while teller.turn() == Turn::Player(seat) {
            let limits = rest_of(asked.limits, usize::from(seat.0), begun.elapsed());
            let words = self.ask(&teller, &place, limits, asked.until, see)?;
            for word in words {
                let said = teller.say(Turn::Player(seat), &word);
                let said =
                    said.map_err(|e| Fault::Illegal { word: word.clone(), why: e.to_string() })?;
                actions.push(said.action);
                place.words.push(said.text);
            }
        }
        Ok(actions)
    }

    /// Asks once; at least one word.
    fn ask(
        &mut self,
        teller: &Teller,
        place: &PositionLine,
        limits: Limits,
        until: Instant,
        see: &mut dyn FnMut(&Thought),
    ) -> Result<Vec<String>, Fault> {
        let asked_at = Instant::now();
        self.pipe.send(Command::Position(place.clone()))?;
        if self.greeting.needs_legal {
            self.pipe.send(Command::Legal(legal_words(teller)))?;
        }
        self.pipe.send(Command::Go(limits))?;
        self.listener.asks();
        for _ in 0..LINES_MAX {
            let heard = match self.pipe.next(until) {
                Line::Text(bytes) => self.listener.hear(&bytes),
                Line::TooLong => Heard::Wrong("a line is too long".to_owned()),
                Line::End => return Err(Fault::Died),
                Line::Silence => {
                    return Err(Fault::Late(until.saturating_duration_since(asked_at)));
                }
            };
            match heard {
                Heard::Best(words) if words.is_empty() => return Err(Fault::NoAnswer),
                Heard::Best(words) => return Ok(words),
                Heard::Thought(thought) => see(&thought),
                Heard::Wrong(what) => return Err(Fault::Wrong(what)),
                Heard::Nothing | Heard::Ready | Heard::Greeted(_) => {}
            }
        }
        Err(Fault::Wrong(format!("more than {LINES_MAX} lines for one decision")))
    }

    /// Lets it end by itself; it is ended anyhow when it has had a moment for that.
    pub fn quit(mut self) {
        let _ = self.pipe.send(Command::Quit);
        self.pipe.close();
        let _ = self.pipe.ended(Duration::from_millis(200));
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.pipe.id()
    }
}

/// What is left of the limits: several questions share one time.
fn rest_of(limits: &Limits, seat: usize, used: Duration) -> Limits {
    let used = used.as_millis() as u64;
    let mut rest = limits.clone();
    rest.time = limits.time.map(|time| time.saturating_sub(used).max(1));
    if let Some(left) = rest.clock.get_mut(seat) {
        *left = left.saturating_sub(used);
    }
    rest
}

/// Every word that may come next.
fn legal_words(teller: &Teller) -> Vec<String> {
    use games::{Actions, Game};
    let (rules, game): (&AnyRules, _) = (teller.rules(), teller.game());
    let mut actions = Actions::new();
    game.legal(rules, &mut actions);
    actions.iter().map(|action| game.word(rules, *action)).collect()
}
