//! Asking somebody for a game.
//!
//! A challenge becomes a table when it is accepted: its maker has the seat that is `me`, the rival
//! the one that was `anyone`, kept for it.

use axum::Json;
use axum::extract::{Extension, Path, State};
use axum::http::StatusCode;
use protocol::log::Who;
use protocol::{
    Challenge, ChallengeState, Challenges, Deed, NewChallenge, NoticeKind, Problem, SeatPlan,
    TableConfig, Visibility,
};
use room::{check_asked, check_own};

use super::{apart, bots, find, named};
use crate::http::body::Body;
use crate::http::session::Caller;
use crate::http::{Address, ApiError, ApiResult};
use crate::live::secret;
use crate::serve::{App, now};
use crate::work::lane::Origin;
use store::post::News;
use store::society::{CHALLENGES_MAX, ChallengeRow, open};
use store::{Person, StoreError};

/// How long a challenge to a game by the clock waits, ms.
const LIVE: u64 = 120_000;
/// How long one to a game by days waits, ms.
const SLOW: u64 = 3 * 86_400_000;
/// How many are listed.
const MOST: u32 = 50;

fn told(row: ChallengeRow) -> ApiResult<Challenge> {
    let config: TableConfig = serde_json::from_str(&row.config).map_err(|error| {
        tracing::error!(%error, id = row.id, "a challenge cannot be read");
        ApiError::bug()
    })?;
    let late = row.state == ChallengeState::Open && row.expires <= now();
    Ok(Challenge {
        id: row.id,
        from: named(row.person),
        to: named(row.rival),
        config,
        made: row.made,
        expires: row.expires,
        state: if late { ChallengeState::Expired } else { row.state },
        table: row.table,
    })
}

/// Challenges from me and to me: those that wait, and those of the last day.
#[utoipa::path(
    get, path = "/api/challenges", tag = "people",
    responses((status = 200, body = Challenges), (status = 401, body = Problem))
)]
pub async fn list(State(app): State<App>, caller: Caller) -> ApiResult<Json<Challenges>> {
    Ok(Json(Challenges { challenges: challenges_of(&app, &caller.person.id).await? }))
}

/// The challenges from and to somebody.
pub async fn challenges_of(app: &App, person: &str) -> ApiResult<Vec<Challenge>> {
    let rows = app.store.challenges(person, MOST).await?;
    rows.into_iter().map(told).collect()
}

/// A challenge from me or to me.
async fn own(app: &App, caller: &Caller, id: &str) -> ApiResult<ChallengeRow> {
    let found = app.store.challenge_of(id).await?;
    let mine = found.filter(|it| [&it.person.0, &it.rival.0].contains(&&caller.person.id));
    mine.ok_or_else(|| ApiError::not_found("challenge"))
}

