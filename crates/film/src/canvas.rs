//! What the camera sees: the strip and, under it, the board. Only what has changed is drawn anew.

use std::collections::BTreeSet;

use art::{BoardOptions, Catalogue, Detail, Extent, Ground, Near, Style};
use games::view::{RingPiece, Tabletop};
use games::{AnyGame, AnyRules};
use resvg::tiny_skia;
use table::{Cell, Spot};

use crate::Film;
use crate::pixels::{Pixels, TooLarge, blank, paint, paint_part};
use crate::scenes::Scene;
use crate::strip::Strip;

/// Units of a tile.
const TILE: f64 = 200.0;
/// The least part of the picture's size that its width is.
const WIDTH_LEAST: f64 = 0.6;
/// How many tiles have room at least: a first tile is not shown as large as the picture.
const TILES_LEAST: f64 = 5.0;

/// A rectangle of pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Area {
    pub x: u32,
    pub y: u32,
    pub width: u32,
    pub height: u32,
}

/// Where things go on the picture, in pixels.
#[derive(Clone, Copy, Debug)]
struct Layout {
    width: u32,
    height: u32,
    strip: Strip,
    /// The board: its upper left end, its size, and pixels for a unit.
    x: u32,
    y: u32,
    board_width: u32,
    board_height: u32,
    scale: f64,
}

impl Layout {
    /// Fits a board; its extent loses less than a pixel on each side, so that corners of cells are
    /// corners of pixels.
    fn new(extent: &mut Extent, seats: u8, size: f64) -> Layout {
        let all = *extent;
        let fit = |width: f64| {
            let strip = Strip::new(seats, width, size);
            let room = size - strip.height;
            let scale = (width / all.width).min(room / all.height);
            let tile = (scale * TILE).min(size / TILES_LEAST);
            // Whole pixels for a tile, so that seams fall between pixels.
            let tile = if tile >= 8.0 { tile.floor() } else { tile };
            (strip, tile / TILE)
        };
        let (mut strip, mut scale) = fit(size);
        let mut width = size;
        let narrow = (extent.width * scale).max(size * WIDTH_LEAST).ceil();
        if strip.height + extent.height * scale > size - 0.02 * size && narrow < size {
            width = narrow;
            (strip, scale) = fit(width);
        }
        *extent = on_pixels(extent, scale);
        let (board_width, board_height) = (extent.width * scale, extent.height * scale);
        let height = (strip.height + board_height).ceil();
        let height = if width < size { size } else { height.min(size) };
        let middle = |room: f64, board: f64| ((room - board) / 2.0).max(0.0).floor() as u32;
        Layout {
            width: width as u32,
            height: height as u32,
            strip,
            x: middle(width, board_width),
            y: strip.height as u32 + middle(height - strip.height, board_height),
            board_width: board_width.ceil() as u32,
            board_height: board_height.ceil() as u32,
            scale,
        }
    }

    /// The pixels of a rectangle of cells, as far as the board has them.
    fn area(&self, extent: &Extent, near: &Near) -> Area {
        let clip = |units: f64, most: u32| (units * self.scale).clamp(0.0, f64::from(most));
        let (w, h) = (self.board_width, self.board_height);
        let left = clip(f64::from(near.first.x) * TILE - extent.left, w).floor() as u32;
        let top = clip(f64::from(near.first.y) * TILE - extent.top, h).floor() as u32;
        let right = clip((f64::from(near.last.x) + 1.0) * TILE - extent.left, w).ceil() as u32;
        let bottom = clip((f64::from(near.last.y) + 1.0) * TILE - extent.top, h).ceil() as u32;
        Area { x: self.x + left, y: self.y + top, width: right - left, height: bottom - top }
    }
}

/// The extent that begins and ends a whole number of pixels from the corners of its cells.
fn on_pixels(extent: &Extent, scale: f64) -> Extent {
    let less = |end: f64| (-end * scale).rem_euclid(1.0) / scale;
    let (x, y) = (less(extent.left), less(extent.top));
    Extent {
        left: extent.left + x,
        top: extent.top + y,
        width: extent.width - 2.0 * x,
        height: extent.height - 2.0 * y,
    }
}

/// The picture, and what is on it.
pub(crate) struct Canvas<'a> {
    film: &'a Film,
    catalogue: Catalogue,
    ground: Ground,
    layout: Layout,
    pub pixels: Pixels,
    /// What is drawn: the board's things by cell, and the strip.
    shown: Option<(Things, String)>,
}

/// Things that stand on cells, each with what it is.
type Things = BTreeSet<(Cell, String)>;

