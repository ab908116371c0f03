//! A store that fails: a clear refusal, nothing applied, and play goes on when it works again.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use loadtest::Visitor;
use protocol::log::{Entry, Who};
use protocol::{Cause, Clock, SeatPlan, ServerMsg, TableConfig};
use room::Request;
use server::live::Hub;
use sqlx::Connection;
use store::AnyStore;
use store::sqlite::SqliteStore;

use super::kit::{Client, Site, config, country, two};

/// The disk is full (the file may not grow any more): what does not fit is refused with a clear
/// word, nothing of it is told or kept, and with more room the game goes on where it stood.
#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_stops_the_table_and_loses_nothing() {
    let data = tempfile::tempdir().unwrap();
    let settings = Arc::new(server::testing::config(data.path(), &[]));
    let path = data.path().join("full.sqlite");
    let store: AnyStore = Arc::new(SqliteStore::open_with(&path, Some(200)).await.unwrap());
    let hub = Hub::start(Arc::clone(&store), Arc::clone(&settings)).await.unwrap();
    let ada = Who { id: "ada".into(), name: "Ada".into(), account: false };
    let screen = SeatPlan::Screen { name: "Bob".into() };
    let plan = config(country(&[]), vec![SeatPlan::Me, screen]);
    let made = hub.make(plan, &ada, None, server::work::Origin::Server).await.unwrap();
    let table = hub.table(&made.id).await.unwrap();
    table.call(&ada, Request::Start { values: BTreeMap::new(), reveal_ms: 10_000 }).await.unwrap();
    let mut said = 0;
    let problem = loop {
        let request = Request::Chat { id: said.to_string(), text: "long ".repeat(100) };
        match table.call(&ada, request).await {
            Ok(_) => said += 1,
            Err(problem) => break problem,
        }
        assert!(said < 1900, "two hundred pages hold no megabyte");
    };
    assert_eq!((problem.kind.as_str(), problem.status), ("store", 503), "{problem:?}");
    let newest = table.seen().room.newest();
    hub.shutdown().await;
    store.close().await;
    drop((hub, table, store));

    let store: AnyStore = Arc::new(SqliteStore::open(&path).await.unwrap());
    let stored = store.load(&made.id).await.unwrap().unwrap();
    let chats = stored.entries.iter().filter(|l| matches!(l.entry, Entry::Said { .. })).count();
    assert_eq!((chats, stored.entries.last().unwrap().n), (said, newest), "never a half of it");
    let hub = Hub::start(Arc::clone(&store), settings).await.unwrap();
    let table = hub.table(&made.id).await.unwrap();
    let request = Request::Chat { id: said.to_string(), text: "There is room again.".into() };
    table.call(&ada, request).await.unwrap();
    hub.shutdown().await;
    store.close().await;
}

/// Another program writes to the log of a table that is in our memory.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_written_behind_our_back_is_read_again() {
    let site = Site::start(&[]).await;
    let (made, ada, bob) = site.pair(two()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let mut second = Client::open(&bob, &made.id, "bob", 2).await;
    first.make_move().await;
    second.until_my_turn().await;

    // Another writer (an administrator's tool) adds an entry that this server does not know of.
    let store = site.server.server().app().store.clone();
    let stored = store.load(&made.id).await.unwrap().unwrap();
    let newest = stored.entries.last().unwrap().clone();
    let book = room::Rulebook::default();
    let mut room =
        room::Room::fold(&book, &made.id, &stored.key, stored.seed, &stored.entries).unwrap();
    let who = Who { id: "admin".into(), name: "Admin".into(), account: true };
    let entry = Entry::Said {
        who,
        id: "x".into(),
        text: "Hello".into(),
        phrase: String::new(),
        watchers: false,
    };
    let logged = protocol::log::Logged { n: newest.n + 1, at: newest.at, entry };
    room.apply(&logged).unwrap();
    store.append(&made.id, vec![logged], room.index()).await.unwrap();

    // The next move meets the conflict: nobody is told a move that is not on the disk.
    let message = second.player.decide().unwrap();
    second.socket.say(&message).await.unwrap();
    let mut bye = None;
    while let Ok(message) = second.hear().await {
        if let ServerMsg::Bye { why, .. } = message {
            bye = Some(why);
        }
    }
    assert_eq!(bye.as_deref(), Some("moved"));
    assert!(second.player.acked.is_empty());

    // It comes back, hears what it missed, sends its move again, and it is played once.
    let mut second = Client::resume(&bob, &made.id, second.player).await;
    while second.player.acked.is_empty() {
        second.hear().await.unwrap();
        if let Some(message) = second.player.decide() {
            second.socket.say(&message).await.unwrap();
        }
    }
    let past = ada.look(&made.id).await.unwrap();
    let played =
        past.log.iter().filter(|line| matches!(line.cause, protocol::Cause::Played { .. }));
    assert_eq!(played.count(), 2);
    site.server.stop().await;
}

