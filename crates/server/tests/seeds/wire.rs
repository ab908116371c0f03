//! HTTP and sockets over the simulated network.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use http_body_util::{BodyExt as _, Full};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use protocol::{ClientMsg, ServerMsg};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::{WebSocketStream, client_async};
use turmoil::net::TcpStream;

/// The name by which the nodes are reached.
pub const SITE: &str = "play.test";
/// How long anything may take before a client tries again.
const PATIENCE: Duration = Duration::from_secs(5);

/// Why nothing came of it: words for the log, or the problem's name.
pub type Failure = String;

fn failure(error: impl std::fmt::Display) -> Failure {
    error.to_string()
}

async fn connect(node: &str) -> Result<TcpStream, Failure> {
    let connecting = TcpStream::connect((node, 8080));
    timeout(PATIENCE, connecting).await.map_err(failure)?.map_err(failure)
}

/// An answer with the cookie that it sets.
pub async fn ask<T: DeserializeOwned>(
    node: &str,
    method: &str,
    path: &str,
    cookie: &str,
    body: Option<Value>,
) -> Result<(T, String), Failure> {
    let mut request = hyper::Request::builder()
        .method(method)
        .uri(path)
        .header("host", SITE)
        .header("origin", format!("http://{SITE}"))
        .header("cookie", cookie);
    if body.is_some() {
        request = request.header("content-type", "application/json");
    }
    let body = body.map(|body| body.to_string()).unwrap_or_default();
    let request = request.body(Full::new(Bytes::from(body))).map_err(failure)?;
    let asking = async {
        let stream = TokioIo::new(connect(node).await?);
        let (mut sender, connection) = http1::handshake(stream).await.map_err(failure)?;
        tokio::spawn(connection);
        let answer = sender.send_request(request).await.map_err(failure)?;
        let (head, body) = answer.into_parts();
        Ok::<_, Failure>((head, body.collect().await.map_err(failure)?.to_bytes()))
    };
    let (head, body) = timeout(PATIENCE * 2, asking).await.map_err(failure)??;
    if !head.status.is_success() {
        return Err(format!("{} {}", head.status, String::from_utf8_lossy(&body)));
    }
    let cookie = head.headers.get("set-cookie").and_then(|it| it.to_str().ok());
    let cookie = cookie.and_then(|it| it.split(';').next()).unwrap_or_default().to_owned();
    Ok((serde_json::from_slice(&body).map_err(failure)?, cookie))
}

/// A socket to a table.
pub struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    pub async fn open(
        node: &str,
        table: &str,
        since: Option<u64>,
        cookie: &str,
    ) -> Result<Socket, Failure> {
        let since = since.map(|n| format!("?since={n}")).unwrap_or_default();
        let url = format!("ws://{SITE}/api/tables/{table}/socket{since}");
        let mut request = url.into_client_request().map_err(failure)?;
        for (name, value) in [("cookie", cookie), ("origin", "http://play.test")] {
            request.headers_mut().insert(name, value.parse().map_err(failure)?);
        }
        let stream = connect(node).await?;
        let opened = timeout(PATIENCE, client_async(request, stream)).await.map_err(failure)?;
        Ok(Socket(opened.map_err(failure)?.0))
    }

    pub async fn say(&mut self, message: &ClientMsg) -> Result<(), Failure> {
        let text = serde_json::to_string(message).map_err(failure)?;
        self.0.send(Message::text(text)).await.map_err(failure)
    }

    pub async fn hear(&mut self) -> Result<ServerMsg, Failure> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => {
                    return serde_json::from_str(&text).map_err(failure);
                }
                Some(Ok(Message::Close(_))) | None => return Err("closed".into()),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(failure(error)),
            }
        }
    }
}
