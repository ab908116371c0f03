//! A whole table as one picture.

use games::{AnyGame, AnyRules, FamilyRules};
use table::{Cell, Rot};

use crate::catalogue::Catalogue;
use crate::colour::{Rgb, pure};
use crate::geom::{Pt, TILE};
use crate::svg::{Pen, Short, escape, flat, stroke};
use crate::{Detail, Style, city, country};

/// How to draw a table.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct BoardOptions {
    /// How to draw.
    pub style: Style,
    /// Whether columns and rows are numbered around the table.
    pub coordinates: bool,
    /// Whether the tile laid last has a frame.
    pub last: bool,
    /// The size of a tile in pixels, for the size that the picture names; else it names none.
    pub tile_pixels: Option<f64>,
}

/// Room for numbers.
const NUMBER_ROOM: f64 = 60.0;
const MARGIN: f64 = 16.0;

/// The bare table.
pub const TABLE: Rgb = pure(0x00E7_D9B8).by_night(0x0017_1F31);
const NUMBER: Rgb = pure(0x00C9_CEDA);
/// The frame of the tile laid last.
pub const FRAME: Rgb = pure(0x00FF_E04A);
const FRAME_EDGE: Rgb = pure(0x0016_100A);

/// The upper left corner of a cell.
pub(crate) fn corner(cell: Cell) -> Pt {
    (f64::from(cell.x) * TILE, f64::from(cell.y) * TILE)
}

/// A tile in its place on a board, clipped to its square with a hair's breadth more, so that no
/// line shows between tiles.
pub(crate) fn framed(cell: Cell, id: &str, rot: Rot, body: &str) -> String {
    framed_with(cell, id, rot, body, 0.5)
}

/// As [`framed`], with about a pixel more at the sizes that a level of detail is for: clipped edges
/// between whole pixels would let the table shine through.
pub(crate) fn framed_at(cell: Cell, id: &str, rot: Rot, body: &str, detail: Detail) -> String {
    framed_with(cell, id, rot, body, detail.of(1.0, 2.0, 3.5))
}

fn framed_with(cell: Cell, id: &str, rot: Rot, body: &str, bleed: f64) -> String {
    let (x, y) = corner(cell);
    let (x, y, side) = (Short(x - bleed), Short(y - bleed), Short(TILE + 2.0 * bleed));
    let start = Short(-bleed);
    format!(
        "<svg class=\"tile\" data-cell=\"{},{}\" data-tile=\"{}\" data-rot=\"{}\" x=\"{x}\" \
         y=\"{y}\" width=\"{side}\" height=\"{side}\" viewBox=\"{start} {start} {side} {side}\">\
         {body}</svg>",
        cell.x,
        cell.y,
        escape(id),
        rot as u8
    )
}

/// The part of the plane that a table takes up, in units (a tile is 200).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Extent {
    /// The left end.
    pub left: f64,
    /// The upper end.
    pub top: f64,
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

/// The columns and rows that tiles lie in: first and last of each.
fn span(game: &AnyGame) -> (Cell, Cell) {
    let cells = || game.board().laid().iter().map(|l| l.cell);
    let least = |f: fn(Cell) -> i16| cells().map(f).min().unwrap_or(0);
    let most = |f: fn(Cell) -> i16| cells().map(f).max().unwrap_or(0);
    (Cell::new(least(|c| c.x), least(|c| c.y)), Cell::new(most(|c| c.x), most(|c| c.y)))
}

/// The part of the plane that the picture of a table shows: its tiles, the land around The City,
/// places that no town has, and room for numbers if wanted.
pub fn extent(rules: &AnyRules, game: &AnyGame, coordinates: bool) -> Extent {
    let (first, mut last) = span(game);
    if let FamilyRules::Country(rules) = rules.of() {
        last.y += country::rows_of_courts(rules);
    }
    let land = if matches!(game, AnyGame::City(_)) { city::ROOM } else { 0.0 };
    let pad = land + if coordinates { NUMBER_ROOM } else { MARGIN };
    let (x, y) = corner(first);
    Extent {
        left: x - pad,
        top: y - pad,
        width: f64::from(last.x - first.x + 1) * TILE + 2.0 * pad,
        height: f64::from(last.y - first.y + 1) * TILE + 2.0 * pad,
    }
}

/// A table drawn, without the frame of the picture, and the part of the plane that it takes up.
pub fn board_parts(
    catalogue: &Catalogue,
    rules: &AnyRules,
    game: &AnyGame,
    options: &BoardOptions,
) -> (Extent, String) {
    let ground =
        Ground { extent: extent(rules, game, options.coordinates), ..Ground::of(rules, game) };
    let mut body = board_on(&ground, catalogue, rules, game, (options, &Near::all()));
    if options.coordinates {
        let mut pen = Pen::new(options.style.night);
        coordinates(&mut pen, game, &ground.extent);
        body += &pen.into_text();
    }
    (ground.extent, body)
}

/// What a table lies on. A film has one ground for all its pictures: that of its last game.
#[derive(Clone, PartialEq, Debug)]
pub struct Ground {
    /// The part of the plane that is shown.
    pub extent: Extent,
    /// The cells with tiles, in the order of laying.
    pub cells: Vec<Cell>,
}

impl Ground {
    /// The ground that a game needs, without room for numbers.
    pub fn of(rules: &AnyRules, game: &AnyGame) -> Ground {
        let cells = game.board().laid().iter().map(|l| l.cell).collect();
        Ground { extent: extent(rules, game, false), cells }
    }

    /// The first cell of the row below all its tiles.
    fn below(&self) -> Cell {
        let x = self.cells.iter().map(|c| c.x).min().unwrap_or(0);
        let y = self.cells.iter().map(|c| c.y).max().unwrap_or(0);
        Cell::new(x, y + 1)
    }

