//! Accounts of programs: made by a person, marked in their name, and what they offer to play.
//!
//! Invariants: a program's account has no password, so nobody logs in to it, and it is one for
//! ever; its name ends in ` BOT` and nobody else's does; it meets people only where they wish it.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use games::registry::FAMILIES;
use protocol::{
    Bot, BotOffer, BotOfferRow, BotOffers, Bots, MadeBot, NewBot, PersonName, Problem, Scope,
    SeatPlan,
};
use room::Room;

use crate::http::body::Body;
use crate::http::people::{demand_free, name};
use crate::http::session::{self, Caller};
use crate::http::{ApiError, ApiResult};
use crate::live::manners::OFFERED;
use crate::live::secret;
use crate::serve::{App, now};
use store::society::{BOTS_MAX, OfferRow as Kept};
use store::{Person, Query, StoreError};

/// What stands in the place of a password: nothing that somebody types is hashed to this.
const NO_PASSWORD: &str = "!";
/// The longest name before the mark.
const NAME_MAX: usize = 20;
/// The most games at once.
const GAMES_MAX: u8 = 8;
/// The most names in an offer, and the longest.
const NAMES_MAX: usize = 50;
const NAMES_LONG: usize = 40;
/// How many programs are listed.
const LISTED: usize = 200;

fn shown(person: Person) -> Bot {
    Bot { id: person.id, name: person.name, made: person.made }
}

/// My programs.
#[utoipa::path(
    get, path = "/api/me/bots", tag = "bots",
    responses((status = 200, body = Bots), (status = 401, body = Problem))
)]
pub async fn list(State(app): State<App>, caller: Caller) -> ApiResult<Json<Bots>> {
    let mut bots = Vec::new();
    for id in app.store.bots_of(&caller.person.id).await? {
        bots.extend(app.store.person(&id).await?.map(shown));
    }
    Ok(Json(Bots { bots }))
}

/// Makes an account for a program of mine, with a token for it. It stays a program's for ever, and
/// goes when I go.
#[utoipa::path(
    post, path = "/api/me/bots", tag = "bots", request_body = NewBot,
    responses((status = 201, body = MadeBot), (status = 400, body = Problem),
        (status = 403, body = Problem), (status = 409, body = Problem))
)]
pub async fn make(
    State(app): State<App>,
    caller: Caller,
    Body(asked): Body<NewBot>,
) -> ApiResult<(StatusCode, Json<MadeBot>)> {
    if !caller.has_account() || caller.person.owner.is_some() {
        let detail = "Programs belong to people with an account.";
        return Err(ApiError::new(StatusCode::CONFLICT, "no-account", detail));
    }
    let plain = name::check(asked.name.trim())?;
    if plain.chars().count() > NAME_MAX {
        let detail = format!("The name of a program has {NAME_MAX} characters at most.");
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "name", detail).at("name"));
    }
    let marked = name::marked(&plain);
    demand_free(&app, &marked, None).await?;
    let bot = Person {
        id: secret::id(),
        name: marked,
        password: Some(NO_PASSWORD.to_owned()),
        made: now(),
        banned: false,
        role: None,
        owner: Some(caller.person.id.clone()),
    };
    match app.store.add_bot(bot.clone()).await {
        Ok(()) => {}
        Err(StoreError::Enough) => {
            let detail = format!("You have {BOTS_MAX} programs already.");
            return Err(ApiError::new(StatusCode::CONFLICT, "too-many-bots", detail));
        }
        Err(StoreError::Conflict) => return Err(session::no_session()),
        Err(error) => return Err(error.into()),
    }
    app.hub.make_way(&bot.id, &bot.name);
    let token = token(&app, &bot.id).await?;
    Ok((StatusCode::CREATED, Json(MadeBot { bot: shown(bot), token })))
}

/// A token with which a program does everything but change its account.
async fn token(app: &App, bot: &str) -> ApiResult<String> {
    let scopes = vec![Scope::Read, Scope::Play, Scope::Challenge];
    let (token, session) = session::for_program(bot, scopes);
    app.store.add_session(session).await?;
    Ok(token.reveal().to_owned())
}

/// A program of the caller.
async fn own(app: &App, caller: &Caller, id: &str) -> ApiResult<Person> {
    let found = app.store.person(id).await?;
    let mine = found.filter(|bot| bot.owner.as_ref() == Some(&caller.person.id));
    mine.ok_or_else(|| ApiError::not_found("program"))
}

