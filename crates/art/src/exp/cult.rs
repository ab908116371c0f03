//! Shrines.

use crate::Detail;
use crate::card::{Vignette, WIDE};
use crate::colour::{GOLD, INK, Roof, STONE, STONE_DARK, STONE_LIGHT, WHITE, WOOD, map};
use crate::geom::Pt;
use crate::pictures::{Building, Centre, Pictures};
use crate::svg::{Pen, fill, flat, stroke};

/// Its pictures.
pub const PICTURES: Pictures = Pictures {
    of: "cult",
    tokens: &[("shrine", |pen| shrine(pen, (32.0, 50.0), 0.8, Detail::Middle))],
    centres: &[("shrine", Centre::Building(&SHRINE))],
    card: Some(Vignette {
        tiles: &[
            ("base/A", 2, 0, 0),
            ("cult/cap-road", 0, 1, 0),
            ("base/B", 0, 2, 0),
            ("cult/shrine", 0, 0, 1),
            ("base/V", 2, 1, 1),
            ("base/W", 0, 2, 1),
        ],
        figures: &[("follower", 4, 1, "shrine"), ("follower", 0, 2, "monastery")],
        window: WIDE,
    }),
    ..Pictures::NONE
};

const SHRINE: Building = Building {
    ground: (-4.0, (34.0, 19.0)),
    tall: 30.0,
    step: (13.0, 7.0),
    down: 6.0,
    scale: 1.05,
    yields: true,
    draw: |pen, put| shrine(pen, put.at, put.scale, put.detail),
};

const PURPLE: Roof = (map(0x0099_80B4), map(0x0076_5C96), map(0x0052_3D70));

/// A shrine: a round stone court with columns and a violet dome, a flame before it. `at` is the
/// middle of its base.
fn shrine(pen: &mut Pen, at: Pt, scale: f64, detail: Detail) {
    let small = detail == Detail::Small;
    pen.placed(at, scale, |pen| {
        let court = fill(map(0x00CF_C8B8)).line(map(0x0068_6454));
        pen.ellipse((0.0, -4.0), (34.0, 19.0), court.width(if small { 2.4 } else { 1.6 }));
        if !small {
            pen.ellipse((0.0, -4.0), (28.0, 15.0), stroke(map(0x009C_9684), 1.0).dash(5.0, 2.0));
        }
        pen.path("M-20,6h46l8,5h-46z", flat(INK).opacity(0.22));
        pen.path("M-24,5h48v-5h-48z", fill(STONE));
        pen.path("M-21,0h42v-4h-42z", fill(STONE_LIGHT));
        pen.path("M-17,-4v-20h34v20z", flat(map(0x0054_4636).by_night(0x00B8_7434)));
        for x in [-18, -7, 3, 13] {
            pen.path(&format!("M{x},-4v-20h5v20z"), fill(WHITE));
        }
        pen.path("M-22,-24h44v-5h-44z", fill(STONE_LIGHT));
        pen.path("M-18,-29c0,-24 36,-24 36,0z", fill(PURPLE.1));
        pen.path("M3,-47c14,2 15,12 15,18h-9c0,-8 -1,-14 -6,-18z", flat(PURPLE.2));
        pen.path("M-13,-31c0,-8 4,-12 8,-13", stroke(PURPLE.0, 2.6).round());
        pen.path("M0,-46v-9", stroke(WOOD, 2.0));
        pen.circle((0.0, -58.0), if small { 5.5 } else { 4.2 }, fill(GOLD));
        // The flame.
        pen.path("M-4,4h8l2,-5h-12z", fill(STONE_DARK));
        let flame = map(0x00F2_A032).by_night(0x00FF_B43C);
        pen.path("M-4,-1c-2,-6 3,-6 3,-12c5,3 8,8 5,12z", fill(flame).width(0.8));
    });
}
