//! All tiles of all families by their ids.

use std::sync::OnceLock;

use ::city as city_rules;
use ::country as country_rules;
use country_rules::tile::{Kind, TileDef};
use games::{AnyRules, FamilyRules};
use table::{Cell, Rot, Side, Sorted, TileKind};

use crate::country::Sketch;
use crate::{Style, city, country};

/// Where things go on a tile as it lies.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TileSpots {
    /// A place for each spot.
    pub places: Vec<DrawnSpot>,
}

/// A spot on a tile as it lies, in units of the tile (0 to 200).
#[derive(Clone, PartialEq, Debug)]
pub struct DrawnSpot {
    /// The spot as words of a game name it: `city:NW`, `road:E`, `field:NL.SR`, `monastery`.
    pub name: String,
    /// Where a figure's feet stand; for one that lies, its middle.
    pub x: f32,
    /// As `x`, growing south.
    pub y: f32,
    /// Whether a figure lies there.
    pub lying: bool,
    /// How large a figure may be there: 1 is its full size.
    pub scale: f32,
    /// The region of the feature on the tile, as SVG path data.
    pub area: String,
    /// Whether it is a place of the game with a name of its own, no part of the tile.
    pub named: bool,
    /// The City: what an area is, as the letter by which its neighbours ask for it
    /// ([`city::Around::from_letters`]).
    pub ground: Option<char>,
}

enum Tile {
    Country(TileDef, Box<[OnceLock<Sketch>; 4]>),
    City(city_rules::Tile),
}

/// All tiles by id; each is surveyed when it is first asked for.
pub struct Catalogue {
    tiles: Sorted<String, Tile>,
}

impl Default for Catalogue {
    fn default() -> Catalogue {
        Catalogue::new()
    }
}

impl Catalogue {
    /// Every tile of every set of the project.
    pub fn new() -> Catalogue {
        let mut tiles = Sorted::default();
        for def in country_tiles() {
            tiles.or_insert(def.id.clone(), Tile::Country(def, Box::default()));
        }
        for tile in city_tiles() {
            tiles.or_insert(tile.id.clone(), Tile::City(tile));
        }
        Catalogue { tiles }
    }

