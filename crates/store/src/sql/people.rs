//! People and their sessions.

use sqlx::FromRow;

use protocol::{Role, Scope};

use super::{Connection, Pool, Sql, hold, looks};
use crate::person::folded;
use crate::rows::{from_row, is_taken};
use crate::{PROGRAM, PasswordChange, Person, Result, Right, Session, StoreError, TOKENS_MAX};

/// A person as it is kept.
pub(super) struct PersonRow {
    id: String,
    name: String,
    password: Option<String>,
    person_made: i64,
    banned: bool,
    role: String,
    owner: Option<String>,
}

from_row!(PersonRow { id, name, password, person_made, banned, role, owner });

impl From<PersonRow> for Person {
    fn from(row: PersonRow) -> Person {
        let PersonRow { id, name, password, person_made, banned, role, owner } = row;
        // A role of a later version is none here.
        let role = Role::from_name(&role);
        Person { id, name, password, made: person_made as u64, banned, role, owner }
    }
}

/// A session as it is kept.
struct SessionRow {
    hash: Vec<u8>,
    person: String,
    kind: String,
    made: i64,
    used: i64,
    session_name: String,
    scopes: String,
    proved: i64,
}

from_row!(SessionRow { hash, person, kind, made, used, session_name, scopes, proved });

impl TryFrom<SessionRow> for Session {
    type Error = StoreError;

    fn try_from(row: SessionRow) -> Result<Session> {
        let hash = <[u8; 32]>::try_from(row.hash)
            .map_err(|_| StoreError::Damaged("the hash of a session is not whole".to_owned()))?;
        let SessionRow { person, kind, session_name: name, scopes, .. } = row;
        let (made, used, proved) = (row.made as u64, row.used as u64, row.proved as u64);
        // A scope of a later version is left out, not guessed.
        let scopes = scopes.split_whitespace().filter_map(Scope::from_name).collect();
        Ok(Session { hash, person, kind, made, used, name, scopes, proved })
    }
}

pub(super) async fn add(db: &mut Connection, person: &Person) -> Result<u64> {
    if person.password.is_some() {
        hold::names(db).await?;
        free(db, &person.id, &person.name).await?;
    }
    sqlx::query(
        "INSERT INTO people (id, name, folded, password, made, banned, role, owner)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(&person.id)
    .bind(&person.name)
    .bind(folded(&person.name))
    .bind(&person.password)
    .bind(person.made as i64)
    .bind(person.banned)
    .bind(person.role.map_or("", Role::name))
    .bind(&person.owner)
    .execute(&mut *db)
    .await
    .map_err(|error| if is_taken(&error) { StoreError::Conflict } else { error.into() })?;
    if person.password.is_some() {
        looks::note(db, &person.id, &person.name).await?;
    }
    Ok(0)
}

/// Whether no other account has the name, or one that can be taken for it.
async fn free(db: &mut Connection, id: &str, name: &str) -> Result<()> {
    let taken: bool = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM people
            WHERE folded = $1 AND password IS NOT NULL AND id <> $2)",
    )
    .bind(folded(name))
    .bind(id)
    .fetch_one(&mut *db)
    .await?;
    let alike = looks::find(&mut *db, name, id).await?;
    if taken || alike.is_some() { Err(StoreError::NameTaken) } else { Ok(()) }
}

/// Without a password the person keeps the one it has, if any.
pub(super) async fn change(
    db: &mut Connection,
    id: &str,
    name: &str,
    password: Option<&str>,
) -> Result<u64> {
    hold::person(db, id).await?;
    let person = find(&mut *db, id).await?.ok_or_else(|| nobody(id))?;
    let account = password.is_some() || person.password.is_some();
    if account {
        hold::names(db).await?;
    }
    if account && !looks::is_own(&person, name) {
        free(db, id, name).await?;
    }
    sqlx::query(
        "UPDATE people SET name = $2, folded = $3, password = coalesce($4, password)
         WHERE id = $1",
    )
    .bind(id)
    .bind(name)
    .bind(folded(name))
    .bind(password)
    .execute(&mut *db)
    .await?;
    if account {
        looks::note(db, id, name).await?;
    }
    Ok(0)
}

pub(super) fn nobody(id: &str) -> StoreError {
    StoreError::Other(format!("there is no person {id}"))
}

/// Whoever is shut out loses its sessions with it.
pub(super) async fn ban(db: &mut Connection, id: &str, banned: bool) -> Result<u64> {
    let done = sqlx::query("UPDATE people SET banned = $1 WHERE id = $2")
        .bind(banned)
        .bind(id)
        .execute(&mut *db)
        .await?;
    if banned {
        end_sessions(db, id).await?;
    }
    Ok(done.rows_affected())
}

/// A person by its id, on any connection.
pub(super) async fn find<'c>(
    db: impl sqlx::Executor<'c, Database = Sql>,
    id: &str,
) -> Result<Option<Person>> {
    let row: Option<PersonRow> = sqlx::query_as(
        "SELECT id, name, password, made AS person_made, banned, role, owner FROM people WHERE id = $1",
    )
    .bind(id)
    .fetch_optional(db)
    .await?;
    Ok(row.map(Person::from))
}

pub(super) async fn account(pool: &Pool, name: &str) -> Result<Option<Person>> {
    let row: Option<PersonRow> = sqlx::query_as(
        "SELECT id, name, password, made AS person_made, banned, role, owner FROM people
         WHERE folded = $1 AND password IS NOT NULL",
    )
    .bind(folded(name))
    .fetch_optional(pool)
    .await?;
    Ok(row.map(Person::from))
}

