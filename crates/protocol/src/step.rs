//! A game being told as data: words in, and out comes what everybody is told about them. Live
//! tables, replays and drafts are all made by this code, on a [`games::Teller`].

use std::convert::Infallible;
use std::sync::Arc;

use games::{Action, AnyGame, AnyRules, Said, Seat, Teller, Turn, WordError};

use crate::config::Aids;
use crate::event::Event;
use crate::moves::Moves;
use crate::server::{Choices, Draft};
use crate::view::{Laid, Now, View, laid, legal_words};

/// A game being told, with what only a table keeps: who laid which tile, and which helps are shown.
#[derive(Clone, Debug)]
pub struct Course {
    teller: Teller,
    /// Who laid each tile, in the order of laying.
    layers: Vec<Option<u8>>,
    aids: Aids,
}

/// What words did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Told {
    /// The words in their printed form, those of chance too.
    pub words: Vec<String>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// The tiles laid.
    pub add: Vec<Laid>,
}

impl Told {
    /// What came first, then `after`.
    #[must_use]
    pub fn then(mut self, after: Told) -> Told {
        self.words.extend(after.words);
        self.events.extend(after.events);
        self.add.extend(after.add);
        self
    }
}

/// A word that was not played, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotPlayed {
    /// Its place among the words, from 0.
    pub index: usize,
    /// Why.
    pub error: WordError,
}

impl Course {
    /// Begins with a game just started, or read from a position.
    pub fn new(teller: Teller, aids: Aids) -> Course {
        let layers = vec![None; teller.game().board().laid().len()];
        Course { teller, layers, aids }
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<AnyRules> {
        self.teller.rules()
    }

    /// The game.
    pub fn game(&self) -> &AnyGame {
        self.teller.game()
    }

    /// The game being told.
    pub fn teller(&self) -> &Teller {
        &self.teller
    }

    /// Which helps are shown.
    pub fn aids(&self) -> Aids {
        self.aids
    }

    /// Who must decide.
    pub fn turn(&self) -> Turn {
        self.teller.turn()
    }

    /// The number of the turn, from 1; 0 before the first draw.
    pub fn number(&self) -> u16 {
        self.teller.number() as u16
    }

    /// The seat that must decide, if it is not chance's turn and the game is not over.
    pub fn to_act(&self) -> Option<u8> {
        match self.turn() {
            Turn::Player(Seat(seat)) => Some(seat),
            Turn::Chance | Turn::Over => None,
        }
    }

    /// Everything but the laid tiles.
    pub fn now(&self) -> Now {
        Now::of(self.rules(), self.game(), self.number(), self.aids)
    }

    /// The whole table.
    pub fn view(&self) -> View {
        let mut view = View::of(self.rules(), self.game(), self.number(), self.aids);
        for (tile, by) in view.tiles.iter_mut().zip(&self.layers) {
            tile.by = *by;
        }
        view
    }

    /// What the seat to act may say after the words of its draft; nobody's choice if chance decides
    /// or the game is over. `after` is the number of the newest message.
    pub fn choices(&self, after: u64, words: &[String]) -> Option<Choices> {
        let seat = self.to_act()?;
        Some(Choices {
            n: after,
            seat,
            ask: games::view::Tabletop::of(self.rules(), self.game()).ask.name().to_string(),
            words: words.to_vec(),
            legal: legal_words(self.rules(), self.game()),
            moves: None,
        })
    }

    /// The same, with whole moves and what they are worth.
    pub fn choices_with_moves(&self, after: u64) -> Option<Choices> {
        self.choices(after, &[]).map(|choices| self.with_moves(choices))
    }

    /// Choices of the game as it stands with whole moves and what they are worth.
    pub(crate) fn with_moves(&self, choices: Choices) -> Choices {
        let moves = Moves::of(self.rules(), self.game(), self.aids);
        Choices { moves: moves.map(Box::new), ..choices }
    }

    /// Plays an action that is known to be legal, of a seat or of chance.
    pub fn act(&mut self, action: Action) -> Told {
        self.tell(|teller| Ok::<_, Infallible>(teller.act(action))).unwrap_or_else(|no| match no {})
    }

    /// Lets something be said, and tells what it did.
    ///
    /// # Errors
    /// As `say` has it; it must leave the game as it was then.
    pub fn tell<E>(&mut self, say: impl FnOnce(&mut Teller) -> Result<Said, E>) -> Result<Told, E> {
        let said = say(&mut self.teller)?;
        let before = self.layers.len();
        // A tile that lays itself after the seat's own is nobody's.
        let own = match (said.by, said.action) {
            (Turn::Player(Seat(seat)), Action::Tile { .. }) => Some(seat),
            _ => None,
        };
        while self.layers.len() < self.game().board().laid().len() {
            let is_first = self.layers.len() == before;
            self.layers.push(own.filter(|_| is_first));
        }
        Ok(Told {
            words: vec![said.text],
            events: Event::all(self.rules(), self.game(), &said.events),
            add: laid(self.rules(), self.game(), before, |number| self.layers[number]),
        })
    }

    /// Plays the words of a seat, or of chance: all of them or, if one is wrong, none.
    ///
    /// # Errors
    /// Tells the first word that makes no sense or breaks a rule; nothing changes then.
    pub fn say(&mut self, by: Turn, words: &[impl AsRef<str>]) -> Result<Told, NotPlayed> {
        let mut after = self.clone();
        let mut told = Told::default();
        for (index, word) in words.iter().enumerate() {
            let one = after.tell(|teller| teller.say(by, word.as_ref()));
            told = told.then(one.map_err(|error| NotPlayed { index, error })?);
        }
        *self = after;
        Ok(told)
    }

    /// The action that a word of `by` means now.
    ///
    /// # Errors
    /// If the word makes no sense, or breaks a rule.
    pub fn read(&self, by: Turn, word: &str) -> Result<Action, WordError> {
        self.teller.read(by, word)
    }

    /// What the words of a seat would do; the course itself does not change. `after` is the number
    /// of the newest message.
    ///
    /// # Errors
    /// Tells the first word that makes no sense or breaks a rule.
    pub fn draft(
        &self,
        seat: u8,
        after: u64,
        words: &[impl AsRef<str>],
    ) -> Result<Draft, NotPlayed> {
        let mut trial = self.clone();
        let told = trial.say(Turn::Player(Seat(seat)), words)?;
        let now = trial.now();
        let mine = trial.choices(after, &told.words).filter(|choices| choices.seat == seat);
        let none = || Choices {
            n: after,
            seat,
            ask: now.ask.clone(),
            words: told.words.clone(),
            legal: Vec::new(),
            moves: None,
        };
        Ok(Draft {
            complete: mine.is_none(),
            choices: mine.unwrap_or_else(none),
            events: told.events,
            add: told.add,
            now,
        })
    }
}
