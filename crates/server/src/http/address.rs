//! Where a request comes from, and by which name it calls this server.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, Request};
use axum::http::{HeaderMap, StatusCode, Uri, header};

use super::{ApiError, ApiResult};
use crate::config::{Config, Networks};

/// The address of the caller, for handlers.
#[derive(Clone, Copy, Debug)]
pub struct Address(pub IpAddr);

/// The end of the connection that is ours.
#[derive(Clone, Copy, Debug)]
pub struct Local(pub SocketAddr);

/// Headers by which a proxy says that it is one.
const FORWARDED: [&str; 3] = ["x-forwarded-for", "forwarded", "x-real-ip"];

/// The other end of the connection, which may be a proxy.
pub fn peer(request: &Request) -> IpAddr {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    peer.map_or(IpAddr::from([0, 0, 0, 0]), |ConnectInfo(peer)| peer.ip().to_canonical())
}

/// Where a request comes from.
pub fn caller(config: &Config, request: &Request) -> IpAddr {
    behind(&config.trust_proxy, peer(request), request.headers())
}

/// The address behind the proxies: the right-most in `X-Forwarded-For` that is none of them. What
/// stands further to the left was said by that one, and may be invented.
fn behind(proxies: &Networks, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
    let mut nearest = peer;
    let lines: Vec<&str> = headers
        .get_all(FORWARDED[0])
        .iter()
        .map(|line| line.to_str().unwrap_or("unreadable"))
        .collect();
    let hops = lines.iter().flat_map(|line| line.split(',')).rev();
    for hop in hops {
        if !proxies.contains(nearest) {
            break;
        }
        let Some(address) = hop_address(hop) else { break };
        nearest = address;
    }
    nearest
}

/// An address as proxies write it: perhaps with a port, in brackets or in quotes.
fn hop_address(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"').trim();
    let parsed = text.parse::<IpAddr>().ok();
    let parsed = parsed.or_else(|| text.parse::<SocketAddr>().ok().map(|it| it.ip()));
    let bare = || text.strip_prefix('[')?.split_once(']')?.0.split('%').next()?.parse().ok();
    parsed.or_else(bare).map(|address: IpAddr| address.to_canonical())
}

/// Whether a request was made on this machine and came through no proxy.
pub fn is_from_here(request: &Request) -> bool {
    let forwarded = FORWARDED.iter().any(|name| request.headers().contains_key(*name));
    peer(request).is_loopback() && !forwarded
}

/// The name by which a request calls this server.
fn host(uri: &Uri, headers: &HeaderMap) -> Option<String> {
    if let Some(authority) = uri.authority() {
        return Config::host_of(authority.as_str());
    }
    let mut named = headers.get_all(header::HOST).iter();
    let (first, second) = (named.next()?, named.next());
    if second.is_some() {
        return None;
    }
    Config::host_of(first.to_str().ok()?)
}

/// Refuses what calls this server by a name that is not its own: the page of a stranger whose name
/// leads here. Files, drawings and probes are the same for everybody, and answered to any name.
///
/// # Errors
/// If the name is not ours.
pub fn check_host(config: &Config, request: &Request) -> ApiResult<()> {
    let path = request.uri().path();
    let open = request.method().is_safe() && !path.starts_with("/api/") && path != "/metrics";
    let local = request.extensions().get::<Local>().map(|Local(local)| local.ip());
    let host = host(request.uri(), request.headers());
    if open || host.as_deref().is_some_and(|host| config.is_own_host(host, local)) {
        return Ok(());
    }
    let host: String =
        host.unwrap_or_else(|| "no readable name".into()).chars().take(100).collect();
    let detail = format!(
        "This request is for {host}, which is not a name of this server. Whoever runs it can add \
         it with the settings public-url and allow-hosts."
    );
    Err(ApiError::new(StatusCode::MISDIRECTED_REQUEST, "host", detail))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(proxies: &str, peer: &str, lines: &[&str]) -> String {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED[0], line.parse().unwrap());
        }
        let proxies = Networks::parse(proxies).unwrap();
        behind(&proxies, peer.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn the_right_most_address_that_is_no_proxy_counts() {
        let proxies = "10.0.0.0/8 2001:db8:a::/48";
        for (peer, lines, expected) in [
            ("203.0.113.9", vec!["192.0.2.1"], "203.0.113.9"),
            ("10.0.0.1", vec![], "10.0.0.1"),
            ("10.0.0.1", vec!["192.0.2.1"], "192.0.2.1"),
            ("10.0.0.1", vec!["198.51.100.1, 192.0.2.1"], "192.0.2.1"),
            ("10.0.0.1", vec!["198.51.100.1, 192.0.2.1, 10.0.0.2"], "192.0.2.1"),
            ("10.0.0.1", vec!["198.51.100.1", "192.0.2.1", "10.0.0.2"], "192.0.2.1"),
            ("::ffff:10.0.0.1", vec!["192.0.2.1:4711"], "192.0.2.1"),
            ("10.0.0.1", vec!["[2001:db8::1]:4711"], "2001:db8::1"),
            ("10.0.0.1", vec!["\"[2001:db8::1]\""], "2001:db8::1"),
            ("10.0.0.1", vec!["2001:db8::1, 2001:db8:a::7"], "2001:db8::1"),
            ("10.0.0.1", vec!["::ffff:192.0.2.1"], "192.0.2.1"),
            ("10.0.0.1", vec!["192.0.2.1, unknown"], "10.0.0.1"),
            ("10.0.0.1", vec!["192.0.2.1, , 10.0.0.2"], "10.0.0.2"),
            ("10.0.0.1", vec!["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
        ] {
            assert_eq!(
                found(proxies, peer, &lines),
                expected.replace("::ffff:10", "10"),
                "{lines:?}"
            );
        }
        assert_eq!(found("", "127.0.0.1", &["192.0.2.1"]), "127.0.0.1", "nobody is trusted");
    }
}
