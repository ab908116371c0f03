//! What is kept of finished games and of people on ladders, and how ratings are folded.
//!
//! Invariant: live and in a rebuild a game is folded by the same `Fold`, in the order of
//! finishing; so both come to the same numbers.

use std::collections::{HashMap, HashSet};

use protocol::{Conduct, EndReason, Ladder, Level};
use rating::{Career, Entrant, Rating};
use room::Finish;

use super::Result;

/// What is asked about a person's games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GamesQuery {
    /// Whose: the public id.
    pub person: String,
    /// Also those that only the person itself sees: neither public nor rated, or played apart.
    pub all: bool,
    /// Only those that ended before this number.
    pub before: Option<u64>,
    /// Only of this ladder.
    pub ladder: Option<Ladder>,
    /// Only rated ones, or only others.
    pub rated: Option<bool>,
    /// Only with this person.
    pub rival: Option<String>,
    /// Only of this family.
    pub family: Option<String>,
    /// Only with this expansion.
    pub expansion: Option<String>,
    /// Only with so many seats.
    pub seats: Option<u8>,
    /// Only won (2), tied (1) or lost (0).
    pub made: Option<u8>,
    /// Only those that ended so.
    pub reason: Option<EndReason>,
    /// At least so many points.
    pub points: Option<u16>,
    /// Ahead of the best of the others by at least so much.
    pub margin: Option<i32>,
    /// At least so many turns.
    pub turns: Option<u16>,
    /// Not before this, ms since 1970.
    pub since: Option<u64>,
    /// Before this.
    pub until: Option<u64>,
    /// The first tiles, with blanks between.
    pub tiles: Option<String>,
    /// At most so many.
    pub limit: u32,
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredGame {
    /// Its number in the order of finishing.
    pub ended: u64,
    /// Its table.
    pub table: String,
    /// When it ended, ms since 1970.
    pub at: u64,
    /// Its ladder.
    pub ladder: Option<Ladder>,
    /// Whether it was rated.
    pub rated: bool,
    /// Whether it was taken out of the ratings since.
    pub void: bool,
    /// How it ended.
    pub reason: EndReason,
    /// Its family.
    pub family: String,
    /// Its expansions.
    pub expansions: Vec<String>,
    /// How many turns.
    pub turns: u16,
    /// The first tiles.
    pub tiles: Vec<String>,
    /// The seats in the order of play.
    pub seats: Vec<StoredSeat>,
    /// The seat of whoever was asked about.
    pub own: u8,
}

/// A seat of a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredSeat {
    /// Its person.
    pub person: Option<String>,
    /// The name of today, if the person is known.
    pub name: String,
    /// Whether the person has an account.
    pub account: bool,
    /// The computer that played it.
    pub computer: Option<Level>,
    /// Its rank.
    pub rank: u8,
    /// Its points.
    pub points: u16,
    /// What the game did to its rating.
    pub rated: Option<(Rating, Rating)>,
}

/// A day with rated games of a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoredDay {
    /// When the last game ended, ms since 1970.
    pub at: u64,
    /// The rating after it.
    pub rating: Rating,
    /// How many games.
    pub games: u32,
}

/// What one finished game adds to somebody's statistics.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredSeatStats {
    /// 2 won, 1 all equal, 0 lost.
    pub made: u8,
    /// Its points.
    pub points: u16,
    /// What each kind of feature brought, as JSON; none if the game was not replayed yet.
    pub features: Option<String>,
}

/// Somebody on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// The name.
    pub name: String,
    /// Whether it is the account of a program.
    pub program: bool,
    /// The career on the ladder.
    pub career: Career,
}

/// A rating that a rebuild changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Correction {
    /// When, ms since 1970.
    pub at: u64,
    /// What it was, in hundredths.
    pub before: i32,
    /// What it is since.
    pub after: i32,
}

/// What is kept of a result, as far as a log says the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptResult {
    /// How the game ended.
    pub reason: String,
    /// Person, rank and points of each seat.
    pub seats: Vec<(String, u8, u16)>,
}

impl From<&Finish> for KeptResult {
    fn from(finish: &Finish) -> KeptResult {
        let seat = |seat: &room::FinishedSeat| {
            (seat.person.clone().unwrap_or_default(), seat.rank, seat.points)
        };
        KeptResult {
            reason: reason_name(finish.reason).to_owned(),
            seats: finish.seats.iter().map(seat).collect(),
        }
    }
}

/// What stands against what it should be.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Refolded {
    /// Rated games that were folded.
    pub games: u64,
    /// People on ladders.
    pub careers: u64,
    /// Ratings that are not what they should be.
    pub ratings: u64,
    /// Seats of games whose ratings before or after are not what they should be.
    pub seats: u64,
}

