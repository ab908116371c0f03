//! Public buildings, grey, and the historic ones: grey with a gold pennant, each of its own shape.

use super::spot::Building;
use super::tint::{ASHLAR, PANE, PENNANT, SLATE, STAINED};
use crate::Detail;
use crate::colour::{GOLD, INK, Rgb, WATER, WATER_DARK, WOOD};
use crate::geom::Pt;
use crate::rng::Rng;
use crate::sprite::cross;
use crate::svg::{Pen, d, escape, fill, flat, stroke};

const LIGHT: Rgb = ASHLAR[0];
const PLAIN: Rgb = ASHLAR[1];
const SHADE: Rgb = ASHLAR[2];

/// A row of round-headed openings: the first left foot, the step, how many, width and height.
fn arches(from: Pt, step: f64, count: usize, (w, h): Pt) -> String {
    let r = w / 2.0;
    (0..count)
        .map(|i| {
            let x = from.0 + step * i as f64;
            d!("M{},{}v{}a{},{} 0 0 1 {},0v{}z", x, from.1, r * 1.1 - h, r, r * 1.1, w, h - r * 1.1)
        })
        .collect()
}

fn shadow(pen: &mut Pen, left: f64, right: f64) {
    let data = d!("M{},0h{}l12,6h{}z", left, right - left, left - right);
    pen.path(&data, flat(INK).opacity(0.28));
}

/// A gold pennant on a staff, its foot at `at`.
fn pennant(pen: &mut Pen, (x, y): Pt, scale: f64) {
    pen.placed((x, y), scale, |pen| {
        pen.path("M0,0v-18", stroke(WOOD, 1.8));
        pen.path("M0,-18.5h18l-5,4.8 5,4.8h-18z", fill(PENNANT).width(1.3));
    });
}

/// A building; a historic one with its name as a title.
pub(super) fn building(
    pen: &mut Pen,
    building: &Building,
    scale: f64,
    detail: Detail,
    rng: &mut Rng,
) {
    let (at, scale) = (building.at, building.scale * scale);
    let Some(name) = &building.name else {
        return public(pen, at, scale, detail, rng);
    };
    pen.raw("<g>");
    if !name.is_empty() {
        pen.raw(&format!("<title>{}</title>", escape(name)));
    }
    historic(pen, name, at, scale, detail);
    pen.raw("</g>");
}

/// A public building in one of three forms, all grey.
fn public(pen: &mut Pen, at: Pt, scale: f64, detail: Detail, rng: &mut Rng) {
    let form = rng.below(3);
    pen.placed(at, scale, |pen| {
        shadow(pen, -26.0, 26.0);
        pen.path("M-26,-22h52v22h-52z", fill(PLAIN));
        pen.path("M14,-22h12v22h-12z", flat(SHADE));
        pen.path("M-29,-21l7,-15h44l7,15z", fill(SLATE.1));
        pen.path("M-22,-36h44l2.5,5.5h-49z", flat(SLATE.0));
        match form {
            0 => pen.path("M-8,-20v-12l8,-11 8,11v12z", fill(LIGHT)),
            1 => {
                // A belfry.
                pen.path("M-6,-34v-12h12v12z", fill(LIGHT));
                pen.path("M2,-46h4v12h-4z", flat(SHADE));
                pen.path("M-8,-45l8,-11 8,11z", fill(SLATE.1));
                pen.path("M-1.6,-36v-6h3.2v6z", flat(PANE));
            }
            _ => {
                // Stepped gables.
                pen.path("M-26,-20v-14h3v-4h4v4h3v14zM16,-20v-14h3v-4h4v4h3v14z", fill(LIGHT));
            }
        }
        if detail == Detail::Small {
            pen.path("M-5,0v-12h10v12z", flat(PANE));
            return;
        }
        pen.path(&arches((-22.0, 0.0), 9.6, 5, (6.0, 10.5)), flat(PANE));
        if form == 0 {
            pen.circle((0.0, -29.0), 3.0, flat(PANE));
        }
        if detail == Detail::Full {
            let upper: String =
                [-21.0, -11.4, 7.8, 17.4].map(|x| d!("M{},-14.5h4v-3.5h-4z", x)).concat();
            pen.path(&upper, flat(PANE));
            pen.path("M-20,-27h40", stroke(SLATE.2, 2.2).dash(0.7, 2.4));
        }
    });
}

