//! Tile files to tile definitions, checked. Schema: docs/tiles.md.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use table::{Cell, FeatureKind, HalfEdge, Side};
use tilefile::{File, Part, TileError};

/// What a segment is part of (BASE-04). The numbers are those of [`FeatureKind`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Kind {
    /// A road.
    Road,
    /// A city.
    City,
    /// A field.
    Field,
    /// A monastery.
    Monastery,
    /// A shrine.
    Shrine,
    /// A garden.
    Garden,
}

impl Kind {
    /// In the order of their numbers.
    pub const ALL: [Kind; 6] =
        [Kind::Road, Kind::City, Kind::Field, Kind::Monastery, Kind::Shrine, Kind::Garden];

    /// Its name in spots.
    pub const fn name(self) -> &'static str {
        ["road", "city", "field", "monastery", "shrine", "garden"][self as usize]
    }

    /// Whether it stands in the middle of a tile and is complete once it is surrounded.
    #[inline]
    pub const fn is_centre(self) -> bool {
        self as u8 >= Kind::Monastery as u8
    }

    /// Its number for events.
    pub const fn feature(self) -> FeatureKind {
        FeatureKind(self as u8)
    }

    /// The kind with this number.
    #[inline]
    pub const fn from_index(index: u8) -> Kind {
        Kind::ALL[index as usize]
    }
}

/// The terrain of a side (BASE-02); the value is its bit in [`table::Edges`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Terrain {
    /// A side inside a block that is laid as a whole: nothing ever meets it but its block.
    Inner = 0,
    /// Field.
    Field = 1,
    /// City.
    City = 2,
    /// Road.
    Road = 4,
    /// River.
    River = 8,
}

/// Things drawn at a segment that the feature as a whole takes over: any one is enough.
pub mod mark {
    /// An inn at a road.
    pub const INN: u8 = 1;
    /// A cathedral in a city.
    pub const CATHEDRAL: u8 = 2;
    /// A field that lies at the walls of a great city outside the tile's own.
    pub const GREAT_CITY: u8 = 4;
}

/// The goods that can be drawn in a city, in the order of their numbers.
pub const GOODS: [&str; 3] = ["wine", "grain", "cloth"];

/// A segment of a tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    /// What it is part of.
    pub kind: Kind,
    /// The sides it reaches (roads and cities).
    pub sides: Vec<Side>,
    /// The half-edges it reaches (fields).
    pub ports: Vec<HalfEdge>,
    /// Coats of arms.
    pub pennants: u8,
    /// Bits of [`mark`].
    pub marks: u8,
    /// The number of the goods drawn in it.
    pub goods: Option<u8>,
    /// For a field, the city segments of this tile that it touches (BASE-06).
    pub cities: Vec<u8>,
}

/// A tile as its file has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileDef {
    /// Its id, as `base/D`.
    pub id: String,
    /// A short description.
    pub name: String,
    /// How many copies there are.
    pub count: u8,
    /// The terrain of its sides, north first.
    pub edges: [Terrain; 4],
    /// Its segments: roads, cities, fields, centre.
    pub segments: Vec<Segment>,
    /// Sides where a river leaves the tile.
    pub river: Vec<Side>,
    /// Where it lies in a block that is laid as a whole.
    pub block: Option<Cell>,
    /// In which printing it appears, for sets that come in several sizes.
    pub variant: Option<u8>,
}

impl TileDef {
    /// What stands in its middle.
    pub fn centre(&self) -> Option<Kind> {
        self.segments.iter().map(|s| s.kind).find(|k| k.is_centre())
    }
}

/// The most segments on one tile.
pub const SEGMENTS_MAX: usize = 8;

/// The most places on one tile where a field touches a city.
pub const BORDERS_MAX: usize = 4;

/// Reads a tile file.
///
/// # Errors
/// Names the file, the tile and the reason if anything in it cannot be.
pub fn read(name: &str, text: &str) -> Result<Vec<TileDef>, TileError> {
    let file = File::parse(name, text)?;
    let mut tiles: Vec<TileDef> = Vec::new();
    for part in file.tiles()? {
        let tile = read_tile(part)?;
        if tiles.iter().any(|t| t.id == tile.id) {
            return Err(part.error("is defined twice"));
        }
        tiles.push(tile);
    }
    let total: i64 = tiles.iter().map(|t| t.count as i64).sum();
    let whole = file.whole();
    if whole.optional_number("total", 0, i64::MAX)?.is_some_and(|t| t != total) {
        return Err(whole.error(format!("the tiles add up to {total}, not to \"total\"")));
    }
    Ok(tiles)
}

