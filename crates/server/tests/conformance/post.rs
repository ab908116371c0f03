//! What is kept for people who are away.

use protocol::log::Who;
use store::post::{
    Channels, Claiming, Contact, KeptDraft, Leave, LeaveRule, Mailed, News, Outgoing, Secret,
    Spending, Subscription,
};
use store::{AnyStore, Index};

use super::{Database, account, guest, index, log, played, sat, session, table, who};

const DAY: u64 = 86_400_000;
const HOUR: u64 = DAY / 24;

/// Anna and Bela at a table by days that waits for nobody yet.
async fn two(place: &impl Database) -> AnyStore {
    let store = place.open().await;
    store.add_person(account("a", "Anna")).await.unwrap();
    store.add_person(guest("b", "Bela")).await.unwrap();
    store.add_session(session(1, "a")).await.unwrap();
    let (anna, bela) = people();
    store.make_table(table("t1", &anna)).await.unwrap();
    let open = Index { slow: true, ..index("t1", "open", 100, &[&anna, &bela]) };
    store.append("t1", log(3, [sat(1, bela)]), open).await.unwrap();
    store
}

fn people() -> (Who, Who) {
    (who("a", "Anna"), who("b", "Bela"))
}

/// The index of a game that waits for somebody.
fn waits(person: &str, turn: u64, changed: u64, wake: u64) -> Index {
    let (anna, bela) = people();
    Index {
        slow: true,
        to_act: Some(person.into()),
        turn,
        wake: Some(wake),
        ..index("t1", "playing", changed, &[&anna, &bela])
    }
}

async fn claim(store: &AnyStore, mark: u64, now: u64) -> Vec<Outgoing> {
    let mut all = Vec::new();
    for (number, channel) in (0..).zip(["", "push", "mail"]) {
        let (mark, until) = (10 * mark + number, now + 60_000);
        let claiming = Claiming { mark, channel, now, delay: 60_000, until, limit: 9 };
        all.extend(store.post().claim(claiming).await.unwrap());
    }
    all
}

fn kinds(claimed: &[Outgoing]) -> Vec<(&str, &str)> {
    claimed.iter().map(|one| (one.news.kind.as_str(), one.news.person.as_str())).collect()
}

const ALL: Channels = Channels { bell: true, push: true, mail: Mailed::Yes };

fn browser(n: u8, person: &str, made: u64) -> Subscription {
    Subscription {
        endpoint: format!("https://push.example/{n}"),
        person: person.into(),
        session: [1; 32],
        p256dh: "key".into(),
        auth: "secret".into(),
        language: "fr".into(),
        made,
    }
}

pub async fn a_turn_is_posted_with_its_move_and_dropped_with_the_next(place: &impl Database) {
    let store = two(place).await;
    store.append("t1", log(4, [played("x")]), waits("a", 4, 1000, 1000 + DAY)).await.unwrap();
    let turns = store.post().turns("a", 9).await.unwrap();
    assert_eq!(turns.iter().map(|turn| turn.due).collect::<Vec<_>>(), [Some(1000 + DAY)]);
    assert!(store.post().turns("b", 9).await.unwrap().is_empty());

    assert_eq!(claim(&store, 1, 60_999).await, [], "it may be seen or played yet");
    let claimed = claim(&store, 2, 61_000).await;
    assert_eq!(kinds(&claimed), [("turn", "a")]);
    assert_eq!(claimed[0].news.until, Some(1000 + DAY));
    assert_eq!(claim(&store, 3, 61_001).await, [], "it is claimed");
    let again = claim(&store, 4, 121_000).await;
    assert_eq!((kinds(&again), again[0].tries), (vec![("turn", "a")], 2), "nobody told it");
    store.post().spread(again[0].id, ALL, 121_000).await.unwrap();
    assert_eq!(store.post().unseen("a").await.unwrap(), 1);

    // The move is played: what was told of it is gone, and the other is to be told.
    store.append("t1", log(5, [played("y")]), waits("b", 5, 200_000, 200_000 + DAY)).await.unwrap();
    assert_eq!(store.post().unseen("a").await.unwrap(), 0);
    assert!(store.post().turns("a", 9).await.unwrap().is_empty());
    assert_eq!(kinds(&claim(&store, 5, 260_000).await), [("turn", "b")]);
    // Somebody looks at the table: it need not be told.
    store.post().see_table("b", "t1").await.unwrap();
    assert_eq!(claim(&store, 6, 400_000).await, []);
}

