//! Who somebody is: seats kept by identity, names with marks, and the watchers' own chat.

use protocol::client::Claim;
use protocol::log::{Entry, Who};
use protocol::{Cause, Level, SeatPlan, ServerMsg, Sitter, Switch};
use room::{Request, check_asked};

use crate::kit::{KEY, Table, computer, plan, start, value, who};

fn sit(seat: u8) -> Request {
    Request::Sit { seat, key: Some(KEY.into()), value: Some(value(9)), hash: None }
}

fn say(id: &str, text: &str) -> Request {
    Request::Chat { id: id.into(), text: text.into() }
}

fn named(id: &str, name: &str) -> Who {
    Who { id: id.into(), name: name.into(), account: false }
}

fn names(table: &Table) -> Vec<String> {
    let info = table.room.info(table.now, &[]);
    let name = |sitter: &Sitter| match sitter {
        Sitter::Person { name, .. } => name.clone(),
        Sitter::Computer { instead_of, .. } => instead_of.clone().unwrap_or_default(),
        Sitter::Nobody { .. } => String::new(),
    };
    info.seats.iter().map(|seat| name(&seat.sitter)).collect()
}

/// Two people played, and `b` asks for a rematch.
fn rematch() -> Table {
    let mut first = Table::duel();
    first.ask("a", Request::Resign { seat: 0 }).unwrap();
    let plan = first.room.rematch_plan("b").unwrap();
    let kept = SeatPlan::Kept { person: "a".into(), name: "A".into(), screen: false };
    assert_eq!(plan.seats, [SeatPlan::Me, kept]);
    assert!(check_asked(&plan.seats, |_| true).is_err(), "nobody can ask for a kept seat");
    Table::make_by("b", plan).unwrap()
}

#[test]
fn a_rematchs_seats_are_for_those_who_played() {
    let mut table = rematch();
    let info = table.room.info(table.now, &[]);
    let Sitter::Nobody { kept: Some(kept), .. } = &info.seats[1].sitter else { panic!("{info:?}") };
    assert_eq!((kept.id.as_str(), kept.name.as_str()), ("a", "A"));
    assert_eq!(table.refused("x", sit(1)), "seat-kept", "a watcher with the key");
    let twin = named("x", "A");
    let refused = table.room.decide(table.now, &twin, sit(1)).unwrap_err();
    assert_eq!(refused.kind, "seat-kept", "an equal name is nobody");
    table.ask("a", sit(1)).unwrap();
    table.ask("b", start()).unwrap();
}

#[test]
fn who_does_not_come_is_replaced_by_the_owner_alone() {
    let mut table = rematch();
    let open = |plan| Request::Open { seat: 1, plan };
    assert_eq!(table.refused("x", open(SeatPlan::Link)), "not-owner");
    assert_eq!(table.refused("b", open(SeatPlan::Me)), "field");
    let kept = SeatPlan::Kept { person: "x".into(), name: "X".into(), screen: false };
    assert_eq!(table.refused("b", open(kept)), "field");
    table.ask("b", open(SeatPlan::Computer { level: Level::Random })).unwrap();
    assert_eq!(table.refused("a", sit(1)), "seat-taken");
    table.ask("b", open(SeatPlan::Link)).expect("the computer gives its seat up");
    table.ask("x", sit(1)).unwrap();
    assert_eq!(table.refused("b", open(SeatPlan::Link)), "seat-taken");
    table.ask("b", start()).unwrap();
    let folded = table.folded();
    assert_eq!(folded.info(0, &[]), table.room.info(0, &[]));
}

#[test]
fn players_of_another_screen_keep_their_seats_too() {
    let screen = SeatPlan::Screen { name: "Mum".into() };
    let mut first = Table::begun(plan(&[SeatPlan::Me, screen.clone(), SeatPlan::Anyone]));
    first.ask("b", Request::Resign { seat: 2 }).unwrap();
    first.ask("a", Request::Resign { seat: 0 }).unwrap();
    let mut table = Table::make_by("b", first.room.rematch_plan("b").unwrap()).unwrap();
    let free: Vec<u8> = vec![0, 2];
    for seat in free {
        assert_eq!(table.refused("x", sit(seat)), "seat-kept");
        table.ask("a", sit(seat)).unwrap();
    }
    let mut seen = names(&table);
    seen.sort();
    assert_eq!(seen, ["A", "B", "Mum"]);
    table.ask("b", start()).unwrap();
}

