//! People and sessions.

use server::store::{PasswordChange, Person, Right, Session, StoreError};

use super::{Database, account, guest, session, table, who};

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
    let renamed = store.change_person("p2", "BÉLA straße", None).await;
    assert!(matches!(renamed, Err(StoreError::NameTaken)));
    // One may change the case of one's own name.
    store.change_person("p1", "BÉLA STRASSE", None).await.unwrap();
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
    store.add_person(guest("p1", "Anna")).await.unwrap();
    store.add_person(guest("p2", "Anna")).await.unwrap();
    store.change_person("p1", "Anna B", Some("secret")).await.unwrap();
    let now = store.account("anna b").await.unwrap().unwrap();
    assert_eq!((now.id.as_str(), now.password.as_deref()), ("p1", Some("secret")));
    let second = store.change_person("p2", "ANNA B", Some("other")).await;
    assert!(matches!(second, Err(StoreError::NameTaken)));
    assert_eq!(store.person("p2").await.unwrap(), Some(guest("p2", "Anna")));
    assert!(store.change_person("p9", "Nobody", None).await.is_err());
}

pub async fn a_person_keeps_its_password_when_it_is_renamed(place: &impl Database) {
    let store = place.open().await;
    store.add_person(account("p1", "Anna")).await.unwrap();
    store.change_person("p1", "Hanna", None).await.unwrap();
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
    assert!(store.session(&[1; 32], 0).await.unwrap().unwrap().1.banned);
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
    let shown = || Right::Password(hash.clone());
    store.begin_session(session(1, "p1"), shown()).await.unwrap();
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
    for late in [shown(), Right::Session([1; 32])] {
        let refused = store.begin_session(session(4, "p1"), late).await;
        assert!(matches!(refused, Err(StoreError::Conflict)), "{refused:?}");
    }
    store.begin_session(session(5, "p1"), Right::Password("another".into())).await.unwrap();
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
