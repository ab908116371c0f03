//! Several servers on one database: any of them takes any request, and a table is played at one.

use std::time::{Duration, Instant};

use loadtest::child::free_port;
use loadtest::{Socket, Visitor, visitor};
use protocol::{ClientMsg, Clock, Made, ServerMsg, TableConfig};
use reqwest::header::{ACCEPT_LANGUAGE, COOKIE, ORIGIN};
use reqwest::{Method, StatusCode};
use server::testing::TestServer;
use store::Nodes as _;
use store::nodes::{Card, State};
use store::postgres::PostgresStore;
use tempfile::TempDir;
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::live::kit::{Client, SOON, two};
use crate::live::pairing::Own as Personal;
use crate::postgres::Own;

const SECRET: &str = "the-secret-of-the-nodes";

/// Two nodes on a database of their own.
struct Pair {
    nodes: Vec<Option<TestServer>>,
    peers: Vec<u16>,
    http: reqwest::Client,
    own: Own,
    _data: TempDir,
}

impl Pair {
    async fn start(settings: &[(&'static str, &str)]) -> Pair {
        Pair::start_each([settings, settings]).await
    }

    /// Each with settings of its own.
    async fn start_each(settings: [&[(&'static str, &str)]; 2]) -> Pair {
        let (own, data) = (Own::fresh(), tempfile::tempdir().unwrap());
        let secret = data.path().join("secret");
        std::fs::write(&secret, SECRET).unwrap();
        let (mut nodes, mut peers) = (Vec::new(), Vec::new());
        let places = [0, 1].map(|_| format!("127.0.0.1:{}", free_port().unwrap()));
        let pages = places.each_ref().map(|place| format!("http://{place}")).join(" ");
        for ((name, place), settings) in ["one", "two"].into_iter().zip(&places).zip(settings) {
            let peer = free_port().unwrap();
            let (store, door) = (own.address(), format!("127.0.0.1:{peer}"));
            let mut all = vec![
                ("store", store.as_str()),
                ("listen", place.as_str()),
                ("allow-origins", pages.as_str()),
                ("node-name", name),
                ("peer-listen", door.as_str()),
                ("peer-secret-file", secret.to_str().unwrap()),
            ];
            all.extend(settings);
            nodes.push(Some(TestServer::start(&data.path().join(name), &all).await.unwrap()));
            peers.push(peer);
        }
        let pair = Pair { nodes, peers, http: visitor::http().unwrap(), own, _data: data };
        pair.until_they_know_each_other().await;
        pair
    }

    fn url(&self, node: usize) -> &str {
        &self.nodes[node].as_ref().unwrap().url
    }

    fn hub(&self, node: usize) -> &server::live::Hub {
        &self.nodes[node].as_ref().unwrap().server().app().hub
    }

    async fn until_they_know_each_other(&self) {
        for node in 0..2 {
            let known = self.hub(node).cluster().unwrap().known();
            until("the nodes know each other", || known.ready_peer(0).is_some()).await;
        }
    }

    /// A begun table of the first node, with two players who have come to it by the second.
    async fn table(&self, config: TableConfig) -> (Made, Visitor, Visitor) {
        let ada = Visitor::guest(&self.http, self.url(0), "Ada").await.unwrap();
        let bob = Visitor::guest(&self.http, self.url(1), "Bob").await.unwrap();
        let made = ada.make(config).await.unwrap();
        // Whichever node is asked first has it.
        Socket::open(&ada, &made.id, None).await.unwrap().hear().await.unwrap();
        bob.sit(&made, 1).await.unwrap();
        ada.through(self.url(1)).start(&made.id).await.unwrap();
        assert!(self.hub(0).is_loaded(&made.id) && !self.hub(1).is_loaded(&made.id));
        (made, ada, bob)
    }

    async fn stop(mut self) {
        for node in &mut self.nodes {
            if let Some(node) = node.take() {
                node.stop().await;
            }
        }
    }
}

async fn until(what: &str, mut is_it: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_it() {
        assert!(begun.elapsed() < SOON, "{what}: never");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Requests and sockets that come to the wrong node are answered by the right one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_played_by_way_of_any_node() {
    let pair = Pair::start(&[]).await;
    let (made, ada, bob) = pair.table(two()).await;
    let mut near = Client::open(&ada, &made.id, "a", 1).await;
    let mut far = Client::open(&bob, &made.id, "b", 2).await;
    for _ in 0..3 {
        near.make_move().await;
        far.make_move().await;
    }
    assert!(!pair.hub(1).is_loaded(&made.id), "the second node never had it");
    let seen = ada.through(pair.url(1)).look(&made.id).await.unwrap();
    assert_eq!(seen.n, ada.look(&made.id).await.unwrap().n);
    // What the owner refuses is told in its words, whatever the way and the language.
    for language in ["en", "fr"] {
        let mut told = Vec::new();
        for node in [0, 1] {
            let path = format!("/api/tables/{}/start", made.id);
            let asked = bob.through(pair.url(node)).request(Method::POST, &path);
            let answer = asked.header(ACCEPT_LANGUAGE, language).send().await.unwrap();
            told.push((answer.status(), answer.json::<protocol::Problem>().await.unwrap()));
        }
        assert!(told[0].0.is_client_error(), "{told:?}");
        assert_eq!(told[0], told[1]);
    }
    let rows = pair.http.get(format!("{}/api/tables?show=running", pair.url(1))).send().await;
    let rows: protocol::Rows = visitor::read(rows.unwrap()).await.unwrap();
    assert_eq!(rows.tables.len(), 1, "both list it");
    pair.stop().await;
}

/// A new table goes to whichever node is asked for it first, as the balancer hashes its id.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_table_goes_to_the_node_that_is_asked_for_it() {
    let pair = Pair::start(&[]).await;
    let ada = Visitor::guest(&pair.http, pair.url(0), "Ada").await.unwrap();
    let made = ada.make(two()).await.unwrap();
    // By the time its maker hears of it: else whoever is quick would find it there for good.
    assert_eq!(pair.own.ask("SELECT count(owner) FROM tables"), "0", "it is left to others");
    assert!(!pair.hub(0).is_loaded(&made.id));
    let mut socket = Socket::open(&ada.through(pair.url(1)), &made.id, None).await.unwrap();
    socket.hear().await.unwrap();
    assert!(pair.hub(1).is_loaded(&made.id) && !pair.hub(0).is_loaded(&made.id));
    pair.stop().await;
}

/// A page of another site is refused where it comes in; nobody outside passes for a node.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_passes_for_a_node() {
    let pair = Pair::start(&[]).await;
    let (made, ada, bob) = pair.table(two()).await;
    let path = format!("/api/tables/{}", made.id);
    let door = format!("http://127.0.0.1:{}{path}", pair.peers[0]);
    for secret in [None, Some("the-secret-of-somebody-else")] {
        let mut request = pair.http.get(&door).header("x-trencavel-for", "203.0.113.9");
        if let Some(secret) = secret {
            request = request.header("x-trencavel-peer", secret);
        }
        let refused = request.send().await.unwrap();
        assert_eq!(refused.status(), StatusCode::FORBIDDEN);
    }
    let known = pair.http.get(&door).header("x-trencavel-peer", SECRET);
    let known = known.header("x-trencavel-for", "203.0.113.9").send().await.unwrap();
    assert_eq!(known.status(), StatusCode::OK, "a node comes in");
    // At the public port the same headers mean nothing: the request is sent on, not let through.
    let outside = pair.http.get(format!("{}{path}", pair.url(1)));
    let outside = outside.header("x-trencavel-peer", SECRET).header("x-trencavel-for", "x");
    assert_eq!(outside.send().await.unwrap().status(), StatusCode::OK);
    let foreign = pair
        .http
        .post(format!("{}{path}/start", pair.url(1)))
        .header(COOKIE, bob.cookie())
        .header(ORIGIN, "https://elsewhere.example");
    let foreign = foreign.send().await.unwrap();
    assert_eq!(foreign.status(), StatusCode::FORBIDDEN);
    let headers = [("cookie", ada.cookie()), ("origin", "https://elsewhere.example")];
    let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let socket = Socket::open_with(&format!("{}{path}/socket", pair.url(1)), &headers).await;
    assert!(socket.is_err(), "a foreign page opens no socket by way of another node");
    pair.stop().await;
}

/// While nodes are replaced one by one, a page of one release asks a node of the other for its
/// parts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_finds_its_parts_at_nodes_of_another_release() {
    let releases = ["old", "new"].map(|release| {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("assets")).unwrap();
        std::fs::write(folder.path().join(format!("assets/{release}-1.js")), release).unwrap();
        std::fs::write(folder.path().join("index.html"), "<!doctype html><head></head>").unwrap();
        folder
    });
    let paths = releases.each_ref().map(|folder| folder.path().to_str().unwrap());
    let settings = paths.map(|path| [("client", path)]);
    let pair = Pair::start_each([&settings[0], &settings[1]]).await;
    for node in 0..2 {
        for release in ["old", "new"] {
            let url = format!("{}/assets/{release}-1.js", pair.url(node));
            let file = pair.http.get(url).send().await.unwrap();
            let said = |name: &str| file.headers()[name].to_str().unwrap().to_owned();
            assert_eq!(said("content-type"), "text/javascript; charset=utf-8");
            assert!(said("cache-control").contains("immutable"));
            assert_eq!(file.text().await.unwrap(), release);
        }
        for nobodys in ["/assets/none-1.js", "/assets/..%2findex.html", "/none.js"] {
            let none = pair.http.get(format!("{}{nobodys}", pair.url(node))).send().await.unwrap();
            assert_eq!(none.status(), StatusCode::NOT_FOUND, "{nobodys}");
        }
        let door = format!("http://127.0.0.1:{}/assets/old-1.js", pair.peers[node]);
        let refused = pair.http.get(door).send().await.unwrap();
        assert_eq!(refused.status(), StatusCode::FORBIDDEN, "that port is for nodes");
    }
    pair.stop().await;
}

/// What ends at once on one node ends within a second on all.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_ends_at_all_nodes() {
    let pair = Pair::start(&[]).await;
    let (made, _ada, bob) = pair.table(two()).await;
    // Bob plays by way of the first node, and logs out at the second.
    let mut socket = Socket::open(&bob.through(pair.url(0)), &made.id, None).await.unwrap();
    socket.hear().await.unwrap();
    let out = bob.request(Method::POST, "/api/logout").send().await.unwrap();
    assert!(out.status().is_success());
    let begun = Instant::now();
    let ended = async {
        while let Ok(message) = socket.hear().await {
            if let ServerMsg::Bye { why, .. } = message {
                return why;
            }
        }
        "nothing".to_owned()
    };
    assert_eq!(timeout(SOON, ended).await.unwrap(), "session");
    let took = begun.elapsed();
    assert!(took <= Duration::from_secs(1), "ended after {took:?}");
    pair.stop().await;
}

/// A node that stops gives its tables away: the game goes on at the other, and nobody's clock ran.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_stops_hands_its_tables_over() {
    let mut pair = Pair::start(&[]).await;
    let clock = Clock::Total { seconds: 600, increment: 0 };
    let (made, ada, bob) = pair.table(TableConfig { clock, ..two() }).await;
    let (ada, bob) = (ada.through(pair.url(1)), bob.through(pair.url(1)));
    let mut near = Client::open(&ada, &made.id, "a", 1).await;
    let mut far = Client::open(&bob, &made.id, "b", 2).await;
    near.make_move().await;
    far.make_move().await;
    let before = near.player.acked.clone();
    pair.nodes[0].take().unwrap().stop().await;
    let mut near = Client::resume(&ada, &made.id, near.player).await;
    let mut far = Client::resume(&bob, &made.id, far.player).await;
    near.make_move().await;
    far.make_move().await;
    assert!(pair.hub(1).is_loaded(&made.id));
    assert_eq!(near.player.acked[..before.len()], before);
    pair.stop().await;
}

/// Tries are counted on all nodes together.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tries_to_log_in_are_counted_together() {
    let pair = Pair::start(&[("tries-per-account", "4")]).await;
    let login = |node: usize, name: &'static str| {
        let url = pair.url(node).to_owned();
        let request = pair.http.post(format!("{url}/api/login")).header(ORIGIN, &url);
        request.json(&serde_json::json!({ "name": name, "password": "wrong-password" })).send()
    };
    // Tries are counted by the minute: those of two minutes tell nothing, and the next do.
    for name in ["Nobody", "Nobody else"] {
        let begun = minute();
        let mut answers = Vec::new();
        for n in 0..6 {
            answers.push(login(n % 2, name).await.unwrap().status().as_u16());
        }
        if minute() == begun {
            assert_eq!(answers, [401, 401, 401, 401, 429, 429]);
            pair.stop().await;
            return;
        }
    }
    panic!("two minutes began within a few seconds");
}

