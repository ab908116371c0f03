//! What the tests share: dice, set-ups of every kind, random games with their records.

use games::{AnyGame, AnyRules, Dice, Game, Recorder, Setup, Turn};

/// A small generator: every test names its seed.
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

impl Dice for Rng {
    fn below(&mut self, n: u32) -> u32 {
        (self.next() % n as u64) as u32
    }
}

/// The seeds of a run: some that never change, or with `LONG` and `SEED` many others.
pub fn seeds(usual: u64) -> std::ops::Range<u64> {
    let given = std::env::var("SEED").ok().and_then(|seed| seed.parse::<u64>().ok());
    let first = given.unwrap_or(0) * 100_000;
    first..first + if std::env::var_os("LONG").is_some() { 10 * usual } else { usual }
}

/// A random set-up that can be played: any family, expansions, options.
pub fn any_setup(rng: &mut Rng) -> Setup {
    let city = rng.below(3) == 0;
    let mut setup = if city { Setup::city(2) } else { Setup::country(2) };
    setup.seats = 2 + rng.below(if city { 3 } else { 4 }) as u8;
    if !city {
        let all = games::registry::expansions();
        let chosen: Vec<&str> = all.iter().filter(|_| rng.below(2) == 0).map(|e| e.name).collect();
        setup = setup.with(&chosen);
    }
    for option in games::registry::options() {
        let in_play = option.family == setup.family
            && option.expansion.is_none_or(|e| setup.expansions.iter().any(|x| x == e));
        if in_play && rng.below(4) == 0 {
            let value = rng.below(option.decl.values.len() as u32) as usize;
            setup = setup.option(option.decl.key, option.decl.values[value]);
        }
    }
    setup
}

/// Plays up to `most` random actions into a record, with remarks here and there.
pub fn any_game(recorder: &mut Recorder, rng: &mut Rng, most: usize) {
    for _ in 0..most {
        let by = recorder.game().turn();
        if by == Turn::Over {
            return;
        }
        let action = recorder.game().pick(recorder.rules(), rng);
        recorder.submit(by, action).unwrap();
        match rng.below(40) {
            0 => recorder.clock(rng.below(40_000)),
            1 => recorder.comment("a remark, with ünïcode"),
            2 => recorder.comment("braces { } inside"),
            3 => recorder.comment("  [%clk 0:00:07]  two\n things "),
            _ => {}
        }
    }
}

pub fn rules_of(setup: &Setup) -> AnyRules {
    AnyRules::new(setup).unwrap_or_else(|e| panic!("{setup:?}: {e}"))
}

/// A recorder at the start, or in the middle of a game.
pub fn any_recorder(rng: &mut Rng) -> Recorder {
    let setup = any_setup(rng);
    if rng.below(3) > 0 {
        return Recorder::new(&setup, &["Alice", "Bob \"the \\ builder\""]).unwrap();
    }
    let rules = rules_of(&setup);
    let mut game = AnyGame::start(&rules);
    for _ in 0..rng.below(150) {
        if game.turn() == Turn::Over {
            break;
        }
        let action = game.pick(&rules, rng);
        game.play(&rules, action, &mut games::Quiet);
    }
    Recorder::from_position(rules, game, &["Alice"])
}
