//! Records as they are kept: compressed.

use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use super::{Result, StoreError};

/// Compresses a record.
pub(super) fn packed(text: &str) -> Result<Vec<u8>> {
    let fail = |error| StoreError::Other(format!("a record cannot be compressed: {error}"));
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).map_err(fail)?;
    encoder.finish().map_err(fail)
}

/// The text of a compressed record.
pub(super) fn unpacked(table: &str, bytes: &[u8]) -> Result<String> {
    let mut text = String::new();
    GzDecoder::new(bytes).read_to_string(&mut text).map_err(|error| {
        StoreError::Damaged(format!("table {table}: its record cannot be read: {error}"))
    })?;
    Ok(text)
}
