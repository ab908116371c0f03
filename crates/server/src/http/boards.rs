//! The boards: who is best on a ladder, and who gained most in this quarter of the year.

use axum::Json;
use axum::extract::{Path, State};
use protocol::{Board, BoardGain, BoardLevel, BoardRow, Level, LevelNumber, Problem};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::ApiResult;
use super::inbox::calendar;
use super::profiles::ladder;
use crate::points::shown;
use crate::serve::{App, now};
use store::results::Ranked;

const DAY: u64 = 86_400_000;
/// How many a board shows, and how many are looked at for it.
const MOST: usize = 100;
const LOOKED_AT: u32 = 200;
/// What a person needs to be on a board: games, and one of them lately (ms).
const GAMES: u32 = 30;
const LATELY: u64 = 30 * DAY;
/// How certain a rating on a board is at least, in hundredths.
const DEVIATION: i32 = 7_500;
/// How many are shown who gained.
const GAINERS: u32 = 20;

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(board))
}

/// The best of a ladder: people with enough games whose rating is certain, by what they are worth
/// at least; programs by themselves; the computer's levels; and who gained most in this quarter.
#[utoipa::path(
    get, path = "/api/boards/{ladder}", tag = "ratings", params(("ladder" = String, Path)),
    responses((status = 200, body = Board), (status = 404, body = Problem))
)]
async fn board(State(app): State<App>, Path(of): Path<String>) -> ApiResult<Json<Board>> {
    let (ladder, now) = (ladder(&of)?, now());
    let found = app.store.board(ladder, GAMES, now.saturating_sub(LATELY), LOOKED_AT).await?;
    let certain = |ranked: &Ranked| ranked.career.now(now).deviation <= DEVIATION;
    let row = |ranked: Ranked| BoardRow {
        rating: shown(ranked.career.now(now)),
        games: ranked.career.games,
        won: ranked.career.won,
        name: ranked.name,
    };
    let (programs, people): (Vec<Ranked>, Vec<Ranked>) =
        found.into_iter().filter(certain).partition(|ranked| ranked.program);
    let rows = |ranked: Vec<Ranked>| ranked.into_iter().take(MOST).map(row).collect();
    let level = |number: &LevelNumber| {
        let rating = rating::level(number.get())?;
        let (level, name) = (Level::Person(*number), number.name().to_owned());
        Some(BoardLevel { level, name, rating: shown(rating) })
    };
    let gain = |(ranked, gain): (Ranked, i32)| BoardGain {
        rating: shown(ranked.career.now(now)),
        name: ranked.name,
        gain: (gain + 50).div_euclid(100),
    };
    let gainers = app.store.gains(ladder, quarter(now), GAMES, GAINERS).await?;
    Ok(Json(Board {
        ladder,
        people: rows(people),
        computers: LevelNumber::ALL.iter().rev().filter_map(level).collect(),
        programs: rows(programs),
        quarter: gainers.into_iter().map(gain).collect(),
    }))
}

/// When the quarter of the year began, ms since 1970.
fn quarter(now: u64) -> u64 {
    let mut day = now / DAY;
    loop {
        let (_, month, of_month) = calendar::date(day);
        if month % 3 == 1 && of_month == 1 {
            return day * DAY;
        }
        day -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarters_begin_with_january_april_july_and_october() {
        let begun = |day: u64| {
            let (year, month, of_month) = calendar::date(quarter(day * DAY + 5) / DAY);
            format!("{year}-{month}-{of_month}")
        };
        assert_eq!(begun(0), "1970-1-1");
        assert_eq!(begun(58), "1970-1-1");
        assert_eq!(begun(90), "1970-4-1");
        assert_eq!(begun(11_016), "2000-1-1", "a leap day");
    }
}
