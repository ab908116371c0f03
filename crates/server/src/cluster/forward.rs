//! What belongs to a table of another node is sent on to it: requests as they are, sockets as
//! bytes.
//!
//! Invariants: host, origin and limits were checked here, at the first node, before anything is
//! sent on; there is one hop at most; nothing that comes in from outside can pass for a node.

use std::net::IpAddr;
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{AUTHORIZATION, CONNECTION, HOST, UPGRADE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::time::{Instant, timeout};

use super::known::Direction;
use super::{Cluster, door};
use crate::http::problems::ToldElsewhere;
use crate::http::session::{self, MaybeCaller};
use crate::http::{Address, ApiError, ApiResult};
use crate::limits::SocketPass;
use crate::live::handle::unknown;
use crate::live::load::elsewhere;
use crate::net::TcpStream;
use crate::serve::App;
use store::nodes::{Node, NodeId};

/// How long a peer has to take a connection, and to answer a request.
const CONNECTING: Duration = Duration::from_secs(1);
const ANSWERING: Duration = Duration::from_secs(20);
/// The largest body: what came in was measured before.
const BODY_MAX: usize = 8 << 20;
/// Headers of one connection, which are not sent on.
const OF_CONNECTION: [&str; 5] =
    ["keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding"];

/// The table that a request is about.
fn table_of(path: &str) -> Option<&str> {
    let rest = path.strip_prefix("/api/tables/")?;
    let id = rest.split('/').next()?;
    (!id.is_empty()).then_some(id)
}

/// Whether a request is about the pools, which one node holds.
fn is_seeking(path: &str) -> bool {
    matches!(path, "/api/pools" | "/api/me/socket")
}

/// Answers a request here, or has its table's owner answer it, or whoever holds the pools.
pub async fn route(State(app): State<App>, request: Request, next: Next) -> Response {
    let Some(cluster) = app.hub.cluster() else { return next.run(request).await };
    let path = request.uri().path();
    let (table, seeks) = (table_of(path), is_seeking(path));
    if table.is_none() && !seeks {
        return next.run(request).await;
    }
    if !cluster.known().is_fresh() {
        return ApiError(elsewhere()).into_response();
    }
    let hopped = request.extensions().get::<door::Hopped>().is_some();
    let direction = match table {
        Some(table) => cluster.direction(&app.hub, table).await,
        None => cluster.pools_direction().await,
    };
    match direction {
        Ok(Direction::Here) => next.run(request).await,
        Ok(Direction::There(peer)) if !hopped => {
            let sent = send_on(&app, cluster, &peer, request).await;
            sent.unwrap_or_else(IntoResponse::into_response)
        }
        Ok(Direction::There(_) | Direction::Unknown) => ApiError(elsewhere()).into_response(),
        Err(error) => ApiError::from(error).into_response(),
    }
}

async fn send_on(
    app: &App,
    cluster: &Cluster,
    peer: &Node,
    mut request: Request,
) -> ApiResult<Response> {
    let begun = Instant::now();
    let socket = request.headers().contains_key(UPGRADE);
    check_origin(app, &request, socket)?;
    let address = request.extensions().get::<Address>().copied();
    let client = socket.then(|| hyper::upgrade::on(&mut request));
    let (mut parts, body) = request.into_parts();
    let pass = match address {
        Some(Address(address)) if socket => Some(place(app, &mut parts, address).await?),
        _ => None,
    };
    let body = to_bytes(body, BODY_MAX).await.map_err(|_| ApiError(elsewhere()))?;
    prepare(&mut parts.headers, cluster, address)?;
    let method = parts.method.clone();
    let answered = tokio::select! {
        answered = ask(peer, hyper::Request::from_parts(parts, Full::new(body))) => answered,
        // One that stands still takes connections and answers nothing.
        () = cluster.known().gone(peer.id) => Err(Silence::Unheard),
    };
    let kind = if socket { "socket" } else { "request" };
    let result = if answered.is_ok() { "answered" } else { "failed" };
    metrics::counter!("trencavel_forwards_total", "kind" => kind, "result" => result).increment(1);
    metrics::histogram!("trencavel_forward_seconds").record(begun.elapsed().as_secs_f64());
    let mut response = answered.map_err(|silence| silence.problem(&method))?;
    if response.status() == StatusCode::SWITCHING_PROTOCOLS
        && let (Some(client), Some(pass)) = (client, pass)
    {
        let owner = hyper::upgrade::on(&mut response);
        tokio::spawn(tunnel(app.clone(), client, owner, pass, peer.id));
    }
    response.extensions_mut().insert(ToldElsewhere);
    Ok(response.map(Body::new))
}

/// A place for one more socket, as at the owner: the last ones are for those who play there.
async fn place(app: &App, parts: &mut Parts, address: IpAddr) -> ApiResult<SocketPass> {
    if let Some(pass) = app.limits.socket(address, false) {
        return Ok(pass);
    }
    let Some(table) = table_of(parts.uri.path()).map(str::to_owned) else {
        return Err(ApiError::too_many(10, "open sockets"));
    };
    let MaybeCaller(caller) = MaybeCaller::from_request_parts(parts, app).await?;
    let who = caller.map(|caller| caller.who());
    crate::ws::place(app, &table, address, who.as_ref()).await
}

pub(super) type Full = http_body_util::Full<Bytes>;

/// The same that the owner would check, where the request came in.
fn check_origin(app: &App, request: &Request, socket: bool) -> ApiResult<()> {
    if socket {
        return crate::ws::check_origin(app, request.headers());
    }
    if request.headers().contains_key(AUTHORIZATION) {
        return Ok(());
    }
    session::check_change_origin(request.method(), request.headers(), &app.config)
}

/// Says who sends it, and for whom.
pub(super) fn prepare(
    headers: &mut HeaderMap,
    cluster: &Cluster,
    address: Option<Address>,
) -> ApiResult<()> {
    for name in OF_CONNECTION {
        headers.remove(name);
    }
    if !headers.contains_key(UPGRADE) {
        headers.remove(CONNECTION);
    }
    if !headers.contains_key(HOST) {
        headers.insert(HOST, HeaderValue::from_static("localhost"));
    }
    let secret = cluster.secret().ok_or_else(|| ApiError(elsewhere()))?.reveal();
    let secret = HeaderValue::from_str(secret).map_err(|_| ApiError(elsewhere()))?;
    headers.insert(HeaderName::from_static(door::SECRET), secret);
    if let Some(Address(address)) = address
        && let Ok(address) = HeaderValue::from_str(&address.to_string())
    {
        headers.insert(HeaderName::from_static(door::ADDRESS), address);
    }
    Ok(())
}

/// Why a peer has not answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    /// It was not asked.
    Unasked,
    /// It may have heard the request, and may have done what it asks for.
    Unheard,
}

