//! People among each other: relations, challenges, reports, and what moderators do.

use protocol::{Announcement, ChallengeState, Deed, ReportKind, Role, Tie};
use store::society::{
    Act, CHALLENGES_MAX, ChallengeRow, DeedQuery, NewDeed, NewReport, ProfileRow, SEEK_LIFE,
    SeekRow, TRACE_LIFE, blocked, open,
};
use store::{AnyStore, Arrival, Comer, Index, StoreError};

use super::{Database, account, arrival, guest, index, log, played, session, table, who};

pub(super) async fn with_people(place: &impl Database) -> AnyStore {
    let store = place.open().await;
    for (id, name) in [("a", "Anna"), ("b", "Bela"), ("c", "Cora"), ("m", "Mona")] {
        store.add_person(account(id, name)).await.unwrap();
    }
    store.add_person(guest("g", "Gus")).await.unwrap();
    store.add_session(session(1, "g")).await.unwrap();
    store.add_session(session(2, "m")).await.unwrap();
    store
}

fn ids(list: &[&str]) -> Vec<String> {
    list.iter().map(ToString::to_string).collect()
}

pub async fn a_block_ends_what_the_other_wanted(place: &impl Database) {
    let store = with_people(place).await;
    store.tie("a", "b", Some(Tie::Follow), 1).await.unwrap();
    store.tie("b", "a", Some(Tie::Talk), 2).await.unwrap();
    let ties = store.ties_among(&ids(&["a", "b", "c"])).await.unwrap();
    assert!(open(&ties, "a", "b") && !open(&ties, "a", "c") && !blocked(&ties, "a", "b"));
    let mine = store.ties("a").await.unwrap();
    assert_eq!(
        (mine[0].name.as_str(), mine[0].tie, mine[0].back),
        ("Bela", Tie::Follow, Some(Tie::Talk))
    );
    let asked = challenge("x", "a", "b", 3);
    store.challenge(asked.clone()).await.unwrap();

    store.tie("b", "a", Some(Tie::Block), 4).await.unwrap();
    let ties = store.ties_among(&ids(&["a", "b"])).await.unwrap();
    assert!(blocked(&ties, "a", "b") && !open(&ties, "a", "b"));
    assert!(store.ties("a").await.unwrap().is_empty(), "the other follows no more");
    let withdrawn = store.challenge_of("x").await.unwrap().unwrap();
    assert_eq!(withdrawn.state, ChallengeState::Withdrawn);
    // Neither may come near the other again, whoever has blocked.
    for (person, other) in [("a", "b"), ("b", "a")] {
        for tie in [Tie::Follow, Tie::Talk] {
            let refused = store.tie(person, other, Some(tie), 5).await;
            assert!(matches!(refused, Err(StoreError::Conflict)), "{person} {tie:?}: {refused:?}");
        }
        let refused = store.challenge(challenge("y", person, other, 5)).await;
        assert!(matches!(refused, Err(StoreError::Conflict)), "{refused:?}");
    }
    store.tie("a", "b", Some(Tie::Block), 6).await.unwrap();
    store.tie("b", "a", None, 7).await.unwrap();
    let ties = store.ties_among(&ids(&["a", "b"])).await.unwrap();
    assert!(blocked(&ties, "b", "a"), "each has a block of its own");
    store.tie("a", "b", None, 8).await.unwrap();
    store.tie("b", "a", Some(Tie::Follow), 9).await.unwrap();
}

pub(super) fn challenge(id: &str, person: &str, rival: &str, made: u64) -> ChallengeRow {
    let name = |id: &str| match id {
        "a" => "Anna".to_owned(),
        "b" => "Bela".to_owned(),
        _ => "Cora".to_owned(),
    };
    ChallengeRow {
        id: id.into(),
        person: (person.into(), name(person)),
        rival: (rival.into(), name(rival)),
        config: "{}".into(),
        made,
        expires: made + 100,
        state: ChallengeState::Open,
        table: None,
    }
}

