//! Inns & Cathedrals: a large follower that counts two, inns that double finished roads,
//! cathedrals that make a finished city worth three a tile; unfinished, both are worth nothing.
//!
//! Rules: docs/rules/inns.md. Knows: nothing.

use table::{List, OptionDecl, Piece, ScoreItem};

use super::{Expansion, Info, Mark, MarkDecl, Merge, PieceDecl, Strength};
use crate::put::Offers;
use crate::rules::{Build, Rules};
use crate::state::{Country, FeatureTally};
use crate::tile::Kind;

/// OPT-INNS-FINAL: what unfinished inn roads and cathedral cities are worth.
pub const FINAL: OptionDecl = OptionDecl {
    number: 12,
    key: "OPT-INNS-FINAL",
    values: &["zero", "ignore"],
    earlier: &[],
    about: "ignore: unfinished roads with inns and cities with cathedrals score like others",
};
/// OPT-INNS-TILES: whether the tiles are in play.
pub const TILES: OptionDecl = OptionDecl {
    number: 13,
    key: "OPT-INNS-TILES",
    values: &["on", "off"],
    earlier: &[],
    about: "off: play without the 18 tiles",
};
/// OPT-LARGE-MEEPLE: whether the large follower is in play.
pub const LARGE_FOLLOWER: OptionDecl = OptionDecl {
    number: 14,
    key: "OPT-LARGE-MEEPLE",
    values: &["on", "off"],
    earlier: &[],
    about: "off: play without the large follower",
};

/// The large follower.
pub const LARGE: Piece = Piece(1);
/// An inn at a road.
pub const INN: Mark = Mark(0);
/// A cathedral in a city.
pub const CATHEDRAL: Mark = Mark(1);

/// Inns & Cathedrals.
pub struct Inns;

impl Expansion for Inns {
    type Slot = ();
    /// Whether the seat on turn has its large follower.
    type Lead = bool;
    const INFO: Info = Info {
        wire: "inns",
        title: "Inns & Cathedrals",
        about: "a large follower who counts two, inns that double roads, cathedrals; six players",
        options: &[FINAL, TILES, LARGE_FOLLOWER],
        pieces: &[PieceDecl {
            piece: LARGE,
            name: "large",
            phrase: "a large follower",
            strength: Strength::Fixed(2), // INNS-05
            idle: 14,
            ..PieceDecl::FOLLOWER
        }],
        marks: &[
            MarkDecl {
                mark: INN,
                at: Kind::Road,
                key: "inn",
                value: None,
                name: "inns",
                merge: Merge::Any,
            },
            MarkDecl {
                mark: CATHEDRAL,
                at: Kind::City,
                key: "cathedral",
                value: None,
                name: "cathedrals",
                merge: Merge::Any,
            },
        ],
        ..Info::PLAIN
    };

    fn setup(build: &mut Build) {
        build.seats_max = 6; // INNS-02
        if build.choices.is_default(&LARGE_FOLLOWER) {
            build.supply[LARGE.0 as usize] = 1; // INNS-03
        }
        if build.choices.is_default(&TILES) {
            build.add_tiles(include_bytes!("tiles.packed"));
        }
    }

    #[inline]
    fn lead(_: &Rules, state: &Country) -> bool {
        state.supply(state.turn, LARGE) > 0
    }

    /// INNS-04, INNS-05: placed exactly like an ordinary follower, instead of one.
    #[inline]
    fn offer(has_large: &bool, offers: &mut Offers) {
        if *has_large {
            offers.put_each(LARGE, offers.site.claimable());
        }
    }

    /// INNS-06, INNS-08.
    #[inline]
    fn value(rules: &Rules, feature: FeatureTally, complete: bool, items: &mut List<ScoreItem, 4>) {
        let special = match feature.kind() {
            Kind::Road => feature.has(INN),
            Kind::City => feature.has(CATHEDRAL),
            _ => false,
        };
        if special && complete {
            items.iter_mut().for_each(|item| item.each += 1);
        } else if special && rules.is_default(&FINAL) {
            items.iter_mut().for_each(|item| item.each = 0);
        }
    }
}
