//! How the names of accounts look.

use room::names::looks;

use super::{Connection, Sql};

use crate::{Person, Result};

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

/// Whether a person has an account of this name already, which it then keeps.
pub(super) fn is_own(person: &Person, name: &str) -> bool {
    person.password.is_some() && room::names::folded(&person.name) == room::names::folded(name)
}
