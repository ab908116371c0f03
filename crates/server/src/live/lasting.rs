//! Seeks that last: whoever has an account seeks a game by days also while no page of its is open.
//!
//! Invariants: the store has the truth. A seek is known there before its person is told, and taken
//! out of it before its table is made, so that it is found once, whatever node or restart comes in
//! between. What is in memory is what the store said last: it is read again and again.

use protocol::log::Who;
use protocol::{LastingSeek, Problem};

use super::hub::Hub;
use super::manners::{self, Known, Neighbourhood};
use super::pools::{Pools, Wish};
use super::seeks::{Asked, Seeking};
use crate::trouble;
use store::Result;
use store::society::{SEEK_LIFE, SeekRow, blocked};

/// How many are read from the store with each wave.
const AT_ONCE: u32 = 50;
/// How often all are read, ms.
const AGAIN: u64 = 60_000;

impl Pools {
    /// Another node has the pools: it knows who seeks, and reads who seeks without a page.
    pub(super) fn forget_all(&self) {
        let mut state = self.state();
        state.seeks.clear();
        state.lasting.clear();
        (state.read, state.read_all) = ((0, String::new()), 0);
    }

    /// Somebody has another name.
    pub(super) fn rename(&self, who: &Who) {
        let mut state = self.state();
        for lasts in [false, true] {
            if let Some(seeking) = state.list(lasts).get_mut(&who.id) {
                seeking.who = who.clone();
            }
        }
    }

    fn row(&self, seeking: &Seeking) -> SeekRow {
        SeekRow {
            person: seeking.who.id.clone(),
            pools: self.names(&seeking.wants),
            guests: seeking.guests,
            bots: seeking.programs,
            range: seeking.range,
            since: seeking.since,
        }
    }
}

impl Hub {
    /// Somebody is no more, or shut out.
    pub(super) async fn shut_out_of_pools(&self, person: &str) -> Result<()> {
        self.pools().state().seeks.remove(person);
        self.drop_lasting(person).await
    }

    /// Keeps what somebody seeks by days, or that it seeks nothing by days any more.
    pub(super) async fn keep_lasting(
        &self,
        who: &Who,
        known: &Known,
        numbers: &[usize],
        wish: &Wish,
    ) -> std::result::Result<(), Problem> {
        if numbers.is_empty() {
            return self.drop_lasting(&who.id).await.map_err(trouble::store);
        }
        let pools = self.pools();
        let seeking = {
            let mut state = pools.state();
            if state.lasting.get(&who.id).is_some_and(|before| before.meets) {
                // Its game is being made.
                return Ok(());
            }
            let since = self.now();
            state.seeking(&Asked { who, known, numbers, wish, since, lasts: true })
        };
        self.store().keep_seek(pools.row(&seeking)).await.map_err(trouble::store)?;
        pools.state().lasting.insert(who.id.clone(), seeking);
        Ok(())
    }

    /// Forgets what somebody sought by days, if it did.
    ///
    /// # Errors
    /// If the store fails: then it is sought still.
    pub async fn drop_lasting(&self, person: &str) -> Result<()> {
        // Most who ask seek nothing by days: reading costs less than writing.
        if self.store().seek_of(person).await?.is_some() {
            self.store().drop_seek(person).await?;
        }
        self.pools().state().lasting.remove(person);
        Ok(())
    }

    /// What somebody seeks by days.
    pub async fn lasting(&self, person: &str) -> Option<LastingSeek> {
        let seek = self.store().seek_of(person).await.ok().flatten()?;
        Some(LastingSeek { pools: seek.pools, since: seek.since })
    }

