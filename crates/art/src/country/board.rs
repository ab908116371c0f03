//! A table of the country: tiles, keeps, figures, and who waits in the places beside the tiles.

use country::{Country, Rules};
use games::view::Figure;
use games::{AnyGame, AnyRules};
use table::{Cell, Laid, Rot, Spot};

use super::block::TownPlan;
use crate::board::{Near, corner, framed_at};
use crate::catalogue::Catalogue;
use crate::geom::{Pt, add};
use crate::svg::Pen;
use crate::{Look, Style, figure, keep, lettered, pictures};

/// A game with its rules, as it is drawn.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// The rules of any family.
    pub any_rules: &'a AnyRules,
    /// The game of any family.
    pub any_game: &'a AnyGame,
    /// The rules.
    pub rules: &'a Rules,
    /// The game.
    pub game: &'a Country,
    /// The first cell of the row below all tiles, where places lie that no town has.
    pub below: Cell,
}

/// The tiles and figures of a table, as far as they are near: a cell is 200 units, the cell 0,0
/// begins at 0,0.
pub fn board(catalogue: &Catalogue, shown: Shown, style: Style, near: &Near) -> String {
    let mut pen = Pen::new(style.night);
    if style.look == Look::Map {
        pen.raw(&super::definitions(style.night));
    }
    let Shown { rules, game, .. } = shown;
    let id = |l: &Laid| rules.tiles()[l.kind.0 as usize].id.as_str();
    let mut laid: Vec<&Laid> = game.board().laid().iter().filter(|l| near.has(l.cell)).collect();
    table::sort_short_by_key(&mut laid, |l| (l.cell.y, l.cell.x));
    for tile in &laid {
        if let Some(sketch) = catalogue.sketch(id(tile), tile.rot) {
            let body = super::body(sketch, tile.cell, style);
            pen.raw(&framed_at(tile.cell, id(tile), tile.rot, &body, style.detail));
        }
    }
    let at = |c: Cell| game.board().at(c).map(|l| (id(l), l.rot));
    for cell in laid.iter().map(|l| l.cell) {
        if stands_keep(catalogue, at, cell) {
            let place = add(corner(cell), (200.0, 200.0), 1.0);
            keep::draw(&mut pen, place, style);
        }
    }
    let courts = courts(shown);
    for (name, cell) in courts.iter().filter(|(_, cell)| near.has(*cell)) {
        lettered::court(&mut pen, corner(*cell), name);
    }
    let figures = games::view::Tabletop::of(shown.any_rules, shown.any_game).figures;
    let mut standing = on_tiles(catalogue, shown, &figures, style, near);
    standing.extend(in_places(shown, &figures, &courts, style));
    crate::geom::north_first(&mut standing);
    for (_, figure) in standing {
        pen.raw(&figure);
    }
    pen.into_text()
}

/// Whether a keep stands at the south-east corner of a cell.
fn stands_keep<'a>(
    catalogue: &Catalogue,
    at: impl Fn(Cell) -> Option<(&'a str, Rot)>,
    cell: Cell,
) -> bool {
    let step = |dx, dy| at(Cell::new(cell.x + dx, cell.y + dy));
    let around = (step(0, 0), step(1, 0), step(1, 1), step(0, 1));
    let (Some(a), Some(b), Some(c), Some(d)) = around else { return false };
    catalogue.has_keep([a, b, c, d])
}

/// A figure with the height of its feet.
type DrawnFigure = (f64, String);

fn standing(
    piece: &str,
    figure: &Figure,
    (at, scale): (Pt, f64),
    lying: bool,
    style: Style,
) -> DrawnFigure {
    let seat = figure.seat.map_or(0, |seat| style.colours.of(seat.index()));
    let mut pen = Pen::new(false);
    figure::draw(&mut pen, piece, seat, at, scale, lying);
    (at.1, pen.into_text())
}

