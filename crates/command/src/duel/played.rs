//! One game of a duel: played, and as a line of JSON.

use std::sync::Arc;
use std::time::Duration;

use ai::Wyrand;
use ai::duel::{Outcome, Pairing};
use anyhow::{Result, anyhow};
use games::{AnyRules, Game, Recorder, Turn};
use serde_json::{Value, json};

use crate::contestant::Contestant;
use crate::think::{Budget, Thinker};

/// How long a player thought in a game.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Thought {
    /// How many decisions.
    pub decisions: u64,
    /// Milliseconds in all.
    pub total: f64,
    /// Milliseconds of the longest move: from a draw to the next.
    pub longest: f64,
}

impl Thought {
    /// Both together.
    pub fn add(&mut self, other: Thought) {
        self.decisions += other.decisions;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// Its number in the duel, from 0.
    pub game: u64,
    /// The seat of the first player.
    pub seat: u8,
    /// The points of all seats.
    pub points: Vec<u16>,
    /// How long the first and the second player thought.
    pub thought: [Thought; 2],
    /// The most bytes that the trees of a player took.
    pub bytes: [u64; 2],
    /// What programs did wrong, of the first and the second player; a level played on for them.
    pub faults: [Vec<String>; 2],
}

impl Played {
    /// What it means for the first player.
    pub fn outcome(&self) -> Outcome {
        Outcome::new(&self.points, self.seat)
    }

    /// The points of the first player, and the mean of the others.
    pub fn means(&self) -> [f64; 2] {
        let own = f64::from(self.points[usize::from(self.seat)]);
        [own, own - self.outcome().margin]
    }

    /// As a line of games.jsonl.
    pub fn line(&self) -> Value {
        let of = |f: fn(&Thought) -> f64| self.thought.each_ref().map(f);
        json!({
            "game": self.game,
            "seat": self.seat,
            "points": self.points,
            "decisions": self.thought.map(|t| t.decisions),
            "ms": of(|t| t.total),
            "longest_ms": of(|t| t.longest),
            "bytes": self.bytes,
            "faults": self.faults,
        })
    }

    /// Reads such a line.
    pub fn read(line: &Value) -> Option<Played> {
        let pair = |key: &str| -> Option<[f64; 2]> {
            Some([line.get(key)?.get(0)?.as_f64()?, line.get(key)?.get(1)?.as_f64()?])
        };
        let (decisions, total, longest) = (pair("decisions")?, pair("ms")?, pair("longest_ms")?);
        let points = line.get("points")?.as_array()?.iter();
        let points = points.map(|p| p.as_u64().and_then(|p| u16::try_from(p).ok()));
        let thought = [0, 1].map(|who| Thought {
            decisions: decisions[who] as u64,
            total: total[who],
            longest: longest[who],
        });
        Some(Played {
            game: line.get("game")?.as_u64()?,
            seat: u8::try_from(line.get("seat")?.as_u64()?).ok()?,
            points: points.collect::<Option<Vec<u16>>>()?,
            thought,
            bytes: pair("bytes")?.map(|bytes| bytes as u64),
            faults: [0, 1].map(|who| faults(line, who)),
        })
    }
}

/// Plays a game; also gives its record.
///
/// # Errors
/// If a player plays against the rules, which is an error of the program.
pub fn play(
    rules: &Arc<AnyRules>,
    players: &[Contestant; 2],
    budget: Budget,
    pairing: Pairing,
) -> Result<(Played, String)> {
    let seats = rules.seats();
    let who = |seat: u8| usize::from(seat != pairing.seat);
    let names: Vec<String> = (0..seats).map(|seat| players[who(seat)].to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut recorder = Recorder::new(rules.setup(), &names)?;
    let mut chance = Wyrand::new(pairing.tiles);
    let thinker = |seat| {
        let seed = pairing.minds.wrapping_add(u64::from(seat));
        Thinker::new(rules, &players[who(seat)], budget, seed)
    };
    let mut thinkers: Vec<Thinker> = (0..seats).map(thinker).collect();
    let mut moves = vec![Duration::ZERO; usize::from(seats)];
    let mut thought = [Thought::default(); 2];
    let mut bytes = [0; 2];
    loop {
        let turn = recorder.game().turn();
        let action = match turn {
            Turn::Over => break,
            Turn::Chance => {
                moves.fill(Duration::ZERO);
                recorder.game().pick(rules, &mut chance)
            }
            Turn::Player(seat) => {
                let (action, took) = thinkers[seat.index()].choose(rules, recorder.game());
                moves[seat.index()] += took;
                let milliseconds = |time: Duration| 1000.0 * time.as_secs_f64();
                let longest = milliseconds(moves[seat.index()]);
                let total = milliseconds(took);
                thought[who(seat.0)].add(Thought { decisions: 1, total, longest });
                let most = &mut bytes[who(seat.0)];
                *most = thinkers[seat.index()].bytes().max(*most as usize) as u64;
                action
            }
        };
        let done = recorder.submit(turn, action);
        done.map_err(|refusal| anyhow!("a player's move is illegal: {refusal}"))?;
        for thinker in &mut thinkers {
            thinker.played(rules, action);
        }
    }
    let points = recorder.game().scores()[..usize::from(seats)].to_vec();
    let mut faults = [Vec::new(), Vec::new()];
    for (seat, thinker) in (0..seats).zip(&thinkers) {
        faults[who(seat)].extend(thinker.fault().map(ToString::to_string));
    }
    let played = Played { game: pairing.game, seat: pairing.seat, points, thought, bytes, faults };
    Ok((played, recorder.record().print()))
}

/// What programs did wrong in a game that was kept; records of before tell nothing of it.
fn faults(line: &Value, who: usize) -> Vec<String> {
    let list = line.get("faults").and_then(|faults| faults.get(who)).and_then(Value::as_array);
    list.into_iter().flatten().filter_map(|fault| fault.as_str().map(str::to_owned)).collect()
}
