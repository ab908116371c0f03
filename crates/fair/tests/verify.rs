//! Records drawn by the specification verify; whoever changes anything is found out.

use fair::{Commitment, Fault, Key, Known, Order, Seed, Share, Value, Version, draw, tag, verify};
use games::{Dice, Game, Odds, Record, Recorder, Setup, Turn};

/// Dice for the players' moves: any will do.
struct Steps(u64);

impl Dice for Steps {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as u32 % n
    }
}

fn seed(version: Version) -> Seed {
    Seed::new(version, [0x42; 32])
}

/// The first seat seals its value, the last one is the computer's, those between are open.
fn share(seat: u8, seats: u8) -> Share {
    match seat {
        0 => Share::Sealed,
        seat if seat + 1 == seats => Share::Computer,
        _ => Share::Open,
    }
}

fn values(version: Version, seats: u8) -> Vec<Value> {
    let value = |seat| match (version, share(seat, seats)) {
        (Version::Two, Share::Computer) => seed(version).value_of(seat),
        _ => Value::new([seat; 16]),
    };
    (0..seats).map(value).collect()
}

fn joined<T: ToString>(list: impl IntoIterator<Item = T>) -> String {
    list.into_iter().map(|one| one.to_string()).collect::<Vec<String>>().join(" ")
}

/// A game played at random, drawn by the key; from `words` on it is given up as soon as a player
/// must decide.
fn game(version: Version, setup: &Setup, words: usize) -> Recorder {
    let (seed, values) = (seed(version), values(version, setup.seats));
    let key = Key::mix(&seed, &values);
    let mut recorder = Recorder::new(setup, &[]).expect("a set-up");
    let mut dice = Steps(7);
    let mut k = 0;
    loop {
        let (rules, game) = (recorder.rules(), recorder.game());
        let action = match game.turn() {
            Turn::Over => break,
            Turn::Chance => {
                k += 1;
                draw(rules, game, &key, k - 1).expect("chance decides")
            }
            Turn::Player(_) if recorder.record().words().len() >= words => break,
            Turn::Player(_) => game.pick(rules, &mut dice),
        };
        recorder.submit(recorder.game().turn(), action).expect("a legal action");
    }
    let over = recorder.game().turn() == Turn::Over;
    let record = recorder.record_mut();
    record.set_tag(tag::ENDED, if over { "played" } else { "resigned" });
    record.set_tag(tag::COMMITMENT, &seed.commitment().to_string());
    record.set_tag(tag::VALUES, &joined(&values));
    record.set_tag(tag::SEED, &seed.reveal());
    if version == Version::Two {
        record.set_tag(tag::FAIR, "2");
        record.set_tag(tag::ROUND, "1");
        record.set_tag(tag::SHARES, &joined((0..setup.seats).map(|s| share(s, setup.seats))));
        let seal = |(seat, value): (u8, &Value)| match share(seat, setup.seats) {
            Share::Sealed => value.seal(seed.commitment(), seat).to_string(),
            _ => "-".to_string(),
        };
        record.set_tag(tag::HASHES, &joined((0..).zip(&values).map(seal)));
        record.set_tag(tag::ORDER, "given");
        record.set_tag(tag::DRAWS, &k.to_string());
    }
    recorder
}

/// Checks a record; that the order was given is known where version 1 does not say it.
fn check(record: &Record) -> Result<fair::Report, Fault> {
    let silent = record.tag(tag::FAIR).is_none() && record.tag(tag::SEAT_ORDER).is_none();
    verify(record, Known { order: silent.then_some(Order::Given), ..Known::default() })
}

fn whole(setup: &Setup) -> Record {
    game(Version::Two, setup, 5000).into_record()
}

/// The record without a tag.
fn without(record: &Record, name: &str) -> Record {
    let start = format!("[{name} ");
    let text: Vec<String> =
        record.print().lines().filter(|l| !l.starts_with(&start)).map(str::to_string).collect();
    Record::parse(&text.join("\n")).unwrap()
}

