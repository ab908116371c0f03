//! People and sessions.

use store::{
    AnyStore, Arrival, Comer, Notice, PROGRAM, PasswordChange, Person, Right, SESSIONS_MAX,
    Session, StoreError, TOKENS_MAX,
};

use super::{Database, account, arrival, guest, session, table, who};

pub async fn a_person_comes_back(place: &impl Database) {
    let store = place.open().await;
    store.add_person(guest("p1", "Anna")).await.unwrap();
    store.add_person(account("p2", "Béla")).await.unwrap();
    assert_eq!(store.person("p1").await.unwrap(), Some(guest("p1", "Anna")));
    assert_eq!(store.person("p2").await.unwrap(), Some(account("p2", "Béla")));
    assert_eq!(store.person("p3").await.unwrap(), None);
    assert!(store.add_person(guest("p1", "Other")).await.is_err(), "an id is used once");
    assert_eq!(store.person("p1").await.unwrap(), Some(guest("p1", "Anna")));
}

pub async fn names_of_accounts_are_unique_without_regard_to_case(place: &impl Database) {
    let store = place.open().await;
    store.add_person(account("p1", "Béla Straße")).await.unwrap();
    for name in ["béla straße", "BÉLA STRASSE", "Béla Straße"] {
        let again = store.add_person(account("p2", name)).await;
        assert!(matches!(again, Err(StoreError::NameTaken)), "{name}: {again:?}");
        assert_eq!(store.account(name).await.unwrap().unwrap().id, "p1");
    }
    assert_eq!(store.person("p2").await.unwrap(), None);
    store.add_person(account("p2", "Bela")).await.unwrap();
    let renamed = store.rename_person("p2", "BÉLA straße").await;
    assert!(matches!(renamed, Err(StoreError::NameTaken)));
    // One may change the case of one's own name.
    store.rename_person("p1", "BÉLA STRASSE").await.unwrap();
    assert_eq!(store.account("béla straße").await.unwrap().unwrap().name, "BÉLA STRASSE");
    assert_eq!(store.account("Bel").await.unwrap(), None);
}

pub async fn guests_may_share_a_name(place: &impl Database) {
    let store = place.open().await;
    store.add_person(account("p1", "Anna")).await.unwrap();
    store.add_person(guest("p2", "Anna")).await.unwrap();
    store.add_person(guest("p3", "anna")).await.unwrap();
    assert_eq!(store.account("ANNA").await.unwrap().unwrap().id, "p1", "guests have no account");
}

pub async fn a_guest_becomes_an_account(place: &impl Database) {
    let store = place.open().await;
    for (mark, id) in [(1, "p1"), (2, "p2")] {
        store.add_person(guest(id, "Anna")).await.unwrap();
        store.add_session(session(mark, id)).await.unwrap();
    }
    store.arrive(becoming("p1", "Anna B", 1, 11)).await.unwrap();
    let now = store.account("anna b").await.unwrap().unwrap();
    assert_eq!((now.id.as_str(), now.password.as_deref()), ("p1", Some("secret")));
    assert_eq!(marks(&store, "p1").await, [11], "a new session for new rights");
    let second = store.arrive(becoming("p2", "ANNA B", 2, 12)).await;
    assert!(matches!(second, Err(StoreError::NameTaken)));
    assert_eq!(store.person("p2").await.unwrap(), Some(guest("p2", "Anna")));
    assert_eq!(marks(&store, "p2").await, [2]);
    assert!(store.rename_person("p9", "Nobody").await.is_err());
    // Nobody makes an account of a guest twice, with another's session, or with one that ended.
    for (id, by) in [("p1", 11), ("p2", 11), ("p2", 9), ("p9", 2)] {
        let late = store.arrive(becoming(id, "Cora", by, 13)).await;
        assert!(matches!(late, Err(StoreError::Conflict)), "{id} {by}: {late:?}");
    }
    assert_eq!((marks(&store, "p1").await, marks(&store, "p2").await), (vec![11], vec![2]));
}

/// A guest that makes an account with its session `by`, and begins another.
fn becoming(id: &str, name: &str, by: u8, begins: u8) -> Arrival {
    let (name, password) = (name.into(), "secret".into());
    let comer = Comer::Guest { id: id.into(), name, password, by: [by; 32] };
    Arrival { before: Some([by; 32]), ..arrival(comer, begins) }
}

