//! Who calls: opaque tokens, the cookie that carries them, and the extractors for handlers.
//!
//! A token is 256 random bits. The client alone keeps it: the store has its SHA-256. A browser
//! sends it as a cookie, and then a request that changes something must come from our own pages; a
//! program sends `Authorization: Bearer TOKEN`.

mod origin;
pub mod scope;

use std::convert::Infallible;
use std::fmt::Write;
use std::sync::Once;

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::AppendHeaders;
use axum_extra::extract::cookie::CookieJar;
use protocol::Scope;
use protocol::log::Who;
use sha2::{Digest, Sha256};

pub use self::origin::{SameSite, check_change as check_change_origin, check_socket_origin};
use super::{ApiError, ApiResult};
use crate::config::Config;
use crate::live::Authority;
use crate::serve::{App, now};
use store::{BROWSER, PROGRAM, Person, Right, SESSION_LIFE, Session, StoreError, TOKENS_MAX};

/// The cookie that browsers bind to the secure origin.
const BOUND: &str = "__Host-trencavel";
/// The cookie where there is no secure origin.
const PLAIN: &str = "trencavel";

/// As long as browsers keep a cookie.
const LIFE: u64 = SESSION_LIFE;

/// A token in the clear, on its way from or to a client. It is never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// A new one.
    pub fn random() -> Secret {
        let bytes: [u8; 32] = rand::random();
        let mut text = String::with_capacity(64);
        for byte in bytes {
            // Writing to a text does not fail.
            let _ = write!(text, "{byte:02x}");
        }
        Secret(text)
    }

    /// What the store knows of it.
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_bytes()).into()
    }

    /// The text, to be shown to its owner.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What a client sent, if it can be a token at all.
    fn read(text: &str) -> Option<Secret> {
        let fits = text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
        fits.then(|| Secret(text.to_owned()))
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// A caller with a session. As an argument of a handler it demands one: 401 without, 403 for
/// people who are shut out, and 403 for changes that come from another site.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Who it is.
    pub person: Person,
    /// The session.
    pub session: Session,
    /// The token, as it was sent.
    pub token: Secret,
}

/// A caller who may have no session.
#[derive(Clone, Debug)]
pub struct MaybeCaller(pub Option<Caller>);

impl Caller {
    /// The person, as a table knows it.
    pub fn who(&self) -> Who {
        let account = self.has_account();
        Who { id: self.person.id.clone(), name: self.person.name.clone(), account }
    }

    /// By what right its sockets are open.
    pub fn authority(&self) -> Authority {
        Authority { person: self.person.id.clone(), session: self.session.hash }
    }

    /// Whether it is more than a guest.
    pub fn has_account(&self) -> bool {
        self.person.password.is_some()
    }

    /// Whether a browser calls, which needs its cookie.
    pub fn is_browser(&self) -> bool {
        !self.session.is_program()
    }
}

impl FromRequestParts<App> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Caller> {
        find(parts, app).await?.ok_or_else(no_session)
    }
}

impl FromRequestParts<App> for MaybeCaller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<MaybeCaller> {
        find(parts, app).await.map(MaybeCaller)
    }
}

impl OptionalFromRequestParts<App> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Option<Caller>> {
        find(parts, app).await
    }
}

/// The answer to whoever has no session, or none any more.
pub fn no_session() -> ApiError {
    let detail = "Nobody is logged in. Choose a name with POST /api/guest, or log in with POST \
                  /api/login; programs send Authorization: Bearer TOKEN.";
    ApiError::new(StatusCode::UNAUTHORIZED, "no-session", detail)
}

async fn find(parts: &Parts, app: &App) -> ApiResult<Option<Caller>> {
    let (token, program) = match bearer(&parts.headers) {
        Bearer::Token(token) => (token, true),
        Bearer::Unreadable => return Err(bad_token()),
        Bearer::None => match cookie(&parts.headers, &app.config) {
            Some(token) => (token, false),
            None => return Ok(None),
        },
    };
    if !program {
        origin::check_change(&parts.method, &parts.headers, &app.config)?;
    }
    match app.store.session(&token.hash(), now()).await? {
        Some((_, person)) if person.banned => return Err(banned()),
        Some((session, _)) if is_over(&session) => app.store.end_session(&session.hash).await?,
        Some((session, person)) => {
            scope::check(&session, &parts.method, parts.uri.path())?;
            return Ok(Some(Caller { person, session, token }));
        }
        None => {}
    }
    // A browser without a session is a newcomer; a program with a dead token must be told.
    if program { Err(bad_token()) } else { Ok(None) }
}

/// Whether a session was unused for so long that its cookie is gone, too.
fn is_over(session: &Session) -> bool {
    now().saturating_sub(session.used.max(session.made)) > LIFE * 1000
}

fn bad_token() -> ApiError {
    let detail = "This token is unknown, or was ended. Ask for a new one with POST /api/me/tokens.";
    ApiError::new(StatusCode::UNAUTHORIZED, "bad-token", detail)
}

