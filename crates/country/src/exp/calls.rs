//! The list of expansions as straight calls, each guarded by a bit.

/// Takes the list and makes [`Id`](super::Id), the slots of the state, and a function for each of
/// the contract that calls those in play.
macro_rules! expansions {
    ($($(#[$when:meta])* $id:literal => $name:ident: $Type:ident),* $(,)?) => {
        $($(#[$when])* use $name::$Type;)*

        /// The expansions; their numbers are for ever.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum Id { $($(#[$when])* #[doc = stringify!($Type)] $Type = $id),* }

        /// What the expansions keep in the state.
        #[derive(Clone, Copy, PartialEq, Debug, Default)]
        pub struct Slots {
            $($(#[$when])* #[doc = stringify!($Type)] pub $name: <$Type as Expansion>::Slot),*
        }

        /// All expansions with their names, in the order of the list.
        pub const ALL: &[(Id, Info)] = &[$($(#[$when])* (Id::$Type, $Type::INFO)),*];

        pub(crate) fn for_each_step(on: u32, mut found: impl FnMut(Id, &'static PlanStepDecl)) {
            $($(#[$when])* if on >> $id & 1 != 0 {
                for d in $Type::STEPS { found(Id::$Type, d); }
            })*
        }
        pub(crate) fn setup(on: u32, build: &mut Build) {
            $($(#[$when])* if on >> $id & 1 != 0 { $Type::setup(build); })*
        }
        pub(crate) fn start(rules: &Rules, state: &mut Country) {
            $($(#[$when])* if rules.has(Id::$Type) { $Type::start(rules, state); })*
        }
        pub(crate) fn watches_tile(on: u32, tile: &TileDef) -> bool {
            $($(#[$when])* if on >> $id & 1 != 0 && $Type::watches_tile(tile) { return true; })*
            false
        }
        pub(crate) fn watches_figures(on: u32, tile: &TileDef) -> bool {
            $($(#[$when])* if on >> $id & 1 != 0 && $Type::watches_figures(tile) { return true; })*
            false
        }
        pub(crate) fn binds_tile(
            rules: &Rules, state: &Country, kind: TileKind,
        ) -> Option<Cell> {
            $($(#[$when])* if rules.has(Id::$Type)
                && let Some(cell) = $Type::binds_tile(rules, state, kind)
            { return Some(cell); })*
            None
        }
        pub(crate) fn forbids_tile(
            rules: &Rules, state: &Country, kind: TileKind, cell: Cell, rot: Rot,
        ) -> Option<&'static Refusal> {
            $($(#[$when])* if rules.has(Id::$Type)
                && let Some(refusal) = $Type::forbids_tile(rules, state, kind, cell, rot)
            { return Some(refusal); })*
            None
        }
        #[inline]
        pub(crate) fn placed<S: Sink>(cx: &mut Cx<S>) {
            if cx.rules.on == 0 { return; }
            $($(#[$when])* if cx.rules.has(Id::$Type) { $Type::placed(cx); })*
        }
        pub(crate) fn relaid(rules: &Rules, state: &mut Country) {
            $($(#[$when])* if rules.has(Id::$Type) { $Type::relaid(rules, state); })*
        }
        pub(crate) fn forbids_figure(
            rules: &Rules, state: &Country, piece: Piece, tile: Lying, segment: u8,
        ) -> Option<&'static Refusal> {
            $($(#[$when])* if rules.has(Id::$Type)
                && let Some(refusal) = $Type::forbids_figure(rules, state, piece, tile, segment)
            { return Some(refusal); })*
            None
        }
        /// What each expansion has to offer wherever the tile goes.
        #[derive(Clone, Copy, Default)]
        pub(crate) struct Leads {
            $($(#[$when])* $name: <$Type as Expansion>::Lead),*
        }
        #[inline]
        pub(crate) fn leads(rules: &Rules, state: &Country) -> Leads {
            let mut leads = Leads::default();
            $($(#[$when])* if rules.has(Id::$Type) { leads.$name = $Type::lead(rules, state); })*
            leads
        }
        #[inline]
        pub(crate) fn offer(rules: &Rules, leads: &Leads, offers: &mut Offers) {
            $($(#[$when])* if rules.has(Id::$Type) { $Type::offer(&leads.$name, offers); })*
        }
        /// Whether somebody in play offers more than the site of a tile tells.
        pub(crate) fn offers_more(on: u32) -> bool {
            $($(#[$when])* if on >> $id & 1 != 0 && $Type::OFFERS_MORE { return true; })*
            false
        }
        pub(crate) fn offer_more(rules: &Rules, state: &Country, offers: &mut Offers) {
            $($(#[$when])* if $Type::OFFERS_MORE && rules.has(Id::$Type) {
                $Type::offer_more(rules, state, offers);
            })*
        }
        /// Who offers a figure action now: the first of the list.
        pub(crate) fn offered_by(rules: &Rules, state: &Country, action: Action) -> Option<Id> {
            $($(#[$when])* if rules.has(Id::$Type)
                && put::is_offered(rules, state, action, |offers| {
                    $Type::offer(&$Type::lead(rules, state), offers);
                    if $Type::OFFERS_MORE { $Type::offer_more(rules, state, offers); }
                })
            { return Some(Id::$Type); })*
            None
        }
        pub(crate) fn act<S: Sink>(cx: &mut Cx<S>, id: Id, action: Action) {
            match id { $($(#[$when])* Id::$Type => $Type::act(cx, action)),* }
        }
        pub(crate) fn refuse_figure(
            rules: &Rules, state: &Country, action: Action,
        ) -> Option<Refusal> {
            $($(#[$when])* if rules.has(Id::$Type)
                && let Some(refusal) = $Type::refuse_figure(rules, state, action)
            { return Some(refusal); })*
            None
        }
        pub(crate) fn take_at(
            rules: &Rules, state: &Country, id: Id, cell: Cell,
        ) -> Option<Spot> {
            match id { $($(#[$when])* Id::$Type => $Type::take_at(rules, state, cell)),* }
        }
        pub(crate) fn taken<S: Sink>(cx: &mut Cx<S>, root: NodeId) {
            $($(#[$when])* if cx.rules.has(Id::$Type) { $Type::taken(cx, root); })*
        }
        #[inline]
        pub(crate) fn value(
            rules: &Rules, feature: FeatureTally, complete: bool, items: &mut List<ScoreItem, 4>,
        ) {
            if rules.on == 0 { return; }
            $($(#[$when])* if rules.has(Id::$Type) {
                $Type::value(rules, feature, complete, items);
            })*
        }
        #[inline]
        pub(crate) fn scored<S: Sink>(cx: &mut Cx<S>, winners: SeatSet, value: u16) {
            if cx.rules.on == 0 { return; }
            $($(#[$when])* if cx.rules.has(Id::$Type) { $Type::scored(cx, winners, value); })*
        }
        #[inline]
        pub(crate) fn completed<S: Sink>(cx: &mut Cx<S>, root: NodeId) {
            if cx.rules.on == 0 { return; }
            $($(#[$when])* if cx.rules.has(Id::$Type) { $Type::completed(cx, root); })*
        }
        pub(crate) fn tiles_left(rules: &Rules, state: &Country) -> u8 {
            let mut left = 0;
            $($(#[$when])* if rules.has(Id::$Type) { left += $Type::tiles_left(state); })*
            left
        }
        pub(crate) fn city_outside(rules: &Rules, field: FeatureTally) -> Option<Why> {
            $($(#[$when])* if rules.has(Id::$Type)
                && let Some(why) = $Type::city_outside(rules, field)
            { return Some(why); })*
            None
        }
        pub(crate) fn field_bonus(
            rules: &Rules, state: &Country, root: NodeId, seat: Seat,
        ) -> u8 {
            let mut bonus = 0;
            $($(#[$when])* if rules.has(Id::$Type) {
                bonus += $Type::field_bonus(rules, state, root, seat);
            })*
            bonus
        }
        pub(crate) fn last<S: Sink>(rules: &Rules, state: &Country, total: &mut Total<S>) {
            $($(#[$when])* if rules.has(Id::$Type) { $Type::last(rules, state, total); })*
        }
        pub(crate) fn enter<S: Sink>(cx: &mut Cx<S>, id: Id, sub: u8) -> Flow {
            match id { $($(#[$when])* Id::$Type => $Type::enter(cx, sub)),* }
        }
        pub(crate) fn legal(
            rules: &Rules, state: &Country, id: Id, sub: u8, found: &mut dyn FnMut(Action),
        ) {
            match id { $($(#[$when])* Id::$Type => $Type::legal(rules, state, sub, found)),* }
        }
        pub(crate) fn draws_from(state: &Country, id: Id, sub: u8) -> Option<&Bag> {
            match id { $($(#[$when])* Id::$Type => $Type::draws_from(state, sub)),* }
        }
        pub(crate) fn odds(rules: &Rules, state: &Country, id: Id, sub: u8, out: &mut Odds) {
            match id { $($(#[$when])* Id::$Type => $Type::odds(rules, state, sub, out)),* }
        }
        pub(crate) fn play<S: Sink>(cx: &mut Cx<S>, id: Id, sub: u8, action: Action) {
            match id { $($(#[$when])* Id::$Type => $Type::play(cx, sub, action)),* }
        }
        pub(crate) fn refuse_choice(
            rules: &Rules, state: &Country, id: Id, sub: u8, action: Action,
        ) -> Option<Refusal> {
            match id {
                $($(#[$when])* Id::$Type => $Type::refuse_choice(rules, state, sub, action)),*
            }
        }
        pub(crate) fn figures(rules: &Rules, state: &Country, found: &mut dyn FnMut(Shown)) {
            $($(#[$when])* if rules.has(Id::$Type) { $Type::figures(rules, state, found); })*
        }
        /// Calls `found` for every token in play: its number, its name and its owner.
        pub(crate) fn each_token(rules: &Rules, mut found: impl FnMut(u8, &'static str, Id)) {
            $($(#[$when])* if rules.has(Id::$Type) && $Type::has_tokens(rules) {
                for (token, name) in $Type::INFO.tokens { found(*token, name, Id::$Type); }
            })*
        }
        pub(crate) fn has_tokens(rules: &Rules, id: Id) -> bool {
            match id { $($(#[$when])* Id::$Type => $Type::has_tokens(rules)),* }
        }
        pub(crate) fn held(
            rules: &Rules, state: &Country, seat: Seat, id: Id, token: u8,
        ) -> u8 {
            match id { $($(#[$when])* Id::$Type => $Type::held(rules, state, seat, token)),* }
        }
        pub(crate) fn stock(rules: &Rules, state: &Country, stock: &mut Stock) {
            $($(#[$when])* if rules.has(Id::$Type) { $Type::stock(rules, state, stock); })*
        }
        pub(crate) fn promise(rules: &Rules, state: &Country, seat: Seat) -> u16 {
            let mut promise = 0;
            $($(#[$when])* if rules.has(Id::$Type) {
                promise += $Type::promise(rules, state, seat);
            })*
            promise
        }
        pub(crate) fn foresee(
            rules: &Rules, state: &Country, left: u16, tenths: &mut [i16; SEATS_MAX],
        ) {
            if rules.on == 0 { return; }
            $($(#[$when])* if rules.has(Id::$Type) {
                $Type::foresee(rules, state, left, tenths);
            })*
        }
        pub(crate) fn write_slot(rules: &Rules, state: &Country, id: Id) -> String {
            match id { $($(#[$when])* Id::$Type => $Type::write_slot(rules, state)),* }
        }
        pub(crate) fn read_slot(
            rules: &Rules, state: &mut Country, id: Id, text: &str,
        ) -> Result<(), TextError> {
            match id { $($(#[$when])* Id::$Type => $Type::read_slot(rules, state, text)),* }
        }
    };
}
