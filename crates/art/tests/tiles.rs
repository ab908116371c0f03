//! Every picture of a tile: it is there, it is well-formed, it is small, and places are where the
//! engine's spots are.

use std::io::Write;

use art::{Catalogue, Detail, Look, Style};
use table::{Cell, Rot};

const DETAILS: [Detail; 3] = [Detail::Full, Detail::Middle, Detail::Small];

fn styles() -> impl Iterator<Item = Style> {
    [Look::Map, Look::Plain].into_iter().flat_map(|look| {
        [false, true].into_iter().flat_map(move |night| {
            DETAILS.into_iter().map(move |detail| Style { look, night, detail, ..Style::default() })
        })
    })
}

/// Every tile in every style and in every turn, but not in every style turned in every way.
#[test]
fn every_tile_draws_in_every_style_and_turn() {
    let catalogue = Catalogue::new();
    let again = Catalogue::new();
    assert!(catalogue.ids().count() > 150);
    for id in catalogue.ids() {
        for (rot, style) in Rot::ALL.into_iter().cycle().zip(styles()) {
            let cell = Cell::new(3, -4);
            let svg = catalogue.tile(id, rot, cell, style).unwrap();
            let tree = roxmltree::Document::parse(&svg)
                .unwrap_or_else(|e| panic!("{id} {rot:?} {style:?}: {e}"));
            assert_eq!(tree.root_element().attribute("viewBox"), Some("0 0 200 200"));
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{id} {rot:?}");
            let shapes = tree.descendants().filter(roxmltree::Node::is_element).count();
            assert!(shapes > 3, "{id} {rot:?} {style:?} is empty");
            if rot == Rot::R1 && style.detail == Detail::Full {
                assert_eq!(Some(svg), again.tile(id, rot, cell, style), "{id} is not the same");
            }
        }
    }
    assert_eq!(catalogue.tile("base/none", Rot::R0, Cell::ORIGIN, Style::default()), None);
}

/// The same name means the same definition in every picture, so that pictures can share a page.
#[test]
fn names_in_pictures_do_not_clash() {
    let catalogue = Catalogue::new();
    let mut known = std::collections::BTreeMap::new();
    for (i, style) in styles().enumerate() {
        for id in catalogue.ids() {
            let cell = Cell::new(i as i16, 2);
            let svg = catalogue.tile(id, Rot::R0, cell, style).unwrap();
            let tree = roxmltree::Document::parse(&svg).unwrap();
            for node in tree.descendants().filter(|n| n.has_attribute("id")) {
                let text = svg[node.range()].to_owned();
                let name = node.attribute("id").unwrap().to_owned();
                let first = known.entry(name.clone()).or_insert_with(|| text.clone());
                assert_eq!(*first, text, "{name} in {id}");
            }
        }
    }
}

/// The places are exactly the spots of the rules, each inside its own region.
#[test]
fn places_are_the_spots_of_the_rules() {
    let catalogue = Catalogue::new();
    let all: Vec<&str> = country::exp::ALL.iter().map(|(_, i)| i.wire).collect();
    let setup = country::CountrySetup::base(2).with(&all).option("OPT-CULT-TILES", "6");
    let rules = country::Rules::new(&setup).unwrap();
    let mut quarters = Vec::new();
    for tile in rules.tiles() {
        for rot in Rot::ALL {
            let shape = catalogue.shape(&tile.id, rot).unwrap();
            let spots: Vec<String> =
                tile.segments.iter().map(|s| country::text::segment_name(s, rot)).collect();
            let (own, more) = shape.places.split_at(spots.len());
            assert!(own.iter().map(|p| &p.name).eq(&spots), "{} {rot:?}", tile.id);
            if rot == Rot::R0 {
                quarters.extend(more.iter().map(|p| p.name.clone()));
            }
            for place in &shape.places {
                let label = format!("{} {rot:?} {}", tile.id, place.name);
                assert!(place.scale > 0.4 && place.scale <= 1.0, "{label}");
                assert!((0.0..=200.0).contains(&place.x), "{label}");
                assert!((0.0..=200.0).contains(&place.y), "{label}");
                assert_eq!(place.lying, place.name.starts_with("field"), "{label}");
                assert!(holds(&place.area, (place.x, place.y)), "{label} is outside its area");
            }
        }
    }
    quarters.sort();
    assert_eq!(quarters, ["blacksmith", "castle", "cathedral", "market"]);
}

