//! What happened, as data: the interface puts it into words in its own language.

use games::{AnyGame, AnyRules};
use serde::{Deserialize, Serialize};
use table::Seat;

/// A part of the board: column, row, and the segment or side as docs/notation.md names it; empty
/// for a whole tile.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Patch(pub i16, pub i16, pub String);

/// A place on the table: a cell and what is meant of it, or a quarter of Carcassonne alone.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Spot {
    /// The cell, if the place has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub cell: Option<(i16, i16)>,
    /// The segment, side or quarter, as docs/notation.md names it: `city:NW`, `E`, `castle`.
    pub place: String,
}

/// One line of a score: `count` things for `each` points.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ScoreItem {
    /// What is counted: `tiles`, `coats of arms`.
    pub why: String,
    /// How many there are.
    pub count: u8,
    /// Points for each.
    pub each: u8,
}

/// A fact about the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "e", rename_all = "lowercase")]
pub enum Event {
    /// A part of a turn begins.
    Turn {
        /// Whose.
        seat: u8,
        /// Which part, from 1.
        part: u8,
    },
    /// A tile was drawn.
    Drawn {
        /// Its id.
        tile: String,
    },
    /// A tile left the game because it fits nowhere.
    Discarded {
        /// Its id.
        tile: String,
    },
    /// A tile that fits nowhere was put aside, to come again.
    Aside {
        /// Its id.
        tile: String,
    },
    /// A tile was laid.
    Laid {
        /// Its id.
        tile: String,
        /// Column, growing east.
        x: i16,
        /// Row, growing south.
        y: i16,
        /// Quarter turns clockwise.
        r: u8,
    },
    /// A piece was put on the table.
    Put {
        /// Whose.
        seat: u8,
        /// Which kind.
        piece: String,
        /// Where.
        at: Spot,
    },
    /// A piece moved on the table.
    Moved {
        /// Whose move.
        seat: u8,
        /// Which kind.
        piece: String,
        /// From where.
        from: Spot,
        /// To where.
        to: Spot,
    },
    /// A feature was scored.
    Scored {
        /// Its kind: `city`.
        feature: String,
        /// Its first segment, or the place that names it.
        at: Spot,
        /// Whether it was complete.
        complete: bool,
        /// Whether its kind is never completed: it is scored as it is.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
        lasting: bool,
        /// Whether everybody in it scores for themselves, without a majority.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
        apart: bool,
        /// What its value is made of.
        parts: Vec<ScoreItem>,
        /// The strength of each seat in it.
        strength: Vec<u8>,
        /// Who had the majority.
        winners: Vec<u8>,
        /// The points of each seat.
        points: Vec<u16>,
        /// Where it lies: its segments, or a tower's walls by their sides; and whole tiles that
        /// count for it (around a monastery, along a guard's row), with an empty name.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<Patch>>", optional))]
        extent: Vec<Patch>,
        /// Whether it belongs to final scoring.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
        last: bool,
    },
    /// A piece went back to its owner's supply.
    Home {
        /// Whose.
        seat: u8,
        /// Which kind.
        piece: String,
        /// From where.
        from: Spot,
    },
    /// A piece left without points.
    Lost {
        /// Whose.
        seat: u8,
        /// From where.
        at: Spot,
    },
    /// Tokens were taken.
    Gained {
        /// By whom.
        seat: u8,
        /// Which: `wine`.
        token: String,
        /// How many.
        count: u8,
    },
    /// A phase begins, why the game ends, or what else a family or an expansion tells.
    Told {
        /// What, in English words that programs may use as a key.
        what: String,
        /// Whose, if anybody's.
        seat: u8,
        /// How many, if it is counted.
        count: u8,
        /// Whether it says why the game ends.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
        ends: bool,
        /// Whether it belongs to final scoring.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(feature = "typescript", ts(as = "Option<bool>", optional))]
        last: bool,
    },
    /// The game is over.
    Over {
        /// The points of each seat.
        points: Vec<u16>,
    },
}

