//! The landmarks of the four quarters of Carcassonne: castle, market, smithy. The cathedral is the
//! one of other cities, larger.

use crate::Detail;
use crate::colour::{
    DOOR, GOLD, INK, PLAZA, ROOFS, Rgb, SHADE, STONE, STONE_DARK, STONE_LIGHT, WALLS, WHITE,
    WINDOW, WOOD, map,
};
use crate::geom::Pt;
use crate::svg::{Pen, d, fill, flat, steps, stroke};

use super::{Tower, shield};

const RED: Rgb = map(0x00B0_3A2E);
const BLUE: Rgb = map(0x002F_6F9A);
const GREEN: Rgb = map(0x0056_7F3A);
const GLOW: Rgb = map(0x00E8_7A2A).by_night(0x00FF_9A3C);
const SMOKE: Rgb = map(0x00D8_D2C6).by_night(0x0055_5F70);
const IRON: Rgb = map(0x0056_5A60);

/// A castle: a square keep between round towers, with a gate and a banner. 120 wide.
pub fn castle(pen: &mut Pen, at: Pt, scale: f64, detail: Detail) {
    pen.placed(at, scale, |pen| {
        pen.path("M-60,4h122l12,8h-122z", flat(SHADE).opacity(0.35));
        let tower = |pen: &mut Pen, x: f64, y: f64, r: f64, height: f64| {
            Tower { at: (x, y), r, height, roof: Some(ROOFS[4]) }.draw(pen, detail);
        };
        tower(pen, -50.0, -8.0, 9.0, 52.0);
        tower(pen, 50.0, -8.0, 9.0, 52.0);
        // The keep.
        pen.path("M-24,-4v-72h48v72z", fill(STONE));
        pen.path("M8,-4v-72h16v72z", flat(STONE_DARK));
        pen.path("M-28,-74v-12h8v6h8v-6h8v6h8v-6h8v6h8v-6h8v12z", fill(STONE_LIGHT));
        pen.path(
            "M-14,-52v-10h5v10zM-2,-52v-10h5v10zM-14,-30v-9h5v9zM-2,-30v-9h5v9z",
            flat(WINDOW),
        );
        // The curtain wall.
        pen.path("M-52,6v-28h104v28z", fill(STONE_LIGHT));
        pen.path(
            "M-54,-20v-9h7v4h7v-4h7v4h7v-4h7v4h7v-4h7v4h7v-4h7v4h7v-4h7v4h7v-4h7v4h7v-4h5v9z",
            fill(WHITE),
        );
        pen.path("M-52,-8h104M-52,-1h104", stroke(STONE_DARK, 0.8).dash(7.0, 4.0));
        pen.path("M-9,6v-13a9,10 0 0 1 18,0v13z", fill(DOOR));
        pen.path("M-4,6v-20M0,6v-22M4,6v-20M-9,-4h18", stroke(INK, 0.9));
        tower(pen, -52.0, 5.0, 10.0, 40.0);
        tower(pen, 52.0, 5.0, 10.0, 40.0);
        pen.path("M0,-84v-26", stroke(WOOD, 2.2));
        pen.path("M1,-110c10,-4 14,4 26,0v15c-12,4 -16,-4 -26,0z", fill(GOLD));
        pen.path("M1,-102.5c10,-4 14,4 26,0", stroke(RED, 4.0));
        shield(pen, (-36.0, 12.0), 0.8);
    });
}

/// A market stall with a striped awning; `number` picks its colour. 34 wide.
pub fn stall(pen: &mut Pen, at: Pt, number: usize, detail: Detail) {
    let colour = [RED, BLUE, GREEN][number % 3];
    pen.placed(at, 1.0, |pen| {
        pen.ellipse((4.0, 1.0), (19.0, 5.0), flat(SHADE).opacity(0.3));
        pen.path("M-15,0v-17M15,0v-17", stroke(WOOD, 2.0));
        pen.path("M-15,-1v-8h30v8z", fill(WALLS[2]));
        if detail == Detail::Full {
            for (i, fruit) in [RED, GOLD, GREEN, GOLD, RED].into_iter().enumerate() {
                pen.circle((-11.0 + i as f64 * 5.5, -10.0), 2.4, fill(fruit).width(0.6));
            }
        }
        pen.path("M-18,-15l3,-12h30l3,12z", fill(WHITE));
        let stripes = [-15.0, -3.0, 9.0];
        for x in stripes {
            let slope = x * 0.2;
            pen.path(
                &steps((x + slope, -15.0), &[(6.5, 0.0), (-1.4, -12.0), (-4.8, 0.0)]),
                flat(colour),
            );
        }
    });
}

/// The market cross: steps, a column, a gilded ball.
pub fn market_cross(pen: &mut Pen, (x, y): Pt) {
    pen.ellipse((x, y), (17.0, 7.0), fill(PLAZA));
    pen.ellipse((x, y - 3.0), (11.0, 4.5), fill(STONE_LIGHT));
    pen.path(&d!("M{},{}v-30h5v30z", x - 2.5, y - 3.0), fill(WHITE));
    pen.path(&d!("M{},{}h13l-3,-5h-7z", x - 6.5, y - 31.0), fill(STONE));
    pen.circle((x, y - 40.0), 4.5, fill(GOLD));
}

/// A smithy: an open forge with a chimney and smoke, an anvil before it. 70 wide.
pub fn smithy(pen: &mut Pen, at: Pt, scale: f64, detail: Detail) {
    pen.placed(at, scale, |pen| {
        pen.path("M-38,2h72l9,6h-72z", flat(SHADE).opacity(0.35));
        pen.path("M-36,3v-26h70v26z", fill(WALLS[2]));
        pen.path("M-30,3v-19h34v19z", fill(map(0x003A_2A22).by_night(0x0046_2416)));
        pen.path("M-24,3v-10a9,9 0 0 1 18,0v10z", fill(GLOW));
        pen.path(
            "M-19,3c-2,-7 4,-7 4,-13c5,4 8,9 5,13z",
            flat(map(0x00FF_D36A).by_night(0x00FF_E08A)),
        );
        pen.path("M14,3v-13h9v13z", fill(DOOR));
        pen.path("M-41,-21l8,-24h62l9,24z", fill(ROOFS[3].1));
        pen.path("M-33,-45h62l3,8h-68z", flat(ROOFS[3].0));
        pen.path("M14,-36v-26h14v26z", fill(STONE));
        pen.path("M12,-62h18v4h-18z", fill(STONE_LIGHT));
        if detail != Detail::Small {
            pen.path(
                "M21,-64c-6,-6 6,-8 0,-15c9,-2 14,6 8,11c6,1 5,6 -1,5z",
                flat(SMOKE).opacity(0.85),
            );
        }
        // The anvil on its block, and the sign of the trade.
        pen.path("M-2,14h12v-7h-12z", fill(WOOD));
        pen.path("M-9,7h20l-2,-6h-3v-3h6l4,-4h-22c-3,0 -5,2 -6,4h7v3h-2z", fill(IRON));
        pen.path("M34,-12h10", stroke(WOOD, 2.2));
        pen.path("M37,-9a6,7 0 1 0 9,0v5h-2.5v-4a3.4,4 0 1 1 -4,0v4h-2.5z", fill(IRON));
    });
}
