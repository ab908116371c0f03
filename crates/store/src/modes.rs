//! What is in the data directory is nobody else's: it has passwords' hashes and tables' seeds.

use std::fs::{self, DirBuilder, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::time::SystemTime;

/// For a folder: its owner may look and write, nobody else.
const FOLDER: u32 = 0o700;
/// For a file.
const FILE: u32 = 0o600;
/// Whose files cannot be removed by others: a folder that many share, as `/tmp`.
const SHARED: u32 = 0o1000;

/// Makes a folder for its owner alone, or makes one that exists so.
///
/// # Errors
/// If it cannot be made.
pub fn folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(FOLDER).create(path)?;
    if fs::metadata(path)?.mode() & SHARED != 0 {
        tracing::warn!(path = %path.display(), "the data directory is shared with others");
        return Ok(());
    }
    tighten(path, FOLDER);
    Ok(())
}

/// Makes an empty file for its owner alone, or makes one that exists so.
///
/// # Errors
/// If it cannot be made.
pub fn file(path: &Path) -> io::Result<()> {
    let made = OpenOptions::new().append(true).create(true).mode(FILE).open(path);
    tighten(path, FILE);
    made.map(drop)
}

/// Takes rights away from others, if they have any, and says so. Somebody else's file stays as it
/// is: whether it can be used shows soon enough.
pub fn tighten(path: &Path, mode: u32) {
    let Ok(found) = fs::metadata(path).map(|it| it.mode() & 0o777) else { return };
    if found & !mode == 0 {
        return;
    }
    let path_shown = path.display();
    match fs::set_permissions(path, Permissions::from_mode(found & mode)) {
        Ok(()) => tracing::info!(
            path = %path_shown,
            "others could read this; it had the mode {found:o}, now it has {:o}",
            found & mode
        ),
        Err(error) => tracing::warn!(path = %path_shown, %error, "others may read this"),
    }
}

/// The same for a file that may exist.
pub fn tighten_file(path: &Path) {
    tighten(path, FILE);
}

/// A time as it stands in names of files: UTC, to the second.
pub fn stamp(at: SystemTime) -> String {
    humantime::format_rfc3339_seconds(at).to_string().replace(':', "-")
}
