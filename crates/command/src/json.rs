//! Games and actions as JSON; events are those of the protocol. Seats count from 0.

use games::{Action, Actions, AnyGame, AnyRules, Event, Game, Odds, SEATS_MAX, Setup, Turn};
use serde_json::{Map, Value, json};
use table::Spot;

/// A set-up.
pub fn setup(setup: &Setup) -> Value {
    let options: Map<String, Value> =
        setup.options.iter().map(|(key, value)| (key.clone(), json!(value))).collect();
    json!({
        "family": setup.family.name(),
        "seats": setup.seats,
        "expansions": setup.expansions,
        "options": options,
        "tiles": setup.tiles.as_ref().map(|(name, _)| name),
    })
}

/// Who acts: a seat, `"chance"` or null.
pub fn turn(turn: Turn) -> Value {
    match turn {
        Turn::Player(seat) => json!(seat.0),
        Turn::Chance => json!("chance"),
        Turn::Over => Value::Null,
    }
}

/// Points by seat.
pub fn points(rules: &AnyRules, points: [u16; SEATS_MAX]) -> Value {
    json!(points[..rules.seats() as usize])
}

/// Names games, spots and actions.
pub struct Words<'a> {
    /// The rules.
    pub rules: &'a AnyRules,
    /// The game that the words are about.
    pub game: &'a AnyGame,
}

impl Words<'_> {
    fn spot(&self, spot: Spot) -> protocol::Spot {
        protocol::Spot::of(self.rules, self.game, spot)
    }

    /// An action with its structure.
    pub fn action(&self, action: Action) -> Value {
        let piece = |piece| self.rules.piece(piece);
        match action {
            Action::First(seat) => json!({ "type": "first", "seat": seat.0 }),
            Action::Draw(kind) => json!({ "type": "draw", "tile": self.rules.tile_id(kind) }),
            Action::Tile { cell, rot } => {
                json!({ "type": "tile", "cell": [cell.x, cell.y], "rot": rot as u8 })
            }
            Action::Put { piece: p, at } => {
                json!({ "type": "put", "piece": piece(p), "at": self.spot(at) })
            }
            Action::Move { piece: p, to } => {
                json!({ "type": "move", "piece": piece(p), "to": self.spot(to) })
            }
            Action::Take { at } => json!({ "type": "take", "at": self.spot(at) }),
            Action::Choose(number) => json!({ "type": "choose", "number": number }),
            Action::Pass => json!({ "type": "pass" }),
        }
    }

    fn word_and_action(&self, action: Action) -> Value {
        json!({ "word": self.game.word(self.rules, action), "action": self.action(action) })
    }

    /// The legal actions of a player; empty if chance decides or the game is over.
    pub fn legal(&self) -> Value {
        let mut actions = Actions::new();
        if matches!(self.game.turn(), Turn::Player(_)) {
            self.game.legal(self.rules, &mut actions);
        }
        actions.iter().map(|a| self.word_and_action(*a)).collect()
    }

    /// What chance may do; null if it is not its turn.
    pub fn odds(&self) -> Value {
        if self.game.turn() != Turn::Chance {
            return Value::Null;
        }
        let mut odds = Odds::new();
        self.game.odds(self.rules, &mut odds);
        let all: u32 = odds.iter().map(|(_, n)| u32::from(*n)).sum();
        let each = odds.iter().map(|(action, cases)| {
            let mut value = self.word_and_action(*action);
            value["cases"] = json!(cases);
            value["of"] = json!(all);
            value
        });
        each.collect()
    }

    /// An event, in the words of the protocol. The game is the one after it.
    pub fn event(&self, event: &Event) -> Value {
        json!(protocol::Event::of(self.rules, self.game, event))
    }
}
