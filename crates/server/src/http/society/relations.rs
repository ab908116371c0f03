//! Whom I follow, talk with and block.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use protocol::{NewTie, Problem, Relation, RelationRow, Relations, Tie};

use super::{apart, find};
use crate::http::body::Body;
use crate::http::session::Caller;
use crate::http::{ApiError, ApiResult};
use crate::serve::{App, now};
use store::society::TIES_MAX;
use store::{Person, StoreError};

/// Whom I follow, talk with and block, by name.
#[utoipa::path(
    get, path = "/api/me/relations", tag = "people",
    responses((status = 200, body = Relations), (status = 401, body = Problem))
)]
pub async fn list(State(app): State<App>, caller: Caller) -> ApiResult<Json<Relations>> {
    Ok(Json(Relations { people: relations_of(&app, &caller.person.id).await? }))
}

/// Of whom somebody wants what.
pub async fn relations_of(app: &App, person: &str) -> ApiResult<Vec<RelationRow>> {
    let mut rows = Vec::new();
    for tie in app.store.ties(person).await? {
        let both = tie.tie == Tie::Follow && tie.back == Some(Tie::Follow);
        let here = both && app.hub.is_here(&tie.id) && !app.store.profile(&tie.id).await?.unseen;
        rows.push(RelationRow {
            here,
            playing: here && app.hub.is_playing(&tie.id),
            open: wants(tie.back),
            id: tie.id,
            name: tie.name,
            account: tie.account,
            tie: tie.tie,
        });
    }
    Ok(rows)
}

/// Whether somebody wants to talk. That it has blocked is not told.
fn wants(back: Option<Tie>) -> bool {
    matches!(back, Some(Tie::Follow | Tie::Talk))
}

/// How I stand with one person.
#[utoipa::path(
    get, path = "/api/me/relations/{name}", tag = "people",
    params(("name" = String, Path, description = "public id, or name of an account")),
    responses((status = 200, body = Relation), (status = 404, body = Problem))
)]
pub async fn look(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
) -> ApiResult<Json<Relation>> {
    let other = find(&app, &name).await?;
    relation(&app, &caller.person.id, other).await
}

async fn relation(app: &App, me: &str, other: Person) -> ApiResult<Json<Relation>> {
    let ties = app.store.ties_among(&[me.to_owned(), other.id.clone()]).await?;
    let of = |person: &str| ties.iter().find(|it| it.person == person).map(|it| it.tie);
    let (tie, open) = (of(me), wants(of(&other.id)));
    let account = other.password.is_some();
    Ok(Json(Relation { id: other.id, name: other.name, account, tie, open }))
}

/// Follows somebody, opens the chat to it, or blocks it, in place of what was before. A block holds
/// in both directions.
#[utoipa::path(
    put, path = "/api/me/relations/{name}", tag = "people", request_body = NewTie,
    params(("name" = String, Path, description = "public id, or name of an account")),
    responses((status = 200, body = Relation), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem))
)]
pub async fn tie(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
    Body(NewTie { tie }): Body<NewTie>,
) -> ApiResult<Json<Relation>> {
    let counted = app.limits.tie(&caller.person.id);
    counted.map_err(|seconds| ApiError::too_many(seconds, "changes"))?;
    let other = find(&app, &name).await?;
    if other.id == caller.person.id {
        return Err(ApiError(room::field("name", "Expected somebody else.")));
    }
    let account = |person: &Person| person.password.is_some();
    if tie == Tie::Follow && !(account(&caller.person) && account(&other)) {
        let detail = "Following is for people with an account, on both sides.";
        return Err(ApiError::new(StatusCode::CONFLICT, "no-account", detail));
    }
    match app.store.tie(&caller.person.id, &other.id, Some(tie), now()).await {
        Ok(()) => {
            if tie == Tie::Block {
                app.hub.keep_apart(&caller.person.id, &other.id);
            }
            relation(&app, &caller.person.id, other).await
        }
        Err(StoreError::Conflict) => Err(apart()),
        Err(StoreError::Enough) => {
            let detail = format!("You follow and block {TIES_MAX} people already.");
            Err(ApiError::new(StatusCode::CONFLICT, "too-many-ties", detail))
        }
        Err(error) => Err(error.into()),
    }
}

/// Wants nothing more of somebody.
#[utoipa::path(
    delete, path = "/api/me/relations/{name}", tag = "people",
    params(("name" = String, Path, description = "public id, or name of an account")),
    responses((status = 200, body = Relation), (status = 404, body = Problem))
)]
pub async fn untie(
    State(app): State<App>,
    caller: Caller,
    Path(name): Path<String>,
) -> ApiResult<Json<Relation>> {
    let other = find(&app, &name).await?;
    app.store.tie(&caller.person.id, &other.id, None, now()).await?;
    relation(&app, &caller.person.id, other).await
}
