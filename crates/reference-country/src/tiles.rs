//! Tile kinds, read from the tile files of the country family, and how they look after turning.

use std::collections::BTreeMap;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

/// Names of the sides, clockwise; a side is an index into this list.
const SIDES: [&str; 4] = ["N", "E", "S", "W"];
/// Names of the half-edges, clockwise (BASE-03); a half-edge is an index into this list.
const HALF_EDGES: [&str; 8] = ["NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"];

/// The side opposite to `side`.
pub fn opposite(side: usize) -> usize {
    (side + 2) % 4
}

/// The half-edge of the neighbour that touches `half_edge` (BASE-03: NL-SR, NR-SL, EL-WR, ER-WL).
pub fn partner(half_edge: usize) -> usize {
    [5, 4, 7, 6, 1, 0, 3, 2][half_edge]
}

/// A road segment.
#[derive(Clone, Debug)]
pub struct Road {
    pub sides: Vec<usize>,
    pub inn: bool,
    pub post: bool,
}

/// A city segment.
#[derive(Clone, Debug)]
pub struct City {
    pub sides: Vec<usize>,
    pub pennants: usize,
    pub cathedral: bool,
    pub goods: Option<String>,
}

/// A field segment; `cities` are indexes into the cities of the same tile (BASE-06).
#[derive(Clone, Debug)]
pub struct Field {
    pub half_edges: Vec<usize>,
    pub cities: Vec<usize>,
    pub carcassonne: bool,
    pub lair: bool,
    pub bog: bool,
}

/// What stands in the middle of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Centre {
    Monastery,
    Shrine,
    Garden,
}

impl Centre {
    pub fn name(self) -> &'static str {
        match self {
            Centre::Monastery => "monastery",
            Centre::Shrine => "shrine",
            Centre::Garden => "garden",
        }
    }
}

/// A tile as it lies in a certain turn.
#[derive(Clone, Debug)]
pub struct Tile {
    pub id: String,
    pub edges: [char; 4],
    pub roads: Vec<Road>,
    pub cities: Vec<City>,
    /// Sides joined by the river; one side only at the spring and the lake.
    pub river: Vec<usize>,
    pub fields: Vec<Field>,
    pub centre: Option<Centre>,
}

impl Tile {
    /// The tile after `turn` more clockwise quarter turns.
    pub fn turned(&self, turn: usize) -> Tile {
        let mut tile = self.clone();
        for side in 0..4 {
            tile.edges[(side + turn) % 4] = self.edges[side];
        }
        for road in &mut tile.roads {
            road.sides = turn_all(&road.sides, turn, 4);
        }
        for city in &mut tile.cities {
            city.sides = turn_all(&city.sides, turn, 4);
        }
        for field in &mut tile.fields {
            // BASE-03: one clockwise turn adds 2 modulo 8.
            field.half_edges = turn_all(&field.half_edges, 2 * turn, 8);
        }
        tile.river = turn_all(&self.river, turn, 4);
        tile
    }
}

fn turn_all(places: &[usize], by: usize, modulus: usize) -> Vec<usize> {
    let mut turned: Vec<usize> = places.iter().map(|place| (place + by) % modulus).collect();
    turned.sort_unstable();
    turned
}

/// `EW` for the sides 1 and 3.
pub fn side_names(sides: &[usize]) -> String {
    sides.iter().map(|&side| SIDES[side]).collect()
}

/// `NL.SR` for the half-edges 0 and 5; `inner` for none.
pub fn half_edge_names(half_edges: &[usize]) -> String {
    if half_edges.is_empty() {
        return "inner".to_owned();
    }
    half_edges.iter().map(|&half| HALF_EDGES[half]).collect::<Vec<_>>().join(".")
}

/// All tiles of one file.
#[derive(Clone, Debug)]
pub struct TileSet {
    /// Ids in the order of the file, with the number of copies.
    pub counts: Vec<(String, u32)>,
    /// Each tile in its four turns.
    pub tiles: BTreeMap<String, [Arc<Tile>; 4]>,
    /// Footing in the block of the Count, where the file gives one: column and row.
    pub grid: BTreeMap<String, (i32, i32)>,
    /// Tiles that belong to the larger variant only (CULT-01).
    pub sixth: Vec<String>,
}

