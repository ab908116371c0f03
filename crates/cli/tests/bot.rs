//! The program of docs/protocol.md: twenty lines, and it plays a whole game at a real server.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use loadtest::child::{Launch, free_port};
use loadtest::{Visitor, visitor};
use protocol::{Level, Order, Past, Plan, SeatPlan, Status, TableConfig, Token};
use reqwest::Method;

/// The longest that a game may take.
const SOON: Duration = Duration::from_mins(2);

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md");
    std::fs::read_to_string(path).unwrap()
}

/// What stands between two texts of the page.
fn between(before: &str, after: &str) -> String {
    let page = page();
    let from = page.find(before).unwrap() + before.len();
    let end = from + page[from..].find(after).unwrap();
    page[from..end].to_string()
}

fn program() -> String {
    between("```python\n", "```")
}

/// The page promises twenty lines.
#[test]
fn the_program_has_twenty_lines() {
    let lines = program().lines().filter(|line| !line.trim().is_empty()).count();
    assert!(lines <= 20, "{lines} lines");
    assert!(program().lines().all(|line| line.chars().count() <= 100));
}

/// A Python that has what the program needs; `PYTHON` names another one.
fn python() -> Option<String> {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".into());
    let mut probe = Command::new(&python);
    let probe = probe.args(["-c", "import websockets.asyncio.client"]).stderr(Stdio::null());
    probe.status().is_ok_and(|status| status.success()).then_some(python)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_plays_to_the_end() {
    let Some(python) = python() else {
        println!("no Python with websockets here: only its lines were counted");
        return;
    };
    let data = std::env::temp_dir().join(format!("trencavel-bot-{}", std::process::id()));
    std::fs::create_dir_all(&data).unwrap();
    let http = visitor::http().unwrap();
    let port = free_port().unwrap();
    let launch = Launch::new(Path::new(env!("CARGO_BIN_EXE_trencavel")), &data, port);
    let server = launch.start(&http).await.unwrap();
    let name = between("POST /api/guest {\"name\": \"", "\"}");
    for family in ["country", "city"] {
        let bot = Visitor::guest(&http, &server.url, &name).await.unwrap();
        let token = bot.request(Method::POST, "/api/me/tokens").send().await.unwrap();
        let token: Token = token.json().await.unwrap();
        let plan = Plan { family: family.into(), expansions: vec![], options: vec![], tiles: None };
        let computer = SeatPlan::Computer { level: Level::Random };
        let seats = vec![SeatPlan::Anyone, computer];
        let order = Order::Given;
        let made = bot.make(TableConfig { plan, seats, order, ..loadtest::load::config() });
        let id = made.await.unwrap().id;
        let child = Command::new(&python)
            .args(["-c", &program(), &format!("127.0.0.1:{port}"), &id, "0"])
            .env("TOKEN", &token.token)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let begun = Instant::now();
        let mut started = false;
        loop {
            assert!(begun.elapsed() < SOON, "{family}: the game does not end");
            tokio::time::sleep(Duration::from_millis(100)).await;
            // It sits down by itself; then the owner starts.
            started = started || bot.start(&id).await.is_ok();
            let past: Past = bot.look(&id).await.unwrap();
            if matches!(past.table.status, Status::Over { .. }) {
                break;
            }
        }
        let output = child.wait_with_output().unwrap();
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{family}: {complaints}");
        let told = String::from_utf8_lossy(&output.stdout);
        assert_eq!(told, "", "{family}: nothing that it said was refused");
    }
    server.kill().await.unwrap();
    std::fs::remove_dir_all(&data).unwrap();
}
