//! Ids, keys and values that nobody can guess.

use std::fmt::Write;

/// Letters and digits that are not taken for one another.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
const ID_LENGTH: usize = 12;
const KEY_LENGTH: usize = 20;

/// The id of a new table: 60 bits, for the id of a private table is its link.
pub fn id() -> String {
    letters(ID_LENGTH)
}

/// The key of a new table's link: 100 bits.
pub fn key() -> String {
    letters(KEY_LENGTH)
}

/// A share in the draws: 16 bytes, hexadecimal.
pub fn value() -> String {
    let bytes: [u8; 16] = rand::random();
    let mut text = String::with_capacity(32);
    for byte in bytes {
        // Writing to a text does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Whether a text can be the id of a table.
pub fn is_id(text: &str) -> bool {
    (1..=40).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_alphanumeric())
}

fn letters(length: usize) -> String {
    let bytes: [u8; 32] = rand::random();
    // 256 is a multiple of 32: every letter is equally likely.
    bytes[..length].iter().map(|b| char::from(LETTERS[usize::from(b % 32)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_ids() {
        let (id, key) = (id(), key());
        assert!(is_id(&id) && is_id(&key) && id.len() == ID_LENGTH && key.len() == KEY_LENGTH);
        assert!(!is_id("") && !is_id("../etc") && !is_id(&"a".repeat(41)));
        assert_ne!(value(), value());
        assert_eq!(value().len(), 32);
    }
}
