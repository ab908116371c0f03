//! A server, visitors and sockets for the tests; every wait has an end.

use std::time::Duration;

use loadtest::child::free_port;
use loadtest::{Ended, Player, Socket, Visitor, visitor};
use protocol::{
    Aids, Clock, Flagged, Level, Made, Order, Plan, SeatPlan, ServerMsg, TableConfig, Visibility,
};
use reqwest::Method;
use serde_json::Value;
use server::testing::TestServer;
use tempfile::TempDir;
use tokio::time::timeout;

/// The password of everybody.
pub const PASSWORD: &str = "correct horse";

/// The longest that anything may take.
pub const SOON: Duration = Duration::from_secs(30);

/// A server with its data.
pub struct Site {
    pub server: TestServer,
    pub http: reqwest::Client,
    pub data: TempDir,
    port: u16,
    settings: Vec<(&'static str, String)>,
}

impl Site {
    pub async fn start(settings: &[(&'static str, &str)]) -> Site {
        let data = tempfile::tempdir().unwrap();
        let settings = settings.iter().map(|(key, text)| (*key, (*text).to_string())).collect();
        let port = free_port().unwrap();
        let server = run(&data, port, &settings).await;
        Site { server, http: visitor::http().unwrap(), data, port, settings }
    }

    /// Stops in the orderly way, waits, and starts again at the same address.
    pub async fn restart(mut self, pause: Duration) -> Site {
        self.server.stop_politely().await;
        tokio::time::sleep(pause).await;
        self.server = run(&self.data, self.port, &self.settings).await;
        self
    }

    pub fn url(&self) -> &str {
        &self.server.url
    }

    pub async fn guest(&self, name: &str) -> Visitor {
        Visitor::guest(&self.http, self.url(), name).await.unwrap()
    }

    /// Somebody with an account; the password is the same for all.
    pub async fn account(&self, name: &str) -> Visitor {
        let guest = self.guest(name).await;
        let asked = serde_json::json!({ "name": name, "password": PASSWORD });
        let made = guest.request(Method::POST, "/api/accounts").json(&asked).send().await.unwrap();
        assert!(made.status().is_success(), "{}", made.text().await.unwrap());
        let mut made = guest.with_cookie_of(&made).unwrap();
        made.me.account = true;
        made
    }

    /// A table with everybody seated and the game begun; the first visitor made it.
    pub async fn begun(&self, config: TableConfig, visitors: &[&Visitor]) -> Made {
        let made = visitors[0].make(config).await.unwrap();
        for (seat, visitor) in visitors.iter().enumerate().skip(1) {
            visitor.sit(&made, u8::try_from(seat).unwrap()).await.unwrap();
        }
        visitors[0].start(&made.id).await.unwrap();
        made
    }

    /// Two guests at a begun table.
    pub async fn pair(&self, config: TableConfig) -> (Made, Visitor, Visitor) {
        let (ada, bob) = (self.guest("Ada").await, self.guest("Bob").await);
        let made = self.begun(config, &[&ada, &bob]).await;
        (made, ada, bob)
    }
}

async fn run(data: &TempDir, port: u16, settings: &Vec<(&'static str, String)>) -> TestServer {
    let listen = format!("127.0.0.1:{port}");
    let mut all: Vec<(&'static str, &str)> = vec![("listen", &listen)];
    all.extend(settings.iter().map(|(key, text)| (*key, text.as_str())));
    TestServer::start(data.path(), &all).await.unwrap()
}

/// A plan with these seats.
pub fn config(plan: Plan, seats: Vec<SeatPlan>) -> TableConfig {
    TableConfig {
        name: String::new(),
        plan,
        seats,
        order: Order::Given,
        clock: Clock::None,
        flagged: Flagged::Loses,
        aids: Aids::Standard,
        visibility: Visibility::Public,
        takeback: None,
        hints: None,
        watcher_chat: protocol::Switch::On,
        start: protocol::Start::Owner,
        first: None,
        from: None,
        rated: false,
        pool: None,
        again: 0,
        finishes: None,
    }
}

pub fn country(expansions: &[&str]) -> Plan {
    let expansions = expansions.iter().map(ToString::to_string).collect();
    Plan { family: "country".into(), expansions, options: vec![], tiles: None }
}

pub fn city() -> Plan {
    Plan { family: "city".into(), expansions: vec![], options: vec![], tiles: None }
}

/// The base game for its maker and another.
pub fn two() -> TableConfig {
    config(country(&[]), vec![SeatPlan::Me, SeatPlan::Anyone])
}

pub fn computer() -> SeatPlan {
    SeatPlan::Computer { level: Level::Greedy }
}

/// A socket with a player behind it, and everything that it heard.
pub struct Client {
    pub socket: Socket,
    pub player: Player,
    pub heard: Vec<String>,
}

impl Client {
    pub async fn open(visitor: &Visitor, table: &str, name: &str, seed: u64) -> Client {
        Client::resume(visitor, table, Player::new(name, seed)).await
    }

    /// Opens a socket for a player that has been here before.
    pub async fn resume(visitor: &Visitor, table: &str, player: Player) -> Client {
        let socket = Socket::open(visitor, table, player.n).await.unwrap();
        let mut client = Client { socket, player, heard: Vec::new() };
        client.hear().await.unwrap();
        client
    }

    /// Hears one message, and goes on with a move that is under way.
    pub async fn hear(&mut self) -> Result<ServerMsg, Ended> {
        let heard = timeout(SOON, self.socket.hear_text()).await;
        let last = || self.heard.iter().rev().take(3).cloned().collect::<Vec<_>>().join(" < ");
        let text = heard.unwrap_or_else(|_| panic!("nothing is told soon after {}", last()))?;
        let message: ServerMsg = serde_json::from_str(&text).expect(&text);
        self.heard.push(text);
        if let Some(answer) = self.player.hear(&message) {
            // If the connection is gone the next hearing says so.
            let _ = self.socket.say(&answer).await;
        }
        Ok(message)
    }

    /// Hears until the player may begin a move, or the game is over.
    pub async fn until_my_turn(&mut self) {
        while !self.player.must_decide() && !self.player.over {
            self.hear().await.unwrap();
        }
    }

    /// Hears until something is told that the question says yes to.
    pub async fn until(&mut self, mut is_it: impl FnMut(&ServerMsg) -> bool) -> ServerMsg {
        loop {
            let message = self.hear().await.unwrap();
            if is_it(&message) {
                return message;
            }
        }
    }

    /// Begins a move and hears until it is acknowledged.
    pub async fn make_move(&mut self) {
        self.until_my_turn().await;
        let before = self.player.acked.len();
        if let Some(message) = self.player.decide() {
            self.socket.say(&message).await.unwrap();
            while self.player.acked.len() == before {
                self.hear().await.unwrap();
                assert!(self.player.refused.is_empty(), "{:?}", self.player.refused);
            }
        }
    }

    /// Plays to the end of the game.
    pub async fn play_on(&mut self) {
        while !self.player.is_finished() {
            match self.player.decide() {
                Some(message) => self.socket.say(&message).await.unwrap(),
                None => {
                    self.hear().await.unwrap();
                }
            }
        }
    }

    /// Asks whether the server is there: everything that was told before has been heard then. What
    /// the table has not answered yet may come behind it: the socket answers this by itself.
    pub async fn sync(&mut self) {
        self.socket.say(&protocol::ClientMsg::Ping { at: 77 }).await.unwrap();
        self.until(|message| matches!(message, ServerMsg::Pong { at: 77, .. })).await;
    }

    /// Says something and hears the refusal.
    pub async fn refusal(&mut self, message: &protocol::ClientMsg) -> protocol::Problem {
        self.socket.say(message).await.unwrap();
        match self.until(|heard| matches!(heard, ServerMsg::Refused { .. })).await {
            ServerMsg::Refused { problem, .. } => {
                self.player.refused.clear();
                self.player.give_up();
                problem
            }
            other => unreachable!("{other:?}"),
        }
    }
}

/// Asks for something; the status and the body, which is JSON or nothing.
pub async fn ask(who: &Visitor, method: Method, path: &str, body: Value) -> (u16, Value) {
    let request = who.request(method, path);
    let request = if body.is_null() { request } else { request.json(&body) };
    let answer = request.send().await.unwrap();
    let status = answer.status().as_u16();
    let bytes = answer.bytes().await.unwrap();
    (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
}

/// Asks for something that goes well.
pub async fn done(who: &Visitor, method: Method, path: &str, body: Value) -> Value {
    let (status, body) = ask(who, method.clone(), path, body).await;
    assert!((200..300).contains(&status), "{method} {path}: {status} {body}");
    body
}

/// Asks for something that is refused: the status and the kind.
pub async fn refused(who: &Visitor, method: Method, path: &str, body: Value) -> (u16, String) {
    let (status, body) = ask(who, method.clone(), path, body).await;
    assert!(status >= 400, "{method} {path}: {status} {body}");
    (status, body["type"].as_str().unwrap_or_default().to_owned())
}
