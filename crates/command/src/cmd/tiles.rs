//! `trencavel tiles`.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use country::tile::{Kind, TileDef};
use serde_json::{Value, json};

use crate::fail;

/// `tiles`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  trencavel tiles my-city.toml && trencavel play --family city --tiles my-city.toml

A file with the key schema_kind = \"city\" is read as tiles of The City, others as tiles of the
country. A wrong file is refused with file, tile and reason, and exit code 2.")]
pub struct TilesArgs {
    /// Tile files
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print JSON, one object a line
    #[arg(long)]
    pub json: bool,
}

const SEE_TILES: &str = "docs/tiles.md describes the tile files of both families.";
/// More than any tile file may have.
const READ_MAX: u64 = 1 << 20;

/// Checks tile files and tells what is in them.
///
/// # Errors
/// If a file cannot be read or is wrong.
pub fn run(args: &TilesArgs) -> Result<()> {
    let mut out = std::io::stdout().lock();
    for path in &args.files {
        let (family, counts) = check(path)?;
        let name = path.display().to_string();
        if args.json {
            let counts: serde_json::Map<String, Value> =
                counts.into_iter().map(|(key, n)| (key, json!(n))).collect();
            writeln!(out, "{}", json!({ "file": name, "family": family, "counts": counts }))?;
            continue;
        }
        let list: Vec<String> = counts.iter().map(|(key, n)| format!("{n} {key}")).collect();
        writeln!(out, "{name}: fine, for {family}: {}", list.join(", "))?;
    }
    Ok(())
}

/// What is counted, with its number.
type Counts = Vec<(String, usize)>;

fn check(path: &Path) -> Result<(&'static str, Counts)> {
    let wrong = |what: &dyn std::fmt::Display| fail::input(what, SEE_TILES);
    let name = path.display().to_string();
    let mut text = String::new();
    let file = std::fs::File::open(path);
    file.and_then(|f| f.take(READ_MAX).read_to_string(&mut text))
        .map_err(|e| wrong(&format!("{name} cannot be read: {e}")))?;
    let of_city = text.lines().any(|line| line.trim_start().starts_with("schema_kind"));
    if of_city {
        let setup = city::CitySetup { seats: 2, options: Vec::new(), tiles: Some((name, text)) };
        let rules = city::Rules::new(&setup).map_err(|e| wrong(&e))?;
        Ok(("city", count_city(rules.tiles())))
    } else {
        let tiles = country::tile::read(&name, &text).map_err(|e| wrong(&e))?;
        Ok(("country", count_country(&tiles)))
    }
}

fn count_city(tiles: &[city::Tile]) -> Counts {
    let sum = |f: &dyn Fn(&city::Tile) -> usize| -> usize {
        tiles.iter().map(|t| t.count as usize * f(t)).sum()
    };
    let counts = [
        ("tiles", sum(&|_| 1)),
        ("kinds", tiles.len()),
        ("streets", sum(&|t| t.streets as usize)),
        ("areas", sum(&|t| t.segments.len() - t.streets as usize)),
        ("public buildings", sum(&|t| t.public as usize)),
        ("historic buildings", sum(&|t| t.historic as usize)),
    ];
    counts.map(|(name, count)| (name.to_owned(), count)).to_vec()
}

fn count_country(tiles: &[TileDef]) -> Counts {
    let sum = |f: &dyn Fn(&TileDef) -> usize| -> usize {
        tiles.iter().map(|t| t.count as usize * f(t)).sum()
    };
    let of = |kind: Kind| sum(&|t| t.segments.iter().filter(|s| s.kind == kind).count());
    let named = [
        ("tiles", sum(&|_| 1)),
        ("kinds", tiles.len()),
        ("roads", of(Kind::Road)),
        ("cities", of(Kind::City)),
        ("fields", of(Kind::Field)),
        ("coats of arms", sum(&|t| t.segments.iter().map(|s| s.pennants as usize).sum())),
    ];
    let centres = Kind::ALL.into_iter().filter(|kind| kind.is_centre() && of(*kind) > 0);
    let centres = centres.map(|kind| (kind.name().to_owned(), of(kind)));
    named.map(|(name, count)| (name.to_owned(), count)).into_iter().chain(centres).collect()
}
