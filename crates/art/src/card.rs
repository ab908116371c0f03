//! Cards: a small scene for each family and expansion, and the sign of Trencavel.

use std::sync::OnceLock;

use table::{Cell, Rot};

use crate::board::{corner, framed_at};
use crate::catalogue::Catalogue;
use crate::colour::{AZURE, CREAM, GOLD, INK, MEADOW, ROAD, ROAD_EDGE, ROOFS, STONE_LIGHT, pure};
use crate::figure::{self, Role};
use crate::geom::Pt;
use crate::sprite::{Tower, shield};
use crate::svg::{Pen, Short, fill, flat, picture, stroke};
use crate::{Look, Style, country, keep};

/// The width and height of a card.
pub const CARD_SIZE: Pt = (320.0, 200.0);
/// The names of the cards.
pub const CARDS: [&str; 8] =
    ["country", "city", "river", "abbot", "inns", "traders", "cult", "count"];

/// A tile of a scene: its id, its turn, its column and row.
type Laid = (&'static str, u8, i16, i16);
/// A figure of a scene: who, of which seat, on which of its tiles, and on what.
type Put = (Role, usize, usize, &'static str);

/// A scene: a window on some tiles.
struct Scene {
    tiles: &'static [Laid],
    figures: &'static [Put],
    /// The left and upper end of the window, and its width.
    window: (f64, f64, f64),
}

/// The window that most scenes have.
const WIDE: (f64, f64, f64) = (60.0, 40.0, 480.0);

const SCENES: [(&str, Scene); 8] = [
    (
        "country",
        Scene {
            tiles: &[
                ("base/G", 2, 0, 0),
                ("base/O", 0, 1, 0),
                ("base/D", 2, 2, 0),
                ("base/A", 0, 0, 1),
                ("base/W", 3, 1, 1),
                ("base/L", 0, 2, 1),
            ],
            figures: &[
                (Role::Follower, 3, 1, "field"),
                (Role::Follower, 2, 2, "road"),
                (Role::Follower, 4, 4, "road"),
            ],
            window: WIDE,
        },
    ),
    (
        "city",
        Scene {
            tiles: &[
                ("town/curve-fair-fish-grain", 3, 0, 0),
                ("town/end-petit-puits", 0, 1, 0),
                ("town/end-cap-fish", 3, 2, 0),
                ("town/fair-homes-livestock-fish-public", 3, 0, 1),
                ("town/curve-outer-grain", 0, 1, 1),
                ("town/three-half-livestock-public", 1, 2, 1),
            ],
            figures: &[(Role::Follower, 4, 4, "street"), (Role::Follower, 3, 3, "market")],
            window: WIDE,
        },
    ),
    (
        "river",
        Scene {
            tiles: &[
                ("river/spring", 3, 0, 0),
                ("river/road-bridge", 1, 1, 0),
                ("river/curve", 0, 2, 0),
                ("base/V", 0, 0, 1),
                ("base/U", 3, 1, 1),
                ("river/lake", 0, 2, 1),
            ],
            figures: &[(Role::Follower, 2, 0, "field"), (Role::Follower, 4, 4, "road")],
            window: WIDE,
        },
    ),
    (
        "abbot",
        Scene {
            tiles: &[
                ("base/E.g", 2, 0, 0),
                ("base/B", 0, 1, 0),
                ("base/G", 3, 2, 0),
                ("base/P", 0, 0, 1),
                ("base/V.g", 0, 1, 1),
                ("base/M", 1, 2, 1),
            ],
            figures: &[(Role::Abbot, 5, 1, "monastery"), (Role::Abbot, 3, 0, "garden")],
            window: WIDE,
        },
    ),
    (
        "inns",
        Scene {
            tiles: &[
                ("ic/caps-village", 3, 0, 0),
                ("ic/cathedral", 0, 1, 0),
                ("ic/corner-curve-inn-pennant", 0, 2, 0),
                ("base/K", 1, 0, 1),
                ("ic/corner-road", 0, 1, 1),
                ("ic/curve-inn", 1, 2, 1),
            ],
            figures: &[(Role::Large, 4, 1, "city"), (Role::Follower, 2, 2, "road")],
            window: WIDE,
        },
    ),
    (
        "traders",
        Scene {
            tiles: &[
                ("tb/band-cap-cloth", 0, 0, 0),
                ("tb/corner-wine", 0, 1, 0),
                ("tb/corner-grain", 1, 2, 0),
                ("tb/two-corners-wine", 3, 0, 1),
                ("base/R", 2, 1, 1),
                ("tb/three-side-grain", 2, 2, 1),
            ],
            figures: &[(Role::Builder, 2, 4, "city"), (Role::Pig, 3, 1, "field")],
            window: WIDE,
        },
    ),
    (
        "cult",
        Scene {
            tiles: &[
                ("base/A", 2, 0, 0),
                ("cult/cap-road", 0, 1, 0),
                ("base/B", 0, 2, 0),
                ("cult/shrine", 0, 0, 1),
                ("base/V", 2, 1, 1),
                ("base/W", 0, 2, 1),
            ],
            figures: &[(Role::Follower, 4, 1, "shrine"), (Role::Follower, 0, 2, "monastery")],
            window: WIDE,
        },
    ),
    (
        "count",
        Scene {
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
                (Role::Count, 0, 2, "castle"),
                (Role::Follower, 2, 6, "market"),
                (Role::Follower, 4, 10, "blacksmith"),
                (Role::Follower, 3, 8, "cathedral"),
            ],
            window: (80.0, 98.0, 640.0),
        },
    ),
];

fn scene(name: &str) -> Option<&'static Scene> {
    SCENES.iter().find(|(n, _)| *n == name).map(|(_, scene)| scene)
}

