//! Towers of walls, and the keep where four tiles of a city meet.

use crate::Detail;
use crate::colour::{ROOFS, Rgb, Roof, SHADE, STONE, STONE_DARK, STONE_LIGHT, map};
use crate::geom::Pt;
use crate::svg::{Pen, d, fill, flat, stroke};

const SLIT: Rgb = map(0x004A_3826).by_night(0x00FF_C65C);

/// A round tower.
#[derive(Clone, Copy)]
pub struct Tower {
    /// The middle of its base.
    pub at: Pt,
    /// Its radius.
    pub r: f64,
    /// Its height without the roof.
    pub height: f64,
    /// A pointed roof, else battlements.
    pub roof: Option<Roof>,
}

impl Tower {
    /// Draws it.
    pub fn draw(&self, pen: &mut Pen, detail: Detail) {
        let Tower { at: (x, y), r, height, roof } = *self;
        if detail != Detail::Small {
            pen.ellipse(
                (x + r * 0.6, y + r * 0.25),
                (r * 1.25, r * 0.6),
                flat(SHADE).opacity(0.28),
            );
        }
        let top = y - height;
        let flat_r = r * 0.45;
        let body = d!("M{},{}V{}a{},{} 0 0 0 {},0V{}z", x - r, top, y, r, flat_r, 2.0 * r, top);
        pen.path(&body, fill(STONE));
        let shade = d!(
            "M{},{}V{}A{},{} 0 0 0 {},{}V{}z",
            x + r * 0.25,
            top,
            y + r * 0.42,
            r,
            flat_r,
            x + r,
            y,
            top
        );
        pen.path(&shade, flat(STONE_DARK));
        match roof {
            Some(roof) => self.cone(pen, roof, top),
            None => self.battlements(pen, top),
        }
        if detail == Detail::Full {
            pen.path(&d!("M{},{}v-3", x - r * 0.25, y - height * 0.45), stroke(SLIT, 1.3));
        }
    }

    fn cone(&self, pen: &mut Pen, (light, plain, dark): Roof, top: f64) {
        let (x, r) = (self.at.0, self.r);
        let (wide, peak, eaves) = (r * 1.3, top - r * 2.3, top + 1.0);
        let cone = d!(
            "M{},{}L{},{}L{},{}A{},{} 0 0 1 {},{}z",
            x - wide,
            eaves,
            x,
            peak,
            x + wide,
            eaves,
            wide,
            r * 0.5,
            x - wide,
            eaves
        );
        pen.path(&cone, fill(plain));
        let shade = d!(
            "M{},{}L{},{}A{},{} 0 0 1 {},{}z",
            x,
            peak,
            x + wide,
            eaves,
            wide,
            r * 0.5,
            x + r * 0.2,
            eaves + r * 0.5
        );
        pen.path(&shade, flat(dark));
        let shine = d!("M{},{}L{},{}", x - r * 0.2, peak + r * 0.9, x - r * 0.75, eaves - r * 0.2);
        pen.path(&shine, stroke(light, r * 0.2).round());
    }

    fn battlements(&self, pen: &mut Pen, top: f64) {
        let (x, r) = (self.at.0, self.r);
        let (gap, merlon) = (r * 0.4, r * 0.5);
        let crown = d!(
            "M{},{}v4.5a{},{} 0 0 0 {},0v-4.5h{}v2.4h{}v-2.4h{}v2.4h{}v-2.4z",
            x - r * 1.15,
            top - 3.0,
            r * 1.15,
            r * 0.45,
            r * 2.3,
            -merlon,
            -gap,
            -merlon,
            -gap
        );
        pen.path(&crown, fill(STONE_LIGHT));
    }
}

/// The round keep that stands on a corner of the grid where four joined city tiles meet.
pub fn keep(pen: &mut Pen, at: Pt, detail: Detail) {
    let tower = Tower { at: (at.0, at.1 + 13.0), r: 20.5, height: 32.0, roof: Some(ROOFS[4]) };
    tower.draw(pen, detail.max(Detail::Middle));
    if detail != Detail::Small {
        let (x, y) = (at.0, at.1);
        let slits = d!("M{},{}v-5M{},{}v-5", x - 7.0, y + 2.0, x + 5.0, y + 4.0);
        pen.path(&slits, stroke(SLIT, 2.0));
        let pole = d!("M{},{}v-13", x, y - 65.0);
        pen.path(&pole, stroke(crate::colour::WOOD, 1.4));
        let flag = d!("M{},{}l13,3.5l-13,4z", x, y - 78.0);
        pen.path(&flag, fill(crate::colour::GOLD));
    }
}
