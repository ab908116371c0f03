//! The tile kinds as read from the tile file, and how a tile looks once turned.

use std::collections::BTreeSet;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The letters of the four sides, clockwise: side number = place in this list.
pub const SIDES: [&str; 4] = ["N", "E", "S", "W"];
/// The names of the eight half-edges, clockwise: half-edge number = place in this list.
pub const HALVES: [&str; 8] = ["NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"];
const GOODS: [&str; 3] = ["fish", "grain", "livestock"];

/// What a segment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Street,
    Market,
    Homes,
}

impl Kind {
    /// The first word of the spot name.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Street => "street",
            Kind::Market => "market",
            Kind::Homes => "homes",
        }
    }
}

/// One segment of a tile (CITY-04).
#[derive(Clone, Debug)]
pub struct Segment {
    pub kind: Kind,
    /// The kind of market; empty for streets and homes.
    pub goods: String,
    /// The sides a street reaches; empty for areas.
    pub sides: BTreeSet<usize>,
    /// The half-edges an area owns; empty for streets.
    pub halves: BTreeSet<usize>,
    /// The number of an area among the areas of its tile, from 1; 0 for streets.
    pub number: usize,
}

impl Segment {
    /// The name of the segment as it lies.
    pub fn spot(&self) -> String {
        let kind = self.kind.word();
        if self.kind == Kind::Street {
            let sides: Vec<&str> = self.sides.iter().map(|&side| SIDES[side]).collect();
            return format!("{kind}:{}", sides.concat());
        }
        if self.halves.is_empty() {
            return format!("{kind}:inner.{}", self.number);
        }
        let halves: Vec<&str> = self.halves.iter().map(|&half| HALVES[half]).collect();
        format!("{kind}:{}", halves.join("."))
    }
}

/// A kind of tile, or (after `turned`) a tile as it lies.
#[derive(Clone, Debug)]
pub struct Tile {
    pub id: String,
    pub count: u32,
    /// Streets first, then areas, each in file order.
    pub segments: Vec<Segment>,
    /// Pairs of segments (areas) that border each other inside the tile.
    pub touches: Vec<(usize, usize)>,
    pub public: i32,
    pub historic: i32,
}

impl Tile {
    /// The tile after some quarter turns clockwise.
    pub fn turned(&self, turns: usize) -> Tile {
        let mut tile = self.clone();
        for segment in &mut tile.segments {
            segment.sides = segment.sides.iter().map(|side| (side + turns) % 4).collect();
            segment.halves = segment.halves.iter().map(|half| (half + 2 * turns) % 8).collect();
        }
        tile
    }

    /// Whether a street reaches this side.
    pub fn has_street(&self, side: usize) -> bool {
        self.street_at(side).is_some()
    }

    /// The street segment that reaches this side.
    pub fn street_at(&self, side: usize) -> Option<usize> {
        self.segments.iter().position(|segment| segment.sides.contains(&side))
    }

    /// The area segment that owns this half-edge.
    pub fn area_at(&self, half: usize) -> Option<usize> {
        self.segments.iter().position(|segment| segment.halves.contains(&half))
    }
}

/// Reads a tile file of the kind "city".
pub fn parse(text: &str) -> Result<Vec<Tile>, String> {
    let file = DeTable::parse(text).map_err(|error| error.to_string())?;
    let list = file.get_ref().get("tile").and_then(|tiles| tiles.get_ref().as_array());
    let list = list.ok_or("the file has no tiles")?;
    let mut tiles: Vec<Tile> = Vec::new();
    for entry in list {
        let tile = parse_tile(entry.get_ref())?;
        if tiles.iter().any(|other| other.id == tile.id) {
            return Err(format!("{}: the id stands twice", tile.id));
        }
        tiles.push(tile);
    }
    Ok(tiles)
}

