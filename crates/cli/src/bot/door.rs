//! The way to a server: requests with the token, and sockets of tables.

use std::time::Duration;

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use protocol::{ClientMsg, Problem, ServerMsg};
use reqwest::{Method, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::http::header::AUTHORIZATION;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::fail;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long a line may be silent before it is asked whether it is there.
const SILENCE: Duration = Duration::from_secs(25);

/// A server, and the token for it.
pub struct Door {
    http: reqwest::Client,
    base: String,
    token: String,
}

/// The socket of a table.
pub struct Line(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Door {
    /// A door to an address.
    ///
    /// # Errors
    /// If it is none that can be asked.
    pub fn new(server: &str, token: &str) -> Result<Door> {
        let base = server.trim().trim_end_matches('/').to_owned();
        if !base.starts_with("http://") && !base.starts_with("https://") {
            let what = format!("{server} is no address of a server");
            return Err(fail::input(what, "Expected one as https://play.example.org."));
        }
        let http = reqwest::Client::builder().timeout(PATIENCE).build()?;
        Ok(Door { http, base, token: token.to_owned() })
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
        Ok(self.send(method, path, body).await?.json().await?)
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
        Ok(self.send(Method::GET, path, &()).await?.text().await?)
    }

    async fn send(&self, method: Method, path: &str, body: &impl Serialize) -> Result<Response> {
        let request = self.http.request(method.clone(), format!("{}{path}", self.base));
        let request = request.bearer_auth(&self.token);
        let request = if method == Method::GET || method == Method::DELETE {
            request
        } else {
            request.json(body)
        };
        let answer = request.send().await.with_context(|| format!("{method} {path}"))?;
        if answer.status().is_success() {
            return Ok(answer);
        }
        let status = answer.status();
        match answer.json::<Problem>().await {
            Ok(problem) => bail!("{method} {path}: {} ({})", problem.detail, problem.kind),
            Err(_) => bail!("{method} {path}: {status}"),
        }
    }

    /// Opens the socket of a table.
    ///
    /// # Errors
    /// If the server cannot be reached, or refuses.
    pub async fn line(&self, table: &str) -> Result<Line> {
        let url = format!("{}/api/tables/{table}/socket", self.base.replacen("http", "ws", 1));
        let mut request = url.as_str().into_client_request()?;
        let bearer = HeaderValue::from_str(&format!("Bearer {}", self.token))?;
        request.headers_mut().insert(AUTHORIZATION, bearer);
        let (stream, _) = timeout(PATIENCE, connect_async(request)).await??;
        Ok(Line(stream))
    }
}

impl Line {
    /// Says something.
    ///
    /// # Errors
    /// If the line is broken.
    pub async fn say(&mut self, message: &ClientMsg) -> Result<()> {
        Ok(self.0.send(Message::text(serde_json::to_string(message)?)).await?)
    }

    /// The next message that is known here.
    ///
    /// # Errors
    /// If the line is over, or silent although it was asked.
    pub async fn hear(&mut self) -> Result<ServerMsg> {
        let mut asked = false;
        loop {
            match timeout(SILENCE, self.0.next()).await {
                Ok(Some(Ok(Message::Text(text)))) => {
                    asked = false;
                    // What a later server says besides is passed over.
                    match serde_json::from_str(&text) {
                        Ok(ServerMsg::Pong { .. }) | Err(_) => {}
                        Ok(message) => return Ok(message),
                    }
                }
                Ok(Some(Ok(Message::Close(_))) | None) => bail!("the server closed the line"),
                Ok(Some(Ok(_))) => {}
                Ok(Some(Err(error))) => return Err(error.into()),
                Err(_) if asked => bail!("the server does not answer"),
                Err(_) => {
                    asked = true;
                    self.say(&ClientMsg::Ping { at: 0 }).await?;
                }
            }
        }
    }
}
