//! Tables of a page: kept first, told then; closed and opened again; played to the end.

use protocol::engine::{
    Call, Decided, LocalMake, LocalNow, LocalOpen, LocalThought, LocalTold, Position, RecordOnly,
    TableName, TableThen, Think, ThinkOn, Thought, Verified, Verify,
};
use protocol::log::{Logged, Who};
use protocol::{ClientMsg, Level, OfferKind, ServerMsg, Status, TableConfig};
use serde_json::json;

use crate::kit::Asked;

fn who() -> Who {
    Who { id: "me".to_string(), name: "Anna".to_string(), account: false }
}

/// A page with its storage.
struct Page {
    engine: Asked,
    log: Vec<Logged>,
    now: u64,
    told: LocalTold,
}

const SECRET: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

fn table() -> String {
    "local-1".to_string()
}

fn config(family: &str, expansions: &[&str], clock: &serde_json::Value) -> TableConfig {
    serde_json::from_value(json!({
        "plan": { "family": family, "expansions": expansions },
        "seats": [{ "kind": "me" }, { "kind": "computer", "level": "level-2" }],
        "clock": clock,
    }))
    .unwrap()
}

impl Page {
    fn make(config: TableConfig) -> Page {
        let mut engine = Asked::default();
        let make = LocalMake {
            table: table(),
            key: String::new(),
            secret: SECRET.to_string(),
            config,
            who: who(),
            now: 1_000_000,
        };
        let decided: Decided = engine.ask(Call::Make, &make);
        let told = engine.ask(Call::Kept, &LocalNow { table: table(), now: 1_000_000 });
        let mut page = Page { engine, log: decided.entries, now: 1_000_000, told };
        let begin = json!({ "table": table(), "now": page.now, "values": {} });
        page.change(Call::Begin, &begin);
        page
    }

    /// Decides, keeps, and is told.
    fn change(&mut self, call: Call, question: &impl serde::Serialize) -> Decided {
        let decided: Decided = self.engine.ask(call, question);
        self.log.extend(decided.entries.iter().cloned());
        self.now += 1000;
        self.told = self.engine.ask(Call::Kept, &LocalNow { table: table(), now: self.now });
        decided
    }

    /// The page is gone; another one opens the table.
    fn reopen(&mut self, away: u64) {
        let seen = self.now;
        self.now += away;
        self.engine = Asked::default();
        let open = LocalOpen {
            table: table(),
            key: String::new(),
            secret: SECRET.to_string(),
            log: self.log.clone(),
            who: who(),
            now: self.now,
            seen,
        };
        self.change(Call::Open, &open);
    }

    fn say(&mut self, message: &ClientMsg) -> Decided {
        let question = json!({ "table": table(), "now": self.now, "message": message });
        self.change(Call::Say, &question)
    }

    /// A decision by a level, in slices.
    fn thought(&mut self, level: &str, simulations: u32) -> Vec<String> {
        let then = TableThen { table: table(), then: Vec::new() };
        let Position { position } = self.engine.ask(Call::TablePosition, &then);
        let level: Level = level.parse().unwrap();
        let (mind, seed) = ("m".to_string(), 7);
        let think = Think { mind: mind.clone(), position, level, seed, since: None, share: None };
        let mut thought: Thought = self.engine.ask(Call::Think, &think);
        while !thought.done {
            let on = ThinkOn { mind: mind.clone(), simulations };
            thought = self.engine.ask(Call::ThinkOn, &on);
        }
        thought.words
    }

    fn turn(&mut self) {
        if let Some(seat) = self.told.state.computer.clone() {
            let words = self.thought("level-2", 50);
            let (table, now, after) = (table(), self.now, self.told.state.n);
            let thought = LocalThought { table, now, seat: seat.seat, after, words };
            self.change(Call::Computer, &thought);
        } else {
            let words = self.thought("greedy", 50);
            let (after, id) = (self.told.state.n, format!("m{}", self.now));
            self.say(&ClientMsg::Play { seat: 0, after, id, words });
        }
    }
}

