//! The settings of a server: from flags, the environment and a file, in this order, else defaults.
//!
//! Every source gives texts ([`Texts`]); they are given a meaning in one place, and a bad one is
//! told with the source that it came from.

mod engines;
mod keeping;
mod meaning;
pub mod networks;
mod peers;
mod pools;
mod quotas;
mod settings;
mod telling;
mod texts;

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

pub use self::engines::EngineSetting;
pub use self::keeping::Keeping;
pub use self::networks::Networks;
pub use self::peers::Peers;
pub use self::pools::Pool;
pub use self::quotas::Quotas;
pub use self::settings::{SETTINGS, SettingDecl, TEST_NEWER, TEST_SEED};
pub use self::telling::{MailSettings, SignUp, Telling};
pub use self::texts::{ConfigError, Texts};
use store::Locator;

/// How people may talk at tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chat {
    /// Not at all.
    Off,
    /// Strangers in phrases; friends, and whoever wants to on both sides, in words of their own.
    Phrases,
    /// Everybody in words of their own.
    Free,
}

impl Chat {
    /// Its name among the settings.
    pub fn name(self) -> &'static str {
        match self {
            Chat::Off => "off",
            Chat::Phrases => "phrases",
            Chat::Free => "free",
        }
    }
}

/// What a server needs to know.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // settings that are on or off
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The data directory.
    pub data: PathBuf,
    /// Where everything is kept.
    pub store: Locator,
    /// Other nodes on the same store.
    pub peers: Peers,
    /// What players type, without a slash at the end.
    pub public_url: String,
    /// A web client to serve instead of ours.
    pub client: Option<PathBuf>,
    /// Web origins that may open sockets and change things.
    pub origins: Vec<String>,
    /// More names by which this server is reached, in lower case and without ports.
    pub hosts: Vec<String>,
    /// The networks of proxies whose `X-Forwarded-For` is believed.
    pub trust_proxy: Networks,
    /// A port of its own for metrics.
    pub metrics_listen: Option<SocketAddr>,
    /// Whether metrics on the main port are for everybody.
    pub metrics_public: bool,
    /// What is kept, and for how long.
    pub keeping: Keeping,
    /// What is logged.
    pub log: String,
    /// Whether logs are JSON.
    pub log_json: bool,
    /// Whether guests may play.
    pub guests: bool,
    /// How people may talk at tables.
    pub chat: Chat,
    /// Whether those who watch may.
    pub watcher_chat: bool,
    /// Who may make an account.
    pub accounts: SignUp,
    /// How people are told what happened while they were away.
    pub telling: Telling,
    /// Threads for computer seats.
    pub bot_threads: usize,
    /// How long a computer's move takes at most, waiting included.
    pub bot_deadline: Duration,
    /// Most bytes of what computer seats keep from move to move.
    pub bot_memory: usize,
    /// Programs of others that are offered as opponents.
    pub engines: Vec<EngineSetting>,
    /// Pause before a computer's move.
    pub bot_pause: Duration,
    /// How long somebody may be away.
    pub grace: Duration,
    /// How long the seats have to reveal their share in the draws.
    pub reveal: Duration,
    /// When an unused table is put to rest.
    pub rest: Duration,
    /// Most tables in memory.
    pub max_tables: usize,
    /// What can be sought.
    pub pools: Vec<Pool>,
    /// How much anybody may ask for.
    pub quotas: Quotas,
    /// Messages of one socket a second.
    pub messages_per_second: u32,
    /// For tests only: all draws follow from this number, and whoever knows it knows them.
    pub test_seed: Option<u64>,
}

impl Config {
    /// The database file; with another kind of store, where there would be one.
    pub fn database(&self) -> PathBuf {
        match &self.store {
            Locator::File(path) => path.clone(),
            Locator::Postgres(_) => self.data.join("trencavel.sqlite"),
        }
    }

    /// The host that a URL or a `Host` header names: in lower case, without scheme, port and
    /// brackets.
    pub fn host_of(text: &str) -> Option<String> {
        let rest = text.split_once("://").map_or(text, |(_, rest)| rest);
        let authority: axum::http::uri::Authority = rest.parse().ok()?;
        let host = authority.host().trim_start_matches('[').trim_end_matches(']');
        let named = !host.is_empty() && !authority.as_str().contains('@');
        // A name with a dot at its end is the same name.
        named.then(|| host.trim_end_matches('.').to_ascii_lowercase())
    }

