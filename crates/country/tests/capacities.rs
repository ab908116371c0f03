//! What a game holds: as much as each limit says is accepted, one more is refused with the numbers.

use country::limits::{
    CITIES_MAX, FIGURES_MAX, Needs, PIECES, SEGMENTS_TOTAL_MAX, STEPS_MAX, STRENGTH_MAX, TWINS_MAX,
    check,
};
use country::piece::FOLLOWER;
use country::tile::{Kind, SEGMENTS_MAX, Segment, Terrain, TileDef};
use country::{CountrySetup, Rules, SetupError};
use table::{Bag, TILES_MAX};

/// The most buildings whose neighbours a game counts.
const BUILDINGS: usize = 64;

/// So many copies of a tile with these segments.
fn tile(count: usize, kinds: &[Kind]) -> TileDef {
    let segment = |kind: &Kind| Segment {
        kind: *kind,
        sides: Vec::new(),
        ports: Vec::new(),
        pennants: 0,
        marks: 0,
        cities: Vec::new(),
    };
    TileDef {
        id: "made/up".to_owned(),
        name: "made up".to_owned(),
        count: u8::try_from(count).unwrap(),
        edges: [Terrain::Field; 4],
        segments: kinds.iter().map(segment).collect(),
        stream: Vec::new(),
        block: None,
        variant: None,
    }
}

/// What is refused about these tiles: what, how many, and the most.
fn excess(tiles: &[TileDef]) -> Option<(&'static str, usize, usize)> {
    told(&Needs { tiles, seats: 2, supply: &[0; PIECES], steps: 1 })
}

fn told(needs: &Needs) -> Option<(&'static str, usize, usize)> {
    match check(needs) {
        Ok(()) => None,
        Err(SetupError::TooMuch { what, asked, most }) => Some((what, asked, most)),
        Err(other) => panic!("{other}"),
    }
}

/// `made` brings so many of something.
fn bounded(what: &'static str, most: usize, made: impl Fn(usize) -> Vec<TileDef>) {
    assert_eq!(excess(&made(most)), None, "{what}");
    assert_eq!(excess(&made(most + 1)), Some((what, most + 1, most)));
}

#[test]
fn tiles_are_bounded() {
    bounded("tiles", TILES_MAX, |n| vec![tile(n, &[])]);
}

#[test]
fn kinds_of_tile_are_bounded() {
    bounded("kinds of tile", Bag::KINDS, |n| (0..n).map(|_| tile(1, &[])).collect());
}

#[test]
fn segments_are_bounded() {
    let most = SEGMENTS_TOTAL_MAX - SEGMENTS_MAX;
    bounded("segments", most, |n| {
        let full = n / SEGMENTS_MAX;
        let rest = vec![Kind::Field; n % SEGMENTS_MAX];
        vec![tile(full, &[Kind::Field; SEGMENTS_MAX]), tile(1, &rest)]
    });
}

#[test]
fn cities_are_bounded() {
    bounded("cities on tiles", CITIES_MAX, |n| {
        let twins = n - 200;
        vec![tile(200 - twins, &[Kind::City]), tile(twins, &[Kind::City, Kind::City])]
    });
}

#[test]
fn buildings_are_bounded() {
    bounded("buildings", BUILDINGS, |n| vec![tile(n, &[Kind::Monastery])]);
}

#[test]
fn tiles_with_several_roads_or_cities_are_bounded() {
    bounded("tiles with several roads", TWINS_MAX, |n| vec![tile(n, &[Kind::Road; 2])]);
    bounded("tiles with several cities", TWINS_MAX, |n| vec![tile(n, &[Kind::City; 2])]);
}

#[test]
fn figures_are_bounded() {
    // Pieces without a number that anybody declared claim nothing: only how many there are counts.
    let needs = |n: u8, seats| {
        let mut supply = [0; PIECES];
        supply[PIECES - 3] = n;
        told(&Needs { tiles: &[], seats, supply: &supply, steps: 1 })
    };
    assert_eq!(needs(16, 6), None);
    assert_eq!(needs(97, 1), Some(("figures", 97, FIGURES_MAX)));
    assert_eq!(needs(17, 6), Some(("figures", 102, FIGURES_MAX)));
}

#[test]
fn strength_is_bounded() {
    let needs = |n| {
        let mut supply = [0; PIECES];
        supply[FOLLOWER.0 as usize] = n;
        told(&Needs { tiles: &[], seats: 2, supply: &supply, steps: 1 })
    };
    assert_eq!(needs(15), None);
    assert_eq!(needs(16), Some(("strength of all figures of a seat", 16, STRENGTH_MAX)));
}

#[test]
fn steps_are_bounded() {
    let needs = |steps| told(&Needs { tiles: &[], seats: 2, supply: &[0; PIECES], steps });
    assert_eq!(needs(STEPS_MAX), None);
    assert_eq!(needs(STEPS_MAX + 1), Some(("steps of a turn", STEPS_MAX + 1, STEPS_MAX)));
}

#[test]
fn a_refusal_tells_the_numbers() {
    let error = SetupError::TooMuch { what: "tiles", asked: 300, most: 254 };
    let text = "tiles: these expansions have 300 together, a game holds 254";
    assert_eq!(error.to_string(), text);
}

/// The check stands in the way of every set-up: what is in play is counted as it will be played.
#[test]
fn everything_together_keeps_within_the_limits() {
    let all: Vec<&str> = country::exp::ALL.iter().map(|(_, info)| info.wire).collect();
    let setup = CountrySetup::base(6).with(&all).option("OPT-STARTPLAYER", "random");
    let rules = Rules::new(&setup).unwrap();
    let steps = rules.plan().steps().len();
    let needs = Needs { tiles: rules.tiles(), seats: 6, supply: &rules.supply(), steps };
    assert_eq!(told(&needs), None);
    assert!(needs.steps <= STEPS_MAX);
}