async fn marks(store: &AnyStore, person: &str) -> Vec<u8> {
    store.sessions(person).await.unwrap().iter().map(|session| session.hash[0]).collect()
}

/// Whoever comes in comes in whole: if its session cannot be kept, nothing has happened.
pub async fn an_arrival_is_one_change(place: &impl Database) {
    let store = place.open().await;
    let anna = account("a", "Anna");
    store.add_person(anna.clone()).await.unwrap();
    store.add_person(guest("g", "Gus")).await.unwrap();
    store.add_session(session(1, "g")).await.unwrap();
    store.add_session(session(7, "a")).await.unwrap();
    store.make_table(table("t1", &who("g", "Gus"))).await.unwrap();
    let (last, _) = store
        .notices(0, 99)
        .await
        .unwrap()
        .last()
        .cloned()
        .unwrap_or((0, Notice::Person(String::new())));
    let shown = Comer::Account { id: "a".into(), password: anna.password.clone().unwrap() };
    // The hash of the session is used already, which is the last that can go wrong.
    for refused in [
        arrival(Comer::New(guest("n", "Nora")), 7),
        arrival(Comer::New(account("n", "Nora")), 7),
        becoming("g", "Gus", 1, 7),
        Arrival { before: Some([1; 32]), ..arrival(shown.clone(), 7) },
    ] {
        let told = format!("{refused:?}");
        assert!(store.arrive(refused).await.is_err(), "{told}");
        assert_eq!(store.person("n").await.unwrap(), None, "{told}");
        assert_eq!(store.person("g").await.unwrap(), Some(guest("g", "Gus")), "{told}");
        assert_eq!((marks(&store, "g").await, marks(&store, "a").await), (vec![1], vec![7]));
        assert_eq!(store.named("g").await.unwrap(), ["t1"], "{told}");
        assert_eq!(store.notices(last, 99).await.unwrap(), [], "nobody hears of it: {told}");
    }
    store.arrive(Arrival { before: Some([1; 32]), ..arrival(shown.clone(), 8) }).await.unwrap();
    assert_eq!(store.person("g").await.unwrap(), None);
    assert_eq!(
        (store.named("a").await.unwrap(), marks(&store, "a").await),
        (vec!["t1".to_string()], vec![7, 8])
    );
    // The same browser once more: what it left behind is gone already.
    store.arrive(Arrival { before: Some([1; 32]), ..arrival(shown, 9) }).await.unwrap();
    assert_eq!(marks(&store, "a").await, [7, 8, 9]);
}

/// Of too many sessions in browsers the one that was unused longest ends; tokens are counted apart,
/// and there is no fifty-first.
pub async fn sessions_have_a_bound(place: &impl Database) {
    let store = place.open().await;
    let anna = account("a", "Anna");
    store.add_person(anna.clone()).await.unwrap();
    let most = u8::try_from(SESSIONS_MAX).unwrap();
    let shown = || Comer::Account { id: "a".into(), password: anna.password.clone().unwrap() };
    for mark in 1..=most {
        store.arrive(arrival(shown(), mark)).await.unwrap();
    }
    store.session(&[1; 32], 9 * 3_600_000).await.unwrap();
    for number in 0..TOKENS_MAX {
        let token = Session { kind: PROGRAM.into(), ..session(100 + number as u8, "a") };
        store.begin_session(token, Right::Session([3; 32])).await.unwrap();
    }
    let enough = Session { kind: PROGRAM.into(), ..session(99, "a") };
    let refused = store.begin_session(enough, Right::Session([3; 32])).await;
    assert!(matches!(refused, Err(StoreError::Enough)), "{refused:?}");
    store.arrive(arrival(shown(), most + 1)).await.unwrap();
    let left = marks(&store, "a").await;
    assert_eq!(left.len(), (SESSIONS_MAX + TOKENS_MAX) as usize);
    assert!(left.contains(&1) && !left.contains(&2) && left.contains(&(most + 1)), "{left:?}");
}

pub async fn a_person_keeps_its_password_when_it_is_renamed(place: &impl Database) {
    let store = place.open().await;
    store.add_person(account("p1", "Anna")).await.unwrap();
    store.rename_person("p1", "Hanna").await.unwrap();
    let now = store.person("p1").await.unwrap().unwrap();
    assert_eq!(now.password, account("p1", "Anna").password);
    assert!(store.account("Anna").await.unwrap().is_none());
}

