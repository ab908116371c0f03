//! All declared nouns together: found by number or name, and checked while compiling.

use table::{Piece, Why};

use super::info::{FeatureDecl, Info, MarkDecl, Merge, Named, PieceDecl, TerrainDecl, WhyDecl};
use super::{ALL, Id};
use crate::score::why;
use crate::tile::KINDS_MAX;

/// How many kinds of piece there can be.
pub const PIECES: usize = 16;
/// How many marks.
pub const MARKS: usize = 32;

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
pub(crate) const KIND_NAMES: [&str; KINDS_MAX] = {
    let mut names = ["nothing"; KINDS_MAX];
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

/// Takes note of a number and stops the compiler if it is taken already or too large.
const fn note(seen: &mut [bool; 256], number: u8, below: usize, clash: &str) {
    assert!((number as usize) < below, "{}", clash);
    assert!(!seen[number as usize], "{}", clash);
    seen[number as usize] = true;
}

/// Every class of numbers: each is given once, and none is too large.
const _: () = {
    // Places where pieces stand and where scores do share a class.
    let mut seen = [[false; 256]; 9];
    let mut terrains = 0;
    let mut e = 0;
    while e <= ALL.len() {
        let info = nth(e);
        let mut i = 0;
        while i < info.options.len() {
            note(&mut seen[0], info.options[i].number, crate::setup::OPTIONS_MAX, "an option");
            i += 1;
        }
        i = 0;
        while i < info.pieces.len() {
            note(&mut seen[1], info.pieces[i].piece.0, PIECES, "a piece");
            i += 1;
        }
        i = 0;
        while i < info.marks.len() {
            let mark = info.marks[i];
            note(&mut seen[2], mark.mark.0, MARKS, "a mark");
            let kept = mark.mark.0 < 8;
            assert!(kept == matches!(mark.merge, Merge::Any), "marks that or are below 8");
            i += 1;
        }
        i = 0;
        while i < info.features.len() {
            note(&mut seen[3], info.features[i].feature.0, KINDS_MAX, "something scored");
            i += 1;
        }
        i = 0;
        while i < info.whys.len() {
            note(&mut seen[4], info.whys[i].why.0, 256, "a reason");
            i += 1;
        }
        let named = [(info.places, 5), (info.score_places, 5), (info.choices, 6), (info.tokens, 7)];
        let mut list = 0;
        while list < named.len() {
            let (names, class) = named[list];
            i = 0;
            while i < names.len() {
                note(&mut seen[class], names[i].0, 256, "a place, choice or token");
                i += 1;
            }
            list += 1;
        }
        if e > 0 {
            note(&mut seen[8], ALL[e - 1].0 as u8, 32, "an expansion");
        }
        terrains += info.terrain.is_some() as u8;
        e += 1;
    }
    assert!(terrains <= 1, "only one expansion can have a terrain of its own");
};
