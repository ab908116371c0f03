//! Several servers on one store, as equal nodes.
//!
//! A table lives at one node, its owner. Any node takes any request and any socket: what belongs to
//! a table of another node is sent on to it (`forward`), whose `door` lets in nobody but nodes. A
//! node shows twice a second that it is alive, and looks who is not (`pulse`). Invariants: what a
//! node writes never depends on what is known here, for the store compares owner and epoch; a node
//! that does not know whether it is alive shows nothing from its memory.

pub mod assets;
pub mod door;
pub mod forward;
mod known;
pub mod limits;
mod pulse;
mod secret;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use protocol::log::FORMAT;

pub use self::known::{Direction, Known};
pub use self::pulse::start;
pub use self::secret::PeerSecret;
use crate::config::Config;
use crate::live::{Ending, Hub};
use store::nodes::{Card, Hold, Joined, Node, NodeId, Owner, State, level};
use store::{AnyStore, Nodes, Result, StoreError};

/// How many tables are woken at once.
pub(crate) const DUE: u32 = 64;
/// How many tables leave together when a node stops, and the pause after them.
const WAVE: usize = 200;
const PAUSE: Duration = Duration::from_millis(100);
/// A node that does not reach most of its peers for so long leaves its tables to them.
const APART: Duration = Duration::from_secs(5);

/// What this server is among several.
pub struct Cluster {
    store: AnyStore,
    card: Card,
    secret: Option<PeerSecret>,
    known: Known,
    /// It stops.
    draining: AtomicBool,
    /// It is cut off from the others.
    aside: AtomicBool,
    /// The right to the pools, while they are ours.
    pools: Mutex<Option<Hold>>,
}

impl Cluster {
    /// Joins, if the store can be shared.
    ///
    /// # Errors
    /// If the store fails, or another server is there that cannot be reached.
    pub async fn join(store: &AnyStore, config: &Config) -> Result<Option<(Arc<Cluster>, Joined)>> {
        let Some(nodes) = store.nodes() else { return Ok(None) };
        let peers = &config.peers;
        let card = Card {
            name: peers.name.clone(),
            address: peers.address.clone().unwrap_or_default(),
            level: level(FORMAT, games::REVISION) + peers.newer,
        };
        let joined = nodes.join(&card).await?;
        if let Err(error) = alone_or_in_company(nodes, &card, joined.node).await {
            nodes.note_state(State::Dead).await?;
            return Err(error);
        }
        let cluster = Cluster {
            store: store.clone(),
            known: Known::new(joined.node),
            secret: peers.secret.clone(),
            card,
            draining: AtomicBool::new(false),
            aside: AtomicBool::new(false),
            pools: Mutex::default(),
        };
        tracing::info!(node = joined.node, name = cluster.card.name, "joined");
        Ok(Some((Arc::new(cluster), joined)))
    }

    /// What the store does for nodes.
    pub fn nodes(&self) -> &dyn Nodes {
        self.store.nodes().expect("it was there when this node joined")
    }

    /// What is known of the others.
    pub fn known(&self) -> &Known {
        &self.known
    }

