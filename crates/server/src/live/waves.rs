//! The waves: those who seek are brought together, and watched until they play or do not come.

use std::time::Duration;

use pairing::{Meeting, Seek};
use protocol::{Made, MeTold, NoticeKind, Problem, SeatPlan};
use room::Room;
use tokio::time::timeout;

use super::crowd::SocketId;
use super::hub::Hub;
use super::manners;
use super::outbox::Ending;
use super::pools::idle;
use super::seeks::{Seeking, others};
use crate::config::Pool;
use crate::trouble;
use crate::work::lane::Origin;
use store::post::News;

/// How often people are brought together.
pub const WAVE: Duration = Duration::from_secs(2);
/// After how long computers are offered, ms.
const BOTS_AFTER: u64 = 15_000;
/// How often somebody who waits is told how many others do, at most, ms.
const TELLING: u64 = 4_000;
/// How many are told that with each wave, at most; whoever was told longest ago comes first.
const TOLD: usize = 100;
/// From how many seeks on a wave is worked out on a thread of its own.
const MANY: usize = 100;
/// How many seconds somebody has to come who plays against the computer meanwhile.
const WITHIN_BUSY: u32 = 15;
/// Between two tables that are made: a hundred in a second are more than any evening needs.
const PACE: Duration = Duration::from_millis(8);
/// Beyond the time that a table gives for each of its two steps.
const SLACK: Duration = Duration::from_secs(30);

impl Hub {
    /// Brings people together.
    pub(super) async fn wave(&self) {
        let pools = self.pools();
        if let Some(cluster) = self.cluster()
            && !cluster.hold_pools().await
        {
            // Another node holds them: whoever seeks here comes again, and is led there.
            pools.forget_all();
            self.persons().end_all(Ending::Moved);
            return;
        }
        self.read_lasting().await;
        let (seekers, seeks) = {
            let (state, now) = (pools.state(), self.now());
            let all = state.seeks.values().chain(state.lasting.values());
            let mut seekers: Vec<Seeking> = all.filter(|it| !it.meets).cloned().collect();
            seekers.sort_by_key(|seeking| (seeking.since, seeking.number));
            let seeks: Vec<Seek> = seekers.iter().map(|it| state.seek(now, it)).collect();
            (seekers, seeks)
        };
        if seeks.is_empty() {
            return;
        }
        let begun = std::time::Instant::now();
        let seats = pools.seats.clone();
        let meetings = if seeks.len() < MANY {
            pairing::wave(&seats, &seeks)
        } else {
            let whole = move || pairing::wave(&seats, &seeks);
            tokio::task::spawn_blocking(whole).await.unwrap_or_default()
        };
        metrics::histogram!("trencavel_wave_seconds").record(begun.elapsed().as_secs_f64());
        for Meeting { pool, seeks } in meetings {
            let all: Vec<Seeking> = seeks.iter().map(|place| seekers[*place].clone()).collect();
            if self.go(&all) {
                tokio::spawn(meet(self.clone(), pool, all));
            }
        }
        self.tell_waiting();
    }

    /// Sends people to a table, if all still seek.
    fn go(&self, seekers: &[Seeking]) -> bool {
        let mut state = self.pools().state();
        let all = seekers.iter().all(|it| state.same(it).is_some_and(|now| !now.meets));
        for seeking in seekers.iter().filter(|_| all) {
            if let Some(seeking) = state.same(seeking) {
                seeking.meets = true;
            }
        }
        all
    }

    /// Whether all of these still wait for their table.
    fn all_wait(&self, seekers: &[Seeking]) -> bool {
        let mut state = self.pools().state();
        seekers.iter().all(|before| state.same(before).is_some())
    }

    /// Tells those who wait how many others do, and offers computers to those who have waited.
    fn tell_waiting(&self) {
        let (pools, now) = (self.pools(), self.now());
        let mut state = pools.state();
        let mut messages: Vec<(SocketId, MeTold)> = Vec::new();
        let crowd = state.crowd();
        let here = state.seeks.iter().filter_map(|(person, it)| Some((it, person, it.socket?)));
        let mut people: Vec<(u64, String, SocketId)> =
            here.map(|(it, person, socket)| (it.told.0, person.clone(), socket)).collect();
        people.sort_unstable();
        for (_, person, socket) in people {
            if messages.len() >= TOLD {
                break;
            }
            let Some(seeking) = state.seeks.get(&person).filter(|it| !it.meets) else { continue };
            let others = others(&crowd, seeking.mask).saturating_sub(1);
            let changed = seeking.told.1 != others && seeking.told.0 + TELLING <= now;
            let bots = !seeking.bots_told && seeking.since + BOTS_AFTER <= now;
            if changed {
                let told = pools.waiting(&state, &crowd, &person, false);
                messages.extend(told.map(|told| (socket, told)));
            }
            if bots && let Some(want) = seeking.wants.first() {
                let near = manners::near_bots(want.rating);
                messages.push((socket, MeTold::Bots { near }));
            }
            if let Some(seeking) = state.seeks.get_mut(&person) {
                seeking.bots_told |= bots;
                if changed {
                    seeking.told = (now, others);
                }
            }
        }
        drop(state);
        for (socket, message) in messages {
            self.persons().tell(socket, &message);
        }
    }

