//! `trencavel duel`: two players against each other, many games, and what they prove.

mod args;
mod played;
mod report;
mod store;

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use ai::duel::{Outcome, Sprt, Verdict, pairing};
use anyhow::Result;
use games::AnyRules;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

pub use args::DuelArgs;
use played::Played;
use report::Report;
use store::{Games, Store};

use crate::contestant::Contestant;
use crate::think::Budget;
use crate::{cmd, json, setup};

/// Simulations for a decision if nothing was typed.
const NODES: u32 = 1000;

/// Two players, and the games that they are to play.
pub struct Duel {
    /// The rules.
    pub rules: Arc<AnyRules>,
    /// Who plays.
    pub players: [Contestant; 2],
    /// How long they think.
    pub budget: Budget,
    /// What draws and choices follow from.
    pub seed: u64,
    /// How many games, in whole rounds.
    pub games: u64,
    /// When it is plain enough, if anybody asks.
    pub test: Option<Sprt>,
}

/// Plays it.
///
/// # Errors
/// If the set-up cannot be played, or something cannot be read or written.
pub fn run(args: &DuelArgs) -> Result<()> {
    let rules = Arc::new(setup::rules(&args.setup)?);
    let duel = Duel {
        players: [args.a.clone(), args.b.clone()],
        budget: Budget::new(args.nodes, args.time, NODES).with_threads(args.think),
        seed: args.seed,
        games: args.games.next_multiple_of(u64::from(rules.seats())),
        test: args.test,
        rules,
    };
    let settings = duel.settings(args.time);
    let (mut store, mut games) = open(args.out.as_deref(), &settings)?;
    duel.play(&mut games, store.as_mut(), args.threads)?;
    duel.tell(&games, &settings, args.json)
}

/// The directory of a duel, if it is to be kept, and the games that are there.
fn open(dir: Option<&Path>, settings: &Value) -> Result<(Option<Store>, Games)> {
    let Some(dir) = dir else { return Ok((None, Games::new())) };
    let (store, games) = Store::open(dir, settings)?;
    Ok((Some(store), games))
}

impl Duel {
    /// Plays all games, kept in a directory if one is named; what came of those that count.
    ///
    /// # Errors
    /// If something cannot be read or written.
    pub fn outcomes(&self, dir: Option<&Path>, threads: u8) -> Result<Vec<Outcome>> {
        let (mut store, mut games) = open(dir, &self.settings(None))?;
        self.play(&mut games, store.as_mut(), threads)?;
        Ok(self.counted(&games).into_iter().map(Played::outcome).collect())
    }

    fn settings(&self, time: Option<u32>) -> Value {
        json!({
            "a": self.players[0].to_string(),
            "b": self.players[1].to_string(),
            "seed": self.seed,
            "nodes": self.budget.nodes,
            "time": time,
            "setup": json::setup(self.rules.setup()),
        })
    }

    /// Plays what is missing, on several threads.
    fn play(&self, games: &mut Games, mut store: Option<&mut Store>, threads: u8) -> Result<()> {
        if self.decided(games).is_some() {
            return Ok(());
        }
        let missing: Vec<u64> = (0..self.games).filter(|g| !games.contains_key(g)).collect();
        let bar = cmd::progress(self.games, "games");
        let form = "{bar:36} {pos}/{len} games, {eta} left\n{msg}";
        if let Ok(style) = ProgressStyle::with_template(form) {
            bar.set_style(style);
        }
        self.show(&bar, games);
        let next = AtomicUsize::new(0);
        let enough = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..usize::from(threads).min(missing.len()) {
                let (sender, next, enough, missing) = (sender.clone(), &next, &enough, &missing);
                scope.spawn(move || {
                    while !enough.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(game) = missing.get(number) else { return };
                        let pairing = pairing(self.seed, *game, self.rules.seats());
                        let game = played::play(&self.rules, &self.players, self.budget, pairing);
                        if sender.send(game).is_err() {
                            return; // nobody listens any more
                        }
                    }
                });
            }
            drop(sender);
            for game in receiver {
                // What fails here also ends the other threads: the receiver is dropped.
                let (played, record) =
                    game.inspect_err(|_| enough.store(true, Ordering::Relaxed))?;
                if let Some(store) = &mut store {
                    let kept = store.keep(&played, &record);
                    kept.inspect_err(|_| enough.store(true, Ordering::Relaxed))?;
                }
                games.insert(played.game, played);
                self.show(&bar, games);
                enough.fetch_or(self.decided(games).is_some(), Ordering::Relaxed);
            }
            bar.finish_and_clear();
            Ok(())
        })
    }

    /// The games that count, in their order: up to a gap, or to where the test was decided. So it
    /// does not matter which thread was quicker.
    fn counted<'a>(&self, games: &'a Games) -> Vec<&'a Played> {
        let in_order = (0..self.games).map_while(|number| games.get(&number));
        let most = self.decided(games).unwrap_or(usize::MAX);
        in_order.take(most).collect()
    }

    /// After how many games the test was decided first.
    fn decided(&self, games: &Games) -> Option<usize> {
        let test = self.test?;
        let seats = self.rules.seats();
        let in_order = (0..self.games).map_while(|number| games.get(&number));
        let outcomes: Vec<Outcome> = in_order.map(Played::outcome).collect();
        let ends = (1..=outcomes.len()).filter(|n| n.is_multiple_of(usize::from(seats)));
        ends.into_iter().find(|n| test.verdict(&outcomes[..*n], seats) != Verdict::Open)
    }

    fn report(&self, games: &Games) -> Report<'_> {
        Report::new(&self.players, self.rules.seats(), self.test, &self.counted(games))
    }

    fn show(&self, bar: &ProgressBar, games: &Games) {
        bar.set_position(games.len() as u64);
        if !bar.is_hidden() {
            bar.set_message(self.report(games).text());
        }
    }

    fn tell(&self, games: &Games, settings: &Value, as_json: bool) -> Result<()> {
        let report = self.report(games);
        let mut out = std::io::stdout().lock();
        if as_json {
            writeln!(out, "{:#}", report.json(settings))?;
        } else {
            write!(out, "{}", report.text())?;
        }
        Ok(())
    }
}
