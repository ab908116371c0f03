//! Replays of the golden games: what a client folds together is what the game is.

use std::path::Path;

use games::{Game, Record, Turn};
use protocol::{Aids, Cause, Choices, Course, Event, Moment, RecordText, Replay, View};

fn golden() -> Vec<(String, Record)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/tests/golden");
    let mut records: Vec<(String, Record)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "record"))
        .map(|path| {
            let record = Record::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
            (path.file_stem().unwrap().to_string_lossy().into_owned(), record)
        })
        .collect();
    records.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(records.len() >= 9, "golden games are missing");
    records
}

/// The view with the names of those who laid the tiles taken off.
fn anonymous(mut view: View) -> View {
    view.tiles.iter_mut().for_each(|tile| tile.by = None);
    view
}

#[test]
fn start_and_steps_fold_to_the_end() {
    for (name, record) in golden() {
        let replay = Replay::of(&record).unwrap();
        let mut view = replay.start.clone();
        for step in &replay.steps {
            view.tiles.extend(step.add.iter().cloned());
            view.now = step.now.clone();
        }
        let mut turn = 0;
        let played = record.replay(|step| turn = step.number).unwrap();
        let end = View::of(&played.rules, &played.game, turn as u16, Aids::Beginner);
        assert_eq!(anonymous(view), end, "{name}");
        assert_eq!(end.now.ask, "over", "{name}");
        assert_eq!(replay.record, record.print(), "{name}");
        let numbers: Vec<u64> = replay.steps.iter().map(|s| s.n).collect();
        assert!(numbers.iter().copied().eq(1..=numbers.len() as u64), "{name}");
    }
}

/// A client needs no names to know what lasts, what ends a game and what is built.
#[test]
fn what_lasts_ends_and_is_built_is_told() {
    for (name, record) in golden() {
        let replay = Replay::of(&record).unwrap();
        let events: Vec<&Event> = replay.steps.iter().flat_map(|step| &step.events).collect();
        let walled = replay.start.now.walls_left.is_some();
        assert_eq!(replay.start.built.is_empty(), !walled, "{name}: towers are built");
        for event in &events {
            let Event::Scored { feature, lasting, apart, .. } = event else { continue };
            let known = match feature.as_str() {
                "road" | "city" | "monastery" | "street" | "market" => (false, false),
                "field" | "homes" => (true, false),
                "guard" | "tower" => (true, true),
                _ => continue,
            };
            assert_eq!((*lasting, *apart), known, "{name}: {feature}");
        }
        let told = |wanted: fn(bool, bool) -> bool| {
            let is = |event: &Event| match event {
                Event::Told { ends, last, .. } => wanted(*ends, *last),
                _ => false,
            };
            events.iter().filter(|event| is(event)).count()
        };
        // The City says why it ends, and closes its ring before it is counted.
        assert_eq!(told(|ends, _| ends) > 0, walled, "{name}");
        assert_eq!(told(|_, last| last), usize::from(walled), "{name}");
    }
}

