//! What stands on the wall: the gate, the towers of the seats, and the piers between lengths.

use table::Side;

use super::tint::{FACE_DARK, FACE_IN, FACE_OUT, MERLON, TOWN_ROOFS, WALK_STONE};
use super::wall::{End, FOLD, Joint, Piece, RISE, WALK};
use crate::colour::{AZURE, GOLD, INK, ROOFS, Rgb, Roof, WOOD};
use crate::geom::{Pt, TILE, add};
use crate::sprite::Tower;
use crate::svg::{Pen, bar, d, fill, flat, stroke};
use crate::{Detail, seat};

/// Where something stands at the end of a length of wall.
pub(super) struct Base {
    /// The middle of the walk there.
    pub walk: Pt,
    /// The y of the ground.
    pub foot: f64,
}

/// The base at an end of a piece. At corners and in bays the two lengths share it.
pub(super) fn base(piece: &Piece, end: End, joint: Joint) -> Base {
    let (x, y) = piece.end(end);
    let half = WALK / 2.0;
    let (side, other) = (piece.side(), (piece.side() + if end == End::Right { 1 } else { 3 }) % 4);
    // In a bay the other length stands on the side opposite to where a corner would turn.
    let other = match joint {
        Joint::Corner => other,
        Joint::Bay => (other + 2) % 4,
        _ => side,
    };
    let has = |s: usize| side == s || other == s;
    let dx = if has(3) {
        -half
    } else if has(1) {
        half
    } else {
        0.0
    };
    let (dy, foot) = if has(0) {
        (-RISE - half, 3.0)
    } else if has(2) {
        (half, WALK + RISE + 3.0)
    } else {
        (0.0, 15.0)
    };
    Base { walk: (x + dx, y + dy), foot: y + foot }
}

/// A tower with roof, pennant and emblem of its seat.
pub(super) fn tower(pen: &mut Pen, base: &Base, owner: usize, detail: Detail) {
    let big = detail.of(1.0, 1.08, 1.35);
    let (x, top) = (base.walk.0, base.walk.1 - 36.0 * big);
    let r = 15.5 * big;
    let height = base.foot - top;
    Tower { at: (x, base.foot), r, height, roof: Some(roof(owner)) }.draw(pen, detail);
    if detail == Detail::Full {
        let ring = d!("M{},{}a{},{} 0 0 0 {},0", x - r, top + 11.0, r, r * 0.42, 2.0 * r);
        pen.path(&ring, stroke(INK, 0.9).opacity(0.6));
    }
    let peak = top - r * 2.3;
    pen.path(&d!("M{},{}v{}", x, peak + 3.0, -21.0 * big), stroke(WOOD, 2.0));
    pen.placed((x, peak - 18.0 * big), big, |pen| {
        pen.path("M0,0h26l-7,6 7,6h-26z", fill(seat::colour(owner)).width(1.5));
    });
    seat::badge(pen, owner, (x, top + 23.0 * big), 9.6 * big);
}

/// A roof in the colour of a seat: in the light, plain, in the shade.
fn roof(owner: usize) -> Roof {
    let plain = seat::colour(owner);
    (if seat::is_light(owner) { plain } else { plain.times(1.25) }, plain, seat::shade(owner))
}

/// A low pier with battlements where two lengths meet.
pub(super) fn pier(pen: &mut Pen, base: &Base, detail: Detail) {
    let (x, y) = base.walk;
    let (half, top) = (10.5, y - 14.0);
    let height = base.foot - top;
    pen.path(&bar((x - half, top), (2.0 * half, height)), fill(FACE_OUT));
    pen.path(&bar((x + half - 6.0, top), (6.0, height)), flat(FACE_DARK));
    pen.path(&bar((x - half - 2.0, top - 3.0), (2.0 * half + 4.0, 10.0)), fill(WALK_STONE));
    let merlons: String =
        [-half - 2.0, -3.5, half - 5.0].map(|dx| bar((x + dx, top - 9.0), (7.0, 7.5))).concat();
    pen.path(&merlons, fill(MERLON));
    if detail == Detail::Full {
        pen.path(&d!("M{},{}h5m3,7h4m-9,7h5", x - half + 2.0, top + 15.0), stroke(FACE_DARK, 1.1));
    }
}

/// The parts of a gate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum GatePart {
    /// The house over the way.
    House,
    /// The tower that comes first on the screen: west or north.
    First,
    /// The other tower.
    Second,
}

