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

mod erring;
mod exact;
mod insight;
mod luck;
mod playout;
mod simulate;
mod tree;
mod wish;

use table::{Action, Actions, Quiet, Turn};

use crate::evaluate::{Evaluate, Weights};
use crate::rng::Wyrand;
pub use erring::Erring;
use exact::{Endgame, Tried};
pub use insight::{Choice, Insight, merge};
use simulate::Desk;
pub(crate) use tree::{Branch, NodeKind, Tree as PlainTree};
use tree::{ROOT, Tree};
pub(crate) use wish::{Hopes, Wishes};

/// How the search weighs things. What they do to the strength is in docs/strength.md.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How much an action that promises much is tried before it has shown it, in points.
    pub curiosity: f32,
    /// How many points make an action clearly better: the softness of the first ranking.
    pub softness: f32,
    /// How many points ahead are nearly a won game at the end.
    pub sure: f32,
    /// How many more, when the whole game is to come.
    pub stir: f32,
    /// How much the first judgement counts before all that chance may do was tried, against the
    /// part of it that was.
    pub trust: f32,
    /// How far what comes after a draw changes what was judged before it, from 0 to 1.
    pub belief: f32,
    /// How far a seat's position is worth the mean of what was tried there, instead of the best:
    /// from 0 to 1.
    pub means: f32,
    /// How many turns are played on before a new position is judged.
    pub ahead: u8,
    /// How many random actions are compared at each decision of that.
    pub looks: u8,
    /// The most positions that are tried for each simulation to play the last tiles exactly.
    pub exact: u32,
    /// The most branches of the tree: 76 bytes each, and 12 for a node.
    pub room: usize,
    /// Whether the tree is kept from move to move. If not, the same position, seed and number of
    /// simulations give the same choice, whatever went before.
    pub keep: bool,
    /// Decides what nothing else does.
    pub seed: u64,
    /// With three seats and more: whether all others are thought to play against the one who
    /// thinks, instead of each for itself.
    pub paranoid: bool,
    /// With three seats and more: how far a lead is one over the best of the others, instead of
    /// over their mean, from 0 to 1.
    pub rival: f32,
    /// How the last choice errs.
    pub erring: Erring,
    /// How positions are judged.
    pub weights: Weights,
}

impl Settings {
    /// What plays best so far.
    pub const STRONG: Settings = Settings {
        curiosity: 8.0,
        softness: 4.0,
        sure: 8.0,
        stir: 26.0,
        trust: 0.5,
        belief: 1.0,
        means: 0.0,
        ahead: 0,
        looks: 1,
        exact: 20,
        room: 1 << 20,
        keep: true,
        seed: 1,
        paranoid: false,
        rival: 1.0,
        erring: Erring::NONE,
        weights: Weights::BEST,
    };
}

impl Default for Settings {
    fn default() -> Settings {
        Settings::STRONG
    }
}

/// A search of one position, and of those that follow from it.
pub struct Search<G: Evaluate> {
    root: G,
    settings: Settings,
    tree: Tree,
    desk: Desk<G>,
    /// What the root is: found out by the first slice.
    stage: Stage,
}

/// How far the search of a root is.
enum Stage {
    New,
    /// One action only.
    Only(Action),
    /// Everything that is left is tried out.
    End(Endgame),
    Tree,
}

impl<G: Evaluate> Search<G> {
    /// Prepares to search a position.
    pub fn new(rules: &G::Rules, game: &G, settings: Settings) -> Search<G> {
        Search {
            root: game.clone(),
            settings,
            tree: Tree::new(game.turn().into(), settings.room),
            desk: Desk::new(rules, game, settings),
            stage: Stage::New,
        }
    }

