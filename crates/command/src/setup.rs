//! From what was typed to a set-up that can be played.

use std::path::Path;

use anyhow::Result;
use games::{AnyRules, Setup, registry};

use crate::args::{FamilyArg, SetupArgs};
use crate::fail;
use crate::load;

const SEE_TILES: &str = "docs/tiles.md describes the tile files.";
const SEE_OPTIONS: &str = "`trencavel options` lists families, expansions and options.";

/// The set-up that was typed.
///
/// # Errors
/// If an option has no value or a tile file cannot be read.
pub fn setup(args: &SetupArgs) -> Result<Setup> {
    let mut setup = match args.family {
        FamilyArg::Country => Setup::country(args.players),
        FamilyArg::City => Setup::city(args.players),
    };
    setup.expansions = expansions(&args.expansions);
    for option in &args.options {
        let Some((key, value)) = option.split_once('=') else {
            return Err(fail::input(
                format!("{option:?} is no option with a value"),
                "Type options as --option OPT-FARMERS=off.",
            ));
        };
        setup.options.push((key.trim().to_owned(), value.trim().to_owned()));
    }
    if let Some(path) = &args.tiles {
        let known = path.to_str().filter(|name| registry::tile_sets().any(|s| s.name == *name));
        setup.tiles = Some(match known {
            Some(name) => (name.to_owned(), String::new()),
            None => tile_file(path)?,
        });
    }
    Ok(setup)
}

/// The names of the expansions that were typed; `all` stands for every one.
pub fn expansions(typed: &[String]) -> Vec<String> {
    let mut names = Vec::new();
    for name in typed.iter().map(|n| n.trim()).filter(|n| !n.is_empty()) {
        if name == "all" {
            names.extend(registry::expansions().iter().map(|e| e.name.to_owned()));
        } else {
            names.push(name.to_owned());
        }
    }
    names
}

/// The rules of the country with typed expansions.
///
/// # Errors
/// If it cannot be played so.
pub fn country(players: u8, typed: &[String]) -> Result<AnyRules> {
    let setup = Setup { expansions: expansions(typed), ..Setup::country(players) };
    AnyRules::new(&setup).map_err(|e| fail::input(e, SEE_OPTIONS))
}

/// The rules of the set-up that was typed.
///
/// # Errors
/// If it cannot be played.
pub fn rules(args: &SetupArgs) -> Result<AnyRules> {
    AnyRules::new(&setup(args)?).map_err(|e| fail::input(e, SEE_OPTIONS))
}

/// The name and text of a tile file.
///
/// # Errors
/// If it cannot be read.
pub fn tile_file(path: &Path) -> Result<(String, String)> {
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let text = load::text(path)?;
    if text.trim().is_empty() {
        return Err(fail::input(format!("{name} is empty"), SEE_TILES));
    }
    Ok((name, text))
}
