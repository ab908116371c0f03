//! What is kept of one person on one ladder, and how a game goes on with it.

use alloc::vec::Vec;

use crate::step::{Rating, Side, step};

/// Milliseconds of a day.
const DAY: u64 = 86_400_000;

/// A person on a ladder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Career {
    /// How strong.
    pub rating: Rating,
    /// Rated games.
    pub games: u32,
    /// Games in which nobody was better, and somebody worse.
    pub won: u32,
    /// The best rating while it was certain enough, in hundredths; 0 if it never was.
    pub peak: i32,
    /// When the last game ended, ms since 1970.
    pub last: u64,
}

impl Career {
    /// That of somebody who has not played.
    pub const NEW: Career = Career { rating: Rating::NEW, games: 0, won: 0, peak: 0, last: 0 };

    /// Whole days since the last game.
    pub fn idle_days(&self, now: u64) -> u32 {
        if self.games == 0 {
            return 0;
        }
        u32::try_from(now.saturating_sub(self.last) / DAY).unwrap_or(u32::MAX)
    }

    /// The rating as of a time.
    pub fn now(&self, now: u64) -> Rating {
        self.rating.idle(self.idle_days(now))
    }
}

/// Who plays a seat of a rated game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entrant {
    who: Who,
    rank: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Who {
    Person(Career),
    Program(Career),
    Computer(Rating),
}

impl Entrant {
    /// A person who came in at a rank.
    pub const fn person(career: Career, rank: u8) -> Entrant {
        Entrant { who: Who::Person(career), rank }
    }

    /// The account of a program: a game against it counts for half.
    pub const fn program(career: Career, rank: u8) -> Entrant {
        Entrant { who: Who::Program(career), rank }
    }

    /// A computer, whose rating is what it is.
    pub const fn computer(rating: Rating, rank: u8) -> Entrant {
        Entrant { who: Who::Computer(rating), rank }
    }
}

/// The careers after a game that ended at `at`, by seat; none for computers.
pub fn after(at: u64, entrants: &[Entrant]) -> Vec<Option<Career>> {
    let side = |entrant: &Entrant| match entrant.who {
        Who::Person(career) | Who::Program(career) => Side {
            rating: career.rating,
            idle_days: career.idle_days(at),
            computer: false,
            program: matches!(entrant.who, Who::Program(_)),
            rank: entrant.rank,
        },
        Who::Computer(rating) => {
            let (computer, program) = (true, false);
            Side { rating, idle_days: 0, computer, program, rank: entrant.rank }
        }
    };
    let sides: Vec<Side> = entrants.iter().map(side).collect();
    let best = entrants.iter().map(|entrant| entrant.rank).min();
    let all_equal = entrants.iter().all(|entrant| Some(entrant.rank) == best);
    let told = entrants.iter().zip(step(&sides)).map(|(entrant, moved)| {
        let (Who::Person(career) | Who::Program(career), Some(moved)) = (entrant.who, moved) else {
            return None;
        };
        let rating = moved.rounded();
        let won = Some(entrant.rank) == best && !all_equal;
        let peak =
            if rating.is_provisional() { career.peak } else { career.peak.max(rating.points) };
        let (games, won) = (career.games + 1, career.won + u32::from(won));
        Some(Career { rating, games, won, peak, last: career.last.max(at) })
    });
    told.collect()
}
