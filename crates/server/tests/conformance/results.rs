//! Results and ratings: written with the entry that ends a game, and made again from themselves.

use futures_util::future::join_all;
use protocol::{Conduct, EndReason, Ladder, Level, LevelNumber};
use rating::{Career, Entrant, after, level};
use room::{Finish, FinishedSeat};
use store::{AnyStore, GamesQuery, Index, StoreError, Void};

use super::{Database, account, arrival, guest, index, log, played, said, session, table, who};
use store::{Arrival, Comer, Person};

const DAY: u64 = 86_400_000;
pub const NOW: u64 = 20_000 * DAY;

pub fn seat(person: &str, rank: u8, points: u16) -> FinishedSeat {
    let (person, computer) = match person.strip_prefix("level-") {
        Some(number) => {
            let number = LevelNumber::new(number.parse().unwrap()).unwrap();
            (None, Some(Level::Person(number)))
        }
        None => (Some(person.to_owned()), None),
    };
    let conduct = person.as_ref().map(|_| Conduct::Good);
    FinishedSeat { person, computer, rank, points, used: 60_000, conduct }
}

pub fn finish(at: u64, seats: Vec<FinishedSeat>) -> Finish {
    let ladder = if seats.len() == 2 { Ladder::Duel } else { Ladder::Company };
    Finish {
        at,
        ladder: Some(ladder),
        rated: true,
        pool: Some("duel".to_owned()),
        reason: EndReason::Played,
        public: true,
        apart: false,
        family: "country".to_owned(),
        expansions: Vec::new(),
        turns: 71,
        tiles: vec!["base/E".to_owned(), "base/U".to_owned()],
        seats,
    }
}

/// A table on which this game ended.
async fn end(store: &AnyStore, id: &str, finish: Finish) {
    let people: Vec<_> = finish.seats.iter().filter_map(|seat| seat.person.clone()).collect();
    let people: Vec<_> = people.iter().map(|id| who(id, &id.to_uppercase())).collect();
    store.make_table(table(id, &people[0])).await.unwrap();
    let people: Vec<_> = people.iter().collect();
    let result = Some(Box::new(finish));
    let over = Index { result, ..index(id, "over", 200, &people) };
    store.append(id, log(3, [played("last")]), over).await.unwrap();
}

pub async fn people(store: &AnyStore, ids: &[&str]) {
    for id in ids {
        store.add_person(account(id, &format!("Name-of-{id}"))).await.unwrap();
    }
}

async fn career(store: &AnyStore, person: &str, ladder: Ladder) -> Option<Career> {
    let careers = store.careers(person).await.unwrap();
    careers.into_iter().find(|(one, _)| *one == ladder).map(|(_, career)| career)
}

async fn assert_right(store: &AnyStore, games: u64) {
    let told = store.refold(false).await.unwrap();
    assert!(told.is_right(), "{told:?}");
    assert_eq!(told.games, games);
}

pub async fn a_game_is_rated_with_the_entry_that_ends_it(place: &impl Database) {
    let store = place.open().await;
    people(&store, &["a", "b"]).await;
    end(&store, "t1", finish(NOW, vec![seat("a", 1, 80), seat("b", 2, 60)])).await;
    let new = [Entrant::person(Career::NEW, 1), Entrant::person(Career::NEW, 2)];
    let expected = after(NOW, &new);
    assert_eq!(career(&store, "a", Ladder::Duel).await, expected[0]);
    assert_eq!(career(&store, "b", Ladder::Duel).await, expected[1]);
    assert_eq!(career(&store, "a", Ladder::Days).await, None);
    let moved = store.rated("t1").await.unwrap().expect("it was rated");
    assert_eq!(moved[0], Some((Career::NEW.rating, expected[0].unwrap().rating)));

    // What follows the end changes nothing, although the table says its result again.
    let (anna, bela) = (who("a", "A"), who("b", "B"));
    let result = Some(Box::new(finish(NOW, vec![seat("a", 2, 0), seat("b", 1, 60)])));
    let over = Index { result, ..index("t1", "over", 300, &[&anna, &bela]) };
    store.append("t1", log(4, [said(anna, "gg")]), over).await.unwrap();
    assert_eq!(career(&store, "a", Ladder::Duel).await, expected[0]);

    let games = store.games_of(all_of("a")).await.unwrap();
    assert_eq!(games.len(), 1);
    let game = &games[0];
    assert_eq!((game.table.as_str(), game.at, game.rated, game.own), ("t1", NOW, true, 0));
    assert_eq!((game.seats[1].name.as_str(), game.seats[1].points), ("Name-of-b", 60));
    assert_eq!(game.tiles, ["base/E", "base/U"]);
    assert_right(&store, 1).await;
    store.close().await;
    let again = place.open().await;
    assert_eq!(career(&again, "a", Ladder::Duel).await, expected[0], "it lasts");
    again.close().await;
}

