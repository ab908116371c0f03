//! Cards: a small scene for each family and expansion, and the sign of Trencavel.

use std::sync::OnceLock;

use table::{Cell, Rot};

use crate::board::{corner, framed_at};
use crate::catalogue::Catalogue;
use crate::colour::{AZURE, CREAM, GOLD, INK, MEADOW, ROAD, ROAD_EDGE, ROOFS, STONE_LIGHT, pure};
use crate::geom::Pt;
use crate::sprite::{Tower, shield};
use crate::svg::{Pen, Short, fill, flat, picture, stroke};
use crate::{Look, Style, city, country, figure, keep, lettered, pictures};

/// The width and height of a card.
pub const CARD_SIZE: Pt = (320.0, 200.0);
/// A tile of a scene: its id, its turn, its column and row.
pub type Laid = (&'static str, u8, i16, i16);
/// A figure of a scene: which piece, of which seat, on which of its tiles, and on what.
pub type Put = (&'static str, usize, usize, &'static str);

/// A scene: a window on some tiles.
pub struct Vignette {
    /// The tiles.
    pub tiles: &'static [Laid],
    /// The figures on them.
    pub figures: &'static [Put],
    /// The left and upper end of the window, and its width.
    pub window: (f64, f64, f64),
}

/// The window that most scenes have.
pub const WIDE: (f64, f64, f64) = (60.0, 40.0, 480.0);

/// The names of the cards: the families, and the expansions.
pub fn cards() -> impl Iterator<Item = &'static str> {
    let families = [country::PICTURES.of, city::PICTURES.of];
    families.into_iter().chain(pictures::expansions())
}

fn catalogue() -> &'static Catalogue {
    static ALL: OnceLock<Catalogue> = OnceLock::new();
    ALL.get_or_init(Catalogue::new)
}

/// A picture of [`CARD_SIZE`] for a family or expansion. One that nobody draws has the family's
/// scene, and a shield with its initial.
pub fn card(name: &str, style: Style) -> Option<String> {
    if !cards().any(|known| known == name) {
        return None;
    }
    let drawn = pictures::drawn_card(name);
    let scene = drawn.or(country::PICTURES.card.as_ref())?;
    let mut pen = Pen::new(style.night);
    if style.look == Look::Map && name != city::PICTURES.of {
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
    for (piece, seat, tile, spot) in scene.figures.iter().copied() {
        let (id, rot, x, y) = scene.tiles[tile];
        let shape = all.shape(id, Rot::from_index(rot))?;
        let place = shape.places.iter().find(|p| p.name.starts_with(spot))?;
        let (left, top) = corner(Cell::new(x, y));
        let at = (left + f64::from(place.x), top + f64::from(place.y));
        let lying = place.lying && pictures::piece(piece).lies;
        figure::draw(&mut pen, piece, seat, at, 1.3 * f64::from(place.scale), lying);
    }
    let (left, top, width) = scene.window;
    let height = width * CARD_SIZE.1 / CARD_SIZE.0;
    if drawn.is_none() {
        let middle = (left + width / 2.0, top + height / 2.0);
        pen.placed(middle, 3.4, |pen| lettered::shield(pen, lettered::initial(name)));
    }
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
