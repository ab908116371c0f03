//! Nothing grows for ever: open tables, guests without games and sessions that nobody uses go.
//!
//! Invariants: a table that is in memory stays, for somebody is there or was just now; every step
//! is small, with a pause behind it, so that no move waits for it.

use std::time::Duration;

use super::hub::Hub;
use store::nodes::Owner;
use store::{Expiry, Removal, Result, SESSION_LIFE};

/// How often it looks.
const EVERY: Duration = Duration::from_mins(1);
/// The pause between two steps.
const PAUSE: Duration = Duration::from_millis(50);
/// Tables or sessions of one step.
const STEP: u32 = 50;
/// People that one step looks at.
const STRETCH: u32 = 500;
/// Steps of one kind in a round.
const STEPS: usize = 20;
/// For how long a table is kept whose players did not come.
const NOTHING: Duration = Duration::from_hours(30 * 24);
/// For how long an expired table is known as such.
const REMEMBERED: Duration = Duration::from_hours(90 * 24);

/// What goes round and round.
pub struct Expirer {
    hub: Hub,
    /// The last person that was looked at.
    person: String,
    /// Whether those were looked for who were leaving.
    looked: bool,
}

/// What one round removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Swept {
    /// Tables that never began.
    pub tables: u64,
    /// Sessions.
    pub sessions: u64,
    /// Guests without games.
    pub guests: u64,
}

/// Starts the rounds; they end when the hub stops.
pub fn start(hub: &Hub) {
    let (mut expirer, mut stopping) = (Expirer::new(hub), hub.stopping());
    tokio::spawn(async move {
        loop {
            tokio::select! {
                () = tokio::time::sleep(EVERY) => {}
                _ = stopping.changed() => return,
            }
            match expirer.round().await {
                Ok(swept) if swept != Swept::default() => {
                    let Swept { tables, sessions, guests } = swept;
                    tracing::info!(tables, sessions, guests, "expired");
                }
                Ok(_) => {}
                Err(error) => tracing::warn!(%error, "what expired could not be removed"),
            }
        }
    });
}

impl Expirer {
    /// Begins with the first person.
    pub fn new(hub: &Hub) -> Expirer {
        Expirer { hub: hub.clone(), person: String::new(), looked: false }
    }

    /// One round.
    ///
    /// # Errors
    /// If the store fails; the next round tries again.
    pub async fn round(&mut self) -> Result<Swept> {
        if !self.looked {
            // Whoever was leaving when the last server stopped.
            for person in self.hub.store().half_gone().await? {
                self.hub.store().go_on_leaving(&person).await?;
            }
            self.looked = true;
        }
        let swept = Swept {
            tables: self.tables().await? + self.nothing().await?,
            sessions: self.sessions().await?,
            guests: self.guests().await?,
        };
        if swept != Swept::default() {
            // Whoever looks now is told that it is gone, not what is remembered of it.
            self.hub.hear().await;
        }
        for (what, number) in
            [("tables", swept.tables), ("sessions", swept.sessions), ("guests", swept.guests)]
        {
            metrics::counter!("trencavel_expired_total", "what" => what).increment(number);
        }
        let before = self.before(Some(REMEMBERED));
        self.hub.store().sweep_expired(before, STEP * STEPS as u32).await?;
        self.hub.store().sweep_society(self.hub.now()).await?;
        Ok(swept)
    }

    async fn tables(&self) -> Result<u64> {
        let keeping = &self.hub.config().keeping;
        let since = Expiry {
            open: self.before(keeping.open_tables),
            slow: self.before(keeping.open_slow_tables),
        };
        let mut removed = 0;
        for _ in 0..STEPS {
            // Those in memory stay, and must not stand in the way of the others.
            let limit = STEP + u32::try_from(self.hub.loaded()).unwrap_or(u32::MAX / 2);
            let mut expiring = self.hub.store().expiring(since, limit).await?;
            expiring.retain(|id| !self.hub.is_loaded(id));
            expiring.truncate(STEP as usize);
            for id in &expiring {
                if let Some(cluster) = self.hub.cluster()
                    && matches!(cluster.nodes().owner(id).await?, Owner::Node(_))
                {
                    // Somebody is there, at another node.
                    continue;
                }
                let why = Removal::Expired { since, now: self.hub.now() };
                // The store's notice tells the lobby, too.
                removed += u64::from(self.hub.store().remove_table(id, why).await?);
            }
            // Copies for those who only look go, too.
            self.hub.hear().await;
            if expiring.len() < STEP as usize {
                break;
            }
            tokio::time::sleep(PAUSE).await;
        }
        Ok(removed)
    }

    /// Tables whose players did not come; the store's notice takes them out of memory.
    async fn nothing(&self) -> Result<u64> {
        let before = self.before(Some(NOTHING));
        let mut removed = 0;
        for _ in 0..STEPS {
            let gone = self.hub.store().sweep_nothing(before, self.hub.now(), STEP).await?;
            removed += gone;
            if gone < u64::from(STEP) {
                break;
            }
            tokio::time::sleep(PAUSE).await;
        }
        Ok(removed)
    }

    async fn sessions(&self) -> Result<u64> {
        let before = self.before(Some(Duration::from_secs(SESSION_LIFE)));
        let mut removed = 0;
        for _ in 0..STEPS {
            let ended = self.hub.store().sweep_sessions(before, STEP).await?;
            removed += ended;
            if ended < u64::from(STEP) {
                break;
            }
            tokio::time::sleep(PAUSE).await;
        }
        Ok(removed)
    }

    /// Goes on where the last round stopped; at the end of the list the next one begins anew.
    async fn guests(&mut self) -> Result<u64> {
        let Some(life) = self.hub.config().keeping.guests else { return Ok(0) };
        let before = self.before(Some(life));
        let mut removed = 0;
        for _ in 0..STEPS {
            let (gone, last) = self.hub.store().sweep_guests(&self.person, before, STRETCH).await?;
            removed += gone;
            let Some(last) = last else {
                self.person.clear();
                break;
            };
            self.person = last;
            tokio::time::sleep(PAUSE).await;
        }
        Ok(removed)
    }

    /// What was used last before this has expired.
    fn before(&self, life: Option<Duration>) -> u64 {
        let life =
            life.map_or(u64::MAX, |life| u64::try_from(life.as_millis()).unwrap_or(u64::MAX));
        self.hub.now().saturating_sub(life)
    }
}
