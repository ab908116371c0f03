//! A database that is far away: how often a node has to ask it, and that nobody waits for another
//! because each question takes long.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use protocol::EndReason;
use protocol::log::{Entry, Who};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, UnixStream};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use crate::cluster::Cluster;
use crate::conformance::results::{NOW, finish, seat};
use crate::conformance::{account, guest, index, log, played, said, table, who};
use crate::postgres::Own;
use room::Finish;
use store::nodes::{Card, Rest, Taken, level};
use store::postgres::PostgresStore;
use store::{Hold, Index, Nodes, Results, Store};

/// With this alone a connection is tried when it is given back: nobody waits for that.
const GIVEN_BACK: [u8; 5] = *b"S\0\0\0\x04";

/// A way to the database that takes a while, and counts how often it is gone.
struct Way {
    port: u16,
    questions: Arc<AtomicU64>,
    /// How long bytes are under way, ms.
    delay: Arc<AtomicU64>,
}

impl Way {
    async fn begin() -> Way {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (questions, delay) = (Arc::<AtomicU64>::default(), Arc::<AtomicU64>::default());
        let (asked, ms) = (Arc::clone(&questions), Arc::clone(&delay));
        tokio::spawn(async move {
            let socket = Cluster::shared().folder().join(".s.PGSQL.5432");
            while let Ok((client, _)) = listener.accept().await {
                client.set_nodelay(true).unwrap();
                let server = UnixStream::connect(&socket).await.unwrap();
                let (from_client, to_client) = client.into_split();
                let (from_server, to_server) = server.into_split();
                tokio::spawn(carry(from_client, to_server, Arc::clone(&ms), Some(asked.clone())));
                tokio::spawn(carry(from_server, to_client, Arc::clone(&ms), None));
            }
        });
        Way { port, questions, delay }
    }

    /// The same place by this way.
    fn address(&self, own: &Own) -> String {
        let options = own.address();
        let (_, options) = options.split_once("&options=").unwrap();
        let port = self.port;
        format!("postgres://trencavel@127.0.0.1:{port}/postgres?sslmode=disable&options={options}")
    }

    /// A node by this way.
    async fn node(&self, own: &Own, name: &str) -> PostgresStore {
        let store = PostgresStore::open(&self.address(own)).await.unwrap();
        let card = Card { name: name.into(), address: String::new(), level: level(2, 2) };
        store.join(&card).await.unwrap();
        store
    }

    fn be_slow(&self, ms: u64) {
        self.delay.store(ms, Ordering::Relaxed);
    }

    /// How many questions somebody waits for, one after another, when the statements are known:
    /// the least of several times.
    async fn questions<T>(&self, mut work: impl AsyncFnMut(usize) -> T) -> u64 {
        let mut least = u64::MAX;
        for time in 0..24 {
            let before = self.questions.load(Ordering::Relaxed);
            work(time).await;
            least = least.min(self.questions.load(Ordering::Relaxed) - before);
        }
        least
    }
}

/// Passes bytes on, each after its time; whatever comes meanwhile does not wait for it.
async fn carry(
    mut from: impl AsyncReadExt + Unpin + Send + 'static,
    mut to: impl AsyncWriteExt + Unpin,
    delay: Arc<AtomicU64>,
    count: Option<Arc<AtomicU64>>,
) {
    let (sender, mut receiver) = mpsc::unbounded_channel::<(Instant, Vec<u8>)>();
    tokio::spawn(async move {
        let mut buffer = vec![0; 64 * 1024];
        while let Ok(size) = from.read(&mut buffer).await {
            let ms = Duration::from_millis(delay.load(Ordering::Relaxed));
            if size == 0 || sender.send((Instant::now() + ms, buffer[..size].to_vec())).is_err() {
                return;
            }
            if let Some(count) = count.as_ref().filter(|_| buffer[..size] != GIVEN_BACK) {
                count.fetch_add(1, Ordering::Relaxed);
            }
        }
    });
    while let Some((at, bytes)) = receiver.recv().await {
        sleep_until(at).await;
        if to.write_all(&bytes).await.is_err() {
            return;
        }
    }
}

fn ended() -> Entry {
    Entry::Ended { reason: EndReason::Played, points: vec![60, 50], ranks: vec![vec![0], vec![1]] }
}

/// A table of two on which the game is played.
async fn playing(store: &PostgresStore, id: &str, [one, two]: [&Who; 2]) -> Hold {
    let hold = store.make_table(table(id, one)).await.unwrap();
    let index = index(id, "playing", 150, &[one, two]);
    store.append_held(id, hold, log(3, [said(two.clone(), "here")]), index).await.unwrap();
    hold
}

