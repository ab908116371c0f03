//! Every draw of a finished game with what could have been drawn then, so that a page can check
//! them without knowing a rule (docs/fair-draws.md).

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;
use games::{Record, Turn};
use protocol::{Draw, DrawSheet, Problem};
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
    desk.record(move || Ok(sheet(&Record::parse(&text).map_err(Problem::from)?)?)).await
}

/// What was drawn, whether it could be laid nowhere, and out of what.
type Drawn = (String, bool, Vec<(String, u64)>);

fn sheet(record: &Record) -> Result<DrawSheet, Problem> {
    let before = record.tag(fair::tag::DRAWS_AFTER).and_then(|text| text.parse().ok());
    let mut drawn: Vec<Drawn> = Vec::new();
    let mut teller = record.begin()?;
    for index in 0..record.words().len() {
        let by_chance = teller.turn() == Turn::Chance && index >= before.unwrap_or(0);
        let odds = by_chance.then(|| fair::odds(teller.rules(), teller.game()));
        let said = record.play_word(index, &mut teller)?;
        if let Some(odds) = odds {
            let odds = odds.into_iter().map(|(word, _, count)| (word, count)).collect();
            let (word, unplaceable) = match said.text.strip_suffix(" x") {
                Some(word) => (word.to_string(), true),
                None => (said.text, false),
            };
            drawn.push((word, unplaceable, odds));
        }
    }
    let words = drawn.iter().flat_map(|(_, _, odds)| odds.iter().map(|(word, _)| word.clone()));
    let mut words: Vec<String> = words.collect();
    words.sort_unstable();
    words.dedup();
    let place = |word: &String| words.binary_search(word).map_or(0, |at| at as u32);
    let draw = |(word, unplaceable, odds): &Drawn| Draw {
        word: place(word),
        unplaceable: *unplaceable,
        odds: odds.iter().map(|(word, count)| (place(word), *count as u32)).collect(),
    };
    let draws = drawn.iter().map(draw).collect();
    Ok(DrawSheet { words, draws })
}
