//! Stand-ins for the services of others: a push service and a server that takes mail, both on the
//! loopback and over real connections.

use std::collections::VecDeque;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::kit::SOON;

/// A message that a push service got.
pub struct Pushed {
    pub path: String,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Pushed {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

/// A push service that answers what it is told to, and 201 otherwise.
pub struct PushService {
    pub url: String,
    pub answers: Answers,
    got: mpsc::UnboundedReceiver<Pushed>,
}

type Answers = Arc<Mutex<VecDeque<(u16, &'static str)>>>;

impl PushService {
    pub async fn start() -> PushService {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (sender, got) = mpsc::unbounded_channel();
        let answers = Answers::default();
        let router = axum::Router::new().fallback(push).with_state((sender, answers.clone()));
        tokio::spawn(async move { axum::serve(listener, router).await });
        PushService { url, answers, got }
    }

    /// The next message.
    pub async fn next(&mut self) -> Pushed {
        timeout(SOON, self.got.recv()).await.expect("a message comes soon").unwrap()
    }

    /// Whether there is none.
    pub fn is_quiet(&mut self) -> bool {
        self.got.try_recv().is_err()
    }
}

async fn push(
    State((sender, answers)): State<(mpsc::UnboundedSender<Pushed>, Answers)>,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let answer = answers.lock().unwrap().pop_front().unwrap_or((201, ""));
    let _ = sender.send(Pushed { path: uri.path().to_owned(), headers, body });
    let (status, after) = answer;
    let status = StatusCode::from_u16(status).unwrap();
    if after.is_empty() {
        return status.into_response();
    }
    (status, [("retry-after", after), ("location", "http://127.0.0.1:1/")]).into_response()
}

/// Asks the browser's half of the cryptography (`web_push.mjs`).
pub fn browser(question: &Value) -> Value {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/live/web_push.mjs");
    let mut node = Command::new("node")
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node is there, as for the client's tests");
    node.stdin.take().unwrap().write_all(question.to_string().as_bytes()).unwrap();
    let answer = node.wait_with_output().unwrap();
    assert!(answer.status.success(), "it could be opened");
    serde_json::from_slice(&answer.stdout).unwrap()
}

/// New keys of a browser.
pub fn browser_keys() -> Value {
    browser(&json!({ "ask": "keys" }))
}

/// A mail as it was taken.
#[derive(Clone, Debug)]
pub struct Taken {
    pub to: String,
    pub text: String,
}

impl Taken {
    /// The text without the line ends that encoding adds.
    pub fn plain(&self) -> String {
        self.text.replace("=\r\n", "").replace("=3D", "=")
    }

    /// The path behind a prefix that stands in it.
    pub fn path(&self, prefix: &str) -> String {
        let plain = self.plain();
        let at = plain.find(prefix).unwrap_or_else(|| panic!("no {prefix} in {plain}"));
        let end = |c: char| c.is_whitespace() || c == '>';
        plain[at..].split(end).next().unwrap().to_owned()
    }
}

/// A server that takes mail.
pub struct MailServer {
    pub url: String,
    got: mpsc::UnboundedReceiver<Taken>,
}

impl MailServer {
    pub async fn start() -> MailServer {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap());
        let (sender, got) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(take(stream, sender.clone()));
            }
        });
        MailServer { url, got }
    }

    pub async fn next(&mut self) -> Taken {
        timeout(SOON, self.got.recv()).await.expect("a mail comes soon").unwrap()
    }

    pub fn is_quiet(&mut self) -> bool {
        self.got.try_recv().is_err()
    }
}

async fn take(stream: TcpStream, sender: mpsc::UnboundedSender<Taken>) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 stub\r\n").await?;
    let mut to = String::new();
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let answer = match line.get(..4).unwrap_or_default() {
            "EHLO" => "250-stub\r\n250 8BITMIME\r\n",
            "RCPT" => {
                to = line.trim().to_owned();
                "250 ok\r\n"
            }
            "DATA" => {
                stream.write_all(b"354 go on\r\n").await?;
                let mut text = String::new();
                while !text.ends_with("\r\n.\r\n") {
                    stream.read_line(&mut text).await?;
                }
                let _ = sender.send(Taken { to: to.clone(), text });
                "250 taken\r\n"
            }
            "QUIT" => {
                stream.write_all(b"221 bye\r\n").await?;
                return Ok(());
            }
            _ => "250 ok\r\n",
        };
        stream.write_all(answer.as_bytes()).await?;
    }
}
