//! The pictures of both families.
//! One binary for all of them: linking costs more than testing.
#![allow(clippy::unwrap_used)] // a test may fail

mod city;
mod city_walls;
mod seams;
mod tiles;
mod undrawn;
