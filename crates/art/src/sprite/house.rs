//! Houses, seen from above at a slight tilt.

use crate::Detail;
use crate::colour::{DOOR, ROOF_WEIGHTS, ROOFS, Rgb, Roof, WALL_DARK, WALLS, WINDOW, map};
use crate::geom::Pt;
use crate::rng::Rng;
use crate::svg::{Pen, bar, d, fill, flat, steps, stroke};

const CHIMNEY: Rgb = map(0x00A8_603F);

/// How a house stands to the viewer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Its eaves.
    Eaves,
    /// Its gable, the roof running back to the right.
    Gable,
    /// A hipped roof.
    Hipped,
}

/// A house.
#[derive(Clone, Copy)]
pub struct House {
    /// The middle of its base line.
    pub at: Pt,
    /// Its width.
    pub width: f64,
    /// How tall it is for its width.
    pub tall: f64,
    /// Its roof, else one of the common ones.
    pub roof: Option<Roof>,
    /// Its form, else any.
    pub form: Option<Form>,
}

/// A house in half units, ready to be drawn.
struct Frame {
    left: f64,
    foot: f64,
    width: f64,
    wall: f64,
    roof: f64,
    plaster: Rgb,
    tiles: Roof,
}

impl Frame {
    fn eaves(&self) -> f64 {
        self.foot - self.wall
    }
}

fn half(v: f64) -> f64 {
    (v * 2.0).round() / 2.0
}

impl House {
    /// A house of any form and roof.
    pub const fn new(at: Pt, width: f64, tall: f64) -> House {
        House { at, width, tall, roof: None, form: None }
    }

    /// Draws it with the numbers of a stream.
    pub fn draw(&self, pen: &mut Pen, rng: &mut Rng, detail: Detail) {
        let any = match rng.below(10) {
            0..5 => Form::Eaves,
            5..8 => Form::Gable,
            _ => Form::Hipped,
        };
        let form = self.form.unwrap_or(any);
        let common = ROOFS[rng.pick(&ROOF_WEIGHTS)];
        let frame = Frame {
            wall: half((6.5 + rng.whole(3)) * self.tall),
            roof: half((9.0 + rng.whole(3)) * self.tall),
            left: (self.at.0 - self.width / 2.0).round(),
            foot: self.at.1.round(),
            width: self.width,
            plaster: rng.pick(&WALLS),
            tiles: self.roof.unwrap_or(common),
        };
        if detail == Detail::Small {
            return frame.small(pen, form);
        }
        let full = detail == Detail::Full;
        match form {
            Form::Eaves => frame.eaves_forward(pen, rng, full),
            Form::Gable => frame.gable_forward(pen, rng, full),
            Form::Hipped => frame.hipped(pen, full),
        }
    }
}

impl Frame {
    /// Little more than a roof.
    fn small(&self, pen: &mut Pen, form: Form) {
        let (w, h, rise) = (self.width, self.wall + self.roof, self.roof);
        let (light, plain, _) = self.tiles;
        if form == Form::Gable {
            let front = [(0.0, -self.wall), (w / 2.0, -rise), (w / 2.0, rise), (0.0, self.wall)];
            pen.path(&steps((self.left, self.foot), &front), fill(self.plaster));
            let (a, b) = (w / 2.0 + 2.0, w / 2.0 + 1.5);
            let roof = [(a, rise + 1.0), (0.0, 4.0), (-b, -rise), (-b, rise), (0.0, -4.0)];
            let top = (self.left + w / 2.0 - 0.5, self.eaves() - rise - 1.0);
            return pen.path(&steps(top, &roof), fill(plain));
        }
        let e = (w * 0.12).round();
        let from = (self.left, self.foot);
        pen.path(&steps(from, &[(e, -h), (w - 2.0 * e, 0.0), (e, h)]), fill(plain));
        let strip = [(w - 2.0 * e, 0.0), (e * 0.6, h * 0.55), (-w + e * 0.8, 0.0)];
        pen.path(&steps((self.left + e, self.eaves() - rise), &strip), flat(light));
    }

