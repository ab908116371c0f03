//! A real server for tests: an ephemeral port of the loopback, a real database in a directory of
//! its own.

use std::path::Path;
use std::time::Duration;

use crate::config::{Config, Texts};
use crate::serve::{Server, StartError};

/// Settings for tests: nothing waits, nothing is limited unless a test says so.
pub fn config(data: &Path, settings: &[(&'static str, &str)]) -> Config {
    let mut texts = Texts::default();
    texts.flags(settings.iter().map(|(key, text)| (*key, (*text).to_string())));
    let data = data.display().to_string();
    let easy = [
        ("listen", "127.0.0.1:0"),
        ("bot-pause-ms", "0"),
        // Those who meet in a test know each other, unless it is about strangers.
        ("chat", "free"),
        ("accounts-per-day", "1000000"),
        ("requests-per-minute", "1000000"),
        ("files-per-minute", "1000000"),
        ("guests-per-hour", "1000000"),
        ("tables-per-hour", "1000000"),
        ("tables-per-hour-per-address", "1000000"),
        ("logins-per-minute", "1000000"),
        ("tries-per-account", "1000000"),
        ("messages-per-second", "10000"),
        ("max-sockets-per-address", "100000"),
        ("max-connections-per-address", "100000"),
        ("data", data.as_str()),
    ];
    texts.flags(easy.map(|(key, text)| (key, text.to_string())));
    texts.config().expect("the settings of a test make sense")
}

/// A server that a test started.
pub struct TestServer {
    server: Option<Server>,
    /// `http://127.0.0.1:PORT`.
    pub url: String,
}

impl TestServer {
    /// Starts a server on the data of a directory.
    ///
    /// # Errors
    /// As [`Server::start`].
    pub async fn start(
        data: &Path,
        settings: &[(&'static str, &str)],
    ) -> Result<TestServer, StartError> {
        let server = Server::start(config(data, settings)).await?;
        let url = format!("http://127.0.0.1:{}", server.address().port());
        Ok(TestServer { server: Some(server), url })
    }

    /// The address of a table's socket.
    pub fn socket(&self, table: &str, query: &str) -> String {
        format!("{}/api/tables/{table}/socket{query}", self.url.replacen("http", "ws", 1))
    }

    /// The running server.
    pub fn server(&self) -> &Server {
        self.server.as_ref().expect("a test server runs until it is stopped")
    }

    /// Stops it at the end of a test: clients that are still there do not listen any more.
    pub async fn stop(self) {
        self.server().app().hub.hurry();
        self.stop_politely().await;
    }

    /// Stops it in the orderly way, and waits for the clients' goodbyes.
    pub async fn stop_politely(mut self) {
        if let Some(server) = self.server.take() {
            let stopped = tokio::time::timeout(Duration::from_secs(10), server.stop()).await;
            stopped.expect("a server stops in less than ten seconds");
        }
    }
}
