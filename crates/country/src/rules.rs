//! From what a table chose ([`Setup`]) to what play needs ([`Rules`]): plan, tables, stocks.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use table::{Bag, Cell, Edges, NodeId, OptionDecl, Rot, SEATS_MAX, TILES_MAX, TileKind, Torus};
use tilefile::TileError;

use crate::exp::{self, Id};
use crate::piece::{FOLLOWER, PIECES};
use crate::state::{BORDERS_TOTAL_MAX, CENTRES_MAX, Feature, SEGMENTS_TOTAL_MAX};
use crate::tile::{self, BORDERS_MAX, Kind, SEGMENTS_MAX, Terrain, TileDef};
use crate::turn::{self, Plan};

/// OPT-FARMERS: whether followers may stand on fields.
pub const FARMERS: OptionDecl = OptionDecl {
    number: 0,
    key: "OPT-FARMERS",
    values: &["on", "off"],
    about: "off: nobody stands on fields, and fields are not scored (for a first game)",
};
/// OPT-FIELDSCORE: how fields are scored.
pub const FIELDSCORE: OptionDecl = OptionDecl {
    number: 1,
    key: "OPT-FIELDSCORE",
    values: &["ed3", "ed2", "ed1"],
    about: "ed3: 3 points a city for each field; ed2: 4 points, each city once a player; \
            ed1: 4 points a city to whoever has most farmers around it",
};
/// OPT-SMALLCITY: what a completed city of two tiles is worth.
pub const SMALLCITY: OptionDecl = OptionDecl {
    number: 2,
    key: "OPT-SMALLCITY",
    values: &["4", "2"],
    about: "2: a completed city of two tiles scores 1 for each tile and coat of arms",
};
/// OPT-STARTPLAYER: who begins.
pub const STARTPLAYER: OptionDecl = OptionDecl {
    number: 3,
    key: "OPT-STARTPLAYER",
    values: &["given", "random"],
    about: "random: chance names the first seat",
};
/// OPT-UNPLACEABLE: what happens to a tile that fits nowhere.
pub const UNPLACEABLE: OptionDecl = OptionDecl {
    number: 4,
    key: "OPT-UNPLACEABLE",
    values: &["discard", "reshuffle"],
    about: "reshuffle: it goes back into the stack once another tile has been laid",
};
/// OPT-TIE: how equal points are shown.
pub const TIE: OptionDecl = OptionDecl {
    number: 5,
    key: "OPT-TIE",
    values: &["shared", "none"],
    about: "shown only: equal points are a shared victory, or nobody's",
};

/// The options of the base game.
pub const OPTIONS: &[OptionDecl] = &[FARMERS, FIELDSCORE, SMALLCITY, STARTPLAYER, UNPLACEABLE, TIE];

/// How many numbers options may have.
const OPTIONS_MAX: usize = 64;

/// What a table chose.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// How many seats.
    pub seats: u8,
    /// The names of the expansions in play, as `river`.
    pub expansions: Vec<String>,
    /// Keys and values of options that differ from their defaults, as `OPT-FARMERS`, `off`.
    pub options: Vec<(String, String)>,
}

impl Setup {
    /// The base game for a number of seats.
    pub fn base(seats: u8) -> Setup {
        Setup { seats, ..Setup::default() }
    }

    /// The same with these expansions.
    #[must_use]
    pub fn with(mut self, expansions: &[&str]) -> Setup {
        self.expansions.extend(expansions.iter().map(ToString::to_string));
        self
    }

    /// The same with an option set.
    #[must_use]
    pub fn option(mut self, key: &str, value: &str) -> Setup {
        self.options.push((key.to_string(), value.to_string()));
        self
    }
}

