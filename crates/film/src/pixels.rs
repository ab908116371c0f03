//! SVG of ours as pixels, with the one font that it needs.

use std::fmt;
use std::sync::{Arc, LazyLock};

use resvg::{tiny_skia, usvg};

/// The font of numbers and names; see fonts/OFL.txt.
static FONT: &[u8] = include_bytes!("../fonts/AtkinsonHyperlegibleNext-SemiBold-latin.ttf");
/// Its name in an SVG.
pub const FONT_NAME: &str = "Atkinson Hyperlegible Next";

/// Fonts are read once.
static OPTIONS: LazyLock<usvg::Options<'static>> = LazyLock::new(|| {
    let mut options = usvg::Options { font_family: FONT_NAME.into(), ..usvg::Options::default() };
    options.fontdb_mut().load_font_source(usvg::fontdb::Source::Binary(Arc::new(FONT)));
    options
});

/// Pixels of a picture.
pub type Pixels = tiny_skia::Pixmap;

/// A picture that is too large, or no picture of ours.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TooLarge(String);

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TooLarge {}

/// Pixels without anything on them.
pub(crate) fn blank(width: u32, height: u32) -> Result<Pixels, TooLarge> {
    let large = || TooLarge(format!("a picture of {width} × {height} pixels is too large"));
    Pixels::new(width, height).ok_or_else(large)
}

/// Draws the part of an SVG that begins at `x`, `y` and is as large as the pixels.
pub(crate) fn paint_part(svg: &str, pixels: &mut Pixels, x: f32, y: f32) -> Result<(), TooLarge> {
    let tree = usvg::Tree::from_str(svg, &OPTIONS);
    let tree = tree.map_err(|error| TooLarge(format!("the drawing is no valid SVG: {error}")))?;
    resvg::render(&tree, tiny_skia::Transform::from_translate(-x, -y), &mut pixels.as_mut());
    Ok(())
}

/// An SVG in the size that it names.
///
/// # Errors
/// If the picture is too large.
pub fn paint(svg: &str) -> Result<Pixels, TooLarge> {
    let tree = usvg::Tree::from_str(svg, &OPTIONS);
    let tree = tree.map_err(|error| TooLarge(format!("the drawing is no valid SVG: {error}")))?;
    let size = tree.size().to_int_size();
    let mut pixels = blank(size.width(), size.height())?;
    resvg::render(&tree, tiny_skia::Transform::identity(), &mut pixels.as_mut());
    Ok(pixels)
}

/// An SVG as PNG.
///
/// # Errors
/// If the picture is too large.
pub fn png(svg: &str) -> Result<Vec<u8>, TooLarge> {
    let bytes = paint(svg)?.encode_png();
    bytes.map_err(|error| TooLarge(format!("the picture could not be written as PNG: {error}")))
}
