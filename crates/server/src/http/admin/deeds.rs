//! What moderators do. Every deed is a line of the log.

use axum::Json;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use protocol::{Appeal, Deed, DeedLog, DeedRow, NewDeed, PersonName, Problem, Role};
use serde::Deserialize;

use super::{Moderator, demand_admin};
use crate::http::body::Body;
use crate::http::people::name;
use crate::http::society::{find, words};
use crate::http::{ApiError, ApiResult};
use crate::serve::{App, now};
use store::society::{self, Act, DeedLine, DeedQuery};
use store::{Person, StoreError, Void};

/// How many lines are shown at once.
const MOST: u32 = 50;
/// The longest reason, in characters.
const REASON_MAX: usize = 500;
/// The longest mute or limit, in hours: a year.
const HOURS_MAX: u32 = 8760;

const HOUR: u64 = 3_600_000;

#[derive(Deserialize)]
pub struct Which {
    person: Option<String>,
    #[serde(default)]
    appealed: bool,
    before: Option<u64>,
}

pub(super) fn row(line: DeedLine) -> DeedRow {
    let name = |(id, name): (String, String)| PersonName { id, name };
    DeedRow {
        id: line.id,
        at: line.at,
        by: (!line.moderator.0.is_empty()).then(|| name(line.moderator)),
        deed: line.deed,
        person: name(line.person),
        reason: line.reason,
        detail: line.detail,
        until: line.until,
        appeal: line.appeal.map(|(words, made, answer)| Appeal { words, made, answer }),
    }
}

/// What moderators did, the newest first.
#[utoipa::path(
    get, path = "/api/admin/deeds", tag = "moderation",
    params(("person" = Option<String>, Query, description = "public id"),
        ("appealed" = Option<bool>, Query, description = "only appeals that wait"),
        ("before" = Option<u64>, Query, description = "only those before this number")),
    responses((status = 200, body = DeedLog), (status = 403, body = Problem),
        (status = 404, body = Problem))
)]
pub async fn list(
    State(app): State<App>,
    _: Moderator,
    Query(Which { person, appealed, before }): Query<Which>,
) -> ApiResult<Json<DeedLog>> {
    let query = DeedQuery { person, appealed, before, limit: MOST };
    let deeds: Vec<DeedRow> = app.store.deeds(query).await?.into_iter().map(row).collect();
    let full = deeds.len() == MOST as usize;
    let more = deeds.last().map(|last| last.id).filter(|_| full);
    Ok(Json(DeedLog { deeds, more }))
}

/// Does something about a person, with a reason that it reads. A report or an appeal is answered by
/// it.
#[utoipa::path(
    post, path = "/api/admin/deeds", tag = "moderation", request_body = NewDeed,
    responses((status = 201, body = DeedRow), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem))
)]
pub async fn make(
    State(app): State<App>,
    moderator: Moderator,
    Body(asked): Body<NewDeed>,
) -> ApiResult<(StatusCode, Json<DeedRow>)> {
    let person = find(&app, &asked.person).await?;
    may_touch(&moderator, &person)?;
    let deed = read(&moderator, &person, asked)?;
    let about = Some(person.id.clone());
    let id = match app.store.do_deed(deed).await {
        Ok(id) => id,
        Err(StoreError::Conflict) => {
            let detail = "Somebody else has answered this already, or it has ended.";
            return Err(ApiError::new(StatusCode::CONFLICT, "answered", detail));
        }
        Err(error) => return Err(error.into()),
    };
    app.hub.hear().await;
    let query = DeedQuery { person: about, limit: MOST, ..DeedQuery::default() };
    let lines = app.store.deeds(query).await?;
    let line = lines.into_iter().find(|line| line.id == id).ok_or_else(ApiError::bug)?;
    Ok((StatusCode::CREATED, Json(row(line))))
}

/// Whoever has a role is answered for by those above.
fn may_touch(moderator: &Moderator, person: &Person) -> ApiResult<()> {
    if person.id == moderator.caller.person.id || person.role >= Some(moderator.role) {
        let detail =
            "You decide about people with a lower role than yours, and not about yourself.";
        return Err(ApiError::new(StatusCode::FORBIDDEN, "role", detail));
    }
    Ok(())
}

/// What was asked for, as the store does it.
fn read(moderator: &Moderator, person: &Person, asked: NewDeed) -> ApiResult<society::NewDeed> {
    let NewDeed { deed, hours, name, table, role, of, report, .. } = asked;
    let least = if deed.is_told() { 3 } else { 0 };
    let reason = words(&asked.reason, least, REASON_MAX, "reason")?;
    let at = now();
    let mut until = None;
    let mut detail = String::new();
    let act = match deed {
        Deed::None | Deed::Warn => Act::Nothing,
        Deed::Mute | Deed::Limit => {
            let hours = hours.filter(|hours| (1..=HOURS_MAX).contains(hours));
            let hours = hours.ok_or_else(|| missing("hours", "Expected 1 to 8760 hours."))?;
            until = Some(at + u64::from(hours) * HOUR);
            detail = format!("hours={hours}");
            Act::Nothing
        }
        Deed::Rename => {
            let new = name::check(&name.unwrap_or_default())?;
            // A program stays marked as one.
            let new = if person.owner.is_some() { name::marked(&new) } else { new };
            detail = format!("from={:?} to={new:?}", person.name);
            Act::Rename(new)
        }
        Deed::Ban => Act::Ban(true),
        Deed::Unban => Act::Ban(false),
        Deed::Lift => Act::Lift(of.ok_or_else(|| missing("of", "Expected a mute or a limit."))?),
        Deed::Answer => Act::Answer(of.ok_or_else(|| missing("of", "Expected an appeal."))?),
        Deed::Role => {
            demand_admin(moderator)?;
            detail = format!("role={}", role.map_or("none", Role::name));
            Act::Role(role)
        }
        Deed::Void => {
            let (void, told) = voided(person, table, hours, at)?;
            detail = told;
            Act::Void(void)
        }
        Deed::Announce | Deed::Withdraw => {
            let detail = "This is about everybody: POST /api/admin/announcements.";
            return Err(ApiError::new(StatusCode::CONFLICT, "elsewhere", detail));
        }
        Deed::Forget => {
            let detail = "This is done at the command line: trencavel admin.";
            return Err(ApiError::new(StatusCode::CONFLICT, "elsewhere", detail));
        }
    };
    let detail = match of {
        Some(of) => format!("{detail} of={of}").trim_start().to_owned(),
        None => detail,
    };
    Ok(society::NewDeed {
        at,
        moderator: moderator.caller.person.id.clone(),
        deed,
        person: person.id.clone(),
        reason,
        detail,
        until,
        report,
        act,
    })
}

/// Which games count no more: that of a table, or all of the last hours.
fn voided(
    person: &Person,
    table: Option<String>,
    hours: Option<u32>,
    at: u64,
) -> ApiResult<(Void, String)> {
    if let Some(table) = table {
        let told = format!("table={table}");
        return Ok((Void::Table(table), told));
    }
    let hours = hours.filter(|hours| (1..=HOURS_MAX).contains(hours));
    let hours = hours.ok_or_else(|| missing("hours", "Expected a table, or 1 to 8760 hours."))?;
    let since = at.saturating_sub(u64::from(hours) * HOUR);
    Ok((Void::Person { id: person.id.clone(), since, until: at }, format!("hours={hours}")))
}

pub(super) fn missing(field: &str, detail: &str) -> ApiError {
    ApiError(room::field(field, detail))
}
