//! Sending a message to a push service: RFC 8030, one request on a connection of its own.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::http::{StatusCode, header};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::Request;
use hyper::client::conn::http1;
use hyper::header::HeaderMap;
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

use super::{Endpoint, Receiver, VapidKey, seal};

/// How long a push service has for all of it.
const PATIENCE: Duration = Duration::from_secs(5);
/// How much of an answer is read.
const ANSWER_MAX: usize = 4096;
/// How long to wait if a push service does not say, seconds.
const LATER: u64 = 60;
/// The longest that is waited because a push service says so, seconds.
const LATEST: u64 = 24 * 3600;

/// How much a message hurries: a phone may save its battery.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Urgency {
    /// When the phone wakes anyway.
    Normal,
    /// At once.
    High,
}

/// A message for one browser.
#[derive(Clone, Debug)]
pub struct Letter {
    /// What is shown, as JSON.
    pub text: String,
    /// Messages with the same one replace each other until they are shown.
    pub topic: String,
    /// For how long it is worth showing, seconds.
    pub life: u64,
    /// How much it hurries.
    pub urgency: Urgency,
}

/// What a push service said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It carries the message.
    Taken,
    /// The subscription is no more.
    Gone,
    /// Later, in so many seconds.
    Later(u64),
    /// It does not want this message, now or ever.
    Refused(StatusCode),
    /// Nobody was reached.
    Silent,
}

/// Sends messages.
#[derive(Clone)]
pub struct Sender {
    key: VapidKey,
    contact: String,
    tls: TlsConnector,
}

impl Sender {
    /// Signs with this key. `contact` is where people of a push service reach whoever runs this
    /// server: `mailto:` or `https:`.
    ///
    /// # Panics
    /// Never: the versions of TLS are those of the library.
    pub fn new(key: VapidKey, contact: String) -> Sender {
        let roots: rustls::RootCertStore = webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = rustls::ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("the library knows its own versions")
            .with_root_certificates(roots)
            .with_no_client_auth();
        Sender { key, contact, tls: TlsConnector::from(Arc::new(config)) }
    }

    /// The key that browsers are told.
    pub fn public_key(&self) -> &str {
        self.key.public()
    }

    /// Sends a message; `now` is in seconds. Redirects are not followed, and an answer that takes
    /// long or goes on and on is not waited for.
    pub async fn send(&self, to: &Endpoint, keys: &Receiver, letter: &Letter, now: u64) -> Answer {
        let Some(sealed) = seal(keys, letter.text.as_bytes()) else {
            return Answer::Refused(StatusCode::PAYLOAD_TOO_LARGE);
        };
        let Some(request) = self.request(to, letter, sealed, now) else { return Answer::Silent };
        timeout(PATIENCE, self.ask(to, request)).await.ok().flatten().unwrap_or(Answer::Silent)
    }

    fn request(
        &self,
        to: &Endpoint,
        letter: &Letter,
        sealed: Vec<u8>,
        now: u64,
    ) -> Option<Request<Full<Bytes>>> {
        let path = to.uri().path_and_query().map_or("/", |path| path.as_str());
        let urgency = match letter.urgency {
            Urgency::Normal => "normal",
            Urgency::High => "high",
        };
        let host = to.uri().authority()?.as_str();
        let authorization = self.key.authorization(&to.origin(), &self.contact, now);
        Request::post(path)
            .header(header::HOST, host)
            .header(header::AUTHORIZATION, authorization)
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header("ttl", letter.life)
            .header("topic", &letter.topic)
            .header("urgency", urgency)
            .body(Full::new(Bytes::from(sealed)))
            .ok()
    }

    async fn ask(&self, to: &Endpoint, request: Request<Full<Bytes>>) -> Option<Answer> {
        let stream = TcpStream::connect(to.resolve().await.ok()?).await.ok()?;
        stream.set_nodelay(true).ok()?;
        if to.is_plain() {
            return answered(stream, request).await;
        }
        let name = ServerName::try_from(to.host().to_owned()).ok()?;
        answered(self.tls.connect(name, stream).await.ok()?, request).await
    }
}

async fn answered(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Full<Bytes>>,
) -> Option<Answer> {
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.ok()?;
    let connection = tokio::spawn(connection);
    let answer = sender.send_request(request).await.ok()?;
    let (head, body) = answer.into_parts();
    // What it says is of no use to us; a connection that ends in the middle is.
    let _ = Limited::new(body, ANSWER_MAX).collect().await;
    connection.abort();
    Some(meaning(head.status, &head.headers))
}

fn meaning(status: StatusCode, headers: &HeaderMap) -> Answer {
    match status {
        status if status.is_success() => Answer::Taken,
        StatusCode::NOT_FOUND | StatusCode::GONE => Answer::Gone,
        status if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() => {
            let said = headers.get(header::RETRY_AFTER).and_then(|text| text.to_str().ok());
            let seconds = said.and_then(|text| text.trim().parse().ok()).unwrap_or(LATER);
            Answer::Later(seconds.clamp(1, LATEST))
        }
        status => Answer::Refused(status),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may fail
mod tests {
    use super::*;

    #[test]
    fn answers_mean_what_the_standard_says() {
        let mut headers = HeaderMap::new();
        assert_eq!(meaning(StatusCode::CREATED, &headers), Answer::Taken);
        assert_eq!(meaning(StatusCode::GONE, &headers), Answer::Gone);
        assert_eq!(meaning(StatusCode::NOT_FOUND, &headers), Answer::Gone);
        assert_eq!(meaning(StatusCode::TOO_MANY_REQUESTS, &headers), Answer::Later(LATER));
        assert_eq!(
            meaning(StatusCode::FORBIDDEN, &headers),
            Answer::Refused(StatusCode::FORBIDDEN)
        );
        assert_eq!(
            meaning(StatusCode::FOUND, &headers),
            Answer::Refused(StatusCode::FOUND),
            "a redirect is not followed"
        );
        headers.insert(header::RETRY_AFTER, "7".parse().unwrap());
        assert_eq!(meaning(StatusCode::BAD_GATEWAY, &headers), Answer::Later(7));
        headers.insert(header::RETRY_AFTER, "999999999".parse().unwrap());
        assert_eq!(meaning(StatusCode::TOO_MANY_REQUESTS, &headers), Answer::Later(LATEST));
    }
}
