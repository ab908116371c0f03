//! Who sat where never matters, and computers stay as they are.

use rating::{Career, Entrant, Rating, Side, after, level, step};

use crate::chance::Chance;

#[test]
fn the_order_of_seats_never_matters() {
    let mut chance = Chance(2);
    for _ in 0..3_000 {
        let seats = 2 + chance.below(5);
        let mut sides: Vec<Side> = (0..seats)
            .map(|_| Side {
                rating: Rating {
                    points: 100_000 + chance.below(100_000) as i32,
                    deviation: 4_500 + chance.below(13_500) as i32,
                },
                idle_days: chance.below(400) as u32,
                computer: chance.below(4) == 0,
                program: chance.below(4) == 0,
                rank: 1 + chance.below(seats) as u8,
            })
            .collect();
        let mut told: Vec<_> = sides.iter().copied().zip(step(&sides)).collect();
        for at in (1..seats).rev() {
            let other = chance.below(at + 1);
            sides.swap(at, other);
            told.swap(at, other);
        }
        let again: Vec<_> = sides.iter().copied().zip(step(&sides)).collect();
        assert_eq!(told, again, "bit for bit");
    }
}

#[test]
fn what_one_wins_another_loses_among_equals() {
    let seats = [1, 2, 3, 4].map(|rank| Entrant::person(Career::NEW, rank));
    let careers: Vec<Career> = after(7, &seats).into_iter().map(Option::unwrap).collect();
    let sum: i32 = careers.iter().map(|career| career.rating.points - 150_000).sum();
    assert!(sum.abs() <= 2, "{careers:?}");
    assert!(careers.windows(2).all(|pair| pair[0].rating.points > pair[1].rating.points));
    assert_eq!(careers.iter().map(|career| career.won).collect::<Vec<_>>(), [1, 0, 0, 0]);
}

#[test]
fn a_computer_stays_and_counts_half() {
    let third = level(3).unwrap();
    let person = Entrant::person(Career::NEW, 1);
    let seats = after(0, &[person, Entrant::computer(third, 2)]);
    assert_eq!(seats[1], None);
    let against = seats[0].unwrap().rating.points - third.points;
    let known = Career { rating: third, ..Career::NEW };
    let people = after(0, &[person, Entrant::person(known, 2)]);
    let among = people[0].unwrap().rating.points - third.points;
    assert!(against > 0 && against < among, "{against} {among}");
    assert!(level(0).is_none() && level(6).is_none());
    assert!((1..5).all(|n| level(n).unwrap().points < level(n + 1).unwrap().points));
}

#[test]
fn a_tie_of_all_is_won_by_nobody_and_peaks_are_certain() {
    let tie = after(0, &[Entrant::person(Career::NEW, 1), Entrant::person(Career::NEW, 1)]);
    assert!(tie.iter().all(|career| career.unwrap().won == 0));
    let mut winner = Career::NEW;
    for game in 1..=60 {
        let rival = Entrant::person(Career { rating: winner.rating, ..winner }, 2);
        winner = after(game, &[Entrant::person(winner, 1), rival])[0].unwrap();
        assert_eq!(winner.peak > 0, !winner.rating.is_provisional() || winner.peak > 0);
    }
    assert_eq!((winner.games, winner.won, winner.peak), (60, 60, winner.rating.points));
}

#[test]
fn a_game_against_a_program_counts_for_half_and_the_program_is_known_well() {
    let new =
        |rank| Side { rating: Rating::NEW, idle_days: 0, computer: false, program: false, rank };
    let gain = |program| step(&[new(1), Side { program, ..new(2) }])[0].unwrap().points - 1500.0;
    // Half as much is said, so the next game moves a little more again.
    assert!((0.5..0.6).contains(&(gain(true) / gain(false))), "{} {}", gain(true), gain(false));
    let mut both = [new(1), Side { program: true, ..new(2) }];
    for game in 0..2000 {
        let after = step(&both);
        for (side, after) in both.iter_mut().zip(after) {
            side.rating = after.unwrap().rounded();
            side.rank = 3 - side.rank;
        }
        assert!(game < 1999 || both[1].rating.deviation < both[0].rating.deviation);
    }
}
