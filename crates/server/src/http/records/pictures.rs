//! A table as a picture to share, and a finished game as an animation.

use axum::extract::{Path, Query};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use protocol::Problem;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use ::art::{BoardOptions, Catalogue, Colours, Style, board, extent};
use room::Room;
use sha2::{Digest, Sha256};

use super::{ApiError, ApiResult, bug, read, so_far};
use crate::http::art::StyleQuery;
use crate::http::desk::Desk;
use crate::serve::App;

const SVG: &str = "image/svg+xml";
const PNG: &str = "image/png";

/// The longer side of a picture, pixels.
const SIDE: f64 = 1600.0;
/// The largest tile, pixels.
const TILE_MAX: f64 = 120.0;
/// A tile in the units of the drawing.
const TILE: f64 = 200.0;

/// The longer side of an animation, pixels: half a megabyte or less, made in a few seconds.
const FILM_SIDE: u32 = 600;

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(svg))
        .routes(routes!(png))
        .routes(routes!(gif))
        .routes(routes!(super::poster::card))
}

/// A table as it is now, to be drawn.
pub(super) struct ShownTable {
    pub(super) rules: std::sync::Arc<games::AnyRules>,
    pub(super) game: games::AnyGame,
    pub(super) over: bool,
    pub(super) style: Style,
    /// The same name, the same picture: the table, its newest entry and the style.
    pub(super) name: String,
}

impl ShownTable {
    async fn of(desk: &Desk, id: &str, query: &StyleQuery) -> ApiResult<ShownTable> {
        ShownTable::of_room(&desk.app.hub.seen(id, desk.origin).await?.room, id, query)
    }

    pub(super) fn of_room(room: &Room, id: &str, query: &StyleQuery) -> ApiResult<ShownTable> {
        let Some((rules, game)) = room.game().map(|(rules, game)| (rules.clone(), game.clone()))
        else {
            let detail = "There is nothing to see yet: the game has not begun.";
            return Err(ApiError::new(StatusCode::CONFLICT, "not-begun", detail));
        };
        let mut colours = Colours::default();
        for (own, colour) in colours.0.iter_mut().zip(room.colours()) {
            *own = colour;
        }
        let (over, style) = (room.is_over(), Style { colours, ..query.style() });
        let name = format!("{id} {} {style:?}", room.newest());
        Ok(ShownTable { rules, game, over, style, name })
    }

    fn draw(&self, catalogue: &Catalogue) -> String {
        let size = extent(&self.rules, &self.game, false);
        let tile = (SIDE * TILE / size.width.max(size.height)).min(TILE_MAX);
        let options = BoardOptions {
            style: self.style,
            coordinates: false,
            last: !self.over,
            tile_pixels: Some(tile),
        };
        board(catalogue, &self.rules, &self.game, &options)
    }
}

/// A game that is over does not change any more.
pub(super) fn for_a_day(mut response: Response) -> Response {
    let day = HeaderValue::from_static("public, max-age=86400");
    response.headers_mut().insert(header::CACHE_CONTROL, day);
    response
}

async fn picture(desk: &Desk, scene: ShownTable, kind: &'static str) -> ApiResult<Response> {
    let (work, catalogue, over) = (&desk.app.work, desk.app.catalogue.clone(), scene.over);
    let name = format!("{} {kind}", scene.name);
    let make = move || {
        let svg = scene.draw(&catalogue);
        if kind == SVG { Ok(svg.into_bytes()) } else { film::png(&svg).map_err(|_| bug()) }
    };
    let told = desk.kept(kind, &name, (&work.kept_pictures, &work.pictures), make).await?;
    Ok(if over { for_a_day(told) } else { told })
}

/// The table as SVG.
#[utoipa::path(
    get, path = "/api/tables/{id}/picture.svg", tag = "records",
    params(("id" = String, Path), ("look" = Option<String>, Query, description = "map or plain"),
           ("night" = Option<u8>, Query, description = "0 or 1")),
    responses((status = 200, content_type = "image/svg+xml", body = String), (status = 404, body = Problem))
)]
async fn svg(
    desk: Desk,
    Path(id): Path<String>,
    Query(query): Query<StyleQuery>,
) -> ApiResult<Response> {
    let scene = ShownTable::of(&desk, &id, &query).await?;
    picture(&desk, scene, SVG).await
}

/// The table as PNG.
#[utoipa::path(
    get, path = "/api/tables/{id}/picture.png", tag = "records",
    params(("id" = String, Path), ("look" = Option<String>, Query, description = "map or plain"),
           ("night" = Option<u8>, Query, description = "0 or 1")),
    responses((status = 200, content_type = "image/png", body = Vec<u8>), (status = 404, body = Problem))
)]
async fn png(
    desk: Desk,
    Path(id): Path<String>,
    Query(query): Query<StyleQuery>,
) -> ApiResult<Response> {
    let scene = ShownTable::of(&desk, &id, &query).await?;
    picture(&desk, scene, PNG).await
}

/// A finished game as an animated GIF.
#[utoipa::path(
    get, path = "/api/tables/{id}/picture.gif", tag = "records",
    params(("id" = String, Path), ("look" = Option<String>, Query, description = "map or plain"),
           ("night" = Option<u8>, Query, description = "0 or 1")),
    responses((status = 200, content_type = "image/gif", body = Vec<u8>), (status = 404, body = Problem),
              (status = 409, body = Problem), (status = 429, body = Problem))
)]
async fn gif(
    desk: Desk,
    Path(id): Path<String>,
    Query(query): Query<StyleQuery>,
) -> ApiResult<Response> {
    let (text, true) = so_far(&desk, &id).await? else {
        let detail = "The animation is made when the game is over.";
        return Err(ApiError::new(StatusCode::CONFLICT, "not-over", detail));
    };
    let style = query.style();
    // By what it shows: a record that changes (somebody was forgotten) has another film.
    let name = format!("{:?} {style:?}", Sha256::digest(text.as_bytes()));
    let shelf = (&desk.app.work.kept_films, &desk.app.work.films);
    let told = desk.kept("image/gif", &name, shelf, move || filmed(&text, style)).await?;
    Ok(for_a_day(told))
}

fn filmed(text: &str, style: Style) -> ApiResult<Vec<u8>> {
    let options = film::Options {
        size: FILM_SIDE,
        look: style.look,
        night: style.night,
        ..film::Options::default()
    };
    let film = film::Film::new(&read(text)?, options).map_err(|fault| match fault {
        film::Fault::Still => {
            let detail = "Nothing was played in this game: there is nothing to animate.";
            ApiError::new(StatusCode::CONFLICT, "not-begun", detail)
        }
        _ => bug(),
    })?;
    let mut bytes = Vec::new();
    film.gif(&mut bytes, |_| {}).map_err(|_| bug())?;
    Ok(bytes)
}
