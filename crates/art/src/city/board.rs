//! A whole town as one picture: land, tiles, walls and figures.

use city::{City, Rules};
use table::{Cell, Spot};

use super::area::StreetMap;
use super::land::{Land, MARGIN};
use super::spot::Layout;
use super::wall::{self, Layer};
use super::{Around, sheet};
use crate::board::{Near, corner, framed};
use crate::colour::{INK, Rgb, pure};
use crate::geom::{Pt, TILE};
use crate::svg::{Pen, bar, stroke};
use crate::{Look, Style, draw_figure};

const MARK: Rgb = pure(0x00FF_E04A);

/// The room that land, walls and towers take up around the tiles.
pub const ROOM: f64 = MARGIN;

/// What of a town is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TownPicture {
    /// How.
    pub style: Style,
    /// Whether it lies on a sheet with the land around it, to be looked at; else there are only
    /// tiles, walls and figures.
    pub land: bool,
    /// Whether the tile laid last is marked.
    pub last: bool,
}

/// A town as a picture in board coordinates.
pub fn board(rules: &Rules, game: &City, view: TownPicture) -> Layer {
    let cells: Vec<Cell> = game.board().laid().iter().map(|l| l.cell).collect();
    board_on(&cells, rules, game, (view, &Near::all()))
}

/// The same on a sheet that is large enough for a town of certain cells; tiles and figures that are
/// not near are left out.
pub(crate) fn board_on(
    town: &[Cell],
    rules: &Rules,
    game: &City,
    (view, near): (TownPicture, &Near),
) -> Layer {
    let style = view.style;
    let cells: Vec<Cell> = game.board().laid().iter().map(|l| l.cell).collect();
    let (low, high) = bounds(town);
    let (x, y) = (low.0 - ROOM, low.1 - ROOM);
    let (width, height) = (high.0 - x + ROOM, high.1 - y + ROOM);
    let mut pen = Pen::new(style.night);
    let mut pieces = wall::pieces(game);
    for piece in &mut pieces {
        piece.guard = piece.guard.map(|seat| style.colours.of(seat));
        piece.tower = piece.tower.map(|(seat, end)| (style.colours.of(seat), end));
    }
    if view.land {
        sheet::draw(&mut pen, (x, y), (width, height), town, style);
        if style.look == Look::Map && !cells.is_empty() {
            let gate = pieces.iter().find(|p| p.gate).copied();
            Land { cells: &cells, gate, style }.draw(&mut pen);
        }
    }
    tiles(&mut pen, rules, game, style, near);
    if let Some(cell) = cells.last().filter(|_| view.last) {
        mark(&mut pen, *cell);
    }
    pen.raw(&wall::body(&pieces, style));
    figures(&mut pen, rules, game, style, near);
    Layer::new((x, y), (width, height), &pen.into_text())
}

fn mark(pen: &mut Pen, cell: Cell) {
    let (x, y) = corner(cell);
    let frame = bar((x + 4.0, y + 4.0), (TILE - 8.0, TILE - 8.0));
    pen.group("class=\"last\"", |pen| {
        pen.path(&frame, stroke(INK, 8.0).round());
        pen.path(&frame, stroke(MARK, 4.6).round());
    });
}

fn tiles(pen: &mut Pen, rules: &Rules, game: &City, style: Style, near: &Near) {
    for laid in game.board().laid().iter().filter(|l| near.has(l.cell)) {
        let tile = rules.tile(laid.kind);
        let around = Around::at(rules, game.board(), laid.cell);
        let body = super::body(tile, laid.rot, laid.cell, &around, style);
        pen.raw(&framed(laid.cell, &tile.id, laid.rot, &body));
    }
}

/// The rectangle of the tiles; that of one cell if there are none.
fn bounds(cells: &[Cell]) -> (Pt, Pt) {
    let all = || cells.iter().map(|c| corner(*c));
    let least = |of: fn(Pt) -> f64| all().map(of).fold(f64::INFINITY, f64::min);
    let most = |of: fn(Pt) -> f64| all().map(of).fold(f64::NEG_INFINITY, f64::max);
    if cells.is_empty() {
        return ((0.0, 0.0), (TILE, TILE));
    }
    ((least(|p| p.0), least(|p| p.1)), (most(|p| p.0) + TILE, most(|p| p.1) + TILE))
}

/// The followers on streets, markets and homes, from north to south.
fn figures(pen: &mut Pen, rules: &Rules, game: &City, style: Style, near: &Near) {
    let mut all = Vec::new();
    for standing in game.followers() {
        let Spot::Segment { cell, segment } = game.spot_of(standing.node) else { continue };
        let laid = game.board().laid().iter().find(|l| l.cell == cell && near.has(cell));
        let Some(laid) = laid else { continue };
        let tile = rules.tile(laid.kind);
        let plan = StreetMap::new(tile, laid.rot);
        let spot = Layout::new(tile, &plan).spots[segment as usize];
        let (x, y) = corner(cell);
        let lying = tile.segments[segment as usize].kind == city::names::HOMES;
        let at = (x + spot.at.0, y + spot.at.1);
        all.push((at, spot.scale, lying, standing.seat.index()));
    }
    table::sort_short_by(&mut all, |a, b| a.0.1 < b.0.1);
    for (at, scale, lying, seat) in all {
        let scale = scale * style.detail.figure_scale();
        draw_figure(pen, "follower", style.colours.of(seat), at, scale, lying);
    }
}
