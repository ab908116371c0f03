//! The abbot with his crosier, and gardens.

use crate::Detail;
use crate::card::{Vignette, WIDE};
use crate::colour::{Rgb, SHADE, WATER, map, pure};
use crate::figure::{Form, Guise, Held};
use crate::geom::Pt;
use crate::pictures::{Centre, Pictures};
use crate::svg::{Pen, bar, fill, flat, stroke, stroke_of_group};

/// Its pictures.
pub const PICTURES: Pictures = Pictures {
    of: "abbot",
    pieces: &[("abbot", ABBOT), ("recall", ABBOT)],
    tokens: &[("garden", |pen| garden(pen, (31.0, 31.0), 1.2, false, Detail::Middle))],
    centres: &[(
        "garden",
        Centre::Plot(|pen, put, upright| garden(pen, put.at, put.scale, upright, put.detail)),
    )],
    card: Some(Vignette {
        tiles: &[
            ("base/E.g", 2, 0, 0),
            ("base/B", 0, 1, 0),
            ("base/G", 3, 2, 0),
            ("base/P", 0, 0, 1),
            ("base/V.g", 0, 1, 1),
            ("base/M", 1, 2, 1),
        ],
        figures: &[("abbot", 5, 1, "monastery"), ("abbot", 3, 0, "garden")],
        window: WIDE,
    }),
    ..Pictures::NONE
};

const ABBOT: Guise = Guise { form: Form::Walker(CROSIER), ..Guise::WALKER };

const HEDGE: Rgb = map(0x0047_672F);
const BED: Rgb = map(0x006F_9247);
const GRAVEL: Rgb = map(0x00E7_D7A4);
const GILT: Rgb = pure(0x00E8_C35A);

const CROSIER_PATH: &str = "M15,2V-36c0,-8 -8,-7 -7,-2c1,3 4,2 4,-1";
const CROSIER: Held =
    Held { outline: CROSIER_PATH, draw: |pen| pen.path(CROSIER_PATH, stroke(GILT, 2.6).round()) };

/// A garden: four beds in a hedge with a basin; upright if there is little width. Its middle is
/// `at`; the hedge reaches 23 × 16 units to its sides at scale 1.
fn garden(pen: &mut Pen, at: Pt, scale: f64, upright: bool, detail: Detail) {
    let (w, h) = if upright { (16.0, 23.0) } else { (23.0, 16.0) };
    let small = detail == Detail::Small;
    pen.placed(at, scale, |pen| {
        pen.path(&bar((-w + 4.0, -h + 5.0), (2.0 * w, 2.0 * h)), flat(SHADE).opacity(0.35));
        let hedge = fill(GRAVEL).line(HEDGE).width(if small { 5.0 } else { 3.6 });
        pen.path(&bar((-w, -h), (2.0 * w, 2.0 * h)), hedge);
        let quarters = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)];
        for (sx, sy) in quarters {
            let (x, y) = (sx * w * 0.5, sy * h * 0.5);
            let bed = bar((x - w * 0.33, y - h * 0.3), (w * 0.66, h * 0.6));
            pen.path(&bed, fill(BED).line(HEDGE).width(1.0));
            flowers(pen, (x, y), (w, h), sx * sy > 0.0, small);
        }
        pen.circle((0.0, 0.0), 5.0, fill(WATER).width(1.2));
        pen.circle((0.0, 0.0), 1.8, stroke_of_group().width(0.8));
    });
}

fn flowers(pen: &mut Pen, (x, y): Pt, (w, h): Pt, odd: bool, small: bool) {
    const ROSE: Rgb = map(0x00C9_506A);
    const YELLOW: Rgb = map(0x00F0_D060);
    let colours = if odd {
        [ROSE, YELLOW, map(0x00B8_6FB0)]
    } else {
        [map(0x00F4_EAD5), ROSE, map(0x00E8_B84A)]
    };
    for (i, colour) in colours.into_iter().enumerate() {
        let dx = (i as f64 - 1.0) * w * 0.22;
        let dy = if i == 1 { -0.06 } else { 0.08 } * h;
        pen.circle((x + dx, y + dy), if small { 2.6 } else { 1.7 }, flat(colour));
    }
}
