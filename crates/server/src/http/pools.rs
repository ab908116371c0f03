//! The pools of quick pairing. Seeking goes over a person's own socket (`me.rs`).

use axum::Json;
use axum::extract::State;
use protocol::PoolList;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::serve::App;

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(pools))
}

/// What can be sought, how many seek it, and how long it takes.
#[utoipa::path(get, path = "/api/pools", tag = "tables", responses((status = 200, body = PoolList)))]
async fn pools(State(app): State<App>) -> Json<PoolList> {
    Json(app.hub.pools().list())
}
