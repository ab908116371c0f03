//! Everything about a game that a table shows, gathered from either family as plain data.
//!
//! Laid tiles, points and the hand are behind [`AnyGame`] already; this is the rest. Nothing here
//! decides anything, and nothing is hidden: a game holds no secret.

use alloc::vec::Vec;

use country::exp::{Id, count, traders};
use table::{Bag, Game, Piece, SEATS_MAX, Seat, Spot, TileKind, Turn};

use crate::any::{AnyGame, AnyRules, FamilyRules};

/// What is decided next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ask {
    /// Chance draws a tile or names the first seat.
    Draw,
    /// Where the tile goes.
    Lay,
    /// Whether a figure is put on it.
    Figure,
    /// Whether a figure leaves a quarter of Carcassonne.
    Out,
    /// Whether a figure enters a quarter.
    Enter,
    /// Whether the Count moves.
    Count,
    /// Whether the builder's second tile is taken.
    Second,
    /// Where the gate goes.
    Gate,
    /// At which end a wall is built.
    Wall,
    /// Whether a guard is posted.
    Guard,
    /// Whether a tower is set.
    Tower,
    /// Nothing: the game is over.
    Over,
}

impl Ask {
    /// Its name for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Ask::Draw => "draw",
            Ask::Lay => "lay",
            Ask::Figure => "figure",
            Ask::Out => "out",
            Ask::Enter => "enter",
            Ask::Count => "count",
            Ask::Second => "second",
            Ask::Gate => "gate",
            Ask::Wall => "wall",
            Ask::Guard => "guard",
            Ask::Tower => "tower",
            Ask::Over => "over",
        }
    }
}

/// A piece on the table. Guards, walls and towers are in [`Look::walls`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figure {
    /// Whose; the Count is nobody's.
    pub seat: Option<Seat>,
    /// Which kind.
    pub piece: Piece,
    /// Where.
    pub at: Spot,
}

/// A piece of The City's ring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wall {
    /// The edge where it stands.
    pub at: Spot,
    /// Whether it is the gate.
    pub gate: bool,
    /// Whose guard stands on it.
    pub guard: Option<Seat>,
    /// Whose tower stands at its end away from the gate (CITY-77).
    pub tower: Option<Seat>,
}

/// What only The City has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ring {
    /// Gate and walls from the left end to the right end.
    pub walls: Vec<Wall>,
    /// Walls in the common supply.
    pub left: u8,
    /// Pieces that the wall phase still asks for.
    pub wanted: u8,
    /// Who builds them, in order; fewer if the ring closes before.
    pub builders: Vec<Seat>,
    /// The pile of the tile drawn last, from 1.
    pub pile: u8,
}

/// What a seat has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Pieces in the supply, those in play of which none is left included.
    pub supply: Vec<(Piece, u8)>,
    /// Tokens by kind, if the game has tokens.
    pub tokens: Vec<(u8, u8)>,
}

/// Tiles that are not on the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stock {
    /// How many are left of each kind.
    pub left: Vec<u8>,
    /// The same for the next draw alone, if not every tile left can come next.
    pub next: Option<Vec<u8>>,
    /// Tiles that left the game.
    pub gone: Vec<TileKind>,
    /// Tiles put aside, to come again.
    pub aside: Vec<TileKind>,
}

/// What a table shows besides laid tiles, points and the tile in hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Look {
    /// Whose turn it is.
    pub on_turn: Seat,
    /// Which part of it, from 1.
    pub part: u8,
    /// What is decided next.
    pub ask: Ask,
    /// The pieces on the table.
    pub figures: Vec<Figure>,
    /// The City's ring.
    pub ring: Option<Ring>,
    /// What each seat has.
    pub seats: Vec<Standing>,
    /// The tiles that are not on the table.
    pub stock: Stock,
}

