//! People who leave: guests that become part of an account, and people who are forgotten.
//!
//! Their names are in the logs of tables, which may be in memory at the same time. So the id is
//! remembered as gone, and what a table still writes under it is put right on its way in.

use super::people::{self, nobody};
use super::{Connection, Pool, hold, moderation, records, results};
use crate::logs::{as_json, not_json};
use crate::person::{Change, Heir, named};
use crate::{Index, Person, Result, StoreError};
use protocol::log::{Entry, Logged};

/// How many tables are rewritten in one change: whoever plays waits no longer than that.
const AT_ONCE: i64 = 50;

/// A guest becomes part of an account: it does not come in any more, what it has is the account's,
/// and what tables still write of it is put right. Its logs are rewritten a little at a time, the
/// first of them, which are those that are still played, with this change.
pub(super) async fn merge(db: &mut Connection, guest: &Person, account: &Person) -> Result<u64> {
    hold::person(db, &guest.id).await?;
    people::ban(db, &guest.id, true).await?;
    for sql in [
        "INSERT INTO gone (person, heir) VALUES ($1, $2)",
        "UPDATE tables SET to_act = $2 WHERE to_act = $1",
        "UPDATE outbox SET person = $2 WHERE person = $1",
        "UPDATE bell SET person = $2 WHERE person = $1",
        "UPDATE drafts SET person = $2 WHERE person = $1 AND NOT EXISTS
            (SELECT 1 FROM drafts d WHERE d.table_id = drafts.table_id AND d.person = $2
                AND d.seat = drafts.seat)",
        "UPDATE leave_spent SET person = $2 WHERE person = $1",
    ]
    .into_iter()
    .chain(moderation::INHERITED)
    {
        sqlx::query(sql).bind(&guest.id).bind(&account.id).execute(&mut *db).await?;
    }
    results::hand_over(db, &guest.id, Some(&account.id)).await?;
    go_on(db, &guest.id).await
}

/// A person leaves: it does not come in any more, and what tables still write of it is put right.
/// Its words are removed after that, a little at a time.
pub(super) async fn leave(db: &mut Connection, id: &str) -> Result<u64> {
    hold::person(db, id).await?;
    people::find(&mut *db, id).await?.ok_or_else(|| nobody(id))?;
    people::ban(db, id, true).await?;
    for sql in [
        "UPDATE gone SET heir = NULL WHERE heir = $1",
        "INSERT INTO gone (person, heir) VALUES ($1, NULL) ON CONFLICT DO NOTHING",
        "UPDATE tables SET to_act = NULL WHERE to_act = $1",
        "DELETE FROM outbox WHERE person = $1",
    ] {
        sqlx::query(sql).bind(id).execute(&mut *db).await?;
    }
    results::hand_over(db, id, None).await?;
    Ok(0)
}

/// Goes on with somebody who leaves: some tables name it no more, or its heir instead, and in the
/// end the person itself is removed; how many tables may be left. The games of whoever has no heir
/// stay, under an id without a name.
pub(super) async fn go_on(db: &mut Connection, id: &str) -> Result<u64> {
    hold::person(db, id).await?;
    let Some(person) = people::find(&mut *db, id).await? else { return Ok(0) };
    let heir = heir_of(db, id).await?;
    let named = heir.as_ref().map(|heir| Heir { id: &heir.id, name: &heir.name });
    let change = Change { id, name: &person.name, heir: named };
    let tables = rewrite(db, &change, AT_ONCE).await?;
    for table in &tables {
        if let Some(heir) = &heir {
            for sql in [
                "INSERT INTO seats (table_id, person, changed)
                    SELECT table_id, $3, changed FROM seats WHERE table_id = $1 AND person = $2
                    ON CONFLICT DO NOTHING",
                "INSERT INTO mentions (table_id, person) SELECT table_id, $3 FROM mentions
                    WHERE table_id = $1 AND person = $2 ON CONFLICT DO NOTHING",
            ] {
                sqlx::query(sql).bind(table).bind(id).bind(&heir.id).execute(&mut *db).await?;
            }
        }
        for sql in [
            "DELETE FROM seats WHERE table_id = $1 AND person = $2",
            "DELETE FROM mentions WHERE table_id = $1 AND person = $2",
        ] {
            sqlx::query(sql).bind(table).bind(id).execute(&mut *db).await?;
        }
    }
    if tables.len() < AT_ONCE as usize { remove(db, id).await } else { Ok(tables.len() as u64) }
}

/// Who has what somebody had who is gone.
async fn heir_of(db: &mut Connection, id: &str) -> Result<Option<Person>> {
    let sql = "SELECT heir FROM gone WHERE person = $1 AND heir IS NOT NULL";
    let heir: Option<String> = sqlx::query_scalar(sql).bind(id).fetch_optional(&mut *db).await?;
    match heir {
        Some(heir) => people::find(db, &heir).await,
        None => Ok(None),
    }
}

/// People who have begun to leave and are still there: the program was stopped meanwhile.
pub(super) async fn half_gone(pool: &Pool) -> Result<Vec<String>> {
    let sql = "SELECT p.id FROM people p JOIN gone g ON g.person = p.id ORDER BY p.id";
    Ok(sqlx::query_scalar(sql).fetch_all(pool).await?)
}

