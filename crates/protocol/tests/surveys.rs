//! Surveys as the aids let them be seen.

use protocol::{Aids, Moves, RecordText, Survey};

fn text(record: &str) -> RecordText {
    RecordText { record: record.into(), words: None, then: Vec::new() }
}

const RECORD: &str = "[Trencavel \"1\"]\n[Seats \"2\"]\n\
    base/E 0,-1 r2 follower@city:S base/K 1,0 r0 follower@road:W base/B 0,1 r0 follower@monastery";

#[test]
fn beginners_see_everything() {
    let survey = Survey::at(&text(RECORD)).unwrap();
    let kind = |kind: &'static str| survey.features.iter().filter(move |f| f.kind == kind);
    let city = kind("city").next().unwrap();
    assert!(city.complete && city.owners.is_empty());
    assert_eq!(city.worth.as_ref().unwrap().complete, Some(4));
    let road = kind("road").find(|f| f.owners == [1]).unwrap();
    assert_eq!((road.tiles, road.missing.len()), (2, 2));
    assert_eq!(road.worth.as_ref().unwrap().points, [0, 2]);
    let chances = road.chances.unwrap();
    assert!(chances.extend > 0 && chances.complete == 0 && chances.ever > 0);
    let monastery = kind("monastery").next().unwrap();
    assert_eq!(monastery.missing.len(), 6);
    let worth = monastery.worth.as_ref().unwrap();
    assert_eq!((worth.now, worth.complete), (3, Some(9)));
    assert_eq!(monastery.tiles, 3, "its own and those around it");
    let field = kind("field").find(|f| !f.touches.is_empty()).unwrap();
    assert_eq!(field.touches, [city.id]);
    assert_eq!(survey.forecast, [4 + 3, 2]);
    assert!(!survey.end.is_empty() && survey.ring.is_none());
    assert!(survey.cells.iter().all(|c| !c.dead && !c.cut_off && !c.fits.is_empty()));
}

#[test]
fn others_see_less() {
    let course = text(RECORD).course().unwrap();
    let of = |aids| Survey::of(course.rules(), course.game(), aids);
    let standard = of(Aids::Standard);
    assert!(standard.features.iter().all(|f| f.worth.is_some() && f.chances.is_none()));
    assert!(standard.features.iter().any(|f| !f.owners.is_empty()));
    assert!(standard.end.is_empty() && standard.forecast.is_empty());
    assert!(standard.cells.iter().any(|c| !c.fits.is_empty()));
    assert_eq!(of(Aids::Purist), Survey::default());
}

/// Purists are told which segments of the tile are one feature, and nothing else.
#[test]
fn one_feature_is_one_choice_for_all() {
    let course = text(&format!("{RECORD} base/D")).course().unwrap();
    let of = |aids| Moves::of(course.rules(), course.game(), aids).unwrap();
    let figures = |moves: &Moves| -> Vec<protocol::MoveWorth> {
        moves.first.then.iter().flatten().flat_map(|then| then.worth.clone()).collect()
    };
    let (all, none) = (of(Aids::Standard), of(Aids::Purist));
    assert!(none.features.is_empty() && none.first.worth.is_empty() && none.words == all.words);
    let own = |worth: &protocol::MoveWorth| worth.own.clone();
    assert!(figures(&all).iter().map(own).eq(figures(&none).iter().map(own)));
    assert!(figures(&all).iter().any(|worth| worth.now.is_some()));
    assert!(figures(&none).iter().all(|worth| {
        worth.gain.is_empty()
            && worth.now.is_none()
            && worth.joins.is_empty()
            && worth.tiles.is_empty()
    }));
    assert!(figures(&none).iter().any(|worth| !worth.own.is_empty()));
}

/// A game that is over has nothing to hide.
#[test]
fn the_end_is_told_to_all() {
    let record = "[Trencavel \"1\"]\n[Family \"city\"]\n[Seats \"2\"]\n\
        [Position \"tiles=town/end-public@0,0r0;town/end-cap-grain@0,-1r2;town/straight-public@0,1r0 \
        followers=1@0,0:homes:NL gate=0,-1:W walls=0.1 guards=2@R1 scores=3.4 turn=1 step=over\"]";
    let course = text(record).course().unwrap();
    let survey = Survey::of(course.rules(), course.game(), Aids::Purist);
    let ring = survey.ring.unwrap();
    let guard = &ring.guards[0];
    assert_eq!((ring.guards.len(), guard.seat, guard.row.len()), (1, 1, 3));
    assert_eq!((guard.public, guard.historic, guard.worth), (2, 0, Some(4)));
    assert_eq!((ring.open.len(), usize::from(ring.gap)), (6, 6), "eight sides, gate and wall");
    assert!(ring.ends.is_empty() && ring.towers.is_empty());
    assert!(survey.features.iter().all(|f| f.worth.is_some()));
}

/// Names of segments are those of notation and art.
#[test]
fn segments_have_their_names() {
    let survey = Survey::at(&text(RECORD)).unwrap();
    let city = survey.features.iter().find(|f| f.kind == "city").unwrap();
    let names: Vec<(Option<(i16, i16)>, &str)> =
        city.segments.iter().map(|s| (s.cell, s.place.as_str())).collect();
    assert_eq!(names, [(Some((0, 0)), "city:N"), (Some((0, -1)), "city:S")]);
}
