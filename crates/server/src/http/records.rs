//! Records of games: one by one and in bulk, replayed, and looked at moment by moment.
//!
//! What costs time runs on threads of its own, a few at once.

use std::convert::Infallible;

use axum::Json;
use axum::body::Body as Bytes;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use games::Record;
use protocol::{Aids, Moment, Problem, RecordText, Replay, Survey};
use serde::Deserialize;
use tokio::sync::Semaphore;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::Body;
use super::{ApiError, ApiResult};
use crate::live::Hub;
use crate::room::Room;
use crate::serve::App;

mod pictures;

/// The largest record that is looked at: with all its comments larger than any that we know.
pub const RECORD_MAX: usize = 256 * 1024;
/// How many words one record may have: longer than any game, shorter than an attack.
const WORDS_MAX: usize = 5000;
/// How many records one bulk answer has, at most and if nothing is said.
const BULK_MAX: u32 = 1000;
const BULK: u32 = 100;
/// How many records are worked on at once, and how many may wait.
const AT_ONCE: usize = 2;
const WAITING_MAX: usize = 64;

/// Work that is waiting or under way, and work that is under way.
static WAITING: Semaphore = Semaphore::const_new(WAITING_MAX);
static WORKING: Semaphore = Semaphore::const_new(AT_ONCE);

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    let posted = OpenApiRouter::new()
        .routes(routes!(replay_text))
        .routes(routes!(moment))
        .routes(routes!(survey_text))
        .layer(DefaultBodyLimit::max(RECORD_MAX));
    OpenApiRouter::new()
        .routes(routes!(record))
        .routes(routes!(records))
        .routes(routes!(replay))
        .routes(routes!(survey))
        .merge(pictures::routes())
        .merge(posted)
}

/// Whether a request brings a whole record, which may be larger than other bodies.
pub fn is_for_records(path: &str) -> bool {
    matches!(path, "/api/replay" | "/api/moment" | "/api/survey")
}

/// Runs work on a thread of its own.
async fn work<T: Send + 'static>(
    work: impl FnOnce() -> ApiResult<T> + Send + 'static,
) -> ApiResult<T> {
    let Ok(_waiting) = WAITING.try_acquire() else {
        return Err(ApiError::too_many(2, "records at once, from everybody"));
    };
    let _working = WORKING.acquire().await.map_err(|_| bug())?;
    tokio::task::spawn_blocking(work).await.map_err(|error| {
        tracing::error!(%error, "work on a record failed");
        bug()
    })?
}

fn bug() -> ApiError {
    let detail = "This is an error of the server. Nothing was changed.";
    ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "bug", detail)
}

fn plain(text: String) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

/// The record of a table so far; once the game is over it has the seed, and `trencavel verify`
/// checks its draws.
#[utoipa::path(
    get, path = "/api/tables/{id}/record", tag = "records", params(("id" = String, Path)),
    responses((status = 200, content_type = "text/plain", body = String), (status = 404, body = Problem))
)]
async fn record(State(app): State<App>, Path(id): Path<String>) -> ApiResult<Response> {
    let table = app.hub.seen(&id).await?;
    Ok(plain(work(move || Ok(table.room.record())).await?))
}

#[derive(Deserialize)]
struct Bulk {
    after: Option<String>,
    limit: Option<u32>,
    family: Option<String>,
}

/// Finished public games in the order of finishing, with a blank line between them. The header
/// `x-next-after` has what to send as `after` to go on; without it there are no more.
#[utoipa::path(
    get, path = "/api/records", tag = "records",
    params(("after" = Option<String>, Query, description = "the id of a table"),
           ("limit" = Option<u32>, Query, description = "1 to 1000; 100 if left out"),
           ("family" = Option<String>, Query, description = "country or city")),
    responses((status = 200, content_type = "text/plain", body = String))
)]
async fn records(State(app): State<App>, Query(bulk): Query<Bulk>) -> ApiResult<Response> {
    let limit = bulk.limit.unwrap_or(BULK);
    if !(1..=BULK_MAX).contains(&limit) {
        let detail = format!("`limit` must be a number from 1 to {BULK_MAX}.");
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "query", detail).at("limit"));
    }
    let (family, after) = (bulk.family.as_deref(), bulk.after.as_deref());
    let ids = app.store.finished(family, after, limit).await?;
    let next = ids.last().filter(|_| ids.len() == limit as usize).cloned();
    // One game at a time is read and sent: a slow reader costs one record of memory.
    let texts = stream::unfold((app, ids.into_iter()), |(app, mut ids)| async move {
        let id = ids.next()?;
        let text = finished(&app, &id).await.unwrap_or_default();
        Some((Ok::<String, Infallible>(text), (app, ids)))
    });
    let mut response = Bytes::from_stream(texts).into_response();
    let headers = response.headers_mut();
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    headers.insert(header::CONTENT_TYPE, plain);
    if let Some(Ok(next)) = next.map(|id| HeaderValue::from_str(&id)) {
        headers.insert(HeaderName::from_static("x-next-after"), next);
    }
    Ok(response)
}

