//! The lobby: lists of tables, and a feed of what changes.

use std::convert::Infallible;

use axum::Json;
use axum::extract::{Extension, Query, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::{StreamExt as _, stream};
use protocol::{Problem, Rows, Sitter, TableRow};
use serde::Deserialize;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::session::{Caller, MaybeCaller};
use super::{Address, ApiError, ApiResult};
use crate::limits::SocketPass;
use crate::live::Ending;
use crate::live::hub::Followed;
use crate::live::lobby::News;
use crate::live::outbox::{Ender, ended};
use crate::serve::App;
use store;

/// How many rows one answer has.
const ROWS_MAX: u32 = 50;

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(tables)).routes(routes!(mine)).routes(routes!(feed))
}

#[derive(Deserialize)]
struct Shown {
    show: Option<String>,
    before: Option<u64>,
}

/// Open or running public tables, the latest change first.
#[utoipa::path(
    get, path = "/api/tables", tag = "tables",
    params(("show" = Option<String>, Query, description = "open (default) or running"),
           ("before" = Option<u64>, Query, description = "`more` of the answer before")),
    responses((status = 200, body = Rows), (status = 400, body = Problem))
)]
async fn tables(
    State(app): State<App>,
    MaybeCaller(caller): MaybeCaller,
    Query(shown): Query<Shown>,
) -> ApiResult<Json<Rows>> {
    let status = match shown.show.as_deref() {
        None | Some("open") => "open",
        Some("running") => "playing",
        Some(_) => return Err(bad_query("show", "open or running")),
    };
    let query = store::Query {
        status: vec![status.into()],
        public: true,
        before: shown.before,
        limit: ROWS_MAX,
        ..store::Query::default()
    };
    let person = caller.map(|caller| caller.who().id);
    rows(&app, query, person.as_deref()).await
}

#[derive(Deserialize)]
struct Mine {
    status: Option<String>,
    before: Option<u64>,
}

/// My tables, the latest change first.
#[utoipa::path(
    get, path = "/api/me/tables", tag = "tables",
    params(("status" = Option<String>, Query, description = "open, playing or over; all if left out"),
           ("before" = Option<u64>, Query, description = "`more` of the answer before")),
    responses((status = 200, body = Rows), (status = 401, body = Problem))
)]
async fn mine(
    State(app): State<App>,
    caller: Caller,
    Query(asked): Query<Mine>,
) -> ApiResult<Json<Rows>> {
    let status = match asked.status.as_deref() {
        None => vec![],
        Some(status @ ("open" | "playing" | "over")) => vec![status.to_string()],
        Some(_) => return Err(bad_query("status", "open, playing or over")),
    };
    let person = caller.who().id;
    let query = store::Query {
        status,
        person: Some(person.clone()),
        before: asked.before,
        limit: ROWS_MAX,
        ..store::Query::default()
    };
    rows(&app, query, Some(&person)).await
}

fn bad_query(name: &str, expected: &str) -> ApiError {
    let detail = format!("`{name}` must be {expected}.");
    ApiError::new(axum::http::StatusCode::BAD_REQUEST, "query", detail).at(name)
}

async fn rows(app: &App, query: store::Query, person: Option<&str>) -> ApiResult<Json<Rows>> {
    let limit = query.limit as usize;
    let found = app.store.rows(query).await?;
    let full = found.len() == limit;
    let mut tables = Vec::with_capacity(found.len());
    for (id, row) in found {
        // A row of a later version that this one cannot read is left out, not guessed.
        let Ok(mut row) = serde_json::from_str::<TableRow>(&row) else {
            tracing::warn!(table = id, "a row cannot be read");
            continue;
        };
        if let Some(live) = app.hub.row(&id) {
            // Who watches, and names of today, are not in the store.
            row = live;
        }
        row.mine = own_seats(&row, person);
        tables.push(row);
    }
    let more = tables.last().filter(|_| full).map(|row| row.changed);
    Ok(Json(Rows { tables, more }))
}

pub(super) fn own_seats(row: &TableRow, person: Option<&str>) -> Vec<u8> {
    let Some(person) = person else { return Vec::new() };
    let own = |sitter: &Sitter| match sitter {
        Sitter::Person { id, .. } | Sitter::Computer { person: Some(id), .. } => id == person,
        _ => false,
    };
    (0u8..).zip(&row.seats).filter(|(_, sitter)| own(sitter)).map(|(seat, _)| seat).collect()
}

/// What changes in the lobby, as server-sent events: `row` (a public table is new or changed),
/// `gone`, and `reload` for a listener that did not keep up.
#[utoipa::path(
    get, path = "/api/lobby", tag = "tables",
    responses((status = 200, content_type = "text/event-stream", body = String))
)]
async fn feed(
    State(app): State<App>,
    MaybeCaller(caller): MaybeCaller,
    Extension(Address(address)): Extension<Address>,
) -> ApiResult<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let Some(pass) = app.limits.socket(address, false) else {
        return Err(ApiError::too_many(10, "open feeds"));
    };
    let ender = Ender::default();
    let listener = Listener {
        news: app.hub.lobby().listen(),
        stopping: app.stopping,
        ending: ender.ending(),
        _followed: app.hub.follow(caller.as_ref().map(Caller::authority), ender),
        pass,
    };
    let events = stream::unfold(listener, |mut listener| async move {
        let event = listener.next().await?;
        Some((Ok(event), listener))
    });
    // Whoever reads a stream may ask once more after its end.
    let events = events.fuse();
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

struct Listener {
    news: Receiver<News>,
    stopping: watch::Receiver<bool>,
    /// Its session may end.
    ending: watch::Receiver<Option<Ending>>,
    _followed: Followed,
    pass: SocketPass,
}

impl Listener {
    async fn next(&mut self) -> Option<Event> {
        let news = tokio::select! {
            news = self.news.recv() => news,
            _ = self.stopping.wait_for(|stop| *stop) => return None,
            // Somebody who plays needs the place.
            () = self.pass.sent_out() => return None,
            _ = ended(&mut self.ending) => return None,
        };
        match news {
            Ok(News::Row(row)) => Some(Event::default().event("row").data(&*row)),
            Ok(News::Gone(id)) => {
                let data = serde_json::json!({ "id": &*id }).to_string();
                Some(Event::default().event("gone").data(data))
            }
            Err(RecvError::Lagged(_)) => Some(Event::default().event("reload").data("{}")),
            Err(RecvError::Closed) => None,
        }
    }
}
