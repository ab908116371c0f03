//! A table under test: the live room, its log as a store would keep it, and everything it told.

use std::collections::BTreeMap;

use ai::Wyrand;
use protocol::log::{Entry, Logged, Who};
use protocol::{Choices, Level, Order, Plan, Problem, SeatPlan, ServerMsg, TableConfig};
use room::{Ahead, Decision, Request, Room, Rulebook};
use table::Dice;

pub const SEED: [u8; 32] = [
    0xd1, 0x07, 0x3c, 0xee, 0x41, 0x9a, 0x55, 0xb2, 0x60, 0xf8, 0x1d, 0x2e, 0x93, 0x77, 0xab, 0x04,
    0x58, 0xc6, 0x39, 0xe0, 0x8f, 0x12, 0xd4, 0x6b, 0xa5, 0x70, 0xfc, 0x21, 0x9e, 0x4d, 0x83, 0xb7,
];
pub const KEY: &str = "the-key";

/// A person by a short name; `@a` has an account.
pub fn who(id: &str) -> Who {
    Who { id: id.to_string(), name: id.to_uppercase(), account: id.starts_with('@') }
}

/// A seat's share in the draws.
pub fn value(number: u32) -> String {
    format!("{number:032x}")
}

/// The owner starts without values of its own; the others have ten seconds for theirs.
pub fn start() -> Request {
    Request::Start { values: BTreeMap::new(), reveal_ms: 10_000 }
}

/// A plan of the country without expansions.
pub fn plan(seats: &[SeatPlan]) -> TableConfig {
    TableConfig {
        name: String::new(),
        plan: Plan { family: "country".into(), expansions: vec![], options: vec![], tiles: None },
        seats: seats.to_vec(),
        order: Order::Given,
        clock: protocol::Clock::None,
        flagged: protocol::Flagged::Loses,
        aids: protocol::Aids::Standard,
        visibility: protocol::Visibility::Public,
        takeback: None,
        hints: None,
        watcher_chat: protocol::Switch::On,
        start: protocol::Start::Owner,
        first: None,
        from: None,
        rated: false,
        pool: None,
        again: 0,
        finishes: None,
    }
}

/// A seat of the simplest computer.
pub fn computer() -> SeatPlan {
    SeatPlan::Computer { level: Level::Random }
}

/// A table.
pub struct Table {
    pub book: Rulebook,
    pub room: Room,
    pub log: Vec<Logged>,
    pub told: Vec<ServerMsg>,
    pub now: u64,
}

impl Table {
    /// Made by `a`.
    pub fn make(config: TableConfig) -> Result<Table, Problem> {
        Table::make_by("a", config)
    }

    /// Made by somebody.
    pub fn make_by(maker: &str, config: TableConfig) -> Result<Table, Problem> {
        let book = Rulebook::default();
        let now = 1_700_000_000_000;
        let by = who(maker);
        let (room, log) = Room::make(&book, "table", KEY, SEED, config, &by, now)?;
        let mut table = Table { book, room, log: vec![], told: vec![], now };
        table.log = log;
        Ok(table)
    }

    /// Made by `a`; `b`, `c` and so on take the free seats; begun.
    pub fn begun(config: TableConfig) -> Table {
        let mut table = Table::make(config).expect("a plan that can be played");
        let seats = table.room.config().seats.clone();
        let mut names = "bcdefg".chars();
        for (seat, plan) in (0u8..).zip(seats) {
            if matches!(plan, SeatPlan::Anyone | SeatPlan::Link) {
                let name = names.next().expect("names for all").to_string();
                let (key, value) = (Some(KEY.to_string()), Some(value(100 + u32::from(seat))));
                table.ask(&name, Request::Sit { seat, key, value, hash: None }).expect("free");
            }
        }
        table.ask("a", start()).expect("all sit");
        table
    }

    /// Two people, begun.
    pub fn duel() -> Table {
        Table::begun(plan(&[SeatPlan::Me, SeatPlan::Anyone]))
    }

    /// Asks, and commits what follows.
    pub fn ask(&mut self, person: &str, request: Request) -> Result<Decision, Problem> {
        let decision = self.room.decide(self.now, &who(person), request)?;
        self.commit_decided(&decision.entries, decision.ahead.clone());
        Ok(decision)
    }

