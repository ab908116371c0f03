//! People: guests, accounts, sessions, and leaving for good.

mod export;
mod invites;
pub(super) mod name;
pub(super) mod password;
mod tokens;

use std::net::IpAddr;

use axum::Extension;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use protocol::{Credentials, GuestName, Me, Problem};
use room::names;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::Body;
use super::session::{self, Caller, MaybeCaller, SameSite, SentToken, SetCookies};
use super::{Address, ApiError, ApiResult};
use crate::cluster::limits;
use crate::live::secret;
use crate::serve::{App, now};
use crate::work::Busy;
use store::person::folded;
use store::{Arrival, Comer, PasswordChange, Person, StoreError};

/// The most characters of a name under which tries are counted.
const COUNTED_MAX: usize = 100;

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(me, leave))
        .routes(routes!(guest))
        .routes(routes!(register))
        .routes(routes!(login))
        .routes(routes!(logout))
        .routes(routes!(logout_everywhere))
        .routes(routes!(change_password))
        .routes(routes!(tokens::list, tokens::make))
        .routes(routes!(tokens::end))
        .routes(routes!(export::export))
        .routes(routes!(invites::make))
}

/// A new password.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewPassword {
    /// The new one: 8 to 200 characters.
    password: String,
    /// The old one.
    old: String,
}

/// Leaving for good.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Leaving {
    /// The password, if there is one.
    #[serde(default)]
    password: Option<String>,
}

/// Who somebody is, with its cookie.
type MeWithCookie = (SetCookies, Json<Me>);

fn shown(person: &Person) -> Me {
    let account = person.password.is_some();
    Me { id: person.id.clone(), name: person.name.clone(), account, role: person.role }
}

fn refuse(status: StatusCode, kind: &str, detail: &str) -> ApiError {
    ApiError::new(status, kind, detail)
}

/// Counts a try to log in, or something that costs as much.
fn spend_try(app: &App, address: IpAddr) -> ApiResult<()> {
    let tries = app.limits.login(address);
    tries.map_err(|seconds| ApiError::too_many(seconds, "tries from your address"))
}

/// What tries for an account are counted under: no account has a longer name.
fn counted_as(account: &str) -> String {
    folded(account).chars().take(COUNTED_MAX).collect()
}

/// Counts a try of a password for one account.
pub(super) fn spend_password(app: &App, address: IpAddr, account: &str) -> ApiResult<()> {
    spend_try(app, address)?;
    let tries = app.limits.password(&counted_as(account), address);
    tries.map_err(|seconds| ApiError::too_many(seconds, "tries for this account"))
}

/// Who I am.
#[utoipa::path(
    get, path = "/api/me", tag = "people",
    responses((status = 200, body = Me), (status = 204, description = "nobody yet"))
)]
async fn me(
    State(app): State<App>,
    Extension(Address(address)): Extension<Address>,
    MaybeCaller(caller): MaybeCaller,
) -> Response {
    let announced = app.announced.header();
    // A visitor without a session is nothing wrong.
    let Some(caller) = caller else {
        return (StatusCode::NO_CONTENT, announced).into_response();
    };
    app.traces.note(&app, address, &caller.person.id);
    // A cookie lives for a limited time: whoever comes back gets it anew.
    let cookie = if caller.is_browser() {
        session::give(&app.config, &caller.token)
    } else {
        session::keep()
    };
    (cookie, announced, Json(shown(&caller.person))).into_response()
}

