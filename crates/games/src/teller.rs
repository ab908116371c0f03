//! The one way in which games are told: a word or an action goes in, is checked once, played once,
//! and out comes what was said, by whom, in which turn, and what happened. Records, replays, live
//! tables and lessons are all made from it.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use table::{Action, Event, Game, Log, Refusal, TextError, Turn};

use crate::any::{AnyGame, AnyRules, gone};
use crate::setup::{Setup, SetupError};

/// A game being told. It keeps what the game itself does not: the number of the turn.
#[derive(Clone, Debug)]
pub struct Teller {
    rules: Arc<AnyRules>,
    game: AnyGame,
    turns: TurnCounter,
}

/// A word that was played, and what it did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    /// Who said it.
    pub by: Turn,
    /// What it means.
    pub action: Action,
    /// The word as it is printed.
    pub text: String,
    /// What happened.
    pub events: Vec<Event>,
    /// The number of the turn it belongs to; 0 before the first turn.
    pub number: u32,
    /// Whether a new turn begins with it.
    pub begins_turn: bool,
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

impl Teller {
    /// Begins with a game just started, or read from a position.
    pub fn new(rules: impl Into<Arc<AnyRules>>, game: AnyGame) -> Teller {
        let turns = TurnCounter { number: 0, begins: game.begins_with_turn() };
        Teller { rules: rules.into(), game, turns }
    }

    /// Starts a game.
    ///
    /// # Errors
    /// If the set-up cannot be played.
    pub fn start(setup: &Setup) -> Result<Teller, SetupError> {
        let rules = AnyRules::new(setup)?;
        let game = AnyGame::start(&rules);
        Ok(Teller::new(rules, game))
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<AnyRules> {
        &self.rules
    }

    /// The game as it stands.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Ends the telling: the rules and the game.
    pub fn into_parts(self) -> (Arc<AnyRules>, AnyGame) {
        (self.rules, self.game)
    }

    /// Who must decide.
    pub fn turn(&self) -> Turn {
        self.game.turn()
    }

    /// The number of the turn, from 1; 0 before the first draw.
    pub fn number(&self) -> u32 {
        self.turns.number
    }

    /// The action that a word of `by` means now, if `by` may play it.
    ///
    /// # Errors
    /// If the word makes no sense, or breaks a rule.
    pub fn read(&self, by: Turn, word: &str) -> Result<Action, WordError> {
        let refused = |action| match self.game.refuse_by(&self.rules, by, action) {
            Some(refusal) => Err(WordError::Refused(refusal)),
            None => Ok(action),
        };
        // Whose turn it is comes first, and nothing follows the end: out of turn a word may make
        // no sense at all.
        if self.turn() != by || self.turn() == Turn::Over {
            refused(Action::Pass)?;
        }
        refused(self.game.read_word(&self.rules, word).map_err(WordError::Text)?)
    }

    /// Plays a word if `by` may say it now.
    ///
    /// # Errors
    /// If the word makes no sense here, or the rules forbid it; nothing changes then.
    pub fn say(&mut self, by: Turn, word: &str) -> Result<Said, WordError> {
        Ok(self.act(self.read(by, word)?))
    }

    /// Plays an action if `by` may play it now.
    ///
    /// # Errors
    /// Names the rule that the action would break; nothing changes then.
    pub fn submit(&mut self, by: Turn, action: Action) -> Result<Said, Refusal> {
        match self.game.refuse_by(&self.rules, by, action) {
            Some(refusal) => Err(refusal),
            None => Ok(self.act(action)),
        }
    }

    /// Plays an action that is known to be legal, of a seat or of chance.
    ///
    /// # Panics
    /// May panic, or leave a senseless game, if the action is not legal.
    pub fn act(&mut self, action: Action) -> Said {
        let by = self.turn();
        let mut text = self.game.word(&self.rules, action);
        let mut events = Vec::new();
        self.game.play(&self.rules, action, &mut Log(|event| events.push(event)));
        // A tile that fits nowhere is marked.
        if let Action::Draw(kind) = action
            && gone(&events, kind)
        {
            text += " x";
        }
        let begins_turn = self.turns.count(action, &events, &self.game);
        Said { by, action, text, events, number: self.turns.number, begins_turn }
    }
}

/// Counts turns: a draw that is the first of a turn has the next number.
#[derive(Clone, Copy, Debug)]
struct TurnCounter {
    number: u32,
    begins: bool,
}

impl TurnCounter {
    /// Counts an action that was played; tells whether a turn begins with it.
    fn count(&mut self, action: Action, events: &[Event], after: &AnyGame) -> bool {
        let begins = self.begins && matches!(action, Action::Draw(_));
        self.number += begins as u32;
        self.begins = self.begins && !begins || after.turn_begins(events);
        begins
    }
}
