//! Marks that the rules know: coat of arms, goods, inn, garden. Bold, and the same everywhere.

use crate::Detail;
use crate::colour::{
    AZURE, GOLD, INK, ROOFS, Rgb, SHADE, WATER, WATER_DARK, WATER_LIGHT, WOOD, map,
};
use crate::geom::Pt;
use crate::rng::Rng;
use crate::svg::{Pen, bar, fill, flat, stroke, stroke_of_group};

use super::{Form, House};

const LINEN: Rgb = map(0x00F6_EBCF).by_night(0x00D8_D2C4);
const HEDGE: Rgb = map(0x0047_672F);
const BED: Rgb = map(0x006F_9247);
const GRAVEL: Rgb = map(0x00E7_D7A4);
const WINE: Rgb = map(0x008A_3B4A).by_night(0x0086_3846);
const HOOP: Rgb = map(0x00F0_D9A0);
const STRAW: Rgb = map(0x00C0_8A1E).by_night(0x00B8_8420);
const TWINE: Rgb = map(0x007A_4A1C);
const CLOTH: Rgb = map(0x003F_7F86).by_night(0x0036_747C);
const CLOTH_LIGHT: Rgb = map(0x007F_BCC0);

/// A coat of arms on a pole, quarterly gold and azure; `at` is the foot of the pole.
pub fn shield(pen: &mut Pen, at: Pt, scale: f64) {
    pen.placed(at, scale, |pen| {
        pen.ellipse((3.0, 0.0), (8.0, 2.6), flat(INK).opacity(0.3));
        pen.path("M0,0V-44", stroke(WOOD, 2.6));
        let arms = "M-12,-40h24v12c0,9.5 -7.2,13.5 -12,16.8c-4.8,-3.3 -12,-7.3 -12,-16.8z";
        pen.path(arms, fill(LINEN).line(LINEN).width(5.5));
        pen.path(arms, fill(GOLD).width(1.8));
        let azure = "M-10.4,-38.4h10.4v12.2h-10.4zM0,-26.2h10.4c0,8 -5.6,10.4 -10.4,14z";
        pen.path(azure, flat(AZURE));
        pen.circle((0.0, -45.0), 2.6, fill(GOLD));
    });
}

/// One of the goods (wine, grain, cloth) on a disc around `at`.
pub fn goods(pen: &mut Pen, number: u8, at: Pt, scale: f64) {
    pen.placed(at, scale, |pen| {
        pen.circle((1.5, 2.0), 15.0, flat(INK).opacity(0.3));
        pen.circle((0.0, 0.0), 15.0, fill(LINEN).width(1.8));
        pen.circle((0.0, 0.0), 12.6, stroke(GOLD, 1.2));
        match number {
            0 => barrel(pen),
            1 => sheaf(pen),
            _ => bolt(pen),
        }
    });
}

fn barrel(pen: &mut Pen) {
    pen.path("M-5.5,-8q-4,8 0,16h11q4,-8 0,-16z", fill(WINE));
    pen.path("M-7,-3.4h14M-7,3.4h14M0,-8v16", stroke(HOOP, 1.5));
}

fn sheaf(pen: &mut Pen) {
    let stalks = "M0,9L-6,-8M0,9L6,-8M0,9V-10M0,9L-3,-9.5M0,9L3,-9.5";
    pen.path(stalks, stroke(STRAW, 2.6).round());
    pen.path("M-4.5,1.5h9", stroke(TWINE, 2.4));
}

fn bolt(pen: &mut Pen) {
    pen.path("M-8,-5h13v11h-13z", fill(CLOTH));
    pen.ellipse((5.0, 0.5), (3.2, 5.6), fill(CLOTH_LIGHT));
    pen.ellipse((5.0, 0.5), (1.2, 2.4), flat(CLOTH));
    pen.path("M-8,6q-2,3 2,3h9l2,-3z", fill(CLOTH.times(1.25)));
    pen.path("M-4,-5v11M0,-5v11", stroke(GOLD, 1.3));
}

/// An inn: a house by a pond with a hanging sign; `at` is the middle of the group's base.
pub fn inn(pen: &mut Pen, at: Pt, scale: f64, detail: Detail) {
    pen.placed(at, scale, |pen| {
        let pond = "M2,3c2,-9 22,-10 27,-3c3,8 -9,12 -17,10c-7,-1 -11,-3 -10,-7z";
        pen.path(pond, fill(WATER).line(WATER_DARK).width(1.2));
        pen.path("M11,2h7M14,5.5h8", stroke(WATER_LIGHT, 1.3));
        let house = House {
            roof: Some(ROOFS[1]),
            form: Some(Form::Eaves),
            ..House::new((-8.0, 2.0), 27.0, 1.25)
        };
        house.draw(pen, &mut Rng::seeded(7), detail);
        let post = if detail == Detail::Small { 3.0 } else { 2.0 };
        pen.path("M12,2V-23M11.4,-21h11", stroke(WOOD, post));
        pen.circle((18.5, -14.0), 6.6, fill(GOLD.by_night(0x00E9_B84A)).width(1.5));
        pen.path("M15.8,-17h4.4v5.6h-4.4zM20.2,-16h1.6v3h-1.6", fill(WINE).width(0.8));
    });
}

/// A garden: four beds in a hedge with a basin; upright if there is little width. Its middle is
/// `at`; the hedge reaches 23 × 16 units to its sides at scale 1.
pub fn garden(pen: &mut Pen, at: Pt, scale: f64, upright: bool, detail: Detail) {
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
