//! What an expansion declares: its names, and the numbers that stand for them for ever.

use table::{FeatureKind, OptionDecl, Piece, Why};

use crate::state::FeatureTally;
use crate::tile::Kind;

/// How much a piece counts when majority is compared (BASE-35).
#[derive(Clone, Copy, Debug)]
pub enum Strength {
    /// Always so much. A piece of strength 0 stands beside others and claims nothing.
    Fixed(u8),
    /// What its feature says at that moment. It claims like a follower, whatever it counts.
    ByFeature(fn(FeatureTally) -> u8),
}

impl Strength {
    /// What the tally of a feature keeps for it: 0 if it does not claim.
    pub(crate) const fn kept(self) -> u8 {
        match self {
            Strength::Fixed(strength) => strength,
            Strength::ByFeature(_) => 1,
        }
    }
}

/// A kind of piece. How many a seat has, the set-up says (`Build::supply`).
#[derive(Clone, Copy, Debug)]
pub struct PieceDecl {
    /// Its number.
    pub piece: Piece,
    /// Its name in the words of a game: `large`.
    pub name: &'static str,
    /// How it stands in a sentence: `a large follower`, `the Count`.
    pub phrase: &'static str,
    /// How much it counts for majority.
    pub strength: Strength,
    /// What it may stand on; nothing for a piece that stands elsewhere.
    pub stands_on: &'static [Kind],
    /// Whether it belongs to nobody: such a piece is moved, never put.
    pub nobodys: bool,
    /// What one in the supply is worth to a computer player, in tenths of a follower.
    pub idle: u8,
}

impl PieceDecl {
    /// A piece like the ordinary follower.
    pub const FOLLOWER: PieceDecl = PieceDecl {
        piece: Piece(0),
        name: "follower",
        phrase: "a follower",
        strength: Strength::Fixed(1),
        stands_on: &[Kind::Road, Kind::City, Kind::Field, Kind::Monastery],
        nobodys: false,
        idle: 10,
    };
}

/// How marks of a feature's segments make the mark of the whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Merge {
    /// Any one is enough: a bit that the feature keeps ([`FeatureTally::marks`]). Numbers below 8.
    Any,
    /// They add up: counted when asked ([`crate::Country::count_marks`]). Numbers from 8 to 31.
    Sum,
}

/// Something drawn at a segment, with the key that tile files have for it.
#[derive(Clone, Copy, Debug)]
pub struct MarkDecl {
    /// Its number.
    pub mark: Mark,
    /// At what kind of segment it is drawn.
    pub at: Kind,
    /// The key in tile files: `inn`.
    pub key: &'static str,
    /// The value that means it: `wine`; none for a key that is true or false.
    pub value: Option<&'static str>,
    /// Its name behind a count: `inns`.
    pub name: &'static str,
    /// How it merges.
    pub merge: Merge,
}

/// The number of a [`MarkDecl`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark(pub u8);

impl Mark {
    /// Its bit in [`crate::tile::Segment::marks`] and, if any one is enough, in
    /// [`FeatureTally::marks`].
    pub const fn bit(self) -> u32 {
        1 << self.0
    }
}

/// How a score of something reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reads {
    /// `a completed road`, `an unfinished road`.
    Completed,
    /// Always the same: `a field`, `most wine`.
    As(&'static str),
}

/// Something that is scored: a kind of feature, or what a seat has of something.
#[derive(Clone, Copy, Debug)]
pub struct FeatureDecl {
    /// Its number: for a building that of its [`Kind`].
    pub feature: FeatureKind,
    /// Its name: in spots, in events and, for a building, in tile files.
    pub name: &'static str,
    /// Whether it is a building in the middle of a tile, complete once it is surrounded.
    pub centre: bool,
    /// Whether ordinary followers may claim it.
    pub claimable: bool,
    /// How a score of it reads.
    pub reads: Reads,
}

/// A terrain of sides besides road, city and field.
#[derive(Clone, Copy, Debug)]
pub struct TerrainDecl {
    /// Its letter in tile files: `V`.
    pub letter: char,
    /// Its name in errors: `River`.
    pub name: &'static str,
    /// The key of its parts in tile files: `rivers`.
    pub key: &'static str,
}

/// A reason for points.
#[derive(Clone, Copy, Debug)]
pub struct WhyDecl {
    /// Its number.
    pub why: Why,
    /// Its name behind a count: `coats of arms`.
    pub many: &'static str,
    /// The same behind the number 1: `coat of arms`.
    pub one: &'static str,
}

/// A number and its name.
pub type Named = (u8, &'static str);

/// What an expansion is called and which nouns it brings.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// Its name in set-ups.
    pub wire: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What it brings, in a sentence.
    pub about: &'static str,
    /// Whether lists for people leave it out.
    pub hidden: bool,
    /// Its options.
    pub options: &'static [OptionDecl],
    /// Its pieces.
    pub pieces: &'static [PieceDecl],
    /// What its tiles have drawn at segments.
    pub marks: &'static [MarkDecl],
    /// Its buildings, and what else it scores.
    pub features: &'static [FeatureDecl],
    /// Its terrain; only one expansion may have one.
    pub terrain: Option<TerrainDecl>,
    /// Names of places where pieces stand, by the number in [`table::Spot::Place`].
    pub places: &'static [Named],
    /// Names of what is scored off the board, where nobody stands, by the same numbers.
    pub score_places: &'static [Named],
    /// Words for what a step offers, by the number in [`table::Action::Choose`].
    pub choices: &'static [Named],
    /// The word for taking a piece of one's own back: `recall`.
    pub takes: Option<&'static str>,
    /// Its reasons for points.
    pub whys: &'static [WhyDecl],
    /// Names of tokens, by their number.
    pub tokens: &'static [Named],
    /// What it tells beyond the common events, by the number in [`table::Event::Told`]: a sentence
    /// without capital and full stop.
    pub tells: &'static [Named],
    /// What it gives more for a field: `pig`.
    pub bonus: Option<&'static str>,
}

impl Info {
    /// An expansion without nouns of its own.
    pub const PLAIN: Info = Info {
        wire: "",
        title: "",
        about: "",
        hidden: false,
        options: &[],
        pieces: &[],
        marks: &[],
        features: &[],
        terrain: None,
        places: &[],
        score_places: &[],
        choices: &[],
        takes: None,
        whys: &[],
        tokens: &[],
        tells: &[],
        bonus: None,
    };
}
