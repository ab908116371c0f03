//! Limits that are counted on all nodes together: whoever is refused at one does not try the next.
//! Each node counts by itself as well, so if the store does not answer nothing is without a limit.

use std::net::IpAddr;

use crate::config::networks::prefix;
use crate::http::{ApiError, ApiResult};
use crate::serve::App;

const MINUTE: u64 = 60_000;
const HOUR: u64 = 60 * MINUTE;

/// A try to log in to an account from an address.
///
/// # Errors
/// If there were too many.
pub async fn log_in(app: &App, account: &str, address: IpAddr) -> ApiResult<()> {
    let quotas = &app.config.quotas;
    let from = prefix(address);
    let one = format!("account {account} {from}");
    count(app, &one, MINUTE, quotas.tries_per_account, "tries to log in").await?;
    if quotas.exempt.contains(address) {
        return Ok(());
    }
    let all = format!("address {from}");
    count(app, &all, MINUTE, quotas.logins_per_minute, "tries to log in").await
}

/// A new table of a person.
///
/// # Errors
/// If there were too many.
pub async fn new_table(app: &App, person: &str) -> ApiResult<()> {
    let most = app.config.quotas.tables_per_hour;
    count(app, &format!("tables {person}"), HOUR, most, "new tables").await
}

async fn count(app: &App, what: &str, period: u64, most: u32, told: &str) -> ApiResult<()> {
    let Some(cluster) = app.hub.cluster() else { return Ok(()) };
    match cluster.nodes().count_try(what, period).await {
        Ok(n) if n > u64::from(most) => {
            let left = period - app.hub.now() % period;
            Err(ApiError::too_many(u32::try_from(left / 1000 + 1).unwrap_or(u32::MAX), told))
        }
        Ok(_) => Ok(()),
        Err(error) => {
            tracing::warn!(%error, "tries are counted at this node alone");
            Ok(())
        }
    }
}
