//! From a set-up to the rules: what does not change during a game. Options, tile tables, piles.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use table::{OptionDecl, Rot, TileKind, Torus};
use tilefile::TileError;

use crate::sets::{self, SETS};
use crate::shape::{self, Shape, Turned};
use crate::tile::{self, Tile};

/// What a table agrees on before a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CitySetup {
    /// The number of seats, 2 to 4 (CITY-01).
    pub seats: u8,
    /// Options that differ from their defaults: key and value, as in [`OPTIONS`].
    pub options: Vec<(String, String)>,
    /// The name and the text of a tile file, or the name of one of [`SETS`] and no text; `None`
    /// for the first of those.
    pub tiles: Option<(String, String)>,
}

/// The options of the game, the default value first.
pub const OPTIONS: &[OptionDecl] = &[
    OptionDecl {
        number: 0,
        key: "OPT-CITY-ROAD4",
        values: &["from-4", "more-than-4"],
        earlier: &[],
        about: "From how many tiles on a street counts double (CITY-25).",
    },
    OptionDecl {
        number: 1,
        key: "OPT-CITY-PILE-SWITCH",
        values: &["first-of-next", "last-of-old"],
        earlier: &[],
        about: "Which tile is the first of the next pile for wall phases (CITY-67).",
    },
    OptionDecl {
        number: 2,
        key: "OPT-CITY-TRIGGER",
        values: &["scored", "any-completed"],
        earlier: &[],
        about: "Whether a completed street or market without followers starts a wall phase \
                (CITY-72).",
    },
    OptionDecl {
        number: 3,
        key: "OPT-CITY-P3-GUARD",
        values: &["every-wall", "last-wall"],
        earlier: &[],
        about: "On which walls guards may be posted in pile 3 (CITY-70).",
    },
    OptionDecl {
        number: 4,
        key: "OPT-CITY-GUARD-ORDER",
        values: &["before-scoring", "after-scoring"],
        earlier: &[],
        about: "Whether the guard is posted before or after the wall's scoring (CITY-46).",
    },
    OptionDecl {
        number: 5,
        key: "OPT-CITY-REUSE",
        values: &["at-once", "next-turn"],
        earlier: &[],
        about: "When regained followers can be used again (CITY-69).",
    },
    OptionDecl {
        number: 6,
        key: "OPT-CITY-ENDTEST",
        values: &["every-turn", "after-wall-phase"],
        earlier: &[],
        about: "When a gap of five edges or less ends the game (CITY-71).",
    },
    OptionDecl {
        number: 7,
        key: "OPT-CITY-BEYOND",
        values: &["local", "rows"],
        earlier: &[],
        about: "Which cells beyond a wall are blocked (CITY-68).",
    },
    OptionDecl {
        number: 8,
        key: "OPT-STARTPLAYER",
        values: &["given", "random"],
        earlier: &[],
        about: "Whether the first seat begins or one chosen by lot (CITY-09).",
    },
];

