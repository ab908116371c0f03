//! One simulation: down the tree, a new position judged, and the news brought back up.

use alloc::vec::Vec;

use table::{Action, Actions, Odds, Quiet, SEATS_MAX, Seat, Turn};

use super::luck::Luck;
use super::tree::{Branch, NodeKind, ROOT, Tree};
use super::wish::{Hopes, Wishes, lead_of};
use super::{Settings, mixed};
use crate::evaluate::{Evaluate, Points};
use crate::math::{exp, sqrt};
use crate::outlook::Outlook;
use crate::rng::Wyrand;

/// Multiples of this part of 2^32 are spread evenly, however many are taken: the golden ratio.
const EVENLY: u32 = 0x9e37_79b9;

/// Everything that simulations use again and again.
pub struct Desk<G: Evaluate> {
    settings: Settings,
    seats: u8,
    lens: G::Lens,
    hopes: Hopes,
    dice: Wyrand,
    luck: Luck,
    /// The luck that seats had on the way to the present position, in points.
    had: Points,
    game: G,
    tried: G,
    deeper: G,
    path: Vec<(u32, u32)>,
    actions: Actions,
    figures: Actions,
    odds: Odds,
    leads: Vec<f32>,
    /// How many positions were judged.
    pub judged: u64,
}

impl<G: Evaluate> Desk<G> {
    pub fn new(rules: &G::Rules, game: &G, settings: Settings) -> Desk<G> {
        Desk {
            settings,
            seats: G::seats(rules),
            lens: game.lens(rules, &settings.weights),
            hopes: hopes(rules, game, &settings),
            dice: Wyrand::new(settings.seed),
            luck: Luck::new(),
            had: [0.0; SEATS_MAX],
            game: game.clone(),
            tried: game.clone(),
            deeper: game.clone(),
            path: Vec::new(),
            actions: Actions::new(),
            figures: Actions::new(),
            odds: Odds::new(),
            leads: Vec::new(),
            judged: 0,
        }
    }

    /// From now on positions follow from this one.
    pub fn look_from(&mut self, rules: &G::Rules, root: &G) {
        self.lens = root.lens(rules, &self.settings.weights);
        self.hopes = hopes(rules, root, &self.settings);
    }

    /// Goes down once and tells what was found to every node on the way.
    pub fn simulate(&mut self, rules: &G::Rules, root: &G, tree: &mut Tree) {
        self.game.clone_from(root);
        self.path.clear();
        self.had = [0.0; SEATS_MAX];
        let wishes = self.go_down(rules, tree);
        for (node, branch) in &self.path {
            let at = &mut tree.nodes[*node as usize];
            at.visits += 1;
            let branch = &mut tree.branches[*branch as usize];
            branch.visits += 1;
            if let NodeKind::Seat(seat) = at.kind {
                branch.sum += wishes[seat.index()];
            }
        }
    }

    fn go_down(&mut self, rules: &G::Rules, tree: &mut Tree) -> Wishes {
        let mut node = ROOT;
        let mut before = Action::Pass;
        let mut undrawn = [0.0; SEATS_MAX];
        loop {
            let (action, branch) = match tree.node(node).kind {
                NodeKind::Over => {
                    let points = self.game.scores().map(f32::from);
                    return self.hopes.of_all(&self.without_luck(points));
                }
                NodeKind::Chance => {
                    undrawn = self.game.expect(rules, &mut self.lens);
                    self.draw(rules, tree, node)
                }
                NodeKind::Seat(seat) => {
                    let is_new = tree.node(node).len == 0;
                    let mut points = [0.0; SEATS_MAX];
                    if is_new {
                        points = self.rank(rules, seat);
                    }
                    if let Action::Draw(kind) = before {
                        let gain = lead_of(&points, seat, self.seats)
                            - lead_of(&undrawn, seat, self.seats);
                        self.had[seat.index()] += self.luck.of(kind, is_new.then_some(gain));
                    }
                    if is_new {
                        self.grow(tree, node, seat);
                        // A figure belongs to its tile: what both together are worth counts.
                        let goes_on = node == ROOT || matches!(before, Action::Tile { .. });
                        if !goes_on || tree.node(node).len == 0 {
                            return self.play_on(rules, &points);
                        }
                    }
                    let branch = self.select(tree, node);
                    (tree.branch(branch).action, Some(branch))
                }
            };
            self.game.play(rules, action, &mut Quiet);
            let Some(branch) = branch else {
                return self.look(rules); // no room to remember it
            };
            self.path.push((node, branch));
            node = tree.below(branch, || self.game.turn().into());
            before = action;
        }
    }

    /// What chance does at a node: each tile as often as its odds say, not only on average.
    fn draw(&mut self, rules: &G::Rules, tree: &mut Tree, node: u32) -> (Action, Option<u32>) {
        self.game.odds(rules, &mut self.odds);
        let all: u64 = self.odds.iter().map(|(_, cases)| u64::from(*cases)).sum();
        let turn = tree.node(node).visits.wrapping_mul(EVENLY);
        let at = mixed(self.settings.seed, node).wrapping_add(turn);
        let mut left = (u64::from(at) * all) >> 32;
        for (action, cases) in self.odds.iter() {
            match left.checked_sub(u64::from(*cases)) {
                Some(rest) => left = rest,
                None => return (*action, tree.drawn(node, *action)),
            }
        }
        unreachable!("odds add up to their total")
    }

