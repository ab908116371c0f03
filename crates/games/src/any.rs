//! A game of any family behind one door: one `match` for each call, then static code.

use alloc::string::String;
use alloc::vec::Vec;

use table::{
    Action, Actions, Board, Dice, Event, Explain, FeatureKind, Game, Log, Move, Odds, Piece,
    PieceNoun, Refusal, SEATS_MAX, Seat, Show, Sink, Spot, Text, TextError, TileKind, Turn, Why,
};

use crate::setup::{self, Family, Setup, SetupError};

/// The rules of any family, with the set-up that they were made from.
#[derive(Clone, Debug)]
pub struct AnyRules {
    setup: Setup,
    of: FamilyRules,
}

/// The rules of a family.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant)] // built once a game
pub enum FamilyRules {
    /// Of the country.
    Country(country::Rules),
    /// Of The City.
    City(city::Rules),
}

/// A game of any family. Use it with the [`AnyRules`] that it was started with.
#[derive(Clone, PartialEq, Debug)]
#[allow(clippy::large_enum_variant)] // play never allocates
pub enum AnyGame {
    /// A game of the country.
    Country(country::Country),
    /// A game of The City.
    City(city::City),
}

/// Calls the same code for the family of a game and its rules.
macro_rules! either {
    ($game:expr, $rules:expr, |$g:ident, $r:ident| $body:expr) => {
        match ($game, $rules.of()) {
            ($crate::AnyGame::Country($g), $crate::FamilyRules::Country($r)) => $body,
            ($crate::AnyGame::City($g), $crate::FamilyRules::City($r)) => $body,
            _ => panic!("{}", $crate::any::MIXED),
        }
    };
}
pub(crate) use either;

/// Calls the same code for the family of a game.
macro_rules! alone {
    ($game:expr, |$g:ident| $body:expr) => {
        match $game {
            AnyGame::Country($g) => $body,
            AnyGame::City($g) => $body,
        }
    };
}

/// Calls a function of the text side that needs neither game nor rules.
macro_rules! names {
    ($family:expr, $function:ident($($argument:expr),*)) => {
        match $family {
            Family::Country => country::Country::$function($($argument),*),
            Family::City => city::City::$function($($argument),*),
        }
    };
}

/// Calls a function of a family that needs its rules but no game.
macro_rules! ruled {
    ($rules:expr, $function:ident($($argument:expr),*)) => {
        match &$rules.of {
            FamilyRules::Country(rules) => country::Country::$function(rules $(, $argument)*),
            FamilyRules::City(rules) => city::City::$function(rules $(, $argument)*),
        }
    };
}

mod asked;
mod walled;

pub(crate) const MIXED: &str = "a game is used with the rules of another family";

impl AnyRules {
    /// Checks a set-up and builds what play needs.
    ///
    /// # Errors
    /// If the set-up cannot be played.
    pub fn new(setup: &Setup) -> Result<AnyRules, SetupError> {
        setup::check(setup)?;
        let of = match setup.family {
            Family::Country => {
                let chosen = country::CountrySetup {
                    seats: setup.seats,
                    expansions: setup.expansions.clone(),
                    options: setup.told_options(),
                };
                FamilyRules::Country(country::Rules::new(&chosen)?)
            }
            Family::City => {
                let chosen = city::CitySetup {
                    seats: setup.seats,
                    options: setup.told_options(),
                    tiles: setup.tiles.clone(),
                };
                FamilyRules::City(city::Rules::new(&chosen)?)
            }
        };
        let rules = AnyRules { setup: setup.clone(), of };
        setup::check_ids(rules.tiles().into_iter().map(|(_, id, _)| id))?;
        Ok(rules)
    }

    /// The set-up.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The family.
    pub fn family(&self) -> Family {
        self.setup.family
    }

    /// The rules of the family, for code that is static in it.
    pub fn of(&self) -> &FamilyRules {
        &self.of
    }

    /// How many seats play.
    pub fn seats(&self) -> u8 {
        self.setup.seats
    }

