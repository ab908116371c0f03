//! A tile of the illustrated map, put together.

use table::Cell;

use super::composition::Composition;
use super::sketch::Sketch;
use super::{block, houses, meadow, rampart, ways};
use crate::Style;
use crate::pictures::Put;

/// The picture of a tile without its frame and definitions: to be clipped to its square.
pub fn body(sketch: &Sketch, cell: Cell, style: Style) -> String {
    let mut scene = Composition::new(sketch, cell, style);
    let detail = scene.detail;
    meadow::ground(&mut scene.pen, cell, detail);
    reserve(&mut scene);
    marks(&mut scene);
    if scene.is_full() {
        meadow::grass(&mut scene);
    }
    meadow::farmland(&mut scene);
    ways::streams(&mut scene);
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
    block::draw(&mut scene);
    meadow::trees(&mut scene);
    if scene.is_full() {
        meadow::flock(&mut scene);
    }
    scene.finish()
}

/// Takes the places that nothing may grow on.
fn reserve(scene: &mut Composition) {
    let sketch = scene.sketch;
    for stand in sketch.spots.stands.iter().filter(|s| s.lying) {
        scene.take(stand.at, (26.0, 13.0));
    }
    if let Some(building) = sketch.lines.building {
        let (at, half) = building.precinct();
        scene.take((at.0, at.1 - 12.0), (half.0 + 3.0, half.1 + building.look.tall));
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

/// What stands beside the roads and in the middle.
fn marks(scene: &mut Composition) {
    let sketch = scene.sketch;
    let detail = scene.detail;
    let larger = detail.of(1.0, 1.0, 1.2);
    for house in &sketch.spots.roadside {
        let (at, k) = (house.at, house.scale);
        scene.take((at.0 + 5.0 * k, at.1 - 7.0 * k), (40.0 * k, 30.0 * k));
        let put = Put { name: house.name, at, scale: k * larger, detail };
        scene.stand(at.1 + 6.0, |pen| (house.draw)(pen, &put));
    }
    for sign in &sketch.spots.field_signs {
        let (at, scale) = (sign.at, 0.8 * detail.mark_scale());
        scene.take((at.0, at.1 - sign.size.1 / 2.0), sign.size);
        let put = Put { name: sign.name, at, scale, detail };
        scene.stand(at.1, |pen| (sign.draw)(pen, &put));
    }
    if let Some(plot) = sketch.spots.plot {
        let (w, h) = plot.half();
        scene.take(plot.at, (w + 9.0, h + 9.0));
        let put = Put { name: plot.name, at: plot.at, scale: plot.scale, detail };
        scene.stand(plot.at.1 - 30.0, |pen| (plot.draw)(pen, &put, plot.upright));
    }
    if let Some(b) = sketch.lines.building {
        let put = Put { name: b.name, at: b.at, scale: b.scale, detail };
        scene.stand(b.at.1, |pen| (b.look.draw)(pen, &put));
    }
}
