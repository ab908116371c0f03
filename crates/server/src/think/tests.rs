//! Threads, turns, and what is kept.

use std::sync::mpsc::{Receiver, Sender, channel};

use ai::{AnyMind, Player, Wyrand};
use games::{AnyGame, AnyRules, Game, Quiet, Seat, Setup, Turn};
use protocol::Level;

use super::seat::{Question, at_once, decide, stated};
use super::trees::{Seated, Whose};
use super::*;

const SOON: Duration = Duration::from_secs(30);
const RULE: Rule = Rule { threads: 1, seats: 8, memory: 64 << 20 };

fn behalf(class: Class, account: &str, table: &str) -> Behalf {
    Behalf { class, account: account.into(), table: table.into() }
}

/// A thread that is busy until the sender is dropped; it has begun.
fn occupy(thinkers: &Thinkers, behalf: Behalf) -> (Asked, Sender<()>) {
    let (end, wait) = channel::<()>();
    let (begin, begun) = channel();
    let work = move |_: &Pace| {
        begin.send(()).unwrap();
        let _ = wait.recv();
    };
    let asked = thinkers.ask(behalf, Time::default(), work).unwrap();
    begun.recv_timeout(SOON).unwrap();
    (asked, end)
}

/// Waits for a turn and then says a name.
fn say(
    thinkers: &Thinkers,
    behalf: Behalf,
    name: &'static str,
    to: &Sender<&'static str>,
) -> Asked {
    let to = to.clone();
    thinkers.ask(behalf, Time::default(), move |_| to.send(name).unwrap()).unwrap()
}

fn all<T>(from: &Receiver<T>, count: usize) -> Vec<T> {
    (0..count).map(|_| from.recv_timeout(SOON).unwrap()).collect()
}

#[test]
fn no_table_waits_behind_the_crowd_of_another() {
    let thinkers = Thinkers::start(RULE).unwrap();
    let (_busy, end) = occupy(&thinkers, behalf(Class::Seat, "zoe", "t0"));
    let (to, from) = channel();
    let seat =
        |account, table, name| say(&thinkers, behalf(Class::Seat, account, table), name, &to);
    let _asked = [
        say(&thinkers, behalf(Class::Analysis, "dan", "t9"), "analysis", &to),
        seat("anna", "t1", "anna 1"),
        seat("anna", "t2", "anna 2"),
        seat("anna", "t3", "anna 3"),
        seat("bea", "t4", "bea"),
    ];
    drop(end);
    assert_eq!(all(&from, 5), ["anna 1", "bea", "anna 2", "anna 3", "analysis"]);
}

#[test]
fn the_queue_is_bounded_for_all_and_for_each() {
    let thinkers = Thinkers::start(RULE).unwrap();
    let (_busy, _end) = occupy(&thinkers, behalf(Class::Seat, "zoe", "t0"));
    let ask = |class, account| thinkers.ask(behalf(class, account, "t"), Time::default(), |_| {});
    let _seats: Vec<Asked> = (0..8).map(|_| ask(Class::Seat, "anna").unwrap()).collect();
    assert_eq!(ask(Class::Seat, "bea").err(), Some(Busy::All));
    let mut studies: Vec<Asked> = (0..4).map(|_| ask(Class::Study, "anna").unwrap()).collect();
    assert_eq!(ask(Class::Study, "anna").err(), Some(Busy::Yours));
    studies.push(ask(Class::Study, "bea").unwrap());
    assert_eq!(thinkers.waiting(Class::Study), 5);
    drop(studies);
    assert_eq!(thinkers.waiting(Class::Study), 0, "whoever goes leaves its place");
}

/// A thought that goes on until it is stopped.
fn endless(thinkers: &Thinkers, class: Class) -> (Asked, Receiver<&'static str>) {
    let (to, from) = channel();
    let work = move |pace: &Pace| {
        to.send("begun").unwrap();
        while !pace.is_over(1.0) {
            std::thread::yield_now();
        }
        to.send(if pace.is_unwanted() { "unwanted" } else { "late" }).unwrap();
    };
    let asked = thinkers.ask(behalf(class, "anna", "t1"), Time::default(), work).unwrap();
    assert_eq!(from.recv_timeout(SOON).unwrap(), "begun");
    (asked, from)
}

#[test]
fn what_nobody_waits_for_is_stopped_or_never_begun() {
    let thinkers = Thinkers::start(RULE).unwrap();
    let (asked, from) = endless(&thinkers, Class::Seat);
    let never =
        thinkers.ask(behalf(Class::Seat, "bea", "t2"), Time::default(), |_| panic!("begun"));
    drop(never.unwrap());
    drop(asked);
    assert_eq!(from.recv_timeout(SOON).unwrap(), "unwanted");
    let (to, from) = channel();
    let _next = say(&thinkers, behalf(Class::Seat, "carl", "t3"), "next", &to);
    assert_eq!(all(&from, 1), ["next"]);
}

