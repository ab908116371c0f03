//! Thousands of made-up players whose strength is known: how well the ratings find it.

use rating::{Career, Entrant, after, chance};

use crate::chance::Chance;

const POINTS: f64 = 400.0 / std::f64::consts::LN_10;

/// How roughly neighbours are brought together: with this half of the rivals are less than 115
/// points apart, as in quick pairing when three people a minute come (`pairing/tests/evenings.rs`).
const ROUGHLY: f64 = 155.0;
/// The same where so many come that half of the rivals are less than 60 points apart.
const CLOSELY: f64 = 60.0;

/// Players with their true strength, and what the ratings think of them.
struct World {
    chance: Chance,
    strength: Vec<f64>,
    careers: Vec<Career>,
    /// How far apart rivals were.
    gaps: Vec<i32>,
}

/// How good the ratings are.
#[derive(Debug)]
struct Figures {
    /// Rank correlation with the true strength.
    spearman: f64,
    /// By how much forecasts for any two are wrong, in percent: on the mean, and in the worst bin.
    mean: f64,
    worst: f64,
}

impl World {
    fn new(players: usize, spread: f64, seed: u64) -> World {
        let mut chance = Chance(seed);
        let strength = (0..players).map(|_| 1500.0 + spread * chance.normal()).collect();
        World { chance, strength, careers: vec![Career::NEW; players], gaps: Vec::new() }
    }

    /// Everybody plays once, with neighbours by rating, more or less.
    fn round(&mut self, seats: usize, roughly: f64) {
        let key = |career: &Career, chance: &mut Chance| {
            f64::from(career.rating.points) / 100.0 + roughly * chance.normal()
        };
        let mut order: Vec<(f64, usize)> = Vec::with_capacity(self.careers.len());
        for (player, career) in self.careers.iter().enumerate() {
            order.push((key(career, &mut self.chance), player));
        }
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        let points = |(_, player): &(f64, usize)| self.careers[*player].rating.points;
        self.gaps =
            order.chunks_exact(2).map(|two| (points(&two[0]) - points(&two[1])).abs()).collect();
        self.gaps.sort_unstable();
        for table in order.chunks_exact(seats) {
            self.game(table);
        }
    }

    fn game(&mut self, table: &[(f64, usize)]) {
        let made: Vec<f64> = table
            .iter()
            .map(|(_, player)| self.strength[*player] / POINTS + self.chance.gumbel())
            .collect();
        let rank = |own: f64| 1 + made.iter().filter(|other| **other > own).count() as u8;
        let entrants: Vec<Entrant> = table
            .iter()
            .zip(&made)
            .map(|((_, player), own)| Entrant::person(self.careers[*player], rank(*own)))
            .collect();
        for ((_, player), career) in table.iter().zip(after(0, &entrants)) {
            self.careers[*player] = career.unwrap();
        }
    }

    /// Anybody against anybody: what a pool of few people comes to.
    fn anybody(&mut self) -> (usize, usize) {
        let players = self.careers.len();
        (self.chance.below(players), self.chance.below(players))
    }

    fn figures(&mut self) -> Figures {
        let mut bins = [(0u32, 0.0, 0.0); 10];
        for _ in 0..200_000 {
            let (a, b) = self.anybody();
            let forecast = chance(self.careers[a].rating, self.careers[b].rating);
            let (a, b, forecast) =
                if forecast < 0.5 { (b, a, 1.0 - forecast) } else { (a, b, forecast) };
            let truth = 1.0 / (1.0 + ((self.strength[b] - self.strength[a]) / POINTS).exp());
            let bin = &mut bins[(((forecast - 0.5) * 20.0) as usize).min(9)];
            *bin = (bin.0 + 1, bin.1 + forecast, bin.2 + truth);
        }
        let filled = bins.iter().filter(|(games, ..)| *games >= 1_000);
        let wrong: Vec<(f64, f64)> = filled
            .map(|(games, told, truth)| {
                let games = f64::from(*games);
                (games, 100.0 * ((told - truth) / games).abs())
            })
            .collect();
        let games: f64 = wrong.iter().map(|(games, _)| games).sum();
        let mean = wrong.iter().map(|(games, off)| games * off).sum::<f64>() / games;
        let worst = wrong.iter().map(|(_, off)| *off).fold(0.0, f64::max);
        let thought: Vec<f64> =
            self.careers.iter().map(|career| f64::from(career.rating.points)).collect();
        Figures { spearman: spearman(&thought, &self.strength), mean, worst }
    }
}

fn places(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut places = vec![0.0; values.len()];
    for (place, player) in order.into_iter().enumerate() {
        places[player] = place as f64;
    }
    places
}

fn spearman(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len() as f64;
    let apart: f64 = places(a).iter().zip(places(b)).map(|(a, b)| (a - b) * (a - b)).sum();
    1.0 - 6.0 * apart / (n * (n * n - 1.0))
}

fn played(spread: f64, seats: usize, games: usize, roughly: f64) -> World {
    let mut world = World::new(10_000, spread, 7);
    for _ in 0..games {
        world.round(seats, roughly);
    }
    world
}

#[test]
fn sixty_games_of_two_find_the_strength() {
    for roughly in [ROUGHLY, CLOSELY] {
        let mut world = played(200.0, 2, 60, roughly);
        let (gap, figures) = (world.gaps[world.gaps.len() / 2] / 100, world.figures());
        println!("spread 200, half of the rivals within {gap}: {figures:?}");
        assert!(figures.spearman >= 0.955, "{figures:?}");
        assert!(figures.mean <= 2.0 && figures.worst <= 5.0, "{figures:?}");
        assert!(roughly < ROUGHLY || (100..130).contains(&gap), "{gap}");
    }
}

/// Whoever meets near neighbours only is compared with few: chance that made some of them strong
/// goes round among them. In a crowd that plays nobody but neighbours the ratings therefore spread
/// about as far as a newcomer's uncertainty says, whatever the truth is: where people differ little
/// (120) forecasts say too much, by five in a hundred, and where they differ much (250) too little,
/// by four. Three are asked for. No other constants of the step help: another uncertainty of
/// newcomers brings one end nearer and takes the other away, and so do larger steps. It takes
/// rivals who are further apart: with half of them within 143 points (one or two people a minute)
/// it is two and a half at most. Computers, whose ratings hold the scale, are not in this world.
#[test]
fn other_spreads_are_told_nearly_as_well() {
    for spread in [120.0, 160.0, 250.0] {
        let rough = played(spread, 2, 60, ROUGHLY).figures();
        let close = played(spread, 2, 60, CLOSELY).figures();
        println!("spread {spread}: {rough:?}; in a crowd {close:?}");
        assert!(rough.mean <= 3.0, "{spread}: {rough:?}");
        assert!(close.mean <= 5.5, "{spread}: {close:?}");
    }
}

#[test]
fn forty_games_of_four_find_it_too() {
    let figures = played(200.0, 4, 40, ROUGHLY).figures();
    println!("four seats: {figures:?}");
    assert!(figures.spearman >= 0.965, "{figures:?}");
    assert!(figures.mean <= 2.0, "{figures:?}");
}
