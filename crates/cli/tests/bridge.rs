//! `trencavel bot`: a program that speaks the engine protocol plays at a real server.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use loadtest::child::{Launch, free_port};
use loadtest::{Player, Socket, Visitor, visitor};
use protocol::{ClientMsg, Level, ServerMsg, Status};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::timeout;

/// The longest that anything may take.
const SOON: Duration = Duration::from_mins(2);

/// A program that is ended with the test.
struct Bridge(Child);

impl Drop for Bridge {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

async fn done(who: &Visitor, method: Method, path: &str, body: Value) -> Value {
    let request = who.request(method, path);
    let request = if body.is_null() { request } else { request.json(&body) };
    visitor::read(request.send().await.unwrap()).await.unwrap()
}

/// Asks again and again until something is there.
async fn until(who: &Visitor, path: &str, is_it: impl Fn(&Value) -> bool) -> Value {
    let asking = async {
        loop {
            let told = done(who, Method::GET, path, Value::Null).await;
            if is_it(&told) {
                return told;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    timeout(SOON, asking).await.expect("it happens soon")
}

async fn account(http: &reqwest::Client, url: &str, name: &str) -> Visitor {
    let guest = Visitor::guest(http, url, name).await.unwrap();
    let asked = json!({ "name": name, "password": "correct horse" });
    let made = guest.request(Method::POST, "/api/accounts").json(&asked).send().await.unwrap();
    guest.with_cookie_of(&made).unwrap()
}

/// Plays some moves of a person; how the table stands then.
async fn play_some(who: &Visitor, table: &str, player: &mut Player, moves: usize) {
    let mut socket = Socket::open(who, table, None).await.unwrap();
    let enough = player.acked.len() + moves;
    while player.acked.len() < enough {
        if let Some(message) = player.decide() {
            socket.say(&message).await.unwrap();
        }
        let message = timeout(SOON, socket.hear()).await.expect("the program plays").unwrap();
        if let Some(answer) = player.hear(&message) {
            socket.say(&answer).await.unwrap();
        }
    }
    socket.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_is_challenged_plays_and_comes_back_after_a_crash() {
    let data = tempfile_dir();
    let http = visitor::http().unwrap();
    let port = free_port().unwrap();
    let trencavel = Path::new(env!("CARGO_BIN_EXE_trencavel"));
    let launch = Launch::new(trencavel, &data, port);
    let server = launch.start(&http).await.unwrap();
    let url = format!("http://127.0.0.1:{port}");
    let (ada, bob) = (account(&http, &url, "Ada").await, account(&http, &url, "Bob").await);
    let made = done(&ada, Method::POST, "/api/me/bots", json!({ "name": "Owl" })).await;
    let file = data.join("token");
    std::fs::write(&file, made["token"].as_str().unwrap()).unwrap();
    let engine = format!("{} engine greedy", trencavel.display());
    let mut command = Command::new(trencavel);
    command.args(["bot", "--server", &url, "--token-file"]).arg(&file);
    command.args(["--engine", &engine, "--games", "2", "--stop-after", "1"]);
    let mut bridge = Bridge(command.stdout(Stdio::null()).spawn().unwrap());

    let here = until(&bob, "/api/bots", |told| told["bots"][0]["name"] == "Owl BOT").await;
    assert_eq!(here["bots"][0]["offer"]["games"], 2);
    let seats = json!([{ "kind": "me" }, { "kind": "anyone" },
        { "kind": "computer", "level": Level::Greedy }]);
    let plan = json!({ "plan": { "family": "country", "expansions": ["river"] }, "seats": seats,
        "clock": { "kind": "total", "seconds": 600, "increment": 5 } });
    let asked = json!({ "rival": "Owl BOT", "config": plan });
    let challenge = done(&bob, Method::POST, "/api/challenges", asked).await;
    let path = format!("/api/challenges/{}", challenge["id"].as_str().unwrap());
    let accepted = until(&bob, &path, |told| told["state"] == "accepted").await;
    let table = accepted["table"].as_str().unwrap();
    let seated = |told: &Value| told["table"]["seats"][1]["sitter"]["name"] == "Owl BOT";
    until(&bob, &format!("/api/tables/{table}"), seated).await;
    bob.start(table).await.unwrap();
    let mut player = Player::new("bob", 1);
    play_some(&bob, table, &mut player, 3).await;

    // The power fails; the program comes back by itself, and the game goes on.
    server.kill().await.unwrap();
    let server = launch.start(&http).await.unwrap();
    player = Player::new("bob again", 2);
    play_some(&bob, table, &mut player, 3).await;
    let mut socket = Socket::open(&bob, table, None).await.unwrap();
    let ServerMsg::Snapshot(past) = socket.hear().await.unwrap() else { panic!("a snapshot") };
    let seat = past.you.seats[0];
    socket.say(&ClientMsg::Resign { seat }).await.unwrap();
    let over = |told: &Value| told["table"]["status"]["kind"] == "over";
    // With three seats the computer plays on for whoever gave up: the program wins or loses.
    let told = until(&bob, &format!("/api/tables/{table}"), over).await;
    let status: Status = serde_json::from_value(told["table"]["status"].clone()).unwrap();
    assert!(matches!(status, Status::Over { .. }));
    let ended = tokio::task::spawn_blocking(move || bridge.0.wait().unwrap());
    assert!(timeout(SOON, ended).await.unwrap().unwrap().success());
    server.stop().await.unwrap();
}

fn tempfile_dir() -> std::path::PathBuf {
    let data = std::env::temp_dir().join(format!("trencavel-bridge-{}", std::process::id()));
    std::fs::create_dir_all(&data).unwrap();
    data
}

/// What is wrong is said at once, with what to do.
#[test]
fn a_wrong_token_file_or_program_is_told() {
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_trencavel"));
        let told = command.arg("bot").args(arguments).output().unwrap();
        (told.status.code(), String::from_utf8(told.stderr).unwrap())
    };
    let missing =
        ["--server", "http://localhost:1", "--token-file", "/no/such", "--engine", "true"];
    let (code, told) = run(&missing);
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("/no/such"), "{told}");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let (code, told) =
        run(&["--server", "http://localhost:1", "--token-file", file, "--engine", "false"]);
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("engine-check"), "{told}");
}
