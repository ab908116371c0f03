//! Lessons: texts of content/lessons, which are part of the binary, read once.

use std::sync::LazyLock;

use axum::Json;
use axum::extract::Path;
use protocol::{Lesson, LessonRow, Problem};
use rust_embed::RustEmbed;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{ApiError, ApiResult};
use crate::serve::App;

#[derive(RustEmbed)]
#[folder = "../../content/lessons/"]
struct Files;

/// All lessons in their order.
static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
    let files = Files::iter().filter(|file| file.ends_with(".lesson"));
    let mut lessons: Vec<Lesson> = files.filter_map(|file| read(file.as_ref())).collect();
    lessons.sort_by_key(|lesson| lesson.row.order);
    lessons
});

/// A lesson that cannot be read is left out: the others can still be played.
fn read(file: &str) -> Option<Lesson> {
    let data = Files::get(file)?.data;
    match Lesson::parse(&String::from_utf8_lossy(&data)) {
        Ok(lesson) => Some(lesson),
        Err(error) => {
            tracing::error!(file, %error, "a lesson cannot be read");
            None
        }
    }
}

/// All lessons, in the order in which they are best taken.
pub fn all() -> &'static [Lesson] {
    &LESSONS
}

/// Their lines in the list.
pub fn rows() -> Vec<LessonRow> {
    LESSONS.iter().map(|lesson| lesson.row.clone()).collect()
}

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(lesson))
}

/// All lessons, in the order in which they are best taken.
#[utoipa::path(
    get, path = "/api/lessons", tag = "lessons",
    responses((status = 200, body = Vec<LessonRow>))
)]
async fn list() -> Json<Vec<LessonRow>> {
    Json(rows())
}

/// A lesson with its record and its steps. Play it with `POST /api/moment`: the record cut after
/// the words before a step, then the words to try.
#[utoipa::path(
    get, path = "/api/lessons/{name}", tag = "lessons", params(("name" = String, Path)),
    responses((status = 200, body = Lesson), (status = 404, body = Problem))
)]
async fn lesson(Path(name): Path<String>) -> ApiResult<Json<Lesson>> {
    let found = LESSONS.iter().find(|lesson| lesson.row.name == name);
    let lesson = found.ok_or_else(|| ApiError::not_found("lesson"))?;
    Ok(Json(lesson.clone()))
}