fn catalogue() -> &'static Catalogue {
    static ALL: OnceLock<Catalogue> = OnceLock::new();
    ALL.get_or_init(Catalogue::new)
}

/// A picture of [`CARD_SIZE`] for a family or expansion.
pub fn card(name: &str, style: Style) -> Option<String> {
    let scene = scene(name)?;
    let mut pen = Pen::new(style.night);
    let is_city = name == "city";
    if style.look == Look::Map && !is_city {
        pen.raw(&country::definitions(style.night));
    }
    let all = catalogue();
    for (id, rot, x, y) in scene.tiles.iter().copied() {
        let (cell, rot) = (Cell::new(x, y), Rot::from_index(rot));
        let body = all.body(id, rot, cell, style)?;
        pen.raw(&framed_at(cell, id, rot, &body, style.detail));
    }
    let at = |x: i16, y: i16| {
        scene.tiles.iter().find(|t| (t.2, t.3) == (x, y)).map(|t| (t.0, Rot::from_index(t.1)))
    };
    for (_, _, x, y) in scene.tiles.iter().copied() {
        let around = (at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1));
        if let (Some(a), Some(b), Some(c), Some(d)) = around
            && all.has_keep([a, b, c, d])
        {
            keep::draw(&mut pen, corner(Cell::new(x + 1, y + 1)), style);
        }
    }
    for (role, seat, tile, spot) in scene.figures.iter().copied() {
        let (id, rot, x, y) = scene.tiles[tile];
        let shape = all.shape(id, Rot::from_index(rot))?;
        let place = shape.places.iter().find(|p| p.name.starts_with(spot))?;
        let (left, top) = corner(Cell::new(x, y));
        let at = (left + f64::from(place.x), top + f64::from(place.y));
        let lying = place.lying && role != Role::Pig;
        figure::draw(&mut pen, role, seat, at, 1.3 * f64::from(place.scale), lying);
    }
    let (left, top, width) = scene.window;
    let height = width * CARD_SIZE.1 / CARD_SIZE.0;
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\"><svg viewBox=\"{} {} {} \
         {}\">{}</svg></svg>",
        Short(CARD_SIZE.0),
        Short(CARD_SIZE.1),
        Short(left),
        Short(top),
        Short(width),
        Short(height),
        pen.into_text()
    ))
}

/// The sign of Trencavel, 128 × 128: a gate between two towers on a shield of arms.
pub fn logo() -> String {
    let mut pen = Pen::new(false);
    let arms = "M14,10h100v52c0,32 -26,48 -50,58c-24,-10 -50,-26 -50,-58z";
    pen.path(arms, fill(CREAM).line(pure(0x003A_2A1C)).width(9.0).round());
    pen.path(arms, fill(GOLD).line(GOLD).width(4.0).round());
    pen.path("M18,14h92v48c0,29 -24,44 -46,54c-22,-10 -46,-25 -46,-54z", flat(AZURE));
    pen.path("M18,72c14,-8 78,-8 92,0c-5,22 -26,36 -46,45c-20,-9 -41,-23 -46,-45z", flat(MEADOW));
    pen.path("M64,117C50,104 78,96 64,74", stroke(ROAD_EDGE, 17.0));
    pen.path("M64,117C50,104 78,96 64,74", stroke(ROAD, 13.0));
    pen.inked(INK, 2.4, |pen| {
        pen.path("M36,80v-30h56v30z", fill(STONE_LIGHT));
        pen.path("M36,52v-9h8v5h8v-5h8v5h8v-5h8v5h8v-5h8v9z", fill(STONE_LIGHT));
        pen.path("M53,80v-12a11,13 0 0 1 22,0v12z", fill(INK));
        for x in [32.0, 96.0] {
            let tower = Tower { at: (x, 80.0), r: 12.0, height: 34.0, roof: Some(ROOFS[1]) };
            tower.draw(pen, crate::Detail::Middle);
        }
        shield(pen, (64.0, 66.0), 0.62);
    });
    picture(128.0, 128.0, &pen.into_text())
}