/// One challenge: whoever asked sees what became of it.
#[utoipa::path(
    get, path = "/api/challenges/{id}", tag = "people", params(("id" = String, Path)),
    responses((status = 200, body = Challenge), (status = 404, body = Problem))
)]
pub async fn look(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> ApiResult<Json<Challenge>> {
    told(own(&app, &caller, &id).await?).map(Json)
}

/// Asks somebody for a game. It waits two minutes for an answer, three days if it is played by
/// days; five of one person may wait at once. Somebody who does not follow me is asked three times
/// a day at most, unless it accepts, and by twenty such people at once.
#[utoipa::path(
    post, path = "/api/challenges", tag = "people", request_body = NewChallenge,
    responses((status = 201, body = Challenge), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn make(
    State(app): State<App>,
    Extension(Address(address)): Extension<Address>,
    caller: Caller,
    Body(asked): Body<NewChallenge>,
) -> ApiResult<(StatusCode, Json<Challenge>)> {
    check_own(&asked.config)?;
    let counted = app.limits.challenge(&caller.person.id);
    counted.map_err(|seconds| ApiError::too_many(seconds, "challenges"))?;
    let rival = find(&app, &asked.rival).await?;
    may_play(&app, &caller.person, &rival).await?;
    bots::may_ask(&app, &caller.person, &rival).await?;
    bots::demand_room(&app, &rival).await?;
    check_asked(&asked.config.seats, |name| app.hub.engines().has(name))?;
    let mut config = asked.config;
    seat_of_rival(&config)?;
    let ties = app.store.ties_among(&[caller.person.id.clone(), rival.id.clone()]).await?;
    if !open(&ties, &caller.person.id, &rival.id) {
        // Strangers meet where others can see them.
        config.visibility = Visibility::Public;
    }
    app.hub.check(kept_for(&config, &rival), &caller.who(), address.into()).await?;
    let made = now();
    let wait = if config.clock.is_slow() { SLOW } else { LIVE };
    let row = ChallengeRow {
        id: secret::id(),
        person: (caller.person.id.clone(), caller.person.name.clone()),
        rival: (rival.id.clone(), rival.name.clone()),
        config: serde_json::to_string(&config).map_err(|_| ApiError::bug())?,
        made,
        expires: made + wait,
        state: ChallengeState::Open,
        table: None,
    };
    match app.store.challenge(row.clone()).await {
        Ok(true) => {}
        Ok(false) => {
            let detail =
                "This person has been asked enough for now. They may ask you, or follow you.";
            return Err(ApiError::new(StatusCode::CONFLICT, "asked-enough", detail));
        }
        Err(StoreError::Conflict) => return Err(apart()),
        Err(StoreError::Enough) => {
            let detail =
                format!("{CHALLENGES_MAX} challenges of yours wait for an answer already.");
            return Err(ApiError::new(StatusCode::CONFLICT, "too-many-challenges", detail));
        }
        Err(error) => return Err(error.into()),
    }
    tell_rival(&app, &row).await;
    Ok((StatusCode::CREATED, Json(told(row)?)))
}

/// Has the rival told, wherever it is. The challenge stands all the same if that cannot be noted.
async fn tell_rival(app: &App, row: &ChallengeRow) {
    let news = News {
        key: format!("challenge {}", row.id),
        person: row.rival.0.clone(),
        kind: NoticeKind::Challenge.name().to_owned(),
        due: app.hub.now(),
        until: Some(row.expires),
        about: row.person.0.clone(),
        ..News::default()
    };
    if let Err(error) = app.store.post().post(news).await {
        tracing::warn!(%error, id = row.id, "nobody is told of a challenge");
    }
}

/// Whether two people may play with each other at all.
async fn may_play(app: &App, one: &Person, rival: &Person) -> ApiResult<()> {
    if one.id == rival.id {
        return Err(ApiError(room::field("rival", "Expected somebody else.")));
    }
    if one.password.is_none() || rival.password.is_none() {
        let detail = "Challenges are for people with an account: send a guest the link of a table.";
        return Err(ApiError::new(StatusCode::CONFLICT, "no-account", detail));
    }
    if rival.banned {
        return Err(ApiError::not_found("person"));
    }
    let restraints = app.store.restraints(&one.id, now()).await?;
    if restraints.iter().any(|(deed, _)| *deed == Deed::Limit) {
        let detail = "A moderator has asked you not to meet others for a while: your page \
                      “People” says why.";
        return Err(ApiError::new(StatusCode::FORBIDDEN, "limited", detail));
    }
    Ok(())
}

/// The one seat that is for the rival.
fn seat_of_rival(config: &TableConfig) -> ApiResult<usize> {
    let count = |wanted: &SeatPlan| config.seats.iter().filter(|seat| *seat == wanted).count();
    let people = config.seats.iter().filter(|seat| !matches!(seat, SeatPlan::Computer { .. }));
    let seat = config.seats.iter().position(|seat| *seat == SeatPlan::Anyone);
    match seat {
        Some(seat) if count(&SeatPlan::Me) == 1 && people.count() == 2 => Ok(seat),
        _ => {
            let detail = "Expected one seat `me`, one seat `anyone` for the rival, and computers.";
            Err(ApiError(room::field("seats", detail)))
        }
    }
}

/// The table of a challenge: the rival's seat is for nobody else.
fn kept_for(config: &TableConfig, rival: &Person) -> TableConfig {
    let mut config = config.clone();
    if let Some(seat) = config.seats.iter_mut().find(|seat| **seat == SeatPlan::Anyone) {
        let (person, name) = (rival.id.clone(), rival.name.clone());
        *seat = SeatPlan::Kept { person, name, screen: false };
    }
    config
}

/// Accepts a challenge: there is a table then, with a seat for each.
#[utoipa::path(
    post, path = "/api/challenges/{id}/accept", tag = "people", params(("id" = String, Path)),
    responses((status = 200, body = Challenge), (status = 404, body = Problem),
        (status = 409, body = Problem))
)]
pub async fn accept(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> ApiResult<Json<Challenge>> {
    let row = own(&app, &caller, &id).await?;
    if row.rival.0 != caller.person.id {
        return Err(ApiError::not_found("challenge"));
    }
    // Sent again, because the answer was lost on the way.
    if row.state == ChallengeState::Accepted {
        return told(row).map(Json);
    }
    let open = told(row)?;
    if open.state != ChallengeState::Open {
        return Err(answered());
    }
    let maker = find(&app, &open.from.id).await?;
    if maker.banned {
        return Err(answered());
    }
    bots::demand_room(&app, &caller.person).await?;
    bots::demand_room(&app, &maker).await?;
    let who = Who { id: maker.id, name: maker.name, account: true };
    let config = kept_for(&open.config, &caller.person);
    // The id of the table follows from the challenge: two who accept at once make one table.
    let made = app.hub.make(config, &who, Some(id.clone()), Origin::Server).await?;
    let state = ChallengeState::Accepted;
    if !app.store.answer_challenge(&id, state, Some(&made.id), now()).await? {
        return Err(answered());
    }
    told(own(&app, &caller, &id).await?).map(Json)
}

/// Declines a challenge, or takes one's own back.
#[utoipa::path(
    post, path = "/api/challenges/{id}/decline", tag = "people", params(("id" = String, Path)),
    responses((status = 200, body = Challenge), (status = 404, body = Problem),
        (status = 409, body = Problem))
)]
pub async fn decline(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> ApiResult<Json<Challenge>> {
    let row = own(&app, &caller, &id).await?;
    let mine = row.person.0 == caller.person.id;
    let state = if mine { ChallengeState::Withdrawn } else { ChallengeState::Declined };
    if row.state != state && !app.store.answer_challenge(&id, state, None, now()).await? {
        return Err(answered());
    }
    told(own(&app, &caller, &id).await?).map(Json)
}

fn answered() -> ApiError {
    let detail = "This challenge does not wait for an answer any more.";
    ApiError::new(StatusCode::CONFLICT, "answered", detail)
}
