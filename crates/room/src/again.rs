//! A finished game of a page is kept: the server plays it again, by its own rules and draws.
//!
//! Nothing in such a log is trusted. What was chosen, the secret, the shares and the words are
//! taken from it, and everything that follows from them is decided here; the first entry that is
//! another one than the log's is refused by its number. Talk is left out. Times are the log's,
//! moved so that none lies in the future: they matter to the game's own clocks alone.

use std::collections::BTreeMap;

use fair::{Secret, Version};
use protocol::log::{Entry, Logged, Who};
use protocol::{Problem, SeatPlan, TableConfig, Visibility};

use super::problem::problem;
use super::rulebook::Rulebook;
use super::{Request, Room};

/// The most entries of a log: several times as many as the longest game has.
const ENTRIES_MAX: usize = 5000;

/// A table to be made of somebody's log.
pub struct Again<'a> {
    /// Its id.
    pub id: &'a str,
    /// The key of its link.
    pub key: &'a str,
    /// The secret of its draws.
    pub secret: [u8; 32],
    /// Who keeps it.
    pub by: &'a Who,
    /// The time now: nothing happened later.
    pub now: u64,
}

/// What a log says that was chosen, and what its secret was committed to.
///
/// # Errors
/// If it does not begin as a table of a page does.
pub fn begun(log: &[Logged], secret: [u8; 32]) -> Result<(TableConfig, String), Problem> {
    let Some(Logged { entry: Entry::Made { config, commitment, fair, .. }, .. }) = log.first()
    else {
        return Err(wrong(1, "a log begins with the making of its table"));
    };
    if Version::from_number(*fair) != Some(Version::NEWEST) {
        return Err(wrong(1, "it draws by another version than this server"));
    }
    let own = Secret::new(secret).seed(Version::NEWEST, 1).commitment().to_string();
    if own != *commitment {
        return Err(wrong(1, "the secret is not the one that was committed to"));
    }
    let here = |plan: &SeatPlan| {
        matches!(plan, SeatPlan::Me | SeatPlan::Screen { .. } | SeatPlan::Computer { .. })
    };
    if !config.seats.iter().all(here) {
        return Err(wrong(1, "only people at one screen and computers can have played it"));
    }
    Ok((config.clone(), commitment.clone()))
}

impl Room {
    /// Plays the log of a page again; the table as it ended, and its entries.
    ///
    /// # Errors
    /// Names the first entry that no table would have written, or says that the game is not over.
    pub fn again(
        book: &Rulebook,
        table: &Again<'_>,
        log: &[Logged],
    ) -> Result<(Room, Vec<Logged>), Problem> {
        if log.len() > ENTRIES_MAX {
            return Err(wrong(ENTRIES_MAX as u64, "there are too many entries"));
        }
        let (mut config, _) = begun(log, table.secret)?;
        // Whoever has the link may look at it; nobody finds it.
        config.visibility = Visibility::Link;
        let late = log.iter().map(|logged| logged.at).max().unwrap_or(0).saturating_sub(table.now);
        let at = |logged: &Logged| logged.at.saturating_sub(late);
        let &Again { id, key, secret, by, .. } = table;
        let (room, entries) = Room::make(book, id, key, secret, config, by, at(&log[0]))?;
        let mut game = Replayed { room, entries, values: BTreeMap::new() };
        for (place, logged) in (1u64..).zip(log).skip(1) {
            game.follow(logged, at(logged)).map_err(|why| wrong(place, &why))?;
        }
        let Replayed { room, mut entries, .. } = game;
        if !room.is_over() {
            let detail = "Only a game that is over can be kept.";
            return Err(problem(409, "not-over", detail));
        }
        if let Some(Logged { entry: Entry::Made { local, .. }, .. }) = entries.first_mut() {
            *local = true;
        }
        let whole = Room::fold(book, id, key, secret, &entries);
        let whole = whole.map_err(|error| wrong(error.n, &error.why))?;
        Ok((whole, entries))
    }
}

fn wrong(place: u64, why: &str) -> Problem {
    let detail = format!("This is no log of a game that was played in a page: {why}.");
    problem(422, "game", detail).at(format!("log[{}]", place.saturating_sub(1)))
}

