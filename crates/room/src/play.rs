//! Words of play: drafts that nobody else sees, and moves.

use fair::Key;
use games::view::legal_words;
use games::{Seat, Turn};
use protocol::log::{Entry, Who};
use protocol::{Course, Problem, ServerMsg, Told};

use super::Room;
use super::chair::Chair;
use super::decide::{Ahead, Decided, Decision, again, check_id};
use super::problem::{self, field, problem};

/// The most words of one decision: more than any decision takes.
const WORDS_MAX: usize = 64;
/// The longest word, in bytes.
const WORD_MAX: usize = games::record::WORD_MAX;

impl Room {
    /// What words would do; nothing random is revealed by it.
    pub(super) fn draft(
        &self,
        now: u64,
        who: &Who,
        seat: u8,
        after: u64,
        words: &[String],
    ) -> Decided {
        check_words(words)?;
        self.own_in_play(who, seat)?;
        let course = self.to_decide(now, seat, after)?;
        drafted(course, seat, self.n, words)
    }

    /// A move of a person.
    pub(super) fn play(
        &self,
        now: u64,
        who: &Who,
        seat: u8,
        after: u64,
        id: &str,
        words: &[String],
    ) -> Decided {
        check_words(words)?;
        check_id(id)?;
        // A move that was played is answered whatever has happened since.
        if let Some(n) = self.own(who, seat)?.moves.find(id) {
            return Ok(again(id.to_string(), n));
        }
        self.own_in_play(who, seat)?;
        let course = self.to_decide(now, seat, after)?;
        let mut next = course.clone();
        let told = say(&mut next, seat, words)?;
        if next.to_act() == Some(seat) {
            return drafted(course, seat, self.n, words);
        }
        self.moved(now, seat, id.to_string(), told, next)
    }

    /// What a person would have to play in any case: by days, where every word that is left to be
    /// said is the only one. The seat, whose it is, and the words.
    pub fn forced(&self) -> Option<(u8, &Who, Vec<String>)> {
        let seat = self.decider().filter(|_| self.is_playing() && self.clock().is_slow())?;
        let who = self.chair(seat).ok()?.decider()?;
        let mut next = self.course.as_ref()?.clone();
        let mut words = Vec::new();
        while next.to_act() == Some(seat) {
            let mut legal = legal_words(next.rules(), next.game()).into_iter();
            let (word, None) = (legal.next()?, legal.next()) else { return None };
            say(&mut next, seat, std::slice::from_ref(&word)).ok()?;
            words.push(word);
            if words.len() > WORDS_MAX {
                return None;
            }
        }
        (!words.is_empty()).then_some((seat, who, words))
    }

    /// A move of the computer that was thought in the page of the one person who plays.
    pub(super) fn page_thought(
        &self,
        now: u64,
        who: &Who,
        seat: u8,
        after: u64,
        words: &[String],
    ) -> Decided {
        if !self.plays_alone(&who.id) {
            let detail = "At this table the server thinks for the computer.";
            return Err(problem(403, "not-alone", detail));
        }
        if after < self.game_n {
            let detail = "The game has gone on since: look at it again.";
            return Err(problem(409, "late", detail));
        }
        let mut decision = self.computer_play(now, seat, words)?;
        for logged in &mut decision.entries {
            if let Entry::Played { page, .. } = &mut logged.entry {
                *page = true;
            }
        }
        Ok(decision)
    }

    /// Whether somebody is the only person at the table: all other seats are the computer's, and
    /// always were. Nobody but this person can lose by what a page thinks for them.
    pub fn plays_alone(&self, person: &str) -> bool {
        let computer = |chair: &Chair| chair.computer.is_some() && chair.who.is_none();
        let own = |chair: &Chair| chair.is_of(person) && !chair.screen;
        let others = self.chairs.iter().filter(|chair| !computer(chair)).count();
        !self.paired && others == 1 && self.chairs.iter().any(own)
    }

