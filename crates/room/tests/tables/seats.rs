//! Sitting down, keys, standing up, the beginning; whose seat is whose.

use ai::Wyrand;
use protocol::{Order, SeatPlan, ServerMsg, ShareKind, Sitter, Status};
use room::{Presence, Request, Room};

use crate::kit::{KEY, SEED, Table, computer, plan, start, value, who};

fn sit(seat: u8, key: Option<&str>) -> Request {
    Request::Sit { seat, key: key.map(Into::into), value: Some(value(9)), hash: None }
}

#[test]
fn the_creator_its_screen_and_the_computer_sit_at_once() {
    let screen = SeatPlan::Screen { name: "Mum".into() };
    let table = Table::make(plan(&[SeatPlan::Me, screen, computer(), SeatPlan::Anyone])).unwrap();
    let info = table.room.info(table.now, &[]);
    let free = |seat: usize| matches!(info.seats[seat].sitter, Sitter::Nobody { .. });
    assert_eq!([free(0), free(1), free(2), free(3)], [false, false, false, true]);
    assert_eq!(table.room.you("a", "A", None).seats, [0, 1]);
    assert_eq!(info.draws.values[3], "");
    assert_eq!(info.draws.commitment.len(), 64);
    assert_eq!(info.status, Status::Open);
}

#[test]
fn seats_behind_the_link_need_its_key() {
    let mut table = Table::make(plan(&[SeatPlan::Me, SeatPlan::Link])).unwrap();
    assert_eq!(table.refused("b", sit(1, None)), "key");
    assert_eq!(table.refused("b", sit(1, Some("guessed"))), "key");
    assert_eq!(table.refused("b", sit(0, Some(KEY))), "seat-taken");
    assert_eq!(table.refused("b", sit(5, Some(KEY))), "no-such-seat");
    table.ask("b", sit(1, Some(KEY))).unwrap();
    assert_eq!(table.refused("c", sit(1, Some(KEY))), "seat-taken");
    let key = |person: &str, key| table.room.you(person, "", key).key;
    assert_eq!(key("a", None).as_deref(), Some(KEY));
    assert_eq!(key("b", None), None);
    assert_eq!(key("b", Some(KEY)).as_deref(), Some(KEY));
    assert_eq!(key("b", Some("guessed")), None);
    assert_eq!(key("", None), None);
}

#[test]
fn one_person_has_one_seat() {
    let seats = [SeatPlan::Me, SeatPlan::Anyone, SeatPlan::Anyone];
    let mut table = Table::make(plan(&seats)).unwrap();
    assert_eq!(table.refused("a", sit(1, None)), "seated");
    table.ask("b", sit(1, None)).unwrap();
    assert_eq!(table.refused("b", sit(2, None)), "seated");
}

/// A share can be given, and given anew, as often as anybody needs, and no oftener.
#[test]
fn a_value_can_be_changed_before_the_start() {
    let mut table = Table::make(plan(&[SeatPlan::Me, SeatPlan::Anyone])).unwrap();
    let before = table.room.info(table.now, &[]).draws;
    table.ask("a", sit(0, None)).unwrap();
    let after = table.room.info(table.now, &[]).draws;
    assert_eq!(after.values[0], value(9));
    assert_ne!(before.values[0], after.values[0]);
    assert_eq!(before.commitment, after.commitment);
    assert_eq!((before.values[0].as_str(), before.shares[0]), ("", ShareKind::None));
    assert_eq!(after.shares[0], ShareKind::Open);
    let nothing = Request::Sit { seat: 0, key: None, value: None, hash: None };
    assert!(table.ask("a", nothing).unwrap().entries.is_empty(), "it sits there already");
    for _ in 0..19 {
        table.ask("a", sit(0, None)).unwrap();
    }
    assert_eq!(table.refused("a", sit(0, None)), "too-many-shares");
    let wrong = Request::Sit { seat: 0, key: None, value: Some("12".into()), hash: None };
    assert_eq!(table.refused("a", wrong), "field");
}

