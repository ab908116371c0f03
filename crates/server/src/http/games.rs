//! Games that were played in a page without a server, kept in an account; and what pages report of
//! their engine.

use axum::Json;
use axum::extract::{DefaultBodyLimit, Extension, State};
use axum::http::StatusCode;
use fair::Secret;
use protocol::engine::{KeepGame, KeptGame, ShadowReport};
use protocol::log::Who;
use protocol::{Problem, SeatPlan, TableConfig};
use room::{Again, Room};
use sha2::{Digest as _, Sha256};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::Body;
use super::desk::Desk;
use super::people::demand_free;
use super::records::RECORD_MAX;
use super::session::Caller;
use super::{Address, ApiError, ApiResult};
use crate::cluster::limits;
use crate::serve::{App, now};
use crate::work::Work;
use store::nodes::Rest;
use store::{NewTable, StoreError};

/// How many letters the id of a kept game has.
const ID: usize = 24;
/// How much of a reported difference is logged.
const REPORT_MAX: usize = 300;

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(keep))
        .layer(DefaultBodyLimit::max(RECORD_MAX))
        .routes(routes!(report))
}

/// Keeps a finished game that was played in a page, in the account of whoever played it: once for
/// each person and game. The server plays it again by its own rules and draws. It is never public,
/// and counts for nothing but the list of one's own games.
#[utoipa::path(
    post, path = "/api/games", tag = "records", request_body = KeepGame,
    responses((status = 201, body = KeptGame), (status = 200, body = KeptGame),
        (status = 403, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem))
)]
async fn keep(
    desk: Desk,
    Extension(Address(address)): Extension<Address>,
    caller: Caller,
    Body(game): Body<KeepGame>,
) -> ApiResult<(StatusCode, Json<KeptGame>)> {
    let app = desk.app.clone();
    if !caller.has_account() {
        let detail = "Games are kept in an account: make one, or log in.";
        return Err(ApiError::new(StatusCode::FORBIDDEN, "no-account", detail));
    }
    let who = caller.who();
    let counted = app.limits.table(&who.id, address);
    counted.map_err(|seconds| ApiError::too_many(seconds, "new tables"))?;
    limits::new_table(&app, &who.id).await?;
    let bytes = Secret::parse(&game.secret)
        .ok_or_else(|| ApiError(room::field("secret", "Expected 64 hexadecimal digits.")))?;
    let (config, commitment) = room::begun(&game.log, bytes)?;
    let id = id_of(&who.id, &commitment);
    let kept = |again| Json(KeptGame { id: id.clone(), again });
    if app.store.load(&id).await?.is_some() {
        return Ok((StatusCode::OK, kept(true)));
    }
    // A table of the server may be so new that its commitment waits to be listed.
    app.store.chain_fair_list().await?;
    if !app.store.fair_lines(&commitment).await?.is_empty() {
        let detail = "This game was drawn by the server itself: it is kept already.";
        return Err(ApiError::new(StatusCode::CONFLICT, "listed", detail));
    }
    check_names(&app, &config, &caller).await?;
    let table = played(&desk, &id, bytes, who, game).await?;
    match app.store.make_table(table).await {
        Ok(hold) => {
            // Nobody plays it: no node keeps it.
            if let Some(nodes) = app.store.nodes() {
                nodes.rest(&id, hold, Rest::Asleep { wake: None }).await?;
            }
            Ok((StatusCode::CREATED, kept(false)))
        }
        // The same request twice at once.
        Err(StoreError::Conflict) => Ok((StatusCode::OK, kept(true))),
        Err(error) => Err(error.into()),
    }
}

/// The id of the table follows from person and game: so there is one.
fn id_of(person: &str, commitment: &str) -> String {
    let hash: [u8; 32] = Sha256::digest(format!("kept {person} {commitment}")).into();
    fair::list::write_hash(&hash)[..ID].to_owned()
}

/// The names of the others at the screen are checked as those of guests.
async fn check_names(app: &App, config: &TableConfig, caller: &Caller) -> ApiResult<()> {
    for (seat, plan) in config.seats.iter().enumerate() {
        let SeatPlan::Screen { name } = plan else { continue };
        let at = |ApiError(problem): ApiError| {
            ApiError(Problem { at: Some(format!("log[0].seats[{seat}]")), ..problem })
        };
        let name = super::people::name::check(name).map_err(at)?;
        demand_free(app, &name, Some(caller)).await.map_err(at)?;
    }
    Ok(())
}

/// Plays the game again, where others' records are worked on.
async fn played(
    desk: &Desk,
    id: &str,
    seed: [u8; 32],
    by: Who,
    game: KeepGame,
) -> ApiResult<NewTable> {
    let (id, key, now) = (id.to_owned(), desk.app.hub.chance().source().key(), now());
    let app = desk.app.clone();
    let whole = move || {
        let table = Again { id: &id, key: &key, secret: seed, by: &by, now };
        let (room, entries) = Room::again(app.hub.book(), &table, &game.log)?;
        Ok(NewTable { id: id.clone(), key: key.clone(), seed, entries, index: room.index() })
    };
    Work::run(&desk.app.work.records, desk.origin, whole).await
}

/// A page saw that its engine and the server differ about a table: counted and logged.
#[utoipa::path(
    post, path = "/api/shadow", tag = "operation", request_body = ShadowReport,
    responses((status = 204), (status = 400, body = Problem), (status = 429, body = Problem))
)]
async fn report(
    State(app): State<App>,
    Extension(Address(address)): Extension<Address>,
    Body(report): Body<ShadowReport>,
) -> ApiResult<StatusCode> {
    // What strangers say is logged: no more of it than somebody reads.
    let counted = app.limits.report(address);
    counted.map_err(|seconds| ApiError::too_many(seconds, "reports from your address"))?;
    let short = |text: &str| text.chars().take(REPORT_MAX).collect::<String>();
    let (table, difference) = (short(&report.table), short(&report.difference));
    let known = app.hub.made(&report.table).await.is_ok();
    tracing::warn!(table, n = report.n, difference, known, "a page's engine differs");
    metrics::counter!("trencavel_shadow_differences_total").increment(1);
    Ok(StatusCode::NO_CONTENT)
}