    /// A move of the computer.
    pub(super) fn computer_play(&self, now: u64, seat: u8, words: &[String]) -> Decided {
        check_words(words)?;
        let course = self.running()?;
        if self.chair(seat)?.computer.is_none() {
            return Err(problem(409, "not-your-seat", "The computer does not play this seat."));
        }
        if course.to_act() != Some(seat) {
            return Err(not_your_turn());
        }
        let mut next = course.clone();
        let told = say(&mut next, seat, words)?;
        if next.to_act() == Some(seat) {
            return Err(problem(422, "incomplete", "The computer must decide to the end."));
        }
        self.moved(now, seat, format!("computer-{}", self.n + 1), told, next)
    }

    /// The game, if the seat must decide now and its sender has seen where the game stands.
    pub(super) fn to_decide(&self, now: u64, seat: u8, after: u64) -> Result<&Course, Problem> {
        let course = self.running()?;
        if self.chair(seat)?.computer.is_some() {
            let detail = "The computer plays this seat: take it back first.";
            return Err(problem(409, "computer-plays", detail));
        }
        if after < self.game_n {
            let detail = "The game has gone on since: look at it again.";
            return Err(problem(409, "late", detail));
        }
        if after > self.n {
            return Err(field("after", format!("Expected at most {}.", self.n)));
        }
        if course.to_act() != Some(seat) {
            return Err(not_your_turn());
        }
        if self.timer.flagged(now) == Some(seat) {
            return Err(problem(409, "flagged", "Your time has run out."));
        }
        Ok(course)
    }

    /// The entries of a decision after which the seat has nothing more to decide: chance draws, and
    /// the game may be over.
    fn moved(&self, now: u64, seat: u8, id: String, told: Told, mut next: Course) -> Decided {
        let drawn = self.draw(&self.draw_key(), &mut next);
        let (words, chance) = (told.words.clone(), drawn.words.clone());
        let before = self.running()?;
        let over = next.turn() == Turn::Over;
        let turn_ended = over || next.number() != before.number();
        let turn_of = turn_ended.then(|| on_turn(before));
        let (used, left) = self.timer.after_move(now.max(self.changed), turn_of);
        let mut entries = vec![Entry::Played { seat, id, words, chance, used, left, page: false }];
        if over {
            entries.push(self.end_by_rules(&next));
        }
        let ahead = Ahead { n: self.n + 1, course: Box::new(next), told: told.then(drawn) };
        Ok(Decision { ahead: Some(ahead), ..self.append(now, entries)? })
    }

    /// Lets chance decide as long as it must, by the table's fair draw.
    pub(super) fn draw(&self, key: &Key, course: &mut Course) -> Told {
        let mut told = Told::default();
        for k in self.draws.. {
            match fair::draw(course.rules(), course.game(), key, k) {
                Some(action) => told = told.then(course.act(action)),
                None => break,
            }
        }
        told
    }

    /// The key of the draws of a game that has begun.
    fn draw_key(&self) -> Key {
        self.shares.key().expect("no game begins before every value is known")
    }
}

/// Whose turn it is, whoever must decide in it.
pub(super) fn on_turn(course: &Course) -> u8 {
    games::view::Tabletop::of(course.rules(), course.game()).on_turn.0
}

fn say(course: &mut Course, seat: u8, words: &[String]) -> Result<Told, Problem> {
    course.say(Turn::Player(Seat(seat)), words).map_err(|not| problem::word(&not))
}

fn drafted(course: &Course, seat: u8, n: u64, words: &[String]) -> Decided {
    let draft = course.draft(seat, n, words).map_err(|not| problem::word(&not))?;
    let answer = Some(ServerMsg::Draft(Box::new(draft)));
    Ok(Decision { answer, ..Decision::default() })
}

fn not_your_turn() -> Problem {
    problem(409, "not-your-turn", "Another seat must decide now.")
}

pub(super) fn check_words(words: &[String]) -> Result<(), Problem> {
    if words.len() > WORDS_MAX {
        return Err(field("words", format!("Expected at most {WORDS_MAX} words.")));
    }
    match words.iter().position(|word| word.len() > WORD_MAX) {
        Some(number) => {
            let at = format!("words[{number}]");
            Err(field(&at, format!("Expected a word of at most {WORD_MAX} bytes.")))
        }
        None => Ok(()),
    }
}
