//! Tile files to tile definitions.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use table::{Cell, HalfEdge, Side};
use tilefile::{File, Section, TileError};

use super::check::check;
use super::{BORDERS_MAX, Kind, SEGMENTS_MAX, Segment, Terrain, TileDef};
use crate::exp::nouns;

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

fn read_tile(part: Section) -> Result<TileDef, TileError> {
    let mut keys =
        Vec::from(["id", "name", "count", "edges", "roads", "cities", "fields", "grid", "variant"]);
    keys.extend(nouns::features().filter(|f| f.centre).map(|f| f.name));
    keys.extend(nouns::terrain().map(|t| t.key));
    part.only(&keys)?;
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
    let mut stream = Vec::new();
    if let Some(terrain) = nouns::terrain() {
        for bed in part.parts(terrain.key)? {
            bed.only(&["edges"])?;
            stream.extend(sides(bed)?);
        }
    }
    let tile = TileDef {
        id: id.to_owned(),
        name: part.optional_text("name")?.unwrap_or(id).to_owned(),
        count: part.number("count", 1, 99)? as u8,
        edges,
        segments,
        stream,
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

fn read_edges(part: Section) -> Result<[Terrain; 4], TileError> {
    let text = part.text("edges")?;
    let terrains: Option<Vec<Terrain>> = text
        .chars()
        .map(|c| match c {
            'F' => Some(Terrain::Field),
            'C' => Some(Terrain::City),
            'R' => Some(Terrain::Road),
            '.' => Some(Terrain::Inner),
            _ if nouns::terrain().is_some_and(|t| t.letter == c) => Some(Terrain::Stream),
            _ => None,
        })
        .collect();
    terrains.and_then(|t| t.try_into().ok()).ok_or_else(|| {
        let other = nouns::terrain().map_or(String::new(), |t| format!(", {}", t.letter));
        part.error(format!("\"edges\" must be four letters of R, F, C{other} or ."))
    })
}

fn sides(part: Section) -> Result<Vec<Side>, TileError> {
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
        cities: Vec::new(),
    }
}

/// What expansions have drawn at a part of this kind, and that it has no unknown keys.
fn read_marks(part: Section, kind: Kind, own: &[&str]) -> Result<u32, TileError> {
    let known = || nouns::marks().filter(|mark| mark.at == kind);
    let mut keys = Vec::from(own);
    keys.extend(known().map(|mark| mark.key));
    part.only(&keys)?;
    let mut marks = 0;
    for decl in known() {
        let there = match decl.value {
            None => part.flag(decl.key)?,
            Some(value) => {
                let text = part.optional_text(decl.key)?;
                let mut values = known().filter(|m| m.key == decl.key).filter_map(|m| m.value);
                if let Some(text) = text.filter(|text| !values.any(|v| v == *text)) {
                    return Err(part.error(format!("unknown {} {text:?}", decl.key)));
                }
                text == Some(value)
            }
        };
        marks |= if there { decl.mark.bit() } else { 0 };
    }
    Ok(marks)
}

fn read_roads(part: Section) -> Result<Vec<Segment>, TileError> {
    let mut segments = Vec::new();
    for road in part.parts("roads")? {
        let marks = read_marks(road, Kind::Road, &["edges", "end"])?;
        let sides = sides(road)?;
        if (sides.len() == 1) != road.has("end") || !(1..=2).contains(&sides.len()) {
            return Err(road.error("a road has two sides, or one side and an \"end\""));
        }
        segments.push(Segment { sides, marks, ..empty(Kind::Road) });
    }
    Ok(segments)
}

fn read_cities(part: Section) -> Result<Vec<Segment>, TileError> {
    let mut segments = Vec::new();
    for city in part.parts("cities")? {
        let marks = read_marks(city, Kind::City, &["edges", "pennants"])?;
        let sides = sides(city)?;
        if sides.is_empty() {
            return Err(city.error("a city reaches at least one side"));
        }
        let pennants = city.optional_number("pennants", 0, 4)?.unwrap_or(0) as u8;
        segments.push(Segment { sides, pennants, marks, ..empty(Kind::City) });
    }
    Ok(segments)
}

fn read_fields(part: Section, roads: u8, cities: u8) -> Result<Vec<Segment>, TileError> {
    let mut segments = Vec::new();
    for field in part.parts("fields")? {
        let marks = read_marks(field, Kind::Field, &["ports", "cities"])?;
        let mut ports = Vec::new();
        for name in field.texts("ports")? {
            let port = HalfEdge::from_name(name);
            ports.push(port.ok_or_else(|| field.error(format!("{name:?} is no half-edge")))?);
        }
        let touched = field.numbers("cities")?;
        if let Some(missing) = touched.iter().find(|c| **c >= cities) {
            return Err(field.error(format!("a field touches city {missing}, which is missing")));
        }
        if ports.is_empty() && touched.is_empty() && marks == 0 {
            return Err(field.error("a field without half-edges must touch a city"));
        }
        let cities = touched.iter().map(|c| roads + c).collect();
        segments.push(Segment { ports, marks, cities, ..empty(Kind::Field) });
    }
    Ok(segments)
}

fn read_centre(part: Section) -> Result<Option<Segment>, TileError> {
    let mut found = None;
    for building in nouns::features().filter(|f| f.centre) {
        let segment = empty(Kind::from_index(building.feature.0));
        if part.flag(building.name)? && found.replace(segment).is_some() {
            let names: Vec<&str> = nouns::features().filter(|f| f.centre).map(|f| f.name).collect();
            return Err(part.error(format!("has more than one of {}", names.join(", "))));
        }
    }
    Ok(found)
}
