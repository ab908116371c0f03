//! For moderators, in the browser: reports, people, what was done, what is announced, the settings
//! as they are.
//!
//! Invariants: nobody without a role learns that there is anything here; everything but the first
//! look needs the password once more; whatever is done is a line of the log.

mod announcements;
mod deeds;
mod people;
mod reports;

use axum::Json;
use axum::extract::{Extension, FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use protocol::{AdminSettings, AdminState, OutboxHealth, Problem, Proof, Role};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::Body;
use super::people::demand_password;
use super::session::Caller;
use super::{Address, ApiError, ApiResult};
use crate::serve::{App, now};

/// For how long the password counts as just given, ms.
const PROVED: u64 = 30 * 60_000;

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(state))
        .routes(routes!(prove))
        .routes(routes!(reports::list))
        .routes(routes!(people::list))
        .routes(routes!(people::look))
        .routes(routes!(deeds::list, deeds::make))
        .routes(routes!(announcements::list))
        .routes(routes!(announcements::make))
        .routes(routes!(announcements::withdraw))
        .routes(routes!(settings))
}

/// Somebody with a role, in a browser.
struct Office {
    caller: Caller,
    role: Role,
}

/// The same, who has given the password once more.
struct Moderator {
    caller: Caller,
    role: Role,
}

impl FromRequestParts<App> for Office {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Office> {
        let caller = Caller::from_request_parts(parts, app).await?;
        // A stolen token of a program opens no door here.
        let role = caller.person.role.filter(|_| caller.is_browser());
        match role {
            Some(role) if role >= Role::Moderator => Ok(Office { caller, role }),
            _ => Err(ApiError::not_found("page")),
        }
    }
}

impl FromRequestParts<App> for Moderator {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Moderator> {
        let Office { caller, role } = Office::from_request_parts(parts, app).await?;
        if proved(&caller).is_none() {
            let detail = "Give your password once more: POST /api/admin/proof.";
            return Err(ApiError::new(StatusCode::FORBIDDEN, "password-again", detail));
        }
        Ok(Moderator { caller, role })
    }
}

/// Until when the password counts as just given.
fn proved(caller: &Caller) -> Option<u64> {
    let until = caller.session.proved + PROVED;
    (caller.session.proved > 0 && until > now()).then_some(until)
}

/// What there is to do.
#[utoipa::path(
    get, path = "/api/admin", tag = "moderation",
    responses((status = 200, body = AdminState), (status = 404, body = Problem))
)]
async fn state(State(app): State<App>, office: Office) -> ApiResult<Json<AdminState>> {
    let (reports, appeals) = app.store.waiting().await?;
    let proved = proved(&office.caller);
    let (due, tried, oldest) = app.store.post().outbox_health(now()).await?;
    let outbox = OutboxHealth { due, tried, oldest };
    Ok(Json(AdminState { role: office.role, proved, reports, appeals, outbox }))
}

/// Gives the password once more: it counts for half an hour, in this session.
#[utoipa::path(
    post, path = "/api/admin/proof", tag = "moderation", request_body = Proof,
    responses((status = 204), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 429, body = Problem))
)]
async fn prove(
    State(app): State<App>,
    Extension(Address(address)): Extension<Address>,
    office: Office,
    Body(Proof { password }): Body<Proof>,
) -> ApiResult<StatusCode> {
    demand_password(&app, address, &office.caller, Some(password), "password").await?;
    app.store.prove(&office.caller.session.hash, now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The settings as they are. There are no secrets among them.
#[utoipa::path(
    get, path = "/api/admin/settings", tag = "moderation",
    responses((status = 200, body = AdminSettings), (status = 403, body = Problem),
        (status = 404, body = Problem))
)]
async fn settings(State(app): State<App>, moderator: Moderator) -> ApiResult<Json<AdminSettings>> {
    demand_admin(&moderator)?;
    let listing = app.config.listing();
    let pair = |line: &str| {
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        (key.to_owned(), value.trim().to_owned())
    };
    Ok(Json(AdminSettings { settings: listing.lines().map(pair).collect() }))
}

fn demand_admin(moderator: &Moderator) -> ApiResult<()> {
    if moderator.role == Role::Admin {
        return Ok(());
    }
    let detail = "This is for administrators.";
    Err(ApiError::new(StatusCode::FORBIDDEN, "role", detail))
}