#[test]
fn a_whole_game_has_71_draws() {
    for version in [Version::One, Version::Two] {
        let report = check(&game(version, &Setup::country(2), 5000).into_record()).unwrap();
        assert_eq!((report.version, report.draws, report.before), (version, 71, 0));
        assert_eq!(report.order, Order::Given);
    }
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
        let report = check(&record).unwrap_or_else(|fault| panic!("{setup:?}: {fault}"));
        assert!(report.draws > 60, "{setup:?}: {report:?}");
    }
}

/// What the page of a game checks without knowing a rule (web/src/fair/verify.ts, `bagHolds`): a
/// word is drawn as often as there were tiles of it, and nothing comes or goes otherwise.
#[test]
fn what_can_be_drawn_shrinks_by_what_was_drawn() {
    use std::collections::BTreeMap;
    let all: Vec<&str> = games::registry::expansions().iter().map(|info| info.name).collect();
    for setup in [
        Setup::country(2),
        Setup::country(4).with(&all),
        Setup::country(3).with(&["river"]),
        Setup::country(3).option("OPT-STARTPLAYER", "random"),
        Setup::country(2).option("OPT-UNPLACEABLE", "reshuffle"),
        Setup::city(3),
    ] {
        let record = whole(&setup);
        let (rules, mut game) = record.begin().unwrap().into_parts();
        let mut first: BTreeMap<String, u64> = BTreeMap::new();
        let (mut drawn, mut back) = (first.clone(), first.clone());
        let mut before: BTreeMap<String, u64> = BTreeMap::new();
        record
            .replay(|step| {
                if step.by == Turn::Chance {
                    let bag: BTreeMap<String, u64> =
                        fair::odds(&rules, &game).into_iter().map(|(w, _, n)| (w, n)).collect();
                    let goes_on = bag.keys().any(|word| before.contains_key(word));
                    let gone = before.keys().filter(|_| goes_on);
                    for word in bag.keys().chain(gone) {
                        let n = bag.get(word).copied().unwrap_or(0);
                        let least = first
                            .entry(word.clone())
                            .or_insert(n)
                            .checked_sub(drawn.get(word).copied().unwrap_or(0));
                        let least = least.unwrap_or_else(|| panic!("{setup:?}: {word}"));
                        let most = least + back.get(word).copied().unwrap_or(0);
                        assert!((least..=most).contains(&n), "{setup:?}: {word} {n}, {least}");
                    }
                    let word = game.word(&rules, step.action);
                    *drawn.entry(word.clone()).or_default() += 1;
                    if step.word.text().ends_with(" x") {
                        *back.entry(word).or_default() += 1;
                    }
                    before = bag;
                }
                game.clone_from(step.game);
            })
            .unwrap();
        assert!(drawn.values().sum::<u64>() > 60);
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
        match check(recorder.record()) {
            Err(Fault::Draw { number: n, found, right: r, .. }) => {
                assert_eq!((n, found, r), (number, wrong, right));
            }
            other => panic!("draw {number}: {other:?}"),
        }
    }
    assert_eq!(number, 71);
}

#[test]
fn another_seed_value_or_hash_is_found() {
    let record = whole(&Setup::country(2));
    let with = |name: &str, text: &str| {
        let mut record = record.clone();
        record.set_tag(name, text);
        let fault = check(&record).unwrap_err();
        assert!(!fault.is_broken_file(), "{fault}");
        fault
    };
    let other = Seed::new(Version::Two, [1; 32]);
    assert!(matches!(with(tag::SEED, &other.reveal()), Fault::Seed { .. }));
    let commitment = other.commitment().to_string();
    assert!(matches!(with(tag::COMMITMENT, &commitment), Fault::Seed { .. }));
    let [mine, computers] = values(Version::Two, 2)[..] else { panic!("two values") };
    let changed = joined([Value::new([9; 16]), computers]);
    assert_eq!(with(tag::VALUES, &changed), Fault::Value { seat: 1, share: Share::Sealed });
    let changed = joined([mine, Value::new([9; 16])]);
    assert_eq!(with(tag::VALUES, &changed), Fault::Value { seat: 2, share: Share::Computer });
    let hashes = format!("{} -", mine.seal(other.commitment(), 0));
    assert_eq!(with(tag::HASHES, &hashes), Fault::Value { seat: 1, share: Share::Sealed });
    assert_eq!(with(tag::HASHES, "- -"), Fault::Value { seat: 1, share: Share::Sealed });
    let open = Fault::Value { seat: 1, share: Share::Open };
    assert_eq!(with(tag::SHARES, "open computer"), open);
}

