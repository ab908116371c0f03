//! Lessons and rules in one file, for pages that want all of it before they lose the line, and for
//! hosts that have files alone.

use axum::Router;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde_json::{Map, Value, json};

use super::desk::Desk;
use super::{ApiResult, language, lessons, rules};
use crate::serve::App;

/// The routes.
pub fn routes() -> Router<App> {
    Router::new().route("/content.json", get(content))
}

/// What is answered under each path, by the path; and the French of problems.
pub fn all() -> Value {
    let mut all = Map::new();
    all.insert("/api/lessons".to_owned(), json!(lessons::rows()));
    for lesson in lessons::all() {
        all.insert(format!("/api/lessons/{}", lesson.row.name), json!(lesson));
    }
    for (language, book) in rules::books() {
        all.insert(format!("/api/rules/{language}"), json!(book));
    }
    all.insert("problems".to_owned(), json!({ "fr": language::french_texts() }));
    Value::Object(all)
}

async fn content(desk: Desk) -> ApiResult<Response> {
    let answer = desk.same("content", all).await?;
    Ok(([(header::CACHE_CONTROL, "no-cache")], answer).into_response())
}