#[test]
fn equal_names_have_a_mark_in_seats_talk_and_record() {
    let mut table = Table::make(plan(&[SeatPlan::Me, SeatPlan::Anyone, SeatPlan::Anyone])).unwrap();
    for (id, seat) in [("b", 1), ("c", 2)] {
        let decision = table.room.decide(table.now, &named(id, "Anna"), sit(seat)).unwrap();
        table.commit(&decision.entries);
    }
    assert_eq!(names(&table), ["A", "Anna", "Anna ·2"]);
    let told = table.told.last().unwrap();
    assert!(
        matches!(told, ServerMsg::Table { cause: Cause::Sat { name, .. }, .. } if name == "Anna ·2")
    );
    table.ask("a", start()).unwrap();
    let watcher = table.room.decide(table.now, &named("w", "anna"), say("1", "hi")).unwrap();
    table.commit(&watcher.entries);
    let told = table.told.last().unwrap();
    assert!(matches!(told, ServerMsg::Chat { name, .. } if name == "anna ·3"), "{told:?}");
    let (want, away_ms, grace_ms) = (Claim::Computer, 1, 1);
    table.ask("a", Request::Claim { seat: 0, away: 2, want, away_ms, grace_ms }).unwrap();
    assert_eq!(names(&table), ["A", "Anna", "Anna ·2"], "stable when the computer plays on");
    let info = table.room.info(table.now, &[]);
    let whose = |seat: usize| match &info.seats[seat].sitter {
        Sitter::Computer { person, .. } => person.clone(),
        _ => None,
    };
    assert_eq!(whose(2).as_deref(), Some("c"), "who may come back is told by identity");
    assert!(table.room.record().contains("Anna ·2"));
}

#[test]
fn a_screen_does_not_show_its_owners_name() {
    let screen = SeatPlan::Screen { name: "A".into() };
    let table = Table::make(plan(&[SeatPlan::Me, screen])).unwrap();
    assert_eq!(names(&table), ["A", "A ·2"]);
}

#[test]
fn players_hear_the_watchers_after_the_game() {
    let mut table = Table::duel();
    table.ask("w", say("1", "what a move")).unwrap();
    table.ask("a", say("2", "thank you for coming")).unwrap();
    let said = |table: &Table, person: &str| {
        let you = table.room.you(person, person, None);
        let past = table.room.past(you, table.now, &[]);
        let texts = past.log.into_iter().filter_map(|line| match line.cause {
            Cause::Said { text, .. } => Some(text),
            _ => None,
        });
        texts.collect::<Vec<String>>()
    };
    assert_eq!(said(&table, "w"), ["what a move", "thank you for coming"]);
    assert_eq!(said(&table, ""), ["what a move", "thank you for coming"]);
    assert_eq!(said(&table, "b"), ["thank you for coming"]);
    assert!(table.room.is_deaf("a") && !table.room.is_deaf("w"));
    assert!(table.room.overheard().is_empty() && !table.room.record().contains("what a move"));
    table.ask("b", Request::Resign { seat: 1 }).unwrap();
    assert_eq!(said(&table, "b"), ["what a move", "thank you for coming"]);
    assert_eq!(table.room.overheard().len(), 1);
    table.ask("w", say("3", "well played")).unwrap();
    let told = table.told.last().unwrap();
    assert!(matches!(told, ServerMsg::Chat { watchers: false, .. }), "all talk together again");
}

#[test]
fn the_owner_silences_the_watchers_also_during_the_game() {
    let mut table = Table::duel();
    let switch = |chat| Request::Watchers { chat };
    assert_eq!(table.refused("b", switch(Switch::Off)), "not-owner");
    table.ask("w", say("1", "hello")).unwrap();
    table.ask("a", switch(Switch::Off)).unwrap();
    assert_eq!(table.room.info(0, &[]).config.watcher_chat, Switch::Off);
    assert_eq!(table.refused("w", say("2", "hello?")), "watchers-silent");
    table.ask("b", say("3", "quiet at last")).unwrap();
    let n = table.room.newest();
    table.ask("a", switch(Switch::Off)).unwrap();
    assert_eq!(table.room.newest(), n, "nothing new is not logged");
    table.ask("a", switch(Switch::On)).unwrap();
    table.ask("w", say("4", "hello again")).unwrap();
    assert_eq!(table.folded().info(0, &[]), table.room.info(0, &[]));
}

