//! How requests that a tag tells apart are read: by way of [`crate::plain`], as entries of a log
//! are. As serde reads what has a tag, it would need a second way to read all that they hold, and a
//! page loads it.
//!
//! Invariant: the enums here have the variants and fields of those that they read; a test writes
//! and reads each.

use serde::{Deserialize, Deserializer};

use crate::client::{Claim, ClientMsg};
use crate::config::{Clock, SeatPlan, Start, Switch};
use crate::level::Level;
use crate::plain::Tagged;
use crate::table::OfferKind;

#[derive(Deserialize)]
#[serde(remote = "SeatPlan", rename_all = "lowercase", deny_unknown_fields)]
enum ReadSeatPlan {
    Me,
    Screen {
        name: String,
    },
    Anyone,
    Link,
    Computer {
        level: Level,
    },
    Kept {
        person: String,
        name: String,
        #[serde(default)]
        screen: bool,
    },
}

#[derive(Deserialize)]
#[serde(remote = "Start", rename_all = "lowercase", deny_unknown_fields)]
enum ReadStart {
    Owner,
    Full { within: u32 },
}

#[derive(Deserialize)]
#[serde(remote = "Clock", rename_all = "lowercase", deny_unknown_fields)]
enum ReadClock {
    None,
    Total { seconds: u32, increment: u32 },
    Days { days: u8 },
}

#[derive(Deserialize)]
#[serde(remote = "ClientMsg", rename_all = "lowercase", deny_unknown_fields)]
enum ReadClientMsg {
    Draft {
        seat: u8,
        after: u64,
        words: Vec<String>,
    },
    Play {
        seat: u8,
        after: u64,
        id: String,
        words: Vec<String>,
    },
    Hint {
        seat: u8,
        after: u64,
        #[serde(default)]
        words: Vec<String>,
    },
    Unhint,
    Chat {
        id: String,
        text: String,
    },
    Phrase {
        id: String,
        phrase: String,
    },
    Watchers {
        chat: Switch,
    },
    Resign {
        seat: u8,
    },
    Offer {
        seat: u8,
        kind: OfferKind,
        #[serde(default)]
        after: Option<u64>,
    },
    Decline {
        seat: u8,
    },
    Claim {
        seat: u8,
        away: u8,
        want: Claim,
    },
    Return {
        seat: u8,
    },
    Give {
        seat: u8,
        to: u8,
    },
    Thinks {
        on: bool,
    },
    Thought {
        seat: u8,
        after: u64,
        words: Vec<String>,
    },
    Ping {
        at: u64,
    },
}

macro_rules! by_tag {
    ($($name:ident, $tag:literal, $read:ident;)*) => {$(
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<$name, D::Error> {
                Tagged::of(from, $tag)?.read($read::deserialize)
            }
        }
    )*};
}

by_tag! {
    SeatPlan, "kind", ReadSeatPlan;
    Start, "kind", ReadStart;
    Clock, "kind", ReadClock;
    ClientMsg, "t", ReadClientMsg;
}
