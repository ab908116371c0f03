//! A duel on the disk: settings, one line for each game, and records. What is there is not played
//! again.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde_json::Value;

use super::played::Played;
use crate::fail;

const ELSEWHERE: &str = "Name another directory with --out, or the settings of that duel.";

/// The games of a duel by their numbers.
pub type Games = BTreeMap<u64, Played>;

/// The directory of a duel.
pub struct Store {
    dir: PathBuf,
    lines: File,
}

impl Store {
    /// Opens a directory, or makes it, for a duel with these settings; gives the games that are
    /// there already.
    ///
    /// # Errors
    /// If another duel is there, or it cannot be read or written.
    pub fn open(dir: &Path, settings: &Value) -> Result<(Store, Games)> {
        let unwritable = |error: std::io::Error| fail::unwritable(dir, &error);
        std::fs::create_dir_all(dir).map_err(unwritable)?;
        let head = dir.join("duel.json");
        match std::fs::read_to_string(&head) {
            Ok(text) => compare(&head, &text, settings)?,
            Err(_) => std::fs::write(&head, format!("{settings:#}\n")).map_err(unwritable)?,
        }
        let path = dir.join("games.jsonl");
        let mut file = OpenOptions::new();
        let file = file.read(true).write(true).create(true).truncate(false);
        let mut lines = file.open(&path).map_err(unwritable)?;
        let text = std::fs::read_to_string(&path)?;
        // A line that was not finished is as if it had not been begun.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        lines.set_len(whole as u64)?;
        lines.seek(SeekFrom::End(0))?;
        let mut games = Games::new();
        for (number, line) in (1..).zip(text[..whole].lines()) {
            let played = serde_json::from_str(line).ok().as_ref().and_then(Played::read);
            let played = played.ok_or_else(|| {
                let what = format!("{}: line {number} is no game of a duel", path.display());
                fail::input(what, ELSEWHERE)
            })?;
            games.insert(played.game, played);
        }
        Ok((Store { dir: dir.to_owned(), lines }, games))
    }

    /// Keeps a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&mut self, played: &Played, record: &str) -> Result<()> {
        let path = self.dir.join(format!("game-{:05}.tcr", played.game + 1));
        std::fs::write(&path, record).map_err(|e| fail::unwritable(&path, &e))?;
        // In one piece, so that a line is there or not.
        self.lines.write_all(format!("{}\n", played.line()).as_bytes())?;
        Ok(())
    }
}

/// Whether a directory holds a duel with these settings.
fn compare(head: &Path, text: &str, settings: &Value) -> Result<()> {
    let there: Value = serde_json::from_str(text).unwrap_or_default();
    for (key, value) in settings.as_object().into_iter().flatten() {
        let other = there.get(key).unwrap_or(&Value::Null);
        if other != value {
            let what =
                format!("{} is of another duel: {key} is {other}, not {value}", head.display());
            return Err(fail::input(what, ELSEWHERE));
        }
    }
    Ok(())
}
