//! A disk that fails under the real program, at every step of a table's life: each request is told
//! that it was not done, nothing of it is done, and when the disk works again the same request is.
//!
//! The failure is real: the system lets the process write to no file any more (`RLIMIT_FSIZE`,
//! whose signal is ignored), so `SQLite` gets an I/O error from the next write on, and none after
//! it is lifted.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fair::{Commitment, Value as Share};
use loadtest::child::{Child, Launch, free_port};
use loadtest::{Player, Socket, Visitor, load, visitor};
use protocol::{ClientMsg, Made, OfferKind, Problem, ServerMsg, Switch, TableConfig};
use reqwest::Method;
use rustix::process::{Pid, Resource, Rlimit, prlimit};
use serde_json::{Value, json};

use crate::common::{scratch, trencavel};

const VALUES: [&str; 2] = ["00112233445566778899aabbccddeeff", "ffeeddccbbaa99887766554433221100"];

/// The program, started so that a write beyond a limit is an error and not its end.
fn patient_program(folder: &Path) -> PathBuf {
    let program = folder.join("trencavel");
    let text =
        format!("#!/bin/sh\ntrap '' XFSZ\nexec '{}' \"$@\"\n", env!("CARGO_BIN_EXE_trencavel"));
    std::fs::write(&program, text).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    program
}

/// From now on every write of the server fails, or none does.
fn disk_fails(server: &Child, fails: bool) {
    let pid = i32::try_from(server.pid().unwrap()).unwrap();
    let limit = Rlimit { current: fails.then_some(0), maximum: None };
    prlimit(Pid::from_raw(pid), Resource::Fsize, limit).unwrap();
}

/// Something that a person asks of a table.
enum Step {
    Http(Method, String, Value),
    Say(Box<Socket>, ClientMsg),
}

/// A step with who does it, and at which table.
struct Try {
    name: &'static str,
    who: Visitor,
    table: String,
    step: Step,
}

impl Try {
    fn http(
        name: &'static str,
        who: &Visitor,
        made: &Made,
        method: Method,
        to: &str,
        body: Value,
    ) -> Try {
        let path = format!("/api/tables/{}{to}", made.id);
        Try { name, who: who.clone(), table: made.id.clone(), step: Step::Http(method, path, body) }
    }

    fn say(name: &'static str, who: &Visitor, made: &Made, socket: Socket, what: ClientMsg) -> Try {
        let (who, step) = (who.clone(), Step::Say(Box::new(socket), what));
        Try { name, who, table: made.id.clone(), step }
    }

    /// Asks: how it was refused, or nothing if it was done.
    async fn ask(&mut self) -> Option<Problem> {
        match &mut self.step {
            Step::Http(method, path, body) => {
                let asked = self.who.request(method.clone(), path).json(body);
                let answer = asked.send().await.unwrap();
                if answer.status().is_success() {
                    return None;
                }
                Some(answer.json().await.unwrap())
            }
            Step::Say(socket, message) => {
                socket.say(message).await.unwrap();
                loop {
                    match socket.hear().await.unwrap() {
                        ServerMsg::Refused { problem, .. } => return Some(problem),
                        ServerMsg::Done { .. } => return None,
                        ServerMsg::Table { cause, .. } if is_own(&cause) => return None,
                        _ => {}
                    }
                }
            }
        }
    }
}

fn is_own(cause: &protocol::Cause) -> bool {
    use protocol::Cause;
    matches!(
        cause,
        Cause::Offered { .. }
            | Cause::Resigned { .. }
            | Cause::TakenBack { .. }
            | Cause::Watchers { .. }
    )
}

/// A table of two, as far as it is before the game.
async fn open(ada: &Visitor) -> Made {
    ada.make(load::config()).await.unwrap()
}

async fn sit(who: &Visitor, made: &Made, seat: u8, sealed: bool) {
    let hash = |commitment: &str| {
        let value = Share::parse(VALUES[usize::from(seat)]).unwrap();
        value.seal(Commitment::parse(commitment).unwrap(), seat).to_string()
    };
    let mut body = json!({ "key": made.key });
    if sealed {
        body["hash"] = hash(&made.commitment).into();
    }
    let path = format!("/api/tables/{}/seats/{seat}", made.id);
    let _: Value =
        visitor::read(who.request(Method::POST, &path).json(&body).send().await.unwrap())
            .await
            .unwrap();
}

/// A running game of two, in which moves are taken back.
async fn begun(ada: &Visitor, bob: &Visitor) -> Made {
    let config = TableConfig { takeback: Some(Switch::On), ..load::config() };
    let made = ada.make(config).await.unwrap();
    sit(bob, &made, 1, false).await;
    ada.start(&made.id).await.unwrap();
    made
}