/// The answer to people who are shut out.
pub fn banned() -> ApiError {
    let detail = "This account was shut out by whoever runs this server.";
    ApiError::new(StatusCode::FORBIDDEN, "banned", detail)
}

/// What a program sends.
#[derive(PartialEq, Eq, Debug)]
enum Bearer {
    /// No token.
    None,
    /// Something that is no token.
    Unreadable,
    /// A token.
    Token(Secret),
}

fn bearer(headers: &HeaderMap) -> Bearer {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Bearer::None };
    let token = value.to_str().ok().and_then(|text| {
        let (scheme, token) = text.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| Secret::read(token.trim())).flatten()
    });
    token.map_or(Bearer::Unreadable, Bearer::Token)
}

/// The token in the cookie. Where cookies are bound to a secure origin the plain one is not
/// believed, for a neighbour of the same domain could have set it.
pub fn cookie(headers: &HeaderMap, config: &Config) -> Option<Secret> {
    let jar = CookieJar::from_headers(headers);
    let read = |name: &&str| jar.get(name).and_then(|cookie| Secret::read(cookie.value()));
    names(config).iter().find_map(read)
}

/// The cookies in use. On the own machine both: some browsers keep no bound cookie without TLS.
fn names(config: &Config) -> &'static [&'static str] {
    if config.public_url.starts_with("https://") {
        &[BOUND]
    } else if config.secure_cookies() {
        &[BOUND, PLAIN]
    } else {
        static WARNED: Once = Once::new();
        WARNED.call_once(|| {
            tracing::warn!(
                url = config.public_url,
                "without https anybody on the way can read sessions: give the server a public-url \
                 with https unless this is a network of friends"
            );
        });
        &[PLAIN]
    }
}

/// Headers that set cookies.
pub type SetCookies = AppendHeaders<Vec<(HeaderName, String)>>;

fn set(config: &Config, value: &str, seconds: u64) -> SetCookies {
    let one = |name: &&str| {
        let secure = if *name == BOUND { "; Secure" } else { "" };
        let text =
            format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
        (header::SET_COOKIE, text)
    };
    AppendHeaders(names(config).iter().map(one).collect())
}

/// Gives a browser its cookie, or renews it.
pub fn give(config: &Config, token: &Secret) -> SetCookies {
    set(config, &token.0, LIFE)
}

/// Takes the cookie away.
pub fn take(config: &Config) -> SetCookies {
    set(config, "", 0)
}

/// No cookie.
pub fn keep() -> SetCookies {
    AppendHeaders(Vec::new())
}

/// A session for a browser: what the browser gets, and what the store is to keep.
pub fn for_browser(person: &str) -> (Secret, Session) {
    let all = Scope::ALL.to_vec();
    fresh(person, BROWSER, String::new(), all)
}

/// A token for a program that is not its owner's: what the program gets, and what the store keeps.
pub fn for_program(person: &str, scopes: Vec<Scope>) -> (Secret, Session) {
    fresh(person, PROGRAM, String::new(), scopes)
}

/// Makes a token for a program.
///
/// # Errors
/// If the person has too many of them, or the store fails.
pub async fn begin_program(
    app: &App,
    caller: &Caller,
    name: String,
    scopes: Vec<Scope>,
) -> ApiResult<(Secret, Session)> {
    let (token, session) = fresh(&caller.person.id, PROGRAM, name, scopes);
    // A session that ends meanwhile leaves no token behind.
    let right = Right::Session(caller.session.hash);
    match app.store.begin_session(session.clone(), right).await {
        Ok(()) => Ok((token, session)),
        Err(StoreError::Conflict) => Err(no_session()),
        Err(StoreError::Enough) => {
            let detail =
                format!("You have {TOKENS_MAX} tokens already: end one that is not needed.");
            Err(ApiError::new(StatusCode::CONFLICT, "too-many-tokens", detail))
        }
        Err(error) => Err(error.into()),
    }
}

fn fresh(person: &str, kind: &str, name: String, scopes: Vec<Scope>) -> (Secret, Session) {
    let token = Secret::random();
    let (hash, made) = (token.hash(), now());
    let (person, kind) = (person.to_owned(), kind.to_owned());
    let session = Session { hash, person, kind, made, used: made, name, scopes, proved: 0 };
    (token, session)
}

/// The answer to a name and a password that do not belong together, or not any more.
pub fn wrong_password() -> ApiError {
    let detail = "There is no account with this name and password.";
    ApiError::new(StatusCode::UNAUTHORIZED, "wrong-password", detail)
}

/// The token that was sent, whatever it is worth.
#[derive(Clone, Debug)]
pub struct SentToken(pub Option<Secret>);

impl FromRequestParts<App> for SentToken {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<SentToken, Infallible> {
        Ok(SentToken(match bearer(&parts.headers) {
            Bearer::Token(token) => Some(token),
            Bearer::Unreadable => None,
            Bearer::None => cookie(&parts.headers, &app.config),
        }))
    }
}

#[cfg(test)]
mod tests;
