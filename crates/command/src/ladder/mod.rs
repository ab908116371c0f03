//! `trencavel ladder`: everybody against everybody, and what they are worth.

mod args;
mod plot;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use ai::duel::{Meeting, Outcome, Rating, Summary, ratings};
use ai::{Level, Player};
use anyhow::Result;
use games::AnyRules;

pub use args::LadderArgs;

use crate::contestant::Contestant;
use crate::duel::Duel;
use crate::think::Budget;
use crate::{cmd, fail, setup};

/// The yardsticks beside the levels.
const YARDSTICKS: [&str; 4] = ["random", "greedy", "greedy:free=4", "uct:sims=1000"];
/// Two who meet play so many games first, and no more if one won them all.
const FIRST: u64 = 12;

/// Two players by their numbers, and what came of their games for the first.
struct Met {
    a: usize,
    b: usize,
    outcomes: Vec<Outcome>,
}

/// Plays it.
///
/// # Errors
/// If the set-up cannot be played, or something cannot be read or written.
pub fn run(args: &LadderArgs) -> Result<()> {
    let rules = Arc::new(setup::rules(&args.setup)?);
    if rules.seats() != 2 {
        let what = format!("--players {}: a ladder is for two seats", rules.seats());
        return Err(fail::input(what, "`trencavel duel` compares players in larger games."));
    }
    let players = if args.who.is_empty() { everybody() } else { args.who.clone() };
    if let Some(path) = &args.write {
        text_with_room(path, class_name(&rules))?; // before hours of play, not after
    }
    let mut met = Vec::new();
    for a in 0..players.len() {
        for b in 0..a {
            let outcomes = meet(args, &rules, [&players[a], &players[b]])?;
            let won = Summary::new(&outcomes, 2).won;
            eprintln!(
                "{} {:.0} % of {} against {}",
                players[a],
                100.0 * won,
                outcomes.len(),
                players[b]
            );
            met.push(Met { a, b, outcomes });
        }
    }
    let found = rate(players.len(), &met);
    let order = best_first(&found);
    let mut out = std::io::stdout().lock();
    write!(out, "{}", cmd::table(&HEAD, &rows(&players, &found, &met, &order)))?;
    if let Some(path) = &args.write {
        let named: Vec<(String, Rating)> =
            order.iter().map(|p| (players[*p].to_string(), found[*p])).collect();
        write_down(path, class_name(&rules), &rows(&players, &found, &met, &order), &named)?;
        writeln!(out, "\nwritten to {}", path.display())?;
    }
    Ok(())
}

fn everybody() -> Vec<Player> {
    let yardsticks = YARDSTICKS.iter().filter_map(|text| text.parse().ok());
    yardsticks.chain(Level::ALL.map(Player::level)).collect()
}

/// The games of two players.
fn meet(args: &LadderArgs, rules: &Arc<AnyRules>, two: [&Player; 2]) -> Result<Vec<Outcome>> {
    let dir = args.out.as_ref().map(|dir| {
        let name = two.map(|p| p.to_string().replace([':', '=', ','], "-")).join("-vs-");
        dir.join(name)
    });
    let mut duel = Duel {
        rules: Arc::clone(rules),
        players: two.map(|player| Contestant::Ours(player.clone())),
        budget: Budget::new(Some(args.nodes), None, args.nodes),
        seed: args.seed,
        games: args.games.min(FIRST).next_multiple_of(2),
        test: None,
    };
    let first = duel.outcomes(dir.as_deref(), args.threads)?;
    let won: f64 = first.iter().map(|o| o.won).sum();
    let plain = won < 0.25 || won > first.len() as f64 - 0.25;
    if plain || args.games <= FIRST {
        return Ok(first);
    }
    duel.games = args.games.next_multiple_of(2);
    duel.outcomes(dir.as_deref(), args.threads)
}

