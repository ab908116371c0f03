//! What a finished game says about its players, and which tables can be rated.

use ai::Wyrand;
use protocol::client::Claim;
use protocol::{
    Aids, Clock, Conduct, EndReason, Flagged, Ladder, Level, LevelNumber, OfferKind, Order,
    SeatPlan, ShownRating, Switch, TableChange, TableConfig,
};
use room::{Finish, Request, ladder_of};

use crate::kit::{Table, computer, plan, value};

fn rated(seats: &[SeatPlan]) -> TableConfig {
    let clock = Clock::Total { seconds: 300, increment: 10 };
    TableConfig { rated: true, order: Order::Random, clock, ..plan(seats) }
}

fn level(number: u8) -> SeatPlan {
    SeatPlan::Computer { level: Level::Person(LevelNumber::new(number).unwrap()) }
}

/// A rated game of accounts, begun.
fn begun(config: TableConfig) -> Table {
    let mut table = Table::make_by("@a", config).unwrap();
    let seats = table.room.config().seats.clone();
    let mut names = ["@b", "@c", "@d"].into_iter();
    for (seat, plan) in (0u8..).zip(seats) {
        if plan == SeatPlan::Anyone {
            let value = Some(value(100 + u32::from(seat)));
            let sit = Request::Sit { seat, key: None, value, hash: None };
            table.ask(names.next().unwrap(), sit).unwrap();
        }
    }
    table.ask("@a", crate::kit::start()).unwrap();
    table
}

fn duel() -> Table {
    begun(rated(&[SeatPlan::Me, SeatPlan::Anyone]))
}

fn finish(table: &Table) -> Finish {
    let finish = table.room.outcome().expect("the game is over");
    assert_eq!(table.folded().outcome().as_ref(), Some(&finish), "the log alone says the same");
    finish
}

fn seat_of(table: &Table, person: &str) -> u8 {
    (0..6).find(|seat| table.room.person(*seat) == Some(person)).unwrap()
}

fn conduct(table: &Table, person: &str) -> Option<Conduct> {
    finish(table).seats[usize::from(seat_of(table, person))].conduct
}

#[test]
fn a_game_that_was_played_out_is_rated_with_all_that_is_known() {
    let mut table = duel();
    let mut dice = Wyrand::new(5);
    assert_eq!(table.room.outcome(), None, "not before it is over");
    while table.step(&mut dice) {
        table.now += 1_500;
    }
    let finish = finish(&table);
    assert!(finish.rated && !finish.apart && finish.public);
    assert_eq!((finish.ladder, finish.reason), (Some(Ladder::Duel), EndReason::Played));
    assert_eq!(finish.at, table.log.last().unwrap().at);
    assert_eq!(finish.tiles.len(), 12);
    assert!(finish.tiles.iter().all(|tile| tile.starts_with("base/")), "{:?}", finish.tiles);
    assert!(finish.turns > 60, "{}", finish.turns);
    let [one, two] = finish.seats.as_slice() else { panic!("{finish:?}") };
    assert_eq!(one.rank < two.rank, one.points > two.points);
    assert!(one.used > 30_000 && two.used > 30_000);
    assert_eq!((one.conduct, two.conduct), (Some(Conduct::Good), Some(Conduct::Good)));
}

/// What was printed is read back as it was, and a record without ratings has none of their tags.
#[test]
fn a_record_has_the_ratings_of_those_who_played() {
    let mut table = duel();
    let seat = seat_of(&table, "@a");
    for _ in 0..4 {
        assert!(table.step(&mut Wyrand::new(3)));
    }
    table.ask("@a", Request::Resign { seat }).unwrap();
    let bare = table.room.record();
    assert!(!bare.contains("[Rat"), "{bare}");
    let rating = |points, provisional| Some(ShownRating { points, deviation: 60, provisional });
    let text = table.room.rated_record(&[rating(1530, true), rating(1712, false)]);
    let record = games::Record::parse(&text).unwrap();
    let told = ["Rated", "Rating1", "Rating2", "Rating3"].map(|name| record.tag(name));
    assert_eq!(told, [Some("duel"), Some("1530?"), Some("1712"), None]);
    assert_eq!(record.print(), text);
    let others = text.lines().filter(|line| !line.starts_with("[Rat"));
    assert!(others.eq(bare.lines()), "{text}");
    // The computer has a level instead of a rating of its own.
    let text = table.room.rated_record(&[None, rating(1500, false)]);
    assert!(text.contains("[Rated \"duel\"]\n[Rating2 \"1500\"]\n"), "{text}");
}

