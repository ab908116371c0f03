//! Tables: made, looked at, sat down at, started, played again.

use axum::Json;
use axum::extract::{Extension, FromRequestParts, Path, Query, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use protocol::log::Who;
use protocol::{
    Made, NewTable, Past, Problem, SeatColour, SeatPlan, Shares, Sit, TableChange, TableInfo,
};
use room::{Request, check_asked, check_own};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::{Body, MaybeBody};
use super::desk::Desk;
use super::profiles;
use super::session::{Caller, MaybeCaller};
use super::society;
use super::{Address, ApiError, ApiResult};
use crate::cluster::limits;
use crate::serve::App;
use crate::trouble;
use crate::work::Work;

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(make))
        .routes(routes!(look))
        .routes(routes!(sit, open, stand))
        .routes(routes!(colour))
        .routes(routes!(change))
        .routes(routes!(start))
        .routes(routes!(reveal))
        .routes(routes!(rematch))
}

/// What is told about a table after it did what it was asked for.
type Told = ApiResult<Json<TableInfo>>;

/// Somebody who asks something of the table in the path.
struct Asker {
    app: App,
    caller: Caller,
    id: String,
}

#[derive(Deserialize)]
struct AtTable {
    id: String,
}

#[derive(Deserialize)]
struct AtSeat {
    seat: u8,
}

impl FromRequestParts<App> for Asker {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Asker, Response> {
        let caller = Caller::from_request_parts(parts, app).await;
        let caller = caller.map_err(IntoResponse::into_response)?;
        let path = Path::<AtTable>::from_request_parts(parts, app).await;
        let Path(AtTable { id }) = path.map_err(IntoResponse::into_response)?;
        Ok(Asker { app: app.clone(), caller, id })
    }
}

impl Asker {
    /// Asks; the table is looked for only when the whole request has been read.
    async fn ask(self, request: Request) -> Told {
        let table = self.app.hub.table(&self.id).await?;
        table.call(&self.caller.who(), request).await?;
        Ok(Json(table.seen().info()))
    }
}

/// Makes a table. The creator sits down on its own seats at once.
#[utoipa::path(
    post, path = "/api/tables", tag = "tables", request_body = NewTable,
    responses((status = 201, body = Made), (status = 400, body = Problem),
        (status = 429, body = Problem))
)]
async fn make(
    State(app): State<App>,
    Extension(Address(address)): Extension<Address>,
    caller: Caller,
    Body(new): Body<NewTable>,
) -> ApiResult<(StatusCode, Json<Made>)> {
    let who = caller.who();
    check_own(&new.config)?;
    check_asked(&new.config.seats, |name| app.hub.engines().has(name))?;
    if new.config.rated && !who.account {
        let detail = "A rated game needs an account: make one first.";
        return Err(ApiError::new(StatusCode::FORBIDDEN, "account-needed", detail));
    }
    if new.value.is_some() {
        let detail = "A share in the draws is given when the commitment is known: sit down with a \
                      hash or a value, or start with values.";
        return Err(ApiError(room::field("value", detail)));
    }
    // The same request once more costs nothing: its answer may have been lost on the way.
    if let Some(id) = &new.id
        && let Some(made) = app.hub.made_before(id, &who).await?
    {
        return Ok((StatusCode::CREATED, Json(made)));
    }
    let counted = app.limits.table(&who.id, address);
    counted.map_err(|seconds| ApiError::too_many(seconds, "new tables"))?;
    limits::new_table(&app, &who.id).await?;
    let made = app.hub.make(new.config, &who, new.id, address.into()).await?;
    Ok((StatusCode::CREATED, Json(made)))
}

#[derive(Deserialize)]
struct Key {
    k: Option<String>,
}

/// A table with all that happened: the same as the snapshot of its socket.
#[utoipa::path(
    get, path = "/api/tables/{id}", tag = "tables",
    params(("id" = String, Path), ("k" = Option<String>, Query, description = "the key of the link")),
    responses((status = 200, body = Past), (status = 404, body = Problem))
)]
async fn look(
    desk: Desk,
    MaybeCaller(caller): MaybeCaller,
    Path(id): Path<String>,
    Query(key): Query<Key>,
) -> ApiResult<Response> {
    let who = caller.map(|caller| caller.who());
    let table = desk.app.hub.seen(&id, desk.origin).await?;
    // Of a live table only the news is folded.
    desk.past(move || table.past(who.as_ref(), key.k.as_deref())).await
}

/// Sits down. A seat that is kept for the holder of the link needs its key. On one's own seat it
/// gives another share in the draws.
#[utoipa::path(
    post, path = "/api/tables/{id}/seats/{seat}", tag = "tables", request_body = Sit,
    params(("id" = String, Path), ("seat" = u8, Path, description = "from 0")),
    responses((status = 200, body = TableInfo), (status = 409, body = Problem))
)]
async fn sit(asker: Asker, Path(AtSeat { seat }): Path<AtSeat>, Body(sit): Body<Sit>) -> Told {
    let Sit { key, hash, value } = sit;
    // A seat of one's own only changes its share.
    let room = asker.app.hub.table(&asker.id).await?.seen().room;
    society::demand_no_block(&asker.app, &asker.caller.person.id, &room).await?;
    society::bots::may_sit(&asker.caller.person, &room, seat)?;
    profiles::demand_finishes(&asker.app, &asker.caller.person.id, &room).await?;
    asker.ask(Request::Sit { seat, key, value, hash }).await
}

