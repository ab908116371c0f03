//! Whole games: legal answers in everything that a program says it plays.

use std::time::{Duration, Instant};

use ai::Wyrand;
use games::{Game, Teller, Turn, position};
use tep::Limits;

use super::talk::{Bench, PATIENCE, is_legal};
use super::{Check, Outcome};

/// The points, in their order.
pub const CHECKS: &[Check] =
    &[("answers legally in all set-ups that it declares", legal_everywhere)];

/// How many answers, and how long at most: a slow program is tried less.
const ANSWERS: (usize, Duration) = (1000, Duration::from_mins(1));
const QUICK: (usize, Duration) = (100, Duration::from_secs(10));

fn legal_everywhere(bench: &mut Bench) -> Result<Outcome, String> {
    let (most, time) = if bench.quick { QUICK } else { ANSWERS };
    let setups = bench.setups();
    let until = Instant::now() + time;
    let each = most.div_ceil(setups.len());
    let mut talk = bench.greeted()?;
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    let mut answers = 0;
    for (number, setup) in setups.iter().enumerate() {
        let told = |e: String| format!("{}: {e}", position::print_setup(setup));
        let mut dice = Wyrand::new(number as u64);
        let mut teller = Teller::start(setup).map_err(|e| told(e.to_string()))?;
        talk.say(tep::Command::NewGame)?;
        let mut given = 0;
        // At least one in each, however slow it is.
        while given < each && (given == 0 || Instant::now() < until) {
            match teller.turn() {
                Turn::Over => teller = Teller::start(setup).map_err(|e| told(e.to_string()))?,
                Turn::Chance => {
                    let action = teller.game().pick(teller.rules(), &mut dice);
                    teller.act(action);
                }
                Turn::Player(_) => {
                    let answer = talk.ask(&teller, &limits, PATIENCE).map_err(told)?;
                    teller = is_legal(&teller, &answer.words).map_err(told)?;
                    given += 1;
                }
            }
        }
        answers += given;
    }
    Ok(Outcome::Fine(format!("{answers} answers in {} set-ups", setups.len())))
}
