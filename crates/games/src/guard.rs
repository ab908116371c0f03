//! Cells that nobody can reach. The board folds the plane into a small array ([`table::Torus`]),
//! which is right for every cell that play reaches; what people and programs send may name any
//! cell, so the door checks that first.

use alloc::format;

use table::{Action, Board, Cell, Refusal, Side, Spot, TextError};

use crate::any::AnyGame;

fn lies(board: &Board, cell: Cell) -> bool {
    board.laid().iter().any(|l| l.cell == cell)
}

/// Refuses an action that names a cell away from the board, or a segment that its tile lacks.
pub(crate) fn refuse(
    rules: &country::Rules,
    game: &country::Country,
    action: Action,
) -> Option<Refusal> {
    match action {
        Action::Tile { cell, .. } if game.hand().is_some() => {
            let near = game.board().frontier().iter().any(|open| open.cell == cell);
            (!near && !lies(game.board(), cell)).then_some(Refusal {
                rule: "BASE-17",
                reason: "a tile must share an edge with a tile that lies already",
            })
        }
        Action::Move { to: Spot::Segment { cell, segment }, .. } => {
            let laid = game.board().laid().iter().find(|l| l.cell == cell);
            let segments = laid.map_or(0, |l| rules.tiles()[l.kind.0 as usize].segments.len());
            (segment as usize >= segments)
                .then_some(Refusal { rule: "COUNT-17", reason: "there is no such feature" })
        }
        _ => None,
    }
}

/// Refuses a word that moves a figure to a cell without tile: `large>2,0:city:NW`.
pub(crate) fn check_word(game: &AnyGame, text: &str) -> Result<(), TextError> {
    let Some((piece, target)) = text.split_once('>') else {
        return Ok(());
    };
    let cell = target.split(':').next().unwrap_or(target);
    let at = piece.len() + 1;
    let read = country::text::read_cell(cell).map_err(|e| e.later(at))?;
    if lies(game.board(), read) {
        return Ok(());
    }
    Err(TextError::new(at, format!("a cell with a tile; none lies at {cell}")))
}

/// Refuses a position with a tile that touches no tile before it.
pub(crate) fn check_board(board: &Board) -> Result<(), TextError> {
    let laid = board.laid();
    for (number, tile) in laid.iter().enumerate().skip(1) {
        let beside = Side::ALL.map(|side| tile.cell.step(side));
        if !laid[..number].iter().any(|l| beside.contains(&l.cell)) {
            let Cell { x, y } = tile.cell;
            let reason = format!("tiles that touch; the one at {x},{y} touches none before it");
            return Err(TextError::new(0, reason));
        }
    }
    Ok(())
}