/// The minute by the clock of this machine.
fn minute() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    now.as_secs() / 60
}

/// Whoever looks at the lobby of one node sees the tables of the others.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_tells_of_tables_of_other_nodes() {
    let pair = Pair::start(&[]).await;
    let mut feed = pair.http.get(format!("{}/api/lobby", pair.url(1))).send().await.unwrap();
    let ada = Visitor::guest(&pair.http, pair.url(0), "Ada").await.unwrap();
    until("somebody listens", || pair.hub(1).lobby().is_heard()).await;
    let made = ada.make(two()).await.unwrap();
    until_told(&mut feed, &[&made.id]).await;
    let bob = Visitor::guest(&pair.http, pair.url(0), "Bob").await.unwrap();
    bob.sit(&made, 1).await.unwrap();
    ada.start(&made.id).await.unwrap();
    let mut player = Client::open(&ada, &made.id, "a", 1).await;
    player.socket.say(&ClientMsg::Resign { seat: 0 }).await.unwrap();
    until_told(&mut feed, &[&made.id, "resigned"]).await;
    drop(feed);
    pair.stop().await;
}

/// Hears a feed until one line of it has all these words.
async fn until_told(feed: &mut reqwest::Response, words: &[&str]) {
    let mut heard = String::new();
    let telling = async {
        while !heard.lines().any(|line| words.iter().all(|word| line.contains(word))) {
            let piece = feed.chunk().await.unwrap().expect("the feed goes on");
            heard.push_str(&String::from_utf8_lossy(&piece));
        }
    };
    timeout(SOON, telling).await.expect("the table is told");
}