#[test]
fn the_kept_commitment_is_compared() {
    let record = whole(&Setup::country(2));
    let own = seed(Version::Two).commitment();
    let with = |kept| verify(&record, Known { commitment: Some(kept), ..Known::default() });
    assert!(with(own).is_ok());
    let kept = Commitment::parse(&"ab".repeat(32)).unwrap();
    assert_eq!(with(kept), Err(Fault::Kept { found: own, kept }));
}

#[test]
fn an_open_value_that_was_changed_shows_in_the_draws() {
    let mut record = whole(&Setup::country(3));
    let mut values = values(Version::Two, 3);
    values[1] = Value::new([9; 16]);
    record.set_tag(tag::VALUES, &joined(values));
    assert!(matches!(check(&record), Err(Fault::Draw { .. })));
}

#[test]
fn the_order_of_the_seats_is_checked() {
    for version in [Version::One, Version::Two] {
        let key = Key::mix(&seed(version), &values(version, 3));
        let right: Vec<u8> = key.seat_order(3).iter().map(|seat| seat + 1).collect();
        let record = |order: &str| {
            let mut record = game(version, &Setup::country(3), 20).into_record();
            record.set_tag(tag::ORDER, "drawn");
            record.set_tag(tag::SEAT_ORDER, order);
            record
        };
        assert_eq!(check(&record(&joined(&right))).unwrap().order, Order::Drawn);
        let mut wrong = right.clone();
        wrong.rotate_left(1);
        let fault = Fault::Order { found: wrong.clone(), right: right.clone() };
        assert_eq!(check(&record(&joined(&wrong))), Err(fault));
        assert!(check(&record("1 1 2")).unwrap_err().is_broken_file());
    }
}

/// An order that was drawn cannot be left out, nor can it be denied that one was drawn.
#[test]
fn an_omitted_order_is_a_failure() {
    let mut record = game(Version::Two, &Setup::country(3), 20).into_record();
    record.set_tag(tag::ORDER, "drawn");
    assert_eq!(check(&record), Err(Fault::Missing(tag::SEAT_ORDER)));
    assert_eq!(check(&without(&record, tag::ORDER)), Err(Fault::Missing(tag::ORDER)));
    record.set_tag(tag::SEAT_ORDER, "1 2 3");
    record.set_tag(tag::ORDER, "given");
    assert_eq!(check(&record), Err(Fault::GivenOrder));
}

/// Version 1 does not say whether an order was drawn: whoever checks must know that none was.
#[test]
fn an_order_that_version_1_does_not_tell_is_a_failure() {
    let mut record = game(Version::One, &Setup::country(3), 20).into_record();
    let with = |record: &Record, order| verify(record, Known { order, ..Known::default() });
    assert_eq!(with(&record, None), Err(Fault::NoOrder));
    assert!(!Fault::NoOrder.is_broken_file());
    assert_eq!(with(&record, Some(Order::Drawn)), Err(Fault::Missing(tag::SEAT_ORDER)));
    assert_eq!(with(&record, Some(Order::Given)).unwrap().order, Order::Given);
    let key = Key::mix(&seed(Version::One), &values(Version::One, 3));
    let right = joined(key.seat_order(3).iter().map(|seat| seat + 1));
    record.set_tag(tag::SEAT_ORDER, &right);
    assert_eq!(with(&record, None).unwrap().order, Order::Drawn);
    let other = Fault::OtherOrder { claimed: Order::Drawn, known: Order::Given };
    assert_eq!(with(&record, Some(Order::Given)), Err(other));
    // Version 2 says it, and whoever knows better is heard.
    let record = game(Version::Two, &Setup::country(3), 20).into_record();
    assert!(with(&record, None).is_ok());
    let other = Fault::OtherOrder { claimed: Order::Given, known: Order::Drawn };
    assert_eq!(with(&record, Some(Order::Drawn)), Err(other));
}

