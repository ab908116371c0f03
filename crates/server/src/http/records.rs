//! Records of games: one by one and in bulk, replayed, and looked at moment by moment.
//!
//! What costs time runs in the lane of records.

use axum::extract::{DefaultBodyLimit, Path, Query};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use games::Record;
use protocol::{Aids, Moment, Problem, RecordText, Replay, Survey};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::Body;
use super::desk::Desk;
use super::{ApiError, ApiResult};
use crate::archive;
use crate::serve::App;
use store::Finished;

mod draws;
mod pictures;
mod poster;
mod why;

/// The largest record that is looked at: with all its comments larger than any that we know.
pub const RECORD_MAX: usize = 256 * 1024;
/// How many words one record may have: longer than any game, shorter than an attack.
const WORDS_MAX: usize = 5000;
/// How many records one bulk answer has, at most and if nothing is said.
const BULK_MAX: u32 = 1000;
const BULK: u32 = 100;
/// How much text one bulk answer has: it ends with the game that no longer fits.
const PAGE_BYTES: usize = 1024 * 1024;
/// How many records are read at once, and how many are made for one answer if they are missing.
const BATCH: u32 = 50;
const MADE_MAX: u32 = 8;
/// How many words may be tried in a survey: more than any turn has.
const TRIED_MAX: usize = 50;

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    let posted = OpenApiRouter::new()
        .routes(routes!(replay_text))
        .routes(routes!(moment))
        .routes(routes!(survey_text))
        .merge(why::of_records())
        .layer(DefaultBodyLimit::max(RECORD_MAX));
    OpenApiRouter::new()
        .routes(routes!(record))
        .routes(routes!(records))
        .routes(routes!(replay))
        .routes(routes!(survey))
        .merge(draws::routes())
        .merge(pictures::routes())
        .merge(why::of_tables())
        .merge(posted)
}

/// Whether a request brings a whole record, which may be larger than other bodies.
pub fn is_for_records(path: &str) -> bool {
    matches!(
        path,
        "/api/replay" | "/api/moment" | "/api/survey" | "/api/evaluate" | "/api/why" | "/api/games"
    )
}

fn bug() -> ApiError {
    ApiError::bug()
}

/// The record of a table so far; once the game is over it has the seed, and `trencavel verify`
/// checks its draws.
#[utoipa::path(
    get, path = "/api/tables/{id}/record", tag = "records", params(("id" = String, Path)),
    responses((status = 200, content_type = "text/plain", body = String), (status = 404, body = Problem))
)]
async fn record(desk: Desk, Path(id): Path<String>) -> ApiResult<Response> {
    let (text, _) = so_far(&desk, &id).await?;
    desk.text(text).await
}

/// The record of a table so far, and whether its game is over.
pub(super) async fn so_far(desk: &Desk, id: &str) -> ApiResult<(String, bool)> {
    if let Some(kept) = desk.app.store.record(id).await? {
        return Ok((kept, true));
    }
    let room = desk.app.hub.seen(id, desk.origin).await?.room;
    let over = room.is_over();
    let ratings = if over { archive::ratings(&desk.app, id).await? } else { Vec::new() };
    let text = desk.app.work.records.run(desk.origin, move || room.rated_record(&ratings)).await?;
    Ok((text, over))
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
           ("limit" = Option<u32>, Query, description = "1 to 1000; 100 if left out; fewer come if they are long"),
           ("family" = Option<String>, Query, description = "country or city")),
    responses((status = 200, content_type = "text/plain", body = String))
)]
async fn records(desk: Desk, Query(bulk): Query<Bulk>) -> ApiResult<Response> {
    let limit = bulk.limit.unwrap_or(BULK);
    if !(1..=BULK_MAX).contains(&limit) {
        let detail = format!("`limit` must be a number from 1 to {BULK_MAX}.");
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "query", detail).at("limit"));
    }
    let mut page = Page { text: String::new(), games: 0, made: 0, last: bulk.after };
    let more = page.fill(&desk, bulk.family.as_deref(), limit).await?;
    let mut response = desk.text(page.text).await?;
    let next = page.last.filter(|_| more).and_then(|id| HeaderValue::from_str(&id).ok());
    if let Some(next) = next {
        response.headers_mut().insert(HeaderName::from_static("x-next-after"), next);
    }
    Ok(response)
}