pub async fn a_deadline_is_told_in_time_and_again_when_it_moves(place: &impl Database) {
    let store = two(place).await;
    store.append("t1", log(4, [played("x")]), waits("a", 4, 0, DAY)).await.unwrap();
    store.post().see_table("a", "t1").await.unwrap();
    assert_eq!(claim(&store, 1, 18 * HOUR - 1).await, [], "a quarter of the time is left");
    let claimed = claim(&store, 2, 18 * HOUR).await;
    assert_eq!(kinds(&claimed), [("deadline", "a")]);
    store.post().told(claimed[0].id).await.unwrap();
    // A day more: the same move has another deadline.
    let later = Index { changed: DAY, ..waits("a", 4, 0, 2 * DAY) };
    store.append("t1", log(5, [played("leave")]), later).await.unwrap();
    assert_eq!(claim(&store, 3, 2 * DAY - 7 * HOUR).await, []);
    assert_eq!(kinds(&claim(&store, 4, 2 * DAY - 6 * HOUR).await), [("deadline", "a")]);
    // It is over: the players hear of it, and of nothing else.
    let (anna, bela) = people();
    let over = Index { slow: true, turn: 6, ..index("t1", "over", 3 * DAY, &[&anna, &bela]) };
    store.append("t1", log(6, [played("end")]), over).await.unwrap();
    let mut claimed = claim(&store, 5, 9 * DAY).await;
    claimed.sort_by(|a, b| a.news.person.cmp(&b.news.person));
    assert_eq!(kinds(&claimed), [("over", "a"), ("over", "b")]);
}

pub async fn news_are_spread_once_over_the_channels(place: &impl Database) {
    let store = two(place).await;
    for n in [1, 2] {
        store.post().subscribe(browser(n, "a", u64::from(n))).await.unwrap();
    }
    let contact = Contact {
        person: "a".into(),
        address: "Anna@example.org".into(),
        confirmed: true,
        language: "en".into(),
        digest: None,
    };
    store.post().set_contact(contact.clone()).await.unwrap();
    let news = News {
        key: "challenge 1".into(),
        person: "a".into(),
        kind: "challenge".into(),
        about: "b".into(),
        due: 10,
        ..News::default()
    };
    store.post().post(news.clone()).await.unwrap();
    store.post().post(news.clone()).await.unwrap();
    let claimed = claim(&store, 1, 10).await;
    // Who challenges is read by its name.
    assert_eq!(claimed.iter().map(|one| one.news.about.as_str()).collect::<Vec<_>>(), ["Bela"]);
    store.post().spread(claimed[0].id, ALL, 20).await.unwrap();
    store.post().spread(claimed[0].id, ALL, 20).await.unwrap();
    let sent = claim(&store, 2, 20).await;
    let mut channels: Vec<(&str, &str)> =
        sent.iter().map(|one| (one.channel.as_str(), one.target.as_str())).collect();
    channels.sort_unstable();
    assert_eq!(
        channels,
        [("mail", ""), ("push", "https://push.example/1"), ("push", "https://push.example/2")]
    );
    let lines = store.post().bell("a", None, 9).await.unwrap();
    assert_eq!((lines.len(), lines[0].seen, lines[0].at), (1, false, 20));
    assert_eq!(lines[0].about, "Bela");
    store.post().see_bell("a", lines[0].id).await.unwrap();
    assert_eq!(store.post().unseen("a").await.unwrap(), 0);
    // One is told, one is put off.
    store.post().told(sent[0].id).await.unwrap();
    store.post().put_off(sent[1].id, 5000).await.unwrap();
    assert_eq!(claim(&store, 3, 4999).await, []);
    assert_eq!(claim(&store, 4, 5000).await.len(), 1);

    // With browsers that show messages, mail is only for what must not be missed.
    store.post().post(News { key: "challenge 2".into(), ..news }).await.unwrap();
    let claimed = claim(&store, 5, 6000).await;
    let quiet = Channels { bell: false, push: false, mail: Mailed::WithoutPush };
    store.post().spread(claimed[0].id, quiet, 6000).await.unwrap();
    assert_eq!(claim(&store, 6, 6001).await, []);
    assert_eq!(store.post().bell("a", None, 9).await.unwrap().len(), 1);
    // Whoever has left has no name.
    store.forget("b").await.unwrap();
    assert_eq!(store.post().bell("a", None, 9).await.unwrap()[0].about, "");
    assert_eq!(store.post().contacts_at(" anna@EXAMPLE.org").await.unwrap(), [contact]);
}

