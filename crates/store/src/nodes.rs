//! Several servers on one store: who may write which table, and who is alive.
//!
//! Invariants: a table has at most one owner, and its epoch rises with every take. An append is
//! compared with owner and epoch in the row that it changes, so whoever was an owner once writes
//! nothing any more. No promise here depends on a clock: whom to call dead is a guess, and a wrong
//! one costs a take, never a move.

use std::time::Duration;

use super::{Boot, Result, StoredTable};

/// A start of a server.
pub type NodeId = u64;

/// The right to write a table: of one node, from one take to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hold {
    /// Whose; 0 if nobody's.
    pub node: NodeId,
    /// The number of the take.
    pub epoch: u64,
}

impl Hold {
    /// Where nobody has to hold anything: one program has the whole store, or the table rests.
    pub const NONE: Hold = Hold { node: 0, epoch: 0 };
}

/// How a server introduces itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// Its name: one that joins anew replaces its earlier start.
    pub name: String,
    /// Where other nodes reach it; empty if they cannot.
    pub address: String,
    /// What it reads: see [`level`].
    pub level: u64,
}

/// What a node must know to go on with a log, as one number: the format and the revision of the
/// rules only rise, and together.
pub const fn level(format: u32, revision: u32) -> u64 {
    format as u64 * 1000 + revision as u64
}

/// What a node learns when it joins.
#[derive(Clone, Debug)]
pub struct Joined {
    /// Its number.
    pub node: NodeId,
    /// The time by the clock of the other nodes, or by the database's, ms since 1970.
    pub now: u64,
    /// When any node was alive, the oldest first, this one last: between them no clock ran.
    pub lifetimes: Vec<Boot>,
}

/// What a node does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// It takes tables.
    Ready,
    /// It gives its tables away, and takes none.
    Draining,
    /// It is gone, or must think so: its tables are anybody's.
    Dead,
}

impl State {
    /// Its name in the store.
    pub const fn name(self) -> &'static str {
        match self {
            State::Ready => "ready",
            State::Draining => "draining",
            State::Dead => "dead",
        }
    }
}

/// A node, as the others see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// Its number.
    pub id: NodeId,
    /// Its name.
    pub name: String,
    /// Where it is reached.
    pub address: String,
    /// What it reads: see [`level`].
    pub level: u64,
    /// When it was seen last, by the database's clock, which may be set.
    pub seen: u64,
    /// How often it has shown that it is alive.
    pub beat: u64,
    /// What it does.
    pub state: State,
}

/// What a node hears when it shows that it is alive.
#[derive(Clone, Debug)]
pub struct Pulse {
    /// The database's time, ms since 1970.
    pub now: u64,
    /// All nodes that are not dead, this one among them.
    pub nodes: Vec<Node>,
    /// Whether tables of dead nodes wait to be given back.
    pub orphans: bool,
}

/// What becomes of a take.
#[derive(Clone, Debug)]
pub enum Taken {
    /// It is ours, and this is its log as of the take.
    Ours {
        /// The right to write it.
        hold: Hold,
        /// The table.
        table: StoredTable,
        /// For how long it has had no owner through a death or a hand-over.
        parted: Option<Duration>,
    },
    /// Another node has it.
    Theirs(NodeId),
    /// Its log is newer than what this node reads, or this node takes none just now.
    NotForUs,
    /// There is no such table.
    Nobody,
}

/// Who has a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// A node.
    Node(NodeId),
    /// It rests.
    Rests {
        /// The level that a node must have to take it.
        needs: u64,
    },
    /// There is no such table.
    Missing,
}

/// How a table is given back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rest {
    /// Nobody is there: it sleeps, and its clocks run on.
    Asleep {
        /// When it must be woken.
        wake: Option<u64>,
    },
    /// It was taken, and nothing came of it: it is due when it was.
    Unused,
    /// Its log cannot be read here. It keeps its clock, and is tried again after some minutes: a
    /// newer program, or whoever repairs it, may come meanwhile.
    Unreadable,
    /// Its owner stops: another goes on at once, and no clock runs until then.
    HandedOver,
}

/// What a store that several servers share does for them.
#[async_trait::async_trait]
pub trait Nodes: Send + Sync {
    /// Joins, again after it was declared dead. From now on tables are made and taken as this node.
    async fn join(&self, card: &Card) -> Result<Joined>;

    /// What this node's clock shows: its next pulse tells it to those who join.
    fn note_clock(&self, now: u64);

    /// Shows that this node is alive. Nothing if it was declared dead.
    async fn pulse(&self) -> Result<Option<Pulse>>;

    /// Says what this node does. One that was declared dead stays dead.
    async fn note_state(&self, state: State) -> Result<()>;

    /// Declares a node dead, if it has not shown itself since it was as it is given here.
    async fn declare_dead(&self, node: &Node) -> Result<bool>;

    /// Gives back at most `limit` tables of dead nodes; how many. Games go on at once: they are
    /// due.
    async fn reap(&self, limit: u32) -> Result<u64>;

    /// Takes a table, unless another node has it, and reads it.
    async fn take(&self, table: &str) -> Result<Taken>;

    /// Who has a table.
    async fn owner(&self, table: &str) -> Result<Owner>;

    /// Gives a table back; whether the hold was still good.
    async fn rest(&self, table: &str, hold: Hold, how: Rest) -> Result<bool>;

    /// The tables of this node, by the right to write them.
    async fn owned(&self) -> Result<Vec<(String, Hold)>>;

    /// Takes at most `limit` tables that rest and are due; no two nodes get the same one.
    async fn claim_due(&self, now: u64, limit: u32) -> Result<Vec<String>>;

    /// Takes the pools of quick pairing, unless another node that is not dead has them; the right
    /// to them, if they are ours.
    async fn take_pools(&self) -> Result<Option<Hold>>;

    /// Gives them back, if the hold is still good.
    async fn rest_pools(&self, hold: Hold) -> Result<()>;

    /// Which node has them; none if that one is dead.
    async fn pools_owner(&self) -> Result<Option<NodeId>>;

    /// Counts a try on all nodes together: the how many-th it is in this period of so many
    /// milliseconds.
    async fn count_try(&self, what: &str, period: u64) -> Result<u64>;

    /// Rows of public tables that changed at or after a time, with the time: at most so many, the
    /// oldest first.
    async fn changed_since(&self, since: u64, limit: u32) -> Result<Vec<(u64, String)>>;
}