#[test]
fn ladders_follow_from_the_plan() {
    let mut config = plan(&[SeatPlan::Me, SeatPlan::Anyone]);
    assert_eq!(ladder_of(&config), Some(Ladder::Duel));
    config.plan.expansions = vec!["inns".into()];
    assert_eq!(ladder_of(&config), Some(Ladder::Grand));
    config.seats.push(SeatPlan::Anyone);
    assert_eq!(ladder_of(&config), Some(Ladder::Company));
    config.clock = Clock::Days { days: 3 };
    assert_eq!(ladder_of(&config), Some(Ladder::Days));
    config.from = Some("a record".into());
    assert_eq!(ladder_of(&config), None);
    let mut city = plan(&[SeatPlan::Me, SeatPlan::Anyone]);
    city.plan.family = "city".into();
    assert_eq!(ladder_of(&city), Some(Ladder::City));
    for preset in room::presets() {
        let odd = ["first-game"].contains(&preset.name.as_str());
        assert_eq!(ladder_of(&preset.config).is_none(), odd, "{}", preset.name);
    }
    for ladder in Ladder::ALL {
        assert_eq!(Ladder::from_name(ladder.name()), Some(ladder));
        assert_eq!(serde_json::to_string(&ladder).unwrap(), format!("\"{}\"", ladder.name()));
    }
    for conduct in Conduct::ALL {
        assert_eq!(Conduct::from_name(conduct.name()), Some(conduct));
        assert_eq!(serde_json::to_string(&conduct).unwrap(), format!("\"{}\"", conduct.name()));
    }
}

#[test]
fn what_cannot_be_rated_is_refused_by_the_field() {
    let screen = SeatPlan::Screen { name: "Anna".into() };
    let two = || rated(&[SeatPlan::Me, SeatPlan::Anyone]);
    let wrong: Vec<(&str, TableConfig)> = vec![
        ("seats[1]", rated(&[SeatPlan::Me, screen])),
        ("seats[1]", rated(&[SeatPlan::Me, computer()])),
        ("order", TableConfig { order: Order::Given, ..two() }),
        ("clock", TableConfig { clock: Clock::None, ..two() }),
        ("clock", TableConfig { clock: Clock::Total { seconds: 179, increment: 60 }, ..two() }),
        ("flagged", TableConfig { flagged: Flagged::Computer, ..two() }),
        ("aids", TableConfig { aids: Aids::Beginner, ..two() }),
        ("takeback", TableConfig { takeback: Some(Switch::On), ..two() }),
        ("hints", TableConfig { hints: Some(Switch::On), ..two() }),
    ];
    for (field, config) in wrong {
        let problem = Table::make_by("@a", config.clone()).map(drop).unwrap_err();
        assert_eq!((problem.status, problem.at.as_deref()), (422, Some(field)), "{problem:?}");
        let casual = TableConfig { rated: false, ..config };
        assert!(Table::make_by("@a", casual).is_ok(), "{field}");
    }
    let mut odd = two();
    odd.plan.options = vec![("OPT-FARMERS".into(), "off".into())];
    let problem = Table::make_by("@a", odd).map(drop).unwrap_err();
    assert_eq!(problem.at.as_deref(), Some("plan.options"));
    let days = TableConfig { clock: Clock::Days { days: 2 }, ..two() };
    let table = Table::make_by("@a", days).unwrap();
    assert_eq!(table.room.config().takeback, Some(Switch::Off), "it goes without saying");
    assert!(Table::make_by("@a", rated(&[SeatPlan::Me, level(3)])).is_ok());
}

#[test]
fn guests_do_not_sit_at_rated_tables() {
    let mut table = Table::make_by("@a", rated(&[SeatPlan::Me, SeatPlan::Anyone])).unwrap();
    let sit = Request::Sit { seat: 1, key: None, value: None, hash: None };
    assert_eq!(table.refused("b", sit.clone()), "account-needed");
    let casual = TableChange { rated: Some(false), ..TableChange::default() };
    table.ask("@a", Request::Change { change: Box::new(casual) }).unwrap();
    table.ask("b", sit).unwrap();
    let again = TableChange { rated: Some(true), ..TableChange::default() };
    assert_eq!(table.refused("@a", Request::Change { change: Box::new(again) }), "guest-sits");
}