/// The historic buildings by name; one of another name takes the shape of the hall.
fn historic(pen: &mut Pen, name: &str, at: Pt, scale: f64, detail: Detail) {
    let rich = detail != Detail::Small;
    pen.placed(at, scale, |pen| match shape_of(name) {
        HistoricBuilding::SmallWell => small_well(pen),
        HistoricBuilding::GreatWell => great_well(pen),
        HistoricBuilding::SquareTower => square_tower(pen, rich),
        HistoricBuilding::Church => sernin(pen, rich),
        HistoricBuilding::Basilica => nazaire(pen, rich),
        HistoricBuilding::Castle => castle(pen, rich),
        HistoricBuilding::Hall => great_hall(pen, rich),
    });
}

/// The shapes of historic buildings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum HistoricBuilding {
    SmallWell,
    GreatWell,
    SquareTower,
    Church,
    Basilica,
    Castle,
    Hall,
}

/// How high a building stands at its full size, pennant and all.
pub(super) fn height(name: Option<&str>) -> f64 {
    match name.map(shape_of) {
        None => 46.0,
        Some(HistoricBuilding::SmallWell) => 66.0,
        Some(HistoricBuilding::GreatWell) => 76.0,
        Some(HistoricBuilding::SquareTower) => 86.0,
        Some(HistoricBuilding::Church) => 68.0,
        Some(HistoricBuilding::Basilica) => 96.0,
        Some(HistoricBuilding::Castle) => 92.0,
        Some(HistoricBuilding::Hall) => 74.0,
    }
}

/// Names are compared by the words in them, so that other spellings find their shape.
fn shape_of(name: &str) -> HistoricBuilding {
    let name = name.to_ascii_lowercase();
    let has = |part: &str| name.contains(part);
    match () {
        () if has("puits") && has("grand") => HistoricBuilding::GreatWell,
        () if has("puits") => HistoricBuilding::SmallWell,
        () if has("tour") => HistoricBuilding::SquareTower,
        () if has("nazaire") => HistoricBuilding::Basilica,
        () if has("saint") || has("sernin") => HistoricBuilding::Church,
        () if has("teau") || has("comtal") => HistoricBuilding::Castle,
        () => HistoricBuilding::Hall,
    }
}

/// A wooden roof over a round well, with a bucket.
fn small_well(pen: &mut Pen) {
    pen.ellipse((3.0, -2.0), (24.0, 11.0), flat(INK).opacity(0.2));
    pen.ellipse((0.0, -4.0), (21.0, 10.0), fill(LIGHT));
    pen.path("M-13,-13v10a13,6 0 0 0 26,0v-10z", fill(PLAIN));
    pen.path("M4,-13v15.6c5,-.9 9,-3 9,-5.6v-10z", flat(SHADE));
    pen.ellipse((0.0, -13.0), (13.0, 6.0), fill(WATER_DARK));
    pen.path("M-11,-14v-18M11,-14v-18M-11,-27h22", stroke(WOOD, 3.0));
    pen.path("M0,-27v9", stroke(INK, 1.0));
    pen.path("M-3,-19h6l-1,6h-4z", fill(WOOD));
    pen.path("M-19,-31l12,-13h14l12,13z", fill(SLATE.1));
    pen.path("M-7,-44h14l4,4.5h-22z", flat(SLATE.0));
    pennant(pen, (0.0, -43.0), 1.15);
}

/// A great basin on steps under an iron crown on three columns.
fn great_well(pen: &mut Pen) {
    pen.ellipse((4.0, 0.0), (34.0, 13.0), flat(INK).opacity(0.22));
    pen.ellipse((0.0, -2.0), (30.0, 12.0), fill(SHADE));
    pen.ellipse((0.0, -5.0), (26.0, 10.0), fill(PLAIN));
    pen.path("M-20,-16v9a20,8 0 0 0 40,0v-9z", fill(LIGHT));
    pen.path("M8,-16v16.4c7,-1.2 12,-3.8 12,-7.4v-9z", flat(SHADE));
    pen.ellipse((0.0, -16.0), (20.0, 8.0), fill(WATER));
    pen.path("M-9,-15h8m5,3h7", stroke(ASHLAR[0], 1.2));
    pen.path("M-19,-15v-24h4v24zM15,-15v-24h4v24zM-2,-10v-27h4v27z", fill(LIGHT));
    pen.path("M-22,-38h44v-5h-44z", fill(PLAIN));
    pen.path("M-18,-43c2,-14 34,-14 36,0", fill(SLATE.1));
    pen.path("M-9,-44c0,-7 6,-9 8,-9", stroke(SLATE.0, 2.0));
    pennant(pen, (0.0, -52.0), 1.2);
}