impl Look {
    /// Looks at a game.
    pub fn of(rules: &AnyRules, game: &AnyGame) -> Look {
        match (game, rules.of()) {
            (AnyGame::Country(game), FamilyRules::Country(rules)) => country_look(rules, game),
            (AnyGame::City(game), FamilyRules::City(rules)) => city_look(rules, game),
            _ => panic!("a game is used with the rules of another family"),
        }
    }
}

/// How many tiles of each kind the game has, in the order of kinds: those of the start included,
/// those that the set-up leaves in the box not.
pub fn kinds(rules: &AnyRules) -> Vec<u8> {
    let start = AnyGame::start(rules);
    let mut counts = Look::of(rules, &start).stock.left;
    for laid in start.board().laid() {
        counts[laid.kind.0 as usize] += 1;
    }
    counts
}

/// How many tiles lie before anybody has laid one.
pub fn start_tiles(rules: &AnyRules) -> usize {
    match rules.of() {
        FamilyRules::Country(rules) => rules.start().len(),
        FamilyRules::City(_) => 0,
    }
}

/// Every word that the seat to act may say.
pub fn legal_words(rules: &AnyRules, game: &AnyGame) -> Vec<alloc::string::String> {
    if !matches!(game.turn(), Turn::Player(_)) {
        return Vec::new();
    }
    let mut actions = table::Actions::new();
    game.legal(rules, &mut actions);
    actions.iter().map(|action| game.word(rules, *action)).collect()
}

fn counted(bag: &Bag, kinds: usize) -> Vec<u8> {
    (0..kinds).map(|kind| bag.count(TileKind(kind as u8))).collect()
}

fn listed(bag: &Bag) -> Vec<TileKind> {
    bag.iter().flat_map(|(kind, count)| (0..count).map(move |_| kind)).collect()
}

fn country_look(rules: &country::Rules, game: &country::Country) -> Look {
    let (on_turn, part) = game.turn_of();
    Look {
        on_turn,
        part,
        ask: country_ask(rules, game),
        figures: country_figures(rules, game),
        ring: None,
        seats: (0..rules.seats()).map(|seat| country_seat(rules, game, Seat(seat))).collect(),
        stock: country_stock(rules, game),
    }
}

fn country_ask(rules: &country::Rules, game: &country::Country) -> Ask {
    match game.turn() {
        Turn::Over => return Ask::Over,
        Turn::Chance => return Ask::Draw,
        Turn::Player(_) => {}
    }
    match game.step_name(rules) {
        "lay" => Ask::Lay,
        "act" => Ask::Figure,
        "move-out" | "move-out-at-end" => Ask::Out,
        "enter" => Ask::Enter,
        "move-count" => Ask::Count,
        "second-tile" => Ask::Second,
        other => panic!("the step {other} asks nobody"),
    }
}

fn country_figures(rules: &country::Rules, game: &country::Country) -> Vec<Figure> {
    let standing = game.figures().iter().map(|figure| Figure {
        seat: Some(figure.seat),
        piece: figure.piece,
        at: Spot::segment(game.board().tile(figure.tile).cell, figure.segment),
    });
    let mut figures: Vec<Figure> = standing.collect();
    if !rules.has(Id::Count) {
        return figures;
    }
    let slot = &game.slots().count;
    for quarter in 0..count::QUARTERS.len() as u8 {
        let at = Spot::Place(quarter);
        for seat in 0..SEATS_MAX as u8 {
            for piece in 0..count::PIECES_INSIDE as u8 {
                let inside = slot.inside[quarter as usize][seat as usize][piece as usize] as usize;
                let figure = Figure { seat: Some(Seat(seat)), piece: Piece(piece), at };
                figures.extend(core::iter::repeat_n(figure, inside));
            }
        }
    }
    let count = Figure { seat: None, piece: country::piece::COUNT, at: Spot::Place(slot.at) };
    figures.push(count);
    figures
}