fn all_of(person: &str) -> GamesQuery {
    GamesQuery { person: person.to_owned(), limit: 100, ..GamesQuery::default() }
}

pub async fn a_refused_append_rates_nothing(place: &impl Database) {
    let store = place.open().await;
    people(&store, &["a", "b"]).await;
    let (anna, bela) = (who("a", "A"), who("b", "B"));
    store.make_table(table("t1", &anna)).await.unwrap();
    let result = Some(Box::new(finish(NOW, vec![seat("a", 1, 80), seat("b", 2, 60)])));
    let over = Index { result, ..index("t1", "over", 300, &[&anna, &bela]) };
    let late = store.append("t1", log(9, [played("x")]), over).await;
    assert!(matches!(late, Err(StoreError::Conflict)), "{late:?}");
    assert_eq!(career(&store, "a", Ladder::Duel).await, None);
    assert!(store.games_of(all_of("a")).await.unwrap().is_empty());
    store.close().await;
}

/// Games of all kinds among four people and a computer.
async fn many(store: &AnyStore, games: u64) {
    people(store, &["a", "b", "c", "d"]).await;
    let names = ["a", "b", "c", "d"];
    for n in 0..games {
        let at = NOW + n * DAY / 3;
        let one = names[(n % 4) as usize];
        let two = names[((n + 1 + n / 4 % 3) % 4) as usize];
        let seats = match n % 5 {
            0 => vec![seat(one, 1, 70), seat("level-3", 2, 60)],
            1 => vec![seat(one, 1, 50), seat(two, 1, 50)],
            2 => vec![seat("a", 1, 9), seat("b", 2, 8), seat("c", 2, 8), seat("d", 4, 1)],
            _ => vec![seat(one, 2, 40), seat(two, 1, 90)],
        };
        let mut game = finish(at, seats);
        if n % 7 == 3 {
            game.seats[0].conduct = Some(Conduct::Left);
            game.seats[0].rank = 1;
        }
        game.rated = n % 9 != 4;
        end(store, &format!("t{n:03}"), game).await;
    }
}

async fn all_careers(store: &AnyStore) -> Vec<(String, Ladder, Career)> {
    let mut all = Vec::new();
    for person in ["a", "b", "c", "d"] {
        let careers = store.careers(person).await.unwrap();
        all.extend(careers.into_iter().map(|(ladder, career)| (person.to_owned(), ladder, career)));
    }
    all
}

async fn all_games(store: &AnyStore) -> Vec<store::results::StoredGame> {
    let mut all = Vec::new();
    for person in ["a", "b", "c", "d"] {
        all.extend(store.games_of(all_of(person)).await.unwrap());
    }
    all
}

pub async fn a_rebuild_comes_to_what_was_live(place: &impl Database) {
    let store = place.open().await;
    many(&store, 60).await;
    let (careers, games) = (all_careers(&store).await, all_games(&store).await);
    assert!(careers.len() >= 8, "{careers:?}");
    let rated = 60 - (0..60).filter(|n| n % 9 == 4).count() as u64;
    assert_right(&store, rated).await;
    for _ in 0..2 {
        let told = store.refold(true).await.unwrap();
        assert!(told.is_right(), "{told:?}");
        assert_eq!(all_careers(&store).await, careers, "number for number");
        assert_eq!(all_games(&store).await, games);
    }
    store.close().await;
}