fn read_tile(part: Part) -> Result<TileDef, TileError> {
    part.only(&[
        "id",
        "name",
        "count",
        "edges",
        "monastery",
        "shrine",
        "garden",
        "roads",
        "cities",
        "rivers",
        "fields",
        "grid",
        "variant",
    ])?;
    let id = part.text("id")?;
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-.".contains(c);
    let well_formed = id.split_once('/').is_some_and(|(set, tile)| {
        !set.is_empty()
            && set.chars().all(plain)
            && !tile.is_empty()
            && tile.chars().all(|c| plain(c) || c.is_ascii_uppercase())
    });
    if !well_formed || id.len() > 64 {
        return Err(part.error("the id must have the form set/name, in letters, digits, - and ."));
    }
    let edges = read_edges(part)?;
    let mut segments = read_roads(part)?;
    let roads = segments.len() as u8;
    segments.extend(read_cities(part)?);
    let cities = segments.len() as u8 - roads;
    segments.extend(read_fields(part, roads, cities)?);
    segments.extend(read_centre(part)?);
    if segments.len() > SEGMENTS_MAX {
        return Err(part.error(format!("has more than {SEGMENTS_MAX} segments")));
    }
    if segments.iter().map(|s| s.cities.len()).sum::<usize>() > BORDERS_MAX {
        return Err(part.error(format!("fields touch cities more than {BORDERS_MAX} times")));
    }
    let mut river = Vec::new();
    for stream in part.parts("rivers")? {
        stream.only(&["edges"])?;
        river.extend(sides(stream)?);
    }
    let tile = TileDef {
        id: id.to_owned(),
        name: part.optional_text("name")?.unwrap_or(id).to_owned(),
        count: part.number("count", 1, 99)? as u8,
        edges,
        segments,
        river,
        block: match part.numbers("grid")?[..] {
            [] => None,
            [x, y] => Some(Cell::new(x as i16, y as i16)),
            _ => return Err(part.error("\"grid\" must be a column and a row")),
        },
        variant: part.optional_number("variant", 0, 99)?.map(|v| v as u8),
    };
    check(part, &tile)?;
    Ok(tile)
}

fn read_edges(part: Part) -> Result<[Terrain; 4], TileError> {
    let text = part.text("edges")?;
    let terrains: Option<Vec<Terrain>> = text
        .chars()
        .map(|c| match c {
            'F' => Some(Terrain::Field),
            'C' => Some(Terrain::City),
            'R' => Some(Terrain::Road),
            'V' => Some(Terrain::River),
            '.' => Some(Terrain::Inner),
            _ => None,
        })
        .collect();
    terrains
        .and_then(|t| t.try_into().ok())
        .ok_or_else(|| part.error("\"edges\" must be four letters of R, F, C, V or ."))
}

fn sides(part: Part) -> Result<Vec<Side>, TileError> {
    let names = part.texts("edges")?;
    names
        .iter()
        .map(|name| {
            let mut letters = name.chars();
            let side = letters.next().and_then(Side::from_letter);
            side.filter(|_| letters.next().is_none())
                .ok_or_else(|| part.error(format!("{name:?} is no side: N, E, S or W")))
        })
        .collect()
}

fn empty(kind: Kind) -> Segment {
    Segment {
        kind,
        sides: Vec::new(),
        ports: Vec::new(),
        pennants: 0,
        marks: 0,
        goods: None,
        cities: Vec::new(),
    }
}

fn read_roads(part: Part) -> Result<Vec<Segment>, TileError> {
    let mut segments = Vec::new();
    for road in part.parts("roads")? {
        road.only(&["edges", "end", "inn"])?;
        let sides = sides(road)?;
        if (sides.len() == 1) != road.has("end") || !(1..=2).contains(&sides.len()) {
            return Err(road.error("a road has two sides, or one side and an \"end\""));
        }
        let marks = if road.flag("inn")? { mark::INN } else { 0 };
        segments.push(Segment { sides, marks, ..empty(Kind::Road) });
    }
    Ok(segments)
}

