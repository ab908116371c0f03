//! A market day: stalls in lanes, what is in the middle, and goods on the ground between.

use super::area::{Area, StreetMap};
use super::stage::{Keep, Stage};
use super::{Ground, market};
use crate::Detail;
use crate::geom::{Pt, TILE};
use crate::rng::Rng;

/// How large stalls are drawn.
const STALL_SCALE: f64 = 1.12;

/// A market that is being filled.
pub(super) struct Fair<'a> {
    pub plan: &'a StreetMap,
    pub area: &'a Area,
    /// What stands already, and what is kept free.
    pub kept: Vec<Keep>,
    pub rng: Rng,
}

impl Fair<'_> {
    /// Puts everything on the stage.
    pub fn fill(&mut self, stage: &mut Stage, centre: Option<Pt>, detail: Detail) {
        let ground = self.area.ground;
        if let Some(at) = centre {
            stage.put(at.1, |pen| market::centrepiece(pen, ground, at));
        }
        let mut places = self.lanes();
        places.extend(self.scatter(5, 110, self.half()));
        for at in places {
            let rng = &mut self.rng;
            stage.put(at.1, |pen| market::stall(pen, ground, at, STALL_SCALE, rng));
        }
        for at in self.scatter(if detail == Detail::Full { 8 } else { 4 }, 90, 7.0) {
            let rng = &mut self.rng;
            stage.put(at.1, |pen| market::prop(pen, ground, at, rng));
        }
    }

    /// Half the width of a stall, with a little air; pens are wider.
    fn half(&self) -> f64 {
        if self.area.ground == Ground::Livestock { 18.5 } else { 15.5 }
    }

    /// Places of stalls: in lanes that go on from tile to tile.
    fn lanes(&mut self) -> Vec<Pt> {
        let half = self.half();
        let mut found = Vec::new();
        for row in 0..6 {
            for column in 0..5 {
                let shift = if row % 2 == 0 { 20.0 } else { 40.0 };
                let x = shift + 40.0 * f64::from(column) + self.rng.whole(7) - 3.0;
                let y = 32.0 + TILE / 6.0 * f64::from(row) + self.rng.whole(5) - 2.0;
                if self.rng.below(7) > 0 && self.take((x, y), half) {
                    found.push((x, y));
                }
            }
        }
        found
    }

    /// Up to `most` places for things of a half-width, trying so often.
    fn scatter(&mut self, most: usize, tries: usize, half: f64) -> Vec<Pt> {
        let mut found = Vec::new();
        for _ in 0..tries {
            let at = (8.0 + 2.0 * self.rng.whole(93), 14.0 + 2.0 * self.rng.whole(91));
            if found.len() < most && self.take(at, half) {
                found.push(at);
            }
        }
        found
    }

    /// Takes a place if it is free.
    fn take(&mut self, (x, y): Pt, half: f64) -> bool {
        let tall = half * 1.6;
        let here = Keep { x: (x - half, x + half), y: (y - tall, y + 4.0) };
        if self.kept.iter().any(|k| k.meets(&here)) {
            return false;
        }
        let corners = [(-half, 3.0), (half, 3.0), (-half, -tall), (half, -tall)];
        let free = corners.iter().all(|(dx, dy)| {
            let p = (x + dx, y + dy);
            let on_tile = p.0 > 1.0 && p.0 < TILE - 1.0 && p.1 > 1.0 && p.1 < TILE - 1.0;
            on_tile
                && self.area.contains(p)
                && self.plan.to_street(p) > 2.0
                && self.plan.to_border(p) > 3.0
        });
        if free {
            self.kept.push(here);
        }
        free
    }
}