/// Plays as a guest under a name, or changes the name of the guest.
#[utoipa::path(
    post, path = "/api/guest", tag = "people", request_body = GuestName,
    responses((status = 200, body = Me), (status = 400, body = Problem),
        (status = 409, body = Problem))
)]
async fn guest(
    State(app): State<App>,
    Extension(Address(address)): Extension<Address>,
    _: SameSite,
    MaybeCaller(caller): MaybeCaller,
    Body(asked): Body<GuestName>,
) -> ApiResult<MeWithCookie> {
    let name = name::check(&asked.name)?;
    if let Some(caller) = &caller
        && caller.has_account()
    {
        return Err(has_account(caller));
    }
    // Guests may share a name, but nobody passes for somebody with an account.
    demand_free(&app, &name, caller.as_ref()).await?;
    if let Some(caller) = caller {
        if caller.person.name != name {
            app.store.rename_person(&caller.person.id, &name).await?;
            app.hub.hear().await;
        }
        let me = shown(&Person { name, ..caller.person });
        return Ok((session::keep(), Json(me)));
    }
    if !app.config.guests {
        let detail = "This server has no guests: make an account, or log in.";
        return Err(refuse(StatusCode::FORBIDDEN, "no-guests", detail));
    }
    let come = app.limits.guest(address);
    come.map_err(|seconds| ApiError::too_many(seconds, "new guests from your address"))?;
    let person = newcomer(name, None);
    app.traces.note(&app, address, &person.id);
    let Some(_turn) = app.limits.arriving().await else {
        return Err(ApiError::from(Busy::All));
    };
    arrive(&app, None, Comer::New(person.clone()), &person).await
}

/// Whether no account of another has the name, or one that can be taken for it.
pub(super) async fn demand_free(app: &App, name: &str, caller: Option<&Caller>) -> ApiResult<()> {
    let own = caller.map_or("", |caller| caller.person.id.as_str());
    match app.store.look_alike(name, own).await? {
        Some(_) => Err(StoreError::NameTaken.into()),
        None => Ok(()),
    }
}

fn newcomer(name: String, password: Option<String>) -> Person {
    Person { id: secret::id(), name, password, made: now(), banned: false, role: None, owner: None }
}

fn has_account(caller: &Caller) -> ApiError {
    let detail = format!("You are logged in as {}. Log out first.", caller.person.name);
    ApiError::new(StatusCode::CONFLICT, "has-account", detail)
}

/// Makes an account. A guest becomes it, with all its games.
#[utoipa::path(
    post, path = "/api/accounts", tag = "people", request_body = Credentials,
    responses((status = 200, body = Me), (status = 400, body = Problem),
        (status = 409, body = Problem),
              (status = 429, body = Problem))
)]
async fn register(
    State(app): State<App>,
    Extension(Address(address)): Extension<Address>,
    _: SameSite,
    MaybeCaller(caller): MaybeCaller,
    Body(asked): Body<Credentials>,
) -> ApiResult<MeWithCookie> {
    let invitation = invites::demand(&app, asked.invite.as_deref()).await?;
    let name = name::check(&asked.name)?;
    password::check(&asked.password)?;
    if let Some(caller) = &caller
        && caller.has_account()
    {
        return Err(has_account(caller));
    }
    spend_try(&app, address)?;
    if caller.is_none() {
        // Somebody who was not here before, like a guest.
        let counted = app.limits.guest(address);
        counted.map_err(|seconds| ApiError::too_many(seconds, "new people from your address"))?;
    }
    demand_free(&app, &name, caller.as_ref()).await?;
    let counted = app.limits.account(address);
    counted.map_err(|seconds| ApiError::too_many(seconds, "new accounts from your address"))?;
    let hash = password::hash(&app.work, address, asked.password).await?;
    let (comer, person) = if let Some(caller) = &caller {
        let person = Person { name, password: Some(hash.clone()), ..caller.person.clone() };
        let (id, name, by) = (person.id.clone(), person.name.clone(), caller.session.hash);
        (Comer::Guest { id, name, password: hash, by }, person)
    } else {
        let person = newcomer(name, Some(hash));
        (Comer::New(person.clone()), person)
    };
    let invitation = invites::redeem(&app, invitation).await?;
    let come = arrive(&app, caller.as_ref(), comer, &person).await;
    if come.is_err() {
        invites::give_back(&app, invitation).await;
    }
    let come = come?;
    app.traces.note(&app, address, &person.id);
    app.limits.logged_in(&folded(&names::tidy(&person.name)), address);
    Ok(come)
}

