//! Strangers who seek each other, over real sockets: found, seated, begun; and those who stay away.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use fair::{Commitment, Value};
use loadtest::{Ended, Socket, Visitor, visitor::read};
use protocol::{EndReason, MeSaid, MeTold, NoticeKind, Past, PoolList, Status};
use reqwest::Method;
use reqwest::header::{COOKIE, ORIGIN};
use serde_json::json;
use tokio::time::timeout;

use super::days::bell;
use super::kit::{Client, SOON, Site, done};

/// A person's own socket.
pub struct Own {
    pub socket: Socket,
    pub visitor: Visitor,
    pub heard: Vec<String>,
}

impl Own {
    pub async fn open(visitor: &Visitor) -> Own {
        let socket = Own::try_open(visitor, visitor.base()).await.unwrap();
        let mut own = Own { socket, visitor: visitor.clone(), heard: Vec::new() };
        assert!(matches!(own.hear().await, MeTold::Hello { .. }));
        own
    }

    pub async fn try_open(visitor: &Visitor, origin: &str) -> Result<Socket, String> {
        let headers = [(COOKIE, visitor.cookie()), (ORIGIN, origin)];
        let headers = headers.map(|(name, value)| (name.to_string(), value.to_string()));
        let opened = Socket::open_with(&format!("{}/api/me/socket", visitor.way()), &headers).await;
        opened.map_err(|error| error.to_string())
    }

    pub async fn say(&mut self, said: &MeSaid) {
        self.socket.say_text(serde_json::to_string(said).unwrap()).await.unwrap();
    }

    pub async fn seek(&mut self, pools: &[&str]) {
        let pools = pools.iter().map(ToString::to_string).collect();
        self.say(&MeSaid::Seek { pools, guests: true, bots: false, range: None, busy: false })
            .await;
    }

    pub async fn try_hear(&mut self) -> Result<MeTold, Ended> {
        let text = timeout(SOON, self.socket.hear_text()).await.expect("something is told soon")?;
        self.heard.push(text.clone());
        Ok(serde_json::from_str(&text).expect(&text))
    }

    pub async fn hear(&mut self) -> MeTold {
        self.try_hear().await.unwrap()
    }

    pub async fn until(&mut self, mut is_it: impl FnMut(&MeTold) -> bool) -> MeTold {
        loop {
            let told = self.hear().await;
            if is_it(&told) {
                return told;
            }
        }
    }

    /// Hears until a rival is found: table, commitment, seat.
    pub async fn paired(&mut self) -> (String, String, u8) {
        match self.until(|told| matches!(told, MeTold::Paired { .. })).await {
            MeTold::Paired { table, commitment, seat, .. } => (table, commitment, seat),
            other => unreachable!("{other:?}"),
        }
    }

    /// Sits down with the hash of a value, as a page does.
    pub async fn sit(&self, table: &str, commitment: &str, seat: u8) {
        let commitment = Commitment::parse(commitment).unwrap();
        let hash = value(seat).seal(commitment, seat).to_string();
        let path = format!("/api/tables/{table}/seats/{seat}");
        let sat = self.visitor.request(Method::POST, &path).json(&json!({ "hash": hash }));
        let _: serde_json::Value = read(sat.send().await.unwrap()).await.unwrap();
    }

    pub async fn reveal(&self, table: &str, seat: u8) {
        let values = BTreeMap::from([(seat, value(seat).to_string())]);
        let path = format!("/api/tables/{table}/reveal");
        let told = self.visitor.request(Method::POST, &path).json(&json!({ "values": values }));
        let _: serde_json::Value = read(told.send().await.unwrap()).await.unwrap();
    }
}

fn value(seat: u8) -> Value {
    Value::parse(&format!("{:032x}", 7 + u32::from(seat))).unwrap()
}

fn is_idle(told: &MeTold, wanted: &str) -> bool {
    matches!(told, MeTold::Idle { why, .. } if why == wanted)
}

