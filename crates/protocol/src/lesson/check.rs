//! What only the game can tell: whether accepted words are legal, which words mean the same, and
//! whether what is pointed at exists.

use games::record::LineColumn;
use games::{Action, Record};

use super::LessonError;
use super::build::Draft;
use super::scan::BlamePlace;
use crate::config::Aids;
use crate::step::Course;
use crate::survey::Survey;
use crate::view::legal_words;

type Result<T> = std::result::Result<T, LessonError>;

/// Plays the steps and completes them on the way: words in their printed form, words that mean the
/// same, places in full.
pub(super) fn check(record: &Record, drafts: &mut [Draft]) -> Result<()> {
    let mut course = Course::new(record.begin()?, Aids::Standard);
    for draft in drafts {
        if draft.step.yours {
            check_step(&course, draft)?;
        }
        for word in &draft.step.words {
            let by = course.turn();
            let told = course.tell(|teller| teller.say(by, word));
            // The record was replayed before: no word of it can fail.
            let start = LineColumn::START;
            told.map_err(|error| start.expected(error.to_string()))?;
        }
    }
    Ok(())
}

fn check_step(course: &Course, draft: &mut Draft) -> Result<()> {
    let step = &mut draft.step;
    let own = step.words.first().cloned().unwrap_or_default();
    step.same = twins(course, &own);
    if let Some(at) = draft.accept {
        let before = moments(course, &step.words);
        for word in &mut step.accept {
            *word = accepted(&before, word).map_err(|expected| at.expected(expected))?;
            if step.words.contains(word) {
                return Err(at.expected(format!("other words than {word}, which the lesson plays")));
            }
        }
        let same = &step.same;
        step.accept.retain(|word| !same.contains(word));
    }
    if let Some(at) = draft.point {
        for place in &mut step.point {
            *place = pointed(course, place).map_err(|expected| at.expected(expected))?;
        }
    }
    Ok(())
}

/// The game before each of some words that are known to be legal.
fn moments(course: &Course, words: &[String]) -> Vec<Course> {
    let mut moments = vec![course.clone()];
    for word in &words[..words.len() - 1] {
        let Some(mut after) = moments.last().cloned() else { break };
        if let Ok(action) = after.read(after.turn(), word) {
            after.act(action);
        }
        moments.push(after);
    }
    moments
}

/// A word in its printed form, if it is legal at one of these moments.
fn accepted(moments: &[Course], word: &str) -> std::result::Result<String, String> {
    let mut why = String::new();
    for course in moments {
        match course.read(course.turn(), word) {
            Ok(action) => return Ok(course.game().word(course.rules(), action)),
            // The first reason is about the word that most likely was meant.
            Err(error) if why.is_empty() => why = error.to_string(),
            Err(_) => {}
        }
    }
    Err(format!("words that are legal here, and {word} is not: {why}"))
}

/// Other turns of the tile that `word` lays which make the very same board.
fn twins(course: &Course, word: &str) -> Vec<String> {
    let Ok(action @ Action::Tile { .. }) = course.read(course.turn(), word) else {
        return Vec::new();
    };
    let cell = word.split(' ').next().unwrap_or_default();
    let laid = |action| {
        let mut course = course.clone();
        course.act(action);
        shapes(&course)
    };
    let own = laid(action);
    let words = legal_words(course.rules(), course.game()).into_iter();
    let others = words.filter(|other| other != word && other.split(' ').next() == Some(cell));
    let same = others.filter(|other| {
        let action = course.read(course.turn(), other);
        action.is_ok_and(|action| laid(action) == own)
    });
    same.collect()
}

type Shape = (String, Vec<((i16, i16), String)>, Vec<(String, u8)>);

/// Every feature with its segments and signs, in an order that does not tell how tiles were turned.
fn shapes(course: &Course) -> Vec<Shape> {
    let survey = Survey::of(course.rules(), course.game(), Aids::Standard);
    let shape = |feature: crate::survey::Feature| {
        let segments = feature.segments.into_iter();
        let mut segments: Vec<_> =
            segments.map(|spot| (spot.cell.unwrap_or_default(), spot.place)).collect();
        segments.sort();
        (feature.kind, segments, feature.signs)
    };
    let mut shapes: Vec<Shape> = survey.features.into_iter().map(shape).collect();
    shapes.sort();
    shapes
}

/// What a `point` means, with the place in full.
fn pointed(course: &Course, text: &str) -> std::result::Result<String, String> {
    if matches!(text, "hand" | "scores" | "tiles") {
        return Ok(text.to_string());
    }
    let (cell, place) = match text.split_once(':') {
        Some((cell, place)) => (cell, Some(place)),
        None => (text, None),
    };
    let number = |text: &str| text.parse::<i16>().ok();
    let at = cell.split_once(',').and_then(|(x, y)| Some((number(x)?, number(y)?)));
    let at = at.ok_or("a place: x,y or x,y:place or hand, scores, tiles")?;
    let Some(place) = place else { return Ok(text.to_string()) };
    let survey = Survey::of(course.rules(), course.game(), Aids::Standard);
    let mut spots = survey.features.iter().flat_map(|feature| &feature.segments);
    let spot = spots.find(|spot| spot.cell == Some(at) && names(place, &spot.place));
    let spot = spot.ok_or_else(|| format!("a place on a tile that lies there, not {text}"))?;
    Ok(format!("{cell}:{}", spot.place))
}

/// Whether a short name, as `road:E` or `field:NL`, means a place: the same kind, and no side that
/// the place does not have.
fn names(short: &str, place: &str) -> bool {
    let split = |text: &str| -> (String, Vec<String>) {
        let (kind, sides) = text.split_once(':').unwrap_or((text, ""));
        let halves = matches!(kind, "field" | "market" | "homes");
        let sides = if halves {
            sides.split('.').map(str::to_string).collect()
        } else {
            sides.chars().map(String::from).collect()
        };
        (kind.to_string(), sides)
    };
    let ((kind, sides), (other, all)) = (split(short), split(place));
    kind == other && sides.iter().all(|side| all.contains(side))
}
