//! Revision, format and result in the log: no later version reads an old game otherwise.

use protocol::log::{Entry, FORMAT, Logged, format_of};
use protocol::{EndReason, Plan, SeatPlan, Status, TableConfig};
use room::{Request, Room, Rulebook};
use serde_json::{Value, json};

use crate::kit::{KEY, SEED, Table, plan};

fn cult() -> TableConfig {
    let mut config = plan(&[SeatPlan::Me, SeatPlan::Anyone]);
    config.plan.expansions = vec!["cult".to_string()];
    config
}

/// The log as JSON, to be changed as another version might have written it.
fn as_json(table: &Table) -> Vec<Value> {
    table.log.iter().map(|logged| serde_json::to_value(logged).unwrap()).collect()
}

fn fold(log: &[Value]) -> Result<Room, String> {
    let entries: Result<Vec<Logged>, _> =
        log.iter().map(|entry| serde_json::from_value(entry.clone())).collect();
    let entries = entries.map_err(|error| error.to_string())?;
    Room::fold(&Rulebook::default(), "table", KEY, SEED, &entries).map_err(|e| e.to_string())
}

#[test]
fn a_log_names_revision_format_and_every_option() {
    let mut config = cult();
    config.plan.options = vec![("OPT-FARMERS".to_string(), "off".to_string())];
    let table = Table::make(config).unwrap();
    let Entry::Made { format, revision, config, .. } = &table.log[0].entry else {
        panic!("{:?}", table.log[0])
    };
    assert_eq!((*format, *revision), (FORMAT, games::REVISION));
    let choosable = games::registry::options().into_iter().filter(|option| {
        option.family == games::Family::Country && option.expansion.is_none_or(|e| e == "cult")
    });
    let kept: Vec<&str> = config.plan.options.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(kept, choosable.map(|option| option.decl.key).collect::<Vec<_>>());
    let given = |key: &str| {
        let option = config.plan.options.iter().find(|(known, _)| known == key);
        option.map(|(_, value)| value.as_str())
    };
    assert_eq!(given("OPT-FARMERS"), Some("off"));
    assert_eq!(given("OPT-CULT-CHALLENGE"), Some("occupied"));
    // People are told what they chose, no more.
    let shown = &table.room.info(table.now, &[]).config.plan.options;
    assert_eq!(*shown, [("OPT-FARMERS".to_string(), "off".to_string())]);
    assert_eq!(table.room.config().plan.options, *shown);
    let first = serde_json::to_string(&table.log[0].entry).unwrap();
    assert_eq!(format_of(&first), FORMAT);
}

/// What a later version may have changed in the meantime: the default of an option. The log says
/// what was played.
#[test]
fn an_option_of_the_log_wins_over_a_default() {
    let mut log = as_json(&Table::begun(cult()));
    let options = &mut log[0]["entry"]["config"]["plan"]["options"];
    for option in options.as_array_mut().unwrap() {
        if option[0] == "OPT-CULT-CHALLENGE" {
            option[1] = json!("both-unfinished");
        }
    }
    let room = fold(&log).unwrap();
    let old = [("OPT-CULT-CHALLENGE".to_string(), "both-unfinished".to_string())];
    assert_eq!(room.config().plan.options, old);
    assert!(room.record().contains("[Revision \"2\"]"), "{}", room.record());
}

#[test]
fn a_log_of_the_first_format_is_of_the_first_revision() {
    let mut log = as_json(&Table::begun(cult()));
    let made = log[0]["entry"].as_object_mut().unwrap();
    made.remove("format");
    made.remove("revision");
    made["config"]["plan"]["options"] = json!([]);
    let room = fold(&log).unwrap();
    assert!(room.config().plan.options.is_empty());
    assert!(!room.record().contains("Revision"), "{}", room.record());
    let shown = room.info(0, &[]).config.plan.options;
    assert_eq!(shown, [("OPT-CULT-CHALLENGE".to_string(), "both-unfinished".to_string())]);
}

#[test]
fn a_newer_log_is_refused_and_says_so() {
    for (field, number) in [("format", FORMAT + 1), ("revision", games::REVISION + 1)] {
        let mut log = as_json(&Table::begun(cult()));
        log[0]["entry"][field] = json!(number);
        let error = fold(&log).unwrap_err();
        assert!(error.contains("a newer version wrote it"), "{error}");
    }
}

