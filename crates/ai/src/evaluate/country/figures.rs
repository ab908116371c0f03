//! A tile with each figure that can be put on it: the features are looked at once, and what a
//! follower changes is added.

use country::tile::Kind;
use country::{Country, Rules};
use table::{Action, Game, List, NodeId, Quiet, Seat, Spot, Turn};

use super::features::Features;
use super::{Evaluate, Judgement, Lens, Points, judge, lacks, promise_of};

/// More places on one tile than these are tried one by one.
const PLACES_MAX: usize = 16;

/// Judges what follows from each action of the seat that may put a figure on its tile; the position
/// itself is used up.
pub(super) fn expect_each(
    game: &mut Country,
    rules: &Rules,
    lens: &mut Lens,
    scratch: &mut Country,
    actions: &[Action],
    visit: &mut dyn FnMut(Points),
) {
    let Turn::Player(seat) = game.turn() else { return };
    // After the last tile everything is counted at once, so each figure is tried.
    let at_once = actions.contains(&Action::Pass) && game.draws_left(rules) > 0;
    let mut claims: List<Claim, PLACES_MAX> = List::new();
    for action in actions.iter().filter(|action| !at_once || **action != Action::Pass) {
        match claim_of(game, lens, seat, *action) {
            Some(claim) if at_once && claims.len() < PLACES_MAX => claims.push(claim),
            _ => visit(expect_after(game, rules, lens, scratch, *action)),
        }
    }
    if !at_once {
        return;
    }
    game.play(rules, Action::Pass, &mut Quiet);
    let mut features = lens.features.take().unwrap_or_else(|| Features::new().into());
    let mut roots: List<NodeId, PLACES_MAX> = List::new();
    roots.extend(claims.iter().map(|claim| claim.root));
    features.look(game, rules, lens, &roots);
    let judgement = judge(game, rules, lens, &features);
    visit(judgement.points(lens));
    for claim in claims.iter() {
        visit(with_claim(game, rules, lens, &features, &judgement, *claim));
    }
    lens.features = Some(features);
}

/// What follows from one action.
fn expect_after(
    game: &Country,
    rules: &Rules,
    lens: &mut Lens,
    scratch: &mut Country,
    action: Action,
) -> Points {
    scratch.clone_from(game);
    scratch.play(rules, action, &mut Quiet);
    scratch.expect(rules, lens)
}

/// A feature that a figure would claim.
#[derive(Clone, Copy, Default)]
pub(super) struct Claim {
    pub root: NodeId,
    pub seat: Seat,
    /// How much the figure counts there.
    pub strength: u8,
    /// What it was worth in hand, in followers.
    idle: f32,
}

/// What an action claims, if that changes nothing but who holds a feature.
fn claim_of(game: &Country, lens: &Lens, seat: Seat, action: Action) -> Option<Claim> {
    let Action::Put { piece, at: Spot::Segment { cell, segment } } = action else { return None };
    let (root, feature) = game.feature_at(cell, segment)?;
    // What fields, centres and completed features bring, expansions may change.
    let open = matches!(feature.kind(), Kind::Road | Kind::City) && feature.open() > 0;
    if !(lens.plain || open) || feature.occupied() {
        return None;
    }
    let (strength, idle) = Country::counts(piece)?;
    Some(Claim { root, seat, strength, idle: f32::from(idle) / 10.0 })
}

