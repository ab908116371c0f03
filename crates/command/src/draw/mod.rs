//! A picture of a table: the board as the crate `art` draws it, and a strip with the seats.

mod panel;

use art::colour::{Rgb, pure};
use art::svg::{Pen, Short, flat};
use art::{BoardOptions, Catalogue, Detail, Extent, Look, Style};
use film::FONT_NAME;
use games::{AnyGame, AnyRules};

use panel::Panel;

/// The least size at which everything has room; smaller pictures are this one made smaller.
const ROOMY: u32 = 1200;
/// A tile is never larger than this, in pixels.
const TILE_MOST: f64 = 240.0;
/// Units of a tile.
const TILE: f64 = 200.0;
const TABLE: Rgb = pure(0x002B_3042).by_night(0x0010_1420);

/// What to draw.
pub struct TablePicture<'a> {
    /// The rules.
    pub rules: &'a AnyRules,
    /// The game.
    pub game: &'a AnyGame,
    /// The names of the seats.
    pub names: &'a [String],
    /// The longer side of the picture, in pixels.
    pub size: u32,
    /// The manner of drawing.
    pub look: Look,
    /// The dark table.
    pub night: bool,
}

/// Where things go on the picture, in pixels.
struct Layout {
    width: f64,
    height: f64,
    /// The board: its left and upper end, and pixels for a unit.
    x: f64,
    y: f64,
    scale: f64,
}

impl Layout {
    fn new(extent: &Extent, panel: &Panel, size: f64) -> Layout {
        let room = size - panel.width;
        let scale = (room / extent.width).min(size / extent.height).min(TILE_MOST / TILE);
        // Whole pixels for a tile, so that seams fall between pixels.
        let scale = if scale * TILE >= 8.0 { (scale * TILE).floor() / TILE } else { scale };
        let (board_w, board_h) = (extent.width * scale, extent.height * scale);
        let (width, height) = (board_w + panel.width, board_h.max(panel.height));
        // The longer side is exactly what was asked for.
        let (width, height) =
            if width >= height { (size, height.min(size)) } else { (width, size) };
        let (width, height) = (width.round(), height.round());
        let middle = |room: f64, board: f64| ((room - board) / 2.0).max(0.0);
        let on_pixel = |at: f64, start: f64| (at - start * scale).round() + start * scale;
        let x = on_pixel(middle(width - panel.width, board_w), extent.left);
        let y = on_pixel(middle(height, board_h), extent.top);
        Layout { width, height, x, y, scale }
    }

    /// The style whose level of detail suits the size of the tiles in the finished picture.
    fn style(&self, view: &TablePicture, shrink: f64) -> Style {
        let detail = Detail::for_pixels(self.scale * TILE * shrink);
        Style { look: view.look, night: view.night, detail, colours: art::Colours::USUAL }
    }
}

/// The picture as SVG.
pub fn svg(view: &TablePicture) -> String {
    let catalogue = Catalogue::new();
    let extent = art::extent(view.rules, view.game, true);
    let panel = Panel::new(view);
    let roomy = view.size.max(ROOMY);
    let layout = Layout::new(&extent, &panel, f64::from(roomy));
    let shrink = f64::from(view.size) / f64::from(roomy);
    let style = layout.style(view, shrink);
    let mut pen = Pen::new(view.night);
    pen.bar((0.0, 0.0), (layout.width, layout.height), flat(TABLE));
    let options = BoardOptions { style, coordinates: true, last: true, tile_pixels: None };
    let board = art::board(&catalogue, view.rules, view.game, &options);
    let size = (extent.width * layout.scale, extent.height * layout.scale);
    pen.group("id=\"board\"", |pen| pen.set_in(&board, (layout.x, layout.y), size));
    panel.draw(&mut pen, view, &catalogue, style, (layout.width - panel.width, layout.height));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" \
         viewBox=\"0 0 {} {}\" font-family=\"'{FONT_NAME}',sans-serif\" font-weight=\"600\">{}</svg>\n",
        (layout.width * shrink).round(),
        (layout.height * shrink).round(),
        Short(layout.width),
        Short(layout.height),
        pen.into_text()
    )
}