/// A later version of the same format may add fields anywhere: an older one reads its log.
#[test]
fn unknown_fields_of_a_log_are_passed_over() {
    let seats = [SeatPlan::Me, SeatPlan::Screen { name: "Mum".into() }, SeatPlan::Anyone];
    let mut table = Table::make(plan(&seats)).unwrap();
    table.ask("a", Request::Open { seat: 2, plan: crate::kit::computer() }).unwrap();
    table.ask("a", crate::kit::start()).unwrap();
    table.ask("a", Request::Resign { seat: 0 }).unwrap();
    let mut log = as_json(&table);
    for entry in &mut log {
        entry["entry"]["later"] = json!({ "more": [1, 2] });
        if entry["entry"]["t"] == "opened" {
            entry["entry"]["plan"]["later"] = json!(2);
        }
    }
    let config = &mut log[0]["entry"]["config"];
    config["later"] = json!(1);
    config["plan"]["later"] = json!("x");
    config["seats"][1]["later"] = json!(true);
    config["clock"]["later"] = json!(null);
    let room = fold(&log).unwrap();
    assert_eq!(room.status(), table.room.status());
    assert_eq!(room.config(), table.room.config());
    let mut row = serde_json::to_value(room.row()).unwrap();
    row["later"] = json!(1);
    row["config"]["later"] = json!(1);
    assert_eq!(serde_json::from_value::<protocol::TableRow>(row).unwrap(), room.row());
    // A client is still told.
    let request: Result<Plan, _> =
        serde_json::from_value(json!({ "family": "country", "later": 1 }));
    assert!(request.is_err());
}

#[test]
fn the_result_is_read_and_never_counted_again() {
    let mut table = Table::duel();
    table.ask("a", Request::Resign { seat: 0 }).unwrap();
    let last = table.log.last().unwrap();
    let (points, ranks) = (vec![0, 0], vec![vec![1], vec![0]]);
    assert_eq!(last.entry, Entry::Ended { reason: EndReason::Resigned, points, ranks });
    let mut log = as_json(&table);
    let last = log.len() - 1;
    log[last]["entry"]["points"] = json!([7, 9]);
    log[last]["entry"]["ranks"] = json!([[0, 1]]);
    let room = fold(&log).unwrap();
    let kept =
        Status::Over { reason: EndReason::Resigned, ranks: vec![vec![0, 1]], points: vec![7, 9] };
    assert_eq!(room.status(), kept);
    assert_eq!(room.row().points, [7, 9]);
    assert!(room.index().row.contains("[7,9]"));
    // A log of the first format has no result: it is what the game says.
    let end = log[last]["entry"].as_object_mut().unwrap();
    end.remove("points");
    end.remove("ranks");
    assert_eq!(fold(&log).unwrap().status(), table.room.status());
}

#[test]
fn a_game_played_to_its_end_keeps_its_points() {
    let mut table = Table::begun(plan(&[SeatPlan::Me, SeatPlan::Anyone]));
    let mut dice = ai::Wyrand::new(5);
    while table.step(&mut dice) {}
    let Status::Over { reason, ranks, points } = table.room.status() else { panic!("over") };
    assert!(points.iter().any(|points| *points > 0));
    let last = table.log.last().unwrap();
    assert_eq!(last.entry, Entry::Ended { reason, points, ranks });
}

/// A log of the first format gets no entry that a program of that time could not read.
#[test]
fn an_old_log_gets_no_newer_entries() {
    let seats = [SeatPlan::Me, SeatPlan::Anyone];
    let mut log = as_json(&Table::make(plan(&seats)).unwrap());
    let open = || Request::Open { seat: 1, plan: SeatPlan::Link };
    let silence = || Request::Watchers { chat: protocol::Switch::Off };
    let ask = |room: &Room, request| {
        let decided = room.decide(1_700_000_000_000, &crate::kit::who("a"), request);
        decided.map(|decision| decision.entries.len()).map_err(|problem| problem.kind)
    };
    let room = fold(&log).unwrap();
    assert_eq!((ask(&room, open()), ask(&room, silence())), (Ok(1), Ok(1)));
    log[0]["entry"].as_object_mut().unwrap().remove("format");
    let room = fold(&log).unwrap();
    let refused = || Err("older-table".to_string());
    assert_eq!((ask(&room, open()), ask(&room, silence())), (refused(), refused()));
    assert_eq!(ask(&room, Request::Chat { id: "1".into(), text: "hello".into() }), Ok(1));
}
