//! What the tests of the rules share: a table to play at, and situations to begin with.
#![allow(dead_code, unused_imports)] // each test file uses a part of it

#[path = "scene.rs"]
pub mod scene;
#[path = "table.rs"]
pub mod table;

pub use table::Table;
