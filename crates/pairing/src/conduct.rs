//! How people ended their games, and who may not seek for a while because of it.
//!
//! Everything follows from the list of what somebody did: nothing else is kept, so the same list
//! gives the same limits for ever.

/// How somebody ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conduct {
    /// As one does.
    Good,
    /// It called the game off before each had moved.
    Abort,
    /// It was not there when the game was to begin.
    NoShow,
    /// It went away.
    Left,
    /// It let its clock run when it was behind.
    Stalled,
    /// It gave up for no reason on the board.
    Sandbag,
}

impl Conduct {
    /// How much it weighs, in tenths.
    pub const fn weight(self) -> u32 {
        match self {
            Conduct::Good => 0,
            Conduct::Sandbag => 7,
            Conduct::Abort => 8,
            Conduct::NoShow | Conduct::Left | Conduct::Stalled => 10,
        }
    }
}

/// A game that somebody ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Past {
    /// When, ms since 1970.
    pub at: u64,
    /// How.
    pub conduct: Conduct,
}

/// A time in which somebody may not seek.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit {
    /// Since when, ms since 1970.
    pub since: u64,
    /// Until when.
    pub until: u64,
}

/// How many games are looked at.
const LATEST: usize = 20;
/// From how much on there is a limit, in tenths.
const ENOUGH: u32 = 40;
/// From how much on somebody leaves often, in tenths: half of that.
const OFTEN: u32 = 20;
/// The first limit, and the longest, ms.
const FIRST: u64 = 10 * 60_000;
const LONGEST: u64 = 3 * DAY;
const DAY: u64 = 86_400_000;
/// Without one for so long the next is short again.
const QUIET: u64 = 3 * DAY;
/// How many times as long each further one is.
const STEEP: u64 = 3;

/// The newest limit of somebody who first came at `came` and ended these games, the oldest first.
/// Whether it still lasts is the caller's to compare.
pub fn limit(came: u64, past: &[Past]) -> Option<Limit> {
    let mut limits: Vec<Limit> = Vec::new();
    for (number, game) in past.iter().enumerate() {
        let so_far = &past[..=number];
        if game.conduct.weight() == 0 || !(is_enough(so_far) || is_new_and_bad(came, so_far)) {
            continue;
        }
        // From the end of the one before: whoever sat through a long one is not new to it.
        let before = limits.last().filter(|last| last.until + QUIET > game.at);
        let long = before.map_or(FIRST, |last| STEEP * (last.until - last.since)).min(LONGEST);
        limits.push(Limit { since: game.at, until: game.at + long });
    }
    limits.into_iter().max_by_key(|limit| limit.until)
}

/// Whether somebody leaves its games more often than it should: others of its kind are better
/// rivals.
pub fn leaves_often(past: &[Past]) -> bool {
    weight(past) >= OFTEN
}

fn weight(past: &[Past]) -> u32 {
    past.iter().rev().take(LATEST).map(|game| game.conduct.weight()).sum()
}

fn is_enough(past: &[Past]) -> bool {
    weight(past) >= ENOUGH
}

/// Whether both last games of somebody who came a day ago at most ended badly.
fn is_new_and_bad(came: u64, past: &[Past]) -> bool {
    let [.., before, last] = past else { return false };
    let bad = |game: &Past| game.conduct.weight() > 0;
    last.at < came + DAY && bad(before) && bad(last)
}
