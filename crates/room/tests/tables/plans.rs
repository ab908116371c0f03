//! Plans of tables: what is refused and where, presets, and tables that begin from a record.

use ai::Wyrand;
use protocol::{Clock, SeatPlan, ServerMsg, TableConfig};
use room::presets;

use crate::kit::{Table, computer, plan};

fn duel() -> TableConfig {
    plan(&[SeatPlan::Me, SeatPlan::Anyone])
}

/// Where a plan is refused.
fn refused(change: impl FnOnce(&mut TableConfig)) -> String {
    let mut config = duel();
    change(&mut config);
    let problem = Table::make(config).err().expect("a plan that cannot be played");
    assert_eq!((problem.kind.as_str(), problem.status), ("config", 422));
    assert!(problem.detail.ends_with('.'), "{problem:?}");
    problem.at.expect("a place")
}

#[test]
fn wrong_plans_name_their_field() {
    let screen = |name: &str| SeatPlan::Screen { name: name.into() };
    assert_eq!(refused(|c| c.name = "x".repeat(61)), "name");
    assert_eq!(refused(|c| c.name = "a\u{202e}b".into()), "name");
    assert_eq!(refused(|c| c.plan.family = "sea".into()), "plan.family");
    assert_eq!(refused(|c| c.plan.expansions = vec!["rivr".into()]), "plan.expansions");
    assert_eq!(refused(|c| c.plan.expansions = vec!["inns".into(); 2]), "plan.expansions");
    let option = |key: &str, value: &str| vec![(key.to_string(), value.to_string())];
    assert_eq!(refused(|c| c.plan.options = option("OPT-NONE", "on")), "plan.options");
    assert_eq!(refused(|c| c.plan.options = option("OPT-FARMERS", "maybe")), "plan.options");
    assert_eq!(refused(|c| c.plan.options = option("OPT-TB-PIG", "off")), "plan.options");
    assert_eq!(refused(|c| c.plan.tiles = Some("city-own".into())), "plan.tiles");
    assert_eq!(refused(|c| c.seats = vec![]), "seats");
    assert_eq!(refused(|c| c.seats.truncate(1)), "seats");
    assert_eq!(refused(|c| c.seats = vec![SeatPlan::Anyone; 6]), "seats");
    assert_eq!(refused(|c| c.seats = vec![SeatPlan::Anyone; 300]), "seats");
    assert_eq!(refused(|c| c.seats = vec![computer(); 2]), "seats");
    assert_eq!(refused(|c| c.seats[1] = SeatPlan::Me), "seats[1]");
    assert_eq!(refused(|c| c.seats[1] = screen("")), "seats[1]");
    assert_eq!(refused(|c| c.seats[1] = screen(&"x".repeat(25))), "seats[1]");
    assert_eq!(refused(|c| c.seats.extend([screen("Mum"), screen("mum ")])), "seats[3]");
    let total = |seconds, increment| Clock::Total { seconds, increment };
    assert_eq!(refused(|c| c.clock = total(9, 0)), "clock.seconds");
    assert_eq!(refused(|c| c.clock = total(1_209_601, 0)), "clock.seconds");
    assert_eq!(refused(|c| c.clock = total(60, 601)), "clock.increment");
    assert_eq!(refused(|c| c.clock = Clock::Days { days: 0 }), "clock.days");
    assert_eq!(refused(|c| c.clock = Clock::Days { days: 15 }), "clock.days");
    assert_eq!(refused(|c| c.from = Some("no record".into())), "from");
}

#[test]
fn the_city_names_its_tiles_and_takes_no_expansion() {
    let mut config = duel();
    config.plan.family = "city".into();
    let table = Table::make(config.clone()).unwrap();
    assert!(table.room.config().plan.tiles.is_some(), "another default may come");
    config.plan.expansions = vec!["inns".into()];
    assert_eq!(Table::make(config).err().unwrap().at.as_deref(), Some("plan.expansions"));
}

