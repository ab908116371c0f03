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
use super::manners::{self, Neighbourhood};
use super::seeks::{Asked, Seeking, State, others};
use crate::config::Pool;
use crate::trouble;
use store::{Person, Query};

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
    /// Whether programs will do.
    pub bots: bool,
    /// How far a rival may be.
    pub range: Option<u32>,
    /// Whether it plays against the computer meanwhile.
    pub busy: bool,
    /// From where it comes.
    pub place: Neighbourhood,
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

    pub(super) fn names(&self, wants: &[Want]) -> Vec<String> {
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
        let pools = self.pools();
        let numbers = pools.numbers(&wish.pools)?;
        let is_slow = |number: &usize| pools.list[*number].is_slow();
        self.may_play_one_more(person).await?;
        let known = {
            let _turn = pools.asking.acquire().await;
            manners::known(self, person, wish.place, &pools.list).await.map_err(trouble::store)?
        };
        let limited = known.limit.is_some();
        let open = numbers.into_iter().filter(|it| !limited || (is_slow(it) && !known.barred));
        let (lasting, live): (Vec<usize>, Vec<usize>) =
            open.partition(|number| who.account && !known.program && is_slow(number));
        self.keep_lasting(who, &known, &lasting, &wish).await?;
        if lasting.is_empty() && live.is_empty() {
            self.stop_seeking(socket, &who.id, "limit", known.limit);
            return Ok(());
        }
        let before = pools.state().seeks.get(&who.id).map(|before| before.since);
        let since = before.unwrap_or_else(|| self.now());
        let (known, numbers, wish) = (&known, live.as_slice(), &wish);
        self.note_seek(socket, &Asked { who, known, numbers, wish, since, lasts: false });
        Ok(())
    }

    /// Notes what is sought by a page: nothing, if all is sought by days.
    fn note_seek(&self, socket: SocketId, asked: &Asked<'_>) {
        let (pools, now, who) = (self.pools(), self.now(), asked.who);
        let mut state = pools.state();
        // A socket may be gone by now, and nobody would end what it seeks.
        if !self.persons().is_here(socket) {
            return;
        }
        let before = state.seeks.get(&who.id).cloned();
        if before.as_ref().is_some_and(|before| before.meets) {
            return;
        }
        let other = before.as_ref().and_then(|before| before.socket).filter(|it| *it != socket);
        state.seeks.remove(&who.id);
        if !asked.numbers.is_empty() {
            let mut seeking = state.seeking(asked);
            seeking.socket = Some(socket);
            seeking.told = (now, 0);
            seeking.bots_told = before.is_some_and(|before| before.bots_told && other.is_none());
            state.seeks.insert(who.id.clone(), seeking);
        }
        let told = pools.waiting(&state, &state.crowd(), &who.id, false);
        metrics::gauge!("trencavel_seeks").set(state.seeks.len() as f64);
        drop(state);
        if let Some(other) = other {
            self.persons().tell(other, &idle("elsewhere", None));
        }
        if let Some(told) = told {
            self.persons().tell(socket, &told);
        }
    }

    /// Somebody has blocked another: while both seek, they are not brought together.
    pub fn keep_apart(&self, person: &str, other: &str) {
        self.pools().state().keep_apart(person, other);
    }

    /// Somebody does not want to seek any more: by this page, nor by days.
    ///
    /// # Errors
    /// What the store says: then it goes on seeking.
    pub async fn unseek(&self, socket: SocketId, person: &str) -> Result<(), Problem> {
        self.drop_lasting(person).await.map_err(trouble::store)?;
        self.stop_seeking(socket, person, "asked", None);
        Ok(())
    }

    /// A page is gone, and what it sought with it.
    pub fn leave_page(&self, socket: SocketId, person: &str) {
        let mut state = self.pools().state();
        if state.seeks.get(person).is_some_and(|seeking| seeking.socket == Some(socket)) {
            state.seeks.remove(person);
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

    /// Whether somebody may be brought to another game: people play one live game that was found
    /// for them, programs as many at once as they offer.
    async fn may_play_one_more(&self, person: &Person) -> Result<(), Problem> {
        if person.owner.is_none() {
            if !self.plays_live(&person.id) {
                return Ok(());
            }
            let detail = "You are playing a game that was found for you: finish it first.";
            return Err(trouble::conflict("playing", detail));
        }
        let Some(offer) = self.offer_of(&person.id).await.map_err(trouble::store)? else {
            let detail = "A program says what it plays before it seeks: PUT /api/me/offer.";
            return Err(trouble::conflict("bot-offer", detail));
        };
        let query = Query {
            status: vec!["playing".to_owned(), "open".to_owned()],
            person: Some(person.id.clone()),
            limit: u32::from(offer.games),
            ..Query::default()
        };
        let playing = self.store().rows(query).await.map_err(trouble::store)?.len();
        if playing < usize::from(offer.games) {
            return Ok(());
        }
        let detail = "This program plays as many games as it may already.";
        Err(trouble::conflict("bot-busy", detail))
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
    /// What somebody is told who seeks, by a page or by days.
    pub(super) fn waiting(
        &self,
        state: &State,
        crowd: &HashMap<u32, u32>,
        person: &str,
        again: bool,
    ) -> Option<MeTold> {
        let own: Vec<&Seeking> = [&state.seeks, &state.lasting]
            .into_iter()
            .filter_map(|list| list.get(person))
            .collect();
        let wants: Vec<Want> = own.iter().flat_map(|it| it.wants.iter().copied()).collect();
        let numbers: Vec<usize> = wants.iter().map(|want| want.pool).collect();
        let since = own.first()?.since;
        let people = others(crowd, own.iter().fold(0, |mask, it| mask | it.mask));
        Some(MeTold::Waiting {
            pools: self.names(&wants),
            since,
            people: people.saturating_sub(own.len() as u32),
            wait: state.wait(&numbers),
            again,
        })
    }
}

/// What somebody is told who seeks no more.
pub(super) fn idle(why: &str, limit: Option<PlayLimit>) -> MeTold {
    MeTold::Idle { why: why.to_owned(), limit }
}
