//! The way to a server: requests with the token, and sockets of tables.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST, HeaderValue};
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use protocol::{ClientMsg, MeSaid, MeTold, Problem, ServerMsg};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::Mutex;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

use super::wire::{Address, Wire};

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long a line may be silent before it is asked whether it is there.
const SILENCE: Duration = Duration::from_secs(25);

/// A server, and the token for it.
pub struct Door {
    address: Address,
    bearer: HeaderValue,
    /// The connection that is kept for requests.
    kept: Mutex<Option<SendRequest<Full<Bytes>>>>,
}

/// A socket: of a table, or the program's own.
pub struct Line(WebSocketStream<Wire>);

impl Door {
    /// A door to an address.
    ///
    /// # Errors
    /// If it is none that can be asked, or the token is none.
    pub fn new(server: &str, token: &str) -> Result<Door> {
        let address = Address::read(server)?;
        let mut bearer = HeaderValue::from_str(&format!("Bearer {token}"))?;
        bearer.set_sensitive(true);
        Ok(Door { address, bearer, kept: Mutex::default() })
    }

    /// Asks, and reads the answer.
    ///
    /// # Errors
    /// If the server cannot be reached, or refuses.
    pub async fn ask<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T> {
        Ok(serde_json::from_slice(&self.send(method, path, body).await?)?)
    }

    /// Tells something that has no answer.
    ///
    /// # Errors
    /// As [`Door::ask`].
    pub async fn tell(&self, method: Method, path: &str, body: &impl Serialize) -> Result<()> {
        self.send(method, path, body).await.map(drop)
    }

    /// Reads a text.
    ///
    /// # Errors
    /// As [`Door::ask`].
    pub async fn text(&self, path: &str) -> Result<String> {
        Ok(String::from_utf8(self.send(Method::GET, path, &()).await?.to_vec())?)
    }

    async fn send(&self, method: Method, path: &str, body: &impl Serialize) -> Result<Bytes> {
        let empty = method == Method::GET || method == Method::DELETE;
        let body = if empty { Vec::new() } else { serde_json::to_vec(body)? };
        let what = format!("{method} {path}");
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(HOST, self.address.authority.as_str())
            .header(AUTHORIZATION, self.bearer.clone());
        let request =
            if empty { request } else { request.header(CONTENT_TYPE, "application/json") };
        let request = request.body(Full::new(Bytes::from(body)))?;
        let answered = timeout(PATIENCE, self.exchange(request)).await;
        let (status, bytes) = answered.context("no answer in time")?.context(what.clone())?;
        if status.is_success() {
            return Ok(bytes);
        }
        match serde_json::from_slice::<Problem>(&bytes) {
            Ok(problem) => bail!("{what}: {} ({})", problem.detail, problem.kind),
            Err(_) => bail!("{what}: {status}"),
        }
    }

    /// One request after the other over one connection; another if that one is gone.
    async fn exchange(&self, request: Request<Full<Bytes>>) -> Result<(StatusCode, Bytes)> {
        let mut kept = self.kept.lock().await;
        let mut found = kept.take();
        if let Some(sender) = &mut found
            && sender.ready().await.is_err()
        {
            found = None;
        }
        let mut sender = if let Some(sender) = found {
            sender
        } else {
            let (sender, line) = handshake(TokioIo::new(self.address.connect().await?)).await?;
            tokio::spawn(line);
            sender
        };
        let answer = sender.send_request(request).await?;
        let status = answer.status();
        let bytes = answer.into_body().collect().await?.to_bytes();
        *kept = Some(sender);
        Ok((status, bytes))
    }

    /// Opens the socket of a table.
    ///
    /// # Errors
    /// If the server cannot be reached, or refuses.
    pub async fn line(&self, table: &str) -> Result<Line> {
        self.open(&format!("/api/tables/{table}/socket")).await
    }

    /// Opens the program's own socket.
    ///
    /// # Errors
    /// As [`Door::line`].
    pub async fn own(&self) -> Result<Line> {
        self.open("/api/me/socket").await
    }

    async fn open(&self, path: &str) -> Result<Line> {
        let url = self.address.socket(path);
        let mut request = url.as_str().into_client_request()?;
        request.headers_mut().insert(AUTHORIZATION, self.bearer.clone());
        let wire = self.address.connect().await?;
        let (stream, _) = timeout(PATIENCE, client_async(request, wire)).await??;
        Ok(Line(stream))
    }
}

impl Line {
    /// Says something.
    ///
    /// # Errors
    /// If the line is broken.
    pub async fn say(&mut self, message: &impl Serialize) -> Result<()> {
        Ok(self.0.send(Message::text(serde_json::to_string(message)?)).await?)
    }

    /// The next message that is known here.
    ///
    /// # Errors
    /// If the line is over, or silent although it was asked.
    pub async fn hear(&mut self) -> Result<ServerMsg> {
        loop {
            match self.next(&ClientMsg::Ping { at: 0 }).await? {
                ServerMsg::Pong { .. } => {}
                message => return Ok(message),
            }
        }
    }

    /// The next message of the program's own socket that is known here.
    ///
    /// # Errors
    /// As [`Line::hear`].
    pub async fn hear_own(&mut self) -> Result<MeTold> {
        loop {
            match self.next(&MeSaid::Ping { at: 0 }).await? {
                MeTold::Pong { .. } => {}
                message => return Ok(message),
            }
        }
    }

    /// The next message that is known here; a line that is silent is asked whether it is there.
    async fn next<T: DeserializeOwned>(&mut self, ping: &impl Serialize) -> Result<T> {
        let mut asked = false;
        loop {
            match timeout(SILENCE, self.0.next()).await {
                Ok(Some(Ok(Message::Text(text)))) => {
                    asked = false;
                    // What a later server says besides is passed over.
                    if let Ok(message) = serde_json::from_str(&text) {
                        return Ok(message);
                    }
                }
                Ok(Some(Ok(Message::Close(_))) | None) => bail!("the server closed the line"),
                Ok(Some(Ok(_))) => {}
                Ok(Some(Err(error))) => return Err(error.into()),
                Err(_) if asked => bail!("the server does not answer"),
                Err(_) => {
                    asked = true;
                    self.say(ping).await?;
                }
            }
        }
    }
}
