//! What the tests of the rules share: a table to play at, and situations to begin with.

pub mod scene;
pub mod table;

pub use table::Table;
