//! Carcassonne itself, a walled town over the block of twelve tiles with its four quarters, and
//! the Count.
//!
//! Knows: inns (the cathedral of Carcassonne is the one of other cities, larger).

use table::Cell;

use super::inns::cathedral;
use crate::Detail;
use crate::card::Vignette;
use crate::colour::{
    BLACK, DOOR, GOLD, INK, PLAZA, ROOFS, Rgb, SHADE, STONE, STONE_DARK, STONE_LIGHT, WALLS, WHITE,
    WINDOW, WOOD, map, pure,
};
use crate::country::block::{Landmark, Quarter, TownPlan};
use crate::figure::{Form, Guise, SHADOW, SKIN, halo};
use crate::geom::Pt;
use crate::pictures::{Mark, Pictures, Sprite};
use crate::sprite::{Tower, shield, well};
use crate::svg::{Pen, d, fill, flat, steps, stroke};

/// Its pictures.
pub const PICTURES: Pictures = Pictures {
    of: "count",
    pieces: &[(
        "count",
        Guise { stature: 1.12, lies: false, nobodys: true, form: Form::Own(count) },
    )],
    tokens: &[
        ("castle", |pen| castle(pen, (30.0, 58.0), 0.48, Detail::Middle)),
        ("blacksmith", |pen| smithy(pen, (32.0, 54.0), 0.76, Detail::Middle)),
        ("market", |pen| {
            market_cross(pen, (46.0, 56.0));
            stall(pen, (24.0, 50.0), 0, Detail::Full);
        }),
    ],
    marks: &[("carcassonne", Mark::Unseen)],
    town: Some(&CARCASSONNE),
    card: Some(Vignette {
        tiles: &[
            ("count/1", 0, 0, 0),
            ("count/2", 0, 1, 0),
            ("count/3", 0, 2, 0),
            ("count/4", 0, 3, 0),
            ("count/5", 0, 0, 1),
            ("count/6", 0, 1, 1),
            ("count/7", 0, 2, 1),
            ("count/8", 0, 3, 1),
            ("count/9", 0, 0, 2),
            ("count/10", 0, 1, 2),
            ("count/11", 0, 2, 2),
            ("count/12", 0, 3, 2),
        ],
        figures: &[
            ("count", 0, 2, "castle"),
            ("follower", 2, 6, "market"),
            ("follower", 4, 10, "blacksmith"),
            ("follower", 3, 8, "cathedral"),
        ],
        window: (80.0, 98.0, 640.0),
    }),
    ..Pictures::NONE
};

const fn quarter(
    name: &'static str,
    bounds: (f64, f64, f64, f64),
    first: Pt,
    row: usize,
    paving: u32,
) -> Quarter {
    Quarter { name, bounds, first, row, paving: map(paving) }
}

const fn landmark(at: Pt, half: f64, height: f64, scale: f64, draw: Sprite) -> Landmark {
    Landmark { at, half, height, scale, draw }
}

const fn row_of_stalls(at: Pt, draw: Sprite) -> Landmark {
    landmark(at, 26.0, 34.0, 1.0, draw)
}

const RED_STALL: Sprite = |pen, put| stall(pen, put.at, 0, put.detail);
const BLUE_STALL: Sprite = |pen, put| stall(pen, put.at, 1, put.detail);
const GREEN_STALL: Sprite = |pen, put| stall(pen, put.at, 2, put.detail);

static CARCASSONNE: TownPlan = TownPlan {
    name: "carcassonne",
    set: "count",
    at: Cell::new(-2, -1),
    size: (4, 3),
    corners: &[
        ((168.0, 110.0), 4),
        ((632.0, 110.0), 1),
        ((690.0, 168.0), 2),
        ((690.0, 440.0), 1),
        ((640.0, 490.0), 1),
        ((550.0, 490.0), 1),
        ((450.0, 490.0), 3),
        ((160.0, 490.0), 1),
        ((110.0, 440.0), 2),
        ((110.0, 168.0), 1),
    ],
    gates: &[
        ((139.0, 139.0), (1.0, -1.0)),
        ((661.0, 139.0), (1.0, 1.0)),
        ((500.0, 490.0), (-1.0, 0.0)),
    ],
    streets: &[
        &[(139.0, 139.0), (200.0, 178.0), (336.0, 190.0)],
        &[(336.0, 138.0), (332.0, 250.0), (337.0, 370.0), (333.0, 478.0)],
        &[(661.0, 139.0), (640.0, 190.0), (648.0, 250.0), (500.0, 253.0), (333.0, 248.0)],
        &[(336.0, 372.0), (500.0, 368.0), (676.0, 372.0)],
        &[(500.0, 490.0), (500.0, 368.0)],
    ],
    // Clockwise (COUNT-07).
    quarters: &[
        quarter("castle", (352.0, 152.0, 274.0, 86.0), (496.0, 192.0), 5, 0x00CF_C4A8),
        quarter("market", (352.0, 268.0, 322.0, 88.0), (536.0, 308.0), 5, 0x00E2_CF9F),
        quarter("blacksmith", (352.0, 386.0, 322.0, 90.0), (540.0, 426.0), 5, 0x00B9_9A68),
        quarter("cathedral", (132.0, 258.0, 182.0, 214.0), (152.0, 420.0), 6, 0x00DD_CFAE),
    ],
    landmarks: &[
        landmark((414.0, 228.0), 80.0, 130.0, 1.0, |p, put| castle(p, put.at, 1.0, put.detail)),
        landmark((214.0, 374.0), 100.0, 170.0, 1.5, |p, put| {
            cathedral(p, put.at, put.scale, put.detail);
        }),
        landmark((404.0, 456.0), 62.0, 120.0, 1.15, |p, put| {
            smithy(p, put.at, put.scale, put.detail);
        }),
        landmark((420.0, 340.0), 24.0, 50.0, 1.0, |pen, put| market_cross(pen, put.at)),
        row_of_stalls((376.0, 304.0), RED_STALL),
        row_of_stalls((376.0, 346.0), BLUE_STALL),
        row_of_stalls((474.0, 302.0), GREEN_STALL),
        row_of_stalls((500.0, 346.0), RED_STALL),
        row_of_stalls((458.0, 350.0), BLUE_STALL),
        row_of_stalls((418.0, 300.0), GREEN_STALL),
        landmark((472.0, 412.0), 12.0, 20.0, 1.0, |pen, put| well(pen, put.at)),
    ],
    plain: &[
        ((416.0, 232.0), 0.9, |pen, put| castle(pen, put.at, put.scale, put.detail)),
        ((216.0, 372.0), 1.5, |pen, put| cathedral(pen, put.at, put.scale, put.detail)),
        ((402.0, 464.0), 1.05, |pen, put| smithy(pen, put.at, put.scale, put.detail)),
        ((440.0, 336.0), 1.0, |pen, put| market_cross(pen, put.at)),
        ((386.0, 330.0), 1.0, RED_STALL),
        ((488.0, 330.0), 1.0, BLUE_STALL),
    ],
    clear: &[
        (352.0, 112.0, 474.0, 240.0),
        (150.0, 232.0, 300.0, 260.0),
        (484.0, 470.0, 516.0, 492.0),
        (384.0, 380.0, 440.0, 388.0),
    ],
};

