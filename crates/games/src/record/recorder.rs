//! Writes a record while a game is played.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use table::{Action, Event, Game, Refusal, TextError, Turn};

use super::replay::{TurnCounter, full_word, points};
use super::{Outcome, Place, Record, Word};
use crate::any::{AnyGame, AnyRules};
use crate::setup::{Setup, SetupError};

/// A game being played, with its record.
#[derive(Clone, Debug)]
pub struct Recorder {
    rules: AnyRules,
    game: AnyGame,
    turns: TurnCounter,
    record: Record,
}

/// Why a typed word was not played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WordError {
    /// It is no word that makes sense here.
    Text(TextError),
    /// The rules forbid it.
    Refused(Refusal),
}

impl fmt::Display for WordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WordError::Text(error) => error.fmt(f),
            WordError::Refused(refusal) => refusal.fmt(f),
        }
    }
}

impl core::error::Error for WordError {}

impl Recorder {
    /// Starts a game.
    ///
    /// # Errors
    /// If the set-up cannot be played.
    pub fn new(setup: &Setup, names: &[&str]) -> Result<Recorder, SetupError> {
        let rules = AnyRules::new(setup)?;
        let game = AnyGame::start(&rules);
        Ok(Recorder::begin(rules, game, names))
    }

    /// Goes on from a position.
    pub fn from_position(rules: AnyRules, game: AnyGame, names: &[&str]) -> Recorder {
        let mut recorder = Recorder::begin(rules, game, names);
        recorder.record.position = Some(recorder.game.position(&recorder.rules));
        recorder
    }

    /// Goes on where a record stops.
    ///
    /// # Errors
    /// As [`Record::replay`].
    pub fn resume(record: &Record) -> Result<Recorder, super::RecordError> {
        let (_, start) = record.start()?;
        let mut turns = TurnCounter::new(&start);
        let played = record.replay(|step| {
            turns.count(step.action, step.events, step.game);
        })?;
        let record = record.canonical()?;
        Ok(Recorder { rules: played.rules, game: played.game, turns, record })
    }

    fn begin(rules: AnyRules, game: AnyGame, names: &[&str]) -> Recorder {
        let mut record = Record::new(rules.setup());
        for (seat, name) in names.iter().enumerate() {
            record.set_name(seat, name);
        }
        record.outcome = Some(match game.turn() {
            Turn::Over => points(&rules, &game),
            _ => Outcome::Open,
        });
        let turns = TurnCounter::new(&game);
        Recorder { rules, game, turns, record }
    }

    /// The rules.
    pub fn rules(&self) -> &AnyRules {
        &self.rules
    }

    /// The game as it stands.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The record so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// The record so far, to add tags and names.
    pub fn record_mut(&mut self) -> &mut Record {
        &mut self.record
    }

    /// Ends recording.
    pub fn into_record(self) -> Record {
        self.record
    }

    /// Plays an action if `by` may play it now, and writes it down.
    ///
    /// # Errors
    /// Names the rule that the action would break; nothing changes then.
    pub fn submit(&mut self, by: Turn, action: Action) -> Result<Vec<Event>, Refusal> {
        let word = match self.game.refuse_by(&self.rules, by, action) {
            Some(refusal) => return Err(refusal),
            None => self.game.word(&self.rules, action),
        };
        let events = self.game.submit(&self.rules, by, action)?;
        let begins = self.turns.count(action, &events, &self.game);
        self.record.words.push(Word {
            number: begins.then_some(self.turns.number),
            text: full_word(word, action, &events),
            notes: Vec::new(),
            place: Place::default(),
        });
        if self.game.turn() == Turn::Over {
            self.record.outcome = Some(points(&self.rules, &self.game));
        }
        Ok(events)
    }

    /// [`Recorder::submit`] for a typed word.
    ///
    /// # Errors
    /// If the word makes no sense here, or the rules forbid it.
    pub fn submit_word(&mut self, by: Turn, word: &str) -> Result<Vec<Event>, WordError> {
        let action = self.game.read_word(&self.rules, word).map_err(WordError::Text)?;
        self.submit(by, action).map_err(WordError::Refused)
    }

    /// Puts a comment behind the last word.
    pub fn comment(&mut self, text: &str) {
        self.record.comment(text);
    }

    /// Puts a clock behind the last word.
    pub fn clock(&mut self, seconds: u32) {
        self.record.clock(seconds);
    }
}

impl Record {
    /// The record of a game that is known as a list of actions.
    ///
    /// # Errors
    /// Tells the first action that is illegal, by its place in the list, and why.
    pub fn of_game(
        rules: &AnyRules,
        names: &[&str],
        actions: &[Action],
    ) -> Result<Record, (usize, Refusal)> {
        let mut recorder = Recorder::begin(rules.clone(), AnyGame::start(rules), names);
        for (number, action) in actions.iter().enumerate() {
            let by = recorder.game.turn();
            recorder.submit(by, *action).map_err(|refusal| (number, refusal))?;
        }
        Ok(recorder.record)
    }

    /// The words without numbers and notes, for logs.
    pub fn plain_words(&self) -> Vec<String> {
        self.words.iter().map(|w| w.text.clone()).collect()
    }
}