fn rate(players: usize, met: &[Met]) -> Vec<Rating> {
    let meeting = |met: &Met| Meeting {
        a: met.a,
        b: met.b,
        won: met.outcomes.iter().map(|o| o.won).sum(),
        games: met.outcomes.len() as f64,
    };
    ratings(players, &met.iter().map(meeting).collect::<Vec<_>>())
}

fn best_first(found: &[Rating]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by(|a, b| found[*b].elo.total_cmp(&found[*a].elo));
    order
}

const HEAD: [&str; 5] = ["player", "Elo", "±", "won of the next below (95 %)", "margin"];

/// A row for each player: its rating, and what it made of the next below.
fn rows(players: &[Player], found: &[Rating], met: &[Met], order: &[usize]) -> Vec<Vec<String>> {
    let row = |(place, player): (usize, &usize)| {
        let below = order.get(place + 1).and_then(|next| against(met, *player, *next));
        let (won, margin) = below.map_or_else(Default::default, |outcomes| {
            let Summary { games, won, won_between: [low, high], margin, margin_error } =
                Summary::new(&outcomes, 2);
            let [won, low, high] = [won, low, high].map(|part| 100.0 * part);
            let won = format!("{won:.0} % of {games} ({low:.0} to {high:.0})");
            (won, format!("{margin:+.1} ± {margin_error:.1}"))
        });
        let Rating { elo, within } = found[*player];
        vec![
            players[*player].to_string(),
            format!("{elo:+.0}"),
            format!("{within:.0}"),
            won,
            margin,
        ]
    };
    order.iter().enumerate().map(row).collect()
}

/// The games of two from the side of the first.
fn against(met: &[Met], one: usize, other: usize) -> Option<Vec<Outcome>> {
    met.iter().find_map(|met| {
        match (met.a == one && met.b == other, met.b == one && met.a == other) {
            (true, _) => Some(met.outcomes.clone()),
            (_, true) => {
                let turned = |o: &Outcome| Outcome { won: 1.0 - o.won, margin: -o.margin };
                Some(met.outcomes.iter().map(turned).collect())
            }
            _ => None,
        }
    })
}

/// What levels are calibrated for, as a name.
fn class_name(rules: &AnyRules) -> &'static str {
    ["base", "expansions", "city"][ai::class_of(rules) as usize]
}

/// A text, parted where the table of this name goes.
fn text_with_room(path: &Path, name: &str) -> Result<[String; 2]> {
    let text = std::fs::read_to_string(path).map_err(|error| {
        let what = format!("{} cannot be read: {error}", path.display());
        fail::input(what, "Name a text with --write that has room for the table.")
    })?;
    let [begin, end] =
        [format!("<!-- ladder {name} -->"), format!("<!-- end of ladder {name} -->")];
    let parts = text.split_once(&begin).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(&end)?;
        Some([format!("{before}{begin}\n"), format!("{end}{after}")])
    });
    parts.ok_or_else(|| {
        let what = format!("{}: there are no lines {begin} and {end}", path.display());
        fail::input(what, "Put both lines where the table is to stand.")
    })
}

/// Puts table and plot into a text.
fn write_down(
    path: &Path,
    name: &str,
    rows: &[Vec<String>],
    named: &[(String, Rating)],
) -> Result<()> {
    let [before, after] = text_with_room(path, name)?;
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let head: Vec<String> = HEAD.iter().map(|h| (*h).to_owned()).collect();
    let rows: String = rows.iter().map(|row| line(row)).collect();
    let picture = format!("strength-{name}.svg");
    let table = format!("{}|---|---|---|---|---|\n{rows}\n![ratings]({picture})\n", line(&head));
    let plot = path.with_file_name(&picture);
    std::fs::write(&plot, plot::ratings(named)).map_err(|e| fail::unwritable(&plot, &e))?;
    std::fs::write(path, before + &table + &after).map_err(|e| fail::unwritable(path, &e))
}