#[test]
fn the_end_stops_every_thought() {
    let thinkers = Thinkers::start(RULE).unwrap();
    let (_asked, from) = endless(&thinkers, Class::Analysis);
    thinkers.end();
    assert_eq!(from.recv_timeout(SOON).unwrap(), "unwanted");
    let late = thinkers.ask(behalf(Class::Seat, "anna", "t1"), Time::default(), |_| {});
    assert_eq!(late.err(), Some(Busy::All));
}

#[test]
fn one_thread_of_several_is_left_for_those_who_play() {
    let thinkers = Thinkers::start(Rule { threads: 2, ..RULE }).unwrap();
    let (_busy, end) = occupy(&thinkers, behalf(Class::Analysis, "anna", "t1"));
    let (to, from) = channel();
    let _waits = say(&thinkers, behalf(Class::Study, "bea", "t2"), "study", &to);
    let _plays = say(&thinkers, behalf(Class::Seat, "carl", "t3"), "seat", &to);
    assert_eq!(all(&from, 1), ["seat"]);
    assert_eq!(thinkers.waiting(Class::Study), 1);
    drop(end);
    assert_eq!(all(&from, 1), ["study"]);
}

#[test]
fn a_thought_that_fails_takes_no_thread_with_it() {
    let thinkers = Thinkers::start(RULE).unwrap();
    let fails = |_: &Pace| panic!("a bug");
    let _asked = thinkers.ask(behalf(Class::Seat, "anna", "t1"), Time::default(), fails).unwrap();
    let (to, from) = channel();
    let _next = say(&thinkers, behalf(Class::Seat, "anna", "t1"), "next", &to);
    assert_eq!(all(&from, 1), ["next"]);
}

#[test]
fn when_many_wait_each_gets_its_share() {
    let inner = |threads| Inner {
        rule: Rule { threads, ..RULE },
        state: Mutex::default(),
        wake: Condvar::new(),
        trees: Trees::new(0),
    };
    let most = Duration::from_millis(300);
    let time = Time { most: Some(most), due: Some(Instant::now() + 2 * most) };
    assert_eq!(inner(2).allowed(time, 0), Some(most));
    let share = inner(2).allowed(time, 49).unwrap();
    assert!(share > Duration::from_millis(15) && share < Duration::from_millis(25), "{share:?}");
    assert_eq!(inner(1).allowed(time, 10_000), Some(LEAST));
    assert_eq!(inner(1).allowed(Time { due: None, ..time }, 10_000), Some(most));
}

#[tokio::test]
async fn whoever_stops_waiting_stops_the_thought() {
    let thinkers = Thinkers::start(RULE).unwrap();
    let (to, from) = channel();
    let (begin, begun) = oneshot::channel();
    let work = move |pace: &Pace| {
        begin.send(()).unwrap();
        while !pace.is_over(1.0) {
            std::thread::yield_now();
        }
        to.send(pace.is_unwanted()).unwrap();
    };
    let study = || behalf(Class::Study, "anna", "t1");
    tokio::select! {
        answer = thinkers.run(study(), Time::default(), SOON, work) => panic!("{answer:?}"),
        begun = begun => begun.unwrap(),
    }
    assert!(from.recv_timeout(SOON).unwrap());
    assert_eq!(thinkers.run(study(), Time::default(), SOON, |_| 7).await, Ok(7));
    let failed = thinkers.run(study(), Time::default(), SOON, |_| panic!("a bug")).await;
    assert_eq!(failed, Err::<(), Busy>(Busy::Failed));
    let (_busy, _end) = occupy(&thinkers, behalf(Class::Seat, "bea", "t2"));
    let short = Duration::from_millis(20);
    let answer = thinkers.run(study(), Time::default(), short, |_| 7).await;
    assert_eq!(answer, Err(Busy::All), "its patience was over");
}

fn drawn(rules: &AnyRules, game: &mut AnyGame, dice: &mut Wyrand) -> Vec<String> {
    let mut words = Vec::new();
    while game.turn() == Turn::Chance {
        let action = game.pick(rules, dice);
        words.push(game.word(rules, action));
        game.play(rules, action, &mut Quiet);
    }
    words
}

fn say_all(rules: &AnyRules, game: &mut AnyGame, words: &[String]) {
    for word in words {
        let action = game.read_word(rules, word).unwrap();
        game.play(rules, action, &mut Quiet);
    }
}

fn pace() -> Pace {
    Pace { stop: Arc::default(), begun: Instant::now(), most: None }
}

/// Seat 0 is a level, seat 1 moves at once; the level is told what it missed, or not.
fn game_of(level: Level, turns: usize, told: bool, trees: &Trees) -> Vec<Vec<String>> {
    let rules = Arc::new(AnyRules::new(&Setup::country(2)).unwrap());
    let (mut game, mut dice) = (AnyGame::start(&rules), Wyrand::new(5));
    drawn(&rules, &mut game, &mut dice);
    let (mut since, mut played) = (None, Vec::new());
    for turn in 0..turns {
        let whose: Whose = ("t1".into(), 0, level);
        let missed = std::mem::take(&mut since).filter(|_| told);
        let question = Question {
            whose,
            rules: Arc::clone(&rules),
            game: game.clone(),
            since: missed,
            dice: 9,
        };
        let words = decide(question, &pace(), trees).unwrap();
        say_all(&rules, &mut game, &words);
        assert_ne!(game.turn(), Turn::Player(Seat(0)), "a whole decision");
        let mut missed = drawn(&rules, &mut game, &mut dice);
        let rival = at_once(&rules, &game, 1, turn as u64);
        say_all(&rules, &mut game, &rival);
        missed.extend(rival);
        missed.extend(drawn(&rules, &mut game, &mut dice));
        (since, played) = (Some(missed), [played, vec![words]].concat());
    }
    played
}