    /// Whether a host, as [`Config::host_of`] gives it, is one of ours. `local` is the address
    /// that the client connected to.
    ///
    /// A page of a stranger can have its own name lead to this machine (DNS rebinding), and its
    /// requests then seem to come from our own pages; but it cannot change the name that the
    /// browser calls. Ports do not matter: a proxy or a container may map them.
    pub fn is_own_host(&self, host: &str, local: Option<IpAddr>) -> bool {
        if let Ok(ip) = host.parse::<IpAddr>() {
            let ip = ip.to_canonical();
            if ip.is_loopback() || local.is_some_and(|local| local.to_canonical() == ip) {
                return true;
            }
        }
        let named = |url: &String| Config::host_of(url).as_deref() == Some(host);
        host == "localhost"
            || self.hosts.iter().any(|own| own == host)
            || named(&self.public_url)
            || self.origins.iter().any(named)
    }

    /// Whether cookies can be bound to a secure origin.
    pub fn secure_cookies(&self) -> bool {
        let url = &self.public_url;
        url.starts_with("https://")
            || url.starts_with("http://localhost")
            || url.starts_with("http://127.0.0.1")
    }

    /// The settings of a server that listens: port 0 has become a port, which addresses must name.
    #[must_use]
    pub fn bound(mut self, port: u16) -> Config {
        if self.listen.port() == 0 {
            for url in self.origins.iter_mut().chain([&mut self.public_url]) {
                if let Some(host) = url.strip_suffix(":0") {
                    *url = format!("{host}:{port}");
                }
            }
        }
        self
    }

    /// The settings with their values, for `--check-config`. There are no secrets among them.
    pub fn listing(&self) -> String {
        let list = [
            ("listen", self.listen.to_string()),
            ("data", self.data.display().to_string()),
            ("store", self.store.to_string()),
            ("public-url", self.public_url.clone()),
            (
                "client",
                self.client.as_ref().map_or("inside".into(), |dir| dir.display().to_string()),
            ),
            ("origins", self.origins.join(" ")),
            ("allow-hosts", self.hosts.join(" ")),
            ("trust-proxy", self.trust_proxy.to_string()),
            (
                "metrics-listen",
                self.metrics_listen.map_or("on the main port".into(), |a| a.to_string()),
            ),
            ("metrics-public", self.metrics_public.to_string()),
            ("log", self.log.clone()),
            ("log-format", if self.log_json { "json" } else { "text" }.into()),
            ("guests", self.guests.to_string()),
            ("chat", self.chat.name().to_owned()),
            ("watcher-chat", self.watcher_chat.to_string()),
            ("accounts", self.accounts.to_string()),
            ("bot-threads", self.bot_threads.to_string()),
            ("bot-deadline-ms", self.bot_deadline.as_millis().to_string()),
            ("bot-memory-mb", (self.bot_memory >> 20).to_string()),
            ("engines", lines(&self.engines)),
            ("bot-pause-ms", self.bot_pause.as_millis().to_string()),
            ("grace-seconds", self.grace.as_secs().to_string()),
            ("reveal-seconds", self.reveal.as_secs().to_string()),
            ("rest-seconds", self.rest.as_secs().to_string()),
            ("max-tables", self.max_tables.to_string()),
            ("messages-per-second", self.messages_per_second.to_string()),
        ];
        let seed = self.test_seed.map(|seed| (TEST_SEED, seed.to_string()));
        let all = list.into_iter().chain(self.peers.listing()).chain(self.keeping.listing());
        let all = all.chain(self.telling.listing()).chain(self.quotas.listing()).chain(seed);
        all.map(|(key, value)| format!("{key:<28} {value}\n")).collect::<Vec<_>>().concat()
    }
}

/// Programs behind each other.
fn lines(engines: &[EngineSetting]) -> String {
    engines.iter().map(EngineSetting::line).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests;