/// Somebody comes in, in one change, with a new session for new rights: what knew the old token
/// does not get them. Whoever calls with a token for programs keeps that one, and gets no cookie.
async fn arrive(
    app: &App,
    caller: Option<&Caller>,
    comer: Comer,
    person: &Person,
) -> ApiResult<MeWithCookie> {
    let same_program =
        caller.is_some_and(|caller| !caller.is_browser() && caller.person.id == person.id);
    let begun = (!same_program).then(|| session::for_browser(&person.id));
    let before = caller.filter(|_| !same_program).map(|caller| caller.session.hash);
    let (token, session) = begun.unzip();
    let is_new = matches!(comer, Comer::New(_));
    // What was looked at before is compared once more with the change itself.
    let lost = if let Comer::Account { .. } = comer {
        session::wrong_password()
    } else {
        session::no_session()
    };
    match app.store.arrive(Arrival { comer, session, before }).await {
        Ok(()) => {}
        Err(StoreError::Conflict) => return Err(lost),
        Err(error) => return Err(error.into()),
    }
    // A new account is no change of anybody that the store would tell of.
    if person.password.is_some() && is_new {
        app.hub.make_way(&person.id, &person.name);
    }
    // The sockets of the session that ended come back with the new cookie.
    app.hub.hear().await;
    if let Some(guest) = caller.filter(|it| !it.has_account() && it.person.id != person.id) {
        take_over(app, &guest.person.id);
    }
    let cookie = token.map_or_else(session::keep, |token| session::give(&app.config, &token));
    Ok((cookie, Json(shown(person))))
}

/// What a guest had played for long becomes the account's a little at a time: nobody waits for it,
/// neither here nor at the tables. What is left if the server stops is done by the next one.
fn take_over(app: &App, guest: &str) {
    let (app, guest) = (app.clone(), guest.to_owned());
    tokio::spawn(async move {
        match app.store.go_on_leaving(&guest).await {
            Ok(()) => app.hub.hear().await,
            Err(error) => tracing::warn!(%error, "the games of a guest wait for the next start"),
        }
    });
}

/// Logs in. The games of a guest go to the account.
#[utoipa::path(
    post, path = "/api/login", tag = "people", request_body = Credentials,
    responses((status = 200, body = Me), (status = 401, body = Problem),
        (status = 403, body = Problem),
              (status = 429, body = Problem))
)]
async fn login(
    State(app): State<App>,
    Extension(Address(address)): Extension<Address>,
    _: SameSite,
    MaybeCaller(caller): MaybeCaller,
    Body(asked): Body<Credentials>,
) -> ApiResult<MeWithCookie> {
    let typed = asked.name.trim();
    let tidy = names::tidy(typed);
    spend_password(&app, address, &tidy)?;
    limits::log_in(&app, &counted_as(&tidy), address).await?;
    // Accounts of before may have names in another form, as they were typed.
    let found = match app.store.account(typed).await? {
        None if tidy != typed => app.store.account(&tidy).await?,
        found => found,
    };
    let kept = found.as_ref().and_then(|person| person.password.clone());
    let right = password::is_right(&app.work, address, asked.password, kept).await?;
    let Some(person) = found.filter(|_| right) else {
        return Err(session::wrong_password());
    };
    app.limits.logged_in(&folded(&names::tidy(&person.name)), address);
    if person.banned {
        return Err(session::banned());
    }
    app.traces.note(&app, address, &person.id);
    let (id, password) = (person.id.clone(), person.password.clone().unwrap_or_default());
    arrive(&app, caller.as_ref(), Comer::Account { id, password }, &person).await
}

