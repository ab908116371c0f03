//! The web client, which is part of the binary; or another one, from a directory.

use std::borrow::Cow;
use std::path::{Component, Path};

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{Html, IntoResponse, Response};

use super::kept::accepts;
use super::language::Language;
use super::{Address, ApiError, preview};
use crate::client::{PACKED, known, ours, unpacked};
use crate::cluster::assets;
use crate::cluster::door::Hopped;
use crate::config::SignUp;
use crate::serve::App;
use crate::work::Origin;

/// The page with the version of the drawings in its head: they are kept for ever under it.
pub fn named(index: &str) -> String {
    index.replace(UNNAMED, &format!(r#"name="trencavel-version" content="{}""#, art::VERSION))
}

/// Names of files that never change: the bundler puts a hash in them.
const HASHED: &str = "assets/";

/// A file of the client: ours, or that of the settings' directory.
async fn file(app: &App, path: &str) -> Option<Cow<'static, [u8]>> {
    let Some(folder) = &app.config.client else { return ours(path) };
    let inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    if !inside {
        return None;
    }
    if let Ok(data) = tokio::fs::read(folder.join(path)).await {
        return Some(data.into());
    }
    let packed = tokio::fs::read(folder.join(format!("{path}{PACKED}"))).await.ok()?;
    unpacked(&packed).map(Cow::Owned)
}

/// A file as an answer. Files with a hash in their name are ours for as long as we run: they are
/// compressed once.
async fn sent(app: &App, path: &str, asked: &HeaderMap) -> Option<Response> {
    // The build packs what packs well once and for all, and better than we could while we serve.
    if accepts(asked, "br")
        && let Some(packed) = file(app, &format!("{path}{PACKED}")).await
    {
        let told = [(header::CONTENT_ENCODING, "br"), (header::VARY, "accept-encoding")];
        return Some((told, packed).into_response());
    }
    let kept = path.starts_with(HASHED) && app.config.client.is_none();
    if kept && known(path) {
        let wanted = path.to_owned();
        let make = move || Ok(ours(&wanted).map(Cow::into_owned).unwrap_or_default());
        // They are few, and the server's own: nobody's turn is spent on them.
        let (shelf, lane) = (&app.work.kept_art, &app.work.art);
        let answer = shelf.answer(path, lane, Origin::Server, make).await;
        return Some(answer.map_or_else(IntoResponse::into_response, |a| a.tell(asked)));
    }
    file(app, path).await.map(IntoResponse::into_response)
}

/// Whoever asks for a page.
fn origin(request: &Request) -> Origin {
    request.extensions().get().map_or(Origin::Server, |Address(address)| (*address).into())
}

/// A file of the client, or its page for every path that the client knows itself.
pub async fn page(State(app): State<App>, request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/').to_string();
    if matches!(path.split('/').next(), Some("api" | "art")) {
        return ApiError::not_found("resource").into_response();
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let detail = "Only GET works here.";
        return ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method", detail).into_response();
    }
    if !path.is_empty()
        && path != "index.html"
        && let Some(file) = sent(&app, &path, request.headers()).await
    {
        return typed(&path, file);
    }
    if path.starts_with(HASHED)
        && request.extensions().get::<Hopped>().is_none()
        && let address = request.extensions().get::<Address>().copied()
        && let Some(file) = assets::elsewhere(&app, &path, request.headers(), address).await
    {
        return typed(&path, file);
    }
    let last = path.rsplit('/').next().unwrap_or("");
    if path.starts_with(HASHED) || (last.contains('.') && !path.starts_with("t/")) {
        return ApiError::not_found("file").into_response();
    }
    match file(&app, "index.html").await {
        Some(index) => {
            let mut text = named(&String::from_utf8_lossy(&index));
            if app.config.test_seed.is_some() {
                text = text.replace("<body>", "<body data-test-server>");
            }
            let pages = app.config.telling.pages();
            if !pages.is_empty() {
                text = text.replacen("<body", &format!("<body data-pages=\"{pages}\""), 1);
            }
            if app.config.accounts != SignUp::Open {
                let who = app.config.accounts;
                text = text.replacen("<body", &format!("<body data-accounts=\"{who}\""), 1);
            }
            let language = Language::of(request.headers());
            let tags = preview::tags(&app, &path, origin(&request), language).await;
            let text = text.replacen("</head>", &format!("{tags}</head>"), 1);
            let told = [(header::CACHE_CONTROL, "no-cache"), (header::VARY, "accept-language")];
            (told, Html(text)).into_response()
        }
        None => Html(WITHOUT_CLIENT).into_response(),
    }
}

/// A file with what it is, and for how long it may be kept.
fn typed(path: &str, file: Response) -> Response {
    let hashed = path.starts_with(HASHED);
    let cache = if hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
    ([(header::CONTENT_TYPE, mime(path)), (header::CACHE_CONTROL, cache)], file).into_response()
}

/// Where the page's head names the version of the drawings.
const UNNAMED: &str = r#"name="trencavel-version" content="dev""#;

/// What a binary without the client shows.
const WITHOUT_CLIENT: &str = "<!doctype html><html lang=en><meta charset=utf-8>\
    <title>Trencavel</title><h1>Trencavel</h1>\
    <p>This binary was built without the web client. Run <code>make play</code>, or see \
    <a href=/api/docs>the API</a>.</p></html>";

fn mime(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webp") => "image/webp",
        Some("woff2") => "font/woff2",
        Some("wasm") => "application/wasm",
        Some("map") => "application/json",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
