//! The tree in two flat lists: nodes, and the branches between them.

use alloc::vec::Vec;

use table::{Action, SEATS_MAX, Seat, Turn};

use crate::evaluate::Points;

/// The child of a branch that nobody has gone down, and the end of a chain.
pub const NONE: u32 = u32::MAX;
/// The node that all others are below.
pub const ROOT: u32 = 0;

/// Who acts at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeKind {
    /// A seat: its branches stand side by side.
    Seat(Seat),
    /// Chance: its branches are a chain, one for each tile that was drawn here.
    Chance,
    /// Nobody.
    Over,
}

impl From<Turn> for NodeKind {
    fn from(turn: Turn) -> NodeKind {
        match turn {
            Turn::Over => NodeKind::Over,
            Turn::Chance => NodeKind::Chance,
            Turn::Player(seat) => NodeKind::Seat(seat),
        }
    }
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// Who acts.
    pub kind: NodeKind,
    /// How many branches stand side by side.
    pub len: u16,
    /// The first branch; [`NONE`] if there is none yet.
    pub first: u32,
    /// How often a simulation went on from here.
    pub visits: u32,
}

impl Node {
    fn new(kind: NodeKind) -> Node {
        Node { kind, len: 0, first: NONE, visits: 0 }
    }
}

/// An action at a node.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// Which.
    pub action: Action,
    /// How much it promises, of 1 for all at the node; for chance how likely it is.
    pub prior: f32,
    /// What it is worth to whoever acts, as far as is known: points ahead. Plain UCT adds up here
    /// what simulations found.
    pub worth: f32,
    /// How often it was tried.
    pub visits: u32,
    /// The position after it.
    pub child: u32,
    /// The next of a chain.
    pub next: u32,
    /// The points that seats are expected to have after it, as far as is known.
    pub expected: Points,
    /// What the first judgement said of that.
    pub judged: Points,
}

impl Branch {
    /// An action of which nothing is known.
    pub const fn new(action: Action) -> Branch {
        Branch {
            action,
            prior: 0.0,
            worth: 0.0,
            visits: 0,
            child: NONE,
            next: NONE,
            expected: [0.0; SEATS_MAX],
            judged: [0.0; SEATS_MAX],
        }
    }
}

const _: () = assert!(size_of::<Branch>() == 76 && size_of::<Node>() <= 16);

/// Nodes and branches; the first node is the root.
#[derive(Debug)]
pub struct Tree {
    /// All nodes.
    pub nodes: Vec<Node>,
    /// All branches.
    pub branches: Vec<Branch>,
    /// The most branches; there is at most one node for each, and the root.
    room: usize,
}

impl Tree {
    /// A root alone, and room for so many branches.
    pub fn new(kind: NodeKind, room: usize) -> Tree {
        Tree { nodes: Vec::from([Node::new(kind)]), branches: Vec::new(), room }
    }

    /// A node.
    pub fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    /// A branch.
    pub fn branch(&self, branch: u32) -> &Branch {
        &self.branches[branch as usize]
    }

    /// The branches of a seat's node.
    pub fn branches_of(&self, node: u32) -> &[Branch] {
        let Node { first, len, .. } = *self.node(node);
        if len == 0 { &[] } else { &self.branches[first as usize..first as usize + len as usize] }
    }

    /// The branches of any node.
    pub fn all_branches_of(&self, node: u32) -> impl Iterator<Item = &Branch> {
        let is_chance = self.node(node).kind == NodeKind::Chance;
        let chain = is_chance.then(|| self.chain(node).map(|branch| self.branch(branch)));
        let side_by_side = if is_chance { &[] } else { self.branches_of(node) };
        chain.into_iter().flatten().chain(side_by_side)
    }

    /// Whether so many branches more would be too many.
    pub fn is_full(&self, more: usize) -> bool {
        self.branches.len() + more > self.room
    }

    /// Gives a seat's node its branches.
    pub fn grow(&mut self, node: u32, branches: impl Iterator<Item = Branch>) {
        let first = self.branches.len();
        self.branches.extend(branches);
        let at = &mut self.nodes[node as usize];
        (at.first, at.len) = (first as u32, (self.branches.len() - first) as u16);
    }

    /// The node below a branch, made if it is not there yet.
    pub fn below(&mut self, branch: u32, kind: impl FnOnce() -> NodeKind) -> u32 {
        if self.branch(branch).child == NONE {
            self.branches[branch as usize].child = self.nodes.len() as u32;
            self.nodes.push(Node::new(kind()));
        }
        self.branch(branch).child
    }

