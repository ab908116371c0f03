//! All declared nouns together: found by number or name, and checked while compiling.

use table::{Piece, Why};

use super::info::{FeatureDecl, Info, MarkDecl, Merge, Named, PieceDecl, TerrainDecl, WhyDecl};
use super::{ALL, Id};
use crate::limits::{EXPANSIONS, FEATURE_KINDS, KEPT_MARKS, MARKS, OPTIONS, PIECES};
use crate::score::why;

/// The nouns of the base game.
pub const BASE: Info = Info {
    wire: "base",
    title: "The base game",
    about: "roads, cities, monasteries and fields",
    options: crate::setup::OPTIONS,
    pieces: &[PieceDecl::FOLLOWER],
    features: crate::tile::FEATURES,
    whys: why::WHYS,
    ..Info::PLAIN
};

/// The base game and all expansions.
pub fn infos() -> impl Iterator<Item = (Option<Id>, &'static Info)> {
    core::iter::once((None, &BASE)).chain(ALL.iter().map(|(id, info)| (Some(*id), info)))
}

/// All kinds of piece.
pub fn pieces() -> impl Iterator<Item = &'static PieceDecl> {
    infos().flat_map(|(_, info)| info.pieces)
}

/// The declaration of a kind of piece.
pub fn piece(piece: Piece) -> Option<&'static PieceDecl> {
    pieces().find(|decl| decl.piece == piece)
}

/// The kind of piece with this name.
pub fn piece_named(name: &str) -> Option<&'static PieceDecl> {
    pieces().find(|decl| decl.name == name)
}

/// All marks.
pub fn marks() -> impl Iterator<Item = &'static MarkDecl> {
    infos().flat_map(|(_, info)| info.marks)
}

/// Everything that is scored.
pub fn features() -> impl Iterator<Item = &'static FeatureDecl> {
    infos().flat_map(|(_, info)| info.features)
}

/// The terrain that an expansion brings.
pub fn terrain() -> Option<&'static TerrainDecl> {
    infos().find_map(|(_, info)| info.terrain.as_ref())
}

/// The declaration of a reason.
pub fn why(why: Why) -> Option<&'static WhyDecl> {
    infos().flat_map(|(_, info)| info.whys).find(|decl| decl.why == why)
}

/// A name of a list by its number.
pub fn name_of(list: fn(&Info) -> &'static [Named], number: u8) -> Option<&'static str> {
    let named = infos().flat_map(|(_, info)| list(info));
    named.into_iter().find(|(n, _)| *n == number).map(|(_, name)| *name)
}

/// The number of a name of a list.
pub fn number_of(list: fn(&Info) -> &'static [Named], name: &str) -> Option<u8> {
    let named = infos().flat_map(|(_, info)| list(info));
    named.into_iter().find(|(_, known)| *known == name).map(|(number, _)| *number)
}

/// What the tally of a feature keeps for each kind of piece.
pub(crate) const KEPT: [u8; PIECES] = {
    let mut kept = [0; PIECES];
    let mut e = 0;
    while e <= ALL.len() {
        let pieces = nth(e).pieces;
        let mut i = 0;
        while i < pieces.len() {
            kept[pieces[i].piece.0 as usize] = pieces[i].strength.kept();
            i += 1;
        }
        e += 1;
    }
    kept
};

/// The names of kinds of feature.
pub(crate) const KIND_NAMES: [&str; FEATURE_KINDS] = {
    let mut names = ["nothing"; FEATURE_KINDS];
    let mut e = 0;
    while e <= ALL.len() {
        let features = nth(e).features;
        let mut i = 0;
        while i < features.len() {
            names[features[i].feature.0 as usize] = features[i].name;
            i += 1;
        }
        e += 1;
    }
    names
};

/// The base game, then the expansions.
const fn nth(place: usize) -> &'static Info {
    if place == 0 { &BASE } else { &ALL[place - 1].1 }
}

/// A class of numbers: how many there are, and what the compiler says if there are too few of them
/// or one is given twice.
type Class = (usize, &'static str, &'static str);

const OPTION: usize = 0;
const PIECE: usize = 1;
const MARK: usize = 2;
const FEATURE: usize = 3;
const WHY: usize = 4;
/// Places where pieces stand and where scores do share a class.
const PLACE: usize = 5;
const CHOICE: usize = 6;
const TOKEN: usize = 7;
const TELL: usize = 8;
const EXPANSION: usize = 9;

const CLASSES: [Class; 10] = [
    (OPTIONS, "more options than limits::OPTIONS", "two options have one number"),
    (PIECES, "more pieces than limits::PIECES", "two pieces have one number"),
    (MARKS, "more marks than limits::MARKS", "two marks have one number"),
    (FEATURE_KINDS, "more that is scored than FEATURE_KINDS", "two things scored have one number"),
    (256, "more reasons than a byte holds", "two reasons have one number"),
    (256, "more places than a byte holds", "two places have one number"),
    (256, "more choices than a byte holds", "two choices have one number"),
    (256, "more tokens than a byte holds", "two tokens have one number"),
    (256, "more tells than a byte holds", "two tells have one number"),
    (EXPANSIONS, "more expansions than limits::EXPANSIONS", "two expansions have one number"),
];

/// Takes note of a number and stops the compiler if it is too large or taken already.
const fn note(seen: &mut [[bool; 256]; CLASSES.len()], class: usize, number: u8) {
    let (most, excess, clash) = CLASSES[class];
    assert!((number as usize) < most, "{}", excess);
    assert!(!seen[class][number as usize], "{}", clash);
    seen[class][number as usize] = true;
}

/// Every class of numbers: each is given once, and none is too large.
const _: () = {
    let mut seen = [[false; 256]; CLASSES.len()];
    let mut terrains = 0;
    let mut e = 0;
    while e <= ALL.len() {
        let info = nth(e);
        let mut i = 0;
        while i < info.options.len() {
            note(&mut seen, OPTION, info.options[i].number);
            i += 1;
        }
        i = 0;
        while i < info.pieces.len() {
            note(&mut seen, PIECE, info.pieces[i].piece.0);
            i += 1;
        }
        i = 0;
        while i < info.marks.len() {
            let mark = info.marks[i];
            note(&mut seen, MARK, mark.mark.0);
            let kept = (mark.mark.0 as usize) < KEPT_MARKS;
            assert!(kept == matches!(mark.merge, Merge::Any), "marks of Merge::Any come first");
            i += 1;
        }
        i = 0;
        while i < info.features.len() {
            note(&mut seen, FEATURE, info.features[i].feature.0);
            i += 1;
        }
        i = 0;
        while i < info.whys.len() {
            note(&mut seen, WHY, info.whys[i].why.0);
            i += 1;
        }
        let named = [
            (info.places, PLACE),
            (info.score_places, PLACE),
            (info.choices, CHOICE),
            (info.tokens, TOKEN),
            (info.tells, TELL),
        ];
        let mut list = 0;
        while list < named.len() {
            let (names, class) = named[list];
            i = 0;
            while i < names.len() {
                note(&mut seen, class, names[i].0);
                i += 1;
            }
            list += 1;
        }
        if e > 0 {
            note(&mut seen, EXPANSION, ALL[e - 1].0 as u8);
        }
        terrains += info.terrain.is_some() as u8;
        e += 1;
    }
    assert!(terrains <= 1, "only one expansion can have a terrain of its own");
};
