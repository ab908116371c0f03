//! The colours of a film: one palette for all its frames, so that a frame can leave out what has
//! not changed.

use std::collections::HashMap;

use color_quant::NeuQuant;

use crate::pixels::Pixels;

/// A pixel that stays as it was.
pub(crate) const KEPT: u8 = 255;
/// Colours that are chosen, and those that must be exact, together.
const COLOURS: usize = 255;
/// Every so many pixels are looked at: a measure between haste and care.
const SAMPLING: i32 = 7;

/// At most 255 colours, and where each colour of a picture goes.
pub(crate) struct Palette {
    colours: Vec<[u8; 3]>,
    found: HashMap<[u8; 3], u8>,
}

impl Palette {
    /// The palette of some pictures. `exact` colours are in it as they are: a seat's colour covers
    /// few pixels, but must not be taken for another's.
    pub fn new(pictures: &[Pixels], exact: &[u32]) -> Palette {
        let bytes = |rgb: &u32| {
            let [_, r, g, b] = rgb.to_be_bytes();
            [r, g, b]
        };
        let mut colours: Vec<[u8; 3]> = exact.iter().map(bytes).collect();
        colours.sort_unstable();
        colours.dedup();
        let samples: Vec<u8> = pictures.iter().flat_map(Pixels::data).copied().collect();
        let chosen = NeuQuant::new(SAMPLING, COLOURS - colours.len(), &samples);
        let chosen = chosen.color_map_rgb();
        let (chosen, _) = chosen.as_chunks::<3>();
        colours.extend(chosen);
        Palette { colours, found: HashMap::new() }
    }

    /// Red, green and blue of 256 colours; the last one is never seen.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.colours.iter().flatten().copied().collect();
        bytes.resize(3 * 256, 0);
        bytes
    }

    /// The number of the colour nearest to one.
    pub fn nearest(&mut self, colour: [u8; 3]) -> u8 {
        let colours = &self.colours;
        *self.found.entry(colour).or_insert_with(|| {
            let far = |other: &[u8; 3]| distance(colour, *other);
            let best = colours.iter().enumerate().min_by_key(|(_, other)| far(other));
            best.map_or(0, |(number, _)| number as u8)
        })
    }
}

/// How far two colours are apart, weighed as eyes do.
fn distance(one: [u8; 3], other: [u8; 3]) -> i32 {
    let by = |i: usize| i32::from(one[i]) - i32::from(other[i]);
    3 * by(0) * by(0) + 5 * by(1) * by(1) + 2 * by(2) * by(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_colours_stay_as_they_are() {
        let mut picture = Pixels::new(64, 64).expect("small enough");
        picture.fill(resvg::tiny_skia::Color::from_rgba8(10, 200, 30, 255));
        let mut palette = Palette::new(&[picture], &[0x00D7_191C, 0x00FF_D400]);
        for colour in [[0xD7, 0x19, 0x1C], [0xFF, 0xD4, 0x00]] {
            let number = palette.nearest(colour);
            assert_eq!(palette.colours[usize::from(number)], colour);
        }
        let number = palette.nearest([10, 200, 30]);
        assert!(distance(palette.colours[usize::from(number)], [10, 200, 30]) < 40);
        assert_eq!(palette.bytes().len(), 768);
        assert!(palette.colours.len() <= usize::from(KEPT));
    }
}
