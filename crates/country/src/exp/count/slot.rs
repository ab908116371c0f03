//! What the Count keeps: who waits in which quarter, and where he stands.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use table::{Piece, SEATS_MAX, Text, TextError};

use super::QUARTERS;
use crate::rules::Rules;
use crate::state::Country;

/// Follower, large follower and abbot: the pieces that can wait in a quarter.
pub const PIECES_INSIDE: usize = 3;

/// The name of a piece by its number.
fn name(piece: usize) -> &'static str {
    Country::piece(Piece(piece as u8))
}

/// Whether the seat on turn has sent somebody in with this tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Entry {
    /// Not yet asked.
    #[default]
    Open,
    /// Somebody entered this quarter; the Count may move.
    Entered(u8),
    /// All that is over.
    Done,
}

/// What the Count keeps.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Slot {
    /// Figures by quarter, seat and piece.
    pub inside: [[[u8; PIECES_INSIDE]; SEATS_MAX]; QUARTERS.len()],
    /// The Count's quarter; he starts in the castle (COUNT-02).
    pub at: u8,
    /// The seats that got points from the tile just laid, as a mask (COUNT-09).
    pub gained: u8,
    /// How far entering has come.
    pub entry: Entry,
    /// Whether an entry was made in this turn, if only one is allowed.
    pub entered: bool,
    /// Whose go it is to move out, counted from the left of the first.
    pub go: u8,
    /// The seats that have passed for good, as a mask.
    pub passed: u8,
}

/// `at=castle in=castle:1:follower*2 gained=6 entry=market entered go=1 passed=4`.
pub(super) fn write(_: &Rules, slot: &Slot) -> String {
    let mut words: Vec<String> = Vec::new();
    words.push(format!("at={}", QUARTERS[slot.at as usize]));
    for (quarter, seats) in slot.inside.iter().enumerate() {
        for (seat, pieces) in seats.iter().enumerate() {
            for (piece, count) in pieces.iter().enumerate().filter(|(_, n)| **n > 0) {
                let (quarter, piece) = (QUARTERS[quarter], name(piece));
                words.push(format!("in={quarter}:{}:{piece}*{count}", seat + 1));
            }
        }
    }
    match slot.entry {
        Entry::Open => {}
        Entry::Done => words.push("entry=done".into()),
        Entry::Entered(quarter) => words.push(format!("entry={}", QUARTERS[quarter as usize])),
    }
    for (key, value) in [("gained", slot.gained), ("go", slot.go), ("passed", slot.passed)] {
        if value > 0 {
            words.push(format!("{key}={value}"));
        }
    }
    if slot.entered {
        words.push("entered".into());
    }
    words.join(" ")
}

/// Figures inside have left their supplies, so reading takes them from there.
pub(super) fn read(rules: &Rules, state: &mut Country, text: &str) -> Result<(), TextError> {
    for word in text.split_whitespace() {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        read_word(rules, state, word).ok_or_else(|| {
            TextError::new(
                at,
                "at=, in=QUARTER:SEAT:PIECE*N, entry=, gained=, go=, passed= or entered",
            )
        })?;
    }
    Ok(())
}

fn read_word(rules: &Rules, state: &mut Country, word: &str) -> Option<()> {
    let quarter = |name: &str| QUARTERS.iter().position(|q| *q == name);
    let (key, value) = word.split_once('=').unwrap_or((word, ""));
    let number = |most: u8| value.parse::<u8>().ok().filter(|n| *n <= most);
    let mask = (1 << rules.seats) - 1;
    match key {
        "at" => state.slots.count.at = quarter(value)? as u8,
        "in" => {
            let mut parts = value.split(':');
            let quarter = quarter(parts.next()?)?;
            let seat = parts.next()?.parse::<usize>().ok()?.checked_sub(1)?;
            let (piece, count) = parts.next()?.split_once('*')?;
            let piece = (0..PIECES_INSIDE).find(|p| name(*p) == piece)?;
            let count: u8 = count.parse().ok()?;
            if seat >= rules.seats as usize {
                return None;
            }
            let left = state.supply[seat][piece].checked_sub(count)?;
            state.supply[seat][piece] = left;
            state.slots.count.inside[quarter][seat][piece] += count;
        }
        "entry" if value == "done" => state.slots.count.entry = Entry::Done,
        "entry" => state.slots.count.entry = Entry::Entered(quarter(value)? as u8),
        "gained" => state.slots.count.gained = number(mask)?,
        "go" => state.slots.count.go = number(rules.seats)?,
        "passed" => state.slots.count.passed = number(mask)?,
        "entered" => state.slots.count.entered = true,
        _ => return None,
    }
    Some(())
}