/// A set-up that cannot be played, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// The number of seats is not allowed (BASE-09, INT-06).
    Seats {
        /// What was asked for.
        asked: u8,
        /// The most that this set-up allows.
        most: u8,
    },
    /// There is no such expansion.
    Expansion(String),
    /// An expansion was named twice.
    Twice(String),
    /// There is no such option, or it belongs to an expansion that is not in play.
    Option {
        /// The key.
        key: String,
        /// The expansion it belongs to, if any.
        needs: Option<&'static str>,
    },
    /// The option has no such value.
    Value {
        /// The key.
        key: String,
        /// What was asked for.
        value: String,
        /// What it may be.
        values: &'static [&'static str],
    },
    /// A tile file is wrong.
    Tiles(TileError),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Seats { asked, most: 5 } => write!(
                f,
                "{asked} seats: the country is for 2 to 5 players, 6 with the expansion inns (BASE-09)"
            ),
            SetupError::Seats { asked, most } => {
                write!(f, "{asked} seats: this set-up is for 2 to {most} players (INT-06)")
            }
            SetupError::Expansion(name) if name == "city" => write!(
                f,
                "The City is a game of its own and is never combined with the country \
                 (choose --family city)"
            ),
            SetupError::Expansion(name) => {
                let known: Vec<&str> = exp::ALL.iter().map(|(_, info)| info.wire).collect();
                write!(f, "unknown expansion {name:?}; there are: {}", known.join(", "))
            }
            SetupError::Twice(name) => write!(f, "the expansion {name:?} is named twice"),
            SetupError::Option { key, needs: Some(needs) } => {
                write!(f, "the option {key} belongs to the expansion {needs}, which is not in play")
            }
            SetupError::Option { key, needs: None } => {
                let known: Vec<&str> = exp::all_options().map(|(_, o)| o.key).collect();
                write!(f, "unknown option {key:?}; there are: {}", known.join(", "))
            }
            SetupError::Value { key, value, values } => {
                write!(f, "{key} cannot be {value:?}; it may be {}", values.join(" or "))
            }
            SetupError::Tiles(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for SetupError {}

impl From<TileError> for SetupError {
    fn from(error: TileError) -> Self {
        SetupError::Tiles(error)
    }
}

/// The chosen value of every option, by its number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choices([u8; OPTIONS_MAX]);

impl Choices {
    /// The chosen value of an option, as its place among the values.
    #[inline]
    pub fn get(&self, option: &OptionDecl) -> u8 {
        self.0[option.number as usize]
    }

    /// Whether an option has its default.
    #[inline]
    pub fn is_default(&self, option: &OptionDecl) -> bool {
        self.get(option) == 0
    }
}

/// What play looks up for a kind of tile.
#[derive(Clone, Debug)]
pub(crate) struct KindTable {
    /// Its edges, unturned.
    pub edges: Edges,
    /// Its edges in all four turns.
    pub turns: u64,
    /// What each segment is worth as a feature of its own.
    pub features: [Feature; SEGMENTS_MAX],
    /// How many segments it has.
    pub len: u8,
    /// The same as a mask.
    pub mask: u8,
    /// How many of these, the first ones, are roads and cities.
    pub closable: u8,
    /// The same as a mask.
    pub closable_mask: u8,
    /// The segments on which an ordinary follower may stand.
    pub claimable: u8,
    /// Which segment is a monastery, shrine or garden.
    pub centre: Option<u8>,
    /// Which field segments touch which city segments (BASE-06): field, city, field, city…
    pub borders: [NodeId; 2 * BORDERS_MAX],
    /// How many such pairs there are.
    pub border_count: u8,
    /// Whether it has several roads, several cities.
    pub twins: [bool; 2],
    /// Where a river leaves it, as a mask of sides.
    pub river: u8,
}

/// No segment.
pub(crate) const NONE: u8 = u8::MAX;

/// The ports of one side of a turned tile: the segments at its left half, middle and right half.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ports {
    pub left: u8,
    pub middle: u8,
    pub right: u8,
    pub terrain: Terrain,
}

/// A tile of a kind in one of its turns.
pub(crate) type Look = [Ports; 4];

