//! Greeting, listening, options, positions, and the end.

use std::time::{Duration, Instant};

use games::{Turn, position};
use tep::{Command, Heard, Limits, PositionLine};

use super::talk::{Bench, PATIENCE, Talk, is_legal, over, place};
use super::{Check, Outcome};

/// How long nothing must be said.
const SILENCE: Duration = Duration::from_millis(200);

/// The points, in their order.
pub const LISTENING: &[Check] = &[
    ("says nothing before it is greeted", silent_at_first),
    ("answers tep 1 with a greeting that ends with tepok, within 2 s", greets),
    ("declares what it supports", declares),
    ("declares options whose defaults it takes itself", options),
    ("answers isready with readyok", ready),
    ("passes over commands that it does not know", unknown_commands),
    ("passes over fields of go that it does not know", unknown_fields),
    ("does not mind blanks and carriage returns", blanks),
    ("survives rubbish: bytes that are no text, halves of commands", rubbish),
    ("reads lines of 128 KiB", long_lines),
    ("takes newgame", new_game),
    ("takes every option that it declares", set_options),
    ("reads a position in one line, and answers with a legal word", by_line),
    ("reads a position by words from the start", by_words),
    ("answers each go with exactly one bestmove", one_answer),
    ("says bestmove none where chance must act", none_at_chance),
    ("says bestmove none when the game is over", none_when_over),
    ("answers go after a position that makes no sense", wrong_position),
    ("tells points for every seat and a best line that is legal, if it tells any", thoughts),
    ("ends at quit, with exit code 0, within 1 s", quits),
    ("ends when its input ends, within 2 s", input_ends),
    ("ends at quit while it thinks, within 1 s", quits_thinking),
];

