//! What came out of a duel, as a table and as JSON.

use ai::duel::{Outcome, Sprt, Summary, Verdict};
use serde_json::{Value, json};

use super::played::{Played, Thought};
use crate::cmd;
use crate::contestant::Contestant;

/// The games of a duel in their order, and what they prove.
pub struct Report<'a> {
    players: &'a [Contestant; 2],
    seats: u8,
    test: Option<Sprt>,
    summary: Summary,
    outcomes: Vec<Outcome>,
    thought: [Thought; 2],
    bytes: [u64; 2],
    means: [f64; 2],
    /// In how many games a program made a fault, and the first of them.
    faults: [(u64, Option<String>); 2],
}

impl<'a> Report<'a> {
    /// Of these games.
    pub fn new(
        players: &'a [Contestant; 2],
        seats: u8,
        test: Option<Sprt>,
        games: &[&Played],
    ) -> Report<'a> {
        let outcomes: Vec<Outcome> = games.iter().map(|played| played.outcome()).collect();
        let mut thought = [Thought::default(); 2];
        let (mut means, mut bytes) = ([0.0; 2], [0; 2]);
        let mut faults = [(0, None), (0, None)];
        for played in games {
            for who in 0..2 {
                thought[who].add(played.thought[who]);
                means[who] += played.means()[who] / games.len() as f64;
                bytes[who] = played.bytes[who].max(bytes[who]);
                if let Some(first) = played.faults[who].first() {
                    faults[who].0 += 1;
                    faults[who].1.get_or_insert_with(|| first.clone());
                }
            }
        }
        let summary = Summary::new(&outcomes, seats);
        Report { players, seats, test, summary, outcomes, thought, bytes, means, faults }
    }

    /// For people.
    pub fn text(&self) -> String {
        let Summary { games, won, won_between: [low, high], margin, margin_error } = self.summary;
        let share = [won, 1.0 - won];
        let rows: Vec<Vec<String>> = [0, 1]
            .map(|who| {
                let Thought { decisions, total, longest } = self.thought[who];
                vec![
                    self.players[who].to_string(),
                    format!("{:.1} %", 100.0 * share[who]),
                    format!("{:.1}", self.means[who]),
                    format!("{:.1}", total / decisions.max(1) as f64),
                    format!("{longest:.0}"),
                    format!("{:.1}", self.bytes[who] as f64 / 1e6),
                ]
            })
            .into();
        let head = ["", "won", "points", "ms/decision", "longest move ms", "tree MB"];
        let mut text = cmd::table(&head, &rows);
        text += &format!(
            "\n{games} games: {} wins {:.1} % ({:.1} to {:.1}), margin {margin:+.1} ± {margin_error:.1} points",
            self.players[0],
            100.0 * won,
            100.0 * low,
            100.0 * high,
        );
        if self.seats == 2 {
            let [low, high] = self.summary.elo_between();
            let elo = |elo: f64| if elo.is_finite() { format!("{elo:+.0}") } else { sign(elo) };
            text += &format!(", Elo {} ({} to {})", elo(self.summary.elo()), elo(low), elo(high));
        } else {
            text += &format!(", of {:.1} % for an equal one", 100.0 / f64::from(self.seats));
        }
        text.push('\n');
        for (player, (games, first)) in self.players.iter().zip(&self.faults) {
            if let Some(first) = first {
                text +=
                    &format!("{player} failed in {games} games, and a level played on: {first}\n");
            }
        }
        if let Some(test) = self.test {
            let Sprt { low, high } = test;
            let verdict = match test.verdict(&self.outcomes, self.seats) {
                Verdict::Open => "open".to_owned(),
                Verdict::Low => format!("{:.1} % rather", 100.0 * low),
                Verdict::High => format!("{:.1} % rather", 100.0 * high),
            };
            let likelihood = test.likelihood(&self.outcomes, self.seats);
            text += &format!(
                "test of {:.1} % against {:.1} %: {verdict} (log likelihood {likelihood:+.2})\n",
                100.0 * low,
                100.0 * high,
            );
        }
        text
    }

    /// For programs.
    pub fn json(&self, settings: &Value) -> Value {
        let summary = &self.summary;
        let finite = |elo: f64| elo.is_finite().then_some(elo);
        let players: Vec<Value> = [0, 1]
            .map(|who| {
                let Thought { decisions, total, longest } = self.thought[who];
                json!({
                    "player": self.players[who].to_string(),
                    "mean_points": self.means[who],
                    "decisions": decisions,
                    "mean_ms": total / decisions.max(1) as f64,
                    "longest_move_ms": longest,
                    "tree_bytes": self.bytes[who],
                    "games_with_faults": self.faults[who].0,
                    "first_fault": self.faults[who].1,
                })
            })
            .into();
        let test = self.test.map(|test| {
            let verdict = match test.verdict(&self.outcomes, self.seats) {
                Verdict::Open => "open",
                Verdict::Low => "low",
                Verdict::High => "high",
            };
            let likelihood = test.likelihood(&self.outcomes, self.seats);
            json!({ "low": test.low, "high": test.high, "log_likelihood": likelihood, "verdict": verdict })
        });
        let two = self.seats == 2;
        json!({
            "settings": settings,
            "games": summary.games,
            "won": summary.won,
            "won_between": summary.won_between,
            "margin": summary.margin,
            "margin_error": summary.margin_error,
            "elo": two.then(|| finite(summary.elo())),
            "elo_between": two.then(|| summary.elo_between().map(finite)),
            "test": test,
            "players": players,
        })
    }
}

fn sign(elo: f64) -> String {
    if elo > 0.0 { "+∞".to_owned() } else { "-∞".to_owned() }
}
