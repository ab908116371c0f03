//! Simulated evenings: the waits and gaps that the design promises, within a fifth.

use pairing::{Seats, Seek, Want, wave};

use crate::chance::Chance;

/// Seconds between two waves, and how long anybody waits.
const WAVE: f64 = 2.0;
const PATIENCE: f64 = 180.0;

struct Waiting {
    since: f64,
    rating: i32,
}

#[derive(Debug)]
struct Evening {
    paired: f64,
    half: f64,
    most: f64,
    gap: f64,
}

fn evening(a_minute: f64, people: usize, seed: u64) -> Evening {
    let mut chance = Chance(seed);
    let mut here: Vec<Waiting> = Vec::new();
    let (mut waits, mut gaps, mut gone) = (Vec::new(), Vec::new(), 0);
    let (mut now, mut next) = (0.0, 0.0);
    while waits.len() + gone < people {
        now += WAVE;
        while next <= now {
            here.push(Waiting { since: next, rating: chance.strength() });
            next -= (1.0 - chance.part()).ln() * 60.0 / a_minute;
        }
        let before = here.len();
        here.retain(|one| now - one.since <= PATIENCE);
        gone += before - here.len();
        let seeks: Vec<Seek> = here.iter().enumerate().map(|one| seek(now, one)).collect();
        let mut met: Vec<usize> = Vec::new();
        for table in wave(&[Seats::TWO], &seeks) {
            let [one, other] = table.seeks[..] else { panic!("a pair") };
            gaps.push(f64::from(here[one].rating.abs_diff(here[other].rating)));
            waits.extend([now - here[one].since, now - here[other].since]);
            met.extend([one, other]);
        }
        met.sort_unstable();
        for place in met.into_iter().rev() {
            here.remove(place);
        }
    }
    let paired = waits.len() as f64 / (waits.len() + gone) as f64;
    Evening {
        paired,
        half: part(&mut waits, 0.5),
        most: part(&mut waits, 0.9),
        gap: part(&mut gaps, 0.5),
    }
}

fn seek(now: f64, (number, one): (usize, &Waiting)) -> Seek {
    Seek {
        person: number.to_string(),
        wants: vec![Want { pool: 0, rating: one.rating }],
        waited: (now - one.since) as u32,
        account: true,
        guests: true,
        program: false,
        programs: false,
        leaves: false,
        last: None,
        range: None,
        blocked: Vec::new(),
    }
}

fn part(numbers: &mut [f64], part: f64) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[(numbers.len() as f64 * part) as usize]
}

#[test]
fn waits_are_as_promised() {
    let promised = [
        (0.2, 0.58, 22.0, 136.0, 170.0),
        (0.5, 0.84, 19.0, 122.0, 164.0),
        (1.0, 0.95, 16.0, 98.0, 153.0),
        (2.0, 0.99, 12.0, 70.0, 131.0),
        (4.0, 1.0, 7.0, 46.0, 105.0),
        (8.0, 1.0, 4.0, 30.0, 83.0),
        (20.0, 1.0, 2.0, 16.0, 62.0),
    ];
    let mut wrong = Vec::new();
    for (a_minute, paired, half, most, gap) in promised {
        let found = evening(a_minute, 8000, 5);
        println!("{a_minute:>4} a minute: {found:?}");
        // Within a fifth, and a wait within one wave.
        let near = |told: f64, found: f64, slack: f64| (found - told).abs() <= told * 0.2 + slack;
        let fine = near(paired, found.paired, 0.0)
            && near(half, found.half, WAVE)
            && near(most, found.most, WAVE)
            && near(gap, found.gap, 0.0);
        if !fine {
            wrong.push(a_minute);
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}
