//! What is counted, and for whom.

use std::path::Path;

use super::*;

fn limits(settings: &[(&'static str, &str)]) -> Limits {
    Limits::new(&crate::testing::config(Path::new("unused"), settings))
}

fn ip(text: &str) -> IpAddr {
    text.parse().unwrap()
}

#[test]
fn a_whole_ipv6_network_is_one_address() {
    let limits = limits(&[("requests-per-minute", "3"), ("limits-exempt", "10.0.0.0/8")]);
    for last in 1..=3 {
        let address = ip(&format!("2001:db8:1:2::{last}"));
        assert_eq!(limits.request(address, Cost::Api), Ok(()));
    }
    assert!(limits.request(ip("2001:db8:1:2:ffff::9"), Cost::Api).is_err());
    assert!(limits.request(ip("2001:db8:1:3::1"), Cost::Api).is_ok(), "a neighbour");
    for _ in 0..3 {
        assert!(limits.request(ip("192.0.2.1"), Cost::Api).is_ok());
    }
    assert!(limits.request(ip("::ffff:192.0.2.1"), Cost::Api).is_err(), "the same in IPv6");
    assert!(limits.request(ip("192.0.2.1"), Cost::File).is_ok(), "files are counted apart");
    for _ in 0..9 {
        assert!(limits.request(ip("10.1.2.3"), Cost::Api).is_ok(), "exempt");
    }
}

#[test]
fn a_stranger_cannot_lock_somebody_out() {
    let limits = limits(&[("tries-per-account", "2")]);
    let (home, cafe) = (ip("192.0.2.1"), ip("192.0.2.2"));
    limits.logged_in("anna", home);
    // Many strangers use up what the account has in all.
    let mut refused = 0;
    for stranger in 0..20u8 {
        refused +=
            u32::from(limits.password("anna", IpAddr::from([203, 0, 113, stranger])).is_err());
    }
    assert_eq!(refused, 10);
    let wait = limits.password("anna", cafe).unwrap_err();
    assert!(wait <= 10, "{wait} s");
    assert!(limits.password("anna", home).is_ok(), "where anna has been before");
    assert!(limits.password("bela", cafe).is_ok());
    // One stranger alone does not even get that far.
    for _ in 0..9 {
        let _ = limits.password("dora", cafe);
    }
    assert!(limits.password("dora", home).is_ok());
}

#[test]
fn people_who_play_get_in_at_the_cost_of_watchers() {
    let limits = limits(&[("max-sockets", "10"), ("max-sockets-per-address", "4")]);
    let from = |n: u8| IpAddr::from([203, 0, 113, n]);
    let mut watchers: Vec<SocketPass> =
        (0..9).map(|n| limits.socket(from(n), false).unwrap()).collect();
    assert!(limits.socket(from(9), false).is_none(), "the last tenth is for players");
    let _player = limits.socket(from(9), true).unwrap();
    let _second = limits.socket(from(10), true).unwrap();
    let gone = watchers.remove(0);
    drop(gone);
    assert!(limits.socket(from(11), false).is_none(), "a watcher's place went to a player");
    // The same within one address.
    let limits = self::limits(&[("max-sockets-per-address", "2")]);
    let _watchers =
        [limits.socket(from(1), false).unwrap(), limits.socket(from(1), false).unwrap()];
    assert!(limits.socket(from(1), false).is_none());
    let _players = [limits.socket(from(1), true).unwrap(), limits.socket(from(1), true).unwrap()];
    assert!(limits.socket(from(1), true).is_none(), "all places are played on");
    assert!(limits.socket(from(2), false).is_some());
}

#[tokio::test]
async fn a_watcher_is_told_to_go() {
    let limits = limits(&[("max-sockets-per-address", "1")]);
    let watcher = limits.socket(ip("192.0.2.1"), false).unwrap();
    let player = limits.socket(ip("192.0.2.1"), true).unwrap();
    watcher.sent_out().await;
    drop(watcher);
    assert!(limits.socket(ip("192.0.2.1"), false).is_none(), "the place is counted once");
    drop(player);
    assert!(limits.socket(ip("192.0.2.1"), false).is_some());
}

#[test]
fn connections_are_counted_by_address_but_not_those_of_a_proxy() {
    let limits = limits(&[
        ("max-connections", "6"),
        ("max-connections-per-address", "2"),
        ("trust-proxy", "10.0.0.1"),
    ]);
    let open = |address| limits.connection(ip(address));
    let _two = [open("192.0.2.1").unwrap(), open("192.0.2.1").unwrap()];
    assert!(open("192.0.2.1").is_none());
    let proxied = [(); 4].map(|()| open("10.0.0.1").unwrap());
    assert!(open("192.0.2.2").is_none(), "six in all");
    drop(proxied);
    assert!(open("192.0.2.2").is_some());
}

#[test]
fn addresses_that_are_quiet_are_forgotten() {
    let limits = limits(&[("requests-per-minute", "1000000")]);
    for n in 0..=255u8 {
        limits.request(IpAddr::from([203, 0, 113, n]), Cost::Api).unwrap();
    }
    assert!(limits.remembered() >= 250, "{}", limits.remembered());
    let begun = std::time::Instant::now();
    while limits.remembered() > 0 {
        limits.sweep();
        assert!(begun.elapsed().as_secs() < 10, "{} are kept", limits.remembered());
    }
}

/// Whoever has made enough tables takes nothing from its neighbours by asking for more.
#[test]
fn who_is_refused_leaves_the_address_to_others() {
    let limits = limits(&[("tables-per-hour", "2"), ("tables-per-hour-per-address", "4")]);
    let home = ip("192.0.2.1");
    for _ in 0..2 {
        limits.table("eve", home).unwrap();
    }
    for _ in 0..50 {
        assert!(limits.table("eve", home).is_err());
    }
    assert_eq!((limits.table("ada", home), limits.table("bob", home)), (Ok(()), Ok(())));
    assert!(limits.table("cora", home).is_err(), "four from one address");
}