pub async fn people_are_shut_out_and_let_in(place: &impl Database) {
    let store = place.open().await;
    store.add_person(account("p1", "Anna")).await.unwrap();
    store.add_session(session(1, "p1")).await.unwrap();
    assert!(store.ban("p1", true).await.unwrap());
    assert!(store.person("p1").await.unwrap().unwrap().banned);
    assert!(store.session(&[1; 32], 0).await.unwrap().is_none(), "its sessions end with it");
    assert!(store.add_session(session(2, "p1")).await.is_err(), "and no other begins");
    let shown = Comer::Account { id: "p1".into(), password: "hash of p1".into() };
    assert!(store.arrive(arrival(shown, 3)).await.is_err());
    assert!(store.ban("p1", false).await.unwrap());
    assert!(!store.person("p1").await.unwrap().unwrap().banned);
    assert!(!store.ban("p2", true).await.unwrap());
}

pub async fn accounts_are_found_by_a_part_of_their_name(place: &impl Database) {
    let store = place.open().await;
    for (id, name) in [("p1", "Élodie"), ("p2", "dora"), ("p3", "Rodolfo"), ("p4", "100%_real")] {
        store.add_person(account(id, name)).await.unwrap();
    }
    store.add_person(guest("p5", "Dora")).await.unwrap();
    for (like, limit, expected) in [
        ("", 9, vec!["100%_real", "dora", "Rodolfo", "Élodie"]),
        ("DO", 9, vec!["dora", "Rodolfo"]),
        ("éLO", 9, vec!["Élodie"]),
        ("%", 9, vec!["100%_real"]),
        ("do", 1, vec!["dora"]),
    ] {
        let found = store.accounts(like, limit).await.unwrap();
        let names: Vec<&str> = found.iter().map(|person| person.name.as_str()).collect();
        assert_eq!(names, expected, "{like:?}");
    }
}

pub async fn sessions_come_and_go(place: &impl Database) {
    let store = place.open().await;
    store.add_person(account("p1", "Anna")).await.unwrap();
    store.add_person(guest("p2", "Bela")).await.unwrap();
    for (mark, person) in [(1, "p1"), (2, "p1"), (3, "p1"), (4, "p2")] {
        store.add_session(session(mark, person)).await.unwrap();
    }
    let (found, whose) = store.session(&[2; 32], 0).await.unwrap().unwrap();
    assert_eq!((found, whose), (session(2, "p1"), account("p1", "Anna")));
    assert_eq!(store.session(&[9; 32], 0).await.unwrap(), None);
    let all = [session(1, "p1"), session(2, "p1"), session(3, "p1")];
    assert_eq!(store.sessions("p1").await.unwrap(), all);
    store.end_session(&[2; 32]).await.unwrap();
    assert_eq!(store.session(&[2; 32], 0).await.unwrap(), None);
    assert_eq!(store.end_sessions("p1").await.unwrap(), 2);
    assert!(store.sessions("p1").await.unwrap().is_empty());
    assert!(store.session(&[4; 32], 0).await.unwrap().is_some(), "another's is left alone");
}

pub async fn the_use_of_a_session_is_noted_to_the_hour(place: &impl Database) {
    const HOUR: u64 = 3_600_000;
    let store = place.open().await;
    store.add_person(guest("p1", "Anna")).await.unwrap();
    store.add_session(session(1, "p1")).await.unwrap();
    for (now, used) in [(5 * HOUR + 7, 5), (5 * HOUR + 9999, 5), (7 * HOUR, 7), (6 * HOUR, 7)] {
        let (told, _) = store.session(&[1; 32], now).await.unwrap().unwrap();
        assert_eq!(told.used, used * HOUR);
        assert_eq!(store.sessions("p1").await.unwrap()[0].used, used * HOUR);
    }
}

pub async fn a_session_needs_a_person(place: &impl Database) {
    let store = place.open().await;
    assert!(store.add_session(session(1, "p1")).await.is_err());
    assert_eq!(store.session(&[1; 32], 0).await.unwrap(), None);
}

