//! The contract of an expansion, and the list of all expansions.
//!
//! An expansion is a zero-sized type with plain functions, all with empty defaults. The list below
//! turns into straight calls guarded by a bit, so one that is off costs a test of that bit, and
//! the base game one test for all. Where two expansions meet, the later published one holds the
//! code and says so in its head (`Knows:`).

use alloc::string::String;

use table::{
    Action, Actions, Cell, Item, List, NodeId, Odds, OptionDecl, Refusal, Rot, Score, Seat, Sink,
    Spot, TextError, TileKind, Why,
};
use tilefile::TileError;

use crate::end::Total;
use crate::put::Offers;
use crate::rules::{Build, Rules};
use crate::state::{Country, Feature};
use crate::tile::TileDef;
use crate::turn::{Cx, Flow, StepDecl};

pub mod abbot;
pub mod count;
pub mod cult;
pub mod inns;
pub mod river;
pub mod traders;

/// What an expansion is called and which nouns it brings.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    /// Its name in set-ups.
    pub wire: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What it brings, in a sentence.
    pub about: &'static str,
    /// Its options.
    pub options: &'static [OptionDecl],
    /// Names of places where pieces stand, by the number in [`Spot::Place`].
    pub places: &'static [(u8, &'static str)],
    /// Words for what a step offers, by the number in [`Action::Choose`].
    pub choices: &'static [(u8, &'static str)],
    /// Names of reasons for points.
    pub whys: &'static [(Why, &'static str)],
    /// Names of tokens.
    pub tokens: &'static [&'static str],
}

impl Info {
    /// An expansion without nouns of its own.
    pub const PLAIN: Info = Info {
        wire: "",
        title: "",
        about: "",
        options: &[],
        places: &[],
        choices: &[],
        whys: &[],
        tokens: &[],
    };
}

/// What an expansion may do. Each function is called only while the expansion is in play.
#[allow(unused_variables)]
pub trait Expansion {
    /// Its part of the state.
    type Slot: Copy + Default + PartialEq + core::fmt::Debug;
    /// Its names.
    const INFO: Info;
    /// Its steps of the turn.
    const STEPS: &'static [StepDecl] = &[];