/// The steps hold all words in order, and each is complete: a table could have been sent it.
#[test]
fn steps_are_what_a_table_plays() {
    for (name, record) in golden() {
        let replay = Replay::of(&record).unwrap();
        let mut course = Course::new(record.begin().unwrap(), Aids::Beginner);
        let mut all: Vec<String> = Vec::new();
        for step in &replay.steps {
            let (told, chance) = match &step.cause {
                Cause::Began { words } => (protocol::Told::default(), words),
                Cause::Played { seat, words, chance, .. } => {
                    assert_eq!(course.to_act(), Some(*seat), "{name}");
                    let draft = course.draft(*seat, 7, words).unwrap();
                    assert!(draft.complete && draft.choices.legal.is_empty(), "{name}: {words:?}");
                    let part = course.draft(*seat, 7, &words[..words.len() - 1]).unwrap();
                    assert!(!part.complete, "{name}: {words:?}");
                    assert!(part.choices.legal.contains(&words[words.len() - 1]), "{name}");
                    let told = course.say(Turn::Player(games::Seat(*seat)), words).unwrap();
                    assert_eq!((&draft.events, &draft.add), (&told.events, &told.add));
                    assert_eq!(draft.now, course.now());
                    all.extend(words.iter().cloned());
                    (told, chance)
                }
                other => panic!("{name}: {other:?}"),
            };
            let told = told.then(course.say(Turn::Chance, chance).unwrap());
            assert_ne!(course.turn(), Turn::Chance, "{name}");
            assert_eq!((&step.events, &step.add), (&told.events, &told.add), "{name}");
            assert_eq!(step.now, course.now(), "{name}");
            all.extend(chance.iter().cloned());
        }
        assert_eq!(all, record.plain_words(), "{name}");
        assert_eq!(course.game().turn(), Turn::Over, "{name}");
        assert!(course.view().tiles.iter().filter(|t| t.by.is_some()).count() > 30, "{name}");
    }
}

fn text(record: &Record, words: usize, then: &[&str]) -> RecordText {
    let then = then.iter().map(ToString::to_string).collect();
    RecordText { record: record.print(), words: Some(words), then }
}

#[test]
fn moments_offer_what_may_follow() {
    for (name, record) in golden() {
        let words = record.plain_words();
        for count in (0..words.len()).step_by(words.len() / 12) {
            let moment = Moment::of(&text(&record, count, &[])).unwrap();
            let next = words[count].strip_suffix(" x").unwrap_or(&words[count]);
            assert!(moment.choices.legal.iter().any(|w| w == next), "{name} {count}: {next}");
            assert_eq!(moment.choices.n, count as u64);
            assert_eq!(moment.log.len(), 1);
            assert_eq!(moment.refused, None);
            let after = Moment::of(&text(&record, count, &[next])).unwrap();
            let same = Moment::of(&text(&record, count + 1, &[])).unwrap();
            assert_eq!(after.view, same.view, "{name} {count}: {next}");
            assert_eq!(after.log.last(), same.log.last());
            // Who looks is told whole moves also in the middle of one; who tries words is not.
            assert_eq!(same.choices.moves.is_some(), same.view.now.to_act.is_some());
            let bare = |moment: Moment| Choices { moves: None, ..moment.choices };
            assert_eq!(bare(after), bare(same));
        }
    }
}

#[test]
fn refused_words_say_the_rule_and_change_nothing() {
    let record = "[Trencavel \"1\"]\n[Seats \"2\"]\nbase/E";
    let ask = |then: &[&str]| {
        let then = then.iter().map(ToString::to_string).collect();
        Moment::of(&RecordText { record: record.into(), words: None, then }).unwrap()
    };
    let before = ask(&[]);
    assert_eq!((before.choices.ask.as_str(), before.choices.seat), ("lay", 0));
    let misfit = ask(&["0,-1 r0"]);
    let problem = misfit.refused.unwrap();
    assert_eq!((problem.kind.as_str(), problem.rule.as_deref()), ("rules", Some("BASE-18")));
    assert_eq!(problem.at.as_deref(), Some("then[0]"));
    assert_eq!((&misfit.view, &misfit.log), (&before.view, &before.log));
    let nonsense = ask(&["0,-1 r2", "follower@road:N"]).refused.unwrap();
    assert_eq!(nonsense.kind, "word");
    assert_eq!(nonsense.at.as_deref(), Some("then[1]"));
    assert!(nonsense.detail.starts_with("Column 10: expected "), "{}", nonsense.detail);
    assert_eq!(nonsense.status, 422);
    let laid = ask(&["0,-1 r2"]);
    assert_eq!(laid.choices.words, ["0,-1 r2"]);
    assert_eq!(laid.view.tiles.len(), 2);
    let drawn = ask(&["0,-1 r2", "-", "base/K"]);
    assert_eq!((drawn.choices.ask.as_str(), drawn.choices.seat), ("lay", 1));
    assert!(drawn.choices.words.is_empty());
    let broken = RecordText { record: "[Seats \"2\"]".into(), words: None, then: vec![] };
    let problem = Moment::of(&broken).unwrap_err();
    assert_eq!(problem.kind, "record");
    assert!(problem.at.unwrap().starts_with("line 1"));
    let illegal = RecordText { record: format!("{record} 5,5 r0"), words: None, then: vec![] };
    let problem = Moment::of(&illegal).unwrap_err();
    assert_eq!((problem.status, problem.rule.as_deref()), (422, Some("BASE-17")));
    assert_eq!(problem.at.as_deref(), Some("line 3, column 8"));
}

