//! `trencavel verify`: fair records, changed ones, and what cannot be checked.

use crate::common::{complaint, data, golden, printed, scratch, trencavel, with_input};
use fair::{Key, Seed, Share, Value, Version, list, tag};
use games::{Actions, Game, Recorder, Setup, Turn};

/// A game whose draws follow from a seed; the players take their first choice.
fn record(setup: &Setup) -> String {
    let seed = Seed::new(Version::Two, [0x17; 32]);
    let values: Vec<Value> = (0..setup.seats).map(|seat| Value::new([seat; 16])).collect();
    let each = |text: &str| vec![text; values.len()].join(" ");
    let key = Key::mix(&seed, &values);
    let mut recorder = Recorder::new(setup, &["Alice", "Bob"]).expect("a set-up");
    let mut k = 0;
    while recorder.game().turn() != Turn::Over {
        let (rules, game) = (recorder.rules(), recorder.game());
        let action = fair::draw(rules, game, &key, k).unwrap_or_else(|| {
            let mut legal = Actions::new();
            game.legal(rules, &mut legal);
            legal[0]
        });
        k += u32::from(game.turn() == Turn::Chance);
        recorder.submit(recorder.game().turn(), action).expect("a legal action");
    }
    let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
    let tags = recorder.record_mut();
    tags.set_tag(tag::COMMITMENT, &seed.commitment().to_string());
    tags.set_tag(tag::VALUES, &texts.join(" "));
    tags.set_tag(tag::SEED, &seed.reveal());
    tags.set_tag(tag::FAIR, "2");
    tags.set_tag(tag::ROUND, "1");
    tags.set_tag(tag::SHARES, &each(Share::Open.name()));
    tags.set_tag(tag::HASHES, &each("-"));
    tags.set_tag(tag::ORDER, "given");
    tags.set_tag(tag::DRAWS, &k.to_string());
    tags.set_tag(tag::ENDED, "played");
    tags.print()
}

fn fair_record() -> String {
    record(&Setup::country(2))
}

#[test]
fn a_fair_record_verifies() {
    let said = printed(&with_input(&["verify", "-"], &fair_record()));
    assert_eq!(said, "-: all 71 draws follow from the seed\n");
    let city = printed(&with_input(&["verify", "-"], &record(&Setup::city(2))));
    assert!(city.contains("draws follow from the seed"), "{city}");
}

#[test]
fn another_seed_is_told_with_exit_code_1() {
    let other = "18".repeat(32);
    let changed = fair_record().replace(&"17".repeat(32), &other);
    let output = with_input(&["verify", "-"], &changed);
    assert_eq!(output.status.code(), Some(1));
    assert!(complaint(&output).contains("not the one that was committed to"));
}

#[test]
fn the_draw_that_differs_is_named() {
    let (zero, one) = ("00".repeat(16), "01".repeat(16));
    let changed = fair_record().replace(&format!("{zero} {one}"), &format!("{one} {zero}"));
    let output = with_input(&["verify", "-"], &changed);
    assert_eq!(output.status.code(), Some(1));
    let said = complaint(&output);
    assert!(said.contains("draw ") && said.contains("from the seed follows base/"), "{said}");
    assert!(said.contains("hint: The record was changed"), "{said}");
}