const RED: Rgb = map(0x00B0_3A2E);
const BLUE: Rgb = map(0x002F_6F9A);
const GREEN: Rgb = map(0x0056_7F3A);
const GLOW: Rgb = map(0x00E8_7A2A).by_night(0x00FF_9A3C);
const SMOKE: Rgb = map(0x00D8_D2C6).by_night(0x0055_5F70);
const IRON: Rgb = map(0x0056_5A60);

/// A castle: a square keep between round towers, with a gate and a banner. 120 wide.
fn castle(pen: &mut Pen, at: Pt, scale: f64, detail: Detail) {
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
fn stall(pen: &mut Pen, at: Pt, number: usize, detail: Detail) {
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
fn market_cross(pen: &mut Pen, (x, y): Pt) {
    pen.ellipse((x, y), (17.0, 7.0), fill(PLAZA));
    pen.ellipse((x, y - 3.0), (11.0, 4.5), fill(STONE_LIGHT));
    pen.path(&d!("M{},{}v-30h5v30z", x - 2.5, y - 3.0), fill(WHITE));
    pen.path(&d!("M{},{}h13l-3,-5h-7z", x - 6.5, y - 31.0), fill(STONE));
    pen.circle((x, y - 40.0), 4.5, fill(GOLD));
}

/// A smithy: an open forge with a chimney and smoke, an anvil before it. 70 wide.
fn smithy(pen: &mut Pen, at: Pt, scale: f64, detail: Detail) {
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

/// The Count: a crowned lord in purple and ermine.
fn count(pen: &mut Pen, _: usize) {
    const ROBE: &str = "M-17,0C-16,-14 -12,-24 -7,-29h14C12,-24 16,-14 17,0C8,4 -8,4 -17,0z";
    const HEAD: &str = "M-8,-34a8,8.5 0 1 0 16,0a8,8.5 0 1 0 -16,0z";
    const REGALIA: &str = "M-10,-38l-2,-13l6.5,5.5l5.5,-8.5l5.5,8.5l6.5,-5.5l-2,13z";
    pen.ellipse((4.0, 2.0), (20.0, 5.5), flat(INK).opacity(0.3));
    halo(pen, &format!("{ROBE}{HEAD}{REGALIA}"));
    pen.path(ROBE, flat(pure(0x0085_2A86)));
    pen.path(
        "M7,-29C12,-24 16,-14 17,0C14,1.6 11,2.4 8,2.8C10,-8 9,-20 4,-29z",
        flat(SHADOW).opacity(0.25),
    );
    pen.path(
        "M-3.5,-27L-5,2.8Q0,3.4 5,2.8L3.5,-27z",
        fill(pure(0x00F4_EBDA)).line(BLACK).width(0.8),
    );
    pen.path("M0,-20v3M-1,-12v3M1.5,-5v3", stroke(BLACK, 1.6).round());
    pen.path(
        "M-11,-25C-6,-19 6,-19 11,-25L7,-30h-14z",
        fill(pure(0x00FB_F6EA)).line(BLACK).width(1.0),
    );
    pen.path("M-6,-25v2M0,-24v2M6,-25v2", stroke(BLACK, 1.4).round());
    pen.path(HEAD, fill(SKIN).line(BLACK).width(1.0));
    pen.path(
        "M-6,-31C-6,-24 6,-24 6,-31C3,-29 -3,-29 -6,-31z",
        fill(pure(0x006B_4426)).line(BLACK).width(0.8),
    );
    pen.path("M-3,-35v1.6M3,-35v1.6", stroke(BLACK, 1.6));
    pen.path(REGALIA, fill(pure(0x00F2_C230)).line(BLACK).width(1.2));
    pen.path("M-10,-38h20v-2.6h-20z", fill(pure(0x00C9_8E12)).line(BLACK).width(0.8));
    for (x, y) in [(-12.0, -51.0), (0.0, -54.5), (12.0, -51.0)] {
        pen.circle((x, y), 1.9, fill(pure(0x00D7_191C)).line(BLACK).width(0.8));
    }
}
