//! Questions that need no table, and what becomes of those that make no sense.

use protocol::engine::{ArtPath, Call, Drawing, EngineHello, Position};
use protocol::{Menu, Moment, RecordText, Replay, Survey, Tried, TriesText};
use serde_json::json;

use crate::kit::Asked;

fn text(record: &str, then: &[&str]) -> RecordText {
    let then = then.iter().map(ToString::to_string).collect();
    RecordText { record: record.to_string(), words: None, then }
}

/// A record with a few words, as a new table writes it.
fn record() -> String {
    let mut recorder = games::Recorder::new(&games::Setup::country(2), &["A", "B"]).unwrap();
    let mut dice = ai::Wyrand::new(5);
    for _ in 0..10 {
        use games::Game as _;
        let (rules, game) = (recorder.rules().clone(), recorder.game().clone());
        let action = game.pick(&rules, &mut dice);
        recorder.submit(game.turn(), action).unwrap();
    }
    recorder.into_record().print()
}

#[test]
fn the_engine_says_who_it_is() {
    let mut engine = Asked::default();
    let hello: EngineHello = engine.ask(Call::Hello, &json!({}));
    assert_eq!(hello.format, protocol::log::FORMAT);
    assert_eq!(hello.revision, games::REVISION);
    let menu: Menu = engine.ask(Call::Menu, &json!({}));
    assert_eq!((menu.levels.len(), menu.families.len()), (5, 2));
}

#[test]
fn nonsense_is_a_problem_and_changes_nothing() {
    let mut engine = Asked::default();
    assert_eq!(engine.raw(Call::Moment, b"{")["problem"]["type"], "question");
    assert_eq!(engine.raw(Call::Moment, b"\xff")["problem"]["type"], "question");
    let mut out = Vec::new();
    browser::Engine::default().answer(4711, b"{}", &mut out);
    assert!(String::from_utf8(out).unwrap().contains("No such question"));
    let art = |engine: &mut Asked, path: &str| {
        engine.try_ask::<Drawing>(Call::Art, &ArtPath { path: path.to_string() })
    };
    assert_eq!(art(&mut engine, "/art/nothing.svg").unwrap_err().status, 404);
    assert_eq!(art(&mut engine, "/art/logo.svg").unwrap().kind, "image/svg+xml");
}

/// What is kept of a record must not show in the answers.
#[test]
fn questions_about_a_record_are_answered_as_a_server_does() {
    let mut engine = Asked::default();
    let record = record();
    for _ in 0..2 {
        let asked = text(&record, &[]);
        let moment: Moment = engine.ask(Call::Moment, &asked);
        let there = Moment::of(&asked).unwrap();
        assert_eq!(moment, serde_json::from_value(json!(there)).unwrap());
        let word = there.choices.legal[0].clone();
        let asked = text(&record, &[&word]);
        let moment: Moment = engine.ask(Call::Moment, &asked);
        assert_eq!(moment, serde_json::from_value(json!(Moment::of(&asked).unwrap())).unwrap());
        let _: Survey = engine.ask(Call::Survey, &asked);
        let position: Position = engine.ask(Call::Position, &asked);
        assert!(games::position::parse(&position.position).is_ok());
        let refused: Moment = engine.ask(Call::Moment, &text(&record, &["nonsense"]));
        assert!(refused.refused.is_some());
        let tries = vec![vec!["nonsense".to_string()], vec![word]];
        let asked = TriesText { record: record.clone(), words: None, tries };
        let outcome: Vec<Tried> = engine.ask(Call::Why, &asked);
        assert!(outcome[0].refused.is_some() && outcome[1].refused.is_none());
        let replay: Replay = engine.ask(Call::Replay, &text(&record, &[]));
        assert_eq!(replay.names, ["A", "B"]);
    }
}

/// The same work gives the same everywhere: the module is asked this in a browser, too.
#[test]
fn a_fixed_amount_of_work_is_the_same_everywhere() {
    let mut engine = Asked::default();
    let mut sum = |what: &str, setup: &str, count: u32| {
        let asked = json!({ "what": what, "setup": setup, "count": count, "seed": 1 });
        engine.ask::<serde_json::Value>(Call::Measure, &asked)["sum"].as_u64().unwrap()
    };
    let base = "country seats=2 revision=2";
    assert_eq!(sum("random", base, 50), sum("random", base, 50));
    assert_ne!(sum("random", base, 50), sum("random", base, 51));
    assert!(sum("random", "city seats=2 revision=2", 20) > 0);
    assert!(sum("strong", base, 60) > 0);
}
