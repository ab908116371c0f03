//! The pools: what can be sought, and who seeks it ([`super::seeks`]); [`super::waves`] brings
//! people together.
//!
//! Invariants: a person seeks once, by one socket, and its seek ends with that socket, but for
//! what it seeks by days ([`super::lasting`]). Whoever was brought to a table seeks no other one
//! until that table has begun or come to nothing; if it was another who did not come, it goes on
//! where it stood. No lock is held while anything is awaited.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use pairing::{Seats, Want};
use protocol::log::Who;
use protocol::{MeTold, PlayLimit, PoolInfo, PoolList, Problem, SeatsFrom};
use tokio::sync::Semaphore;

use super::crowd::SocketId;
use super::hub::Hub;
use super::manners;
use super::seeks::{Asked, Seeking, State, others};
use crate::config::Pool;
use crate::store::Person;
use crate::trouble;

/// All pools of this server.
pub struct Pools {
    pub(super) list: Vec<Pool>,
    pub(super) seats: Vec<Seats>,
    state: Mutex<State>,
    /// Tables are made one after the other: a crowd that comes at once, and goes at once when it
    /// was not there in time, is not felt where people play.
    pub(super) making: Semaphore,
    /// And of those who begin to seek the store is asked about a few at a time.
    asking: Semaphore,
}

/// About how many the store is asked at the same time.
const ASKING: usize = 4;

/// What somebody seeks.
#[derive(Clone, Debug)]
pub struct Wish {
    /// Names of pools, the dearest first.
    pub pools: Vec<String>,
    /// Whether guests will do.
    pub guests: bool,
    /// How far a rival may be.
    pub range: Option<u32>,
    /// Whether it plays against the computer meanwhile.
    pub busy: bool,
}

impl Pools {
    /// Nobody seeks.
    pub fn new(list: Vec<Pool>) -> Pools {
        let seats = list.iter().map(|pool| pool.seats).collect();
        let waits = vec![VecDeque::new(); list.len()];
        let state = Mutex::new(State { waits, ..State::default() });
        Pools { list, seats, state, making: Semaphore::new(1), asking: Semaphore::new(ASKING) }
    }

    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The pools, with who waits there.
    pub fn list(&self) -> PoolList {
        let state = self.state();
        let crowd = state.crowd();
        let info = |(number, pool): (usize, &Pool)| PoolInfo {
            name: pool.name.clone(),
            ladder: pool.ladder.clone(),
            usual: pool.usual,
            seats: SeatsFrom { least: pool.seats.least, most: pool.seats.most },
            plan: pool.config.plan.clone(),
            clock: pool.config.clock,
            waiting: others(&crowd, 1 << number),
            wait: state.wait(&[number]),
        };
        PoolList { pools: self.list.iter().enumerate().map(info).collect() }
    }

    /// The numbers of pools by their names, each once.
    fn numbers(&self, names: &[String]) -> Result<Vec<usize>, Problem> {
        let mut numbers = Vec::new();
        for (place, name) in names.iter().enumerate() {
            let known = self.list.iter().position(|pool| pool.name == *name);
            let Some(number) = known else {
                return Err(room::field(&format!("pools[{place}]"), "There is no such pool."));
            };
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        if numbers.is_empty() {
            return Err(room::field("pools", "Expected at least one pool."));
        }
        Ok(numbers)
    }

    fn names(&self, wants: &[Want]) -> Vec<String> {
        wants.iter().map(|want| self.list[want.pool].name.clone()).collect()
    }
}

impl Hub {
    /// Somebody seeks, by one of its sockets.
    ///
    /// # Errors
    /// `field` if there is no such pool, `playing` if it is at a live game that the server found
    /// for it, or what the store says.
    pub async fn seek(
        &self,
        socket: SocketId,
        who: &Who,
        person: &Person,
        wish: Wish,
    ) -> Result<(), Problem> {
        if person.owner.is_some() {
            // People are asked before they meet programs: a challenge does.
            let detail = "Programs are challenged by those who wish to play them.";
            return Err(trouble::conflict("programs", detail));
        }
        let pools = self.pools();
        let mut numbers = pools.numbers(&wish.pools)?;
        if self.plays_live(&who.id) {
            let detail = "You are playing a game that was found for you: finish it first.";
            return Err(trouble::conflict("playing", detail));
        }
        let known = {
            let _turn = pools.asking.acquire().await;
            manners::known(self, person, &pools.list).await.map_err(trouble::store)?
        };
        if known.limit.is_some() {
            numbers.retain(|number| pools.list[*number].is_slow() && !known.barred);
        }
        if numbers.is_empty() {
            self.stop_seeking(socket, &who.id, "limit", known.limit);
            return Ok(());
        }
        // Whoever only changes its mind has waited all the same.
        let before = pools.state().seeks.get(&who.id).map(|before| before.since);
        let since = before.unwrap_or_else(|| self.now());
        let lasts = self.keep_lasting(who, &numbers, &wish, since).await?;
        let asked = Asked { who, known: &known, numbers: &numbers, wish: &wish, since, lasts };
        self.note_seek(socket, &asked);
        Ok(())
    }

