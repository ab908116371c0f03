//! What every game of the country has: followers, coats of arms, monasteries, and signs for roads,
//! cities and fields.

use crate::Detail;
use crate::card::{Vignette, WIDE};
use crate::colour::{GROUND, INK, MEADOW, ROAD, ROAD_EDGE, ROOFS, STONE_LIGHT, TREE_INK};
use crate::figure::Guise;
use crate::pictures::{Building, Centre, Mark, Pictures};
use crate::rng::Rng;
use crate::sprite::{Crown, Form, House, Tower, keep, monastery, shield, tree};
use crate::svg::{Pen, fill, stroke};

/// The pictures of the family.
pub const PICTURES: Pictures = Pictures {
    of: "country",
    pieces: &[("follower", Guise::WALKER)],
    tokens: &[
        (PENNANT, |pen| shield(pen, (32.0, 60.0), 1.2)),
        ("monastery", |pen| monastery(pen, (32.0, 52.0), 0.66, Detail::Middle)),
        ("road", road),
        ("city", town),
        ("field", field),
        ("keep", |pen| keep(pen, (32.0, 48.0), Detail::Small)),
        ("tile", tile),
    ],
    marks: &[(PENNANT, Mark::Sign((15.0, 46.0), |pen, put| shield(pen, put.at, put.scale)))],
    centres: &[("monastery", Centre::Building(&MONASTERY))],
    card: Some(Vignette {
        tiles: &[
            ("base/G", 2, 0, 0),
            ("base/O", 0, 1, 0),
            ("base/D", 2, 2, 0),
            ("base/A", 0, 0, 1),
            ("base/W", 3, 1, 1),
            ("base/L", 0, 2, 1),
        ],
        figures: &[
            ("follower", 3, 1, "field"),
            ("follower", 2, 2, "road"),
            ("follower", 4, 4, "road"),
        ],
        window: WIDE,
    }),
    ..Pictures::NONE
};

/// The name of a coat of arms.
pub const PENNANT: &str = "shield";

const MONASTERY: Building = Building {
    ground: (-8.0, (45.0, 24.0)),
    tall: 22.0,
    step: (14.0, 9.0),
    down: 12.0,
    scale: 1.12,
    yields: false,
    draw: |pen, put| monastery(pen, put.at, put.scale, put.detail),
};

fn road(pen: &mut Pen) {
    pen.path("M14,64C14,36 50,36 50,0", stroke(ROAD_EDGE, 24.0));
    pen.path("M14,64C14,36 50,36 50,0", stroke(ROAD, 19.0));
}

fn field(pen: &mut Pen) {
    let detail = Detail::Middle;
    pen.ellipse((32.0, 46.0), (30.0, 14.0), fill(MEADOW).line(TREE_INK));
    tree(pen, (20.0, 48.0), 9.0, &mut Rng::seeded(2), detail, Crown::Round);
    tree(pen, (38.0, 44.0), 11.0, &mut Rng::seeded(5), detail, Crown::Round);
}

fn tile(pen: &mut Pen) {
    pen.path("M6,6h52v52h-52z", fill(MEADOW).width(3.0));
    pen.path("M6,32h52", stroke(ROAD_EDGE, 13.0));
    pen.path("M6,32h52", stroke(ROAD, 9.0));
    pen.path("M14,6c2,18 34,18 36,0z", fill(GROUND).line(STONE_LIGHT).width(3.0));
}

fn town(pen: &mut Pen) {
    pen.path("M4,56v-18h56v18z", fill(GROUND));
    for (i, x) in [16.0, 32.0, 47.0].into_iter().enumerate() {
        let house = House {
            roof: Some(ROOFS[i]),
            form: Some(Form::Eaves),
            ..House::new((x, 46.0), 17.0, 1.2)
        };
        house.draw(pen, &mut Rng::seeded(i as u64), Detail::Middle);
    }
    pen.path("M6,58v-14h52v14z", fill(STONE_LIGHT));
    pen.path("M6,46v-6h6v3h6v-3h6v3h6v-3h6v3h6v-3h6v3h5v-3h5v6z", fill(STONE_LIGHT));
    pen.path("M27,58v-7a5,5 0 0 1 10,0v7z", fill(INK));
    for x in [8.0, 56.0] {
        Tower { at: (x, 57.0), r: 6.0, height: 24.0, roof: Some(ROOFS[1]) }
            .draw(pen, Detail::Middle);
    }
}