/// Without a port for peers a server has its database alone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_others_cannot_reach_stays_alone() {
    let (own, data) = (Own::fresh(), tempfile::tempdir().unwrap());
    let store = own.address();
    let settings = |name| [("store", store.as_str()), ("node-name", name)];
    let one = TestServer::start(&data.path().join("one"), &settings("one")).await.unwrap();
    // A server that was given no name has the same as any other.
    for name in ["two", "one"] {
        let two = TestServer::start(&data.path().join("two"), &settings(name)).await;
        let error = two.map(drop).unwrap_err().to_string();
        assert!(error.contains("peer-listen"), "{error}");
    }
    let http = visitor::http().unwrap();
    let ada = Visitor::guest(&http, &one.url, "Ada").await.unwrap();
    let made = ada.make(crate::live::kit::two()).await.unwrap();
    let mut socket = Socket::open(&ada, &made.id, None).await.unwrap();
    socket.say(&ClientMsg::Ping { at: 1 }).await.unwrap();
    while !matches!(socket.hear().await.unwrap(), ServerMsg::Pong { at: 1, .. }) {}
    one.stop().await;
}

/// The last places for sockets are for those who play, also by way of another node: whoever only
/// watches is refused, and sends nobody out.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_watcher_sends_nobody_out_at_another_node() {
    let pair = Pair::start(&[("max-sockets", "4")]).await;
    let (made, _ada, bob) = pair.table(two()).await;
    let origin = [("origin".to_string(), pair.url(1).to_string())];
    let url = format!("{}/api/tables/{}/socket", pair.url(1), made.id);
    let mut watchers = Vec::new();
    while let Ok(mut watcher) = Socket::open_with(&url, &origin).await {
        watcher.hear().await.unwrap();
        watchers.push(watcher);
        assert!(watchers.len() <= 4, "watchers send each other out");
    }
    assert!(!watchers.is_empty());
    for watcher in &mut watchers {
        watcher.say(&ClientMsg::Ping { at: 5 }).await.unwrap();
        while !matches!(watcher.hear().await.unwrap(), ServerMsg::Pong { at: 5, .. }) {}
    }
    // Somebody who plays gets in at the cost of one of them.
    let mut player = Client::open(&bob, &made.id, "b", 2).await;
    player.sync().await;
    pair.stop().await;
}

