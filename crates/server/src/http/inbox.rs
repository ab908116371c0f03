//! What waits for somebody, and how it is told: turns, the bell, channels, leave, the calendar.

pub(super) mod calendar;

use axum::Json;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use protocol::{
    Channel, MyAddress, MyLeave, MyNotice, MyNotices, MyTurn, MyTurns, NoticeKind, Problem,
    PushBrowser, PushEnd, Reach, SeenNotices, SetLeave, SetWants, Want,
};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::Body;
use super::language::Language;
use super::session::Caller;
use super::{ApiError, ApiResult};
use crate::notify::push::Receiver;
use crate::serve::{App, now};
use store::StoreError;
use store::post::{Leave, Rung, Subscription, Waiting};

/// How many turns and lines are told at once.
const TURNS_MAX: u32 = 200;
const LINES_MAX: u32 = 50;

/// The longest leave that is said at once, ms.
const AWAY_MAX: u64 = 366 * 86_400_000;

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(turns))
        .routes(routes!(notices))
        .routes(routes!(seen))
        .routes(routes!(wants, set_wants))
        .routes(routes!(leave, set_leave))
        .routes(routes!(subscribe, unsubscribe))
        .routes(routes!(calendar::make, calendar::end))
        .routes(routes!(calendar::show))
}

/// Games that wait for a move of mine, the earliest deadline first.
#[utoipa::path(
    get, path = "/api/me/turns", tag = "inbox",
    responses((status = 200, body = MyTurns), (status = 401, body = Problem))
)]
async fn turns(State(app): State<App>, caller: Caller) -> ApiResult<Json<MyTurns>> {
    let person = &caller.person.id;
    let waiting = app.store.post().turns(person, TURNS_MAX).await?;
    let turns = waiting.iter().filter_map(|waiting| turn(waiting, person)).collect();
    let unseen = app.store.post().unseen(person).await?;
    Ok(Json(MyTurns { turns, unseen }))
}

fn turn(waiting: &Waiting, person: &str) -> Option<MyTurn> {
    let mut table: protocol::TableRow = serde_json::from_str(&waiting.row).ok()?;
    table.mine = super::lobby::own_seats(&table, Some(person));
    Some(MyTurn { table, due: waiting.due })
}

/// Where a list goes on.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Before {
    /// Only lines with smaller numbers.
    before: Option<u64>,
}

/// The bell: what happened while I was away, the newest first.
#[utoipa::path(
    get, path = "/api/me/notices", tag = "inbox", params(Before),
    responses((status = 200, body = MyNotices), (status = 401, body = Problem))
)]
async fn notices(
    State(app): State<App>,
    caller: Caller,
    Query(Before { before }): Query<Before>,
) -> ApiResult<Json<MyNotices>> {
    let person = &caller.person.id;
    let lines = app.store.post().bell(person, before, LINES_MAX).await?;
    let notices = lines.into_iter().filter_map(|line| notice(line, person)).collect();
    let unseen = app.store.post().unseen(person).await?;
    Ok(Json(MyNotices { notices, unseen }))
}

fn notice(line: Rung, person: &str) -> Option<MyNotice> {
    let Rung { id, kind, row, about, at, seen, .. } = line;
    let table: Option<protocol::TableRow> =
        row.and_then(|row| serde_json::from_str(&row).ok()).map(|row: protocol::TableRow| {
            let mine = super::lobby::own_seats(&row, Some(person));
            protocol::TableRow { mine, ..row }
        });
    Some(MyNotice { id, kind: NoticeKind::named(&kind)?, at, seen, table, about })
}

/// I have seen the bell.
#[utoipa::path(
    post, path = "/api/me/notices/seen", tag = "inbox", request_body = SeenNotices,
    responses((status = 204), (status = 401, body = Problem))
)]
async fn seen(
    State(app): State<App>,
    caller: Caller,
    Body(SeenNotices { up_to }): Body<SeenNotices>,
) -> ApiResult<StatusCode> {
    app.store.post().see_bell(&caller.person.id, up_to).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// How I am told what.
#[utoipa::path(
    get, path = "/api/me/wants", tag = "inbox",
    responses((status = 200, body = Reach), (status = 401, body = Problem))
)]
async fn wants(State(app): State<App>, caller: Caller) -> ApiResult<Json<Reach>> {
    let (post, person) = (app.store.post(), &caller.person.id);
    let said = post.wants(person).await?;
    let want = |kind: NoticeKind| {
        let channels = said.iter().find(|(of, _)| of == kind.name()).map_or_else(
            || kind.usual().to_vec(),
            |(_, channels)| channels.split_whitespace().filter_map(Channel::named).collect(),
        );
        Want { kind, channels }
    };
    let address = post.contact(person).await?.map(|contact| MyAddress {
        address: contact.address,
        confirmed: contact.confirmed,
        digest: contact.digest,
    });
    Ok(Json(Reach {
        wants: NoticeKind::ALL.into_iter().map(want).collect(),
        push_key: app.notifier.push_key().map(str::to_owned),
        browsers: post.subscriptions(person).await?.len() as u32,
        mail: app.notifier.mailer().is_some() && caller.has_account(),
        address,
    }))
}