/// What was said before there were two chats stays where it was.
#[test]
fn old_talk_is_heard_by_all() {
    let mut table = Table::duel();
    table.ask("w", say("1", "hello")).unwrap();
    let last = table.log.last_mut().unwrap();
    let Entry::Said { watchers, .. } = &mut last.entry else { panic!() };
    *watchers = false;
    let room = table.folded();
    let past = room.past(room.you("b", "B", None), 0, &[]);
    assert!(
        past.log
            .iter()
            .any(|line| matches!(&line.cause, Cause::Said { text, .. } if text == "hello"))
    );
}

/// One alone does not call off the game of others, and whoever is away has no say.
#[test]
fn claims_and_refusals_spoil_nobody_elses_game() {
    let claim = |seat, away, want| Request::Claim { seat, away, want, away_ms: 9, grace_ms: 9 };
    let mut table = Table::begun(plan(&[SeatPlan::Me, SeatPlan::Anyone, SeatPlan::Anyone]));
    assert_eq!(table.refused("a", claim(0, 1, Claim::Abort)), "others-play");
    table.ask("a", claim(0, 1, Claim::Computer)).unwrap();
    assert_eq!(table.refused("b", claim(1, 2, Claim::Computer)), "computer-plays");
    table
        .ask("a", Request::Offer { seat: 0, kind: protocol::OfferKind::Abort, after: None })
        .unwrap();
    assert_eq!(table.refused("b", Request::Decline { seat: 1 }), "computer-plays");
    table
        .ask("c", Request::Offer { seat: 2, kind: protocol::OfferKind::Abort, after: None })
        .unwrap();
    assert!(table.room.is_over());
    let mut table = Table::begun(plan(&[SeatPlan::Me, SeatPlan::Anyone, computer()]));
    table.ask("a", claim(0, 1, Claim::Abort)).expect("nobody else plays");
}

/// Whether something was said before is looked up, not searched for: whoever repeats itself costs
/// nobody anything, whatever it calls its messages.
#[test]
fn what_was_said_is_found_at_once() {
    let mut table = Table::duel();
    for n in 0..1500 {
        table.ask("a", say(&format!("{n}"), "Well?")).unwrap();
    }
    let begun = std::time::Instant::now();
    for _ in 0..2000 {
        assert!(!table.room.has_said(&who("b"), "n"), "every entry has a field of this name");
    }
    assert!(begun.elapsed() < std::time::Duration::from_secs(1), "{:?}", begun.elapsed());
    assert!(table.room.has_said(&who("a"), "7") && !table.room.has_said(&who("b"), "7"));
    assert!(!table.room.has_said(&who("a"), &"7".repeat(1000)));
}

/// A title and a seat that is kept show a name as the seats would: never one that is another's.
#[test]
fn equal_names_have_a_mark_in_titles_and_kept_seats() {
    let mut table = Table::make(plan(&[SeatPlan::Anyone, SeatPlan::Anyone])).unwrap();
    let other = table.room.decide(table.now, &named("b", "A"), sit(0)).unwrap();
    table.commit(&other.entries);
    assert_eq!(table.room.info(table.now, &[]).title, "A ·2", "the owner sits nowhere");
    let kept = SeatPlan::Kept { person: "c".into(), name: "Anna".into(), screen: false };
    let mut table = Table::make(plan(&[SeatPlan::Me, SeatPlan::Anyone, kept])).unwrap();
    let other = table.room.decide(table.now, &named("b", "Anna"), sit(1)).unwrap();
    table.commit(&other.entries);
    let info = table.room.info(table.now, &[]);
    let Sitter::Nobody { kept: Some(kept), .. } = &info.seats[2].sitter else { panic!("{info:?}") };
    assert_eq!((kept.id.as_str(), kept.name.as_str()), ("c", "Anna ·2"));
}
