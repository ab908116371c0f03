//! With two seats it is Glicko, as others wrote it.

use rating::{Rating, Side, step};
use skillratings::Outcomes;
use skillratings::glicko::{GlickoConfig, GlickoRating, glicko};

use crate::chance::Chance;

fn side(points: i32, deviation: i32, rank: u8) -> Side {
    Side {
        rating: Rating { points, deviation },
        idle_days: 0,
        computer: false,
        program: false,
        rank,
    }
}

/// What our step adds to the deviation before a game is added for the oracle, too.
fn as_theirs(side: &Side) -> GlickoRating {
    let deviation = f64::from(side.rating.deviation) / 100.0;
    GlickoRating {
        rating: f64::from(side.rating.points) / 100.0,
        deviation: (deviation * deviation + 100.0).sqrt(),
    }
}

#[test]
fn two_seats_are_glicko() {
    let mut chance = Chance(1);
    for _ in 0..20_000 {
        let mut any = |rank| {
            let points = 80_000 + chance.below(140_000) as i32;
            side(points, 6_000 + chance.below(12_000) as i32, rank)
        };
        let ranks = [(1, 2, Outcomes::WIN), (1, 1, Outcomes::DRAW), (2, 1, Outcomes::LOSS)];
        for (own, other, outcome) in ranks {
            let (one, two) = (any(own), any(other));
            let ours = step(&[one, two]);
            let theirs =
                glicko(&as_theirs(&one), &as_theirs(&two), &outcome, &GlickoConfig { c: 0.0 });
            for (ours, theirs) in ours.iter().zip([theirs.0, theirs.1]) {
                let ours = ours.unwrap();
                assert!((ours.points - theirs.rating).abs() < 1e-9, "{one:?} {two:?}");
                assert!((ours.deviation - theirs.deviation).abs() < 1e-9, "{one:?} {two:?}");
            }
        }
    }
}

#[test]
fn the_first_game_moves_far_and_a_settled_rating_little() {
    let new = step(&[side(150_000, 18_000, 1), side(150_000, 18_000, 2)])[0].unwrap();
    assert!((new.points - 1500.0 - 68.0).abs() < 1.0, "{new:?}");
    let settled = step(&[side(150_000, 6_000, 1), side(150_000, 6_000, 2)])[0].unwrap();
    assert!((settled.points - 1500.0 - 10.0).abs() < 1.0, "{settled:?}");
    let sure = step(&[side(150_000, 2_000, 1), side(150_000, 6_000, 2)])[0].unwrap();
    assert!((sure.deviation - 45.0).abs() < 1e-9, "nobody is known better: {sure:?}");
}
