//! What a node knows of itself and of the others, from its last pulse.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use store::nodes::{Node, NodeId, Pulse, State};

/// A node without a pulse for so long does not know whether it is alive: it shows nothing from its
/// memory.
pub const STALE: Duration = Duration::from_secs(3);
/// A longer pause between two pulses means that this node, or the store, stood still.
const STEADY: Duration = Duration::from_millis(1800);
/// A peer without a pulse for so long may be dead: that it does not answer says nothing of us.
const QUIET: Duration = Duration::from_secs(2);

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
pub struct Known {
    inner: Mutex<Inner>,
    /// The nodes that are not dead, for whoever waits for the end of one.
    alive: watch::Sender<Vec<NodeId>>,
}

#[derive(Debug)]
struct Inner {
    me: NodeId,
    nodes: Vec<Node>,
    /// The last sign of life of each node, and when it was first seen here: no other clock counts.
    signs: HashMap<NodeId, (Sign, Instant)>,
    /// Whether the dead have left tables.
    orphans: bool,
    /// When the last pulse was answered.
    pulsed: Instant,
    /// Since when they have been answered without a pause.
    steady: Instant,
    /// Which peers answered when they were last asked.
    reached: HashMap<NodeId, bool>,
    /// Since when most of them have not.
    apart: Option<Instant>,
}

/// What a pulse changes: its number, and of older versions the time alone.
type Sign = (u64, u64);

impl Inner {
    /// For how long a node had shown nothing at the last pulse; a time in which this node itself
    /// stood still does not count.
    fn silence(&self, node: NodeId) -> Duration {
        let since = self.signs.get(&node).map_or(self.pulsed, |(_, since)| *since);
        self.pulsed.duration_since(since.max(self.steady))
    }

    fn reaches_half(&self) -> bool {
        let alive = |id: &NodeId| self.silence(*id) < QUIET;
        let asked: Vec<bool> =
            self.reached.iter().filter(|(id, _)| alive(id)).map(|(_, reached)| *reached).collect();
        let missed = asked.iter().filter(|reached| !**reached).count();
        asked.len() < 2 || 2 * missed <= asked.len()
    }
}

impl Known {
    /// Of a node that has just joined.
    pub fn new(me: NodeId) -> Known {
        let now = Instant::now();
        let inner = Inner {
            me,
            nodes: Vec::new(),
            signs: HashMap::new(),
            orphans: false,
            pulsed: now,
            steady: now,
            reached: HashMap::new(),
            apart: None,
        };
        Known { inner: Mutex::new(inner), alive: watch::Sender::default() }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
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
        self.pulsed_at(pulse, Instant::now());
    }