/// Reads one tile file. `gardens` says whether gardens exist in this game (ABBOT-02).
pub fn read(text: &str, gardens: bool) -> Result<TileSet, String> {
    let table = DeTable::parse(text).map_err(|error| error.to_string())?;
    let file = DeValue::Table(table.into_inner());
    let mut set = TileSet {
        counts: Vec::new(),
        tiles: BTreeMap::new(),
        grid: BTreeMap::new(),
        sixth: Vec::new(),
    };
    for entry in list(&file, "tile") {
        let tile = read_tile(entry, gardens)?;
        let id = tile.id.clone();
        set.counts.push((id.clone(), number(entry, "count")?.unwrap_or(1)));
        if number(entry, "variant")? == Some(6) {
            set.sixth.push(id.clone());
        }
        let grid =
            list(entry, "grid").into_iter().map(value_number).collect::<Result<Vec<_>, _>>()?;
        if let [column, row] = grid[..] {
            set.grid.insert(id.clone(), (column as i32, row as i32));
        }
        let turns = [0, 1, 2, 3].map(|turn| Arc::new(tile.turned(turn)));
        set.tiles.insert(id, turns);
    }
    Ok(set)
}

fn read_tile(entry: &DeValue, gardens: bool) -> Result<Tile, String> {
    let id = text(entry, "id").ok_or("a tile without id")?;
    let edges: Vec<char> = text(entry, "edges").ok_or("a tile without edges")?.chars().collect();
    let edges: [char; 4] = edges.try_into().map_err(|_| format!("{id}: edges"))?;
    let mut roads = Vec::new();
    for road in list(entry, "roads") {
        roads.push(Road {
            sides: places(road, "edges", &SIDES)?,
            inn: flag(road, "inn"),
            post: flag(road, "post"),
        });
    }
    let mut cities = Vec::new();
    for city in list(entry, "cities") {
        cities.push(City {
            sides: places(city, "edges", &SIDES)?,
            pennants: number(city, "pennants")?.unwrap_or(0) as usize,
            cathedral: flag(city, "cathedral"),
            goods: text(city, "goods"),
        });
    }
    let mut river = Vec::new();
    for part in list(entry, "rivers") {
        river.extend(places(part, "edges", &SIDES)?);
    }
    let mut fields = Vec::new();
    for field in list(entry, "fields") {
        let touched =
            list(field, "cities").into_iter().map(value_number).collect::<Result<Vec<_>, _>>()?;
        fields.push(Field {
            half_edges: places(field, "ports", &HALF_EDGES)?,
            cities: touched.into_iter().map(|city| city as usize).collect(),
            carcassonne: flag(field, "carcassonne"),
            lair: flag(field, "lair"),
            bog: flag(field, "bog"),
        });
    }
    let centre = if flag(entry, "monastery") {
        Some(Centre::Monastery)
    } else if flag(entry, "shrine") {
        Some(Centre::Shrine)
    } else if flag(entry, "garden") && gardens {
        Some(Centre::Garden)
    } else {
        None
    };
    Ok(Tile { id, edges, roads, cities, river, fields, centre })
}

fn list<'a, 'i>(entry: &'a DeValue<'i>, key: &str) -> Vec<&'a DeValue<'i>> {
    let array = entry.get(key).and_then(|value| value.get_ref().as_array());
    array.map(|values| values.iter().map(toml::Spanned::get_ref).collect()).unwrap_or_default()
}

fn text(entry: &DeValue, key: &str) -> Option<String> {
    entry.get(key).and_then(|value| value.get_ref().as_str()).map(str::to_owned)
}

fn flag(entry: &DeValue, key: &str) -> bool {
    entry.get(key).and_then(|value| value.get_ref().as_bool()).unwrap_or(false)
}

fn number(entry: &DeValue, key: &str) -> Result<Option<u32>, String> {
    entry.get(key).map(|value| value_number(value.get_ref())).transpose()
}

fn value_number(value: &DeValue) -> Result<u32, String> {
    let digits = value.as_integer().ok_or("not a whole number")?.as_str();
    digits.parse().map_err(|_| format!("not a number: {digits}"))
}

fn places(entry: &DeValue, key: &str, names: &[&str]) -> Result<Vec<usize>, String> {
    let mut found = Vec::new();
    for value in list(entry, key) {
        let name = value.as_str().ok_or_else(|| format!("{key}: not a text"))?;
        let place = names.iter().position(|known| *known == name);
        found.push(place.ok_or_else(|| format!("{key}: unknown place {name}"))?);
    }
    found.sort_unstable();
    Ok(found)
}