/// What a position is worth if a seat had also claimed a feature.
fn with_claim(
    game: &Country,
    rules: &Rules,
    lens: &mut Lens,
    features: &Features,
    judgement: &Judgement,
    claim: Claim,
) -> Points {
    let Claim { root, seat, strength, idle } = claim;
    let mut points = judgement.points(lens);
    let Some(known) = features.with_root(root).copied() else { return points };
    let feature = game.tally_of(root);
    let complete = match feature.kind() {
        Kind::Field => false,
        Kind::Road | Kind::City => feature.open() == 0,
        _ => game.centre_cell(root).is_none(),
    };
    let at = seat.index();
    if complete {
        points[at] += f32::from(game.worth(rules, root, true).unwrap_or(0));
        return points;
    }
    let promise = promise_of(game, rules, lens, features, &known, 1);
    let weights = &lens.weights;
    let free = judgement.free[at] - idle + weights.home * promise.home * f32::from(strength);
    points[at] += promise.now + promise.gain;
    points[at] += (lens.value_of(free) - lens.value_of(judgement.free[at])) * judgement.fades;
    let lacks_more = lacks(judgement.hand[at] - idle) - lacks(judgement.hand[at]);
    points[at] -= lacks_more * weights.none * judgement.fades;
    if weights.join != 0.0 {
        features.add_joins_of(game, rules, lens, &claim, &mut points);
    }
    points
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use country::CountrySetup;
    use table::Actions;

    use super::*;
    use crate::evaluate::Weights;
    use crate::rng::Wyrand;

    /// Plays random games and lets `check` see each position with a figure to put.
    fn each_figure(
        expansions: &[&str],
        games: u64,
        mut check: impl FnMut(&Rules, &Country, &Actions),
    ) {
        let rules = Rules::new(&CountrySetup::base(3).with(expansions)).unwrap();
        let mut actions = Actions::new();
        for seed in 0..games {
            let mut dice = Wyrand::new(seed);
            let mut game = Country::start(&rules);
            while game.turn() != Turn::Over {
                game.legal(&rules, &mut actions);
                if actions.contains(&Action::Pass) {
                    check(&rules, &game, &actions);
                }
                let action = game.pick(&rules, &mut dice);
                game.play(&rules, action, &mut Quiet);
            }
        }
    }

    /// Whether the same points are in both lists, in any order.
    fn alike(one: &[Points], other: &[Points]) -> bool {
        let near = |a: &Points, b: &Points| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 0.02);
        let mut left = other.to_vec();
        one.len() == left.len()
            && one.iter().all(|points| {
                let found = left.iter().position(|other| near(points, other));
                found.map(|at| left.swap_remove(at)).is_some()
            })
    }

    #[test]
    fn a_claim_is_worth_what_the_position_after_it_is() {
        each_figure(&[], 20, same_worth);
        each_figure(&["river", "inns", "traders", "abbot", "count", "cult"], 8, same_worth);
    }

    fn same_worth(rules: &Rules, game: &Country, actions: &Actions) {
        let mut lens = game.lens(rules, &Weights::BEST);
        let mut scratch = game.clone();
        let mut each = Vec::new();
        for action in actions.iter() {
            each.push(expect_after(game, rules, &mut lens, &mut scratch, *action));
        }
        let mut together = Vec::new();
        let visit = &mut |points| together.push(points);
        game.clone().expect_each(rules, &mut lens, &mut scratch, actions, visit);
        assert!(alike(&each, &together), "{each:?} {together:?}");
    }

    /// What a tile leaves as it was need not be looked at again.
    #[test]
    fn tiles_are_judged_alike_with_and_without_what_was_before() {
        let rules = Rules::new(&CountrySetup::base(2)).unwrap();
        let mut actions = Actions::new();
        for seed in 0..6 {
            let mut dice = Wyrand::new(seed);
            let mut game = Country::start(&rules);
            while game.turn() != Turn::Over {
                game.legal(&rules, &mut actions);
                let mut follows = game.lens(&rules, &Weights::BEST);
                game.follow(&rules, &mut follows);
                let mut anew = game.lens(&rules, &Weights::BEST);
                for action in actions.iter() {
                    let mut after = game.clone();
                    after.play(&rules, *action, &mut Quiet);
                    let one = after.expect(&rules, &mut follows);
                    let other = after.expect(&rules, &mut anew);
                    assert!(one.iter().zip(other).all(|(a, b)| (a - b).abs() < 0.01), "{one:?}");
                }
                let action = game.pick(&rules, &mut dice);
                game.play(&rules, action, &mut Quiet);
            }
        }
    }

    /// Counting by features gives what the rules say of the end.
    #[test]
    fn plain_counting_is_the_forecast() {
        each_figure(&[], 20, |rules, game, _| {
            let mut plain = game.lens(rules, &Weights::BEST);
            let mut asking = game.lens(rules, &Weights::BEST);
            asking.plain = false;
            let (counted, asked) =
                (game.expect(rules, &mut plain), game.expect(rules, &mut asking));
            assert!(counted.iter().zip(asked).all(|(a, b)| (a - b).abs() < 0.02), "{counted:?}");
        });
    }
}