#[test]
fn a_seat_goes_on_from_what_it_knows() {
    let trees = Trees::new(64 << 20);
    let level: Level = "level-4".parse().unwrap();
    assert_eq!(game_of(level, 3, true, &trees).len(), 3);
    let (kept, bytes) = trees.load();
    assert!(kept == 1 && bytes > 0, "{kept} minds, {bytes} bytes");
    trees.forget("t1");
    assert_eq!(trees.load(), (0, 0));
}

#[test]
fn old_players_play_as_they_did() {
    let trees = Trees::new(64 << 20);
    for level in [Level::Random, Level::Greedy] {
        let first = game_of(level, 2, false, &trees);
        assert_eq!(first, game_of(level, 2, true, &trees), "{level}: they remember nothing");
        assert_eq!(stated(level), Duration::from_millis(300));
    }
    assert_eq!(trees.load().0, 0);
}

#[test]
fn trees_never_take_more_than_their_room() {
    let rules = AnyRules::new(&Setup::country(2)).unwrap();
    let seated = || {
        let mut game = AnyGame::start(&rules);
        drawn(&rules, &mut game, &mut Wyrand::new(5));
        let mut mind = AnyMind::new(&rules, &Player::strong(), 1);
        mind.consider(&rules, &game, Some(20));
        mind.run(&rules, u32::MAX, &mut || false);
        Box::new(Seated { mind, game })
    };
    let one = {
        let trees = Trees::new(64 << 20);
        trees.keep(("t".into(), 0, Level::MIDDLE), seated());
        trees.load().1
    };
    let trees = Trees::new(3 * one);
    for table in 0..9 {
        trees.keep((format!("t{table}").into(), 0, Level::MIDDLE), seated());
        assert!(trees.load().1 <= 3 * one);
    }
    assert_eq!(trees.load().0, 3);
    assert!(trees.take(&("t0".into(), 0, Level::MIDDLE)).is_none(), "the oldest went first");
    assert!(trees.take(&("t8".into(), 0, Level::MIDDLE)).is_some());
    let tiny = Trees::new(10);
    tiny.keep(("t".into(), 0, Level::MIDDLE), seated());
    assert_eq!(tiny.load(), (0, 0));
}

/// What a program answers to `go` for seat 0 at the beginning of a game, by the settings.
#[cfg(unix)]
fn ask_program(engines: &super::engines::Engines, name: &str) -> Option<Vec<String>> {
    let rules = Arc::new(AnyRules::new(&Setup::country(2)).unwrap());
    let mut game = AnyGame::start(&rules);
    say_all(&rules, &mut game, &["base/E".to_owned()]);
    let level: Level = format!("engine:{name}").parse().unwrap();
    let whose: Whose = ("t1".into(), 0, level);
    let question = Question { whose, rules, game, since: None, dice: 1 };
    engines.decide(&question, &pace())
}

/// Programs are offered by their levels and asked; for those that lie or die a level plays on.
#[test]
#[cfg(unix)]
fn programs_of_others_are_asked_and_never_trusted() {
    let script = |name: &str, on_go: &str| crate::config::EngineSetting {
        name: name.to_owned(),
        command: ::engines::CommandLine::new(&[
            "sh",
            "-c",
            &format!(
                "while read -r line; do case \"$line\" in tep*) echo id name X; \
                 echo option name Level type spin default 1 min 1 max 9; echo tepok;; \
                 *Level*) level=${{line##* }};; go*) {on_go};; esac; done"
            ),
        ]),
        levels: (name == "owl").then_some((1, 2)),
        processes: 1,
    };
    let engines = super::engines::Engines::new(&[
        script(
            "owl",
            "echo \"bestmove 0,-1 r2; $([ $level = 2 ] && echo follower@city:S || echo -)\"",
        ),
        script("liar", "echo bestmove 9,9 r0"),
        script("dying", "exit 1"),
    ]);
    let names: Vec<&str> = engines.names().collect();
    assert_eq!(names, ["dying", "liar", "owl-1", "owl-2"]);
    assert_eq!(ask_program(&engines, "owl-1").unwrap(), ["0,-1 r2", "-"]);
    assert_eq!(ask_program(&engines, "owl-2").unwrap(), ["0,-1 r2", "follower@city:S"]);
    assert!(!engines.has("owl") && engines.has("liar"));
    for name in ["liar", "dying"] {
        for _ in 0..5 {
            assert_eq!(ask_program(&engines, name), None);
        }
    }
    assert_eq!(ask_program(&engines, "nobody"), None);
}
