//! The contract of an expansion, and the list of all expansions.
//!
//! An expansion is a zero-sized type with plain functions, all with empty defaults. It *declares*
//! what it brings ([`Info`]: pieces, marks, tokens, places, reasons, options, each with a number
//! that is its own for ever) and *answers* for it: where its figures stand, what a seat holds, what
//! its stacks have, how it reads in a position. The list below turns into straight calls guarded by
//! a bit, so one that is off costs a test of that bit, and the base game one test for all. Where
//! two expansions meet, the later published one holds the code and says so in its head (`Knows:`).

use alloc::string::String;

use table::{
    Action, Bag, Cell, List, NodeId, Odds, OptionDecl, Piece, Refusal, Rot, SEATS_MAX, ScoreItem,
    Seat, SeatSet, Shown, Sink, Spot, Stock, TextError, TileKind, Why,
};

use crate::end::Total;
use crate::put::{self, Offers};
use crate::rules::{Build, Rules};
use crate::state::{Country, FeatureTally};
use crate::tile::TileDef;
use crate::turn::{Cx, Flow, PlanStepDecl};

#[macro_use]
mod calls;
mod info;
pub mod nouns;

pub mod abbot;
pub mod count;
pub mod cult;
pub mod inns;
pub mod river;
pub mod traders;
#[cfg(feature = "trial")]
pub mod trial;

pub use info::{
    FeatureDecl, Info, Mark, MarkDecl, Merge, Named, PieceDecl, Reads, Strength, TerrainDecl,
    WhyDecl,
};

/// A tile where it lies, or where it might.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lying {
    /// Its kind.
    pub kind: TileKind,
    /// Where.
    pub cell: Cell,
    /// How it is turned.
    pub rot: Rot,
}

/// What an expansion may do. Each function is called only while the expansion is in play.
#[allow(unused_variables)]
pub trait Expansion {
    /// Its part of the state.
    type Slot: Copy + Default + PartialEq + core::fmt::Debug;
    /// What it offers figures by ([`Expansion::lead`]).
    type Lead: Copy + Default;
    /// Its names.
    const INFO: Info;
    /// Its steps of the turn.
    const STEPS: &'static [PlanStepDecl] = &[];
    /// Whether it has an [`Expansion::offer_more`].
    const OFFERS_MORE: bool = false;

    // Setting up

    /// Changes the set-up in the making: tiles, start, supplies.
    fn setup(build: &mut Build) {}
    /// Prepares its slot; the start tiles lie already.
    fn start(rules: &Rules, state: &mut Country) {}

    // Tiles