#[test]
fn what_is_left_out_ends_with_1() {
    let output = trencavel(&["verify", &data("short.tcr")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(complaint(&output).contains("the tag [Commitment] is missing"));
    for (name, said) in [
        ("Seed", "reveals its seed when its game is over"),
        ("Values", "[Values] is missing"),
        ("Round", "[Round] is missing"),
        ("Order", "[Order] is missing"),
        ("Draws", "[Draws] is missing"),
    ] {
        let start = format!("[{name} ");
        let record = fair_record();
        let kept: Vec<&str> = record.lines().filter(|l| !l.starts_with(&start)).collect();
        let output = with_input(&["verify", "-"], &kept.join("\n"));
        assert_eq!(output.status.code(), Some(1), "{name}");
        assert!(complaint(&output).contains(said), "{}", complaint(&output));
    }
    let drawn = fair_record().replace("[Order \"given\"]", "[Order \"drawn\"]");
    assert_eq!(with_input(&["verify", "-"], &drawn).status.code(), Some(1));
    let late = fair_record().replace("[Order", "[DrawsAfter \"160\"]\n[Order");
    let output = with_input(&["verify", "-"], &late);
    assert_eq!(output.status.code(), Some(1));
    assert!(complaint(&output).contains("--after"), "{}", complaint(&output));
}

/// A record of version 1 with its order cut out looks like one whose order was given.
#[test]
fn an_order_that_is_not_told_ends_with_1() {
    let seed = Seed::new(Version::One, [0x17; 32]);
    let values = [Value::new([0; 16]), Value::new([1; 16])];
    let key = Key::mix(&seed, &values);
    let mut recorder = Recorder::new(&Setup::country(2), &["Alice", "Bob"]).expect("a set-up");
    let action = fair::draw(recorder.rules(), recorder.game(), &key, 0).expect("a draw");
    recorder.submit(Turn::Chance, action).expect("a legal action");
    let tags = recorder.record_mut();
    tags.set_tag(tag::COMMITMENT, &seed.commitment().to_string());
    tags.set_tag(tag::VALUES, &format!("{} {}", values[0], values[1]));
    tags.set_tag(tag::SEED, &seed.reveal());
    tags.set_tag(tag::ENDED, "resigned");
    let silent = tags.print();
    let output = with_input(&["verify", "-"], &silent);
    assert_eq!(output.status.code(), Some(1));
    assert!(complaint(&output).contains("--order given"), "{}", complaint(&output));
    let said = printed(&with_input(&["verify", "--order", "given", "-"], &silent));
    assert!(said.contains("(version 1; that the order of the seats was given is your word)"));
    assert_eq!(with_input(&["verify", "--order", "drawn", "-"], &silent).status.code(), Some(1));
    let drawn = ["verify", "--order", "drawn", "-"];
    assert_eq!(with_input(&drawn, &fair_record()).status.code(), Some(1), "it says given");
}

#[test]
fn a_kept_commitment_is_compared() {
    let own = Seed::new(Version::Two, [0x17; 32]).commitment().to_string();
    let with = |kept: &str| with_input(&["verify", "--commitment", kept, "-"], &fair_record());
    assert_eq!(with(&own).status.code(), Some(0));
    assert_eq!(with(&"ab".repeat(32)).status.code(), Some(1));
    assert_eq!(with("ab").status.code(), Some(2));
}

#[test]
fn a_list_is_checked_from_its_first_line() {
    let mut before = list::START;
    let mut lines = Vec::new();
    for n in 1..=3 {
        let line = list::Line { n, at: n, kind: list::Kind::Shown, commitment: "ab".repeat(32) };
        before = line.hash(&before);
        lines.push(serde_json::json!({
            "n": n, "at": n, "kind": "shown", "commitment": line.commitment,
            "hash": list::write_hash(&before),
        }));
    }
    let pages = |lines: &[serde_json::Value]| {
        let page = |lines: &[serde_json::Value]| serde_json::json!({ "lines": lines }).to_string();
        format!("{}\n{}", page(&lines[..1]), page(&lines[1..]))
    };
    let said = printed(&with_input(&["verify", "--list", "-"], &pages(&lines)));
    assert!(said.contains("all 3 lines follow each other (3 shown)"), "{said}");
    lines.remove(1);
    let output = with_input(&["verify", "--list", "-"], &pages(&lines));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(with_input(&["verify", "--list", "-"], "nothing").status.code(), Some(2));
}

#[test]
fn broken_files_end_with_2() {
    assert_eq!(trencavel(&["verify", "no-such-file"]).status.code(), Some(2));
    assert_eq!(trencavel(&["verify"]).status.code(), Some(2));
    assert_eq!(trencavel(&["verify", &data("broken.tcr")]).status.code(), Some(2));
}

/// All files are looked at, and the gravest finding gives the exit code.
#[test]
fn several_files_are_all_checked() {
    let place = scratch("verify");
    let write = |name: &str, text: &str| {
        let path = place.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_string_lossy().into_owned()
    };
    let fair = fair_record();
    let good = write("good.tcr", &fair);
    let bad = write("bad.tcr", &fair.replace(&"17".repeat(32), &"18".repeat(32)));
    let output = trencavel(&["verify", &data("short.tcr"), &bad, &good]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("good.tcr: all 71 draws"), "{said}");
    let wrong = complaint(&output);
    assert!(wrong.contains("short.tcr") && wrong.contains("bad.tcr"), "{wrong}");
}

#[test]
fn golden_help() {
    golden("help-verify.txt", &printed(&trencavel(&["verify", "--help"])));
}
