//! Tile files to tiles; whatever does not make sense is refused
//! with file, tile and reason (CITY-04).
//!
//! A file says `schema_kind = "city"` and lists `[[tile]]` tables: `id`, `count`, `edges` (N E S
//! W, `S` street or `.` none), `streets` (one or two `edges`; with one also `end`), `areas`
//! (`kind`, `ports`, perhaps `building`) and `touches`, the pairs of areas that border each other
//! inside the tile. `total`, if given, must be the sum of the counts. A set has 3 to 150 tiles of
//! at most 128 kinds, with at most 680 streets and areas, 255 of them markets, and 255 buildings of
//! each sort in all.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::vec::Vec;

use table::{Bag, Edges, HALF_EDGES, HalfEdge, List, Side};
use tilefile::{File, Section, TileError};

use super::{GOODS, NODES_MAX, SEGMENTS_MAX, SET_MAX, Segment, Tile};
use crate::names::{HOMES, MARKET};

/// The fewest tiles in a set: one for each pile.
const SET_MIN: usize = 3;

/// Reads a tile file.
///
/// # Errors
/// Names the file, the tile and the reason if anything in it cannot be.
pub fn parse(name: &str, text: &str) -> Result<Vec<Tile>, TileError> {
    let file = File::parse(name, text)?;
    let whole = file.whole();
    whole.only(&["schema_kind", "set", "title", "total", "tile"])?;
    let kind = whole.text("schema_kind")?;
    if kind != "city" {
        return Err(whole.error(format!("schema_kind is {kind:?}, expected \"city\"")));
    }
    let mut tiles: Vec<Tile> = Vec::new();
    for part in file.tiles()? {
        let tile = parse_tile(&part)?;
        if tiles.iter().any(|other| other.id == tile.id) {
            return Err(part.error("this id is used twice"));
        }
        tiles.push(tile);
    }
    check_set(&whole, &tiles)?;
    Ok(tiles)
}

fn check_set(whole: &Section, tiles: &[Tile]) -> Result<(), TileError> {
    let total: usize = tiles.iter().map(|t| t.count as usize).sum();
    if !(SET_MIN..=SET_MAX).contains(&total) {
        return Err(
            whole.error(format!("has {total} tiles; the three piles need {SET_MIN} to {SET_MAX}"))
        );
    }
    if let Some(said) = whole.optional_number("total", 0, i64::MAX)?
        && said != total as i64
    {
        return Err(whole.error(format!("says total = {said}, but the counts add up to {total}")));
    }
    if tiles.len() > Bag::KINDS {
        return Err(whole.error(format!("has more than {} kinds of tile", Bag::KINDS)));
    }
    check_countable(whole, tiles)?;
    let segments: usize = tiles.iter().map(|t| t.count as usize * t.segments.len()).sum();
    if segments > NODES_MAX {
        return Err(whole.error(format!(
            "has {segments} streets and areas on all tiles; {NODES_MAX} is the most"
        )));
    }
    Ok(())
}

/// Scores count such things in bytes.
fn check_countable(whole: &Section, tiles: &[Tile]) -> Result<(), TileError> {
    let total = |of: fn(&Tile) -> u32| tiles.iter().map(|t| t.count as u32 * of(t)).sum::<u32>();
    for (what, count) in [
        ("markets", total(|t| t.markets.count_ones())),
        ("public buildings", total(|t| t.public as u32)),
        ("historic buildings", total(|t| t.historic as u32)),
    ] {
        if count > u8::MAX as u32 {
            return Err(whole.error(format!("has {count} {what}; {} is the most", u8::MAX)));
        }
    }
    Ok(())
}

fn parse_tile(part: &Section) -> Result<Tile, TileError> {
    part.only(&["id", "name", "count", "edges", "streets", "areas", "touches"])?;
    let id = part.text("id")?;
    let good = |c: char| c.is_ascii_alphanumeric() || "/-_.".contains(c);
    if id.is_empty() || !id.chars().all(good) {
        return Err(part.error("an id is made of letters, digits and / - _ . only"));
    }
    let mut tile = Tile {
        id: id.to_owned(),
        name: part.optional_text("name")?.unwrap_or_default().to_owned(),
        count: part.number("count", 1, SET_MAX as i64)? as u8,
        segments: List::new(),
        streets: 0,
        public: 0,
        historic: 0,
        building_names: Vec::new(),
        edges: parse_edges(part)?,
        markets: 0,
        joins: List::new(),
    };
    parse_streets(part, &mut tile)?;
    parse_areas(part, &mut tile)?;
    parse_touches(part, &mut tile)?;
    Ok(tile)
}

fn parse_edges(part: &Section) -> Result<Edges, TileError> {
    let mut bits = [0; 4];
    let text = part.text("edges")?;
    let known = text.len() == 4 && text.bytes().all(|b| b == b'S' || b == b'.');
    if !known {
        return Err(part.error(format!(
            "edges is {text:?}, expected four letters for N E S W, each S (street) or . (none)"
        )));
    }
    for (bit, letter) in bits.iter_mut().zip(text.bytes()) {
        *bit = if letter == b'S' { 1 } else { 2 };
    }
    Ok(Edges::new(bits))
}

fn push(part: &Section, tile: &mut Tile, segment: Segment) -> Result<(), TileError> {
    if tile.segments.len() == SEGMENTS_MAX {
        return Err(part.error(format!("has more than {SEGMENTS_MAX} streets and areas")));
    }
    tile.segments.push(segment);
    Ok(())
}

