//! Mail: addresses, forgotten passwords, the end of mails; and the hoster's own pages.
//!
//! Invariant: no answer, and not how long it takes, tells whether an address is known.

use std::net::IpAddr;
use std::path::PathBuf;

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use protocol::{AskReset, DoReset, MyAddress, Problem, SetAddress};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::Body;
use super::language::Language;
use super::people::{demand_password, password};
use super::session::{Caller, SameSite};
use super::{Address, ApiError, ApiResult};
use crate::notify::mail::{Mailer, is_address};
use crate::notify::{LinkSecret, Purpose, texts};
use crate::serve::{App, now};
use store::post::Contact;

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(set_address, drop_address))
        .routes(routes!(confirm))
        .routes(routes!(ask_reset))
        .routes(routes!(reset))
        .routes(routes!(end_mail))
        .routes(routes!(page))
}

fn no_mail() -> ApiError {
    let detail = "This server sends no mail.";
    ApiError::new(StatusCode::FORBIDDEN, "no-mail", detail)
}

fn old_link() -> ApiError {
    let detail = "This link is not good any more: it was used, or it is too old.";
    ApiError::new(StatusCode::NOT_FOUND, "old-link", detail)
}

fn spend(app: &App, address: IpAddr) -> ApiResult<()> {
    let tries = app.limits.login(address);
    tries.map_err(|seconds| ApiError::too_many(seconds, "tries from your address"))
}

/// My address for mail. A new one gets a link to confirm it; nothing else is sent there before.
#[utoipa::path(
    put, path = "/api/me/address", tag = "inbox", request_body = SetAddress,
    responses((status = 200, body = MyAddress), (status = 400, body = Problem),
        (status = 403, body = Problem), (status = 502, body = Problem))
)]
async fn set_address(
    State(app): State<App>,
    Extension(Address(caller_address)): Extension<Address>,
    headers: HeaderMap,
    caller: Caller,
    Body(asked): Body<SetAddress>,
) -> ApiResult<Json<MyAddress>> {
    let mailer = app.notifier.mailer().filter(|_| caller.has_account()).ok_or_else(no_mail)?;
    let address = asked.address.trim().to_owned();
    if !is_address(&address) {
        let detail = "Expected an address as anna@example.org.";
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "address", detail).at("address"));
    }
    if asked.digest.is_some_and(|minute| minute >= 1440) {
        let detail = "Expected a minute of the day: 0 to 1439.";
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "body", detail).at("digest"));
    }
    let post = app.store.post();
    let before = post.contact(&caller.person.id).await?;
    let confirmed = before.is_some_and(|before| before.confirmed && before.address == address);
    let language = Language::of(&headers);
    if !confirmed {
        spend(&app, caller_address)?;
        demand_password(&app, caller_address, &caller, asked.password, "password").await?;
        let mails = app.limits.mail(&caller.person.id, &address);
        mails.map_err(|seconds| ApiError::too_many(seconds, "mails"))?;
        send_confirmation(&app, mailer, &caller, &address, language).await?;
    }
    let contact = Contact {
        person: caller.person.id.clone(),
        address: address.clone(),
        confirmed,
        language: language.name().to_owned(),
        digest: asked.digest,
    };
    post.set_contact(contact).await?;
    Ok(Json(MyAddress { address, confirmed, digest: asked.digest }))
}

async fn send_confirmation(
    app: &App,
    mailer: &Mailer,
    caller: &Caller,
    address: &str,
    language: Language,
) -> ApiResult<()> {
    let secret = LinkSecret::random();
    let kept = secret.kept(Purpose::Confirm, Some(&caller.person.id), address, now());
    app.store.post().keep_secret(kept, true).await?;
    let link = mailer.link(&format!("/confirm/{}", secret.reveal()));
    let mail = texts::confirm(&caller.person.name, &link, language);
    mailer.send(address, &mail, None).await.map_err(|error| {
        tracing::warn!(%error, "a mail was not sent");
        let detail = "The mail could not be sent to this address. Nothing was changed.";
        ApiError::new(StatusCode::BAD_GATEWAY, "mail-failed", detail).at("address")
    })
}

