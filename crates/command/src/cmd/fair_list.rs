//! `trencavel verify --list`: the chain of a server's public list of commitments.

use std::io::{Read, Write};
use std::path::Path;

use anyhow::Result;
use fair::list::{self, Kind, Line};
use protocol::{FairLine, FairList};

use crate::fail;

const BROKEN: &str = "Expected pages of /api/fair/log, from the first one on.";
const FORKED: &str = "Lines were changed, left out or put in: the server denies what it published.";

/// Checks a list that begins with its first line.
///
/// # Errors
/// If the file cannot be read, or its lines do not follow each other.
pub fn run(path: &Path) -> Result<()> {
    let lines = read(path)?;
    let pairs = lines.iter().map(|(line, hash)| (line, hash));
    let (n, hash) = list::verify((0, list::START), pairs).map_err(|b| fail::deceit(b, FORKED))?;
    let count = |kind: Kind| lines.iter().filter(|(line, _)| line.kind == kind).count();
    let kinds = Kind::ALL.into_iter().filter(|kind| count(*kind) > 0);
    let counts: Vec<String> =
        kinds.map(|kind| format!("{} {}", count(kind), kind.name())).collect();
    let (all, end) = (counts.join(", "), list::write_hash(&hash));
    writeln!(std::io::stdout(), "all {n} lines follow each other ({all}); the last hash is {end}")?;
    Ok(())
}

fn read(path: &Path) -> Result<Vec<(Line, [u8; 32])>> {
    let broken =
        |error: &dyn std::fmt::Display| fail::input(format!("{}: {error}", path.display()), BROKEN);
    let mut text = String::new();
    if path == Path::new("-") {
        std::io::stdin().read_to_string(&mut text).map_err(|error| broken(&error))?;
    } else {
        text = std::fs::read_to_string(path).map_err(|error| broken(&error))?;
    }
    let mut lines = Vec::new();
    for page in serde_json::Deserializer::from_str(&text).into_iter::<FairList>() {
        for line in page.map_err(|error| broken(&error))?.lines {
            let n = line.n;
            lines.push(known(line).ok_or_else(|| broken(&format!("line {n} is none")))?);
        }
    }
    if lines.is_empty() { Err(broken(&"there is no line in it")) } else { Ok(lines) }
}

fn known(line: FairLine) -> Option<(Line, [u8; 32])> {
    let FairLine { n, at, kind, commitment, hash } = line;
    let line = Line { n, at, kind: Kind::from_name(&kind)?, commitment };
    Some((line, list::read_hash(&hash)?))
}
