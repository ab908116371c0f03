//! A stranger: an address of its own, any number of identities, and no manners.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use ai::Wyrand;
use anyhow::{Context, Result, bail};
use protocol::{Made, Problem};
use reqwest::Response;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use super::Size;
use crate::socket::Socket;
use crate::visitor::{self, Visitor};
use crate::{load, player::Player};

/// What is attacked.
#[derive(Clone, Debug)]
pub struct Target {
    /// `http://127.0.0.1:PORT`.
    pub url: String,
    /// How much is done.
    pub size: Size,
    /// The number of the attack, so that each comes from addresses of its own.
    number: u8,
    /// Where the dice start.
    pub seed: u64,
    /// A table that honest people play.
    pub table: String,
}

impl Target {
    /// A target.
    pub fn new(url: &str, size: Size, number: u8, seed: u64, table: String) -> Target {
        Target { url: url.to_string(), size, number, seed, table }
    }

    /// The number for the size of this run.
    pub fn pick(&self, short: usize, full: usize) -> usize {
        self.size.pick(short, full)
    }

    /// Dice of this attack.
    pub fn dice(&self) -> Wyrand {
        Wyrand::new(self.seed ^ u64::from(self.number) << 32)
    }

    /// `127.0.0.1:PORT`.
    pub fn host(&self) -> &str {
        self.url.trim_start_matches("http://")
    }

    /// The stranger with this number; each has an address of its own.
    ///
    /// # Errors
    /// If no client can be made.
    pub fn stranger(&self, number: usize) -> Result<Stranger> {
        let last = u8::try_from(1 + number % 250)?;
        let third = u8::try_from(100 + number / 250)?;
        let home = Ipv4Addr::new(127, third, self.number, last);
        let http = reqwest::Client::builder()
            .no_proxy()
            .local_address(Some(IpAddr::V4(home)))
            // How long a stranger waits says nothing: honest players are measured.
            .timeout(Duration::from_mins(1))
            .build()?;
        Ok(Stranger { http, home, url: self.url.clone(), host: self.host().parse()? })
    }
}

/// A stranger.
#[derive(Clone, Debug)]
pub struct Stranger {
    /// Its way to ask.
    pub http: reqwest::Client,
    home: Ipv4Addr,
    url: String,
    host: SocketAddr,
}

impl Stranger {
    /// A plain connection.
    ///
    /// # Errors
    /// If it is not taken.
    pub async fn connect(&self) -> Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::from((self.home, 0)))?;
        let connected = tokio::time::timeout(Duration::from_secs(10), socket.connect(self.host));
        connected.await.context("no connection within 10 s")?.context("no connection")
    }

    /// Sends bytes as they are, and hears what comes until the end or for a while.
    ///
    /// # Errors
    /// If there is no connection.
    pub async fn say(&self, bytes: &[u8], patience: Duration) -> Result<Vec<u8>> {
        let mut stream = self.connect().await?;
        // The server may close before it has heard all.
        let _ = stream.write_all(bytes).await;
        let mut heard = Vec::new();
        let mut part = [0; 4096];
        let listen = async {
            while let Ok(size) = stream.read(&mut part).await {
                if size == 0 || heard.len() > 1 << 20 {
                    break;
                }
                heard.extend_from_slice(&part[..size]);
            }
        };
        let _ = tokio::time::timeout(patience, listen).await;
        Ok(heard)
    }

    /// A GET without a session.
    ///
    /// # Errors
    /// If there is no answer.
    pub async fn get(&self, path: &str) -> Result<Response> {
        Ok(self.http.get(format!("{}{path}", self.url)).send().await?)
    }

    /// Comes as a guest.
    ///
    /// # Errors
    /// If it is not let in.
    pub async fn guest(&self, name: &str) -> Result<Visitor> {
        Visitor::guest(&self.http, &self.url, name).await
    }

    /// A socket to a table, without a session.
    ///
    /// # Errors
    /// If it is refused.
    pub async fn watch(&self, table: &str) -> Result<Socket> {
        let headers = [("origin".to_string(), self.url.clone())];
        let url = format!("{}/api/tables/{table}/socket", self.url);
        Socket::open_on(self.connect().await?, &url, &headers).await
    }

    /// A socket to a table with a visitor's session.
    ///
    /// # Errors
    /// If it is refused.
    pub async fn socket(&self, visitor: &Visitor, table: &str) -> Result<Socket> {
        let headers = [
            ("origin".to_string(), self.url.clone()),
            ("cookie".to_string(), visitor.cookie().to_string()),
        ];
        let url = format!("{}/api/tables/{table}/socket", self.url);
        Socket::open_on(self.connect().await?, &url, &headers).await
    }

    /// A begun table of two guests.
    ///
    /// # Errors
    /// If anything of it is refused.
    pub async fn pair(&self) -> Result<(Made, Visitor, Visitor)> {
        let (ada, bob) = (self.guest("Mallory").await?, self.guest("Trudy").await?);
        let made = ada.make(load::config()).await?;
        bob.sit(&made, 1).await?;
        ada.start(&made.id).await?;
        Ok((made, ada, bob))
    }
}

/// The kind of problem of an answer; an error if it is a failure of the server, or an error that
/// is no problem document.
///
/// # Errors
/// If a stranger should not have got this answer.
pub async fn refusal(response: Response) -> Result<Option<String>> {
    let status = response.status();
    if status.is_success() || status.is_redirection() {
        return Ok(None);
    }
    let kind = response.headers().get("content-type").and_then(|kind| kind.to_str().ok());
    let kind = kind.unwrap_or_default().to_string();
    let url = response.url().clone();
    let body = response.bytes().await?;
    let Ok(problem) = serde_json::from_slice::<Problem>(&body) else {
        bail!("{status} of {url} is no problem document: {}", String::from_utf8_lossy(&body));
    };
    if !kind.starts_with("application/problem+json") {
        bail!("{status} of {url} is called {kind}");
    }
    let overloaded = status.as_u16() == 503 && problem.retry.is_some();
    if status.is_server_error() && !overloaded {
        bail!("{status} {} of {url}: {}", problem.kind, problem.detail);
    }
    Ok(Some(problem.kind))
}

/// A player that has heard where its table stands.
///
/// # Errors
/// If the socket ends.
pub async fn seated(socket: &mut Socket, name: &str) -> Result<Player> {
    let mut player = Player::new(name, 1);
    let first = socket.hear().await.map_err(|ended| anyhow::anyhow!("{ended:?}"))?;
    player.hear(&first);
    Ok(player)
}

/// Makes an account of a guest.
///
/// # Errors
/// What the server says.
pub async fn register(guest: &Visitor, name: &str, password: &str) -> Result<Visitor> {
    let credentials = json!({ "name": name, "password": password });
    let request = guest.request(reqwest::Method::POST, "/api/accounts").json(&credentials);
    let response = request.send().await?;
    let account = guest.with_cookie_of(&response);
    let _: protocol::Me = visitor::read(response).await?;
    account
}
