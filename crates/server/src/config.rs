//! The settings of a server: from flags, the environment and a file, in this order, else defaults.
//!
//! Every source gives texts; they are given a meaning in one place, and a bad one is told with the
//! source that it came from.

use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

mod keeping;

pub use keeping::Keeping;

/// A setting as people see it.
#[derive(Clone, Copy, Debug)]
pub struct SettingDecl {
    /// Its key in the file; the flag is `--KEY`, the variable `TRENCAVEL_KEY`.
    pub key: &'static str,
    /// What it is by default, in words or as a value.
    pub default: &'static str,
    /// What it does.
    pub about: &'static str,
}

macro_rules! setting {
    ($key:literal, $default:literal, $about:literal) => {
        SettingDecl { key: $key, default: $default, about: $about }
    };
}

/// All settings.
pub const SETTINGS: &[SettingDecl] = &[
    setting!("listen", "127.0.0.1:8080", "address and port to listen on"),
    setting!(
        "data",
        "the user's data directory",
        "directory of the database; it is made if it does not exist"
    ),
    setting!(
        "public-url",
        "http://localhost:PORT",
        "address that players type; cookies and origins follow it"
    ),
    setting!(
        "client",
        "the one inside the binary",
        "directory of a web client to serve instead (`web/dist`, or one of your own)"
    ),
    setting!("allow-origins", "", "more web origins that may open sockets, separated by blanks"),
    setting!(
        "trust-proxy",
        "false",
        "take the address of a client from X-Forwarded-For (behind a reverse proxy only)"
    ),
    setting!("metrics-listen", "on the main port", "address and port of its own for /metrics"),
    setting!("backup-every", "off", "how often the database is copied, as 6h or 1d"),
    setting!("backup-keep", "7", "how many of these copies are kept"),
    setting!("backup-dir", "backups in the data directory", "directory for these copies"),
    setting!(
        "expire-open-days",
        "7",
        "a table that has not begun and that nobody uses goes after so many days; 0: never"
    ),
    setting!("expire-open-slow-days", "30", "the same for tables by days"),
    setting!(
        "expire-guests-days",
        "30",
        "a guest without games who does not come goes after so many days; 0: never"
    ),
    setting!(
        "check-database",
        "false",
        "read and check the whole database at the start, even after an orderly stop"
    ),
    setting!("log", "info", "what is logged: error, warn, info, debug, or a filter"),
    setting!("log-format", "text", "text, or json for machines"),
    setting!("guests", "true", "whether visitors may play without an account"),
    setting!("accounts", "true", "whether visitors may make an account"),
    setting!("bot-threads", "1", "threads on which computer seats think"),
    setting!("bot-deadline-ms", "2000", "longest thought of a computer seat, ms"),
    setting!(
        "bot-pause-ms",
        "500",
        "pause before a computer seat moves, so that people can follow, ms"
    ),
    setting!("grace-seconds", "60", "how long somebody may be away before the others may claim"),
    setting!("rest-seconds", "120", "an unused table is put to rest on the disk after so long"),
    setting!("max-tables", "20000", "most tables in memory"),
    setting!("max-sockets", "20000", "most open sockets"),
    setting!("max-sockets-per-address", "200", "most open sockets of one address"),
    setting!("requests-per-minute", "1200", "HTTP requests of one address a minute"),
    setting!("tables-per-hour", "120", "tables that one person may make an hour"),
    setting!("logins-per-minute", "10", "tries to log in of one address a minute"),
    setting!("messages-per-second", "20", "messages of one socket a second"),
];

/// A flag for tests only, and no setting: neither the environment nor a file can give it.
pub const TEST_SEED: &str = "test-seed";

