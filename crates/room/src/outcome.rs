//! What a finished game says about its players: ranks, points, time and conduct of each seat, and
//! whether it counts for ratings. Pure: the same log says the same for ever.

use protocol::client::Claim;
use protocol::log::Entry;
use protocol::{Clock, Conduct, EndReason, Ladder, Level};

use super::Room;
use super::chair::{Chair, Missed};
use super::ladder::{is_rated, ladder_of};

/// How many of the first tiles are kept.
const FIRST_TILES: usize = 12;

/// Whoever lets at least so much time run before losing by it, ms, and at least a tenth of the
/// clock, has stalled.
const STALLING: u64 = 30_000;

/// Giving up while the forecast is less than this behind is giving the game away.
const BEHIND: i32 = 15;

/// A game that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finish {
    /// When it ended, ms since 1970.
    pub at: u64,
    /// The ladder of its kind, if there is one.
    pub ladder: Option<Ladder>,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// The pool in which the players met, if the server brought them together.
    pub pool: Option<String>,
    /// How it ended.
    pub reason: EndReason,
    /// Whether everybody finds it.
    pub public: bool,
    /// Whether the server did not draw every tile and think for every computer: it says nothing
    /// about its players.
    pub apart: bool,
    /// `country`, `city`.
    pub family: String,
    /// Its expansions.
    pub expansions: Vec<String>,
    /// How many turns were played.
    pub turns: u16,
    /// The first tiles that were drawn.
    pub tiles: Vec<String>,
    /// In the order of play.
    pub seats: Vec<FinishedSeat>,
}

/// A seat of a game that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedSeat {
    /// The public id of its person.
    pub person: Option<String>,
    /// The computer that played it from the beginning.
    pub computer: Option<Level>,
    /// Its rank, from 1; 0 if the game was called off.
    pub rank: u8,
    /// Its points.
    pub points: u16,
    /// For how long it thought, ms, as far as a clock ran.
    pub used: u64,
    /// How its person behaved; nothing if no other person played.
    pub conduct: Option<Conduct>,
}

/// What the log tells of a game besides its result.
struct Told {
    ended: u64,
    used: Vec<u64>,
    moves: Vec<u32>,
    /// The entries at which each draw happened, and what was drawn.
    drawn: Vec<(u64, String)>,
    /// The seat against which the end was claimed without a result.
    away: Option<usize>,
    /// How long the clock of whoever lost by it had run.
    ran: u64,
}

impl Room {
    /// What the game says about its players, once it is over.
    pub fn outcome(&self) -> Option<Finish> {
        let (reason, result) = (self.over?, self.outcome.as_ref()?);
        let told = self.told();
        let ranks = (1u8..).zip(&result.ranks);
        let mut rank = vec![0; self.chairs.len()];
        for (place, seats) in ranks {
            for seat in seats {
                rank[usize::from(*seat)] = place;
            }
        }
        let among_people = self.paired || self.people().len() > 1;
        let seats = self.chairs.iter().enumerate().map(|(seat, chair)| {
            let sat = chair.who.as_ref().map(|who| who.id.as_str());
            // Whoever was expected and did not come is named all the same.
            let kept = self.kept_for(seat).filter(|_| chair.missed.is_some());
            let person = sat.or(kept).map(str::to_owned);
            let computer = chair.computer.filter(|_| person.is_none());
            // A table that came to nothing says something about those alone who were not there.
            let says = !self.came_to_nothing() || chair.missed.is_some();
            let conduct = person.is_some() && among_people && !chair.screen && says;
            FinishedSeat {
                person,
                computer,
                rank: rank[seat],
                points: result.points[seat],
                used: told.used[seat],
                conduct: conduct.then(|| self.conduct(seat, chair, &told)),
            }
        });
        let seats: Vec<FinishedSeat> = seats.collect();
        let ladder = ladder_of(&self.config);
        let apart = !self.counts();
        let rated = self.config.rated && ladder.is_some() && !apart;
        let tiles = told.drawn.iter().take(FIRST_TILES).map(|(_, tile)| tile.clone());
        Some(Finish {
            at: told.ended,
            ladder,
            rated: rated && reason != EndReason::Aborted && self.is_of_worth(&told),
            pool: self.config.pool.clone(),
            reason,
            public: self.config.visibility == protocol::Visibility::Public
                && !self.came_to_nothing(),
            apart: apart || self.came_to_nothing(),
            family: self.config.plan.family.clone(),
            expansions: self.config.plan.expansions.clone(),
            turns: self.course.as_ref().map_or(0, |course| course.number()),
            tiles: tiles.collect(),
            seats,
        })
    }

