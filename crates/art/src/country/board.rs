//! A table of the country: tiles, keeps, figures, and who waits in Carcassonne.

use std::collections::BTreeMap;

use country::exp::Id;
use country::exp::count::PIECES_INSIDE;
use country::tile::Kind;
use country::{Country, Rules};
use table::{Cell, Laid, Piece, Rot};

use super::block::{BLOCK_AT, QUARTERS};
use crate::board::{Near, corner, framed_at};
use crate::catalogue::Catalogue;
use crate::figure::{self, Role};
use crate::geom::{Pt, add};
use crate::keep;
use crate::svg::Pen;
use crate::{Look, Style};

/// The tiles and figures of a table, as far as they are near: a cell is 200 units, the cell 0,0
/// begins at 0,0.
pub fn board(
    catalogue: &Catalogue,
    rules: &Rules,
    game: &Country,
    style: Style,
    near: &Near,
) -> String {
    let mut pen = Pen::new(style.night);
    if style.look == Look::Map {
        pen.raw(&super::definitions(style.night));
    }
    let id = |l: &Laid| rules.tiles()[l.kind.0 as usize].id.as_str();
    let mut laid: Vec<&Laid> = game.board().laid().iter().filter(|l| near.has(l.cell)).collect();
    laid.sort_by_key(|l| (l.cell.y, l.cell.x));
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
    let mut standing = figures(catalogue, rules, game, style, near);
    if rules.has(Id::Count) {
        standing.extend(inside(game, style));
    }
    standing.sort_by(|a, b| a.0.total_cmp(&b.0));
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
type Standing = (f64, String);

fn standing(role: Role, seat: usize, at: Pt, scale: f64, lying: bool) -> Standing {
    let mut pen = Pen::new(false);
    figure::draw(&mut pen, role, seat, at, scale, lying);
    (at.1, pen.into_text())
}

/// The figures on tiles; several on one segment stand side by side.
fn figures(
    catalogue: &Catalogue,
    rules: &Rules,
    game: &Country,
    style: Style,
    near: &Near,
) -> Vec<Standing> {
    let mut taken: BTreeMap<(u8, u8), u32> = BTreeMap::new();
    let mut out = Vec::new();
    for figure in game.figures() {
        let laid = game.board().laid()[figure.tile as usize];
        if !near.has(laid.cell) {
            continue;
        }
        let tile = &rules.tiles()[laid.kind.0 as usize];
        let Some(sketch) = catalogue.sketch(&tile.id, laid.rot) else { continue };
        let stand = sketch.stand_of(&tile.segments[figure.segment as usize]);
        let before = taken.entry((figure.tile, figure.segment)).or_insert(0);
        let at = add(add(corner(laid.cell), stand.at, 1.0), (22.0, -7.0), f64::from(*before));
        *before += 1;
        let is_field = game
            .feature_at(laid.cell, figure.segment)
            .is_some_and(|(_, feature)| feature.kind() == Kind::Field);
        let role = role_of(figure.piece);
        let scale = stand.scale * style.detail.figure_scale();
        out.push(standing(role, figure.seat.index(), at, scale, is_field && role != Role::Pig));
    }
    out
}

/// The role of a piece of the country.
pub fn role_of(piece: Piece) -> Role {
    let name = country::piece::NAMES.get(piece.0 as usize);
    name.and_then(|n| Role::from_name(n)).unwrap_or(Role::Follower)
}

/// The Count and the figures in the quarters.
fn inside(game: &Country, style: Style) -> Vec<Standing> {
    let slot = &game.slots().count;
    let origin = corner(BLOCK_AT);
    let scale = style.detail.figure_scale().min(1.2);
    let mut out = Vec::new();
    for (number, quarter) in QUARTERS.iter().enumerate() {
        let mut places = (0..).map(|i| add(origin, quarter.stand(i), 1.0));
        let mut next = || places.next().unwrap_or(origin);
        if slot.at as usize == number {
            out.push(standing(Role::Count, 0, next(), scale, false));
        }
        for (seat, pieces) in slot.inside[number].iter().enumerate() {
            for (piece, count) in pieces.iter().enumerate().take(PIECES_INSIDE) {
                for _ in 0..*count {
                    let role = role_of(Piece(piece as u8));
                    out.push(standing(role, seat, next(), scale, false));
                }
            }
        }
    }
    out
}
