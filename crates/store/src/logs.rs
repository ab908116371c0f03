//! What every back end asks of entries before it keeps them.

use protocol::log::Logged;

use super::person::named;
use super::{Result, StoreError};

/// Entries must follow each other, and the last one that is kept.
pub(super) fn in_a_row(entries: &[Logged], last: u64) -> Result<()> {
    if let Some(first) = entries.first()
        && first.n != last + 1
    {
        return Err(StoreError::Conflict);
    }
    if entries.windows(2).any(|pair| pair[1].n != pair[0].n + 1) {
        return Err(StoreError::Other("entries whose numbers do not follow each other".to_owned()));
    }
    Ok(())
}

pub(super) fn sorted(people: &[String]) -> Vec<&str> {
    let mut people: Vec<&str> = people.iter().map(String::as_str).collect();
    people.sort_unstable();
    people.dedup();
    people
}

pub(super) fn named_in(entries: &[Logged]) -> Vec<&str> {
    entries.iter().flat_map(|logged| named(&logged.entry)).collect()
}

pub(super) fn as_json<'a>(list: impl Iterator<Item = &'a str>) -> Result<String> {
    serde_json::to_string(&list.collect::<Vec<_>>()).map_err(|error| not_json(&error))
}

#[allow(clippy::needless_pass_by_value)] // map_err hands it over
pub(super) fn not_json(error: &serde_json::Error) -> StoreError {
    StoreError::Other(format!("cannot be written as JSON: {error}"))
}