fn played_to_the_end(config: TableConfig) {
    let mut page = Page::make(config);
    let mut turns = 0;
    while !page.told.state.over {
        page.turn();
        turns += 1;
        if turns % 20 == 0 {
            page.reopen(3_600_000);
        }
    }
    page.reopen(1);
    let Some(ServerMsg::Snapshot(past)) = page.told.messages.first() else { panic!("a snapshot") };
    assert!(matches!(past.table.status, Status::Over { .. }), "{:?}", past.table.status);
    let RecordOnly { record } = page.engine.ask(Call::Record, &TableName { table: table() });
    let commitment = Some(page.told.state.commitment.clone());
    let verify = Verify { record, commitment, before: 0 };
    let verified: Verified = page.engine.ask(Call::Verify, &verify);
    assert!(verified.draws > 20, "{verified:?}");
    // The server would take it.
    let book = room::Rulebook::default();
    let secret = fair::Secret::parse(SECRET).unwrap();
    let by = Who { id: "p".to_string(), name: "Anna".to_string(), account: true };
    let again = room::Again { id: "x", key: "k", secret, by: &by, now: page.now };
    let (room, _) = room::Room::again(&book, &again, &page.log).unwrap();
    assert!(room.is_over() && !room.counts());
}

#[test]
fn a_base_game_is_played_closed_opened_and_kept() {
    played_to_the_end(config("country", &[], &json!({ "kind": "none" })));
}

#[test]
fn a_game_with_a_clock_is_played_too_and_time_away_is_charged_to_nobody() {
    let clock = json!({ "kind": "total", "seconds": 900, "increment": 5 });
    played_to_the_end(config("city", &[], &clock));
}

#[test]
fn everything_at_once_is_played() {
    let all = ["river", "abbot", "inns", "traders", "cult", "count"];
    played_to_the_end(config("country", &all, &json!({ "kind": "none" })));
}

#[test]
fn moves_are_taken_back_as_at_a_server() {
    let mut page = Page::make(config("country", &[], &json!({ "kind": "none" })));
    for _ in 0..4 {
        page.turn();
    }
    let before = page.told.state.row.turn;
    page.say(&ClientMsg::Offer { seat: 0, kind: OfferKind::Takeback, after: None });
    let snapshot = page.told.messages.iter().any(|m| matches!(m, ServerMsg::Snapshot(_)));
    assert!(snapshot && page.told.state.row.turn < before);
    page.reopen(5);
    assert!(page.told.state.row.turn < before);
}

#[test]
fn what_is_not_kept_was_never_decided() {
    let mut page = Page::make(config("country", &[], &json!({ "kind": "none" })));
    while page.told.state.computer.is_some() {
        page.turn();
    }
    let words = page.thought("greedy", 10);
    let after = page.told.state.n;
    let message = ClientMsg::Play { seat: 0, after, id: "a".to_string(), words };
    let question = json!({ "table": table(), "now": page.now, "message": message });
    let decided: Decided = page.engine.ask(Call::Say, &question);
    assert_eq!(decided.entries.len(), 1);
    let busy = page.engine.try_ask::<Decided>(Call::Say, &question).unwrap_err();
    assert_eq!(busy.kind, "busy");
    page.engine.ask::<()>(Call::Dropped, &TableName { table: table() });
    let look: LocalTold = page.engine.ask(Call::Look, &LocalNow { table: table(), now: page.now });
    assert_eq!(look.state.n, after, "nothing happened");
    let again: Decided = page.engine.ask(Call::Say, &question);
    assert_eq!(again, decided, "and it can be decided again");
}

#[test]
fn a_forged_log_is_not_kept() {
    let mut page = Page::make(config("country", &[], &json!({ "kind": "none" })));
    page.turn();
    let book = room::Rulebook::default();
    let secret = fair::Secret::parse(SECRET).unwrap();
    let by = Who { id: "p".to_string(), name: "Anna".to_string(), account: true };
    let again = room::Again { id: "x", key: "k", secret, by: &by, now: page.now };
    let kept = |log: &[Logged]| room::Room::again(&book, &again, log).unwrap_err();
    assert_eq!(kept(&page.log).kind, "not-over");
    let mut forged = page.log.clone();
    let last = forged.last_mut().unwrap();
    let protocol::log::Entry::Played { chance, .. } = &mut last.entry else { panic!("a move") };
    chance[0] = "base/D".to_string();
    let place = format!("log[{}]", forged.len() - 1);
    let problem = kept(&forged);
    assert_eq!((problem.kind.as_str(), problem.at.as_deref()), ("game", Some(place.as_str())));
}