    /// Whether it may forbid placements of this tile, or bind it to a cell.
    fn watches_tile(tile: &TileDef) -> bool {
        false
    }
    /// The only cell where a tile may lie now, if it is bound to one.
    #[inline(always)]
    fn binds_tile(rules: &Rules, state: &Country, kind: TileKind) -> Option<Cell> {
        None
    }
    /// Forbids a placement that would fit.
    #[inline(always)]
    fn forbids_tile(
        rules: &Rules,
        state: &Country,
        kind: TileKind,
        cell: Cell,
        rot: Rot,
    ) -> Option<&'static Refusal> {
        None
    }
    /// Sees a tile that has just been laid and joined.
    #[inline(always)]
    fn placed<S: Sink>(cx: &mut Cx<S>) {}
    /// Sees a tile that was laid earlier, while a position is read.
    fn relaid(rules: &Rules, state: &mut Country) {}
    /// How many tiles it still has in a stack of its own.
    fn tiles_left(state: &Country) -> u8 {
        0
    }

    // Figures

    /// Whether it may forbid figures on this tile.
    fn watches_figures(tile: &TileDef) -> bool {
        false
    }
    /// Forbids a figure on a segment of a tile that has been or is about to be laid.
    fn forbids_figure(
        rules: &Rules,
        state: &Country,
        piece: Piece,
        tile: Lying,
        segment: u8,
    ) -> Option<&'static Refusal> {
        None
    }
    /// What the seat on turn has to offer wherever the tile goes: asked once for a whole list of
    /// moves, before the tile lies, or behind it.
    #[inline(always)]
    fn lead(rules: &Rules, state: &Country) -> Self::Lead {
        Self::Lead::default()
    }
    /// Offers figure actions besides those of the ordinary follower, as far as its lead and the
    /// site of the tile tell: pieces put on that tile, pieces taken back.
    #[inline(always)]
    fn offer(lead: &Self::Lead, offers: &mut Offers) {}
    /// Offers what depends on more than that: pieces on earlier tiles, moves, choices. It is asked
    /// only if [`Expansion::OFFERS_MORE`] says so, once the tile lies; lists of moves are made by
    /// laying the tile everywhere then, which is slower.
    #[inline(always)]
    fn offer_more(rules: &Rules, state: &Country, offers: &mut Offers) {}
    /// Plays what it offered, unless that was to put a piece, which the core does.
    fn act<S: Sink>(cx: &mut Cx<S>, action: Action) {}
    /// Why a figure action that is not on offer is not, if this expansion knows.
    fn refuse_figure(rules: &Rules, state: &Country, action: Action) -> Option<Refusal> {
        None
    }
    /// Which piece on a tile the word of [`Info::takes`] means.
    fn take_at(rules: &Rules, state: &Country, cell: Cell) -> Option<Spot> {
        None
    }
    /// Sees that figures were taken from a feature otherwise than by its scoring.
    fn taken<S: Sink>(cx: &mut Cx<S>, root: NodeId) {}

    // Scoring

    /// Changes what a road, city or centre is worth.
    #[inline(always)]
    fn value(rules: &Rules, feature: FeatureTally, complete: bool, items: &mut List<ScoreItem, 4>) {
    }
    /// Sees a score of the tile just laid, before the figures go home: who gets how much.
    #[inline(always)]
    fn scored<S: Sink>(cx: &mut Cx<S>, winners: SeatSet, value: u16) {}
    /// Sees a feature that the tile just laid completed, after its scoring.
    #[inline(always)]
    fn completed<S: Sink>(cx: &mut Cx<S>, root: NodeId) {}
    /// The reason for which a field scores as for one more completed city, outside the tiles.
    fn city_outside(rules: &Rules, field: FeatureTally) -> Option<Why> {
        None
    }
    /// Points more for each city that a seat gets for a field.
    fn field_bonus(rules: &Rules, state: &Country, root: NodeId, seat: Seat) -> u8 {
        0
    }
    /// Final scoring besides the features.
    fn last<S: Sink>(rules: &Rules, state: &Country, total: &mut Total<S>) {}

    // Its steps

    /// Enters one of its steps.
    fn enter<S: Sink>(cx: &mut Cx<S>, sub: u8) -> Flow {
        Flow::Next
    }
    /// Finds what may be chosen in one of its steps; what chance may do there, the odds say.
    fn legal(rules: &Rules, state: &Country, sub: u8, found: &mut dyn FnMut(Action)) {}
    /// The odds, if chance must act in one of its steps.
    fn odds(rules: &Rules, state: &Country, sub: u8, out: &mut Odds) {}
    /// The bag from which chance draws in one of its steps, if it is a bag: so that a draw needs
    /// no odds.
    #[inline(always)]
    fn draws_from(state: &Country, sub: u8) -> Option<&Bag> {
        None
    }
    /// Plays a choice of one of its steps.
    fn play<S: Sink>(cx: &mut Cx<S>, sub: u8, action: Action) {}
    /// Why a choice of one of its steps is not allowed.
    fn refuse_choice(rules: &Rules, state: &Country, sub: u8, action: Action) -> Option<Refusal> {
        None
    }

    // Answers

    /// The pieces that it keeps itself: those in its places, and those of nobody.
    fn figures(rules: &Rules, state: &Country, found: &mut dyn FnMut(Shown)) {}
    /// Whether its tokens, and the marks that give them, are in play.
    fn has_tokens(rules: &Rules) -> bool {
        true
    }
    /// How many of one of its tokens a seat has.
    fn held(rules: &Rules, state: &Country, seat: Seat, token: u8) -> u8 {
        0
    }
    /// Adds the tiles of its own stacks, and says what can come next.
    fn stock(rules: &Rules, state: &Country, stock: &mut Stock) {}
    /// What a seat's pieces that wait somewhere are worth to a computer player while the game is
    /// young, in tenths of a point.
    fn promise(rules: &Rules, state: &Country, seat: Seat) -> u16 {
        0
    }
    /// Adds what each seat may expect at the end, in tenths of a point, beyond what it would have
    /// if the game ended now; `left` is the part of the tiles to come, of [`crate::WHOLE`]. For
    /// computer players.
    fn foresee(rules: &Rules, state: &Country, left: u16, tenths: &mut [i16; SEATS_MAX]) {}
    /// Its slot as words of a position; nothing if it is as at the start.
    fn write_slot(rules: &Rules, state: &Country) -> String {
        String::new()
    }
    /// Reads what [`Expansion::write_slot`] wrote.
    ///
    /// # Errors
    /// If the text is something else.
    fn read_slot(rules: &Rules, state: &mut Country, text: &str) -> Result<(), TextError> {
        if text.is_empty() { Ok(()) } else { Err(TextError::new(0, "nothing")) }
    }
}

// The list. Its order is the order of publication, so that a later one finds what an earlier one
// set up, and it breaks ties between steps of one order.
expansions! {
    1 => river: River,
    2 => inns: Inns,
    3 => traders: Traders,
    4 => count: Count,
    5 => cult: Cult,
    6 => abbot: Abbot,
    #[cfg(feature = "trial")]
    31 => trial: Trial,
}

/// Every option, with the expansion that it belongs to.
pub fn all_options() -> impl Iterator<Item = (Option<(Id, Info)>, &'static OptionDecl)> {
    let core = crate::setup::OPTIONS.iter().map(|option| (None, option));
    let others =
        ALL.iter().flat_map(|(id, info)| info.options.iter().map(move |o| (Some((*id, *info)), o)));
    core.chain(others)
}

/// The declarations of what is in play: the base game's and those of the expansions that are on.
pub(crate) fn in_play(rules: &Rules) -> impl Iterator<Item = &'static Info> {
    nouns::infos().filter(|(id, _)| id.is_none_or(|id| rules.has(id))).map(|(_, info)| info)
}
