//! The pictures of The City: the old town from above, and its walls.
//!
//! A tile is drawn by itself ([`tile`]) or among its neighbours ([`tile_among`]), which only
//! changes how its markets end at its sides. Walls are a layer of their own ([`wall`]).

mod area;
mod around;
mod board;
mod draw;
mod fair;
mod gate;
mod hall;
mod land;
mod market;
mod mason;
mod pieces;
mod plain;
mod plain_wall;
mod plan;
mod sheet;
mod spot;
mod stage;
mod terrace;
mod tint;
mod verge;
mod wall;

use city::names::{HISTORIC_WORTH, HOMES, PUBLIC_WORTH, STREET};
use table::{Cell, HALF_EDGES, Rot, Side};

pub use around::Around;
pub(crate) use board::board_on;
pub use board::{ROOM, TownPicture, board};
pub(crate) use pieces::PICTURES;
pub use wall::{End, Layer, Piece, pieces, preview, wall};

use crate::svg::picture;
use crate::{DrawnSpot, Look, Style, TileSpots};
use area::StreetMap;
use spot::Layout;

/// What an area is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ground {
    /// A fish market.
    Fish,
    /// A grain market.
    Grain,
    /// A livestock market.
    Livestock,
    /// Homes.
    Homes,
}

impl Ground {
    /// What an area of a tile is.
    pub fn of(segment: &city::Segment) -> Ground {
        match segment.goods.trailing_zeros() {
            _ if segment.kind == HOMES => Ground::Homes,
            0 => Ground::Fish,
            1 => Ground::Grain,
            _ => Ground::Livestock,
        }
    }

    const fn letter(self) -> char {
        match self {
            Ground::Fish => 'f',
            Ground::Grain => 'g',
            Ground::Livestock => 'l',
            Ground::Homes => 'h',
        }
    }

    const fn from_letter(letter: char) -> Option<Ground> {
        match letter {
            'f' => Some(Ground::Fish),
            'g' => Some(Ground::Grain),
            'l' => Some(Ground::Livestock),
            'h' => Some(Ground::Homes),
            _ => None,
        }
    }
}

/// A tile by itself as a whole picture.
pub fn tile(tile: &city::Tile, rot: Rot, cell: Cell, style: Style) -> String {
    tile_among(tile, rot, cell, &Around::default(), style)
}

/// A tile among its neighbours as a whole picture.
pub fn tile_among(
    tile: &city::Tile,
    rot: Rot,
    cell: Cell,
    around: &Around,
    style: Style,
) -> String {
    picture(200.0, 200.0, &body(tile, rot, cell, around, style))
}

/// A tile without its frame.
pub(crate) fn body(
    tile: &city::Tile,
    rot: Rot,
    cell: Cell,
    around: &Around,
    style: Style,
) -> String {
    let plan = StreetMap::new(tile, rot);
    let layout = Layout::new(tile, &plan);
    if style.look == Look::Plain {
        return plain::draw(&plan, &layout, style);
    }
    let scene = draw::TileDrawing { tile, rot, cell, around, style, plan: &plan, layout: &layout };
    scene.draw()
}

/// The places of a tile as it lies, in the order of its segments.
pub fn shape(tile: &city::Tile, rot: Rot) -> TileSpots {
    let plan = StreetMap::new(tile, rot);
    let layout = Layout::new(tile, &plan);
    let arms = plan::arms(&plan.streets);
    let streets = plan.streets.iter().map(|s| crate::svg::polygon(&s.outline(&arms)));
    let areas = plan.areas.iter().map(|a| {
        let holes = a.holes.iter().map(|h| h.iter().rev().copied().collect::<Vec<_>>());
        a.rings.iter().cloned().chain(holes).map(|r| crate::svg::polygon(&r)).collect::<String>()
    });
    let places = streets.chain(areas).enumerate().map(|(i, area)| DrawnSpot {
        name: name_of(tile, rot, i),
        x: layout.spots[i].at.0 as f32,
        y: layout.spots[i].at.1 as f32,
        lying: tile.segments[i].kind == HOMES,
        scale: layout.spots[i].scale as f32,
        area,
        named: false,
        ground: (tile.segments[i].kind != STREET).then(|| Ground::of(&tile.segments[i]).letter()),
    });
    TileSpots { places: places.collect() }
}

/// What a tile has besides its segments, in names: the kinds of its markets in their order, and its
/// buildings.
pub(crate) fn marks(tile: &city::Tile) -> Vec<&'static str> {
    let markets = tile.segments.iter().filter(|s| s.kind != STREET).map(Ground::of);
    let markets = markets.filter_map(|ground| match ground {
        Ground::Fish => Some("fishmarket"),
        Ground::Grain => Some("grainmarket"),
        Ground::Livestock => Some("livestockmarket"),
        Ground::Homes => None,
    });
    let public = std::iter::repeat_n("public", tile.public as usize);
    let historic = std::iter::repeat_n("historic", tile.historic as usize);
    markets.chain(public).chain(historic).collect()
}

/// A building on a tile, to be pointed at.
#[derive(Clone, PartialEq, Debug)]
pub struct Landmark {
    /// The name of a historic building; public ones have none.
    pub name: Option<String>,
    /// What it is worth to a guard who sees it.
    pub worth: u8,
    /// The left end of its picture, in units of the tile.
    pub x: f32,
    /// The upper end.
    pub y: f32,
    /// From left to right.
    pub width: f32,
    /// From top to bottom.
    pub height: f32,
}

/// The buildings of a tile as it lies.
pub fn landmarks(tile: &city::Tile, rot: Rot) -> Vec<Landmark> {
    let plan = StreetMap::new(tile, rot);
    let of = |building: &spot::Building| {
        let height = hall::height(building.name.as_deref()) * building.scale;
        let ground = building.footprint();
        Landmark {
            name: building.name.clone().filter(|name| !name.is_empty()),
            worth: if building.name.is_some() { HISTORIC_WORTH } else { PUBLIC_WORTH },
            x: ground.x.0 as f32,
            y: (building.at.1 - height) as f32,
            width: (ground.x.1 - ground.x.0) as f32,
            height: height as f32,
        }
    };
    Layout::new(tile, &plan).buildings.iter().map(of).collect()
}

/// The name of a segment of a tile as it lies, as docs/notation.md has it.
pub fn name_of(tile: &city::Tile, rot: Rot, segment: usize) -> String {
    let part = &tile.segments[segment];
    let ports = part.ports_turned(rot);
    let kind = city::names::feature(part.kind);
    if part.kind == STREET {
        let sides = Side::ALL.iter().filter(|s| ports >> **s as u8 & 1 == 1);
        return format!("{kind}:{}", sides.map(|s| s.letter()).collect::<String>());
    }
    if ports == 0 {
        return format!("{kind}:inner.{}", segment - tile.streets as usize + 1);
    }
    let halves: Vec<&str> = (0..8).filter(|h| ports >> h & 1 == 1).map(|h| HALF_EDGES[h]).collect();
    format!("{kind}:{}", halves.join("."))
}