    /// Whether different people with accounts or levels of the computer played, and each seat made
    /// a move.
    fn is_of_worth(&self, told: &Told) -> bool {
        let mut people = Vec::new();
        let fits = |chair: &Chair| match (&chair.who, chair.computer) {
            (Some(who), _) => {
                let is_new = !people.contains(&who.id);
                people.push(who.id.clone());
                who.account && !chair.screen && is_new
            }
            (None, Some(level)) => is_rated(level),
            (None, None) => false,
        };
        let all_fit = self.chairs.iter().all(fits);
        all_fit && !people.is_empty() && told.moves.iter().all(|moves| *moves > 0)
    }

    fn told(&self) -> Told {
        let seats = self.chairs.len();
        let mut told = Told {
            ended: self.changed,
            used: vec![0; seats],
            moves: vec![0; seats],
            drawn: Vec::new(),
            away: None,
            ran: 0,
        };
        let mut since = 0;
        for logged in self.entries_so_far() {
            let (n, at) = (logged.n, logged.at);
            let drawn =
                |words: Vec<String>| words.into_iter().filter_map(move |w| Some((n, tile(&w)?)));
            match logged.entry {
                Entry::Began { chance, .. } => {
                    told.drawn.extend(drawn(chance));
                    since = at;
                }
                Entry::Played { seat, chance, used, .. } => {
                    told.used[usize::from(seat)] += used;
                    told.moves[usize::from(seat)] += 1;
                    told.drawn.extend(drawn(chance));
                    since = at;
                }
                Entry::TakenBack { to, .. } => {
                    told.drawn.retain(|(n, _)| *n <= to);
                    since = at;
                }
                Entry::Returned { .. } => since = at,
                Entry::Away { ms } => since += ms,
                Entry::Flagged { .. } => told.ran = at.saturating_sub(since),
                Entry::Claimed { away, want: Claim::Abort, .. } => {
                    told.away = Some(usize::from(away));
                }
                Entry::Ended { .. } => told.ended = at,
                _ => {}
            }
        }
        told
    }

    fn conduct(&self, seat: usize, chair: &Chair, told: &Told) -> Conduct {
        match chair.missed {
            Some(Missed::Absent) => return Conduct::NoShow,
            Some(Missed::CalledOff) => return Conduct::Abort,
            None => {}
        }
        let replaced = chair.computer.is_some() && !chair.out;
        if replaced || told.away == Some(seat) {
            return Conduct::Left;
        }
        match (chair.left, self.timer.kind()) {
            (Some(EndReason::Claimed), _) => Conduct::Left,
            (Some(EndReason::Flagged), Clock::Days { .. }) => Conduct::Left,
            (Some(EndReason::Flagged), Clock::Total { seconds, .. })
                if told.ran >= STALLING.max(u64::from(seconds) * 100)
                    && self.behind(seat).is_some_and(|behind| behind > 0) =>
            {
                Conduct::Stalled
            }
            (Some(EndReason::Resigned), _) if self.gave_away(seat) => Conduct::Sandbag,
            _ => Conduct::Good,
        }
    }

    /// Whether a seat of two gave up in the first quarter without being behind.
    fn gave_away(&self, seat: usize) -> bool {
        let early = self.course.as_ref().is_some_and(|course| {
            let stock = games::view::Tabletop::of(course.rules(), course.game()).stock;
            let left: u32 = stock.left.into_iter().map(u32::from).sum();
            let turn = u32::from(course.number());
            turn * 4 < turn + left
        });
        let two = self.chairs.len() == 2;
        two && early && self.behind(seat).is_some_and(|behind| behind < BEHIND)
    }

    /// By how many points a seat would be behind the best of the others if the game went on as it
    /// stands; negative if it would be ahead.
    fn behind(&self, seat: usize) -> Option<i32> {
        let course = self.course.as_ref()?;
        let points = course.game().forecast(course.rules());
        let best = (0..self.chairs.len()).filter(|other| *other != seat).map(|other| points[other]);
        Some(i32::from(best.max()?) - i32::from(points[seat]))
    }
}

/// The tile that a word of chance draws, if it draws one.
fn tile(word: &str) -> Option<String> {
    let id = word.split_whitespace().next()?;
    id.contains('/').then(|| id.to_string())
}
