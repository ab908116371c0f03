//! What several tests need: dice, set-ups, and ways of playing that make things happen.

pub mod beside;
pub mod play;

use country::exp::abbot::ABBOT;
use country::exp::all_options;
use country::exp::cult::SHRINE;
use country::exp::inns::LARGE;
use country::exp::traders::{BUILDER, PIG};
use country::piece::FOLLOWER;
use country::tile::{Kind, Terrain};
use country::{Country, CountrySetup, Rules};
use table::{Action, Actions, Cell, Dice, Game, Piece, Quiet, Seat, Spot, Turn};

/// The names of all expansions.
pub const EXPANSIONS: [&str; 6] = ["river", "inns", "traders", "count", "cult", "abbot"];

/// Pseudo-random numbers that can be repeated.
#[derive(Clone)]
pub struct Rng(u64);

impl Rng {
    /// `SEED` turns all games of a run into others (`make nightly`).
    pub fn new(seed: u64) -> Rng {
        let given = std::env::var("SEED").ok().and_then(|text| text.parse::<u64>().ok());
        let seed = seed.wrapping_add(given.unwrap_or(0).wrapping_mul(1_000_003));
        Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    pub fn one_of<'a, T>(&mut self, values: &'a [T]) -> &'a T {
        &values[self.below(values.len() as u32) as usize]
    }
}

impl Dice for Rng {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        (((mixed >> 32) * n as u64) >> 32) as u32
    }
}

/// Whether thousands of games are wanted instead of a few.
pub fn long_run() -> bool {
    std::env::var_os("LONG").is_some()
}

/// A number of games: the first normally, the second in a long run.
pub fn games(normal: u32, long: u32) -> u32 {
    if long_run() { long } else { normal }
}

/// The expansions whose bits are set, in the order of [`EXPANSIONS`].
pub fn expansions(bits: u32) -> Vec<&'static str> {
    (0..EXPANSIONS.len()).filter(|i| bits >> i & 1 != 0).map(|i| EXPANSIONS[i]).collect()
}

/// A set-up with these expansions for a random number of seats.
pub fn seated(rng: &mut Rng, expansions: &[&str]) -> CountrySetup {
    let most = if expansions.contains(&"inns") { 5 } else { 4 };
    CountrySetup::base(2 + rng.below(most) as u8).with(expansions)
}

/// The same with every option of the set-up changed with a chance of one in `n`.
pub fn with_random_options(rng: &mut Rng, mut setup: CountrySetup, n: u32) -> CountrySetup {
    for (owner, option) in all_options() {
        let known = owner.is_none_or(|(_, info)| setup.expansions.iter().any(|e| e == info.wire));
        if known && rng.one_in(n) {
            let value = rng.one_of(&option.values[1..]);
            setup = setup.option(option.key, value);
        }
    }
    setup
}

/// A set-up with any expansions, options and seats.
pub fn any_setup(rng: &mut Rng) -> CountrySetup {
    let bits = rng.below(1 << EXPANSIONS.len());
    let setup = seated(rng, &expansions(bits));
    with_random_options(rng, setup, 4)
}

/// How the seats of a random game choose, apart for tiles and for figures, and how chance does.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub tiles: Tiles,
    pub figures: Figures,
    pub draws: Draws,
}

/// What chance draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draws {
    /// By the odds.
    Fair,
    /// The tiles that are hardest to place come last: city on all sides.
    CitiesLast,
    /// Shrines come last, when there are holes for them beside monasteries.
    ShrinesLast,
}

/// How tiles are laid.
#[derive(Clone, Copy, Debug)]
pub enum Tiles {
    /// Anywhere.
    Anywhere,
    /// Where most tiles lie around.
    Dense,
    /// Where roads and cities become complete, preferably those of others.
    Closing,
    /// Around monasteries, shrines and gardens, and these beside one another.
    Around,
}

/// What is done with figures, and with the other choices of a seat.
#[derive(Clone, Copy, Debug)]
pub enum Figures {
    /// Anything.
    Anything,
    /// The rarer, the rather: builders and pigs, quarters, monasteries.
    Eager,
    /// As many farmers as there are.
    Farmers,
}

impl Style {
    pub fn random(rng: &mut Rng) -> Style {
        let tiles = [Tiles::Anywhere, Tiles::Dense, Tiles::Closing, Tiles::Around];
        let figures = [Figures::Anything, Figures::Eager, Figures::Eager, Figures::Farmers];
        let draws = [Draws::CitiesLast, Draws::ShrinesLast];
        let draws = if rng.one_in(6) { *rng.one_of(&draws) } else { Draws::Fair };
        Style { tiles: *rng.one_of(&tiles), figures: *rng.one_of(&figures), draws }
    }
}