/// What does not change during a game.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(crate) seats: u8,
    pub(crate) on: u32,
    pub(crate) choices: Choices,
    pub(crate) plan: Plan,
    pub(crate) tiles: Vec<TileDef>,
    pub(crate) kinds: Vec<KindTable>,
    pub(crate) looks: Vec<Look>,
    pub(crate) stock: Bag,
    pub(crate) start: Vec<(TileKind, Cell, Rot)>,
    pub(crate) supply: [u8; PIECES],
    pub(crate) torus: Torus,
    setup: Setup,
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

impl Build<'_> {
    /// Whether an expansion is in play.
    pub fn has(&self, id: Id) -> bool {
        self.on >> id as u8 & 1 != 0
    }

    /// The kind of tile with this id, which must be in play.
    pub fn kind(&self, id: &str) -> TileKind {
        let found = self.tiles.iter().position(|t| t.id == id);
        TileKind(found.unwrap_or_else(|| panic!("the tile {id} is in the files")) as u8)
    }

    /// Reads a tile file of the project into play.
    ///
    /// # Errors
    /// If the file is wrong.
    pub fn read_tiles(&mut self, name: &str, text: &str) -> Result<(), TileError> {
        self.tiles.extend(tile::read(name, text)?);
        Ok(())
    }
}

const BASE_FILE: (&str, &str) = ("base.toml", include_str!("tiles.toml"));
const START_TILE: &str = "base/D";