pub async fn subscriptions_end_with_their_session(place: &impl Database) {
    let store = two(place).await;
    for n in 1..=12 {
        store.post().subscribe(browser(n, "a", u64::from(n))).await.unwrap();
    }
    let kept = store.post().subscriptions("a").await.unwrap();
    assert_eq!(kept.len(), 10, "the oldest go");
    assert_eq!(kept[0], browser(3, "a", 3));
    store.post().subscribe(browser(5, "a", 99)).await.unwrap();
    assert_eq!(store.post().subscriptions("a").await.unwrap().len(), 10, "the same browser again");
    assert!(store.post().subscribe(browser(20, "b", 1)).await.is_err(), "a session of another");
    assert!(!store.post().unsubscribe("https://push.example/5", Some("b")).await.unwrap());
    assert!(store.post().unsubscribe("https://push.example/5", Some("a")).await.unwrap());
    assert!(store.post().unsubscribe("https://push.example/6", None).await.unwrap());
    store.end_session(&[1; 32]).await.unwrap();
    assert!(store.post().subscriptions("a").await.unwrap().is_empty());
}

pub async fn keys_of_the_server_are_made_once(place: &impl Database) {
    let store = place.open().await;
    assert_eq!(store.post().server_key("vapid", b"first").await.unwrap(), b"first");
    assert_eq!(store.post().server_key("vapid", b"second").await.unwrap(), b"first");
    assert_eq!(store.post().server_key("other", b"second").await.unwrap(), b"second");
}

fn secret(mark: u8, purpose: &str) -> Secret {
    Secret {
        hash: [mark; 32],
        person: Some("a".into()),
        purpose: purpose.into(),
        what: "what".into(),
        expires: 1000,
    }
}

pub async fn secrets_are_used_once_and_expire(place: &impl Database) {
    let store = two(place).await;
    store.post().keep_secret(secret(1, "confirm"), true).await.unwrap();
    store.post().keep_secret(secret(2, "confirm"), true).await.unwrap();
    let found = |mark: u8, purpose: &'static str, now: u64| {
        let store = store.clone();
        async move { store.post().secret(&[mark; 32], purpose, now).await.unwrap() }
    };
    assert_eq!(found(1, "confirm", 5).await, None, "a newer one took its place");
    assert_eq!(found(2, "confirm", 5).await, Some(secret(2, "confirm")));
    assert_eq!(found(2, "reset", 5).await, None, "it is good for one thing");
    assert_eq!(found(2, "confirm", 1000).await, None, "it is too old");
    assert!(store.post().use_secret(&[2; 32]).await.unwrap());
    assert!(!store.post().use_secret(&[2; 32]).await.unwrap());
    store.post().keep_secret(secret(3, "end"), false).await.unwrap();
    assert_eq!(store.post().sweep_post(0, 1001).await.unwrap(), 1);
}

pub async fn a_reset_changes_the_password_and_ends_all_sessions(place: &impl Database) {
    let store = two(place).await;
    store.post().keep_secret(secret(1, "reset"), false).await.unwrap();
    assert!(!store.post().reset_password(&[9; 32], "new", 5).await.unwrap());
    assert!(!store.post().reset_password(&[1; 32], "new", 1000).await.unwrap(), "too old");
    assert!(store.session(&[1; 32], 0).await.unwrap().is_some());
    store.post().keep_secret(secret(2, "reset"), false).await.unwrap();
    assert!(store.post().reset_password(&[2; 32], "new", 5).await.unwrap());
    let person = store.person("a").await.unwrap().unwrap();
    assert_eq!(person.password.as_deref(), Some("new"));
    assert!(store.session(&[1; 32], 0).await.unwrap().is_none());
    assert!(!store.post().reset_password(&[2; 32], "newer", 5).await.unwrap(), "used up");
}

const RULE: LeaveRule = LeaveRule { first: 2, every: 12 * DAY, most: 20 };

fn spending(turn: u64, day: u32, now: u64) -> Spending {
    Spending { person: "a".into(), table: "t1".into(), turn, day, now, rule: RULE }
}