/// Changes on which channels I hear of what.
#[utoipa::path(
    put, path = "/api/me/wants", tag = "inbox", request_body = SetWants,
    responses((status = 204), (status = 400, body = Problem), (status = 401, body = Problem))
)]
async fn set_wants(
    State(app): State<App>,
    caller: Caller,
    Body(SetWants { wants }): Body<SetWants>,
) -> ApiResult<StatusCode> {
    let text = |want: &Want| {
        let mut channels = want.channels.clone();
        channels.sort_unstable();
        channels.dedup();
        let names: Vec<&str> = channels.into_iter().map(Channel::name).collect();
        (want.kind.name().to_owned(), names.join(" "))
    };
    let wants: Vec<(String, String)> = wants.iter().map(text).collect();
    app.store.post().set_wants(&caller.person.id, &wants).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// My leave from games by days.
#[utoipa::path(
    get, path = "/api/me/leave", tag = "inbox",
    responses((status = 200, body = MyLeave), (status = 401, body = Problem))
)]
async fn leave(State(app): State<App>, caller: Caller) -> ApiResult<Json<MyLeave>> {
    Ok(Json(shown(&app, current(&app, &caller).await?)))
}

async fn current(app: &App, caller: &Caller) -> ApiResult<Leave> {
    let rule = app.config.telling.leave;
    let kept = app.store.post().leave(&caller.person.id).await?;
    let kept = kept.unwrap_or_else(|| Leave::unused(rule, caller.person.made));
    Ok(kept.at(rule, app.hub.now()))
}

fn shown(app: &App, leave: Leave) -> MyLeave {
    let rule = app.config.telling.leave;
    MyLeave {
        days: leave.days,
        most: rule.most,
        next: (leave.days < rule.most).then(|| leave.since + rule.every),
        automatic: leave.automatic,
        from: leave.away.map(|(from, _)| from),
        to: leave.away.map(|(_, to)| to),
    }
}

/// Says how my leave is used: by itself, or while I am away.
#[utoipa::path(
    put, path = "/api/me/leave", tag = "inbox", request_body = SetLeave,
    responses((status = 200, body = MyLeave), (status = 400, body = Problem),
        (status = 401, body = Problem))
)]
async fn set_leave(
    State(app): State<App>,
    caller: Caller,
    Body(asked): Body<SetLeave>,
) -> ApiResult<Json<MyLeave>> {
    let away = match (asked.from, asked.to) {
        (None, None) => None,
        (Some(from), Some(to)) if from < to && to - from <= AWAY_MAX => Some((from, to)),
        _ => {
            let detail = "Expected a time from which and a later one until which you are away, a \
                          year apart at most; or neither.";
            return Err(ApiError::new(StatusCode::BAD_REQUEST, "body", detail).at("to"));
        }
    };
    let before = current(&app, &caller).await?;
    let leave = Leave { automatic: asked.automatic, away, ..before };
    app.store.post().set_leave(&caller.person.id, leave).await?;
    Ok(Json(shown(&app, leave)))
}

/// This browser shows messages from now on.
#[utoipa::path(
    post, path = "/api/me/push", tag = "inbox", request_body = PushBrowser,
    responses((status = 204), (status = 400, body = Problem), (status = 401, body = Problem),
        (status = 403, body = Problem))
)]
async fn subscribe(
    State(app): State<App>,
    caller: Caller,
    Body(asked): Body<PushBrowser>,
) -> ApiResult<StatusCode> {
    if app.notifier.push_key().is_none() || !caller.is_browser() {
        let detail = "This server sends messages to browsers alone, if at all.";
        return Err(ApiError::new(StatusCode::FORBIDDEN, "no-push", detail));
    }
    let known = app.config.telling.push_hosts.check(&asked.endpoint);
    if known.is_err() {
        let detail = "This server knows no push service at that address.";
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "push-host", detail).at("endpoint"));
    }
    if Receiver::new(&asked.p256dh, &asked.auth).is_none() {
        let detail = "Expected the keys of a subscription, as browsers give them.";
        return Err(ApiError::new(StatusCode::BAD_REQUEST, "push-keys", detail).at("p256dh"));
    }
    let language = Language::named(&asked.language).unwrap_or_default();
    let subscription = Subscription {
        endpoint: asked.endpoint,
        person: caller.person.id.clone(),
        session: caller.session.hash,
        p256dh: asked.p256dh,
        auth: asked.auth,
        language: language.name().to_owned(),
        made: now(),
    };
    match app.store.post().subscribe(subscription).await {
        Ok(()) => Ok(StatusCode::NO_CONTENT),
        Err(StoreError::Conflict) => Err(super::session::no_session()),
        Err(error) => Err(error.into()),
    }
}

/// This browser shows no messages any more.
#[utoipa::path(
    delete, path = "/api/me/push", tag = "inbox", request_body = PushEnd,
    responses((status = 204), (status = 401, body = Problem))
)]
async fn unsubscribe(
    State(app): State<App>,
    caller: Caller,
    Body(PushEnd { endpoint }): Body<PushEnd>,
) -> ApiResult<StatusCode> {
    app.store.post().unsubscribe(&endpoint, Some(&caller.person.id)).await?;
    Ok(StatusCode::NO_CONTENT)
}
