//! A table as a card to share: board, names and points, in two languages.

use std::cmp::Reverse;

use axum::extract::{Path, Query};
use axum::http::HeaderMap;
use axum::response::Response;
use film::{Poster, PosterSeat};
use protocol::{Problem, Status, TableInfo};
use serde::Deserialize;

use ::art::{BoardOptions, Catalogue, Detail, Style, board};

use super::pictures::{ShownTable, for_a_day};
use super::{ApiResult, bug};
use crate::http::art::StyleQuery;
use crate::http::desk::Desk;
use crate::http::language::Language;
use crate::http::seated;

#[derive(Deserialize)]
pub(super) struct Asked {
    lang: Option<String>,
    night: Option<u8>,
}

/// The table as a card to share, 1200 × 630: the board in a frame, names and points.
#[utoipa::path(
    get, path = "/api/tables/{id}/card.png", tag = "records",
    params(("id" = String, Path), ("lang" = Option<String>, Query, description = "en or fr"),
           ("night" = Option<u8>, Query, description = "0 or 1")),
    responses((status = 200, content_type = "image/png", body = Vec<u8>), (status = 404, body = Problem),
              (status = 409, body = Problem))
)]
pub(super) async fn card(
    desk: Desk,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
) -> ApiResult<Response> {
    let language = asked.lang.as_deref().and_then(Language::named);
    let language = language.unwrap_or_else(|| Language::of(&headers));
    let seen = desk.app.hub.seen(&id, desk.origin).await?;
    let query = StyleQuery::lit(asked.night);
    let scene = ShownTable::of_room(&seen.room, &id, &query)?;
    let info = seen.info();
    let points = seen.row().points;
    let (work, catalogue, over) = (&desk.app.work, desk.app.catalogue.clone(), scene.over);
    let seats = seats(&info, &points, language);
    // People may change their names without a new entry of the log.
    let name = format!("card {} {} {seats:?}", scene.name, language.name());
    let make = move || {
        let title = title(&info, &seats);
        let mut seats = seats;
        if over {
            seats.sort_by_key(|seat| Reverse((seat.won, seat.points)));
        }
        let poster = Poster {
            title,
            about: about(&scene, language),
            seats,
            board: drawn(&scene, &catalogue),
        };
        let style = Style { detail: Detail::Middle, ..scene.style };
        film::png(&poster.draw(style)).map_err(|_| bug())
    };
    let told = desk.kept("image/png", &name, (&work.kept_pictures, &work.pictures), make).await?;
    Ok(if over { for_a_day(told) } else { told })
}

/// The board without a size of its own: the frame says how large it is.
fn drawn(scene: &ShownTable, catalogue: &Catalogue) -> String {
    let options = BoardOptions {
        style: Style { detail: Detail::Middle, ..scene.style },
        coordinates: false,
        last: false,
        tile_pixels: None,
    };
    board(catalogue, &scene.rules, &scene.game, &options)
}

fn seats(info: &TableInfo, points: &[u16], language: Language) -> Vec<PosterSeat> {
    let won: &[u8] = match &info.status {
        Status::Over { ranks, .. } => ranks.first().map_or(&[], Vec::as_slice),
        _ => &[],
    };
    let names = seated::names(info, language);
    let seat = |(at, (seat, name)): (usize, (&protocol::SeatInfo, String))| PosterSeat {
        name,
        points: points.get(at).copied().unwrap_or(0),
        colour: usize::from(seat.colour),
        won: won.iter().any(|seat| usize::from(*seat) == at),
    };
    info.seats.iter().zip(names).enumerate().map(seat).collect()
}

/// The chosen name of the table, or those who play.
pub(super) fn title(info: &TableInfo, seats: &[PosterSeat]) -> String {
    if !info.config.name.is_empty() {
        return info.config.name.clone();
    }
    seats.iter().map(|seat| seat.name.as_str()).collect::<Vec<_>>().join(" · ")
}

fn about(scene: &ShownTable, language: Language) -> String {
    let tiles = scene.game.board().laid().len();
    match (language, scene.over) {
        (Language::English, true) => format!("Final result · {tiles} tiles"),
        (Language::English, false) => format!("Being played · {tiles} tiles"),
        (Language::French, true) => format!("Résultat final · {tiles} tuiles"),
        (Language::French, false) => format!("Partie en cours · {tiles} tuiles"),
    }
}
