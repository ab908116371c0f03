//! What everybody is told, for a time: said and withdrawn by administrators, read by all.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use protocol::{Announcement, Announcements, Deed, NewAnnouncement, Problem};

use super::deeds::missing;
use super::{Moderator, demand_admin};
use crate::announced;
use crate::http::body::Body;
use crate::http::society::words;
use crate::http::{ApiError, ApiResult};
use crate::serve::{App, now};
use store::StoreError;
use store::society::{Act, NewDeed};

/// The longest text, in characters.
const TEXT_MAX: usize = 500;
/// The longest time, in hours: thirty days.
const HOURS_MAX: u32 = 720;
const HOUR: u64 = 3_600_000;

/// What everybody is told now, the newest first.
#[utoipa::path(
    get, path = "/api/announcements", tag = "people",
    responses((status = 200, body = Announcements))
)]
pub async fn list(State(app): State<App>) -> Json<Announcements> {
    Json(Announcements { announcements: app.announced.now() })
}

/// Tells everybody something, in both languages, for some hours.
#[utoipa::path(
    post, path = "/api/admin/announcements", tag = "moderation", request_body = NewAnnouncement,
    responses((status = 201, body = Announcements), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem))
)]
pub async fn make(
    State(app): State<App>,
    moderator: Moderator,
    Body(NewAnnouncement { en, fr, hours }): Body<NewAnnouncement>,
) -> ApiResult<(StatusCode, Json<Announcements>)> {
    demand_admin(&moderator)?;
    let en = words(&en, 3, TEXT_MAX, "en")?;
    let fr = words(&fr, 3, TEXT_MAX, "fr")?;
    if !(1..=HOURS_MAX).contains(&hours) {
        return Err(missing("hours", "Expected 1 to 720 hours."));
    }
    let at = now();
    let until = at + u64::from(hours) * HOUR;
    let detail = format!("en={en:?} fr={fr:?}");
    let act = Act::Announce(Announcement { id: 0, en, fr, made: at, until });
    let deed = line(&moderator, Deed::Announce, detail, Some(until), act);
    match app.store.do_deed(deed).await {
        Ok(_) => {}
        Err(StoreError::Enough) => {
            let detail = "Three are announced already: withdraw one first.";
            return Err(ApiError::new(StatusCode::CONFLICT, "announced", detail));
        }
        Err(error) => return Err(error.into()),
    }
    announced::read(&app).await?;
    Ok((StatusCode::CREATED, list(State(app)).await))
}

/// Ends an announcement now.
#[utoipa::path(
    delete, path = "/api/admin/announcements/{id}", tag = "moderation",
    params(("id" = u64, Path)),
    responses((status = 200, body = Announcements), (status = 403, body = Problem),
        (status = 404, body = Problem))
)]
pub async fn withdraw(
    State(app): State<App>,
    moderator: Moderator,
    Path(id): Path<u64>,
) -> ApiResult<Json<Announcements>> {
    demand_admin(&moderator)?;
    let deed = line(&moderator, Deed::Withdraw, format!("of={id}"), None, Act::Withdraw(id));
    match app.store.do_deed(deed).await {
        Ok(_) => {}
        Err(StoreError::Conflict) => return Err(ApiError::not_found("announcement")),
        Err(error) => return Err(error.into()),
    }
    announced::read(&app).await?;
    Ok(list(State(app)).await)
}

/// The line of the log: it is about nobody.
fn line(
    moderator: &Moderator,
    deed: Deed,
    detail: String,
    until: Option<u64>,
    act: Act,
) -> NewDeed {
    NewDeed {
        at: now(),
        moderator: moderator.caller.person.id.clone(),
        deed,
        person: String::new(),
        reason: String::new(),
        detail,
        until,
        report: None,
        act,
    }
}
