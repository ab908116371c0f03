//! Why something may not be done: lists of words are tried, and the engine's refusals are told. The
//! page of a table asks about its own game, so that no record goes back and forth.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;
use protocol::{Problem, Tried, Tries, TriesText};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::super::body::Body;
use super::super::desk::Desk;
use super::super::{ApiError, ApiResult};
use super::TRIED_MAX;
use crate::serve::App;

/// How many lists may be tried at once: more than a figure has places.
const TRIES_MAX: usize = 400;

pub fn of_tables() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(why))
}

pub fn of_records() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(why_text))
}

/// Tries lists of words of the seat to act, each for itself; nothing is played. The answers come in
/// the same order: why the words may not be said, or their printed form.
#[utoipa::path(
    post, path = "/api/tables/{id}/why", tag = "records", params(("id" = String, Path)),
    request_body = Tries,
    responses((status = 200, body = Vec<Tried>), (status = 400, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem))
)]
async fn why(desk: Desk, Path(id): Path<String>, Body(asked): Body<Tries>) -> ApiResult<Response> {
    check(&asked.tries)?;
    let Some(course) = desk.app.hub.seen(&id, desk.origin).await?.room.course().cloned() else {
        let detail = "There is nothing to try yet: the game has not begun.";
        return Err(ApiError::new(StatusCode::CONFLICT, "not-begun", detail));
    };
    let whole =
        move || Ok(asked.tries.iter().map(|words| course.try_out(words)).collect::<Vec<_>>());
    desk.record(whole).await
}

/// The same for the game of a record.
#[utoipa::path(
    post, path = "/api/why", tag = "records", request_body = TriesText,
    responses((status = 200, body = Vec<Tried>), (status = 400, body = Problem))
)]
async fn why_text(desk: Desk, Body(asked): Body<TriesText>) -> ApiResult<Response> {
    check(&asked.tries)?;
    let whole = move || {
        super::read(&asked.record)?;
        let course = asked.course()?;
        Ok(asked.tries.iter().map(|words| course.try_out(words)).collect::<Vec<_>>())
    };
    desk.record(whole).await
}

fn check(tries: &[Vec<String>]) -> ApiResult<()> {
    let refuse =
        |detail: String| Err(ApiError::new(StatusCode::BAD_REQUEST, "body", detail).at("tries"));
    if tries.len() > TRIES_MAX {
        return refuse(format!("At most {TRIES_MAX} lists of words are tried at once."));
    }
    if tries.iter().any(|words| words.len() > TRIED_MAX) {
        return refuse(format!("A list to try has {TRIED_MAX} words at most."));
    }
    Ok(())
}