    /// The kinds of tile in play, with their ids and how many there are of each.
    pub fn tiles(&self) -> Vec<(TileKind, &str, u8)> {
        let kinds = (0u8..).map(TileKind);
        match &self.of {
            FamilyRules::Country(rules) => {
                kinds.zip(rules.tiles()).map(|(k, t)| (k, t.id.as_str(), t.count)).collect()
            }
            FamilyRules::City(rules) => {
                kinds.zip(rules.tiles()).map(|(k, t)| (k, t.id.as_str(), t.count)).collect()
            }
        }
    }

    /// The id of a kind of tile.
    pub fn tile_id(&self, kind: TileKind) -> &str {
        match &self.of {
            FamilyRules::Country(rules) => country::Country::tile_id(rules, kind),
            FamilyRules::City(rules) => city::City::tile_id(rules, kind),
        }
    }

    /// The kind of tile with this id.
    pub fn tile_kind(&self, id: &str) -> Option<TileKind> {
        match &self.of {
            FamilyRules::Country(rules) => country::Country::tile_kind(rules, id),
            FamilyRules::City(rules) => city::City::tile_kind(rules, id),
        }
    }

    /// What a kind of tile shows, in a few words.
    pub fn tile_name(&self, kind: TileKind) -> &str {
        match &self.of {
            FamilyRules::Country(rules) => country::Country::tile_name(rules, kind),
            FamilyRules::City(rules) => city::City::tile_name(rules, kind),
        }
    }

    /// The name of a piece.
    pub fn piece(&self, piece: Piece) -> &'static str {
        names!(self.family(), piece(piece))
    }

    /// The name of a kind of feature.
    pub fn feature(&self, feature: FeatureKind) -> &'static str {
        names!(self.family(), feature(feature))
    }

    /// The name of a reason for points, as it stands behind a count.
    pub fn why(&self, why: Why) -> &'static str {
        names!(self.family(), why(why))
    }

    /// The name of a token.
    pub fn token(&self, token: u8) -> &'static str {
        names!(self.family(), token(token))
    }

    /// What an [`Event::Told`] says, in a few words.
    pub fn told(&self, what: u8) -> &'static str {
        names!(self.family(), told(what))
    }
}

/// What the family and the expansions in play bring, and how sentences speak of it.
impl AnyRules {
    /// The kinds of piece in play: those of the seats, then those of nobody.
    pub fn pieces(&self) -> Vec<PieceNoun> {
        ruled!(self, pieces())
    }

    /// The tokens in play: number and name.
    pub fn tokens(&self) -> Vec<(u8, &'static str)> {
        ruled!(self, tokens())
    }

    /// The named places in play: number and name.
    pub fn places(&self) -> Vec<(u8, &'static str)> {
        ruled!(self, places())
    }

    /// How many tiles lie before anybody has laid one.
    pub(crate) fn start_tiles(&self) -> usize {
        ruled!(self, start_tiles())
    }

    /// Everything that a seat may be asked, by the names that texts use.
    pub fn asks(&self) -> Vec<&'static str> {
        ruled!(self, asks())
    }

    /// Moves in words, as examples of what can be typed.
    pub fn word_examples(&self) -> Vec<String> {
        ruled!(self, word_examples())
    }

    /// How a piece stands in a sentence: `a large follower`, `the Count`.
    pub fn piece_phrase(&self, piece: Piece) -> String {
        names!(self.family(), piece_phrase(piece))
    }

    /// What is done when a piece is put somewhere, before the spot: `puts a follower on`.
    pub fn put_phrase(&self, piece: Piece, at: Spot) -> String {
        names!(self.family(), put_phrase(piece, at))
    }

    /// What was scored: `a completed city`, `a field`, `most wine`.
    pub fn scored_phrase(&self, feature: FeatureKind, complete: bool) -> String {
        names!(self.family(), scored_phrase(feature, complete))
    }

    /// Whether whoever has most in such a feature gets its points.
    pub fn by_majority(&self, feature: FeatureKind) -> bool {
        names!(self.family(), by_majority(feature))
    }

    /// Whether such a feature is never completed: it is scored as it is.
    pub fn is_lasting(&self, feature: FeatureKind) -> bool {
        names!(self.family(), is_lasting(feature))
    }

    /// What gives a seat more than the value of what was scored.
    pub fn bonus_noun(&self) -> &'static str {
        ruled!(self, bonus_noun())
    }

    /// The name of a reason for points behind the number 1: `coat of arms`.
    pub fn why_one(&self, why: Why) -> String {
        names!(self.family(), why_one(why))
    }

    /// What an [`Event::Told`] says, in a sentence without capital and full stop.
    pub fn told_phrase(&self, what: u8, seat: &str, count: u8) -> String {
        names!(self.family(), told_phrase(what, seat, count))
    }

    /// Whether an [`Event::Told`] says why the game ends.
    pub fn tells_end(&self, what: u8) -> bool {
        names!(self.family(), tells_end(what))
    }
}

