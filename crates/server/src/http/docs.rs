//! The description of the API: as data, and as a page to read.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::Router;
use axum::response::Response;
use axum::routing::get;
use serde_json::Value;
use utoipa::openapi::OpenApi;

use super::ApiResult;
use super::desk::Desk;
use crate::serve::App;

/// The routes.
pub fn routes(description: OpenApi) -> Router<App> {
    let data = Arc::new(serde_json::to_value(description).unwrap_or_default());
    let page = Arc::new(render(&data));
    Router::new()
        .route("/api/openapi.json", get(move |desk| json(desk, data)))
        .route("/api/docs", get(move |desk| html(desk, page)))
}

async fn json(desk: Desk, data: Arc<Value>) -> ApiResult<Response> {
    desk.same("openapi", move || data).await
}

async fn html(desk: Desk, page: Arc<String>) -> ApiResult<Response> {
    let shelf = (&desk.app.work.kept_art, &desk.app.work.art);
    let make = move || Ok(page.as_bytes().to_vec());
    desk.kept("text/html; charset=utf-8", "docs", shelf, make).await
}

const HEAD: &str = "<!doctype html><html lang=en><meta charset=utf-8>\
<meta name=viewport content='width=device-width,initial-scale=1'><title>Trencavel API</title><style>\
:root{color-scheme:light dark}\
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}\
h2{margin-top:2.5rem;border-bottom:1px solid}code,pre{font-size:.9em}\
pre{overflow:auto;padding:.75rem;border:1px solid #8886;border-radius:8px}\
details{margin:.5rem 0}summary{cursor:pointer}\
.m{display:inline-block;min-width:4.5rem;font-weight:700;color:#0e7c74}</style>\
<h1>Trencavel API</h1>\
<p>Everything here answers JSON; errors are <code>application/problem+json</code>. A browser's \
session is a cookie; programs send <code>Authorization: Bearer TOKEN</code>. Playing goes over one \
WebSocket a table, <code>/api/tables/{id}/socket</code>. The same as data: \
<a href=/api/openapi.json>openapi.json</a> (OpenAPI 3.1).</p>";

/// The description as a page without scripts.
fn render(api: &Value) -> String {
    let mut page = String::from(HEAD);
    let empty = serde_json::Map::new();
    let mut by_tag: std::collections::BTreeMap<&str, String> = std::collections::BTreeMap::new();
    for (path, methods) in api["paths"].as_object().unwrap_or(&empty) {
        for (method, what) in methods.as_object().unwrap_or(&empty) {
            let tag = what["tags"][0].as_str().unwrap_or("other");
            operation(by_tag.entry(tag).or_default(), method, path, what);
        }
    }
    for (tag, text) in by_tag {
        let _ = write!(page, "<h2>{}</h2>{text}", escape(tag));
    }
    page.push_str("<h2>Types</h2>");
    for (name, schema) in api["components"]["schemas"].as_object().unwrap_or(&empty) {
        let text = serde_json::to_string_pretty(schema).unwrap_or_default();
        let (name, text) = (escape(name), escape(&text));
        let _ = write!(
            page,
            "<details id='{name}'><summary><code>{name}</code></summary><pre>{text}</pre></details>"
        );
    }
    page + "</html>"
}

fn operation(page: &mut String, method: &str, path: &str, what: &Value) {
    let about = ["summary", "description"].map(|key| what[key].as_str().unwrap_or(""));
    let _ = write!(
        page,
        "<details><summary><span class=m>{}</span> <code>{}</code> — {}</summary><p>{}</p>",
        escape(&method.to_uppercase()),
        escape(path),
        escape(about[0]),
        escape(about[1]),
    );
    for key in ["parameters", "requestBody", "responses"] {
        if !what[key].is_null() {
            let text = serde_json::to_string_pretty(&what[key]).unwrap_or_default();
            let _ = write!(page, "<p>{key}</p><pre>{}</pre>", escape(&text));
        }
    }
    page.push_str("</details>");
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\'', "&#39;")
}
