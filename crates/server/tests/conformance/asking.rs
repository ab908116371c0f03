//! How much strangers may ask of somebody, and of those who look after all.

use futures_util::future::join_all;
use protocol::{ChallengeState, ReportKind, Tie};
use store::StoreError;
use store::society::{ASKED_AGAIN, ASKED_MAX, NewReport, TIES_MAX};

use super::society::{challenge, report, with_people};
use super::{Database, account};

pub async fn nobody_is_asked_again_and_again_by_strangers(place: &impl Database) {
    let store = with_people(place).await;
    let asked = async |id: &str, person: &str, rival: &str, made: u64| {
        store.challenge(challenge(id, person, rival, made)).await.unwrap()
    };
    for number in 0..ASKED_AGAIN {
        let id = format!("x{number}");
        assert!(asked(&id, "a", "b", 10).await);
        assert!(store.answer_challenge(&id, ChallengeState::Withdrawn, None, 11).await.unwrap());
    }
    assert!(!asked("more", "a", "b", 12).await, "asked enough");
    assert_eq!(store.challenge_of("more").await.unwrap(), None);
    assert!(asked("other", "a", "c", 12).await, "others were not");
    assert!(asked("from another", "c", "b", 12).await, "others did not");
    // A day later, or if the rival wants it so, it is asked again.
    assert!(asked("tomorrow", "a", "b", 11 + 86_400_000).await);
    store.tie("b", "a", Some(Tie::Follow), 13).await.unwrap();
    assert!(asked("followed", "a", "b", 14).await);
    // What was accepted was no trouble.
    for number in 0..2 * ASKED_AGAIN {
        let id = format!("y{number}");
        assert!(asked(&id, "b", "c", 20).await, "{number}");
        let table = format!("t{number}");
        let state = ChallengeState::Accepted;
        assert!(store.answer_challenge(&id, state, Some(&table), 21).await.unwrap());
    }
}

pub async fn a_crowd_of_strangers_leaves_room_for_friends(place: &impl Database) {
    let store = with_people(place).await;
    for number in 0..=ASKED_MAX {
        let id = format!("s{number}");
        store.add_person(account(&id, &format!("Stranger {number}"))).await.unwrap();
        let mut one = challenge(&format!("x{number}"), &id, "b", 10);
        one.person.1 = format!("Stranger {number}");
        assert_eq!(store.challenge(one).await.unwrap(), number < ASKED_MAX, "{number}");
    }
    assert!(!store.challenge(challenge("a", "a", "b", 11)).await.unwrap());
    store.tie("b", "a", Some(Tie::Follow), 12).await.unwrap();
    assert!(store.challenge(challenge("a", "a", "b", 13)).await.unwrap());
    // What waits no more makes room.
    assert!(store.challenge(challenge("c", "c", "b", 110)).await.unwrap());
}

/// Saying it once more fills no list.
pub async fn the_same_report_is_one(place: &impl Database) {
    let store = with_people(place).await;
    let first = store.report(report("a", "b", ReportKind::Chat)).await.unwrap();
    let words = NewReport { words: "and again".into(), ..report("a", "b", ReportKind::Chat) };
    assert_eq!(store.report(words).await.unwrap(), first);
    let waiting = store.reports(9).await.unwrap();
    assert_eq!((waiting.len(), waiting[0].report.words.as_str()), (1, "and again"));
    // Another line, another kind, another person: another report.
    let other = NewReport { n: Some(99), ..report("a", "b", ReportKind::Chat) };
    assert_ne!(store.report(other).await.unwrap(), first);
    assert_ne!(store.report(report("a", "b", ReportKind::Name)).await.unwrap(), first);
    assert_ne!(store.report(report("c", "b", ReportKind::Chat)).await.unwrap(), first);
    assert_eq!(store.waiting().await.unwrap(), (4, 0));
}

pub async fn nobody_follows_everybody(place: &impl Database) {
    let store = with_people(place).await;
    // Some at once: a store writes many changes as one.
    let follow = async |number: u32| {
        let id = format!("s{number}");
        store.add_person(account(&id, &format!("Stranger {number}"))).await.unwrap();
        store.tie("a", &id, Some(Tie::Follow), 1).await.unwrap();
    };
    for from in (0..TIES_MAX).step_by(20) {
        join_all((from..from + 20).map(&follow)).await;
    }
    let more = store.tie("a", "b", Some(Tie::Block), 2).await;
    assert!(matches!(more, Err(StoreError::Enough)), "{more:?}");
    // What is there may change, and who goes makes room.
    store.tie("a", "s0", Some(Tie::Block), 3).await.unwrap();
    store.tie("a", "s0", None, 4).await.unwrap();
    store.tie("a", "b", Some(Tie::Block), 5).await.unwrap();
}