impl Silence {
    /// What whoever asked is told.
    fn problem(self, method: &Method) -> ApiError {
        ApiError(match self {
            Silence::Unheard if !method.is_safe() => unknown(),
            Silence::Unasked | Silence::Unheard => elsewhere(),
        })
    }
}

/// A peer's answer.
pub(super) async fn ask(
    peer: &Node,
    mut request: hyper::Request<Full>,
) -> Result<hyper::Response<hyper::body::Incoming>, Silence> {
    // A request of one's own names no host in its first line.
    let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
    *request.uri_mut() = path.parse().map_err(|_| Silence::Unasked)?;
    *request.version_mut() = hyper::Version::HTTP_11;
    let mut sender = reach(peer).await.ok_or(Silence::Unasked)?;
    match timeout(ANSWERING, sender.send_request(request)).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(_)) | Err(_) => Err(Silence::Unheard),
    }
}

/// A connection to a peer, if there can be one.
async fn reach(peer: &Node) -> Option<http1::SendRequest<Full>> {
    let stream = timeout(CONNECTING, TcpStream::connect(&peer.address)).await.ok()?.ok()?;
    stream.set_nodelay(true).ok()?;
    let (sender, connection) = http1::handshake(TokioIo::new(stream)).await.ok()?;
    tokio::spawn(connection.with_upgrades());
    Some(sender)
}

