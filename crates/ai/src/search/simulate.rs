//! One simulation: down the tree, a new position judged, and the news brought back up.

use alloc::vec::Vec;

use table::{Action, Actions, Odds, Quiet, SEATS_MAX, Seat, Turn};

use super::luck::Luck;
use super::tree::{Branch, NodeKind, ROOT, Tree};
use super::wish::{Hopes, Stakes};
use super::{Settings, mixed};
use crate::evaluate::{Evaluate, Points};
use crate::math::{exp, sqrt};
use crate::outlook::Outlook;
use crate::rng::Wyrand;

/// How many branches a node below the root has at most: the worst of many are never tried.
const BEAM: usize = 16;
/// How much less a kind of tile that was drawn once is looked at than a new one.
const DRAWN: f32 = 0.25;

/// How much more some kinds of tile are looked at than others that are as likely.
const TASTE: f32 = 0.5;

/// A node on the way down, and how it was left.
struct Passage {
    node: u32,
    branch: u32,
    /// What was expected before chance acted.
    undrawn: Points,
}

/// Everything that simulations use again and again.
pub struct Desk<G: Evaluate> {
    pub(super) settings: Settings,
    pub(super) seats: u8,
    /// The seat that thinks, if all others are thought to be against it.
    pub(super) alone: Option<Seat>,
    pub(super) lens: G::Lens,
    /// Whether the lens is of an earlier position.
    stale: bool,
    hopes: Hopes,
    pub(super) dice: Wyrand,
    pub(super) luck: Luck,
    pub(super) game: G,
    pub(super) tried: G,
    deeper: G,
    path: Vec<Passage>,
    actions: Actions,
    figures: Actions,
    odds: Odds,
    pub(super) ranked: Vec<Ranked>,
    /// How many positions were judged.
    pub judged: u64,
}

/// An action that was judged.
#[derive(Clone, Copy)]
pub(super) struct Ranked {
    pub action: Action,
    pub lead: f32,
    points: Points,
}

impl<G: Evaluate> Desk<G> {
    pub fn new(rules: &G::Rules, game: &G, settings: Settings) -> Desk<G> {
        Desk {
            settings,
            seats: G::seats(rules),
            alone: None,
            lens: game.lens(rules, &settings.weights),
            stale: false,
            hopes: hopes(rules, game, &settings),
            dice: Wyrand::new(settings.seed),
            luck: Luck::new(),
            game: game.clone(),
            tried: game.clone(),
            deeper: game.clone(),
            path: Vec::new(),
            actions: Actions::new(),
            figures: Actions::new(),
            odds: Odds::new(),
            ranked: Vec::new(),
            judged: 0,
        }
    }

    /// From now on positions follow from another one.
    pub fn move_on(&mut self) {
        self.stale = true;
    }

    /// Looks at the root if it is new: many are passed by without a thought.
    fn look_from(&mut self, rules: &G::Rules, root: &G) {
        if core::mem::take(&mut self.stale) {
            self.lens = root.lens(rules, &self.settings.weights);
            self.hopes = hopes(rules, root, &self.settings);
        }
    }

    /// Whoever must act at the root is the one who thinks.
    pub fn think_for(&mut self, turn: Turn) {
        if let Turn::Player(seat) = turn
            && self.settings.paranoid
            && self.seats > 2
        {
            self.alone = Some(seat);
        }
    }

    pub(super) fn lead(&self, points: &Points, seat: Seat) -> f32 {
        self.stakes().lead(points, seat)
    }

    /// How points look to the seats.
    fn stakes(&self) -> Stakes {
        Stakes { alone: self.alone, seats: self.seats, rival: self.settings.rival }
    }

    /// What points ahead are worth, from -1 for a lost game to 1 for a won one.
    pub fn value_of(&self, lead: f32) -> f32 {
        self.hopes.of_lead(lead)
    }

    /// The points of the present position.
    pub fn first_points(&self) -> Points {
        self.game.scores().map(f32::from)
    }

    /// Goes down once and tells what was found to every node on the way.
    pub fn simulate(&mut self, rules: &G::Rules, root: &G, tree: &mut Tree) {
        self.look_from(rules, root);
        self.game.clone_from(root);
        self.path.clear();
        let mut points = self.go_down(rules, tree);
        while let Some(step) = self.path.pop() {
            let branch = &mut tree.branches[step.branch as usize];
            branch.visits += 1;
            branch.expected = points;
            let at = &mut tree.nodes[step.node as usize];
            at.visits += 1;
            points = match at.kind {
                NodeKind::Seat(seat) => {
                    tree.branches[step.branch as usize].worth = self.lead(&points, seat);
                    let first = self
                        .path
                        .last()
                        .filter(|above| tree.node(above.node).kind == NodeKind::Chance);
                    let first = first.map(|above| tree.branch(above.branch).judged);
                    self.worth_of(tree, step.node, first)
                }
                _ => self.expected_at(tree, step.node, &step.undrawn),
            };
        }
    }

