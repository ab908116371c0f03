//! Pages of people: ratings, games, statistics; and what somebody wants of its own.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use protocol::{
    CorrectedRating, FeatureStats, Ladder, LadderRating, MyProfile, PersonStats, PlayedGame,
    PlayedGames, PlayedSeat, Problem, Profile, RatedDay, RatingHistory,
};
use rating::Career;
use room::{Room, names};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::body::Body;
use super::session::{Caller, MaybeCaller};
use super::{ApiError, ApiResult};
use crate::points::{shown, shown_move};
use crate::serve::{App, now};
use store::results::{Correction, StoredDay, StoredGame, StoredSeat, StoredSeatStats, reason_of};
use store::society::ProfileRow;
use store::{GamesQuery, Person};

/// How many games one answer has.
const GAMES_MAX: u32 = 30;
/// How many days of a rating.
const DAYS_MAX: u32 = 1_500;
/// How many games statistics are made of.
const STATS_MAX: u32 = 500;
/// How many games the share of finished ones is made of, and how many there must be.
const CONDUCT_MAX: u32 = 100;
const CONDUCT_LEAST: usize = 5;
/// The longest text of a filter.
const FILTER_MAX: usize = 200;

/// The routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(profile))
        .routes(routes!(games))
        .routes(routes!(history))
        .routes(routes!(stats))
        .routes(routes!(own, set_own))
}

/// The account of a name.
async fn account(app: &App, name: &str) -> ApiResult<Person> {
    let found = app.store.account(name).await?;
    let found = match found {
        None => app.store.account(&names::tidy(name)).await?,
        found => found,
    };
    found.ok_or_else(|| {
        ApiError::new(
            StatusCode::NOT_FOUND,
            "no-such-person",
            "Nobody has an account of this name.",
        )
    })
}

/// The ladder of a name.
///
/// # Errors
/// If there is none: with those that there are.
pub(super) fn ladder(name: &str) -> ApiResult<Ladder> {
    Ladder::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Ladder::ALL.into_iter().map(Ladder::name).collect();
        let detail = format!("Expected a ladder: {}.", names.join(", "));
        ApiError::new(StatusCode::NOT_FOUND, "no-such-ladder", detail)
    })
}

fn bad_filter(name: &str, expected: &str) -> ApiError {
    let detail = format!("`{name}` must be {expected}.");
    ApiError::new(StatusCode::BAD_REQUEST, "query", detail).at(name)
}

/// A person with its ratings.
#[utoipa::path(
    get, path = "/api/people/{name}", tag = "ratings", params(("name" = String, Path)),
    responses((status = 200, body = Profile), (status = 404, body = Problem))
)]
async fn profile(
    State(app): State<App>,
    MaybeCaller(caller): MaybeCaller,
    Path(name): Path<String>,
) -> ApiResult<Json<Profile>> {
    let person = account(&app, &name).await?;
    let ratings = on_ladders(&app, &person.id).await?;
    let finishes = finishes(&app, &person.id).await?;
    let hidden = is_hidden(&app, caller.as_ref(), &person).await?;
    let games = if hidden { 0 } else { app.store.games_count(&person.id).await? };
    let followers = app.store.followers(&person.id).await?;
    let owner = match &person.owner {
        Some(owner) => app.store.person(owner).await?.map(|owner| owner.name),
        None => None,
    };
    let (id, name, since) = (person.id, person.name, person.made);
    Ok(Json(Profile { id, name, since, ratings, games, finishes, followers, owner, hidden }))
}

/// How many of a hundred games somebody played to their end; nothing before the fifth.
async fn finishes(app: &App, person: &str) -> ApiResult<Option<u8>> {
    let conduct = app.store.conduct(person, CONDUCT_MAX).await?;
    let finished = conduct.iter().filter(|(conduct, _)| conduct.is_finished()).count();
    Ok((conduct.len() >= CONDUCT_LEAST).then(|| (finished * 100 / conduct.len()) as u8))
}

/// Whether somebody finishes its games as often as a table asks for.
///
/// # Errors
/// If it does not: with what is asked for.
pub(super) async fn demand_finishes(app: &App, person: &str, room: &Room) -> ApiResult<()> {
    let Some(asked) = room.config().finishes.filter(|_| room.owner() != person) else {
        return Ok(());
    };
    if finishes(app, person).await?.is_none_or(|part| part >= asked) {
        return Ok(());
    }
    let detail = format!(
        "This table is for people who play at least {asked} of a hundred games to their end."
    );
    Err(ApiError::new(StatusCode::FORBIDDEN, "finishes", detail))
}

/// Whether a person does not show its games to whoever asks.
async fn is_hidden(app: &App, caller: Option<&Caller>, person: &Person) -> ApiResult<bool> {
    let own = caller.is_some_and(|caller| caller.person.id == person.id);
    Ok(!own && app.store.profile(&person.id).await?.hidden)
}

/// What I want of my games and of this server.
#[utoipa::path(
    get, path = "/api/me/profile", tag = "people",
    responses((status = 200, body = MyProfile), (status = 401, body = Problem))
)]
async fn own(State(app): State<App>, caller: Caller) -> ApiResult<Json<MyProfile>> {
    let ProfileRow { forced, unseen, hidden } = app.store.profile(&caller.person.id).await?;
    Ok(Json(MyProfile { forced, unseen, hidden }))
}

