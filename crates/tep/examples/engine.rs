//! A whole engine that speaks the engine protocol (docs/engine.md) and takes the best next move:
//! `cargo run -p trencavel-tep --example engine`, then type `tep 1`.

use std::io::{BufRead, Write};

use ai::{Wyrand, Yardstick};
use games::{Action, AnyGame, AnyRules, Family, FamilyRules, Game, Quiet, registry};
use tep::{Board, Greeting, OptionKind, Order, Session, Support};

fn main() -> std::io::Result<()> {
    let known: Vec<&str> = registry::expansions().iter().map(|e| e.name).collect();
    let greeting = Greeting::new("One move ahead", "the authors of Trencavel")
        .option("Seed", OptionKind::spin(1, 0, i64::MAX))
        .supports(Support::new(Family::Country, (2, 6), &known))
        .supports(Support::new(Family::City, (2, 4), &[]));
    let mut session = Session::new(greeting);
    let mut seed = 1;
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().split(b'\n') {
        for order in session.hear(&line?) {
            let reply = match order {
                Order::Say(reply) => Some(reply),
                Order::Think(task) => session.best(decision(&task.board, seed)),
                Order::Set { value, .. } => {
                    seed = value.parse().unwrap_or(1);
                    None
                }
                Order::Quit => return Ok(()),
                Order::Forget | Order::Stop | Order::PonderHit => None,
            };
            if let Some(reply) = reply {
                writeln!(out, "{reply}")?;
                out.flush()?;
            }
        }
    }
    Ok(())
}

/// The whole decision of the seat that must act; nothing where no seat does.
fn decision(board: &Board, seed: u64) -> Vec<String> {
    let (mut game, mut dice) = (board.game.clone(), Wyrand::new(seed));
    let mut words = Vec::new();
    while board.seat().is_some() && game.turn() == board.game.turn() {
        let action = choice(&board.rules, &game, &mut dice);
        words.push(game.word(&board.rules, action));
        game.play(&board.rules, action, &mut Quiet);
    }
    words
}

fn choice(rules: &AnyRules, game: &AnyGame, dice: &mut Wyrand) -> Action {
    match (rules.of(), game) {
        (FamilyRules::Country(rules), AnyGame::Country(game)) => {
            ai::choose(Yardstick::Greedy, rules, game, dice)
        }
        (FamilyRules::City(rules), AnyGame::City(game)) => {
            ai::choose(Yardstick::Greedy, rules, game, dice)
        }
        _ => unreachable!("a game has the rules of its family"),
    }
}
