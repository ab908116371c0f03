//! `trencavel engine`: our players for programs of others, by the engine protocol.
//!
//! One thread listens, so that `stop` and `isready` are heard at any moment; another thinks. They
//! share the session, which knows whether a thought is under way, and the reins.

mod crew;
mod reins;
mod think;

use std::io::{BufRead, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use ai::{Level, Player};
use anyhow::Result;
use clap::Args;
use games::{Family, registry};
use tep::{Greeting, LINE_MAX, OptionKind, Order, Reply, Session, Support, Task};

use reins::Reins;
use think::Head;

/// `engine`.
#[derive(Args, Debug)]
#[command(after_help = "\
A session that you can type:
  tep 1
  position start country seats=2 words base/E
  go nodes 500 lines 3
  quit

Players: strong, level:1 to level:5, uct, greedy, random, with settings after a colon, as for
`trencavel duel`. docs/engine.md describes the protocol; `trencavel engine-check` tries any program
that speaks it, and `engine:CMD` seats it in `duel` and `play`.")]
pub struct EngineArgs {
    /// Who plays
    #[arg(value_name = "PLAYER", default_value = "strong")]
    pub player: Player,
}

/// What can be set, as the protocol has it.
#[derive(Clone, Debug)]
struct Chosen {
    player: Player,
    level: Option<Level>,
    threads: usize,
    /// Megabytes for all trees.
    memory: u64,
    seed: u64,
}

/// Megabytes for the trees unless something is said, and bounds.
const MEMORY: (i64, i64, i64) = (140, 8, 32_768);

fn greeting(player: &Player) -> Greeting {
    let known: Vec<&str> = registry::expansions().iter().map(|e| e.name).collect();
    let name = format!("Trencavel {} {player}", env!("CARGO_PKG_VERSION"));
    let (memory, least, most) = MEMORY;
    Greeting::new(&name, "the authors of Trencavel")
        .option("Threads", OptionKind::spin(1, 1, 64))
        .option("Memory", OptionKind::spin(memory, least, most))
        .option("Seed", OptionKind::spin(1, 0, i64::MAX))
        .option("Ponder", OptionKind::Check(false))
        .option("Level", OptionKind::spin(0, 0, 5))
        .supports(Support::new(Family::Country, (2, 6), &known))
        .supports(Support::new(Family::City, (2, 4), &[]))
}

impl Chosen {
    fn set(&mut self, name: &str, value: &str) {
        // The session has checked them.
        let number: u64 = value.parse().unwrap_or_default();
        match name {
            "Threads" => self.threads = number.max(1) as usize,
            "Memory" => self.memory = number,
            "Seed" => self.seed = number,
            "Level" => self.level = Level::new(number as u8),
            _ => {} // pondering is asked for by `go ponder`
        }
    }
}

/// What both threads know.
struct Shared {
    session: Mutex<Session>,
    reins: Reins,
}

impl Shared {
    fn session(&self) -> MutexGuard<'_, Session> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the thinking thread is told.
enum Call {
    Set(String, String),
    Forget,
    Think(Box<Task>),
}

/// Listens until it is told to quit, or the input ends.
///
/// # Errors
/// If the input cannot be read or the output not be written.
pub fn run(args: &EngineArgs) -> Result<()> {
    let shared = Arc::new(Shared {
        session: Mutex::new(Session::new(greeting(&args.player))),
        reins: Reins::default(),
    });
    let (calls, heard) = channel();
    let thinker = start_thinking(&args.player, &shared, heard)?;
    let quit = listen(&shared, &calls)?;
    if quit {
        // Whoever says so waits for nothing.
        return Ok(());
    }
    // What was asked before the input ended is answered, if it has an end.
    shared.reins.close();
    drop(calls);
    let _ = thinker.join();
    Ok(())
}

/// The thinking thread.
fn start_thinking(
    player: &Player,
    shared: &Arc<Shared>,
    heard: Receiver<Call>,
) -> std::io::Result<JoinHandle<()>> {
    let chosen = Chosen { player: player.clone(), level: None, threads: 1, memory: 140, seed: 1 };
    let shared = Arc::clone(shared);
    std::thread::Builder::new().name("thinker".to_owned()).spawn(move || {
        let mut head = Head::new(chosen);
        for call in heard {
            match call {
                Call::Set(name, value) => head.set(&name, &value),
                Call::Forget => head.forget(),
                Call::Think(task) => {
                    let words = head.think(&task, &shared.reins, &mut |reply| {
                        let _ = say(&[reply]); // nobody may listen any more
                    });
                    let answer = shared.session().best(words);
                    let _ = say(answer.as_slice());
                }
            }
        }
    })
}

/// Hears lines; says whether it was told to quit.
fn listen(shared: &Shared, calls: &Sender<Call>) -> Result<bool> {
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let most = LINE_MAX as u64 + 2;
        if input.by_ref().take(most).read_until(b'\n', &mut line)? == 0 {
            return Ok(false);
        }
        if line.pop_if(|byte| *byte == b'\n').is_none() && line.len() as u64 == most {
            skip_line(&mut input)?;
        }
        let orders = {
            let mut session = shared.session();
            let orders = session.hear(&line);
            if orders.iter().any(|order| matches!(order, Order::Think(_))) {
                shared.reins.slacken();
            }
            orders
        };
        for order in orders {
            let call = match order {
                Order::Say(reply) => {
                    say(&[reply])?;
                    continue;
                }
                Order::Stop => {
                    shared.reins.stop();
                    continue;
                }
                Order::PonderHit => {
                    shared.reins.hit();
                    continue;
                }
                Order::Quit => return Ok(true),
                Order::Set { name, value } => Call::Set(name, value),
                Order::Forget => Call::Forget,
                Order::Think(task) => Call::Think(task),
            };
            calls.send(call).map_err(|_| anyhow::anyhow!("the thinking thread has ended"))?;
        }
    }
}

/// Passes over what is left of a line that is too long.
fn skip_line(input: &mut impl BufRead) -> std::io::Result<()> {
    loop {
        let part = input.fill_buf()?;
        let end = part.iter().position(|byte| *byte == b'\n');
        let (used, done) =
            (end.map_or(part.len(), |end| end + 1), end.is_some() || part.is_empty());
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}

/// Says lines, at once.
fn say(replies: &[Reply]) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    for reply in replies {
        writeln!(out, "{reply}")?;
    }
    out.flush()
}