/// A square tower with battlements.
fn square_tower(pen: &mut Pen, rich: bool) {
    shadow(pen, -16.0, 16.0);
    pen.path("M-18,1v-8h36v8z", fill(SHADE));
    pen.path("M-15,-56h30v52h-30z", fill(PLAIN));
    pen.path("M5,-56h10v52h-10z", flat(SHADE));
    pen.path("M-18,-54v-11h7v5h7.5v-5h7v5h7.5v-5h7v11z", fill(LIGHT));
    pen.path("M-5,-4v-9a4.5,5.5 0 0 1 9,0v9zM-3,-25v-8h3.4v8zM-3,-42v-6h3.4v6z", flat(PANE));
    if rich {
        pen.path(
            "M-12,-16h6m-2,-9h-4m-1,-10h5m11,16h5m-8,-14h5m-4,-13h4m-23,-1h4",
            stroke(SHADE, 1.2),
        );
    }
    pennant(pen, (0.0, -60.0), 1.3);
}

/// A church with an apse and a bell gable.
fn sernin(pen: &mut Pen, rich: bool) {
    shadow(pen, -22.0, 28.0);
    // The apse on the right, round under half a cone.
    pen.path("M14,-19v19a13,6 0 0 0 15,-4v-15z", fill(SHADE));
    pen.path("M12,-18l7,-14q9,4 12,14z", fill(SLATE.2));
    pen.path("M-20,-24h36v25h-36z", fill(PLAIN));
    pen.path("M-22,-23l6,-18h28l6,18z", fill(SLATE.1));
    pen.path("M-16,-41h28l2,6h-32z", flat(SLATE.0));
    // The bell gable.
    pen.path("M-27,2v-48l8,-12 8,12v48z", fill(LIGHT));
    pen.path("M-14,-50l3,4v48h-4z", flat(SHADE));
    pen.path(&arches((-24.0, -34.0), 5.6, 2, (4.0, 9.0)), flat(PANE));
    pen.path("M-22.5,2v-8a3.4,4 0 0 1 6.8,0v8z", flat(PANE));
    if rich {
        pen.path(&arches((-6.0, -5.0), 8.0, 3, (4.0, 12.0)), flat(STAINED));
        pen.path(&arches((19.5, -4.0), 5.0, 2, (3.0, 9.0)), flat(STAINED));
    }
    cross(pen, (-19.0, -57.0), 1.1, GOLD);
    pennant(pen, (6.0, -40.0), 1.3);
}

/// A basilica: a tall transept with a rose, buttresses, pinnacles and a spire over the crossing.
fn nazaire(pen: &mut Pen, rich: bool) {
    shadow(pen, -31.0, 31.0);
    pen.path("M-31,-22h62v23h-62z", fill(PLAIN));
    pen.path("M-33,-21l5,-13h56l5,13z", fill(SLATE.1));
    pen.path("M-28,-34h56l1.6,4h-59.2z", flat(SLATE.0));
    // The spire stands behind the transept.
    pen.path("M-5,-44v-8h10v8z", fill(LIGHT));
    pen.path("M-7,-51l7,-23 7,23z", fill(SLATE.1));
    pen.path("M0,-74l7,23h-5z", flat(SLATE.2));
    pen.path("M-14,2v-34l14,-16 14,16v34z", fill(LIGHT));
    pen.path("M14,-32v34h-4v-38z", flat(SHADE));
    pen.path("M-16,-31l16,-18 16,18", stroke(SLATE.2, 2.2));
    pen.circle((0.0, -26.0), 7.4, fill(STAINED));
    if rich {
        pen.path("M0,-33v14M-7,-26h14M-5,-31l10,10M5,-31l-10,10", stroke(ASHLAR[0], 0.9));
        pen.path(&arches((-27.0, -3.0), 7.0, 2, (4.0, 14.0)), flat(STAINED));
        pen.path(&arches((17.0, -3.0), 7.0, 2, (4.0, 14.0)), flat(STAINED));
    }
    pen.path("M-31,1v-28h4v28zM27,1v-28h4v28zM-16,2v-38h4v38zM12,2v-38h4v38z", fill(PLAIN));
    pen.path(
        "M-32,-27l3,-9 3,9zM26,-27l3,-9 3,9zM-17,-36l3,-9 3,9zM11,-36l3,-9 3,9z",
        fill(SLATE.1),
    );
    pen.path("M-4.5,2v-10a4.5,6 0 0 1 9,0v10z", flat(PANE));
    pennant(pen, (0.0, -73.0), 1.2);
}

