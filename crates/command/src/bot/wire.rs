//! Connections to a server: plain, or by TLS with the certificates that the world trusts.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use anyhow::{Context as _, Result};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::fail;

/// How long a connection may take to be made.
const PATIENCE: Duration = Duration::from_secs(15);

/// Where a server is.
pub struct Address {
    /// Its name, and the port if it is not the usual one: what `Host` says.
    pub authority: String,
    host: String,
    port: u16,
    tls: Option<TlsConnector>,
}

/// A connection.
pub enum Wire {
    Plain(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
}

impl Address {
    /// Reads an address as `https://play.example.org`.
    ///
    /// # Errors
    /// If it is none.
    pub fn read(address: &str) -> Result<Address> {
        let bad = || {
            let what = format!("{address} is no address of a server");
            fail::input(what, "Expected one as https://play.example.org.")
        };
        let trimmed = address.trim().trim_end_matches('/');
        let (scheme, authority) = trimmed.split_once("://").ok_or_else(bad)?;
        let secure = match scheme {
            "https" => true,
            "http" => false,
            _ => return Err(bad()),
        };
        let parsed: hyper::http::uri::Authority = authority.parse().map_err(|_| bad())?;
        let port = parsed.port_u16().unwrap_or(if secure { 443 } else { 80 });
        let host = parsed.host().trim_start_matches('[').trim_end_matches(']').to_owned();
        if host.is_empty() {
            return Err(bad());
        }
        let tls = secure.then(connector);
        Ok(Address { authority: authority.to_owned(), host, port, tls })
    }

    /// The same address for sockets.
    pub fn socket(&self, path: &str) -> String {
        let scheme = if self.tls.is_some() { "wss" } else { "ws" };
        format!("{scheme}://{}{path}", self.authority)
    }

    /// A new connection.
    ///
    /// # Errors
    /// If there is no server, or it is not the one that its certificate names.
    pub async fn connect(&self) -> Result<Wire> {
        let connected = timeout(PATIENCE, self.dial()).await;
        connected.context("no connection in time")?.with_context(|| self.authority.clone())
    }

    async fn dial(&self) -> Result<Wire> {
        let tcp = TcpStream::connect((self.host.as_str(), self.port)).await?;
        tcp.set_nodelay(true)?;
        let Some(tls) = &self.tls else { return Ok(Wire::Plain(tcp)) };
        let name = ServerName::try_from(self.host.clone())?;
        Ok(Wire::Tls(Box::new(tls.connect(name, tcp).await?)))
    }
}

fn connector() -> TlsConnector {
    let roots: RootCertStore = webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect();
    let config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
    TlsConnector::from(Arc::new(config))
}

impl AsyncRead for Wire {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        match self.get_mut() {
            Wire::Plain(stream) => Pin::new(stream).poll_read(cx, into),
            Wire::Tls(stream) => Pin::new(stream).poll_read(cx, into),
        }
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        match self.get_mut() {
            Wire::Plain(stream) => Pin::new(stream).poll_write(cx, bytes),
            Wire::Tls(stream) => Pin::new(stream).poll_write(cx, bytes),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        match self.get_mut() {
            Wire::Plain(stream) => Pin::new(stream).poll_flush(cx),
            Wire::Tls(stream) => Pin::new(stream).poll_flush(cx),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        match self.get_mut() {
            Wire::Plain(stream) => Pin::new(stream).poll_shutdown(cx),
            Wire::Tls(stream) => Pin::new(stream).poll_shutdown(cx),
        }
    }
}