#[test]
fn presets_can_be_played_and_have_names_of_their_own() {
    let presets = presets();
    let mut names: Vec<&str> = presets.iter().map(|preset| preset.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), presets.len());
    for preset in &presets {
        Table::begun(preset.config.clone());
    }
    let find = |name: &str| presets.iter().find(|preset| preset.name == name).unwrap();
    let tournament = &find("tournament").config;
    assert_eq!(tournament.seats.len(), 2);
    assert!(tournament.plan.expansions.is_empty());
    assert_eq!(tournament.clock, Clock::Total { seconds: 900, increment: 0 });
    let smallcity = |name: &str| {
        let options = &find(name).config.plan.options;
        options.iter().find(|(key, _)| key == "OPT-SMALLCITY").unwrap().1.clone()
    };
    assert_eq!([smallcity("tournament"), smallcity("world-championship")], ["4", "2"]);
    assert_eq!(
        find("everything").config.plan.expansions.len(),
        games::registry::expansions().len()
    );
}

/// A table goes on where a record stops, in the middle of a turn too, and its own draws verify.
#[test]
fn a_table_begins_from_a_record() {
    let mut earlier = Table::begun(duel());
    let mut dice = Wyrand::new(8);
    (0..9).for_each(|_| assert!(earlier.step(&mut dice)));
    let record = earlier.room.record();
    let words = games::Record::parse(&record).unwrap().words().len();
    let mut config = duel();
    config.from = Some(format!("{record} {{well, well}}"));
    let mut table = Table::begun(config.clone());
    let kept = table.room.config().from.clone().unwrap();
    assert!(!kept.contains("well") && !kept.contains("Commitment"), "{kept}");
    assert!(table.room.info(table.now, &[]).config.from.is_none(), "not sent with every message");
    let (_, game) = table.room.game().unwrap();
    assert_eq!(game, earlier.room.game().unwrap().1);
    let past = table.room.past(table.room.you("a", "A", None), table.now, &[]);
    let tiles = past.view.unwrap().tiles;
    assert!(tiles.len() == 10 && tiles[1].by == Some(0), "who laid what is known");
    while table.step(&mut dice) {}
    let record = games::Record::parse(&table.room.record()).unwrap();
    let fault = fair::verify(&record, fair::Known::default()).unwrap_err();
    assert_eq!(fault, fair::Fault::After { claimed: words, known: 0 });
    let known = fair::Known { before: words, ..fair::Known::default() };
    let report = fair::verify(&record, known).unwrap();
    assert_eq!(table.room.info(table.now, &[]).draws.before as usize, words);
    assert!(report.draws + 10 > 60);
    assert_eq!(crate::kit::picture(&table.folded(), table.now), table.picture());
    config.from = Some(table.room.record());
    assert_eq!(Table::make(config.clone()).err().unwrap().at.as_deref(), Some("from"), "over");
    config.from = Some("[Trencavel \"1\"]\n[Seats \"3\"]\n".into());
    assert_eq!(Table::make(config).err().unwrap().at.as_deref(), Some("from"), "other seats");
}

/// The whole walk of one move as a client sees it.
#[test]
fn a_move_is_drafted_undone_and_played() {
    let mut table = Table::duel();
    let (person, choices) = table.choices().unwrap();
    assert_eq!((person.as_str(), choices.seat, choices.ask.as_str()), ("a", 0, "lay"));
    let draft = |table: &mut Table, words: &[String]| {
        let request = room::Request::Draft { seat: 0, after: choices.n, words: words.to_vec() };
        match table.ask("a", request).unwrap().answer {
            Some(ServerMsg::Draft(draft)) => *draft,
            other => panic!("{other:?}"),
        }
    };
    let lay = choices.legal[0].clone();
    let laid = draft(&mut table, std::slice::from_ref(&lay));
    assert_eq!((laid.complete, laid.choices.ask.as_str(), laid.add.len()), (false, "figure", 1));
    let undone = draft(&mut table, &[]);
    assert_eq!((undone.choices.legal, undone.add.len()), (choices.legal.clone(), 0));
    let words = vec![lay, "-".to_string()];
    let done = draft(&mut table, &words);
    assert!(done.complete && done.choices.legal.is_empty() && done.now.ask == "draw");
    assert!(table.told.iter().all(|message| !matches!(message, ServerMsg::Step(_))));
    let id = "1".to_string();
    let request = room::Request::Play { seat: 0, after: choices.n, id, words };
    table.ask("a", request).unwrap();
    let Some(ServerMsg::Step(step)) = table.told.last() else { panic!("no step") };
    assert_eq!((step.n, step.now.to_act, step.add.len()), (table.room.newest(), Some(1), 1));
    assert!(step.events.iter().any(|event| matches!(event, protocol::Event::Drawn { .. })));
}