    /// What is expected before chance acts: the mean over what it did so far by the exact odds,
    /// without what a kind of tile gains whoever draws it. Kinds that were not drawn yet are
    /// thought to differ from that as those that were, the less the fewer they were.
    fn expected_at(&self, tree: &Tree, node: u32, undrawn: &Points) -> Points {
        let mut drawn = 0.0;
        let mut news = [0.0; SEATS_MAX];
        for branch in tree.chain(node).map(|branch| tree.branch(branch)) {
            drawn += branch.prior;
            let usual = self.luck.of(branch.action, drawer(tree, branch), self.seats);
            for seat in 0..self.seats as usize {
                let gain = branch.expected[seat] - undrawn[seat];
                news[seat] += branch.prior * (gain - usual[seat]);
            }
        }
        let Settings { trust, belief, .. } = self.settings;
        let part = belief * (1.0 + trust) / (drawn + trust);
        core::array::from_fn(|seat| undrawn[seat] + part * news[seat])
    }

    /// What a seat's node is worth: the best of its branches, mixed with the mean over what was
    /// tried, `first` being what was found when it was new.
    fn worth_of(&self, tree: &Tree, node: u32, first: Option<Points>) -> Points {
        let best = best_of(tree, node);
        let means = self.settings.means;
        if means == 0.0 {
            return best;
        }
        let mut count = if first.is_some() { 1.0 } else { 0.0 };
        let mut sum = first.unwrap_or_default();
        for branch in tree.branches_of(node).iter().filter(|branch| branch.visits > 0) {
            let visits = branch.visits as f32;
            count += visits;
            for (sum, points) in sum.iter_mut().zip(branch.expected) {
                *sum += visits * points;
            }
        }
        core::array::from_fn(|seat| best[seat] + means * (sum[seat] / count - best[seat]))
    }

    fn go_down(&mut self, rules: &G::Rules, tree: &mut Tree) -> Points {
        let mut node = ROOT;
        let mut before = Action::Pass;
        let mut undrawn = None;
        loop {
            let (action, branch) = match tree.node(node).kind {
                NodeKind::Over => return self.game.scores().map(f32::from),
                NodeKind::Chance => {
                    if undrawn.is_none() {
                        undrawn = Some(self.look(rules));
                    }
                    self.draw(rules, tree, node)
                }
                NodeKind::Seat(seat) => {
                    if tree.node(node).len == 0 {
                        let points = self.rank(rules, seat);
                        if let Some(undrawn) = &undrawn {
                            self.luck.note(before, seat, self.seats, undrawn, &points);
                        }
                        // A figure belongs to its tile: what both together are worth counts.
                        let goes_on = node == ROOT || matches!(before, Action::Tile { .. });
                        if !goes_on {
                            self.grow(tree, node);
                            let news = self.play_on(rules, &points);
                            let found = core::array::from_fn(|seat| points[seat] + news[seat]);
                            if let Some(above) = self.path.last() {
                                tree.branches[above.branch as usize].judged = found;
                            }
                            return found;
                        }
                        self.grow(tree, node);
                        if tree.node(node).len == 0 {
                            return points;
                        }
                    }
                    let branch = self.select(tree, node);
                    undrawn = Some(tree.branch(branch).judged);
                    (tree.branch(branch).action, Some(branch))
                }
            };
            self.game.play(rules, action, &mut Quiet);
            let Some(branch) = branch else {
                return self.look(rules); // no room to remember it
            };
            let undrawn = undrawn.unwrap_or_default();
            self.path.push(Passage { node, branch, undrawn });
            node = tree.below(branch, || self.game.turn().into());
            before = action;
        }
    }

    /// What chance does at a node: what is likely and was looked at little.
    fn draw(&mut self, rules: &G::Rules, tree: &mut Tree, node: u32) -> (Action, Option<u32>) {
        self.game.odds(rules, &mut self.odds);
        let all: f32 = self.odds.iter().map(|(_, cases)| f32::from(*cases)).sum();
        let mut best = (f32::NEG_INFINITY, Action::Pass, 0.0);
        for (number, (action, cases)) in (0..).zip(self.odds.iter()) {
            let odds = f32::from(*cases) / all;
            let known = tree.chain(node).find(|branch| tree.branch(*branch).action == *action);
            let visits = known.map_or(0, |branch| tree.branch(branch).visits);
            // Searches with other seeds look at other tiles first.
            let taste = 1.0 + TASTE * mixed(self.settings.seed, number) as f32 / u32::MAX as f32;
            let wanted = taste * odds / (visits as f32 + DRAWN);
            if wanted > best.0 {
                best = (wanted, *action, odds);
            }
        }
        let (_, action, odds) = best;
        let branch = tree.drawn(node, action);
        if let Some(branch) = branch {
            tree.branches[branch as usize].prior = odds;
        }
        (action, branch)
    }

