//! The slow engine of the country, tested by scenes, records and chance.
//! One binary for all of them: linking costs more than testing.

mod random_games;
mod recorded_games;
mod scenarios;
