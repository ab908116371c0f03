//! Where messages may be sent. A browser names the address, so it is a stranger's word: without
//! rules anybody could have this server knock at doors of its own network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::http::Uri;

/// The longest address of a subscription.
const LONGEST: usize = 1000;

/// The push services of the browsers, by the ends of their names.
const KNOWN: [&str; 6] = [
    "fcm.googleapis.com",
    "android.googleapis.com",
    "push.services.mozilla.com",
    "notify.windows.com",
    "push.apple.com",
    "push.samsungosp.com",
];

/// Which push services are known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hosts {
    /// More of them, by the ends of their names.
    pub more: Vec<String>,
    /// For tests alone: one on this machine, without encryption of the way.
    pub loopback: bool,
}

/// Why an address is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// It is none that a browser gives.
    #[error("it is no https address without port, user and fragment")]
    Shape,
    /// Nobody knows it.
    #[error("its host is no known push service")]
    Host,
    /// It is not out in the world.
    #[error("its host has no public address")]
    Address,
}

/// An address to which messages may be sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Endpoint {
    uri: Uri,
    host: String,
    loopback: bool,
}

impl Hosts {
    /// Looks at an address that a browser gave.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn check(&self, text: &str) -> Result<Endpoint, Refused> {
        if text.len() > LONGEST || text.contains('#') {
            return Err(Refused::Shape);
        }
        let uri: Uri = text.parse().map_err(|_| Refused::Shape)?;
        let authority = uri.authority().ok_or(Refused::Shape)?;
        let host = authority.host().to_ascii_lowercase();
        if self.loopback && uri.scheme_str() == Some("http") && host == "127.0.0.1" {
            return Ok(Endpoint { uri, host, loopback: true });
        }
        // What stands before an @ is a user; 443 is the only door.
        let plain = authority.as_str().eq_ignore_ascii_case(&host);
        if uri.scheme_str() != Some("https") || !plain {
            return Err(Refused::Shape);
        }
        if !self.is_known(&host) {
            return Err(Refused::Host);
        }
        Ok(Endpoint { uri, host, loopback: false })
    }

    fn is_known(&self, host: &str) -> bool {
        let of = |end: &str| {
            let before = host.strip_suffix(end);
            before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
        };
        KNOWN.into_iter().any(of) || self.more.iter().any(|end| of(end))
    }
}

impl Endpoint {
    /// The whole address.
    pub fn uri(&self) -> &Uri {
        &self.uri
    }

    /// Its host, in small letters.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Whether the way there is not encrypted: a test's.
    pub fn is_plain(&self) -> bool {
        self.loopback
    }

    /// Scheme and host: for whom a token is.
    pub fn origin(&self) -> String {
        let scheme = if self.loopback { "http" } else { "https" };
        let authority = self.uri.authority().map_or("", |authority| authority.as_str());
        format!("{scheme}://{}", authority.to_ascii_lowercase())
    }

    /// The address to connect to. It is looked up once, and connected to as it was checked: a name
    /// that leads elsewhere a moment later leads nowhere.
    ///
    /// # Errors
    /// If the host cannot be found, or is not out in the world.
    pub async fn resolve(&self) -> Result<SocketAddr, Refused> {
        let port = self.uri.port_u16().unwrap_or(443);
        let found = tokio::net::lookup_host((self.host.as_str(), port)).await;
        let mut found = found.map_err(|_| Refused::Address)?;
        found.find(|at| self.loopback || is_public(at.ip())).ok_or(Refused::Address)
    }
}

/// Whether an address is out in the world: not of this machine, of a network of its own, of a
/// provider's inner network, nor of anything that leads back to one of those.
fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let shared = a == 100 && (64..128).contains(&b);
    let benchmark = a == 198 && (b == 18 || b == 19);
    let protocols = (a, b, c) == (192, 0, 0) || (a, b, c) == (192, 88, 99);
    !(a == 0
        || a >= 224
        || shared
        || benchmark
        || protocols
        || ip.is_loopback()
        || ip.is_private()
        || ip.is_link_local()
        || ip.is_documentation())
}

/// Of the newer kind only what is handed out to the world, and nothing that hides an older one.
fn is_public_v6(ip: Ipv6Addr) -> bool {
    let [first, second, ..] = ip.segments();
    let world = first & 0xe000 == 0x2000;
    let tunnels = first == 0x2002 || (first == 0x2001 && second < 0x0200);
    let examples = (first == 0x2001 && second == 0x0db8) || first == 0x3fff;
    world && !tunnels && !examples
}

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test may fail
mod tests {
    use super::*;

    #[test]
    fn only_known_services_are_written_to() {
        let hosts = Hosts { more: vec!["push.example.org".into()], loopback: false };
        for fine in [
            "https://fcm.googleapis.com/fcm/send/abc:def",
            "https://updates.push.services.mozilla.com/wpush/v2/abc",
            "https://web.push.apple.com/QA",
            "https://db5p.notify.windows.com/w/?token=x",
            "https://PUSH.example.org/1",
            "https://a.push.example.org/1",
        ] {
            assert!(hosts.check(fine).is_ok(), "{fine}");
        }
        for (wrong, why) in [
            ("http://fcm.googleapis.com/x", Refused::Shape),
            ("https://fcm.googleapis.com:8443/x", Refused::Shape),
            ("https://fcm.googleapis.com:443/x", Refused::Shape),
            ("https://me@fcm.googleapis.com/x", Refused::Shape),
            ("https://fcm.googleapis.com/x#y", Refused::Shape),
            ("/fcm/send", Refused::Shape),
            ("", Refused::Shape),
            ("https://evil-fcm.googleapis.com.example/x", Refused::Host),
            ("https://evilfcm.googleapis.com/x", Refused::Host),
            ("https://localhost/x", Refused::Host),
            ("https://127.0.0.1/x", Refused::Host),
            ("http://127.0.0.1:9/x", Refused::Shape),
            ("https://[::1]/x", Refused::Host),
        ] {
            assert_eq!(hosts.check(wrong).unwrap_err(), why, "{wrong}");
        }
        let long = format!("https://fcm.googleapis.com/{}", "x".repeat(LONGEST));
        assert_eq!(hosts.check(&long).unwrap_err(), Refused::Shape);
        let test = Hosts { loopback: true, ..hosts };
        assert_eq!(test.check("http://127.0.0.1:9/x").unwrap().origin(), "http://127.0.0.1:9");
        assert!(test.check("http://127.0.0.2:9/x").is_err());
    }

    #[test]
    fn addresses_of_private_networks_are_no_public_ones() {
        for inner in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
            "255.255.255.255",
            "198.18.0.1",
            "192.0.2.1",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "::ffff:10.0.0.1",
            "2002:a00:1::1",
            "2001::1",
            "64:ff9b::a00:1",
            "2001:db8::1",
        ] {
            assert!(!is_public(inner.parse().unwrap()), "{inner}");
        }
        for world in ["8.8.8.8", "142.250.1.1", "2a00:1450:4001::200e", "2606:4700::1"] {
            assert!(is_public(world.parse().unwrap()), "{world}");
        }
    }

    /// A known name that leads into a private network leads nowhere.
    #[tokio::test]
    async fn a_name_of_this_machine_is_not_connected_to() {
        let hosts = Hosts { more: vec!["localhost".into()], loopback: false };
        let endpoint = hosts.check("https://localhost/x").unwrap();
        assert_eq!(endpoint.resolve().await.unwrap_err(), Refused::Address);
    }
}