/// What is found of it when it is over.
fn over(id: &str, [one, two]: [&Who; 2], rated: bool) -> Index {
    let seats = vec![seat(&one.id, 1, 60), seat(&two.id, 2, 50)];
    let result = Finish { rated, ..finish(NOW, seats) };
    Index { result: Some(Box::new(result)), ..index(id, "over", 200, &[one, two]) }
}

/// Two people for each table, who have accounts or have not.
async fn pairs(store: &PostgresStore, count: usize, accounts: bool) -> Vec<[Who; 2]> {
    let mut pairs = Vec::new();
    for number in 0..count {
        let ids = ["a", "b"].map(|side| format!("{side}{number:03}"));
        for id in &ids {
            let person = if accounts { account(id, id) } else { guest(id, id) };
            store.add_person(person).await.unwrap();
        }
        pairs.push(ids.map(|id| who(&id, &id)));
    }
    pairs
}

/// Each question is a way there and back: whoever is far from the database feels every one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_costs_few_questions() {
    let own = Own::fresh();
    let way = Way::begin().await;
    let store = way.node(&own, "a").await;
    let pairs = pairs(&store, 24, false).await;
    let of = |number: usize| [&pairs[number][0], &pairs[number][1]];
    let mut holds = Vec::new();

    let making = way.questions(async |n| {
        holds.push(store.make_table(table(&format!("t{n}"), of(n)[0])).await.unwrap());
    });
    assert!(making.await <= 5, "made");
    let sitting = way.questions(async |n| {
        let (id, [one, two]) = (format!("t{n}"), of(n));
        let index = index(&id, "playing", 150, &[one, two]);
        let entry = said(two.clone(), "here");
        store.append_held(&id, holds[n], log(3, [entry]), index).await.unwrap();
    });
    assert!(sitting.await <= 5, "sat down");
    let moving = way.questions(async |n| {
        let (id, [one, two]) = (format!("t{n}"), of(n));
        let index = index(&id, "playing", 160, &[one, two]);
        store.append_held(&id, holds[n], log(4, [played("x")]), index).await.unwrap();
    });
    assert_eq!(moving.await, 1, "a move");
    let ending = way.questions(async |n| {
        let id = format!("t{n}");
        let index = over(&id, of(n), false);
        store.append_held(&id, holds[n], log(5, [played("y"), ended()]), index).await.unwrap();
    });
    assert_eq!(ending.await, 1, "the end of a game");
    let reading = way.questions(async |n| store.load(&format!("t{n}")).await.unwrap().unwrap());
    assert_eq!(reading.await, 1, "read");
    let taking = way.questions(async |n| {
        let id = format!("t{n}");
        let Taken::Ours { hold, .. } = store.take(&id).await.unwrap() else { panic!("ours") };
        store.rest(&id, hold, Rest::Unused).await.unwrap();
    });
    assert!(taking.await <= 3, "taken and given back");
    let beating = way.questions(async |_| store.pulse().await.unwrap().expect("it is alive"));
    assert_eq!(beating.await, 1, "a pulse");
    let people: Vec<String> = pairs.iter().take(3).flatten().map(|who| who.id.clone()).collect();
    let naming = way.questions(async |_| store.shown_names(&people).await.unwrap());
    assert!(naming.await <= 2, "six people are named");
    let waiting = way.questions(async |_| store.conducts(&people, 100).await.unwrap());
    assert_eq!(waiting.await, 1, "how long six people are waited for");
    store.close().await;
}

/// Others wait while the public list is gone on with: it takes no question for each line.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_public_list_is_chained_in_one_go() {
    let own = Own::fresh();
    let way = Way::begin().await;
    let store = way.node(&own, "a").await;
    for number in 0..40 {
        let mut table = table(&format!("t{number:02}"), &who("p1", "Anna"));
        table.index.commitment = Some(format!("{number:064}"));
        store.make_table(table).await.unwrap();
    }
    let before = way.questions.load(Ordering::Relaxed);
    assert_eq!(store.chain_fair_list().await.unwrap(), 40);
    let asked = way.questions.load(Ordering::Relaxed) - before;
    assert!(asked <= 20, "{asked} questions for 40 lines");
    let listed = store.fair_list(0, 100).await.unwrap();
    let numbers: Vec<u64> = listed.iter().map(|(line, _)| line.n).collect();
    assert_eq!(numbers, (1..=40).collect::<Vec<_>>());
    store.close().await;
}

