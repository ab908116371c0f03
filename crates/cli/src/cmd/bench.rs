//! `trencavel bench`: how fast the engine is, in CPU time.

use std::hint::black_box;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use ai::Wyrand;
use anyhow::Result;
use city::City;
use clap::Args;
use country::Country;
use cpu_time::ProcessTime;
use games::FamilyRules;
use serde_json::{Value, json};
use table::{Actions, Game, Moves, Quiet, Turn};

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

const ROUNDS: u32 = 5;
/// How many games copies and lists are measured on.
const MIDDLES: u64 = 16;

/// A measure in nanoseconds: the best and the median round.
#[derive(Clone, Copy, Default)]
struct Measure {
    best: f64,
    median: f64,
}

impl Measure {
    fn of(mut rounds: Vec<f64>) -> Measure {
        rounds.sort_by(f64::total_cmp);
        Measure {
            best: rounds.first().copied().unwrap_or(0.0),
            median: rounds.get(rounds.len() / 2).copied().unwrap_or(0.0),
        }
    }

    fn json(self) -> Value {
        json!({ "best": self.best, "median": self.median })
    }
}

/// One row of the result.
struct Row {
    name: String,
    /// Nanoseconds of a game and of a turn.
    game: Measure,
    turn: Measure,
    clone: Measure,
    clone_from: Measure,
    placements: Measure,
    moves: Measure,
    /// Tiles laid and placements listed in the games that were copied and listed, on average.
    tiles: f64,
    listed: f64,
    bytes: usize,
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
    Ok(measure::<Country>(&name, country, time, |g| g.board().laid().len()))
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
        rows.push(measure::<Country>(name, &rules, time, |g| g.board().laid().len()));
        bar.inc(1);
    }
    for seats in 2..=4 {
        let setup = city::CitySetup { seats, ..city::CitySetup::default() };
        let rules = city::Rules::new(&setup)?;
        let name = format!("city, {seats} players");
        rows.push(measure::<City>(&name, &rules, time, |g| g.board().laid().len()));
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(rows)
}

fn measure<G: Game>(
    name: &str,
    rules: &G::Rules,
    time: Duration,
    tiles: impl Fn(&G) -> usize,
) -> Row {
    let start = G::start(rules);
    let before = tiles(&start);
    let mut game = start.clone();
    let mut dice = Wyrand::new(1);
    let mut rounds = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let (mut games, mut turns) = (0_u64, 0_u64);
        let clock = ProcessTime::now();
        while clock.elapsed() < time / (2 * ROUNDS) {
            for _ in 0..16 {
                game.clone_from(&start);
                while game.turn() != Turn::Over {
                    game.random_turn(rules, &mut dice, &mut Quiet);
                }
                games += 1;
                turns += (tiles(&game) - before) as u64;
            }
        }
        let nanoseconds = clock.elapsed().as_nanos() as f64;
        rounds.0.push(nanoseconds / games as f64);
        rounds.1.push(nanoseconds / turns as f64);
    }
    let middles = middles::<G>(rules, &tiles);
    let games = &middles.games;
    let mut actions = Actions::new();
    let mut moves = Box::new(Moves::new());
    let part = time / 8;
    Row {
        name: name.to_owned(),
        game: Measure::of(rounds.0),
        turn: Measure::of(rounds.1),
        clone: repeat(part, games, |g| drop(black_box(g.clone()))),
        clone_from: repeat(part, games, |g| black_box(&mut game).clone_from(g)),
        placements: repeat(part, games, |g| g.legal(rules, black_box(&mut actions))),
        tiles: middles.tiles,
        listed: middles.placements,
        moves: repeat(part, games, |g| g.moves(rules, black_box(&mut moves))),
        bytes: size_of::<G>(),
    }
}

/// Games in their middle. One game would not do: what a list costs depends on the drawn tile.
struct Middles<G> {
    games: Vec<G>,
    /// Means over the games, so that a reader sees what was measured.
    tiles: f64,
    placements: f64,
}

/// Games of different seeds, each where a tile is to be laid once half of its tiles lie.
fn middles<G: Game>(rules: &G::Rules, tiles: impl Fn(&G) -> usize) -> Middles<G> {
    let mut found = Middles { games: Vec::new(), tiles: 0.0, placements: 0.0 };
    let start = G::start(rules);
    let mut actions = Actions::new();
    for seed in 1..=MIDDLES {
        let half = tiles(&play_while(rules, &start, seed, |_| true)).midpoint(tiles(&start));
        let game = play_while(rules, &start, seed, |game| {
            game.legal(rules, &mut actions);
            let lays = matches!(actions.first(), Some(table::Action::Tile { .. }));
            tiles(game) < half || !lays
        });
        game.legal(rules, &mut actions);
        found.tiles += (tiles(&game) - tiles(&start)) as f64 / MIDDLES as f64;
        found.placements += actions.len() as f64 / MIDDLES as f64;
        found.games.push(game);
    }
    found
}

/// A random game, as far as `goes_on` says.
fn play_while<G: Game>(
    rules: &G::Rules,
    start: &G,
    seed: u64,
    mut goes_on: impl FnMut(&G) -> bool,
) -> G {
    let mut dice = Wyrand::new(seed);
    let mut game = start.clone();
    while game.turn() != Turn::Over && goes_on(&game) {
        let action = game.pick(rules, &mut dice);
        game.play(rules, action, &mut Quiet);
    }
    game
}

/// CPU nanoseconds of one call, over all games in turn.
fn repeat<G>(time: Duration, games: &[G], mut call: impl FnMut(&G)) -> Measure {
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        let mut calls = 0_u64;
        let clock = ProcessTime::now();
        while clock.elapsed() < time / ROUNDS {
            games.iter().for_each(&mut call);
            calls += games.len() as u64;
        }
        rounds.push(clock.elapsed().as_nanos() as f64 / calls as f64);
    }
    Measure::of(rounds)
}

impl Row {
    fn json(&self) -> Value {
        let per_second = |ns: f64| if ns > 0.0 { 1e9 / ns } else { 0.0 };
        let (best, median) = (per_second(self.game.best), per_second(self.game.median));
        json!({
            "setup": self.name,
            "games_per_second": { "best": best, "median": median },
            "turn": self.turn.json(),
            "clone": self.clone.json(),
            "clone_from": self.clone_from.json(),
            "placements": self.placements.json(),
            "moves": self.moves.json(),
            "measured_at": { "tiles_laid": self.tiles, "placements": self.listed },
            "bytes": self.bytes,
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
                format!("{:.0}", 1e9 / row.game.best),
                format!("{:.1}", row.turn.best),
                ns(row.clone),
                ns(row.clone_from),
                ns(row.placements),
                ns(row.moves),
                format!("{:.0}", row.tiles),
                format!("{:.0}", row.listed),
                row.bytes.to_string(),
            ]
        })
        .collect();
    super::table(&head, &cells)
}
