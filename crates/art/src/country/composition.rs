//! A tile in the making: what is known of it, what is taken, and what will stand on it.

use table::Cell;

use super::sketch::Sketch;
use crate::geom::Pt;
use crate::rng::Rng;
use crate::svg::Pen;
use crate::{Detail, Style};

/// A place that is taken: the middle and half size of an ellipse.
#[derive(Clone, Copy)]
pub struct Taken {
    at: Pt,
    half: Pt,
}

/// A tile in the making.
pub struct Composition<'a> {
    /// What is known of the tile.
    pub sketch: &'a Sketch,
    /// Where it lies.
    pub cell: Cell,
    /// How much is drawn.
    pub detail: Detail,
    /// What lies flat, in the order of drawing.
    pub pen: Pen,
    /// What stands, each with the height of its foot.
    things: Vec<(f64, String)>,
    taken: Vec<Taken>,
}

impl<'a> Composition<'a> {
    /// An empty scene.
    pub fn new(sketch: &'a Sketch, cell: Cell, style: Style) -> Composition<'a> {
        let pen = Pen::new(style.night);
        Composition {
            sketch,
            cell,
            detail: style.detail,
            pen,
            things: Vec::new(),
            taken: Vec::new(),
        }
    }

    /// Whether everything is drawn.
    pub fn is_full(&self) -> bool {
        self.detail == Detail::Full
    }

    /// Whether it is flat and bold.
    pub fn is_small(&self) -> bool {
        self.detail == Detail::Small
    }

    /// The stream of a kind of thing on this tile in this cell.
    pub fn rng(&self, kind: &str) -> Rng {
        let plan = &self.sketch.plan;
        Rng::of(kind).text(&plan.id).int(plan.rot as u8).cell(self.cell)
    }

    /// Something that stands with its foot at a height.
    pub fn stand(&mut self, foot: f64, draw: impl FnOnce(&mut Pen)) {
        let mut pen = self.pen.fresh();
        draw(&mut pen);
        self.things.push((foot, pen.into_text()));
    }

    /// Things that stand already drawn.
    pub fn stand_all(&mut self, things: Vec<(f64, String)>) {
        self.things.extend(things);
    }

    /// Takes a place.
    pub fn take(&mut self, at: Pt, half: Pt) {
        self.taken.push(Taken { at, half });
    }

    /// Whether a place with a margin is free.
    pub fn is_free(&self, p: Pt, margin: f64) -> bool {
        self.taken.iter().all(|t| {
            let (x, y) =
                ((p.0 - t.at.0) / (t.half.0 + margin), (p.1 - t.at.1) / (t.half.1 + margin));
            x * x + y * y > 1.0
        })
    }

    /// The room at a place of the open ground.
    pub fn room(&self, p: Pt) -> f64 {
        self.sketch.ground.room_at(p)
    }

    /// The finished picture: what lies, then what stands, from north to south.
    pub fn finish(mut self) -> String {
        crate::geom::north_first(&mut self.things);
        let width = self.detail.of(1.0, 1.2, 2.0);
        let things = std::mem::take(&mut self.things);
        self.pen.inked(crate::colour::INK, width, |pen| {
            for (_, thing) in &things {
                pen.raw(thing);
            }
        });
        self.pen.into_text()
    }
}
