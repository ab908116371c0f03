//! Tree search with real chance nodes, generic over the family.
//!
//! Invariants: no clock, no threads, no I/O. The caller says how many simulations to run and may
//! stop them; the same position, settings and number of simulations give the same answer. The tree
//! sees odds and never an order: a game holds none.
//!
//! A simulation walks from the root, lets chance draw in proportion to its odds, and ends where a
//! seat must decide and nobody has been before ([`simulate`]). Decisions are in stages, as the
//! game asks them: the tile first, then the figure; tiles are ranked by their best figure. When few
//! tiles are left, everything is tried ([`exact`]).

mod exact;
mod luck;
mod simulate;
mod tree;
mod wish;

use alloc::vec::Vec;

use table::{Action, Actions, Quiet, Turn};

use crate::evaluate::{Evaluate, Weights};
use crate::rng::Wyrand;
use simulate::Desk;
pub(crate) use tree::{Branch, NodeKind, Tree as PlainTree};
use tree::{ROOT, Tree};
pub(crate) use wish::{Hopes, Wishes};

/// How the search weighs things. What they do to the strength is in docs/strength.md.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How much an action that promises much is tried before it has shown it.
    pub curiosity: f32,
    /// How many points make an action clearly better: the softness of the first ranking.
    pub softness: f32,
    /// How many points ahead are nearly a won game at the end.
    pub sure: f32,
    /// How many more, when the whole game is to come.
    pub stir: f32,
    /// How many visits the first judgement of an action counts.
    pub trust: f32,
    /// How many turns are played on before a new position is judged.
    pub ahead: u8,
    /// How many random actions are compared at each decision of that.
    pub looks: u8,
    /// The most positions that are tried for each simulation to play the last tiles exactly.
    pub exact: u32,
    /// The most branches of the tree: 32 bytes each, and half as much for nodes at worst.
    pub room: usize,
    /// Whether the tree is kept from move to move. If not, the same position, seed and number of
    /// simulations give the same choice, whatever went before.
    pub keep: bool,
    /// Decides what nothing else does.
    pub seed: u64,
    /// How positions are judged.
    pub weights: Weights,
}

impl Settings {
    /// What plays best so far.
    pub const STRONG: Settings = Settings {
        curiosity: 0.2,
        softness: 4.0,
        sure: 8.0,
        stir: 26.0,
        trust: 1.0,
        ahead: 0,
        looks: 1,
        exact: 20,
        room: 1 << 20,
        keep: true,
        seed: 1,
        weights: Weights::BEST,
    };
}

impl Default for Settings {
    fn default() -> Settings {
        Settings::STRONG
    }
}

/// An action at the root with what the search thinks of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// The action.
    pub action: Action,
    /// How often it was tried.
    pub visits: u32,
    /// What it is worth to the seat that acts, from -1 for a lost game to 1 for a won one.
    pub value: f32,
}

/// A search of one position, and of those that follow from it.
pub struct Search<G: Evaluate> {
    root: G,
    settings: Settings,
    tree: Tree,
    desk: Desk<G>,
}

impl<G: Evaluate> Search<G> {
    /// Prepares to search a position.
    pub fn new(rules: &G::Rules, game: &G, settings: Settings) -> Search<G> {
        Search {
            root: game.clone(),
            settings,
            tree: Tree::new(game.turn().into(), settings.room),
            desk: Desk::new(rules, game, settings),
        }
    }

    /// The position that is searched.
    pub fn root(&self) -> &G {
        &self.root
    }

    /// How many simulations went through the root, those of an earlier position included.
    pub fn visits(&self) -> u32 {
        self.tree.node(ROOT).visits
    }

    /// How many positions were judged since the search began.
    pub fn judged(&self) -> u64 {
        self.desk.judged
    }

    /// How many bytes the tree takes.
    pub fn bytes(&self) -> usize {
        self.tree.branches.capacity() * size_of::<Branch>()
            + self.tree.nodes.capacity() * size_of::<tree::Node>()
    }

    /// Runs simulations until the root has been visited `visits` times, or `stop` says so; it is
    /// asked after each. One is run in any case.
    pub fn run(&mut self, rules: &G::Rules, visits: u32, stop: &mut dyn FnMut() -> bool) {
        loop {
            self.desk.simulate(rules, &self.root, &mut self.tree);
            if self.visits() >= visits || stop() {
                return;
            }
        }
    }

    /// The actions at the root, the most tried first.
    pub fn choices(&self) -> Vec<Choice> {
        let choice = |branch: &Branch| Choice {
            action: branch.action,
            visits: branch.visits,
            value: branch.value(self.settings.trust),
        };
        let mut choices: Vec<Choice> = self.tree.branches_of(ROOT).iter().map(choice).collect();
        choices.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
        choices
    }

    /// Thinks about the root, with so many simulations at most, and says what to play. Where a seat
    /// has one action only, it does not think; where the rest can be tried out, it tries it out.
    ///
    /// # Panics
    /// If no seat must act.
    pub fn think(
        &mut self,
        rules: &G::Rules,
        simulations: u32,
        stop: &mut dyn FnMut() -> bool,
    ) -> Action {
        let mut actions = Actions::new();
        assert!(matches!(self.root.turn(), Turn::Player(_)), "a seat must act");
        self.root.legal(rules, &mut actions);
        if let [only] = *actions {
            return only;
        }
        let most = u64::from(self.settings.exact) * u64::from(simulations);
        if let Some(action) = exact::solve(rules, &self.root, &actions, &self.settings, most, stop)
        {
            return action;
        }
        self.run(rules, simulations, stop);
        self.choices().first().expect("a simulation was run").action
    }

    /// Goes on from the position after an action, keeping what is known of it.
    pub fn advance(&mut self, rules: &G::Rules, action: Action) {
        self.root.play(rules, action, &mut Quiet);
        match self.tree.child_of(ROOT, action) {
            Some(child) => self.tree.keep_only(child),
            None => self.tree = Tree::new(self.root.turn().into(), self.settings.room),
        }
        self.desk.look_from(rules, &self.root);
    }
}

/// Numbers that follow from a seed and a number.
fn mixed(seed: u64, number: u32) -> u32 {
    (Wyrand::new(seed ^ u64::from(number)).next() >> 32) as u32
}
