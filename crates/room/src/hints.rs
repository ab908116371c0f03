//! Good moves for whoever must decide, at tables that give them: who may ask, and about what.

use std::sync::Arc;

use games::{AnyGame, AnyRules, Seat, Turn};
use protocol::log::Who;
use protocol::{Problem, Switch};

use super::Room;
use super::play::check_words;
use super::problem::{self, problem};

/// A position in which good moves are wanted; there is no secret in it.
#[derive(Clone, Debug)]
pub struct Pondered {
    /// The rules.
    pub rules: Arc<AnyRules>,
    /// The game, with the words that the seat tries played.
    pub game: AnyGame,
    /// These words in their printed form.
    pub words: Vec<String>,
}

impl Room {
    /// Whether whoever must decide may ask for good moves: not where the server brought the players
    /// together, for such games are to be of worth.
    pub fn gives_hints(&self) -> bool {
        self.config.hints == Some(Switch::On) && !self.paired
    }

    /// The position in which somebody wants good moves for its seat.
    ///
    /// # Errors
    /// If the table gives none, the seat is not the sender's or need not decide, or a word cannot
    /// be played.
    pub fn hint(
        &self,
        now: u64,
        who: &Who,
        seat: u8,
        after: u64,
        words: &[String],
    ) -> Result<Pondered, Problem> {
        if !self.gives_hints() {
            return Err(problem(403, "no-hints", "At this table no good moves are told."));
        }
        check_words(words)?;
        self.own_played(who, seat)?;
        let mut course = self.to_decide(now, seat, after)?.clone();
        let turn = Turn::Player(Seat(seat));
        let told = course.say(turn, words).map_err(|not| problem::word(&not))?;
        if course.turn() != turn {
            let detail = "With these words nothing is left to decide: play them, or try fewer.";
            return Err(problem(409, "complete", detail));
        }
        let (rules, game) = (Arc::clone(course.rules()), course.game().clone());
        Ok(Pondered { rules, game, words: told.words })
    }
}
