//! `trencavel bench`: how fast the engine is, in CPU time.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use games::FamilyRules;
use serde_json::{Value, json};
use speed::{MIDDLES, Measure, Measures, ROUNDS};

use crate::fail;
use crate::setup;

/// `bench`.
#[derive(Args, Debug)]
#[command(after_help = "\
One row for each set-up: random games by CPU second; CPU time of a turn (draw, lay, figure), of a
copy of a game (clone, clone_from), of the list of placements, and of the full list of placements
with figures; the size of a game. Copies and lists are measured over several games at half their
tiles; two columns tell how many tiles lay there and how long the list of placements was. Each is
measured in several rounds: the best round is shown, the median in JSON as well.

Examples:
  trencavel bench
  trencavel bench --seconds 10 --json
  trencavel bench --expansions river,inns --players 3")]
pub struct BenchArgs {
    /// CPU seconds for each set-up
    #[arg(long, value_name = "S", default_value_t = 1.0)]
    pub seconds: f64,
    /// Measure one set-up only: with these expansions, as river,inns; `all` for every one
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub expansions: Vec<String>,
    /// Measure one set-up only: with this many players; 2 if only --expansions is given
    #[arg(long, value_name = "N")]
    pub players: Option<u8>,
    /// Compare with what an earlier run printed with --json: how many times faster each measure is
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub against: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// One row of the result.
struct Row {
    name: String,
    of: Measures,
}

/// Measures all set-ups.
///
/// # Errors
/// If the output cannot be written.
pub fn run(args: &BenchArgs) -> Result<()> {
    if !(0.01..=3600.0).contains(&args.seconds) {
        return Err(fail::input("--seconds must be between 0.01 and 3600", ""));
    }
    let time = Duration::from_secs_f64(args.seconds);
    let rows = if args.expansions.is_empty() && args.players.is_none() {
        all_rows(time)?
    } else {
        vec![typed_row(args, time)?]
    };
    if let Some(file) = &args.against {
        let wrong =
            |e: &dyn std::fmt::Display| fail::input(format!("{}: {e}", file.display()), BENCH_JSON);
        let text = std::fs::read_to_string(file).map_err(|e| wrong(&e))?;
        let before: Value = serde_json::from_str(&text).map_err(|e| wrong(&e))?;
        write!(std::io::stdout().lock(), "{}", ratios(&rows, &before))?;
        return Ok(());
    }
    let mut out = std::io::stdout().lock();
    if args.json {
        let rows: Vec<Value> = rows.iter().map(Row::json).collect();
        writeln!(out, "{:#}", json!({ "rounds": ROUNDS, "unit": "ns of CPU time", "rows": rows }))?;
    } else {
        write!(out, "{}", text(&rows))?;
        writeln!(
            out,
            "\nCPU time, best of {ROUNDS} rounds; copies and lists over {MIDDLES} games at half their tiles"
        )?;
    }
    Ok(())
}

/// The set-up that was typed.
fn typed_row(args: &BenchArgs, time: Duration) -> Result<Row> {
    let rules = setup::country(args.players.unwrap_or(2), &args.expansions)?;
    let FamilyRules::Country(country) = rules.of() else {
        unreachable!("the rules of the country are of the country")
    };
    let with = match &rules.setup().expansions[..] {
        [] => "base".to_owned(),
        names => names.join(" + "),
    };
    let name = format!("{with}, {} players", rules.seats());
    Ok(row(&name, speed::country(country, time)))
}

/// A row for each of the set-ups that are always measured.
fn all_rows(time: Duration) -> Result<Vec<Row>> {
    let all: Vec<&str> = games::registry::expansions().iter().map(|e| e.name).collect();
    let countries: [(&str, u8, &[&str]); 6] = [
        ("base, 2 players", 2, &[]),
        ("base, 5 players", 5, &[]),
        ("river, 2 players", 2, &["river"]),
        ("inns + traders, 2 players", 2, &["inns", "traders"]),
        ("everything, 2 players", 2, &all),
        ("everything, 6 players", 6, &all),
    ];
    let bar = super::progress(9, "set-ups");
    let mut rows = Vec::new();
    for (name, seats, expansions) in countries {
        let rules = country::Rules::new(&country::CountrySetup::base(seats).with(expansions))?;
        rows.push(row(name, speed::country(&rules, time)));
        bar.inc(1);
    }
    for seats in 2..=4 {
        let setup = city::CitySetup { seats, ..city::CitySetup::default() };
        let rules = city::Rules::new(&setup)?;
        let name = format!("city, {seats} players");
        rows.push(row(&name, speed::city(&rules, time)));
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(rows)
}

fn row(name: &str, of: Measures) -> Row {
    Row { name: name.to_owned(), of }
}

/// A measure as JSON.
fn told(measure: Measure) -> Value {
    json!({ "best": measure.best, "median": measure.median })
}

impl Row {
    fn json(&self) -> Value {
        let per_second = |ns: f64| if ns > 0.0 { 1e9 / ns } else { 0.0 };
        let (best, median) = (per_second(self.of.game.best), per_second(self.of.game.median));
        json!({
            "setup": self.name,
            "games_per_second": { "best": best, "median": median },
            "turn": told(self.of.turn),
            "clone": told(self.of.clone),
            "clone_from": told(self.of.clone_from),
            "placements": told(self.of.placements),
            "moves": told(self.of.moves),
            "measured_at": { "tiles_laid": self.of.tiles, "placements": self.of.listed },
            "bytes": self.of.bytes,
        })
    }
}

/// What `--against` wants to read.
const BENCH_JSON: &str = "give it what `trencavel bench --json` has printed";

/// How many times faster each measure is than in an earlier run; – for what that did not measure.
fn ratios(rows: &[Row], before: &Value) -> String {
    let head = ["set-up", "games/s", "clone", "clone_from", "placements", "moves"];
    let cells: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let old = before["rows"].as_array().into_iter().flatten();
            let old = old.into_iter().find(|old| old["setup"] == row.name);
            let new = row.json();
            let best = |of: Option<&Value>, key: &str| of?[key]["best"].as_f64();
            let ratio = |over: Option<f64>, under: Option<f64>| match (over, under) {
                (Some(over), Some(under)) if under > 0.0 => format!("{:.2}", over / under),
                _ => "–".to_owned(),
            };
            let games = "games_per_second";
            let mut cells =
                vec![row.name.clone(), ratio(best(Some(&new), games), best(old, games))];
            for key in ["clone", "clone_from", "placements", "moves"] {
                cells.push(ratio(best(old, key), best(Some(&new), key)));
            }
            cells
        })
        .collect();
    super::table(&head, &cells)
}

fn text(rows: &[Row]) -> String {
    let head = [
        "set-up",
        "games/s",
        "ns/turn",
        "clone ns",
        "clone_from ns",
        "placements ns",
        "moves ns",
        "at tiles",
        "places",
        "bytes",
    ];
    let cells: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let ns = |m: Measure| format!("{:.0}", m.best);
            vec![
                row.name.clone(),
                format!("{:.0}", 1e9 / row.of.game.best),
                format!("{:.1}", row.of.turn.best),
                ns(row.of.clone),
                ns(row.of.clone_from),
                ns(row.of.placements),
                ns(row.of.moves),
                format!("{:.0}", row.of.tiles),
                format!("{:.0}", row.of.listed),
                row.of.bytes.to_string(),
            ]
        })
        .collect();
    super::table(&head, &cells)
}
