//! What comes over a socket, as a request of a table; and what its sender is answered.

use protocol::log::{Entry, Logged};
use protocol::{ClientMsg, ServerMsg};

use super::Request;

impl Request {
    /// What a message asks of the table; nothing if it is not for the table. `absence` says for how
    /// long a seat has been away and how long it may be, ms.
    pub fn of(message: ClientMsg, absence: impl FnOnce(u8) -> (u64, u64)) -> Option<Request> {
        Some(match message {
            ClientMsg::Draft { seat, after, words } => Request::Draft { seat, after, words },
            ClientMsg::Play { seat, after, id, words } => Request::Play { seat, after, id, words },
            ClientMsg::Chat { id, text } => Request::Chat { id, text },
            ClientMsg::Phrase { id, phrase } => Request::Phrase { id, phrase },
            ClientMsg::Watchers { chat } => Request::Watchers { chat },
            ClientMsg::Resign { seat } => Request::Resign { seat },
            ClientMsg::Offer { seat, kind, after } => Request::Offer { seat, kind, after },
            ClientMsg::Decline { seat } => Request::Decline { seat },
            ClientMsg::Claim { seat, away, want } => {
                let (away_ms, grace_ms) = absence(away);
                Request::Claim { seat, away, want, away_ms, grace_ms }
            }
            ClientMsg::Return { seat } => Request::Return { seat },
            ClientMsg::Give { seat, to } => Request::Give { seat, to },
            // Those are answered elsewhere; the socket answers a ping by itself.
            ClientMsg::Hint { .. }
            | ClientMsg::Unhint
            | ClientMsg::Thinks { .. }
            | ClientMsg::Thought { .. }
            | ClientMsg::Ping { .. } => return None,
        })
    }
}

/// The name that the sender of a message gave it.
pub fn id_of(message: &ClientMsg) -> Option<&str> {
    match message {
        ClientMsg::Play { id, .. } | ClientMsg::Chat { id, .. } | ClientMsg::Phrase { id, .. } => {
            Some(id)
        }
        _ => None,
    }
}

/// What the sender of a message with a name is told when its entries are committed.
pub fn done(id: Option<&str>, entries: &[Logged]) -> Option<ServerMsg> {
    let id = id?;
    let own = |logged: &&Logged| match &logged.entry {
        Entry::Played { id: own, .. } | Entry::Said { id: own, .. } => own == id,
        _ => false,
    };
    let n = entries.iter().find(own)?.n;
    Some(ServerMsg::Done { id: id.to_owned(), n })
}

/// Whether entries may change who must decide what. Talk and offers do not: whoever is trying
/// words goes on trying them.
pub fn changes_game(entries: &[Logged]) -> bool {
    let other = |entry: &Entry| {
        matches!(
            entry,
            Entry::Said { .. }
                | Entry::Watchers { .. }
                | Entry::Offered { .. }
                | Entry::Declined { .. }
                | Entry::Rematch { .. }
                | Entry::Away { .. }
                | Entry::Leave { .. }
                | Entry::Gave { .. }
                | Entry::Reclocked { .. }
        )
    };
    entries.iter().any(|logged| !other(&logged.entry))
}
