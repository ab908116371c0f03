//! Cards on paper: what all pictures with seats beside a board have in common.

use art::colour::{Rgb, pure};
use art::svg::{Pen, fill};

use crate::pixels::FONT_NAME;

/// What everything lies on.
pub const PAPER: Rgb = pure(0x00F4_EAD2).by_night(0x001D_2335);
/// Names and points.
pub const TEXT: Rgb = pure(0x002E_2418).by_night(0x00F1_E8D6);
/// What matters less.
pub const SOFT: Rgb = pure(0x006E_5C45).by_night(0x00B4_AD9E);
/// A seat's card.
pub const CARD: Rgb = pure(0x00FB_F5E6).by_night(0x0028_3047);
/// Its edge.
pub const CARD_EDGE: Rgb = pure(0x00D9_C9A6).by_night(0x003C_4662);
/// The card of a seat that is on turn, or has won.
pub const BRIGHT: Rgb = pure(0x00FF_F6CC).by_night(0x003A_3A2C);
/// Its edge.
pub const GOLD: Rgb = pure(0x00B8_860B).by_night(0x00D8_A83A);

/// A seat's card at a place, of a size; bright if the seat is on turn, or has won.
pub fn card(pen: &mut Pen, at: (f64, f64), size: (f64, f64), bright: bool) {
    let (ground, edge, line) = if bright { (BRIGHT, GOLD, 3.0) } else { (CARD, CARD_EDGE, 2.0) };
    pen.bar(at, size, fill(ground).line(edge).width(line).round());
}

/// As much of a name as has room, in letters.
pub fn shorten(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    let kept: String = name.chars().take(most - 1).collect();
    format!("{}…", kept.trim_end())
}

/// A whole picture of a size in pixels, drawn in other measures.
pub(crate) fn sheet(pixels: (f64, f64), measures: (f64, f64), pen: Pen) -> String {
    let ((width, height), (wide, high)) = (pixels, measures);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {wide} {high}\" font-family=\"'{FONT_NAME}',sans-serif\" \
         font-weight=\"600\">{}</svg>",
        pen.into_text()
    )
}