#[test]
fn aids_say_what_is_shown() {
    let (_, record) = golden().into_iter().find(|(n, _)| n == "river-abbot-3").unwrap();
    let (rules, game) = record.begin().unwrap().into_parts();
    let now = |aids| protocol::Now::of(&rules, &game, 0, aids);
    let (all, some, none) = (now(Aids::Beginner), now(Aids::Standard), now(Aids::Purist));
    assert!(all.seats.iter().all(|s| s.forecast.is_some()));
    assert!(some.seats.iter().chain(&none.seats).all(|s| s.forecast.is_none()));
    assert!(!some.bag.is_empty() && !some.next.is_empty());
    assert!(none.bag.is_empty() && none.next.is_empty());
    assert_eq!(all.left, none.left);
}

#[test]
fn comments_stand_behind_their_words() {
    let text =
        "[Trencavel \"1\"]\n[Seats \"2\"]\n{before} base/E {drawn} 0,-1 r2 {[%clk 0:01:00]} -";
    let replay = Replay::of(&Record::parse(text).unwrap()).unwrap();
    assert_eq!(replay.comments, [(0, "before".to_string()), (1, "drawn".to_string())]);
    assert_eq!(replay.steps.len(), 2);
}

/// Clocks of a record come back in the steps: what each seat had left after each move.
#[test]
fn clocks_of_the_record_are_in_the_steps() {
    let text = "[Trencavel \"1\"]\n[Family \"country\"]\n[Seats \"2\"]\n[Clock \"900+5\"]\n\n\
        1. base/L 1,0 r1 follower@road:W {[%clk 0:14:32]} 2. base/F 0,-1 r3 - {[%clk 0:15:01]} \
        3. base/E 0,1 r3 - {[%clk 0:14:00]}\n";
    let left = |text: &str| -> Vec<Vec<i64>> {
        let replay = Replay::of(&Record::parse(text).unwrap()).unwrap();
        replay.steps.into_iter().map(|step| step.clocks.left).collect()
    };
    let expected = [[900, 900], [872, 900], [872, 901], [840, 901]];
    let expected: Vec<Vec<i64>> =
        expected.iter().map(|row| row.map(|s| s * 1000).to_vec()).collect();
    assert_eq!(left(text), expected);
    let untold = text.replace("[Clock \"900+5\"]\n", "");
    let expected = [[872, 901], [872, 901], [872, 901], [840, 901]];
    let expected: Vec<Vec<i64>> =
        expected.iter().map(|row| row.map(|s| s * 1000).to_vec()).collect();
    assert_eq!(left(&untold), expected, "before its first clock a seat is shown with that one");
    let none = text.replace("{[%clk 0:14:32]}", "").replace("{[%clk 0:15:01]}", "");
    assert!(left(&none.replace("{[%clk 0:14:00]}", "")).iter().all(Vec::is_empty));
    let replay = Replay::of(&Record::parse(text).unwrap()).unwrap();
    assert_eq!(replay.config.clock, protocol::Clock::Total { seconds: 900, increment: 5 });
}