    fn pulsed_at(&self, pulse: &Pulse, now: Instant) {
        let mut inner = self.inner();
        if now.duration_since(inner.pulsed) > STEADY {
            inner.steady = now;
        }
        inner.pulsed = now;
        inner.orphans = pulse.orphans;
        inner.nodes.clone_from(&pulse.nodes);
        let mut before = std::mem::take(&mut inner.signs);
        for node in &pulse.nodes {
            let sign = (node.beat, node.seen);
            let same = before.remove(&node.id).filter(|(last, _)| *last == sign);
            inner.signs.insert(node.id, same.unwrap_or((sign, now)));
        }
        let alive: Vec<NodeId> = pulse.nodes.iter().map(|node| node.id).collect();
        inner.reached.retain(|id, _| alive.contains(id));
        self.alive.send_if_modified(|before| std::mem::replace(before, alive.clone()) != alive);
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

    /// Whether tables of dead nodes wait to be given back.
    pub fn has_orphans(&self) -> bool {
        self.inner().orphans
    }

    /// A node that is not dead.
    pub fn peer(&self, id: NodeId) -> Option<Node> {
        self.inner().nodes.iter().find(|node| node.id == id && !node.address.is_empty()).cloned()
    }

    /// Waits until a node is dead.
    pub async fn gone(&self, id: NodeId) {
        // The sender lives as long as this does.
        let _ = self.alive.subscribe().wait_for(|alive| !alive.contains(&id)).await;
    }

    /// All others that are not dead.
    pub fn peers(&self) -> Vec<Node> {
        let inner = self.inner();
        inner.nodes.iter().filter(|node| node.id != inner.me).cloned().collect()
    }

    /// The same, with how long each has shown nothing while this node was watching.
    pub fn silent_peers(&self) -> Vec<(Node, Duration)> {
        let inner = self.inner();
        let others = inner.nodes.iter().filter(|node| node.id != inner.me);
        others.map(|node| (node.clone(), inner.silence(node.id))).collect()
    }

    /// Another node that takes tables of this format.
    pub fn ready_peer(&self, needs: u64) -> Option<Node> {
        let fits = |node: &Node| {
            node.state == State::Ready && node.level >= needs && !node.address.is_empty()
        };
        let fitting = self.silent_peers().into_iter().filter(|(node, _)| fits(node));
        fitting.min_by_key(|(_, silence)| *silence).map(|(node, _)| node)
    }

    /// Which peers answered.
    pub fn note_reached(&self, answers: &[(NodeId, bool)]) {
        let mut inner = self.inner();
        inner.reached.extend(answers.iter().copied());
        let apart = !inner.reaches_half();
        inner.apart = inner.apart.or_else(|| Some(Instant::now())).filter(|_| apart);
    }

    /// Whether at least half of the peers answer that are alive; with one peer nobody can say who
    /// is cut off.
    pub fn reaches_half(&self) -> bool {
        self.inner().reaches_half()
    }

    /// For how long most of the peers have not answered.
    pub fn apart_for(&self) -> Duration {
        self.inner().apart.map_or(Duration::ZERO, |since| since.elapsed())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(id: NodeId, state: State, level: u64) -> Node {
        let (name, address) = (format!("n{id}"), format!("127.0.0.1:{id}"));
        Node { id, name, address, level, seen: id, beat: 0, state }
    }

    fn pulse(nodes: &[Node]) -> Pulse {
        Pulse { now: 0, nodes: nodes.to_vec(), orphans: false }
    }

    #[test]
    fn a_ready_peer_reads_the_format_and_is_another() {
        let known = Known::new(3);
        let nodes =
            [node(1, State::Ready, 5), node(2, State::Draining, 9), node(3, State::Ready, 9)];
        known.pulsed(&pulse(&nodes));
        assert_eq!(known.ready_peer(5).map(|node| node.id), Some(1));
        assert_eq!(known.ready_peer(6), None);
        assert_eq!(known.peer(2).map(|node| node.id), Some(2));
        assert_eq!(known.peer(7), None);
    }

    #[tokio::test]
    async fn whoever_waits_for_the_end_of_a_node_hears_of_it() {
        let known = Known::new(3);
        known.pulsed(&pulse(&[node(1, State::Ready, 1), node(2, State::Ready, 1)]));
        tokio::select! {
            biased;
            () = known.gone(1) => panic!("it is alive"),
            () = tokio::task::yield_now() => {}
        }
        known.pulsed(&pulse(&[node(2, State::Ready, 1)]));
        known.gone(1).await;
    }

    #[test]
    fn who_misses_most_of_its_peers_is_cut_off() {
        let known = Known::new(9);
        known.note_reached(&[(1, false)]);
        assert!(known.reaches_half(), "of two nodes nobody knows which one is cut off");
        known.note_reached(&[(2, true)]);
        assert!(known.reaches_half());
        known.note_reached(&[(2, false)]);
        assert!(!known.reaches_half());
    }

    #[test]
    fn silence_is_counted_by_beats_and_while_this_node_watched() {
        let known = Known::new(3);
        let mut nodes = [node(1, State::Ready, 1), node(2, State::Ready, 1)];
        let begun = Instant::now();
        let silence = |known: &Known| {
            known.silent_peers().into_iter().map(|(_, silent)| silent.as_secs()).collect::<Vec<_>>()
        };
        for second in 1..=6 {
            // The clock of the database is set back and forth; the second node shows nothing.
            nodes[0].beat += 1;
            nodes[0].seen = if second % 2 == 0 { 0 } else { u64::MAX };
            known.pulsed_at(&pulse(&nodes), begun + Duration::from_secs(second));
        }
        assert_eq!(silence(&known), [0, 5]);
        known.note_reached(&[(1, true), (2, false)]);
        assert!(known.reaches_half(), "one that is dead does not count");
        known.pulsed_at(&pulse(&nodes), begun + Duration::from_mins(1));
        assert_eq!(silence(&known), [0, 0], "this node stood still");
    }
}
