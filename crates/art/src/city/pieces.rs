//! What The City puts on its table: guards with halberds, and towers; and its card.

use crate::card::{Vignette, WIDE};
use crate::colour::{BLACK, GOLD, INK, STONE, STONE_DARK, STONE_LIGHT};
use crate::figure::{Form, Guise, Held, IRON, SHADOW, TIMBER, halo};
use crate::pictures::Pictures;
use crate::seat;
use crate::svg::{Pen, fill, flat, stroke};

/// The pictures of the family.
pub const PICTURES: Pictures = Pictures {
    of: "city",
    pieces: &[
        ("guard", Guise { form: Form::Walker(HALBERD), ..Guise::WALKER }),
        ("tower", Guise { lies: false, form: Form::Own(tower), ..Guise::WALKER }),
    ],
    card: Some(Vignette {
        tiles: &[
            ("town/curve-fair-fish-grain", 3, 0, 0),
            ("town/end-petit-puits", 0, 1, 0),
            ("town/end-cap-fish", 3, 2, 0),
            ("town/fair-homes-livestock-fish-public", 3, 0, 1),
            ("town/curve-outer-grain", 0, 1, 1),
            ("town/three-half-livestock-public", 1, 2, 1),
        ],
        figures: &[("follower", 4, 4, "street"), ("follower", 3, 3, "market")],
        window: WIDE,
    }),
    ..Pictures::NONE
};

const HALBERD: Held = Held {
    outline: "M16,3V-44l-2,-2l-2,8c6,1 10,-1 12,-5c-3,-3 -5,-4 -8,-3",
    draw: |pen| {
        pen.path("M16,3V-44", stroke(TIMBER, 2.6));
        pen.path(
            "M16,-46l-2,8c6,1 8,-1 10,-5c-3,-3 -5,-4 -8,-3z",
            fill(IRON).line(BLACK).width(1.2),
        );
    },
};

/// A round tower that flies the colour of its seat.
fn tower(pen: &mut Pen, number: usize) {
    const BODY: &str = "M-12,0V-30h24V0a12,5 0 0 1 -24,0z";
    const ROOF: &str = "M-16,-29L0,-54L16,-29a16,6 0 0 1 -32,0z";
    pen.ellipse((6.0, 3.0), (17.0, 6.0), flat(INK).opacity(0.3));
    halo(pen, &format!("{BODY}{ROOF}"));
    pen.path(BODY, flat(STONE));
    pen.path("M4,-30h8V0a12,5 0 0 1 -8,4.6z", flat(STONE_DARK));
    pen.path("M-12,-24h16M-12,-4h14", stroke(STONE_LIGHT, 1.4));
    pen.path(ROOF, fill(seat::colour(number)).line(BLACK).width(1.0));
    pen.path("M0,-54L16,-29a16,6 0 0 1 -13,5.8z", flat(SHADOW).opacity(0.25));
    pen.circle((0.0, -56.0), 2.4, fill(GOLD).line(BLACK).width(0.8));
    seat::badge(pen, number, (0.0, -12.0), 8.6);
}