pub async fn void_games_count_no_more_after_a_rebuild(place: &impl Database) {
    let store = place.open().await;
    many(&store, 30).await;
    assert!(!store.void(Void::Table("nowhere".into()), "cheat", NOW).await.unwrap());
    assert!(store.void(Void::Table("t003".into()), "cheat", NOW).await.unwrap());
    let before = store.refold(false).await.unwrap();
    assert!(before.ratings > 0 && before.seats > 0, "{before:?}");
    let done = store.refold(true).await.unwrap();
    assert_eq!((done.ratings, done.seats), (before.ratings, before.seats));
    let rated = 30 - (0..30).filter(|n| n % 9 == 4).count() as u64;
    assert_right(&store, rated - 1).await;
    let games = all_games(&store).await;
    let void = games.iter().find(|game| game.table == "t003").unwrap();
    assert!(void.void && void.seats.iter().all(|seat| seat.rated.is_none()), "{void:?}");
    assert!(games.iter().filter(|game| game.table != "t003").all(|game| !game.void));
    // All games of one person in a time.
    let person = Void::Person { id: "a".into(), since: NOW, until: NOW + 2 * DAY };
    assert!(store.void(person, "cheat", NOW).await.unwrap());
    let less = store.refold(true).await.unwrap();
    assert!(less.games < rated - 1, "{less:?}");
    assert_right(&store, less.games).await;
    store.close().await;
}

pub async fn games_that_end_at_once_are_folded_one_after_another(place: &impl Database) {
    let store = place.open().await;
    people(&store, &["a", "b", "c"]).await;
    let pairs = [("a", "b"), ("b", "c"), ("c", "a")];
    let games = (0..30).map(|n| {
        let (one, two) = pairs[n % 3];
        let (store, id) = (store.clone(), format!("t{n:03}"));
        let seats = vec![seat(one, 1, 60), seat(two, 2, 50)];
        async move { end(&store, &id, finish(NOW + n as u64, seats)).await }
    });
    join_all(games).await;
    assert_eq!(career(&store, "a", Ladder::Duel).await.unwrap().games, 20);
    assert_right(&store, 30).await;
    store.close().await;
}

pub async fn a_pair_is_rated_so_often_a_day(place: &impl Database) {
    let store = place.open().await;
    people(&store, &["a", "b"]).await;
    let own = |at: u64, rival: &str| Finish {
        pool: None,
        ..finish(at, vec![seat("a", 1, 60), seat(rival, 2, 50)])
    };
    for n in 0..15 {
        end(&store, &format!("p{n:02}"), own(NOW + n, "b")).await;
        end(&store, &format!("c{n:02}"), own(NOW + n, "level-2")).await;
    }
    let against_people = career(&store, "b", Ladder::Duel).await.unwrap().games;
    let all = career(&store, "a", Ladder::Duel).await.unwrap().games;
    assert_eq!((against_people, all), (12, 22));
    assert_eq!(store.rated("p12").await.unwrap(), None);
    end(&store, "pool", finish(NOW + 99, vec![seat("a", 1, 60), seat("b", 2, 50)])).await;
    end(&store, "later", own(NOW + DAY + 99, "b")).await;
    assert_eq!(career(&store, "b", Ladder::Duel).await.unwrap().games, 14);
    assert_right(&store, 24).await;
    store.close().await;
}

