//! A computer's seat: a whole decision, in the time of its level.

use std::sync::Arc;
use std::time::Duration;

use ai::{AnyMind, Player, Yardstick};
use games::{AnyGame, AnyRules, Game, Quiet, Seat, Turn};
use protocol::Level;

use super::Pace;
use super::trees::{Seated, Trees, Whose};

/// The first decision of a move, where the tile goes, gets this part of the time.
const FIRST_PART: f64 = 0.85;
/// How long players take at most who do not search.
const AT_ONCE: Duration = Duration::from_millis(300);

/// What a computer's seat has to decide.
pub struct Question {
    /// The table, the seat, and who plays it.
    pub whose: Whose,
    /// The rules.
    pub rules: Arc<AnyRules>,
    /// A copy of the game.
    pub game: AnyGame,
    /// What was played since the seat decided last; `None` if that is not known.
    pub since: Option<Vec<String>>,
    /// Where the dice start.
    pub dice: u64,
}

/// How long somebody thinks about a move at most.
pub fn stated(level: Level) -> Duration {
    if let Level::Engine(_) = level {
        return super::engines::TIME;
    }
    numbered(level).map_or(AT_ONCE, |level| Duration::from_millis(level.milliseconds().into()))
}

/// The level of `ai`; a program that cannot be asked is played on by the middle one.
fn numbered(level: Level) -> Option<ai::Level> {
    match level {
        Level::Random | Level::Greedy => None,
        Level::Person(number) => ai::Level::new(number.get()),
        Level::Engine(_) => numbered(Level::MIDDLE),
    }
}

fn player(level: Level) -> Player {
    match (numbered(level), level) {
        (Some(level), _) => Player::level(level),
        (None, Level::Random) => Player::yardstick(Yardstick::Random),
        (None, _) => Player::yardstick(Yardstick::Greedy),
    }
}

/// Thinks until the seat has nothing more to decide, and says with which words; `None` if nobody
/// wants to know any more.
pub fn decide(question: Question, pace: &Pace, trees: &Trees) -> Option<Vec<String>> {
    let Question { whose, rules, mut game, since, dice } = question;
    let known = since.and_then(|since| caught_up(trees.take(&whose)?, &rules, &game, &since));
    let mut mind = known.unwrap_or_else(|| AnyMind::new(&rules, &player(whose.2), dice));
    let turn = Turn::Player(Seat(whose.1));
    let mut words = Vec::new();
    while game.turn() == turn {
        let part = if words.is_empty() { FIRST_PART } else { 1.0 };
        mind.consider(&rules, &game, None);
        mind.run(&rules, u32::MAX, &mut || pace.is_over(part));
        if pace.is_unwanted() {
            return None;
        }
        let action = mind.best();
        words.push(game.word(&rules, action));
        game.play(&rules, action, &mut Quiet);
        mind.played(&rules, action);
    }
    if mind.bytes() > 0 && game.turn() != Turn::Over {
        trees.keep(whose, Box::new(Seated { mind, game }));
    }
    Some(words)
}

/// The mind of a seat after everything that was played since, if it leads to the game.
fn caught_up(
    seated: Box<Seated>,
    rules: &AnyRules,
    game: &AnyGame,
    since: &[String],
) -> Option<AnyMind> {
    let Seated { mut mind, game: mut known } = *seated;
    for word in since {
        let action = known.read_word(rules, word).ok()?;
        known.play(rules, action, &mut Quiet);
        mind.played(rules, action);
    }
    (known == *game).then_some(mind)
}

/// A whole decision at once, the best next move: for a seat whose thinker is late.
pub fn at_once(rules: &AnyRules, game: &AnyGame, seat: u8, dice: u64) -> Vec<String> {
    let mut mind = AnyMind::new(rules, &Player::yardstick(Yardstick::Greedy), dice);
    let (mut game, mut words) = (game.clone(), Vec::new());
    while game.turn() == Turn::Player(Seat(seat)) {
        mind.consider(rules, &game, None);
        mind.run(rules, 1, &mut || false);
        let action = mind.best();
        words.push(game.word(rules, action));
        game.play(rules, action, &mut Quiet);
    }
    words
}