fn read_cities(part: Part) -> Result<Vec<Segment>, TileError> {
    let mut segments = Vec::new();
    for city in part.parts("cities")? {
        city.only(&["edges", "pennants", "cathedral", "goods"])?;
        let sides = sides(city)?;
        if sides.is_empty() {
            return Err(city.error("a city reaches at least one side"));
        }
        let goods = match city.optional_text("goods")? {
            None => None,
            Some(name) => {
                let number = GOODS.iter().position(|g| *g == name);
                Some(number.ok_or_else(|| city.error(format!("unknown goods {name:?}")))? as u8)
            }
        };
        segments.push(Segment {
            sides,
            pennants: city.optional_number("pennants", 0, 4)?.unwrap_or(0) as u8,
            marks: if city.flag("cathedral")? { mark::CATHEDRAL } else { 0 },
            goods,
            ..empty(Kind::City)
        });
    }
    Ok(segments)
}

fn read_fields(part: Part, roads: u8, cities: u8) -> Result<Vec<Segment>, TileError> {
    let mut segments = Vec::new();
    for field in part.parts("fields")? {
        field.only(&["ports", "cities", "carcassonne"])?;
        let mut ports = Vec::new();
        for name in field.texts("ports")? {
            let port = HalfEdge::from_name(name);
            ports.push(port.ok_or_else(|| field.error(format!("{name:?} is no half-edge")))?);
        }
        let touched = field.numbers("cities")?;
        if let Some(missing) = touched.iter().find(|c| **c >= cities) {
            return Err(field.error(format!("a field touches city {missing}, which is missing")));
        }
        let great_city = field.flag("carcassonne")?;
        if ports.is_empty() && touched.is_empty() && !great_city {
            return Err(field.error("a field without half-edges must touch a city"));
        }
        segments.push(Segment {
            ports,
            marks: if great_city { mark::GREAT_CITY } else { 0 },
            cities: touched.iter().map(|c| roads + c).collect(),
            ..empty(Kind::Field)
        });
    }
    Ok(segments)
}

fn read_centre(part: Part) -> Result<Option<Segment>, TileError> {
    let mut found = None;
    for kind in [Kind::Monastery, Kind::Shrine, Kind::Garden] {
        if part.flag(kind.name())? && found.replace(empty(kind)).is_some() {
            return Err(part.error("has more than one of monastery, shrine and garden"));
        }
    }
    Ok(found)
}

/// Every side belongs to what its terrain says, every half-edge to one field (BASE-02, BASE-04).
fn check(part: Part, tile: &TileDef) -> Result<(), TileError> {
    for side in Side::ALL {
        let terrain = tile.edges[side as usize];
        let reaching = |kind| {
            let of_kind = tile.segments.iter().filter(move |s| s.kind == kind);
            of_kind.flat_map(|s| &s.sides).filter(|s| **s == side).count()
        };
        let rivers = tile.river.iter().filter(|s| **s == side).count();
        let found = [reaching(Kind::Road), reaching(Kind::City), rivers];
        let wanted = match terrain {
            Terrain::Road => [1, 0, 0],
            Terrain::City => [0, 1, 0],
            Terrain::River => [0, 0, 1],
            Terrain::Field | Terrain::Inner => [0, 0, 0],
        };
        if found != wanted {
            let letter = side.letter();
            let reason = format!(
                "side {letter} is {terrain:?}, but its segments are {found:?} (road, city, river)"
            );
            return Err(part.error(reason));
        }
        check_half_edges(part, tile, side, terrain)?;
    }
    Ok(())
}

fn check_half_edges(
    part: Part,
    tile: &TileDef,
    side: Side,
    terrain: Terrain,
) -> Result<(), TileError> {
    let owners = |h: HalfEdge| -> Vec<usize> {
        let with = tile.segments.iter().enumerate();
        with.flat_map(|(i, s)| s.ports.iter().filter(move |p| **p == h).map(move |_| i)).collect()
    };
    let halves = [HalfEdge(2 * side as u8), HalfEdge(2 * side as u8 + 1)];
    for half in halves {
        let fields = owners(half).len();
        let fine = match terrain {
            Terrain::City => fields == 0,
            Terrain::Inner => fields <= 1,
            _ => fields == 1,
        };
        if !fine {
            let name = half.name();
            return Err(part.error(format!("half-edge {name} lies in {fields} fields")));
        }
    }
    if terrain == Terrain::Field && owners(halves[0]) != owners(halves[1]) {
        let letter = side.letter();
        return Err(part.error(format!("the field side {letter} is split between two fields")));
    }
    Ok(())
}