    /// What chance did at a node so far.
    pub fn chain(&self, node: u32) -> impl Iterator<Item = u32> {
        let next = |branch: u32| (branch != NONE).then_some(branch);
        core::iter::successors(next(self.node(node).first), move |b| next(self.branch(*b).next))
    }

    /// The branch of what chance did at a node, made if it is the first time; `None` if there is
    /// no room for it.
    pub fn drawn(&mut self, node: u32, action: Action) -> Option<u32> {
        if let Some(known) = self.chain(node).find(|b| self.branch(*b).action == action) {
            return Some(known);
        }
        if self.is_full(1) {
            return None;
        }
        let new = self.branches.len() as u32;
        self.branches.push(Branch { next: self.node(node).first, ..Branch::new(action) });
        self.nodes[node as usize].first = new;
        Some(new)
    }

    /// The node after an action, if somebody has been there.
    pub fn child_of(&self, node: u32, action: Action) -> Option<u32> {
        let child = if self.node(node).kind == NodeKind::Chance {
            let branch = self.chain(node).find(|b| self.branch(*b).action == action)?;
            self.branch(branch).child
        } else {
            self.branches_of(node).iter().find(|branch| branch.action == action)?.child
        };
        (child != NONE).then_some(child)
    }

    /// Makes a node the root and forgets everything that is not below it.
    pub fn keep_only(&mut self, root: u32) {
        let mut kept = Tree::new(NodeKind::Over, self.room);
        kept.nodes[0] = *self.node(root);
        let mut at = 0;
        while at < kept.nodes.len() {
            let old = kept.nodes[at];
            let first = kept.branches.len() as u32;
            if old.kind == NodeKind::Chance {
                let mut branch = old.first;
                while branch != NONE {
                    let copy = *self.branch(branch);
                    branch = copy.next;
                    let next = if branch == NONE { NONE } else { kept.branches.len() as u32 + 1 };
                    kept.take(self, Branch { next, ..copy });
                }
            } else {
                for branch in 0..old.len as u32 {
                    kept.take(self, *self.branch(old.first + branch));
                }
            }
            if old.first != NONE {
                kept.nodes[at].first = first;
            }
            at += 1;
        }
        *self = kept;
    }

    fn take(&mut self, from: &Tree, mut branch: Branch) {
        if branch.child != NONE {
            self.nodes.push(*from.node(branch.child));
            branch.child = self.nodes.len() as u32 - 1;
        }
        self.branches.push(branch);
    }
}

#[cfg(test)]
mod tests {
    use table::TileKind;

    use super::*;

    fn draw(kind: u8) -> Action {
        Action::Draw(TileKind(kind))
    }

    /// A root with two choices; after the second, chance draws 3 and 5, and a seat has three.
    fn small() -> Tree {
        let mut tree = Tree::new(NodeKind::Seat(Seat(0)), 100);
        tree.grow(ROOT, (0..2).map(|i| Branch::new(Action::Choose(i))));
        let chance = tree.below(1, || NodeKind::Chance);
        for kind in [3, 5] {
            let drawn = tree.drawn(chance, draw(kind)).unwrap();
            let node = tree.below(drawn, || NodeKind::Seat(Seat(1)));
            tree.grow(node, (0..3).map(|i| Branch::new(Action::Choose(10 * kind + i))));
        }
        tree
    }

    #[test]
    fn what_is_kept_is_the_same_as_before() {
        let mut tree = small();
        let chance = tree.child_of(ROOT, Action::Choose(1)).unwrap();
        assert_eq!(tree.child_of(ROOT, Action::Choose(0)), None);
        tree.keep_only(chance);
        assert_eq!((tree.nodes.len(), tree.branches.len()), (3, 8));
        let node = tree.child_of(ROOT, draw(5)).unwrap();
        let actions = |tree: &Tree, node| tree.branches_of(node).iter().map(|b| b.action).collect();
        let found: Vec<Action> = actions(&tree, node);
        assert_eq!(found, [50, 51, 52].map(Action::Choose));
        tree.keep_only(node);
        let found: Vec<Action> = actions(&tree, ROOT);
        assert_eq!(found, [50, 51, 52].map(Action::Choose));
        assert_eq!((tree.nodes.len(), tree.branches.len()), (1, 3));
    }

    #[test]
    fn a_tree_has_no_more_branches_than_it_has_room_for() {
        let mut tree = Tree::new(NodeKind::Chance, 2);
        assert!(tree.drawn(ROOT, draw(1)).is_some());
        assert!(tree.drawn(ROOT, draw(2)).is_some());
        assert!(tree.is_full(1));
        assert_eq!(tree.drawn(ROOT, draw(3)), None);
        assert!(tree.drawn(ROOT, draw(1)).is_some());
    }
}
