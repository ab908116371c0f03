//! What lies across the sides of a tile: known on a board, unknown for a tile by itself.

use table::{Board, Cell, HalfEdge};

use super::Ground;

/// The ground across each half-edge, NL first; `None` where there is no tile or nothing is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Around(pub [Option<Ground>; 8]);

impl Around {
    /// What lies around a cell of a board.
    pub fn at(rules: &city::Rules, board: &Board, cell: Cell) -> Around {
        Around(std::array::from_fn(|half| {
            let half = HalfEdge(half as u8);
            let beside = board.at(cell.step(half.side()))?;
            let tile = rules.tile(beside.kind);
            let areas = &tile.segments[tile.streets as usize..];
            let touched =
                |s: &&city::Segment| s.ports_turned(beside.rot) >> half.partner().0 & 1 == 1;
            areas.iter().find(touched).map(Ground::of)
        }))
    }

    /// As eight letters `h f g l` (homes, fish, grain, livestock) or `-`, to be asked for by name.
    pub fn letters(&self) -> String {
        self.0.iter().map(|ground| ground.map_or('-', Ground::letter)).collect()
    }

    /// Reads eight letters.
    pub fn from_letters(text: &str) -> Option<Around> {
        let mut around = Around::default();
        let mut letters = text.chars();
        for place in &mut around.0 {
            *place = match letters.next()? {
                '-' => None,
                letter => Some(Ground::from_letter(letter)?),
            };
        }
        letters.next().is_none().then_some(around)
    }
}
