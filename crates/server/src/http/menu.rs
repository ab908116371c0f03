//! What can be chosen when a table is made.

use axum::response::Response;
use games::registry::{self, FAMILIES};
use protocol::{ExpansionChoice, FamilyChoice, Menu, OptionChoice, SeatsFrom};
use room::presets;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::ApiResult;
use super::desk::Desk;
use crate::serve::App;

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(menu))
}

/// Families, expansions, options and presets.
#[utoipa::path(get, path = "/api/menu", tag = "tables", responses((status = 200, body = Menu)))]
async fn menu(desk: Desk) -> ApiResult<Response> {
    desk.same("menu", all).await
}

/// The engine is asked for every expansion: once.
fn all() -> Menu {
    let families = FAMILIES.iter().map(|info| FamilyChoice {
        name: info.family.name().to_string(),
        title: info.title.to_string(),
        about: info.about.to_string(),
        seats: SeatsFrom { least: info.seats.0, most: info.seats.1 },
    });
    let expansions = registry::expansions().into_iter().map(|info| ExpansionChoice {
        name: info.name.to_string(),
        title: info.title.to_string(),
        about: info.about.to_string(),
        sixth: adds_a_seat(info.name),
    });
    let options = registry::options().into_iter().map(|info| OptionChoice {
        key: info.decl.key.to_string(),
        family: info.family.name().to_string(),
        expansion: info.expansion.map(str::to_string),
        values: info.decl.values.iter().map(ToString::to_string).collect(),
        about: info.decl.about.to_string(),
    });
    Menu {
        families: families.collect(),
        expansions: expansions.collect(),
        options: options.collect(),
        tile_sets: registry::tile_sets().map(|set| set.name.to_string()).collect(),
        presets: presets(),
        revision: games::REVISION,
        format: protocol::log::FORMAT,
    }
}

/// Whether six may play with this expansion alone: the engine is asked.
fn adds_a_seat(expansion: &str) -> bool {
    games::AnyRules::new(&games::Setup::country(6).with(&[expansion])).is_ok()
}
