//! Work that costs a processor for a while: pictures, films, records, passwords, drawings.
//!
//! Each kind has a lane of its own ([`lane`]): so many at once, so many waiting, taken in turn from
//! those who ask. What is finished and stays as it is, is kept ([`kept`]).
//!
//! Invariant: the right to work lives in the work itself. Whoever hangs up does not free a place
//! while a thread is still busy for it, and whoever hangs up before its turn is not worked for.

pub mod kept;
pub mod lane;

use std::time::Duration;

pub use self::kept::Kept;
pub use self::lane::{Busy, Lane, Origin};
use crate::http::{ApiError, ApiResult};

const MIB: usize = 1024 * 1024;

/// All lanes, and what was finished.
pub struct Work {
    /// Pictures of tables.
    pub pictures: Lane,
    /// Animations: they take much longer than other work, which must not stand behind them.
    pub films: Lane,
    /// Records, replays, surveys, moments.
    pub records: Lane,
    /// Tables as those see them who only look.
    pub looks: Lane,
    /// Passwords: each costs 19 MiB and a core.
    pub passwords: Lane,
    /// Drawings of tiles and figures, and files to be compressed.
    pub art: Lane,
    /// Films that were made.
    pub kept_films: Kept,
    /// Pictures that were made.
    pub kept_pictures: Kept,
    /// Drawings and files.
    pub kept_art: Kept,
}

impl Default for Work {
    fn default() -> Work {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        // Moves come first: half of the machine at most is given to any one of these.
        let half = (cores / 2).max(1);
        let rule = |at_once, waiting, each| lane::Rule {
            at_once,
            waiting,
            waiting_each: each,
            patience: Duration::from_secs(20),
        };
        Work {
            pictures: Lane::new("pictures", rule(half, 64, 8)),
            films: Lane::new(
                "films",
                lane::Rule { patience: Duration::from_mins(1), ..rule(1, 12, 2) },
            ),
            records: Lane::new("records", rule(half, 64, 16)),
            looks: Lane::new("looks", rule(half.max(2), 1024, 256)),
            passwords: Lane::new("passwords", rule(half.max(2), 64, 8)),
            art: Lane::new("art", rule(half, 512, 128)),
            kept_films: Kept::new("films", 32 * MIB),
            kept_pictures: Kept::new("pictures", 16 * MIB),
            kept_art: Kept::new("art", 16 * MIB),
        }
    }
}

impl From<Busy> for ApiError {
    fn from(busy: Busy) -> ApiError {
        ApiError(busy.into())
    }
}

impl Work {
    /// Runs work in a lane, in the words of a handler.
    ///
    /// # Errors
    /// What the work answers; `busy` or `too-many-requests` if too many wait.
    pub async fn run<T: Send + 'static>(
        lane: &Lane,
        origin: Origin,
        work: impl FnOnce() -> ApiResult<T> + Send + 'static,
    ) -> ApiResult<T> {
        lane.run(origin, work).await?
    }
}
