//! Thinking in slices: however a thought is sliced, the same is thought; several think together.

use protocol::engine::{
    Analysed, Call, JobOn, Judge, Judged, Settle, Think, ThinkOn, Thought, Vote,
};
use protocol::{Evaluate, Level, RecordText};
use serde_json::json;

use crate::kit::Asked;

/// A position in the middle of a base game.
fn position() -> String {
    use games::{Game as _, Quiet, Turn};
    let rules = games::AnyRules::new(&games::Setup::country(2)).unwrap();
    let (mut game, mut dice) = (games::AnyGame::start(&rules), ai::Wyrand::new(9));
    for _ in 0..40 {
        let action = game.pick(&rules, &mut dice);
        game.play(&rules, action, &mut Quiet);
    }
    while !matches!(game.turn(), Turn::Player(_)) {
        let action = game.pick(&rules, &mut dice);
        game.play(&rules, action, &mut Quiet);
    }
    games::position::print(&rules, &game)
}

fn think(engine: &mut Asked, level: &str, share: Option<u32>, seed: u32) -> Thought {
    let level: Level = level.parse().unwrap();
    let (mind, position) = ("m".to_string(), position());
    engine.ask(Call::Think, &Think { mind, position, level, seed, since: None, share })
}

fn on(engine: &mut Asked, simulations: u32) -> Thought {
    engine.ask(Call::ThinkOn, &ThinkOn { mind: "m".to_string(), simulations })
}

#[test]
fn slices_do_not_change_what_is_thought() {
    let whole = |simulations: u32| {
        let mut engine = Asked::default();
        let mut thought = think(&mut engine, "level-5", None, 3);
        while !thought.done {
            thought = on(&mut engine, simulations);
        }
        thought.words
    };
    assert_eq!(whole(7), whole(1_000_000));
}

#[test]
fn several_minds_decide_together() {
    let mut engines = vec![Asked::default(), Asked::default()];
    let mut thoughts: Vec<Thought> = Vec::new();
    for (seed, engine) in (1..).zip(&mut engines) {
        thoughts.push(think(engine, "level-5", Some(300), seed));
    }
    let level = ai::Level::new(5).expect("there are five");
    let nodes = level.nodes(ai::GameClass::ALL[0]).div_ceil(300);
    while !thoughts[0].done {
        for (engine, thought) in engines.iter_mut().zip(&mut thoughts) {
            while thought.ballot.is_none() {
                *thought = on(engine, 7);
                assert!(thought.nodes <= nodes.max(thought.visits), "{thought:?}");
            }
        }
        let mut votes: Vec<Vote> = Vec::new();
        for vote in thoughts.iter().flat_map(|thought| thought.ballot.clone().unwrap()) {
            match votes.iter_mut().find(|known| known.word == vote.word) {
                Some(known) => known.visits += vote.visits,
                None => votes.push(vote),
            }
        }
        let word = votes.into_iter().max_by_key(|vote| vote.visits).unwrap().word;
        for (engine, thought) in engines.iter_mut().zip(&mut thoughts) {
            let settle = Settle { mind: "m".to_string(), word: word.clone() };
            *thought = engine.ask(Call::Settle, &settle);
        }
        assert_eq!(thoughts[0].words, thoughts[1].words);
    }
}

#[test]
fn a_weak_level_thinks_alone() {
    let mut engine = Asked::default();
    let mut thought = think(&mut engine, "level-1", Some(4), 1);
    while !thought.done {
        thought = on(&mut engine, 10);
        assert!(thought.ballot.is_none());
    }
}

#[test]
fn a_position_is_judged_in_slices() {
    let mut engine = Asked::default();
    let at = RecordText { record: position(), words: None, then: Vec::new() };
    let asked = Evaluate { at, best: Some(2), nodes: Some(200) };
    let job = "j".to_string();
    let mut judged: Judged = engine.ask(Call::Judge, &Judge { job: job.clone(), asked });
    while !judged.done {
        let on = JobOn { job: job.clone(), simulations: 30, tell: true };
        judged = engine.ask(Call::JudgeOn, &on);
    }
    let found = judged.found.unwrap();
    assert_eq!(found.moves.len(), 2);
    assert!(found.nodes >= 200);
}

#[test]
fn a_game_is_looked_through_in_slices() {
    let mut recorder = games::Recorder::new(&games::Setup::country(2), &["A", "B"]).unwrap();
    let mut dice = ai::Wyrand::new(5);
    for _ in 0..12 {
        use games::Game as _;
        let (rules, game) = (recorder.rules().clone(), recorder.game().clone());
        let action = game.pick(&rules, &mut dice);
        recorder.submit(game.turn(), action).unwrap();
    }
    let record = recorder.into_record().print();
    let mut engine = Asked::default();
    let asked = json!({ "job": "j", "record": record, "nodes": 10 });
    let mut analysed: Analysed = engine.ask(Call::Analyse, &asked);
    let mut slices = 0;
    while analysed.found.is_none() {
        let on = JobOn { job: "j".to_string(), simulations: 20, tell: false };
        analysed = engine.ask(Call::AnalyseOn, &on);
        slices += 1;
    }
    assert!(slices > 1 && analysed.done == analysed.of && analysed.of == 12);
}
