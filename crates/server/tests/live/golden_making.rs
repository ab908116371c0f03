//! The program that makes golden logs of the format of today (`tests/golden/README.md`): it is run
//! once, before the next format, and never writes over a file.

use std::collections::BTreeMap;
use std::io::Write;

use ai::Wyrand;
use flate2::{Compression, write::GzEncoder};
use games::{Game, Quiet, Turn};
use protocol::log::{FORMAT, Logged, Who};
use protocol::{
    Aids, Clock, Level, LevelNumber, OfferKind, Order, Plan, SeatPlan, Status, Switch, TableChange,
    TableConfig,
};
use room::{Request, Room, Rulebook};

use super::golden::{Golden, found, golden};

const KEY: &str = "the-key";

/// A table that is played by dice and a simulated clock.
struct Maker {
    room: Room,
    log: Vec<Logged>,
    now: u64,
    dice: Wyrand,
}

fn who(id: &str) -> Who {
    Who { id: id.to_string(), name: format!("Player {}", id.to_uppercase()), account: id == "a" }
}

fn value(seat: u8) -> String {
    format!("{:032x}", u128::from(seat) + 77)
}

impl Maker {
    fn ask(&mut self, person: &str, request: Request) {
        let told = format!("{request:?}");
        let decided = self.room.decide(self.now, &who(person), request);
        self.commit(decided.unwrap_or_else(|problem| panic!("{told}: {problem:?}")).entries);
    }

    fn commit(&mut self, entries: Vec<Logged>) {
        for logged in entries {
            let kept = serde_json::to_string(&logged).unwrap();
            self.log.push(serde_json::from_str(&kept).unwrap());
            self.room.apply(&logged).unwrap();
        }
        self.now += 700;
    }

    fn seal(&mut self, person: &str, seat: u8) {
        let own = fair::Value::parse(&value(seat)).unwrap();
        let hash = Some(own.seal(self.room.commitment(), seat).to_string());
        self.ask(person, Request::Sit { seat, key: Some(KEY.into()), value: None, hash });
    }

    fn open(&mut self, person: &str, seat: u8) {
        let value = Some(value(seat));
        self.ask(person, Request::Sit { seat, key: Some(KEY.into()), value, hash: None });
    }

    fn start(&mut self, own: &[u8]) {
        let values = own.iter().map(|seat| (*seat, value(*seat))).collect();
        self.ask("a", Request::Start { values, reveal_ms: 10_000 });
    }

    fn reveal(&mut self, person: &str, seat: u8) {
        self.ask(person, Request::Reveal { values: BTreeMap::from([(seat, value(seat))]) });
    }

    fn say(&mut self, person: &str, text: &str) {
        let id = format!("c{}", self.room.newest());
        self.ask(person, Request::Chat { id, text: text.into() });
    }

    /// In the waiting room: what is played is changed, and seats take colours.
    fn change(&mut self, change: TableChange) {
        self.ask("a", Request::Change { change: Box::new(change) });
    }

    fn colour(&mut self, person: &str, seat: u8, colour: u8) {
        self.ask(person, Request::Colour { seat, colour });
    }

    /// Plays so many decisions, whoever must decide; fewer if the game ends.
    fn play(&mut self, most: usize) {
        for _ in 0..most {
            if !self.room.is_playing() {
                return;
            }
            let (rules, game) = self.room.game().unwrap();
            let Turn::Player(acting) = game.turn() else { panic!("nobody decides") };
            let (rules, mut game, mut words) = (rules.clone(), game.clone(), Vec::new());
            while game.turn() == Turn::Player(acting) {
                let action = game.pick(&rules, &mut self.dice);
                words.push(game.word(&rules, action));
                game.play(&rules, action, &mut Quiet);
            }
            let seat = acting.0;
            if self.room.computer().is_some() {
                self.ask("", Request::ComputerPlay { seat, words });
                continue;
            }
            let person =
                ["a", "b", "c", "d"].into_iter().find(|p| !self.room.choices(p).is_empty());
            let person = person.expect("somebody decides");
            let after = self.room.choices(person)[0].n;
            let id = format!("m{after}");
            self.ask(person, Request::Play { seat, after, id, words });
        }
    }

    /// One offers to take its last move back, and the others agree.
    fn take_back(&mut self, people: &[(&str, u8)]) {
        for (person, seat) in people {
            let kind = OfferKind::Takeback;
            self.ask(person, Request::Offer { seat: *seat, kind, after: None });
        }
    }
}