pub async fn a_challenge_is_answered_once_and_in_time(place: &impl Database) {
    let store = with_people(place).await;
    // Whoever follows somebody is asked by it as often as that likes.
    store.tie("b", "a", Some(Tie::Follow), 1).await.unwrap();
    for number in 0..CHALLENGES_MAX {
        assert!(store.challenge(challenge(&format!("x{number}"), "a", "b", 10)).await.unwrap());
    }
    let more = store.challenge(challenge("more", "a", "c", 10)).await;
    assert!(matches!(more, Err(StoreError::Enough)), "{more:?}");
    assert!(store.answer_challenge("x0", ChallengeState::Accepted, Some("t1"), 50).await.unwrap());
    assert!(!store.answer_challenge("x0", ChallengeState::Declined, None, 51).await.unwrap());
    assert!(!store.answer_challenge("x1", ChallengeState::Accepted, None, 110).await.unwrap());
    let known = store.challenge_of("x0").await.unwrap().unwrap();
    let expected = ChallengeRow {
        state: ChallengeState::Accepted,
        table: Some("t1".into()),
        ..challenge("x0", "a", "b", 10)
    };
    assert_eq!(known, expected);
    // One that was answered, or has expired, makes room for another.
    store.challenge(challenge("again", "a", "c", 60)).await.unwrap();
    store.challenge(challenge("late", "a", "c", 200)).await.unwrap();
    assert_eq!(store.challenges("c", 9).await.unwrap().len(), 2);
    assert_eq!(store.challenges("a", 9).await.unwrap()[0].id, "late");
    store.sweep_society(200 + 100 + 86_400_001).await.unwrap();
    assert!(store.challenges("a", 9).await.unwrap().is_empty());
}

pub(super) fn report(by: &str, about: &str, kind: ReportKind) -> NewReport {
    NewReport {
        person: by.into(),
        about: about.into(),
        kind,
        words: "look at this".into(),
        table: Some("t1".into()),
        n: Some(7),
        made: 20,
    }
}

fn deed(deed: Deed, person: &str, act: Act) -> NewDeed {
    NewDeed {
        at: 100,
        moderator: "m".into(),
        deed,
        person: person.into(),
        reason: "because".into(),
        detail: String::new(),
        until: None,
        report: None,
        act,
    }
}

pub async fn reports_wait_in_order_and_are_answered_once(place: &impl Database) {
    let store = with_people(place).await;
    let name = store.report(report("a", "b", ReportKind::Name)).await.unwrap();
    let chat = store.report(report("a", "b", ReportKind::Chat)).await.unwrap();
    let order =
        async || -> Vec<u64> { store.reports(9).await.unwrap().iter().map(|row| row.id).collect() };
    assert_eq!(order().await, [chat, name]);
    let first = &store.reports(9).await.unwrap()[0];
    assert_eq!((first.by.as_str(), first.about.as_str()), ("Anna", "Bela"));
    assert_eq!(first.report, report("a", "b", ReportKind::Chat));
    assert_eq!(store.waiting().await.unwrap(), (2, 0));
    for (id, what) in [(chat, Deed::Warn), (name, Deed::Warn)] {
        let answer = NewDeed { report: Some(id), ..deed(what, "b", Act::Nothing) };
        store.do_deed(answer.clone()).await.unwrap();
        let twice = store.do_deed(answer).await;
        assert!(matches!(twice, Err(StoreError::Conflict)), "{twice:?}");
    }
    assert_eq!(store.deeds(DeedQuery { limit: 9, ..DeedQuery::default() }).await.unwrap().len(), 2);
    // Whoever was right before stands before whoever is new.
    let new = store.report(report("c", "b", ReportKind::Chat)).await.unwrap();
    let right = store.report(report("a", "b", ReportKind::Chat)).await.unwrap();
    assert_eq!(order().await, [right, new]);
}