/// Setting the clock of the database kills no node, and moves no table.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_jumps_kills_nobody() {
    let pair = Pair::start(&[]).await;
    let (made, ada, bob) = pair.table(two()).await;
    let mut near = Client::open(&ada, &made.id, "a", 1).await;
    let mut far = Client::open(&bob, &made.id, "b", 2).await;
    let known = |node: usize| pair.hub(node).cluster().unwrap().known();
    let before = [0, 1].map(|node| known(node).me());
    for jump in [120_000, -120_000] {
        pair.own.ask(&format!(
            "CREATE OR REPLACE FUNCTION now_ms() RETURNS bigint LANGUAGE sql VOLATILE
             AS 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint + {jump}'"
        ));
        for node in [0, 1] {
            let beat = || known(node).peers().first().map_or(0, |peer| peer.beat);
            let begun = beat();
            until("the other goes on", || beat() >= begun + 4).await;
        }
        near.make_move().await;
        far.make_move().await;
    }
    assert_eq!([0, 1].map(|node| known(node).me()), before);
    assert_eq!(pair.own.ask("SELECT count(*) FROM nodes WHERE state <> 'ready'"), "0");
    pair.stop().await;
}

/// A node of the test that has an address and does nothing by itself.
async fn ghost(own: &Own, name: &str, address: &str) -> PostgresStore {
    let store = PostgresStore::open(&own.address()).await.unwrap();
    let card = Card { name: name.into(), address: address.into(), level: 1 };
    store.join(&card).await.unwrap();
    store
}