/// Streets end at crossings, so one has one or two sides (CITY-23).
fn parse_streets(part: &Section, tile: &mut Tile) -> Result<(), TileError> {
    let mut seen = 0;
    for street in part.parts("streets")? {
        street.only(&["edges", "end"])?;
        let mut ports: u8 = 0;
        for name in street.texts("edges")? {
            let mut letters = name.chars();
            let side =
                letters.next().and_then(Side::from_letter).filter(|_| letters.as_str() == "");
            let Some(side) = side else {
                return Err(part.error(format!("a street has the unknown side {name:?}")));
            };
            if tile.edges.side(side) != 1 {
                return Err(
                    part.error(format!("a street leads to {name}, but edges has none there"))
                );
            }
            if (seen | ports) >> side as u8 & 1 != 0 {
                return Err(part.error(format!("two streets lead to {name}")));
            }
            ports |= 1 << side as u8;
        }
        check_street_end(part, &street, ports.count_ones())?;
        seen |= ports;
        push(part, tile, Segment { ports, ..Segment::default() })?;
    }
    tile.streets = tile.segments.len() as u8;
    match Side::ALL.iter().find(|s| tile.edges.side(**s) == 1 && seen >> **s as u8 & 1 == 0) {
        Some(side) => Err(part.error(format!("no street leads to {}", side.letter()))),
        None => Ok(()),
    }
}

fn check_street_end(part: &Section, street: &Section, sides: u32) -> Result<(), TileError> {
    match (sides, street.optional_text("end")?) {
        (1, Some("crossing" | "dead-end")) | (2, None) => Ok(()),
        (1, Some(end)) => Err(part.error(format!(
            "a street has the unknown end {end:?}, expected \"crossing\" or \"dead-end\""
        ))),
        (1, None) => Err(part.error("a street with one side needs an end")),
        (2, Some(_)) => Err(part.error("a street with two sides has no end")),
        _ => Err(part.error(format!("a street has {sides} sides, expected one or two"))),
    }
}

fn parse_areas(part: &Section, tile: &mut Tile) -> Result<(), TileError> {
    let mut seen = 0;
    for area in part.parts("areas")? {
        area.only(&["kind", "ports", "building", "building_name"])?;
        let kind = area.text("kind")?;
        let goods = GOODS.iter().position(|g| *g == kind).map_or(0, |i| 1 << i);
        if goods == 0 && kind != "residential" {
            return Err(part.error(format!(
                "an area has the unknown kind {kind:?}, expected residential, {}",
                GOODS.join(", ")
            )));
        }
        let mut ports = 0;
        for name in area.texts("ports")? {
            let Some(half) = HalfEdge::from_name(name) else {
                return Err(part.error(format!("an area has the unknown half-edge {name:?}")));
            };
            if (seen | ports) >> half.0 & 1 != 0 {
                return Err(part.error(format!("the half-edge {name} is in two areas")));
            }
            ports |= 1 << half.0;
        }
        seen |= ports;
        parse_building(part, &area, goods != 0, tile)?;
        let kind = if goods == 0 { HOMES } else { MARKET };
        if goods != 0 {
            tile.markets |= 1_u32.checked_shl(tile.segments.len() as u32).unwrap_or(0) as u16;
        }
        push(part, tile, Segment { kind, goods, ports, touches: 0 })?;
    }
    match HALF_EDGES.iter().enumerate().find(|(h, _)| seen >> h & 1 == 0) {
        Some((_, name)) => Err(part.error(format!("the half-edge {name} is in no area"))),
        None => Ok(()),
    }
}

/// Buildings stand in residential areas (CITY-02).
fn parse_building(
    part: &Section,
    area: &Section,
    is_market: bool,
    tile: &mut Tile,
) -> Result<(), TileError> {
    let name = area.optional_text("building_name")?;
    match area.optional_text("building")? {
        None if name.is_some() => Err(part.error("a building_name without a building")),
        None => Ok(()),
        Some(_) if is_market => Err(part.error("a building stands in a market")),
        Some("public") => {
            tile.public += 1;
            Ok(())
        }
        Some("historic") => {
            tile.historic += 1;
            tile.building_names.extend(name.map(ToOwned::to_owned));
            Ok(())
        }
        Some(other) => Err(part.error(format!(
            "an area has the unknown building {other:?}, expected \"public\" or \"historic\""
        ))),
    }
}

/// Markets against homes touch (CITY-60); two markets that touch are one (CITY-73).
fn parse_touches(part: &Section, tile: &mut Tile) -> Result<(), TileError> {
    let areas = tile.segments.len() as u8 - tile.streets;
    for (a, b) in part.pairs("touches")? {
        if a >= areas || b >= areas || a == b {
            return Err(part.error(format!("touches [{a}, {b}] does not name two areas")));
        }
        let (a, b) = (a + tile.streets, b + tile.streets);
        match (tile.markets >> a & 1, tile.markets >> b & 1) {
            (0, 0) => {
                let reason = "two residential areas that touch are one: list them as one";
                return Err(part.error(reason));
            }
            (1, 1) if tile.joins.len() < SEGMENTS_MAX => tile.joins.push((a, b)),
            (1, 1) => return Err(part.error("too many markets touch")),
            _ => {
                tile.segments[a as usize].touches |= 1 << b;
                tile.segments[b as usize].touches |= 1 << a;
            }
        }
    }
    Ok(())
}