pub async fn deeds_change_people_and_are_written_down(place: &impl Database) {
    let store = with_people(place).await;
    store.do_deed(deed(Deed::Rename, "b", Act::Rename("Berta".into()))).await.unwrap();
    assert_eq!(store.person("b").await.unwrap().unwrap().name, "Berta");
    let taken = store.do_deed(deed(Deed::Rename, "b", Act::Rename("Cora".into()))).await;
    assert!(matches!(taken, Err(StoreError::NameTaken)), "{taken:?}");
    store.do_deed(deed(Deed::Ban, "b", Act::Ban(true))).await.unwrap();
    assert!(store.person("b").await.unwrap().unwrap().banned);
    store.do_deed(deed(Deed::Role, "c", Act::Role(Some(Role::Moderator)))).await.unwrap();
    assert_eq!(store.person("c").await.unwrap().unwrap().role, Some(Role::Moderator));
    store.do_deed(deed(Deed::Role, "c", Act::Role(None))).await.unwrap();
    assert_eq!(store.person("c").await.unwrap().unwrap().role, None);

    let mute = NewDeed { until: Some(500), ..deed(Deed::Mute, "a", Act::Nothing) };
    let mute = store.do_deed(mute).await.unwrap();
    assert_eq!(store.restraints("a", 499).await.unwrap(), [(Deed::Mute, 500)]);
    assert!(store.restraints("a", 500).await.unwrap().is_empty());
    let lift = NewDeed { at: 200, ..deed(Deed::Lift, "a", Act::Lift(mute)) };
    store.do_deed(lift.clone()).await.unwrap();
    assert!(store.restraints("a", 201).await.unwrap().is_empty());
    assert!(matches!(store.do_deed(lift).await, Err(StoreError::Conflict)));

    let about =
        |person: &str| DeedQuery { person: Some(person.into()), limit: 9, ..DeedQuery::default() };
    let lines = store.deeds(about("b")).await.unwrap();
    assert_eq!(lines.iter().map(|line| line.deed).collect::<Vec<_>>(), [Deed::Ban, Deed::Rename]);
    assert_eq!(lines[0].moderator, ("m".into(), "Mona".into()));
    assert_eq!(lines[0].person, ("b".into(), "Berta".into()));
    let older = DeedQuery { before: Some(lines[0].id), ..about("b") };
    assert_eq!(store.deeds(older).await.unwrap().len(), 1);
}

pub async fn what_is_announced_ends_by_itself_or_earlier(place: &impl Database) {
    let store = with_people(place).await;
    let says = |en: &str, made, until| {
        let (en, fr) = (en.to_owned(), format!("{en}, en français"));
        let act = Act::Announce(Announcement { id: 0, en, fr, made, until });
        NewDeed { at: made, ..deed(Deed::Announce, "", act) }
    };
    for (en, made, until) in [("one", 10, 100), ("two", 20, 90), ("three", 30, 80)] {
        store.do_deed(says(en, made, until)).await.unwrap();
    }
    let fourth = store.do_deed(says("four", 40, 99)).await;
    assert!(matches!(fourth, Err(StoreError::Enough)), "{fourth:?}");
    let all = store.announcements(40).await.unwrap();
    let told = |all: &[Announcement]| all.iter().map(|one| one.en.clone()).collect::<Vec<_>>();
    assert_eq!(told(&all), ["three", "two", "one"]);
    assert_eq!((all[0].fr.as_str(), all[0].made, all[0].until), ("three, en français", 30, 80));
    assert_eq!(told(&store.announcements(80).await.unwrap()), ["two", "one"]);
    let ends = NewDeed { at: 50, ..deed(Deed::Withdraw, "", Act::Withdraw(all[2].id)) };
    store.do_deed(ends.clone()).await.unwrap();
    assert!(matches!(store.do_deed(ends).await, Err(StoreError::Conflict)));
    assert_eq!(told(&store.announcements(50).await.unwrap()), ["three", "two"]);
    // There is room for another, and everything is written down, about nobody.
    store.do_deed(says("four", 60, 99)).await.unwrap();
    let lines = store.deeds(DeedQuery { limit: 9, ..DeedQuery::default() }).await.unwrap();
    assert_eq!(lines.len(), 5);
    assert!(lines.iter().all(|line| line.person == (String::new(), String::new())));
}

