//! Lengths of wall: walk, face and battlements, with the shadow that they throw into the town.

use table::Side;

use super::tint::{FACE_DARK, FACE_IN, FACE_LIT, FACE_OUT, MERLON, WALK_STONE};
use super::wall::{FOLD, Joint, Piece, RISE, WALK};
use crate::Detail;
use crate::colour::{INK, Rgb, SHADE};
use crate::geom::{Pt, TILE, between};
use crate::rng::Rng;
use crate::svg::{Pen, bar, d, fill, flat, polygon, stroke};

/// The length of a merlon and the gap after it: twelve to a wall.
const BEAT: f64 = TILE / 12.0;

/// The y by which a length of wall is drawn before or after others.
pub(super) fn foot(piece: &Piece) -> f64 {
    let y = piece.corner().1;
    match piece.edge.side {
        Side::N => y,
        Side::S => y + TILE + WALK + RISE,
        // After a south wall that it leads to in a bay, before its own south corner.
        Side::E | Side::W => y + WALK + RISE + 8.0,
    }
}

/// The shadow of a piece on the town and on the land.
pub(super) fn shadow(pen: &mut Pen, piece: &Piece, joints: [Joint; 2]) {
    let (x, y) = piece.corner();
    let soft = |pen: &mut Pen, wide: &str, narrow: &str, colour: Rgb| {
        pen.path(wide, flat(colour).opacity(0.16));
        pen.path(narrow, flat(colour).opacity(0.2));
    };
    match piece.edge.side {
        Side::N => {
            let strip = |depth: f64| bar((x, y), (TILE, depth));
            soft(pen, &strip(22.0), &strip(14.0), INK);
        }
        Side::W => {
            let strip = |depth: f64| bar((x, y), (depth, TILE));
            soft(pen, &strip(22.0), &strip(13.0), INK);
        }
        Side::S => {
            let base = y + TILE + WALK + RISE;
            let reach = if joints[0] == Joint::Corner { FOLD + WALK } else { 0.0 };
            let strip = |depth: f64| {
                polygon(&[
                    (x, base),
                    (x + TILE + reach, base),
                    (x + TILE + reach + depth * 0.6, base + depth),
                    (x + depth * 0.6, base + depth),
                ])
            };
            soft(pen, &strip(26.0), &strip(14.0), SHADE);
        }
        Side::E => {
            let base = x + TILE + WALK + FOLD;
            let low = y + TILE + if joints[1] == Joint::Corner { WALK + RISE } else { 0.0 };
            let strip = |depth: f64| {
                polygon(&[
                    (base, y),
                    (base + depth, y + depth * 0.6),
                    (base + depth, low + depth * 0.6),
                    (base, low),
                ])
            };
            soft(pen, &strip(26.0), &strip(14.0), SHADE);
        }
    }
}

/// A length of wall.
pub(super) fn draw(pen: &mut Pen, piece: &Piece, joints: [Joint; 2], detail: Detail) {
    match piece.edge.side {
        Side::N | Side::S => level(pen, piece, joints, detail),
        Side::E | Side::W => upright(pen, piece, joints, detail),
    }
}

/// Battlements along a line.
fn battlements(pen: &mut Pen, data: &str, detail: Detail) {
    let wide = if detail == Detail::Small { 1.5 } else { 1.0 };
    let (long, gap) = (BEAT * 0.58, BEAT * 0.42);
    // Dashes begin with half a merlon so that the next length goes on with its other half.
    pen.path(data, stroke(INK, 8.4 * wide).dash(long + 1.6, gap - 1.6).offset(long / 2.0 + 0.8));
    pen.path(data, stroke(MERLON, 6.0 * wide).dash(long - 0.8, gap + 0.8).offset(long / 2.0 - 0.4));
}

/// North and south walls.
fn level(pen: &mut Pen, piece: &Piece, joints: [Joint; 2], detail: Detail) {
    let (x, y) = piece.corner();
    let north = piece.edge.side == Side::N;
    // West end first.
    let [west, east] = if north { joints } else { [joints[1], joints[0]] };
    let from = x - if west == Joint::Corner { WALK } else { 0.0 };
    let to = x + TILE + if east == Joint::Corner { WALK } else { 0.0 };
    if north {
        let top = y - RISE - WALK;
        pen.path(&bar((x, y - RISE), (TILE, RISE)), fill(FACE_IN));
        courses(pen, piece, (x, y - RISE), detail);
        pen.path(&bar((from, top), (to - from, WALK)), fill(WALK_STONE));
        flags(pen, &d!("M{},{}h{}", x, top + WALK - 4.0, TILE), detail);
        battlements(pen, &d!("M{},{}h{}", x, top - 1.0, TILE), detail);
    } else {
        let top = y + TILE;
        let (left, right) = (
            if west == Joint::Corner { x - WALK - FOLD } else { x },
            if east == Joint::Corner { x + TILE + WALK + FOLD } else { x + TILE },
        );
        let face = [
            (from, top + WALK),
            (to, top + WALK),
            (right, top + WALK + RISE),
            (left, top + WALK + RISE),
        ];
        pen.polygon(&face, fill(FACE_OUT));
        courses(pen, piece, (x, top + WALK), detail);
        pen.path(&bar((from, top), (to - from, WALK)), fill(WALK_STONE));
        flags(pen, &d!("M{},{}h{}", x, top + 3.5, TILE), detail);
        battlements(pen, &d!("M{},{}h{}", x, top + WALK - 1.0, TILE), detail);
    }
}

