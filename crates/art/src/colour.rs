//! Colours, and the palette of the map.
//!
//! A colour of the map carries the parchment's glaze from the start (computed when the crate is
//! compiled). By night the same inks lie over a night-blue ground; what shines has a night colour
//! of its own.

use std::fmt;

/// A colour, and what it becomes by night.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rgb {
    day: u32,
    night: u32,
}

const fn part(rgb: u32, shift: u32) -> u32 {
    (rgb >> shift) & 255
}

const fn join(r: u32, g: u32, b: u32) -> u32 {
    (r << 16) | (g << 8) | b
}

/// A thin warm glaze: 30 % of a multiplication by parchment.
const fn glazed(rgb: u32) -> u32 {
    join(
        (part(rgb, 16) * 9906 + 5000) / 10_000,
        (part(rgb, 8) * 9624 + 5000) / 10_000,
        (part(rgb, 0) * 8976 + 5000) / 10_000,
    )
}

/// Moonlight: dimmed, warm light most, with a little blue everywhere.
const fn moonlit(rgb: u32) -> u32 {
    join(4 + part(rgb, 16) * 42 / 100, 9 + part(rgb, 8) * 50 / 100, 32 + part(rgb, 0) * 60 / 100)
}

/// A colour of the map, under the glaze.
pub const fn map(rgb: u32) -> Rgb {
    let day = glazed(rgb);
    Rgb { day, night: moonlit(day) }
}

/// Candlelight: a little dimmed, blue most.
const fn by_candle(rgb: u32) -> u32 {
    join(part(rgb, 16) * 90 / 100, part(rgb, 8) * 84 / 100, part(rgb, 0) * 80 / 100)
}

/// A colour of somebody who sits by a candle when it is night: people, not the land.
pub const fn lamplit(rgb: u32) -> Rgb {
    Rgb { day: rgb, night: by_candle(rgb) }
}

/// A colour that is the same by day and by night, without glaze: figures, tokens, marks.
pub const fn pure(rgb: u32) -> Rgb {
    Rgb { day: rgb, night: rgb }
}

impl Rgb {
    /// This colour with a night colour of its own.
    pub const fn by_night(self, rgb: u32) -> Rgb {
        Rgb { day: self.day, night: rgb }
    }

    /// The number to write.
    pub const fn shown(self, night: bool) -> u32 {
        if night { self.night } else { self.day }
    }

    /// `k` times as bright.
    pub fn times(self, k: f64) -> Rgb {
        let one = |v: u32| (f64::from(v) * k).round().clamp(0.0, 255.0) as u32;
        let all = |c: u32| join(one(part(c, 16)), one(part(c, 8)), one(part(c, 0)));
        Rgb { day: all(self.day), night: all(self.night) }
    }

    /// How light it is by day, from 0 to 255.
    pub const fn light(self) -> u32 {
        (part(self.day, 16) * 299 + part(self.day, 8) * 587 + part(self.day, 0) * 114) / 1000
    }
}

/// A colour as text.
pub struct Hex(pub u32);

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (r, g, b) = (part(self.0, 16), part(self.0, 8), part(self.0, 0));
        if r % 17 == 0 && g % 17 == 0 && b % 17 == 0 {
            return write!(f, "#{:x}{:x}{:x}", r / 17, g / 17, b / 17);
        }
        write!(f, "#{:06x}", self.0)
    }
}

