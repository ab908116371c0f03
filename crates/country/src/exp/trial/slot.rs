//! What the trial keeps: where the beast is, how far its walk has come, and the bones.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use table::{List, SEATS_MAX, TextError};

use crate::rules::Rules;
use crate::state::Country;
use crate::text::read_cell;

/// What the trial keeps. Tiles by their number in the order of laying.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Slot {
    /// Where the beast is.
    pub tile: u8,
    /// Where it has been on this walk.
    pub been: List<u8, 8>,
    /// How many seats have yet to move it.
    pub left: u8,
    /// The bones of each seat.
    pub bones: [u8; SEATS_MAX],
}

/// `at=0,0 been=0,0+1,0 left=1 bones=0.2`.
pub(super) fn write(rules: &Rules, state: &Country) -> String {
    let slot = &state.slots.trial;
    let cell = |number: u8| {
        let cell = state.board.tile(number).cell;
        format!("{},{}", cell.x, cell.y)
    };
    let mut words = Vec::from([format!("at={}", cell(slot.tile))]);
    if slot.left > 0 {
        let been: Vec<String> = slot.been.iter().map(|n| cell(*n)).collect();
        words.push(format!("been={} left={}", been.join("+"), slot.left));
    }
    if slot.bones != [0; SEATS_MAX] {
        let bones = slot.bones[..rules.seats as usize].iter().map(|n| format!("{n}"));
        words.push(format!("bones={}", bones.collect::<Vec<_>>().join(".")));
    }
    words.join(" ")
}

pub(super) fn read(rules: &Rules, state: &mut Country, text: &str) -> Result<(), TextError> {
    for word in text.split_whitespace() {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        read_word(rules, state, word)
            .ok_or_else(|| TextError::new(at, "at=CELL, been=CELL+CELL, left= or bones="))?;
    }
    Ok(())
}

fn read_word(rules: &Rules, state: &mut Country, word: &str) -> Option<()> {
    let (key, value) = word.split_once('=')?;
    let tile = |text: &str| {
        let number = state.board.number_at(read_cell(text).ok()?)? as u8;
        let kind = state.board.tile(number).kind;
        (rules.kinds[kind.0 as usize].len > 0).then_some(number)
    };
    match key {
        "at" => state.slots.trial.tile = tile(value)?,
        "been" => {
            let been: Option<Vec<u8>> = value.split('+').map(tile).collect();
            let been = been.filter(|b| b.len() <= SEATS_MAX + 1)?;
            state.slots.trial.been = been.into_iter().collect();
        }
        "left" => {
            let left = value.parse().ok().filter(|n| (1..=rules.seats).contains(n))?;
            state.slots.trial.left = left;
        }
        "bones" => {
            let bones: Option<Vec<u8>> =
                value.split('.').map(|n| n.parse().ok().filter(|n| *n <= 200)).collect();
            let bones = bones.filter(|b| b.len() == rules.seats as usize)?;
            state.slots.trial.bones[..bones.len()].copy_from_slice(&bones);
        }
        _ => return None,
    }
    Some(())
}
