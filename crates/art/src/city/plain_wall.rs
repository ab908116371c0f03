//! The wall in the plain look: thick lines, squares for the gate, discs for towers.

use super::wall::{End, Piece};
use crate::colour::{BLACK, Rgb, pure};
use crate::geom::{INWARD, Pt, add, between};
use crate::svg::{Pen, fill, line, stroke};
use crate::{Style, draw_figure, seat};

const WALL: Rgb = pure(0x0050_5860).by_night(0x00A8_B2BC);
const GATE: Rgb = pure(0x00C8_5A2A);

/// All pieces.
pub(super) fn draw(pen: &mut Pen, pieces: &[Piece], style: Style) {
    for piece in pieces {
        let opacity = if piece.ghost { "opacity=\".5\"" } else { "opacity=\"1\"" };
        pen.group(&format!("{} {opacity}", piece.class()), |pen| length(pen, piece));
    }
    for piece in pieces {
        if let Some((owner, end)) = piece.tower {
            let at = outside(piece, piece.end(end));
            pen.circle(at, 26.0, fill(pure(0x00FF_FFFF)).line(BLACK).width(4.0));
            seat::token(pen, owner, at, 22.0);
        }
        if let Some(owner) = piece.guard {
            let at = add(middle(piece), (0.0, 18.0), 1.0);
            let scale = style.detail.figure_scale();
            draw_figure(pen, "guard", owner, at, scale, false);
        }
    }
}

fn outside(piece: &Piece, p: Pt) -> Pt {
    add(p, INWARD[piece.side()], -11.0)
}

fn middle(piece: &Piece) -> Pt {
    outside(piece, between(piece.end(End::Left), piece.end(End::Right), 0.5))
}

fn length(pen: &mut Pen, piece: &Piece) {
    let ends = [End::Left, End::Right].map(|end| outside(piece, piece.end(end)));
    let data = line(&ends);
    pen.path(&data, stroke(BLACK, 22.0).round());
    pen.path(&data, stroke(if piece.gate { GATE } else { WALL }, 15.0).round());
    if piece.gate {
        for k in [0.3, 0.7] {
            let (x, y) = between(ends[0], ends[1], k);
            let square = crate::svg::bar((x - 17.0, y - 17.0), (34.0, 34.0));
            pen.path(&square, fill(GATE).line(BLACK).width(4.0));
        }
    }
}
