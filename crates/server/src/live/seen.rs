//! A table as it is told: what the room knows, with who is connected.

use axum::extract::ws::Utf8Bytes;
use protocol::log::Who;
use protocol::{Clock, Past, ServerMsg, Sitter, TableInfo, TableRow, You};

use super::crowd::Crowd;
use crate::room::{Presence, Room};

/// A table, for somebody who looks at it.
pub struct Seen<'a> {
    /// The table.
    pub room: &'a Room,
    /// Who is connected.
    pub crowd: &'a Crowd,
    /// The time.
    pub now: u64,
}

impl Seen<'_> {
    /// What everybody knows.
    pub fn info(&self) -> TableInfo {
        info(self.room, self.crowd, self.now)
    }

    /// All that happened, for a person.
    pub fn past(&self, who: Option<&Who>, key: Option<&str>) -> Past {
        past(self.room, self.crowd, self.now, who, key)
    }

    /// The line of the lobby.
    pub fn row(&self) -> TableRow {
        row(self.room, self.crowd)
    }
}

/// What everybody knows.
pub fn info(room: &Room, crowd: &Crowd, now: u64) -> TableInfo {
    let mut info = room.info(now, &presence(room, crowd));
    for seat in &mut info.seats {
        // The computer is always there.
        seat.here |= matches!(seat.sitter, Sitter::Computer { .. });
    }
    info
}

/// All that happened, for a person.
pub fn past(room: &Room, crowd: &Crowd, now: u64, who: Option<&Who>, key: Option<&str>) -> Past {
    let past = room.past(you(room, who, key), now, &[]);
    Past { table: info(room, crowd, now), ..past }
}

/// Who is connected, seat by seat. With days for a move nobody needs to be.
fn presence(room: &Room, crowd: &Crowd) -> Vec<Presence> {
    let in_days = matches!(room.config().clock, Clock::Days { .. });
    let person = |person: &str| Presence {
        here: crowd.is_here(person),
        away_since: crowd.away_since(person).filter(|_| !in_days),
    };
    let seats = (0u8..).zip(&room.config().seats);
    seats.map(|(seat, _)| room.person(seat).map(person).unwrap_or_default()).collect()
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

/// A message as text.
pub fn text(message: &ServerMsg) -> Utf8Bytes {
    // Plain data with text keys always has a JSON form.
    Utf8Bytes::from(serde_json::to_string(message).expect("messages have a JSON form"))
}
