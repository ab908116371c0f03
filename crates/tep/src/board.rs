//! From a line `position` to a game.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use games::position::{POSITION_MAX, parse_setup};
use games::record::WORDS_MAX;
use games::{Action, Actions, AnyGame, AnyRules, Game, Position, Setup, Teller, Turn};

use crate::command::PositionLine;
use crate::text::LineError;

/// A game as an engine was told it.
#[derive(Clone, Debug)]
pub struct Board {
    /// The rules.
    pub rules: Arc<AnyRules>,
    /// The game as it stands.
    pub game: AnyGame,
    /// What was played since the last board, if this one goes on from there; a tree may be kept.
    pub since: Option<Vec<Action>>,
}

impl Board {
    /// Every word that may come next.
    pub fn legal_words(&self) -> Vec<String> {
        let mut actions = Actions::new();
        self.game.legal(&self.rules, &mut actions);
        actions.iter().map(|action| self.game.word(&self.rules, *action)).collect()
    }

    /// The seat that must decide, from 0; `None` where chance does, or nobody.
    pub fn seat(&self) -> Option<u8> {
        match self.game.turn() {
            Turn::Player(seat) => Some(seat.0),
            Turn::Chance | Turn::Over => None,
        }
    }
}

/// The longest tile file, in bytes.
const TILES_MAX: usize = 1 << 20;
/// The most tile files that are remembered.
const FILES_MAX: usize = 16;

/// Sets up boards, and remembers what they need: the last one, and tile files.
#[derive(Clone, Debug, Default)]
pub struct Boards {
    last: Option<(PositionLine, Arc<AnyRules>, AnyGame)>,
    files: BTreeMap<String, String>,
}

impl Boards {
    /// Takes a tile file.
    ///
    /// # Errors
    /// If it is too long, or there are too many.
    pub fn take_tiles(&mut self, name: &str, text: &str) -> Result<(), LineError> {
        if text.len() > TILES_MAX {
            return Err(LineError::new(format!(
                "tiles {name}: expected at most {TILES_MAX} bytes"
            )));
        }
        if self.files.len() >= FILES_MAX && !self.files.contains_key(name) {
            return Err(LineError::new(format!("tiles {name}: {FILES_MAX} files are enough")));
        }
        self.files.insert(name.to_string(), text.to_string());
        self.last = None;
        Ok(())
    }

    /// Sets up the board of a place.
    ///
    /// # Errors
    /// If it is no position, its set-up cannot be played, or a word breaks a rule.
    pub fn set_up(&mut self, place: &PositionLine) -> Result<Board, LineError> {
        if place.words.len() > WORDS_MAX {
            return Err(LineError::new(format!("position: expected at most {WORDS_MAX} words")));
        }
        let last = self.last.take().filter(|(before, ..)| before.goes_on(place));
        let goes_on = last.is_some();
        let (known, rules, game) = if let Some((before, rules, game)) = last {
            (before.words.len(), rules, game)
        } else {
            let (rules, game) = self.begin(place)?;
            (0, rules, game)
        };
        let mut teller = Teller::new(rules, game);
        let mut since = Vec::new();
        for (number, word) in place.words.iter().enumerate().skip(known) {
            let said = teller.say(teller.turn(), word);
            let said = said.map_err(|e| {
                LineError::new(format!("position: word {} ({word}): {e}", number + 1))
            })?;
            since.push(said.action);
        }
        let (rules, game) = teller.into_parts();
        self.last = Some((place.clone(), Arc::clone(&rules), game.clone()));
        Ok(Board { rules, game, since: goes_on.then_some(since) })
    }

    /// The game before the words of a place.
    fn begin(&self, place: &PositionLine) -> Result<(Arc<AnyRules>, AnyGame), LineError> {
        let wrong = |what: String| LineError::new(format!("position: {what}"));
        match &place.position {
            Some(line) if line.len() > POSITION_MAX => {
                Err(wrong(format!("a position has at most {POSITION_MAX} bytes")))
            }
            Some(line) => {
                let mut position = Position::parse(line).map_err(|e| wrong(e.to_string()))?;
                self.supply(&mut position.setup)?;
                let (rules, game) = position.game().map_err(|e| wrong(e.to_string()))?;
                Ok((Arc::new(rules), game))
            }
            None => {
                let mut setup = parse_setup(&place.setup).map_err(|e| wrong(e.to_string()))?;
                self.supply(&mut setup)?;
                let rules = AnyRules::new(&setup).map_err(|e| wrong(e.to_string()))?;
                let game = AnyGame::start(&rules);
                Ok((Arc::new(rules), game))
            }
        }
    }

    fn supply(&self, setup: &mut Setup) -> Result<(), LineError> {
        let Some(name) = setup.tiles_wanted() else { return Ok(()) };
        let text = self.files.get(name).cloned();
        let text = text.ok_or_else(|| {
            LineError::new(format!("position: send the tile file first: tiles {name}"))
        })?;
        setup.supply_tiles(text);
        Ok(())
    }

    /// Forgets the last board, and that another may go on from it.
    pub fn forget(&mut self) {
        self.last = None;
    }
}
