//! Whatever anybody sends: nothing panics, what is read prints to what reads the same, and every
//! `go` is answered once.

use ai::Wyrand;
use games::Dice;
use tep::{Command, Greeting, Heard, LINE_MAX, Listener, OptionKind, Order, Reply, Session};

use crate::lines::{COMMANDS, REPLIES};

/// Parts of lines, put together anyhow.
const PIECES: &[&str] = &[
    "tep",
    "1",
    "go",
    "time",
    "clock",
    "inc",
    "-3",
    "99999999999999999999",
    "nodes",
    "lines",
    "pv",
    "string",
    "words",
    "position",
    "start",
    "country",
    "seats=2",
    "city",
    "|",
    ";",
    "legal",
    "info",
    "points",
    "1e9",
    "1e99",
    "NaN",
    ".",
    "-",
    "win",
    "bestmove",
    "none",
    "option",
    "name",
    "type",
    "combo",
    "var",
    "default",
    "spin",
    "min",
    "value",
    "setoption",
    "supports",
    "seats=",
    "seats=3-",
    "expansions=,,",
    "id",
    "author",
    "\t",
    "é",
    "\u{0}",
    "tiles",
    "endtiles",
    "base/E",
    "0,-1 r2",
];

fn garbage(dice: &mut Wyrand) -> Vec<u8> {
    let mut line = match dice.below(4) {
        0 => COMMANDS[dice.below(COMMANDS.len() as u32) as usize].as_bytes().to_vec(),
        1 => REPLIES[dice.below(REPLIES.len() as u32) as usize].as_bytes().to_vec(),
        _ => Vec::new(),
    };
    for _ in 0..dice.below(8) {
        let piece = PIECES[dice.below(PIECES.len() as u32) as usize];
        let at = dice.below(line.len() as u32 + 1) as usize;
        let blank = [&b" "[..], b""][dice.below(8) as usize / 7];
        line.splice(at..at, [piece.as_bytes(), blank].concat());
    }
    for _ in 0..dice.below(3) {
        if !line.is_empty() {
            let at = dice.below(line.len() as u32) as usize;
            line[at] = dice.below(256) as u8;
        }
    }
    line
}

#[test]
fn what_is_read_prints_what_reads_the_same() {
    let mut dice = Wyrand::new(1);
    let mut fine = 0;
    for _ in 0..200_000 {
        let line = garbage(&mut dice);
        let Ok(text) = tep::line(&line) else { continue };
        if let Ok(command) = Command::read(text) {
            let printed = command.to_string();
            assert_eq!(Command::read(&printed).as_ref(), Ok(&command), "{printed:?}");
            fine += 1;
        }
        if let Ok(reply) = Reply::read(text) {
            let printed = reply.to_string();
            assert_eq!(Reply::read(&printed).as_ref(), Ok(&reply), "{printed:?}");
        }
    }
    assert!(fine > 10_000, "{fine}");
}

#[test]
fn sessions_survive_everything() {
    let mut dice = Wyrand::new(2);
    for _ in 0..40 {
        let spin = OptionKind::spin(1, 1, 8);
        let mut session = Session::new(Greeting::new("Test", "Nobody").option("Threads", spin));
        let mut listener = Listener::new();
        listener.greets();
        let mut thinking = false;
        for number in 0..400 {
            let line = if number == 20 { b"tep 1".to_vec() } else { garbage(&mut dice) };
            for order in session.hear(&line) {
                match order {
                    Order::Think(_) => {
                        assert!(!thinking, "one thought at a time");
                        thinking = true;
                    }
                    Order::Stop => {
                        assert!(thinking);
                        assert!(session.best(vec!["-".into()]).is_some());
                        thinking = false;
                    }
                    Order::Say(reply) => {
                        // What our own side says is always understood by the other.
                        let heard = listener.hear(reply.to_string().as_bytes());
                        let repeated = "the greeting is over";
                        let fine = match heard {
                            Heard::Wrong(what) => {
                                what.contains(repeated) || what.contains("nobody asked")
                            }
                            _ => true,
                        };
                        assert!(fine, "{reply}");
                    }
                    Order::Set { .. } | Order::Forget | Order::PonderHit | Order::Quit => {}
                }
            }
            assert_eq!(session.is_thinking(), thinking);
        }
    }
}

#[test]
fn lines_without_end_are_refused() {
    let mut session = Session::new(Greeting::new("Test", "Nobody"));
    session.hear(b"tep 1");
    let long = vec![b'x'; LINE_MAX + 1];
    let answer = session.hear(&long);
    let [Order::Say(Reply::Info(thought))] = &answer[..] else { panic!("{answer:?}") };
    assert!(thought.string.as_ref().unwrap().contains("at most 131072 bytes"));
    let mut session = Session::new(Greeting::new("Test", "Nobody"));
    session.hear(b"tep 1");
    session.hear(b"tiles endless.toml");
    for _ in 0..20 {
        assert_eq!(session.hear(&vec![b'x'; LINE_MAX]), []);
    }
    let Order::Say(reply) = &session.hear(b"endtiles")[0] else { panic!() };
    assert!(reply.to_string().contains("tiles endless.toml: expected at most"));
}
