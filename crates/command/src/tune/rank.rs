//! How well an evaluation ranks the moves of a position, compared with a deep search.

use ai::tune::agreement;
use ai::{AnyMind, Player, Wyrand};
use games::{Action, AnyGame, AnyRules, Game, Quiet, Turn};
use indicatif::ProgressBar;

/// Moves that the deep search tried less often than this are not compared: it does not know them.
const VISITS_MIN: u32 = 8;

/// Positions with what a deep search thinks of their moves.
pub struct Ranking {
    positions: Vec<(AnyGame, Vec<(Action, f32)>)>,
}

impl Ranking {
    /// Positions of greedy games, looked at with so many simulations.
    pub fn new(rules: &AnyRules, count: u64, deep: u32, seed: u64, bar: &ProgressBar) -> Ranking {
        let deep_player = Player::strong();
        let mut positions = Vec::new();
        for number in 0..count {
            bar.set_message(format!("deep search of position {} of {count}", number + 1));
            let Some(game) = position(rules, seed.wrapping_add(number)) else { continue };
            let mut mind = AnyMind::new(rules, &deep_player, seed);
            mind.consider(rules, &game, Some(deep));
            mind.run(rules, u32::MAX, &mut || false);
            let Some(insight) = mind.insight() else { continue };
            let known = insight.choices.iter().filter(|c| c.visits >= VISITS_MIN);
            let values: Vec<(Action, f32)> = known.map(|c| (c.action, c.value)).collect();
            if values.len() >= 2 {
                positions.push((game, values));
            }
        }
        Ranking { positions }
    }

    /// The mean agreement of a player that judges each move once; 0 if nothing can be compared.
    pub fn of(&self, rules: &AnyRules, player: &Player) -> f64 {
        let taus: Vec<f64> = self
            .positions
            .iter()
            .filter_map(|(game, values)| {
                let mut mind = AnyMind::new(rules, player, 1);
                mind.consider(rules, game, Some(1));
                mind.run(rules, 1, &mut || false);
                let judged = mind.insight()?.choices;
                let value = |action: &Action| {
                    judged.iter().find(|c| c.action == *action).map(|choice| choice.value)
                };
                let pairs: Vec<(f32, f32)> =
                    values.iter().filter_map(|(a, deep)| Some((*deep, value(a)?))).collect();
                let (deep, mine): (Vec<f32>, Vec<f32>) = pairs.into_iter().unzip();
                agreement(&deep, &mine)
            })
            .collect();
        taus.iter().sum::<f64>() / taus.len().max(1) as f64
    }
}

/// A position of a greedy game in which a seat lays a tile, somewhere in its first three quarters.
fn position(rules: &AnyRules, seed: u64) -> Option<AnyGame> {
    let mut chance = Wyrand::new(seed);
    let greedy: Player = "greedy".parse().ok()?;
    let mut mind = AnyMind::new(rules, &greedy, seed);
    let mut game = AnyGame::start(rules);
    let draws = 6 + chance.next() % 45;
    let mut drawn = 0;
    loop {
        let action = match game.turn() {
            Turn::Over => return None,
            Turn::Chance => {
                drawn += 1;
                game.pick(rules, &mut chance)
            }
            Turn::Player(_) if drawn > draws => return Some(game),
            Turn::Player(_) => {
                mind.consider(rules, &game, None);
                mind.run(rules, 1, &mut || false);
                mind.best()
            }
        };
        game.play(rules, action, &mut Quiet);
        mind.played(rules, action);
    }
}
