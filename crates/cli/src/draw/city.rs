//! Drawing a board of The City.

pub fn board(_: &::city::Rules, _: &::city::City) -> String { String::new() }
pub fn single(_: &::city::Rules, _: table::TileKind) -> String { String::new() }
pub fn tower(_: &mut super::svg::Svg, _: Option<games::Seat>, _: super::geom::Pt) {}