    /// All ids.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.tiles.keys().map(String::as_str)
    }

    /// The picture of a tile as it lies in a cell: 200 × 200, whole in itself. Names in it mean
    /// the same wherever they occur, so pictures can stand side by side in one page.
    pub fn tile(&self, id: &str, rot: Rot, cell: Cell, style: Style) -> Option<String> {
        Some(match self.tiles.get(id)? {
            Tile::Country(def, sketches) if def.block.is_some() => {
                country::turned(sketch(def, sketches, Rot::R0), rot, cell, style)
            }
            Tile::Country(def, sketches) => {
                country::picture(sketch(def, sketches, rot), cell, style)
            }
            Tile::City(tile) => city::tile(tile, rot, cell, style),
        })
    }

    /// A tile of a game, also of a set that comes from a file which no catalogue knows.
    pub fn tile_in_play(
        &self,
        rules: &AnyRules,
        kind: TileKind,
        rot: Rot,
        cell: Cell,
        style: Style,
    ) -> Option<String> {
        match rules.of() {
            FamilyRules::City(rules) => Some(city::tile(rules.tile(kind), rot, cell, style)),
            FamilyRules::Country(_) => self.tile(rules.tile_id(kind), rot, cell, style),
        }
    }

    /// As [`Catalogue::tile`], for a tile of The City that lies among others; the country's tiles
    /// need not know what is around them.
    pub fn tile_among(
        &self,
        id: &str,
        rot: Rot,
        cell: Cell,
        around: &city::Around,
        style: Style,
    ) -> Option<String> {
        match self.tiles.get(id)? {
            Tile::City(tile) => Some(city::tile_among(tile, rot, cell, around, style)),
            Tile::Country(..) => self.tile(id, rot, cell, style),
        }
    }

    /// A tile without its frame and definitions.
    pub(crate) fn body(&self, id: &str, rot: Rot, cell: Cell, style: Style) -> Option<String> {
        Some(match self.tiles.get(id)? {
            Tile::Country(def, sketches) => country::body(sketch(def, sketches, rot), cell, style),
            Tile::City(tile) => city::body(tile, rot, cell, &city::Around::default(), style),
        })
    }

    /// What is needed to put things on a tile.
    pub fn shape(&self, id: &str, rot: Rot) -> Option<TileSpots> {
        Some(match self.tiles.get(id)? {
            Tile::Country(def, sketches) => sketch(def, sketches, rot).shape(def),
            Tile::City(tile) => city::shape(tile, rot),
        })
    }

    /// What is drawn on a tile besides its segments, by the names that the rules have for it, each
    /// as often as it is there.
    pub fn marks(&self, id: &str) -> Vec<&str> {
        match self.tiles.get(id) {
            Some(Tile::Country(def, sketches)) => {
                let parts = &sketch(def, sketches, Rot::R0).plan.parts;
                parts.iter().flat_map(|part| part.marks.iter().copied()).collect()
            }
            Some(Tile::City(tile)) => city::marks(tile),
            None => Vec::new(),
        }
    }

    /// The buildings of a tile that somebody may count; those of the country have none.
    pub fn landmarks(&self, id: &str, rot: Rot) -> Vec<city::Landmark> {
        match self.tiles.get(id) {
            Some(Tile::City(tile)) => city::landmarks(tile, rot),
            _ => Vec::new(),
        }
    }

    /// Whether a round keep stands where four tiles meet: all four are city there, joined round
    /// the corner. The tiles are those north-west, north-east, south-east and south-west of it.
    pub fn has_keep(&self, around: [(&str, Rot); 4]) -> bool {
        const JOINED: [[Side; 2]; 4] =
            [[Side::E, Side::S], [Side::S, Side::W], [Side::W, Side::N], [Side::N, Side::E]];
        around.iter().zip(JOINED).all(|((id, rot), sides)| {
            let Some(Tile::Country(def, _)) = self.tiles.get(*id) else { return false };
            def.segments.iter().filter(|s| s.kind == Kind::City).any(|s| {
                let turned: Vec<Side> = s.sides.iter().map(|s| s.turned(*rot)).collect();
                sides.iter().all(|side| turned.contains(side))
            })
        })
    }

    /// The survey of a tile of the country.
    pub(crate) fn sketch(&self, id: &str, rot: Rot) -> Option<&Sketch> {
        match self.tiles.get(id)? {
            Tile::Country(def, sketches) => Some(sketch(def, sketches, rot)),
            Tile::City(_) => None,
        }
    }
}

fn sketch<'a>(def: &TileDef, sketches: &'a [OnceLock<Sketch>; 4], rot: Rot) -> &'a Sketch {
    sketches[rot as usize].get_or_init(|| Sketch::new(def, rot))
}

/// The tiles of the country with everything in play, and those that other values of the
/// expansions' options bring.
pub(crate) fn country_tiles() -> Vec<TileDef> {
    let names: Vec<&str> = country_rules::exp::ALL.iter().map(|(_, info)| info.wire).collect();
    let everything = country_rules::CountrySetup::base(2).with(&names);
    let options = country_rules::exp::ALL.iter().flat_map(|(_, info)| info.options);
    let others = options.flat_map(|o| o.values.iter().skip(1).map(|value| (o.key, *value)));
    let others = others.map(|(key, value)| everything.clone().option(key, value));
    let mut tiles: Vec<TileDef> = Vec::new();
    for setup in std::iter::once(everything.clone()).chain(others) {
        let found = country_rules::Rules::tiles_of(&setup).expect("everything in play is a set-up");
        for tile in found {
            if !tiles.iter().any(|t| t.id == tile.id) {
                tiles.push(tile);
            }
        }
    }
    tiles
}

/// The tiles of every set of The City.
fn city_tiles() -> Vec<city_rules::Tile> {
    let mut tiles = Vec::new();
    for set in city_rules::SETS {
        let setup = city_rules::CitySetup {
            seats: 2,
            options: Vec::new(),
            tiles: Some((set.name.to_owned(), String::new())),
        };
        let rules = city_rules::Rules::new(&setup).expect("the sets of the project are right");
        tiles.extend_from_slice(rules.tiles());
    }
    tiles
}