/// A socket whose player has a move ready.
async fn ready(who: &Visitor, made: &Made) -> (Socket, ClientMsg) {
    let mut socket = Socket::open(who, &made.id, None).await.unwrap();
    let mut player = Player::new("ada", 1);
    loop {
        let heard = socket.hear().await.unwrap();
        player.hear(&heard);
        if let Some(first) = player.decide() {
            // Its words are completed by drafts, which write nothing.
            socket.say(&first).await.unwrap();
            loop {
                match socket.hear().await.unwrap() {
                    message @ ServerMsg::Draft(_) => {
                        let whole = player.hear(&message).unwrap();
                        return (socket, whole);
                    }
                    ServerMsg::Refused { problem, .. } => panic!("{problem:?}"),
                    _ => {}
                }
            }
        }
    }
}

/// Plays one whole move.
async fn play(who: &Visitor, made: &Made) -> Socket {
    let (mut socket, whole) = ready(who, made).await;
    socket.say(&whole).await.unwrap();
    while !matches!(socket.hear().await.unwrap(), ServerMsg::Done { .. }) {}
    socket
}

/// One table for each step, each as far as it must be.
async fn tries(ada: &Visitor, bob: &Visitor) -> Vec<Try> {
    let mut all = Vec::new();
    let post = || Method::POST;
    let made = open(ada).await;
    all.push(Try::http("sitting", bob, &made, post(), "/seats/1", json!({ "key": made.key })));
    let made = open(ada).await;
    sit(bob, &made, 1, false).await;
    all.push(Try::http("standing up", bob, &made, Method::DELETE, "/seats/1", json!({})));
    let made = open(ada).await;
    all.push(Try::http(
        "sealing",
        ada,
        &made,
        post(),
        "/seats/0",
        json!({ "hash": "ab".repeat(32) }),
    ));
    let made = open(ada).await;
    all.push(Try::http("a plan", ada, &made, Method::PUT, "/plan", json!({ "aids": "purist" })));
    let made = open(ada).await;
    all.push(Try::http(
        "a colour",
        ada,
        &made,
        Method::PUT,
        "/seats/0/colour",
        json!({ "colour": 5 }),
    ));
    let made = open(ada).await;
    all.push(Try::http("a seat", ada, &made, Method::PUT, "/seats/1", json!({ "kind": "link" })));
    let made = open(ada).await;
    sit(bob, &made, 1, false).await;
    all.push(Try::http("starting", ada, &made, post(), "/start", json!({})));
    let made = open(ada).await;
    sit(ada, &made, 0, true).await;
    sit(bob, &made, 1, true).await;
    all.push(Try::http("freezing", ada, &made, post(), "/start", json!({})));
    let made = open(ada).await;
    sit(ada, &made, 0, true).await;
    sit(bob, &made, 1, false).await;
    ada.start(&made.id).await.unwrap();
    let values = json!({ "values": { "0": VALUES[0] } });
    all.push(Try::http("revealing", ada, &made, post(), "/reveal", values));
    all.extend(in_play(ada, bob).await);
    all
}

/// The same in the game and at its end.
async fn in_play(ada: &Visitor, bob: &Visitor) -> Vec<Try> {
    let mut all = Vec::new();
    let made = begun(ada, bob).await;
    let (socket, whole) = ready(ada, &made).await;
    all.push(Try::say("moving", ada, &made, socket, whole));
    let made = begun(ada, bob).await;
    let socket = Socket::open(bob, &made.id, None).await.unwrap();
    let chat = ClientMsg::Chat { id: "c".into(), text: "Hello".into() };
    all.push(Try::say("talking", bob, &made, socket, chat));
    let made = begun(ada, bob).await;
    let socket = play(ada, &made).await;
    let back = |seat| ClientMsg::Offer { seat, kind: OfferKind::Takeback, after: None };
    all.push(Try::say("asking back", ada, &made, socket, back(0)));
    let made = begun(ada, bob).await;
    let mut asking = play(ada, &made).await;
    asking.say(&back(0)).await.unwrap();
    let mut socket = Socket::open(bob, &made.id, None).await.unwrap();
    loop {
        match socket.hear().await.unwrap() {
            ServerMsg::Snapshot(past) if past.table.offer.is_some() => break,
            ServerMsg::Table { table, .. } if table.offer.is_some() => break,
            _ => {}
        }
    }
    all.push(Try::say("taking back", bob, &made, socket, back(1)));
    let made = begun(ada, bob).await;
    let socket = Socket::open(ada, &made.id, None).await.unwrap();
    all.push(Try::say("silencing", ada, &made, socket, ClientMsg::Watchers { chat: Switch::Off }));
    let made = begun(ada, bob).await;
    let socket = Socket::open(ada, &made.id, None).await.unwrap();
    all.push(Try::say("ending", ada, &made, socket, ClientMsg::Resign { seat: 0 }));
    let made = begun(ada, bob).await;
    let mut socket = Socket::open(ada, &made.id, None).await.unwrap();
    socket.say(&ClientMsg::Resign { seat: 0 }).await.unwrap();
    while ada.look(&made.id).await.unwrap().table.draws.seed.is_none() {
        socket.hear().await.unwrap();
    }
    all.push(Try::http("a rematch", bob, &made, Method::POST, "/rematch", json!({})));
    all
}

