//! How fast the engines are, in CPU time: what `trencavel bench` measures. It is apart from the
//! command line so that it is compiled as the engines are.

use std::hint::black_box;
use std::time::Duration;

use city::City;
use country::Country;
use cpu_time::ProcessTime;
use table::{Actions, Dice, Game, Moves, Quiet, Turn};

/// Random numbers that a seed decides.
pub struct Rng(pub u64);

impl Dice for Rng {
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let wide = self.0 as u128 * (self.0 ^ 0xe703_7ed1_a0b4_28db) as u128;
        let mixed = (wide >> 64) as u64 ^ wide as u64;
        (((mixed >> 32) * n as u64) >> 32) as u32
    }
}

/// How often each is measured.
pub const ROUNDS: u32 = 5;
/// How many games copies and lists are measured on.
pub const MIDDLES: u64 = 16;

/// A measure in nanoseconds: the best and the median round.
#[derive(Clone, Copy, Default)]
pub struct Measure {
    /// The best round.
    pub best: f64,
    /// The median round.
    pub median: f64,
}

impl Measure {
    fn of(mut rounds: Vec<f64>) -> Measure {
        rounds.sort_by(f64::total_cmp);
        Measure {
            best: rounds.first().copied().unwrap_or(0.0),
            median: rounds.get(rounds.len() / 2).copied().unwrap_or(0.0),
        }
    }
}

/// What was measured of one set-up.
pub struct Measures {
    /// A random game.
    pub game: Measure,
    /// A turn of it: draw, lay, figure.
    pub turn: Measure,
    /// A copy of a game.
    pub clone: Measure,
    /// A copy into memory that is there.
    pub clone_from: Measure,
    /// The list of placements.
    pub placements: Measure,
    /// The full list of placements with figures.
    pub moves: Measure,
    /// Tiles laid in the games that were copied and listed, on average.
    pub tiles: f64,
    /// Placements listed in them, on average.
    pub listed: f64,
    /// The size of a game.
    pub bytes: usize,
}

/// Games of the country.
pub fn country(rules: &country::Rules, time: Duration) -> Measures {
    measure::<Country>(rules, time, |game| game.board().laid().len())
}

/// Games of The City.
pub fn city(rules: &city::Rules, time: Duration) -> Measures {
    measure::<City>(rules, time, |game| game.board().laid().len())
}

fn measure<G: Game>(rules: &G::Rules, time: Duration, tiles: impl Fn(&G) -> usize) -> Measures {
    let start = G::start(rules);
    let before = tiles(&start);
    let mut game = start.clone();
    let mut dice = Rng(1);
    let mut rounds = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let (mut games, mut turns) = (0_u64, 0_u64);
        let clock = ProcessTime::now();
        while clock.elapsed() < time / (2 * ROUNDS) {
            for _ in 0..16 {
                game.clone_from(&start);
                while game.turn() != Turn::Over {
                    game.random_turn(rules, &mut dice, &mut Quiet);
                }
                games += 1;
                turns += (tiles(&game) - before) as u64;
            }
        }
        let nanoseconds = clock.elapsed().as_nanos() as f64;
        rounds.0.push(nanoseconds / games as f64);
        rounds.1.push(nanoseconds / turns as f64);
    }
    let middles = middles::<G>(rules, &tiles);
    let games = &middles.games;
    let mut actions = Actions::new();
    let mut moves = Box::new(Moves::new());
    let part = time / 8;
    Measures {
        game: Measure::of(rounds.0),
        turn: Measure::of(rounds.1),
        clone: repeat(part, games, |g| drop(black_box(g.clone()))),
        clone_from: repeat(part, games, |g| black_box(&mut game).clone_from(g)),
        placements: repeat(part, games, |g| g.legal(rules, black_box(&mut actions))),
        tiles: middles.tiles,
        listed: middles.placements,
        moves: repeat(part, games, |g| g.moves(rules, black_box(&mut moves))),
        bytes: size_of::<G>(),
    }
}

/// Games in their middle. One game would not do: what a list costs depends on the drawn tile.
struct Middles<G> {
    games: Vec<G>,
    /// Means over the games, so that a reader sees what was measured.
    tiles: f64,
    placements: f64,
}

/// Games of different seeds, each where a tile is to be laid once half of its tiles lie.
fn middles<G: Game>(rules: &G::Rules, tiles: impl Fn(&G) -> usize) -> Middles<G> {
    let mut found = Middles { games: Vec::new(), tiles: 0.0, placements: 0.0 };
    let start = G::start(rules);
    let mut actions = Actions::new();
    for seed in 1..=MIDDLES {
        let half = tiles(&play_while(rules, &start, seed, |_| true)).midpoint(tiles(&start));
        let game = play_while(rules, &start, seed, |game| {
            game.legal(rules, &mut actions);
            let lays = matches!(actions.first(), Some(table::Action::Tile { .. }));
            tiles(game) < half || !lays
        });
        game.legal(rules, &mut actions);
        found.tiles += (tiles(&game) - tiles(&start)) as f64 / MIDDLES as f64;
        found.placements += actions.len() as f64 / MIDDLES as f64;
        found.games.push(game);
    }
    found
}

/// A random game, as far as `goes_on` says.
fn play_while<G: Game>(
    rules: &G::Rules,
    start: &G,
    seed: u64,
    mut goes_on: impl FnMut(&G) -> bool,
) -> G {
    let mut dice = Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut game = start.clone();
    while game.turn() != Turn::Over && goes_on(&game) {
        let action = game.pick(rules, &mut dice);
        game.play(rules, action, &mut Quiet);
    }
    game
}

/// CPU nanoseconds of one call, over all games in turn.
fn repeat<G>(time: Duration, games: &[G], mut call: impl FnMut(&G)) -> Measure {
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        let mut calls = 0_u64;
        let clock = ProcessTime::now();
        while clock.elapsed() < time / ROUNDS {
            games.iter().for_each(&mut call);
            calls += games.len() as u64;
        }
        rounds.push(clock.elapsed().as_nanos() as f64 / calls as f64);
    }
    Measure::of(rounds)
}
