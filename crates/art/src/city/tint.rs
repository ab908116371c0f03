//! The colours of The City.

use super::Ground;
use crate::colour::{Rgb, Roof, map};

/// The brown roofs of the homes. No slate: grey is for public buildings.
pub(super) const TOWN_ROOFS: [Roof; 5] = [
    roof([0x00E8_A276, 0x00D2_8156, 0x0092_4B2C], [0x0080_5248, 0x006E_4340, 0x004A_2A2C]),
    roof([0x00DB_8C60, 0x00BF_6A42, 0x0083_3F23], [0x0076_4642, 0x0062_3838, 0x0044_2528]),
    roof([0x00E9_B684, 0x00D2_9661, 0x0096_6238], [0x0084_6050, 0x0072_5048, 0x004C_3230]),
    roof([0x00C6_7C56, 0x00A6_5B3B, 0x0070_3822], [0x006A_403E, 0x0058_3234, 0x003C_2226]),
    roof([0x00C3_946C, 0x00A3_7450, 0x006C_4A30], [0x006C_504A, 0x005A_4040, 0x003E_2A2C]),
];

/// A roof by day and by night, when it keeps more of its warmth than other colours do.
const fn roof(day: [u32; 3], night: [u32; 3]) -> Roof {
    (map(day[0]).by_night(night[0]), map(day[1]).by_night(night[1]), map(day[2]).by_night(night[2]))
}

/// Plaster of the homes.
pub(super) const PLASTER: [Rgb; 3] = [map(0x00F1_E5C7), map(0x00E8_D5AC), map(0x00DB_C196)];
/// The ground between houses.
pub(super) const EARTH: Rgb = map(0x00AC_8858).by_night(0x0046_3A3C);
/// Its washes, light and dark.
pub(super) const EARTH_LIGHT: Rgb = map(0x00C2_A06C);
pub(super) const EARTH_DARK: Rgb = map(0x0086_643A);
/// Streets: paving, its joints, its edge.
pub(super) const PAVING: Rgb = map(0x00EC_DFBB);
pub(super) const JOINT: Rgb = map(0x00CF_BB89);
pub(super) const KERB: Rgb = map(0x0067_4E30);
/// Slate of public buildings: in the light, plain, in the shade.
pub(super) const SLATE: Roof = (map(0x00BC_C5CB), map(0x0097_A3AC), map(0x0067_737D));
/// Grey ashlar: in the light, plain, in the shade.
pub(super) const ASHLAR: [Rgb; 3] = [map(0x00F0_F0EB), map(0x00DB_DDDA), map(0x00B4_BABC)];
/// Windows of public buildings.
pub(super) const PANE: Rgb = map(0x0046_5260).by_night(0x00FF_CB66);
/// Stained glass.
pub(super) const STAINED: Rgb = map(0x0035_6C9C).by_night(0x00F6_B552);
/// The pennant of historic buildings.
pub(super) const PENNANT: Rgb = map(0x00F4_C430).by_night(0x00E2_B23A);
/// Fish on a slab.
pub(super) const FISH: Rgb = map(0x00DF_EBEF);
/// Straw and sheaves.
pub(super) const STRAW: Rgb = map(0x00E9_C75C);
/// Sackcloth.
pub(super) const SACK: Rgb = map(0x00E7_D6A6);
/// Wooden boards.
pub(super) const BOARD: Rgb = map(0x00BC_8E52);
/// Hides of cattle and goats.
pub(super) const HIDES: [Rgb; 4] =
    [map(0x00A8_6E44), map(0x00F6_EEDC), map(0x007A_5640), map(0x00D9_B58C)];

/// The colours of a market.
#[derive(Clone, Copy)]
pub(super) struct Cloth {
    /// Its paving.
    pub paving: Rgb,
    /// The joints of the paving.
    pub joint: Rgb,
    /// Its awnings and its sign.
    pub strong: Rgb,
}

/// The colours of a ground; of homes for want of a market.
pub(super) const fn cloth(ground: Ground) -> Cloth {
    match ground {
        Ground::Fish => Cloth {
            paving: map(0x00B3_CBD0).by_night(0x0034_5C7A),
            joint: map(0x007A_A0AD).by_night(0x0024_465F),
            strong: map(0x0027_6A98).by_night(0x004C_8FC0),
        },
        Ground::Grain => Cloth {
            paving: map(0x00EB_D793).by_night(0x0077_6A42),
            joint: map(0x00C2_A44E).by_night(0x0058_4E30),
            strong: map(0x00B0_7A0C).by_night(0x00D2_A02C),
        },
        Ground::Livestock => Cloth {
            // A paddock: nothing else in a town is green, and roofs are of every red.
            paving: map(0x00A8_BF7E).by_night(0x0044_5E3C),
            joint: map(0x0079_9452).by_night(0x0030_462C),
            strong: map(0x003D_6420).by_night(0x0086_B45A),
        },
        Ground::Homes => Cloth { paving: EARTH, joint: EARTH_DARK, strong: EARTH_DARK },
    }
}

/// The wall: inner face, outer face to the south, faces in the light and in the shade.
pub(super) const FACE_IN: Rgb = map(0x00B6_A581);
pub(super) const FACE_OUT: Rgb = map(0x00CF_BF9C);
pub(super) const FACE_LIT: Rgb = map(0x00DD_CFAE);
pub(super) const FACE_DARK: Rgb = map(0x0093_8464);
/// The walk on the wall.
pub(super) const WALK_STONE: Rgb = map(0x00E2_D7BD);
/// Battlements.
pub(super) const MERLON: Rgb = map(0x00F8_F1DF);
