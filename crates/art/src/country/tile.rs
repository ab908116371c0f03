//! A tile of the illustrated map, put together.

use table::Cell;

use super::scene::Scene;
use super::sketch::Sketch;
use super::{block, houses, meadow, rampart, ways};
use crate::Style;
use crate::sprite::{garden, inn, monastery, shrine};

/// The picture of a tile without its frame and definitions: to be clipped to its square.
pub fn body(sketch: &Sketch, cell: Cell, style: Style) -> String {
    let mut scene = Scene::new(sketch, cell, style);
    let detail = scene.detail;
    meadow::ground(&mut scene.pen, cell, detail);
    reserve(&mut scene);
    marks(&mut scene);
    if scene.is_full() {
        meadow::grass(&mut scene);
    }
    meadow::farmland(&mut scene);
    ways::rivers(&mut scene);
    ways::roads(&mut scene);
    houses::grounds(&mut scene);
    let mut rng = scene.rng("house");
    for town in 0..sketch.lines.towns.len() {
        houses::fill_town(&mut scene, town, &mut rng);
        rampart::walls(&mut scene, town);
    }
    ways::bridges(&mut scene);
    ways::crossing(&mut scene);
    ways::ends(&mut scene);
    if sketch.plan.block.is_some() {
        block::draw(&mut scene);
    }
    meadow::trees(&mut scene);
    if scene.is_full() {
        meadow::flock(&mut scene);
    }
    scene.finish()
}

/// Takes the places that nothing may grow on.
fn reserve(scene: &mut Scene) {
    let sketch = scene.sketch;
    for stand in sketch.spots.stands.iter().filter(|s| s.lying) {
        scene.take(stand.at, (26.0, 13.0));
    }
    if let Some(building) = sketch.lines.building {
        let (at, half) = building.precinct();
        let tall = if building.is_shrine { 30.0 } else { 22.0 };
        scene.take((at.0, at.1 - 12.0), (half.0 + 3.0, half.1 + tall));
    }
    if let Some(pool) = sketch.lines.pool {
        let (w, h) = pool.size();
        scene.take(pool.at, (w + 5.0, h + 6.0));
    }
    if let Some(at) = sketch.lines.crossing {
        scene.take(at, (22.0, 22.0));
    }
    for at in &sketch.lines.houses {
        scene.take((at.0, at.1 - 8.0), (22.0, 20.0));
    }
}

/// Inns, the garden, and the monastery or shrine.
fn marks(scene: &mut Scene) {
    let sketch = scene.sketch;
    let detail = scene.detail;
    let larger = detail.of(1.0, 1.0, 1.2);
    for (at, k) in &sketch.spots.inns {
        scene.take((at.0 + 5.0 * k, at.1 - 7.0 * k), (40.0 * k, 30.0 * k));
        scene.stand(at.1 + 6.0, |pen| inn(pen, *at, k * larger, detail));
    }
    if let Some(g) = sketch.spots.garden {
        let (w, h) = g.half();
        scene.take(g.at, (w + 9.0, h + 9.0));
        scene.stand(g.at.1 - 30.0, |pen| garden(pen, g.at, g.scale, g.upright, detail));
    }
    if let Some(b) = sketch.lines.building {
        scene.stand(b.at.1, |pen| {
            let draw = if b.is_shrine { shrine } else { monastery };
            draw(pen, b.at, b.scale, detail);
        });
    }
}
