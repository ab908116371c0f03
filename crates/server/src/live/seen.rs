//! A table as it is told: what the room knows, with who is connected.
//!
//! A table's task publishes a [`Seen`] after everything that changes it. Readers take that copy, at
//! rest or in play, and never stand in the table's inbox.

use std::sync::{Arc, OnceLock};

use protocol::log::Who;
use protocol::{Past, ServerMsg, Sitter, TableInfo, TableRow, You};
use room::{Presence, Room};

use super::crowd::Crowd;
use super::history::Kept;
use super::text::Text;

/// The past of a table, folded once for everybody who asks before something happens.
pub type KeptPast = Arc<OnceLock<Box<Past>>>;

/// A table, for somebody who looks at it. Cloning is cheap.
#[derive(Clone)]
pub struct Seen {
    /// The table.
    pub room: Arc<Room>,
    /// Who is connected, seat by seat.
    pub(super) presence: Arc<[Presence]>,
    /// How many watch.
    pub watchers: u32,
    /// The time of looking.
    pub now: u64,
    /// For how long somebody may be away, ms; a table at rest waits for nobody.
    pub(super) grace: Option<u64>,
    pub(super) past: KeptPast,
}

impl Seen {
    /// A table at rest: nobody is here.
    pub fn at_rest(room: Arc<Room>, now: u64) -> Seen {
        let presence = presence(&room, &Crowd::new(now)).into();
        Seen { room, presence, watchers: 0, now, grace: None, past: KeptPast::default() }
    }

    /// What everybody knows.
    pub fn info(&self) -> TableInfo {
        TableInfo { grace: self.grace, ..info_of(&self.room, &self.presence, self.now) }
    }

    /// All that happened, for a person. The first to ask folds the whole log: not on a thread that
    /// serves sockets.
    pub fn past(&self, who: Option<&Who>, key: Option<&str>) -> Past {
        let kept = self.past.get_or_init(|| Box::new(self.room.past(You::default(), 0, &[])));
        let you = you(&self.room, who, key);
        let mut past = Past { you, table: self.info(), ..Past::clone(kept) };
        self.room.leave_unheard(&mut past);
        past
    }

    /// The line of the lobby.
    pub fn row(&self) -> TableRow {
        TableRow { watchers: self.watchers, ..self.room.row() }
    }
}

/// What everybody knows.
pub fn info(room: &Room, crowd: &Crowd, now: u64) -> TableInfo {
    TableInfo { grace: crowd.grace, ..info_of(room, &presence(room, crowd), now) }
}

fn info_of(room: &Room, presence: &[Presence], now: u64) -> TableInfo {
    let mut info = room.info(now, presence);
    for seat in &mut info.seats {
        // The computer is always there.
        seat.here |= matches!(seat.sitter, Sitter::Computer { .. });
    }
    info
}

/// Who is connected, seat by seat. With days for a move nobody needs to be.
pub(super) fn presence(room: &Room, crowd: &Crowd) -> Vec<Presence> {
    let in_days = room.clock().is_slow();
    let person = |person: &str| Presence {
        here: crowd.is_here(person),
        away_since: crowd.away_since(person).filter(|_| !in_days),
        grace: crowd.graces.get(person).copied().filter(|_| !in_days),
    };
    let seats = (0u8..).zip(&room.config().seats);
    seats.map(|(seat, _)| room.person(seat).map(person).unwrap_or_default()).collect()
}

/// A span as tables count it.
pub(super) fn millis(span: std::time::Duration) -> u64 {
    u64::try_from(span.as_millis()).unwrap_or(u64::MAX)
}

/// What a person may do.
pub fn you(room: &Room, who: Option<&Who>, key: Option<&str>) -> You {
    match who {
        Some(who) => room.you(&who.id, &who.name, key),
        None => You::default(),
    }
}

/// The line of the lobby.
pub fn row(room: &Room, crowd: &Crowd) -> TableRow {
    let mut row = room.row();
    row.watchers = crowd.watchers(&room.people());
    row
}

/// A message as it is told and kept: the players do not hear what the watchers say.
pub fn kept(message: &ServerMsg) -> Kept {
    let players = match message {
        ServerMsg::Chat { n, watchers: true, .. } => Some(text(&ServerMsg::Unseen { n: *n })),
        _ => None,
    };
    Kept { text: text(message), players }
}

/// A message as text.
pub fn text(message: &ServerMsg) -> Text {
    // Plain data with text keys always has a JSON form.
    Text::from(serde_json::to_string(message).expect("messages have a JSON form"))
}
