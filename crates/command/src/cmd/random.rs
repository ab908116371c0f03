//! `trencavel random`.

use std::io::Write;
use std::path::{Path, PathBuf};

use ai::Wyrand;
use anyhow::{Result, anyhow};
use clap::Args;
use games::view::Tabletop;
use games::{AnyGame, AnyRules, Game, Recorder, SEATS_MAX, Turn};
use serde_json::{Value, json};

use crate::args::SetupArgs;
use crate::{fail, json, setup};

/// `random`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  trencavel random --games 10000 --seed 7 --players 4 --expansions inns,traders
  trencavel random --family city --players 3 --games 100 --record records --json

The same seed gives the same games: game number i of seed S is game 1 of seed S+i-1.")]
pub struct RandomArgs {
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: u64,
    /// The seed of the first game
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Write a record of every game into this directory
    #[arg(long, value_name = "DIR")]
    pub record: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
    /// The set-up.
    #[command(flatten)]
    pub setup: SetupArgs,
}

/// What came out of some games.
#[derive(Default)]
struct Sums {
    games: u64,
    points: [u64; SEATS_MAX],
    wins: [f64; SEATS_MAX],
    actions: u64,
    shortest: u64,
    longest: u64,
    tiles: u64,
    discards: u64,
}

/// Plays random games.
///
/// # Errors
/// If the set-up cannot be played, or a record cannot be written.
pub fn run(args: &RandomArgs) -> Result<()> {
    let rules = setup::rules(&args.setup)?;
    if let Some(dir) = &args.record {
        std::fs::create_dir_all(dir).map_err(|e| fail::unwritable(dir, &e))?;
    }
    let bar = super::progress(args.games, "games");
    let mut sums = Sums { shortest: u64::MAX, ..Sums::default() };
    let start = AnyGame::start(&rules);
    let before = start.board().laid().len() as u64;
    let mut game = start.clone();
    for number in 0..args.games {
        let mut dice = Wyrand::new(args.seed.wrapping_add(number));
        let actions = match &args.record {
            None => {
                game.clone_from(&start);
                play(&rules, &mut game, &mut dice)
            }
            Some(dir) => {
                let (end, actions) = record(&rules, &mut dice, dir, number + 1)?;
                game = end;
                actions
            }
        };
        sums.add(&rules, &game, actions, before);
        if number % 64 == 63 {
            bar.set_position(number + 1);
        }
    }
    bar.finish_and_clear();
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{:#}", sums.as_json(&rules, args.seed))?;
    } else {
        write!(out, "{}", sums.as_text(&rules))?;
    }
    Ok(())
}

/// Plays a game to its end; returns the number of actions.
fn play(rules: &AnyRules, game: &mut AnyGame, dice: &mut Wyrand) -> u64 {
    let mut actions = 0;
    while game.turn() != Turn::Over {
        let action = game.pick(rules, dice);
        game.play(rules, action, &mut table::Quiet);
        actions += 1;
    }
    actions
}

/// The same game, written down.
fn record(rules: &AnyRules, dice: &mut Wyrand, dir: &Path, number: u64) -> Result<(AnyGame, u64)> {
    let mut recorder = Recorder::new(rules.setup(), &[] as &[&str])?;
    while recorder.game().turn() != Turn::Over {
        let action = recorder.game().pick(rules, dice);
        let by = recorder.game().turn();
        recorder
            .submit(by, action)
            .map_err(|refusal| anyhow!("a random move is illegal: {refusal}"))?;
    }
    let path = dir.join(format!("game-{number}.tcr"));
    std::fs::write(&path, recorder.record().print()).map_err(|e| fail::unwritable(&path, &e))?;
    Ok((recorder.game().clone(), recorder.record().words().len() as u64))
}

impl Sums {
    fn add(&mut self, rules: &AnyRules, game: &AnyGame, actions: u64, before: u64) {
        let scores = &game.scores()[..rules.seats() as usize];
        let best = scores.iter().max().copied().unwrap_or(0);
        let winners = scores.iter().filter(|s| **s == best).count() as f64;
        for (seat, points) in scores.iter().enumerate() {
            self.points[seat] += u64::from(*points);
            self.wins[seat] += if *points == best { 1.0 / winners } else { 0.0 };
        }
        let tiles = game.board().laid().len() as u64;
        self.games += 1;
        self.actions += actions;
        self.shortest = self.shortest.min(actions);
        self.longest = self.longest.max(actions);
        self.tiles += tiles - before;
        self.discards += Tabletop::of(rules, game).stock.gone.len() as u64;
    }

    fn mean(&self, sum: u64) -> f64 {
        sum as f64 / self.games as f64
    }

    fn as_text(&self, rules: &AnyRules) -> String {
        let seats = 0..rules.seats() as usize;
        let rows: Vec<Vec<String>> = seats
            .map(|seat| {
                let won = 100.0 * self.wins[seat] / self.games as f64;
                let mean = format!("{:.2}", self.mean(self.points[seat]));
                vec![format!("seat {}", seat + 1), mean, format!("{won:.1} %")]
            })
            .collect();
        format!(
            "{}\n{} games; on average {:.2} tiles laid, {:.3} discarded, {:.1} actions \
             ({} to {})\n",
            super::table(&["", "mean points", "won"], &rows),
            self.games,
            self.mean(self.tiles),
            self.mean(self.discards),
            self.mean(self.actions),
            self.shortest,
            self.longest,
        )
    }

    fn as_json(&self, rules: &AnyRules, seed: u64) -> Value {
        let seats = rules.seats() as usize;
        let means: Vec<f64> = self.points[..seats].iter().map(|p| self.mean(*p)).collect();
        let wins: Vec<f64> = self.wins[..seats].iter().map(|w| w / self.games as f64).collect();
        json!({
            "setup": json::setup(rules.setup()),
            "seed": seed,
            "games": self.games,
            "mean_points": means,
            "won": wins,
            "mean_tiles_laid": self.mean(self.tiles),
            "mean_discards": self.mean(self.discards),
            "actions": { "mean": self.mean(self.actions), "least": self.shortest, "most": self.longest },
        })
    }
}
