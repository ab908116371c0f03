//! Everything that goes wrong over HTTP is told as a problem, in the language of whoever asked.
//!
//! Handlers answer with problems of their own. What is refused before a handler is reached (a
//! wrong method, a path or a query that cannot be read, a body that is too large) is made one here.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Json;
use axum::body::{Body, BodyDataStream, Bytes, HttpBody as _, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, StreamExt as _};
use protocol::Problem;

use super::ApiError;
use super::language::Language;

/// How much of a refusal is repeated: it may quote the request.
const COMPLAINT_MAX: usize = 300;

/// How much of a body that nobody wants is read all the same, and for how long.
const DRAINED_MAX: usize = 1024 * 1024;
const DRAINING: Duration = Duration::from_millis(500);

/// The problem that an answer tells, so that it can be told in another language.
#[derive(Clone, Debug)]
pub struct Told(pub Problem);

/// An answer of another node: it tells its problem already, in the language of whoever asked.
#[derive(Clone, Copy, Debug)]
pub struct ToldElsewhere;

/// Tells problems.
pub async fn tell(request: Request, next: Next) -> Response {
    let language = Language::of(request.headers());
    let (parts, body) = request.into_parts();
    let has_body = !body.is_end_stream();
    let lent = Lent(Arc::new(Mutex::new(body.into_data_stream())));
    let body = if has_body { Body::from_stream(lent.clone()) } else { Body::empty() };
    let response = next.run(Request::from_parts(parts, body)).await;
    if has_body {
        drain(lent).await;
    }
    let status = response.status();
    let is_told = response.extensions().get::<ToldElsewhere>().is_some();
    if is_told || (!status.is_client_error() && !status.is_server_error()) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let problem = match parts.extensions.remove::<Told>() {
        Some(Told(problem)) => problem,
        None => refused(status, body).await,
    };
    let body = Json(language.tell(problem)).into_response().into_body();
    for gone in [header::CONTENT_LENGTH, header::CONTENT_ENCODING, header::TRANSFER_ENCODING] {
        parts.headers.remove(gone);
    }
    let kind = HeaderValue::from_static("application/problem+json");
    parts.headers.insert(header::CONTENT_TYPE, kind);
    parts.headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(language.name()));
    parts.headers.append(header::VARY, HeaderValue::from_static("accept-language"));
    Response::from_parts(parts, body)
}

/// What is wrong with a body before it is read at all.
pub fn of_body(status: StatusCode) -> Option<ApiError> {
    let large = StatusCode::PAYLOAD_TOO_LARGE;
    let kind = StatusCode::UNSUPPORTED_MEDIA_TYPE;
    if status == large {
        return Some(ApiError::new(status, "too-large", "The request is too large."));
    }
    let detail = "The body must be JSON: Content-Type: application/json.";
    (status == kind).then(|| ApiError::new(status, "content-type", detail))
}

/// What a refusal without a problem means.
async fn refused(status: StatusCode, body: Body) -> Problem {
    if let Some(ApiError(problem)) = of_body(status) {
        return problem;
    }
    let text = to_bytes(body, 64 * 1024).await.unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let complaint: String = text.chars().take(COMPLAINT_MAX).collect();
    let (kind, detail) = match status {
        StatusCode::BAD_REQUEST if complaint.starts_with("Failed to deserialize query") => {
            ("query", format!("The query of the address cannot be read: {complaint}"))
        }
        StatusCode::BAD_REQUEST if complaint.starts_with("Invalid URL") => {
            ("path", format!("The path of the address cannot be read: {complaint}"))
        }
        StatusCode::NOT_FOUND => ("not-found", "There is no such resource.".to_owned()),
        StatusCode::METHOD_NOT_ALLOWED => {
            ("method", "This method does not work here; see the header Allow.".to_owned())
        }
        StatusCode::REQUEST_TIMEOUT => {
            ("timeout", "The request took too long to come in.".to_owned())
        }
        status if status.is_server_error() => {
            tracing::error!(%status, complaint, "an answer that is no problem");
            ("bug", "This is an error of the server.".to_owned())
        }
        _ => ("request", format!("The request cannot be read: {complaint}")),
    };
    ApiError::new(status, kind, detail).0
}

/// The body of a request, lent to its handler: what that leaves unread can still be read.
#[derive(Clone)]
struct Lent(Arc<Mutex<BodyDataStream>>);

impl Stream for Lent {
    type Item = Result<Bytes, axum::Error>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let mut stream = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Pin::new(&mut *stream).poll_next(cx)
    }
}

/// Reads what a handler left of a body, a little at most: a connection that is closed
/// upon unread data may take the answer with it.
async fn drain(mut rest: Lent) {
    let whole = async {
        let mut bytes = 0;
        while let Some(Ok(part)) = rest.next().await {
            bytes += part.len();
            if bytes > DRAINED_MAX {
                return;
            }
        }
    };
    // Whoever sends slowly is not waited for.
    let _ = tokio::time::timeout(DRAINING, whole).await;
}
