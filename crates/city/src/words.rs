//! Words for spots, pieces and actions, as docs/notation.md has them.

use alloc::format;
use alloc::string::{String, ToString};

use table::{
    Action, Cell, Game, HALF_EDGES, HalfEdge, Laid, NodeId, Piece, Rot, Seat, Side, Spot,
    TextError, TileKind,
};

use crate::edge::{Edge, LEFT, RIGHT};
use crate::names::{FOLLOWER, GATE, HOMES, MARKET, STREET, TOWER, WALL, feature};
use crate::rules::Rules;
use crate::state::{City, TurnStep};

/// The farthest column or row that is read: more than any game can reach.
const FAR: i16 = 500;

/// The name of a segment as it lies: `street:NS`, `market:NL.NR`, `homes:inner.2`.
pub(crate) fn segment_name(rules: &Rules, laid: Laid, segment: u8) -> String {
    let tile = rules.tile(laid.kind);
    let Some(seg) = tile.segments.get(segment as usize) else {
        return format!("{segment}?");
    };
    let mut name = String::from(feature(seg.kind));
    name.push(':');
    let ports = seg.ports_turned(laid.rot);
    if seg.kind == STREET {
        name.extend(Side::ALL.iter().filter(|s| ports >> **s as u8 & 1 == 1).map(|s| s.letter()));
    } else if ports == 0 {
        name.push_str("inner.");
        name.push_str(&(segment - tile.streets + 1).to_string());
    } else {
        let halves = (0..8).filter(|h| ports >> h & 1 == 1);
        for (count, half) in halves.enumerate() {
            name.push_str(if count == 0 { "" } else { "." });
            name.push_str(HALF_EDGES[half]);
        }
    }
    name
}

/// Reads the name of a segment of a laid tile; any one side or half-edge is enough.
pub(crate) fn read_segment(rules: &Rules, laid: Laid, text: &str) -> Result<u8, TextError> {
    let tile = rules.tile(laid.kind);
    let expected = "street:, market: or homes:";
    let (name, ports) = text.split_once(':').ok_or_else(|| TextError::new(0, expected))?;
    let kind = [STREET, MARKET, HOMES].into_iter().find(|k| feature(*k) == name);
    let kind = kind.ok_or_else(|| TextError::new(0, expected))?;
    let at = name.len() + 1;
    let none = || TextError::new(at, format!("a spot of the tile; it has no {name} there"));
    if let Some(number) = ports.strip_prefix("inner.") {
        let number: u8 = number.parse().map_err(|_| TextError::new(at + 6, "a number"))?;
        let segment = number.checked_sub(1).and_then(|n| n.checked_add(tile.streets));
        return segment
            .filter(|s| {
                let found = tile.segments.get(*s as usize);
                found.is_some_and(|seg| seg.kind == kind && seg.ports == 0)
            })
            .ok_or_else(none);
    }
    let mask = if kind == STREET { read_sides(ports) } else { read_halves(ports) };
    let mask = mask.map_err(|error| error.later(at))?;
    let found = tile
        .segments
        .iter()
        .position(|s| s.kind == kind && s.ports_turned(laid.rot) & mask == mask);
    found.map(|segment| segment as u8).ok_or_else(none)
}

fn read_sides(text: &str) -> Result<u8, TextError> {
    let mut mask = 0;
    for (at, letter) in text.char_indices() {
        let side = Side::from_letter(letter);
        mask |= 1 << side.ok_or_else(|| TextError::new(at, "sides: N, E, S, W"))? as u8;
    }
    if mask == 0 { Err(TextError::new(0, "sides: N, E, S, W")) } else { Ok(mask) }
}

fn read_halves(text: &str) -> Result<u8, TextError> {
    let mut mask = 0;
    let mut at = 0;
    for name in text.split('.') {
        let half = HalfEdge::from_name(name);
        mask |= 1 << half.ok_or_else(|| TextError::new(at, "half-edges: NL, NR, EL … WR"))?.0;
        at += name.len() + 1;
    }
    Ok(mask)
}

