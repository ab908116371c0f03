//! How the names of accounts look.

use room::names::looks;

use super::{Connection, Pool, Sql};
use crate::logs::as_json;
use crate::{Person, Result, ShownName};

/// Notes how an account's name looks.
pub(super) async fn note(db: &mut Connection, person: &str, name: &str) -> Result<()> {
    sqlx::query("DELETE FROM looks WHERE person = $1").bind(person).execute(&mut *db).await?;
    for look in looks(name) {
        sqlx::query("INSERT INTO looks (look, person) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(look)
            .bind(person)
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}

/// The id of an account, other than `but`, whose name can be taken for this one.
pub(super) async fn find<'c>(
    db: impl sqlx::Executor<'c, Database = Sql>,
    name: &str,
    but: &str,
) -> Result<Option<String>> {
    let [written, capitals, small] = looks(name);
    let found = sqlx::query_scalar(
        "SELECT person FROM looks WHERE look IN ($1, $2, $3) AND person <> $4 LIMIT 1",
    )
    .bind(written)
    .bind(capitals)
    .bind(small)
    .bind(but)
    .fetch_optional(db)
    .await?;
    Ok(found)
}

/// The names of some people, and which guests among them can be taken for somebody's account.
pub(super) async fn shown(pool: &Pool, ids: &[String]) -> Result<Vec<ShownName>> {
    let mut db = pool.acquire().await?;
    let sql = "SELECT id, name, password IS NOT NULL FROM people
        WHERE id IN (SELECT value FROM json_each($1))";
    let asked = as_json(ids.iter().map(String::as_str))?;
    let people: Vec<(String, String, bool)> =
        sqlx::query_as(sql).bind(asked).fetch_all(&mut *db).await?;
    let guests = people.iter().filter(|(.., account)| !account);
    let own: Vec<[String; 3]> = guests.map(|(_, name, _)| looks(name)).collect();
    let taken: Vec<String> = if own.is_empty() {
        Vec::new()
    } else {
        // A guest has no look of its own there.
        let sql = "SELECT look FROM looks WHERE look IN (SELECT value FROM json_each($1))";
        let asked = as_json(own.iter().flatten().map(String::as_str))?;
        sqlx::query_scalar(sql).bind(asked).fetch_all(&mut *db).await?
    };
    let shown = |(id, name, account): (String, String, bool)| {
        let taken = !account && looks(&name).iter().any(|look| taken.contains(look));
        ShownName { id, name, account, taken }
    };
    Ok(people.into_iter().map(shown).collect())
}

/// Whether a person has an account of this name already, which it then keeps.
pub(super) fn is_own(person: &Person, name: &str) -> bool {
    person.password.is_some() && room::names::folded(&person.name) == room::names::folded(name)
}