/// Whoever ends a game takes a place in the order of finishing, which all others wait for. With a
/// way of a twentieth of a second each game took one more second for all.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_that_end_far_away_keep_nobody_waiting() {
    let own = Own::fresh();
    let (far, near) = (Way::begin().await, Way::begin().await);
    let (there, here) = (far.node(&own, "far").await, near.node(&own, "near").await);
    let pairs = pairs(&here, 64, true).await;
    let store = |number: usize| if number % 4 == 3 { &here } else { &there };
    let mut holds = Vec::new();
    for (number, [one, two]) in pairs.iter().enumerate() {
        holds.push(playing(store(number), &format!("t{number:02}"), [one, two]).await);
    }
    far.be_slow(50);
    let begun = Instant::now();
    let ends = (0..pairs.len()).map(async |number| {
        let (id, [one, two]) = (format!("t{number:02}"), &pairs[number]);
        // One of eight is rated: that takes its place alone.
        let index = over(&id, [one, two], number % 8 == 2);
        let entries = log(4, [played("last"), ended()]);
        store(number).append_held(&id, holds[number], entries, index).await.unwrap();
        begun.elapsed()
    });
    let newcomers = (0..64).map(async |number| {
        let id = format!("t{:02}", number % 64);
        there.load(&id).await.unwrap().expect("it is there");
        begun.elapsed()
    });
    let (ends, newcomers) = tokio::join!(join_all(ends), join_all(newcomers));
    let longest = |times: Vec<Duration>| times.into_iter().max().unwrap();
    let (ends, newcomers) = (longest(ends), longest(newcomers));
    println!("64 games ended after {ends:.1?}, 64 newcomers were there after {newcomers:.1?}");
    assert!(ends < Duration::from_secs(8), "{ends:?}");
    assert!(newcomers < Duration::from_secs(4), "{newcomers:?}");
    let numbers = own.ask("SELECT count(DISTINCT ended) FROM tables WHERE status = 'over'");
    assert_eq!(numbers, "64");
    assert_eq!(own.ask("SELECT count(*) FROM result_seats"), "128");
    let told = here.refold(false).await.unwrap();
    assert!(told.is_right() && told.games == 8, "{told:?}");
    far.be_slow(0);
    there.close().await;
    here.close().await;
}

/// A node that lost its connection shows in time that it is alive, also where each question takes
/// a third of a second: otherwise it would be cut off for good.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pulse_comes_in_time_by_a_new_connection() {
    let own = Own::fresh();
    let way = Way::begin().await;
    let store = way.node(&own, "a").await;
    way.be_slow(150);
    let pulse = store.pulse().await.unwrap().expect("it is alive");
    assert_eq!(pulse.nodes.len(), 1);
    let asked = way.questions.load(Ordering::Relaxed);
    let begun = Instant::now();
    store.pulse().await.unwrap().expect("it is alive");
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    assert_eq!(way.questions.load(Ordering::Relaxed) - asked, 1);
    way.be_slow(0);
    store.close().await;
}

/// A node that stops gives hundreds of tables back at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tables_are_given_back_together() {
    let own = Own::fresh();
    let way = Way::begin().await;
    let store = way.node(&own, "a").await;
    let mut holds = Vec::new();
    for number in 0..100 {
        let id = format!("t{number:02}");
        holds.push((store.make_table(table(&id, &who("p1", "Anna"))).await.unwrap(), id));
    }
    // The first one of each writer is on its way while the others come.
    way.be_slow(50);
    let before = way.questions.load(Ordering::Relaxed);
    let resting = holds.iter().map(|(hold, id)| store.rest(id, *hold, Rest::HandedOver));
    for rested in join_all(resting).await {
        assert!(rested.unwrap(), "it was ours");
    }
    let asked = way.questions.load(Ordering::Relaxed) - before;
    assert!(asked <= 24, "{asked} questions for a hundred tables");
    let free = "SELECT count(*) FROM tables WHERE owner IS NULL AND parted IS NOT NULL";
    assert_eq!(own.ask(free), "100");
    assert!(!store.rest("t00", holds[0].0, Rest::Unused).await.unwrap(), "not any more");
    way.be_slow(0);
    store.close().await;
}

/// Somebody who leaves is no part of a result any more, however the game ends.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_end_waits_for_whoever_leaves() {
    let own = Own::fresh();
    let way = Way::begin().await;
    let store = way.node(&own, "a").await;
    let pairs = pairs(&store, 2, false).await;
    let mut holds = Vec::new();
    for (number, [one, two]) in pairs.iter().enumerate() {
        holds.push(playing(&store, &format!("t{number}"), [one, two]).await);
    }
    store.ban(&pairs[0][1].id, true).await.unwrap();
    store.forget(&pairs[1][1].id).await.unwrap();
    for (number, [one, two]) in pairs.iter().enumerate() {
        let id = format!("t{number}");
        let entries = log(4, [played("last"), ended()]);
        let index = over(&id, [one, two], false);
        store.append_held(&id, holds[number], entries, index).await.unwrap();
    }
    let seated = own.ask("SELECT string_agg(seated, ';' ORDER BY id) FROM tables");
    assert_eq!(seated, "a000,b000;a001", "who left has no seat");
    assert_eq!(own.ask("SELECT count(*) FROM results"), "2");
    store.close().await;
}