impl Rules {
    /// Checks a set-up and builds what play needs.
    ///
    /// # Errors
    /// If the set-up cannot be played.
    pub fn new(setup: &Setup) -> Result<Rules, SetupError> {
        let on = expansions_on(setup)?;
        let choices = choices(setup, on)?;
        let mut build = Build {
            choices: &choices,
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
        build.read_tiles(BASE_FILE.0, BASE_FILE.1)?;
        exp::setup(on, &mut build)?;
        if !(2..=build.seats_max).contains(&setup.seats) {
            return Err(SetupError::Seats { asked: setup.seats, most: build.seats_max });
        }
        Ok(Rules::finish(setup, on, build))
    }

    fn finish(setup: &Setup, on: u32, build: Build<'_>) -> Rules {
        let start_kind = build.kind(START_TILE);
        let Build { choices, mut tiles, mut start, keep_start_tile, own_stack, supply, .. } = build;
        for tile in &mut tiles {
            tile.segments.retain(|s| !s.kind.is_centre() || build.centres.contains(&s.kind));
        }
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
        check_limits(&tiles, total);
        Rules {
            seats: setup.seats,
            on,
            choices: choices.clone(),
            plan: turn::plan(on, choices),
            kinds: tiles.iter().map(|t| kind_table(t, farmers)).collect(),
            looks: tiles.iter().flat_map(|t| Rot::ALL.map(|r| look(t, r))).collect(),
            tiles,
            stock,
            start,
            supply,
            torus: Torus::for_tiles(total),
            setup: setup.clone(),
        }
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
    pub fn setup(&self) -> &Setup {
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

    /// The steps of a turn, for people.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    #[inline]
    pub(crate) fn look(&self, kind: TileKind, rot: Rot) -> &Look {
        &self.looks[kind.0 as usize * 4 + rot as usize]
    }
}

fn expansions_on(setup: &Setup) -> Result<u32, SetupError> {
    let mut on = 0;
    for name in &setup.expansions {
        let found = exp::ALL.iter().find(|(_, info)| info.wire == name);
        let (id, _) = found.ok_or_else(|| SetupError::Expansion(name.clone()))?;
        if on >> *id as u8 & 1 != 0 {
            return Err(SetupError::Twice(name.clone()));
        }
        on |= 1 << *id as u8;
    }
    Ok(on)
}

fn choices(setup: &Setup, on: u32) -> Result<Choices, SetupError> {
    let mut choices = Choices([0; OPTIONS_MAX]);
    for (key, value) in &setup.options {
        let found = exp::all_options().find(|(_, o)| o.key == key);
        let Some((owner, option)) = found else {
            return Err(SetupError::Option { key: key.clone(), needs: None });
        };
        if let Some((id, info)) = owner
            && on >> id as u8 & 1 == 0
        {
            return Err(SetupError::Option { key: key.clone(), needs: Some(info.wire) });
        }
        let place = option.values.iter().position(|v| v == value);
        choices.0[option.number as usize] = place.ok_or_else(|| SetupError::Value {
            key: key.clone(),
            value: value.clone(),
            values: option.values,
        })? as u8;
    }
    Ok(choices)
}

/// The project's own tile files stay within what the state holds; more is a bug.
fn check_limits(tiles: &[TileDef], total: usize) {
    let count = |f: &dyn Fn(&TileDef) -> usize| -> usize {
        tiles.iter().map(|t| t.count as usize * f(t)).sum()
    };
    assert!(total <= TILES_MAX && tiles.len() <= Bag::KINDS, "too many tiles");
    assert!(count(&|t| t.segments.len()) + SEGMENTS_MAX <= SEGMENTS_TOTAL_MAX, "too many segments");
    let borders = |t: &TileDef| t.segments.iter().map(|s| s.cities.len()).sum();
    assert!(count(&borders) + BORDERS_MAX <= BORDERS_TOTAL_MAX, "too many borders");
    assert!(count(&|t| t.centre().is_some() as usize) <= CENTRES_MAX, "too many centres");
    for kind in [Kind::Road, Kind::City] {
        let several = |t: &TileDef| t.segments.iter().filter(|s| s.kind == kind).count() > 1;
        let twins = count(&|t| several(t) as usize);
        assert!(twins <= 32, "too many tiles with several {}", format!("{kind:?}"));
    }
}

fn kind_table(tile: &TileDef, farmers: bool) -> KindTable {
    let mut features = [Feature::default(); SEGMENTS_MAX];
    let mut claimable = 0;
    let mut borders = [0; 2 * BORDERS_MAX];
    let mut border_count = 0;
    for (i, segment) in tile.segments.iter().enumerate() {
        let open = segment.sides.len() as u8;
        features[i] = Feature::new(segment.kind, open, segment.pennants, segment.marks);
        let may_stand = match segment.kind {
            Kind::Field => farmers,
            Kind::Garden => false, // ABBOT-05
            _ => true,
        };
        claimable |= (may_stand as u8) << i;
        for city in &segment.cities {
            borders[2 * border_count] = i as NodeId;
            borders[2 * border_count + 1] = *city as NodeId;
            border_count += 1;
        }
    }
    let count = |kind| tile.segments.iter().filter(|s| s.kind == kind).count();
    let (roads, cities) = (count(Kind::Road), count(Kind::City));
    let edges = Edges::new(tile.edges.map(|t| t as u8));
    KindTable {
        edges,
        turns: edges.all_turns(),
        features,
        len: tile.segments.len() as u8,
        mask: ((1u16 << tile.segments.len()) - 1) as u8,
        closable: (roads + cities) as u8,
        closable_mask: ((1u16 << (roads + cities)) - 1) as u8,
        claimable,
        centre: tile.segments.iter().position(|s| s.kind.is_centre()).map(|i| i as u8),
        borders,
        border_count: border_count as u8,
        twins: [roads > 1, cities > 1],
        river: tile.river.iter().fold(0, |mask, side| mask | 1 << *side as u8),
    }
}

fn look(tile: &TileDef, rot: Rot) -> Look {
    let mut look = [Ports { left: NONE, middle: NONE, right: NONE, terrain: Terrain::Inner }; 4];
    for side in table::Side::ALL {
        look[side.turned(rot) as usize].terrain = tile.edges[side as usize];
    }
    for (i, segment) in tile.segments.iter().enumerate() {
        for side in &segment.sides {
            look[side.turned(rot) as usize].middle = i as u8;
        }
        for port in &segment.ports {
            let turned = port.turned(rot);
            let ports = &mut look[turned.side() as usize];
            if turned.0.is_multiple_of(2) {
                ports.left = i as u8;
            } else {
                ports.right = i as u8;
            }
        }
    }
    look
}

const _: () = assert!(SEATS_MAX == 6);
