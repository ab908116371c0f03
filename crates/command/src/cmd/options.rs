//! `trencavel options`.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use games::Family;
use games::registry::{self, FAMILIES, OptionInfo};
use serde_json::{Value, json};

use crate::style::Style;

/// `options`.
#[derive(Args, Debug)]
pub struct OptionsArgs {
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Lists everything that can be chosen.
///
/// # Errors
/// If the output cannot be written.
pub fn run(args: &OptionsArgs) -> Result<()> {
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{:#}", as_json())?;
        return Ok(());
    }
    let style = Style::stdout();
    writeln!(out, "{}", style.strong("Families (--family)"))?;
    for info in FAMILIES {
        let (least, most) = info.seats;
        let name = info.family.name();
        writeln!(out, "  {name:<9} {}: {}; {least} to {most} players", info.title, info.about)?;
    }
    writeln!(out, "\n{}", style.strong("Expansions of the country (--expansions, or all)"))?;
    for info in registry::expansions() {
        writeln!(out, "  {:<9} {}: {}", info.name, info.title, info.about)?;
    }
    let title = "Tile sets of The City (--tiles, or a file; the first is the default)";
    writeln!(out, "\n{}", style.strong(title))?;
    for info in registry::tile_sets() {
        writeln!(out, "  {:<15} {}", info.name, info.title)?;
    }
    writeln!(
        out,
        "\n{}",
        style.strong("Options (--option KEY=VALUE; the first value is the default)")
    )?;
    let mut owner = String::new();
    for info in registry::options() {
        let now = owner_of(&info);
        if now != owner {
            writeln!(out, " {}", style.faint(&now))?;
            owner = now;
        }
        writeln!(out, "  {:<22} {}", info.decl.key, info.decl.values.join(" | "))?;
        writeln!(out, "  {:<22} {}", "", style.faint(info.decl.about))?;
    }
    Ok(())
}

fn owner_of(info: &OptionInfo) -> String {
    match (info.family, info.expansion) {
        (Family::City, _) => "The City".to_owned(),
        (Family::Country, Some(name)) => format!("with {name}"),
        (Family::Country, None) => "the country".to_owned(),
    }
}

fn as_json() -> Value {
    let families: Vec<Value> = FAMILIES
        .iter()
        .map(|f| {
            let (least, most) = f.seats;
            let name = f.family.name();
            json!({ "name": name, "title": f.title, "about": f.about, "seats": [least, most] })
        })
        .collect();
    let expansions: Vec<Value> = registry::expansions()
        .iter()
        .map(|e| json!({ "name": e.name, "title": e.title, "about": e.about }))
        .collect();
    let tile_sets: Vec<Value> =
        registry::tile_sets().map(|s| json!({ "name": s.name, "title": s.title })).collect();
    let options: Vec<Value> = registry::options()
        .iter()
        .map(|o| {
            json!({
                "key": o.decl.key, "values": o.decl.values, "about": o.decl.about,
                "family": o.family.name(), "expansion": o.expansion,
            })
        })
        .collect();
    json!({
        "families": families, "expansions": expansions, "tile_sets": tile_sets, "options": options,
    })
}
