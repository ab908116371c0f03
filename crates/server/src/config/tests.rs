//! Settings.

use std::path::Path;
use std::time::Duration;

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
        ("allow-hosts", "https://example.org", "play.example.org"),
        ("trust-proxy", "10.0.0.0/99", "networks as 192.0.2.0/24"),
        ("limits-exempt", "home", "networks as 192.0.2.0/24"),
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

#[test]
fn proxies_are_trusted_by_their_networks() {
    let trusts = |text: &str, address: &str| {
        let config = texts(&[("trust-proxy", text)]).config().unwrap();
        config.trust_proxy.contains(address.parse().unwrap())
    };
    assert!(trusts("true", "127.0.0.1") && trusts("true", "::1") && trusts("true", "172.17.0.1"));
    assert!(!trusts("true", "203.0.113.9"));
    assert!(!trusts("false", "127.0.0.1"));
    assert!(trusts("203.0.113.0/24", "203.0.113.9") && !trusts("203.0.113.0/24", "127.0.0.1"));
}

#[test]
fn a_server_knows_its_own_names() {
    let here: std::net::IpAddr = "192.168.1.2".parse().unwrap();
    let config = texts(&[
        ("public-url", "https://play.example.org"),
        ("allow-origins", "https://other.example.org:8443"),
        ("allow-hosts", "inside trencavel:8080"),
    ]);
    let config = config.config().unwrap();
    for (host, own) in [
        ("play.example.org", true),
        ("PLAY.example.org:443", true),
        ("play.example.org.", true),
        ("other.example.org", true),
        ("inside", true),
        ("trencavel:8080", true),
        ("localhost:9000", true),
        ("127.0.0.1", true),
        ("[::1]:8080", true),
        ("192.168.1.2:8080", true),
        ("192.168.1.3:8080", false),
        ("evil.example", false),
        ("play.example.org.evil.example", false),
        ("localhost.evil.example", false),
        ("play.example.org@evil.example", false),
    ] {
        let found = Config::host_of(host).is_some_and(|host| config.is_own_host(&host, Some(here)));
        assert_eq!(found, own, "{host}");
    }
}

#[test]
fn on_an_address_of_its_own_players_type_that() {
    let url = |listen| texts(&[("listen", listen)]).config().unwrap().public_url;
    assert_eq!(url("192.168.1.2:8080"), "http://192.168.1.2:8080");
    assert_eq!(url("0.0.0.0:8080"), "http://localhost:8080");
}

#[test]
fn every_setting_is_listed_with_its_default() {
    let config = texts(&[("data", "here")]).config().unwrap().listing();
    for decl in SETTINGS.iter().filter(|decl| decl.default.parse::<u64>().is_ok()) {
        let line = format!("{:<28} {}\n", decl.key, decl.default);
        assert!(config.contains(&line), "{line}{config}");
    }
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
