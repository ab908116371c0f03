//! The pools of quick pairing. Seeking goes over a person's own socket (`me.rs`).

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use protocol::{PoolList, Problem};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::ApiResult;
use super::session::Caller;
use crate::serve::App;

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(pools)).routes(routes!(unseek))
}

/// What can be sought, how many seek it, and how long it takes.
#[utoipa::path(get, path = "/api/pools", tag = "tables", responses((status = 200, body = PoolList)))]
async fn pools(State(app): State<App>) -> Json<PoolList> {
    Json(app.hub.pools().list())
}

/// I seek no game by days any more.
#[utoipa::path(
    delete, path = "/api/me/seek", tag = "people",
    responses((status = 204), (status = 401, body = Problem))
)]
async fn unseek(State(app): State<App>, caller: Caller) -> ApiResult<StatusCode> {
    app.hub.drop_lasting(&caller.person.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