/// What was looked at before must still be so when the session begins.
pub async fn a_session_begins_by_a_right_that_still_stands(place: &impl Database) {
    let store = place.open().await;
    let hash = account("p1", "Anna").password.unwrap();
    store.add_person(account("p1", "Anna")).await.unwrap();
    store.add_person(guest("p2", "Bela")).await.unwrap();
    let shown = |password: &str, begins| {
        arrival(Comer::Account { id: "p1".into(), password: password.into() }, begins)
    };
    store.arrive(shown(&hash, 1)).await.unwrap();
    store.begin_session(session(2, "p1"), Right::Session([1; 32])).await.unwrap();
    let foreign = store.begin_session(session(3, "p2"), Right::Session([1; 32])).await;
    assert!(matches!(foreign, Err(StoreError::Conflict)), "{foreign:?}");

    let change = |old: &str| PasswordChange {
        person: "p1".into(),
        old: old.into(),
        new: "another".into(),
        stays: [2; 32],
    };
    assert!(store.change_password(change("wrong")).await.is_err());
    assert_eq!(store.sessions("p1").await.unwrap().len(), 2, "nothing was changed");
    store.change_password(change(&hash)).await.unwrap();
    let left: Vec<_> = store.sessions("p1").await.unwrap().iter().map(|it| it.hash).collect();
    assert_eq!(left, [[2; 32]], "the others ended with the old password");
    let late = [
        store.arrive(shown(&hash, 4)).await,
        store.begin_session(session(4, "p1"), Right::Session([1; 32])).await,
    ];
    for refused in late {
        assert!(matches!(refused, Err(StoreError::Conflict)), "{refused:?}");
    }
    store.arrive(shown("another", 5)).await.unwrap();
}

/// Guests that no log names and that have not come for long go; nobody else does.
pub async fn guests_without_games_expire(place: &impl Database) {
    let store = place.open().await;
    let hour = 3_600_000;
    for id in ["g1", "g2", "g3", "g4", "g5"] {
        store.add_person(Person { made: hour, ..guest(id, "Gus") }).await.unwrap();
    }
    store.add_person(Person { made: hour, ..account("a1", "Anna") }).await.unwrap();
    store.add_person(Person { made: 9 * hour, ..guest("new", "Nora") }).await.unwrap();
    // One plays, one came lately, one is shut out, one was here long ago; nobody knows the last.
    store.make_table(table("t1", &who("g1", "Gus"))).await.unwrap();
    store.add_session(Session { made: hour, ..session(2, "g2") }).await.unwrap();
    store.session(&[2; 32], 8 * hour).await.unwrap();
    store.ban("g3", true).await.unwrap();
    store.add_session(Session { made: hour, ..session(4, "g4") }).await.unwrap();
    let (mut after, mut removed, mut steps) = (String::new(), 0, 0);
    while let (gone, Some(next)) = store.sweep_guests(&after, 8 * hour, 2).await.unwrap() {
        (after, removed, steps) = (next, removed + gone, steps + 1);
        assert!(steps < 9, "it comes to an end");
    }
    assert_eq!((removed, steps), (2, 4));
    for (id, stays) in [
        ("g1", true),
        ("g2", true),
        ("g3", true),
        ("g4", false),
        ("g5", false),
        ("a1", true),
        ("new", true),
    ] {
        assert_eq!(store.person(id).await.unwrap().is_some(), stays, "{id}");
    }
    assert!(store.session(&[4; 32], 0).await.unwrap().is_none(), "its session goes with it");
}

pub async fn sessions_expire(place: &impl Database) {
    let store = place.open().await;
    let hour = 3_600_000;
    store.add_person(account("a1", "Anna")).await.unwrap();
    for mark in 1..=4 {
        let made = u64::from(mark) * hour;
        store.add_session(Session { made, ..session(mark, "a1") }).await.unwrap();
    }
    store.session(&[1; 32], 9 * hour).await.unwrap();
    assert_eq!(store.sweep_sessions(4 * hour, 1).await.unwrap(), 1, "a bounded piece of work");
    assert_eq!(store.sweep_sessions(4 * hour, 9).await.unwrap(), 1);
    assert_eq!(store.sweep_sessions(4 * hour, 9).await.unwrap(), 0);
    let left: Vec<u8> =
        store.sessions("a1").await.unwrap().iter().map(|session| session.hash[0]).collect();
    assert_eq!(left, [1, 4], "the first was used, the last is not so old");
}
