//! The drawings: the same for everybody and for ever, so browsers may keep them.

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use ::art::city::Around;
use ::art::{Catalogue, Detail, Look, Style};
use table::{Cell, Rot};

use super::{ApiError, walls};
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
    /// The style; what is unknown is drawn as usual.
    pub fn style(&self) -> Style {
        let look = if self.look.as_deref() == Some("plain") { Look::Plain } else { Look::Map };
        let detail = match self.detail {
            Some(1) => Detail::Middle,
            Some(2) => Detail::Small,
            _ => Detail::Full,
        };
        Style { look, night: self.night == Some(1), detail }
    }
}

const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// An SVG that may be kept for ever.
fn svg(text: Option<String>) -> Response {
    match text {
        Some(text) => {
            let headers =
                [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, FOR_EVER)];
            (headers, text).into_response()
        }
        None => ApiError::not_found("drawing").into_response(),
    }
}

/// A number with `.svg` behind it.
fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.strip_suffix(".svg").unwrap_or(text).parse().ok()
}

/// Far more than a board ever stretches; keeps numbers small.
pub(super) const FAR: i16 = 300;

/// What lies around a tile of The City: a letter for each half of its sides, `-` where nothing is
/// known.
#[derive(Clone, Debug, Deserialize)]
struct AroundQuery {
    around: Option<String>,
}

async fn tile(
    State(app): State<App>,
    Path((set, name, r, x, y)): Path<(String, String, u8, i16, String)>,
    Query(query): Query<StyleQuery>,
    Query(AroundQuery { around }): Query<AroundQuery>,
) -> Response {
    let (Some(rot), Some(y)) = (rot(r), number::<i16>(&y)) else { return svg(None) };
    let around = match around {
        Some(letters) => Around::from_letters(&letters),
        None => Some(Around::default()),
    };
    let Some(around) = around else {
        let detail = "Expected eight letters: h, f, g, l for homes, fish, grain, livestock, or -.";
        return ApiError::new(StatusCode::BAD_REQUEST, "query", detail).into_response();
    };
    if x.abs() > FAR || y.abs() > FAR {
        return svg(None);
    }
    let id = format!("{set}/{name}");
    svg(app.catalogue.tile_among(&id, rot, Cell { x, y }, &around, query.style()))
}

fn rot(quarters: u8) -> Option<Rot> {
    Rot::ALL.get(usize::from(quarters)).copied()
}

async fn shapes(State(app): State<App>, Path(set): Path<String>, asked: HeaderMap) -> Response {
    let Some(set) = set.strip_suffix(".json") else { return svg(None) };
    let make = || shapes_of(&app.catalogue, set);
    let Some(shapes) = app.kept.answer(&format!("shapes/{set}"), &asked, make) else {
        return ApiError::not_found("set of tiles").into_response();
    };
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, FOR_EVER)];
    (headers, shapes).into_response()
}

/// The places of all tiles of a set in every rotation, as JSON; `None` if there is no such set.
fn shapes_of(catalogue: &Catalogue, set: &str) -> Option<Vec<u8>> {
    let mut all = Map::new();
    for id in catalogue.ids().filter(|id| id.split('/').next() == Some(set)) {
        let turned = Rot::ALL.map(|rot| catalogue.shape(id, rot).map(|s| places(&s)));
        all.insert(id.to_string(), json!(turned));
    }
    (!all.is_empty()).then(|| Value::Object(all).to_string().into_bytes())
}

fn places(shape: &::art::Shape) -> Value {
    let place = |p: &::art::Place| {
        let mut place = json!({ "name": p.name, "x": p.x, "y": p.y, "lying": p.lying,
                                "scale": p.scale, "area": p.area });
        if let Some(letter) = p.ground {
            place["ground"] = json!(letter);
        }
        place
    };
    shape.places.iter().map(place).collect()
}

async fn figure(
    Path((piece, seat)): Path<(String, String)>,
    Query(query): Query<StyleQuery>,
) -> Response {
    let Some(seat) = seat_number(&seat) else { return svg(None) };
    svg(::art::figure(&piece, seat, query.lying == Some(1), query.style()))
}

fn seat_number(text: &str) -> Option<usize> {
    number::<usize>(text).filter(|seat| *seat < games::SEATS_MAX)
}

async fn emblem(Path(seat): Path<String>, Query(query): Query<StyleQuery>) -> Response {
    svg(seat_number(&seat).map(|seat| ::art::emblem(seat, query.style())))
}

async fn token(Path(name): Path<String>, Query(query): Query<StyleQuery>) -> Response {
    svg(name.strip_suffix(".svg").and_then(|name| ::art::token(name, query.style())))
}

async fn card(Path(name): Path<String>, Query(query): Query<StyleQuery>) -> Response {
    svg(name.strip_suffix(".svg").and_then(|name| ::art::card(name, query.style())))
}

async fn keep(Query(query): Query<StyleQuery>) -> Response {
    svg(Some(::art::keep(query.style())))
}

async fn logo() -> Response {
    svg(Some(::art::logo()))
}

/// A wall as the client describes it.
#[derive(Clone, Debug, Deserialize)]
struct WallQuery {
    w: String,
}

async fn wall_layer(Query(wall): Query<WallQuery>, Query(query): Query<StyleQuery>) -> Response {
    svg(walls::read(&wall.w).map(|pieces| ::art::city::wall(&pieces, query.style()).svg))
}