fn config(plan: Plan, seats: Vec<SeatPlan>) -> TableConfig {
    TableConfig {
        name: String::new(),
        plan,
        seats,
        order: Order::Given,
        clock: Clock::None,
        flagged: protocol::Flagged::Loses,
        aids: protocol::Aids::Standard,
        visibility: protocol::Visibility::Public,
        takeback: None,
        hints: None,
        watcher_chat: Switch::On,
        start: protocol::Start::Owner,
        first: None,
        from: None,
        rated: false,
        pool: None,
        again: 0,
        finishes: None,
    }
}

/// What happens at the table before and early in its game; the number chooses what.
fn begun(number: usize, plan: Plan, seed: [u8; 32]) -> Maker {
    use SeatPlan::{Anyone, Link, Me};
    let level = match number % 4 {
        1 => Level::Person(LevelNumber::ALL[number % 5]),
        3 => Level::Greedy,
        _ => Level::Random,
    };
    let computer = SeatPlan::Computer { level };
    let mut config = match number % 6 {
        1 => config(plan, vec![Me, computer.clone()]),
        3 => config(plan, vec![Me, Link, Anyone]),
        4 => config(plan, vec![Me, Anyone, Anyone]),
        _ => config(plan, vec![Me, Anyone]),
    };
    match number % 6 {
        0 => config.clock = Clock::Total { seconds: 600, increment: 5 },
        4 => config.clock = Clock::Days { days: 3 },
        5 => config.takeback = Some(Switch::On),
        _ => {}
    }
    if matches!(number % 6, 0 | 2) {
        config.order = Order::Random;
    }
    // Every second table was made for another game, and changed in the waiting room.
    let plan = std::mem::replace(&mut config.plan, base());
    let changed = number % 2 == 1;
    if !changed {
        config.plan = plan.clone();
    }
    let (now, book, id) = (1_790_000_000_000, Rulebook::default(), format!("{FORMAT}-{number}"));
    let (room, log) = Room::make(&book, &id, KEY, seed, config, &who("a"), now).unwrap();
    let mut table = Maker { room, log, now, dice: Wyrand::new(number as u64 + 1) };
    if changed {
        let plan = Some(plan).filter(|plan| *plan != base());
        let name = Some(format!("Table {number}"));
        table.change(TableChange {
            plan,
            name,
            aids: Some(Aids::Purist),
            ..TableChange::default()
        });
    }
    if !number.is_multiple_of(3) {
        table.colour("a", 0, (number % 6) as u8);
    }
    match number % 6 {
        0 => sealed(&mut table),
        1 => {
            table.start(&[0]);
            table.play(6);
            table.take_back(&[("a", 0)]);
        }
        2 => {
            void(&mut table);
            sealed(&mut table);
        }
        3 => {
            table.ask("a", Request::Open { seat: 1, plan: Anyone });
            table.ask("a", Request::Open { seat: 2, plan: computer });
            table.colour("a", 2, 5);
            table.open("b", 1);
            table.colour("b", 1, 0);
            table.start(&[0]);
            table.ask("a", Request::Watchers { chat: Switch::Off });
        }
        4 => {
            table.open("b", 1);
            table.open("c", 2);
            table.colour("c", 2, ((number + 1) % 6) as u8);
            table.open("a", 0);
            table.change(TableChange {
                clock: Some(Clock::Days { days: 2 }),
                takeback: Some(Switch::Off),
                ..TableChange::default()
            });
            table.start(&[]);
        }
        _ => {
            table.seal("a", 0);
            table.open("b", 1);
            table.start(&[]);
            table.reveal("a", 0);
            table.play(8);
            table.take_back(&[("a", 0), ("b", 1)]);
            table.say("b", "Fair enough.");
        }
    }
    table
}

/// Two people seal, and reveal.
fn sealed(table: &mut Maker) {
    table.seal("a", 0);
    table.seal("b", 1);
    table.start(&[]);
    table.reveal("b", 1);
    table.reveal("a", 0);
    table.say("a", "Good luck!");
    table.say("w", "They cannot hear us.");
}

/// One of two does not reveal: it stands up, and a new round begins.
fn void(table: &mut Maker) {
    table.seal("a", 0);
    table.seal("b", 1);
    table.start(&[]);
    table.reveal("a", 0);
    table.now += 11_000;
    let due = table.room.tick(table.now);
    assert!(!due.is_empty());
    table.commit(due);
}

