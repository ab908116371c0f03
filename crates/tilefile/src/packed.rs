//! Tiles as bytes: what a family knows of its own tiles, read and checked before.

use alloc::vec::Vec;

/// Writes bytes, texts and short lists, each behind its length.
#[derive(Default, Debug)]
pub struct Packer(Vec<u8>);

impl Packer {
    /// A byte.
    pub fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    /// At most 255 bytes.
    pub fn list(&mut self, bytes: impl IntoIterator<Item = u8>) {
        let at = self.0.len();
        self.0.push(0);
        self.0.extend(bytes);
        self.0[at] = u8::try_from(self.0.len() - at - 1).expect("lists are short");
    }

    /// A text of at most 255 bytes.
    pub fn text(&mut self, text: &str) {
        self.list(text.bytes());
    }

    /// All of it.
    pub fn done(self) -> Vec<u8> {
        self.0
    }
}

/// Reads what a [`Packer`] wrote, in the same order.
///
/// ```
/// let mut packer = tilefile::Packer::default();
/// packer.text("base/A");
/// packer.byte(2);
/// packer.list([1, 4]);
/// let bytes = packer.done();
/// let mut packed = tilefile::Unpacker(&bytes);
/// assert_eq!((packed.text(), packed.byte(), packed.list()), ("base/A", 2, &[1, 4][..]));
/// assert!(packed.is_empty());
/// ```
#[derive(Debug)]
pub struct Unpacker<'a>(pub &'a [u8]);

impl<'a> Unpacker<'a> {
    /// Whether all of it was read.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn bytes(&mut self, count: usize) -> &'a [u8] {
        let (bytes, rest) = self.0.split_at(count);
        self.0 = rest;
        bytes
    }

    /// A byte.
    pub fn byte(&mut self) -> u8 {
        self.bytes(1)[0]
    }

    /// A list of bytes.
    pub fn list(&mut self) -> &'a [u8] {
        let count = self.byte();
        self.bytes(count.into())
    }

    /// A text.
    pub fn text(&mut self) -> &'a str {
        core::str::from_utf8(self.list()).expect("texts were packed")
    }
}
