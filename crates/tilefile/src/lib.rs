//! Reads tile files: TOML whose mistakes are told with file, tile and reason.
//!
//! Invariant: knows the shape of such files (tables, lists, texts, numbers), nothing of what the
//! tiles mean; each family checks that itself and reports through the same [`TileError`].
//!
//! Tiles that come with a crate are [packed](Packer) once and for all: a program that reads no
//! files of others (without the feature `files`) needs no TOML.
//!
//! ```
//! # #[cfg(feature = "files")] {
//! let file = tilefile::File::parse("own.toml", r#"
//!     set = "own"
//!     [[tile]]
//!     id = "own/A"
//!     count = 2
//! "#).unwrap();
//! let tiles = file.tiles().unwrap();
//! assert_eq!(tiles[0].text("id").unwrap(), "own/A");
//! let error = tiles[0].text("edges").unwrap_err();
//! assert_eq!(error.to_string(), "own.toml, tile own/A: the key \"edges\" is missing");
//! # }
//! ```
#![no_std]
extern crate alloc;

#[cfg(feature = "files")]
mod file;
mod packed;

use alloc::string::String;
use core::fmt;

#[cfg(feature = "files")]
pub use file::{FILE_MAX, File, Section};
pub use packed::{Packer, Unpacker};

/// A tile file that cannot be used, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileError {
    /// The name of the file.
    pub file: String,
    /// The id of the tile, if the reason concerns one.
    pub tile: Option<String>,
    /// What is wrong and what was expected.
    pub reason: String,
}

impl fmt::Display for TileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.tile {
            Some(tile) => write!(f, "{}, tile {tile}: {}", self.file, self.reason),
            None => write!(f, "{}: {}", self.file, self.reason),
        }
    }
}

impl core::error::Error for TileError {}
