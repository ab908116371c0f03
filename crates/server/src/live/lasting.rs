//! Seeks that last: whoever has an account seeks a game by days also while no page of its is open.
//!
//! Invariants: the store knows of a lasting seek before its person is told, and of none whose game
//! was found or that was ended. What a person may do is asked anew before a table is made: it may
//! have waited for days.

use protocol::log::Who;
use protocol::{LastingSeek, Problem};

use super::hub::Hub;
use super::manners;
use super::pools::{Pools, Wish, idle};
use super::seeks::{Asked, Read, Seeking};
use crate::store::Result;
use crate::store::society::{SEEK_LIFE, SeekRow, blocked};
use crate::trouble;

/// How many are read from the store with each wave, until all are known.
const AT_ONCE: u32 = 50;

impl Pools {
    /// Which of these pools are played by days.
    fn slow<'a>(&'a self, numbers: &'a [usize]) -> impl Iterator<Item = usize> + 'a {
        numbers.iter().copied().filter(|number| self.list[*number].is_slow())
    }

    /// The names of those pools of a seek that last.
    fn lasting_names(&self, seeking: &Seeking) -> Vec<String> {
        let numbers: Vec<usize> = seeking.wants.iter().map(|want| want.pool).collect();
        self.slow(&numbers).map(|number| self.list[number].name.clone()).collect()
    }

    /// Somebody is no more, or shut out.
    pub(super) fn forget(&self, person: &str) {
        self.state().seeks.remove(person);
    }

    /// Another node has the pools: it knows who seeks, and reads who seeks without a page.
    pub(super) fn forget_all(&self) {
        let mut state = self.state();
        state.seeks.clear();
        state.read = Read::default();
    }
}

impl Hub {
    /// Keeps what somebody seeks by days, or that it seeks nothing by days any more; whether there
    /// is something to keep.
    pub(super) async fn keep_lasting(
        &self,
        who: &Who,
        numbers: &[usize],
        wish: &Wish,
        since: u64,
    ) -> std::result::Result<bool, Problem> {
        let pools = self.pools();
        let names: Vec<String> =
            pools.slow(numbers).map(|number| pools.list[number].name.clone()).collect();
        if !who.account || names.is_empty() {
            self.drop_lasting(&who.id).await.map_err(trouble::store)?;
            return Ok(false);
        }
        let seek = SeekRow {
            person: who.id.clone(),
            pools: names,
            guests: wish.guests,
            range: wish.range,
            since,
        };
        self.store().keep_seek(seek).await.map_err(trouble::store)?;
        Ok(true)
    }

    /// Whether the store may know of a seek of this person.
    fn may_last(&self, person: &str) -> bool {
        let state = self.pools().state();
        let known = state.seeks.get(person).is_some_and(|seeking| seeking.lasts);
        known || state.read != Read::All
    }

    /// Forgets what somebody sought by days, if it did.
    pub(super) async fn drop_lasting(&self, person: &str) -> Result<()> {
        if self.may_last(person) {
            self.store().drop_seek(person).await?;
            if let Some(seeking) = self.pools().state().seeks.get_mut(person) {
                seeking.lasts = false;
            }
        }
        Ok(())
    }

    /// What somebody seeks by days.
    pub async fn lasting(&self, person: &str) -> Option<LastingSeek> {
        let pools = self.pools();
        {
            let state = pools.state();
            let known = state.seeks.get(person).filter(|seeking| seeking.lasts);
            if let Some(seeking) = known {
                let since = seeking.since;
                return Some(LastingSeek { pools: pools.lasting_names(seeking), since });
            }
            if state.read == Read::All {
                return None;
            }
        }
        // It is read soon.
        let seek = self.store().seek_of(person).await.ok().flatten()?;
        Some(LastingSeek { pools: seek.pools, since: seek.since })
    }

    /// Reads some of those who seek without a page, until all are known; and forgets those who
    /// have not come for so long that nobody should wait for them.
    pub(super) async fn read_lasting(&self) {
        let (pools, now) = (self.pools(), self.now());
        let after = {
            let mut state = pools.state();
            state.seeks.retain(|_, it| it.socket.is_some() || it.since + SEEK_LIFE > now);
            let Read::UpTo(after) = &state.read else { return };
            after.clone()
        };
        let rows = match self.store().seeks(&after, AT_ONCE).await {
            Ok(rows) => rows,
            Err(error) => {
                tracing::warn!(%error, "cannot read who seeks by days");
                return;
            }
        };
        let last = rows.last().map(|row| (row.since, row.person.clone()));
        let all = rows.len() < AT_ONCE as usize;
        for row in rows {
            if let Err(error) = self.note_lasting(&row).await {
                tracing::warn!(%error, person = row.person, "a seek by days cannot be read");
                return;
            }
        }
        let mut state = pools.state();
        if state.read == Read::UpTo(after) {
            state.read = match last {
                Some(last) if !all => Read::UpTo(last),
                _ => Read::All,
            };
        }
    }

    /// Notes a seek from the store, unless its person has said something since.
    async fn note_lasting(&self, row: &SeekRow) -> Result<()> {
        let pools = self.pools();
        let person = self.store().person(&row.person).await?.filter(|person| !person.banned);
        let Some(person) = person else { return self.store().drop_seek(&row.person).await };
        let known = manners::known(self, &person, &pools.list).await?;
        let number =
            |name: &String| pools.list.iter().position(|pool| pool.name == *name && pool.is_slow());
        // A pool that the hoster has taken away is sought by nobody.
        let numbers: Vec<usize> = row.pools.iter().filter_map(number).collect();
        if numbers.is_empty() || known.barred {
            return self.store().drop_seek(&row.person).await;
        }
        let who = Who { id: person.id, name: person.name, account: true };
        let wish = Wish { pools: Vec::new(), guests: row.guests, range: row.range, busy: false };
        let mut state = pools.state();
        if !state.seeks.contains_key(&who.id) {
            let (since, lasts) = (row.since, true);
            let asked =
                Asked { who: &who, known: &known, numbers: &numbers, wish: &wish, since, lasts };
            let seeking = state.seeking(&asked);
            state.seeks.insert(who.id, seeking);
        }
        Ok(())
    }

    /// Whether these may still meet; whoever may not seek any more does not, and whoever blocked
    /// another meanwhile is not brought to it again.
    pub(super) async fn may_meet(&self, seekers: &[Seeking]) -> Result<bool> {
        let ids: Vec<String> = seekers.iter().map(|seeking| seeking.who.id.clone()).collect();
        let mut may = true;
        for seeking in seekers {
            let id = &seeking.who.id;
            let person = self.store().person(id).await?.filter(|person| !person.banned);
            let known = match &person {
                Some(person) => Some(manners::known(self, person, &self.pools().list).await?),
                None => None,
            };
            let Some(known) = known.filter(|known| !known.barred) else {
                self.store().drop_seek(id).await?;
                self.pools().forget(id);
                if let Some(socket) = seeking.socket {
                    self.persons().tell(socket, &idle("limit", None));
                }
                may = false;
                continue;
            };
            if let Some(seeking) = self.pools().state().seeks.get_mut(id) {
                seeking.blocked = known.blocked;
            }
        }
        let ties = self.store().ties_among(&ids).await?;
        let apart = ids.iter().any(|one| ids.iter().any(|two| blocked(&ties, one, two)));
        Ok(may && !apart)
    }
}
