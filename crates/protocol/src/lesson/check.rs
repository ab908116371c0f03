//! What only the game can tell: whether accepted words are legal, which words mean the same, and
//! whether what is pointed at exists.

use games::{Action, Teller};

use super::LessonError;
use super::build::StepDraft;
use super::scan::BlamePlace;
use crate::config::Aids;
use crate::survey::Survey;
use crate::view::legal_words;

type Result<T> = std::result::Result<T, LessonError>;

/// Completes the steps: words in their printed form, words that mean the same, places in full.
/// `before` has the game before each word.
pub(super) fn check(before: &[Teller], drafts: &mut [StepDraft]) -> Result<()> {
    drafts.iter_mut().filter(|draft| draft.step.yours).try_for_each(|draft| {
        let step = &draft.step;
        check_step(&before[step.before..step.before + step.words.len()], draft)
    })
}

/// Completes a step; `moments` has the game before each of its words.
fn check_step(moments: &[Teller], draft: &mut StepDraft) -> Result<()> {
    let step = &mut draft.step;
    let start = &moments[0];
    step.same = twins(start, &step.words[0]);
    if let Some(at) = draft.accept {
        for word in &mut step.accept {
            *word = accepted(moments, word).map_err(|expected| at.expected(expected))?;
            if step.words.contains(word) {
                return Err(at.expected(format!("other words than {word}, which the lesson plays")));
            }
        }
        let same = &step.same;
        step.accept.retain(|word| !same.contains(word));
    }
    if let Some(at) = draft.point {
        for place in &mut step.point {
            *place = pointed(start, place).map_err(|expected| at.expected(expected))?;
        }
    }
    Ok(())
}

/// A word in its printed form, if it is legal at one of these moments.
fn accepted(moments: &[Teller], word: &str) -> std::result::Result<String, String> {
    let mut why = String::new();
    for teller in moments {
        match teller.read(teller.turn(), word) {
            Ok(action) => return Ok(teller.game().word(teller.rules(), action)),
            // The first reason is about the word that most likely was meant.
            Err(error) if why.is_empty() => why = error.to_string(),
            Err(_) => {}
        }
    }
    Err(format!("words that are legal here, and {word} is not: {why}"))
}

/// Other turns of the tile that `word` lays which make the very same board.
fn twins(teller: &Teller, word: &str) -> Vec<String> {
    let Ok(action @ Action::Tile { .. }) = teller.read(teller.turn(), word) else {
        return Vec::new();
    };
    let cell = word.split(' ').next().unwrap_or_default();
    let laid = |action| {
        let mut teller = teller.clone();
        teller.act(action);
        shapes(&teller)
    };
    let own = laid(action);
    let words = legal_words(teller.rules(), teller.game()).into_iter();
    let others = words.filter(|other| other != word && other.split(' ').next() == Some(cell));
    let same = others.filter(|other| {
        let action = teller.read(teller.turn(), other);
        action.is_ok_and(|action| laid(action) == own)
    });
    same.collect()
}

type FeatureForm = (String, Vec<((i16, i16), String)>, Vec<(String, u8)>);

/// Every feature with its segments and signs, in an order that does not tell how tiles were turned.
fn shapes(teller: &Teller) -> Vec<FeatureForm> {
    let survey = Survey::of(teller.rules(), teller.game(), Aids::Standard);
    let shape = |feature: crate::survey::Feature| {
        let segments = feature.segments.into_iter();
        let mut segments: Vec<_> =
            segments.map(|spot| (spot.cell.unwrap_or_default(), spot.place)).collect();
        segments.sort();
        (feature.kind, segments, feature.signs)
    };
    let mut shapes: Vec<FeatureForm> = survey.features.into_iter().map(shape).collect();
    shapes.sort();
    shapes
}

/// What a `point` means, with the place in full.
fn pointed(teller: &Teller, text: &str) -> std::result::Result<String, String> {
    if matches!(text, "hand" | "scores" | "tiles") {
        return Ok(text.to_string());
    }
    let (cell, place) = match text.split_once(':') {
        Some((cell, place)) => (cell, Some(place)),
        None => (text, None),
    };
    let number = |text: &str| text.parse::<i16>().ok();
    let at = cell.split_once(',').and_then(|(x, y)| Some((number(x)?, number(y)?)));
    let (x, y) = at.ok_or("a place: x,y or x,y:place or hand, scores, tiles")?;
    let Some(place) = place else { return Ok(text.to_string()) };
    let (rules, game) = (teller.rules(), teller.game());
    let spot = game.read_spot(rules, table::Cell::new(x, y), place);
    let spot = spot.map_err(|_| format!("a place on a tile that lies there, not {text}"))?;
    Ok(game.spot(rules, spot))
}
