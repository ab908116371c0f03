//! The web client, as the program carries it: what `make web` made.
//!
//! It is apart so that nothing else waits for pages to be built. A release has the files in itself;
//! other builds read them from the disk when they are asked for.

use std::borrow::Cow;

use rust_embed::RustEmbed;

/// Texts and the engine are there in their packed form alone.
#[derive(RustEmbed)]
#[folder = "../../web/dist/"]
struct Files;

/// The names of all files.
pub fn names() -> Vec<Cow<'static, str>> {
    Files::iter().collect()
}

/// What is in a file.
pub fn file(name: &str) -> Option<Cow<'static, [u8]>> {
    Files::get(name).map(|file| file.data)
}