/// The figures on tiles; several on one segment stand side by side.
fn on_tiles(
    catalogue: &Catalogue,
    shown: Shown,
    figures: &[Figure],
    style: Style,
    near: &Near,
) -> Vec<DrawnFigure> {
    let mut taken: Vec<(Cell, u8)> = Vec::new();
    let mut out = Vec::new();
    for figure in figures {
        let Spot::Segment { cell, segment } = figure.at else { continue };
        let Some(laid) = shown.game.board().at(cell).filter(|_| near.has(cell)) else { continue };
        let tile = &shown.rules.tiles()[laid.kind.0 as usize];
        let Some(sketch) = catalogue.sketch(&tile.id, laid.rot) else { continue };
        let stand = sketch.stand_of(&tile.segments[segment as usize]);
        let before = taken.iter().filter(|taken| **taken == (cell, segment)).count();
        let at = add(add(corner(cell), stand.at, 1.0), (22.0, -7.0), before as f64);
        taken.push((cell, segment));
        let piece = shown.any_rules.piece(figure.piece);
        let lying = stand.lying && pictures::piece(piece).lies;
        let scale = stand.scale * style.detail.figure_scale();
        out.push(standing(piece, figure, (at, scale), lying, style));
    }
    out
}

/// The names of the places in play, with their numbers.
fn places(rules: &Rules) -> impl Iterator<Item = (u8, &'static str)> {
    let in_play = country::exp::ALL.iter().filter(|(id, _)| rules.has(*id));
    in_play.flat_map(|(_, info)| info.places.iter().copied())
}

/// The towns in play.
fn towns(rules: &Rules) -> impl Iterator<Item = &'static TownPlan> {
    let in_play = country::exp::ALL.iter().filter(|(id, _)| rules.has(*id));
    in_play.filter_map(|(_, info)| pictures::all().find(|p| p.of == info.wire)?.town)
}

fn is_in_town(rules: &Rules, name: &str) -> bool {
    towns(rules).any(|town| town.quarter(name).is_some())
}

/// How many courts stand in a row.
const COURTS_IN_ROW: usize = 4;

/// The places that no town has, each with the cell below the tiles where it is drawn.
fn courts(shown: Shown) -> Vec<(&'static str, Cell)> {
    let without = places(shown.rules).filter(|(_, name)| !is_in_town(shown.rules, name));
    let cell = |number: usize| {
        let (column, row) = (number % COURTS_IN_ROW, number / COURTS_IN_ROW);
        Cell::new(shown.below.x + column as i16, shown.below.y + row as i16)
    };
    without.enumerate().map(|(number, (_, name))| (name, cell(number))).collect()
}

/// How many rows the places take up that no town has.
pub fn rows_of_courts(rules: &Rules) -> i16 {
    let without = places(rules).filter(|(_, name)| !is_in_town(rules, name)).count();
    without.div_ceil(COURTS_IN_ROW) as i16
}

/// The first and the last cell of what shows a place.
pub fn place_cells(shown: Shown, place: u8) -> Vec<Cell> {
    let Some((_, name)) = places(shown.rules).find(|(number, _)| *number == place) else {
        return Vec::new();
    };
    if let Some((_, cell)) = courts(shown).into_iter().find(|(court, _)| *court == name) {
        return vec![cell];
    }
    let town = towns(shown.rules).find(|town| town.quarter(name).is_some());
    let ends = |t: &TownPlan| {
        let (wide, high) = t.size;
        vec![t.at, Cell::new(t.at.x + wide - 1, t.at.y + high - 1)]
    };
    town.map(ends).unwrap_or_default()
}

/// The figures in places: those of nobody before the others.
fn in_places(
    shown: Shown,
    figures: &[Figure],
    courts: &[(&str, Cell)],
    style: Style,
) -> Vec<DrawnFigure> {
    let scale = style.detail.figure_scale().min(1.2);
    let mut out = Vec::new();
    for (number, name) in places(shown.rules) {
        let quarter = towns(shown.rules).find_map(|town| Some((town, town.quarter(name)?)));
        let court = courts.iter().find(|(court, _)| *court == name);
        let stand = |count: usize| match (quarter, court) {
            (Some((town, quarter)), _) => Some(add(corner(town.at), quarter.stand(count), 1.0)),
            (None, Some((_, cell))) => Some(add(corner(*cell), lettered::in_court(count), 1.0)),
            (None, None) => None,
        };
        let mut here: Vec<&Figure> =
            figures.iter().filter(|f| f.at == Spot::Place(number)).collect();
        table::sort_short_by_key(&mut here, |f| f.seat.is_some());
        for (count, figure) in here.into_iter().enumerate() {
            let piece = shown.any_rules.piece(figure.piece);
            out.extend(stand(count).map(|at| standing(piece, figure, (at, scale), false, style)));
        }
    }
    out
}
