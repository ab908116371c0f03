//! Time: stop, milliseconds, clocks; and the same answer again.

use std::time::{Duration, Instant};

use tep::{Command, Limits};

use super::talk::{Bench, PATIENCE, is_legal, place};
use super::{Check, Outcome};

/// The points, in their order.
pub const CHECKS: &[Check] = &[
    ("listens while it thinks: readyok within 100 ms", listens),
    ("answers within 100 ms of stop", stops),
    ("keeps to 100 ms, again and again", keeps_time),
    ("keeps to a clock of two seconds", keeps_clock),
    ("answers after ponderhit", ponders),
    ("gives the same answer with the same Seed, one thread and nodes", repeats),
];

/// What a program has from being told to having answered.
const PROMPT: Duration = Duration::from_millis(100);

/// Later than so much nobody waits for the measure.
const SOON: Duration = Duration::from_secs(1);

fn in_time(what: &str, took: Duration, allowed: Duration, bench: &Bench) -> Result<(), String> {
    if took <= allowed + bench.lenience {
        return Ok(());
    }
    Err(format!("{what} after {} ms", took.as_millis()))
}

fn listens(bench: &mut Bench) -> Result<Outcome, String> {
    let mut talk = bench.greeted()?;
    let teller = bench.middle(20);
    talk.set_up(&teller, &place(&teller))?;
    talk.go("time 1000")?;
    let begun = Instant::now();
    talk.say(Command::IsReady)?;
    let (mut ready, mut answered) = (None, None);
    while ready.is_none() || answered.is_none() {
        match talk.hear(begun + PATIENCE)? {
            Some(tep::Heard::Ready) => ready = Some(begun.elapsed()),
            Some(tep::Heard::Best(words)) => answered = Some(words),
            Some(_) => {}
            None => return Err("no readyok or no bestmove".to_owned()),
        }
    }
    is_legal(&teller, &answered.unwrap_or_default())?;
    let took = ready.unwrap_or_default();
    in_time("readyok", took, PROMPT, bench)?;
    Ok(Outcome::Fine(format!("after {} ms", took.as_millis())))
}

fn stops(bench: &mut Bench) -> Result<Outcome, String> {
    let mut talk = bench.greeted()?;
    let mut worst = Duration::ZERO;
    for number in 0..if bench.quick { 3 } else { 20 } {
        let teller = bench.middle(30 + number);
        talk.set_up(&teller, &place(&teller))?;
        talk.go("infinite")?;
        talk.ready_or_answered()?;
        let begun = Instant::now();
        talk.say(Command::Stop)?;
        let answer = talk.rest_of_answer(begun, SOON + bench.lenience)?;
        is_legal(&teller, &answer.words)?;
        in_time("bestmove", answer.took, PROMPT, bench)?;
        worst = worst.max(answer.took);
    }
    Ok(Outcome::Fine(format!("{:.1} ms at worst", 1000.0 * worst.as_secs_f64())))
}

fn keeps_time(bench: &mut Bench) -> Result<Outcome, String> {
    let mut talk = bench.greeted()?;
    let goes = if bench.quick { 10 } else { 100 };
    let limits = Limits { time: Some(100), ..Limits::default() };
    let (mut worst, mut late) = (Duration::ZERO, 0);
    for number in 0..goes {
        let answer = talk.ask(&bench.middle(40 + number), &limits, PATIENCE)?;
        late += usize::from(in_time("", answer.took, PROMPT, bench).is_err());
        worst = worst.max(answer.took);
    }
    let told = format!("{} ms at worst of {goes} answers", worst.as_millis());
    if late == 0 { Ok(Outcome::Fine(told)) } else { Err(format!("{late} too late, {told}")) }
}

fn keeps_clock(bench: &mut Bench) -> Result<Outcome, String> {
    let mut talk = bench.greeted()?;
    let teller = bench.middle(50);
    let clock = vec![2000; usize::from(teller.rules().seats())];
    let limits = Limits { clock, ..Limits::default() };
    let answer = talk.ask(&teller, &limits, PATIENCE)?;
    in_time("bestmove", answer.took, Duration::from_secs(2), bench)?;
    Ok(Outcome::Fine(format!("after {} ms", answer.took.as_millis())))
}

fn ponders(bench: &mut Bench) -> Result<Outcome, String> {
    let can = bench.greeting.as_ref().is_some_and(|g| g.find("Ponder").is_some());
    if !can {
        return Ok(Outcome::Skipped("it has no option Ponder"));
    }
    let mut talk = bench.greeted()?;
    let teller = bench.middle(51);
    talk.set_up(&teller, &place(&teller))?;
    talk.go("time 100 ponder")?;
    talk.ready_or_answered()?;
    let begun = Instant::now();
    talk.say(Command::PonderHit)?;
    let answer = talk.rest_of_answer(begun, SOON + bench.lenience)?;
    is_legal(&teller, &answer.words)?;
    in_time("bestmove", answer.took, PROMPT, bench)?;
    Ok(Outcome::Fine(format!("after {} ms", answer.took.as_millis())))
}

fn repeats(bench: &mut Bench) -> Result<Outcome, String> {
    let has = |name| bench.greeting.as_ref().is_some_and(|g| g.find(name).is_some());
    if !has("Seed") {
        return Ok(Outcome::Skipped("it has no option Seed"));
    }
    let limits = Limits { nodes: Some(50), ..Limits::default() };
    let games = if bench.quick { 3 } else { 20 };
    let answers = |order: &mut dyn Iterator<Item = u64>| -> Result<Vec<_>, String> {
        let mut talk = bench.greeted()?;
        for (name, value) in [("Seed", "7"), ("Threads", "1")] {
            if has(name) {
                let (name, value) = (name.to_owned(), value.to_owned());
                talk.say(Command::SetOption { name, value })?;
            }
        }
        order
            .map(|n| {
                Ok::<_, String>((n, talk.ask(&bench.middle(60 + n), &limits, PATIENCE)?.words))
            })
            .collect()
    };
    let first = answers(&mut (0..games))?;
    let mut again = answers(&mut (0..games).rev())?;
    again.reverse();
    match first.iter().zip(&again).find(|(one, other)| one != other) {
        None => Ok(Outcome::Fine(format!("{games} positions"))),
        Some(((_, one), (_, other))) => {
            Err(format!("once {}, once {}", one.join("; "), other.join("; ")))
        }
    }
}