    /// Reads some of those who seek by days; all of them once a minute.
    pub(super) async fn read_lasting(&self) {
        let (pools, now) = (self.pools(), self.now());
        let after = {
            let mut state = pools.state();
            // Nobody should wait for somebody who has not come for so long.
            state.lasting.retain(|_, it| it.since + SEEK_LIFE > now);
            if state.read_all + AGAIN > now {
                return;
            }
            state.read.clone()
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
            }
        }
        let mut state = pools.state();
        if all {
            (state.read, state.read_all) = ((0, String::new()), now);
        } else if let Some(last) = last {
            state.read = last;
        }
    }

    /// Notes a seek of the store that is not known here.
    async fn note_lasting(&self, row: &SeekRow) -> Result<()> {
        let pools = self.pools();
        let is_known = |it: &Seeking| it.meets || it.since == row.since;
        if pools.state().lasting.get(&row.person).is_some_and(is_known) {
            return Ok(());
        }
        let number =
            |name: &String| pools.list.iter().position(|pool| pool.name == *name && pool.is_slow());
        // A pool that the hoster has taken away is sought by nobody.
        let numbers: Vec<usize> = row.pools.iter().filter_map(number).collect();
        let (Some((who, known)), false) = (self.may_seek(&row.person).await?, numbers.is_empty())
        else {
            return self.store().drop_seek(&row.person).await.map(drop);
        };
        let (guests, bots, range) = (row.guests, row.bots, row.range);
        let wish = Wish {
            pools: Vec::new(),
            guests,
            bots,
            range,
            busy: false,
            place: Neighbourhood::Unknown,
        };
        let (who, known, numbers, wish) = (&who, &known, &numbers, &wish);
        let mut state = pools.state();
        let seeking =
            state.seeking(&Asked { who, known, numbers, wish, since: row.since, lasts: true });
        state.lasting.insert(who.id.clone(), seeking);
        Ok(())
    }

    /// Who somebody is and what is known of it, if it may seek at all.
    async fn may_seek(&self, id: &str) -> Result<Option<(Who, Known)>> {
        let Some(person) = self.store().person(id).await?.filter(|person| !person.banned) else {
            return Ok(None);
        };
        let known =
            manners::known(self, &person, Neighbourhood::Unknown, &self.pools().list).await?;
        let account = person.password.is_some();
        let who = Who { id: person.id, name: person.name, account };
        Ok((!known.barred && account).then_some((who, known)))
    }

    /// Takes those who seek by days out of the store, as they are by now; none if they may not meet
    /// any more, or were found elsewhere. Then whoever still seeks is back on the list.
    pub(super) async fn claim(&self, seekers: &[Seeking]) -> Result<Option<Vec<Seeking>>> {
        let mut fresh = seekers.to_vec();
        for seeking in fresh.iter_mut().filter(|seeking| seeking.lasts) {
            let Some((who, known)) = self.may_seek(&seeking.who.id).await? else {
                self.drop_lasting(&seeking.who.id).await?;
                return Ok(None);
            };
            seeking.blocked.clone_from(&known.blocked);
            seeking.who = who;
            if let Some(now) = self.pools().state().same(seeking) {
                now.blocked.clone_from(&known.blocked);
            }
        }
        let ids: Vec<String> = fresh.iter().map(|seeking| seeking.who.id.clone()).collect();
        let ties = self.store().ties_among(&ids).await?;
        let pairs = ids.iter().flat_map(|one| ids.iter().map(move |two| (one, two)));
        let apart: Vec<_> = pairs.filter(|(one, two)| blocked(&ties, one, two)).collect();
        if !apart.is_empty() {
            // Whoever blocked another at another node, or just now, meets somebody else next time.
            let mut state = self.pools().state();
            for (one, two) in apart {
                state.keep_apart(one, two);
            }
            return Ok(None);
        }
        for (place, seeking) in fresh.iter().enumerate().filter(|(_, seeking)| seeking.lasts) {
            let taken = self.store().drop_seek(&seeking.who.id).await;
            if matches!(taken, Ok(true)) {
                continue;
            }
            self.put_back(&fresh[..place]).await?;
            if !taken? {
                self.pools().state().lasting.remove(&seeking.who.id);
            }
            return Ok(None);
        }
        Ok(Some(fresh))
    }

    /// Notes what these sought for whom a game by days was found: whoever comes to it while another
    /// does not seeks on by itself, with the end of the table.
    pub(super) async fn note_met(&self, table: &str, claimed: &[Seeking]) {
        let lasting = claimed.iter().filter(|seeking| seeking.lasts);
        let rows: Vec<SeekRow> = lasting.map(|seeking| self.pools().row(seeking)).collect();
        if rows.is_empty() {
            return;
        }
        if let Err(error) = self.store().met(table, rows).await {
            tracing::warn!(%error, "whoever comes to nobody will not seek on by itself");
        }
    }

    /// The table of these could not be made: they seek as before.
    pub(super) async fn put_back(&self, claimed: &[Seeking]) -> Result<()> {
        for seeking in claimed.iter().filter(|seeking| seeking.lasts) {
            self.store().keep_seek(self.pools().row(seeking)).await?;
        }
        Ok(())
    }
}
