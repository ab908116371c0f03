//! Networks, and the part of an address that stands for one household.

use std::fmt;
use std::net::IpAddr;

use ipnet::{IpNet, Ipv6Net};

/// Loopback and private networks: where a reverse proxy of one's own is.
const PRIVATE: [&str; 8] = [
    "127.0.0.0/8",
    "10.0.0.0/8",
    "172.16.0.0/12",
    "192.168.0.0/16",
    "169.254.0.0/16",
    "::1/128",
    "fc00::/7",
    "fe80::/10",
];

/// How much of an IPv6 address a provider gives to one customer, at least.
const HOUSEHOLD: u8 = 64;

/// A list of networks.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Networks(Vec<IpNet>);

impl Networks {
    /// Loopback and private networks.
    pub fn private() -> Networks {
        Networks(PRIVATE.iter().filter_map(|text| text.parse().ok()).collect())
    }

    /// Reads networks (`192.0.2.0/24`) and single addresses, separated by blanks or commas.
    ///
    /// # Errors
    /// The first part that is neither.
    pub fn parse(text: &str) -> Result<Networks, String> {
        let parts = text.split([' ', ',', '\t', '\n']).filter(|part| !part.is_empty());
        parts
            .map(|part| network(part).ok_or_else(|| part.to_string()))
            .collect::<Result<_, _>>()
            .map(Networks)
    }

    /// Whether an address is in one of them.
    pub fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn network(text: &str) -> Option<IpNet> {
    let network = match text.parse::<IpAddr>() {
        Ok(address) => IpNet::from(address.to_canonical()),
        Err(_) => text.parse().ok()?,
    };
    // An IPv4 network in IPv6 clothes is compared as what it is.
    match network {
        IpNet::V6(v6) if v6.prefix_len() >= 96 => match IpAddr::V6(v6.addr()).to_canonical() {
            IpAddr::V4(v4) => IpNet::new(v4.into(), v6.prefix_len() - 96).ok(),
            IpAddr::V6(_) => Some(network),
        },
        _ => Some(network),
    }
}

impl fmt::Display for Networks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&texts.join(" "))
    }
}

/// What limits count by: an IPv4 address, or the first 64 bits of an IPv6 address, for one
/// customer has all that begin so. An IPv4 address in IPv6 clothes is an IPv4 address.
pub fn prefix(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(v6) => {
            Ipv6Net::new(v6, HOUSEHOLD).map_or(IpAddr::V6(v6), |net| IpAddr::V6(net.network()))
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn one_customer_has_one_prefix() {
        assert_eq!(prefix(ip("192.0.2.7")), ip("192.0.2.7"));
        assert_eq!(prefix(ip("::ffff:192.0.2.7")), ip("192.0.2.7"));
        assert_eq!(prefix(ip("2001:db8:1:2:3:4:5:6")), ip("2001:db8:1:2::"));
        assert_eq!(prefix(ip("2001:db8:1:2::ffff")), prefix(ip("2001:db8:1:2:a::")));
        assert_ne!(prefix(ip("2001:db8:1:3::1")), prefix(ip("2001:db8:1:2::1")));
    }

    #[test]
    fn networks_are_read_and_looked_up() {
        let list =
            Networks::parse("10.0.0.0/8, 2001:db8::/32 192.0.2.1 ::ffff:198.51.100.0/120").unwrap();
        for (address, inside) in [
            ("10.1.2.3", true),
            ("::ffff:10.1.2.3", true),
            ("11.0.0.1", false),
            ("2001:db8:ffff::1", true),
            ("2001:db9::1", false),
            ("192.0.2.1", true),
            ("192.0.2.2", false),
            ("198.51.100.77", true),
        ] {
            assert_eq!(list.contains(ip(address)), inside, "{address}");
        }
        assert_eq!(Networks::parse("10.0.0.0/33"), Err("10.0.0.0/33".into()));
        assert_eq!(Networks::parse("here"), Err("here".into()));
        assert!(Networks::parse(" ").unwrap().is_empty());
        assert!(
            Networks::private().contains(ip("172.20.0.3"))
                && !Networks::private().contains(ip("8.8.8.8"))
        );
    }
}