/// Lines.
pub const INK: Rgb = map(0x003A_2A1C);
/// The darkest line, around figures.
pub const BLACK: Rgb = pure(0x0016_100A);
/// The light ring around figures.
pub const CREAM: Rgb = pure(0x00FF_F8E6);
/// Paper.
pub const PARCHMENT: Rgb = map(0x00F1_E4C6);
/// Gilding.
pub const GOLD: Rgb = map(0x00D8_A83A).by_night(0x00C9_9B3C);
/// Meadows.
pub const MEADOW: Rgb = map(0x00A9_BF6B);
/// Where the wash of a meadow has pooled.
pub const POOL: Rgb = map(0x006F_8C3E);
/// Shadows on grass.
pub const SHADE: Rgb = map(0x003C_4F22);
/// Roads, their edges and their ruts.
pub const ROAD: Rgb = map(0x00F1_E3BC);
/// The edge of a road.
pub const ROAD_EDGE: Rgb = map(0x008F_7444);
/// Wheel ruts.
pub const RUT: Rgb = map(0x00D3_BC88);
/// Water.
pub const WATER: Rgb = map(0x007F_B0BE);
/// Ripples.
pub const WATER_LIGHT: Rgb = map(0x00B9_D8DC);
/// Water between ripple and deep.
pub const WATER_MID: Rgb = map(0x0093_BFC9);
/// Water at the bank.
pub const WATER_DARK: Rgb = map(0x004E_8496);
/// Masonry.
pub const STONE: Rgb = map(0x00D8_CBB0);
/// Masonry in the light.
pub const STONE_LIGHT: Rgb = map(0x00EF_E6D0);
/// Masonry in the shade.
pub const STONE_DARK: Rgb = map(0x00A8_987A);
/// The ground of a city.
pub const GROUND: Rgb = map(0x0091_6D40);
/// The dark edge of that ground.
pub const GROUND_DARK: Rgb = map(0x0074_542C);
/// A paved square.
pub const SQUARE: Rgb = map(0x00CD_B27E);
/// A paved square of some splendour.
pub const PLAZA: Rgb = map(0x00DF_CB9F);
/// Plastered walls.
pub const WALLS: [Rgb; 4] =
    [map(0x00EF_E2C2), map(0x00EF_E2C2), map(0x00E6_D3A8), map(0x00F6_EEDA)];
/// Plaster in the shade.
pub const WALL_DARK: Rgb = map(0x00D5_BF93);
/// Whitewash.
pub const WHITE: Rgb = map(0x00F8_F1E0);
/// Doors and dark openings.
pub const DOOR: Rgb = map(0x006B_4A2E);
/// Windows; lit by night.
pub const WINDOW: Rgb = map(0x006B_4A2E).by_night(0x00FF_C65C);
/// Church windows; lit by night.
pub const GLASS: Rgb = map(0x004F_6B86).by_night(0x00F4_B95A);
/// Wood.
pub const WOOD: Rgb = map(0x005B_3F27);
/// The three tones of a roof: in the light, plain, in the shade.
pub type Roof = (Rgb, Rgb, Rgb);
/// Tiles in four reds, and slate.
pub const ROOFS: [Roof; 5] = [
    (map(0x00EF_AE83), map(0x00DC_8A61), map(0x009E_4A2E)),
    (map(0x00E2_9166), map(0x00CD_6F47), map(0x0083_391F)),
    (map(0x00F2_C08D), map(0x00E2_A06B), map(0x00A1_5F36)),
    (map(0x00D3_8058), map(0x00BA_6040), map(0x0074_311D)),
    (map(0x00B7_BFC4), map(0x0097_A0A8), map(0x005A_626B)),
];
/// Which roofs are common.
pub const ROOF_WEIGHTS: [usize; 11] = [0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4];
/// Crowns of trees: plain and in the light.
pub const TREES: [(Rgb, Rgb); 3] = [
    (map(0x005E_7F3F), map(0x0083_A253)),
    (map(0x0054_7638), map(0x007A_9A4C)),
    (map(0x006A_8842), map(0x0093_AC58)),
];
/// The outline of trees.
pub const TREE_INK: Rgb = map(0x0035_491F);
/// The arms on shields: gold and azure.
pub const AZURE: Rgb = map(0x002F_5D8A).by_night(0x0033_5F92);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_short_and_dim_by_night() {
        assert_eq!(Hex(0x00FF_FFFF).to_string(), "#fff");
        assert_eq!(Hex(0x0012_3456).to_string(), "#123456");
        assert!(MEADOW.shown(true) != MEADOW.shown(false));
        assert_eq!(WINDOW.shown(true), 0x00FF_C65C);
        assert!(ROAD.light() > MEADOW.light() && MEADOW.light() > GROUND.light());
        // In grey a roof is lighter than the ground between the houses.
        assert!(ROOFS.iter().all(|(_, plain, _)| plain.light() > GROUND.light()));
    }
}
