//! The drawings: the same for everybody and for ever, so browsers may keep them.
//!
//! They are drawn and compressed in a lane of their own, and kept as long as there is room.

use std::fmt::Debug;

use axum::Router;
use axum::extract::{Path, Query};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use ::art::city::Around;
use ::art::{Catalogue, Detail, Look, Style};
use table::{Cell, Rot};

use super::desk::Desk;
use super::{ApiError, ApiResult, walls};
use crate::serve::App;

/// The routes.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/art/tile/{set}/{name}/{r}/{x}/{y}", get(tile))
        .route("/art/shapes/{set}", get(shapes))
        .route("/art/figure/{piece}/{seat}", get(figure))
        .route("/art/emblem/{seat}", get(emblem))
        .route("/art/token/{name}", get(token))
        .route("/art/card/{name}", get(card))
        .route("/art/keep.svg", get(keep))
        .route("/art/walls.svg", get(wall_layer))
        .route("/art/logo.svg", get(logo))
}

/// How to draw, as a query says it.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct StyleQuery {
    look: Option<String>,
    night: Option<u8>,
    detail: Option<u8>,
    lying: Option<u8>,
}

impl StyleQuery {
    /// The usual look, by day or night.
    pub fn lit(night: Option<u8>) -> StyleQuery {
        StyleQuery { night, ..StyleQuery::default() }
    }

    /// The style; what is unknown is drawn as usual.
    pub fn style(&self) -> Style {
        let look = if self.look.as_deref() == Some("plain") { Look::Plain } else { Look::Map };
        let detail = match self.detail {
            Some(1) => Detail::Middle,
            Some(2) => Detail::Small,
            _ => Detail::Full,
        };
        Style { look, night: self.night == Some(1), detail, ..Style::default() }
    }
}

const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// Draws what the name says, or finds it; `None` of the drawing is a 404.
async fn told(
    desk: Desk,
    kind: &'static str,
    name: &(impl Debug + Sync),
    draw: impl FnOnce(&App) -> Option<String> + Send + 'static,
) -> ApiResult<Response> {
    let (work, app) = (desk.app.work.clone(), desk.app.clone());
    let make = move || draw(&app).map(String::into_bytes).ok_or_else(nothing);
    let shelf = (&work.kept_art, &work.art);
    let answer = desk.kept(kind, &format!("{name:?}"), shelf, make).await?;
    Ok(([(header::CACHE_CONTROL, FOR_EVER)], answer).into_response())
}

async fn svg(
    desk: Desk,
    name: impl Debug + Sync,
    draw: impl FnOnce(&App) -> Option<String> + Send + 'static,
) -> ApiResult<Response> {
    told(desk, "image/svg+xml", &name, draw).await
}

fn nothing() -> ApiError {
    ApiError::not_found("drawing")
}

/// A number with `.svg` behind it.
fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.strip_suffix(".svg").unwrap_or(text).parse().ok()
}

/// Far more than a board ever stretches; keeps numbers small.
pub(super) const FAR: i16 = 300;

/// Longer than any name of a tile: what is longer is not even looked for.
const ID_MAX: usize = 100;

/// What lies around a tile of The City: a letter for each half of its sides, `-` where nothing is
/// known.
#[derive(Clone, Debug, Deserialize)]
struct AroundQuery {
    around: Option<String>,
}

async fn tile(
    desk: Desk,
    Path((set, name, r, x, y)): Path<(String, String, u8, i16, String)>,
    Query(query): Query<StyleQuery>,
    Query(AroundQuery { around }): Query<AroundQuery>,
) -> ApiResult<Response> {
    let (Some(rot), Some(y)) = (rot(r), number::<i16>(&y)) else { return Err(nothing()) };
    let known = match &around {
        Some(letters) => Around::from_letters(letters),
        None => Some(Around::default()),
    };
    let Some(known) = known else {
        let detail = "Expected eight letters: h, f, g, l for homes, fish, grain, livestock, or -.";
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "query", detail).at("around"));
    };
    if x.abs() > FAR || y.abs() > FAR {
        return Err(nothing());
    }
    let (id, style) = (format!("{set}/{name}"), query.style());
    if id.len() > ID_MAX {
        return Err(nothing());
    }
    let all = ("tile", id.clone(), r, x, y, around, style);
    let draw = move |app: &App| app.catalogue.tile_among(&id, rot, Cell { x, y }, &known, style);
    svg(desk, all, draw).await
}

fn rot(quarters: u8) -> Option<Rot> {
    Rot::ALL.get(usize::from(quarters)).copied()
}

async fn shapes(desk: Desk, Path(set): Path<String>) -> ApiResult<Response> {
    let Some(set) = set.strip_suffix(".json").map(str::to_owned) else { return Err(nothing()) };
    let name = ("shapes", set.clone());
    told(desk, "application/json", &name, move |app| shapes_of(&app.catalogue, &set)).await
}

