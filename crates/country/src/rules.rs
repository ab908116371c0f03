//! From what a table chose ([`CountrySetup`]) to what play needs ([`Rules`]): plan, tables, stocks.

use alloc::vec::Vec;

use table::{Bag, Cell, OptionDecl, Rot, TileKind, Torus};

use crate::exp::{self, Id, PieceDecl, Strength, nouns};
use crate::limits::{self, Needs, PIECES};
use crate::piece::FOLLOWER;
use crate::plan::{self, TurnPlan};
use crate::setup::{Choices, CountrySetup, FARMERS, SetupError, choices, expansions_on};
use crate::tables::{KindTable, TurnedTile, kind_table, look};
use crate::tile::{self, Kind, TileDef};

/// What does not change during a game.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(crate) seats: u8,
    pub(crate) on: u32,
    pub(crate) choices: Choices,
    pub(crate) plan: TurnPlan,
    pub(crate) tiles: Vec<TileDef>,
    pub(crate) kinds: Vec<KindTable>,
    pub(crate) looks: Vec<TurnedTile>,
    pub(crate) stock: Bag,
    pub(crate) start: Vec<(TileKind, Cell, Rot)>,
    /// Kinds of tile that an expansion draws from a stack of its own.
    own_stack: Vec<TileKind>,
    pub(crate) supply: [u8; PIECES],
    /// Whether there are pieces whose strength depends on their feature.
    pub(crate) by_feature: bool,
    /// Whether an expansion offers figure actions that the site of a tile does not tell.
    pub(crate) offers_more: bool,
    pub(crate) torus: Torus,
    setup: CountrySetup,
}

/// A set-up in the making: expansions change it in the order of the list.
pub struct Build<'a> {
    /// The chosen options.
    pub choices: &'a Choices,
    /// The expansions in play.
    on: u32,
    /// All tiles in play.
    pub tiles: Vec<TileDef>,
    /// What lies on the table at the start; empty means the base game's start tile.
    pub start: Vec<(TileKind, Cell, Rot)>,
    /// Whether the base game's start tile is shuffled in when something replaces it.
    pub keep_start_tile: bool,
    /// Kinds of tile that an expansion draws from its own stack.
    pub own_stack: Vec<TileKind>,
    /// The pieces of each seat.
    pub supply: [u8; PIECES],
    /// The most seats.
    pub seats_max: u8,
    /// The kinds of centre that are in play.
    pub centres: Vec<Kind>,
}

impl<'a> Build<'a> {
    fn new(on: u32, choices: &'a Choices) -> Build<'a> {
        let mut build = Build {
            choices,
            on,
            tiles: Vec::new(),
            start: Vec::new(),
            keep_start_tile: false,
            own_stack: Vec::new(),
            supply: [0; PIECES],
            seats_max: 5,
            centres: alloc::vec![Kind::Monastery],
        };
        build.supply[FOLLOWER.0 as usize] = 7; // BASE-11
        build.add_tiles(BASE_TILES);
        exp::setup(on, &mut build);
        for tile in &mut build.tiles {
            tile.segments.retain(|s| !s.kind.is_centre() || build.centres.contains(&s.kind));
        }
        build
    }

    /// Whether an expansion is in play.
    pub fn has(&self, id: Id) -> bool {
        self.on >> id as u8 & 1 != 0
    }

    /// The kind of tile with this id, which must be in play.
    pub fn kind(&self, id: &str) -> TileKind {
        let found = self.tiles.iter().position(|t| t.id == id);
        TileKind(found.unwrap_or_else(|| panic!("the tile {id} is in the files")) as u8)
    }

    /// Adds the tiles of a file of the project, which lie beside it [packed](tile::pack).
    pub fn add_tiles(&mut self, packed: &[u8]) {
        self.tiles.extend(tile::unpack(packed));
    }
}

/// The kinds of piece of which a seat has any.
fn in_supply(supply: &[u8; PIECES]) -> impl Iterator<Item = &'static PieceDecl> {
    nouns::pieces().filter(|p| supply[p.piece.0 as usize] > 0)
}

const BASE_TILES: &[u8] = include_bytes!("tiles.packed");
const START_TILE: &str = "base/D";

