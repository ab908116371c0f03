//! The engine for pages: a question goes in as JSON, its answer comes out as JSON
//! (docs/browser-engine.md).
//!
//! Invariants: no rule, no clock, no chance and no storage: times, secrets and seeds come with the
//! questions, entries of logs go out to be kept. A refused question changes nothing. What a server
//! answers to the same question is answered here in the same words: both ask `room`, `protocol`,
//! `ai` and `art`. `door` makes a module of it that imports nothing; here it is a
//! plain library, and tested as one.

mod engine;
mod judge;
mod local;
mod look_through;
mod measure;
mod records;
mod shadow;
mod shelf;
mod tables;
mod think;

pub use engine::Engine;
