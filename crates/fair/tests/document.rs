//! docs/fair-draws.md: every number of its example, its record and its program.

use std::process::Command;

use fair::{Key, Known, Seed, Value, Version, draw, verify};
use games::{AnyGame, AnyRules, Game, Log, Odds, Record, Setup, Turn};

const DOCUMENT: &str = include_str!("../../../docs/fair-draws.md");

/// The first block between fences that begin with this.
fn block(fence: &str) -> &'static str {
    let start = DOCUMENT.find(fence).expect("a block") + fence.len();
    let length = DOCUMENT[start..].find("```").expect("the end of the block");
    DOCUMENT[start..start + length].trim_start()
}

fn seed() -> Seed {
    let bytes: Vec<u8> = (0..32).collect();
    Seed::new(Version::Two, bytes.try_into().expect("32 bytes"))
}

fn values() -> [Value; 2] {
    ["00112233445566778899aabbccddeeff", "ffeeddccbbaa9988776655440000538e"]
        .map(|text| Value::parse(text).expect("16 bytes"))
}

/// A line of the example must be there word for word.
fn told(line: &str) {
    assert!(DOCUMENT.contains(line), "docs/fair-draws.md lacks: {line}");
}

#[test]
fn the_example_is_right() {
    let key = Key::mix(&seed(), &values());
    told(&format!("| seed | `{}` |", seed().reveal()));
    told(&format!("| commitment | `{}` |", seed().commitment()));
    let seal = values()[0].seal(seed().commitment(), 0);
    told(&format!("| hash of seat 1 | `{seal}` |"));
    told(&format!("| a third seat would have been given | `{}` |", seed().value_of(2)));
    for (number, value) in values().iter().enumerate() {
        told(&format!("| value of seat {} | `{value}` |", number + 1));
    }
    let order: Vec<String> = key.seat_order(2).iter().map(|seat| (seat + 1).to_string()).collect();
    told(&format!("| order of the seats | {} |", order.join(" ")));
    let record = Record::parse(block("```record\n")).unwrap();
    let rules = AnyRules::new(&Setup::country(2)).unwrap();
    let mut game = AnyGame::start(&rules);
    let mut k = 0;
    for word in record.words() {
        if game.turn() == Turn::Chance {
            let mut odds = Odds::new();
            game.odds(&rules, &mut odds);
            let total: u64 = odds.iter().map(|(_, count)| u64::from(*count)).sum();
            let (action, number) =
                (draw(&rules, &game, &key, k).unwrap(), key.draw_below(k, total));
            told(&format!("| {k} | {total} | {number} | `{}` |", game.word(&rules, action)));
            k += 1;
        }
        let action = game.read_word(&rules, word.text()).unwrap();
        game.play(&rules, action, &mut Log(|_| {}));
    }
    assert_eq!(k, 4);
    let known = Known { commitment: Some(seed().commitment()), ..Known::default() };
    assert_eq!(verify(&record, known).unwrap().draws, 4);
}

#[test]
fn the_counts_of_the_program_are_those_of_the_engine() {
    let rules = AnyRules::new(&Setup::country(2)).unwrap();
    let game = AnyGame::start(&rules);
    let mut odds = Odds::new();
    game.odds(&rules, &mut odds);
    let mut words: Vec<String> =
        odds.iter().map(|(a, n)| format!("{}:{n}", &game.word(&rules, *a)[5..])).collect();
    words.sort();
    let program = block("```python\n");
    let counts: String = program.lines().filter(|l| l.contains(':') && l.contains("A:")).collect();
    for word in &words {
        assert!(program.contains(word.as_str()), "{word} of {}", words.join(" "));
    }
    assert!(!counts.is_empty());
}

/// The program of the document, run by Python if there is one, agrees with ours.
#[test]
fn the_program_verifies_and_finds_a_change() {
    let place = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let [program, good] = ["fair.py", "good.tcr"].map(|name| place.join(name));
    std::fs::write(&program, block("```python\n")).unwrap();
    let record = block("```record\n");
    std::fs::write(&good, record).unwrap();
    let run = |file: &std::path::Path| Command::new("python3").arg(&program).arg(file).output();
    let Ok(fine) = run(&good) else {
        println!("no python3 here: the program of the document was not run");
        return;
    };
    let said = String::from_utf8_lossy(&fine.stdout).into_owned();
    assert!(fine.status.success(), "{said}{}", String::from_utf8_lossy(&fine.stderr));
    assert_eq!(said.trim(), "all 4 draws follow from the seed");
    for (number, (from, to)) in [
        ("[Seed \"00", "[Seed \"01"),
        ("[Values \"00", "[Values \"01"),
        ("538e\"]", "538f\"]"),
        ("[SeatOrder \"2 1", "[SeatOrder \"1 2"),
        ("[Draws \"4", "[Draws \"5"),
        ("4. base/V", "4. base/U"),
    ]
    .into_iter()
    .enumerate()
    {
        let changed = record.replacen(from, to, 1);
        assert_ne!(changed, record);
        let bad = place.join(format!("bad{number}.tcr"));
        std::fs::write(&bad, changed).unwrap();
        assert!(!run(&bad).unwrap().status.success(), "{to}");
    }
}
