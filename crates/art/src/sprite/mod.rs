//! Upright things: houses, trees, towers, churches, and the marks that matter.
//!
//! Every sprite stands on its foot, lit from the north-west; its outline is the ink of the group
//! that it stands in ([`crate::svg::Pen::inked`]).

mod church;
mod house;
mod land;
mod marks;
mod tower;
mod tree;

pub use church::{church, cross, monastery};
pub use house::{Form, House};
pub use land::{haystack, rocks, sheep, wayside_cross, well};
pub use marks::{LINEN, shield};
pub use tower::{Tower, keep};
pub use tree::{Crown, tree};
