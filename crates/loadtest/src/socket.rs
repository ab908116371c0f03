//! One WebSocket to a table.

use std::time::Duration;

use anyhow::{Result, bail};
use futures_util::{SinkExt, StreamExt};
use protocol::{ClientMsg, ServerMsg};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::http::header::{COOKIE, ORIGIN};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, client_async_with_config};

use crate::visitor::Visitor;

/// How long a connection may take to be made.
const CONNECTING_MAX: Duration = Duration::from_secs(10);

/// A socket.
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

/// Why a socket is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The server closed it, with this code.
    Closed(Option<u16>),
    /// The connection broke.
    Broken(String),
}

impl Socket {
    /// Opens a socket; `since` is the number of the newest message that the client has.
    ///
    /// # Errors
    /// If there is no server, or it refuses.
    pub async fn open(visitor: &Visitor, table: &str, since: Option<u64>) -> Result<Socket> {
        let query = since.map(|n| format!("?since={n}")).unwrap_or_default();
        let headers = [(COOKIE, visitor.cookie()), (ORIGIN, visitor.base())];
        let url = format!("{}/api/tables/{table}/socket{query}", visitor.way());
        let headers = headers.map(|(name, value)| (name.to_string(), value.to_string()));
        Socket::open_with(&url, &headers).await
    }

    /// Opens a socket to an address with these headers.
    ///
    /// # Errors
    /// If there is no server, or it refuses.
    pub async fn open_with(url: &str, headers: &[(String, String)]) -> Result<Socket> {
        let host = url.split('/').nth(2).unwrap_or_default();
        match timeout(CONNECTING_MAX, TcpStream::connect(host)).await {
            Ok(tcp) => Socket::open_on(tcp?, url, headers).await,
            Err(_) => bail!("no connection within {} s", CONNECTING_MAX.as_secs()),
        }
    }

    /// Opens a socket over a connection that is there.
    ///
    /// # Errors
    /// If the server refuses.
    pub async fn open_on(
        tcp: TcpStream,
        url: &str,
        headers: &[(String, String)],
    ) -> Result<Socket> {
        let url = url.replacen("http", "ws", 1);
        let mut request = url.as_str().into_client_request()?;
        for (name, value) in headers {
            let name: tokio_tungstenite::tungstenite::http::HeaderName = name.parse()?;
            request.headers_mut().insert(name, HeaderValue::from_str(value)?);
        }
        let connect = async {
            tcp.set_nodelay(true)?;
            // Thousands of clients share this process: small buffers.
            let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
            let tcp = MaybeTlsStream::Plain(tcp);
            let opened = client_async_with_config(request, tcp, Some(config)).await;
            Ok::<_, anyhow::Error>(opened.map_err(refusal)?.0)
        };
        match timeout(CONNECTING_MAX, connect).await {
            Ok(stream) => Ok(Socket { stream: stream? }),
            Err(_) => bail!("no connection within {} s", CONNECTING_MAX.as_secs()),
        }
    }

    /// Says something.
    ///
    /// # Errors
    /// If the connection is broken.
    pub async fn say(&mut self, message: &ClientMsg) -> Result<()> {
        self.say_text(serde_json::to_string(message)?).await
    }

    /// Says any text.
    ///
    /// # Errors
    /// If the connection is broken.
    pub async fn say_text(&mut self, text: String) -> Result<()> {
        Ok(self.stream.send(Message::text(text)).await?)
    }

    /// Sends bytes as they are, in a binary frame.
    ///
    /// # Errors
    /// If the connection is broken.
    pub async fn say_bytes(&mut self, bytes: Vec<u8>) -> Result<()> {
        Ok(self.stream.send(Message::binary(bytes)).await?)
    }

    /// The next message.
    ///
    /// # Errors
    /// If the socket is over.
    pub async fn hear(&mut self) -> Result<ServerMsg, Ended> {
        let text = self.hear_text().await?;
        serde_json::from_str(&text)
            .map_err(|error| Ended::Broken(format!("not a message: {error}: {text}")))
    }

    /// The next message as text.
    ///
    /// # Errors
    /// If the socket is over.
    pub async fn hear_text(&mut self) -> Result<String, Ended> {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text.to_string()),
                Some(Ok(Message::Close(frame))) => {
                    return Err(Ended::Closed(frame.map(|frame| frame.code.into())));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(Ended::Broken(error.to_string())),
                None => return Err(Ended::Closed(None)),
            }
        }
    }

    /// Cuts the connection without a word.
    pub fn cut(self) {
        drop(self);
    }

    /// Closes the socket politely.
    pub async fn close(mut self) {
        let _ = self.stream.close(None).await;
    }
}

fn refusal(error: Error) -> anyhow::Error {
    match error {
        Error::Http(response) => {
            let body = response.body().as_deref().map(String::from_utf8_lossy).unwrap_or_default();
            anyhow::anyhow!("{}: {body}", response.status())
        }
        other => other.into(),
    }
}
