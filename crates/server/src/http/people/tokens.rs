//! Tokens for programs: made, listed, ended one by one.

use std::fmt::Write;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use protocol::{NewToken, Problem, Token, TokenRow, Tokens};
use room::names;

use crate::http::session::{self, Caller};
use crate::http::{ApiError, ApiResult};
use crate::serve::App;
use store::Session;

/// The longest name of a token, in characters.
const NAME_MAX: usize = 40;
/// How much of its hash tells a token from others.
const ID_BYTES: usize = 8;

/// The public id of a token: it says nothing of the token itself.
fn id(session: &Session) -> String {
    session.hash[..ID_BYTES].iter().fold(String::new(), |mut id, byte| {
        // Writing to a text does not fail.
        let _ = write!(id, "{byte:02x}");
        id
    })
}

fn row(session: &Session) -> TokenRow {
    TokenRow {
        id: id(session),
        name: session.name.clone(),
        scopes: session.scopes.clone(),
        made: session.made,
        used: session.is_used().then_some(session.used),
    }
}

async fn own(app: &App, caller: &Caller) -> ApiResult<Vec<Session>> {
    let mut all = app.store.sessions(&caller.person.id).await?;
    all.retain(Session::is_program);
    Ok(all)
}

/// My tokens for programs, the oldest first.
#[utoipa::path(
    get, path = "/api/me/tokens", tag = "people",
    responses((status = 200, body = Tokens), (status = 401, body = Problem))
)]
pub async fn list(State(app): State<App>, caller: Caller) -> ApiResult<Json<Tokens>> {
    let tokens = own(&app, &caller).await?.iter().map(row).collect();
    Ok(Json(Tokens { tokens }))
}

/// Makes a token for a program, which acts in my name until it is ended. It is shown once.
#[utoipa::path(
    post, path = "/api/me/tokens", tag = "people", request_body = Option<NewToken>,
    responses((status = 201, body = Token), (status = 400, body = Problem),
        (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem))
)]
pub async fn make(
    State(app): State<App>,
    caller: Caller,
    body: Bytes,
) -> ApiResult<(StatusCode, Json<Token>)> {
    let mut asked = read(&body)?;
    let name = match asked.name.trim() {
        "" => String::new(),
        name => names::check(name, NAME_MAX).map_err(|_| bad_name())?,
    };
    asked.scopes.sort_unstable();
    asked.scopes.dedup();
    if asked.scopes.is_empty() {
        let detail = "A token needs at least one scope of read, play, challenge and account.";
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "body", detail).at("scopes"));
    }
    let (token, session) = session::begin_program(&app, &caller, name, asked.scopes).await?;
    let made = Token { token: token.reveal().to_owned(), id: id(&session) };
    Ok((StatusCode::CREATED, Json(made)))
}

fn bad_name() -> ApiError {
    let detail = format!("The name of a token has {NAME_MAX} visible characters at most.");
    ApiError::new(StatusCode::BAD_REQUEST, "name", detail).at("name")
}

/// A program that says nothing more gets a token to read and to play.
fn read(body: &[u8]) -> ApiResult<NewToken> {
    if body.is_empty() {
        return Ok(NewToken::default());
    }
    serde_json::from_slice(body).map_err(|error| {
        let detail = format!("Expected the name and the scopes of a token: {error}");
        ApiError::new(StatusCode::BAD_REQUEST, "body", detail)
    })
}

/// Ends a token: its requests are refused and its sockets end at once.
#[utoipa::path(
    delete, path = "/api/me/tokens/{id}", tag = "people",
    params(("id" = String, Path, description = "as the list has it")),
    responses((status = 204), (status = 401, body = Problem), (status = 404, body = Problem))
)]
pub async fn end(
    State(app): State<App>,
    caller: Caller,
    Path(asked): Path<String>,
) -> ApiResult<StatusCode> {
    let own = own(&app, &caller).await?;
    let Some(session) = own.iter().find(|session| id(session) == asked) else {
        return Err(ApiError::not_found("token"));
    };
    app.store.end_session(&session.hash).await?;
    app.hub.hear().await;
    Ok(StatusCode::NO_CONTENT)
}