impl Refolded {
    /// Whether everything is as it should be.
    pub fn is_right(&self) -> bool {
        self.ratings == 0 && self.seats == 0
    }
}

/// A game, or all games of a person in a time, that counts no more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Void {
    /// The game of a table.
    Table(String),
    /// All of a person between two times, ms since 1970.
    Person {
        /// The public id.
        id: String,
        /// From.
        since: u64,
        /// Until, without it.
        until: u64,
    },
}

/// Results and ratings.
#[async_trait::async_trait]
pub trait Results {
    /// Finished games without a result: they ended before there were any. In the order of
    /// finishing, behind a number.
    async fn unresulted(&self, after: u64, limit: u32) -> Result<Vec<(u64, String)>>;

    /// Finished games in the order of finishing, behind a number.
    async fn over_after(&self, after: u64, limit: u32) -> Result<Vec<(u64, String)>>;

    /// Keeps the result of a game that ended before there were any, or puts right what the log
    /// says otherwise; it is not rated by that. Whether anything changed.
    async fn keep_result(&self, table: &str, finish: Finish) -> Result<bool>;

    /// Finished games whose features were not looked at yet.
    async fn unreplayed(&self, limit: u32) -> Result<Vec<String>>;

    /// Keeps what features brought, by seat, as JSON; without it, that it will never be known.
    async fn keep_features(&self, table: &str, seats: Option<Vec<String>>) -> Result<bool>;

    /// What a rated game did to each seat; none if it was not rated.
    async fn rated(&self, table: &str) -> Result<Option<Vec<Option<(Rating, Rating)>>>>;

    /// The careers of a person.
    async fn careers(&self, person: &str) -> Result<Vec<(Ladder, Career)>>;

    /// Games of a person, the latest first.
    async fn games_of(&self, query: GamesQuery) -> Result<Vec<StoredGame>>;

    /// How many games of a person everybody sees.
    async fn games_count(&self, person: &str) -> Result<u32>;

    /// How somebody behaved in its last games among people, the latest first, with when.
    async fn conduct(&self, person: &str, limit: u32) -> Result<Vec<(Conduct, u64)>>;

    /// The same for several, in their order.
    async fn conducts(&self, people: &[String], limit: u32) -> Result<Vec<Vec<(Conduct, u64)>>>;

    /// How guests behaved lately who come from where this guest comes from.
    async fn conduct_nearby(&self, person: &str, limit: u32) -> Result<Vec<(Conduct, u64)>>;

    /// Who gained most on a ladder since a time: with how many points, in hundredths.
    async fn gains(
        &self,
        ladder: Ladder,
        since: u64,
        games: u32,
        limit: u32,
    ) -> Result<Vec<(Ranked, i32)>>;

    /// When a rebuild changed a person's rating on a ladder: from what to what, in hundredths.
    async fn corrections(&self, person: &str, ladder: Ladder) -> Result<Vec<Correction>>;

    /// Days on which a rating moved, the oldest first; the latest `limit` of them.
    async fn rated_days(&self, person: &str, ladder: Ladder, limit: u32) -> Result<Vec<StoredDay>>;

    /// The latest games of a person that everybody sees and that have a result, for statistics.
    async fn seat_stats(
        &self,
        person: &str,
        ladder: Option<Ladder>,
        limit: u32,
    ) -> Result<Vec<StoredSeatStats>>;

    /// The best of a ladder: people with at least `games` games, the last one not before `since`,
    /// and half of the last fifty against people.
    async fn board(
        &self,
        ladder: Ladder,
        games: u32,
        since: u64,
        limit: u32,
    ) -> Result<Vec<Ranked>>;

    /// Takes games out of the ratings from the next rebuild on; whether there are any.
    async fn void(&self, void: Void, reason: &str, now: u64) -> Result<bool>;

    /// Folds all results anew, without those that are void, and compares; with `write`, puts right
    /// what is wrong.
    async fn refold(&self, write: bool) -> Result<Refolded>;
}

/// The seats of a rated game, as they are folded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RatedSeat {
    pub(super) ended: i64,
    pub(super) at: i64,
    pub(super) ladder: String,
    pub(super) seat: i64,
    pub(super) person: String,
    pub(super) computer: String,
    pub(super) rank: i64,
    pub(super) conduct: String,
    pub(super) before_points: Option<i64>,
    pub(super) before_deviation: Option<i64>,
    pub(super) after_points: Option<i64>,
    pub(super) after_deviation: Option<i64>,
    /// Whether it is the account of a program.
    pub(super) program: bool,
}

/// What a game did to the rating of a seat.
pub(super) type Moved = Option<(Rating, Rating)>;

