//! Plain UCT: a tree of what was tried, and random games from its leaves to the end. The player of
//! the literature, kept as a yardstick; it knows nothing of the game but its rules and its points.

use alloc::vec::Vec;

use table::{Action, Actions, Dice, Quiet, Turn};

use crate::math::{log, sqrt};
use crate::outlook::Outlook;
use crate::rng::Wyrand;
use crate::search::{Branch, Hopes, NodeKind, PlainTree, Wishes};

/// How it searches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How many random games are played for a decision.
    pub sims: u32,
    /// How much what was tried little is tried again, for values from -1 to 1.
    pub curiosity: f32,
    /// How likely a figure is put after a random tile.
    pub follower: f32,
}

impl Settings {
    /// The yardstick.
    pub const PLAIN: Settings = Settings { sims: 4000, curiosity: 0.6, follower: 0.35 };
}

/// How many points ahead are nearly a won game.
const SCALE: f32 = 30.0;
/// The most branches of the tree.
const ROOM: usize = 1 << 20;
const ROOT: u32 = 0;

/// The best action of the seat that must act, after so many random games, or fewer if `stop` says
/// so.
///
/// # Panics
/// If no seat must act.
pub fn choose<G: Outlook>(
    rules: &G::Rules,
    game: &G,
    settings: &Settings,
    dice: &mut Wyrand,
    stop: &mut dyn FnMut() -> bool,
) -> Action {
    let mut actions = Actions::new();
    game.legal(rules, &mut actions);
    if let [only] = *actions {
        return only;
    }
    let mut search = Search {
        settings,
        hopes: Hopes::new(G::seats(rules), 0.0, SCALE, 0.0),
        tree: PlainTree::new(game.turn().into(), ROOM),
        dice,
        path: Vec::new(),
        actions,
    };
    let mut copy = game.clone();
    for _ in 0..settings.sims.max(1) {
        copy.clone_from(game);
        search.simulate(rules, &mut copy);
        if stop() {
            break;
        }
    }
    let branches = search.tree.branches_of(ROOT);
    branches.iter().max_by_key(|b| b.visits).expect("a seat must act").action
}

struct Search<'a> {
    settings: &'a Settings,
    hopes: Hopes,
    tree: PlainTree,
    dice: &'a mut Wyrand,
    path: Vec<(u32, u32)>,
    actions: Actions,
}

impl Search<'_> {
    fn simulate<G: Outlook>(&mut self, rules: &G::Rules, game: &mut G) {
        self.path.clear();
        let mut node = ROOT;
        loop {
            let branch = match self.tree.node(node).kind {
                NodeKind::Over => break,
                NodeKind::Chance => {
                    let action = game.pick(rules, self.dice);
                    game.play(rules, action, &mut Quiet);
                    self.tree.drawn(node, action)
                }
                NodeKind::Seat(_) => self.descend(rules, game, node),
            };
            let Some(branch) = branch else { break };
            self.path.push((node, branch));
            let is_new = self.tree.branch(branch).visits == 0;
            node = self.tree.below(branch, || game.turn().into());
            if is_new && self.tree.node(node).kind != NodeKind::Chance {
                break;
            }
        }
        self.play_out(rules, game);
        let wishes = self.hopes.of_all(&game.scores().map(f32::from));
        self.note(&wishes);
    }

    /// Plays the action that was best so far, or was tried least; `None` if the tree is full.
    fn descend<G: Outlook>(&mut self, rules: &G::Rules, game: &mut G, node: u32) -> Option<u32> {
        if self.tree.node(node).len == 0 {
            game.legal(rules, &mut self.actions);
            if self.tree.is_full(self.actions.len()) {
                return None;
            }
            let dice = &mut *self.dice;
            let branches = self.actions.iter().map(|action| {
                // Those that nobody has tried come in any order.
                let prior = dice.below(1 << 16) as f32;
                Branch { prior, ..Branch::new(*action) }
            });
            self.tree.grow(node, branches);
        }
        let at = self.tree.node(node);
        let tries = log(f64::from(at.visits.max(1))) as f32;
        let score = |branch: &Branch| {
            if branch.visits == 0 {
                return 1e6 + branch.prior;
            }
            let visits = branch.visits as f32;
            branch.worth / visits + self.settings.curiosity * sqrt(tries / visits)
        };
        let scores = self.tree.branches_of(node).iter().map(score);
        let (best, _) = (at.first..).zip(scores).max_by(|a, b| a.1.total_cmp(&b.1))?;
        game.play(rules, self.tree.branch(best).action, &mut Quiet);
        Some(best)
    }

    /// Plays at random to the end; figures are not wasted on everything.
    fn play_out<G: Outlook>(&mut self, rules: &G::Rules, game: &mut G) {
        let few = (self.settings.follower * 65536.0) as u32;
        let mut laid = false;
        while game.turn() != Turn::Over {
            let mut action = Action::Pass;
            let may_pass = laid && {
                game.legal(rules, &mut self.actions);
                self.actions.contains(&Action::Pass)
            };
            if !may_pass || self.dice.below(1 << 16) < few {
                action = game.pick(rules, self.dice);
                while may_pass && action == Action::Pass && self.actions.len() > 1 {
                    action = self.actions[self.dice.below(self.actions.len() as u32) as usize];
                }
            }
            game.play(rules, action, &mut Quiet);
            laid = matches!(action, Action::Tile { .. }) && matches!(game.turn(), Turn::Player(_));
        }
    }

    fn note(&mut self, wishes: &Wishes) {
        for (node, branch) in &self.path {
            let at = &mut self.tree.nodes[*node as usize];
            at.visits += 1;
            let branch = &mut self.tree.branches[*branch as usize];
            branch.visits += 1;
            if let NodeKind::Seat(seat) = at.kind {
                branch.worth += wishes[seat.index()];
            }
        }
    }
}