/// A page of records.
struct Page {
    text: String,
    games: u32,
    /// How many had to be made for it.
    made: u32,
    /// The last game of it.
    last: Option<String>,
}

impl Page {
    /// Takes records until the page is full; whether there are more.
    async fn fill(&mut self, desk: &Desk, family: Option<&str>, limit: u32) -> ApiResult<bool> {
        while self.games < limit {
            let batch = (limit - self.games).min(BATCH);
            let found = desk.app.store.finished(family, self.last.as_deref(), batch).await?;
            let is_last = found.len() < batch as usize;
            for (id, finished) in found {
                let text = match finished {
                    Finished::Record(text) => Some(text),
                    Finished::Unreadable => None,
                    Finished::Missing if self.made == MADE_MAX => return Ok(true),
                    Finished::Missing => {
                        self.made += 1;
                        archive::fill(&desk.app, &id, desk.origin).await?
                    }
                };
                if !self.take(text.as_deref().unwrap_or("").trim_end()) {
                    return Ok(true);
                }
                self.last = Some(id);
            }
            if is_last {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Takes a record, if there is room; one fits always.
    fn take(&mut self, text: &str) -> bool {
        if !self.text.is_empty() && self.text.len() + text.len() > PAGE_BYTES {
            return false;
        }
        if !text.is_empty() {
            self.text.push_str(text);
            self.text.push_str("\n\n");
        }
        self.games += 1;
        true
    }
}

/// Reads a record, or a position in one line.
pub(super) fn read(text: &str) -> ApiResult<Record> {
    let record = protocol::read_record(text)?;
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
async fn replay(desk: Desk, Path(id): Path<String>) -> ApiResult<Response> {
    let (text, _) = so_far(&desk, &id).await?;
    desk.record(move || replayed(&text, None)).await
}

/// A record, step by step, up to so many words. Words to try belong to a moment, not to a replay.
#[utoipa::path(
    post, path = "/api/replay", tag = "records", request_body = RecordText,
    responses((status = 200, body = Replay), (status = 400, body = Problem))
)]
async fn replay_text(desk: Desk, Body(text): Body<RecordText>) -> ApiResult<Response> {
    if !text.then.is_empty() {
        let detail = "A replay has no words to try: ask /api/moment, or write them in the record.";
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "record", detail).at("then"));
    }
    desk.record(move || replayed(&text.record, text.words)).await
}

/// A game at one moment: what is to be seen, what may follow, and why the tried words may not.
#[utoipa::path(
    post, path = "/api/moment", tag = "records", request_body = RecordText,
    responses((status = 200, body = Moment), (status = 400, body = Problem))
)]
async fn moment(desk: Desk, Body(text): Body<RecordText>) -> ApiResult<Response> {
    let whole = move || {
        read(&text.record)?;
        Ok(Moment::of(&text)?)
    };
    desk.record(whole).await
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
    desk: Desk,
    Path(id): Path<String>,
    Query(query): Query<SurveyQuery>,
) -> ApiResult<Response> {
    let Some(mut course) = desk.app.hub.seen(&id, desk.origin).await?.room.course().cloned() else {
        let detail = "There is nothing to survey yet: the game has not begun.";
        return Err(ApiError::new(StatusCode::CONFLICT, "not-begun", detail));
    };
    let whole = move || {
        let words = query.then.split(';').filter(|word| !word.is_empty());
        let words: Vec<&str> = words.take(TRIED_MAX).collect();
        course
            .say(course.turn(), &words)
            .map_err(|not| Problem::from(not.error).at(format!("then[{}]", not.index)))?;
        Ok(Survey::of(course.rules(), course.game(), course.aids()))
    };
    desk.record(whole).await
}

/// The same for a record, with all aids.
#[utoipa::path(
    post, path = "/api/survey", tag = "records", request_body = RecordText,
    responses((status = 200, body = Survey), (status = 400, body = Problem))
)]
async fn survey_text(desk: Desk, Body(text): Body<RecordText>) -> ApiResult<Response> {
    let whole = move || {
        read(&text.record)?;
        let course = text.course()?;
        Ok(Survey::of(course.rules(), course.game(), Aids::Beginner))
    };
    desk.record(whole).await
}
