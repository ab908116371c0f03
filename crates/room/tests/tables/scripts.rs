//! Whole games with everything that anybody may send at any time: right, late, repeated, of a
//! stranger, garbage.

use std::collections::HashMap;

use ai::Wyrand;
use protocol::client::Claim;
use protocol::log::Entry;
use protocol::{Clock, OfferKind, Order, SeatPlan, ServerMsg, Status, TableConfig};
use room::{Request, Room};
use table::Dice;

use crate::kit::{KEY, SEED, Table, computer, picture, plan, start, value};

const PEOPLE: [&str; 6] = ["a", "b", "c", "d", "", "stranger"];

/// Every family, every expansion alone and all together, two to six seats.
fn plans() -> Vec<TableConfig> {
    let total = Clock::Total { seconds: 600, increment: 3 };
    let mut plans = vec![];
    let duel = plan(&[SeatPlan::Me, SeatPlan::Anyone]);
    plans.push(TableConfig { clock: total, order: Order::Random, ..duel.clone() });
    let all: Vec<&str> = games::registry::expansions().iter().map(|info| info.name).collect();
    for (number, name) in all.iter().enumerate() {
        let mut config = plan(&[SeatPlan::Anyone, SeatPlan::Me, computer()]);
        config.plan.expansions = vec![(*name).to_string()];
        config.clock = if number % 2 == 0 { total } else { Clock::Days { days: 2 } };
        plans.push(config);
    }
    let screen = SeatPlan::Screen { name: "Mum".into() };
    let mut crowd = vec![SeatPlan::Me, screen, SeatPlan::Link, computer(), SeatPlan::Anyone];
    crowd.push(SeatPlan::Anyone);
    let mut everything = TableConfig { clock: total, order: Order::Random, ..plan(&crowd) };
    everything.plan.expansions = all.iter().map(ToString::to_string).collect();
    plans.push(everything);
    for seats in [2, 4] {
        let mut city = TableConfig { order: Order::Random, clock: total, ..duel.clone() };
        city.seats.resize(seats, computer());
        city.plan.family = "city".into();
        plans.push(city);
    }
    let mut lot = TableConfig { clock: total, ..duel };
    lot.plan.options = vec![("OPT-STARTPLAYER".into(), "random".into())];
    plans.push(lot);
    plans
}

/// Something that need not make sense.
fn nonsense(table: &Table, dice: &mut Wyrand) -> (String, Request) {
    let person = PEOPLE[dice.below(6) as usize].to_string();
    let seat = dice.below(7) as u8;
    let newest = table.room.newest();
    let after = [0, 1, newest.saturating_sub(1), newest, newest + 1][dice.below(5) as usize];
    let garbage = [
        "",
        "-",
        "0,0 r0",
        "first:1",
        "base/E",
        "0,-1 r9",
        "follower@",
        "\u{1f600}",
        "9999999,0 r1",
    ];
    let words: Vec<String> =
        (0..dice.below(3)).map(|_| garbage[dice.below(9) as usize].to_string()).collect();
    let id = format!("n{}", dice.below(20));
    let request = match dice.below(14) {
        0 | 1 => Request::Draft { seat, after, words },
        2..=4 => Request::Play { seat, after, id, words },
        5 => Request::ComputerPlay { seat, words },
        6 => Request::Chat { id, text: words.join(" ") },
        7 => Request::Decline { seat },
        8 => Request::Return { seat },
        9 => Request::Sit { seat, key: Some(KEY.into()), value: Some(value(3)), hash: None },
        10 => Request::Stand { seat },
        11 => start(),
        12 => Request::Rematch { table: "other".into() },
        _ => Request::Claim { seat, away: 0, want: Claim::Win, away_ms: 0, grace_ms: 60_000 },
    };
    (person, request)
}

/// A legal draft, shortened: it must be answered with a draft, and change nothing.
fn draft(table: &mut Table, dice: &mut Wyrand) {
    let Some((person, Request::Play { seat, after, words, .. })) = table.random_move(dice, "d")
    else {
        return;
    };
    if person.is_empty() {
        return;
    }
    let part = words[..dice.below(words.len() as u32 + 1) as usize].to_vec();
    let before = table.picture();
    let whole = part.len() == words.len();
    let decision =
        table.ask(&person, Request::Draft { seat, after, words: part.clone() }).expect("a draft");
    let Some(ServerMsg::Draft(draft)) = decision.answer else { panic!("no draft: {decision:?}") };
    assert!(decision.entries.is_empty());
    assert_eq!(draft.complete, whole);
    assert_eq!(draft.choices.words, part);
    assert_eq!(draft.choices.legal.is_empty(), whole);
    assert!(!draft.events.iter().any(|e| matches!(e, protocol::Event::Drawn { .. })));
    assert_eq!(before, table.picture());
    if !whole {
        // Played too early it becomes a draft, and is not taken for a move.
        let id = "early".to_string();
        let early = Request::Play { seat, after, id, words: part };
        let decision = table.ask(&person, early).expect("a draft");
        assert!(matches!(decision.answer, Some(ServerMsg::Draft(_))));
    }
}