    /// How it searches.
    pub fn settings(&self) -> &Settings {
        &self.settings
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

    /// The same for so many simulations more.
    pub fn run_more(&mut self, rules: &G::Rules, more: u32, stop: &mut dyn FnMut() -> bool) {
        self.run(rules, self.visits().saturating_add(more), stop);
    }

    /// Thinks about the root, in which a seat must act, for a slice of so many simulations; says
    /// whether it is finished: after `visits` of the root, or when everything was tried out. Where
    /// a seat has one action only, it does not think.
    pub fn slice(
        &mut self,
        rules: &G::Rules,
        visits: u32,
        simulations: u32,
        stop: &mut dyn FnMut() -> bool,
    ) -> bool {
        if let Stage::New = self.stage {
            self.desk.think_for(self.root.turn());
            self.stage = self.first_look(rules, visits);
        }
        // What takes long may be stopped before it is done: then the tree has an answer.
        let first = visits.min(FIRST);
        if matches!(&self.stage, Stage::End(end) if end.takes_long()) && self.visits() < first {
            self.run(rules, first.min(self.visits().saturating_add(simulations)), stop);
            if self.visits() < first {
                return false;
            }
        }
        match &mut self.stage {
            Stage::Only(_) => return true,
            Stage::End(end) => {
                let positions = u64::from(self.settings.exact) * u64::from(simulations);
                match end.run(rules, &self.root, positions, stop) {
                    Tried::Done => return true,
                    Tried::More => return false,
                    Tried::TooMuch => self.stage = Stage::Tree,
                }
            }
            Stage::New | Stage::Tree => {}
        }
        self.run(rules, visits.min(self.visits().saturating_add(simulations)), stop);
        self.visits() >= visits
    }

    fn first_look(&mut self, rules: &G::Rules, visits: u32) -> Stage {
        let mut actions = Actions::new();
        self.root.legal(rules, &mut actions);
        if let [only] = *actions {
            return Stage::Only(only);
        }
        match Endgame::new(rules, &self.root, &actions, &self.settings, visits) {
            Some(end) => Stage::End(end),
            None => Stage::Tree,
        }
    }

    /// What to play as far as was thought: what was tried most, or, with errors, what looks best.
    ///
    /// # Panics
    /// If no slice was run.
    pub fn best(&self) -> Action {
        match &self.stage {
            Stage::Only(action) => return *action,
            Stage::End(end) if end.is_done() || self.visits() == 0 => return end.best(),
            _ => {}
        }
        let branches = self.tree.branches_of(ROOT);
        if self.settings.erring != Erring::NONE {
            return self.erring_choice(branches);
        }
        let most = branches.iter().map(|branch| branch.visits).max().unwrap_or(0);
        let known = branches.iter().filter(|branch| branch.visits >= most.div_ceil(KNOWN));
        let best = known.max_by(|a, b| a.worth.total_cmp(&b.worth));
        best.expect("a simulation was run").action
    }

    /// Thinks about the root, with so many simulations at most, and says what to play.
    ///
    /// # Panics
    /// If no seat must act.
    pub fn think(
        &mut self,
        rules: &G::Rules,
        simulations: u32,
        stop: &mut dyn FnMut() -> bool,
    ) -> Action {
        assert!(matches!(self.root.turn(), Turn::Player(_)), "a seat must act");
        self.slice(rules, simulations, u32::MAX, stop);
        self.best()
    }

    /// Goes on from the position after an action, keeping what is known of it.
    pub fn advance(&mut self, rules: &G::Rules, action: Action) {
        self.root.play(rules, action, &mut Quiet);
        match self.tree.child_of(ROOT, action) {
            Some(child) => self.tree.keep_only(child),
            None => self.tree = Tree::new(self.root.turn().into(), self.settings.room),
        }
        self.desk.move_on();
        self.stage = Stage::New;
    }
}

/// What was tried this many times less often than another action is not known well enough to play.
const KNOWN: u32 = 4;

/// So many simulations come before the last tiles are tried out, if that takes long.
const FIRST: u32 = 1000;

/// Numbers that follow from a seed and a number.
fn mixed(seed: u64, number: u32) -> u32 {
    (Wyrand::new(seed ^ u64::from(number)).next() >> 32) as u32
}
