//! Web Push: what a browser shows although no page of ours is open.
//!
//! `seal` encrypts for one browser (RFC 8291), `vapid` says who sends it (RFC 8292), `endpoint`
//! says where it may be sent, `send` sends it (RFC 8030).

mod endpoint;
mod seal;
mod send;
mod vapid;

pub use endpoint::{Endpoint, Hosts, Refused};
pub use seal::{Receiver, SEALED_MAX, seal};
pub use send::{Answer, Letter, Sender, Urgency};
pub use vapid::VapidKey;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// Bytes as they are written in keys and tokens.
pub(crate) fn encoded(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The same backwards; some browsers pad what they tell.
pub(crate) fn decoded(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}