#[test]
fn people_stand_up_and_the_owner_frees_seats() {
    let mut table = Table::make(plan(&[SeatPlan::Me, SeatPlan::Anyone, computer()])).unwrap();
    assert_eq!(table.refused("a", Request::Stand { seat: 1 }), "nobody-there");
    assert_eq!(table.refused("a", Request::Stand { seat: 2 }), "nobody-there");
    table.ask("b", sit(1, None)).unwrap();
    assert_eq!(table.refused("c", Request::Stand { seat: 1 }), "not-your-seat");
    table.ask("b", Request::Stand { seat: 1 }).unwrap();
    let told = serde_json::to_string(table.told.last().unwrap()).unwrap();
    assert!(told.contains(r#""cause":{"c":"stood","seat":1,"name":"B"}"#), "{told}");
    table.ask("b", sit(1, None)).unwrap();
    table.ask("a", Request::Stand { seat: 1 }).unwrap();
    table.ask("a", Request::Stand { seat: 0 }).unwrap();
    assert_eq!(table.refused("b", sit(0, None)), "seat-kept");
    table.ask("a", sit(0, None)).unwrap();
}

#[test]
fn only_the_owner_begins_and_only_when_all_sit() {
    let mut table = Table::make(plan(&[SeatPlan::Me, SeatPlan::Anyone])).unwrap();
    assert_eq!(table.refused("a", start()), "seats-free");
    table.ask("b", sit(1, None)).unwrap();
    assert_eq!(table.refused("b", start()), "not-owner");
    let play = Request::Play { seat: 0, after: 3, id: "1".into(), words: vec![] };
    assert_eq!(table.refused("a", play), "not-begun");
    table.ask("a", start()).unwrap();
    assert_eq!(table.refused("a", start()), "begun");
    assert_eq!(table.refused("b", Request::Stand { seat: 1 }), "begun");
    assert_eq!(table.refused("c", sit(1, None)), "begun");
}

/// Whoever comes and goes again and again is refused; the table stays usable for all others.
#[test]
fn coming_and_going_is_bounded_by_person() {
    let mut table = Table::make(plan(&[SeatPlan::Me, SeatPlan::Anyone])).unwrap();
    let mut times = 0;
    while table.ask("b", sit(1, None)).is_ok() {
        table.ask("b", Request::Stand { seat: 1 }).unwrap();
        times += 1;
        assert!(times < 100, "it has an end");
    }
    assert_eq!(table.refused("b", sit(1, None)), "too-many-comings");
    // Also if many do it: whoever is new may still sit down, and the owner may begin.
    for number in 0..200 {
        let id = format!("p{number}");
        for _ in 0..3 {
            if table.ask(&id, sit(1, None)).is_ok() {
                table.ask(&id, Request::Stand { seat: 1 }).unwrap();
            }
        }
    }
    table.ask("c", sit(1, None)).unwrap();
    table.ask("a", start()).unwrap();
}

/// A message that is sent again is not said twice, however much was said in between.
#[test]
fn a_chat_is_known_again_after_many_others() {
    let mut table = Table::make(plan(&[SeatPlan::Me, SeatPlan::Anyone])).unwrap();
    let chat = |id: &str| Request::Chat { id: id.into(), text: "Hello \"you\"".into() };
    table.ask("b", chat("first \"one\"")).unwrap();
    let n = table.room.newest();
    for number in 0..40 {
        table.ask("b", chat(&format!("b{number}"))).unwrap();
        table.ask("c", chat(&format!("c{number}"))).unwrap();
    }
    let newest = table.room.newest();
    let who = protocol::log::Who { id: "b".into(), name: "b".into(), account: false };
    let again = table.room.decide(table.now, &who, chat("first \"one\"")).unwrap();
    let id = "first \"one\"".to_string();
    assert_eq!(again.answer, Some(protocol::ServerMsg::Done { id, n }));
    assert!(again.entries.is_empty());
    // The same name of another person is another message.
    table.ask("c", chat("first \"one\"")).unwrap();
    assert_eq!(table.room.newest(), newest + 1);
}

/// Whoever changes its name is shown under the new one; players at its screen keep theirs, and the
/// log keeps what was logged.
#[test]
fn a_new_name_is_shown_and_the_log_keeps_the_old_one() {
    let screen = SeatPlan::Screen { name: "Kid".into() };
    let mut table = Table::make(plan(&[SeatPlan::Me, screen, SeatPlan::Anyone])).unwrap();
    table.ask("b", sit(2, None)).unwrap();
    let who = |id: &str, name: &str| protocol::log::Who {
        id: id.into(),
        name: name.into(),
        account: false,
    };
    assert!(table.room.rename(&who("a", "Alice")));
    assert!(!table.room.rename(&who("a", "Alice")), "the same name again");
    assert!(!table.room.rename(&who("x", "Xenia")), "somebody else");
    let names: Vec<String> = table
        .room
        .sitters()
        .into_iter()
        .map(|sitter| match sitter {
            protocol::Sitter::Person { name, .. } => name,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(names[..2], ["Alice", "Kid"]);
    let past = table.room.past(protocol::You::default(), table.now, &[]);
    let first = past.log.iter().find_map(|line| match &line.cause {
        protocol::Cause::Sat { seat: 0, name } => Some(name.clone()),
        _ => None,
    });
    assert_ne!(first.as_deref(), Some("Alice"));
}

/// The drawn order moves people, not values; the record says so and verifies.
#[test]
fn a_drawn_order_is_the_one_of_the_key() {
    let mut config = plan(&[SeatPlan::Me, SeatPlan::Anyone, SeatPlan::Anyone, computer()]);
    config.order = Order::Random;
    let table = Table::begun(config);
    let values = table.room.info(table.now, &[]).draws.values;
    let read: Vec<fair::Value> = values.iter().map(|v| fair::Value::parse(v).unwrap()).collect();
    let order =
        fair::Key::mix(&fair::Secret::new(SEED).seed(fair::Version::Two, 1), &read).seat_order(4);
    let names = [Some("a"), Some("b"), Some("c"), None];
    for (seat, plan) in (0u8..).zip(order) {
        assert_eq!(table.room.person(seat), names[usize::from(plan)]);
    }
}

/// Two values, one seed: another value of one seat gives other draws.
#[test]
fn every_seat_has_a_share_in_the_draws() {
    let drawn = |number: u32| {
        let mut table = Table::make(plan(&[SeatPlan::Me, SeatPlan::Anyone])).unwrap();
        let request = Request::Sit { seat: 1, key: None, value: Some(value(number)), hash: None };
        table.ask("b", request).unwrap();
        table.ask("a", start()).unwrap();
        let mut dice = Wyrand::new(1);
        (0..6).for_each(|_| assert!(table.step(&mut dice)));
        serde_json::to_string(&table.log[3..]).unwrap()
    };
    assert_eq!(drawn(5), drawn(5));
    assert_ne!(drawn(5), drawn(6));
}

/// Foreign seats, wrong turns, late and future numbers, too many and too long words.
#[test]
fn no_message_acts_for_another_seat() {
    let mut table = Table::duel();
    let n = table.room.newest();
    let draft = |seat, after, words: &[&str]| Request::Draft {
        seat,
        after,
        words: words.iter().map(ToString::to_string).collect(),
    };
    assert_eq!(table.refused("b", draft(0, n, &["0,-1 r0"])), "not-your-seat");
    assert_eq!(table.refused("x", draft(0, n, &[])), "not-your-seat");
    assert_eq!(table.refused("", draft(0, n, &[])), "not-your-seat");
    assert_eq!(table.refused("b", draft(1, n, &[])), "not-your-turn");
    assert_eq!(table.refused("a", draft(9, n, &[])), "no-such-seat");
    assert_eq!(table.refused("a", draft(0, n - 1, &[])), "late");
    assert_eq!(table.refused("a", draft(0, n + 1, &[])), "field");
    assert_eq!(table.refused("a", draft(0, n, &["0,0 r0"])), "rules");
    assert_eq!(table.refused("a", draft(0, n, &["what"])), "word");
    assert_eq!(table.refused("a", draft(0, n, &["base/E"])), "rules", "chance is not a seat's");
    assert_eq!(table.refused("a", draft(0, n, &["x"; 65])), "field");
    assert_eq!(table.refused("a", draft(0, n, &["x".repeat(65).as_str()])), "field");
    let computer = Request::ComputerPlay { seat: 0, words: vec![] };
    assert_eq!(table.refused("a", computer), "not-your-seat");
}

/// Chat between a message seen and a move does not make the move late.
#[test]
fn only_the_game_makes_a_move_late() {
    let mut table = Table::duel();
    let mut dice = Wyrand::new(4);
    let (person, request) = table.random_move(&mut dice, "mine").unwrap();
    table.ask("b", Request::Chat { id: "1".into(), text: "hurry".into() }).unwrap();
    let n = table.room.newest() + 1;
    table.ask(&person, request.clone()).unwrap();
    let again = table.ask(&person, request).unwrap();
    assert_eq!(again.answer, Some(ServerMsg::Done { id: "mine".into(), n }));
}

#[test]
fn presence_is_filled_in_for_people_of_a_running_game() {
    let table = Table::begun(plan(&[SeatPlan::Me, SeatPlan::Anyone, computer()]));
    let here = Presence { here: true, ..Presence::default() };
    let away = Presence { away_since: Some(7), ..Presence::default() };
    let info = table.room.info(table.now, &[here, away, away]);
    let seen: Vec<_> = info.seats.iter().map(|s| (s.here, s.away_since)).collect();
    assert_eq!(seen, [(true, None), (false, Some(7)), (false, None)]);
}

#[test]
fn a_damaged_log_is_refused() {
    let table = Table::duel();
    let fold = |log: &[protocol::log::Logged], seed| Room::fold(&table.book, "t", "k", seed, log);
    assert!(fold(&table.log, SEED).is_ok());
    assert!(fold(&[], SEED).is_err());
    assert!(fold(&table.log[1..], SEED).is_err());
    let other = fold(&table.log, [0; 32]).unwrap_err();
    assert!(other.to_string().contains("entry 1 of the log"), "{other}");
    let mut gap = table.log.clone();
    gap.remove(1);
    assert_eq!(fold(&gap, SEED).unwrap_err().n, 3);
    let mut wrong = table.log.clone();
    let began = protocol::log::Entry::Began { order: vec![0, 0], chance: vec![] };
    wrong.last_mut().unwrap().entry = began;
    assert!(fold(&wrong, SEED).is_err());
    assert_eq!(table.room.owner(), who("a").id);
}