/// Says what I want of my games and of this server.
#[utoipa::path(
    put, path = "/api/me/profile", tag = "people", request_body = MyProfile,
    responses((status = 204), (status = 401, body = Problem), (status = 422, body = Problem))
)]
async fn set_own(
    State(app): State<App>,
    caller: Caller,
    Body(MyProfile { forced, unseen, hidden }): Body<MyProfile>,
) -> ApiResult<StatusCode> {
    let profile = ProfileRow { forced, unseen, hidden };
    app.store.set_profile(&caller.person.id, profile).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The ratings of a person as of now.
///
/// # Errors
/// If the store fails.
pub async fn on_ladders(app: &App, person: &str) -> ApiResult<Vec<LadderRating>> {
    let (careers, now) = (app.store.careers(person).await?, now());
    let shown = careers.into_iter().map(|(ladder, career)| on_ladder(ladder, &career, now));
    let mut ratings: Vec<LadderRating> = shown.collect();
    ratings.sort_by_key(|rating| rating.ladder);
    Ok(ratings)
}

fn on_ladder(ladder: Ladder, career: &Career, now: u64) -> LadderRating {
    LadderRating {
        ladder,
        rating: shown(career.now(now)),
        games: career.games,
        won: career.won,
        peak: (career.peak > 0).then(|| (career.peak + 50).div_euclid(100)),
        last: career.last,
    }
}

/// What is asked about games.
#[derive(Deserialize, Default)]
struct Filters {
    before: Option<u64>,
    ladder: Option<String>,
    rated: Option<bool>,
    rival: Option<String>,
    family: Option<String>,
    expansion: Option<String>,
    seats: Option<u8>,
    result: Option<String>,
    reason: Option<String>,
    points: Option<u16>,
    margin: Option<i32>,
    turns: Option<u16>,
    since: Option<u64>,
    until: Option<u64>,
    tiles: Option<String>,
}

/// Finished games of a person, the latest first: those that are public or rated, and for the
/// person itself all.
#[utoipa::path(
    get, path = "/api/people/{name}/games", tag = "ratings",
    params(("name" = String, Path),
        ("before" = Option<u64>, Query, description = "`more` of the answer before"),
        ("ladder" = Option<String>, Query, description = "only of this ladder"),
        ("rated" = Option<bool>, Query, description = "only rated ones, or only others"),
        ("rival" = Option<String>, Query, description = "only with the account of this name"),
        ("family" = Option<String>, Query, description = "country or city"),
        ("expansion" = Option<String>, Query, description = "only with this expansion"),
        ("seats" = Option<u8>, Query, description = "only with so many seats"),
        ("result" = Option<String>, Query, description = "won, tied or lost"),
        ("reason" = Option<String>, Query, description = "played, resigned, flagged, agreed, claimed or aborted"),
        ("points" = Option<u16>, Query, description = "at least so many points"),
        ("margin" = Option<i32>, Query, description = "ahead of the best rival by at least so many"),
        ("turns" = Option<u16>, Query, description = "at least so many turns"),
        ("since" = Option<u64>, Query, description = "not before this, ms since 1970"),
        ("until" = Option<u64>, Query, description = "before this, ms since 1970"),
        ("tiles" = Option<String>, Query, description = "the first tiles drawn: base/E base/U")),
    responses((status = 200, body = PlayedGames), (status = 400, body = Problem),
        (status = 404, body = Problem))
)]
async fn games(
    State(app): State<App>,
    MaybeCaller(caller): MaybeCaller,
    Path(name): Path<String>,
    Query(filters): Query<Filters>,
) -> ApiResult<Json<PlayedGames>> {
    let person = account(&app, &name).await?;
    if is_hidden(&app, caller.as_ref(), &person).await? {
        return Ok(Json(PlayedGames { games: Vec::new(), more: None }));
    }
    let own = caller.is_some_and(|caller| caller.who().id == person.id);
    let query = asked(&app, filters, person.id, own).await?;
    let found = app.store.games_of(query).await?;
    let more = found.last().filter(|_| found.len() == GAMES_MAX as usize).map(|game| game.ended);
    Ok(Json(PlayedGames { games: found.into_iter().map(played).collect(), more }))
}

