//! `trencavel verify`: fair records, changed ones, and what cannot be checked.

mod common;

use common::{complaint, data, golden, printed, scratch, trencavel, with_input};
use fair::{Key, Seed, Value, tag};
use games::{Actions, Game, Recorder, Setup, Turn};

/// A game whose draws follow from a seed; the players take their first choice.
fn record(setup: &Setup) -> String {
    let seed = Seed::new([0x17; 32]);
    let values: Vec<Value> = (0..setup.seats).map(|seat| Value::new([seat; 16])).collect();
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
fn what_cannot_be_checked_ends_with_2() {
    let output = trencavel(&["verify", &data("short.tcr")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).contains("the tag [Commitment] is missing"));
    let open: Vec<String> =
        fair_record().lines().filter(|l| !l.starts_with("[Seed ")).map(str::to_owned).collect();
    let output = with_input(&["verify", "-"], &open.join("\n"));
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).contains("reveals its seed when its game is over"));
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
