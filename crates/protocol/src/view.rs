//! The table as everybody may see it. There are no secrets in a game, so there is one view.
//!
//! A view is the list of laid tiles, which only grows (an undone or replayed tile is never told),
//! and [`Now`], everything else, small enough to be sent whole with every step.

use games::view::{self, Tabletop};
use games::{AnyGame, AnyRules, Game, Seat, Turn};
use serde::{Deserialize, Serialize};

use crate::config::Aids;
use crate::event::Spot;

/// A kind of tile in play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Kind {
    /// Its id: `base/E`.
    pub id: String,
    /// How many there are in the game, the start included; 0 for one that stays in the box.
    pub count: u8,
}

/// A tile on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Laid {
    /// Its id.
    pub id: String,
    /// Column, growing east.
    pub x: i16,
    /// Row, growing south.
    pub y: i16,
    /// Quarter turns clockwise.
    pub r: u8,
    /// Who laid it; nobody laid the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub by: Option<u8>,
}

/// A piece on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Figure {
    /// Whose; the Count is nobody's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub seat: Option<u8>,
    /// Which kind: `follower`, `large`, `abbot`, `builder`, `pig`, `count`.
    pub piece: String,
    /// Where.
    pub at: Spot,
}

/// A piece of The City's wall, in the order of the ring from its left end to its right end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RingPiece {
    /// The edge: cell inside and side.
    pub at: Spot,
    /// Whether it is the gate.
    pub gate: bool,
    /// The seat whose guard stands on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub guard: Option<u8>,
    /// The seat whose tower stands at its end away from the gate: the clockwise end of a wall
    /// behind the gate in this list, the other end of one before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub tower: Option<u8>,
}

/// What a seat has.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Standing {
    /// Points so far.
    pub score: u16,
    /// Points if the game ended now; only where the table's aids show it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub forecast: Option<u16>,
    /// Pieces in the supply: name and number, those with none left included.
    pub supply: Vec<(String, u8)>,
    /// Tokens: name and number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<(String, u8)>>", optional))]
    pub tokens: Vec<(String, u8)>,
}

/// Everything about a game but its laid tiles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Now {
    /// The number of the turn, from 1; 0 before the first.
    pub turn: u16,
    /// Whose turn it is.
    pub on_turn: u8,
    /// Which part of the turn, from 1.
    pub part: u8,
    /// Who must decide; nobody once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub to_act: Option<u8>,
    /// What is decided: `lay`, `figure` or another name that the family or an expansion declares;
    /// `over`; `draw` if chance decides, which is told in drafts only.
    pub ask: String,
    /// The drawn tile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub hand: Option<String>,
    /// The cell of the tile laid last; absent while only the start lies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub last: Option<(i16, i16)>,
    /// Pieces on the table; guards are in `walls`.
    pub figures: Vec<Figure>,
    /// The wall of The City.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<RingPiece>>", optional))]
    pub walls: Vec<RingPiece>,
    /// Wall pieces left in the common supply, and how many this wall phase still asks for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub walls_left: Option<(u8, u8)>,
    /// Who builds the pieces that this wall phase still asks for, in order; the seat that builds
    /// now comes first, one that only decides about a guard has built already.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<u8>>", optional))]
    pub builders: Vec<u8>,
    /// The pile of The City that the tile drawn last came from, from 1: it says how many walls a
    /// phase builds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub pile: Option<u8>,
    /// What each seat has.
    pub seats: Vec<Standing>,
    /// How many tiles are left to draw; those put aside are not counted.
    pub left: u16,
    /// How many are left of each kind, in the order of [`View::kinds`]; only where the aids show
    /// it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<u8>>", optional))]
    pub bag: Vec<u8>,
    /// The same for the next draw alone, if not every tile left can come next (river, piles).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<u8>>", optional))]
    pub next: Vec<u8>,
    /// Tiles that left the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<String>>", optional))]
    pub gone: Vec<String>,
    /// Tiles put aside, to come again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<String>>", optional))]
    pub aside: Vec<String>,
}

/// A whole table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct View {
    /// The kinds of tile in play.
    pub kinds: Vec<Kind>,
    /// Pieces of the seats that are built and are no figures: `tower`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<String>>", optional))]
    pub built: Vec<String>,
    /// The laid tiles, in the order of laying.
    pub tiles: Vec<Laid>,
    /// The rest.
    pub now: Now,
}