pub async fn an_appeal_is_made_once_by_its_person_and_answered(place: &impl Database) {
    let store = with_people(place).await;
    let warned = store.do_deed(deed(Deed::Warn, "a", Act::Nothing)).await.unwrap();
    assert!(!store.appeal(warned, "b", "not mine", 110).await.unwrap());
    assert!(store.appeal(warned, "a", "I did not", 120).await.unwrap());
    assert!(!store.appeal(warned, "a", "I did not!", 130).await.unwrap());
    assert_eq!(store.waiting().await.unwrap(), (0, 1));
    let open = DeedQuery { appealed: true, limit: 9, ..DeedQuery::default() };
    let lines = store.deeds(open.clone()).await.unwrap();
    assert_eq!(lines[0].appeal, Some(("I did not".into(), 120, None)));
    let answer =
        NewDeed { reason: "you did".into(), ..deed(Deed::Answer, "a", Act::Answer(warned)) };
    store.do_deed(answer.clone()).await.unwrap();
    assert!(matches!(store.do_deed(answer).await, Err(StoreError::Conflict)));
    assert!(store.deeds(open).await.unwrap().is_empty());
    let all = store.deeds(DeedQuery { limit: 9, ..DeedQuery::default() }).await.unwrap();
    let told = all.iter().find(|line| line.id == warned).unwrap();
    assert_eq!(told.appeal, Some(("I did not".into(), 120, Some("you did".into()))));
}

pub async fn a_session_proves_itself(place: &impl Database) {
    let store = with_people(place).await;
    assert_eq!(store.session(&[2; 32], 0).await.unwrap().unwrap().0.proved, 0);
    store.prove(&[2; 32], 77).await.unwrap();
    assert_eq!(store.session(&[2; 32], 0).await.unwrap().unwrap().0.proved, 77);
    assert_eq!(store.sessions("m").await.unwrap()[0].proved, 77);
}

pub async fn places_are_known_for_thirty_days(place: &impl Database) {
    let store = with_people(place).await;
    let key = store.trace_key(600).await.unwrap();
    assert_eq!(store.trace_key(600).await.unwrap(), key, "one key a month");
    assert_ne!(store.trace_key(601).await.unwrap(), key);
    store.trace(&[5; 32], "a", 1000).await.unwrap();
    store.trace(&[5; 32], "b", 2000).await.unwrap();
    store.trace(&[6; 32], "c", 2000).await.unwrap();
    store.trace(&[5; 32], "nobody", 2000).await.unwrap();
    assert_eq!(store.sharing("a").await.unwrap(), [("b".to_owned(), "Bela".to_owned())]);
    assert!(store.sharing("c").await.unwrap().is_empty());
    store.sweep_society(1500 + TRACE_LIFE).await.unwrap();
    assert!(store.sharing("b").await.unwrap().is_empty(), "the older one is gone");
}

pub async fn what_a_guest_wanted_goes_to_its_account(place: &impl Database) {
    let store = with_people(place).await;
    store.tie("g", "b", Some(Tie::Block), 1).await.unwrap();
    store.tie("g", "a", Some(Tie::Follow), 1).await.unwrap();
    store.tie("c", "g", Some(Tie::Block), 1).await.unwrap();
    let mute = NewDeed { until: Some(500), ..deed(Deed::Mute, "g", Act::Nothing) };
    store.do_deed(mute).await.unwrap();
    let comer = Comer::Account { id: "a".into(), password: "hash of a".into() };
    store.arrive(Arrival { before: Some([1; 32]), ..arrival(comer, 9) }).await.unwrap();
    let ties = store.ties_among(&ids(&["a", "b", "c", "g"])).await.unwrap();
    assert!(blocked(&ties, "a", "b") && blocked(&ties, "c", "a"));
    assert_eq!(ties.len(), 2, "nobody follows itself: {ties:?}");
    assert_eq!(store.restraints("a", 400).await.unwrap(), [(Deed::Mute, 500)]);
}