fn country_seat(rules: &country::Rules, game: &country::Country, seat: Seat) -> Standing {
    let in_play = (0u8..).zip(rules.supply()).filter(|(_, all)| *all > 0);
    let supply = in_play.map(|(piece, _)| (Piece(piece), game.supply(seat, Piece(piece))));
    let goods = rules.has(Id::Traders) && rules.is_default(&traders::GOODS_ON);
    let tokens = (0u8..).zip(game.slots().traders.goods[seat.index()]).filter(|_| goods);
    Standing { supply: supply.collect(), tokens: tokens.collect() }
}

fn country_stock(rules: &country::Rules, game: &country::Country) -> Stock {
    let kinds = rules.tiles().len();
    let mut left = counted(game.bag(), kinds);
    let mut next = None;
    if rules.has(Id::River) {
        let river = &game.slots().river;
        let mut coming = counted(&river.stack, kinds);
        let later = river.queue.iter().copied().chain(river.lake);
        for (kind, stack) in coming.iter().enumerate() {
            left[kind] += stack;
        }
        for kind in later.clone() {
            left[kind.0 as usize] += 1;
        }
        // RIVER-04: the stack at random, then what was put back, in order, then the lake.
        if river.stack.total() == 0
            && let Some(first) = { later }.next()
        {
            coming[first.0 as usize] = 1;
        }
        next = (river.left() > 0).then_some(coming);
    }
    Stock { left, next, gone: listed(game.discarded()), aside: listed(game.aside()) }
}

fn city_look(rules: &city::Rules, game: &city::City) -> Look {
    let standing = game.followers().iter().map(|follower| Figure {
        seat: Some(follower.seat),
        piece: city::names::FOLLOWER,
        at: game.spot_of(follower.node),
    });
    let seats = (0..rules.seats()).map(Seat).map(|seat| {
        let followers = (city::names::FOLLOWER, game.supply(seat));
        let towers = (city::names::TOWER, game.towers_left(seat));
        Standing { supply: Vec::from([followers, towers]), tokens: Vec::new() }
    });
    Look {
        on_turn: game.on_turn(),
        part: 1,
        ask: city_ask(game),
        figures: standing.collect(),
        ring: Some(Ring {
            walls: ring(game),
            left: game.walls_left(),
            wanted: game.pieces_left(),
            builders: game.builders(rules),
            pile: game.pile(rules),
        }),
        seats: seats.collect(),
        stock: city_stock(rules, game),
    }
}

fn city_ask(game: &city::City) -> Ask {
    use city::Step;
    match game.step() {
        Step::First | Step::Draw | Step::Redraw => Ask::Draw,
        Step::Lay => Ask::Lay,
        Step::Claim => Ask::Figure,
        Step::Build if game.gate().is_none() => Ask::Gate,
        Step::Build => Ask::Wall,
        Step::Guard | Step::LastGuard => Ask::Guard,
        Step::Tower => Ask::Tower,
        Step::Over => Ask::Over,
    }
}

fn ring(game: &city::City) -> Vec<Wall> {
    let wall = |w: &city::Wall| Wall {
        at: w.edge.spot(),
        gate: false,
        guard: w.guard(),
        tower: w.tower(),
    };
    let gate = |e: city::Edge| Wall { at: e.spot(), gate: true, guard: None, tower: None };
    let left = game.walls(city::LEFT).iter().rev().map(wall);
    let right = game.walls(city::RIGHT).iter().map(wall);
    left.chain(game.gate().map(gate)).chain(right).collect()
}

/// The state keeps no list of discarded tiles: they are what is missing.
fn city_stock(rules: &city::Rules, game: &city::City) -> Stock {
    let left = counted(game.bag(), rules.tiles().len());
    let mut missing: Vec<u8> =
        rules.tiles().iter().zip(&left).map(|(tile, left)| tile.count - left).collect();
    let elsewhere = game.board().laid().iter().map(|laid| laid.kind).chain(game.hand());
    for kind in elsewhere {
        missing[kind.0 as usize] -= 1;
    }
    let gone = (0u8..).zip(missing);
    let gone = gone.flat_map(|(kind, count)| (0..count).map(move |_| TileKind(kind)));
    Stock { left, next: None, gone: gone.collect(), aside: Vec::new() }
}