    /// Changes the set-up in the making: tiles, start, supplies.
    ///
    /// # Errors
    /// If a tile file is wrong.
    fn setup(build: &mut Build) -> Result<(), TileError> {
        Ok(())
    }
    /// Prepares its slot; the start tiles lie already.
    fn start(rules: &Rules, state: &mut Country) {}
    /// Whether it may forbid placements of this tile.
    fn watches_tile(tile: &TileDef) -> bool {
        false
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
    /// Offers figure actions besides those of the ordinary follower.
    #[inline(always)]
    fn offer(rules: &Rules, state: &Country, offers: &mut Offers) {}
    /// Why a figure action that is not on offer is not, if this expansion knows.
    fn refuse_figure(rules: &Rules, state: &Country, action: Action) -> Option<Refusal> {
        None
    }
    /// Takes a piece back that the seat on turn chose to take.
    fn take<S: Sink>(cx: &mut Cx<S>, at: Spot) {}
    /// Changes what a road, city or centre is worth.
    #[inline(always)]
    fn value(rules: &Rules, feature: Feature, complete: bool, items: &mut List<Item, 4>) {}
    /// Sees a score of the tile just laid, before the figures go home.
    #[inline(always)]
    fn scored<S: Sink>(cx: &mut Cx<S>, score: &Score) {}
    /// Sees a feature that the tile just laid completed, after its scoring.
    #[inline(always)]
    fn completed<S: Sink>(cx: &mut Cx<S>, root: NodeId) {}
    /// How many tiles it still has in a stack of its own.
    fn tiles_left(state: &Country) -> u8 {
        0
    }
    /// Whether fields at a great city outside the tiles score for it.
    fn great_city_counts(rules: &Rules) -> bool {
        false
    }
    /// Points more for each city that a seat gets for a field.
    fn field_bonus(rules: &Rules, state: &Country, root: NodeId, seat: Seat) -> u8 {
        0
    }
    /// Final scoring besides the features.
    fn last<S: Sink>(rules: &Rules, state: &Country, total: &mut Total<S>) {}

    /// Enters one of its steps.
    fn enter<S: Sink>(cx: &mut Cx<S>, sub: u8) -> Flow {
        Flow::Next
    }
    /// Lists what may be chosen in one of its steps.
    fn legal(rules: &Rules, state: &Country, sub: u8, out: &mut Actions) {}
    /// The odds, if chance must act in one of its steps.
    fn odds(rules: &Rules, state: &Country, sub: u8, out: &mut Odds) {}
    /// Plays a choice of one of its steps.
    fn play<S: Sink>(cx: &mut Cx<S>, sub: u8, action: Action) {}
    /// Why a choice of one of its steps is not allowed.
    fn refuse_choice(rules: &Rules, state: &Country, sub: u8, action: Action) -> Option<Refusal> {
        None
    }

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

macro_rules! expansions {
    ($($id:literal => $name:ident: $Type:ident),* $(,)?) => {
        $(use $name::$Type;)*

        /// The expansions; their numbers are for ever.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum Id { $(#[doc = stringify!($Type)] $Type = $id),* }

        /// What the expansions keep in the state.
        #[derive(Clone, Copy, PartialEq, Debug, Default)]
        pub struct Slots { $(#[doc = stringify!($Type)] pub $name: <$Type as Expansion>::Slot),* }

        /// All expansions with their names, in the order of the list.
        pub const ALL: &[(Id, Info)] = &[$((Id::$Type, $Type::INFO)),*];

        pub(crate) fn for_each_step(on: u32, mut found: impl FnMut(Id, &'static StepDecl)) {
            $(if on >> $id & 1 != 0 { for d in $Type::STEPS { found(Id::$Type, d); } })*
        }
        pub(crate) fn setup(on: u32, build: &mut Build) -> Result<(), TileError> {
            $(if on >> $id & 1 != 0 { $Type::setup(build)?; })*
            Ok(())
        }
        pub(crate) fn start(rules: &Rules, state: &mut Country) {
            $(if rules.has(Id::$Type) { $Type::start(rules, state); })*
        }
        pub(crate) fn watches_tile(on: u32, tile: &TileDef) -> bool {
            false $(|| on >> $id & 1 != 0 && $Type::watches_tile(tile))*
        }
        pub(crate) fn forbids_tile(
            rules: &Rules, state: &Country, kind: TileKind, cell: Cell, rot: Rot,
        ) -> Option<&'static Refusal> {
            $(if rules.has(Id::$Type)
                && let Some(refusal) = $Type::forbids_tile(rules, state, kind, cell, rot)
            { return Some(refusal); })*
            None
        }
        #[inline]
        pub(crate) fn placed<S: Sink>(cx: &mut Cx<S>) {
            if cx.rules.on == 0 { return; }
            $(if cx.rules.has(Id::$Type) { $Type::placed(cx); })*
        }
        pub(crate) fn relaid(rules: &Rules, state: &mut Country) {
            $(if rules.has(Id::$Type) { $Type::relaid(rules, state); })*
        }
        #[inline]
        pub(crate) fn offer(rules: &Rules, state: &Country, offers: &mut Offers) {
            $(if rules.has(Id::$Type) { $Type::offer(rules, state, offers); })*
        }
        pub(crate) fn refuse_figure(
            rules: &Rules, state: &Country, action: Action,
        ) -> Option<Refusal> {
            $(if rules.has(Id::$Type)
                && let Some(refusal) = $Type::refuse_figure(rules, state, action)
            { return Some(refusal); })*
            None
        }
        pub(crate) fn take<S: Sink>(cx: &mut Cx<S>, at: Spot) {
            $(if cx.rules.has(Id::$Type) { $Type::take(cx, at); })*
        }
        #[inline]
        pub(crate) fn value(
            rules: &Rules, feature: Feature, complete: bool, items: &mut List<Item, 4>,
        ) {
            if rules.on == 0 { return; }
            $(if rules.has(Id::$Type) { $Type::value(rules, feature, complete, items); })*
        }
        #[inline]
        pub(crate) fn scored<S: Sink>(cx: &mut Cx<S>, score: &Score) {
            if cx.rules.on == 0 { return; }
            $(if cx.rules.has(Id::$Type) { $Type::scored(cx, score); })*
        }
        #[inline]
        pub(crate) fn completed<S: Sink>(cx: &mut Cx<S>, root: NodeId) {
            if cx.rules.on == 0 { return; }
            $(if cx.rules.has(Id::$Type) { $Type::completed(cx, root); })*
        }
        pub(crate) fn tiles_left(rules: &Rules, state: &Country) -> u8 {
            0 $(+ if rules.has(Id::$Type) { $Type::tiles_left(state) } else { 0 })*
        }
        pub(crate) fn great_city_counts(rules: &Rules) -> bool {
            false $(|| rules.has(Id::$Type) && $Type::great_city_counts(rules))*
        }
        pub(crate) fn field_bonus(
            rules: &Rules, state: &Country, root: NodeId, seat: Seat,
        ) -> u8 {
            0 $(+ if rules.has(Id::$Type) {
                $Type::field_bonus(rules, state, root, seat)
            } else { 0 })*
        }
        pub(crate) fn last<S: Sink>(rules: &Rules, state: &Country, total: &mut Total<S>) {
            $(if rules.has(Id::$Type) { $Type::last(rules, state, total); })*
        }
        pub(crate) fn enter<S: Sink>(cx: &mut Cx<S>, id: Id, sub: u8) -> Flow {
            match id { $(Id::$Type => $Type::enter(cx, sub)),* }
        }
        pub(crate) fn legal(
            rules: &Rules, state: &Country, id: Id, sub: u8, out: &mut Actions,
        ) {
            match id { $(Id::$Type => $Type::legal(rules, state, sub, out)),* }
        }
        pub(crate) fn odds(rules: &Rules, state: &Country, id: Id, sub: u8, out: &mut Odds) {
            match id { $(Id::$Type => $Type::odds(rules, state, sub, out)),* }
        }
        pub(crate) fn play<S: Sink>(cx: &mut Cx<S>, id: Id, sub: u8, action: Action) {
            match id { $(Id::$Type => $Type::play(cx, sub, action)),* }
        }
        pub(crate) fn refuse_choice(
            rules: &Rules, state: &Country, id: Id, sub: u8, action: Action,
        ) -> Option<Refusal> {
            match id { $(Id::$Type => $Type::refuse_choice(rules, state, sub, action)),* }
        }
        pub(crate) fn write_slot(rules: &Rules, state: &Country, id: Id) -> String {
            match id { $(Id::$Type => $Type::write_slot(rules, state)),* }
        }
        pub(crate) fn read_slot(
            rules: &Rules, state: &mut Country, id: Id, text: &str,
        ) -> Result<(), TextError> {
            match id { $(Id::$Type => $Type::read_slot(rules, state, text)),* }
        }
    };
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
}

/// Every option, with the expansion that it belongs to.
pub fn all_options() -> impl Iterator<Item = (Option<(Id, Info)>, &'static OptionDecl)> {
    let core = crate::setup::OPTIONS.iter().map(|option| (None, option));
    let others =
        ALL.iter().flat_map(|(id, info)| info.options.iter().map(move |o| (Some((*id, *info)), o)));
    core.chain(others)
}
