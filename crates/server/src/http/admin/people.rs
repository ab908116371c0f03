//! People, as moderators see them.

use axum::Json;
use axum::extract::{Path, Query, State};
use protocol::{AdminPeople, AdminPerson, PersonName, Problem};
use serde::Deserialize;

use super::{Moderator, deeds};
use crate::http::ApiResult;
use crate::http::society::find;
use crate::serve::App;
use store::Person;
use store::society::DeedQuery;

/// How many are listed.
const MOST: u32 = 50;

#[derive(Deserialize)]
pub struct Like {
    #[serde(default)]
    like: String,
}

fn person(found: Person) -> AdminPerson {
    AdminPerson {
        account: found.password.is_some(),
        id: found.id,
        name: found.name,
        made: found.made,
        banned: found.banned,
        role: found.role,
        owner: None,
        shares: Vec::new(),
        deeds: Vec::new(),
    }
}

/// Accounts whose name has a text in it.
#[utoipa::path(
    get, path = "/api/admin/people", tag = "moderation",
    params(("like" = Option<String>, Query, description = "a part of the name")),
    responses((status = 200, body = AdminPeople), (status = 403, body = Problem),
        (status = 404, body = Problem))
)]
pub async fn list(
    State(app): State<App>,
    _: Moderator,
    Query(Like { like }): Query<Like>,
) -> ApiResult<Json<AdminPeople>> {
    let people = app.store.accounts(&like, MOST).await?.into_iter().map(person).collect();
    Ok(Json(AdminPeople { people }))
}

/// A person with what was done about it, and who came from the same place.
#[utoipa::path(
    get, path = "/api/admin/people/{id}", tag = "moderation",
    params(("id" = String, Path, description = "public id, or name of an account")),
    responses((status = 200, body = AdminPerson), (status = 403, body = Problem),
        (status = 404, body = Problem))
)]
pub async fn look(
    State(app): State<App>,
    _: Moderator,
    Path(id): Path<String>,
) -> ApiResult<Json<AdminPerson>> {
    let found = find(&app, &id).await?;
    let shares = app.store.sharing(&found.id).await?;
    let owner = match &found.owner {
        Some(owner) => app.store.person(owner).await?,
        None => None,
    };
    let owner = owner.map(|owner| PersonName { id: owner.id, name: owner.name });
    let about = Some(found.id.clone());
    let query = DeedQuery { person: about, limit: MOST, ..DeedQuery::default() };
    let lines = app.store.deeds(query).await?;
    Ok(Json(AdminPerson {
        shares: shares.into_iter().map(|(id, name)| PersonName { id, name }).collect(),
        deeds: lines.into_iter().map(deeds::row).collect(),
        owner,
        ..person(found)
    }))
}
