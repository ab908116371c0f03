//! Records drawn by the specification verify; whoever changes anything is found out.
#![allow(clippy::unwrap_used)] // a test may fail

use fair::{Fault, Key, Seed, Value, draw, tag, verify};
use games::{Dice, Game, Odds, Record, Recorder, Setup, Turn};

/// Dice for the players' moves: any will do.
struct Steps(u64);

impl Dice for Steps {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as u32 % n
    }
}

fn seed() -> Seed {
    Seed::new([0x42; 32])
}

fn values(seats: u8) -> Vec<Value> {
    (0..seats).map(|seat| Value::new([seat; 16])).collect()
}

/// A game played at random, drawn by the key; `words` at most.
fn game(setup: &Setup, words: usize) -> Recorder {
    let key = Key::mix(&seed(), &values(setup.seats));
    let mut recorder = Recorder::new(setup, &[]).expect("a set-up");
    let mut dice = Steps(7);
    let mut k = 0;
    for _ in 0..words {
        let (rules, game) = (recorder.rules(), recorder.game());
        let action = match game.turn() {
            Turn::Over => break,
            Turn::Chance => {
                k += 1;
                draw(rules, game, &key, k - 1).expect("chance decides")
            }
            Turn::Player(_) => game.pick(rules, &mut dice),
        };
        recorder.submit(recorder.game().turn(), action).expect("a legal action");
    }
    let texts: Vec<String> = values(setup.seats).iter().map(ToString::to_string).collect();
    let record = recorder.record_mut();
    record.set_tag(tag::COMMITMENT, &seed().commitment().to_string());
    record.set_tag(tag::VALUES, &texts.join(" "));
    record.set_tag(tag::SEED, &seed().reveal());
    recorder
}

fn whole(setup: &Setup) -> Record {
    game(setup, 5000).into_record()
}

#[test]
fn a_whole_game_has_71_draws() {
    let report = verify(&whole(&Setup::country(2))).unwrap();
    assert_eq!((report.draws, report.order, report.before), (71, false, 0));
}

#[test]
fn games_of_every_family_verify() {
    let all: Vec<&str> = games::registry::expansions().iter().map(|info| info.name).collect();
    let setups = [
        Setup::country(4).with(&all),
        Setup::country(3).option("OPT-STARTPLAYER", "random"),
        Setup::country(2).option("OPT-UNPLACEABLE", "reshuffle"),
        Setup::city(3),
    ];
    for setup in setups {
        let record = Record::parse(&whole(&setup).print()).unwrap();
        let report = verify(&record).unwrap_or_else(|fault| panic!("{setup:?}: {fault}"));
        assert!(report.draws > 60, "{setup:?}: {report:?}");
    }
}

/// Another tile than the one that follows: it is named, with its number.
#[test]
fn a_changed_draw_is_found() {
    let record = whole(&Setup::country(2));
    let mut number = 0;
    for (index, word) in record.words().iter().enumerate() {
        if !word.text().starts_with("base/") {
            continue;
        }
        number += 1;
        let mut short = record.clone();
        short.truncate(index);
        let mut recorder = Recorder::resume(&short).unwrap();
        let mut odds = Odds::new();
        recorder.game().odds(recorder.rules(), &mut odds);
        let words = odds.iter().map(|(a, _)| recorder.game().word(recorder.rules(), *a));
        let right = word.text().trim_end_matches(" x").to_string();
        let Some(wrong) = words.into_iter().find(|other| *other != right) else { continue };
        recorder.submit_word(Turn::Chance, &wrong).unwrap();
        match verify(recorder.record()) {
            Err(Fault::Draw { number: n, found, right: r, .. }) => {
                assert_eq!((n, found, r), (number, wrong, right));
            }
            other => panic!("draw {number}: {other:?}"),
        }
    }
    assert_eq!(number, 71);
}

#[test]
fn another_seed_or_value_is_found() {
    let record = whole(&Setup::country(2));
    let with = |name: &str, text: &str| {
        let mut record = record.clone();
        record.set_tag(name, text);
        verify(&record)
    };
    let other = Seed::new([1; 32]);
    assert!(matches!(with(tag::SEED, &other.reveal()), Err(Fault::Seed { .. })));
    let commitment = other.commitment().to_string();
    assert!(matches!(with(tag::COMMITMENT, &commitment), Err(Fault::Seed { .. })));
    let swapped = format!("{} {}", values(2)[1], values(2)[0]);
    assert!(matches!(with(tag::VALUES, &swapped), Err(Fault::Draw { .. })));
    assert!(with(tag::VALUES, &swapped).unwrap_err().is_deceit());
}

#[test]
fn the_order_of_the_seats_is_checked() {
    let key = Key::mix(&seed(), &values(3));
    let right: Vec<u8> = key.seat_order(3).iter().map(|seat| seat + 1).collect();
    let text = |order: &[u8]| order.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    let record = |order: &str| {
        let mut record = game(&Setup::country(3), 20).into_record();
        record.set_tag(tag::SEAT_ORDER, order);
        verify(&record)
    };
    assert!(record(&text(&right)).unwrap().order);
    let mut wrong = right.clone();
    wrong.rotate_left(1);
    assert_eq!(record(&text(&wrong)), Err(Fault::Order { found: wrong, right }));
    assert!(matches!(record("1 1 2"), Err(Fault::Tag { name: tag::SEAT_ORDER, .. })));
}

#[test]
fn what_is_missing_is_named() {
    for name in [tag::COMMITMENT, tag::VALUES, tag::SEED] {
        let mut record = Record::new(&Setup::country(2));
        for (other, text) in whole(&Setup::country(2)).tags() {
            if other != name {
                record.set_tag(other, text);
            }
        }
        let fault = verify(&record).unwrap_err();
        assert_eq!(fault, Fault::Missing(name));
        assert!(!fault.is_deceit() && fault.to_string().contains(name));
    }
    let mut short = whole(&Setup::country(2));
    short.set_tag(tag::VALUES, "00");
    let fault = verify(&short).unwrap_err();
    assert!(fault.to_string().contains("32 hexadecimal digits for each of the 2 seats"), "{fault}");
}

/// Words of an earlier record were drawn by somebody else.
#[test]
fn draws_before_the_table_are_not_checked() {
    let setup = Setup::country(2);
    let mut earlier = Recorder::new(&setup, &[]).unwrap();
    let mut dice = Steps(99);
    while earlier.record().words().len() < 12 || earlier.game().turn() != Turn::Chance {
        let action = earlier.game().pick(earlier.rules(), &mut dice);
        earlier.submit(earlier.game().turn(), action).unwrap();
    }
    let before = earlier.record().words().len();
    let key = Key::mix(&seed(), &values(2));
    for k in 0..4 {
        while let Turn::Player(_) = earlier.game().turn() {
            let action = earlier.game().pick(earlier.rules(), &mut dice);
            earlier.submit(earlier.game().turn(), action).unwrap();
        }
        let action = draw(earlier.rules(), earlier.game(), &key, k).unwrap();
        earlier.submit(Turn::Chance, action).unwrap();
    }
    let mut record = earlier.into_record();
    for (name, text) in whole(&setup).tags() {
        record.set_tag(name, text);
    }
    assert!(matches!(verify(&record), Err(Fault::Draw { number: 1, .. })));
    record.set_tag(tag::DRAWS_AFTER, &before.to_string());
    assert_eq!(verify(&record).unwrap().draws, 4);
}