    /// The kind of the problem with which a request is refused.
    pub fn refused(&mut self, person: &str, request: Request) -> String {
        let before = self.picture();
        let problem = self.ask(person, request.clone()).expect_err(&format!("{request:?}"));
        assert!(!problem.detail.is_empty() && problem.detail.ends_with('.'), "{problem:?}");
        assert!((400..500).contains(&problem.status), "{problem:?}");
        assert_eq!(before, self.picture(), "a refusal changes nothing");
        problem.kind
    }

    /// Appends entries, as the store keeps them, and applies them.
    pub fn commit(&mut self, entries: &[Logged]) {
        self.commit_decided(entries, None);
    }

    /// The same for entries that were just decided: a move that is not played twice says the same
    /// as one that is.
    fn commit_decided(&mut self, entries: &[Logged], mut ahead: Option<Ahead>) {
        for logged in entries {
            let kept = serde_json::to_string(logged).expect("JSON");
            self.log.push(serde_json::from_str(&kept).expect("an entry"));
            let mut again = self.room.clone();
            let told = self.room.apply_decided(logged, &mut ahead);
            let told = told.expect("an entry that was decided");
            assert_eq!(again.apply(logged).as_ref(), Ok(&told));
            assert_eq!(again.game().map(|(_, game)| game), self.room.game().map(|(_, game)| game));
            self.told.push(told);
        }
        assert!(ahead.is_none(), "the entry of the move took it");
    }

    /// What is due by now.
    pub fn tick(&mut self) -> usize {
        let due = self.room.tick(self.now);
        self.commit(&due);
        due.len()
    }

    /// The room as the log alone tells it.
    pub fn folded(&self) -> Room {
        Room::fold(&self.book, "table", KEY, SEED, &self.log).expect("a log that was written")
    }

    /// Everything that can be seen of the room now, for comparison.
    pub fn picture(&self) -> String {
        picture(&self.room, self.now)
    }

    /// What somebody must decide.
    pub fn choices(&self) -> Option<(String, Choices)> {
        let people = self.room.people();
        people.into_iter().find_map(|p| Some((p.clone(), self.room.choices(&p).pop()?)))
    }

    /// A whole decision at random for the seat to act, person or computer: the request.
    pub fn random_move(&self, dice: &mut Wyrand, id: &str) -> Option<(String, Request)> {
        if let Some((seat, _)) = self.room.computer() {
            let words = self.random_words(seat, dice);
            return Some((String::new(), Request::ComputerPlay { seat, words }));
        }
        let (person, choices) = self.choices()?;
        let seat = choices.seat;
        let words = self.random_words(seat, dice);
        let id = id.to_string();
        Some((person, Request::Play { seat, after: choices.n, id, words }))
    }

    /// Words that decide to the end.
    fn random_words(&self, seat: u8, dice: &mut Wyrand) -> Vec<String> {
        use games::{Game, Seat, Turn};
        let (rules, game) = self.room.game().expect("a game");
        let mut game = game.clone();
        let mut words = vec![];
        while game.turn() == Turn::Player(Seat(seat)) {
            let action = game.pick(rules, dice);
            words.push(game.word(rules, action));
            game.play(rules, action, &mut games::Quiet);
        }
        words
    }

    /// Plays one random decision of whoever must decide; `false` if the game is over.
    pub fn step(&mut self, dice: &mut Wyrand) -> bool {
        let id = format!("m{}-{}", self.room.newest(), dice.below(1 << 30));
        let Some((person, request)) = self.random_move(dice, &id) else { return false };
        self.ask(&person, request).expect("a legal move");
        true
    }

    /// How many entries satisfy a test.
    pub fn count(&self, test: impl Fn(&Entry) -> bool) -> usize {
        self.log.iter().filter(|logged| test(&logged.entry)).count()
    }
}

/// Everything that can be seen of a room but its past.
pub fn picture(room: &Room, now: u64) -> String {
    let people = ["", "a", "b", "c", "d", "e", "f", "x"];
    let own: Vec<_> = people.iter().map(|p| (room.you(p, p, None), room.choices(p))).collect();
    let index = room.index();
    let shown = serde_json::to_string(&(room.info(now, &[]), room.row(), own)).expect("JSON");
    format!("{shown} {index:?} {:?} {:?} {room:?}", room.wake(), room.computer())
}