/// A legal action in this style; chance plays by its odds.
pub fn choose(game: &Country, rules: &Rules, rng: &mut Rng, style: Style) -> Action {
    if game.turn() == Turn::Chance && style.draws != Draws::Fair {
        return draw_late(game, rules, rng, style.draws);
    }
    if game.turn() == Turn::Chance || rng.one_in(8) {
        return game.pick_listed(rules, rng);
    }
    let mut legal = Actions::new();
    game.legal(rules, &mut legal);
    let mut copy = game.clone();
    let mut weigh = |action: &Action| match action {
        Action::Tile { .. } => tile_weight(game, rules, *action, style.tiles, &mut copy),
        _ => figure_weight(game, *action, style.figures),
    };
    let weights: Vec<u32> = legal.iter().map(&mut weigh).collect();
    if matches!(legal[0], Action::Tile { .. }) {
        let most = *weights.iter().max().unwrap();
        let best: Vec<usize> = (0..legal.len()).filter(|i| weights[*i] == most).collect();
        return legal[*rng.one_of(&best)];
    }
    let mut left = rng.below(weights.iter().sum());
    let chosen = weights.iter().position(|weight| match left.checked_sub(*weight) {
        Some(rest) => {
            left = rest;
            false
        }
        None => true,
    });
    legal[chosen.unwrap()]
}

/// A tile that need not come last, as long as there is one.
fn draw_late(game: &Country, rules: &Rules, rng: &mut Rng, draws: Draws) -> Action {
    let mut legal = Actions::new();
    game.legal(rules, &mut legal);
    let soon = |action: &&Action| match action {
        Action::Draw(kind) => {
            let tile = &rules.tiles()[kind.0 as usize];
            match draws {
                Draws::CitiesLast => tile.edges != [Terrain::City; 4],
                _ => tile.centre() != Some(SHRINE),
            }
        }
        _ => true,
    };
    let soon: Vec<Action> = legal.iter().filter(soon).copied().collect();
    *rng.one_of(if soon.is_empty() { &legal } else { &soon })
}

fn tile_weight(
    game: &Country,
    rules: &Rules,
    action: Action,
    style: Tiles,
    copy: &mut Country,
) -> u32 {
    let Action::Tile { cell, .. } = action else { unreachable!("a placement") };
    let dense = game.board().filled_around(cell) as u32;
    match style {
        Tiles::Anywhere => 1,
        Tiles::Dense => dense,
        Tiles::Closing => dense + closing_weight(game, rules, action, copy),
        Tiles::Around => dense + around_weight(game, rules, cell),
    }
}

/// How much a placement completes.
fn closing_weight(game: &Country, rules: &Rules, action: Action, copy: &mut Country) -> u32 {
    let seat = game.turn_of().0;
    copy.clone_from(game);
    copy.play(rules, action, &mut Quiet);
    let Action::Tile { cell, .. } = action else { unreachable!("a placement") };
    let laid = *copy.board().at(cell).unwrap();
    let mut weight = 0;
    for segment in 0..rules.tiles()[laid.kind.0 as usize].segments.len() as u8 {
        let (_, feature) = copy.feature_at(cell, segment).unwrap();
        if matches!(feature.kind(), Kind::Road | Kind::City) && feature.open() == 0 {
            let of_others = feature.occupied() && feature.strength(seat) == 0;
            weight += 6 + 10 * of_others as u32;
        }
    }
    weight
}

/// How many centres a placement helps to surround, and whether it puts rivals side by side.
fn around_weight(game: &Country, rules: &Rules, cell: Cell) -> u32 {
    let centre_of = |kind: table::TileKind| rules.tiles()[kind.0 as usize].centre();
    let mine = game.hand().and_then(centre_of);
    // A hole in which a building is complete as soon as it is laid is rare.
    let hole = mine.is_some() && game.board().filled_around(cell) == 8;
    let mut weight = 40 * hole as u32;
    for around in cell.around() {
        let theirs = game.board().at(around).and_then(|laid| centre_of(laid.kind));
        let Some(kind) = theirs else { continue };
        weight += 4;
        let rivals = [kind, mine.unwrap_or(kind)];
        if rivals.contains(&SHRINE) && rivals.contains(&Kind::Monastery) {
            weight += 30;
        }
    }
    weight
}

fn figure_weight(game: &Country, action: Action, style: Figures) -> u32 {
    let piece_weight = |piece: Piece| match piece {
        BUILDER | PIG => 30,
        ABBOT => 12,
        LARGE => 6,
        _ => 4,
    };
    match (style, action) {
        (Figures::Anything, _) => 1,
        (_, Action::Put { piece, at: Spot::Segment { cell, segment } }) => {
            let kind = game.feature_at(cell, segment).unwrap().1.kind();
            match (style, kind) {
                (Figures::Farmers, Kind::Field) => 30,
                (Figures::Farmers, _) => 1,
                (_, Kind::Monastery | SHRINE) => 4 * piece_weight(piece),
                (_, Kind::Field) => {
                    if piece == FOLLOWER {
                        1
                    } else {
                        piece_weight(piece)
                    }
                }
                _ => piece_weight(piece),
            }
        }
        (_, Action::Put { piece, .. }) => piece_weight(piece),
        (_, Action::Move { .. }) => 6,
        (_, Action::Choose(_)) => 4,
        _ => 1,
    }
}

/// The seats of a set-up.
pub fn seats(rules: &Rules) -> impl Iterator<Item = Seat> {
    (0..rules.seats()).map(Seat)
}
