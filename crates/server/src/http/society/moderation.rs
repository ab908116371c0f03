//! What moderators did about oneself, and what one says against it.

use std::net::IpAddr;

use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use protocol::{Appeal, BannedAppeal, Deed, Moderation, NewAppeal, OwnDeed, Problem};
use room::names;

use super::words;
use crate::http::body::Body;
use crate::http::people::{password, spend_password};
use crate::http::session::{self, Caller, SameSite};
use crate::http::{Address, ApiError, ApiResult};
use crate::serve::{App, now};
use store::Person;
use store::society::{DeedLine, DeedQuery};

/// The longest appeal, in characters.
const WORDS_MAX: usize = 1000;
/// How many deeds are told.
const MOST: u32 = 50;

/// What moderators did about me, the newest first.
#[utoipa::path(
    get, path = "/api/me/moderation", tag = "people",
    responses((status = 200, body = Moderation), (status = 401, body = Problem))
)]
pub async fn list(State(app): State<App>, caller: Caller) -> ApiResult<Json<Moderation>> {
    told(&app, &caller.person.id).await
}

async fn told(app: &App, person: &str) -> ApiResult<Json<Moderation>> {
    Ok(Json(Moderation { deeds: deeds_about(app, person).await? }))
}

/// What moderators did about somebody, as far as it is told of it.
pub async fn deeds_about(app: &App, person: &str) -> ApiResult<Vec<OwnDeed>> {
    let query = DeedQuery { person: Some(person.to_owned()), limit: MOST, ..DeedQuery::default() };
    let lines = app.store.deeds(query).await?;
    let deed = |line: DeedLine| OwnDeed {
        id: line.id,
        at: line.at,
        deed: line.deed,
        reason: line.reason,
        until: line.until,
        appeal: line.appeal.map(|(words, made, answer)| Appeal { words, made, answer }),
    };
    // An answer stands beside the appeal that it answers.
    let shown = |line: &DeedLine| line.deed.is_told() && line.deed != Deed::Answer;
    Ok(lines.into_iter().filter(shown).map(deed).collect())
}

/// Says why a deed was wrong: once, and another moderator may look at it.
#[utoipa::path(
    post, path = "/api/me/moderation/{id}/appeal", tag = "people", request_body = NewAppeal,
    params(("id" = u64, Path, description = "the number of the deed")),
    responses((status = 200, body = Moderation), (status = 409, body = Problem),
        (status = 422, body = Problem))
)]
pub async fn appeal(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<u64>,
    Body(asked): Body<NewAppeal>,
) -> ApiResult<Json<Moderation>> {
    let words = words(&asked.words, 3, WORDS_MAX, "words")?;
    let Json(mine) = told(&app, &caller.person.id).await?;
    if !mine.deeds.iter().any(|deed| deed.id == id) {
        return Err(ApiError::not_found("deed"));
    }
    if !app.store.appeal(id, &caller.person.id, &words, now()).await? {
        let detail = "You have said something against this already.";
        return Err(ApiError::new(StatusCode::CONFLICT, "appealed", detail));
    }
    told(&app, &caller.person.id).await
}

/// The same for somebody who is shut out: the password tells who it is. Without words it only
/// reads why.
#[utoipa::path(
    post, path = "/api/appeals", tag = "people", request_body = BannedAppeal,
    responses((status = 200, body = Moderation), (status = 401, body = Problem),
        (status = 409, body = Problem), (status = 429, body = Problem))
)]
pub async fn appeal_of_banned(
    State(app): State<App>,
    Extension(Address(address)): Extension<Address>,
    _: SameSite,
    Body(asked): Body<BannedAppeal>,
) -> ApiResult<Json<Moderation>> {
    let BannedAppeal { name, password, words: text } = asked;
    let person = banned(&app, address, &name, password).await?;
    let words = words(&text, 0, WORDS_MAX, "words")?;
    let Json(mine) = told(&app, &person.id).await?;
    let ban = mine.deeds.iter().find(|deed| deed.deed == Deed::Ban);
    if let (false, Some(ban)) = (words.is_empty(), ban)
        && !app.store.appeal(ban.id, &person.id, &words, now()).await?
    {
        let detail = "You have said something against this already.";
        return Err(ApiError::new(StatusCode::CONFLICT, "appealed", detail));
    }
    told(&app, &person.id).await
}

/// Somebody who is shut out, by name and password.
async fn banned(app: &App, address: IpAddr, name: &str, password: String) -> ApiResult<Person> {
    let tidy = names::tidy(name.trim());
    spend_password(app, address, &tidy)?;
    let found = app.store.account(&tidy).await?;
    let kept = found.as_ref().and_then(|person| person.password.clone());
    let right = password::is_right(&app.work, address, password, kept).await?;
    match found.filter(|_| right) {
        None => Err(session::wrong_password()),
        Some(person) if person.banned => Ok(person),
        Some(_) => {
            let detail = "You are not shut out: log in, and look at your page “People”.";
            Err(ApiError::new(StatusCode::CONFLICT, "not-banned", detail))
        }
    }
}
