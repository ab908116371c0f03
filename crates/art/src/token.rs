//! Tokens and marks as pictures of their own, 64 × 64.

use crate::colour::{
    GROUND, INK, MEADOW, ROAD, ROAD_EDGE, ROOFS, STONE_LIGHT, TREE_INK, WATER, WATER_DARK,
    WATER_LIGHT,
};
use crate::rng::Rng;
use crate::sprite::{
    Crown, Form, House, Tower, castle, cathedral, garden, goods, inn, market_cross, monastery,
    shield, shrine, smithy, stall, tree,
};
use crate::svg::{Pen, fill, picture, stroke};
use crate::{Detail, Style, figure};

/// The names of tokens that have a picture.
pub const TOKENS: [&str; 19] = [
    "wine",
    "grain",
    "cloth",
    "shield",
    "inn",
    "cathedral",
    "garden",
    "monastery",
    "shrine",
    "road",
    "city",
    "field",
    "river",
    "keep",
    "castle",
    "market",
    "blacksmith",
    "count",
    "tile",
];

/// The picture of a token: goods, marks, kinds of feature, quarters.
pub fn token(name: &str, style: Style) -> Option<String> {
    if !TOKENS.contains(&name) {
        return None;
    }
    let mut pen = Pen::new(style.night);
    if name == "count" {
        figure::draw(&mut pen, figure::Role::Count, 0, (32.0, 58.0), 0.9, false);
    } else {
        pen.inked(INK, 1.4, |pen| draw(pen, name));
    }
    Some(picture(64.0, 64.0, &pen.into_text()))
}

fn draw(pen: &mut Pen, name: &str) {
    let detail = Detail::Middle;
    match name {
        "wine" => goods(pen, 0, (32.0, 32.0), 1.9),
        "grain" => goods(pen, 1, (32.0, 32.0), 1.9),
        "cloth" => goods(pen, 2, (32.0, 32.0), 1.9),
        "shield" => shield(pen, (32.0, 60.0), 1.2),
        "inn" => inn(pen, (26.0, 44.0), 1.05, detail),
        "cathedral" => cathedral(pen, (32.0, 57.0), 0.53, detail),
        "garden" => garden(pen, (31.0, 31.0), 1.2, false, detail),
        "monastery" => monastery(pen, (32.0, 52.0), 0.66, detail),
        "shrine" => shrine(pen, (32.0, 50.0), 0.8, detail),
        "castle" => castle(pen, (30.0, 58.0), 0.48, detail),
        "blacksmith" => smithy(pen, (32.0, 54.0), 0.76, detail),
        "market" => {
            market_cross(pen, (46.0, 56.0));
            stall(pen, (24.0, 50.0), 0, Detail::Full);
        }
        "keep" => crate::sprite::keep(pen, (32.0, 48.0), Detail::Small),
        "road" => {
            pen.path("M14,64C14,36 50,36 50,0", stroke(ROAD_EDGE, 24.0));
            pen.path("M14,64C14,36 50,36 50,0", stroke(ROAD, 19.0));
        }
        "river" => {
            pen.path("M14,64C14,36 50,36 50,0", stroke(WATER_DARK, 30.0));
            pen.path("M14,64C14,36 50,36 50,0", stroke(WATER, 25.0));
            pen.path("M14,64C14,36 50,36 50,0", stroke(WATER_LIGHT, 2.4).dash(9.0, 7.0));
        }
        "city" => town(pen),
        "field" => {
            pen.ellipse((32.0, 46.0), (30.0, 14.0), fill(MEADOW).line(TREE_INK));
            tree(pen, (20.0, 48.0), 9.0, &mut Rng::seeded(2), detail, Crown::Round);
            tree(pen, (38.0, 44.0), 11.0, &mut Rng::seeded(5), detail, Crown::Round);
        }
        _ => {
            pen.path("M6,6h52v52h-52z", fill(MEADOW).width(3.0));
            pen.path("M6,32h52", stroke(ROAD_EDGE, 13.0));
            pen.path("M6,32h52", stroke(ROAD, 9.0));
            pen.path("M14,6c2,18 34,18 36,0z", fill(GROUND).line(STONE_LIGHT).width(3.0));
        }
    }
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
