//! The wall as a layer over the board: which pieces join, in what order they are drawn, and how
//! far the layer reaches.
//!
//! Board coordinates: a tile is 200 units, the tile at cell 0,0 has its corner at 0,0. The wall
//! stands outside the tiles, on ground that falls away: its walk is level with the town. North
//! walls show their inner face, which rises above the town; the others show their outer face.

use city::{City, Edge, LEFT, RIGHT, TurnStep};
use table::Side;

use super::stage::Stage;
use super::{gate, mason, plain_wall};
use crate::colour::INK;
use crate::geom::{CORNER, Pt, RUN, TILE, add};
use crate::svg::{Pen, Short};
use crate::{Detail, Look, Style, draw_figure};

/// The width of the walk.
pub(super) const WALK: f64 = 13.0;
/// How high faces are that are seen from the front.
pub(super) const RISE: f64 = 32.0;
/// How wide the faces of west and east walls are, folded out.
pub(super) const FOLD: f64 = 21.0;

/// One end of a wall.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// Counter-clockwise: on the left for somebody in the town who looks at the wall.
    Left,
    /// Clockwise.
    Right,
}

/// A piece of the wall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Where it stands.
    pub edge: Edge,
    /// Whether it is the gate.
    pub gate: bool,
    /// The seat of the guard on it.
    pub guard: Option<usize>,
    /// The seat whose tower stands at one of its ends.
    pub tower: Option<(usize, End)>,
    /// Whether it is only thought of.
    pub ghost: bool,
}

impl Piece {
    /// A wall without guard or tower.
    pub const fn wall(edge: Edge) -> Piece {
        Piece { edge, gate: false, guard: None, tower: None, ghost: false }
    }

    /// The gate.
    pub const fn gate(edge: Edge) -> Piece {
        Piece { gate: true, ..Piece::wall(edge) }
    }

    /// The same, only thought of.
    pub const fn ghost(self) -> Piece {
        Piece { ghost: true, ..self }
    }

    /// What it is called in a picture.
    pub(super) const fn class(&self) -> &'static str {
        match (self.ghost, self.gate) {
            (true, _) => "class=\"ghost\"",
            (_, true) => "class=\"gate\"",
            _ => "class=\"wall\"",
        }
    }

    /// The number of its side.
    pub(super) const fn side(&self) -> usize {
        self.edge.side as usize
    }

    /// The upper left corner of its tile.
    pub(super) fn corner(&self) -> Pt {
        (f64::from(self.edge.cell.x) * TILE, f64::from(self.edge.cell.y) * TILE)
    }

    /// The lattice point where it begins, going clockwise, or ends.
    pub(super) fn end(&self, end: End) -> Pt {
        let start = add(self.corner(), CORNER[self.side()], 1.0);
        match end {
            End::Left => start,
            End::Right => add(start, RUN[self.side()], TILE),
        }
    }

    /// Where a guard's feet are.
    pub(super) fn post(&self) -> Pt {
        let (x, y) = self.corner();
        match self.edge.side {
            Side::N => (x + 100.0, y - RISE - 3.0),
            Side::E => (x + TILE + WALK / 2.0, y + 106.0),
            Side::S => (x + 100.0, y + TILE + 9.0),
            Side::W => (x - WALK / 2.0, y + 106.0),
        }
    }
}

/// How a piece goes on at one of its ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Joint {
    /// It does not.
    Open,
    /// Straight on.
    Straight,
    /// Round an outer corner of the town.
    Corner,
    /// Into a bay.
    Bay,
}

/// The piece that follows clockwise, and how (CITY-34): a tile on the diagonal comes first.
fn follows(pieces: &[Piece], piece: &Piece) -> Option<(usize, Joint)> {
    let Edge { cell, side } = piece.edge;
    let forward = side.clockwise();
    let ahead = cell.step(forward);
    let diagonal = ahead.step(side);
    let options = [
        (Edge::new(diagonal, forward.opposite()), Joint::Bay),
        (Edge::new(ahead, side), Joint::Straight),
        (Edge::new(cell, forward), Joint::Corner),
    ];
    options.into_iter().find_map(|(edge, joint)| {
        pieces.iter().position(|p| p.edge == edge).map(|found| (found, joint))
    })
}

