//! How much anybody may ask for: requests, guests, tables and tries by address and by person,
//! connections, sockets.
//!
//! "By address" means by [`prefix`]: whoever has one IPv6 address has a great many of them.

mod open;
mod rate;

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

pub use self::open::{ConnectionPass, SocketPass, SocketSeat};
use self::open::{Connections, Sockets};
use self::rate::{Keyed, per_day, per_hour, per_minute};
use crate::config::networks::prefix;
use crate::config::{Config, Networks};

/// How many times as many tries to log in to one account are allowed from all addresses together.
const ALL_ADDRESSES: u32 = 5;
/// How many addresses are remembered from which people have logged in.
const KNOWN_MAX: usize = 20_000;

/// Rematches of one person an hour: more than anybody plays.
const REMATCHES: u32 = 120;

/// Changes of plan of one person a minute, tried or made: more than anybody clicks.
const PLANS: u32 = 60;

/// What pages report from one address an hour: an engine that differs does so again and again.
const REPORTS: u32 = 60;

/// Changes of whom one person follows and blocks an hour.
const TIES: u32 = 300;

/// Reports of one person about others an hour.
const COMPLAINTS: u32 = 10;

/// Challenges of one person an hour.
const CHALLENGES: u32 = 120;

/// Mails to one address an hour that somebody may have asked for who does not own it.
const MAILS_TO: u32 = 3;

/// Mails that one person asks for an hour.
const MAILS_BY: u32 = 5;

/// How many guests come in at the same time, and how long one waits for it.
const ARRIVING: usize = 4;
const ARRIVAL: Duration = Duration::from_secs(10);

/// Games of one program against other programs a day.
const BOT_GAMES: u32 = 100;

/// What a request costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// It asks the API.
    Api,
    /// It asks for a file, a drawing, a probe, or for something that does not exist.
    File,
}

/// Limits that all handlers share.
pub struct Limits {
    exempt: Networks,
    proxies: Networks,
    requests: Keyed<IpAddr>,
    files: Keyed<IpAddr>,
    guests: Keyed<IpAddr>,
    accounts: Keyed<IpAddr>,
    logins: Keyed<IpAddr>,
    tries: Keyed<(String, IpAddr)>,
    all_tries: Keyed<String>,
    /// Where people have logged in from, so that strangers elsewhere cannot lock them out.
    known: Mutex<HashSet<(String, IpAddr)>>,
    tables: Keyed<String>,
    tables_by_address: Keyed<IpAddr>,
    rematches: Keyed<String>,
    plans: Keyed<String>,
    analyses: Keyed<String>,
    reports: Keyed<IpAddr>,
    ties: Keyed<String>,
    complaints: Keyed<String>,
    challenges: Keyed<String>,
    bots: Keyed<String>,
    mails_to: Keyed<String>,
    mails_by: Keyed<String>,
    sockets: Sockets,
    connections: Connections,
    /// A few guests come in at a time: a crowd of them does not keep the store and all cores from
    /// those who play.
    arriving: Semaphore,
}

impl Limits {
    /// Limits by the settings.
    pub fn new(config: &Config) -> Limits {
        let quotas = &config.quotas;
        Limits {
            exempt: quotas.exempt.clone(),
            proxies: config.trust_proxy.clone(),
            requests: per_minute(quotas.requests_per_minute),
            files: per_minute(quotas.files_per_minute),
            guests: per_hour(quotas.guests_per_hour),
            accounts: per_day(quotas.accounts_per_day),
            logins: per_minute(quotas.logins_per_minute),
            tries: per_minute(quotas.tries_per_account),
            all_tries: per_minute(quotas.tries_per_account.saturating_mul(ALL_ADDRESSES)),
            known: Mutex::default(),
            tables: per_hour(quotas.tables_per_hour),
            tables_by_address: per_hour(quotas.tables_per_address),
            rematches: per_hour(REMATCHES),
            plans: per_minute(PLANS),
            analyses: per_hour(quotas.analyses_per_hour),
            reports: per_hour(REPORTS),
            ties: per_hour(TIES),
            complaints: per_hour(COMPLAINTS),
            challenges: per_hour(CHALLENGES),
            bots: per_day(BOT_GAMES),
            mails_to: per_hour(MAILS_TO),
            mails_by: per_hour(MAILS_BY),
            sockets: Sockets::new(quotas.sockets, quotas.sockets_per_address),
            connections: Connections::new(quotas.connections, quotas.connections_per_address),
            arriving: Semaphore::new(ARRIVING),
        }
    }

    /// What an address is counted under; nothing if it is exempt.
    fn counted(&self, address: IpAddr) -> Option<IpAddr> {
        (!self.exempt.contains(address)).then(|| prefix(address))
    }

    fn take(&self, from: &Keyed<IpAddr>, address: IpAddr) -> Result<(), u32> {
        self.counted(address).map_or(Ok(()), |address| from.take(&address))
    }

