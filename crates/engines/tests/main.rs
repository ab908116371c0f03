//! Programs that behave, and those that do not: late, lying, dying, deaf, and with children.
#![allow(clippy::unwrap_used)] // a test may fail
#![cfg(unix)]

use std::time::{Duration, Instant};

use engines::{Asked, CommandLine, Fault, Program, Stable};
use games::{Game, Recorder, Setup, Teller, position};
use tep::{Limits, PositionLine};

/// A program written for the shell: how it answers to `go`, and what it does before anything else.
fn script(before: &str, on_go: &str) -> CommandLine {
    let text = format!(
        "{before}\nwhile read -r line; do case \"$line\" in \
         tep*) echo 'id name Script'; echo needs legal; echo tepok;; \
         go*) {on_go};; quit) exit 0;; esac; done"
    );
    CommandLine::new(&["sh", "-c", &text])
}

/// A game in which the first seat must lay a tile, and where it stands.
fn game() -> (Teller, PositionLine) {
    let mut recorder = Recorder::new(&Setup::country(2), &[]).unwrap();
    recorder.submit_word(recorder.game().turn(), "base/E").unwrap();
    let line = position::print(recorder.rules(), recorder.game());
    (recorder.teller().clone(), PositionLine::position(&line))
}

/// What a program decides within so many milliseconds.
fn decide(program: &mut Program, milliseconds: u64) -> Result<usize, Fault> {
    let (teller, place) = game();
    let limits = Limits { time: Some(milliseconds), ..Limits::default() };
    let until = Instant::now() + Duration::from_millis(milliseconds);
    let asked = Asked { place: &place, limits: &limits, until };
    program.decide(&teller, &asked, &mut |_| {}).map(|actions| actions.len())
}

fn answers(before: &str, on_go: &str) -> Result<usize, Fault> {
    decide(&mut Program::start(&script(before, on_go), false)?, 5000)
}

#[test]
fn whole_decisions_come_in_one_answer_or_in_parts() {
    assert_eq!(answers("", "echo 'bestmove 0,-1 r2; follower@city:S'"), Ok(2));
    // It knows no rules: the first word it is told, and then the last.
    let parts = "if [ -z \"$laid\" ]; then laid=1; echo 'bestmove 0,-1 r2'; \
                 else echo 'info string thinking'; echo 'bestmove -'; fi";
    assert_eq!(answers("", parts), Ok(2));
}

#[test]
fn lies_are_told_apart() {
    let illegal = answers("", "echo 'bestmove 9,9 r0'").unwrap_err();
    assert!(illegal.to_string().contains("(BASE-17)"), "{illegal}");
    let nonsense = answers("", "echo 'bestmove hello'").unwrap_err();
    assert!(matches!(nonsense, Fault::Illegal { .. }), "{nonsense}");
    assert_eq!(answers("", "echo 'bestmove none'"), Err(Fault::NoAnswer));
    let bare = answers("", "echo bestmove").unwrap_err();
    assert!(bare.to_string().contains("expected words, or none"), "{bare}");
    let early = answers("echo bestmove -", "echo").unwrap_err();
    assert!(early.to_string().contains("nobody asked"), "{early}");
    assert_eq!(answers("", "exit 1"), Err(Fault::Died));
    assert_eq!(answers("exit 0", ""), Err(Fault::Died));
    let missing = Program::start(&CommandLine::new(&["no-such-program-here"]), false);
    assert!(matches!(missing, Err(Fault::Start(_))));
    let long = answers("", "head -c 200000 /dev/zero | tr '\\0' x").unwrap_err();
    assert!(long.to_string().contains("a line is too long"), "{long}");
}

#[test]
fn late_programs_are_not_waited_for() {
    let begun = Instant::now();
    let mut program = Program::start(&script("", "sleep 1000"), false).unwrap();
    let late = decide(&mut program, 100);
    assert!(matches!(late, Err(Fault::Late(_))), "{late:?}");
    drop(program);
    let silent = Program::start(&CommandLine::new(&["sleep", "1000"]), false);
    assert!(matches!(silent, Err(Fault::NoGreeting(_))));
    assert!(begun.elapsed() < Duration::from_secs(30));
}

/// Whether a process runs: neither gone nor waiting to be forgotten.
fn runs(id: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let state = stat.rsplit(')').next().and_then(|rest| rest.trim().chars().next());
    state.is_some_and(|state| state != 'Z' && state != 'X')
}

/// Its name is the number of a child, which would sleep for a long time.
#[test]
#[cfg(target_os = "linux")]
fn children_end_with_their_program() {
    let text = "sleep 1000 & child=$!\nread -r line; echo id name $child; echo tepok; \
                while read -r line; do case \"$line\" in quit) exit 0;; esac; done";
    let command = CommandLine::new(&["sh", "-c", text]);
    let child = |program: &Program| program.greeting().name.clone();
    let dropped = Program::start(&command, false).unwrap();
    let first = child(&dropped);
    assert!(runs(&first));
    drop(dropped);
    let until = Instant::now() + Duration::from_secs(10);
    while runs(&first) {
        assert!(Instant::now() < until, "the child of a program is left");
        std::thread::yield_now();
    }
    // One that ends politely leaves nothing behind either.
    let polite = Program::start(&command, false).unwrap();
    let second = child(&polite);
    polite.quit();
    while runs(&second) {
        assert!(Instant::now() < until + Duration::from_secs(10), "a child is left");
        std::thread::yield_now();
    }
}

#[test]
fn those_who_do_not_listen_do_not_hold_anybody_up() {
    let text = "echo id name Deaf; read -r line; echo tepok; exec sleep 1000";
    let mut program = Program::start(&CommandLine::new(&["sh", "-c", text]), false).unwrap();
    let begun = Instant::now();
    let deaf = (0..10_000).find_map(|_| program.new_game(&Setup::country(2)).err());
    assert_eq!(deaf, Some(Fault::Deaf));
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[test]
fn what_it_does_not_play_is_not_asked() {
    let text = "echo id name Small; read -r line; echo supports country seats=2; echo tepok; \
                while read -r line; do :; done";
    let mut program = Program::start(&CommandLine::new(&["sh", "-c", text]), false).unwrap();
    program.new_game(&Setup::country(2)).unwrap();
    let told = program.new_game(&Setup::country(3)).unwrap_err().to_string();
    assert_eq!(told, "it does not support country seats=3 revision=2");
}

#[test]
fn a_stable_has_never_too_many() {
    let stable = Stable::new(script("", "echo 'bestmove 0,-1 r2; -'"), 2);
    let setup = Setup::country(2);
    let now = Instant::now();
    let mut first = stable.take(&setup, &[], now).unwrap().unwrap();
    let second = stable.take(&setup, &[], now).unwrap().unwrap();
    assert!(stable.take(&setup, &[], now).unwrap().is_none(), "both are at work");
    assert_eq!(decide(first.program(), 5000), Ok(2));
    let id = first.program().id();
    drop(first);
    let mut again = stable.take(&setup, &[], now).unwrap().unwrap();
    assert_eq!(again.program().id(), id, "it was idle");
    again.fell();
    second.fell();
    assert_eq!(stable.running(), 0);
    let third = stable.take(&setup, &[], now).unwrap().unwrap();
    drop(third);
    assert_eq!(stable.running(), 1);
    stable.clear();
    assert_eq!(stable.running(), 0);
}