/// Two who seek the same.
async fn two(site: &Site) -> (Own, Own) {
    let (ada, bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let (mut ada, mut bob) = (Own::open(&ada).await, Own::open(&bob).await);
    ada.seek(&["duel"]).await;
    bob.seek(&["city", "duel"]).await;
    (ada, bob)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_strangers_meet_sit_down_and_play() {
    let site = Site::start(&[]).await;
    let begun = Instant::now();
    let (mut ada, mut bob) = two(&site).await;
    let waiting = ada.until(|told| matches!(told, MeTold::Waiting { .. })).await;
    assert!(matches!(waiting, MeTold::Waiting { pools, again: false, .. } if pools == ["duel"]));
    let (table, commitment, seat) = ada.paired().await;
    let (same, _, other) = bob.paired().await;
    assert_eq!((table.as_str(), seat + other), (same.as_str(), 1));
    let looked = ada.visitor.look(&table).await.unwrap();
    assert!(looked.table.paired && looked.table.seats_until.is_some());
    ada.sit(&table, &commitment, seat).await;
    bob.sit(&table, &commitment, other).await;
    ada.reveal(&table, seat).await;
    bob.reveal(&table, other).await;
    for own in [&mut ada, &mut bob] {
        own.until(|told| is_idle(told, "playing")).await;
    }
    println!("from seeking to playing: {:?}", begun.elapsed());
    let mut players = [
        Client::open(&ada.visitor, &table, "ada", 1).await,
        Client::open(&bob.visitor, &table, "bob", 2).await,
    ];
    let past = ada.visitor.look(&table).await.unwrap();
    let to_act = past.view.and_then(|view| view.now.to_act).expect("the game has begun");
    let first = usize::from(!past.you.seats.contains(&to_act));
    for turn in [first, 1 - first, first] {
        players[turn].make_move().await;
    }
    // Who is at such a game seeks no other one.
    ada.seek(&["duel"]).await;
    let refused = ada.until(|told| matches!(told, MeTold::Refused { .. })).await;
    assert!(matches!(refused, MeTold::Refused { problem } if problem.kind == "playing"));
    site.server.stop().await;
}

/// A server whose players have so many seconds to sit down.
async fn hurried(within: u32) -> (Site, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pools.toml");
    let pools = format!(
        "[[pool]]\nname = \"duel\"\nseats = 2\nclock = [5, 10]\nwithin = {within}\nusual = true\n\
         [[pool]]\nname = \"days\"\nseats = 2\ndays = 3\n"
    );
    std::fs::write(&file, pools).unwrap();
    let site = Site::start(&[("pools", file.to_str().unwrap())]).await;
    (site, folder)
}

/// Whoever is new and twice not there seeks no live games for ten minutes; it is told so at once,
/// and when it comes again. Games by days are open to it.
#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_come_twice_may_not_seek_for_a_while() {
    let (site, _folder) = hurried(1).await;
    let (ada, bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let mut own = Own::open(&ada).await;
    own.seek(&["duel"]).await;
    let mut never = Own::open(&bob).await;
    for _ in 0..2 {
        never.seek(&["duel"]).await;
        never.paired().await;
        let (table, commitment, seat) = own.paired().await;
        own.sit(&table, &commitment, seat).await;
        never.until(|told| is_idle(told, "absent")).await;
    }
    never.seek(&["duel"]).await;
    let told = never.until(|told| is_idle(told, "limit")).await;
    let MeTold::Idle { limit: Some(limit), .. } = told else { panic!("no limit: {told:?}") };
    assert_eq!(limit.until - limit.since, 600_000);
    never.seek(&["duel", "days"]).await;
    let told = never.until(|told| matches!(told, MeTold::Waiting { .. })).await;
    assert!(matches!(told, MeTold::Waiting { pools, .. } if pools == ["days"]));
    let mut again = Own { socket: Own::try_open(&bob, bob.base()).await.unwrap(), ..never };
    let hello = again.hear().await;
    assert!(matches!(hello, MeTold::Hello { limit: Some(same), .. } if same == limit));
    // The one who came each time is free to go on.
    own.until(|told| matches!(told, MeTold::Waiting { again: true, .. })).await;
    site.server.stop().await;
}

/// The one who came is back in the queue within a second, where it stood; the other is not.
#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_come_costs_the_other_nothing_but_a_moment() {
    let (site, _folder) = hurried(2).await;
    let (ada, bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let (mut ada, mut bob) = (Own::open(&ada).await, Own::open(&bob).await);
    ada.seek(&["duel"]).await;
    let first = ada.until(|told| matches!(told, MeTold::Waiting { .. })).await;
    let MeTold::Waiting { since, .. } = first else { unreachable!() };
    bob.seek(&["duel"]).await;
    let (table, commitment, seat) = ada.paired().await;
    let until = bob.until(|told| matches!(told, MeTold::Paired { .. })).await;
    let MeTold::Paired { until, .. } = until else { unreachable!() };
    ada.sit(&table, &commitment, seat).await;
    let back = ada.until(|told| matches!(told, MeTold::Waiting { again: true, .. })).await;
    let late = server::serve::now().saturating_sub(until);
    assert!(late < 1000, "{late} ms after the table was over");
    assert!(matches!(back, MeTold::Waiting { since: same, .. } if same == since));
    bob.until(|told| is_idle(told, "absent")).await;
    let past: Past = ada.visitor.look(&table).await.unwrap();
    let Status::Over { reason, .. } = past.table.status else { panic!("not over") };
    assert_eq!((reason, past.view), (EndReason::Aborted, None));
    // It is in nobody's list, and has no rematch.
    let mine = ada.visitor.request(Method::GET, "/api/me/tables?status=over").send().await.unwrap();
    assert!(read::<protocol::Rows>(mine).await.unwrap().tables.is_empty());
    // A third one comes, and the game begins.
    let carl = site.guest("Carl").await;
    let mut carl = Own::open(&carl).await;
    carl.seek(&["duel"]).await;
    let (again, _, _) = carl.paired().await;
    assert_eq!(ada.paired().await.0, again);
    site.server.stop().await;
}

/// A seek lives as long as its socket, and there is one of it.
#[tokio::test(flavor = "multi_thread")]
async fn a_seek_goes_with_its_socket_and_there_is_one() {
    let site = Site::start(&[]).await;
    let (ada, bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let (mut tab, mut other) = (Own::open(&ada).await, Own::open(&ada).await);
    tab.seek(&["duel"]).await;
    tab.until(|told| matches!(told, MeTold::Waiting { .. })).await;
    other.seek(&["duel", "blitz"]).await;
    other.until(|told| matches!(told, MeTold::Waiting { .. })).await;
    tab.until(|told| is_idle(told, "elsewhere")).await;
    let waiting = async || -> u32 {
        let asked = site.http.get(format!("{}/api/pools", site.url())).send().await.unwrap();
        let list: PoolList = read(asked).await.unwrap();
        list.pools.iter().find(|pool| pool.name == "blitz").unwrap().waiting
    };
    assert_eq!(waiting().await, 1);
    // A tab that does not seek ends nothing.
    tab.say(&MeSaid::Unseek).await;
    tab.until(|told| is_idle(told, "asked")).await;
    assert_eq!(waiting().await, 1);
    other.socket.close().await;
    let begun = Instant::now();
    while waiting().await > 0 {
        assert!(begun.elapsed() < SOON);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    // Nobody is paired with somebody who is gone.
    let mut bob = Own::open(&bob).await;
    bob.seek(&["duel"]).await;
    bob.say(&MeSaid::Ping { at: 5 }).await;
    bob.until(|told| matches!(told, MeTold::Pong { at: 5, .. })).await;
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn computers_are_offered_to_who_waits_and_the_search_goes_on() {
    let site = Site::start(&[]).await;
    let ada = site.guest("Ada").await;
    let mut ada = Own::open(&ada).await;
    let begun = Instant::now();
    ada.seek(&["duel"]).await;
    let told = ada.until(|told| matches!(told, MeTold::Bots { .. })).await;
    assert!(begun.elapsed() >= Duration::from_secs(14), "not at once");
    let MeTold::Bots { near } = told else { unreachable!() };
    assert_eq!(near.len(), 3);
    let bob = site.guest("Bob").await;
    let mut bob = Own::open(&bob).await;
    bob.seek(&["duel"]).await;
    assert_eq!(ada.paired().await.0, bob.paired().await.0);
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_makes_no_sense_is_refused_and_changes_nothing() {
    let site = Site::start(&[]).await;
    let ada = site.guest("Ada").await;
    let foreign = Own::try_open(&ada, "https://elsewhere.example").await;
    assert!(foreign.is_err_and(|error| error.starts_with("403")));
    let url = format!("{}/api/me/socket", site.url());
    let headers = [("origin".to_owned(), site.url().to_owned())];
    let nobody = Socket::open_with(&url, &headers).await;
    assert!(nobody.is_err_and(|error| error.to_string().starts_with("401")));
    let mut own = Own::open(&ada).await;
    for text in [
        r#"{"t":"seek","pools":[]}"#,
        r#"{"t":"seek","pools":["none"]}"#,
        r#"{"t":"play"}"#,
        "no json",
    ] {
        own.socket.say_text(text.to_owned()).await.unwrap();
        own.until(|told| matches!(told, MeTold::Refused { .. })).await;
    }
    // Whoever flaps is told to wait, and goes on seeking what it sought.
    for _ in 0..12 {
        own.seek(&["duel"]).await;
    }
    let told = own.until(|told| matches!(told, MeTold::Refused { .. })).await;
    assert!(matches!(told, MeTold::Refused { problem } if problem.status == 429));
    own.socket.say_text("x".repeat(3000)).await.unwrap();
    loop {
        match own.try_hear().await {
            Ok(_) => {}
            Err(ended) => {
                assert_eq!(ended, Ended::Closed(Some(1009)));
                break;
            }
        }
    }
    site.server.stop().await;
}

/// People are asked before they meet programs, and nobody waits at two tables.
#[tokio::test(flavor = "multi_thread")]
async fn programs_meet_who_wants_them_and_never_whose_they_are() {
    let site = Site::start(&[]).await;
    let (olga, ada) = (site.account("Olga").await, site.account("Ada").await);
    let made = done(&olga, Method::POST, "/api/me/bots", json!({ "name": "Owl" })).await;
    let bearer = format!("Bearer {}", made["token"].as_str().unwrap());
    let headers = [("authorization".to_owned(), bearer.clone())];
    let url = format!("{}/api/me/socket", site.url());
    let socket = Socket::open_with(&url, &headers).await.unwrap();
    let mut owl = Own { socket, visitor: olga.clone(), heard: Vec::new() };
    owl.seek(&["duel"]).await;
    let told = owl.until(|told| matches!(told, MeTold::Refused { .. })).await;
    assert!(matches!(told, MeTold::Refused { problem } if problem.kind == "bot-offer"));
    let offer = json!({ "families": ["country"], "live": true, "games": 1 });
    let said = site.http.put(format!("{}/api/me/offer", site.url())).json(&offer);
    assert!(said.header("authorization", &bearer).send().await.unwrap().status().is_success());
    owl.seek(&["duel"]).await;
    owl.until(|told| matches!(told, MeTold::Waiting { .. })).await;

    let (mut maker, mut shy) = (Own::open(&olga).await, Own::open(&site.guest("Gus").await).await);
    let mut open = Own::open(&ada).await;
    let wish = |bots| {
        let pools = vec!["duel".to_owned()];
        MeSaid::Seek { pools, guests: false, bots, range: None, busy: false }
    };
    // Whose it is waits longest and plays neither Ada nor its own; Gus does not want programs.
    done(&olga, Method::PUT, "/api/me/relations/Ada", json!({ "tie": "block" })).await;
    maker
        .say(&MeSaid::Seek {
            pools: vec!["duel".to_owned()],
            guests: false,
            bots: true,
            range: Some(0),
            busy: false,
        })
        .await;
    maker.until(|told| matches!(told, MeTold::Waiting { .. })).await;
    shy.say(&wish(false)).await;
    open.say(&wish(true)).await;
    let MeTold::Paired { table, rivals, .. } =
        open.until(|told| matches!(told, MeTold::Paired { .. })).await
    else {
        panic!("a rival")
    };
    assert_eq!(rivals, ["Owl BOT"]);
    assert_eq!(owl.paired().await.0, table);
    maker.say(&MeSaid::Unseek).await;
    maker.until(|told| is_idle(told, "asked")).await;
    let looked = ada.look(&table).await.unwrap();
    assert!(!looked.table.config.rated, "its maker did not say that its games count");
    site.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_expected_seeks_no_other() {
    let site = Site::start(&[]).await;
    let (mut one, mut other) = two(&site).await;
    one.seek(&["duel"]).await;
    other.seek(&["duel"]).await;
    let (table, commitment, seat) = one.paired().await;
    one.sit(&table, &commitment, seat).await;
    one.say(&MeSaid::Unseek).await;
    one.seek(&["duel"]).await;
    let told = one.until(|told| matches!(told, MeTold::Refused { .. })).await;
    assert!(matches!(told, MeTold::Refused { problem } if problem.kind == "playing"));
    site.server.stop().await;
}

/// Many at once: everybody finds somebody, and nobody sits at two tables.
#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_is_brought_together() {
    const CROWD: usize = 60;
    let site = Site::start(&[]).await;
    let mut all = Vec::new();
    for number in 0..CROWD {
        let one = site.guest(&format!("Guest {number}")).await;
        let mut one = Own::open(&one).await;
        one.seek(if number % 3 == 0 { &["blitz", "duel"] } else { &["duel"] }).await;
        all.push(one);
    }
    let mut seats: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for own in &mut all {
        let (table, _, seat) = own.paired().await;
        seats.entry(table).or_default().push(seat);
    }
    assert_eq!(seats.len(), CROWD / 2);
    for pair in seats.values_mut() {
        pair.sort_unstable();
        assert_eq!(*pair, [0, 1]);
    }
    site.server.stop().await;
}

/// A game of days needs nobody to be there: it stands in both lists until each comes by.
#[tokio::test(flavor = "multi_thread")]
async fn by_days_the_table_waits_in_both_lists() {
    let site = Site::start(&[]).await;
    let (ada, bob) = (site.guest("Ada").await, site.guest("Bob").await);
    let (mut a, mut b) = (Own::open(&ada).await, Own::open(&bob).await);
    a.seek(&["days"]).await;
    b.seek(&["days"]).await;
    let (table, _, seat) = a.paired().await;
    a.until(|told| is_idle(told, "playing")).await;
    b.until(|told| is_idle(told, "playing")).await;
    for person in [&ada, &bob] {
        let rung = bell(person, 1).await.notices.remove(0);
        assert_eq!(
            (rung.kind, rung.table.map(|row| row.id)),
            (NoticeKind::Paired, Some(table.clone()))
        );
        let mine = person.request(Method::GET, "/api/me/tables?status=open").send().await.unwrap();
        let rows: protocol::Rows = read(mine).await.unwrap();
        assert_eq!(rows.tables.iter().map(|row| row.id.as_str()).collect::<Vec<_>>(), [&table]);
    }
    for (person, seat) in [(&ada, seat), (&bob, 1 - seat)] {
        let path = format!("/api/tables/{table}/seats/{seat}");
        let sat = person.request(Method::POST, &path).json(&json!({ "value": "0".repeat(32) }));
        let _: serde_json::Value = read(sat.send().await.unwrap()).await.unwrap();
    }
    let past = ada.look(&table).await.unwrap();
    assert_eq!(past.table.status, Status::Playing);
    site.server.stop().await;
}

/// Whoever comes in anew as another guest is still who did not come.
#[tokio::test(flavor = "multi_thread")]
async fn guests_of_one_address_answer_for_each_other() {
    let site = Site::start(&[("trust-proxy", "true")]).await;
    let from = |visitor: &Visitor, place: &str| {
        let headers = [(COOKIE, visitor.cookie()), (ORIGIN, visitor.base())];
        let mut headers =
            headers.map(|(name, value)| (name.to_string(), value.to_string())).to_vec();
        headers.push(("x-forwarded-for".to_owned(), place.to_owned()));
        headers
    };
    let store = &site.server.server().app().store;
    for number in 0..5 {
        let guest = site.guest(&format!("Gus {number}")).await;
        // Where somebody is, is noted when it looks who it is.
        let me = guest.request(Method::GET, "/api/me").header("x-forwarded-for", "192.0.2.7");
        me.send().await.unwrap();
        let begun = Instant::now();
        while number > 0 && store.sharing(&guest.me.id).await.unwrap().len() < number {
            assert!(begun.elapsed() < SOON, "it is noted");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let url = format!("{}/api/me/socket", guest.way());
        let socket = Socket::open_with(&url, &from(&guest, "192.0.2.7")).await.unwrap();
        let mut own = Own { socket, visitor: guest.clone(), heard: Vec::new() };
        let MeTold::Hello { limit, .. } = own.hear().await else { panic!("a greeting") };
        assert_eq!(limit.is_some(), number == 4, "four games were missed: {number}");
        missed(store, &guest.me.id, number).await;
        // At another place nobody has heard of it.
        let socket = Socket::open_with(&url, &from(&guest, "127.0.0.1")).await.unwrap();
        let mut other = Own { socket, visitor: guest, heard: Vec::new() };
        assert!(matches!(other.hear().await, MeTold::Hello { limit: None, .. }), "{number}");
    }
    site.server.stop().await;
}

/// A game to which somebody did not come.
async fn missed(store: &store::AnyStore, person: &str, number: usize) {
    use room::{Finish, FinishedSeat};
    let seat = |person: Option<&str>, conduct| FinishedSeat {
        person: person.map(Into::into),
        computer: None,
        rank: 0,
        points: 0,
        used: 0,
        conduct,
    };
    let seats = vec![seat(Some(person), Some(protocol::Conduct::NoShow)), seat(None, None)];
    let finish = Finish {
        at: server::serve::now() - 1000 + number as u64,
        ladder: None,
        rated: false,
        pool: Some("duel".into()),
        reason: EndReason::Aborted,
        public: false,
        apart: true,
        family: "country".into(),
        expansions: Vec::new(),
        turns: 0,
        tiles: Vec::new(),
        seats,
    };
    let who = protocol::log::Who { id: person.into(), name: "Gus".into(), account: false };
    let id = format!("missed-{number}");
    let mut table = crate::conformance::table(&id, &who);
    table.index.people.clear();
    store.make_table(table).await.unwrap();
    let over = store::Index {
        result: Some(Box::new(finish)),
        ..crate::conformance::index(&id, "over", 200, &[])
    };
    let last = crate::conformance::log(3, [crate::conformance::played("last")]);
    store.append(&id, last, over).await.unwrap();
}
