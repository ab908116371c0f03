//! Drawing a board: SVG by hand, PNG from it.
//!
//! The picture is a schematic that is right: what the rules know of a tile is what it shows.

mod city;
mod country;
pub mod figures;
mod geom;
mod goods;
mod panel;
mod svg;

use std::sync::Arc;

use anyhow::{Context, Result, bail};
use games::{AnyGame, AnyRules, FamilyRules};
use resvg::{tiny_skia, usvg};
use table::Cell;

use geom::{TILE, num};
use panel::Panel;
use svg::Svg;

/// The font of numbers and names; see fonts/OFL.txt.
static FONT: &[u8] = include_bytes!("../../fonts/AtkinsonHyperlegibleNext-SemiBold-latin.ttf");
const FONT_NAME: &str = "Atkinson Hyperlegible Next";
/// The least size at which everything has room; smaller pictures are this one made smaller.
const ROOMY: u32 = 1200;
/// Room for coordinates around the board, in pixels.
const MARGIN: f64 = 34.0;

/// What to draw.
pub struct View<'a> {
    /// The rules.
    pub rules: &'a AnyRules,
    /// The game.
    pub game: &'a AnyGame,
    /// The names of the seats.
    pub names: &'a [String],
    /// The longer side of the picture, in pixels.
    pub size: u32,
}

/// The cells of the tiles, and walls around them.
struct Extent {
    left: i16,
    top: i16,
    columns: f64,
    rows: f64,
    /// Room for walls around the tiles, in tiles.
    pad: f64,
}

impl Extent {
    fn of(game: &AnyGame) -> Extent {
        let cells = || game.board().laid().iter().map(|l| l.cell);
        let (left, right) = span(cells().map(|c| c.x));
        let (top, bottom) = span(cells().map(|c| c.y));
        let (columns, rows) = (f64::from(right - left + 1), f64::from(bottom - top + 1));
        let pad = if matches!(game, AnyGame::City(_)) { 0.22 } else { 0.0 };
        Extent { left, top, columns, rows, pad }
    }
}

fn span(values: impl Iterator<Item = i16> + Clone) -> (i16, i16) {
    (values.clone().min().unwrap_or(0), values.max().unwrap_or(0))
}

/// Where things go on the picture, in pixels.
struct Layout {
    width: f64,
    height: f64,
    tile: f64,
    x: f64,
    y: f64,
}

impl Layout {
    fn new(extent: &Extent, panel: &Panel, size: f64) -> Layout {
        let room = size - panel.width - 2.0 * MARGIN;
        let (columns, rows) = (extent.columns + 2.0 * extent.pad, extent.rows + 2.0 * extent.pad);
        let wide = (room / columns).floor();
        let tall = ((size - 2.0 * MARGIN) / rows).floor();
        let tile = wide.min(tall).clamp(4.0, 220.0);
        let (board_w, board_h) = (tile * columns, tile * rows);
        let height = (board_h + 2.0 * MARGIN).max(panel.height);
        let width = board_w + 2.0 * MARGIN + panel.width;
        // The longer side is exactly what was asked for.
        let (width, height) =
            if width >= height { (size, height.min(size)) } else { (width, size) };
        let pad = tile * extent.pad;
        let x = MARGIN + (width - panel.width - 2.0 * MARGIN - board_w) / 2.0 + pad;
        let y = MARGIN + (height - 2.0 * MARGIN - board_h) / 2.0 + pad;
        Layout { width: width.round(), height: height.round(), tile, x: x.round(), y: y.round() }
    }
}

