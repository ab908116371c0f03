//! Ends of games: one statement writes the last entry, the place in the order of finishing, the
//! result and what it does to ratings.
//!
//! Whoever takes a place in that order holds it until the commit, and everybody else who ends a
//! game waits. So nothing is asked in between: games that are not rated end in groups, as moves do
//! (`writer`), and a rated one takes its place when all is worked out. Invariants: people are held
//! before tables, and the order of finishing before ratings; a rating is written only if it is
//! still the one that it was worked out from.

use serde_json::{Value, json};
use sqlx::postgres::PgConnection;

use super::weigh::{Weighed, ended_at};
use super::writer::Move;
use crate::results::{listed, made, margin, reason_name};
use crate::{Result, StoreError};
use room::Finish;

/// The end of a game.
pub(super) struct End<'a> {
    pub(super) last: &'a Move,
    pub(super) finish: &'a Finish,
    pub(super) weighed: &'a Weighed,
}

/// The tables of a group whose games are over now. Those are missing that are not as their ends
/// know them, and those of people who leave: they take the long way.
pub(super) async fn together(
    db: &mut PgConnection,
    ends: &[End<'_>],
) -> std::result::Result<Vec<String>, sqlx::Error> {
    Ok(ask(db, ends, false).await?.into_iter().map(|(id, _)| id).collect())
}

/// Ends one game inside the transaction of the caller, who holds its people and its table.
pub(super) async fn alone(db: &mut PgConnection, end: End<'_>) -> Result<()> {
    match ask(db, &[end], true).await?.as_slice() {
        // Another game of the same people ended meanwhile: all is worked out again.
        [(_, missed)] if *missed > 0 => Err(StoreError::Busy),
        [_] => Ok(()),
        _ => Err(StoreError::Conflict),
    }
}

/// The tables whose games are over, and how many ratings of each were others.
async fn ask(
    db: &mut PgConnection,
    ends: &[End<'_>],
    held: bool,
) -> std::result::Result<Vec<(String, i64)>, sqlx::Error> {
    let games: Vec<Value> = ends.iter().map(game).collect();
    let entries: Vec<Value> = ends.iter().flat_map(entries).collect();
    let seats: Vec<Value> = ends.iter().flat_map(seats).collect();
    let careers: Vec<Value> = ends.iter().flat_map(careers).collect();
    sqlx::query_as(FINISH)
        .bind(Value::from(games).to_string())
        .bind(Value::from(entries).to_string())
        .bind(Value::from(seats).to_string())
        .bind(Value::from(careers).to_string())
        .bind(held)
        .fetch_all(db)
        .await
}

const FINISH: &str = "
    WITH i AS (
        SELECT *, string_to_array(seated, ',') AS people FROM json_to_recordset($1::json) AS i
            (id text, last bigint, k bigint, seated text, commitment text, outcome text,
            public boolean, family text, changed bigint, wake bigint, row text, slow boolean,
            owner bigint, epoch bigint, to_act text, turn bigint, at bigint, ladder text,
            rated boolean, pool text, reason text, known boolean, apart boolean, game text,
            expansions text, seats bigint, turns bigint, tiles text)
    ), p AS (
        SELECT id, banned FROM people WHERE NOT $5 AND id IN (SELECT unnest(people) FROM i)
        ORDER BY id FOR KEY SHARE
    ), u AS (
        UPDATE tables t SET last = t.last + i.k, status = 'over', public = i.public,
            family = i.family, changed = i.changed, wake = i.wake, row = i.row, slow = i.slow,
            commitment = i.commitment, outcome = i.outcome, parted = NULL, to_act = i.to_act,
            turn = i.turn, ended = count_up('ended')
        FROM i WHERE t.id = i.id AND t.last = i.last AND t.seated = i.seated
            AND t.status <> 'over' AND t.ended IS NULL
            AND (t.owner = i.owner AND t.epoch = i.epoch OR i.owner = 0 AND t.owner IS NULL)
            AND ($5 OR (SELECT count(*) FROM p WHERE p.id = ANY (i.people) AND NOT p.banned)
                = cardinality(i.people))
        RETURNING t.id, t.epoch, t.ended
    ), e AS (
        INSERT INTO entries (table_id, n, at, entry, epoch)
        SELECT u.id, x.n, x.at, x.entry, u.epoch
        FROM json_to_recordset($2::json) AS x (id text, n bigint, at bigint, entry text)
        JOIN u ON u.id = x.id
    ), r AS (
        INSERT INTO results (ended, table_id, at, ladder, rated, pool, reason, public, apart,
            family, expansions, seats, turns, tiles)
        SELECT u.ended, u.id, i.at, i.ladder, i.rated, i.pool, i.reason, i.known, i.apart,
            i.game, i.expansions, i.seats, i.turns, i.tiles
        FROM i JOIN u ON u.id = i.id
    ), s AS (
        INSERT INTO result_seats (ended, seat, person, computer, ladder, at, rank, made, points,
            margin, used, conduct, before_points, before_deviation, after_points,
            after_deviation, program)
        SELECT u.ended, x.seat, x.person, x.computer, x.ladder, x.at, x.rank, x.made, x.points,
            x.margin, x.used, x.conduct, x.before_points, x.before_deviation, x.after_points,
            x.after_deviation,
            EXISTS (SELECT 1 FROM people o WHERE o.id = x.person AND o.owner IS NOT NULL)
        FROM json_to_recordset($3::json) AS x
            (id text, seat bigint, person text, computer text, ladder text, at bigint, rank bigint,
            made bigint, points bigint, margin bigint, used bigint, conduct text,
            before_points bigint, before_deviation bigint, after_points bigint,
            after_deviation bigint)
        JOIN u ON u.id = x.id
    ), c AS (
        SELECT x.* FROM json_to_recordset($4::json) AS x
            (id text, person text, ladder text, points bigint, deviation bigint, games bigint,
            won bigint, peak bigint, last bigint, old_points bigint, old_deviation bigint,
            old_games bigint)
        JOIN u ON u.id = x.id
        WHERE NOT EXISTS (SELECT 1 FROM gone g WHERE g.person = x.person)
    ), later AS (
        UPDATE ratings o SET points = c.points, deviation = c.deviation, games = c.games,
            won = c.won, peak = c.peak, last = c.last
        FROM c WHERE o.person = c.person AND o.ladder = c.ladder AND o.points = c.old_points
            AND o.deviation = c.old_deviation AND o.games = c.old_games
        RETURNING o.person
    ), first AS (
        INSERT INTO ratings (person, ladder, points, deviation, games, won, peak, last)
        SELECT person, ladder, points, deviation, games, won, peak, last
        FROM c WHERE old_games = 0 ON CONFLICT DO NOTHING RETURNING person
    )
    SELECT u.id, (SELECT count(*) FROM c) - (SELECT count(*) FROM later)
        - (SELECT count(*) FROM first) FROM u";

fn game(end: &End<'_>) -> Value {
    let (one, index, finish) = (end.last, &end.last.index, end.finish);
    json!({
        "id": one.table, "last": one.before, "k": one.entries.len(), "seated": one.seated,
        "commitment": index.commitment, "outcome": index.outcome, "public": index.public,
        "family": index.family, "changed": index.changed, "wake": index.wake, "row": index.row,
        "slow": index.slow, "owner": one.hold.node, "epoch": one.hold.epoch,
        "to_act": index.to_act, "turn": index.turn, "at": ended_at(finish),
        "ladder": finish.ladder.map_or("", |ladder| ladder.name()), "rated": end.weighed.rated,
        "pool": finish.pool.as_deref().unwrap_or(""), "reason": reason_name(finish.reason),
        "known": finish.public, "apart": finish.apart, "game": finish.family,
        "expansions": listed(&finish.expansions),
        "seats": finish.seats.len(), "turns": finish.turns, "tiles": finish.tiles.join(" "),
    })
}

fn entries<'a>(end: &End<'a>) -> impl Iterator<Item = Value> + use<'a> {
    let one = end.last;
    one.entries
        .iter()
        .map(|(n, at, entry)| json!({ "id": one.table, "n": n, "at": at, "entry": entry }))
}