    /// The action that promises most: what it has shown, and what it may still show.
    fn select(&self, tree: &Tree, node: u32) -> u32 {
        let at = tree.node(node);
        let eager = self.settings.curiosity * sqrt(at.visits as f32 + 1.0);
        let mut best = (f32::NEG_INFINITY, at.first);
        for (i, branch) in (at.first..).zip(tree.branches_of(node)) {
            let value = branch.worth + eager * branch.prior / (1.0 + branch.visits as f32);
            if value > best.0 {
                best = (value, i);
            }
        }
        best.1
    }

    /// Lists the actions of a seat and ranks them by what the position is worth after each;
    /// returns what the best promises.
    pub(super) fn rank(&mut self, rules: &G::Rules, seat: Seat) -> Points {
        self.game.legal(rules, &mut self.actions);
        self.ranked.clear();
        let mut best = (f32::NEG_INFINITY, [0.0; SEATS_MAX]);
        self.game.follow(rules, &mut self.lens);
        for action in 0..self.actions.len() {
            let action = self.actions[action];
            self.tried.clone_from(&self.game);
            self.tried.play(rules, action, &mut Quiet);
            let asked = self.tried.turn() == Turn::Player(seat);
            let (lead, points) = if asked && matches!(action, Action::Tile { .. }) {
                self.best_figure(rules, seat)
            } else {
                self.judged += 1;
                self.tried.settle(rules, &self.lens);
                let points = self.tried.expect(rules, &mut self.lens);
                (self.lead(&points, seat), points)
            };
            self.ranked.push(Ranked { action, lead, points });
            if lead > best.0 {
                best = (lead, points);
            }
        }
        G::unfollow(&mut self.lens);
        best.1
    }

    /// Gives a seat's node the actions that were ranked.
    fn grow(&mut self, tree: &mut Tree, node: u32) {
        if node != ROOT && self.ranked.len() > BEAM {
            self.ranked.select_nth_unstable_by(BEAM - 1, |a, b| b.lead.total_cmp(&a.lead));
            self.ranked.truncate(BEAM);
        }
        if tree.is_full(self.ranked.len()) {
            return;
        }
        let best = self.ranked.iter().map(|r| r.lead).fold(f32::NEG_INFINITY, f32::max);
        let weight = |lead: f32| exp((lead - best) / self.settings.softness);
        let total: f32 = self.ranked.iter().map(|ranked| weight(ranked.lead)).sum();
        let branches = self.ranked.iter().map(|ranked| Branch {
            prior: weight(ranked.lead) / total,
            worth: ranked.lead,
            expected: ranked.points,
            judged: ranked.points,
            ..Branch::new(ranked.action)
        });
        tree.grow(node, branches);
    }

    /// The best that a seat can make of the tile that it has just laid in `tried`.
    fn best_figure(&mut self, rules: &G::Rules, seat: Seat) -> (f32, Points) {
        self.tried.legal(rules, &mut self.figures);
        self.judged += self.figures.len() as u64;
        let stakes = self.stakes();
        let mut best = (f32::NEG_INFINITY, [0.0; SEATS_MAX]);
        let visit = &mut |points: Points| {
            let lead = stakes.lead(&points, seat);
            if lead > best.0 {
                best = (lead, points);
            }
        };
        let Desk { lens, tried, deeper, figures, .. } = self;
        tried.expect_each(rules, lens, deeper, figures, visit);
        best
    }

    /// What the present position is worth.
    pub(super) fn look(&mut self, rules: &G::Rules) -> Points {
        self.judged += 1;
        self.game.expect(rules, &mut self.lens)
    }
}

/// The seat that acts after a draw.
fn drawer(tree: &Tree, branch: &Branch) -> Option<Seat> {
    match tree.node(branch.child).kind {
        NodeKind::Seat(seat) => Some(seat),
        _ => None,
    }
}

/// What the best branch of a seat's node promises.
fn best_of(tree: &Tree, node: u32) -> Points {
    let branches = tree.branches_of(node);
    let mut best = &branches[0];
    for branch in &branches[1..] {
        if branch.worth > best.worth {
            best = branch;
        }
    }
    best.expected
}

/// What seats hope for in the positions that follow from one.
fn hopes<G: Outlook>(rules: &G::Rules, game: &G, settings: &Settings) -> Hopes {
    Hopes::new(G::seats(rules), game.time_left(rules), settings.sure, settings.stir)
}