pub async fn whoever_leaves_takes_its_ratings_along(place: &impl Database) {
    let store = place.open().await;
    people(&store, &["a", "b"]).await;
    end(&store, "t1", finish(NOW, vec![seat("a", 1, 80), seat("b", 2, 60)])).await;
    let bela = career(&store, "b", Ladder::Duel).await;
    store.forget("a").await.unwrap();
    assert_eq!(career(&store, "a", Ladder::Duel).await, None);
    assert_eq!(career(&store, "b", Ladder::Duel).await, bela, "the others keep theirs");
    let games = store.games_of(all_of("b")).await.unwrap();
    assert_eq!((games[0].seats[0].name.as_str(), games[0].seats[0].account), ("", false));
    assert_right(&store, 1).await;
    store.refold(true).await.unwrap();
    assert_eq!(career(&store, "a", Ladder::Duel).await, None, "a rebuild brings nobody back");
    assert_eq!(career(&store, "b", Ladder::Duel).await, bela);

    // Nothing of the name is left anywhere.
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy");
    store.backup(&copy).await.unwrap();
    let bytes = std::fs::read(&copy).unwrap();
    let holds = |text: &str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(holds("Name-of-b") && !holds("Name-of-a"));
    store.close().await;
}

pub async fn a_guest_keeps_its_games_unrated_in_the_account(place: &impl Database) {
    let store = place.open().await;
    people(&store, &["a", "b"]).await;
    store.add_person(guest("g", "Gus")).await.unwrap();
    store.add_session(session(1, "g")).await.unwrap();
    let casual = Finish { rated: false, ..finish(NOW, vec![seat("g", 1, 80), seat("b", 2, 60)]) };
    end(&store, "t1", casual).await;
    let comer = Comer::Account { id: "a".into(), password: "hash of a".into() };
    let arrival = Arrival { before: Some([1; 32]), ..arrival(comer, 9) };
    store.arrive(arrival).await.unwrap();
    let games = store.games_of(all_of("a")).await.unwrap();
    assert_eq!((games.len(), games[0].rated), (1, false));
    assert_eq!(games[0].seats[0].name, "Name-of-a");
    assert!(store.games_of(all_of("g")).await.unwrap().is_empty());

    // A table in memory may still write the old id.
    let late = Finish { rated: false, ..finish(NOW, vec![seat("g", 1, 70), seat("b", 2, 60)]) };
    end(&store, "t2", late).await;
    assert_eq!(store.games_of(all_of("a")).await.unwrap().len(), 2);
    assert_eq!(store.careers("a").await.unwrap(), []);
    store.close().await;
}

