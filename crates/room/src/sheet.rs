//! The draws of a finished game.

use games::{Record, Turn};
use protocol::{Draw, DrawSheet, Problem};

/// What was drawn, whether it could be laid nowhere, and out of what.
type Drawn = (String, bool, Vec<(String, u64)>);

/// Every draw of a finished game with what could have been drawn then, so that a page can check
/// them without knowing a rule (docs/fair-draws.md).
///
/// # Errors
/// If the record cannot be replayed: where, and why.
pub fn draw_sheet(record: &Record) -> Result<DrawSheet, Problem> {
    let before = record.tag(fair::tag::DRAWS_AFTER).and_then(|text| text.parse().ok());
    let mut drawn: Vec<Drawn> = Vec::new();
    let mut teller = record.begin()?;
    for index in 0..record.words().len() {
        let by_chance = teller.turn() == Turn::Chance && index >= before.unwrap_or(0);
        let odds = by_chance.then(|| fair::odds(teller.rules(), teller.game()));
        let said = record.play_word(index, &mut teller)?;
        if let Some(odds) = odds {
            let odds = odds.into_iter().map(|(word, _, count)| (word, count)).collect();
            let (word, unplaceable) = match said.text.strip_suffix(" x") {
                Some(word) => (word.to_string(), true),
                None => (said.text, false),
            };
            drawn.push((word, unplaceable, odds));
        }
    }
    let mut words: Vec<String> = Vec::new();
    for (word, _) in drawn.iter().flat_map(|(_, _, odds)| odds) {
        if let Err(at) = words.binary_search(word) {
            words.insert(at, word.clone());
        }
    }
    let place = |word: &String| words.binary_search(word).map_or(0, |at| at as u32);
    let draw = |(word, unplaceable, odds): &Drawn| Draw {
        word: place(word),
        unplaceable: *unplaceable,
        odds: odds.iter().map(|(word, count)| (place(word), *count as u32)).collect(),
    };
    let draws = drawn.iter().map(draw).collect();
    Ok(DrawSheet { words, draws })
}