impl Rules {
    /// Checks a set-up and builds what play needs.
    ///
    /// # Errors
    /// If the set-up cannot be played.
    pub fn new(setup: &CountrySetup) -> Result<Rules, SetupError> {
        let on = expansions_on(setup)?;
        let choices = choices(setup, on)?;
        let build = Build::new(on, &choices);
        if !(2..=build.seats_max).contains(&setup.seats) {
            return Err(SetupError::Seats { asked: setup.seats, most: build.seats_max });
        }
        Rules::finish(setup, on, build)
    }
    /// The tiles of a set-up, without what play makes of them.
    ///
    /// # Errors
    /// If there is no such set-up.
    pub fn tiles_of(setup: &CountrySetup) -> Result<Vec<TileDef>, SetupError> {
        let on = expansions_on(setup)?;
        Ok(Build::new(on, &choices(setup, on)?).tiles)
    }

    fn finish(setup: &CountrySetup, on: u32, build: Build<'_>) -> Result<Rules, SetupError> {
        let start_kind = build.kind(START_TILE);
        let Build { choices, tiles, mut start, keep_start_tile, own_stack, supply, .. } = build;
        let steps = plan::length(on, choices);
        limits::check(&Needs { tiles: &tiles, seats: setup.seats, supply: &supply, steps })?;
        let mut stock = Bag::default();
        for (i, tile) in tiles.iter().enumerate() {
            let kind = TileKind(i as u8);
            if !own_stack.contains(&kind) && tile.block.is_none() {
                stock.add(kind, tile.count);
            }
        }
        if start.is_empty() {
            start.push((start_kind, Cell::ORIGIN, Rot::R0)); // BASE-13
            stock.take(start_kind);
        } else if !keep_start_tile {
            stock.take(start_kind);
        }
        let farmers = choices.is_default(&FARMERS);
        let total: usize = tiles.iter().map(|t| t.count as usize).sum();
        Ok(Rules {
            seats: setup.seats,
            on,
            choices: choices.clone(),
            plan: plan::plan(on, choices),
            kinds: tiles.iter().map(|t| kind_table(t, farmers, on)).collect(),
            looks: tiles.iter().flat_map(|t| Rot::ALL.map(|r| look(t, r))).collect(),
            tiles,
            stock,
            start,
            own_stack,
            supply,
            by_feature: in_supply(&supply).any(|p| matches!(p.strength, Strength::ByFeature(_))),
            offers_more: exp::offers_more(on),
            torus: Torus::for_tiles(total),
            setup: setup.clone(),
        })
    }

    /// How many seats play.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Whether an expansion is in play.
    #[inline]
    pub fn has(&self, id: Id) -> bool {
        self.on >> id as u8 & 1 != 0
    }

    /// The chosen value of an option, as its place among the values.
    #[inline]
    pub fn choice(&self, option: &OptionDecl) -> u8 {
        self.choices.get(option)
    }

    /// Whether an option has its default.
    #[inline]
    pub fn is_default(&self, option: &OptionDecl) -> bool {
        self.choices.is_default(option)
    }

    /// The set-up that these rules were made from.
    pub fn setup(&self) -> &CountrySetup {
        &self.setup
    }

    /// The kinds of tile in play.
    pub fn tiles(&self) -> &[TileDef] {
        &self.tiles
    }

    /// The pieces that each seat begins with, by piece.
    pub fn supply(&self) -> [u8; PIECES] {
        self.supply
    }

    /// The tiles of the stack at the start.
    pub fn stock(&self) -> &Bag {
        &self.stock
    }

    /// What lies on the table at the start.
    pub fn start(&self) -> &[(TileKind, Cell, Rot)] {
        &self.start
    }

    /// Whether a kind of tile is drawn from the common bag.
    pub(crate) fn comes_from_bag(&self, kind: TileKind) -> bool {
        !self.own_stack.contains(&kind)
    }

    /// The steps of a turn, for people.
    pub fn plan(&self) -> &TurnPlan {
        &self.plan
    }

    #[inline]
    pub(crate) fn look(&self, kind: TileKind, rot: Rot) -> &TurnedTile {
        &self.looks[kind.0 as usize * 4 + rot as usize]
    }
}