/// A castle: a keep between round towers, a curtain wall with a gate before it.
fn castle(pen: &mut Pen, rich: bool) {
    shadow(pen, -33.0, 33.0);
    pen.path("M-12,-24v-32h24v32z", fill(PLAIN));
    pen.path("M4,-56h8v32h-8z", flat(SHADE));
    pen.path("M-14,-55l14,-15 14,15z", fill(SLATE.1));
    pen.path("M0,-70l14,15h-9z", flat(SLATE.2));
    pen.path("M-4,-38v-7h3v7zM2,-38v-7h3v7z", flat(PANE));
    pen.path("M-28,1v-25h4v3h4v-3h4v3h4v-3h4v3h4v-3h8v3h4v-3h4v3h4v-3h4v3h4v-3h4v25z", fill(LIGHT));
    pen.path("M-6,1v-11a6,7 0 0 1 12,0v11z", flat(PANE));
    for x in [-29.0, 29.0] {
        pen.path(&d!("M{},-38v38a9,4 0 0 0 18,0v-38z", x - 9.0), fill(PLAIN));
        pen.path(&d!("M{},-38v41.6c4,-.6 7,-2 7,-3.6v-38z", x + 2.0), flat(SHADE));
        pen.path(&d!("M{},-37l12,-22 12,22a12,4.5 0 0 1 -24,0z", x - 12.0), fill(SLATE.1));
        pen.path(&d!("M{},-59l12,22a12,4.5 0 0 1 -10,4.4z", x), flat(SLATE.2));
        pen.path(&d!("M{},-20v-6", x - 2.0), stroke(PANE, 2.0));
    }
    if rich {
        pen.path("M-5,-4h10M-2,1v-15M2,1v-15", stroke(WOOD, 1.0));
        pen.path("M-18,-8h5m-3,-6h5m23,4h5m-4,-6h5", stroke(SHADE, 1.1));
    }
    pennant(pen, (0.0, -69.0), 1.2);
}

/// A great hall with stepped gables and tall windows on two storeys.
fn great_hall(pen: &mut Pen, rich: bool) {
    shadow(pen, -27.0, 27.0);
    pen.path("M-27,-34h54v35h-54z", fill(PLAIN));
    pen.path("M-27,-33l4,-17h46l4,17z", fill(SLATE.1));
    pen.path("M-23,-50h46l1.6,6h-49.2z", flat(SLATE.0));
    for (x, shade) in [(-31, PLAIN), (15, SHADE)] {
        let gable = format!("M{x},1v-36h2.5v-6h2.5v-6h6v6h2.5v6h2.5v36z");
        pen.path(&gable, fill(if x < 0 { LIGHT } else { shade }));
    }
    pen.path("M-5,1v-12a5,6 0 0 1 10,0v12z", flat(PANE));
    if rich {
        pen.path(&arches((-13.0, -20.0), 9.0, 4, (5.0, 11.0)), flat(PANE));
        pen.path("M-15,-17h30", stroke(SHADE, 1.6));
        pen.path("M-13,0v-9h4v9zM9,0v-9h4v9zM-25,-12v-8h4v8zM21,-12v-8h4v8z", flat(PANE));
    }
    pennant(pen, (0.0, -49.0), 1.3);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seven_names_have_seven_shapes() {
        let names: Vec<String> = city::SETS
            .iter()
            .flat_map(|set| {
                let tiles = Some((set.name.to_owned(), set.text.to_owned()));
                let setup = city::CitySetup { seats: 2, tiles, ..city::CitySetup::default() };
                let rules = city::Rules::new(&setup).expect("a set of ours");
                let names = rules.tiles().iter().flat_map(|t| t.building_names.clone());
                names.collect::<Vec<_>>()
            })
            .collect();
        let mut shapes = Vec::new();
        for name in &names {
            let shape = shape_of(name);
            if !shapes.contains(&shape) {
                shapes.push(shape);
            }
        }
        assert_eq!((names.len(), shapes.len()), (14, 7));
    }
}
