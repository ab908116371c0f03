//! What a client may send over a table's socket.

use serde::{Deserialize, Serialize};

use crate::config::Switch;
use crate::table::OfferKind;

/// A message from a client. The session says who it is: a message can only name a seat that the
/// session holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "t", rename_all = "lowercase", deny_unknown_fields)]
pub enum ClientMsg {
    /// Try words without playing them: the answer is a [`crate::Draft`] that only this person
    /// sees. Undo is a draft with fewer words.
    Draft {
        /// For which seat.
        seat: u8,
        /// The number of the last message that the sender has seen.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        after: u64,
        /// Everything that the seat wants to say from where the game stands.
        words: Vec<String>,
    },
    /// Play words. If the seat still has to decide after them they become a draft, and the answer
    /// lists the choices; else they are committed, and told to all.
    Play {
        /// For which seat.
        seat: u8,
        /// The number of the last message that the sender has seen.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        after: u64,
        /// A name for this move, of the sender's choice: sent again, it is answered again and
        /// never played twice. At most 40 characters.
        id: String,
        /// Everything that the seat says from where the game stands.
        words: Vec<String>,
    },
    /// Ask for good moves, at a table that gives hints: the answer is a [`crate::Hint`] that only
    /// this person sees. Another question takes the place of the one before it.
    Hint {
        /// For which seat.
        seat: u8,
        /// The number of the last message that the sender has seen.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        after: u64,
        /// Words that the seat tries: moves that go on from them are wanted.
        #[serde(default)]
        words: Vec<String>,
    },
    /// No hint is wanted any more.
    Unhint,
    /// Say something, at most 500 characters: to the players, or from a watcher of a running game
    /// to the other watchers.
    Chat {
        /// A name for this message: sent again, it is not said twice.
        id: String,
        /// What.
        text: String,
    },
    /// Say one of the phrases that everybody reads in its own language: strangers talk so.
    Phrase {
        /// A name for this message: sent again, it is not said twice.
        id: String,
        /// Which, by its name in content/phrases.
        phrase: String,
    },
    /// Switch the chat of those who watch on or off: the table's owner.
    Watchers {
        /// Which.
        chat: Switch,
    },
    /// Give up.
    Resign {
        /// For which seat.
        seat: u8,
    },
    /// Offer a draw or an abort, ask to take a move back, or agree to the same offer of another.
    Offer {
        /// For which seat.
        seat: u8,
        /// What.
        kind: OfferKind,
        /// The number of the last message that the sender has seen: a request to take a move back,
        /// or an agreement, that was meant for another moment of the game is refused. Without it
        /// whatever stands now is meant.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional, type = "number"))]
        after: Option<u64>,
    },
    /// Say no to the offer on the table, or take one's own back.
    Decline {
        /// For which seat.
        seat: u8,
    },
    /// Somebody has been away for longer than the grace period: end the game, or let the computer
    /// play on for that seat.
    Claim {
        /// Of which seat the sender is.
        seat: u8,
        /// The seat that is away.
        away: u8,
        /// What is claimed.
        want: Claim,
    },
    /// Come back to a seat that the computer took over while its person was away.
    Return {
        /// Which seat.
        seat: u8,
    },
    /// Give a day more to the seat whose move by days is waited for: once in a move.
    Give {
        /// Of which seat the sender is.
        seat: u8,
        /// To which.
        to: u8,
    },
    /// This page thinks for the computer's seats, at a table where its person plays against them
    /// alone; or it does not any more, because nobody looks at it.
    Thinks {
        /// Which.
        on: bool,
    },
    /// A computer's whole decision, thought in a page that said so. The server checks it as any
    /// move.
    Thought {
        /// Which seat.
        seat: u8,
        /// The number of the last message that the sender has seen.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        after: u64,
        /// Everything that the seat says from where the game stands.
        words: Vec<String>,
    },
    /// Are you there?
    Ping {
        /// Comes back in the pong.
        #[cfg_attr(feature = "typescript", ts(type = "number"))]
        at: u64,
    },
}

/// What can be claimed when somebody stays away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Claim {
    /// The seat that is away has lost.
    Win,
    /// The game is called off without a result.
    Abort,
    /// The computer plays on for the seat until its person comes back.
    Computer,
}