fn seats<'a>(end: &End<'a>) -> impl Iterator<Item = Value> + use<'a> {
    let (one, finish) = (end.last, end.finish);
    let seats = end.weighed.seats.iter().zip(&end.weighed.moved).enumerate();
    seats.map(move |(place, (seat, moved))| {
        let (before, after) = moved.unzip();
        json!({
            "id": one.table, "seat": seat.seat, "person": seat.person,
            "computer": seat.computer, "ladder": seat.ladder, "at": seat.at, "rank": seat.rank,
            "made": made(finish, place), "points": finish.seats[place].points,
            "margin": margin(finish, place),
            "used": i64::try_from(finish.seats[place].used).unwrap_or(i64::MAX),
            "conduct": seat.conduct,
            "before_points": before.map(|it| it.points),
            "before_deviation": before.map(|it| it.deviation),
            "after_points": after.map(|it| it.points),
            "after_deviation": after.map(|it| it.deviation),
        })
    })
}

fn careers<'a>(end: &End<'a>) -> impl Iterator<Item = Value> + use<'a> {
    let one = end.last;
    let seats = end.weighed.seats.iter().zip(&end.weighed.careers);
    seats.filter_map(move |(seat, careers)| {
        let (old, new) = (*careers)?;
        Some(json!({
            "id": one.table, "person": seat.person, "ladder": seat.ladder,
            "points": new.rating.points, "deviation": new.rating.deviation, "games": new.games,
            "won": new.won, "peak": new.peak,
            "last": i64::try_from(new.last).unwrap_or(i64::MAX),
            "old_points": old.rating.points, "old_deviation": old.rating.deviation,
            "old_games": old.games,
        }))
    })
}