/// A server that others could reach, and its database.
async fn reachable(data: &TempDir) -> (Own, TestServer) {
    let own = Own::fresh();
    let secret = data.path().join("secret");
    std::fs::write(&secret, SECRET).unwrap();
    let (store, door) = (own.address(), format!("127.0.0.1:{}", free_port().unwrap()));
    let settings = [
        ("store", store.as_str()),
        ("node-name", "one"),
        ("peer-listen", door.as_str()),
        ("peer-secret-file", secret.to_str().unwrap()),
    ];
    let server = TestServer::start(&data.path().join("one"), &settings).await.unwrap();
    (own, server)
}

/// Machines that are gone answer nothing at all: asking them keeps nobody from seeing that.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn peers_that_answer_nothing_are_dead_in_time() {
    let data = tempfile::tempdir().unwrap();
    let (own, server) = reachable(&data).await;
    let full = TcpSocket::new_v4().unwrap();
    full.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let full = full.listen(1).unwrap();
    let address = full.local_addr().unwrap();
    let mut waiting = Vec::new();
    while let Ok(taken) = timeout(Duration::from_millis(300), TcpStream::connect(address)).await {
        waiting.push(taken.unwrap());
    }
    for name in ["two", "three"] {
        ghost(&own, name, &address.to_string()).await;
    }
    own.ask("UPDATE nodes SET seen = seen - 60000 WHERE name <> 'one'");
    let begun = Instant::now();
    let dead = || own.ask("SELECT count(*) FROM nodes WHERE state = 'dead'") == "2";
    until("both are dead", dead).await;
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(10), "dead after {took:?}");
    server.stop().await;
}

