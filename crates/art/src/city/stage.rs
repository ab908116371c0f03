//! What stands upright on a tile or a board, collected and drawn from back to front.

use crate::svg::Pen;

/// A box on the ground that others keep clear of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keep {
    /// West and east.
    pub x: (f64, f64),
    /// North and south.
    pub y: (f64, f64),
}

impl Keep {
    /// Whether it meets another box.
    pub fn meets(&self, other: &Keep) -> bool {
        let across = self.x.0 < other.x.1 && other.x.0 < self.x.1;
        across && self.y.0 < other.y.1 && other.y.0 < self.y.1
    }
}

/// Upright things, each with the y of its foot.
pub(super) struct Stage {
    night: bool,
    things: Vec<(f64, String)>,
}

impl Stage {
    /// An empty stage by day or by night.
    pub fn new(night: bool) -> Stage {
        Stage { night, things: Vec::new() }
    }

    /// Puts something on it.
    pub fn put(&mut self, foot: f64, draw: impl FnOnce(&mut Pen)) {
        let mut pen = Pen::new(self.night);
        draw(&mut pen);
        self.things.push((foot, pen.into_text()));
    }

    /// Draws all of it, north first.
    pub fn draw(mut self, pen: &mut Pen) {
        crate::geom::north_first(&mut self.things);
        for (_, text) in &self.things {
            pen.raw(text);
        }
    }
}