/// Whether a point shows as filled when a path is drawn.
fn holds(path: &str, (x, y): (f32, f32)) -> bool {
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 200 200\" width=\"200\" \
         height=\"200\"><path d=\"{path}\"/></svg>"
    );
    let tree =
        resvg::usvg::Tree::from_str(&svg, &resvg::usvg::Options::default()).expect("valid SVG");
    let mut pixels = resvg::tiny_skia::Pixmap::new(200, 200).expect("a small picture");
    resvg::render(&tree, resvg::tiny_skia::Transform::identity(), &mut pixels.as_mut());
    let at = |v: f32| (v as u32).min(199);
    // A road's figure stands on its lower half: feet a little below the middle.
    pixels.pixel(at(x), at(y)).is_some_and(|p| p.alpha() > 100)
}

fn gzipped(text: &str) -> usize {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(text.as_bytes()).expect("memory takes everything");
    encoder.finish().expect("memory takes everything").len()
}

/// Pictures stay small enough to send many of them.
#[test]
fn pictures_are_small() {
    let catalogue = Catalogue::new();
    for (detail, median, most) in
        [(Detail::Full, 5200, 7600), (Detail::Middle, 3600, 5400), (Detail::Small, 2400, 3600)]
    {
        let style = Style { detail, ..Style::default() };
        let country =
            |id: &&str| ["base/", "river", "ic/", "tb/", "cult/"].iter().any(|s| id.starts_with(s));
        let mut sizes: Vec<(usize, &str)> = catalogue
            .ids()
            .filter(country)
            .flat_map(|id| Rot::ALL.map(|rot| (id, rot)))
            .map(|(id, rot)| {
                let cell = Cell::new(rot as i16 * 3, 5);
                (gzipped(&catalogue.tile(id, rot, cell, style).unwrap()), id)
            })
            .collect();
        sizes.sort_unstable();
        let (middle, last) = (sizes[sizes.len() / 2], sizes[sizes.len() - 1]);
        println!("{detail:?}: median {middle:?}, most {last:?}");
        assert!(middle.0 <= median && last.0 <= most, "{detail:?}: {middle:?} {last:?}");
    }
}

/// Figures, tokens, cards, portraits, the keep and the logo are there and well-formed.
#[test]
fn everything_else_draws() {
    for style in styles() {
        let mut all = vec![art::keep(style), art::logo()];
        all.extend((0..6).map(|seat| art::emblem(seat, style)));
        for piece in art::pieces() {
            for (seat, lying) in (0..6).flat_map(|s| [(s, false), (s, true)]) {
                all.push(art::figure(piece, seat, lying, style).unwrap());
            }
        }
        all.extend(art::tokens().map(|name| art::token(name, style).unwrap()));
        all.extend(art::cards().map(|name| art::card(name, style).unwrap()));
        all.extend(art::portraits().map(|name| art::portrait(name, style).unwrap()));
        for svg in all {
            let tree = roxmltree::Document::parse(&svg).unwrap_or_else(|e| panic!("{e}: {svg}"));
            assert!(tree.descendants().filter(roxmltree::Node::is_element).count() > 3);
        }
    }
    let style = Style::default();
    assert_eq!(art::figure("nobody", 0, false, style), None);
    assert_eq!(art::token("nothing", style), None);
    assert_eq!(art::card("nothing", style), None);
    assert_eq!(art::portrait("nobody", style), None);
    // What the rules call a token or an expansion has a picture.
    for (_, info) in country::exp::ALL {
        assert!(art::card(info.wire, style).is_some(), "{}", info.wire);
        assert!(info.tokens.iter().all(|(_, t)| art::token(t, style).is_some()));
    }
    for piece in country::exp::nouns::pieces().map(|decl| decl.name) {
        assert!(art::figure(piece, 0, false, style).is_some(), "{piece}");
    }
}

/// A keep stands where four tiles are city round the corner, and nowhere else.
#[test]
fn keeps_stand_where_four_tiles_join() {
    let catalogue = Catalogue::new();
    let full = ("base/C", Rot::R0);
    assert!(catalogue.has_keep([full; 4]));
    // base/N reaches north and west: it joins the corner at its north-west only.
    let corner = |rot| ("base/N", rot);
    assert!(catalogue.has_keep([
        corner(Rot::R2),
        corner(Rot::R3),
        corner(Rot::R0),
        corner(Rot::R1)
    ]));
    assert!(!catalogue.has_keep([corner(Rot::R0), full, full, full]));
    assert!(!catalogue.has_keep([full, full, full, ("base/I", Rot::R0)])); // two cities, not joined
    assert!(!catalogue.has_keep([full, full, full, ("count/6", Rot::R0)]));
}
