//! Plays the words of a record, checking each of them.

use alloc::format;
use alloc::sync::Arc;
use alloc::vec::Vec;

use table::{Action, Event, Game, TextError, Turn};

use super::{LineColumn, Outcome, Record, RecordError, Word};
use crate::any::{AnyGame, AnyRules};
use crate::teller::{Said, Teller, WordError};

/// One word of a record as it is played.
#[derive(Debug)]
pub struct PlayedWord<'a> {
    /// Its place among the words, from 0.
    pub index: usize,
    /// The number of the turn it belongs to; 0 before the first turn of the record.
    pub number: u32,
    /// Whether a new turn begins with it.
    pub begins_turn: bool,
    /// The word as it was typed, with its notes.
    pub word: &'a Word,
    /// The word as it is printed.
    pub text: &'a str,
    /// Who played it.
    pub by: Turn,
    /// What it means.
    pub action: Action,
    /// What happened.
    pub events: &'a [Event],
    /// The rules.
    pub rules: &'a AnyRules,
    /// The game after it.
    pub game: &'a AnyGame,
}

/// A record that was played to its end.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The rules.
    pub rules: Arc<AnyRules>,
    /// The game after the last word.
    pub game: AnyGame,
    /// All actions.
    pub actions: Vec<Action>,
}

impl Record {
    /// The game before the first word, ready to be told.
    ///
    /// # Errors
    /// If the set-up cannot be played or the position is none.
    pub fn begin(&self) -> Result<Teller, RecordError> {
        let rules = AnyRules::new(&self.setup).map_err(|e| {
            let place = self.places.setup.of(&e);
            RecordError::syntax(place, format!("a set-up that can be played: {e}"))
        })?;
        self.begin_by(rules)
    }

    /// The same under rules that were built before, for the set-up of the record.
    ///
    /// # Errors
    /// If the position is none.
    pub fn begin_by(&self, rules: impl Into<Arc<AnyRules>>) -> Result<Teller, RecordError> {
        let rules = rules.into();
        let game = match &self.position {
            None => AnyGame::start(&rules),
            Some(body) => AnyGame::read_position(&rules, body)
                .map_err(|e| shifted(self.places.position, &e))?,
        };
        Ok(Teller::new(rules, game))
    }

    /// Plays the word with this number, from 0, on a teller that has told all words before it.
    ///
    /// # Errors
    /// Of kind syntax if the word makes no sense or its turn number is wrong; of kind illegal if
    /// the rules forbid the move.
    pub fn play_word(&self, index: usize, teller: &mut Teller) -> Result<Said, RecordError> {
        let word = &self.words[index];
        let said = teller.say(teller.turn(), &word.text).map_err(|error| match error {
            WordError::Text(error) => shifted(word.place, &error),
            WordError::Refused(refusal) => RecordError::illegal(word.place, refusal),
        })?;
        check_number(word, said.begins_turn.then_some(said.number))?;
        Ok(said)
    }

    /// Whether the result is the one that the game ended with. Before the end it may be an
    /// agreement.
    ///
    /// # Errors
    /// If the result is another one.
    pub fn check_end(&self, teller: &Teller) -> Result<(), RecordError> {
        let right = points(teller.rules(), teller.game());
        match &self.outcome {
            Some(outcome) if teller.turn() == Turn::Over && *outcome != right => {
                let expected = format!("the result {right}, as the game ends");
                Err(RecordError::syntax(self.places.outcome, expected))
            }
            _ => Ok(()),
        }
    }

    /// Plays all words, giving each to `see`.
    ///
    /// # Errors
    /// Of kind syntax if a word makes no sense or a number or result is wrong; of kind illegal if
    /// the rules forbid a move. Words before the error have been seen.
    pub fn replay(&self, mut see: impl FnMut(&PlayedWord)) -> Result<Replayed, RecordError> {
        let mut teller = self.begin()?;
        let mut actions = Vec::with_capacity(self.words.len());
        for (index, word) in self.words.iter().enumerate() {
            let said = self.play_word(index, &mut teller)?;
            see(&PlayedWord {
                index,
                number: said.number,
                begins_turn: said.begins_turn,
                word,
                text: &said.text,
                by: said.by,
                action: said.action,
                events: &said.events,
                rules: teller.rules(),
                game: teller.game(),
            });
            actions.push(said.action);
        }
        self.check_end(&teller)?;
        let (rules, game) = teller.into_parts();
        Ok(Replayed { rules, game, actions })
    }
}

/// The points of all seats.
pub(super) fn points(rules: &AnyRules, game: &AnyGame) -> Outcome {
    Outcome::Points(game.scores()[..rules.seats() as usize].to_vec())
}

fn shifted(place: LineColumn, error: &TextError) -> RecordError {
    let place = LineColumn { column: place.column + error.at as u32, ..place };
    RecordError::syntax(place, error.expected.clone())
}

fn check_number(word: &Word, right: Option<u32>) -> Result<(), RecordError> {
    let Some(written) = word.number else {
        return Ok(());
    };
    let expected = match right {
        Some(right) if right == written => return Ok(()),
        Some(right) => format!("turn number {right} before this word, not {written}"),
        None => format!("no turn number before this word: no turn begins ({written}.)"),
    };
    Err(RecordError::syntax(word.place, expected))
}
