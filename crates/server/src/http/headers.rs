//! The usual headers: what a browser may load, who may frame us, what is never guessed.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::config::Config;

/// The headers of one server.
pub struct Policy {
    page: HeaderValue,
    embed: HeaderValue,
    secure: bool,
}

impl Policy {
    /// Made from the settings: sockets are allowed to our own origin only.
    pub fn new(config: &Config) -> Policy {
        let socket = config.public_url.replacen("http", "ws", 1);
        // The engine of a page is compiled there; a board in another's page has none.
        let with = |frames: &str, engine: &str| {
            let text = format!(
                "default-src 'self'; script-src 'self'{engine}; style-src 'self' 'unsafe-inline'; \
                 img-src 'self' data: blob:; connect-src 'self' {socket}; font-src 'self'; \
                 object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors {frames}"
            );
            HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("default-src 'self'"))
        };
        let secure = config.public_url.starts_with("https://");
        let page = with("'none'", " 'wasm-unsafe-eval'");
        Policy { page, embed: with("*", ""), secure }
    }
}

/// Adds the headers to every answer.
pub async fn add(State(policy): State<Arc<Policy>>, request: Request, next: Next) -> Response {
    // A board may be shown inside other pages; nothing else may.
    let embedded = request.uri().path().starts_with("/embed/");
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let content = if embedded { &policy.embed } else { &policy.page };
    headers.insert(header::CONTENT_SECURITY_POLICY, content.clone());
    let fixed: [(HeaderName, &str); 4] = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (
            HeaderName::from_static("permissions-policy"),
            "camera=(), microphone=(), geolocation=(), payment=()",
        ),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !embedded {
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    if policy.secure {
        let year = HeaderValue::from_static("max-age=31536000; includeSubDomains");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}