/// A check that found nothing wrong, as every check answers.
#[allow(clippy::unnecessary_wraps)] // checks answer so
fn fine() -> Result<Outcome, String> {
    Ok(Outcome::Fine(String::new()))
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// Nothing but remarks may come.
fn stays_silent(talk: &mut Talk) -> Result<(), String> {
    let until = Instant::now() + SILENCE;
    while let Some(heard) = talk.hear(until)? {
        if !matches!(heard, Heard::Nothing | Heard::Thought(_)) {
            return Err(format!("it said something that nobody asked for: {heard:?}"));
        }
    }
    Ok(())
}

fn silent_at_first(bench: &mut Bench) -> Result<Outcome, String> {
    let mut talk = bench.start()?;
    if let Some(heard) = talk.hear(Instant::now() + SILENCE)? {
        return Err(format!("{heard:?}"));
    }
    // A program may take longer than that to begin: what it says first tells as well.
    let first = talk.first_word(engines::GREETING + bench.lenience)?;
    match first.as_str() {
        "id" | "option" | "supports" | "needs" | "tepok" => fine(),
        _ => Err(format!("its first line begins with {first:?}, which is no part of a greeting")),
    }
}

fn greets(bench: &mut Bench) -> Result<Outcome, String> {
    let greeting = bench.start()?.greet(engines::GREETING + bench.lenience)?;
    let author = if greeting.author.is_empty() { "nobody" } else { &greeting.author };
    let told = format!("{} by {author}", greeting.name);
    bench.greeting = Some(greeting);
    Ok(Outcome::Fine(told))
}

fn declares(bench: &mut Bench) -> Result<Outcome, String> {
    let Some(greeting) = &bench.greeting else { return Err("no greeting".to_owned()) };
    if greeting.supports.is_empty() {
        return Err("expected supports FAMILY seats=LEAST-MOST".to_owned());
    }
    let lines: Vec<String> = greeting.supports.iter().map(ToString::to_string).collect();
    Ok(Outcome::Fine(lines.join("; ")))
}

fn options(bench: &mut Bench) -> Result<Outcome, String> {
    let Some(greeting) = &bench.greeting else { return Err("no greeting".to_owned()) };
    for option in &greeting.options {
        if let Some(default) = default_of(&option.kind) {
            let checked = option.kind.check(&default);
            checked.map_err(|e| format!("{}: default {default:?}: expected {e}", option.name))?;
        }
    }
    let names: Vec<&str> = greeting.options.iter().map(|o| o.name.as_str()).collect();
    Ok(Outcome::Fine(names.join(", ")))
}

fn default_of(kind: &tep::OptionKind) -> Option<String> {
    match kind {
        tep::OptionKind::Check(default) => Some(default.to_string()),
        tep::OptionKind::Spin { default, .. } => Some(default.to_string()),
        tep::OptionKind::Combo { default, .. } | tep::OptionKind::Text(default) => {
            Some(default.clone())
        }
        tep::OptionKind::Button => None,
    }
}

fn ready(bench: &mut Bench) -> Result<Outcome, String> {
    let took = bench.greeted()?.ready(Duration::from_secs(2))?;
    Ok(Outcome::Fine(format!("after {} ms", took.as_millis())))
}

fn unknown_commands(bench: &mut Bench) -> Result<Outcome, String> {
    let mut talk = bench.greeted()?;
    talk.say("brew coffee")?;
    talk.say("gofish 3 4")?;
    talk.say("")?;
    stays_silent(&mut talk)?;
    talk.ready(PATIENCE)?;
    fine()
}

fn unknown_fields(bench: &mut Bench) -> Result<Outcome, String> {
    let mut talk = bench.greeted()?;
    let teller = bench.middle(1);
    talk.set_up(&teller, &place(&teller))?;
    let begun = Instant::now();
    talk.go("mood good nodes 1 tempo 3")?;
    is_legal(&teller, &talk.answer(begun, PATIENCE)?.words)?;
    fine()
}

fn blanks(bench: &mut Bench) -> Result<Outcome, String> {
    let mut talk = bench.greeted()?;
    let teller = bench.middle(2);
    talk.set_up(&teller, &place(&teller))?;
    let begun = Instant::now();
    talk.go("   nodes   1  \r")?;
    is_legal(&teller, &talk.answer(begun, PATIENCE)?.words)?;
    fine()
}

fn rubbish(bench: &mut Bench) -> Result<Outcome, String> {
    let mut talk = bench.greeted()?;
    let lines: [&[u8]; 7] = [
        b"\xff\xfe\x00\x80",
        b"go time soon",
        b"setoption",
        b"setoption name Nothing At All value 7",
        b"position",
        b"position start country seats=2 words hello; world",
        b"legal",
    ];
    for line in lines {
        talk.pipe.send_bytes(line.to_vec()).map_err(|e| e.to_string())?;
    }
    // `go time soon` may be answered or not: both are heard and passed over.
    let until = Instant::now() + Duration::from_secs(1);
    while talk.pipe.next(until) != engines::Line::Silence {
        if Instant::now() >= until {
            break;
        }
    }
    talk.ready(PATIENCE)?;
    talk.ask(&bench.middle(3), &nodes(1), PATIENCE)?;
    fine()
}

fn long_lines(bench: &mut Bench) -> Result<Outcome, String> {
    let mut talk = bench.greeted()?;
    talk.say(format!("unknown {}", "x".repeat(128 * 1024 - 16)))?;
    talk.ready(PATIENCE)?;
    fine()
}

fn new_game(bench: &mut Bench) -> Result<Outcome, String> {
    let mut talk = bench.greeted()?;
    talk.say(Command::NewGame)?;
    talk.ask(&bench.middle(4), &nodes(1), PATIENCE)?;
    talk.say(Command::NewGame)?;
    talk.ask(&bench.middle(5), &nodes(1), PATIENCE)?;
    fine()
}

fn set_options(bench: &mut Bench) -> Result<Outcome, String> {
    let mut talk = bench.greeted()?;
    let options = bench.greeting.iter().flat_map(|greeting| &greeting.options);
    for option in options {
        if let Some(value) = default_of(&option.kind) {
            talk.say(Command::SetOption { name: option.name.clone(), value })?;
        }
    }
    talk.ready(PATIENCE)?;
    talk.ask(&bench.middle(6), &nodes(1), PATIENCE)?;
    fine()
}

fn by_line(bench: &mut Bench) -> Result<Outcome, String> {
    let answer = bench.greeted()?.ask(&bench.middle(7), &nodes(1), PATIENCE)?;
    Ok(Outcome::Fine(answer.words.join("; ")))
}

fn by_words(bench: &mut Bench) -> Result<Outcome, String> {
    let setup = &bench.setups()[0];
    let mut talk = bench.greeted()?;
    let mut teller = games::Teller::start(setup).map_err(|e| e.to_string())?;
    let mut dice = ai::Wyrand::new(8);
    let mut here = PositionLine::start(&position::print_setup(setup), Vec::new());
    for _ in 0..12 {
        if let Turn::Player(_) = teller.turn() {
            talk.set_up(&teller, &here)?;
            let begun = Instant::now();
            talk.go("nodes 1")?;
            is_legal(&teller, &talk.answer(begun, PATIENCE)?.words)?;
        }
        let action = games::Game::pick(teller.game(), teller.rules(), &mut dice);
        here.words.push(teller.act(action).text);
    }
    fine()
}

fn one_answer(bench: &mut Bench) -> Result<Outcome, String> {
    let mut talk = bench.greeted()?;
    talk.say(Command::Stop)?;
    stays_silent(&mut talk)?;
    talk.ask(&bench.middle(9), &nodes(1), PATIENCE)?;
    talk.say(Command::Stop)?;
    stays_silent(&mut talk)?;
    talk.ready(PATIENCE)?;
    fine()
}

/// Asks where no seat must decide.
fn no_answer(bench: &Bench, teller: &games::Teller) -> Result<Outcome, String> {
    let mut talk = bench.greeted()?;
    talk.set_up(teller, &place(teller))?;
    let begun = Instant::now();
    talk.go("nodes 1")?;
    let answer = talk.answer(begun, PATIENCE)?;
    if answer.words.is_empty() { fine() } else { Err(answer.words.join("; ")) }
}

fn none_at_chance(bench: &mut Bench) -> Result<Outcome, String> {
    let mut teller = bench.middle(10);
    let mut dice = ai::Wyrand::new(10);
    while teller.turn() != Turn::Chance {
        let action = games::Game::pick(teller.game(), teller.rules(), &mut dice);
        teller.act(action);
    }
    no_answer(bench, &teller)
}

fn none_when_over(bench: &mut Bench) -> Result<Outcome, String> {
    no_answer(bench, &over(&bench.setups()[0]))
}

fn wrong_position(bench: &mut Bench) -> Result<Outcome, String> {
    let mut talk = bench.greeted()?;
    talk.say("position start moon seats=2")?;
    let begun = Instant::now();
    talk.go("nodes 1")?;
    talk.answer(begun, PATIENCE)?;
    talk.ask(&bench.middle(11), &nodes(1), PATIENCE)?;
    fine()
}

fn thoughts(bench: &mut Bench) -> Result<Outcome, String> {
    let teller = bench.middle(12);
    let limits = Limits { nodes: Some(20), lines: Some(3), ..Limits::default() };
    let answer = bench.greeted()?.ask(&teller, &limits, PATIENCE)?;
    let seats = usize::from(teller.rules().seats());
    let mut told = 0;
    for thought in &answer.thoughts {
        for (what, row) in [("points", thought.points.len()), ("win", thought.win.len())] {
            if row != 0 && row != seats {
                return Err(format!("{what} for {row} seats of {seats}"));
            }
        }
        if thought.win.iter().any(|win| *win > 1000) {
            return Err("win is told of 1000".to_owned());
        }
        if !thought.pv.is_empty() {
            let mut after = teller.clone();
            for word in &thought.pv {
                let by = after.turn();
                after.say(by, word).map_err(|e| format!("pv {word:?}: {e}"))?;
            }
            told += 1;
        }
    }
    Ok(Outcome::Fine(format!("{told} lines")))
}

fn quits(bench: &mut Bench) -> Result<Outcome, String> {
    let mut talk = bench.greeted()?;
    talk.say(Command::Quit)?;
    ended(&mut talk, Duration::from_secs(1) + bench.lenience)
}

fn input_ends(bench: &mut Bench) -> Result<Outcome, String> {
    let mut talk = bench.greeted()?;
    talk.pipe.close();
    ended(&mut talk, Duration::from_secs(2) + bench.lenience)
}

fn quits_thinking(bench: &mut Bench) -> Result<Outcome, String> {
    let mut talk = bench.greeted()?;
    let teller = bench.middle(13);
    talk.set_up(&teller, &place(&teller))?;
    talk.go("infinite")?;
    talk.say(Command::Quit)?;
    ended(&mut talk, Duration::from_secs(1) + bench.lenience)
}

fn ended(talk: &mut Talk, within: Duration) -> Result<Outcome, String> {
    match talk.pipe.ended(within) {
        Some(status) if status.success() => fine(),
        Some(status) => Err(format!("it ended with {status}")),
        None => Err(format!("it still ran after {} ms", within.as_millis())),
    }
}