/// Everything that is said to anybody, as bytes, must not hold the seed.
fn no_seed(text: &str) {
    let hex = hex_seed();
    let list: Vec<String> = SEED.iter().map(ToString::to_string).collect();
    let low = text.to_lowercase();
    for part in [&hex[..16], &hex[24..40], &hex[48..]] {
        assert!(!low.contains(part), "the seed in hexadecimal");
    }
    for numbers in list.chunks(8) {
        assert!(!text.contains(&numbers.join(",")) && !text.contains(&numbers.join(", ")));
    }
    assert!(!text.as_bytes().windows(8).any(|window| SEED.chunks(8).any(|part| part == window)));
}

fn check_secrets(table: &Table, from: usize) {
    for message in &table.told[from..] {
        no_seed(&serde_json::to_string(message).expect("JSON"));
        no_seed(&format!("{message:?}"));
    }
    for logged in &table.log {
        no_seed(&serde_json::to_string(logged).expect("JSON"));
    }
    no_seed(&table.picture());
    no_seed(&format!("{:#?}", table.room));
    no_seed(&table.room.record());
    let past = table.room.past(table.room.you("a", "a", Some(KEY)), table.now, &[]);
    no_seed(&serde_json::to_string(&past).expect("JSON"));
}

fn same_as_folded(table: &Table, thorough: bool) {
    let folded = table.folded();
    assert_eq!(picture(&folded, table.now), table.picture());
    if thorough {
        let you = |room: &Room| room.you("a", "a", None);
        let past = |room: &Room| room.past(you(room), table.now, &[]);
        assert_eq!(past(&folded), past(&table.room));
        assert_eq!(folded.record(), table.room.record());
    }
}

/// Plays a table to its end; returns the numbers under which moves were played.
fn run(config: TableConfig, seed: u64) -> Table {
    let mut dice = Wyrand::new(seed);
    let mut table = Table::begun(config);
    let mut known: HashMap<String, (String, Request, u64)> = HashMap::new();
    let mut round = 0;
    while !table.room.is_over() {
        round += 1;
        assert!(round < 5000, "the game does not end");
        table.now += u64::from(dice.below(900));
        match dice.below(4) {
            0 => {
                let (person, request) = nonsense(&table, &mut dice);
                let _ = table.ask(&person, request);
            }
            1 => draft(&mut table, &mut dice),
            2 if !known.is_empty() => {
                // An older move again: answered, never played twice.
                let keys: Vec<&String> = known.keys().collect();
                let key = keys[dice.below(keys.len() as u32) as usize].clone();
                let (person, request, n) = known[&key].clone();
                match table.ask(&person, request) {
                    Ok(decision) => {
                        assert!(decision.entries.is_empty());
                        assert_eq!(decision.answer, Some(ServerMsg::Done { id: key, n }));
                    }
                    Err(problem) => assert_eq!(problem.kind, "late"),
                }
            }
            _ => {
                let id = format!("m{round}");
                let Some((person, request)) = table.random_move(&mut dice, &id) else { break };
                let n = table.room.newest() + 1;
                table.ask(&person, request.clone()).expect("a legal move");
                if !person.is_empty() {
                    known.insert(id, (person, request, n));
                }
            }
        }
        if round % 7 == 0 {
            same_as_folded(&table, round % 35 == 0);
        }
        if round % 60 == 0 && !table.room.is_over() {
            check_secrets(&table, table.told.len().saturating_sub(40));
        }
    }
    table
}

fn check_end(table: &Table) {
    same_as_folded(table, true);
    let Status::Over { reason, ranks, points } = table.room.status() else { panic!("not over") };
    assert_eq!(reason, protocol::EndReason::Played);
    let ranked: usize = ranks.iter().map(Vec::len).sum();
    assert_eq!((ranked, points.len()), (table.room.config().seats.len(), ranked));
    let record = games::Record::parse(&table.room.record()).expect("a record");
    let report =
        fair::verify(&record, fair::Known::default()).expect("draws that follow from the seed");
    let drawn = table.log.iter().map(|logged| match &logged.entry {
        Entry::Began { chance, .. } | Entry::Played { chance, .. } => chance.len(),
        _ => 0,
    });
    assert_eq!(report.draws, drawn.sum::<usize>());
    let mut ids: Vec<(u8, String)> = vec![];
    for logged in &table.log {
        if let Entry::Played { seat, id, .. } = &logged.entry {
            assert!(!ids.contains(&(*seat, id.clone())), "{id} was played twice");
            ids.push((*seat, id.clone()));
        }
    }
    assert!(record.print().contains(&hex_seed()), "the seed is revealed");
}