/// A node that its peers do not reach leaves its tables to them, and comes back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_without_peers_steps_aside() {
    let data = tempfile::tempdir().unwrap();
    let (own, server) = reachable(&data).await;
    let http = visitor::http().unwrap();
    let ada = Visitor::guest(&http, &server.url, "Ada").await.unwrap();
    let made = ada.make(two()).await.unwrap();
    let hub = &server.server().app().hub;
    assert!(hub.is_loaded(&made.id));
    // They are alive, as the database shows, and not to be reached.
    let nowhere = format!("127.0.0.1:{}", free_port().unwrap());
    let ghosts = [ghost(&own, "two", &nowhere).await, ghost(&own, "three", &nowhere).await];
    let pulsing = async {
        loop {
            for ghost in &ghosts {
                ghost.pulse().await.unwrap();
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    let state = || own.ask("SELECT state FROM nodes WHERE name = 'one'");
    let aside =
        until("it gives its tables away", || !hub.is_loaded(&made.id) && state() == "draining");
    tokio::select! {
        () = aside => {}
        () = pulsing => {}
    }
    for ghost in &ghosts {
        ghost.note_state(State::Dead).await.unwrap();
    }
    until("it comes back", || state() == "ready" && !hub.cluster().unwrap().is_draining()).await;
    ada.look(&made.id).await.unwrap();
    server.stop().await;
}

/// One node holds the pools, whichever node people come to; when it goes another takes them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strangers_meet_by_way_of_any_node_and_after_one_is_gone() {
    let mut pair = Pair::start(&[]).await;
    let owner =
        |pair: &Pair| pair.own.ask("SELECT n.name FROM pools p JOIN nodes n ON n.id = p.owner");
    until("somebody holds the pools", || !owner(&pair).is_empty()).await;
    let epoch: u64 = pair.own.ask("SELECT epoch FROM pools").parse().unwrap();
    let ada = Visitor::guest(&pair.http, pair.url(0), "Ada").await.unwrap();
    let bob = Visitor::guest(&pair.http, pair.url(1), "Bob").await.unwrap();
    let (mut near, mut far) = (Personal::open(&ada).await, Personal::open(&bob).await);
    near.seek(&["duel"]).await;
    far.seek(&["duel"]).await;
    let (table, commitment, seat) = near.paired().await;
    let (same, _, other) = far.paired().await;
    assert_eq!(table, same);
    near.sit(&table, &commitment, seat).await;
    far.sit(&table, &commitment, other).await;
    near.reveal(&table, seat).await;
    far.reveal(&table, other).await;
    assert!(matches!(
        near.visitor.look(&table).await.unwrap().table.status,
        protocol::Status::Playing
    ));

    // The node that holds them stops in the orderly way; those who seek come again elsewhere.
    let held = usize::from(owner(&pair) == "two");
    let stays = 1 - held;
    pair.nodes[held].take().unwrap().stop().await;
    until("the other takes the pools", || owner(&pair) == ["one", "two"][stays]).await;
    let after: u64 = pair.own.ask("SELECT epoch FROM pools").parse().unwrap();
    assert_eq!(after, epoch + 1);
    let eve = Visitor::guest(&pair.http, pair.url(stays), "Eve").await.unwrap();
    let joe = Visitor::guest(&pair.http, pair.url(stays), "Joe").await.unwrap();
    let (mut eve, mut joe) = (Personal::open(&eve).await, Personal::open(&joe).await);
    eve.seek(&["duel"]).await;
    joe.seek(&["duel"]).await;
    assert_eq!(eve.paired().await.0, joe.paired().await.0);
    pair.stop().await;
}

/// Two nodes that take the pools at once: one has them, and a dead one loses them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_node_holds_the_pools() {
    let own = Own::fresh();
    let (one, two) = (
        PostgresStore::open(&own.address()).await.unwrap(),
        PostgresStore::open(&own.address()).await.unwrap(),
    );
    let card = |name: &str| Card { name: name.into(), address: "127.0.0.1:1".into(), level: 9000 };
    one.join(&card("one")).await.unwrap();
    two.join(&card("two")).await.unwrap();
    assert_eq!(one.pools_owner().await.unwrap(), None);
    let (a, b) = tokio::join!(one.take_pools(), two.take_pools());
    let (a, b) = (a.unwrap(), b.unwrap());
    assert!(a.is_some() != b.is_some(), "{a:?} {b:?}");
    let (held, holder, other) = if a.is_some() { (a, &one, &two) } else { (b, &two, &one) };
    assert_eq!(holder.take_pools().await.unwrap(), held, "it keeps what it has");
    assert_eq!(other.take_pools().await.unwrap(), None);
    assert_eq!(other.pools_owner().await.unwrap(), held.map(|hold| hold.node));
    holder.note_state(State::Dead).await.unwrap();
    assert_eq!(other.pools_owner().await.unwrap(), None);
    let taken = other.take_pools().await.unwrap().unwrap();
    assert_eq!(taken.epoch, held.unwrap().epoch + 1);
    // Whoever was an owner once gives nothing back that is another's.
    holder.rest_pools(held.unwrap()).await.unwrap();
    assert_eq!(other.pools_owner().await.unwrap(), Some(taken.node));
    other.rest_pools(taken).await.unwrap();
    assert_eq!(other.pools_owner().await.unwrap(), None);
}