pub async fn games_are_found_by_what_they_are(place: &impl Database) {
    let store = place.open().await;
    people(&store, &["a", "b", "c"]).await;
    let duel = |at: u64| finish(at, vec![seat("a", 1, 80), seat("b", 2, 60)]);
    end(&store, "won", duel(NOW)).await;
    let lost = vec![seat("a", 2, 30), seat("c", 1, 60)];
    let lost = Finish { reason: EndReason::Resigned, turns: 20, ..finish(NOW + 1, lost) };
    end(&store, "lost", lost).await;
    end(&store, "tied", finish(NOW + 2, vec![seat("a", 1, 50), seat("b", 1, 50)])).await;
    let four = vec![seat("b", 1, 90), seat("a", 2, 40), seat("c", 3, 1)];
    let four = Finish {
        expansions: vec!["river".into(), "inns".into()],
        rated: false,
        tiles: vec!["base/U".into()],
        ..finish(NOW + 3, four)
    };
    end(&store, "four", four).await;
    let city = Finish { family: "city".into(), ladder: Some(Ladder::City), ..duel(NOW + 4) };
    end(&store, "city", city).await;
    end(&store, "link", Finish { rated: false, public: false, ..duel(NOW + 5) }).await;
    end(&store, "apart", Finish { rated: false, apart: true, ..duel(NOW + 6) }).await;

    let found = async |query: GamesQuery| -> Vec<String> {
        let games = store.games_of(query).await.unwrap();
        games.into_iter().map(|game| game.table).collect()
    };
    let of = || all_of("a");
    assert_eq!(found(of()).await, ["city", "four", "tied", "lost", "won"]);
    assert_eq!(store.games_count("a").await.unwrap(), 5);
    let own = found(GamesQuery { all: true, ..of() }).await;
    assert_eq!(own, ["apart", "link", "city", "four", "tied", "lost", "won"]);
    let page = store.games_of(GamesQuery { limit: 2, ..of() }).await.unwrap();
    let next = GamesQuery { before: Some(page[1].ended), limit: 2, ..of() };
    assert_eq!(found(next).await, ["tied", "lost"]);
    assert_eq!(found(GamesQuery { ladder: Some(Ladder::City), ..of() }).await, ["city"]);
    assert_eq!(found(GamesQuery { rated: Some(false), ..of() }).await, ["four"]);
    assert_eq!(found(GamesQuery { rival: Some("c".into()), ..of() }).await, ["four", "lost"]);
    assert_eq!(found(GamesQuery { family: Some("city".into()), ..of() }).await, ["city"]);
    assert_eq!(found(GamesQuery { expansion: Some("inns".into()), ..of() }).await, ["four"]);
    assert_eq!(found(GamesQuery { expansion: Some("inn".into()), ..of() }).await, [""; 0]);
    assert_eq!(found(GamesQuery { seats: Some(3), ..of() }).await, ["four"]);
    assert_eq!(found(GamesQuery { made: Some(2), ..of() }).await, ["city", "won"]);
    assert_eq!(found(GamesQuery { made: Some(1), ..of() }).await, ["tied"]);
    assert_eq!(found(GamesQuery { made: Some(0), ..of() }).await, ["four", "lost"]);
    let resigned = GamesQuery { reason: Some(EndReason::Resigned), ..of() };
    assert_eq!(found(resigned).await, ["lost"]);
    assert_eq!(found(GamesQuery { points: Some(50), ..of() }).await, ["city", "tied", "won"]);
    assert_eq!(found(GamesQuery { margin: Some(20), ..of() }).await, ["city", "won"]);
    assert_eq!(found(GamesQuery { turns: Some(71), made: Some(0), ..of() }).await, ["four"]);
    let between = GamesQuery { since: Some(NOW + 1), until: Some(NOW + 3), ..of() };
    assert_eq!(found(between).await, ["tied", "lost"]);
    assert_eq!(found(GamesQuery { tiles: Some("base/U".into()), ..of() }).await, ["four"]);
    let both = GamesQuery { tiles: Some("base/E base/U".into()), made: Some(1), ..of() };
    assert_eq!(found(both).await, ["tied"]);
    store.close().await;
}

pub async fn boards_show_who_plays_much_and_lately_against_people(place: &impl Database) {
    let store = place.open().await;
    people(&store, &["a", "b", "lone", "idle"]).await;
    for n in 0..32 {
        let at = NOW + n * DAY / 10;
        let one = vec![seat("a", 1, 60), seat("b", 2, 50)];
        end(&store, &format!("p{n:02}"), finish(at, one)).await;
        let alone = vec![seat("lone", 1, 60), seat("level-1", 2, 50)];
        end(&store, &format!("c{n:02}"), finish(at, alone)).await;
        let early = vec![seat("idle", 1, 60), seat("b", 2, 50)];
        end(&store, &format!("i{n:02}"), finish(at - 40 * DAY, early)).await;
    }
    let names = async |games: u32| -> Vec<String> {
        let board = store.board(Ladder::Duel, games, NOW - DAY, 9).await.unwrap();
        board.into_iter().map(|ranked| ranked.name).collect()
    };
    assert_eq!(names(30).await, ["Name-of-a", "Name-of-b"]);
    assert_eq!(names(33).await, ["Name-of-b"], "b has played twice as often");
    store.ban("b", true).await.unwrap();
    assert_eq!(names(30).await, ["Name-of-a"]);
    let days = store.rated_days("a", Ladder::Duel, 100).await.unwrap();
    assert_eq!(days.len(), 4);
    assert_eq!(days.iter().map(|day| day.games).sum::<u32>(), 32);
    assert!(days.windows(2).all(|two| two[0].at < two[1].at));
    assert_eq!(
        days.last().unwrap().rating,
        career(&store, "a", Ladder::Duel).await.unwrap().rating
    );
    assert_eq!(store.rated_days("a", Ladder::Duel, 2).await.unwrap(), days[2..]);
    let conduct = store.conduct("a", 5).await.unwrap();
    assert_eq!(conduct.len(), 5);
    assert!(level(1).is_some());
    store.close().await;
}