fn parse_tile(entry: &DeValue) -> Result<Tile, String> {
    let id = text(entry, "id").ok_or("a tile without id")?.to_string();
    let streets = list(entry, "streets");
    let areas = list(entry, "areas");
    let mut tile = Tile {
        count: number(entry.get("count").map(Spanned::get_ref))
            .ok_or_else(|| format!("{id}: count"))? as u32,
        segments: Vec::new(),
        touches: Vec::new(),
        public: 0,
        historic: 0,
        id,
    };
    for street in &streets {
        tile.segments.push(parse_street(street).map_err(|error| format!("{}: {error}", tile.id))?);
    }
    for (place, area) in areas.iter().enumerate() {
        let segment = parse_area(area, place + 1);
        tile.segments.push(segment.map_err(|error| format!("{}: {error}", tile.id))?);
        match text(area, "building") {
            None => {}
            Some("public") => tile.public += 1,
            Some("historic") => tile.historic += 1,
            Some(other) => return Err(format!("{}: building {other}", tile.id)),
        }
    }
    tile.touches = parse_touches(entry, streets.len(), areas.len())
        .ok_or_else(|| format!("{}: touches", tile.id))?;
    check(&tile, text(entry, "edges").unwrap_or(""))?;
    Ok(tile)
}

fn parse_street(street: &DeValue) -> Result<Segment, String> {
    let sides = names(street, "edges", &SIDES)?;
    if sides.is_empty() {
        return Err("a street without side".to_string());
    }
    let (kind, goods, halves) = (Kind::Street, String::new(), BTreeSet::new());
    Ok(Segment { kind, goods, sides, halves, number: 0 })
}

fn parse_area(area: &DeValue, number: usize) -> Result<Segment, String> {
    let (kind, goods) = match text(area, "kind") {
        Some("residential") => (Kind::Homes, String::new()),
        Some(goods) if GOODS.contains(&goods) => (Kind::Market, goods.to_string()),
        other => return Err(format!("area kind {other:?}")),
    };
    let halves = names(area, "ports", &HALVES)?;
    Ok(Segment { kind, goods, sides: BTreeSet::new(), halves, number })
}

/// Pairs of area numbers (from 0) as pairs of segment numbers.
fn parse_touches(entry: &DeValue, streets: usize, areas: usize) -> Option<Vec<(usize, usize)>> {
    let mut touches = Vec::new();
    for pair in list(entry, "touches") {
        let pair: Vec<Option<usize>> =
            pair.as_array()?.iter().map(|value| number(Some(value.get_ref()))).collect();
        match pair[..] {
            [Some(a), Some(b)] if a < areas && b < areas => {
                touches.push((streets + a, streets + b));
            }
            _ => return None,
        }
    }
    Some(touches)
}

/// The streets agree with the sides and every half-edge has one area.
fn check(tile: &Tile, edges: &str) -> Result<(), String> {
    let found: String = (0..4).map(|side| if tile.has_street(side) { 'S' } else { '.' }).collect();
    if found != edges {
        return Err(format!("{}: edges {edges}, streets {found}", tile.id));
    }
    for (side, name) in SIDES.iter().enumerate() {
        let owners = tile.segments.iter().filter(|segment| segment.sides.contains(&side)).count();
        if owners > 1 {
            return Err(format!("{}: side {name} has {owners} streets", tile.id));
        }
    }
    for (half, name) in HALVES.iter().enumerate() {
        let owners = tile.segments.iter().filter(|segment| segment.halves.contains(&half)).count();
        if owners != 1 {
            return Err(format!("{}: half-edge {name} has {owners} areas", tile.id));
        }
    }
    Ok(())
}

fn text<'a>(entry: &'a DeValue, key: &str) -> Option<&'a str> {
    entry.get(key).and_then(|value| value.get_ref().as_str())
}

fn number(value: Option<&DeValue>) -> Option<usize> {
    value?.as_integer()?.as_str().parse().ok()
}

/// The entries of a list; a missing list is an empty one.
fn list<'a>(entry: &'a DeValue<'a>, key: &str) -> Vec<&'a DeValue<'a>> {
    let values = entry.get(key).and_then(|value| value.get_ref().as_array());
    values.map(|values| values.iter().map(Spanned::get_ref).collect()).unwrap_or_default()
}

/// A list of names as the set of their places in `all`.
fn names(entry: &DeValue, key: &str, all: &[&str]) -> Result<BTreeSet<usize>, String> {
    let mut places = BTreeSet::new();
    for value in list(entry, key) {
        let name = value.as_str().unwrap_or("");
        let place = all.iter().position(|&other| other == name);
        if !places.insert(place.ok_or_else(|| format!("{key}: {name}"))?) {
            return Err(format!("{key}: {name} stands twice"));
        }
    }
    Ok(places)
}
