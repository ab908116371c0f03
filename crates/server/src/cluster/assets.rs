//! Files of another release's pages. While nodes are replaced one by one, a page that one of them
//! has served asks whichever node it is led to for its parts: what is not here is asked of the
//! others.

use std::time::Duration;

use axum::body::Body;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::forward::{Full, ask, prepare};
use crate::http::Address;
use crate::serve::App;

/// How many files are looked for at the same time: whoever asks for what nobody has keeps no node
/// busy with it.
static ASKED: Semaphore = Semaphore::const_new(8);
/// How long a node has to answer.
const ANSWERING: Duration = Duration::from_secs(2);
/// The longest name of a file that can be one.
const NAME_MAX: usize = 120;

/// A file as another node has it, if one does: the answer to the same path there.
pub async fn elsewhere(
    app: &App,
    path: &str,
    asked: &HeaderMap,
    address: Option<Address>,
) -> Option<Response> {
    let cluster = app.hub.cluster()?;
    if path.len() > NAME_MAX || !path.bytes().all(is_plain) {
        return None;
    }
    let _turn = ASKED.try_acquire().ok()?;
    for peer in cluster.known().peers().iter().filter(|peer| !peer.address.is_empty()) {
        let mut request = hyper::Request::get(format!("/{path}")).body(Full::default()).ok()?;
        if let Some(packed) = asked.get(ACCEPT_ENCODING) {
            request.headers_mut().insert(ACCEPT_ENCODING, packed.clone());
        }
        prepare(request.headers_mut(), cluster, address).ok()?;
        let Ok(Ok(answer)) = timeout(ANSWERING, ask(peer, request)).await else { continue };
        if answer.status() == StatusCode::OK {
            return Some(told(answer));
        }
    }
    None
}

/// What is in the file, and how it is packed; everything else is said as of our own files.
fn told(answer: hyper::Response<hyper::body::Incoming>) -> Response {
    let (parts, body) = answer.into_parts();
    let mut response = Response::new(Body::new(body));
    for name in [CONTENT_TYPE, CONTENT_ENCODING] {
        if let Some(value) = parts.headers.get(&name) {
            response.headers_mut().insert(name, value.clone());
        }
    }
    response
}

fn is_plain(letter: u8) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, b'/' | b'-' | b'_' | b'.')
}
