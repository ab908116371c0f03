//! What can be chosen when a table is made.

use axum::extract::State;
use axum::response::Response;
use protocol::{EngineName, LevelChoice, Menu};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::ApiResult;
use super::desk::Desk;
use crate::serve::App;
use crate::think::engines::TIME;

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(menu))
}

/// Families, expansions, options and presets.
#[utoipa::path(get, path = "/api/menu", tag = "tables", responses((status = 200, body = Menu)))]
async fn menu(State(app): State<App>, desk: Desk) -> ApiResult<Response> {
    let milliseconds = u32::try_from(TIME.as_millis()).unwrap_or(u32::MAX);
    let engines = app.hub.engines().names().filter_map(EngineName::new);
    let programs: Vec<LevelChoice> =
        engines.map(|name| LevelChoice::program(name, milliseconds)).collect();
    desk.same("menu", move || with_ratings(room::menu(programs))).await
}

/// The levels are on the same scale as people.
fn with_ratings(mut menu: Menu) -> Menu {
    for choice in &mut menu.levels {
        choice.rating = choice.number.and_then(rating::level).map(|rating| rating.points / 100);
    }
    menu
}
