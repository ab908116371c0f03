//! Tiles of The City.

use city::{Tile, names};
use table::Rot;

use super::{Art, HIGH, MIDDLE, WIDE, ports_at};
use crate::play::canvas::Glyph;

const HOMES: Glyph = Glyph { sign: '.', code: "30;47" };
const MARKETS: [Glyph; 3] = [
    Glyph { sign: 'f', code: "30;106" },
    Glyph { sign: 'g', code: "30;103" },
    Glyph { sign: 'l', code: "30;101" },
];
const STREET: &str = "97;100";

/// A tile of The City.
pub fn tile(tile: &Tile, rot: Rot) -> Art {
    let mut art = Art::new(HOMES);
    for (number, segment) in tile.segments.iter().enumerate() {
        if segment.kind == names::STREET {
            continue;
        }
        let ports = segment.ports_turned(rot);
        let market = segment.kind == names::MARKET;
        let glyph =
            if market { MARKETS[segment.goods.trailing_zeros() as usize % 3] } else { HOMES };
        for y in 0..HIGH {
            for x in 0..WIDE {
                if ports >> ports_at(x, y)[0] & 1 != 0 {
                    art.set((x, y), glyph, Some(number));
                }
            }
        }
    }
    let streets = tile.segments.iter().enumerate().filter(|(_, s)| s.kind == names::STREET);
    let mut single = 0;
    for (number, segment) in streets {
        let ports = segment.ports_turned(rot);
        let sides: Vec<usize> = (0..4).filter(|s| ports >> s & 1 != 0).collect();
        single += usize::from(sides.len() == 1);
        art.way(&sides, STREET, Some(number), sides.len() == 2);
    }
    if single > 0 {
        let sign = if single > 1 { '┼' } else { 'o' };
        art.set(MIDDLE, Glyph { sign, code: STREET }, None);
    }
    let homes = tile.segments.iter().position(|s| s.kind == names::HOMES);
    if let Some(homes) = homes {
        (0..tile.public).for_each(|i| art.mark(homes, i as usize, 'P', "1;34;47"));
        (0..tile.historic).for_each(|i| art.mark(homes, i as usize, 'H', "1;31;47"));
    }
    art
}