pub async fn a_departure_leaves_lines_without_words(place: &impl Database) {
    let store = with_people(place).await;
    store.tie("a", "b", Some(Tie::Follow), 1).await.unwrap();
    store.challenge(challenge("x", "a", "b", 10)).await.unwrap();
    store.report(report("a", "b", ReportKind::Chat)).await.unwrap();
    store.report(report("b", "a", ReportKind::Chat)).await.unwrap();
    store.trace(&[5; 32], "a", 1000).await.unwrap();
    store.trace(&[5; 32], "b", 1000).await.unwrap();
    let rename = NewDeed { detail: "name=Anna".into(), ..deed(Deed::Rename, "a", Act::Nothing) };
    let line = store.do_deed(rename).await.unwrap();
    assert!(store.appeal(line, "a", "secret words", 110).await.unwrap());
    store.forget("a").await.unwrap();
    assert!(store.ties("b").await.unwrap().is_empty());
    assert!(store.challenges("b", 9).await.unwrap().is_empty());
    assert!(store.reports(9).await.unwrap().is_empty());
    assert!(store.sharing("b").await.unwrap().is_empty());
    assert_eq!(store.waiting().await.unwrap(), (0, 0));
    let lines = store.deeds(DeedQuery { limit: 9, ..DeedQuery::default() }).await.unwrap();
    let [kept] = lines.as_slice() else { panic!("{lines:?}") };
    assert_eq!((kept.deed, kept.person.clone()), (Deed::Rename, ("a".into(), String::new())));
    assert_eq!((kept.reason.as_str(), kept.detail.as_str()), ("", ""));
    assert!(kept.appeal.is_none());
}

pub async fn programs_belong_to_a_person_and_go_with_it(place: &impl Database) {
    let store = with_people(place).await;
    let bot = |id: &str, owner: &str| {
        let person = account(id, &format!("{id} BOT"));
        store::Person { owner: Some(owner.into()), ..person }
    };
    for id in ["x1", "x2", "x3"] {
        store.add_bot(bot(id, "a")).await.unwrap();
    }
    assert!(matches!(store.add_bot(bot("x4", "a")).await, Err(StoreError::Enough)));
    for nobody in ["g", "x1", "nobody"] {
        let refused = store.add_bot(bot("y", nobody)).await;
        assert!(matches!(refused, Err(StoreError::Conflict)), "{nobody}: {refused:?}");
    }
    assert!(matches!(store.add_bot(bot("x1", "b")).await, Err(StoreError::Conflict)));
    assert_eq!(store.bots_of("a").await.unwrap(), ["x1", "x2", "x3"]);
    assert_eq!(store.person("x1").await.unwrap().unwrap().owner.as_deref(), Some("a"));
    store.offer("x1", Some("{}"), 100).await.unwrap();
    store.offer("x2", Some("{}"), 100).await.unwrap();
    store.offer("x2", Some("{}"), 200).await.unwrap();
    let here = store.offers(150).await.unwrap();
    assert_eq!(here.len(), 1);
    assert_eq!(here[0].bot, ("x2".into(), "x2 BOT".into()));
    assert_eq!(here[0].owner, ("a".into(), "Anna".into()));
    store.offer("x2", None, 300).await.unwrap();
    assert!(store.offers(150).await.unwrap().is_empty());
    store.forget("a").await.unwrap();
    assert!(store.person("x1").await.unwrap().is_none(), "a program goes with its owner");
    assert!(store.offers(0).await.unwrap().is_empty());
}