impl Game for AnyGame {
    type Rules = AnyRules;

    fn start(rules: &AnyRules) -> AnyGame {
        match &rules.of {
            FamilyRules::Country(rules) => AnyGame::Country(country::Country::start(rules)),
            FamilyRules::City(rules) => AnyGame::City(city::City::start(rules)),
        }
    }

    fn turn(&self) -> Turn {
        alone!(self, |game| game.turn())
    }

    fn legal(&self, rules: &AnyRules, out: &mut Actions) {
        either!(self, rules, |game, rules| game.legal(rules, out));
    }

    fn odds(&self, rules: &AnyRules, out: &mut Odds) {
        either!(self, rules, |game, rules| game.odds(rules, out));
    }

    fn pick(&self, rules: &AnyRules, dice: &mut impl Dice) -> Action {
        either!(self, rules, |game, rules| game.pick(rules, dice))
    }

    fn play(&mut self, rules: &AnyRules, action: Action, out: &mut impl Sink) {
        either!(self, rules, |game, rules| game.play(rules, action, out));
    }

    fn each_move(&self, rules: &AnyRules, found: impl FnMut(Move)) {
        either!(self, rules, |game, rules| game.each_move(rules, found));
    }

    fn random_turn(&mut self, rules: &AnyRules, dice: &mut impl Dice, out: &mut impl Sink) {
        either!(self, rules, |game, rules| game.random_turn(rules, dice, out));
    }

    fn scores(&self) -> [u16; SEATS_MAX] {
        alone!(self, |game| game.scores())
    }
}

impl AnyGame {
    /// The family.
    pub fn family(&self) -> Family {
        match self {
            AnyGame::Country(_) => Family::Country,
            AnyGame::City(_) => Family::City,
        }
    }

    /// The laid tiles and the frontier.
    pub fn board(&self) -> &Board {
        alone!(self, |game| game.board())
    }

    /// The drawn tile.
    pub fn hand(&self) -> Option<TileKind> {
        alone!(self, |game| game.hand())
    }

    /// The points of each seat if the game ended now.
    pub fn forecast(&self, rules: &AnyRules) -> [u16; SEATS_MAX] {
        either!(self, rules, |game, rules| game.forecast(rules))
    }

    /// The checked door: plays an action if `by` may play it now.
    ///
    /// # Errors
    /// Names the rule that the action would break; the game is untouched then.
    pub fn submit(
        &mut self,
        rules: &AnyRules,
        by: Turn,
        action: Action,
    ) -> Result<Vec<Event>, Refusal> {
        if let Some(refusal) = self.refuse_by(rules, by, action) {
            return Err(refusal);
        }
        let mut events = Vec::new();
        self.play(rules, action, &mut Log(|event| events.push(event)));
        Ok(events)
    }

    /// Why `by` may not play an action now; `None` if it may.
    pub fn refuse_by(&self, rules: &AnyRules, by: Turn, action: Action) -> Option<Refusal> {
        let rule = alone!(self, |game| turn_rule(game));
        let reason = match (self.turn(), by) {
            (now, by) if now == by => return self.refuse(rules, action),
            (Turn::Over, _) => return self.refuse(rules, action),
            (Turn::Chance, _) => "it is not your turn: chance decides first",
            (_, Turn::Player(_)) => "it is not your turn",
            (..) => "a player decides now, not chance",
        };
        Some(Refusal { rule, reason })
    }

