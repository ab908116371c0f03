//! The pictures of Trencavel: every tile, figure, token and whole tables, drawn as SVG text from
//! the tile data alone.
//!
//! Invariant: what the rules know of a tile is what its picture shows, and nothing that matters
//! to the rules varies. Pictures are the same for the same question, everywhere and always. No
//! I/O, no clock, no randomness but streams keyed by names and cells ([`rng`]).
//!
//! A tile is 200 × 200 units, y growing south. It is drawn for the way it lies: what stands
//! stands upright, light comes from the north-west. What crosses a side crosses it at the same
//! place on both tiles.

#![expect(clippy::many_single_char_names, reason = "x, y, w, h, r are what geometry calls them")]

mod address;
mod board;
mod card;
mod catalogue;
pub mod city;
pub mod colour;
mod country;
mod exp;
mod figure;
pub mod geom;
mod keep;
mod lettered;
mod pictures;
mod portrait;
pub mod rng;
pub mod seat;
pub mod sprite;
pub mod svg;
mod token;

pub use address::{Address, NoPicture};
pub use board::{
    BoardOptions, Extent, FRAME, Ground, Near, TABLE, board, board_on, board_parts, extent,
    place_cells, reach, thought_of,
};
pub use card::{CARD_SIZE, card, cards, logo};
pub use catalogue::{Catalogue, DrawnSpot, TileSpots};
pub use figure::{FEET, FIGURE_SIZE, MIDDLE, draw as draw_figure, figure};
pub use keep::{KEEP_AT, KEEP_SIZE, keep};
pub use pictures::pieces;
pub use portrait::{PORTRAIT_SIZE, portrait, portraits};
pub use seat::emblem;
pub use token::{token, tokens};

/// The name of these drawings: another one if anything of them may have changed.
pub const VERSION: &str = env!("DRAWN_BY");

/// The manner of drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Look {
    /// The illustrated map.
    #[default]
    Map,
    /// Flat and high in contrast.
    Plain,
}

/// How much is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Detail {
    /// Everything: for tiles of more than 140 pixels.
    #[default]
    Full,
    /// Without tufts, windows and small beasts: for 70 to 140 pixels.
    Middle,
    /// Flat and bold, marks enlarged: for less than 70 pixels.
    Small,
}

impl Detail {
    /// The level that suits tiles of a size in pixels.
    pub fn for_pixels(pixels: f64) -> Detail {
        match pixels {
            p if p > 140.0 => Detail::Full,
            p if p >= 70.0 => Detail::Middle,
            _ => Detail::Small,
        }
    }

    /// The value for this level, of three.
    pub const fn of<T: Copy>(self, full: T, middle: T, small: T) -> T {
        match self {
            Detail::Full => full,
            Detail::Middle => middle,
            Detail::Small => small,
        }
    }

    /// How much marks that matter are enlarged.
    pub const fn mark_scale(self) -> f64 {
        self.of(1.0, 1.12, 1.5)
    }

    /// How large a figure is, in units of a tile.
    pub const fn figure_scale(self) -> f64 {
        self.of(0.92, 1.05, 1.55)
    }
}

/// How to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// The manner.
    pub look: Look,
    /// The dark table.
    pub night: bool,
    /// How much is drawn.
    pub detail: Detail,
    /// In which colours the seats of a table are drawn.
    pub colours: Colours,
}

/// The colour of each seat, by its number in [`seat::COLOURS`]. By default a seat has that of its
/// own number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colours(pub [u8; seat::SEATS]);

impl Colours {
    /// The order in which tables give them: blue, red, yellow, violet, white, black.
    pub const USUAL: Colours = Colours([2, 4, 3, 5, 0, 1]);

    /// The colour of a seat.
    pub fn of(self, seat: usize) -> usize {
        usize::from(self.0[seat % seat::SEATS])
    }
}

impl Default for Colours {
    fn default() -> Colours {
        Colours([0, 1, 2, 3, 4, 5])
    }
}
