//! Who came from the same place, for moderators: a keyed hash of the address's network, whose key
//! changes every thirty days. Neither address nor hash is ever shown.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::config::networks::prefix;
use crate::serve::{App, now};
use store::society::TRACE_LIFE;

/// How many were noted today at most, until the list begins anew.
const NOTED_MAX: usize = 20_000;

const DAY: u64 = 86_400_000;

/// Who was noted today already.
#[derive(Debug, Default)]
pub struct Traces(Mutex<HashMap<(String, IpAddr), u64>>);

impl Traces {
    /// Notes that somebody came from an address, once a day. Nobody waits for it, and nobody is
    /// refused because it fails.
    pub fn note(&self, app: &App, address: IpAddr, person: &str) {
        let (now, place) = (now(), prefix(address));
        if !self.is_news(person, place, now) {
            return;
        }
        let (store, person) = (app.store.clone(), person.to_owned());
        tokio::spawn(async move {
            let noted = async {
                let key = store.trace_key(now / TRACE_LIFE).await?;
                store.trace(&hash(&key, place), &person, now).await
            };
            if let Err(error) = noted.await {
                tracing::warn!(%error, "it was not noted from where somebody came");
            }
        });
    }

    fn is_news(&self, person: &str, place: IpAddr, now: u64) -> bool {
        let mut noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if noted.len() >= NOTED_MAX {
            noted.clear();
        }
        noted.insert((person.to_owned(), place), now / DAY) != Some(now / DAY)
    }
}

fn hash(key: &[u8; 32], place: IpAddr) -> [u8; 32] {
    let mut mac =
        <Hmac<Sha256> as KeyInit>::new_from_slice(key).expect("a key may have any length");
    match place {
        IpAddr::V4(place) => mac.update(&place.octets()),
        IpAddr::V6(place) => mac.update(&place.octets()),
    }
    mac.finalize().into_bytes().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_neighbour_is_the_same_place_and_another_key_another_one() {
        let place = |text: &str| prefix(text.parse().expect("an address"));
        let (one, two) = (place("2001:db8:1:2::3"), place("2001:db8:1:2:ffff::9"));
        assert_eq!(hash(&[1; 32], one), hash(&[1; 32], two));
        assert_ne!(hash(&[1; 32], one), hash(&[2; 32], one));
        assert_ne!(hash(&[1; 32], one), hash(&[1; 32], place("192.0.2.1")));
    }

    #[test]
    fn somebody_is_noted_once_a_day() {
        let traces = Traces::default();
        let home = IpAddr::from([192, 0, 2, 1]);
        assert!(traces.is_news("a", home, DAY) && !traces.is_news("a", home, DAY + 5));
        assert!(traces.is_news("b", home, DAY) && traces.is_news("a", home, 2 * DAY));
    }
}
