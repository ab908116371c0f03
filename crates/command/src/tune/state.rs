//! How far a tuning is, on the disk.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use ai::Weights;
use ai::duel::Summary;
use ai::tune::settings_of;
use anyhow::Result;
use games::AnyRules;
use serde_json::{Map, Value, json};

use super::{TuneArgs, plot};
use crate::{fail, json};

const ELSEWHERE: &str = "Name another directory with --out, or the settings of that tuning.";

/// What better weights were measured to be when they took over.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mark {
    /// Games until then.
    pub games: u64,
    /// The step.
    pub step: u64,
    /// The part won against the weights that it began with.
    pub won: f64,
    /// The same in Elo points, and half its interval at 95 %.
    pub elo: f64,
    /// Half the width of the interval.
    pub within: f64,
    /// How its ranking of moves agrees with a deep search.
    pub tau: f64,
}

/// How far it is.
pub struct State {
    dir: PathBuf,
    settings: Value,
    /// The weights that it began with.
    pub first: Weights,
    /// The best so far.
    pub best: Weights,
    /// Steps done.
    pub step: u64,
    /// Games played.
    pub games: u64,
    /// What was measured.
    pub marks: Vec<Mark>,
}

/// What makes a tuning another one.
pub fn settings(args: &TuneArgs, rules: &AnyRules, names: &[&str]) -> Value {
    let mut settings = json!({
        "weights": names,
        "size": args.size,
        "nodes": args.nodes,
        "better": args.better,
        "games": args.games,
        "measure": args.measure,
        "positions": args.positions,
        "deep": args.deep,
        "seed": args.seed,
        "setup": json::setup(rules.setup()),
    });
    if args.drift {
        settings["drift"] = json!(true);
    }
    settings
}

/// Weights as settings of the player `strong`.
pub fn as_settings(weights: &Weights) -> String {
    let settings = settings_of(weights);
    settings.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(",")
}

fn all(weights: &Weights) -> Value {
    let mut weights = *weights;
    let mut map = Map::new();
    for name in Weights::NAMES {
        if let Some(weight) = weights.named(name) {
            map.insert((*name).to_owned(), json!(f64::from(*weight)));
        }
    }
    Value::Object(map)
}

fn read_weights(value: &Value) -> Option<Weights> {
    let mut weights = Weights::BEST;
    for (name, value) in value.as_object()? {
        *weights.named(name)? = value.as_f64()? as f32;
    }
    Some(weights)
}

fn read_mark(value: &Value) -> Option<Mark> {
    let number = |key: &str| value.get(key)?.as_f64();
    Some(Mark {
        games: value.get("games")?.as_u64()?,
        step: value.get("step")?.as_u64()?,
        won: number("won")?,
        elo: number("elo")?,
        within: number("within")?,
        tau: number("tau")?,
    })
}

impl State {
    /// Opens a directory, or makes it, for a tuning with these settings.
    ///
    /// # Errors
    /// If another tuning is there, or it cannot be read or written.
    pub fn open(dir: &Path, settings: &Value) -> Result<State> {
        std::fs::create_dir_all(dir).map_err(|error| fail::unwritable(dir, &error))?;
        let new = State {
            dir: dir.to_owned(),
            settings: settings.clone(),
            first: Weights::BEST,
            best: Weights::BEST,
            step: 0,
            games: 0,
            marks: Vec::new(),
        };
        let path = dir.join("tune.json");
        let Ok(text) = std::fs::read_to_string(&path) else { return Ok(new) };
        let there: Value = serde_json::from_str(&text).unwrap_or_default();
        if there.get("settings") != Some(settings) {
            let what = format!("{} is of another tuning", path.display());
            return Err(fail::input(what, ELSEWHERE));
        }
        let read = || {
            Some(State {
                first: read_weights(there.get("first")?)?,
                best: read_weights(there.get("best")?)?,
                step: there.get("step")?.as_u64()?,
                games: there.get("played")?.as_u64()?,
                marks: there
                    .get("marks")?
                    .as_array()?
                    .iter()
                    .map(read_mark)
                    .collect::<Option<_>>()?,
                ..new
            })
        };
        read().ok_or_else(|| fail::input(format!("{} cannot be read", path.display()), ELSEWHERE))
    }

    /// Writes how far it is; in one piece, so that it is there or as before.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&self) -> Result<()> {
        let mark = |m: &Mark| {
            json!({ "games": m.games, "step": m.step, "won": m.won, "elo": m.elo,
                    "within": m.within, "tau": m.tau })
        };
        let state = json!({
            "settings": self.settings,
            "first": all(&self.first),
            "best": all(&self.best),
            "step": self.step,
            "played": self.games,
            "marks": self.marks.iter().map(mark).collect::<Vec<_>>(),
        });
        let [new, path] = ["tune.json.new", "tune.json"].map(|name| self.dir.join(name));
        let write = || {
            std::fs::write(&new, format!("{state:#}\n"))?;
            std::fs::rename(&new, &path)?;
            std::fs::write(self.dir.join("weights.txt"), as_settings(&self.best) + "\n")
        };
        write().map_err(|error| fail::unwritable(&path, &error))
    }

    /// Notes what came of a step.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn note(&self, tried: &Weights, summary: &Summary, better: bool) -> Result<()> {
        let line = json!({
            "step": self.step,
            "tried": as_settings(tried),
            "games": summary.games,
            "won": summary.won,
            "margin": summary.margin,
            "margin_error": summary.margin_error,
            "better": better,
        });
        let path = self.dir.join("steps.jsonl");
        let mut file = OpenOptions::new()
            .append(true)
            .create(true)
            .open(&path)
            .map_err(|error| fail::unwritable(&path, &error))?;
        file.write_all(format!("{line}\n").as_bytes())?;
        Ok(())
    }

    /// Draws strength against games.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn draw(&self) -> Result<()> {
        let path = self.dir.join("strength.svg");
        std::fs::write(&path, plot::strength(&self.marks))
            .map_err(|error| fail::unwritable(&path, &error))
    }

    /// How far it is, for people.
    pub fn told(&self) -> String {
        let last = self.marks.last().copied();
        let Some(Mark { won, elo, within, tau, .. }) = last else { return String::new() };
        format!(
            "{} games, taken over {} times; against the first weights {:.0} %, Elo {elo:+.0} ± \
             {within:.0}; tau {tau:.3}",
            self.games,
            self.marks.len() - 1,
            100.0 * won,
        )
    }
}
