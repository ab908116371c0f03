//! Whole moves of the seat to act: every word, the words behind it, and what they are worth. With
//! them a client shows and chooses a tile and a figure without asking the server, offline too.

use games::prospect::{self, Named, Prospect};
use games::{AnyGame, AnyRules, Sorted};
use serde::{Deserialize, Serialize};

use crate::config::Aids;
use crate::event::Patch;

/// What the seat to act may say, and what follows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Moves {
    /// Lists of words: questions name them by number, for many tiles ask the same.
    pub words: Vec<Vec<String>>,
    /// Features as they lie now, by their segments; [`MoveWorth::joins`] names them by number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<Vec<Patch>>>", optional))]
    pub features: Vec<Vec<Patch>>,
    /// What is asked now.
    pub first: MoveQuestion,
}

/// Something that the seat is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MoveQuestion {
    /// What, as [`crate::Now::ask`].
    pub ask: String,
    /// The number of its list in [`Moves::words`]. Left out: what may be said then is known to the
    /// server only; ask it with a draft.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub words: Option<u16>,
    /// What each of these words is worth; left out where nothing is told. A table whose aids show
    /// nothing is told of their own segments only, so that one feature is one choice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<MoveWorth>>", optional))]
    pub worth: Vec<MoveWorth>,
    /// What is asked behind each of these words; `null` if nothing is left to decide. Left out if
    /// that is so behind all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<Option<MoveQuestion>>>", optional))]
    #[cfg_attr(feature = "openapi", schema(no_recursion))]
    pub then: Vec<Option<MoveQuestion>>,
}

/// What a word brings. What it lights up are the features that it joins, its own segments on the
/// tile of the move, and whole tiles.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MoveWorth {
    /// The points of each seat at once; left out if nobody gets any. For a tile: if no figure
    /// follows. Final scoring is never in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<u16>>", optional))]
    pub gain: Vec<u16>,
    /// What the feature in question gives to its owners if the game ended now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub now: Option<u16>,
    /// What it gives completed as it is; left out for fields, homes, guards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub complete: Option<u16>,
    /// Numbers of [`Moves::features`]: what the feature is made of, or what is scored; for a tile
    /// what it continues.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<u16>>", optional))]
    pub joins: Vec<u16>,
    /// Its segments on the tile that this move lays.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<String>>", optional))]
    pub own: Vec<String>,
    /// Whole tiles that count: around a monastery, along a guard's row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<(i16, i16)>>", optional))]
    pub tiles: Vec<(i16, i16)>,
}

impl Moves {
    /// Whole moves as the table's aids show them; `None` if no seat has to decide.
    pub fn of(rules: &AnyRules, game: &AnyGame, aids: Aids) -> Option<Moves> {
        let prospect = Prospect::of(rules, game)?;
        let is_priced = aids != Aids::Purist;
        let mut scribe = Scribe { from: &prospect.features, is_priced, ..Scribe::default() };
        let first = scribe.question(&prospect.first);
        Some(Moves { words: scribe.words, features: scribe.features, first })
    }
}

/// Writes lists and features once, and their numbers afterwards.
#[derive(Default)]
struct Scribe<'a> {
    from: &'a [Vec<Named>],
    /// Whether words are told with what they bring.
    is_priced: bool,
    words: Vec<Vec<String>>,
    lists: Sorted<Vec<String>, u16>,
    features: Vec<Vec<Patch>>,
    known: Sorted<usize, u16>,
}

impl Scribe<'_> {
    fn question(&mut self, question: &prospect::Question) -> MoveQuestion {
        let ask = question.ask.name().to_string();
        let Some(answers) = &question.answers else {
            return MoveQuestion { ask, words: None, worth: Vec::new(), then: Vec::new() };
        };
        let words = self.list(answers.iter().map(|answer| answer.word.clone()).collect());
        let mut worth: Vec<MoveWorth> =
            answers.iter().map(|answer| self.worth(&answer.worth)).collect();
        if !self.is_priced && worth.iter().all(|one| *one == MoveWorth::default()) {
            worth.clear();
        }
        let next = |answer: &prospect::Answer| answer.then.as_ref().map(|then| self.question(then));
        let mut then: Vec<Option<MoveQuestion>> = answers.iter().map(next).collect();
        if then.iter().all(Option::is_none) {
            then.clear();
        }
        MoveQuestion { ask, words: Some(words), worth, then }
    }

    fn list(&mut self, words: Vec<String>) -> u16 {
        let next = self.words.len() as u16;
        let number = *self.lists.or_insert(words.clone(), next);
        if number == next {
            self.words.push(words);
        }
        number
    }

    fn worth(&mut self, worth: &prospect::Worth) -> MoveWorth {
        if !self.is_priced {
            return MoveWorth { own: worth.own.clone(), ..MoveWorth::default() };
        }
        MoveWorth {
            gain: worth.gain.clone(),
            now: worth.now,
            complete: worth.complete,
            joins: worth.joins.iter().map(|number| self.feature(*number)).collect(),
            own: worth.own.clone(),
            tiles: worth.tiles.iter().map(|cell| (cell.x, cell.y)).collect(),
        }
    }

    fn feature(&mut self, number: usize) -> u16 {
        let next = self.features.len() as u16;
        let known = *self.known.or_insert(number, next);
        if known == next {
            let segments = self.from[number].iter();
            let place = |(cell, name): &Named| Patch(cell.x, cell.y, name.clone());
            self.features.push(segments.map(place).collect());
        }
        known
    }
}
