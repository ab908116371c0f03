//! What whoever keeps tables must know of one without reading its log, and tells it of itself.

use crate::outcome::Finish;

/// What is found without reading a log: kept up to date with every entry.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Index {
    /// `open`, `playing`, `over`.
    pub status: String,
    /// Whether it is listed in the lobby.
    pub public: bool,
    /// `country`, `city`.
    pub family: String,
    /// When something happened last, ms since 1970.
    pub changed: u64,
    /// When the table must be woken although nobody asks for it: a clock runs out.
    pub wake: Option<u64>,
    /// Whether it is played by days, so that nobody needs to be at the table; while it is open it
    /// may wait longer for players.
    pub slow: bool,
    /// Whom the game waits for, if nobody needs to be at the table: the public id.
    pub to_act: Option<String>,
    /// The number of the newest entry that changed the game: since when it waits.
    pub turn: u64,
    /// Public ids of the people with a seat.
    pub people: Vec<String>,
    /// The table's line in the lobby, as JSON.
    pub row: String,
    /// The commitment that has been shown and whose outcome is open. Whenever it changes, the
    /// public list of commitments gets its lines.
    pub commitment: Option<String>,
    /// What becomes of a commitment that is not open any more, as [`fair::list::Kind`] names it.
    pub outcome: &'static str,
    /// What the game says about its players, once it is over.
    pub result: Option<Box<Finish>>,
}

/// A start of the server, and when it was seen alive last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Boot {
    /// When it started, ms since 1970.
    pub started: u64,
    /// When it was seen last.
    pub seen: u64,
}