/// What a server needs to know.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // settings that are on or off
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The data directory.
    pub data: PathBuf,
    /// What players type, without a slash at the end.
    pub public_url: String,
    /// A web client to serve instead of ours.
    pub client: Option<PathBuf>,
    /// Web origins that may open sockets and change things.
    pub origins: Vec<String>,
    /// Whether `X-Forwarded-For` is believed.
    pub trust_proxy: bool,
    /// A port of its own for metrics.
    pub metrics_listen: Option<SocketAddr>,
    /// What is kept, and for how long.
    pub keeping: Keeping,
    /// What is logged.
    pub log: String,
    /// Whether logs are JSON.
    pub log_json: bool,
    /// Whether guests may play.
    pub guests: bool,
    /// Whether accounts may be made.
    pub accounts: bool,
    /// Threads for computer seats.
    pub bot_threads: usize,
    /// Longest thought.
    pub bot_deadline: Duration,
    /// Pause before a computer's move.
    pub bot_pause: Duration,
    /// How long somebody may be away.
    pub grace: Duration,
    /// When an unused table is put to rest.
    pub rest: Duration,
    /// Most tables in memory.
    pub max_tables: usize,
    /// Most sockets.
    pub max_sockets: usize,
    /// Most sockets of one address.
    pub max_sockets_per_address: usize,
    /// Requests of one address a minute.
    pub requests_per_minute: u32,
    /// Tables of one person an hour.
    pub tables_per_hour: u32,
    /// Tries to log in of one address a minute.
    pub logins_per_minute: u32,
    /// Messages of one socket a second.
    pub messages_per_second: u32,
    /// For tests only: all draws follow from this number, and whoever knows it knows them.
    pub test_seed: Option<u64>,
}

/// A setting that makes no sense.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigError {
    /// Where it came from: a flag, a variable, a line of a file.
    pub from: String,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.from, self.what)
    }
}

impl std::error::Error for ConfigError {}

/// Texts of settings with their sources.
#[derive(Clone, Default, Debug)]
pub struct Texts {
    given: BTreeMap<&'static str, (String, String)>,
}

