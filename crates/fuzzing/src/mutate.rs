//! Plain mutation, for compilers without coverage-guided fuzzing: valid inputs with random edits.

use std::path::Path;

use games::{Dice, Game, Recorder, Turn, position};

use crate::setup;

/// A small generator of numbers.
pub struct Rng(pub u64);

impl Rng {
    fn next(&mut self) -> u64 {
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

/// A valid input for a target.
pub fn seed(target: &str, rng: &mut Rng) -> Vec<u8> {
    match target {
        "record" => recorded(rng, 120).record().print().into_bytes(),
        "position" => {
            let recorder = recorded(rng, 300);
            position::print(recorder.rules(), recorder.game()).into_bytes()
        }
        "tiles" => {
            let files = tile_files();
            files[rng.below(files.len() as u32) as usize].clone()
        }
        "session" => talk(rng).into_bytes(),
        _ => (0..rng.below(400)).map(|_| rng.below(256) as u8).collect(),
    }
}

fn recorded(rng: &mut Rng, most: u32) -> Recorder {
    let setup = setup(rng);
    let mut recorder = Recorder::new(&setup, &["Alice"]).expect("the set-up can be played");
    for _ in 0..rng.below(most) {
        let by = recorder.game().turn();
        if by == Turn::Over {
            break;
        }
        let action = recorder.game().pick(recorder.rules(), rng);
        recorder.submit(by, action).expect("what is picked is legal");
    }
    recorder
}

/// What a referee says during a game.
fn talk(rng: &mut Rng) -> String {
    let recorder = recorded(rng, 40);
    let here = position::print(recorder.rules(), recorder.game());
    let setup = position::print_setup(recorder.rules().setup());
    let words = recorder.record().plain_words().join("; ");
    format!(
        "tep 1\nisready\nsetoption name Seed value 3\nnewgame\nposition {here}\n\
         legal 0,-1 r2; -\ngo time 100 nodes 5 lines 2\nstop\n\
         position start {setup} words {words}\ngo clock 1000 2000 inc 10\nponderhit\nstop\n\
         info line 1 nodes 5 points 3.5 4 win 400 600 pv 0,-1 r2; - string so\n\
         bestmove 0,-1 r2; -\nquit"
    )
}

/// The tile files of the project.
fn tile_files() -> Vec<Vec<u8>> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let names = [
        "country/src/tiles.toml",
        "city/src/tiles/city-own.toml",
        "city/src/tiles/city-trencavel.toml",
    ];
    let read = |name| std::fs::read(crates.join(name)).expect("the tile files of the project");
    names.into_iter().map(read).collect()
}

/// What means something in the texts.
const SIGNS: &[u8] = b"0123456789,.:;@>-*|=NESWLRrx{}[]\" \n/";

/// Edits an input a few times: bytes changed, taken out, copied elsewhere, words swapped.
pub fn edit(bytes: &mut Vec<u8>, rng: &mut Rng) {
    for _ in 0..=rng.below(4) {
        let len = bytes.len() as u32;
        if len == 0 {
            bytes.push(rng.below(256) as u8);
            continue;
        }
        let at = rng.below(len) as usize;
        let run = (1 + rng.below(12) as usize).min(bytes.len() - at);
        match rng.below(7) {
            0 => bytes[at] = rng.below(256) as u8,
            1 => bytes[at] = SIGNS[rng.below(SIGNS.len() as u32) as usize],
            2 => drop(bytes.drain(at..at + run)),
            3 => {
                let copy: Vec<u8> = bytes[at..at + run].to_vec();
                let to = rng.below(len) as usize;
                bytes.splice(to..to, copy);
            }
            4 => swap_words(bytes, rng),
            5 => bytes.truncate(at),
            _ => digit(bytes, at, rng),
        }
    }
}

/// Changes the first digit from `at` on: cells, turns, seats and counts that nearly fit.
fn digit(bytes: &mut [u8], at: usize, rng: &mut Rng) {
    if let Some(byte) = bytes[at..].iter_mut().find(|b| b.is_ascii_digit()) {
        *byte = b'0' + rng.below(10) as u8;
    }
}

/// Puts one word in the place of another.
fn swap_words(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let split = |b: &u8| b" ;\n".contains(b);
    let words: Vec<(usize, usize)> = bytes
        .split(split)
        .scan(0, |at, w| {
            let start = *at;
            *at += w.len() + 1;
            Some((start, start + w.len()))
        })
        .collect();
    let pick = |rng: &mut Rng| words[rng.below(words.len() as u32) as usize];
    let ((from, end), (to, to_end)) = (pick(rng), pick(rng));
    let word = bytes[from..end].to_vec();
    bytes.splice(to..to_end, word);
}
