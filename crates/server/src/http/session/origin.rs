//! Which pages may act for a session: those of this server alone.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, Method, StatusCode, header};

use crate::config::Config;
use crate::http::{ApiError, ApiResult};
use crate::serve::App;

/// A request to change something that no page of another site sent. For handlers that need no
/// session; [`super::Caller`] checks it by itself.
#[derive(Clone, Copy, Debug)]
pub struct SameSite;

impl FromRequestParts<App> for SameSite {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<SameSite> {
        check_change(&parts.method, &parts.headers, &app.config).map(|()| SameSite)
    }
}

/// Reading is harmless; a change must come from one of our own pages.
///
/// # Errors
/// If a page of another site sends it.
pub fn check_change(method: &Method, headers: &HeaderMap, config: &Config) -> ApiResult<()> {
    if method.is_safe() { Ok(()) } else { check_origin(config, headers) }
}

/// Opening a socket is a GET, but gives the page that opens it the rights of the session.
///
/// # Errors
/// If a page of another site opens it.
pub fn check_socket_origin(config: &Config, headers: &HeaderMap) -> ApiResult<()> {
    check_origin(config, headers)
}

/// Browsers always say where such a request comes from, and pages cannot change what they say.
/// What says nothing is no browser. The name that the request calls was found to be ours before
/// this, so a page at that very name is ours, too.
fn check_origin(config: &Config, headers: &HeaderMap) -> ApiResult<()> {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let site = text(HeaderName::from_static("sec-fetch-site"));
    let called = text(header::HOST);
    match text(header::ORIGIN) {
        Some(origin) if config.origins.iter().any(|own| own.eq_ignore_ascii_case(origin)) => Ok(()),
        Some(origin) if called.is_some_and(|host| is_at(config, origin, host)) => Ok(()),
        Some(origin) => Err(foreign(origin)),
        None if site.is_none_or(|site| matches!(site, "none" | "same-origin")) => Ok(()),
        None => Err(foreign("another site")),
    }
}

/// Whether an origin is a page at a host, port included. Where ours are secure an insecure one may
/// be anybody's on the way.
fn is_at(config: &Config, origin: &str, host: &str) -> bool {
    let Some((scheme, at)) = origin.split_once("://") else { return false };
    let secure = scheme == "https" || !config.public_url.starts_with("https://");
    secure && at.eq_ignore_ascii_case(host)
}

fn foreign(origin: &str) -> ApiError {
    let origin: String = origin.chars().take(100).collect();
    let detail = format!(
        "This request comes from {origin}, which is not a page of this server. Whoever runs it can \
         allow it with the settings public-url and allow-origins."
    );
    ApiError::new(StatusCode::FORBIDDEN, "origin", detail)
}
