//! What is drawn by name: the contract between those who draw and those who have something drawn.
//!
//! The families and the expansions declare names: of pieces, tokens, marks, centres and places.
//! [`Pictures`] says how these look, one value for each family ([`crate::country`],
//! [`crate::city`]) and one file for each expansion ([`crate::exp`]). A name that nobody draws has
//! the look of [`crate::lettered`]: plain, with its initial.

use crate::card::Vignette;
use crate::country::block::TownPlan;
use crate::figure::{Form, Guise};
use crate::geom::Pt;
use crate::svg::Pen;
use crate::{Detail, city, country, exp, lettered};

/// Something to be put on a tile.
#[derive(Clone, Copy)]
pub struct Put<'a> {
    /// What it is called.
    pub name: &'a str,
    /// Where its foot is.
    pub at: Pt,
    /// Its size.
    pub scale: f64,
    /// How much is drawn.
    pub detail: Detail,
}

/// Draws what is put.
pub type Sprite = fn(&mut Pen, &Put);

/// Draws a token, 64 × 64.
pub type Token = fn(&mut Pen);

/// What a mark adds to the drawing of its segment.
#[derive(Clone, Copy)]
pub enum Mark {
    /// A house beside a road, some 66 wide and 42 high.
    Roadside(Sprite),
    /// A sign that stands in a city or on a field: half its width, its height, and how it is drawn.
    Sign(Pt, Sprite),
    /// A great building in the middle of a city.
    Landmark(Sprite),
    /// Nothing: something else shows it.
    Unseen,
}

/// A building in the middle of a tile, with the ground around it.
#[derive(Clone, Copy)]
pub struct Building {
    /// How far the middle of its ground is below its foot, and the half size of the ground.
    pub ground: (f64, Pt),
    /// How much of the meadow it hides behind it.
    pub tall: f64,
    /// Where a figure stands, from its foot.
    pub step: Pt,
    /// How far its foot is below the middle of the tile.
    pub down: f64,
    /// Its size, where there is room.
    pub scale: f64,
    /// Whether it makes way for a city on its tile.
    pub yields: bool,
    /// How it is drawn.
    pub draw: Sprite,
}

/// What stands in the middle of a tile.
#[derive(Clone, Copy)]
pub enum Centre {
    /// A building.
    Building(&'static Building),
    /// A plot of 46 by 32 wherever there is room; upright where there is little width.
    Plot(fn(&mut Pen, &Put, bool)),
}

/// The pictures that belong together.
pub struct Pictures {
    /// Whose: the name of an expansion in set-ups, or of a family.
    pub of: &'static str,
    /// Its pieces; and choices that have the look of a piece.
    pub pieces: &'static [(&'static str, Guise)],
    /// Its tokens and other signs, 64 × 64.
    pub tokens: &'static [(&'static str, Token)],
    /// What its tiles have on their segments.
    pub marks: &'static [(&'static str, Mark)],
    /// What its tiles have in their middle.
    pub centres: &'static [(&'static str, Centre)],
    /// The town that its block of tiles shows, with the places in it.
    pub town: Option<&'static TownPlan>,
    /// The scene on its card.
    pub card: Option<Vignette>,
}

impl Pictures {
    /// No pictures.
    pub const NONE: Pictures = Pictures {
        of: "",
        pieces: &[],
        tokens: &[],
        marks: &[],
        centres: &[],
        town: None,
        card: None,
    };
}

/// All pictures: those of the families, then those of the expansions.
pub fn all() -> impl Iterator<Item = &'static Pictures> + Clone {
    [&country::PICTURES, &city::PICTURES].into_iter().chain(exp::ALL.iter().copied())
}

fn named<T: Copy + 'static>(
    name: &str,
    list: impl Fn(&'static Pictures) -> &'static [(&'static str, T)],
) -> Option<T> {
    all().flat_map(list).find(|(n, _)| *n == name).map(|(_, found)| *found)
}

/// How a piece is drawn that somebody draws.
pub fn drawn_piece(name: &str) -> Option<Guise> {
    named(name, |p| p.pieces)
}

/// How a piece is drawn.
pub fn piece(name: &str) -> Guise {
    drawn_piece(name).unwrap_or_else(|| Guise {
        nobodys: ::country::exp::nouns::piece_named(name).is_some_and(|decl| decl.nobodys),
        form: Form::Lettered(lettered::initial(name)),
        ..Guise::WALKER
    })
}

/// How a token is drawn, if somebody draws it.
pub fn drawn_token(name: &str) -> Option<Token> {
    named(name, |p| p.tokens)
}

/// How a mark is drawn on a kind of segment.
pub fn mark(name: &str, kind: country::Kind) -> Mark {
    named(name, |p| p.marks).unwrap_or(match kind {
        country::Kind::Road => Mark::Roadside(lettered::signpost),
        country::Kind::City | country::Kind::Field => Mark::Sign(lettered::SIGN, lettered::sign),
        country::Kind::Centre => Mark::Unseen,
    })
}

/// How the middle of a tile is drawn.
pub fn centre(name: &str) -> Centre {
    named(name, |p| p.centres).unwrap_or(Centre::Building(&lettered::BUILDING))
}

/// The town on the block that a tile belongs to.
pub fn town_of(tile: &str) -> Option<&'static TownPlan> {
    let set = tile.split('/').next();
    all().filter_map(|p| p.town).find(|town| Some(town.set) == set)
}

/// The scene of a card that somebody draws.
pub fn drawn_card(name: &str) -> Option<&'static Vignette> {
    all().find(|p| p.of == name).and_then(|p| p.card.as_ref())
}

/// Whether a game has such a piece, or a choice with this name, which is shown as one.
pub fn is_piece(name: &str) -> bool {
    let chosen = |info: &::country::exp::Info| {
        info.takes == Some(name) || info.choices.iter().any(|choice| choice.1 == name)
    };
    drawn_piece(name).is_some()
        || ::country::exp::nouns::piece_named(name).is_some()
        || ::country::exp::ALL.iter().any(|(_, info)| chosen(info))
}

/// The names of the country's expansions in set-ups, in the order of their publication.
pub fn expansions() -> impl Iterator<Item = &'static str> {
    ::country::exp::ALL.iter().map(|(_, info)| info.wire)
}

/// The tokens and places that expansions declare.
pub fn declared() -> impl Iterator<Item = &'static str> {
    ::country::exp::ALL
        .iter()
        .flat_map(|(_, info)| info.tokens.iter().chain(info.places).map(|named| named.1))
}

/// The names of all pieces.
pub fn pieces() -> impl Iterator<Item = &'static str> {
    let drawn = all().flat_map(|p| p.pieces).map(|(name, _)| *name);
    let others = ::country::exp::nouns::pieces().map(|decl| decl.name);
    drawn.chain(others.filter(|name| drawn_piece(name).is_none()))
}