    fn note_seek(&self, socket: SocketId, asked: &Asked<'_>) {
        let (pools, now, who) = (self.pools(), self.now(), asked.who);
        let mut state = pools.state();
        // A socket may be gone by now, and nobody would end what it seeks.
        let here = self.persons().is_here(socket);
        if !here && !asked.lasts {
            return;
        }
        let before = state.seeks.get(&who.id).cloned();
        if before.as_ref().is_some_and(|before| before.meets) {
            return;
        }
        let other = before.as_ref().and_then(|before| before.socket).filter(|it| *it != socket);
        let mut seeking = state.seeking(asked);
        seeking.socket = Some(socket);
        seeking.told = (now, 0);
        seeking.bots_told = before.is_some_and(|before| before.bots_told && other.is_none());
        if !here {
            seeking.leave_page(|number| pools.list[number].is_slow());
        }
        state.seeks.insert(who.id.clone(), seeking.clone());
        let told = pools.waiting(&state, &state.crowd(), &seeking, false);
        metrics::gauge!("trencavel_seeks").set(state.seeks.len() as f64);
        drop(state);
        if let Some(other) = other {
            self.persons().tell(other, &idle("elsewhere", None));
        }
        self.persons().tell(socket, &told);
    }

    /// Somebody does not want to seek any more, also what it seeks without a page.
    ///
    /// # Errors
    /// What the store says: then it goes on seeking.
    pub async fn unseek(&self, socket: SocketId, person: &str) -> Result<(), Problem> {
        self.drop_lasting(person).await.map_err(trouble::store)?;
        let mut state = self.pools().state();
        let by = state.seeks.get(person).map(|seeking| seeking.socket);
        if by.is_some_and(|by| by.is_none_or(|by| by == socket)) {
            state.seeks.remove(person);
        }
        metrics::gauge!("trencavel_seeks").set(state.seeks.len() as f64);
        drop(state);
        self.persons().tell(socket, &idle("asked", None));
        Ok(())
    }

    /// A page is gone: what it sought ends, but for what is sought by days.
    pub fn leave_page(&self, socket: SocketId, person: &str) {
        let pools = self.pools();
        let mut state = pools.state();
        let own = state.seeks.get_mut(person).filter(|seeking| seeking.socket == Some(socket));
        match own {
            Some(seeking) if seeking.lasts => {
                seeking.leave_page(|number| pools.list[number].is_slow());
            }
            Some(_) => drop(state.seeks.remove(person)),
            None => {}
        }
        metrics::gauge!("trencavel_seeks").set(state.seeks.len() as f64);
    }

    /// Somebody does not seek any more, if it did by this socket; it is told why.
    fn stop_seeking(&self, socket: SocketId, person: &str, why: &str, limit: Option<PlayLimit>) {
        let mut state = self.pools().state();
        if state.seeks.get(person).is_some_and(|seeking| seeking.socket == Some(socket)) {
            state.seeks.remove(person);
        }
        metrics::gauge!("trencavel_seeks").set(state.seeks.len() as f64);
        drop(state);
        self.persons().tell(socket, &idle(why, limit));
    }

    /// Whether somebody is at a live game that the server found for it, or expected there.
    fn plays_live(&self, person: &str) -> bool {
        self.handles_of(person).iter().any(|table| {
            let room = table.seen().room;
            !room.clock().is_slow() && room.is_paired() && !room.is_over()
        })
    }
}

impl Pools {
    pub(super) fn waiting(
        &self,
        state: &State,
        crowd: &HashMap<u32, u32>,
        seeking: &Seeking,
        again: bool,
    ) -> MeTold {
        let numbers: Vec<usize> = seeking.wants.iter().map(|want| want.pool).collect();
        MeTold::Waiting {
            pools: self.names(&seeking.wants),
            since: seeking.since,
            people: others(crowd, seeking.mask).saturating_sub(1),
            wait: state.wait(&numbers),
            again,
        }
    }
}

/// What somebody is told who seeks no more.
pub(super) fn idle(why: &str, limit: Option<PlayLimit>) -> MeTold {
    MeTold::Idle { why: why.to_owned(), limit }
}