impl View {
    /// A game as the table's aids show it, in its turn number `turn`. Who laid a tile is no part of
    /// a game: [`crate::Course::view`] knows.
    pub fn of(rules: &AnyRules, game: &AnyGame, turn: u16, aids: Aids) -> View {
        let counts = view::kinds(rules);
        let kinds = rules.tiles().into_iter().zip(counts);
        let kinds = kinds.map(|((_, id, _), count)| Kind { id: id.to_string(), count });
        let built = rules.pieces().into_iter().filter(|piece| !piece.figure && !piece.nobodys);
        View {
            kinds: kinds.collect(),
            built: built.map(|piece| piece.name.to_string()).collect(),
            tiles: laid(rules, game, 0, |_| None),
            now: Now::of(rules, game, turn, aids),
        }
    }
}

/// The laid tiles from number `from` on, in the order of laying; `by` says who laid a number.
pub fn laid(
    rules: &AnyRules,
    game: &AnyGame,
    from: usize,
    by: impl Fn(usize) -> Option<u8>,
) -> Vec<Laid> {
    let tiles = game.board().laid().iter().enumerate().skip(from);
    let tile = |(number, laid): (usize, &::table::Laid)| Laid {
        id: rules.tile_id(laid.kind).to_string(),
        x: laid.cell.x,
        y: laid.cell.y,
        r: laid.rot as u8,
        by: by(number),
    };
    tiles.map(tile).collect()
}

impl Now {
    /// A game as the table's aids show it, in its turn number `turn`.
    pub fn of(rules: &AnyRules, game: &AnyGame, turn: u16, aids: Aids) -> Now {
        let look = Tabletop::of(rules, game);
        let ids = |kinds: &[::table::TileKind]| -> Vec<String> {
            kinds.iter().map(|kind| rules.tile_id(*kind).to_string()).collect()
        };
        let spot = |at| Spot::of(rules, game, at);
        let counts_shown = aids != Aids::Purist;
        let tiles = game.board().laid();
        let last = tiles.last().filter(|_| tiles.len() > view::start_tiles(rules));
        Now {
            turn,
            on_turn: look.on_turn.0,
            part: look.part,
            to_act: match game.turn() {
                Turn::Player(Seat(seat)) => Some(seat),
                Turn::Chance | Turn::Over => None,
            },
            ask: look.ask.name().to_string(),
            hand: game.hand().map(|kind| rules.tile_id(kind).to_string()),
            last: last.map(|tile| (tile.cell.x, tile.cell.y)),
            figures: look.figures.iter().map(|f| figure(rules, game, f)).collect(),
            walls: look.ring.iter().flat_map(|r| &r.walls).map(|w| wall(w, spot(w.at))).collect(),
            walls_left: look.ring.as_ref().map(|ring| (ring.left, ring.wanted)),
            builders: look.ring.iter().flat_map(|ring| &ring.builders).map(|s| s.0).collect(),
            pile: look.ring.as_ref().map(|ring| ring.pile),
            seats: standings(rules, game, &look, aids),
            left: look.stock.left.iter().map(|count| u16::from(*count)).sum(),
            gone: ids(&look.stock.gone),
            aside: ids(&look.stock.aside),
            bag: if counts_shown { look.stock.left } else { Vec::new() },
            next: look.stock.next.filter(|_| counts_shown).unwrap_or_default(),
        }
    }
}

fn figure(rules: &AnyRules, game: &AnyGame, figure: &view::Figure) -> Figure {
    Figure {
        seat: figure.seat.map(|Seat(seat)| seat),
        piece: rules.piece(figure.piece).to_string(),
        at: Spot::of(rules, game, figure.at),
    }
}

fn wall(wall: &view::RingPiece, at: Spot) -> RingPiece {
    let seat = |seat: Option<Seat>| seat.map(|Seat(seat)| seat);
    RingPiece { at, gate: wall.gate, guard: seat(wall.guard), tower: seat(wall.tower) }
}

fn standings(rules: &AnyRules, game: &AnyGame, look: &Tabletop, aids: Aids) -> Vec<Standing> {
    let scores = game.scores();
    let forecast = (aids == Aids::Beginner).then(|| game.forecast(rules));
    let seats = look.seats.iter().enumerate().map(|(seat, has)| Standing {
        score: scores[seat],
        forecast: forecast.map(|points| points[seat]),
        supply: has.supply.iter().map(|(p, n)| (rules.piece(*p).to_string(), *n)).collect(),
        tokens: has.tokens.iter().map(|(t, n)| (rules.token(*t).to_string(), *n)).collect(),
    });
    seats.collect()
}

/// Every word that the seat to act may say next; empty if chance decides or the game is over.
pub fn legal_words(rules: &AnyRules, game: &AnyGame) -> Vec<String> {
    view::legal_words(rules, game)
}