/// A new token for a program of mine; those of before end.
#[utoipa::path(
    post, path = "/api/me/bots/{id}/token", tag = "bots", params(("id" = String, Path)),
    responses((status = 201, body = MadeBot), (status = 404, body = Problem))
)]
pub async fn renew(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> ApiResult<(StatusCode, Json<MadeBot>)> {
    let bot = own(&app, &caller, &id).await?;
    app.store.end_sessions(&bot.id).await?;
    app.hub.hear().await;
    let token = token(&app, &bot.id).await?;
    Ok((StatusCode::CREATED, Json(MadeBot { bot: shown(bot), token })))
}

/// Removes a program of mine for good; its games stay for the others, without a name.
#[utoipa::path(
    delete, path = "/api/me/bots/{id}", tag = "bots", params(("id" = String, Path)),
    responses((status = 204), (status = 404, body = Problem))
)]
pub async fn remove(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> ApiResult<StatusCode> {
    let bot = own(&app, &caller, &id).await?;
    app.store.forget(&bot.id).await?;
    app.hub.hear().await;
    Ok(StatusCode::NO_CONTENT)
}

/// Says what this program plays. It counts for a minute and a half: say it again meanwhile.
#[utoipa::path(
    put, path = "/api/me/offer", tag = "bots", request_body = BotOffer,
    responses((status = 204), (status = 409, body = Problem), (status = 422, body = Problem))
)]
pub async fn offer(
    State(app): State<App>,
    caller: Caller,
    Body(offer): Body<BotOffer>,
) -> ApiResult<StatusCode> {
    demand_bot(&caller)?;
    let known = |name: &String| FAMILIES.iter().any(|info| info.family.name() == name);
    if offer.families.is_empty() || !offer.families.iter().all(known) {
        return Err(ApiError(room::field("families", "Expected country, city, or both.")));
    }
    if !(1..=GAMES_MAX).contains(&offer.games) {
        return Err(ApiError(room::field("games", "Expected 1 to 8 games at once.")));
    }
    for (field, names) in [("expansions", &offer.expansions), ("pools", &offer.pools)] {
        if names.len() > NAMES_MAX || names.iter().any(|name| name.len() > NAMES_LONG) {
            return Err(ApiError(room::field(field, "Expected fewer names, or shorter ones.")));
        }
    }
    let text = serde_json::to_string(&offer).map_err(|_| ApiError::bug())?;
    app.store.offer(&caller.person.id, Some(&text), now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// This program plays no more for now.
#[utoipa::path(
    delete, path = "/api/me/offer", tag = "bots",
    responses((status = 204), (status = 409, body = Problem))
)]
pub async fn withdraw(State(app): State<App>, caller: Caller) -> ApiResult<StatusCode> {
    demand_bot(&caller)?;
    app.store.offer(&caller.person.id, None, now()).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn demand_bot(caller: &Caller) -> ApiResult<()> {
    if caller.person.owner.is_some() {
        return Ok(());
    }
    let detail = "Offers are made by accounts of programs: POST /api/me/bots makes one.";
    Err(ApiError::new(StatusCode::CONFLICT, "no-bot", detail))
}

/// Programs that are here and play, by name.
#[utoipa::path(
    get, path = "/api/bots", tag = "bots",
    responses((status = 200, body = BotOffers))
)]
pub async fn here(State(app): State<App>) -> ApiResult<Json<BotOffers>> {
    let mut bots = Vec::new();
    let offers = app.store.offers(now().saturating_sub(OFFERED)).await?;
    for kept in offers.into_iter().take(LISTED) {
        let Ok(offer) = serde_json::from_str::<BotOffer>(&kept.offer) else { continue };
        let playing = playing(&app, &kept.bot.0).await?;
        let Kept { bot: (id, name), owner: (owner, owner_name), .. } = kept;
        let owner = PersonName { id: owner, name: owner_name };
        bots.push(BotOfferRow { id, name, owner, offer, playing });
    }
    Ok(Json(BotOffers { bots }))
}

async fn playing(app: &App, person: &str) -> ApiResult<u32> {
    let query = Query {
        status: vec!["playing".to_owned(), "open".to_owned()],
        person: Some(person.to_owned()),
        limit: 100,
        ..Query::default()
    };
    Ok(app.store.rows(query).await?.len() as u32)
}

/// Whether a program may take one game more.
pub(super) async fn demand_room(app: &App, bot: &Person) -> ApiResult<()> {
    if bot.owner.is_some() && playing(app, &bot.id).await? >= u32::from(GAMES_MAX) {
        let detail = "This program plays as many games as it may already.";
        return Err(ApiError::new(StatusCode::CONFLICT, "bot-busy", detail));
    }
    Ok(())
}

/// Whether a program may ask somebody for a game: another program, so many times a day, or a
/// person who follows it.
pub(super) async fn may_ask(app: &App, bot: &Person, rival: &Person) -> ApiResult<()> {
    if bot.owner.is_none() {
        return Ok(());
    }
    if rival.owner.is_some() {
        let counted = app.limits.bots(&bot.id);
        return counted.map_err(|seconds| ApiError::too_many(seconds, "games between programs"));
    }
    let ties = app.store.ties_among(&[bot.id.clone(), rival.id.clone()]).await?;
    let follows = |tie: &store::society::TieBetween| {
        tie.person == rival.id && tie.tie == protocol::Tie::Follow
    };
    if ties.iter().any(follows) { Ok(()) } else { Err(unwanted()) }
}

/// The answer to a program that would sit down or ask where nobody wished for one.
pub(in crate::http) fn unwanted() -> ApiError {
    let detail = "Programs meet people only where those wish it: at seats kept for them, by link, \
                  or if the person follows them.";
    ApiError::new(StatusCode::FORBIDDEN, "bots", detail)
}

/// A program sits down where somebody wished for one: at a seat that is kept for it, or is given to
/// whoever has the link, or at a table of its own.
pub(in crate::http) fn may_sit(person: &Person, room: &Room, seat: u8) -> ApiResult<()> {
    let plan = room.config().seats.get(usize::from(seat));
    let anybody = matches!(plan, Some(SeatPlan::Anyone));
    let own = room.owner() == person.id || person.owner.as_deref() == Some(room.owner());
    if person.owner.is_some() && anybody && !own { Err(unwanted()) } else { Ok(()) }
}
