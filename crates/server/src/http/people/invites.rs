//! Links for people who are to make an account, where one must be invited.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use protocol::{Invitation, Problem};

use super::refuse;
use crate::config::SignUp;
use crate::http::session::Caller;
use crate::http::{ApiError, ApiResult};
use crate::notify::{LinkSecret, Purpose};
use crate::serve::{App, now};
use store::post::Secret;

/// Makes a link by which one person can make an account; the ones that I made before stay good.
#[utoipa::path(
    post, path = "/api/me/invites", tag = "people",
    responses((status = 201, body = Invitation), (status = 403, body = Problem))
)]
pub async fn make(
    State(app): State<App>,
    caller: Caller,
) -> ApiResult<(StatusCode, Json<Invitation>)> {
    if app.config.accounts == SignUp::Closed || !caller.has_account() {
        let detail = "Only people with an account invite others, and only where accounts are made.";
        return Err(refuse(StatusCode::FORBIDDEN, "no-invites", detail));
    }
    let counted = app.hub.spend_chat(&caller.person.id);
    counted.map_err(|seconds| ApiError::too_many(seconds, "invitations"))?;
    let secret = LinkSecret::random();
    let kept = secret.kept(Purpose::Invite, Some(&caller.person.id), "", now());
    let expires = kept.expires;
    app.store.post().keep_secret(kept, false).await?;
    let path = format!("/account?invite={}", secret.reveal());
    Ok((StatusCode::CREATED, Json(Invitation { path, expires })))
}

/// The invitation of whoever wants an account, if one is needed.
pub(super) async fn demand(app: &App, key: Option<&str>) -> ApiResult<Option<Secret>> {
    match app.config.accounts {
        SignUp::Open => return Ok(None),
        SignUp::Closed => {
            let detail = "This server makes no new accounts.";
            return Err(refuse(StatusCode::FORBIDDEN, "no-accounts", detail));
        }
        SignUp::Invited => {}
    }
    if let Some(key) = key.and_then(LinkSecret::read) {
        let found = app.store.post().secret(&key.hash(), Purpose::Invite.name(), now()).await?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Err(uninvited())
}

/// Uses the invitation up, before there is an account: of two who come at once one is too late.
pub(super) async fn redeem(app: &App, invitation: Option<Secret>) -> ApiResult<Option<Secret>> {
    if let Some(secret) = &invitation
        && !app.store.post().use_secret(&secret.hash).await?
    {
        return Err(uninvited());
    }
    Ok(invitation)
}

/// Nothing came of it: the invitation is good as before.
pub(super) async fn give_back(app: &App, invitation: Option<Secret>) {
    let Some(secret) = invitation else { return };
    if let Err(error) = app.store.post().keep_secret(secret, false).await {
        tracing::error!(%error, "an invitation was lost");
    }
}

fn uninvited() -> ApiError {
    let detail = "This server makes accounts for those who are invited: ask somebody for a link.";
    refuse(StatusCode::FORBIDDEN, "uninvited", detail)
}
