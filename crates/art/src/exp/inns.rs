//! Inns, cathedrals, and the large follower.

use crate::Detail;
use crate::card::{Vignette, WIDE};
use crate::colour::{
    DOOR, GOLD, GROUND_DARK, INK, PLAZA, ROOFS, Rgb, Roof, STONE_DARK, STONE_LIGHT, WATER,
    WATER_DARK, WATER_LIGHT, WHITE, WOOD, map,
};
use crate::figure::Guise;
use crate::geom::Pt;
use crate::pictures::{Mark, Pictures};
use crate::rng::Rng;
use crate::sprite::{Form, House, cross};
use crate::svg::{Pen, d, fill, flat, steps, stroke};

/// Its pictures.
pub const PICTURES: Pictures = Pictures {
    of: "inns",
    pieces: &[("large", Guise { stature: 1.3, ..Guise::WALKER })],
    tokens: &[
        ("inn", |pen| inn(pen, (26.0, 44.0), 1.05, Detail::Middle)),
        ("cathedral", |pen| cathedral(pen, (32.0, 57.0), 0.53, Detail::Middle)),
    ],
    marks: &[
        ("inn", Mark::Roadside(|pen, put| inn(pen, put.at, put.scale, put.detail))),
        ("cathedral", Mark::Landmark(|pen, put| cathedral(pen, put.at, put.scale, put.detail))),
    ],
    card: Some(Vignette {
        tiles: &[
            ("ic/caps-village", 3, 0, 0),
            ("ic/cathedral", 0, 1, 0),
            ("ic/corner-curve-inn-pennant", 0, 2, 0),
            ("base/K", 1, 0, 1),
            ("ic/corner-road", 0, 1, 1),
            ("ic/curve-inn", 1, 2, 1),
        ],
        figures: &[("large", 4, 1, "city"), ("follower", 2, 2, "road")],
        window: WIDE,
    }),
    ..Pictures::NONE
};

const LEAD: Roof = (map(0x0096_AABC), map(0x0074_8A9E), map(0x004D_6073));
const ROSE: Rgb = map(0x003F_6E96).by_night(0x00F0_A94A);
const WINE: Rgb = map(0x008A_3B4A).by_night(0x0086_3846);

/// An inn: a house by a pond with a hanging sign; `at` is the middle of the group's base.
fn inn(pen: &mut Pen, at: Pt, scale: f64, detail: Detail) {
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

/// A cathedral with two towers on its own square; `at` is the middle of its base.
pub(super) fn cathedral(pen: &mut Pen, at: Pt, scale: f64, detail: Detail) {
    let small = detail == Detail::Small;
    pen.placed(at, scale, |pen| {
        pen.ellipse((2.0, -4.0), (62.0, 24.0), fill(PLAZA).line(GROUND_DARK));
        pen.path("M-34,6h80l12,7h-80z", flat(INK).opacity(0.25));
        // The nave, to the right.
        pen.path("M0,-32h44v38h-44z", fill(STONE_LIGHT));
        pen.path("M-4,-30l6,-28h38l7,28z", fill(LEAD.1));
        pen.path("M2,-58h38l2,10h-42z", flat(LEAD.0));
        pen.path("M2,-58h38", stroke(GOLD, 1.6));
        if !small {
            let windows: String =
                [8, 17, 26, 35].map(|x| format!("M{x},0v-18a2.6,3.4 0 0 1 5.2,0v18z")).concat();
            pen.path(&windows, fill(ROSE).width(0.8));
            let buttresses: String =
                (0..5).map(|i| d!("M{},6l1.2,-34h1.4l1.2,34z", 5.5 + f64::from(i) * 9.0)).collect();
            pen.path(&buttresses, fill(STONE_DARK).width(0.7));
        }
        // The west front.
        pen.path("M-34,6v-46l16,-18 16,18v46z", fill(WHITE));
        for x in [-40.0, -8.0] {
            pen.path(&d!("M{},-66h13v73h-13z", x), fill(WHITE));
            pen.path(&d!("M{},-66h4.5v73h-4.5z", x + 8.5), flat(STONE_DARK));
            pen.path(&steps((x - 2.0, -65.0), &[(8.5, -27.0), (8.5, 27.0)]), fill(LEAD.1));
            pen.path(&steps((x + 6.5, -92.0), &[(8.5, 27.0), (-6.5, 0.0)]), flat(LEAD.2));
            cross(pen, (x + 6.5, -91.0), if small { 1.8 } else { 1.2 }, GOLD);
            if !small {
                let openings = d!(
                    "M{},-46v-9a3,3.4 0 0 1 6,0v9zM{},-22v-8a2,2.4 0 0 1 4,0v8z",
                    x + 3.0,
                    x + 4.0
                );
                pen.path(&openings, flat(WOOD));
            }
        }
        pen.circle((-17.5, -34.0), 7.0, fill(ROSE));
        pen.circle((-17.5, -34.0), 3.0, fill(GOLD).width(0.8));
        pen.path("M-23.5,7v-16a6,8 0 0 1 12,0v16z", fill(DOOR));
    });
}