#[test]
fn whatever_is_left_out_is_named() {
    let record = whole(&Setup::country(2));
    let all = [
        tag::ROUND,
        tag::COMMITMENT,
        tag::SHARES,
        tag::HASHES,
        tag::VALUES,
        tag::ORDER,
        tag::DRAWS,
        tag::SEED,
    ];
    for name in all {
        let fault = check(&without(&record, name)).unwrap_err();
        assert_eq!(fault, Fault::Missing(name));
        assert!(!fault.is_broken_file() && fault.to_string().contains(name));
    }
    // Without its version it is taken for version 1, whose hashes are others.
    let fault = check(&without(&record, tag::FAIR)).unwrap_err();
    assert!(matches!(fault, Fault::Seed { .. }), "{fault}");
    let mut short = record.clone();
    short.set_tag(tag::VALUES, &"00".repeat(16));
    let fault = check(&short).unwrap_err();
    assert_eq!(fault, Fault::Short { name: tag::VALUES, found: 1, seats: 2 });
    short.set_tag(tag::VALUES, "00");
    assert!(check(&short).unwrap_err().is_broken_file());
    short.set_tag(tag::FAIR, "3");
    assert!(check(&short).unwrap_err().to_string().contains("version"));
}

/// A record that stops early, or says that the checked part begins late, does not pass.
#[test]
fn missing_draws_are_found() {
    for version in [Version::One, Version::Two] {
        let whole = game(version, &Setup::country(2), 5000).into_record();
        let words = whole.words().len();
        for after in [1, 2, 20, words - 1, words, words + 1, 5000] {
            let mut late = whole.clone();
            late.set_tag(tag::DRAWS_AFTER, &after.to_string());
            let fault = check(&late).unwrap_err();
            assert_eq!(fault, Fault::After { claimed: after, known: 0 });
            assert!(!fault.is_broken_file());
            // Whoever believes it finds at least in version 2 that draws are missing.
            let known = Known { before: after, order: Some(Order::Given), ..Known::default() };
            assert!(version == Version::One || verify(&late, known).is_err(), "{after}");
        }
        for length in (0..20).chain(words - 20..words) {
            let mut cut = whole.clone();
            cut.truncate(length);
            let fault = check(&cut).unwrap_err();
            assert!(!fault.is_broken_file(), "{length}: {fault}");
        }
    }
}

#[test]
fn a_game_that_just_stops_is_unfinished() {
    let record = game(Version::Two, &Setup::country(2), 20).into_record();
    assert!(check(&record).is_ok(), "it was given up");
    assert_eq!(check(&without(&record, tag::ENDED)), Err(Fault::Unfinished));
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
    let key = Key::mix(&seed(Version::Two), &values(Version::Two, 2));
    for k in 0..4 {
        while let Turn::Player(_) = earlier.game().turn() {
            let action = earlier.game().pick(earlier.rules(), &mut dice);
            earlier.submit(earlier.game().turn(), action).unwrap();
        }
        let action = draw(earlier.rules(), earlier.game(), &key, k).unwrap();
        earlier.submit(Turn::Chance, action).unwrap();
    }
    let mut record = earlier.into_record();
    for (name, text) in game(Version::Two, &setup, 20).into_record().tags() {
        record.set_tag(name, text);
    }
    record.set_tag(tag::DRAWS, "4");
    assert!(matches!(check(&record), Err(Fault::Draw { number: 1, .. })));
    record.set_tag(tag::DRAWS_AFTER, &before.to_string());
    assert!(matches!(check(&record), Err(Fault::After { known: 0, .. })));
    assert_eq!(verify(&record, Known { before, ..Known::default() }).unwrap().draws, 4);
}