    /// Why an action may not be played now; `None` if it may.
    pub fn refuse(&self, rules: &AnyRules, action: Action) -> Option<Refusal> {
        either!(self, rules, |game, rules| game.refuse(rules, action))
    }

    /// The word of an action, as docs/notation.md has it; asked before the action is played. A
    /// drawn tile is its id only: whether an `x` follows, [`gone`] tells from the events.
    pub fn word(&self, rules: &AnyRules, action: Action) -> String {
        if let Action::Draw(kind) = action {
            return rules.tile_id(kind).into();
        }
        either!(self, rules, |game, rules| game.word(rules, action))
    }

    /// Reads a word. The action may be illegal: [`AnyGame::refuse`] tells. An `x` may follow the
    /// id of a tile that fits nowhere.
    ///
    /// # Errors
    /// If the text is no word that makes sense here.
    pub fn read_word(&self, rules: &AnyRules, text: &str) -> Result<Action, TextError> {
        if let Some(id) = text.strip_suffix(" x") {
            return self.read_gone(rules, id);
        }
        if let Some(kind) = rules.tile_kind(text) {
            return Ok(Action::Draw(kind));
        }
        either!(self, rules, |game, rules| game.read_word(rules, text))
    }

    fn read_gone(&self, rules: &AnyRules, id: &str) -> Result<Action, TextError> {
        let kind = rules.tile_kind(id);
        let kind = kind.ok_or_else(|| {
            TextError::new(0, "the id of a tile before the x of a discarded tile")
        })?;
        let draw = Action::Draw(kind);
        let mut after = self.clone();
        match after.submit(rules, Turn::Chance, draw) {
            Ok(events) if !gone(&events, kind) => {
                Err(TextError::new(id.len() + 1, "no x: this tile fits somewhere"))
            }
            _ => Ok(draw),
        }
    }

    /// The name of a spot without its cell: `city:S`, `E`, `castle`.
    pub fn spot_name(&self, rules: &AnyRules, spot: Spot) -> String {
        either!(self, rules, |game, rules| game.spot_name(rules, spot))
    }

    /// The name of a spot with its cell, as `0,-1:city:S`.
    pub fn spot(&self, rules: &AnyRules, spot: Spot) -> String {
        either!(self, rules, |game, rules| game.spot(rules, spot))
    }

    /// All pieces of a seat, wherever they are.
    pub fn owned(&self, rules: &AnyRules, seat: Seat) -> Vec<(Piece, u8)> {
        either!(self, rules, |game, rules| game.owned(rules, seat))
    }

    /// The game as one line, without the set-up: the body of a position.
    pub fn position(&self, rules: &AnyRules) -> String {
        either!(self, rules, |game, rules| game.position(rules))
    }

    /// Reads the body of a position.
    ///
    /// # Errors
    /// If the text is no position under these rules.
    pub fn read_position(rules: &AnyRules, text: &str) -> Result<AnyGame, TextError> {
        match &rules.of {
            FamilyRules::Country(rules) => {
                country::Country::read_position(rules, text).map(AnyGame::Country)
            }
            FamilyRules::City(rules) => city::City::read_position(rules, text).map(AnyGame::City),
        }
    }

    /// Whose turn it is.
    pub fn on_turn(&self) -> Seat {
        alone!(self, |game| game.turn_of().0)
    }

    /// Whether the next draw is the first of a turn, given what was told since the last question.
    pub(crate) fn turn_begins(&self, events: &[Event]) -> bool {
        alone!(self, |game| game.turn_begins(events))
    }

    /// Whether the next draw is the first of a turn, for a game just set up or read.
    pub(crate) fn begins_with_turn(&self) -> bool {
        alone!(self, |game| game.begins_with_turn())
    }
}

/// The rule that says who acts in the family of a game.
fn turn_rule<G: Text>(_: &G) -> &'static str {
    G::TURN_RULE
}

/// Whether the events of a draw say that the tile fits nowhere (BASE-20, CITY-17).
pub fn gone(events: &[Event], kind: TileKind) -> bool {
    let left = |e: &Event| matches!(e, Event::Discarded(k) | Event::SetAside(k) if *k == kind);
    events.iter().any(left)
}
