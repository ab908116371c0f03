//! The port for other nodes. Whoever knows the secret is one, and what it sends on was checked
//! where it came in: its address is believed, and it is counted no second time.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::http::{Address, ApiError};
use crate::live::load::elsewhere;
use crate::serve::App;

/// The header with the secret.
pub const SECRET: &str = "x-trencavel-peer";
/// The header with the address of whoever asked the first node.
pub const ADDRESS: &str = "x-trencavel-for";
/// Where a node says whether it reaches the database.
pub const FRESH: &str = "/peer/fresh";

/// A request that another node has sent on: it goes no further.
#[derive(Clone, Copy, Debug)]
pub struct Hopped;

/// What comes in from outside cannot pass for a node.
pub fn strip(headers: &mut HeaderMap) {
    headers.remove(SECRET);
    headers.remove(ADDRESS);
}

/// Lets nodes in, and nobody else.
pub async fn admit(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let known = app.hub.cluster().and_then(|cluster| cluster.secret());
    let said = request.headers().get(SECRET).map(|said| said.as_bytes().to_vec());
    let is_node = match (known, &said) {
        (Some(secret), Some(said)) => secret.is_known_by(said),
        _ => false,
    };
    if !is_node {
        metrics::counter!("trencavel_peer_refusals_total").increment(1);
        let detail = "This port is for the nodes of the server alone.";
        return ApiError::new(StatusCode::FORBIDDEN, "peer", detail).into_response();
    }
    if request.uri().path() == FRESH {
        let fresh = app.hub.cluster().is_some_and(|cluster| cluster.known().is_fresh());
        let stale = || ApiError(elsewhere()).into_response();
        return if fresh { StatusCode::OK.into_response() } else { stale() };
    }
    let address = request.headers().get(ADDRESS).and_then(|value| value.to_str().ok());
    let address: Option<IpAddr> = address.and_then(|text| text.parse().ok());
    let Some(address) = address else {
        return ApiError::new(StatusCode::BAD_REQUEST, "peer", "A node says for whom it asks.")
            .into_response();
    };
    strip(request.headers_mut());
    request.extensions_mut().insert(Address(address));
    request.extensions_mut().insert(Hopped);
    next.run(request).await
}
