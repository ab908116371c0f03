//! What the River keeps: its stack, its open end, its last bend.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use table::{Bag, Cell, List, Side, TextError, TileKind};

use crate::rules::Rules;
use crate::text;

/// How the last tile bent the river, seen in the direction of flow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Bend {
    /// Not at all.
    #[default]
    Straight,
    /// To the left.
    Left,
    /// To the right.
    Right,
}

/// What the River keeps.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Slot {
    /// The tiles between spring and lake that have not been drawn.
    pub stack: Bag,
    /// Tiles put back just above the lake, in order (RIVER-08).
    pub queue: List<TileKind, 16>,
    /// The lake, until it is drawn.
    pub lake: Option<TileKind>,
    /// The tile and side where the river is open.
    pub mouth: Option<(Cell, Side)>,
    /// The last bend (RIVER-07).
    pub bend: Bend,
    /// The drawn tile may bend the river as it likes (RIVER-08).
    pub lifted: bool,
    /// The lake has just been laid by itself.
    pub lake_lay: bool,
}

impl Slot {
    /// How many river tiles have not been drawn.
    pub fn left(&self) -> u8 {
        self.stack.total() + self.queue.len() as u8 + self.lake.is_some() as u8
    }
}

/// `stack=river/curve.2 queue=river/straight lake=river/lake mouth=0,0:E bend=left lifted`.
pub(super) fn write(rules: &Rules, slot: &Slot) -> String {
    let id = |kind: TileKind| rules.tiles[kind.0 as usize].id.as_str();
    let mut words: Vec<String> = Vec::new();
    let stack: Vec<String> =
        slot.stack.iter().map(|(kind, n)| format!("{}*{n}", id(kind))).collect();
    if !stack.is_empty() {
        words.push(format!("stack={}", stack.join("+")));
    }
    if !slot.queue.is_empty() {
        let queue: Vec<&str> = slot.queue.iter().map(|k| id(*k)).collect();
        words.push(format!("queue={}", queue.join("+")));
    }
    if let Some(lake) = slot.lake {
        words.push(format!("lake={}", id(lake)));
    }
    if let Some((cell, side)) = slot.mouth {
        words.push(format!("mouth={},{}:{}", cell.x, cell.y, side.letter()));
    }
    match slot.bend {
        Bend::Straight => {}
        Bend::Left => words.push("bend=left".into()),
        Bend::Right => words.push("bend=right".into()),
    }
    if slot.lifted {
        words.push("lifted".into());
    }
    if slot.lake_lay {
        words.push("lake-laid".into());
    }
    if words.is_empty() {
        words.push("over".into());
    }
    words.join(" ")
}

pub(super) fn read(rules: &Rules, slot: &mut Slot, text: &str) -> Result<(), TextError> {
    *slot = Slot::default();
    for word in text.split_whitespace() {
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        read_word(rules, slot, word).ok_or_else(|| {
            TextError::new(at, "stack=, queue=, lake=, mouth=, bend=, lifted, lake-laid or over")
        })?;
    }
    Ok(())
}

fn read_word(rules: &Rules, slot: &mut Slot, word: &str) -> Option<()> {
    let kind =
        |id: &str| text::kind_of(rules, id).filter(|k| rules.kinds[k.0 as usize].stream != 0);
    let (key, value) = word.split_once('=').unwrap_or((word, ""));
    match key {
        "stack" => {
            for entry in value.split('+') {
                let (id, count) = entry.split_once('*')?;
                let count: u8 = count.parse().ok().filter(|n| (1..=12).contains(n))?;
                if slot.stack.total() > 12 {
                    return None;
                }
                slot.stack.add(kind(id)?, count);
            }
        }
        "queue" => {
            for id in value.split('+') {
                if slot.queue.len() >= 12 {
                    return None;
                }
                slot.queue.push(kind(id)?);
            }
        }
        "lake" => slot.lake = Some(kind(value)?),
        "mouth" => {
            let (cell, side) = value.split_once(':')?;
            let mut letters = side.chars();
            slot.mouth = Some((text::read_cell(cell).ok()?, Side::from_letter(letters.next()?)?));
        }
        "bend" => {
            slot.bend = match value {
                "left" => Bend::Left,
                "right" => Bend::Right,
                _ => return None,
            }
        }
        "lifted" => slot.lifted = true,
        "lake-laid" => slot.lake_lay = true,
        "over" => {}
        _ => return None,
    }
    Some(())
}
