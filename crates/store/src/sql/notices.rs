//! What a running server must hear of. The triggers of the schema write it.

use super::{Connection, Pool};
use crate::{Notice, Result, StoreError};

/// Notices after a number, the oldest first.
pub(super) async fn after(pool: &Pool, after: u64, limit: u32) -> Result<Vec<(u64, Notice)>> {
    let rows: Vec<(i64, String, String)> =
        sqlx::query_as("SELECT id, kind, what FROM notices WHERE id > $1 ORDER BY id LIMIT $2")
            .bind(after as i64)
            .bind(i64::from(limit))
            .fetch_all(pool)
            .await?;
    rows.into_iter().map(|(id, kind, what)| Ok((id as u64, read(&kind, what)?))).collect()
}

fn read(kind: &str, what: String) -> Result<Notice> {
    let damaged = |what: &str| StoreError::Damaged(format!("a notice of {kind}: {what}"));
    match kind {
        "session" => hash(&what).map(Notice::Session).ok_or_else(|| damaged("no hash")),
        "person" => Ok(Notice::Person(what)),
        "table" => Ok(Notice::Table(what)),
        "gone" => Ok(Notice::Gone(what)),
        // A later version writes it and hears it itself: nothing stops here because of it.
        _ => Ok(Notice::Other),
    }
}

fn hash(text: &str) -> Option<[u8; 32]> {
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    let mut hash = [0; 32];
    for (place, byte) in hash.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * place..2 * place + 2], 16).ok()?;
    }
    Some(hash)
}

/// Removes what was heard.
pub(super) async fn clear(db: &mut Connection, last: u64) -> Result<u64> {
    let done =
        sqlx::query("DELETE FROM notices WHERE id <= $1").bind(last as i64).execute(db).await?;
    Ok(done.rows_affected())
}