    fn eaves_forward(&self, pen: &mut Pen, rng: &mut Rng, full: bool) {
        let (w, eaves, rise) = (self.width, self.eaves(), self.roof);
        let (light, plain, dark) = self.tiles;
        pen.path(&bar((self.left + 1.0, eaves), (w - 2.0, self.wall)), fill(self.plaster));
        if full {
            self.openings(pen, rng);
        }
        let e = 3.0;
        let roof = [(e + 1.0, -rise - 1.0), (w - 2.0 * e, 0.0), (e + 1.0, rise + 1.0)];
        pen.path(&steps((self.left - 1.0, eaves + 1.0), &roof), fill(plain));
        if full {
            let strip = [(w - 2.0 * e, 0.0), (1.5, 4.5), (-w + 2.0 * e - 3.0, 0.0)];
            pen.path(&steps((self.left + e, eaves - rise), &strip), flat(light));
            let row = d!("M{},{}h{}", self.left + 1.5, eaves - rise * 0.35, w - 4.0);
            pen.path(&row, stroke(dark, 0.7).dash(2.5, 2.0).opacity(0.55));
            if rng.below(5) < 2 {
                let x = self.left + e + 2.0 + rng.whole((w - 12.0).max(1.0) as u64);
                pen.path(&d!("M{},{}h3v5h-3z", x, eaves - rise - 3.0), fill(CHIMNEY));
            }
        }
    }

    /// A door, and windows, which may be lit by night.
    fn openings(&self, pen: &mut Pen, rng: &mut Rng) {
        let count = ((self.width / 7.0).floor() as u64).max(2);
        let door = rng.below(count);
        let lit = rng.below(count + 2);
        let (mut dark, mut bright) = (String::new(), String::new());
        for i in 0..count {
            let x = (self.left + self.width * (i as f64 + 0.5) / count as f64).round() - 1.0;
            if i == door {
                dark += &d!("M{},{}v-5h2.4v5z", x, self.foot);
            } else {
                let window = if pen.is_night() {
                    d!("M{},{}h2.6v3.4h-2.6z", x - 0.3, self.eaves() + 2.5)
                } else {
                    d!("M{},{}h2v2.5h-2z", x, self.eaves() + 3.0)
                };
                if i < lit { bright += &window } else { dark += &window }
            }
        }
        if pen.is_night() {
            pen.path(&dark, flat(DOOR));
            pen.path(&bright, flat(WINDOW));
        } else {
            pen.path(&(dark + &bright), flat(DOOR));
        }
    }

    fn door(&self, x: f64) -> String {
        d!("M{},{}v-5h2.4v5z", x - 1.2, self.foot)
    }

    fn gable_forward(&self, pen: &mut Pen, rng: &mut Rng, full: bool) {
        let (w, eaves, rise, x) = (self.width, self.eaves(), self.roof, self.left);
        let (light, plain, dark) = self.tiles;
        let front = half(w * if rng.below(2) == 1 { 0.46 } else { 0.56 });
        let back = w - front;
        let side = d!("M{},{}V{}h{}V{}z", x + front, self.foot, eaves, back - 0.5, self.foot - 1.0);
        pen.path(&side, fill(WALL_DARK));
        let h = front / 2.0;
        let gable = [(0.0, -self.wall), (h, -rise), (h, rise), (0.0, self.wall)];
        pen.path(&steps((x, self.foot), &gable), fill(self.plaster));
        let top = (x + h, eaves - rise - 0.5);
        let roof = [(back, -1.5), (h + 1.0, rise + 1.0), (-back, 1.5)];
        pen.path(&steps(top, &roof), fill(plain));
        if full {
            pen.path(&steps(top, &[(back, -1.5), (2.0, 4.0), (-back, 1.5)]), flat(light));
            let bargeboard = d!(
                "M{},{}l{},{} {},{}",
                x - 0.5,
                eaves + 1.0,
                h + 0.5,
                -rise - 1.0,
                h + 0.5,
                rise + 1.0
            );
            pen.path(&bargeboard, stroke(dark, 1.6));
            pen.path(&self.door(x + h), flat(DOOR));
            if pen.is_night() && rng.below(2) == 0 {
                pen.path(&d!("M{},{}h2v2.5h-2z", x + h - 1.0, eaves - rise * 0.35), flat(WINDOW));
            }
        }
    }

    fn hipped(&self, pen: &mut Pen, full: bool) {
        let (w, eaves, rise, x) = (self.width, self.eaves(), self.roof, self.left);
        let (_, plain, dark) = self.tiles;
        pen.path(&bar((x + 1.0, eaves - 1.0), (w - 2.0, self.wall + 1.0)), fill(self.plaster));
        let h = w / 2.0 + 1.0;
        pen.path(&steps((x - 1.0, eaves), &[(h, -rise - 2.0), (h, rise + 2.0)]), fill(plain));
        let shade = [(h, rise + 2.0), (-w * 0.36, 0.0)];
        pen.path(&steps((x + w / 2.0, eaves - rise - 2.0), &shade), flat(dark).opacity(0.75));
        if full {
            pen.path(&self.door(x + w / 2.0), flat(DOOR));
        }
    }
}