    /// These do not meet after all, or not all of them: whoever is in `missed` seeks no more, the
    /// others go on where they stood.
    fn part(&self, seekers: &[Seeking], missed: &[String]) {
        let pools = self.pools();
        let mut messages: Vec<(SocketId, MeTold)> = Vec::new();
        let mut state = pools.state();
        for before in seekers {
            let Some(seeking) = state.same(before) else { continue };
            seeking.meets = false;
            let told = if missed.contains(&before.who.id) && !before.lasts {
                state.seeks.remove(&before.who.id);
                Some(idle("absent", None))
            } else {
                pools.waiting(&state, &state.crowd(), &before.who.id, true)
            };
            messages.extend(before.socket.zip(told));
        }
        drop(state);
        for (socket, message) in messages {
            self.persons().tell(socket, &message);
        }
    }

    /// These play.
    fn play(&self, pool: usize, seekers: &[Seeking]) {
        let now = self.now();
        let mut state = self.pools().state();
        state.met(now, pool, seekers);
        for before in seekers {
            if state.same(before).is_some() {
                state.list(before.lasts).remove(&before.who.id);
            }
        }
        metrics::gauge!("trencavel_seeks").set(state.seeks.len() as f64);
        drop(state);
        for socket in seekers.iter().filter_map(|before| before.socket) {
            self.persons().tell(socket, &idle("playing", None));
        }
    }
}

/// Makes a table for some who seek, and waits until they have come to it or not.
async fn meet(hub: Hub, pool: usize, seekers: Vec<Seeking>) {
    let Some(kind) = hub.pools().list.get(pool).cloned() else { return };
    let busy = seekers.iter().any(|seeking| seeking.busy);
    let within = if busy { kind.within.max(WITHIN_BUSY) } else { kind.within };
    let (made, seekers) = match make(&hub, &kind, within, &seekers).await {
        Ok(made) => made,
        Err(problem) => {
            if let Some(problem) = problem {
                tracing::warn!(pool = kind.name, detail = problem.detail, "a pair got no table");
            }
            hub.part(&seekers, &[]);
            return;
        }
    };
    metrics::counter!("trencavel_pairings_total", "pool" => kind.name.clone()).increment(1);
    let until = hub.now() + u64::from(within) * 1000;
    for (seat, seeking) in (0u8..).zip(&seekers) {
        let others = seekers.iter().filter(|other| other.who.id != seeking.who.id);
        let paired = MeTold::Paired {
            table: made.id.clone(),
            commitment: made.commitment.clone(),
            seat,
            pool: kind.name.clone(),
            rivals: others.map(|other| other.who.name.clone()).collect(),
            until,
        };
        match seeking.socket {
            Some(socket) => hub.persons().tell(socket, &paired),
            None => hub.persons().tell_person(&seeking.who.id, &paired),
        }
    }
    if kind.is_slow() {
        // They sit down when they come by: the table stands in their lists, and their bells ring.
        hub.note_met(&made.id, &seekers).await;
        ring(&hub, &made.id, until, &seekers).await;
        hub.play(pool, &seekers);
        return;
    }
    let patience = Duration::from_secs(2 * u64::from(within)) + SLACK;
    let decided = |room: &Room| room.is_playing() || room.is_over();
    let room = match hub.table(&made.id).await {
        Ok(table) => timeout(patience, table.until(decided)).await.ok().flatten(),
        Err(_) => None,
    };
    match room {
        Some(room) if room.is_playing() => hub.play(pool, &seekers),
        Some(room) => {
            let missed = room.missed().into_iter().map(|(person, _)| person.to_owned());
            hub.part(&seekers, &missed.collect::<Vec<_>>());
        }
        // The table is at another node by now, or the store does not answer: nobody is to blame.
        None => hub.part(&seekers, &[]),
    }
}

/// Makes a table when it is their turn, for those who come as they are by now; no problem is told
/// if somebody has gone meanwhile.
async fn make(
    hub: &Hub,
    kind: &Pool,
    within: u32,
    seekers: &[Seeking],
) -> Result<(Made, Vec<Seeking>), Option<Problem>> {
    let _turn = hub.pools().making.acquire().await;
    if !hub.all_wait(seekers) {
        return Err(None);
    }
    let trouble = |error| Some(trouble::store(error));
    let seekers = hub.claim(seekers).await.map_err(trouble)?.ok_or(None)?;
    let kept = |seeking: &Seeking| SeatPlan::Kept {
        person: seeking.who.id.clone(),
        name: seeking.who.name.clone(),
        screen: false,
    };
    let accounts = seekers.iter().all(|seeking| seeking.who.account && seeking.rated);
    let config = kind.table(seekers.iter().map(kept).collect(), within, accounts);
    let made = hub.make(config, &room::nobody(), None, Origin::Server).await;
    if made.is_err() {
        hub.put_back(&seekers).await.map_err(trouble)?;
    }
    tokio::time::sleep(PACE).await;
    Ok((made.map_err(Some)?, seekers))
}

/// Tells the bells of these that a game by days was found for them.
async fn ring(hub: &Hub, table: &str, until: u64, seekers: &[Seeking]) {
    // A program hears it over its socket; it has no bell.
    for seeking in seekers.iter().filter(|seeking| !seeking.program) {
        let news = News {
            key: format!("paired {table} {}", seeking.who.id),
            person: seeking.who.id.clone(),
            kind: NoticeKind::Paired.name().to_owned(),
            table: Some(table.to_owned()),
            due: hub.now(),
            until: Some(until),
            ..News::default()
        };
        if let Err(error) = hub.store().post().post(news).await {
            tracing::error!(%error, "a game by days was found, and nobody is told");
        }
    }
}