    /// Whether it gives its tables away.
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed) || self.aside.load(Ordering::Relaxed)
    }

    pub(crate) fn secret(&self) -> Option<&PeerSecret> {
        self.secret.as_ref()
    }

    /// Takes tables whose time has come.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn claim(&self, now: u64) -> Result<Vec<String>> {
        if self.is_draining() || !self.known.is_fresh() {
            return Ok(Vec::new());
        }
        let due = self.nodes().claim_due(now, DUE).await?;
        if !due.is_empty() {
            metrics::counter!("trencavel_takes_total", "why" => "due").increment(due.len() as u64);
        }
        Ok(due)
    }

    /// Where a table is to be asked for.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn direction(&self, hub: &Hub, table: &str) -> Result<Direction> {
        if hub.is_loaded(table) && !self.is_draining() {
            return Ok(Direction::Here);
        }
        let me = self.known.me();
        Ok(match self.nodes().owner(table).await? {
            Owner::Node(node) if node == me => Direction::Here,
            Owner::Node(node) => self.known.peer(node).map_or(Direction::Unknown, Direction::There),
            Owner::Rests { needs } if self.is_draining() || needs > self.card.level => {
                self.known.ready_peer(needs).map_or(Direction::Here, Direction::There)
            }
            Owner::Rests { .. } | Owner::Missing => Direction::Here,
        })
    }

    /// Whether the pools are ours; takes them if nobody has them.
    pub async fn hold_pools(&self) -> bool {
        if self.is_draining() || !self.known.is_fresh() {
            self.leave_pools().await;
            return false;
        }
        let hold = match self.nodes().take_pools().await {
            Ok(hold) => hold,
            // As long as the others take this node for alive, nobody takes the pools from it.
            Err(error) => {
                tracing::warn!(%error, "cannot ask who has the pools");
                *self.held()
            }
        };
        let before = std::mem::replace(&mut *self.held(), hold);
        if hold != before {
            tracing::info!(epoch = hold.map(|hold| hold.epoch), "pools taken or lost");
        }
        hold.is_some()
    }

    fn held(&self) -> MutexGuard<'_, Option<Hold>> {
        self.pools.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves the pools to whichever node takes them next.
    async fn leave_pools(&self) {
        let held = self.held().take();
        if let Some(hold) = held
            && let Err(error) = self.nodes().rest_pools(hold).await
        {
            tracing::warn!(%error, "the pools could not be given back: the others will notice");
        }
    }

    /// Where people seek.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn pools_direction(&self) -> Result<Direction> {
        let me = self.known.me();
        Ok(match self.nodes().pools_owner().await? {
            Some(node) if node == me => Direction::Here,
            Some(node) => self.known.peer(node).map_or(Direction::Unknown, Direction::There),
            None if self.hold_pools().await => Direction::Here,
            None => Direction::Unknown,
        })
    }

    /// Gives all tables to other nodes, wave by wave, and takes no more.
    pub async fn drain(&self, hub: &Hub) {
        self.draining.store(true, Ordering::Relaxed);
        self.leave_pools().await;
        hub.persons().end_all(Ending::Moved);
        if let Err(error) = self.nodes().note_state(State::Draining).await {
            tracing::warn!(%error, "cannot tell the others that this node stops");
        }
        if self.known.ready_peer(0).is_some() {
            tracing::info!(tables = hub.loaded(), "handing over");
            hub.hand_over(WAVE, PAUSE).await;
        }
    }

    /// A node that others do not reach gives its tables to them, and takes tables again when it is
    /// back. If nobody else is ready it stays: where all ways are cut, one node plays on.
    async fn step_aside_or_back(&self, hub: &Hub) {
        let others = self.known.ready_peer(0).is_some();
        let aside = self.known.apart_for() >= APART && others;
        if self.aside.swap(aside, Ordering::Relaxed) == aside
            || self.draining.load(Ordering::Relaxed)
        {
            return;
        }
        let state = if aside { State::Draining } else { State::Ready };
        tracing::warn!(state = state.name(), "most of the other nodes come or go");
        if let Err(error) = self.nodes().note_state(state).await {
            tracing::warn!(%error, "cannot tell the others");
            // The next look tries again.
            self.aside.store(!aside, Ordering::Relaxed);
        } else if aside {
            hub.hand_over(WAVE, PAUSE).await;
        }
    }

    /// Says that this node is gone, when nothing is left to do.
    pub async fn leave(&self) {
        if let Err(error) = self.nodes().note_state(State::Dead).await {
            tracing::warn!(%error, "cannot say goodbye: the others will notice");
        }
    }
}

/// A node whose peers cannot reach it must be the only one.
async fn alone_or_in_company(nodes: &dyn Nodes, card: &Card, me: NodeId) -> Result<()> {
    const WATCHED: Duration = Duration::from_secs(3);
    let others = || async {
        // Whoever took this node for dead meanwhile is alive.
        let pulse = nodes.pulse().await?.ok_or_else(|| alive("another"))?;
        let hidden = pulse
            .nodes
            .into_iter()
            .filter(|node| node.id != me && (node.address.is_empty() || card.address.is_empty()));
        Ok::<_, StoreError>(hidden.collect::<Vec<_>>())
    };
    let before = others().await?;
    if before.is_empty() {
        return Ok(());
    }
    // Whoever was killed a moment ago is not seen again.
    tokio::time::sleep(WATCHED).await;
    let is_alive = |now: &Node| {
        before.iter().any(|old| old.id == now.id && (old.beat, old.seen) != (now.beat, now.seen))
    };
    match others().await?.into_iter().find(is_alive) {
        None => Ok(()),
        Some(other) => Err(alive(&other.name)),
    }
}

fn alive(name: &str) -> StoreError {
    StoreError::Locked(format!(
        "the server {name:?} is alive on it; several servers need the setting peer-listen, each"
    ))
}