async fn asked(app: &App, filters: Filters, person: String, all: bool) -> ApiResult<GamesQuery> {
    let short = |name: &str, text: &Option<String>| match text {
        Some(text) if text.len() > FILTER_MAX => {
            let detail = format!("`{name}` has more than {FILTER_MAX} letters.");
            Err(ApiError::new(StatusCode::BAD_REQUEST, "query", detail).at(name))
        }
        _ => Ok(()),
    };
    let texts = [
        ("family", &filters.family),
        ("expansion", &filters.expansion),
        ("rival", &filters.rival),
        ("tiles", &filters.tiles),
    ];
    for (name, text) in texts {
        short(name, text)?;
    }
    let rival = match &filters.rival {
        Some(name) => Some(account(app, name).await.map_err(|error| error.at("rival"))?.id),
        None => None,
    };
    let made = match filters.result.as_deref() {
        None => None,
        Some("won") => Some(2),
        Some("tied") => Some(1),
        Some("lost") => Some(0),
        Some(_) => return Err(bad_filter("result", "won, tied or lost")),
    };
    let ends = "played, resigned, flagged, agreed, claimed or aborted";
    let reason = match filters.reason.as_deref() {
        None => None,
        Some(name) => Some(reason_of(name).ok_or_else(|| bad_filter("reason", ends))?),
    };
    Ok(GamesQuery {
        person,
        all,
        before: filters.before,
        ladder: filters.ladder.as_deref().map(ladder).transpose()?,
        rated: filters.rated,
        rival,
        family: filters.family,
        expansion: filters.expansion,
        seats: filters.seats,
        made,
        reason,
        points: filters.points,
        margin: filters.margin,
        turns: filters.turns,
        since: filters.since,
        until: filters.until,
        tiles: filters.tiles,
        limit: GAMES_MAX,
    })
}

fn played(game: StoredGame) -> PlayedGame {
    let seat = |seat: StoredSeat| PlayedSeat {
        name: seat.name,
        account: seat.account,
        computer: seat.computer,
        rank: seat.rank,
        points: seat.points,
        rated: seat.rated.map(shown_move),
    };
    PlayedGame {
        table: game.table,
        at: game.at,
        ladder: game.ladder,
        rated: game.rated,
        void: game.void,
        reason: game.reason,
        family: game.family,
        expansions: game.expansions,
        turns: game.turns,
        tiles: game.tiles,
        seats: game.seats.into_iter().map(seat).collect(),
        own: game.own,
    }
}

/// How a person's rating went on a ladder, by days.
#[utoipa::path(
    get, path = "/api/people/{name}/ratings/{ladder}", tag = "ratings",
    params(("name" = String, Path), ("ladder" = String, Path)),
    responses((status = 200, body = RatingHistory), (status = 404, body = Problem))
)]
async fn history(
    State(app): State<App>,
    Path((name, of)): Path<(String, String)>,
) -> ApiResult<Json<RatingHistory>> {
    let (person, ladder) = (account(&app, &name).await?, ladder(&of)?);
    let days = app.store.rated_days(&person.id, ladder, DAYS_MAX).await?;
    let day = |day: StoredDay| RatedDay { at: day.at, rating: shown(day.rating), games: day.games };
    let corrected = app.store.corrections(&person.id, ladder).await?;
    let points = |hundredths: i32| (hundredths + 50).div_euclid(100);
    let corrected = corrected.into_iter().map(|Correction { at, before, after }| CorrectedRating {
        at,
        before: points(before),
        after: points(after),
    });
    let (days, corrected) = (days.into_iter().map(day).collect(), corrected.collect());
    Ok(Json(RatingHistory { ladder, days, corrected }))
}

/// Of which games statistics are asked for.
#[derive(Deserialize)]
struct Of {
    ladder: Option<String>,
}

/// What a person's latest games have in common, and where its points came from.
#[utoipa::path(
    get, path = "/api/people/{name}/stats", tag = "ratings",
    params(("name" = String, Path),
        ("ladder" = Option<String>, Query, description = "only of this ladder")),
    responses((status = 200, body = PersonStats), (status = 404, body = Problem))
)]
async fn stats(
    State(app): State<App>,
    MaybeCaller(caller): MaybeCaller,
    Path(name): Path<String>,
    Query(of): Query<Of>,
) -> ApiResult<Json<PersonStats>> {
    let person = account(&app, &name).await?;
    let ladder = of.ladder.as_deref().map(ladder).transpose()?;
    if is_hidden(&app, caller.as_ref(), &person).await? {
        return Ok(Json(added_up(&[])));
    }
    Ok(Json(added_up(&app.store.seat_stats(&person.id, ladder, STATS_MAX).await?)))
}

fn added_up(games: &[StoredSeatStats]) -> PersonStats {
    let count = |made: u8| games.iter().filter(|game| game.made == made).count() as u32;
    let points = |game: &StoredSeatStats| u32::from(game.points);
    let mut all = BTreeMap::<String, FeatureStats>::new();
    let replayed = || games.iter().filter(|game| game.features.is_some());
    for text in replayed().filter_map(|game| game.features.as_deref()) {
        let features: Vec<FeatureStats> = serde_json::from_str(text).unwrap_or_default();
        for one in features {
            let sum = all.entry(one.feature.clone()).or_default();
            sum.feature = one.feature;
            sum.points += one.points;
            sum.count += one.count;
            sum.complete += one.complete;
            sum.lost += one.lost;
        }
    }
    let mut features: Vec<FeatureStats> = all.into_values().collect();
    features.sort_by_key(|one| std::cmp::Reverse(one.points));
    PersonStats {
        games: games.len() as u32,
        won: count(2),
        tied: count(1),
        points: games.iter().map(points).sum(),
        replayed: replayed().count() as u32,
        replayed_points: replayed().map(points).sum(),
        features,
    }
}
