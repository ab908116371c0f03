//! What Traders & Builders keep: goods, and the right to a second part of the turn.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use table::{FeatureKind, List, NodeId, SEATS_MAX, TextError};

use super::GOODS;
use crate::rules::Rules;

/// Goods as what is scored at the end, after the features of the board.
pub const GOODS_FEATURE: [FeatureKind; 3] = [FeatureKind(6), FeatureKind(7), FeatureKind(8)];
/// The place that names wine in a score; grain and cloth follow.
pub const GOODS_PLACE: u8 = 16;

/// The right to a second part of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Right {
    /// There is none.
    #[default]
    None,
    /// It was earned with the tile of this part.
    Earned,
    /// The player takes it.
    Taken,
}

/// What Traders & Builders keep.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Slot {
    /// Tokens by seat and kind.
    pub goods: [[u8; GOODS.len()]; SEATS_MAX],
    /// The segments on the table where goods are drawn.
    pub(super) symbols: List<(NodeId, u8), 24>,
    /// The right to a second part.
    pub right: Right,
}

/// `1.0.2 0.0.0 earned`: wine, grain and cloth of each seat, and the right to a second tile.
pub(super) fn write(rules: &Rules, slot: &Slot) -> String {
    let untouched = slot.right == Right::None && slot.goods == [[0; 3]; SEATS_MAX];
    if untouched {
        return String::new();
    }
    let seats = &slot.goods[..rules.seats as usize];
    let mut words: Vec<String> = seats.iter().map(|[w, g, c]| format!("{w}.{g}.{c}")).collect();
    if slot.right == Right::Earned {
        words.push("earned".into());
    }
    words.join(" ")
}

pub(super) fn read(rules: &Rules, slot: &mut Slot, text: &str) -> Result<(), TextError> {
    let mut seat = 0;
    for word in text.split_whitespace() {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        if word == "earned" && seat == rules.seats as usize {
            slot.right = Right::Earned;
            continue;
        }
        let counts: Option<Vec<u8>> =
            word.split('.').map(|n| n.parse().ok().filter(|n| *n <= 20)).collect();
        let counts: Option<[u8; 3]> = counts.and_then(|c| c.try_into().ok());
        let (Some(counts), true) = (counts, seat < rules.seats as usize) else {
            return Err(TextError::new(at, "wine.grain.cloth of each seat, then maybe `earned`"));
        };
        slot.goods[seat] = counts;
        seat += 1;
    }
    if seat != 0 && seat != rules.seats as usize {
        return Err(TextError::new(text.len(), "wine.grain.cloth of every seat"));
    }
    Ok(())
}