/// The picture as SVG.
pub fn svg(view: &View) -> String {
    let extent = Extent::of(view.game);
    let panel = Panel::new(view);
    let layout = Layout::new(&extent, &panel, f64::from(view.size.max(ROOMY)));
    let mut out = Svg::default();
    let (w, h) = (num(layout.width), num(layout.height));
    let shrink = f64::from(view.size) / f64::from(view.size.max(ROOMY));
    let (width, height) =
        (num((layout.width * shrink).round()), num((layout.height * shrink).round()));
    out.raw(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {w} {h}\" font-family=\"'{FONT_NAME}', sans-serif\" font-weight=\"600\">\
         <defs><clipPath id=\"tile\"><rect width=\"200\" height=\"200\"/></clipPath></defs>"
    ));
    out.rect((0.0, 0.0), (layout.width, layout.height), "#2B303B", "");
    coordinates(&mut out, &extent, &layout);
    let scale = layout.tile / TILE;
    // On a small board figures grow, so that they can be told apart.
    let zoom = (72.0 / layout.tile).clamp(1.0, 1.7);
    let (dx, dy) = (f64::from(extent.left) * TILE, f64::from(extent.top) * TILE);
    let place = format!(
        "id=\"board\" transform=\"translate({},{}) scale({scale:.6}) translate({},{})\"",
        num(layout.x),
        num(layout.y),
        num(-dx),
        num(-dy)
    );
    out.group(&place, |out| {
        match (view.rules.of(), view.game) {
            (FamilyRules::Country(rules), AnyGame::Country(game)) => {
                out.raw(&country::board(rules, game, zoom));
            }
            (FamilyRules::City(rules), AnyGame::City(game)) => {
                out.raw(&city::board(rules, game, zoom));
            }
            _ => {}
        }
        if let Some(last) = view.game.board().laid().last() {
            last_tile(out, last.cell, zoom);
        }
    });
    panel.draw(&mut out, view, layout.width - panel.width, layout.height);
    out.raw("</svg>\n");
    out.into_text()
}

/// A frame around the tile laid last, light on dark.
fn last_tile(out: &mut Svg, cell: Cell, zoom: f64) {
    let at = (f64::from(cell.x) * TILE + 4.0, f64::from(cell.y) * TILE + 4.0);
    let size = (TILE - 8.0, TILE - 8.0);
    let frame = |colour: &str, width: f64| {
        format!("rx=\"10\" stroke=\"{colour}\" stroke-width=\"{}\"", num(width * zoom))
    };
    out.rect(at, size, "none", &format!("{} class=\"last\"", frame("#16100A", 12.0)));
    out.rect(at, size, "none", &frame("#FFE04A", 7.0));
}

/// Columns above and below, rows left and right.
fn coordinates(out: &mut Svg, extent: &Extent, layout: &Layout) {
    let size = (layout.tile * 0.3).clamp(8.0, 17.0);
    let pad = layout.tile * extent.pad;
    let (left, top) = (layout.x - pad, layout.y - pad);
    let right = layout.x + layout.tile * extent.columns + pad;
    let bottom = layout.y + layout.tile * extent.rows + pad;
    for i in 0..extent.columns as i16 {
        let x = layout.x + layout.tile * (f64::from(i) + 0.5);
        let name = (extent.left + i).to_string();
        out.text((x, top - 10.0), size, "middle", "#C9CEDA", &name);
        out.text((x, bottom + 8.0 + size), size, "middle", "#C9CEDA", &name);
    }
    for i in 0..extent.rows as i16 {
        let y = layout.y + layout.tile * (f64::from(i) + 0.5) + size * 0.35;
        let name = (extent.top + i).to_string();
        out.text((left - 8.0, y), size, "end", "#C9CEDA", &name);
        out.text((right + 8.0, y), size, "start", "#C9CEDA", &name);
    }
}

/// SVG of ours as PNG.
///
/// # Errors
/// If the picture is too large.
pub fn png(svg: &str) -> Result<Vec<u8>> {
    let mut options = usvg::Options { font_family: FONT_NAME.into(), ..usvg::Options::default() };
    options.fontdb_mut().load_font_source(usvg::fontdb::Source::Binary(Arc::new(FONT)));
    let tree = usvg::Tree::from_str(svg, &options).context("the drawing is no valid SVG")?;
    let size = tree.size().to_int_size();
    let Some(mut pixels) = tiny_skia::Pixmap::new(size.width(), size.height()) else {
        bail!("a picture of {} × {} pixels is too large", size.width(), size.height());
    };
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().context("the picture could not be written as PNG")
}