/// A table of this number, as far as it is played.
fn made(number: usize, name: &str, plan: Plan) -> Golden {
    let seed = [number as u8 ^ 0x5a; 32];
    let mut table = begun(number, plan, seed);
    // Two rounds of six tables each way.
    match (number / 6) % 3 {
        0 => table.play(5 + number % 7),
        1 => {
            table.play(9 + number % 5);
            table.ask("a", Request::Resign { seat: seat_of(&table.room, "a") });
            table.play(3);
        }
        _ => table.play(1000),
    }
    let hex = fair::list::write_hash(&seed);
    let Maker { room, log, now, .. } = table;
    let expected = found(&room, now);
    let (name, id) = (format!("{number} {name}"), format!("{FORMAT}-{number}"));
    Golden { name, id, key: KEY.into(), seed: hex, now, log, expected }
}

fn seat_of(room: &Room, person: &str) -> u8 {
    room.you(person, person, None).seats[0]
}

/// Tables that have not begun: a round is void, seats are sealed, opened, frozen; the plan is
/// another, a colour is taken, a seat went to the computer and back.
fn unbegun(number: usize, plan: Plan) -> Golden {
    let seed = [number as u8 ^ 0xa5; 32];
    let seats = vec![SeatPlan::Me, SeatPlan::Anyone];
    let (now, book, id) = (1_790_000_000_000, Rulebook::default(), format!("{FORMAT}-{number}"));
    let config = config(plan, seats);
    let (room, log) = Room::make(&book, &id, KEY, seed, config, &who("a"), now).unwrap();
    let mut table = Maker { room, log, now, dice: Wyrand::new(1) };
    match number % 7 {
        0 => table.seal("a", 0),
        1 => void(&mut table),
        2 => table.ask("a", Request::Open { seat: 1, plan: SeatPlan::Link }),
        3 => {
            table.seal("b", 1);
            let city = Plan { family: "city".into(), ..base() };
            let clock = Some(Clock::Total { seconds: 300, increment: 3 });
            table.change(TableChange { plan: Some(city), clock, ..TableChange::default() });
            table.colour("b", 1, 2);
            table.ask("b", Request::Stand { seat: 1 });
        }
        4 => {
            let plan = SeatPlan::Computer { level: Level::Greedy };
            table.ask("a", Request::Open { seat: 1, plan });
            table.colour("a", 1, 1);
            table.ask("a", Request::Open { seat: 1, plan: SeatPlan::Anyone });
        }
        5 => {
            void(&mut table);
            table.change(TableChange { order: Some(Order::Random), ..TableChange::default() });
            table.seal("c", 1);
            table.colour("c", 1, 3);
        }
        _ => {
            table.seal("a", 0);
            table.seal("b", 1);
            table.start(&[]);
            table.reveal("b", 1);
        }
    }
    assert_eq!(table.room.status(), Status::Open);
    let hex = fair::list::write_hash(&seed);
    let expected = found(&table.room, table.now);
    let name = format!("{number} open");
    Golden { name, id, key: KEY.into(), seed: hex, now: table.now, log: table.log, expected }
}

fn base() -> Plan {
    Plan { family: "country".into(), expansions: vec![], options: vec![], tiles: None }
}

/// The base game, each expansion, each pair, all together, and The City.
fn plans() -> Vec<(String, Plan)> {
    let names: Vec<&str> = games::registry::expansions().iter().map(|info| info.name).collect();
    let mut sets: Vec<Vec<&str>> = vec![vec![]];
    sets.extend(names.iter().map(|name| vec![*name]));
    for (at, one) in names.iter().enumerate() {
        sets.extend(names[at + 1..].iter().map(|other| vec![*one, *other]));
    }
    sets.push(names.clone());
    let of = |set: &Vec<&str>| {
        let expansions = set.iter().map(ToString::to_string).collect();
        (set.join("+"), Plan { expansions, ..base() })
    };
    let mut plans: Vec<(String, Plan)> = sets.iter().map(of).collect();
    plans.push(("city".into(), Plan { family: "city".into(), ..base() }));
    plans
}

/// Writes the file, if there is none.
#[test]
#[ignore = "it is run once for each format, before the next one"]
fn make_logs_of_this_format() {
    let path = golden(&format!("games-{FORMAT}.jsonl.gz"));
    assert!(!path.exists(), "golden logs are never made again");
    let (plans, mut all) = (plans(), Vec::new());
    for round in 0..3 {
        for (at, (name, plan)) in plans.iter().enumerate() {
            // Another kind of table for the same game in each round.
            let number = round * plans.len() + at + round;
            all.push(made(number, name, plan.clone()));
        }
    }
    let first = 4 * plans.len();
    all.extend((first..first + 14).map(|number| unbegun(number, base())));
    let mut file = GzEncoder::new(std::fs::File::create(&path).unwrap(), Compression::best());
    for golden in &all {
        writeln!(file, "{}", serde_json::to_string(golden).unwrap()).unwrap();
    }
    file.finish().unwrap();
    println!("{} logs", all.len());
}