/// Forgets my address: no mail is sent there any more.
#[utoipa::path(
    delete, path = "/api/me/address", tag = "inbox",
    responses((status = 204), (status = 401, body = Problem))
)]
async fn drop_address(State(app): State<App>, caller: Caller) -> ApiResult<StatusCode> {
    app.store.post().drop_contact(&caller.person.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Confirms an address, by the link of the mail that went there. Nobody needs to be logged in.
#[utoipa::path(
    post, path = "/api/confirm/{key}", tag = "inbox",
    params(("key" = String, Path, description = "as the link has it")),
    responses((status = 204), (status = 404, body = Problem))
)]
async fn confirm(
    State(app): State<App>,
    _: SameSite,
    Path(key): Path<String>,
) -> ApiResult<StatusCode> {
    let post = app.store.post();
    let key = LinkSecret::read(&key).ok_or_else(old_link)?;
    let found = post.secret(&key.hash(), Purpose::Confirm.name(), now()).await?;
    let found = found.ok_or_else(old_link)?;
    let person = found.person.unwrap_or_default();
    let contact = post.contact(&person).await?.filter(|contact| contact.address == found.what);
    let contact = contact.ok_or_else(old_link)?;
    if !post.use_secret(&key.hash()).await? {
        return Err(old_link());
    }
    post.set_contact(Contact { confirmed: true, ..contact }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Asks for a new password by mail. The answer is the same whether the address is known or not.
#[utoipa::path(
    post, path = "/api/reset", tag = "people", request_body = AskReset,
    responses((status = 202), (status = 403, body = Problem), (status = 429, body = Problem))
)]
async fn ask_reset(
    State(app): State<App>,
    Extension(Address(caller)): Extension<Address>,
    _: SameSite,
    Body(AskReset { address }): Body<AskReset>,
) -> ApiResult<StatusCode> {
    if app.notifier.mailer().is_none() {
        return Err(no_mail());
    }
    spend(&app, caller)?;
    let counted: String = address.trim().to_lowercase().chars().take(254).collect();
    let tries = app.limits.password(&format!("mail {counted}"), caller);
    tries.map_err(|seconds| ApiError::too_many(seconds, "tries for this account"))?;
    if app.limits.mail_to(&counted).is_err() {
        // Enough of them are there, and the answer is the same as ever.
        return Ok(StatusCode::ACCEPTED);
    }
    // Whatever is found, and however long a mail takes, nobody waits for it.
    tokio::spawn(async move {
        if let Err(problem) = send_reset(&app, &counted).await {
            tracing::error!(detail = problem.0.detail, "a new password could not be mailed");
        }
    });
    Ok(StatusCode::ACCEPTED)
}

async fn send_reset(app: &App, address: &str) -> ApiResult<()> {
    let Some(mailer) = app.notifier.mailer() else { return Ok(()) };
    let post = app.store.post();
    let (mut links, mut language, mut to) = (Vec::new(), Language::English, String::new());
    for contact in post.contacts_at(address).await? {
        let person = app.store.person(&contact.person).await?;
        let open = |person: &store::Person| !person.banned && person.password.is_some();
        let Some(person) = person.filter(open) else { continue };
        let secret = LinkSecret::random();
        post.keep_secret(secret.kept(Purpose::Reset, Some(&person.id), "", now()), true).await?;
        links.push((person.name, mailer.link(&format!("/reset/{}", secret.reveal()))));
        language = Language::named(&contact.language).unwrap_or_default();
        to = contact.address;
    }
    if links.is_empty() {
        return Ok(());
    }
    let sent = mailer.send(&to, &texts::reset(&links, language), None).await;
    if let Err(error) = sent {
        tracing::warn!(%error, "a mail was not sent");
    }
    Ok(())
}