impl Spot {
    /// The place of a spot in a game.
    pub fn of(rules: &AnyRules, game: &AnyGame, spot: table::Spot) -> Spot {
        let cell = spot.cell().map(|cell| (cell.x, cell.y));
        Spot { cell, place: game.spot_name(rules, spot) }
    }
}

impl ScoreItem {
    /// A line of a score.
    pub fn of(rules: &AnyRules, item: &table::ScoreItem) -> ScoreItem {
        ScoreItem { why: rules.why(item.why).to_string(), count: item.count, each: item.each }
    }
}

impl Event {
    /// The events of an action; `game` is the game behind it.
    pub fn all(rules: &AnyRules, game: &AnyGame, events: &[table::Event]) -> Vec<Event> {
        let end = game.final_scoring(rules, events);
        let mut all: Vec<Event> = events.iter().map(|e| Event::of(rules, game, e)).collect();
        for event in &mut all[end..] {
            if let Event::Scored { last, .. } | Event::Told { last, .. } = event {
                *last = true;
            }
        }
        all
    }

    /// An engine's event; `game` is the game after the action that told it.
    pub fn of(rules: &AnyRules, game: &AnyGame, event: &table::Event) -> Event {
        use games::Game;
        let tile = |kind| rules.tile_id(kind).to_string();
        let piece = |piece| rules.piece(piece).to_string();
        let spot = |spot| Spot::of(rules, game, spot);
        match *event {
            table::Event::TurnOf { seat, part } => Event::Turn { seat: seat.0, part },
            table::Event::Drawn(kind) => Event::Drawn { tile: tile(kind) },
            table::Event::Discarded(kind) => Event::Discarded { tile: tile(kind) },
            table::Event::SetAside(kind) => Event::Aside { tile: tile(kind) },
            table::Event::Laid { kind, cell, rot } => {
                Event::Laid { tile: tile(kind), x: cell.x, y: cell.y, r: rot as u8 }
            }
            table::Event::Put { seat, piece: p, at } => {
                Event::Put { seat: seat.0, piece: piece(p), at: spot(at) }
            }
            table::Event::Moved { seat, piece: p, from, to } => {
                Event::Moved { seat: seat.0, piece: piece(p), from: spot(from), to: spot(to) }
            }
            table::Event::Scored(ref score) => scored(rules, game, score),
            table::Event::Home { seat, piece: p, from } => {
                Event::Home { seat: seat.0, piece: piece(p), from: spot(from) }
            }
            table::Event::Lost { seat, at } => Event::Lost { seat: seat.0, at: spot(at) },
            table::Event::Gained { seat, token, count } => {
                Event::Gained { seat: seat.0, token: rules.token(token).to_string(), count }
            }
            table::Event::Told { what, seat, count } => {
                let (ends, seat) = (rules.tells_end(what), seat.0);
                Event::Told { what: rules.told(what).to_string(), seat, count, ends, last: false }
            }
            table::Event::Over => {
                Event::Over { points: game.scores()[..usize::from(rules.seats())].to_vec() }
            }
        }
    }
}

fn scored(rules: &AnyRules, game: &AnyGame, score: &table::Score) -> Event {
    let seats = usize::from(rules.seats());
    Event::Scored {
        feature: rules.feature(score.feature).to_string(),
        at: Spot::of(rules, game, score.at),
        complete: score.complete,
        lasting: rules.is_lasting(score.feature),
        apart: !rules.by_majority(score.feature),
        parts: score.items.iter().map(|item| ScoreItem::of(rules, item)).collect(),
        strength: score.strength[..seats].to_vec(),
        winners: score.winners.iter().map(|Seat(seat)| seat).collect(),
        points: score.points[..seats].to_vec(),
        extent: extent(rules, game, score),
        last: false,
    }
}

fn extent(rules: &AnyRules, game: &AnyGame, score: &table::Score) -> Vec<Patch> {
    let games::Extent { spots, tiles } = game.extent(score);
    let named = spots.into_iter().filter_map(|spot| {
        let cell = spot.cell()?;
        Some(Patch(cell.x, cell.y, game.spot_name(rules, spot)))
    });
    named.chain(tiles.into_iter().map(|cell| Patch(cell.x, cell.y, String::new()))).collect()
}