/// The places of all tiles of a set in every rotation and what is drawn on them, as JSON; `None` if
/// there is no such set.
fn shapes_of(catalogue: &Catalogue, set: &str) -> Option<String> {
    let (mut all, mut marks, mut buildings) = (Map::new(), Map::new(), Map::new());
    for id in catalogue.ids().filter(|id| id.split('/').next() == Some(set)) {
        let turned = Rot::ALL.map(|rot| catalogue.shape(id, rot).map(|s| places(&s)));
        all.insert(id.to_string(), json!(turned));
        let own = catalogue.marks(id);
        if !own.is_empty() {
            marks.insert(id.to_string(), json!(own));
        }
        if !catalogue.landmarks(id, Rot::R0).is_empty() {
            let turned = Rot::ALL.map(|rot| rings(&catalogue.landmarks(id, rot)));
            buildings.insert(id.to_string(), json!(turned));
        }
    }
    let sheet = || json!({ "places": all, "marks": marks, "buildings": buildings });
    (!all.is_empty()).then(|| sheet().to_string())
}

/// The middle of each building, how wide a ring goes round it, and what it is worth to a guard.
fn rings(buildings: &[::art::city::Landmark]) -> Value {
    let ring = |one: &::art::city::Landmark| {
        json!({ "x": one.x + one.width / 2.0, "y": one.y + one.height / 2.0,
                "across": one.width.max(one.height) + 8.0, "points": one.worth })
    };
    buildings.iter().map(ring).collect()
}

fn places(shape: &::art::Shape) -> Value {
    let place = |p: &::art::DrawnSpot| {
        let mut place = json!({ "name": p.name, "x": p.x, "y": p.y, "lying": p.lying,
                                "scale": p.scale, "area": p.area });
        if p.named {
            place["named"] = json!(true);
        }
        if let Some(letter) = p.ground {
            place["ground"] = json!(letter);
        }
        place
    };
    shape.places.iter().map(place).collect()
}

async fn figure(
    desk: Desk,
    Path((piece, seat)): Path<(String, String)>,
    Query(query): Query<StyleQuery>,
) -> ApiResult<Response> {
    let seat = seat_number(&seat)?;
    let (lying, style) = (query.lying == Some(1), query.style());
    let name = ("figure", piece.clone(), seat, lying, style);
    svg(desk, name, move |_| ::art::figure(&piece, seat, lying, style)).await
}

fn seat_number(text: &str) -> ApiResult<usize> {
    number::<usize>(text).filter(|seat| *seat < games::SEATS_MAX).ok_or_else(nothing)
}

async fn emblem(
    desk: Desk,
    Path(seat): Path<String>,
    Query(query): Query<StyleQuery>,
) -> ApiResult<Response> {
    let (seat, style) = (seat_number(&seat)?, query.style());
    svg(desk, ("emblem", seat, style), move |_| Some(::art::emblem(seat, style))).await
}

/// A name without its `.svg`.
fn plain_name(name: &str) -> ApiResult<String> {
    name.strip_suffix(".svg").map(str::to_owned).ok_or_else(nothing)
}

async fn token(
    desk: Desk,
    Path(name): Path<String>,
    Query(query): Query<StyleQuery>,
) -> ApiResult<Response> {
    let (name, style) = (plain_name(&name)?, query.style());
    svg(desk, ("token", name.clone(), style), move |_| ::art::token(&name, style)).await
}

async fn card(
    desk: Desk,
    Path(name): Path<String>,
    Query(query): Query<StyleQuery>,
) -> ApiResult<Response> {
    let (name, style) = (plain_name(&name)?, query.style());
    svg(desk, ("card", name.clone(), style), move |_| ::art::card(&name, style)).await
}

async fn keep(desk: Desk, Query(query): Query<StyleQuery>) -> ApiResult<Response> {
    let style = query.style();
    svg(desk, ("keep", style), move |_| Some(::art::keep(style))).await
}

async fn logo(desk: Desk) -> ApiResult<Response> {
    svg(desk, "logo", |_| Some(::art::logo())).await
}

/// A wall as the client describes it.
#[derive(Clone, Debug, Deserialize)]
struct WallQuery {
    w: String,
}

async fn wall_layer(
    desk: Desk,
    Query(wall): Query<WallQuery>,
    Query(query): Query<StyleQuery>,
) -> ApiResult<Response> {
    let (pieces, style) = (walls::read(&wall.w).ok_or_else(nothing)?, query.style());
    let draw = move |_: &App| Some(::art::city::wall(&pieces, style).svg);
    svg(desk, ("walls", wall.w, style), draw).await
}