pub async fn games_of_before_get_a_result_and_features(place: &impl Database) {
    let store = place.open().await;
    people(&store, &["a", "b"]).await;
    let (anna, bela) = (who("a", "A"), who("b", "B"));
    for id in ["t1", "t2"] {
        store.make_table(table(id, &anna)).await.unwrap();
        let over = index(id, "over", 200, &[&anna, &bela]);
        store.append(id, log(3, [played("last")]), over).await.unwrap();
    }
    let missing = store.unresulted(0, 9).await.unwrap();
    assert_eq!(missing, store.over_after(0, 9).await.unwrap());
    assert_eq!(missing.iter().map(|(_, id)| id.as_str()).collect::<Vec<_>>(), ["t1", "t2"]);
    assert_eq!(store.unresulted(missing[0].0, 9).await.unwrap().len(), 1);
    let game = finish(NOW, vec![seat("a", 1, 80), seat("b", 2, 60)]);
    assert!(store.keep_result("t1", game.clone()).await.unwrap());
    assert!(!store.keep_result("t1", game.clone()).await.unwrap(), "it is as it was");
    assert_eq!(store.careers("a").await.unwrap(), [], "what is past is not rated");
    let mended = finish(NOW, vec![seat("a", 1, 81), seat("b", 2, 60)]);
    assert!(store.keep_result("t1", mended).await.unwrap());
    assert_eq!(store.games_of(all_of("a")).await.unwrap()[0].seats[0].points, 81);
    assert!(!store.keep_result("nowhere", game).await.unwrap());

    assert_eq!(store.unreplayed(9).await.unwrap(), ["t1"]);
    assert!(store.keep_features("t1", Some(vec!["[1]".into(), "[2]".into()])).await.unwrap());
    assert!(store.unreplayed(9).await.unwrap().is_empty());
    let stats = store.seat_stats("b", None, 9).await.unwrap();
    assert_eq!(stats[0].features.as_deref(), Some("[2]"));
    assert_eq!((stats[0].made, stats[0].points), (0, 60));
    assert_eq!(store.seat_stats("b", Some(Ladder::City), 9).await.unwrap(), []);
    store.close().await;
}

pub async fn tables_that_came_to_nothing_go_after_a_while(place: &impl Database) {
    let store = place.open().await;
    people(&store, &["a", "b"]).await;
    let both = || vec![seat("a", 0, 0), seat("b", 0, 0)];
    let aborted = |at, turns| Finish {
        reason: EndReason::Aborted,
        rated: false,
        turns,
        ..finish(at, both())
    };
    end(&store, "n1", aborted(NOW, 0)).await;
    end(&store, "n2", aborted(NOW + 1, 0)).await;
    end(&store, "n3", aborted(NOW + 9, 0)).await;
    // Friends called it off: it is theirs.
    end(&store, "f1", Finish { pool: None, ..aborted(NOW, 0) }).await;
    // Somebody has played here: it is a game for ever.
    end(&store, "g1", aborted(NOW, 3)).await;
    end(&store, "g2", finish(NOW, vec![seat("a", 1, 80), seat("b", 2, 60)])).await;
    assert_eq!(store.sweep_nothing(NOW, 7, 9).await.unwrap(), 0);
    assert_eq!(store.sweep_nothing(NOW + 5, 7, 1).await.unwrap(), 1, "a bounded piece of work");
    assert_eq!(store.sweep_nothing(NOW + 5, 7, 9).await.unwrap(), 1);
    assert_eq!(store.sweep_nothing(NOW + 5, 7, 9).await.unwrap(), 0);
    let kept = [("n3", true), ("f1", true), ("g1", true), ("g2", true)];
    for (id, there) in [("n1", false), ("n2", false)].into_iter().chain(kept) {
        assert_eq!(store.load(id).await.unwrap().is_some(), there, "{id}");
    }
    assert!(store.expired("n1").await.unwrap() && !store.expired("n3").await.unwrap());
    assert_eq!(store.conduct("a", 9).await.unwrap().len(), 6, "what they say stays");
    assert_right(&store, 1).await;
}