impl Texts {
    /// Takes flags: pairs of key and text. Call it first: what was taken earlier wins.
    pub fn flags(&mut self, flags: impl IntoIterator<Item = (&'static str, String)>) {
        for (key, text) in flags {
            self.given.entry(key).or_insert_with(|| (text, format!("--{key}")));
        }
    }

    /// Takes variables of the environment through `get`.
    pub fn environment(&mut self, get: impl Fn(&str) -> Option<String>) {
        for decl in SETTINGS {
            let name = format!("TRENCAVEL_{}", decl.key.replace('-', "_").to_uppercase());
            if let Some(text) = get(&name) {
                self.given.entry(decl.key).or_insert((text, name));
            }
        }
    }

    /// Takes the text of a TOML file.
    ///
    /// # Errors
    /// If it is no TOML, or has an unknown key.
    pub fn file(&mut self, path: &Path, text: &str) -> Result<(), ConfigError> {
        let name = path.display().to_string();
        let table: toml::Table = text.parse().map_err(|e: toml::de::Error| ConfigError {
            from: name.clone(),
            what: e.to_string(),
        })?;
        for (key, value) in table {
            let from = format!("{name}, key {key}");
            let Some(decl) = SETTINGS.iter().find(|decl| decl.key == key) else {
                let keys: Vec<&str> = SETTINGS.iter().map(|decl| decl.key).collect();
                let what = format!("no such setting; there are {}", keys.join(", "));
                return Err(ConfigError { from, what });
            };
            let text = match value {
                toml::Value::String(text) => text,
                toml::Value::Array(list) => {
                    list.iter().filter_map(toml::Value::as_str).collect::<Vec<_>>().join(" ")
                }
                other => other.to_string(),
            };
            self.given.entry(decl.key).or_insert((text, from));
        }
        Ok(())
    }

    fn text(&self, key: &str) -> Option<(&str, &str)> {
        let known = key == TEST_SEED || SETTINGS.iter().any(|decl| decl.key == key);
        debug_assert!(known, "unknown setting {key}");
        self.given.get(key).map(|(text, from)| (text.as_str(), from.as_str()))
    }

    fn read<T: FromStr>(&self, key: &str, expected: &str) -> Result<Option<T>, ConfigError> {
        let Some((text, from)) = self.text(key) else { return Ok(None) };
        let error = || wrong(from, text, expected);
        text.trim().parse().map(Some).map_err(|_| error())
    }

    fn number<T: FromStr + PartialOrd + fmt::Display + Copy>(
        &self,
        key: &str,
        default: T,
        least: T,
        most: T,
    ) -> Result<T, ConfigError> {
        let expected = format!("a number from {least} to {most}");
        match self.read::<T>(key, &expected)? {
            Some(n) if n < least || n > most => {
                let (text, from) = self.text(key).unwrap_or_default();
                Err(wrong(from, text, &expected))
            }
            Some(n) => Ok(n),
            None => Ok(default),
        }
    }

    fn flag(&self, key: &str, default: bool) -> Result<bool, ConfigError> {
        Ok(self.read(key, "true or false")?.unwrap_or(default))
    }

    /// Gives the texts a meaning.
    ///
    /// # Errors
    /// Names the first setting that makes no sense, and what was expected.
    pub fn config(&self) -> Result<Config, ConfigError> {
        let address = "an address and a port, as 127.0.0.1:8080";
        let listen: SocketAddr =
            self.read("listen", address)?.unwrap_or(SocketAddr::from(([127, 0, 0, 1], 8080)));
        let ms = |n: u64| Duration::from_millis(n);
        let secs = Duration::from_secs;
        let public_url = self.public_url(listen)?;
        let test_seed = self.test_seed(listen, &public_url)?;
        let data = self.data()?;
        Ok(Config {
            listen,
            keeping: self.keeping(&data)?,
            data,
            origins: self.origins(&public_url, listen)?,
            public_url,
            client: self.client()?,
            trust_proxy: self.flag("trust-proxy", false)?,
            metrics_listen: self.read("metrics-listen", address)?,
            log: self.log()?,
            log_json: self.log_format()?,
            guests: self.flag("guests", true)?,
            accounts: self.flag("accounts", true)?,
            bot_threads: self.number("bot-threads", 1, 1, 64)?,
            bot_deadline: ms(self.number("bot-deadline-ms", 2000, 10, 60_000)?),
            bot_pause: ms(self.number("bot-pause-ms", 500, 0, 10_000)?),
            grace: secs(self.number("grace-seconds", 60, 1, 86_400)?),
            rest: secs(self.number("rest-seconds", 120, 1, 86_400)?),
            max_tables: self.number("max-tables", 20_000, 1, 1_000_000)?,
            max_sockets: self.number("max-sockets", 20_000, 1, 1_000_000)?,
            max_sockets_per_address: self.number("max-sockets-per-address", 200, 1, 1_000_000)?,
            requests_per_minute: self.number("requests-per-minute", 1200, 1, 10_000_000)?,
            tables_per_hour: self.number("tables-per-hour", 120, 1, 10_000_000)?,
            logins_per_minute: self.number("logins-per-minute", 10, 1, 10_000_000)?,
            messages_per_second: self.number("messages-per-second", 20, 1, 100_000)?,
            test_seed,
        })
    }

    /// Nobody else must ever play where draws can be foretold.
    fn test_seed(&self, listen: SocketAddr, url: &str) -> Result<Option<u64>, ConfigError> {
        let seed = self.read(TEST_SEED, "a number")?;
        let host = url.split("://").nth(1).and_then(|host| host.split(':').next());
        let ours = listen.ip().is_loopback() && matches!(host, Some("localhost" | "127.0.0.1"));
        match self.text(TEST_SEED) {
            Some((_, from)) if !ours => Err(ConfigError {
                from: from.to_string(),
                what: "draws can be foretold with it, so it is for tests on this machine alone: \
                       listen on the loopback, and leave the public address out"
                    .into(),
            }),
            _ => Ok(seed),
        }
    }

    fn public_url(&self, listen: SocketAddr) -> Result<String, ConfigError> {
        let Some((text, from)) = self.text("public-url") else {
            return Ok(format!("http://localhost:{}", listen.port()));
        };
        let url = text.trim().trim_end_matches('/');
        let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
        match host {
            Some(host) if !host.is_empty() && !host.contains(['/', ' ', '?', '#']) => {
                Ok(url.to_string())
            }
            _ => Err(wrong(from, text, "an address as https://play.example.org, without a path")),
        }
    }

    fn origins(&self, public: &str, listen: SocketAddr) -> Result<Vec<String>, ConfigError> {
        let port = listen.port();
        let mut origins = vec![public.to_string()];
        if listen.ip().is_loopback() || listen.ip().is_unspecified() {
            origins.push(format!("http://localhost:{port}"));
            origins.push(format!("http://127.0.0.1:{port}"));
        }
        if let Some((text, from)) = self.text("allow-origins") {
            for origin in text.split_whitespace() {
                if !origin.starts_with("http://") && !origin.starts_with("https://") {
                    return Err(wrong(from, origin, "origins as https://example.org"));
                }
                origins.push(origin.trim_end_matches('/').to_string());
            }
        }
        origins.dedup();
        Ok(origins)
    }

    fn data(&self) -> Result<PathBuf, ConfigError> {
        if let Some((text, from)) = self.text("data") {
            if text.trim().is_empty() {
                return Err(wrong(from, text, "a directory"));
            }
            return Ok(PathBuf::from(text));
        }
        // A service manager names the place; else it is the user's.
        let variable = |name| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        let place = variable("STATE_DIRECTORY")
            .or_else(|| variable("XDG_DATA_HOME").map(|dir| dir.join("trencavel")))
            .or_else(|| variable("HOME").map(|home| home.join(".local/share/trencavel")));
        place.ok_or_else(|| ConfigError {
            from: "data".into(),
            what: "no home directory is known: name a directory with --data".into(),
        })
    }

    fn client(&self) -> Result<Option<PathBuf>, ConfigError> {
        let Some((text, from)) = self.text("client") else { return Ok(None) };
        let folder = PathBuf::from(text);
        if folder.join("index.html").is_file() {
            Ok(Some(folder))
        } else {
            Err(wrong(from, text, "a directory with an index.html"))
        }
    }

    fn log(&self) -> Result<String, ConfigError> {
        let Some((text, from)) = self.text("log") else { return Ok("info".into()) };
        match tracing_subscriber::EnvFilter::try_new(text) {
            Ok(_) => Ok(text.to_string()),
            Err(_) => {
                Err(wrong(from, text, "error, warn, info, debug, or a filter as server=debug"))
            }
        }
    }

    fn log_format(&self) -> Result<bool, ConfigError> {
        match self.text("log-format") {
            None | Some(("text", _)) => Ok(false),
            Some(("json", _)) => Ok(true),
            Some((text, from)) => Err(wrong(from, text, "text or json")),
        }
    }
}

fn wrong(from: &str, text: &str, expected: &str) -> ConfigError {
    ConfigError {
        from: from.to_string(),
        what: format!("`{text}` is no good: expected {expected}"),
    }
}

impl Config {
    /// The database file.
    pub fn database(&self) -> PathBuf {
        self.data.join("trencavel.sqlite")
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
            ("database", self.database().display().to_string()),
            ("public-url", self.public_url.clone()),
            (
                "client",
                self.client.as_ref().map_or("inside".into(), |dir| dir.display().to_string()),
            ),
            ("origins", self.origins.join(" ")),
            ("trust-proxy", self.trust_proxy.to_string()),
            (
                "metrics-listen",
                self.metrics_listen.map_or("on the main port".into(), |a| a.to_string()),
            ),
            ("log", self.log.clone()),
            ("log-format", if self.log_json { "json" } else { "text" }.into()),
            ("guests", self.guests.to_string()),
            ("accounts", self.accounts.to_string()),
            ("bot-threads", self.bot_threads.to_string()),
            ("bot-deadline-ms", self.bot_deadline.as_millis().to_string()),
            ("bot-pause-ms", self.bot_pause.as_millis().to_string()),
            ("grace-seconds", self.grace.as_secs().to_string()),
            ("rest-seconds", self.rest.as_secs().to_string()),
            ("max-tables", self.max_tables.to_string()),
            ("max-sockets", self.max_sockets.to_string()),
            ("max-sockets-per-address", self.max_sockets_per_address.to_string()),
            ("requests-per-minute", self.requests_per_minute.to_string()),
            ("tables-per-hour", self.tables_per_hour.to_string()),
            ("logins-per-minute", self.logins_per_minute.to_string()),
            ("messages-per-second", self.messages_per_second.to_string()),
        ];
        let seed = self.test_seed.map(|seed| (TEST_SEED, seed.to_string()));
        let all = list.into_iter().chain(self.keeping.listing()).chain(seed);
        all.map(|(key, value)| format!("{key:<24} {value}\n")).collect::<Vec<String>>().concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(pairs: &[(&'static str, &str)]) -> Texts {
        let mut texts = Texts::default();
        texts.flags(pairs.iter().map(|(key, text)| (*key, (*text).to_string())));
        texts
    }

    #[test]
    fn flags_win_over_the_environment_and_that_over_the_file() {
        let mut texts = texts(&[("listen", "127.0.0.1:1")]);
        texts.environment(|name| match name {
            "TRENCAVEL_LISTEN" => Some("127.0.0.1:2".into()),
            "TRENCAVEL_BOT_THREADS" => Some("3".into()),
            _ => None,
        });
        let file = "listen = '127.0.0.1:4'\nbot-threads = 5\ngrace-seconds = 6\n";
        texts.file(Path::new("trencavel.toml"), file).unwrap();
        let config = texts.config().unwrap();
        assert_eq!(config.listen.port(), 1);
        assert_eq!(config.bot_threads, 3);
        assert_eq!(config.grace, Duration::from_secs(6));
    }

    #[test]
    fn a_bad_setting_names_its_source_and_what_was_expected() {
        for (key, text, expected) in [
            ("listen", "8080", "an address and a port"),
            ("bot-threads", "0", "a number from 1 to 64"),
            ("bot-threads", "many", "a number from 1 to 64"),
            ("guests", "perhaps", "true or false"),
            ("log-format", "xml", "text or json"),
            ("public-url", "play.example.org", "https://play.example.org"),
            ("public-url", "https://play.example.org/game", "without a path"),
            ("allow-origins", "example.org", "https://example.org"),
            ("backup-every", "often", "as 6h or 1d"),
            ("backup-every", "5s", "a minute at least"),
            ("backup-keep", "0", "a number from 1 to"),
            ("client", "/nowhere", "a directory with an index.html"),
        ] {
            let error = texts(&[(key, text)]).config().unwrap_err();
            assert_eq!(error.from, format!("--{key}"));
            assert!(error.what.contains(expected), "{error}");
        }
    }

    #[test]
    fn a_port_that_the_system_chose_is_in_the_addresses() {
        let config = texts(&[("listen", "127.0.0.1:0")]).config().unwrap().bound(4321);
        assert_eq!(config.public_url, "http://localhost:4321");
        assert_eq!(config.origins, ["http://localhost:4321", "http://127.0.0.1:4321"]);
        let named = [("listen", "127.0.0.1:0"), ("public-url", "https://play.example.org")];
        let config = texts(&named).config().unwrap().bound(4321);
        assert_eq!(config.public_url, "https://play.example.org");
    }

    #[test]
    fn only_a_flag_makes_draws_foretold_and_only_on_this_machine() {
        assert_eq!(texts(&[]).config().unwrap().test_seed, None);
        assert_eq!(texts(&[("test-seed", "7")]).config().unwrap().test_seed, Some(7));
        for other in [
            ("listen", "0.0.0.0:8080"),
            ("listen", "192.168.1.2:80"),
            ("public-url", "https://play.example.org"),
            ("public-url", "http://localhost.example.org"),
        ] {
            let error = texts(&[("test-seed", "7"), other]).config().unwrap_err();
            assert_eq!(error.from, "--test-seed");
        }
        let mut texts = Texts::default();
        texts.environment(|_| Some("7".into()));
        assert!(texts.text(TEST_SEED).is_none());
        assert!(texts.file(Path::new("a.toml"), "test-seed = 7").is_err());
    }

    #[test]
    fn an_unknown_key_of_the_file_is_named() {
        let mut texts = Texts::default();
        let error = texts.file(Path::new("a.toml"), "listn = 'x'").unwrap_err();
        assert_eq!(error.from, "a.toml, key listn");
        assert!(error.what.contains("listen"));
        assert!(texts.file(Path::new("a.toml"), "listen = ").unwrap_err().from.contains("a.toml"));
    }

    #[test]
    fn cookies_are_secure_where_browsers_allow_it() {
        let url = |url| texts(&[("public-url", url)]).config().unwrap();
        assert!(url("https://play.example.org").secure_cookies());
        assert!(url("http://localhost:8080").secure_cookies());
        assert!(!url("http://192.168.1.2:8080").secure_cookies());
    }
}
