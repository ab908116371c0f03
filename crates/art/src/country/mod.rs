//! The pictures of the country.

mod area;
pub mod block;
mod board;
mod composition;
mod ground;
mod houses;
mod lines;
mod lying;
mod meadow;
mod pieces;
mod plain;
mod rampart;
mod sketch;
mod spots;
mod tile;
mod wall;
mod ways;

use table::{Cell, Rot};

use crate::svg;
use crate::{Look, Style};

pub(crate) use board::{Shown, board, place_cells, rows_of_courts};
pub(crate) use lying::Kind;
pub(crate) use pieces::{PENNANT, PICTURES};
pub(crate) use sketch::Sketch;

/// The definitions that the bodies of tiles refer to.
pub(crate) fn definitions(night: bool) -> String {
    meadow::definitions(night)
}

/// A tile without its frame and definitions: to be clipped to its square.
pub(crate) fn body(sketch: &Sketch, cell: Cell, style: Style) -> String {
    match style.look {
        Look::Map => tile::body(sketch, cell, style),
        Look::Plain => plain::body(sketch, style),
    }
}

/// A tile, whole in itself.
pub(crate) fn picture(sketch: &Sketch, cell: Cell, style: Style) -> String {
    let mut all = body(sketch, cell, style);
    if style.look == Look::Map {
        all.insert_str(0, &definitions(style.night));
    }
    svg::picture(200.0, 200.0, &all)
}

/// A tile of the block, which is drawn as it lies in the block; turned, the picture is turned.
pub(crate) fn turned(sketch: &Sketch, rot: Rot, cell: Cell, style: Style) -> String {
    let picture = picture(sketch, cell, style);
    if rot == Rot::R0 {
        return picture;
    }
    let inner = picture.find('>').map_or(0, |i| i + 1);
    let (head, rest) = picture.split_at(inner);
    let body = rest.trim_end_matches("</svg>");
    format!("{head}<g transform=\"rotate({},100,100)\">{body}</g></svg>", rot as u16 * 90)
}

#[cfg(test)]
mod tests;
