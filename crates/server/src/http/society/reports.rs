//! Telling moderators of somebody.

use axum::extract::State;
use axum::http::StatusCode;
use protocol::log::Entry;
use protocol::{NewReport, Problem};

use super::{find, words};
use crate::http::body::Body;
use crate::http::session::Caller;
use crate::http::{ApiError, ApiResult};
use crate::live::secret;
use crate::serve::{App, now};
use store::society;

/// The longest report, in characters.
const WORDS_MAX: usize = 300;

/// Tells moderators of somebody: a name, a line of chat, a game. They see who reports; the person
/// itself does not.
#[utoipa::path(
    post, path = "/api/reports", tag = "people", request_body = NewReport,
    responses((status = 201), (status = 404, body = Problem), (status = 422, body = Problem),
        (status = 429, body = Problem))
)]
pub async fn report(
    State(app): State<App>,
    caller: Caller,
    Body(asked): Body<NewReport>,
) -> ApiResult<StatusCode> {
    let words = words(&asked.words, 0, WORDS_MAX, "words")?;
    let about = find(&app, &asked.about).await?;
    if about.id == caller.person.id {
        return Err(ApiError(room::field("about", "Expected somebody else.")));
    }
    // Before the game is read: that costs more than anything else here.
    let counted = app.limits.complaint(&caller.person.id);
    counted.map_err(|seconds| ApiError::too_many(seconds, "reports"))?;
    if asked.n.is_some() || asked.table.is_some() {
        check_place(&app, &asked, &about.id).await?;
    }
    let report = society::NewReport {
        person: caller.person.id,
        about: about.id,
        kind: asked.kind,
        words,
        table: asked.table,
        n: asked.n,
        made: now(),
    };
    app.store.report(report).await?;
    Ok(StatusCode::CREATED)
}

/// Whether there is such a table, and the line is one of the person.
async fn check_place(app: &App, asked: &NewReport, about: &str) -> ApiResult<()> {
    let id = asked.table.as_deref().unwrap_or_default();
    let stored = if secret::is_id(id) { app.store.load(id).await? } else { None };
    let Some(stored) = stored else { return Err(ApiError::not_found("table")) };
    let Some(n) = asked.n else { return Ok(()) };
    let said = stored.entries.iter().find(|logged| logged.n == n).map(|logged| &logged.entry);
    match said {
        Some(Entry::Said { who, .. }) if who.id == about => Ok(()),
        _ => Err(ApiError(room::field("n", "Expected a line that this person has said."))),
    }
}
