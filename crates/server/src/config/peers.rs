//! What a server must know to be one of several.

use std::net::{IpAddr, SocketAddr};

use super::settings::TEST_NEWER;
use super::texts::wrong;
use super::{ConfigError, Texts};
use crate::cluster::PeerSecret;

/// Other nodes on the same store.
#[derive(Clone, Debug)]
pub struct Peers {
    /// The name of this node.
    pub name: String,
    /// The port for other nodes.
    pub listen: Option<SocketAddr>,
    /// Where other nodes reach that port.
    pub address: Option<String>,
    /// What they know each other by.
    pub secret: Option<PeerSecret>,
    /// For tests: by how many releases it passes for a newer one.
    pub newer: u64,
}

impl Texts {
    pub(super) fn peers(&self, listen: SocketAddr) -> Result<Peers, ConfigError> {
        let what = "an address and a port, as 10.0.0.5:7001";
        let port: Option<SocketAddr> = self.read("peer-listen", what)?;
        let anywhere = self.flag("peer-anywhere", false)?;
        if let (Some(port), Some((text, from))) = (port, self.text("peer-listen"))
            && !anywhere
            && !is_private(port.ip())
        {
            let expected = "an address of the loopback or of a private network; whoever listens \
                            elsewhere says so with peer-anywhere";
            return Err(wrong(from, text, expected));
        }
        let secret = self.peer_secret()?;
        if let (Some((_, from)), None) = (self.text("peer-listen"), &secret) {
            let what = "nodes know each other by a secret: name its file with peer-secret-file";
            return Err(ConfigError { from: from.to_string(), what: what.to_owned() });
        }
        let name = self.text("node-name").map(|(text, _)| text.trim().to_owned());
        let name = name.filter(|name| !name.is_empty()).unwrap_or_else(|| listen.to_string());
        let given = self.text("peer-address").map(|(text, _)| text.trim().to_owned());
        let address = given.or_else(|| port.map(|port| port.to_string()));
        let address = address.filter(|_| port.is_some());
        let newer = self.read(TEST_NEWER, "a number")?.unwrap_or(0);
        Ok(Peers { name, listen: port, address, secret, newer })
    }

    fn peer_secret(&self) -> Result<Option<PeerSecret>, ConfigError> {
        let Some((path, from)) = self.text("peer-secret-file") else { return Ok(None) };
        let text = std::fs::read_to_string(path).map_err(|error| ConfigError {
            from: from.to_string(),
            what: format!("{path}: {error}"),
        })?;
        let secret = PeerSecret::new(&text).ok_or_else(|| ConfigError {
            from: from.to_string(),
            what: format!(
                "{path}: expected a secret of at least {} letters and digits, without blanks",
                PeerSecret::LEAST
            ),
        })?;
        Ok(Some(secret))
    }
}

fn is_private(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => ip.is_loopback() || ip.is_private() || ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_loopback() || ip.is_unique_local() || ip.is_unicast_link_local(),
    }
}

impl Peers {
    pub(super) fn listing(&self) -> [(&'static str, String); 4] {
        let none = || "none".to_owned();
        let known = if self.secret.is_some() { "given" } else { "none" };
        [
            ("node-name", self.name.clone()),
            ("peer-listen", self.listen.map_or_else(none, |port| port.to_string())),
            ("peer-address", self.address.clone().unwrap_or_else(none)),
            ("peer-secret-file", known.to_owned()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peers(flags: &[(&'static str, &str)]) -> Result<Peers, ConfigError> {
        let mut texts = Texts::default();
        texts.flags(flags.iter().map(|(key, text)| (*key, (*text).to_string())));
        texts.peers(SocketAddr::from(([127, 0, 0, 1], 8080)))
    }

    #[test]
    fn nodes_meet_in_private_and_by_a_secret() {
        let folder = tempfile::tempdir().unwrap();
        let (good, short) = (folder.path().join("good"), folder.path().join("short"));
        std::fs::write(&good, "0123456789abcdef\n").unwrap();
        std::fs::write(&short, "0123\n").unwrap();
        let (good, short) = (good.to_str().unwrap(), short.to_str().unwrap());
        let alone = peers(&[]).unwrap();
        assert_eq!((alone.name.as_str(), alone.address), ("127.0.0.1:8080", None));
        let one = peers(&[("peer-listen", "10.1.2.3:7001"), ("peer-secret-file", good)]).unwrap();
        assert_eq!(one.address.as_deref(), Some("10.1.2.3:7001"));
        for (flags, part) in [
            (vec![("peer-listen", "10.1.2.3:7001")], "peer-secret-file"),
            (vec![("peer-listen", "10.1.2.3:7001"), ("peer-secret-file", short)], "at least 16"),
            (vec![("peer-listen", "0.0.0.0:7001"), ("peer-secret-file", good)], "private network"),
            (vec![("peer-secret-file", "/nowhere")], "/nowhere"),
        ] {
            let error = peers(&flags).map(drop).unwrap_err();
            assert!(error.to_string().contains(part), "{error}");
        }
        let told = [
            ("peer-listen", "0.0.0.0:7001"),
            ("peer-anywhere", "true"),
            ("peer-secret-file", good),
            ("peer-address", "node-1.example.org:7001"),
        ];
        assert_eq!(peers(&told).unwrap().address.as_deref(), Some("node-1.example.org:7001"));
    }
}