/// How each piece goes on at its left and at its right end.
pub(super) fn joints(pieces: &[Piece]) -> Vec<[Joint; 2]> {
    let mut all = vec![[Joint::Open; 2]; pieces.len()];
    for (i, piece) in pieces.iter().enumerate() {
        if let Some((next, joint)) = follows(pieces, piece) {
            all[i][1] = joint;
            all[next][0] = joint;
        }
    }
    all
}

/// A picture that lies on the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Layer {
    /// Its left edge in board coordinates.
    pub x: f64,
    /// Its upper edge.
    pub y: f64,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// The whole picture; its view box is the rectangle above.
    pub svg: String,
}

impl Layer {
    /// A picture with a corner and a size.
    pub(super) fn new((x, y): Pt, (width, height): Pt, body: &str) -> Layer {
        let view = [x, y, width, height].map(|v| Short(v).to_string()).join(" ");
        let svg =
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{view}\">{body}</svg>");
        Layer { x, y, width, height, svg }
    }
}

/// The wall, or single pieces of it, as a layer over the board.
pub fn wall(pieces: &[Piece], style: Style) -> Layer {
    let (low, high) = bounds(pieces);
    Layer::new(low, (high.0 - low.0, high.1 - low.1), &body(pieces, style))
}

/// A wall that is only thought of, by itself but drawn as it would join those that stand.
pub fn preview(built: &[Piece], edge: Edge, style: Style) -> Layer {
    let ghost = Piece::wall(edge).ghost();
    let all: Vec<Piece> = built.iter().copied().chain([ghost]).collect();
    let joints = joints(&all)[built.len()];
    let (low, high) = bounds(&[ghost]);
    let mut pen = Pen::new(style.night);
    if style.look == Look::Plain {
        plain_wall::draw(&mut pen, &[ghost], style);
    } else {
        let mut stage = Stage::new(style.night);
        raise(&mut stage, &ghost, joints, style.detail);
        pen.inked(INK, ink_width(style.detail), |pen| stage.draw(pen));
    }
    Layer::new(low, (high.0 - low.0, high.1 - low.1), &pen.into_text())
}

const fn ink_width(detail: Detail) -> f64 {
    detail.of(1.2, 1.6, 3.0)
}

/// The corners of a rectangle that holds the wall with its towers and guards.
fn bounds(pieces: &[Piece]) -> (Pt, Pt) {
    let points = || pieces.iter().flat_map(|p| [p.end(End::Left), p.end(End::Right)]);
    let least = |of: fn(Pt) -> f64| points().map(of).fold(f64::INFINITY, f64::min);
    let most = |of: fn(Pt) -> f64| points().map(of).fold(f64::NEG_INFINITY, f64::max);
    if pieces.is_empty() {
        return ((0.0, 0.0), (1.0, 1.0));
    }
    let low = (least(|p| p.0) - 90.0, least(|p| p.1) - 176.0);
    (low, (most(|p| p.0) + 100.0, most(|p| p.1) + 80.0))
}

/// The wall without a frame, in board coordinates.
pub(crate) fn body(pieces: &[Piece], style: Style) -> String {
    let mut pen = Pen::new(style.night);
    if style.look == Look::Plain {
        plain_wall::draw(&mut pen, pieces, style);
        return pen.into_text();
    }
    let joints = joints(pieces);
    for (piece, joints) in pieces.iter().zip(&joints).filter(|(p, _)| !p.ghost) {
        mason::shadow(&mut pen, piece, *joints);
    }
    let mut stage = Stage::new(style.night);
    for (piece, joints) in pieces.iter().zip(&joints) {
        raise(&mut stage, piece, *joints, style.detail);
    }
    pen.inked(INK, ink_width(style.detail), |pen| stage.draw(pen));
    pen.into_text()
}

