//! Several minds on one position, one for each thread: each has a seed and a tree of its own, and
//! their votes are counted together.

use ai::{AnyMind, Choice, Insight, Player};
use games::{Action, AnyGame, AnyRules};

/// Minds that think about the same game.
pub struct Crew {
    minds: Vec<AnyMind>,
}

/// Simulations between two looks at the first mind.
const SLICE: u32 = 64;

impl Crew {
    /// One mind for each player.
    pub fn new(rules: &AnyRules, players: &[Player], seed: u64) -> Crew {
        let minds = players.iter().zip(seed..).map(|(p, seed)| AnyMind::new(rules, p, seed));
        Crew { minds: minds.collect() }
    }

    /// Thinks about what a seat must decide until the simulations are used up or `stop` says so;
    /// `look` is called now and then with what the first mind thinks.
    pub fn think(
        &mut self,
        rules: &AnyRules,
        game: &AnyGame,
        nodes: Option<u32>,
        stop: &(dyn Fn() -> bool + Sync),
        look: &mut dyn FnMut(&AnyMind),
    ) -> Action {
        let share = nodes.map(|nodes| nodes.div_ceil(self.minds.len() as u32));
        for mind in &mut self.minds {
            mind.consider(rules, game, share);
        }
        let Some((first, others)) = self.minds.split_first_mut() else {
            unreachable!("a crew has a mind");
        };
        std::thread::scope(|scope| {
            for mind in others {
                scope.spawn(move || while !mind.run(rules, SLICE, &mut || stop()) && !stop() {});
            }
            while !first.run(rules, SLICE, &mut || stop()) && !stop() {
                look(first);
            }
        });
        self.best()
    }

    /// What most of them tried most.
    fn best(&self) -> Action {
        match self.insight() {
            Some(insight) if self.minds.len() > 1 && !insight.exact => {
                insight.choices.first().map_or_else(|| self.minds[0].best(), |best| best.action)
            }
            _ => self.minds[0].best(),
        }
    }

    /// What they think together; `None` if they do not search.
    pub fn insight(&self) -> Option<Insight> {
        let mut all = self.minds[0].insight()?;
        if all.exact {
            return Some(all);
        }
        for mind in &self.minds[1..] {
            let Some(other) = mind.insight() else { continue };
            all.visits += other.visits;
            all.judged += other.judged;
            for choice in other.choices {
                let same = all.choices.iter_mut().find(|c| c.action == choice.action);
                match same {
                    Some(same) => add(same, &choice),
                    None => all.choices.push(choice),
                }
            }
        }
        if self.minds.len() > 1 {
            all.choices.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
            if let Some(best) = all.choices.first() {
                all.points = best.points;
                all.line.clone_from(&best.line);
            }
        }
        Some(all)
    }

    /// Sees that somebody played, or chance drew.
    pub fn played(&mut self, rules: &AnyRules, action: Action) {
        for mind in &mut self.minds {
            mind.played(rules, action);
        }
    }
}

/// Two opinions of one choice, weighed by how often it was tried.
fn add(choice: &mut Choice, other: &Choice) {
    let all = (choice.visits + other.visits).max(1) as f32;
    let parts = [choice.visits as f32 / all, other.visits as f32 / all];
    if choice.visits + other.visits > 0 {
        for (points, more) in choice.points.iter_mut().zip(other.points) {
            *points = parts[0] * *points + parts[1] * more;
        }
        choice.value = parts[0] * choice.value + parts[1] * other.value;
    }
    if other.visits > choice.visits {
        choice.line.clone_from(&other.line);
    }
    choice.visits += other.visits;
}