async fn newest(all: &[Try]) -> Vec<u64> {
    let mut numbers = Vec::new();
    for one in all {
        numbers.push(one.who.look(&one.table).await.unwrap().n);
    }
    numbers
}

/// Nothing has happened since: a table that is played notes that its store or its server was away,
/// when no clock ran.
async fn only_away(all: &[Try], since: &[u64]) {
    for (one, since) in all.iter().zip(since) {
        let now = one.who.look(&one.table).await.unwrap();
        let newer: Vec<_> = now.log.iter().filter(|line| line.n > *since).collect();
        assert_eq!(now.n, since + newer.len() as u64, "{}", one.name);
        let away = newer.iter().all(|line| matches!(line.cause, protocol::Cause::Away { .. }));
        assert!(newer.len() <= 1 && away, "{}: {newer:?}", one.name);
    }
}

/// Asks whether the server can play until it says so: the answer may be a second old.
async fn ready_says(http: &reqwest::Client, url: &str, status: u16) {
    let asking = async {
        while http.get(format!("{url}/readyz")).send().await.unwrap().status() != status {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let told = tokio::time::timeout(Duration::from_secs(20), asking).await;
    assert!(told.is_ok(), "/readyz never says {status}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failing_disk_changes_nothing_at_any_step() {
    let folder = scratch("failing-disk-steps");
    let data = folder.join("data");
    let http = visitor::http().unwrap();
    let mut launch = Launch::new(&patient_program(&folder), &data, free_port().unwrap());
    // The server's own words about its disk are expected here.
    launch.flags.retain(|flag| !flag.starts_with("--log="));
    launch.flags.extend(["--log=off".to_string(), "--reveal-seconds=60".to_string()]);
    let server = launch.start(&http).await.unwrap();
    let guest = async |name: &str| Visitor::guest(&http, &server.url, name).await.unwrap();
    let (ada, bob) = (guest("Ada").await, guest("Bob").await);
    let mut all = tries(&ada, &bob).await;
    let before = newest(&all).await;

    disk_fails(&server, true);
    for one in &mut all {
        let problem = one.ask().await.unwrap_or_else(|| panic!("{} was done", one.name));
        assert_eq!((problem.kind.as_str(), problem.status), ("store", 503), "{}", one.name);
    }
    assert_eq!(newest(&all).await, before, "a refusal changes nothing");
    ready_says(&http, &server.url, 503).await;
    let id = "aTableOfMyOwnChoice1";
    let make = || {
        ada.request(Method::POST, "/api/tables")
            .json(&json!({ "config": load::config(), "id": id }))
    };
    for _ in 0..2 {
        let refused = make().send().await.unwrap();
        assert_eq!(refused.status(), 503, "a table is not made");
    }
    let refused = Visitor::guest(&http, &server.url, "Cleo").await.unwrap_err().to_string();
    assert!(refused.contains("503") || refused.contains("guest"), "{refused}");

    disk_fails(&server, false);
    ready_says(&http, &server.url, 200).await;
    only_away(&all, &before).await;
    let before = newest(&all).await;
    for one in &mut all {
        let refused = one.ask().await;
        assert!(refused.is_none(), "{}: {refused:?}", one.name);
    }
    assert_eq!(make().send().await.unwrap().status(), 201);
    let after = newest(&all).await;
    let moved = before.iter().zip(&after).all(|(before, after)| before < after);
    assert!(moved, "each was done: {before:?} {after:?}");

    // A crash while the disk fails leaves what was told, and nothing else.
    disk_fails(&server, true);
    let other = json!({ "name": "Ada the Second" });
    let renamed = ada.request(Method::POST, "/api/guest").json(&other).send().await.unwrap();
    assert_eq!(renamed.status(), 503);
    server.kill().await.unwrap();
    let again = launch.start(&http).await.unwrap();
    only_away(&all, &after).await;
    let me: protocol::Me =
        visitor::read(ada.request(Method::GET, "/api/me").send().await.unwrap()).await.unwrap();
    assert_eq!(me.name, "Ada");
    again.kill().await.unwrap();
    let checked = trencavel(&["check", "--data", data.to_str().unwrap()]);
    assert_eq!(checked.status.code(), Some(0), "{checked:?}");
}
