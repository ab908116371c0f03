//! How much anybody may ask for, and how long anybody may take.

use std::time::Duration;

use super::networks::Networks;
use super::texts::wrong;
use super::{ConfigError, Texts};

/// Limits of one server. "One address" is an IPv4 address, or the first 64 bits of an IPv6 address.
#[derive(Clone, Debug)]
pub struct Quotas {
    /// Networks whose addresses are not counted.
    pub exempt: Networks,
    /// Most open connections.
    pub connections: usize,
    /// Most open connections of one address.
    pub connections_per_address: usize,
    /// Most open sockets and feeds.
    pub sockets: usize,
    /// Most open sockets and feeds of one address.
    pub sockets_per_address: usize,
    /// Requests to the API of one address a minute.
    pub requests_per_minute: u32,
    /// Requests for files and drawings of one address a minute.
    pub files_per_minute: u32,
    /// Guests that may come from one address an hour.
    pub guests_per_hour: u32,
    /// Accounts that may be made from one address a day.
    pub accounts_per_day: u32,
    /// Tables of one person an hour.
    pub tables_per_hour: u32,
    /// Tables made from one address an hour.
    pub tables_per_address: u32,
    /// Finished games that are looked through for one person an hour.
    pub analyses_per_hour: u32,
    /// Tries to log in of one address a minute.
    pub logins_per_minute: u32,
    /// Tries to log in to one account a minute, from one address.
    pub tries_per_account: u32,
    /// How long the head of a request may take.
    pub header: Duration,
    /// How long the body of a request may take.
    pub body: Duration,
    /// How long a connection may be without a request, or an answer without being read.
    pub idle: Duration,
}

impl Texts {
    pub(super) fn quotas(&self) -> Result<Quotas, ConfigError> {
        let many = 10_000_000;
        let ms = |n: u64| Duration::from_millis(n);
        Ok(Quotas {
            exempt: self.networks("limits-exempt")?,
            connections: self.number("max-connections", 25_000, 1, 1_000_000)?,
            connections_per_address: self.number(
                "max-connections-per-address",
                1_000,
                1,
                1_000_000,
            )?,
            sockets: self.number("max-sockets", 20_000, 1, 1_000_000)?,
            sockets_per_address: self.number("max-sockets-per-address", 300, 1, 1_000_000)?,
            requests_per_minute: self.number("requests-per-minute", 3_000, 1, many)?,
            files_per_minute: self.number("files-per-minute", 15_000, 1, many)?,
            guests_per_hour: self.number("guests-per-hour", 200, 1, many)?,
            accounts_per_day: self.number("accounts-per-day", 5, 1, many)?,
            tables_per_hour: self.number("tables-per-hour", 120, 1, many)?,
            tables_per_address: self.number("tables-per-hour-per-address", 1_000, 1, many)?,
            analyses_per_hour: self.number("analyses-per-hour", 20, 1, many)?,
            logins_per_minute: self.number("logins-per-minute", 60, 1, many)?,
            tries_per_account: self.number("tries-per-account", 6, 1, many)?,
            header: ms(self.number("header-timeout-ms", 10_000, 50, 600_000)?),
            body: ms(self.number("body-timeout-ms", 30_000, 50, 600_000)?),
            idle: ms(self.number("idle-timeout-ms", 75_000, 50, 3_600_000)?),
        })
    }

    pub(super) fn networks(&self, key: &str) -> Result<Networks, ConfigError> {
        let Some((text, from)) = self.text(key) else { return Ok(Networks::default()) };
        Networks::parse(text).map_err(|part| {
            wrong(from, &part, "networks as 192.0.2.0/24 or 2001:db8::/32, separated by blanks")
        })
    }
}

impl Quotas {
    /// The settings with their values.
    pub(super) fn listing(&self) -> [(&'static str, String); 17] {
        let ms = |time: Duration| time.as_millis().to_string();
        [
            ("limits-exempt", self.exempt.to_string()),
            ("max-connections", self.connections.to_string()),
            ("max-connections-per-address", self.connections_per_address.to_string()),
            ("max-sockets", self.sockets.to_string()),
            ("max-sockets-per-address", self.sockets_per_address.to_string()),
            ("requests-per-minute", self.requests_per_minute.to_string()),
            ("files-per-minute", self.files_per_minute.to_string()),
            ("guests-per-hour", self.guests_per_hour.to_string()),
            ("accounts-per-day", self.accounts_per_day.to_string()),
            ("tables-per-hour", self.tables_per_hour.to_string()),
            ("tables-per-hour-per-address", self.tables_per_address.to_string()),
            ("analyses-per-hour", self.analyses_per_hour.to_string()),
            ("logins-per-minute", self.logins_per_minute.to_string()),
            ("tries-per-account", self.tries_per_account.to_string()),
            ("header-timeout-ms", ms(self.header)),
            ("body-timeout-ms", ms(self.body)),
            ("idle-timeout-ms", ms(self.idle)),
        ]
    }
}