impl<'a> Canvas<'a> {
    pub fn new(film: &'a Film) -> Result<Canvas<'a>, TooLarge> {
        let last = film.scenes.last().expect("a film begins with a scene");
        let mut ground = Ground::of(&film.rules, &last.game);
        let size = f64::from(film.options.size);
        let layout = Layout::new(&mut ground.extent, film.rules.seats(), size);
        let pixels = blank(layout.width, layout.height)?;
        let catalogue = Catalogue::new();
        Ok(Canvas { film, catalogue, ground, layout, pixels, shown: None })
    }

    /// Forgets what is drawn: the next scene is drawn as a whole.
    pub fn forget(&mut self) {
        self.shown = None;
    }

    /// Draws a scene; tells which parts of the picture it has touched.
    pub fn show(&mut self, scene: &Scene) -> Result<Vec<Area>, TooLarge> {
        let mut touched = Vec::new();
        let strip = self.layout.strip.draw(self.film, scene);
        let things = things(&self.ground, &self.film.rules, &scene.game);
        let before = self.shown.take();
        if before.as_ref().is_none_or(|(_, old)| *old != strip) {
            let drawn = paint(&strip)?;
            touched.push(self.put(&drawn, 0, 0));
        }
        let near = if let Some((old, _)) = &before {
            around(old.symmetric_difference(&things).map(|(cell, _)| *cell))
        } else {
            self.table();
            touched = vec![self.whole()];
            Some(Near::all())
        };
        if let Some(near) = near {
            touched.push(self.board(&scene.game, &near)?);
        }
        self.shown = Some((things, strip));
        Ok(touched)
    }

    /// The whole picture.
    pub fn whole(&self) -> Area {
        Area { x: 0, y: 0, width: self.pixels.width(), height: self.pixels.height() }
    }

    /// The bare table under the strip.
    fn table(&mut self) {
        let colour = art::TABLE.shown(self.film.options.night).to_be_bytes();
        let colour = tiny_skia::Color::from_rgba8(colour[1], colour[2], colour[3], 255);
        let strip = self.layout.strip.height as usize * self.pixels.width() as usize * 4;
        let kept = self.pixels.data()[..strip].to_vec();
        self.pixels.fill(colour);
        self.pixels.data_mut()[..strip].copy_from_slice(&kept);
    }

    fn board(&mut self, game: &AnyGame, near: &Near) -> Result<Area, TooLarge> {
        let layout = &self.layout;
        let extent = self.ground.extent;
        let reach = art::reach(game);
        let area = layout.area(&extent, &wider(near, reach));
        let options = &self.film.options;
        let detail = Detail::for_pixels(layout.scale * TILE);
        let style = Style {
            look: options.look,
            night: options.night,
            detail,
            colours: art::Colours::USUAL,
        };
        let options = BoardOptions { style, last: true, ..BoardOptions::default() };
        let body = art::board_on(
            &self.ground,
            &self.catalogue,
            &self.film.rules,
            game,
            (&options, &wider(near, reach + 1)),
        );
        let (width, height) = (extent.width * layout.scale, extent.height * layout.scale);
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"{} {} {} {}\">{body}</svg>",
            extent.left, extent.top, extent.width, extent.height
        );
        let mut drawn = blank(area.width.max(1), area.height.max(1))?;
        let (x, y) = (area.x - layout.x, area.y - layout.y);
        paint_part(&svg, &mut drawn, x as f32, y as f32)?;
        Ok(self.put(&drawn, area.x, area.y))
    }

    /// Lays pixels over the picture.
    fn put(&mut self, drawn: &Pixels, x: u32, y: u32) -> Area {
        let paint = tiny_skia::PixmapPaint::default();
        let to = tiny_skia::Transform::identity();
        self.pixels.draw_pixmap(x as i32, y as i32, drawn.as_ref(), &paint, to, None);
        let whole = self.whole();
        let width = drawn.width().min(whole.width - x);
        Area { x, y, width, height: drawn.height().min(whole.height - y) }
    }
}

/// The cells around some; nothing if there are none.
fn around(cells: impl Iterator<Item = Cell>) -> Option<Near> {
    cells.map(|cell| Near { first: cell, last: cell }).reduce(|a, b| Near {
        first: Cell::new(a.first.x.min(b.first.x), a.first.y.min(b.first.y)),
        last: Cell::new(a.last.x.max(b.last.x), a.last.y.max(b.last.y)),
    })
}

fn wider(near: &Near, by: i16) -> Near {
    let less = |n: i16| n.saturating_sub(by);
    let more = |n: i16| n.saturating_add(by);
    Near {
        first: Cell::new(less(near.first.x), less(near.first.y)),
        last: Cell::new(more(near.last.x), more(near.last.y)),
    }
}

/// Everything that is to be seen on a board, by cell. What is equal here looks equal.
fn things(ground: &Ground, rules: &AnyRules, game: &AnyGame) -> Things {
    let look = Tabletop::of(rules, game);
    let laid = game.board().laid();
    let mut things: Things = laid.iter().map(|tile| (tile.cell, format!("{tile:?}"))).collect();
    if let Some(last) = laid.last() {
        things.insert((last.cell, "last".into()));
    }
    let cells_of = |spot: Spot| match spot {
        Spot::Segment { cell, .. } | Spot::Edge { cell, .. } => vec![cell],
        // Who enters or leaves a place makes the others there move up.
        Spot::Place(place) => art::place_cells(ground, rules, game, place),
    };
    // Several figures of a kind may stand on one segment: their number tells them apart.
    for (number, figure) in look.figures.iter().enumerate() {
        let same = |other: &&games::view::Figure| *other == figure;
        let before = look.figures[..number].iter().filter(same).count();
        for cell in cells_of(figure.at) {
            things.insert((cell, format!("{before} {figure:?}")));
        }
    }
    for wall in look.ring.iter().flat_map(|ring| &ring.walls) {
        let RingPiece { at, .. } = wall;
        things.extend(cells_of(*at).into_iter().map(|cell| (cell, format!("{wall:?}"))));
    }
    things.extend(art::thought_of(game));
    things
}
