//! `trencavel replay`.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use games::{AnyGame, AnyRules, Event, Game, PlayedWord, Record, Turn, position, tell};
use serde_json::{Value, json};

use crate::args::OpenArgs;
use crate::json::{self, Words};
use crate::load::{self, Loaded};
use crate::style::Style;

/// `replay`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  trencavel replay game.tcr
  trencavel random --games 1 --record out && trencavel replay out/game-1.tcr
  cat game.tcr | trencavel replay - --json

The JSON of one file is one object: setup, seats, moves with their events, scores, whether the
game is over, the legal actions where the record stops, the odds if chance decides there, and the
position. Seats count from 0. With several files there is one object a line.")]
pub struct ReplayArgs {
    /// Records, or files with a position line; - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// Only the final table
    #[arg(long, short)]
    pub quiet: bool,
    /// What the file may leave open.
    #[command(flatten)]
    pub open: OpenArgs,
}

/// Replays files.
///
/// # Errors
/// If a file is wrong, or the output cannot be written.
pub fn run(args: &ReplayArgs) -> Result<()> {
    for path in &args.files {
        let loaded = load::file(path, args.open.tiles.as_deref(), &args.open.expansions)
            .map_err(|e| named(e, path, args))?;
        let done = if args.json { as_json(&loaded, args) } else { as_text(&loaded, path, args) };
        done.map_err(|e| named(e, path, args))?;
    }
    Ok(())
}

/// With several files an error says which one it is about.
fn named(error: anyhow::Error, path: &Path, args: &ReplayArgs) -> anyhow::Error {
    if args.files.len() > 1 {
        let _ = writeln!(std::io::stderr(), "{}:", path.display());
    }
    error
}

fn as_text(loaded: &Loaded, path: &Path, args: &ReplayArgs) -> Result<()> {
    let mut out = std::io::stdout().lock();
    let style = Style::stdout();
    if args.files.len() > 1 {
        writeln!(out, "{}", style.strong(&path.display().to_string()))?;
    }
    let mut seats = Vec::new();
    if let Loaded::Record(record) = loaded {
        writeln!(out, "{}", style.strong(&title(record)))?;
        seats = record.names();
    }
    let mut lines: Vec<String> = Vec::new();
    let played = loaded.end_seen(|step| {
        if !args.quiet {
            lines.extend(told(step, &seats, style));
        }
    });
    // What was played before an error is worth seeing.
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    let (rules, game, names) = played?;
    writeln!(out, "\n{}", final_table(&rules, &game, &names))?;
    writeln!(out, "{}", position::print(&rules, &game))?;
    Ok(())
}

/// `country with inns, traders: Alice – Bob`.
fn title(record: &Record) -> String {
    let setup = &record.setup;
    let with = match setup.expansions.len() {
        0 => String::new(),
        _ => format!(" with {}", setup.expansions.join(", ")),
    };
    let options: Vec<String> = setup.options.iter().map(|(k, v)| format!(", {k}={v}")).collect();
    format!("{}{with}{}: {}", setup.family, options.concat(), record.names().join(" – "))
}

/// The lines of one word.
fn told(step: &PlayedWord, names: &[String], style: Style) -> Vec<String> {
    let mut lines = Vec::new();
    if step.begins_turn {
        let seat = step.game.on_turn().index();
        let name = names.get(seat).map_or("", String::as_str);
        lines.push(style.strong(&format!("{}. {name}", step.number)));
    }
    for event in step.events {
        let sentence = tell::sentence(step.rules, step.game, names, event);
        match event {
            Event::TurnOf { part: 1, .. } => {}
            Event::Scored(_) => lines.push(format!("   {}", style.points(&sentence))),
            _ => lines.push(format!("   {sentence}")),
        }
    }
    let clock = step.word.clock().map(|s| format!("   clock {}:{:02}", s / 60, s % 60));
    lines.extend(clock.map(|c| style.faint(&c)));
    lines
}

/// Points, and if the game goes on, what they would be if it ended now.
pub fn final_table(rules: &AnyRules, game: &AnyGame, names: &[String]) -> String {
    let over = game.turn() == Turn::Over;
    let (scores, forecast) = (game.scores(), game.forecast(rules));
    let scored = &scores[..rules.seats() as usize];
    let best = scored.iter().max().copied();
    let tied = scored.iter().filter(|s| Some(**s) == best).count() > 1;
    let shared = !rules.setup().options.iter().any(|(k, v)| k == "OPT-TIE" && v == "none");
    let wins = if !tied {
        "wins"
    } else if shared {
        "shares the victory"
    } else {
        ""
    };
    let rows: Vec<Vec<String>> = (0..rules.seats() as usize)
        .map(|seat| {
            let last = match over {
                true if Some(scores[seat]) == best => wins.to_owned(),
                true => String::new(),
                false => forecast[seat].to_string(),
            };
            let name = names.get(seat).cloned().unwrap_or_default();
            vec![name, scores[seat].to_string(), last]
        })
        .collect();
    super::table(&["seat", "points", if over { "" } else { "if it ended now" }], &rows)
}

fn as_json(loaded: &Loaded, args: &ReplayArgs) -> Result<()> {
    let mut moves: Vec<Value> = Vec::new();
    let (rules, game, names) = loaded.end_seen(|step| moves.push(move_json(step)))?;
    let words = Words { rules: &rules, game: &game };
    let tags = match loaded {
        Loaded::Record(record) => {
            record.tags().iter().cloned().map(|(k, v)| (k, json!(v))).collect()
        }
        Loaded::Position(..) => serde_json::Map::new(),
    };
    let seats: Vec<Value> =
        names.iter().enumerate().map(|(n, name)| json!({ "seat": n, "name": name })).collect();
    let whole = json!({
        "setup": json::setup(rules.setup()),
        "seats": seats,
        "tags": tags,
        "moves": moves,
        "scores": json::points(&rules, game.scores()),
        "forecast": json::points(&rules, game.forecast(&rules)),
        "over": game.turn() == Turn::Over,
        "turn": json::turn(game.turn()),
        "legal": words.legal(),
        "odds": words.odds(),
        "position": position::print(&rules, &game),
    });
    let mut out = std::io::stdout().lock();
    if args.files.len() > 1 {
        writeln!(out, "{whole}")?;
    } else {
        writeln!(out, "{whole:#}")?;
    }
    Ok(())
}

fn move_json(step: &PlayedWord) -> Value {
    let words = Words { rules: step.rules, game: step.game };
    let events: Vec<Value> = step.events.iter().map(|e| words.event(e)).collect();
    json!({
        "turn": step.number,
        "by": json::turn(step.by),
        "word": step.text,
        "action": words.action(step.action),
        "events": events,
        "scores": json::points(step.rules, step.game.scores()),
        "clock": step.word.clock(),
    })
}
