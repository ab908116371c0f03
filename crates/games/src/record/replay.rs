//! Plays the words of a record, checking each of them.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use table::{Action, Event, Game, TextError, Turn};

use super::{Outcome, Place, Record, RecordError, Word};
use crate::any::{AnyGame, AnyRules, gone};

/// One word of a record as it is played.
#[derive(Debug)]
pub struct Step<'a> {
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
    pub rules: AnyRules,
    /// The game after the last word.
    pub game: AnyGame,
    /// All actions.
    pub actions: Vec<Action>,
}

/// Counts turns: a draw that is the first of a turn has the next number.
#[derive(Clone, Copy, Debug)]
pub struct TurnCounter {
    /// The number of the turn, from 1; 0 before the first draw.
    pub number: u32,
    begins: bool,
}

impl TurnCounter {
    /// Begins to count at a game just set up or read.
    pub fn new(game: &AnyGame) -> TurnCounter {
        TurnCounter { number: 0, begins: game.begins_with_turn() }
    }

    /// Counts an action that was played; tells whether a turn begins with it.
    pub fn count(&mut self, action: Action, events: &[Event], after: &AnyGame) -> bool {
        let begins = self.begins && matches!(action, Action::Draw(_));
        self.number += begins as u32;
        self.begins = self.begins && !begins || after.turn_begins(events);
        begins
    }
}

/// The word of an action with the `x` of a tile that fits nowhere.
pub(super) fn full_word(mut word: String, action: Action, events: &[Event]) -> String {
    if let Action::Draw(kind) = action
        && gone(events, kind)
    {
        word += " x";
    }
    word
}

impl Record {
    /// The rules of the record, and the game before its first word.
    ///
    /// # Errors
    /// If the set-up cannot be played or the position is none.
    pub fn start(&self) -> Result<(AnyRules, AnyGame), RecordError> {
        let rules = AnyRules::new(&self.setup).map_err(|e| {
            let place = self.places.setup.of(&e);
            RecordError::syntax(place, format!("a set-up that can be played: {e}"))
        })?;
        let game = match &self.position {
            None => AnyGame::start(&rules),
            Some(body) => AnyGame::read_position(&rules, body)
                .map_err(|e| shifted(self.places.position, &e))?,
        };
        Ok((rules, game))
    }

    /// Plays all words, giving each to `see`.
    ///
    /// # Errors
    /// Of kind syntax if a word makes no sense or a number or result is wrong; of kind illegal if
    /// the rules forbid a move. Words before the error have been seen.
    pub fn replay(&self, mut see: impl FnMut(&Step)) -> Result<Replayed, RecordError> {
        let (rules, mut game) = self.start()?;
        let mut turns = TurnCounter::new(&game);
        let mut actions = Vec::with_capacity(self.words.len());
        for (index, word) in self.words.iter().enumerate() {
            let by = game.turn();
            let action = read(&rules, &game, word)?;
            let text = game.word(&rules, action);
            let events = game
                .submit(&rules, by, action)
                .map_err(|refusal| RecordError::illegal(word.place, refusal))?;
            let begins_turn = turns.count(action, &events, &game);
            check_number(word, begins_turn.then_some(turns.number))?;
            let text = full_word(text, action, &events);
            see(&Step {
                index,
                number: turns.number,
                begins_turn,
                word,
                text: &text,
                by,
                action,
                events: &events,
                rules: &rules,
                game: &game,
            });
            actions.push(action);
        }
        self.check_outcome(&rules, &game)?;
        Ok(Replayed { rules, game, actions })
    }

    /// The same game in the one form that is printed: spots in full, every `x`, every turn
    /// number, and the result.
    ///
    /// # Errors
    /// As [`Record::replay`].
    pub fn canonical(&self) -> Result<Record, RecordError> {
        let mut words = self.words.clone();
        let played = self.replay(|step| {
            let word = &mut words[step.index];
            word.text = step.text.to_string();
            word.number = step.begins_turn.then_some(step.number);
        })?;
        let mut record = Record { words, ..self.clone() };
        if played.game.turn() == Turn::Over {
            record.outcome = Some(points(&played.rules, &played.game));
        } else if record.outcome.is_none() {
            record.outcome = Some(Outcome::Open);
        }
        if let Some(position) = &mut record.position {
            let (rules, game) = self.start()?;
            *position = game.position(&rules);
        }
        Ok(record)
    }

    /// The result is checked once the game is over; before, it may be an agreement.
    fn check_outcome(&self, rules: &AnyRules, game: &AnyGame) -> Result<(), RecordError> {
        let right = points(rules, game);
        match &self.outcome {
            Some(outcome) if game.turn() == Turn::Over && *outcome != right => {
                let expected = format!("the result {right}, as the game ends");
                Err(RecordError::syntax(self.places.outcome, expected))
            }
            _ => Ok(()),
        }
    }
}

/// The points of all seats.
pub(super) fn points(rules: &AnyRules, game: &AnyGame) -> Outcome {
    Outcome::Points(game.scores()[..rules.seats() as usize].to_vec())
}

fn read(rules: &AnyRules, game: &AnyGame, word: &Word) -> Result<Action, RecordError> {
    // Nothing may follow the end, whatever it says.
    if game.turn() == Turn::Over
        && let Some(refusal) = game.refuse(rules, Action::Pass)
    {
        return Err(RecordError::illegal(word.place, refusal));
    }
    game.read_word(rules, &word.text).map_err(|e| shifted(word.place, &e))
}

fn shifted(place: Place, error: &TextError) -> RecordError {
    let place = Place { column: place.column + error.at as u32, ..place };
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