async fn programs(store: &AnyStore, owner: &str, ids: &[&str]) {
    for id in ids {
        let bot = Person { owner: Some(owner.into()), ..account(id, &format!("{id} BOT")) };
        store.add_bot(bot).await.unwrap();
    }
}

pub async fn programs_are_rated_among_people_and_not_against_their_own(place: &impl Database) {
    let store = place.open().await;
    people(&store, &["a", "b"]).await;
    programs(&store, "b", &["owl", "elk"]).await;
    end(&store, "t1", finish(NOW, vec![seat("a", 1, 60), seat("owl", 2, 50)])).await;
    let new = [Entrant::person(Career::NEW, 1), Entrant::program(Career::NEW, 2)];
    let expected = after(NOW, &new);
    assert_eq!(career(&store, "a", Ladder::Duel).await, expected[0], "it counts for half");
    assert_eq!(career(&store, "owl", Ladder::Duel).await, expected[1]);
    // Whose it is, and two of the same person.
    end(&store, "t2", finish(NOW, vec![seat("b", 1, 60), seat("owl", 2, 50)])).await;
    end(&store, "t3", finish(NOW, vec![seat("elk", 1, 60), seat("owl", 2, 50)])).await;
    assert_eq!(store.rated("t2").await.unwrap(), None);
    assert_eq!(store.rated("t3").await.unwrap(), None);
    let own = |n: u64| Finish {
        pool: None,
        ..finish(NOW + n, vec![seat("a", 1, 60), seat("owl", 2, 50)])
    };
    for n in 1..15 {
        end(&store, &format!("c{n:02}"), own(n)).await;
    }
    assert_eq!(career(&store, "a", Ladder::Duel).await.unwrap().games, 11, "ten a day");
    assert_right(&store, 11).await;
    // A program that is gone leaves the others what they have, also after a rebuild.
    let before = career(&store, "a", Ladder::Duel).await;
    store.forget("owl").await.unwrap();
    store.refold(true).await.unwrap();
    assert_eq!(career(&store, "a", Ladder::Duel).await, before);
    store.close().await;
}

pub async fn new_accounts_from_one_place_hand_no_points_over(place: &impl Database) {
    let store = place.open().await;
    for (id, made) in [("a", NOW - DAY), ("b", NOW - DAY), ("c", NOW - DAY), ("old", 5)] {
        let name = format!("Name-of-{id}");
        store.add_person(Person { made, ..account(id, &name) }).await.unwrap();
    }
    for id in ["a", "b", "old"] {
        store.trace(&[5; 32], id, NOW).await.unwrap();
    }
    let game = |rival: &str, turns: u16| Finish {
        turns,
        reason: EndReason::Resigned,
        ..finish(NOW, vec![seat("a", 1, 20), seat(rival, 2, 4)])
    };
    for (id, rival, turns, rated) in
        [("t1", "b", 9, false), ("t2", "b", 10, true), ("t3", "c", 9, true), ("t4", "old", 9, true)]
    {
        end(&store, id, game(rival, turns)).await;
        assert_eq!(store.rated(id).await.unwrap().is_some(), rated, "{id}");
    }
    assert_right(&store, 3).await;
    store.close().await;
}