/// Accounts whose name has the text in it.
pub(super) async fn accounts(pool: &Pool, like: &str, limit: u32) -> Result<Vec<Person>> {
    let rows: Vec<PersonRow> = sqlx::query_as(
        "SELECT id, name, password, made AS person_made, banned, role, owner FROM people
         WHERE password IS NOT NULL AND instr(folded, $1) > 0 ORDER BY folded LIMIT $2",
    )
    .bind(folded(like))
    .bind(i64::from(limit))
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(Person::from).collect())
}

/// The password and the end of the other sessions are one change.
pub(super) async fn change_password(db: &mut Connection, change: &PasswordChange) -> Result<u64> {
    let done = sqlx::query("UPDATE people SET password = $3 WHERE id = $1 AND password = $2")
        .bind(&change.person)
        .bind(&change.old)
        .bind(&change.new)
        .execute(&mut *db)
        .await?;
    if done.rows_affected() == 0 {
        return Err(StoreError::Conflict);
    }
    let ended = sqlx::query("DELETE FROM sessions WHERE person = $1 AND hash <> $2")
        .bind(&change.person)
        .bind(change.stays.as_slice())
        .execute(db)
        .await?;
    Ok(ended.rows_affected())
}

/// Whether a right that was looked at before still stands.
async fn stands(db: &mut Connection, person: &str, right: &Right) -> Result<bool> {
    hold::person(db, person).await?;
    match right {
        // It may have left, or been shut out, between the question and now.
        Right::Person => Ok(find(&mut *db, person).await?.is_some_and(|found| !found.banned)),
        Right::Session(hash) => Ok(whose(&mut *db, hash).await?.is_some_and(|own| own == person)),
    }
}

/// Whose session it is.
pub(super) async fn whose(db: &mut Connection, hash: &[u8; 32]) -> Result<Option<String>> {
    let person = sqlx::query_scalar("SELECT person FROM sessions WHERE hash = $1");
    Ok(person.bind(hash.as_slice()).fetch_optional(db).await?)
}

/// Whether there is room for another token.
async fn has_room(db: &mut Connection, person: &str) -> Result<bool> {
    let tokens: i64 =
        sqlx::query_scalar("SELECT count(*) FROM sessions WHERE person = $1 AND kind = $2")
            .bind(person)
            .bind(PROGRAM)
            .fetch_one(db)
            .await?;
    Ok(tokens < i64::from(TOKENS_MAX))
}

pub(super) async fn add_session(
    db: &mut Connection,
    session: &Session,
    right: &Right,
) -> Result<u64> {
    if !stands(db, &session.person, right).await? {
        return Err(StoreError::Conflict);
    }
    if session.is_program() && !has_room(db, &session.person).await? {
        return Err(StoreError::Enough);
    }
    let scopes: Vec<&str> = session.scopes.iter().map(|scope| scope.name()).collect();
    sqlx::query(
        "INSERT INTO sessions (hash, person, kind, made, used, name, scopes)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(session.hash.as_slice())
    .bind(&session.person)
    .bind(&session.kind)
    .bind(session.made as i64)
    .bind(session.used as i64)
    .bind(&session.name)
    .bind(scopes.join(" "))
    .execute(db)
    .await
    .map_err(|error| if is_taken(&error) { StoreError::Conflict } else { error.into() })?;
    Ok(0)
}

pub(super) async fn use_session(db: &mut Connection, hash: &[u8; 32], used: u64) -> Result<u64> {
    let done = sqlx::query("UPDATE sessions SET used = max(used, $1) WHERE hash = $2")
        .bind(used as i64)
        .bind(hash.as_slice())
        .execute(db)
        .await?;
    Ok(done.rows_affected())
}

pub(super) async fn end_session(db: &mut Connection, hash: &[u8; 32]) -> Result<u64> {
    let done = sqlx::query("DELETE FROM sessions WHERE hash = $1")
        .bind(hash.as_slice())
        .execute(db)
        .await?;
    Ok(done.rows_affected())
}

pub(super) async fn end_sessions(db: &mut Connection, person: &str) -> Result<u64> {
    let done =
        sqlx::query("DELETE FROM sessions WHERE person = $1").bind(person).execute(db).await?;
    Ok(done.rows_affected())
}

/// A session with its person.
pub(super) async fn session(pool: &Pool, hash: &[u8; 32]) -> Result<Option<(Session, Person)>> {
    let row = sqlx::query(
        "SELECT s.hash, s.person, s.kind, s.made, s.used, s.name AS session_name, s.scopes,
            s.proved, p.id, p.name, p.password, p.made AS person_made, p.banned, p.role, p.owner
         FROM sessions s JOIN people p ON p.id = s.person WHERE s.hash = $1",
    )
    .bind(hash.as_slice())
    .fetch_optional(pool)
    .await?;
    row.map(|row| Ok((SessionRow::from_row(&row)?.try_into()?, PersonRow::from_row(&row)?.into())))
        .transpose()
}

pub(super) async fn sessions(pool: &Pool, person: &str) -> Result<Vec<Session>> {
    let rows: Vec<SessionRow> = sqlx::query_as(
        "SELECT hash, person, kind, made, used, name AS session_name, scopes, proved
         FROM sessions
         WHERE person = $1 ORDER BY made, hash",
    )
    .bind(person)
    .fetch_all(pool)
    .await?;
    rows.into_iter().map(Session::try_from).collect()
}