pub async fn leave_is_spent_once_and_never_below_zero(place: &impl Database) {
    let store = two(place).await;
    let post = store.post();
    assert_eq!(post.leave("a").await.unwrap(), None);
    assert!(post.spend_leave(spending(4, 0, 100)).await.unwrap());
    assert!(post.spend_leave(spending(4, 0, 100)).await.unwrap(), "the same day: asked twice");
    assert_eq!(post.leave("a").await.unwrap().unwrap().days, 1);
    assert!(post.spend_leave(spending(4, 1, 100)).await.unwrap());
    assert!(!post.spend_leave(spending(4, 2, 100)).await.unwrap(), "there is none left");
    assert!(!post.spend_leave(spending(4, 2, 11 * DAY)).await.unwrap());
    assert!(post.spend_leave(spending(4, 2, 13 * DAY)).await.unwrap(), "one has grown");
    assert_eq!(post.leave("a").await.unwrap().unwrap().days, 0);
    let spent = [100, 100, 13 * DAY].map(|at| ("t1".to_owned(), at));
    assert_eq!(post.leave_spent("a").await.unwrap(), spent);
    assert_eq!(post.leave_spent("b").await.unwrap(), []);
    // By hand: what was spent stays spent.
    let by_hand = Leave { days: 9, since: 0, automatic: false, away: Some((30 * DAY, 40 * DAY)) };
    post.set_leave("a", by_hand).await.unwrap();
    let kept = post.leave("a").await.unwrap().unwrap();
    assert_eq!((kept.days, kept.automatic, kept.away), (0, false, by_hand.away));
    assert!(!post.spend_leave(spending(5, 0, 29 * DAY)).await.unwrap(), "not by itself");
    assert!(post.spend_leave(spending(5, 0, 30 * DAY)).await.unwrap(), "it is away");

    // Twenty tables ask at once for what is enough for some of them.
    let asking = (0..20).map(|turn| {
        let store = store.clone();
        tokio::spawn(async move {
            store.post().spend_leave(spending(100 + turn, 0, 39 * DAY)).await.unwrap()
        })
    });
    let mut granted = 0;
    for asked in asking.collect::<Vec<_>>() {
        granted += u32::from(asked.await.unwrap());
    }
    let kept = store.post().leave("a").await.unwrap().unwrap();
    assert_eq!((granted, kept.days), (1, 0));
}

pub async fn words_that_are_tried_are_kept_until_the_next_move(place: &impl Database) {
    let store = two(place).await;
    store.append("t1", log(4, [played("x")]), waits("a", 4, 0, DAY)).await.unwrap();
    let draft = |words: &[&str]| KeptDraft {
        person: "a".into(),
        seat: 0,
        words: words.iter().map(ToString::to_string).collect(),
    };
    store.post().keep_draft("t1", draft(&["0,1 r1"])).await.unwrap();
    store.post().keep_draft("t1", draft(&["0,1 r2", "-"])).await.unwrap();
    assert_eq!(store.post().drafts("t1").await.unwrap(), [draft(&["0,1 r2", "-"])]);
    let mine = ("t1".to_owned(), draft(&["0,1 r2", "-"]));
    assert_eq!(store.post().drafts_of("a").await.unwrap(), [mine]);
    assert_eq!(store.post().drafts_of("b").await.unwrap(), []);
    store.post().keep_draft("nowhere", draft(&["-"])).await.unwrap();
    store.append("t1", log(5, [played("y")]), waits("b", 5, 0, DAY)).await.unwrap();
    assert_eq!(store.post().drafts("t1").await.unwrap(), []);
}

pub async fn digests_are_claimed_once_a_day_at_their_minute(place: &impl Database) {
    let store = two(place).await;
    let contact = Contact {
        person: "a".into(),
        address: "a@example.org".into(),
        confirmed: true,
        language: "fr".into(),
        digest: Some(8 * 60),
    };
    store.post().set_contact(contact.clone()).await.unwrap();
    let claim = |now: u64| {
        let store = store.clone();
        async move { store.post().claim_digests(now, now, 9).await.unwrap().len() }
    };
    assert_eq!(claim(10 * DAY + 7 * HOUR).await, 0);
    assert_eq!(claim(10 * DAY + 8 * HOUR).await, 1);
    assert_eq!(claim(10 * DAY + 8 * HOUR + 60_000).await, 0, "once a day");
    assert_eq!(claim(11 * DAY + 8 * HOUR + 30_000).await, 1);
    store.post().set_contact(Contact { digest: None, ..contact }).await.unwrap();
    assert_eq!(claim(12 * DAY + 8 * HOUR).await, 0);
}