    fn shown<'a>(&self, rules: &'a AnyRules, game: &'a AnyGame) -> Option<country::Shown<'a>> {
        let (FamilyRules::Country(own), AnyGame::Country(state)) = (rules.of(), game) else {
            return None;
        };
        let below = self.below();
        Some(country::Shown { any_rules: rules, any_game: game, rules: own, game: state, below })
    }
}

/// How many cells around its own something on a table may be seen on: what stands on a cell
/// reaches over those beside it, the land around a town farther.
pub fn reach(game: &AnyGame) -> i16 {
    if matches!(game, AnyGame::City(_)) { 2 } else { 1 }
}

/// What is drawn though it is not on the table, by cell: at the end of The City pieces are thought
/// of all around (CITY-58).
pub fn thought_of(game: &AnyGame) -> Vec<(Cell, String)> {
    let AnyGame::City(town) = game else { return Vec::new() };
    let ghosts = city::pieces(town).into_iter().filter(|piece| piece.ghost);
    ghosts.map(|piece| (piece.edge.cell, format!("{piece:?}"))).collect()
}

/// The first and the last cell of what shows a place of a game on a ground.
pub fn place_cells(ground: &Ground, rules: &AnyRules, game: &AnyGame, place: u8) -> Vec<Cell> {
    ground.shown(rules, game).map(|shown| country::place_cells(shown, place)).unwrap_or_default()
}

/// Which cells are drawn: a rectangle, from its first to its last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Near {
    /// The north-western cell.
    pub first: Cell,
    /// The south-eastern cell.
    pub last: Cell,
}

impl Near {
    /// Every cell.
    pub const fn all() -> Near {
        Near { first: Cell { x: i16::MIN, y: i16::MIN }, last: Cell { x: i16::MAX, y: i16::MAX } }
    }

    /// Whether a cell is among them.
    pub fn has(&self, cell: Cell) -> bool {
        (self.first.x..=self.last.x).contains(&cell.x)
            && (self.first.y..=self.last.y).contains(&cell.y)
    }
}

/// A table drawn on a ground, without the frame of the picture and without numbers. What stands on
/// cells that are not near is left out: a film draws what has changed, and what is around it.
pub fn board_on(
    ground: &Ground,
    catalogue: &Catalogue,
    rules: &AnyRules,
    game: &AnyGame,
    (options, near): (&BoardOptions, &Near),
) -> String {
    let mut pen = Pen::new(options.style.night);
    let extent = &ground.extent;
    pen.bar((extent.left, extent.top), (extent.width, extent.height), flat(TABLE));
    match (ground.shown(rules, game), rules.of(), game) {
        (Some(shown), ..) => pen.raw(&country::board(catalogue, shown, options.style, near)),
        (None, FamilyRules::City(rules), AnyGame::City(game)) => {
            let view = city::TownPicture { style: options.style, land: true, last: false };
            let layer = city::board_on(&ground.cells, rules, game, (view, near));
            pen.set_in(&layer.svg, (layer.x, layer.y), (layer.width, layer.height));
        }
        _ => panic!("the rules are those of the game"),
    }
    if let Some(last) = game.board().laid().last().filter(|_| options.last) {
        last_tile(&mut pen, last.cell, options.style);
    }
    pen.into_text()
}

/// A whole table as one picture: tiles, keeps or walls, figures, and the places beside them.
pub fn board(
    catalogue: &Catalogue,
    rules: &AnyRules,
    game: &AnyGame,
    options: &BoardOptions,
) -> String {
    let (e, body) = board_parts(catalogue, rules, game, options);
    let view = format!(
        "viewBox=\"{} {} {} {}\"",
        Short(e.left),
        Short(e.top),
        Short(e.width),
        Short(e.height)
    );
    let size = options.tile_pixels.map(|pixels| {
        let k = pixels / TILE;
        format!("width=\"{}\" height=\"{}\" ", (e.width * k).round(), (e.height * k).round())
    });
    let size = size.unwrap_or_default();
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {size}{view}>{body}</svg>")
}

/// A frame around the tile laid last, light on dark.
fn last_tile(pen: &mut Pen, cell: Cell, style: Style) {
    let (x, y) = corner(cell);
    let k = style.detail.of(1.0, 1.3, 2.0);
    pen.group("class=\"last\"", |pen| {
        for (colour, width) in [(FRAME_EDGE, 9.0 * k), (FRAME, 5.0 * k)] {
            let inset = 5.0 * k;
            let side = TILE - 2.0 * inset;
            pen.bar((x + inset, y + inset), (side, side), stroke(colour, width).round());
        }
    });
}

/// Columns above and below, rows left and right.
fn coordinates(pen: &mut Pen, game: &AnyGame, e: &Extent) {
    let (first, last) = span(game);
    let (right, bottom) = (e.left + e.width, e.top + e.height);
    let font = "font-family=\"'Atkinson Hyperlegible Next',sans-serif\"";
    pen.group(font, |pen| {
        let mut number = |at: Pt, n: i16| {
            pen.text((at.0, at.1 + 11.0), 30.0, "middle", NUMBER, &n.to_string());
        };
        for x in first.x..=last.x {
            let middle = f64::from(x) * TILE + TILE / 2.0;
            number((middle, e.top + NUMBER_ROOM / 2.0), x);
            number((middle, bottom - NUMBER_ROOM / 2.0), x);
        }
        for y in first.y..=last.y {
            let middle = f64::from(y) * TILE + TILE / 2.0;
            number((e.left + NUMBER_ROOM / 2.0, middle), y);
            number((right - NUMBER_ROOM / 2.0, middle), y);
        }
    });
}