/// Logs out: this session ends.
#[utoipa::path(post, path = "/api/logout", tag = "people", responses((status = 204)))]
async fn logout(
    State(app): State<App>,
    _: SameSite,
    SentToken(token): SentToken,
) -> ApiResult<(StatusCode, SetCookies)> {
    // People who are shut out may log out, too: so there is no demand for a caller here.
    if let Some(token) = token {
        app.store.end_session(&token.hash()).await?;
        app.hub.hear().await;
    }
    Ok((StatusCode::NO_CONTENT, session::take(&app.config)))
}

/// Logs out everywhere: all sessions and tokens end.
#[utoipa::path(
    post, path = "/api/logout/everywhere", tag = "people",
    responses((status = 204), (status = 401, body = Problem))
)]
async fn logout_everywhere(
    State(app): State<App>,
    caller: Caller,
) -> ApiResult<(StatusCode, SetCookies)> {
    app.store.end_sessions(&caller.person.id).await?;
    app.hub.hear().await;
    Ok((StatusCode::NO_CONTENT, session::take(&app.config)))
}

/// Changes the password. All other sessions and tokens end.
#[utoipa::path(
    post, path = "/api/me/password", tag = "people", request_body = NewPassword,
    responses((status = 204), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 429, body = Problem))
)]
async fn change_password(
    State(app): State<App>,
    Extension(Address(address)): Extension<Address>,
    caller: Caller,
    Body(asked): Body<NewPassword>,
) -> ApiResult<StatusCode> {
    password::check(&asked.password)?;
    demand_password(&app, address, &caller, Some(asked.old), "old").await?;
    let hash = password::hash(&app.work, address, asked.password).await?;
    let Caller { person, session, .. } = caller;
    let change = PasswordChange {
        person: person.id,
        old: person.password.unwrap_or_default(),
        new: hash,
        stays: session.hash,
    };
    app.store.change_password(change).await.map_err(|error| match error {
        // Somebody else changed it meanwhile.
        StoreError::Conflict => not_your_password("old"),
        error => error.into(),
    })?;
    app.hub.hear().await;
    Ok(StatusCode::NO_CONTENT)
}

/// Whoever found an open browser cannot take the account away.
pub(super) async fn demand_password(
    app: &App,
    address: IpAddr,
    caller: &Caller,
    given: Option<String>,
    field: &str,
) -> ApiResult<()> {
    let Some(kept) = caller.person.password.clone() else {
        let detail = "A guest has no password: make an account first.";
        return Err(refuse(StatusCode::CONFLICT, "no-account", detail));
    };
    spend_password(app, address, &names::tidy(&caller.person.name))?;
    if password::is_right(&app.work, address, given.unwrap_or_default(), Some(kept)).await? {
        return Ok(());
    }
    Err(not_your_password(field))
}

fn not_your_password(field: &str) -> ApiError {
    let detail = "This is not your password.";
    refuse(StatusCode::FORBIDDEN, "wrong-password", detail).at(field)
}

/// Leaves for good: the account, its name, its sessions and what it said are removed. Its games
/// stay for the others, without a name.
#[utoipa::path(
    delete, path = "/api/me", tag = "people", request_body = Option<Leaving>,
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem))
)]
async fn leave(
    State(app): State<App>,
    Extension(Address(address)): Extension<Address>,
    caller: Caller,
    body: Bytes,
) -> ApiResult<(StatusCode, SetCookies)> {
    if caller.has_account() {
        let given = read_leaving(&body)?.password;
        demand_password(&app, address, &caller, given, "password").await?;
    }
    app.store.forget(&caller.person.id).await?;
    app.hub.hear().await;
    Ok((StatusCode::NO_CONTENT, session::take(&app.config)))
}

/// A guest need not send anything.
fn read_leaving(body: &[u8]) -> ApiResult<Leaving> {
    if body.is_empty() {
        return Ok(Leaving::default());
    }
    serde_json::from_slice(body).map_err(|error| {
        let detail = format!("The body cannot be read: {error}");
        ApiError::new(StatusCode::BAD_REQUEST, "body", detail)
    })
}