/// `x,y`.
pub(crate) fn cell_name(cell: Cell) -> String {
    format!("{},{}", cell.x, cell.y)
}

/// `x,y:E`.
pub(crate) fn edge_name(edge: Edge) -> String {
    format!("{}:{}", cell_name(edge.cell), edge.side.letter())
}

/// Reads `x,y`.
pub(crate) fn read_cell(text: &str) -> Result<Cell, TextError> {
    let number = |text: &str| text.parse().ok().filter(|n| (-FAR..=FAR).contains(n));
    let (x, y) = text.split_once(',').ok_or_else(|| TextError::new(0, "a cell, as 1,-2"))?;
    match (number(x), number(y)) {
        (Some(x), Some(y)) => Ok(Cell::new(x, y)),
        (None, _) => Err(TextError::new(0, "a column, as in 1,-2")),
        _ => Err(TextError::new(x.len() + 1, "a row, as in 1,-2")),
    }
}

/// Reads `x,y:E`.
pub(crate) fn read_edge(text: &str) -> Result<Edge, TextError> {
    let (cell, side) =
        text.split_once(':').ok_or_else(|| TextError::new(0, "an edge, as 1,0:E"))?;
    let mut letters = side.chars();
    let side = letters.next().and_then(Side::from_letter).filter(|_| letters.as_str().is_empty());
    let at = cell.len() + 1;
    let side = side.ok_or_else(|| TextError::new(at, "a side: N, E, S or W"))?;
    Ok(Edge::new(read_cell(cell)?, side))
}

/// Reads a seat, counted from 1.
pub(crate) fn read_seat(rules: &Rules, text: &str) -> Result<Seat, TextError> {
    let seat = text.parse().ok().filter(|n| (1..=rules.seats).contains(n));
    let seat: u8 =
        seat.ok_or_else(|| TextError::new(0, format!("a seat from 1 to {}", rules.seats)))?;
    Ok(Seat(seat - 1))
}

/// The kind of tile with this id.
pub(crate) fn kind_of(rules: &Rules, id: &str) -> Option<TileKind> {
    rules.tiles.iter().position(|t| t.id == id).map(|kind| TileKind(kind as u8))
}

impl City {
    /// The word of an action.
    pub(crate) fn action_word(&self, rules: &Rules, action: Action) -> String {
        match action {
            Action::Pass => String::from("-"),
            Action::First(seat) => format!("first:{}", seat.0 + 1),
            Action::Draw(kind) if (kind.0 as usize) < rules.tiles.len() => {
                rules.tile(kind).id.clone()
            }
            Action::Tile { cell, rot } => format!("{} r{}", cell_name(cell), rot as u8),
            Action::Put { piece, at: Spot::Edge { cell, side } } => {
                self.edge_word(piece, Edge::new(cell, side))
            }
            Action::Put { piece: FOLLOWER, at: Spot::Segment { segment, .. } } => {
                format!("follower@{}", segment_name(rules, self.last_laid(), segment))
            }
            _ => format!("{action:?}"),
        }
    }

    fn edge_word(&self, piece: Piece, edge: Edge) -> String {
        let end = |right: bool| if right { "right" } else { "left" };
        match piece {
            GATE => format!("gate@{}", edge_name(edge)),
            WALL => format!("wall:{}", end(self.next_place(RIGHT) == Some(edge))),
            TOWER => format!("tower:{}", end(self.end(RIGHT) == Some(edge))),
            _ => String::from("guard"),
        }
    }

