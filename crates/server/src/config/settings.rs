//! The list of settings, as people see them.

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
        "store",
        "a file in the data directory",
        "where everything is kept: sqlite:FILE, or postgres://USER:PASSWORD@HOST/DATABASE"
    ),
    setting!(
        "node-name",
        "the address it listens on",
        "name of this server among several on one store; one that starts again keeps its name"
    ),
    setting!(
        "peer-listen",
        "off",
        "address and port for the other servers on the same store: of the loopback or a private \
         network"
    ),
    setting!("peer-address", "that of peer-listen", "where the other servers reach that port"),
    setting!(
        "peer-secret-file",
        "",
        "file with the secret by which servers on one store know each other, the same for all"
    ),
    setting!(
        "peer-anywhere",
        "false",
        "whether peer-listen may be an address that strangers reach, behind a firewall of yours"
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
        "allow-hosts",
        "",
        "more names by which this server is reached (the Host of requests), separated by blanks"
    ),
    setting!(
        "trust-proxy",
        "false",
        "networks of the reverse proxies whose X-Forwarded-For is believed, separated by blanks; \
         true: loopback and private networks; false: nobody"
    ),
    setting!("metrics-listen", "on the main port", "address and port of its own for /metrics"),
    setting!(
        "metrics-public",
        "false",
        "whether everybody may read /metrics on the main port, not this machine alone"
    ),
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
    setting!(
        "chat",
        "phrases",
        "how people talk at tables: phrases between strangers, free for all, or off"
    ),
    setting!(
        "watcher-chat",
        "true",
        "whether those who watch a game may talk among themselves (also `on` and `off`)"
    ),
    setting!(
        "accounts",
        "open",
        "who may make an account: open (everybody), invited (whoever has a link), closed (nobody)"
    ),
    setting!("accounts-per-day", "5", "accounts that may be made from one address a day"),
    setting!("push", "on", "whether browsers are sent messages while no page is open"),
    setting!(
        "push-hosts",
        "",
        "more push services that browsers may name, by the ends of their names, separated by blanks"
    ),
    setting!(
        "smtp-url",
        "off",
        "server that takes mail, as smtps://USER:PASSWORD@HOST; public-url must be set, too"
    ),
    setting!("mail-from", "trencavel at the host of public-url", "who sends mail"),
    setting!(
        "notify-after-seconds",
        "60",
        "for how long a turn by days waits before its player is told"
    ),
    setting!(
        "leave-days",
        "20",
        "the most days of leave a player by days can have; 0: there is none"
    ),
    setting!("legal-notice", "none", "text file with your legal notice, shown at /legal"),
    setting!("privacy-notice", "none", "text file about privacy here, shown at /privacy"),
    setting!(
        "bot-threads",
        "as many as cores",
        "threads that think for computer seats, hints, study boards and analyses"
    ),
    setting!(
        "bot-deadline-ms",
        "6000",
        "how long a computer's move takes at most, waiting included, ms; each level has its own time"
    ),
    setting!("bot-memory-mb", "256", "memory for what computer seats know from move to move, MiB"),
    setting!(
        "engines",
        "",
        "programs that speak the engine protocol, offered as opponents; a line for each, as \
         `owl levels=1-3 processes=2: ./owl --quiet` (docs/engine.md)"
    ),
    setting!(
        "bot-pause-ms",
        "500",
        "pause before a computer seat moves, so that people can follow, ms"
    ),
    setting!("reveal-seconds", "10", "how long the seats have to reveal their share in the draws"),
    setting!("grace-seconds", "60", "how long somebody may be away before the others may claim"),
    setting!("rest-seconds", "120", "an unused table is put to rest on the disk after so long"),
    setting!(
        "pools",
        "those inside the binary",
        "file with the pools of quick pairing, written as content/pools.toml is"
    ),
    setting!("max-tables", "20000", "most tables in memory"),
    setting!(
        "limits-exempt",
        "",
        "networks whose addresses are not counted by the limits below, separated by blanks"
    ),
    setting!("max-connections", "25000", "most open connections"),
    setting!("max-connections-per-address", "1000", "most open connections of one address"),
    setting!(
        "max-sockets",
        "20000",
        "most open sockets and feeds; the last tenth is for people who play"
    ),
    setting!("max-sockets-per-address", "300", "most open sockets and feeds of one address"),
    setting!("requests-per-minute", "3000", "requests to the API of one address a minute"),
    setting!("files-per-minute", "15000", "files and drawings for one address a minute"),
    setting!("guests-per-hour", "200", "guests that may come from one address an hour"),
    setting!("tables-per-hour", "120", "tables that one person may make an hour"),
    setting!("tables-per-hour-per-address", "1000", "tables made from one address an hour"),
    setting!(
        "analyses-per-hour",
        "20",
        "finished games that are looked through for one person an hour"
    ),
    setting!("logins-per-minute", "60", "tries to log in of one address a minute"),
    setting!(
        "tries-per-account",
        "6",
        "tries to log in to one account a minute from one address; five times as many from all"
    ),
    setting!("header-timeout-ms", "10000", "how long the head of a request may take, ms"),
    setting!("body-timeout-ms", "30000", "how long the body of a request may take, ms"),
    setting!(
        "idle-timeout-ms",
        "75000",
        "how long a connection may be without a request, or an answer without being read, ms"
    ),
    setting!("messages-per-second", "20", "messages of one socket a second"),
];

/// A flag for tests only, and no setting: neither the environment nor a file can give it.
pub const TEST_SEED: &str = "test-seed";
/// Another: this node passes for one that is so many releases newer.
pub const TEST_NEWER: &str = "test-newer";
