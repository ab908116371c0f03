//! Carcassonne itself: the block of twelve tiles, its four quarters, who waits there, the Count.

use country::exp::Id;
use country::exp::count::{PIECES_INSIDE, QUARTERS};
use country::{Country, Rules};
use table::Piece;

use super::corner;
use crate::draw::figures::{self, Role};
use crate::draw::geom::{Pt, add, polygon};
use crate::draw::svg::{INK, Svg, placed};

/// The wall, in tiles from the upper left corner of the block.
const WALL: [Pt; 8] = [
    (0.42, 0.62),
    (0.64, 0.40),
    (3.30, 0.40),
    (3.56, 0.62),
    (3.56, 2.34),
    (3.34, 2.54),
    (0.64, 2.54),
    (0.42, 2.34),
];
/// The quarters, clockwise as in the rules (COUNT-07): upper left corner and size, in tiles.
const COURTS: [(Pt, Pt); 4] = [
    ((1.72, 0.50), (1.66, 0.62)),
    ((1.72, 1.17), (1.74, 0.62)),
    ((1.72, 1.84), (1.66, 0.62)),
    ((0.54, 0.56), (1.12, 1.86)),
];
const GROUND: [&str; 4] = ["#D9B08C", "#E6D3A0", "#C9B7A6", "#D6CBE0"];

/// Draws the city and whoever is inside, if the Count is in play.
pub fn carcassonne(svg: &mut Svg, rules: &Rules, game: &Country, zoom: f64) {
    if !rules.has(Id::Count) {
        return;
    }
    let in_block = |l: &&table::Laid| rules.tiles()[l.kind.0 as usize].block.is_some();
    let cells = game.board().laid().iter().filter(in_block).map(|l| l.cell);
    let Some(first) = cells.min_by_key(|c| (c.y, c.x)) else { return };
    let origin = corner(first);
    let at = |p: Pt| add(origin, p, 200.0);
    let wall: Vec<Pt> = WALL.iter().map(|p| at(*p)).collect();
    svg.fill(&polygon(&wall), "#B98252");
    for (number, (place, size)) in COURTS.iter().enumerate() {
        let size = (size.0 * 200.0, size.1 * 200.0);
        let edge = format!("rx=\"12\" stroke=\"{INK}\" stroke-width=\"2\"");
        svg.rect(at(*place), size, GROUND[number], &edge);
        let label = add(at(*place), (12.0, 8.0 + 17.0 * zoom), 1.0);
        svg.text(label, 22.0 * zoom, "start", INK, QUARTERS[number]);
        inside(svg, game, number, at(*place), size, zoom);
    }
    let round = "fill=\"none\" stroke-linejoin=\"round\"";
    svg.path(&polygon(&wall), &format!("{round} stroke=\"{INK}\" stroke-width=\"15\""));
    svg.path(&polygon(&wall), &format!("{round} stroke=\"#F4ECD8\" stroke-width=\"9\""));
    for p in wall {
        svg.circle(p, 13.0, "#F4ECD8", &format!("stroke=\"{INK}\" stroke-width=\"3\""));
    }
}

/// The figures in a quarter, in rows, and the Count.
fn inside(svg: &mut Svg, game: &Country, quarter: usize, place: Pt, size: Pt, zoom: f64) {
    let slot = &game.slots().count;
    let mut spots = rows(place, size, zoom);
    if slot.at as usize == quarter {
        let spot = spots.next().unwrap_or(place);
        count(svg, spot, zoom);
    }
    for (seat, pieces) in slot.inside[quarter].iter().enumerate() {
        for (piece, number) in pieces.iter().enumerate().take(PIECES_INSIDE) {
            for _ in 0..*number {
                let spot = spots.next().unwrap_or(place);
                figures::figure(
                    svg,
                    seat,
                    Role::of(Piece(piece as u8)),
                    spot,
                    0.95 * zoom.min(1.4),
                    false,
                );
            }
        }
    }
}

fn rows(place: Pt, size: Pt, zoom: f64) -> impl Iterator<Item = Pt> {
    let step = 36.0 * zoom.min(1.4);
    let columns = ((size.0 - 20.0) / step).floor().max(1.0) as usize;
    (0..).map(move |i: usize| {
        let (column, row) = (i % columns, i / columns);
        add(place, (32.0 + column as f64 * step, 60.0 + 30.0 * zoom + row as f64 * 30.0), 1.0)
    })
}

/// The Count: a crowned figure in purple that belongs to nobody.
fn count(svg: &mut Svg, at: Pt, zoom: f64) {
    svg.group(&format!("class=\"count\" {}", placed(at, zoom)), |svg| {
        let ink = format!("stroke=\"{INK}\" stroke-width=\"2.4\" stroke-linejoin=\"round\"");
        svg.ellipse((2.0, 2.0), (18.0, 5.0), INK, "opacity=\".3\"");
        svg.path(
            "M-15,0C-14,-14 -9,-24 0,-26C9,-24 14,-14 15,0z",
            &format!("fill=\"#8A2E8E\" {ink}"),
        );
        svg.circle((0.0, -30.0), 8.0, "#F3D3A4", &ink);
        svg.path("M-10,-35l-1,-12l6,6l5,-8l5,8l6,-6l-1,12z", &format!("fill=\"#F2C230\" {ink}"));
    });
}