/// The parts of the gate with their feet.
pub(super) fn parts(piece: &Piece) -> [(f64, GatePart); 3] {
    let (first, second, house) = (tower_at(piece, -1.0), tower_at(piece, 1.0), house_foot(piece));
    [(first.1, GatePart::First), (house, GatePart::House), (second.1 + 0.2, GatePart::Second)]
}

fn house_foot(piece: &Piece) -> f64 {
    let y = piece.corner().1;
    match piece.edge.side {
        Side::N => y + 1.0,
        Side::S => y + TILE + WALK + RISE + 1.0,
        _ => y + 120.0,
    }
}

fn tower_at(piece: &Piece, k: f64) -> Pt {
    let (x, y) = piece.corner();
    match piece.edge.side {
        Side::N => (x + 100.0 + 36.0 * k, y + 3.0),
        Side::S => (x + 100.0 + 36.0 * k, y + TILE + WALK + RISE + 4.0),
        Side::W => (x - WALK, y + 110.0 + 36.0 * k),
        Side::E => (x + TILE + WALK, y + 110.0 + 36.0 * k),
    }
}

/// A part of the gate.
pub(super) fn draw(pen: &mut Pen, piece: &Piece, part: GatePart, detail: Detail) {
    let red = ROOFS[1];
    let level = matches!(piece.edge.side, Side::N | Side::S);
    let height = if level { 86.0 } else { 62.0 };
    match part {
        GatePart::First | GatePart::Second => {
            let at = tower_at(piece, if part == GatePart::First { -1.0 } else { 1.0 });
            Tower { at, r: 15.0, height, roof: Some(red) }.draw(pen, detail);
            if detail != Detail::Small {
                let slits = d!("M{},{}v-7m0,-16v-7", at.0 - 4.0, at.1 - 18.0);
                pen.path(&slits, stroke(INK, 2.0));
            }
            pen.circle((at.0, at.1 - height - 35.0), 2.6, fill(GOLD));
        }
        GatePart::House if level => level_house(pen, piece, detail),
        GatePart::House => upright_house(pen, piece),
    }
}

/// The gatehouse of a north or south wall, with its arch.
fn level_house(pen: &mut Pen, piece: &Piece, detail: Detail) {
    let (x, y) = add(piece.corner(), (100.0, 0.0), 1.0);
    let north = piece.edge.side == Side::N;
    let (low, face): (f64, Rgb) =
        if north { (y, FACE_IN) } else { (y + TILE + WALK + RISE, FACE_OUT) };
    pen.placed((x, low), 1.0, |pen| {
        pen.path("M-24,0v-64h48v64z", fill(face));
        pen.path("M-24,-60v-10h8v4h8v-4h16v4h8v-4h8v10z", fill(MERLON));
        pen.path("M-17,0v-22a17,18 0 0 1 34,0v22z", fill(MERLON));
        pen.path("M-13,0v-22a13,14.5 0 0 1 26,0v22z", fill(WOOD));
        if !north && detail != Detail::Small {
            pen.path("M-7,-3v-30m7,31v-34m7,33v-30M-13,-10h26m-26,-9h26", stroke(FACE_DARK, 1.6));
        }
        // The arms of the town.
        pen.path("M-8,-58h16v8c0,6 -5,9 -8,11c-3,-2 -8,-5 -8,-11z", fill(GOLD));
        pen.path("M-6.6,-56.6h6.6v7.4h-6.6zM0,-49.2h6.6c0,4 -4,7 -6.6,8.4z", flat(AZURE));
    });
}

/// The gatehouse of a west or east wall, seen from above: the way runs under its roof.
fn upright_house(pen: &mut Pen, piece: &Piece) {
    let (x, y) = piece.corner();
    let west = piece.edge.side == Side::W;
    let left = if west { x - WALK - FOLD + 2.0 } else { x + TILE - 4.0 };
    let roof = TOWN_ROOFS[1];
    pen.placed((left + 16.5, y + 120.0), 1.0, |pen| {
        pen.path("M-17,0v-30h34v30z", fill(FACE_OUT));
        pen.path("M8,-30h9v30h-9z", flat(FACE_DARK));
        pen.path("M-20,-28l5,-24h30l5,24z", fill(roof.1));
        pen.path("M-15,-52h30l2,9h-34z", flat(roof.0));
        pen.path("M-8,-24h16v8c0,6 -5,9 -8,11c-3,-2 -8,-5 -8,-11z", fill(GOLD));
        pen.path("M-6.6,-22.6h6.6v7.4h-6.6zM0,-15.2h6.6c0,4 -4,7 -6.6,8.4z", flat(AZURE));
    });
}