#[test]
fn a_game_with_a_guest_or_before_all_have_moved_counts_for_nothing() {
    let mut casual = Table::duel();
    casual.ask("b", Request::Resign { seat: seat_of(&casual, "b") }).unwrap();
    assert!(!finish(&casual).rated);
    let mut early = duel();
    early.ask("@b", Request::Resign { seat: seat_of(&early, "@b") }).unwrap();
    assert!(!finish(&early).rated);
    let mut dice = Wyrand::new(1);
    let mut later = duel();
    assert!(later.step(&mut dice) && later.step(&mut dice));
    later.ask("@b", Request::Resign { seat: seat_of(&later, "@b") }).unwrap();
    assert!(finish(&later).rated);
    assert_eq!(conduct(&later, "@b"), Some(Conduct::Sandbag), "nobody is behind after two turns");
    assert_eq!(conduct(&later, "@a"), Some(Conduct::Good));
    let mut off = duel();
    for person in ["@a", "@b"] {
        let seat = seat_of(&off, person);
        off.ask(person, Request::Offer { seat, kind: OfferKind::Abort, after: None }).unwrap();
    }
    let finish = finish(&off);
    assert!(!finish.rated && finish.seats.iter().all(|seat| seat.rank == 0));
    assert_eq!(conduct(&off, "@b"), Some(Conduct::Good), "both agreed");
}

#[test]
fn whoever_goes_away_has_left() {
    for want in [Claim::Win, Claim::Abort] {
        let mut table = duel();
        let (seat, away) = (seat_of(&table, "@a"), seat_of(&table, "@b"));
        let claim = Request::Claim { seat, away, want, away_ms: 60_000, grace_ms: 60_000 };
        table.ask("@a", claim).unwrap();
        assert_eq!(conduct(&table, "@b"), Some(Conduct::Left), "{want:?}");
        assert_eq!(conduct(&table, "@a"), Some(Conduct::Good));
    }
    let mut days = begun(TableConfig {
        clock: Clock::Days { days: 1 },
        ..rated(&[SeatPlan::Me, SeatPlan::Anyone])
    });
    let late = days.choices().unwrap().0;
    days.now += 86_400_000;
    assert!(days.tick() > 0);
    assert_eq!(conduct(&days, &late), Some(Conduct::Left));
}

#[test]
fn whoever_lets_the_clock_run_behind_has_stalled() {
    let (mut stalled, mut unlucky) = (0, 0);
    for seed in 0..12 {
        let mut table = duel();
        let mut dice = Wyrand::new(seed);
        for _ in 0..40 {
            table.step(&mut dice);
        }
        let (late, _) = table.choices().unwrap();
        table.now += 3_600_000;
        assert!(table.tick() > 0);
        match conduct(&table, &late) {
            Some(Conduct::Stalled) => stalled += 1,
            Some(Conduct::Good) => unlucky += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!(stalled > 0 && unlucky > 0, "{stalled} were behind, {unlucky} were not");
}

#[test]
fn alone_against_the_computer_there_is_no_conduct_but_a_rating() {
    let mut table = begun(rated(&[SeatPlan::Me, level(2)]));
    let mut dice = Wyrand::new(3);
    for _ in 0..4 {
        table.step(&mut dice);
    }
    table.ask("@a", Request::Resign { seat: seat_of(&table, "@a") }).unwrap();
    let finish = finish(&table);
    assert!(finish.rated);
    assert!(finish.seats.iter().all(|seat| seat.conduct.is_none()));
    let computers: Vec<_> = finish.seats.iter().filter_map(|seat| seat.computer).collect();
    assert_eq!(computers, [Level::Person(LevelNumber::new(2).unwrap())]);
}

#[test]
fn a_rematch_of_a_rated_game_is_rated() {
    let mut table = duel();
    table.ask("@b", Request::Resign { seat: seat_of(&table, "@b") }).unwrap();
    let config = table.room.rematch_plan("@a").unwrap();
    assert!(config.rated && config.order == Order::Random);
    assert_eq!(config.again, 0, "they found each other without us");
}

#[test]
fn three_rated_rematches_follow_a_game_of_a_pool() {
    let again = |again: u8, pool: Option<&str>, rated: bool| {
        let seats = [SeatPlan::Me, SeatPlan::Anyone];
        let config =
            TableConfig { rated, again, pool: pool.map(Into::into), ..self::rated(&seats) };
        let mut table = begun(config);
        table.ask("@b", Request::Resign { seat: seat_of(&table, "@b") }).unwrap();
        table.room.rematch_plan("@a")
    };
    assert_eq!(again(0, Some("duel"), true).unwrap().again, 1);
    assert_eq!(again(2, None, true).unwrap().again, 3);
    assert_eq!(again(3, None, true).unwrap_err().kind, "enough-rematches");
    assert_eq!(again(0, Some("duel"), false).unwrap().again, 0, "what does not count is free");
}
