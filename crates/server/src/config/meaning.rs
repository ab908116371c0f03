//! What the texts of settings mean.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::networks::Networks;
use super::settings::TEST_SEED;
use super::texts::wrong;
use super::{Chat, Config, ConfigError, Texts};
use store::Locator;

impl Texts {
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
            store: self.store(&data)?,
            peers: self.peers(listen)?,
            data,
            origins: self.origins(&public_url, listen)?,
            client: self.client()?,
            hosts: self.hosts()?,
            trust_proxy: self.trust_proxy()?,
            metrics_listen: self.read("metrics-listen", address)?,
            metrics_public: self.flag("metrics-public", false)?,
            log: self.log()?,
            log_json: self.log_format()?,
            guests: self.flag("guests", true)?,
            chat: self.chat()?,
            watcher_chat: self.switch("watcher-chat")?,
            accounts: self.sign_up()?,
            telling: self.telling(&public_url, test_seed.is_some())?,
            bot_threads: self.number("bot-threads", cores(), 1, 64)?,
            bot_deadline: ms(self.number("bot-deadline-ms", 6000, 10, 60_000)?),
            bot_memory: self.number("bot-memory-mb", 256, 1, 1_000_000)? << 20,
            engines: self.engines()?,
            bot_pause: ms(self.number("bot-pause-ms", 500, 0, 10_000)?),
            grace: secs(self.number("grace-seconds", 60, 1, 86_400)?),
            reveal: secs(self.number("reveal-seconds", 10, 1, 60)?),
            rest: secs(self.number("rest-seconds", 120, 1, 86_400)?),
            max_tables: self.number("max-tables", 20_000, 1, 1_000_000)?,
            pools: self.pools()?,
            quotas: self.quotas()?,
            messages_per_second: self.number("messages-per-second", 20, 1, 100_000)?,
            test_seed,
            public_url,
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

    /// A file in the data directory, unless it is said otherwise.
    fn store(&self, data: &Path) -> Result<Locator, ConfigError> {
        match self.text("store") {
            None => Ok(Locator::File(data.join("trencavel.sqlite"))),
            // The address may hold a password: it is not repeated.
            Some((text, from)) => text.trim().parse().map_err(|_| ConfigError {
                from: from.to_string(),
                what: "expected sqlite:FILE or postgres://USER:PASSWORD@HOST/DATABASE".to_owned(),
            }),
        }
    }

    fn public_url(&self, listen: SocketAddr) -> Result<String, ConfigError> {
        let Some((text, from)) = self.text("public-url") else {
            // On an address of its own players type that; a browser knows no "any address".
            let ip = listen.ip();
            return Ok(if ip.is_loopback() || ip.is_unspecified() {
                format!("http://localhost:{}", listen.port())
            } else {
                format!("http://{listen}")
            });
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

    fn hosts(&self) -> Result<Vec<String>, ConfigError> {
        let Some((text, from)) = self.text("allow-hosts") else { return Ok(Vec::new()) };
        let names = text.split_whitespace().map(|name| match Config::host_of(name) {
            Some(host) if !name.contains('/') => Ok(host),
            _ => Err(wrong(from, name, "names as play.example.org, without http:// and a path")),
        });
        names.collect()
    }

    fn trust_proxy(&self) -> Result<Networks, ConfigError> {
        match self.text("trust-proxy").map(|(text, _)| text.trim()) {
            Some("true") => Ok(Networks::private()),
            None | Some("false") => Ok(Networks::default()),
            Some(_) => self.networks("trust-proxy"),
        }
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
        if crate::logging::read(text).is_some() {
            return Ok(text.to_string());
        }
        Err(wrong(from, text, "error, warn, info, debug, or a filter as info,server=debug"))
    }

    fn chat(&self) -> Result<Chat, ConfigError> {
        match self.text("chat") {
            None | Some(("phrases" | "on" | "true", _)) => Ok(Chat::Phrases),
            Some(("free", _)) => Ok(Chat::Free),
            Some(("off" | "false", _)) => Ok(Chat::Off),
            Some((text, from)) => Err(wrong(from, text, "phrases, free or off")),
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

/// As many threads think as there are cores: everything else goes before them.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
