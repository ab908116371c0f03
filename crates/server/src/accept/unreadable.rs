//! Requests that are no HTTP: the library answers them by itself, with a status and no words. Here
//! they get a problem document like all others.

use axum::http::StatusCode;

use crate::trouble;

/// The problem that is told instead of an answer of the library; nothing if this is none of them.
pub(super) fn problem(head: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(head).ok()?;
    let status: u16 = text.strip_prefix("HTTP/1.")?.get(2..5)?.parse().ok()?;
    let empty = |line: &str| line.eq_ignore_ascii_case("content-length: 0");
    // The whole of it is one head without a body; our own refusals have words.
    let whole = text.find("\r\n\r\n")? + 4 == text.len();
    if status < 400 || !whole || !text.lines().any(empty) {
        return None;
    }
    let status = StatusCode::from_u16(status).ok()?;
    let (kind, detail) = match status {
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE | StatusCode::URI_TOO_LONG => {
            ("too-large", "The head of this request is too large.")
        }
        _ => ("request", "This is no HTTP request that the server can read."),
    };
    let body = serde_json::to_string(&trouble::problem(status, kind, detail)).ok()?;
    let reason = status.canonical_reason().unwrap_or_default();
    Some(format!(
        "HTTP/1.1 {} {reason}\r\ncontent-type: application/problem+json\r\nconnection: close\r\n\
         content-length: {}\r\n\r\n{body}",
        status.as_u16(),
        body.len()
    ))
}
