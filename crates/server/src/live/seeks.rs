//! Who seeks what, in memory: the list behind the pools.

use std::collections::{HashMap, VecDeque};

use pairing::{Seek, Want};
use protocol::log::Who;

use super::crowd::SocketId;
use super::manners::Known;
use super::pools::Wish;

/// How many waits of a pool are remembered.
const WAITS: usize = 40;
/// Whoever seeks by days has waited so long at most, in seconds: far enough to meet everybody, and
/// no reason to be preferred to somebody who is here now.
const LASTING_WAIT: u32 = 120;
/// Of how many people is remembered whom they played last.
const PEOPLE_MAX: usize = 50_000;

/// The list.
#[derive(Default)]
pub(super) struct State {
    /// Who seeks by a page.
    pub(super) seeks: HashMap<String, Seeking>,
    /// Who seeks by days, with or without one. The store has the truth; this is what it said last.
    pub(super) lasting: HashMap<String, Seeking>,
    /// Whom people played last.
    pub(super) rivals: HashMap<String, String>,
    /// How long people waited, by pool, ms.
    pub(super) waits: Vec<VecDeque<u64>>,
    pub(super) next: u64,
    /// How far the store was read for those who seek by days: time and person of the last one.
    pub(super) read: (u64, String),
    /// When it was read to its end.
    pub(super) read_all: u64,
}

/// Somebody who seeks.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // each is a thing of its own
pub(super) struct Seeking {
    /// Tells this seek from another of the same person.
    pub(super) number: u64,
    pub(super) who: Who,
    /// The page that seeks.
    pub(super) socket: Option<SocketId>,
    /// Whether it needs no page: then it has none.
    pub(super) lasts: bool,
    pub(super) wants: Vec<Want>,
    pub(super) guests: bool,
    /// Whether it is a program, and whether it plays programs.
    pub(super) program: bool,
    pub(super) programs: bool,
    /// Whether its games may count.
    pub(super) rated: bool,
    pub(super) leaves: bool,
    pub(super) range: Option<u32>,
    /// With whom it has nothing to do.
    pub(super) blocked: Vec<String>,
    pub(super) since: u64,
    /// The pools as bits, by their numbers.
    pub(super) mask: u32,
    /// Whether it plays against the computer meanwhile.
    pub(super) busy: bool,
    /// Whether it is on its way to a table.
    pub(super) meets: bool,
    /// When it was told of others last, and how many.
    pub(super) told: (u64, u32),
    pub(super) bots_told: bool,
}

/// What somebody asks for, and what is known of it.
pub(super) struct Asked<'a> {
    pub(super) who: &'a Who,
    pub(super) known: &'a Known,
    /// The pools, by their numbers.
    pub(super) numbers: &'a [usize],
    pub(super) wish: &'a Wish,
    pub(super) since: u64,
    pub(super) lasts: bool,
}

/// Pools as bits, by their numbers.
pub(super) fn mask(wants: &[Want]) -> u32 {
    wants.iter().fold(0, |mask, want| mask | 1 << want.pool)
}

/// How many of a crowd seek in one of some pools.
pub(super) fn others(crowd: &HashMap<u32, u32>, mask: u32) -> u32 {
    crowd.iter().filter(|(theirs, _)| *theirs & mask != 0).map(|(_, n)| n).sum()
}

impl State {
    /// The list on which somebody stands.
    pub(super) fn list(&mut self, lasts: bool) -> &mut HashMap<String, Seeking> {
        if lasts { &mut self.lasting } else { &mut self.seeks }
    }

    /// The same seek as it is now, unless it is over.
    pub(super) fn same(&mut self, before: &Seeking) -> Option<&mut Seeking> {
        let now = self.list(before.lasts).get_mut(&before.who.id);
        now.filter(|now| now.number == before.number)
    }

    /// Two have nothing to do with each other from now on, whatever they seek.
    pub(super) fn keep_apart(&mut self, one: &str, other: &str) {
        for lasts in [false, true] {
            let Some(seeking) = self.list(lasts).get_mut(one) else { continue };
            if !seeking.blocked.iter().any(|it| it == other) {
                seeking.blocked.push(other.to_owned());
            }
        }
    }

    /// Somebody who seeks from now on, without a page yet.
    pub(super) fn seeking(&mut self, asked: &Asked<'_>) -> Seeking {
        self.next += 1;
        let wants = asked.known.wants(asked.numbers);
        Seeking {
            number: self.next,
            who: asked.who.clone(),
            socket: None,
            lasts: asked.lasts,
            mask: mask(&wants),
            wants,
            guests: asked.wish.guests,
            program: asked.known.program,
            programs: asked.wish.bots || asked.known.program,
            rated: asked.known.rated,
            leaves: asked.known.leaves,
            range: asked.wish.range,
            blocked: asked.known.blocked.clone(),
            since: asked.since,
            busy: asked.wish.busy,
            meets: false,
            told: (asked.since, 0),
            bots_told: false,
        }
    }

    /// How many seek the same pools, by what they seek.
    pub(super) fn crowd(&self) -> HashMap<u32, u32> {
        let mut crowd = HashMap::new();
        for seeking in self.seeks.values().chain(self.lasting.values()) {
            *crowd.entry(seeking.mask).or_default() += 1;
        }
        crowd
    }

    /// How long it takes, in seconds: the median of the quickest pool.
    pub(super) fn wait(&self, pools: &[usize]) -> Option<u32> {
        let median = |pool: &usize| {
            let mut waits: Vec<u64> = self.waits[*pool].iter().copied().collect();
            waits.sort_unstable();
            waits.get(waits.len() / 2).map(|ms| u32::try_from(ms / 1000).unwrap_or(u32::MAX))
        };
        pools.iter().filter_map(median).min()
    }

    pub(super) fn seek(&self, now: u64, seeking: &Seeking) -> Seek {
        let waited = now.saturating_sub(seeking.since) / 1000;
        let waited = u32::try_from(waited).unwrap_or(u32::MAX);
        Seek {
            person: seeking.who.id.clone(),
            wants: seeking.wants.clone(),
            waited: if seeking.lasts { waited.min(LASTING_WAIT) } else { waited },
            account: seeking.who.account,
            guests: seeking.guests,
            program: seeking.program,
            programs: seeking.programs,
            leaves: seeking.leaves,
            last: self.rivals.get(&seeking.who.id).cloned(),
            range: seeking.range,
            blocked: seeking.blocked.clone(),
        }
    }

    /// These have begun to play.
    pub(super) fn met(&mut self, now: u64, pool: usize, seekers: &[Seeking]) {
        if self.rivals.len() > PEOPLE_MAX {
            self.rivals.clear();
        }
        for seeking in seekers {
            let waits = &mut self.waits[pool];
            if waits.len() == WAITS {
                waits.pop_front();
            }
            waits.push_back(now.saturating_sub(seeking.since));
            let rival = seekers.iter().find(|other| other.who.id != seeking.who.id);
            if let Some(rival) = rival {
                self.rivals.insert(seeking.who.id.clone(), rival.who.id.clone());
            }
        }
    }
}