/// Puts a piece on a stage, what stands at its ends, and its guard.
fn raise(stage: &mut Stage, piece: &Piece, joints: [Joint; 2], detail: Detail) {
    let mut put = |foot: f64, draw: &dyn Fn(&mut Pen)| {
        stage.put(foot, |pen| {
            if piece.ghost {
                pen.group("opacity=\".62\"", |pen| draw(pen));
            } else {
                draw(pen);
            }
        });
    };
    let foot = mason::foot(piece);
    put(foot, &|pen| {
        pen.group(piece.class(), |pen| mason::draw(pen, piece, joints, detail));
    });
    // A pier stands where this piece ends; where it begins only if nothing stands before it.
    for (end, joint) in [(End::Left, joints[0]), (End::Right, joints[1])] {
        let base = gate::base(piece, end, joint);
        if let Some((seat, _)) = piece.tower.filter(|(_, at)| *at == end) {
            put(base.foot + 1.0, &|pen| gate::tower(pen, &base, seat, detail));
        } else if end == End::Right || joint == Joint::Open {
            put(base.foot + 0.5, &|pen| gate::pier(pen, &base, detail));
        }
    }
    if piece.gate {
        for (foot, part) in gate::parts(piece) {
            put(foot, &|pen| gate::draw(pen, piece, part, detail));
        }
    }
    if let Some(seat) = piece.guard {
        // On a wall that runs up the screen there is little wall behind it to be seen against.
        let level = matches!(piece.edge.side, Side::N | Side::S);
        let scale = detail.figure_scale() * if level { 1.15 } else { 1.45 };
        let behind = if piece.edge.side == Side::N { foot + 0.2 } else { foot + 30.0 };
        put(behind, &|pen| draw_figure(pen, "guard", seat, piece.post(), scale, false));
    }
}

/// The pieces of a game, clockwise from the left end. Once the game is over the ring is closed
/// (CITY-58).
pub fn pieces(game: &City) -> Vec<Piece> {
    let raised = |wall: &city::Wall, end: End| Piece {
        guard: wall.guard().map(table::Seat::index),
        tower: wall.tower().map(|seat| (seat.index(), end)),
        ..Piece::wall(wall.edge)
    };
    let left = game.walls(LEFT).iter().rev().map(|w| raised(w, End::Left));
    let right = game.walls(RIGHT).iter().map(|w| raised(w, End::Right));
    let mut all: Vec<Piece> = left.chain(game.gate().map(Piece::gate)).chain(right).collect();
    if game.step() == TurnStep::Over {
        let built: Vec<Edge> = all.iter().map(|p| p.edge).collect();
        let closing = game.outline().filter(|e| !built.contains(e));
        all.extend(closing.map(|e| Piece::wall(e).ghost())); // told apart: nobody built them
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Cell;

    /// Three tiles in an angle: 0,0 with one to the east and one to the south.
    #[test]
    fn pieces_join_along_the_outline() {
        let at = |x, y, side| Piece::wall(Edge::new(Cell::new(x, y), side));
        let ring = [
            at(0, 0, Side::N),
            at(1, 0, Side::N),
            at(1, 0, Side::E),
            at(1, 0, Side::S),
            at(0, 1, Side::E),
            at(0, 1, Side::S),
            at(0, 1, Side::W),
            at(0, 0, Side::W),
        ];
        let right: Vec<Joint> = joints(&ring).iter().map(|j| j[1]).collect();
        let (straight, corner, bay) = (Joint::Straight, Joint::Corner, Joint::Bay);
        assert_eq!(right, [straight, corner, corner, bay, corner, corner, straight, corner]);
        let left: Vec<Joint> = joints(&ring).iter().map(|j| j[0]).collect();
        assert_eq!(left[1..], right[..7]);
        assert_eq!(joints(&ring[..1]), [[Joint::Open; 2]]);
    }

    #[test]
    fn lengths_meet_where_they_join() {
        let piece = Piece::wall(Edge::new(Cell::new(2, -1), Side::E));
        assert_eq!(piece.end(End::Left), (600.0, -200.0));
        assert_eq!(piece.end(End::Right), (600.0, 0.0));
    }
}