/// What void games are: those with these numbers, and those of people in a time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Voids {
    pub(super) games: HashSet<i64>,
    pub(super) people: Vec<(String, i64, i64)>,
}

impl Voids {
    fn holds(&self, seats: &[RatedSeat]) -> bool {
        let Some(first) = seats.first() else { return true };
        let within = |(person, since, until): &(String, i64, i64)| {
            (*since..*until).contains(&first.at) && seats.iter().any(|seat| seat.person == *person)
        };
        self.games.contains(&first.ended) || self.people.iter().any(within)
    }
}

/// All games so far, folded.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Fold {
    pub(super) voids: Voids,
    pub(super) careers: HashMap<(String, String), Career>,
    pub(super) games: u64,
    /// The last game that was folded.
    pub(super) upto: i64,
}

impl Fold {
    /// Folds a game: what it did to each seat.
    pub(super) fn game(&mut self, seats: &[RatedSeat]) -> Vec<Moved> {
        let nothing = vec![None; seats.len()];
        let Some(first) = seats.first() else { return nothing };
        self.upto = first.ended;
        if self.voids.holds(seats) {
            return nothing;
        }
        let before = |seat: &RatedSeat| {
            let key = (seat.person.clone(), seat.ladder.clone());
            self.careers.get(&key).copied().unwrap_or(Career::NEW)
        };
        let before: Vec<Career> = seats.iter().map(before).collect();
        let Some(after) = folded(first.at, seats, &before) else { return nothing };
        self.games += 1;
        let moved = seats.iter().zip(before).zip(after).map(|((seat, before), after)| {
            let after = after?;
            self.careers.insert((seat.person.clone(), seat.ladder.clone()), after);
            Some((before.rating, after.rating))
        });
        moved.collect()
    }
}

/// The careers after a game; none if a computer played that has no rating. Whoever went away is
/// behind all others, whatever was played for it.
pub(super) fn folded(
    at: i64,
    seats: &[RatedSeat],
    before: &[Career],
) -> Option<Vec<Option<Career>>> {
    let entrant = |(seat, career): (&RatedSeat, &Career)| {
        let left = seat.conduct == Conduct::Left.name();
        let rank = if left { u8::MAX } else { u8::try_from(seat.rank).unwrap_or(u8::MAX) };
        if !seat.person.is_empty() {
            let entrant = if seat.program { Entrant::program } else { Entrant::person };
            return Some(entrant(*career, rank));
        }
        match seat.computer.parse().ok()? {
            Level::Person(number) => Some(Entrant::computer(rating::level(number.get())?, rank)),
            _ => None,
        }
    };
    let entrants: Option<Vec<Entrant>> = seats.iter().zip(before).map(entrant).collect();
    Some(rating::after(at.unsigned_abs(), &entrants?))
}

/// A rating that is kept in two columns.
pub(super) fn rating_of(points: Option<i64>, deviation: Option<i64>) -> Option<Rating> {
    Some(Rating {
        points: i32::try_from(points?).ok()?,
        deviation: i32::try_from(deviation?).ok()?,
    })
}

/// How a seat did: 2 won, 1 all equal, 0 lost, -1 called off.
pub(super) fn made(finish: &Finish, seat: usize) -> i64 {
    let rank = finish.seats[seat].rank;
    if rank == 0 {
        -1
    } else if finish.seats.iter().all(|other| other.rank == rank) {
        1
    } else if rank == 1 {
        2
    } else {
        0
    }
}

/// By how much a seat is ahead of the best of the others.
pub(super) fn margin(finish: &Finish, seat: usize) -> i64 {
    let others = finish.seats.iter().enumerate().filter(|(other, _)| *other != seat);
    let best = others.map(|(_, other)| i64::from(other.points)).max().unwrap_or(0);
    i64::from(finish.seats[seat].points) - best
}

/// Names with commas around each, so that one is found by its name.
pub(super) fn listed(expansions: &[String]) -> String {
    if expansions.is_empty() {
        return String::new();
    }
    let mut names = expansions.to_vec();
    names.sort();
    format!(",{},", names.join(","))
}

/// A word as the wire has it, for a column.
pub(super) fn reason_name(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Played => "played",
        EndReason::Resigned => "resigned",
        EndReason::Flagged => "flagged",
        EndReason::Agreed => "agreed",
        EndReason::Claimed => "claimed",
        EndReason::Aborted => "aborted",
    }
}

/// The reason of a name.
pub fn reason_of(name: &str) -> Option<EndReason> {
    use EndReason::{Aborted, Agreed, Claimed, Flagged, Played, Resigned};
    let all = [Played, Resigned, Flagged, Agreed, Claimed, Aborted];
    all.into_iter().find(|reason| reason_name(*reason) == name)
}
