//! The round keep that the board lays over a corner where four joined city tiles meet.

use crate::colour::INK;
use crate::geom::Pt;
use crate::sprite;
use crate::svg::{Pen, picture};
use crate::{Detail, Look, Style};

/// The size of the keep's picture, in units of a tile.
pub const KEEP_SIZE: Pt = (80.0, 120.0);
/// Where the corner of the four tiles is in that picture.
pub const KEEP_AT: Pt = (40.0, 88.0);

/// Draws the keep over a corner of the grid.
pub fn draw(pen: &mut Pen, at: Pt, style: Style) {
    let detail = if style.look == Look::Plain { Detail::Small } else { style.detail };
    let width = if detail == Detail::Small { 2.0 } else { 1.2 };
    pen.inked(INK, width, |pen| sprite::keep(pen, at, detail));
}

/// The keep as a picture of [`KEEP_SIZE`]. [`crate::Catalogue::has_keep`] says where it stands.
pub fn keep(style: Style) -> String {
    let mut pen = Pen::new(style.night);
    draw(&mut pen, KEEP_AT, style);
    picture(KEEP_SIZE.0, KEEP_SIZE.1, &pen.into_text())
}
