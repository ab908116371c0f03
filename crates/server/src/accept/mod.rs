//! The listener: takes connections as long as there is room, and ends those that only wait.
//!
//! Invariant: a connection that neither asks nor reads ends by itself, whatever it trickles.

mod patience;
mod unreadable;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower::ServiceExt;

use self::patience::{Patient, Phase};
use crate::http::address::Local;
use crate::limits::ConnectionPass;
use crate::net::{TcpListener, TcpStream};
use crate::serve::App;

/// The largest head of a request.
const HEAD_MAX: usize = 32 * 1024;
/// How long answers that are under way may take when the server stops.
const STOPPING: Duration = Duration::from_secs(3);
/// How long to wait if the system has no room for another connection.
const BREATH: Duration = Duration::from_millis(100);
/// What is said to a connection that there is no room for.
const FULL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\n\
    content-type: application/problem+json\r\nretry-after: 10\r\nconnection: close\r\n\
    content-length: 154\r\n\r\n\
    {\"type\":\"too-many-connections\",\"title\":\"Service Unavailable\",\"status\":503,\
    \"detail\":\"Too many connections are open. Try again in ten seconds.\",\"retry\":10}\n";

/// Who comes by a port.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callers {
    /// Anybody: so many connections of one address.
    Anybody,
    /// Other nodes: each has the connections of many people.
    Nodes,
}

/// Serves a router until the server stops.
pub async fn run(listener: TcpListener, router: Router, app: App, callers: Callers) {
    let mut stopping = app.stopping.clone();
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            Some(_) = connections.join_next() => continue,
            _ = stopping.wait_for(|stop| *stop) => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                let pass = match callers {
                    Callers::Anybody => app.limits.connection(peer.ip()),
                    Callers::Nodes => app.limits.peer_connection(),
                };
                if let Some(pass) = pass {
                    connections.spawn(serve(stream, peer, router.clone(), app.clone(), pass));
                } else {
                    metrics::counter!("trencavel_refused_connections_total").increment(1);
                    // If it cannot be said at once, it is not said.
                    let _ = stream.try_write(FULL);
                }
                // Whoever is here is heard before the next one comes in: a crowd waits at the
                // door, where it costs nothing, and not in front of those who play.
                tokio::task::yield_now().await;
            }
            Err(error) if is_of_the_client(&error) => {}
            Err(error) => {
                tracing::error!(%error, "no connection can be taken");
                tokio::time::sleep(BREATH).await;
            }
        }
    }
    drop(listener);
    let ended = async { while connections.join_next().await.is_some() {} };
    let _ = tokio::time::timeout(STOPPING, ended).await;
}

/// Whether the other side gave up before it was heard: nothing is wrong here.
fn is_of_the_client(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Serves one connection. Its place is free again once the connection is closed, also if it became
/// a socket.
async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    app: App,
    pass: ConnectionPass,
) {
    // What is said is sent at once: an answer must not wait for the next one.
    if stream.set_nodelay(true).is_err() {
        return;
    }
    let Ok(local) = stream.local_addr() else { return };
    let quotas = &app.config.quotas;
    let phase = Phase::new(quotas.header, quotas.idle);
    let answer = {
        let phase = phase.clone();
        move |request: hyper::Request<Incoming>| {
            let answering = phase.answering();
            let mut request: Request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(Local(local));
            let router = router.clone();
            async move {
                let Ok(response) = router.oneshot(request).await;
                Ok::<Response, Infallible>(answering.over_when_sent(response))
            }
        }
    };
    let stream = Patient::new(stream, phase, pass);
    let connection = http1::Builder::new()
        .max_buf_size(HEAD_MAX)
        .serve_connection(TokioIo::new(stream), service_fn(answer))
        .with_upgrades();
    tokio::pin!(connection);
    let mut stopping: watch::Receiver<bool> = app.stopping.clone();
    tokio::select! {
        // A client that went away, or took too long: there is nobody to tell.
        _ = connection.as_mut() => return,
        _ = stopping.wait_for(|stop| *stop) => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

#[cfg(test)]
mod tests {
    use super::FULL;

    #[test]
    fn the_refusal_is_a_whole_answer() {
        let text = std::str::from_utf8(FULL).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("content-length: {}", body.len())), "{}", body.len());
        let problem: protocol::Problem = serde_json::from_str(body).unwrap();
        assert_eq!((problem.kind.as_str(), problem.status), ("too-many-connections", 503));
    }
}