    /// An HTTP request of an address.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn request(&self, address: IpAddr, cost: Cost) -> Result<(), u32> {
        match cost {
            Cost::Api => self.take(&self.requests, address),
            Cost::File => self.take(&self.files, address),
        }
    }

    /// A new guest.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn guest(&self, address: IpAddr) -> Result<(), u32> {
        self.take(&self.guests, address)
    }

    /// The turn of a guest who comes in, until it is dropped; none if a crowd stands before a store
    /// that does not answer.
    pub async fn arriving(&self) -> Option<SemaphorePermit<'_>> {
        timeout(ARRIVAL, self.arriving.acquire()).await.ok()?.ok()
    }

    /// A new account.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn account(&self, address: IpAddr) -> Result<(), u32> {
        self.take(&self.accounts, address)
    }

    /// A change of whom a person follows or blocks.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn tie(&self, person: &str) -> Result<(), u32> {
        self.ties.take(&person.to_string())
    }

    /// A report about somebody.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn complaint(&self, person: &str) -> Result<(), u32> {
        self.complaints.take(&person.to_string())
    }

    /// A challenge.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn challenge(&self, person: &str) -> Result<(), u32> {
        self.challenges.take(&person.to_string())
    }

    /// A game that a program asks another program for.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn bots(&self, bot: &str) -> Result<(), u32> {
        self.bots.take(&bot.to_string())
    }

    /// A mail that a person asks for, to an address that may be anybody's.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn mail(&self, person: &str, address: &str) -> Result<(), u32> {
        self.mails_by.take(&person.to_string())?;
        self.mail_to(address)
    }

    /// A mail to an address that may be anybody's.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn mail_to(&self, address: &str) -> Result<(), u32> {
        self.mails_to.take(&address.to_lowercase())
    }

    /// A try to log in, or something that costs as much.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn login(&self, address: IpAddr) -> Result<(), u32> {
        self.take(&self.logins, address)
    }

    /// A try of a password for one account, whether it exists or not. From where somebody has
    /// logged in to it before, the tries of strangers elsewhere do not count.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn password(&self, account: &str, address: IpAddr) -> Result<(), u32> {
        let key = (account.to_owned(), prefix(address));
        self.tries.take(&key)?;
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).contains(&key);
        if known { Ok(()) } else { self.all_tries.take(&key.0) }
    }

    /// Somebody has logged in.
    pub fn logged_in(&self, account: &str, address: IpAddr) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= KNOWN_MAX {
            known.clear();
        }
        known.insert((account.to_owned(), prefix(address)));
    }

    /// A new table of a person.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn table(&self, person: &str, address: IpAddr) -> Result<(), u32> {
        // The person first: whoever is refused takes nothing from its neighbours.
        self.tables.take(&person.to_string())?;
        self.take(&self.tables_by_address, address)
    }

    /// A table that the server makes for a rematch. Such tables do not count as made by the person;
    /// there is an end to them all the same.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn rematch(&self, person: &str) -> Result<(), u32> {
        self.rematches.take(&person.to_string())
    }

    /// A change of plan that a person tries.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn plan(&self, person: &str) -> Result<(), u32> {
        self.plans.take(&person.to_string())
    }

    /// A finished game that a person wants to be looked through.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn analysis(&self, person: &str) -> Result<(), u32> {
        self.analyses.take(&person.to_string())
    }

    /// What a page reports.
    ///
    /// # Errors
    /// The seconds to wait.
    pub fn report(&self, address: IpAddr) -> Result<(), u32> {
        self.take(&self.reports, address)
    }

    /// A new socket or feed; `None` if there are too many. Somebody who plays gets in at the cost
    /// of a watcher.
    pub fn socket(&self, address: IpAddr, plays: bool) -> Option<SocketPass> {
        self.sockets.open(self.counted(address), plays)
    }

    /// A new connection; `None` if there are too many. Those of a proxy are of many people.
    pub fn connection(&self, peer: IpAddr) -> Option<ConnectionPass> {
        let proxy = self.proxies.contains(peer);
        self.connections.open(self.counted(peer).filter(|_| !proxy))
    }

    /// A new connection of another node.
    pub fn peer_connection(&self) -> Option<ConnectionPass> {
        self.connections.open(None)
    }

    fn by_address(&self) -> [&Keyed<IpAddr>; 7] {
        let Limits {
            requests, files, guests, accounts, logins, tables_by_address, reports, ..
        } = self;
        [requests, files, guests, accounts, logins, tables_by_address, reports]
    }

    fn by_person(&self) -> [&Keyed<String>; 11] {
        let Limits { all_tries, tables, rematches, plans, analyses, ties, .. } = self;
        let Limits { complaints, challenges, bots, mails_to, mails_by, .. } = self;
        [
            all_tries, tables, rematches, plans, analyses, ties, complaints, challenges, bots,
            mails_to, mails_by,
        ]
    }

    /// Forgets addresses that have been quiet; called now and then.
    pub fn sweep(&self) {
        self.by_address().iter().for_each(|addresses| addresses.sweep());
        self.by_person().iter().for_each(|people| people.sweep());
        self.tries.sweep();
    }

    /// How many addresses, people and accounts are remembered.
    pub fn remembered(&self) -> usize {
        self.by_address().iter().map(|kept| kept.len()).sum::<usize>()
            + self.by_person().iter().map(|kept| kept.len()).sum::<usize>()
            + self.tries.len()
    }
}

#[cfg(test)]
mod tests;
