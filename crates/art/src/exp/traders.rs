//! The goods of the traders, the builder with his hammer, and the pig.

use crate::card::{Vignette, WIDE};
use crate::colour::{BLACK, GOLD, INK, Rgb, map};
use crate::figure::{Form, Guise, Held, IRON, SHADOW, TIMBER, halo};
use crate::geom::Pt;
use crate::pictures::{Mark, Pictures, Put};
use crate::seat;
use crate::sprite::LINEN;
use crate::svg::{Pen, fill, flat, stroke};

/// Its pictures.
pub const PICTURES: Pictures = Pictures {
    of: "traders",
    pieces: &[
        ("builder", BUILDER),
        ("second", BUILDER),
        ("pig", Guise { lies: false, form: Form::Own(pig), ..Guise::WALKER }),
    ],
    tokens: &[
        ("wine", |pen| goods(pen, "wine", (32.0, 32.0), 1.9)),
        ("grain", |pen| goods(pen, "grain", (32.0, 32.0), 1.9)),
        ("cloth", |pen| goods(pen, "cloth", (32.0, 32.0), 1.9)),
    ],
    marks: &[
        ("wine", Mark::Sign(DISC, sign)),
        ("grain", Mark::Sign(DISC, sign)),
        ("cloth", Mark::Sign(DISC, sign)),
    ],
    card: Some(Vignette {
        tiles: &[
            ("tb/band-cap-cloth", 0, 0, 0),
            ("tb/corner-wine", 0, 1, 0),
            ("tb/corner-grain", 1, 2, 0),
            ("tb/two-corners-wine", 3, 0, 1),
            ("base/R", 2, 1, 1),
            ("tb/three-side-grain", 2, 2, 1),
        ],
        figures: &[("builder", 2, 4, "city"), ("pig", 3, 1, "field")],
        window: WIDE,
    }),
    ..Pictures::NONE
};

const BUILDER: Guise = Guise { form: Form::Walker(HAMMER), ..Guise::WALKER };

const WINE: Rgb = map(0x008A_3B4A).by_night(0x0086_3846);
const HOOP: Rgb = map(0x00F0_D9A0);
const STRAW: Rgb = map(0x00C0_8A1E).by_night(0x00B8_8420);
const TWINE: Rgb = map(0x007A_4A1C);
const CLOTH: Rgb = map(0x003F_7F86).by_night(0x0036_747C);
const CLOTH_LIGHT: Rgb = map(0x007F_BCC0);

/// Half the width and the height that goods take up in a city.
const DISC: Pt = (17.0, 34.0);

fn sign(pen: &mut Pen, put: &Put) {
    goods(pen, put.name, (put.at.0, put.at.1 - DISC.1 / 2.0 * put.scale), put.scale);
}

/// One of the goods on a disc around `at`.
fn goods(pen: &mut Pen, name: &str, at: Pt, scale: f64) {
    pen.placed(at, scale, |pen| {
        pen.circle((1.5, 2.0), 15.0, flat(INK).opacity(0.3));
        pen.circle((0.0, 0.0), 15.0, fill(LINEN).width(1.8));
        pen.circle((0.0, 0.0), 12.6, stroke(GOLD, 1.2));
        match name {
            "wine" => barrel(pen),
            "grain" => sheaf(pen),
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

const HAMMER: Held = Held {
    outline: "M12,-33l16,3l-1.6,8l-16,-3zM15,0L19,-26",
    draw: |pen| {
        pen.path("M15,0L19,-26", stroke(TIMBER, 2.8));
        pen.path("M12,-33l16,3l-1.6,8l-16,-3z", fill(IRON).line(BLACK).width(1.4));
    },
};

const PIG: &str = "M-20,-12C-20,-22 -8,-25 2,-24C8,-24 11,-22 14,-20L19,-24L20,-17C25,-15 26,-9 23,-6L18,-5C17,-3 16,-2 14,-1V4H9V0H-9V4H-14V-1C-18,-3 -20,-7 -20,-12z";
const TAIL: &str = "M-20,-14c-5,-1 -5,-6 -2,-7";

fn pig(pen: &mut Pen, number: usize) {
    pen.ellipse((3.0, 4.0), (22.0, 5.0), flat(INK).opacity(0.28));
    halo(pen, &format!("{PIG}{TAIL}"));
    pen.path(TAIL, stroke(BLACK, 3.0));
    pen.path(PIG, flat(seat::colour(number)));
    pen.path("M-16,-3C-8,1 6,1 15,-2C20,-5 22,-7 23,-9", stroke(SHADOW, 4.0).opacity(0.18));
    pen.path("M14,-20l5,-4l1,7z", fill(seat::shade(number)).line(BLACK).width(1.0));
    pen.path("M21,-11v3M23.5,-11v3", stroke(BLACK, 1.0));
    pen.circle((17.0, -14.5), 1.5, flat(seat::mark(number)));
    seat::badge(pen, number, (-3.0, -12.0), 8.2);
}