/// The record of a finished game, read without keeping its table in memory.
async fn finished(app: &App, id: &str) -> Option<String> {
    let stored = app.store.load(id).await.ok()??;
    let (hub, id): (Hub, String) = (app.hub.clone(), id.to_owned());
    let folded = tokio::task::spawn_blocking(move || {
        let room = Room::fold(hub.book(), &id, &stored.key, stored.seed, &stored.entries);
        room.map(|room| room.record())
    });
    match folded.await {
        Ok(Ok(record)) => Some(format!("{}\n\n", record.trim_end())),
        Ok(Err(error)) => {
            tracing::error!(%error, "a finished game cannot be folded");
            None
        }
        Err(_) => None,
    }
}

fn read(text: &str) -> ApiResult<Record> {
    let record = Record::parse(text).map_err(Problem::from)?;
    if record.words().len() > WORDS_MAX {
        let detail = format!("A record may have {WORDS_MAX} words at most.");
        return Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "record", detail));
    }
    Ok(record)
}

fn replayed(text: &str, words: Option<usize>) -> ApiResult<Replay> {
    let mut record = read(text)?;
    if let Some(words) = words {
        record.truncate(words);
    }
    Ok(Replay::of(&record).map_err(Problem::from)?)
}

/// The game of a table, step by step.
#[utoipa::path(
    get, path = "/api/tables/{id}/replay", tag = "records", params(("id" = String, Path)),
    responses((status = 200, body = Replay), (status = 404, body = Problem))
)]
async fn replay(State(app): State<App>, Path(id): Path<String>) -> ApiResult<Json<Replay>> {
    let table = app.hub.seen(&id).await?;
    Ok(Json(work(move || replayed(&table.room.record(), None)).await?))
}

/// A record, step by step, up to so many words. Words to try belong to a moment, not to a replay.
#[utoipa::path(
    post, path = "/api/replay", tag = "records", request_body = RecordText,
    responses((status = 200, body = Replay), (status = 400, body = Problem))
)]
async fn replay_text(Body(text): Body<RecordText>) -> ApiResult<Json<Replay>> {
    if !text.then.is_empty() {
        let detail = "A replay has no words to try: ask /api/moment, or write them in the record.";
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "record", detail).at("then"));
    }
    Ok(Json(work(move || replayed(&text.record, text.words)).await?))
}

/// A game at one moment: what is to be seen, what may follow, and why the tried words may not.
#[utoipa::path(
    post, path = "/api/moment", tag = "records", request_body = RecordText,
    responses((status = 200, body = Moment), (status = 400, body = Problem))
)]
async fn moment(Body(text): Body<RecordText>) -> ApiResult<Json<Moment>> {
    let whole = move || {
        read(&text.record)?;
        Ok(Moment::of(&text)?)
    };
    Ok(Json(work(whole).await?))
}

/// What to look at besides a table as it stands.
#[derive(Clone, Debug, Default, Deserialize)]
struct SurveyQuery {
    /// Words that the seat to act would say, with `;` between them.
    #[serde(default)]
    then: String,
}

/// Features with their owners and worth, cells that nothing fits, odds: as far as the table's aids
/// show them. With `then`, after these words of the seat to act; nothing is played.
#[utoipa::path(
    get, path = "/api/tables/{id}/survey", tag = "records",
    params(("id" = String, Path), ("then" = Option<String>, Query,
        description = "Words of the seat to act, with `;` between them: survey the game after them.")),
    responses((status = 200, body = Survey), (status = 400, body = Problem),
        (status = 404, body = Problem))
)]
async fn survey(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<SurveyQuery>,
) -> ApiResult<Json<Survey>> {
    let Some(mut course) = app.hub.seen(&id).await?.room.course().cloned() else {
        let detail = "There is nothing to survey yet: the game has not begun.";
        return Err(ApiError::new(StatusCode::CONFLICT, "not-begun", detail));
    };
    let words: Vec<&str> = query.then.split(';').filter(|word| !word.is_empty()).collect();
    course
        .say(course.turn(), &words)
        .map_err(|not| Problem::from(not.error).at(format!("then[{}]", not.index)))?;
    let survey = move || Ok(Survey::of(course.rules(), course.game(), course.aids()));
    Ok(Json(work(survey).await?))
}

/// The same for a record, with all aids.
#[utoipa::path(
    post, path = "/api/survey", tag = "records", request_body = RecordText,
    responses((status = 200, body = Survey), (status = 400, body = Problem))
)]
async fn survey_text(Body(text): Body<RecordText>) -> ApiResult<Json<Survey>> {
    let whole = move || {
        read(&text.record)?;
        let course = text.course()?;
        Ok(Survey::of(course.rules(), course.game(), Aids::Beginner))
    };
    Ok(Json(work(whole).await?))
}
