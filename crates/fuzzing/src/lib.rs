//! What the fuzzers run: each target takes arbitrary bytes and panics if something does not hold.
//!
//! Invariant: no target fails on any input. The same functions serve `fuzz/` (coverage-guided,
//! needs a nightly compiler), the short test, and the program of this crate (plain mutation).
//!
//! ```
//! fuzzing::record(b"[Trencavel \"1\"]\n[Seats \"2\"]\n\n1. base/E 0,-1 r2 -");
//! fuzzing::position(b"country seats=2 | nonsense");
//! ```

use games::record::RECORD_MAX;
use games::{AnyGame, AnyRules, Dice, Family, Game, Quiet, Record, Setup, Turn, position, walk};
use tep::{Command, Greeting, Order, Reply, Session};

pub mod mutate;

/// A target: its name and what it does with bytes.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 5] = [
    ("record", record),
    ("position", position),
    ("tiles", tiles),
    ("play", play),
    ("session", session),
];

/// Dice thrown by the bytes of the input; when they run out, by a fixed sequence.
pub struct ByteDice<'a> {
    bytes: &'a [u8],
    after: u32,
}

impl<'a> ByteDice<'a> {
    /// Dice that read these bytes.
    pub fn new(bytes: &'a [u8]) -> ByteDice<'a> {
        ByteDice { bytes, after: 1 }
    }
}

impl Dice for ByteDice<'_> {
    fn below(&mut self, n: u32) -> u32 {
        let wide = if n > 256 { 2 } else { 1 };
        if self.bytes.len() >= wide {
            let (head, rest) = self.bytes.split_at(wide);
            self.bytes = rest;
            return head.iter().fold(0, |sum, b| sum << 8 | *b as u32) % n;
        }
        self.after = self.after.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.after >> 8) % n
    }
}

/// A record that is read prints a text that reads the same; one that replays has a canonical form
/// that replays to the same game.
pub fn record(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else {
        return;
    };
    let Ok(record) = Record::parse(text) else {
        return;
    };
    let printed = record.print();
    if printed.len() <= RECORD_MAX {
        assert_eq!(Record::parse(&printed).as_ref(), Ok(&record), "{printed}");
    }
    let Ok(played) = record.replay(|_| {}) else {
        return;
    };
    let canonical = record.canonical().expect("what replays has a canonical form");
    let again = canonical.replay(|_| {}).expect("the canonical form replays");
    assert_eq!(again.game, played.game, "{printed}");
    assert_eq!(canonical.canonical().as_ref(), Ok(&canonical), "{printed}");
}

/// A position that is read prints a text that reads the same, and can be played on.
pub fn position(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else {
        return;
    };
    let Ok((rules, game)) = position::parse(text) else {
        return;
    };
    let printed = position::print(&rules, &game);
    let (_, again) = position::parse(&printed).unwrap_or_else(|e| panic!("{e}: {printed}"));
    assert_eq!(position::print(&rules, &again), printed);
    play_on(&rules, game, &mut ByteDice::new(&[]), 64);
}

fn play_on(rules: &AnyRules, mut game: AnyGame, dice: &mut impl Dice, most: usize) {
    for _ in 0..most {
        if game.turn() == Turn::Over {
            return;
        }
        let action = game.pick(rules, dice);
        assert_eq!(game.refuse(rules, action), None, "{}", game.position(rules));
        game.play(rules, action, &mut Quiet);
    }
}

/// A tile file, of the country or of The City, is refused with a reason or can be played.
pub fn tiles(data: &[u8]) {
    let Ok(text) = core::str::from_utf8(data) else {
        return;
    };
    let _ = country::tile::read("fuzz.toml", text);
    if text.is_empty() {
        return;
    }
    if let Ok(rules) = AnyRules::new(&Setup::city(2).tiles("fuzz.toml", text)) {
        let mut dice = ByteDice::new(&[]);
        play_on(&rules, AnyGame::start(&rules), &mut dice, 2000);
    }
}

/// The bytes choose a set-up and then the actions; all that must hold is checked on the way.
pub fn play(data: &[u8]) {
    let mut dice = ByteDice::new(data);
    let setup = setup(&mut dice);
    let rules = AnyRules::new(&setup).unwrap_or_else(|e| panic!("{setup:?}: {e}"));
    let mut game = AnyGame::start(&rules);
    for number in 0..walk::ACTIONS_MAX {
        let over = game.turn() == Turn::Over;
        if over || number % 16 == 0 {
            walk::check(&rules, &game, &mut dice).unwrap_or_else(|e| panic!("{setup:?}: {e}"));
        }
        if over {
            return;
        }
        let action = game.pick(&rules, &mut dice);
        game.play(&rules, action, &mut Quiet);
    }
    panic!("{setup:?}: no end after {} actions", walk::ACTIONS_MAX);
}

/// Lines to an engine: what is read prints what reads the same, and one thought is asked for at a
/// time and answered once.
pub fn session(data: &[u8]) {
    let mut session = Session::new(Greeting::new("Fuzz", "Nobody"));
    let mut thinking = false;
    for bytes in data.split(|byte| *byte == b'\n') {
        if let Ok(Ok(command)) = tep::line(bytes).map(Command::read) {
            let printed = command.to_string();
            assert_eq!(Command::read(&printed).as_ref(), Ok(&command), "{printed}");
        }
        if let Ok(Ok(reply)) = tep::line(bytes).map(Reply::read) {
            let printed = reply.to_string();
            assert_eq!(Reply::read(&printed).as_ref(), Ok(&reply), "{printed}");
        }
        for order in session.hear(bytes) {
            match order {
                Order::Think(_) => assert!(!std::mem::replace(&mut thinking, true)),
                Order::Stop => {
                    assert!(std::mem::take(&mut thinking));
                    assert!(session.best(vec!["-".to_owned()]).is_some());
                }
                _ => {}
            }
        }
        assert_eq!(session.is_thinking(), thinking);
    }
}

/// A set-up that can be played.
pub fn setup(dice: &mut impl Dice) -> Setup {
    let family = Family::ALL[dice.below(4) as usize / 3];
    let mut setup = Setup { family, seats: 2 + dice.below(3) as u8, ..Setup::default() };
    if family == Family::Country {
        let chosen = games::registry::expansions().into_iter().map(|e| e.name);
        setup.expansions = chosen.filter(|_| dice.below(2) == 0).map(String::from).collect();
    }
    for option in games::registry::options() {
        let in_play = option.family == family
            && option.expansion.is_none_or(|e| setup.expansions.iter().any(|x| x == e));
        if in_play && dice.below(5) == 0 {
            let value = dice.below(option.decl.values.len() as u32) as usize;
            setup = setup.option(option.decl.key, option.decl.values[value]);
        }
    }
    setup
}
