//! What the engine thinks of any position: for study boards and programs.

use std::time::Duration;

use axum::Json;
use axum::extract::DefaultBodyLimit;
use protocol::{Evaluate, Evaluation, Problem};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::Body;
use super::desk::Desk;
use super::records::{RECORD_MAX, read};
use super::{ApiError, ApiResult};
use crate::serve::App;
use crate::think::{Behalf, Class, Time, insight};
use crate::work::{Busy, Work};

/// How long a position is thought about at most.
const MOST: Duration = Duration::from_secs(3);
/// How long somebody waits for a turn and the answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(evaluate)).layer(DefaultBodyLimit::max(RECORD_MAX))
}

/// The best moves in a position with the points that they promise, and what is likely to follow.
/// Where chance draws next: the points that are expected before the draw. Whoever hangs up is not
/// thought for any more.
#[utoipa::path(
    post, path = "/api/evaluate", tag = "records", request_body = Evaluate,
    responses((status = 200, body = Evaluation), (status = 400, body = Problem),
        (status = 422, body = Problem), (status = 503, body = Problem))
)]
async fn evaluate(desk: Desk, Body(asked): Body<Evaluate>) -> ApiResult<Json<Evaluation>> {
    let wanted = asked.asked()?;
    let course = move || {
        read(&asked.at.record)?;
        Ok(asked.at.course()?)
    };
    let course = Work::run(&desk.app.work.records, desk.origin, course).await?;
    let account = desk.origin.to_string().into();
    let behalf = Behalf { class: Class::Study, account, table: "study".into() };
    let time = Time { most: Some(MOST), due: None };
    let think = move |pace: &crate::think::Pace| {
        insight::evaluate(course.rules(), course.game(), wanted, pace)
    };
    let found = desk.app.hub.thinkers().run(behalf, time, PATIENCE, think).await?;
    // Nobody is left to be told; or the server stops.
    found.map(Json).ok_or_else(|| ApiError::from(Busy::All))
}