pub async fn guests_answer_for_each_other_where_they_come_from(place: &impl Database) {
    let store = place.open().await;
    people(&store, &["a"]).await;
    for id in ["g", "h", "i"] {
        store.add_person(guest(id, &id.to_uppercase())).await.unwrap();
    }
    for (mark, id) in [(5, "g"), (5, "h"), (5, "a"), (6, "i")] {
        store.trace(&[mark; 32], id, NOW).await.unwrap();
    }
    let missed =
        |person: &str| FinishedSeat { conduct: Some(Conduct::NoShow), ..seat(person, 0, 0) };
    for (id, one, other) in [("t1", "g", "i"), ("t2", "a", "i"), ("t3", "h", "i")] {
        let seats = vec![missed(one), FinishedSeat { conduct: None, ..seat(other, 0, 0) }];
        let nothing = finish(NOW, seats);
        end(&store, id, Finish { reason: EndReason::Aborted, rated: false, ..nothing }).await;
    }
    let near = store.conduct_nearby("h", 9).await.unwrap();
    assert_eq!(near, [(Conduct::NoShow, NOW); 2], "what accounts did is their own business");
    assert_eq!(store.conduct_nearby("i", 9).await.unwrap(), []);
    store.close().await;
}

pub async fn who_gained_most_is_found(place: &impl Database) {
    let store = place.open().await;
    people(&store, &["a", "b", "c"]).await;
    // Twenty games of old until the ratings are certain; then one of them wins on and on.
    for n in 0..40 {
        let (one, two) = if n % 2 == 0 { ("a", "b") } else { ("b", "a") };
        let seats = vec![seat(one, 1, 60), seat(two, 2, 50)];
        end(&store, &format!("o{n:02}"), finish(NOW + n, seats)).await;
    }
    let quarter = NOW + DAY;
    for n in 0..10 {
        let seats = vec![seat("b", 1, 60), seat("a", 2, 50)];
        end(&store, &format!("n{n:02}"), finish(quarter + n, seats)).await;
    }
    end(&store, "new", finish(quarter + 99, vec![seat("c", 1, 60), seat("a", 2, 50)])).await;
    let gains = store.gains(Ladder::Duel, quarter, 1, 9).await.unwrap();
    let names: Vec<&str> = gains.iter().map(|(ranked, _)| ranked.name.as_str()).collect();
    assert_eq!(names, ["Name-of-b"], "one lost, and the other is new: {gains:?}");
    let games = store.games_of(all_of("b")).await.unwrap();
    let first = games.iter().find(|game| game.table == "n00").unwrap();
    let own = usize::from(first.own);
    let before = first.seats[own].rated.unwrap().0;
    assert_eq!(gains[0].1, gains[0].0.career.rating.points - before.points);
    assert!(store.gains(Ladder::City, quarter, 1, 9).await.unwrap().is_empty());
    assert!(store.gains(Ladder::Duel, quarter + DAY, 1, 9).await.unwrap().is_empty());
    store.close().await;
}

pub async fn whose_rating_was_corrected_is_told(place: &impl Database) {
    let store = place.open().await;
    people(&store, &["a", "b"]).await;
    for n in 0..4 {
        let seats = vec![seat("a", 1, 60), seat("b", 2, 50)];
        end(&store, &format!("t{n}"), finish(NOW + n, seats)).await;
    }
    let before = career(&store, "b", Ladder::Duel).await.unwrap().rating.points;
    store.refold(true).await.unwrap();
    assert!(store.corrections("b", Ladder::Duel).await.unwrap().is_empty(), "nothing was wrong");
    assert!(store.void(Void::Table("t1".into()), "cheat", NOW).await.unwrap());
    store.refold(true).await.unwrap();
    let told = store.corrections("b", Ladder::Duel).await.unwrap();
    let after = career(&store, "b", Ladder::Duel).await.unwrap().rating.points;
    assert_eq!(told.len(), 1);
    assert_eq!((told[0].before, told[0].after), (before, after));
    assert!(after > before, "a game that was lost does not count");
    assert!(store.corrections("b", Ladder::City).await.unwrap().is_empty());
    store.forget("b").await.unwrap();
    assert!(store.corrections("b", Ladder::Duel).await.unwrap().is_empty());
    store.close().await;
}