/// A game that is played again.
struct Replayed {
    room: Room,
    entries: Vec<Logged>,
    /// Shares that are given with the start.
    values: BTreeMap<u8, String>,
}

impl Replayed {
    /// Lets the room decide what the log says that happened, unless that followed from something
    /// before already.
    fn follow(&mut self, logged: &Logged, at: u64) -> Result<(), String> {
        let (request, due) = match &logged.entry {
            // The making of the table seated everybody.
            Entry::Sat { .. } => return Ok(()),
            Entry::Said { .. } | Entry::Watchers { .. } => return Ok(()),
            Entry::Shared { seat, value, .. } => {
                self.values.insert(*seat, value.clone());
                return Ok(());
            }
            Entry::Began { .. } => {
                let values = std::mem::take(&mut self.values);
                (Some(Request::Start { values, reveal_ms: 0 }), Vec::new())
            }
            Entry::Played { seat, id, words, .. } => (Some(self.played(*seat, id, words)), vec![]),
            Entry::Offered { seat, kind } => {
                (Some(Request::Offer { seat: *seat, kind: *kind, after: None }), Vec::new())
            }
            Entry::Declined { seat } => (Some(Request::Decline { seat: *seat }), Vec::new()),
            Entry::Resigned { seat } => (Some(Request::Resign { seat: *seat }), Vec::new()),
            Entry::Returned { seat } => (Some(Request::Return { seat: *seat }), Vec::new()),
            Entry::Flagged { .. } => (None, self.room.tick(at)),
            Entry::Away { ms } => (None, self.room.pause(at, *ms).into_iter().collect()),
            // A take-back without an offer before it is asked for by one person alone.
            Entry::TakenBack { seat, .. } if !self.has_followed(logged) => {
                let kind = protocol::OfferKind::Takeback;
                (Some(Request::Offer { seat: *seat, kind, after: None }), Vec::new())
            }
            Entry::TakenBack { .. } | Entry::Ended { .. } | Entry::Replaced { .. } => {
                let followed = self.has_followed(logged);
                return if followed { Ok(()) } else { Err("it does not follow".to_string()) };
            }
            _ => return Err("such an entry has no place in it".to_string()),
        };
        let entries = match request {
            Some(request) => self.decided(at, request)?,
            None => due,
        };
        self.append(&entries)?;
        let own = self.has_followed(logged);
        if own { Ok(()) } else { Err("something else follows here".to_string()) }
    }

    fn played(&self, seat: u8, id: &str, words: &[String]) -> Request {
        let words = words.to_vec();
        match self.room.computer() {
            Some((computer, _)) if computer == seat => Request::ComputerPlay { seat, words },
            _ => Request::Play { seat, after: self.room.newest(), id: id.to_string(), words },
        }
    }

    fn decided(&self, at: u64, request: Request) -> Result<Vec<Logged>, String> {
        let by = self.room.owner.clone();
        let decided = self.room.decide(at, &by, request).map_err(|problem| problem.detail)?;
        Ok(decided.entries)
    }

    fn append(&mut self, entries: &[Logged]) -> Result<(), String> {
        for logged in entries {
            self.room.apply(logged).map_err(|error| error.why)?;
        }
        self.entries.extend_from_slice(entries);
        Ok(())
    }

    /// Whether an entry is among those that were decided last.
    fn has_followed(&self, logged: &Logged) -> bool {
        let near = self.entries.iter().rev().take(NEAR);
        near.into_iter().any(|own| alike(&own.entry, &logged.entry))
    }
}

/// One request leads to so few entries.
const NEAR: usize = 8;

/// Whether two entries say the same. Numbers of entries differ where talk was left out, and names
/// of a computer's moves have them.
fn alike(one: &Entry, other: &Entry) -> bool {
    match (one, other) {
        (
            Entry::Played { seat, words, chance, left, .. },
            Entry::Played { seat: seat_2, words: words_2, chance: chance_2, left: left_2, .. },
        ) => seat == seat_2 && words == words_2 && chance == chance_2 && left == left_2,
        (
            Entry::TakenBack { seat, left, .. },
            Entry::TakenBack { seat: seat_2, left: left_2, .. },
        ) => seat == seat_2 && left == left_2,
        _ => one == other,
    }
}
