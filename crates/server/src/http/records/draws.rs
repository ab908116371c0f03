//! Every draw of a finished game with what could have been drawn then, so that a page can check
//! them without knowing a rule (docs/fair-draws.md).

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;
use games::Record;
use protocol::{DrawSheet, Problem};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::super::desk::Desk;
use super::super::{ApiError, ApiResult};
use crate::serve::App;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(draws))
}

/// The draws of a finished game, each with what could have been drawn.
#[utoipa::path(
    get, path = "/api/tables/{id}/draws", tag = "records", params(("id" = String, Path)),
    responses((status = 200, body = DrawSheet), (status = 404, body = Problem),
        (status = 409, body = Problem))
)]
async fn draws(desk: Desk, Path(id): Path<String>) -> ApiResult<Response> {
    let (text, over) = super::so_far(&desk, &id).await?;
    if !over {
        let detail = "The draws are told when the game is over.";
        return Err(ApiError::new(StatusCode::CONFLICT, "not-over", detail));
    }
    desk.record(move || Ok(room::draw_sheet(&Record::parse(&text).map_err(Problem::from)?)?)).await
}
