//! The public list of commitments: everybody may read what was shown and what became of it.

use axum::Json;
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::{FairLine, FairList, Problem};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::{ApiError, ApiResult};
use crate::serve::App;
use store::Listed;

/// How many lines one page has, at most and if nothing is said.
const PAGE_MAX: u32 = 1000;
const PAGE: u32 = 100;
/// A full page does not change any more; the last one grows.
const FULL: &str = "public, max-age=3600";
const LAST: &str = "public, max-age=1";

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list))
}

#[derive(Deserialize)]
struct Page {
    after: Option<u64>,
    limit: Option<u32>,
    commitment: Option<String>,
}

/// Every commitment that was shown, and its outcome: an append-only list whose lines are chained by
/// their hashes (docs/fair-draws.md). No name and no table is in it. With `commitment` only the
/// lines of that one.
#[utoipa::path(
    get, path = "/api/fair/log", tag = "records",
    params(("after" = Option<u64>, Query, description = "the number of a line; 0 if left out"),
           ("limit" = Option<u32>, Query, description = "1 to 1000; 100 if left out"),
           ("commitment" = Option<String>, Query, description = "64 hexadecimal digits")),
    responses((status = 200, body = FairList), (status = 400, body = Problem))
)]
async fn list(State(app): State<App>, Query(page): Query<Page>) -> ApiResult<Response> {
    if let Some(text) = page.commitment {
        let Some(commitment) = fair::Commitment::parse(&text) else {
            return Err(unfit("commitment", "64 hexadecimal digits"));
        };
        let lines = app.store.fair_lines(&commitment.to_string()).await?;
        return Ok(answer(LAST, lines, None));
    }
    let limit = page.limit.unwrap_or(PAGE);
    if !(1..=PAGE_MAX).contains(&limit) {
        return Err(unfit("limit", &format!("a number from 1 to {PAGE_MAX}")));
    }
    let lines = app.store.fair_list(page.after.unwrap_or(0), limit).await?;
    let full = lines.len() == limit as usize;
    let more = lines.last().filter(|_| full).map(|(line, _)| line.n);
    Ok(answer(if full { FULL } else { LAST }, lines, more))
}

fn unfit(name: &str, expected: &str) -> ApiError {
    let detail = format!("`{name}` must be {expected}.");
    ApiError::new(StatusCode::BAD_REQUEST, "query", detail).at(name)
}

fn answer(cache: &'static str, lines: Vec<Listed>, more: Option<u64>) -> Response {
    let line = |(line, hash): Listed| FairLine {
        n: line.n,
        at: line.at,
        kind: line.kind.name().to_owned(),
        commitment: line.commitment,
        hash: fair::list::write_hash(&hash),
    };
    let list = FairList { lines: lines.into_iter().map(line).collect(), more };
    ([(header::CACHE_CONTROL, cache)], Json(list)).into_response()
}