pub async fn whoever_leaves_takes_everything_along(place: &impl Database) {
    let store = two(place).await;
    let post = store.post();
    store.append("t1", log(4, [played("x")]), waits("a", 4, 0, DAY)).await.unwrap();
    post.subscribe(browser(1, "a", 1)).await.unwrap();
    post.set_wants("a", &[("turn".into(), "bell".into())]).await.unwrap();
    post.keep_secret(Secret { expires: u64::MAX / 4, ..secret(1, "calendar") }, true)
        .await
        .unwrap();
    let contact = Contact {
        person: "a".into(),
        address: "a@example.org".into(),
        confirmed: true,
        language: "fr".into(),
        digest: None,
    };
    post.set_contact(contact).await.unwrap();
    post.spend_leave(spending(4, 0, 100)).await.unwrap();
    let words = vec!["-".to_owned()];
    post.keep_draft("t1", KeptDraft { person: "a".into(), seat: 0, words }).await.unwrap();
    let claimed = claim(&store, 1, 60_000).await;
    post.spread(claimed[0].id, ALL, 60_000).await.unwrap();

    store.forget("a").await.unwrap();
    assert_eq!(claim(&store, 2, 9 * DAY).await, []);
    assert!(post.turns("a", 9).await.unwrap().is_empty());
    assert!(post.bell("a", None, 9).await.unwrap().is_empty());
    assert!(post.subscriptions("a").await.unwrap().is_empty());
    assert!(post.wants("a").await.unwrap().is_empty());
    assert!(post.drafts("t1").await.unwrap().is_empty());
    assert_eq!(post.contact("a").await.unwrap(), None);
    assert_eq!(post.leave("a").await.unwrap(), None);
    assert_eq!(post.secret(&[1; 32], "calendar", 5).await.unwrap(), None);
    assert!(post.contacts_at("a@example.org").await.unwrap().is_empty());
}

pub async fn a_guest_takes_its_turns_into_the_account(place: &impl Database) {
    use store::{Arrival, Comer};
    let store = two(place).await;
    store.add_session(session(2, "b")).await.unwrap();
    store.append("t1", log(4, [played("x")]), waits("b", 4, 0, DAY)).await.unwrap();
    store.add_person(account("c", "Cora")).await.unwrap();
    let comer = Comer::Account { id: "c".into(), password: "hash of c".into() };
    let arrival = Arrival { before: Some([2; 32]), ..super::arrival(comer, 9) };
    store.arrive(arrival).await.unwrap();
    assert_eq!(store.post().turns("c", 9).await.unwrap().len(), 1);
    assert_eq!(kinds(&claim(&store, 1, 60_000).await), [("turn", "c")]);
    // The table in memory has not heard of it: what it writes is put right.
    let chat = super::said(who("b", "Bela"), "hello");
    store.append("t1", log(5, [chat]), waits("b", 4, 0, DAY)).await.unwrap();
    assert_eq!(store.post().turns("c", 9).await.unwrap().len(), 1);
    assert_eq!(store.post().turns("b", 9).await.unwrap().len(), 0);
}

pub async fn games_of_before_are_found_and_noted(place: &impl Database) {
    let store = two(place).await;
    let (anna, bela) = people();
    let playing = Index { slow: true, ..index("t1", "playing", 100, &[&anna, &bela]) };
    store.append("t1", log(4, [played("x")]), playing).await.unwrap();
    let post = store.post();
    assert_eq!(post.unnoted_turns(9).await.unwrap(), ["t1"]);
    post.note_turn("t1", 3, Some("a".into()), 4).await.unwrap();
    assert_eq!(post.unnoted_turns(9).await.unwrap(), ["t1"], "it has gone on since");
    post.note_turn("t1", 4, Some("a".into()), 4).await.unwrap();
    assert!(post.unnoted_turns(9).await.unwrap().is_empty());
    assert_eq!(post.turns("a", 9).await.unwrap().len(), 1);
}
