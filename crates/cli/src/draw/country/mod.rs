//! Drawing a board of the country.

mod block;
mod ground;
mod marks;
mod paint;
mod plan;
mod shape;
mod wall;

use std::collections::BTreeMap;

use country::tile::Kind;
use country::{Country, Rules};
use table::{Cell, Rot, TileKind};

use super::figures::{self, Role};
use super::geom::{Pt, TILE, add};
use super::svg::Svg;
use marks::Spots;
use plan::Plan;
use shape::Shape;

/// The pictures of tiles, each kind in each turn drawn once.
pub struct Sheet<'a> {
    rules: &'a Rules,
    known: BTreeMap<(u8, u8), Picture>,
}

struct Picture {
    svg: String,
    spots: Spots,
}

impl<'a> Sheet<'a> {
    /// An empty sheet.
    pub fn new(rules: &'a Rules) -> Sheet<'a> {
        Sheet { rules, known: BTreeMap::new() }
    }

    fn picture(&mut self, kind: TileKind, rot: Rot) -> &Picture {
        let rules = self.rules;
        self.known.entry((kind.0, rot as u8)).or_insert_with(|| {
            let plan = Plan::new(&rules.tiles()[kind.0 as usize], rot);
            let (shape, ground) = Shape::of(&plan);
            let spots = Spots::new(&plan, &shape, &ground);
            Picture { svg: paint::tile(&plan, &shape, &spots), spots }
        })
    }

    /// Every picture as a definition.
    fn definitions(&self) -> String {
        let each = self.known.iter().map(|((kind, rot), picture)| {
            format!("<g id=\"t{kind}r{rot}\" clip-path=\"url(#tile)\">{}</g>", picture.svg)
        });
        each.collect()
    }
}

/// Draws the tiles and figures: one unit is 1/200 of a tile, the cell 0,0 begins at 0,0.
pub fn board(rules: &Rules, game: &Country, zoom: f64) -> String {
    let mut sheet = Sheet::new(rules);
    let mut tiles = Svg::default();
    for laid in game.board().laid() {
        sheet.picture(laid.kind, laid.rot);
        let (x, y) = corner(laid.cell);
        let id = &rules.tiles()[laid.kind.0 as usize].id;
        let (kind, rot) = (laid.kind.0, laid.rot as u8);
        tiles.raw(&format!(
            "<use class=\"tile\" data-cell=\"{},{}\" data-tile=\"{id}\" data-rot=\"{rot}\" \
             href=\"#t{kind}r{rot}\" x=\"{x}\" y=\"{y}\"/>",
            laid.cell.x, laid.cell.y
        ));
    }
    block::carcassonne(&mut tiles, rules, game, zoom);
    for (number, _) in game.board().laid().iter().enumerate() {
        figures_on(&mut tiles, &mut sheet, game, number, zoom);
    }
    format!("<defs>{}</defs>{}", sheet.definitions(), tiles.into_text())
}

/// One tile alone, in a square of 200 units.
pub fn single(rules: &Rules, kind: TileKind) -> String {
    let mut sheet = Sheet::new(rules);
    sheet.picture(kind, Rot::R0).svg.clone()
}

fn corner(cell: Cell) -> Pt {
    (f64::from(cell.x) * TILE, f64::from(cell.y) * TILE)
}

/// The figures on a tile; several on one segment stand side by side.
fn figures_on(svg: &mut Svg, sheet: &mut Sheet, game: &Country, tile: usize, zoom: f64) {
    let laid = game.board().laid()[tile];
    let mut taken: BTreeMap<u8, u32> = BTreeMap::new();
    for figure in game.figures().iter().filter(|f| f.tile as usize == tile) {
        let picture = sheet.picture(laid.kind, laid.rot);
        let (spot, room) = picture.spots.of(figure.segment as usize);
        let before = taken.entry(figure.segment).or_insert(0);
        let at = add(add(corner(laid.cell), spot, 1.0), (26.0, -8.0), f64::from(*before));
        *before += 1;
        let is_field = game
            .feature_at(laid.cell, figure.segment)
            .is_some_and(|(_, feature)| feature.kind() == Kind::Field);
        let scale = if is_field { (room / 19.0).clamp(0.85, 1.45) } else { 1.4 };
        let seat = figure.seat.index();
        figures::figure(svg, seat, Role::of(figure.piece), at, scale * zoom, is_field);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use country::Setup;
    use ground::Ground;

    /// Every tile of every set, in every turn, shows the fields that the rules give it.
    #[test]
    fn fields_are_drawn_as_the_rules_have_them() {
        let mut wrong = Vec::new();
        for edition in ["C3", "C2", "C1"] {
            let all = ["river", "inns", "traders", "count", "cult", "abbot"];
            let setup = Setup::base(2).with(&all);
            let key = country::exp::river::EDITION;
            let value = key.values.iter().find(|v| v.eq_ignore_ascii_case(edition));
            let setup = value.map_or(setup.clone(), |v| setup.option(key.key, v));
            let rules = Rules::new(&setup).unwrap();
            for tile in rules.tiles() {
                for rot in Rot::ALL {
                    let plan = Plan::new(tile, rot);
                    let (_, ground): (Shape, Ground) = Shape::of(&plan);
                    if !ground.agrees(&plan) {
                        wrong.push(format!("{} r{}", tile.id, rot as u8));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}
