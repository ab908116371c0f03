//! Writes the golden files anew by letting the golden tests do it.

use std::path::Path;
use std::process::Command;

use crate::{Outcome, rules};

/// Runs the golden tests with `BLESS=1`, then refreshes the rule list.
pub fn run(root: &Path) -> Outcome<()> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let status = Command::new(&cargo)
        .args(["test", "--workspace", "golden"])
        .env("BLESS", "1")
        .current_dir(root)
        .status()
        .map_err(|error| format!("cannot start {cargo}: {error}"))?;
    if !status.success() {
        return Err("the golden tests failed while writing their files".to_owned());
    }
    rules::run(root, false)
}