pub async fn seeks_by_days_are_kept_and_go_with_their_person(place: &impl Database) {
    let store = with_people(place).await;
    let seek = |person: &str, since| SeekRow {
        person: person.into(),
        pools: ids(&["days", "long"]),
        guests: since % 2 == 0,
        bots: since % 3 == 0,
        range: (since > 100).then_some(250),
        since,
    };
    let (life, start) = (SEEK_LIFE, (0, String::new()));
    store.keep_seek(seek("a", 300)).await.unwrap();
    store.keep_seek(seek("b", 99)).await.unwrap();
    store.keep_seek(seek("nobody", 1)).await.unwrap();
    assert_eq!(store.seek_of("a").await.unwrap(), Some(seek("a", 300)));
    assert_eq!(store.seek_of("nobody").await.unwrap(), None);
    assert_eq!(store.seeks(&start, 9).await.unwrap(), [seek("b", 99), seek("a", 300)]);
    assert_eq!(store.seeks(&start, 1).await.unwrap(), [seek("b", 99)]);
    assert_eq!(store.seeks(&(99, "b".into()), 9).await.unwrap(), [seek("a", 300)]);
    // Said again, it takes the place of what was sought before.
    store.keep_seek(seek("b", 300)).await.unwrap();
    assert_eq!(store.seeks(&start, 9).await.unwrap(), [seek("a", 300), seek("b", 300)]);
    assert!(store.drop_seek("a").await.unwrap());
    assert!(!store.drop_seek("a").await.unwrap(), "it is found once");
    store.sweep_society(life + 300).await.unwrap();
    assert_eq!(store.seeks(&start, 9).await.unwrap(), [seek("b", 300)]);
    store.sweep_society(life + 301).await.unwrap();
    assert_eq!(store.seeks(&start, 9).await.unwrap(), []);
    store.keep_seek(seek("a", 300)).await.unwrap();
    store.forget("a").await.unwrap();
    assert_eq!(store.seeks(&start, 9).await.unwrap(), []);
}

/// A game by days was found for Anna and Bela; Anna alone comes.
pub async fn whoever_came_to_nobody_seeks_on(place: &impl Database) {
    let store = with_people(place).await;
    let seek = |person: &str| SeekRow {
        person: person.into(),
        pools: ids(&["days"]),
        guests: false,
        bots: true,
        range: Some(300),
        since: 1_000,
    };
    let (anna, start) = (who("a", "Anna"), (0, String::new()));
    for (id, status) in [("t1", "over"), ("t2", "playing"), ("t3", "over")] {
        let mut made = table(id, &anna);
        made.index = Index { slow: true, ..index(id, "open", 100, &[&anna]) };
        store.make_table(made).await.unwrap();
        store.met(id, vec![seek("a"), seek("b"), seek("nobody")]).await.unwrap();
        if id == "t3" {
            // Meanwhile she seeks something else.
            store.keep_seek(SeekRow { since: 2_000, ..seek("a") }).await.unwrap();
        }
        let over = Index { slow: true, ..index(id, status, 200, &[&anna]) };
        store.append(id, log(3, [played("last")]), over).await.unwrap();
        let back = store.seeks(&start, 9).await.unwrap();
        match id {
            "t1" => assert_eq!(back, [seek("a")], "she came, and goes on where she stood"),
            "t2" => assert_eq!(back, [], "the game has begun"),
            _ => assert_eq!(back, [SeekRow { since: 2_000, ..seek("a") }]),
        }
        store.drop_seek("a").await.unwrap();
    }
    // Noted too late, it is noted no more.
    store.met("t1", vec![seek("a")]).await.unwrap();
    store.forget("a").await.unwrap();
    assert_eq!(store.seeks(&start, 9).await.unwrap(), []);
}

pub async fn what_people_want_is_kept_and_goes_with_them(place: &impl Database) {
    let store = with_people(place).await;
    let wanted = ProfileRow { forced: true, unseen: false, hidden: true };
    assert_eq!(store.profile("a").await.unwrap(), ProfileRow::default());
    store.set_profile("a", wanted).await.unwrap();
    store.set_profile("nobody", wanted).await.unwrap();
    assert_eq!(store.profile("a").await.unwrap(), wanted);
    assert_eq!(store.profile("nobody").await.unwrap(), ProfileRow::default());
    let other = ProfileRow { forced: false, unseen: true, hidden: false };
    store.set_profile("a", other).await.unwrap();
    assert_eq!(store.profile("a").await.unwrap(), other);
    store.tie("b", "a", Some(Tie::Follow), 1).await.unwrap();
    store.tie("c", "a", Some(Tie::Block), 1).await.unwrap();
    assert_eq!(store.followers("a").await.unwrap(), 1);
    store.forget("a").await.unwrap();
    assert_eq!(store.profile("a").await.unwrap(), ProfileRow::default());
}