/// Another program holds the database: nothing can be written until it lets go.
struct Held(sqlx::SqliteConnection);

impl Held {
    async fn take(path: &std::path::Path) -> Held {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
        let mut db = sqlx::SqliteConnection::connect_with(&options).await.unwrap();
        sqlx::query("BEGIN IMMEDIATE").execute(&mut db).await.unwrap();
        Held(db)
    }

    async fn let_go(mut self) {
        sqlx::query("ROLLBACK").execute(&mut self.0).await.unwrap();
        self.0.close().await.unwrap();
    }
}

/// A store that answers late: nobody says that nothing was changed, for it is changed afterwards.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_comes_too_late_is_unknown_and_the_table_settles_itself() {
    let site = Site::start(&[]).await;
    let app = site.server.server().app().clone();
    let (ada, bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let made = ada.make(two()).await.unwrap();
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    let table = app.hub.table(&made.id).await.unwrap();
    let who = Who { id: bob.me.id.clone(), name: "Bob".into(), account: false };

    let held = Held::take(&app.config.database()).await;
    let request = Request::Chat { id: "1".into(), text: "Am I heard?".into() };
    let patience = Duration::from_millis(300);
    let problem = table.call_within(patience, &who, request).await.unwrap_err();
    assert_eq!((problem.kind.as_str(), problem.status), ("unknown", 503));
    assert!(!problem.detail.contains("Nothing was changed"), "{}", problem.detail);
    // Whoever only looks is not kept waiting meanwhile.
    assert!(ada.look(&made.id).await.is_ok());
    held.let_go().await;
    first.until(|m| matches!(m, ServerMsg::Chat { text, .. } if text == "Am I heard?")).await;
    drop(table);
    site.server.stop().await;
}

/// While the store does not answer no clock runs: neither that of a player whose move it refuses,
/// nor that of one who thinks.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_loses_on_time_because_the_store_does_not_answer() {
    let site = Site::start(&[]).await;
    let clock = Clock::Total { seconds: 60, increment: 0 };
    let plan = TableConfig { clock, ..two() };
    let database = site.server.server().app().config.database();
    let (made, ada, _bob) = site.pair(plan.clone()).await;
    let mut first = Client::open(&ada, &made.id, "ada", 1).await;
    first.until_my_turn().await;
    let (other, cleo, _dan) = site.pair(plan).await;
    let mut thinker = Client::open(&cleo, &other.id, "cleo", 3).await;
    thinker.until_my_turn().await;

    let left = async |visitor: &Visitor, id: &str| {
        let past = visitor.look(id).await.unwrap();
        assert_eq!(past.table.status, protocol::Status::Playing);
        past.table.clocks.left[0]
    };
    let before = [left(&ada, &made.id).await, left(&cleo, &other.id).await];
    let held = Held::take(&database).await;
    let since = std::time::Instant::now();
    // The store waits some seconds for the other program, and then says no.
    let message = first.player.decide().unwrap();
    let refused = first.refusal(&message).await;
    assert_eq!(refused.kind, "store", "{refused:?}");
    let cost = i64::try_from(since.elapsed().as_millis()).unwrap();
    assert!(cost > 3_000, "the store refused after {cost} ms already");
    held.let_go().await;

    // Both have the time that they had, and play on: one table settles by itself, the other when
    // somebody moves.
    first.until(|m| matches!(m, ServerMsg::Table { cause: Cause::Away { .. }, .. })).await;
    let after = left(&ada, &made.id).await;
    assert!(before[0] - after < cost / 2, "{} ms of {cost} were charged", before[0] - after);
    let mut first = Client::resume(&ada, &made.id, first.player).await;
    first.make_move().await;
    thinker.make_move().await;
    let after = left(&cleo, &other.id).await;
    assert!(before[1] - after < cost / 2, "{} ms of {cost} were charged", before[1] - after);
    site.server.stop().await;
}