/// Why a setup cannot be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// Not 2 to 4 seats.
    Seats(u8),
    /// No option has this key.
    UnknownOption(String),
    /// The option is given twice.
    RepeatedOption(String),
    /// The option has no such value.
    BadValue {
        /// The option.
        option: &'static OptionDecl,
        /// The value that was given.
        value: String,
    },
    /// The tile file cannot be used.
    Tiles(TileError),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Seats(seats) => {
                write!(f, "{seats} seats: The City is for 2 to 4 players (CITY-01)")
            }
            SetupError::UnknownOption(key) => {
                write!(f, "unknown option {key:?}; the options are")?;
                let mut comma = "";
                for option in OPTIONS {
                    write!(f, "{comma} {}", option.key)?;
                    comma = ",";
                }
                Ok(())
            }
            SetupError::RepeatedOption(key) => write!(f, "the option {key} is given twice"),
            SetupError::BadValue { option, value } => {
                let allowed = option.values.join(" or ");
                write!(f, "{} cannot be {value:?}; it is {allowed}", option.key)
            }
            SetupError::Tiles(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for SetupError {}

/// What does not change during a game.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // one for each option of two values
pub struct Rules {
    pub(crate) seats: u8,
    pub(crate) tiles: Vec<Tile>,
    shapes: Vec<Shape>,
    /// The sides of each kind of tile in each turn. Apart from the shapes, as neighbours are asked
    /// for nothing else.
    looks: Vec<Turned>,
    pub(crate) torus: Torus,
    /// How many tiles piles 1 and 2 have together with those before them.
    pub(crate) pile_ends: [u8; 2],
    chosen: [u8; OPTIONS.len()],
    /// From how many tiles on a street counts double.
    pub(crate) double_from: u8,
    pub(crate) switch_early: bool,
    pub(crate) trigger_any: bool,
    pub(crate) last_wall_guard: bool,
    pub(crate) guard_after_scoring: bool,
    pub(crate) reuse_next_turn: bool,
    pub(crate) end_after_phase: bool,
    pub(crate) beyond_rows: bool,
    pub(crate) random_first: bool,
}

impl Rules {
    /// The rules for a setup.
    ///
    /// # Errors
    /// If the number of seats, an option or the tile file cannot be played.
    pub fn new(setup: &CitySetup) -> Result<Rules, SetupError> {
        if !(2..=4).contains(&setup.seats) {
            return Err(SetupError::Seats(setup.seats));
        }
        let chosen = choose(&setup.options)?;
        let tiles = tiles_of(setup).map_err(SetupError::Tiles)?;
        let total: u16 = tiles.iter().map(|t| t.count as u16).sum();
        let on = |number: usize| chosen[number] == 1;
        Ok(Rules {
            seats: setup.seats,
            torus: Torus::for_tiles(total as usize),
            pile_ends: pile_ends(total),
            chosen,
            double_from: if on(0) { 5 } else { 4 },
            switch_early: on(1),
            trigger_any: on(2),
            last_wall_guard: on(3),
            guard_after_scoring: on(4),
            reuse_next_turn: on(5),
            end_after_phase: on(6),
            beyond_rows: on(7),
            random_first: on(8),
            shapes: tiles.iter().map(Shape::of).collect(),
            looks: tiles
                .iter()
                .flat_map(|tile| Rot::ALL.map(|rot| shape::turn(&tile.segments, rot)))
                .collect(),
            tiles,
        })
    }

    /// The number of seats.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// The kinds of tile, in the order of the file.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// A kind of tile.
    pub fn tile(&self, kind: TileKind) -> &Tile {
        &self.tiles[kind.0 as usize]
    }

    /// What play asks of a kind of tile all the time.
    #[inline]
    pub(crate) fn shape(&self, kind: TileKind) -> &Shape {
        &self.shapes[kind.0 as usize]
    }

    /// The sides of a turned tile.
    #[inline]
    pub(crate) fn look(&self, kind: TileKind, rot: Rot) -> &Turned {
        &self.looks[kind.0 as usize * 4 + rot as usize]
    }

    /// How many tiles the three piles have.
    pub fn piles(&self) -> [u8; 3] {
        let total: u8 = self.tiles.iter().map(|t| t.count).sum();
        let [one, two] = self.pile_ends;
        [one, two - one, total - two]
    }

    /// The value of an option.
    pub fn option(&self, key: &str) -> Option<&'static str> {
        let decl = OPTIONS.iter().find(|o| o.key == key)?;
        Some(decl.values[self.chosen[decl.number as usize] as usize])
    }

    /// The pile of the tile that is the `drawn`-th, discards included (CITY-66, CITY-67).
    #[inline]
    pub(crate) fn pile_of(&self, drawn: u8) -> u8 {
        let drawn = drawn + self.switch_early as u8;
        1 + (drawn > self.pile_ends[0]) as u8 + (drawn > self.pile_ends[1]) as u8
    }

    /// How many walls each seat builds in a phase (CITY-40).
    pub(crate) fn walls_each(&self, pile: u8) -> u8 {
        let walls = if pile == 3 { 2 } else { 1 };
        if self.seats == 2 { 2 * walls } else { walls }
    }
}

/// The tiles of a setup.
fn tiles_of(setup: &CitySetup) -> Result<Vec<Tile>, TileError> {
    let none = |name: &str, reason: &str| {
        Err(TileError { file: name.to_owned(), tile: None, reason: reason.to_owned() })
    };
    match &setup.tiles {
        None => Ok(tile::unpack(SETS[0].packed)),
        Some((name, text)) if text.is_empty() => match sets::set(name) {
            Some(set) => Ok(tile::unpack(set.packed)),
            None => none(name, "there is no such set"),
        },
        #[cfg(feature = "files")]
        Some((name, text)) => tile::parse(name, text),
        #[cfg(not(feature = "files"))]
        Some((name, _)) => none(name, "this program reads no tile files"),
    }
}

/// CITY-08: 30, 25 and 20 of 75 tiles; other sets are parted in the same way, two fifths, a
/// third and the rest, rounded down.
const fn pile_ends(total: u16) -> [u8; 2] {
    let one = total * 2 / 5;
    [one as u8, (one + total / 3) as u8]
}

fn choose(options: &[(String, String)]) -> Result<[u8; OPTIONS.len()], SetupError> {
    let mut chosen = [0; OPTIONS.len()];
    for (number, (key, value)) in options.iter().enumerate() {
        let Some(option) = OPTIONS.iter().find(|o| o.key == key) else {
            return Err(SetupError::UnknownOption(key.clone()));
        };
        if options[..number].iter().any(|(earlier, _)| earlier == key) {
            return Err(SetupError::RepeatedOption(key.clone()));
        }
        let Some(index) = option.values.iter().position(|v| v == value) else {
            return Err(SetupError::BadValue { option, value: value.clone() });
        };
        chosen[option.number as usize] = index as u8;
    }
    Ok(chosen)
}
