//! What a node knows of itself and of the others, from its last pulse.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::store::nodes::{Node, NodeId, Pulse, State};

/// A node without a pulse for so long does not know whether it is alive: it shows nothing from its
/// memory.
pub const STALE: Duration = Duration::from_secs(3);
/// A longer pause between two pulses means that this node, or the store, stood still.
const STEADY: Duration = Duration::from_millis(1800);

/// Where a table is to be asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Direction {
    /// It is ours, rests, or does not exist.
    Here,
    /// Another node has it, or must take it.
    There(Node),
    /// Its owner is gone, and nobody has taken it yet.
    Unknown,
}

/// What is known.
#[derive(Debug)]
pub struct Known(Mutex<Inner>);

#[derive(Debug)]
struct Inner {
    me: NodeId,
    nodes: Vec<Node>,
    /// When the last pulse was answered.
    pulsed: Instant,
    /// Since when they have been answered without a pause.
    steady: Instant,
    /// Which peers answered when they were last asked.
    reached: HashMap<NodeId, bool>,
}

impl Known {
    /// Of a node that has just joined.
    pub fn new(me: NodeId) -> Known {
        let now = Instant::now();
        let reached = HashMap::new();
        Known(Mutex::new(Inner { me, nodes: Vec::new(), pulsed: now, steady: now, reached }))
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// This node's number.
    pub fn me(&self) -> NodeId {
        self.inner().me
    }

    /// It joined anew.
    pub fn rejoined(&self, me: NodeId) {
        let mut inner = self.inner();
        let now = Instant::now();
        (inner.me, inner.pulsed, inner.steady) = (me, now, now);
    }

    /// A pulse was answered.
    pub fn pulsed(&self, pulse: &Pulse) {
        let mut inner = self.inner();
        let now = Instant::now();
        if now.duration_since(inner.pulsed) > STEADY {
            inner.steady = now;
        }
        inner.pulsed = now;
        inner.nodes.clone_from(&pulse.nodes);
        let alive: Vec<NodeId> = pulse.nodes.iter().map(|node| node.id).collect();
        inner.reached.retain(|id, _| alive.contains(id));
    }

    /// A pulse was not answered.
    pub fn missed(&self) {
        self.inner().steady = Instant::now();
    }

    /// How long ago the last pulse was answered.
    pub fn age(&self) -> Duration {
        self.inner().pulsed.elapsed()
    }

    /// Whether this node knows that it is alive.
    pub fn is_fresh(&self) -> bool {
        self.age() < STALE
    }

    /// For how long pulses have been answered without a pause: who has stood still judges nobody.
    pub fn steady_for(&self) -> Duration {
        self.inner().steady.elapsed()
    }

    /// A node that is not dead.
    pub fn peer(&self, id: NodeId) -> Option<Node> {
        self.inner().nodes.iter().find(|node| node.id == id && !node.address.is_empty()).cloned()
    }

    /// All others that are not dead.
    pub fn peers(&self) -> Vec<Node> {
        let inner = self.inner();
        inner.nodes.iter().filter(|node| node.id != inner.me).cloned().collect()
    }

    /// Another node that takes tables of this format.
    pub fn ready_peer(&self, needs: u64) -> Option<Node> {
        let fits = |node: &Node| {
            node.state == State::Ready && node.level >= needs && !node.address.is_empty()
        };
        self.peers().into_iter().filter(fits).max_by_key(|node| node.seen)
    }

    /// Whether a peer answered.
    pub fn note_reached(&self, id: NodeId, reached: bool) {
        self.inner().reached.insert(id, reached);
    }

    /// Whether at least half of the peers answer; with one peer nobody can say who is cut off.
    pub fn reaches_half(&self) -> bool {
        let inner = self.inner();
        let missed = inner.reached.values().filter(|reached| !**reached).count();
        inner.reached.len() < 2 || 2 * missed <= inner.reached.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(id: NodeId, state: State, level: u64) -> Node {
        let (name, address) = (format!("n{id}"), format!("127.0.0.1:{id}"));
        Node { id, name, address, level, seen: id, state }
    }

    #[test]
    fn a_ready_peer_reads_the_format_and_is_another() {
        let known = Known::new(3);
        let nodes =
            vec![node(1, State::Ready, 5), node(2, State::Draining, 9), node(3, State::Ready, 9)];
        known.pulsed(&Pulse { now: 0, nodes, orphans: false });
        assert_eq!(known.ready_peer(5).map(|node| node.id), Some(1));
        assert_eq!(known.ready_peer(6), None);
        assert_eq!(known.peer(2).map(|node| node.id), Some(2));
        assert_eq!(known.peer(7), None);
    }

    #[test]
    fn who_misses_most_of_its_peers_is_cut_off() {
        let known = Known::new(9);
        known.note_reached(1, false);
        assert!(known.reaches_half(), "of two nodes nobody knows which one is cut off");
        known.note_reached(2, true);
        assert!(known.reaches_half());
        known.note_reached(2, false);
        assert!(!known.reaches_half());
    }
}