/// Bytes both ways until one side ends, or this node stops, or the owner is dead: a machine that is
/// gone ends nothing, and whoever waits for it plays on elsewhere.
async fn tunnel(
    app: App,
    client: hyper::upgrade::OnUpgrade,
    owner: hyper::upgrade::OnUpgrade,
    pass: SocketPass,
    owner_id: NodeId,
) {
    let Some(cluster) = app.hub.cluster() else { return };
    let (Ok(client), Ok(owner)) = tokio::join!(client, owner) else { return };
    let (mut client, mut owner) = (TokioIo::new(client), TokioIo::new(owner));
    metrics::gauge!("trencavel_tunnels").increment(1.0);
    let mut stopping = app.stopping.clone();
    tokio::select! {
        _ = tokio::io::copy_bidirectional(&mut client, &mut owner) => {}
        _ = stopping.wait_for(|stop| *stop) => {}
        () = pass.sent_out() => {}
        () = cluster.known().gone(owner_id) => {}
    }
    metrics::gauge!("trencavel_tunnels").decrement(1.0);
}

/// Whether a peer says that it reaches the database; nothing if it does not answer.
pub(super) async fn is_fresh(cluster: &Cluster, peer: &Node) -> Option<bool> {
    let mut request = hyper::Request::get(door::FRESH).body(Full::default()).ok()?;
    prepare(request.headers_mut(), cluster, None).ok()?;
    let answer = timeout(CONNECTING, ask(peer, request)).await.ok()?.ok()?;
    Some(answer.status() == StatusCode::OK)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may fail
mod tests {
    use tokio::io::AsyncReadExt;
    use tokio::net::TcpListener;

    use super::*;
    use store::nodes::{Node, State};

    fn peer(address: std::net::SocketAddr) -> Node {
        let (name, address) = ("peer".to_owned(), address.to_string());
        Node { id: 2, name, address, level: 1, seen: 0, beat: 0, state: State::Ready }
    }

    fn request() -> hyper::Request<Full> {
        hyper::Request::post("/api/tables/abc/start").body(Full::default()).unwrap()
    }

    /// Whoever changes something is told what is true: a request that was sent may have been done.
    #[tokio::test]
    async fn a_lost_answer_is_not_called_nothing() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let dying = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut part = [0; 1024];
            assert!(stream.read(&mut part).await.unwrap() > 0, "it hears the request");
        });
        let lost = ask(&peer(address), request()).await.unwrap_err();
        dying.await.unwrap();
        assert_eq!(lost, Silence::Unheard);
        assert_eq!(lost.problem(&Method::POST).0.kind, "unknown");
        assert_eq!(lost.problem(&Method::GET).0.kind, "elsewhere");
        // The listener is gone by now.
        let unasked = ask(&peer(address), request()).await.unwrap_err();
        assert_eq!(unasked, Silence::Unasked);
        assert_eq!(unasked.problem(&Method::POST).0.kind, "elsewhere");
    }

    #[test]
    fn only_what_is_about_a_table_is_sent_on() {
        assert_eq!(table_of("/api/tables/abc/socket"), Some("abc"));
        assert_eq!(table_of("/api/tables/abc"), Some("abc"));
        for other in ["/api/tables", "/api/tables/", "/api/me/tables", "/t/abc", "/"] {
            assert_eq!(table_of(other), None, "{other}");
            assert!(!is_seeking(other), "{other}");
        }
        assert!(is_seeking("/api/me/socket") && is_seeking("/api/pools"));
    }
}