/// Chooses a new password by a link: all sessions and tokens end, and the link is used up.
#[utoipa::path(
    post, path = "/api/reset/{key}", tag = "people", request_body = DoReset,
    params(("key" = String, Path, description = "as the link has it")),
    responses((status = 204), (status = 400, body = Problem), (status = 404, body = Problem),
        (status = 429, body = Problem))
)]
async fn reset(
    State(app): State<App>,
    Extension(Address(caller)): Extension<Address>,
    _: SameSite,
    Path(key): Path<String>,
    Body(DoReset { password }): Body<DoReset>,
) -> ApiResult<StatusCode> {
    spend(&app, caller)?;
    password::check(&password)?;
    let key = LinkSecret::read(&key).ok_or_else(old_link)?;
    let post = app.store.post();
    let found = post.secret(&key.hash(), Purpose::Reset.name(), now()).await?;
    found.ok_or_else(old_link)?;
    let hash = password::hash(&app.work, caller, password).await?;
    if !post.reset_password(&key.hash(), &hash, now()).await? {
        return Err(old_link());
    }
    app.hub.hear().await;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends a kind of mail, by the link in it: mail programs do it with one click (RFC 8058), without
/// any session.
#[utoipa::path(
    post, path = "/api/mail/end/{key}", tag = "inbox",
    params(("key" = String, Path, description = "as the mail has it")),
    responses((status = 204), (status = 404, body = Problem))
)]
async fn end_mail(State(app): State<App>, Path(key): Path<String>) -> ApiResult<StatusCode> {
    let post = app.store.post();
    let key = LinkSecret::read(&key).ok_or_else(old_link)?;
    let found = post.secret(&key.hash(), Purpose::End.name(), now()).await?.ok_or_else(old_link)?;
    let person = found.person.unwrap_or_default();
    // It may be clicked again: it stays ended.
    if found.what == "digest" {
        if let Some(contact) = post.contact(&person).await? {
            post.set_contact(Contact { digest: None, ..contact }).await?;
        }
        return Ok(StatusCode::NO_CONTENT);
    }
    let kind = protocol::NoticeKind::named(&found.what).ok_or_else(old_link)?;
    let said = post.wants(&person).await?;
    let channels = said.iter().find(|(of, _)| *of == found.what).map_or_else(
        || kind.usual().iter().map(|channel| channel.name()).collect(),
        |(_, channels)| channels.split_whitespace().collect::<Vec<_>>(),
    );
    let rest: Vec<&str> = channels.into_iter().filter(|channel| *channel != "mail").collect();
    post.set_wants(&person, &[(found.what, rest.join(" "))]).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The hoster's legal notice, or its page about privacy, as a text.
#[utoipa::path(
    get, path = "/api/pages/{name}", tag = "server",
    params(("name" = String, Path, description = "`legal` or `privacy`")),
    responses((status = 200, body = String, content_type = "text/plain"),
        (status = 404, body = Problem))
)]
async fn page(
    State(app): State<App>,
    headers: HeaderMap,
    Path(name): Path<String>,
) -> ApiResult<Response> {
    let telling = &app.config.telling;
    let path = match name.as_str() {
        "legal" => telling.legal.clone(),
        "privacy" => telling.privacy.clone(),
        _ => None,
    };
    let path = path.ok_or_else(|| ApiError::not_found("page"))?;
    // legal.fr.md beside legal.md is its French.
    let language = Language::of(&headers);
    let text = match tokio::fs::read_to_string(translated(&path, language)).await {
        Ok(text) => text,
        Err(_) => match tokio::fs::read_to_string(&path).await {
            Ok(text) => text,
            Err(_) => return Err(ApiError::not_found("page")),
        },
    };
    let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    Ok((kind, [(header::VARY, "accept-language")], text).into_response())
}

fn translated(path: &std::path::Path, language: Language) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let end = path.extension().map(|end| format!(".{}", end.to_string_lossy()));
    path.with_file_name(format!("{stem}.{}{}", language.name(), end.unwrap_or_default()))
}
