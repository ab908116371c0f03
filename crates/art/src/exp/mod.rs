//! The pictures of the expansions: one file for each, and the list.
//!
//! An expansion that is not in the list is drawn all the same, plainly ([`crate::lettered`]).

mod abbot;
mod count;
mod cult;
mod inns;
mod river;
mod traders;

use crate::pictures::Pictures;

/// The expansions that have pictures.
pub const ALL: &[&Pictures] = &[
    &river::PICTURES,
    &abbot::PICTURES,
    &inns::PICTURES,
    &traders::PICTURES,
    &cult::PICTURES,
    &count::PICTURES,
];
