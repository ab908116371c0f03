//! What the engine thinks of a finished game: asked for, watched, given up, read.

use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::{ANALYSIS_VERSION, AnalysisState, Problem};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::session::Caller;
use super::{Address, ApiResult};
use crate::analyses;
use crate::serve::App;

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(ask, look, leave))
}

/// The analysis of a table's game as it is kept, in the words of its state.
async fn kept(app: &App, table: &str) -> ApiResult<Option<Response>> {
    let found = app.store.analysis(table).await?;
    Ok(found.filter(|(version, _)| *version == ANALYSIS_VERSION).map(|(_, text)| {
        let body = format!("{{\"state\":\"done\",\"analysis\":{text}}}");
        ([(header::CONTENT_TYPE, "application/json")], body).into_response()
    }))
}

/// Asks that a finished game be looked through; answers how far that is, or the whole if it was
/// done before. It is made little by little and kept with the game; watch it with `GET`.
#[utoipa::path(
    post, path = "/api/tables/{id}/analysis", tag = "records", params(("id" = String, Path)),
    responses((status = 200, body = AnalysisState), (status = 202, body = AnalysisState),
        (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 429, body = Problem))
)]
async fn ask(
    State(app): State<App>,
    Extension(Address(address)): Extension<Address>,
    caller: Caller,
    Path(id): Path<String>,
) -> ApiResult<Response> {
    if let Some(kept) = kept(&app, &id).await? {
        return Ok(kept);
    }
    let state = analyses::ask(&app, &id, &caller.who().id, address.into()).await?;
    Ok((StatusCode::ACCEPTED, Json(state)).into_response())
}

/// How far the analysis of a game is, and the whole once it is done.
#[utoipa::path(
    get, path = "/api/tables/{id}/analysis", tag = "records", params(("id" = String, Path)),
    responses((status = 200, body = AnalysisState), (status = 404, body = Problem))
)]
async fn look(
    State(app): State<App>,
    Extension(Address(address)): Extension<Address>,
    Path(id): Path<String>,
) -> ApiResult<Response> {
    // What ends is kept before it stops being under way: asked the other way round, it may be
    // neither.
    if let Some(state) = app.analyses.state(&id) {
        return Ok(Json(state).into_response());
    }
    if let Some(kept) = kept(&app, &id).await? {
        return Ok(kept);
    }
    // There must be such a table.
    app.hub.seen(&id, address.into()).await?;
    Ok(Json(AnalysisState::None).into_response())
}

/// I do not want the analysis any more: if nobody else does, it is given up. What is done stays.
#[utoipa::path(
    delete, path = "/api/tables/{id}/analysis", tag = "records", params(("id" = String, Path)),
    responses((status = 204), (status = 401, body = Problem))
)]
async fn leave(State(app): State<App>, caller: Caller, Path(id): Path<String>) -> StatusCode {
    app.analyses.leave(&id, &caller.who().id);
    StatusCode::NO_CONTENT
}