/// Flagstones of the walk.
fn flags(pen: &mut Pen, data: &str, detail: Detail) {
    if detail == Detail::Full {
        pen.path(data, stroke(FACE_IN, 6.0).dash(1.0, 13.3).opacity(0.9));
    }
}

/// Courses of stone, and a slit or two.
fn courses(pen: &mut Pen, piece: &Piece, (x, y): Pt, detail: Detail) {
    if detail == Detail::Small {
        return;
    }
    let mut rng = Rng::of("course").cell(piece.edge.cell).int(piece.side() as i64);
    let rows = if detail == Detail::Full { 4 } else { 3 };
    let mut data = String::new();
    for row in 0..rows {
        let level = y + RISE * (f64::from(row) + 0.8) / f64::from(rows);
        data += &d!("M{},{}h{}", x + rng.whole(16), level, TILE - 16.0);
    }
    pen.path(&data, stroke(FACE_DARK, 1.1).dashes([9.0, 6.0, 14.0, 11.0]));
    if detail == Detail::Full {
        // Some stones are darker than others.
        let stones: String = (0..7)
            .map(|_| bar((x + 8.0 + 4.0 * rng.whole(44), y + 5.0 + 6.0 * rng.whole(4)), (9.0, 4.5)))
            .collect();
        pen.path(&stones, flat(FACE_DARK).opacity(0.35));
        if piece.edge.side == Side::S && !piece.gate {
            let slits = d!("M{},{}v-9M{},{}v-9", x + 50.0, y + 22.0, x + 150.0, y + 22.0);
            pen.path(&slits, stroke(INK, 2.2));
        }
    }
}

/// West and east walls: the walk, and the outer face folded out.
fn upright(pen: &mut Pen, piece: &Piece, joints: [Joint; 2], detail: Detail) {
    let (x, y) = piece.corner();
    let west = piece.edge.side == Side::W;
    // North end first.
    let [north, south] = if west { [joints[1], joints[0]] } else { joints };
    let top = match north {
        Joint::Corner => y - RISE - WALK,
        _ => y,
    };
    let low = match south {
        Joint::Bay => y + TILE - RISE - WALK / 2.0,
        _ => y + TILE,
    };
    // From the side outwards.
    let out = |v: f64| if west { x - v } else { x + TILE + v };
    let fold_top = if north == Joint::Bay { top + WALK } else { top };
    let (inner_low, outer_low) =
        if south == Joint::Corner { (low + WALK, low + WALK + RISE) } else { (low, low) };
    let face = [
        (out(WALK), fold_top),
        (out(WALK + FOLD), fold_top + if north == Joint::Corner { 14.0 } else { 0.0 }),
        (out(WALK + FOLD), outer_low),
        (out(WALK), inner_low),
    ];
    pen.polygon(&face, fill(if west { FACE_LIT } else { FACE_DARK }));
    // The foot of the wall is darker: it is farther down.
    let [top_in, top_out, low_out, low_in] = face;
    let lower = [between(top_in, top_out, 0.58), top_out, low_out, between(low_in, low_out, 0.58)];
    pen.polygon(&lower, flat(INK).opacity(if west { 0.13 } else { 0.2 }));
    upright_courses(pen, piece, detail);
    if south == Joint::Open {
        pen.path(&bar((out(WALK).min(out(0.0)), low), (WALK, 14.0)), fill(FACE_IN));
    }
    let left = out(WALK).min(out(0.0));
    pen.path(&bar((left, top), (WALK, inner_low.min(low + WALK) - top)), fill(WALK_STONE));
    // A strip of the inner face, dark in the west, lit in the east.
    let strip = bar((out(0.0).min(out(-5.0)), y), (5.0, TILE));
    pen.path(&strip, flat(if west { FACE_DARK } else { FACE_LIT }));
    flags(pen, &d!("M{},{}v{}", out(4.0), y, TILE), detail);
    battlements(pen, &d!("M{},{}v{}", out(WALK - 1.0), y, TILE), detail);
}

/// Courses on a folded face, and the lines where it leans on buttresses.
fn upright_courses(pen: &mut Pen, piece: &Piece, detail: Detail) {
    if detail == Detail::Small {
        return;
    }
    let (x, y) = piece.corner();
    let west = piece.edge.side == Side::W;
    let out = |v: f64| if west { x - v } else { x + TILE + v };
    let mut rng = Rng::of("course").cell(piece.edge.cell).int(piece.side() as i64);
    let mut data = String::new();
    for row in [0.28, 0.55, 0.8] {
        data += &d!("M{},{}v{}", out(WALK + FOLD * row), y + rng.whole(16), TILE - 16.0);
    }
    let line = if west { FACE_DARK } else { SHADE };
    pen.path(&data, stroke(line, 1.1).dashes([9.0, 6.0, 14.0, 11.0]).opacity(0.8));
    // Buttresses.
    let step = if west { -1.0 } else { 1.0 };
    let buttress = |at: f64| {
        let base = out(WALK);
        polygon(&[
            (base, y + at),
            (base + step * (FOLD + 4.0), y + at - 3.0),
            (base + step * (FOLD + 4.0), y + at + 13.0),
            (base, y + at + 9.0),
        ])
    };
    let all = [42.0, 148.0].map(buttress).concat();
    pen.path(&all, fill(if west { WALK_STONE } else { FACE_IN }));
}
