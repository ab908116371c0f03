//! A table as a picture to share, and a finished game as an animation.

use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use protocol::Problem;
use tokio::sync::Semaphore;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use ::art::{BoardOptions, board, extent};

use super::{ApiError, ApiResult, bug, read, work};
use crate::http::art::StyleQuery;
use crate::serve::App;

/// The longer side of a picture, pixels.
const SIDE: f64 = 1600.0;
/// The largest tile, pixels.
const TILE_MAX: f64 = 120.0;
/// A tile in the units of the drawing.
const TILE: f64 = 200.0;

/// The longer side of an animation, pixels: half a megabyte or less, made in a few seconds.
const FILM_SIDE: u32 = 600;
/// How many animations may wait, and that one at a time is made: they take much longer than other
/// work on records, which must not stand behind them.
const FILMS_WAITING_MAX: usize = 6;
static FILMS_WAITING: Semaphore = Semaphore::const_new(FILMS_WAITING_MAX);
static FILMING: Semaphore = Semaphore::const_new(1);

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(svg)).routes(routes!(png)).routes(routes!(gif))
}

/// A table as it is now, drawn.
struct Picture {
    svg: String,
    over: bool,
}

async fn draw(app: &App, id: &str, query: &StyleQuery) -> ApiResult<Picture> {
    let room = app.hub.seen(id).await?.room;
    let (game, over) = (room.game(), room.is_over());
    let Some((rules, game)) = game.map(|(rules, game)| (rules.clone(), game.clone())) else {
        let detail = "There is nothing to see yet: the game has not begun.";
        return Err(ApiError::new(StatusCode::CONFLICT, "not-begun", detail));
    };
    let (style, catalogue) = (query.style(), app.catalogue.clone());
    let svg = work(move || {
        let size = extent(&game, false);
        let tile = (SIDE * TILE / size.width.max(size.height)).min(TILE_MAX);
        let tile_pixels = Some(tile);
        let options = BoardOptions { style, coordinates: false, last: !over, tile_pixels };
        Ok(board(&catalogue, &rules, &game, &options))
    });
    Ok(Picture { svg: svg.await?, over })
}

/// A picture that has been drawn. A game that is over does not change any more.
fn answer(kind: &'static str, bytes: Vec<u8>, over: bool) -> Response {
    let mut response = ([(header::CONTENT_TYPE, kind)], bytes).into_response();
    if over {
        let day = HeaderValue::from_static("public, max-age=86400");
        response.headers_mut().insert(header::CACHE_CONTROL, day);
    }
    response
}

/// The table as SVG.
#[utoipa::path(
    get, path = "/api/tables/{id}/picture.svg", tag = "records",
    params(("id" = String, Path), ("look" = Option<String>, Query, description = "map or plain"),
           ("night" = Option<u8>, Query, description = "0 or 1")),
    responses((status = 200, content_type = "image/svg+xml", body = String), (status = 404, body = Problem))
)]
async fn svg(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<StyleQuery>,
) -> ApiResult<Response> {
    let picture = draw(&app, &id, &query).await?;
    Ok(answer("image/svg+xml", picture.svg.into_bytes(), picture.over))
}

/// The table as PNG.
#[utoipa::path(
    get, path = "/api/tables/{id}/picture.png", tag = "records",
    params(("id" = String, Path), ("look" = Option<String>, Query, description = "map or plain"),
           ("night" = Option<u8>, Query, description = "0 or 1")),
    responses((status = 200, content_type = "image/png", body = Vec<u8>), (status = 404, body = Problem))
)]
async fn png(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<StyleQuery>,
) -> ApiResult<Response> {
    let picture = draw(&app, &id, &query).await?;
    let over = picture.over;
    let bytes = work(move || film::png(&picture.svg).map_err(|_| bug())).await?;
    Ok(answer("image/png", bytes, over))
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
    State(app): State<App>,
    Path(id): Path<String>,
    Query(query): Query<StyleQuery>,
) -> ApiResult<Response> {
    let room = app.hub.seen(&id).await?.room;
    if !room.is_over() {
        let detail = "The animation is made when the game is over.";
        return Err(ApiError::new(StatusCode::CONFLICT, "not-over", detail));
    }
    let text = room.record();
    let Ok(_waiting) = FILMS_WAITING.try_acquire() else {
        return Err(ApiError::too_many(10, "animations at once, from everybody"));
    };
    let _filming = FILMING.acquire().await.map_err(|_| bug())?;
    let style = query.style();
    let whole = move || {
        let options = film::Options {
            size: FILM_SIDE,
            look: style.look,
            night: style.night,
            ..film::Options::default()
        };
        let film = film::Film::new(&read(&text)?, options).map_err(|fault| match fault {
            film::Fault::Still => {
                let detail = "Nothing was played in this game: there is nothing to animate.";
                ApiError::new(StatusCode::CONFLICT, "not-begun", detail)
            }
            _ => bug(),
        })?;
        let mut bytes = Vec::new();
        film.gif(&mut bytes, |_| {}).map_err(|_| bug())?;
        Ok(bytes)
    };
    Ok(answer("image/gif", work(whole).await?, true))
}