    /// Reads the word of an action.
    pub(crate) fn read_action(&self, rules: &Rules, text: &str) -> Result<Action, TextError> {
        if text == "-" {
            return Ok(Action::Pass);
        }
        if text == "guard" {
            return self.read_guard();
        }
        if let Some(seat) = text.strip_prefix("first:") {
            return read_seat(rules, seat).map(Action::First).map_err(|e| e.later(6));
        }
        if let Some(side) = text.strip_prefix("wall:") {
            let place = self.next_place(read_end(side, 5)?);
            let place = place.ok_or_else(|| TextError::new(0, "gate@CELL:SIDE before any wall"))?;
            return Ok(Action::Put { piece: WALL, at: place.spot() });
        }
        if let Some(side) = text.strip_prefix("tower:") {
            let end = self.end(read_end(side, 6)?);
            let end = end.ok_or_else(|| TextError::new(0, "gate@CELL:SIDE before any tower"))?;
            return Ok(Action::Put { piece: TOWER, at: end.spot() });
        }
        if let Some(edge) = text.strip_prefix("gate@") {
            let edge = read_edge(edge).map_err(|e| e.later(5))?;
            return Ok(Action::Put { piece: GATE, at: edge.spot() });
        }
        if let Some(spot) = text.strip_prefix("follower@") {
            return self.read_claim(rules, spot).map_err(|e| e.later(9));
        }
        if matches!(self.turn(), table::Turn::Chance) {
            return self.read_draw(rules, text);
        }
        read_tile(text)
    }

    fn read_guard(&self) -> Result<Action, TextError> {
        let place = self.guard_place().or(self.wall(self.phase.piece).map(|wall| wall.edge));
        let place =
            place.ok_or_else(|| TextError::new(0, "another word: no wall was just built"))?;
        Ok(Action::Put { piece: FOLLOWER, at: place.spot() })
    }

    /// Of two segments of one feature either may be typed; the first one is meant (CITY-19).
    fn read_claim(&self, rules: &Rules, text: &str) -> Result<Action, TextError> {
        if self.board.laid().is_empty() {
            return Err(TextError::new(0, "another word: no tile lies on the table"));
        }
        let laid = self.last_laid();
        let typed = read_segment(rules, laid, text)?;
        let root = |segment: u8| self.map.find(laid.first + segment as NodeId);
        let segment = (0..typed).find(|s| root(*s) == root(typed)).unwrap_or(typed);
        Ok(Action::Put { piece: FOLLOWER, at: Spot::segment(laid.cell, segment) })
    }

    /// The `x` behind a tile that fits nowhere may be left out, but must not be wrong.
    fn read_draw(&self, rules: &Rules, text: &str) -> Result<Action, TextError> {
        if self.step == TurnStep::First {
            return Err(TextError::new(0, "first:SEAT"));
        }
        let (id, gone) = match text.strip_suffix(" x") {
            Some(id) => (id, true),
            None => (text, false),
        };
        let kind = kind_of(rules, id).ok_or_else(|| TextError::new(0, "the id of a tile"))?;
        if gone && self.fits_somewhere(rules, kind) {
            return Err(TextError::new(id.len(), "no x: the tile fits somewhere"));
        }
        Ok(Action::Draw(kind))
    }
}

fn read_end(text: &str, at: usize) -> Result<usize, TextError> {
    match text {
        "left" => Ok(LEFT),
        "right" => Ok(RIGHT),
        _ => Err(TextError::new(at, "left or right")),
    }
}

fn read_tile(text: &str) -> Result<Action, TextError> {
    let expected = "a word that answers here, as 0,-1 r2, follower@street:N or -";
    let (cell, turn) = text.split_once(" r").ok_or_else(|| TextError::new(0, expected))?;
    let rot = read_rot(turn)
        .ok_or_else(|| TextError::new(cell.len() + 2, "quarter turns from 0 to 3"))?;
    Ok(Action::Tile { cell: read_cell(cell)?, rot })
}

/// Reads quarter turns.
pub(crate) fn read_rot(text: &str) -> Option<Rot> {
    match text {
        "0" => Some(Rot::R0),
        "1" => Some(Rot::R1),
        "2" => Some(Rot::R2),
        "3" => Some(Rot::R3),
        _ => None,
    }
}
