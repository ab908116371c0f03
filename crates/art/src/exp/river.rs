//! The river: its card and its sign. The water itself is a stream, which any tile may have.

use crate::card::{Vignette, WIDE};
use crate::colour::{WATER, WATER_DARK, WATER_LIGHT};
use crate::pictures::Pictures;
use crate::svg::{Pen, stroke};

/// Its pictures.
pub const PICTURES: Pictures = Pictures {
    of: "river",
    tokens: &[("river", water)],
    card: Some(Vignette {
        tiles: &[
            ("river/spring", 3, 0, 0),
            ("river/road-bridge", 1, 1, 0),
            ("river/curve", 0, 2, 0),
            ("base/V", 0, 0, 1),
            ("base/U", 3, 1, 1),
            ("river/lake", 0, 2, 1),
        ],
        figures: &[("follower", 2, 0, "field"), ("follower", 4, 4, "road")],
        window: WIDE,
    }),
    ..Pictures::NONE
};

fn water(pen: &mut Pen) {
    pen.path("M14,64C14,36 50,36 50,0", stroke(WATER_DARK, 30.0));
    pen.path("M14,64C14,36 50,36 50,0", stroke(WATER, 25.0));
    pen.path("M14,64C14,36 50,36 50,0", stroke(WATER_LIGHT, 2.4).dash(9.0, 7.0));
}