fn hex_seed() -> String {
    fair::Secret::new(SEED).seed(fair::Version::Two, 1).reveal()
}

#[test]
fn games_of_every_plan() {
    for (number, config) in plans().into_iter().enumerate() {
        let table = run(config, number as u64 + 1);
        check_end(&table);
        check_clocks(&table);
        let numbers: Vec<u64> = table.told.iter().filter_map(number_of).collect();
        assert_eq!(numbers.len(), table.told.len(), "every entry is one numbered message");
        assert!(numbers.windows(2).all(|pair| pair[1] == pair[0] + 1));
    }
}

fn number_of(message: &ServerMsg) -> Option<u64> {
    match message {
        ServerMsg::Step(step) => Some(step.n),
        ServerMsg::Table { n, .. } | ServerMsg::Chat { n, .. } => Some(*n),
        _ => None,
    }
}

/// What a move used is what its seat lost, apart from increments; nobody else loses anything.
fn check_clocks(table: &Table) {
    let Clock::Total { seconds, increment } = table.room.config().clock else { return };
    let mut left = vec![i64::from(seconds) * 1000; table.room.config().seats.len()];
    let mut increments: u16 = 0;
    for logged in &table.log {
        let Entry::Played { seat, used, left: after, .. } = &logged.entry else { continue };
        let spent = i64::try_from(*used).expect("some time");
        let gained: i64 = after.iter().sum::<i64>() - left.iter().sum::<i64>() + spent;
        assert!(gained == 0 || gained == i64::from(increment) * 1000, "{gained}");
        increments += u16::from(gained > 0);
        for (other, (now, before)) in after.iter().zip(&left).enumerate() {
            assert!(now >= before || other == usize::from(*seat), "another seat was charged");
        }
        left.clone_from(after);
    }
    assert_eq!(increments, table.room.row().turn, "one for every turn");
}

/// A resting room is small: the game, and the log as text.
#[test]
fn a_room_at_rest_is_small() {
    let mut config = plan(&[SeatPlan::Me, SeatPlan::Anyone, computer()]);
    let all = games::registry::expansions();
    config.plan.expansions = all.iter().map(|info| info.name.to_string()).collect();
    config.clock = Clock::Total { seconds: 3600, increment: 5 };
    let table = run(config, 77);
    let log: usize = table.log.iter().map(|l| serde_json::to_string(l).unwrap().len() + 32).sum();
    let game = size_of::<protocol::Course>() + 200;
    let all = size_of::<Room>() + game + log;
    assert!(all < 64_000, "{all} bytes: room {}, game {game}, log {log}", size_of::<Room>());
}

#[test]
fn offers_and_claims_at_random_end_cleanly() {
    for seed in 0..30 {
        let mut dice = Wyrand::new(seed);
        let seats = [SeatPlan::Me, SeatPlan::Anyone, SeatPlan::Anyone, computer()];
        let mut table = Table::begun(plan(&seats[..2 + dice.below(3) as usize]));
        for _ in 0..400 {
            if table.room.is_over() {
                break;
            }
            table.now += 1000;
            let person = PEOPLE[dice.below(3) as usize];
            let (seat, away) = (dice.below(4) as u8, dice.below(4) as u8);
            let kinds = [
                OfferKind::Draw,
                OfferKind::Abort,
                OfferKind::Takeback,
                OfferKind::Days,
                OfferKind::Live,
            ];
            let kind = kinds[dice.below(5) as usize];
            let want = [Claim::Win, Claim::Abort, Claim::Computer][dice.below(3) as usize];
            let request = match dice.below(30) {
                0 => Request::Offer { seat, kind, after: None },
                1 => Request::Decline { seat },
                2 => Request::Claim { seat, away, want, away_ms: 60_000, grace_ms: 60_000 },
                3 | 4 => Request::Return { seat },
                5 if dice.below(5) == 0 => Request::Resign { seat },
                _ => {
                    table.step(&mut dice);
                    continue;
                }
            };
            let _ = table.ask(person, request);
            same_as_folded(&table, false);
        }
        same_as_folded(&table, true);
        let ended = table.count(|entry| matches!(entry, Entry::Ended { .. }));
        assert_eq!(ended, usize::from(table.room.is_over()));
        if table.room.is_over() {
            let record = games::Record::parse(&table.room.record()).unwrap();
            fair::verify(&record, fair::Known::default()).expect("draws that follow from the seed");
            let index = table.log.len();
            assert!(table.ask("a", Request::Resign { seat: 0 }).is_err());
            assert_eq!(table.tick(), 0);
            assert_eq!(table.log.len(), index);
        }
    }
}