/// Removes what still bears the id; sessions go with the person.
async fn remove(db: &mut Connection, id: &str) -> Result<u64> {
    for sql in [
        "DELETE FROM seats WHERE person = $1",
        "DELETE FROM mentions WHERE person = $1",
        moderation::WORDLESS,
        "DELETE FROM outbox WHERE person = $1",
        "DELETE FROM people WHERE id = $1",
    ] {
        sqlx::query(sql).bind(id).execute(&mut *db).await?;
    }
    Ok(0)
}

/// Changes the person in the first logs and lines that name it; in which.
async fn rewrite(db: &mut Connection, change: &Change<'_>, most: i64) -> Result<Vec<String>> {
    // What is still played comes first: somebody may wait for it.
    let ids: Vec<String> = sqlx::query_scalar(
        "SELECT t.id FROM mentions m JOIN tables t ON t.id = m.table_id WHERE m.person = $1
         ORDER BY CASE WHEN t.status = 'over' THEN 1 ELSE 0 END, m.table_id LIMIT $2",
    )
    .bind(change.id)
    .bind(most)
    .fetch_all(&mut *db)
    .await?;
    hold::tables(db, &ids).await?;
    let tables: Vec<(String, String)> = sqlx::query_as(
        "SELECT id, row FROM tables WHERE id IN (SELECT value FROM json_each($1)) ORDER BY id",
    )
    .bind(as_json(ids.iter().map(String::as_str))?)
    .fetch_all(&mut *db)
    .await?;
    for (table, row) in &tables {
        let owner = rewrite_log(db, change, table).await?;
        records::remove(db, table).await?;
        if let Some(row) = change.row(row, owner) {
            sqlx::query("UPDATE tables SET row = $1 WHERE id = $2")
                .bind(row)
                .bind(table)
                .execute(&mut *db)
                .await?;
        }
    }
    Ok(tables.into_iter().map(|(table, _)| table).collect())
}

/// The entries of a table that may name a person, or hold words of its maker, the first one first.
const ENTRIES: &str = "SELECT n, entry FROM entries WHERE table_id = $1
    AND (instr(entry, $2) > 0 OR instr(entry, '\"t\":\"changed\"') > 0) ORDER BY n";

/// Changes the person in one log; whether it made the table.
async fn rewrite_log(db: &mut Connection, change: &Change<'_>, table: &str) -> Result<bool> {
    let entries: Vec<(i64, String)> =
        sqlx::query_as(ENTRIES).bind(table).bind(change.id).fetch_all(&mut *db).await?;
    let mut owner = false;
    for (n, text) in entries {
        let mut entry: Entry = serde_json::from_str(&text).map_err(|error| {
            StoreError::Damaged(format!("table {table}: entry {n} cannot be read: {error}"))
        })?;
        owner |= matches!(&entry, Entry::Made { by, .. } if by.id == change.id);
        let mut changed = change.entry(&mut entry);
        if let Entry::Changed { config } = &mut entry
            && owner
        {
            change.own_words(config);
            changed = true;
        }
        if !changed {
            continue;
        }
        sqlx::query("UPDATE entries SET entry = $1 WHERE table_id = $2 AND n = $3")
            .bind(serde_json::to_string(&entry).map_err(|error| not_json(&error))?)
            .bind(table)
            .bind(n)
            .execute(&mut *db)
            .await?;
    }
    Ok(owner)
}

/// What a table writes that has not heard of the departure yet, put right.
pub(super) async fn put_right(
    db: &mut Connection,
    entries: &[Logged],
    index: &Index,
) -> Result<(Vec<Logged>, Index)> {
    let (mut entries, mut index) = (entries.to_vec(), index.clone());
    let mut old = index.people.clone();
    old.extend(entries.iter().flat_map(|logged| named(&logged.entry)).map(str::to_owned));
    old.sort();
    old.dedup();
    for id in old {
        let gone: Option<Option<String>> =
            sqlx::query_scalar("SELECT heir FROM gone WHERE person = $1")
                .bind(&id)
                .fetch_optional(&mut *db)
                .await?;
        let Some(heir) = gone else { continue };
        let heir = match heir {
            Some(heir) => people::find(&mut *db, &heir).await?,
            None => None,
        };
        put_right_one(&mut entries, &mut index, &id, heir.as_ref());
    }
    Ok((entries, index))
}

fn put_right_one(entries: &mut [Logged], index: &mut Index, id: &str, heir: Option<&Person>) {
    let heir = heir.map(|heir| Heir { id: &heir.id, name: &heir.name });
    // The name that an heir's guest had is not known any more: it stays as the table told it.
    let change = Change { id, name: "", heir };
    let mut owner = false;
    for logged in entries {
        let changed = change.entry(&mut logged.entry);
        owner |= changed && matches!(logged.entry, Entry::Made { .. });
    }
    if let Some(row) = change.row(&index.row, owner) {
        index.row = row;
    }
    if let (Some(heir), Some(result)) = (heir, &mut index.result) {
        for seat in result.seats.iter_mut().filter(|seat| seat.person.as_deref() == Some(id)) {
            seat.person = Some(heir.id.to_owned());
        }
    }
    match heir {
        Some(heir) => {
            for person in index.people.iter_mut().filter(|person| *person == id) {
                heir.id.clone_into(person);
            }
        }
        None => index.people.retain(|person| person != id),
    }
    if index.to_act.as_deref() == Some(id) {
        index.to_act = heir.map(|heir| heir.id.to_owned());
    }
}
