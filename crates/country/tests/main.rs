//! The rules of the country, tested as they are written, against the reference and recorded games.
//! One binary for all of them: linking costs more than testing.
#![allow(clippy::unwrap_used)] // a test may fail

mod against_reference;
mod capacities;
mod common;
mod foresee;
mod limits;
mod marathon;
mod no_alloc;
mod packed;
mod perft_golden;
mod plan_golden;
mod properties;
mod recorded_games;
mod rules_abbot;
mod rules_base;
mod rules_base_options;
mod rules_count;
mod rules_cult;
mod rules_inns;
mod rules_interactions;
mod rules_river;
mod rules_traders;
mod tiles;
