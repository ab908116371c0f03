//! Finding and reading the files of the project. Paths are relative to its root, with `/`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Outcome;

/// Folders that hold nothing written by hand.
const SKIPPED: &[&str] = &["target", ".git", "node_modules", "dist", "testdata"];

/// The root of the workspace: the folder above this package, as cargo or the current folder tells.
pub fn root() -> Outcome<PathBuf> {
    if let Some(package) = std::env::var_os("CARGO_MANIFEST_DIR")
        && let Some(parent) = Path::new(&package).parent()
    {
        return Ok(parent.to_path_buf());
    }
    let here = std::env::current_dir().map_err(|error| format!("no current folder: {error}"))?;
    here.ancestors()
        .find(|folder| folder.join("xtask/Cargo.toml").is_file())
        .map(Path::to_path_buf)
        .ok_or_else(|| "run this inside the project".to_owned())
}

/// All files below `folder` (relative to `root`), sorted. A missing folder holds none.
pub fn below(root: &Path, folder: &str) -> Outcome<Vec<String>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let Ok(entries) = fs::read_dir(root.join(&folder)) else {
            continue;
        };
        for entry in entries {
            let entry = entry.map_err(|error| format!("{folder}: {error}"))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
            let kind = entry.file_type().map_err(|error| format!("{path}: {error}"))?;
            if kind.is_dir() && !SKIPPED.contains(&name.as_str()) {
                open.push(path);
            } else if kind.is_file() {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The text of a file.
pub fn read(root: &Path, path: &str) -> Outcome<String> {
    fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))
}

/// The end of a file name behind its last dot.
pub fn extension(path: &str) -> &str {
    Path::new(path).extension().and_then(|end| end.to_str()).unwrap_or("")
}