    /// The action that promises most: what it has shown, and what it may still show.
    fn select(&self, tree: &Tree, node: u32) -> u32 {
        let at = tree.node(node);
        let Settings { curiosity, trust, .. } = self.settings;
        let eager = curiosity * sqrt(at.visits as f32 + 1.0);
        let mut best = (f32::NEG_INFINITY, at.first);
        for (i, branch) in (at.first..).zip(tree.branches_of(node)) {
            let promise = eager * branch.prior / (1.0 + branch.visits as f32);
            let value = branch.value(trust) + promise;
            if value > best.0 {
                best = (value, i);
            }
        }
        best.1
    }

    /// Lists the actions of a seat and ranks them by what the position is worth after each;
    /// returns what the best promises.
    fn rank(&mut self, rules: &G::Rules, seat: Seat) -> Points {
        self.game.legal(rules, &mut self.actions);
        self.leads.clear();
        let mut best = (f32::NEG_INFINITY, [0.0; SEATS_MAX]);
        for action in 0..self.actions.len() {
            let action = self.actions[action];
            self.tried.clone_from(&self.game);
            self.tried.play(rules, action, &mut Quiet);
            let asked = self.tried.turn() == Turn::Player(seat);
            let (lead, points) = if asked && matches!(action, Action::Tile { .. }) {
                self.best_figure(rules, seat)
            } else {
                self.judged += 1;
                let points = self.tried.expect(rules, &mut self.lens);
                (lead_of(&points, seat, self.seats), points)
            };
            self.leads.push(lead);
            if lead > best.0 {
                best = (lead, points);
            }
        }
        best.1
    }

    /// Gives a seat's node the actions that were ranked.
    fn grow(&mut self, tree: &mut Tree, node: u32, seat: Seat) {
        if tree.is_full(self.actions.len()) {
            return;
        }
        let softness = self.settings.softness;
        let best = self.leads.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let weight = |lead: f32| exp((lead - best) / softness);
        let total: f32 = self.leads.iter().map(|lead| weight(*lead)).sum();
        let had = lead_of(&self.had, seat, self.seats);
        let branches = self.actions.iter().zip(&self.leads).map(|(action, lead)| Branch {
            prior: weight(*lead) / total,
            judged: self.hopes.of_lead(*lead - had),
            ..Branch::new(*action)
        });
        tree.grow(node, branches);
    }

    /// Points as they would be with ordinary luck.
    fn without_luck(&self, mut points: Points) -> Points {
        points.iter_mut().zip(self.had).for_each(|(points, had)| *points -= had);
        points
    }

    /// The best that a seat can make of the tile that it has just laid in `tried`.
    fn best_figure(&mut self, rules: &G::Rules, seat: Seat) -> (f32, Points) {
        self.tried.legal(rules, &mut self.figures);
        let mut best = (f32::NEG_INFINITY, [0.0; SEATS_MAX]);
        for figure in self.figures.iter() {
            self.deeper.clone_from(&self.tried);
            self.deeper.play(rules, *figure, &mut Quiet);
            self.judged += 1;
            let points = self.deeper.expect(rules, &mut self.lens);
            let lead = lead_of(&points, seat, self.seats);
            if lead > best.0 {
                best = (lead, points);
            }
        }
        best
    }
}

/// Short playouts before a position is judged.
impl<G: Evaluate> Desk<G> {
    /// What the present position is worth.
    fn look(&mut self, rules: &G::Rules) -> Wishes {
        self.judged += 1;
        let points = self.game.expect(rules, &mut self.lens);
        self.hopes.of_all(&self.without_luck(points))
    }

    /// Plays a few turns on from a new position and judges what came of it; without such turns the
    /// best next move is what it is worth.
    fn play_on(&mut self, rules: &G::Rules, best: &Points) -> Wishes {
        let mut turns = self.settings.ahead;
        if turns == 0 {
            return self.hopes.of_all(&self.without_luck(*best));
        }
        loop {
            match self.game.turn() {
                Turn::Chance if turns > 0 => {
                    turns -= 1;
                    let action = self.game.pick(rules, &mut self.dice);
                    self.game.play(rules, action, &mut Quiet);
                }
                Turn::Player(seat) => {
                    let action = self.rough_choice(rules, seat);
                    self.game.play(rules, action, &mut Quiet);
                }
                Turn::Chance | Turn::Over => return self.look(rules),
            }
        }
    }

    /// The best of a few random actions.
    fn rough_choice(&mut self, rules: &G::Rules, seat: Seat) -> Action {
        let mut best = (f32::NEG_INFINITY, self.game.pick(rules, &mut self.dice));
        if self.settings.looks < 2 {
            return best.1;
        }
        for look in 0..self.settings.looks {
            let action = if look == 0 { best.1 } else { self.game.pick(rules, &mut self.dice) };
            self.tried.clone_from(&self.game);
            self.tried.play(rules, action, &mut Quiet);
            self.judged += 1;
            let points = self.tried.expect(rules, &mut self.lens);
            let lead = lead_of(&points, seat, self.seats);
            if lead > best.0 {
                best = (lead, action);
            }
        }
        best.1
    }
}

/// What seats hope for in the positions that follow from one.
fn hopes<G: Outlook>(rules: &G::Rules, game: &G, settings: &Settings) -> Hopes {
    Hopes::new(G::seats(rules), game.time_left(rules), settings.sure, settings.stir)
}