/// Changes for whom a free seat is, before the start: `anyone`, `link` or `computer`. The owner
/// may, if somebody does not come.
#[utoipa::path(
    put, path = "/api/tables/{id}/seats/{seat}", tag = "tables", request_body = SeatPlan,
    params(("id" = String, Path), ("seat" = u8, Path, description = "from 0")),
    responses((status = 200, body = TableInfo), (status = 409, body = Problem))
)]
async fn open(
    State(app): State<App>,
    asker: Asker,
    Path(AtSeat { seat }): Path<AtSeat>,
    Body(plan): Body<SeatPlan>,
) -> Told {
    check_asked(std::slice::from_ref(&plan), |name| app.hub.engines().has(name))?;
    asker.ask(Request::Open { seat, plan }).await
}

/// Stands up again before the start. The owner may also free the seats of others.
#[utoipa::path(
    delete, path = "/api/tables/{id}/seats/{seat}", tag = "tables",
    params(("id" = String, Path), ("seat" = u8, Path, description = "from 0")),
    responses((status = 200, body = TableInfo), (status = 409, body = Problem))
)]
async fn stand(asker: Asker, Path(AtSeat { seat }): Path<AtSeat>) -> Told {
    asker.ask(Request::Stand { seat }).await
}

/// Gives a seat a colour, before the start: its person may, and the owner for the computer's and
/// for free seats.
#[utoipa::path(
    put, path = "/api/tables/{id}/seats/{seat}/colour", tag = "tables", request_body = SeatColour,
    params(("id" = String, Path), ("seat" = u8, Path, description = "from 0")),
    responses((status = 200, body = TableInfo), (status = 409, body = Problem))
)]
async fn colour(
    asker: Asker,
    Path(AtSeat { seat }): Path<AtSeat>,
    Body(SeatColour { colour }): Body<SeatColour>,
) -> Told {
    asker.ask(Request::Colour { seat, colour }).await
}

/// Changes what is played, before the start: the owner. The seats stay as they are.
#[utoipa::path(
    put, path = "/api/tables/{id}/plan", tag = "tables", request_body = TableChange,
    params(("id" = String, Path)),
    responses((status = 200, body = TableInfo), (status = 400, body = Problem),
        (status = 409, body = Problem))
)]
async fn change(desk: Desk, asker: Asker, Body(change): Body<TableChange>) -> Told {
    let who = asker.caller.who();
    // What is refused counts as well: it is looked at all the same.
    let counted = asker.app.limits.plan(&who.id);
    counted.map_err(|seconds| ApiError::too_many(seconds, "changes of plan"))?;
    let room = asker.app.hub.table(&asker.id).await?.seen().room;
    let (hub, tried) = (asker.app.hub.clone(), change.clone());
    let check = move || Ok(room.check_change(hub.book(), &who, tried)?);
    Work::run(&desk.app.work.records, desk.origin, check).await?;
    asker.ask(Request::Change { change: Box::new(change) }).await
}

/// Starts the game: the owner, once all seats are taken. If a seat has sent the hash of its value
/// the table is frozen first, until all have revealed theirs.
#[utoipa::path(
    post, path = "/api/tables/{id}/start", tag = "tables", params(("id" = String, Path)),
    request_body(content = Shares, description = "values of own seats, given openly; may be left out"),
    responses((status = 200, body = TableInfo), (status = 409, body = Problem))
)]
async fn start(asker: Asker, MaybeBody(Shares { values }): MaybeBody<Shares>) -> Told {
    let reveal_ms = u64::try_from(asker.app.config.reveal.as_millis()).unwrap_or(u64::MAX);
    asker.ask(Request::Start { values, reveal_ms }).await
}

/// Reveals the values whose hashes one's seats have sent, while the table is frozen. With the last
/// one the game begins.
#[utoipa::path(
    post, path = "/api/tables/{id}/reveal", tag = "tables", params(("id" = String, Path)),
    request_body = Shares,
    responses((status = 200, body = TableInfo), (status = 409, body = Problem))
)]
async fn reveal(asker: Asker, Body(Shares { values }): Body<Shares>) -> Told {
    asker.ask(Request::Reveal { values }).await
}
/// The same game again with the seats in turn, each kept for whoever had it. Whoever asks first
/// makes the table; the others get the same one with its key, and sit down.
#[utoipa::path(
    post, path = "/api/tables/{id}/rematch", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = Made), (status = 409, body = Problem))
)]
async fn rematch(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> ApiResult<Json<Made>> {
    // Two tables change: whoever hangs up in between leaves none that nobody knows of.
    let all = tokio::spawn(play_again(app, caller.who(), id));
    all.await.unwrap_or_else(|error| {
        tracing::error!(%error, "a rematch failed");
        Err(ApiError(trouble::accident()))
    })
}

async fn play_again(app: App, who: Who, id: String) -> ApiResult<Json<Made>> {
    let table = app.hub.table(&id).await?;
    let _turn = table.rematch_turn().await;
    let seen = table.seen();
    let plays = !seen.room.you(&who.id, "", None).seats.is_empty();
    if let Some(again) = seen.info().rematch.filter(|_| plays) {
        return Ok(Json(app.hub.made(&again).await?));
    }
    society::demand_no_block(&app, &who.id, &seen.room).await?;
    // A rematch is not counted as a table that somebody makes: there is one for each game.
    let plan = seen.room.rematch_plan(&who.id)?;
    app.limits.rematch(&who.id).map_err(|seconds| ApiError::too_many(seconds, "new tables"))?;
    // Its id follows from the old table's: if the second write fails, whoever tries again finds the
    // table that was made, also if it is somebody else.
    let made = app.hub.make_rematch(plan, &who, &seen.room).await?;
    table.call(&who, Request::Rematch { table: made.id.clone() }).await?;
    Ok(Json(made))
}
