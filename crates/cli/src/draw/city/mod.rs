//! Drawing a board of The City: tiles, followers, the wall with its gate, guards and towers.

mod area;
mod tile;
mod wall;

use std::collections::{BTreeMap, BTreeSet};

use city::{City, Edge, LEFT, RIGHT, Rules, Step};
use table::{Cell, Rot, TileKind};

use super::figures::{self, Role};
use super::geom::{Pt, TILE, add};
use super::svg::Svg;
use tile::Picture;
pub use wall::tower;

/// Draws tiles, walls and figures: one unit is 1/200 of a tile, the cell 0,0 begins at 0,0.
pub fn board(rules: &Rules, game: &City, zoom: f64) -> String {
    let mut known: BTreeMap<(u8, u8), Picture> = BTreeMap::new();
    let mut out = Svg::default();
    for laid in game.board().laid() {
        let (kind, rot) = (laid.kind.0, laid.rot as u8);
        known.entry((kind, rot)).or_insert_with(|| Picture::new(rules.tile(laid.kind), laid.rot));
        let (x, y) = corner(laid.cell);
        let id = &rules.tile(laid.kind).id;
        out.raw(&format!(
            "<use class=\"tile\" data-cell=\"{},{}\" data-tile=\"{}\" data-rot=\"{rot}\" \
             href=\"#t{kind}r{rot}\" x=\"{x}\" y=\"{y}\"/>",
            laid.cell.x,
            laid.cell.y,
            super::svg::escape(id)
        ));
    }
    walls(&mut out, game, zoom);
    for follower in game.followers() {
        let laid = game.board().laid();
        let tile = laid.iter().rfind(|l| l.first <= follower.node);
        if let Some(tile) = tile
            && let Some(picture) = known.get(&(tile.kind.0, tile.rot as u8))
        {
            let (spot, lying) = picture.spot((follower.node - tile.first) as usize);
            let at = add(corner(tile.cell), spot, 1.0);
            figures::figure(&mut out, follower.seat.index(), Role::Follower, at, 1.3 * zoom, lying);
        }
    }
    let definitions: String = known
        .iter()
        .map(|((kind, rot), picture)| {
            format!("<g id=\"t{kind}r{rot}\" clip-path=\"url(#tile)\">{}</g>", picture.svg)
        })
        .collect();
    format!("<defs>{definitions}</defs>{}", out.into_text())
}

/// One tile alone, in a square of 200 units.
pub fn single(rules: &Rules, kind: TileKind) -> String {
    Picture::new(rules.tile(kind), Rot::R0).svg
}

fn corner(cell: Cell) -> Pt {
    (f64::from(cell.x) * TILE, f64::from(cell.y) * TILE)
}

/// At the end the ring is closed by walls that count as built (CITY-58).
fn closing(out: &mut Svg, game: &City) {
    let pieces = [LEFT, RIGHT].into_iter().flat_map(|line| game.walls(line)).map(|w| w.edge);
    let built: BTreeSet<Edge> = pieces.chain(game.gate()).collect();
    for edge in game.outline().filter(|edge| !built.contains(edge)) {
        wall::closing(out, corner(edge.cell), edge.side as usize);
    }
}

fn walls(out: &mut Svg, game: &City, zoom: f64) {
    if game.step() == Step::Over {
        closing(out, game);
    }
    if let Some(edge) = game.gate() {
        wall::gate(out, corner(edge.cell), edge.side as usize);
    }
    for line in [LEFT, RIGHT] {
        for piece in game.walls(line) {
            wall::wall(out, corner(piece.edge.cell), piece.edge.side as usize);
        }
    }
    for line in [LEFT, RIGHT] {
        for piece in game.walls(line) {
            let (at, side) = (corner(piece.edge.cell), piece.edge.side as usize);
            if let Some(seat) = piece.tower() {
                // CITY-77: at the end of the wall that points away from the gate.
                let along = if line == RIGHT { TILE } else { 0.0 };
                wall::tower(out, Some(seat), add(at, super::geom::along(side, along, -14.0), 1.0));
            }
            if let Some(seat) = piece.guard() {
                let feet = add(super::geom::along(side, 100.0, -14.0), (0.0, 16.0), 1.0);
                figures::figure(
                    out,
                    seat.index(),
                    Role::Follower,
                    add(at, feet, 1.0),
                    1.25 * zoom,
                    false,
                );
            }
        }
    }
}
