//! Random walks that check, at every step, what must hold in every game: used by tests and by the
//! fuzzers.

use alloc::format;
use alloc::string::String;

use table::{
    Action, Actions, Cell, Dice, Game, Odds, Piece, Quiet, Rot, Seat, Side, Spot, TileKind, Turn,
};

use crate::any::{AnyGame, AnyRules};

/// No game is longer: running past it is a bug.
pub const ACTIONS_MAX: usize = 5000;

/// Plays a random game to its end, with [`check`] before every action, and returns the end.
///
/// # Errors
/// Tells what does not hold, and in which position.
pub fn walk(rules: &AnyRules, dice: &mut impl Dice) -> Result<AnyGame, String> {
    let mut game = AnyGame::start(rules);
    for _ in 0..ACTIONS_MAX {
        check(rules, &game, dice)?;
        if game.turn() == Turn::Over {
            return Ok(game);
        }
        let action = game.pick(rules, dice);
        game.play(rules, action, &mut Quiet);
    }
    Err(format!("no end after {ACTIONS_MAX} actions: {}", game.position(rules)))
}

/// Checks what must hold in every position.
///
/// # Errors
/// Tells what does not hold, and in which position.
pub fn check(rules: &AnyRules, game: &AnyGame, dice: &mut impl Dice) -> Result<(), String> {
    let mut legal = Actions::new();
    game.legal(rules, &mut legal);
    let checked = check_turn(rules, game, &legal)
        .and_then(|()| check_legal(rules, game, &legal))
        .and_then(|()| check_others(rules, game, &legal, dice))
        .and_then(|()| check_position(rules, game))
        .and_then(|()| check_pieces(rules, game));
    checked.map_err(|reason| format!("{reason} in {}", crate::position::print(rules, game)))
}

/// Somebody can act unless the game is over, and the odds are those of chance alone.
fn check_turn(rules: &AnyRules, game: &AnyGame, legal: &[Action]) -> Result<(), String> {
    let over = game.turn() == Turn::Over;
    if legal.is_empty() != over {
        return Err(format!("{} legal actions at {:?}", legal.len(), game.turn()));
    }
    let mut odds = Odds::new();
    game.odds(rules, &mut odds);
    let chance = if game.turn() == Turn::Chance { legal } else { &[] };
    let fine = odds.iter().map(|(a, _)| *a).eq(chance.iter().copied());
    if !fine || odds.iter().any(|(_, n)| *n == 0) {
        return Err(format!("odds {odds:?} at {:?}", game.turn()));
    }
    if over && game.forecast(rules) != game.scores() {
        return Err("the forecast differs from the result".into());
    }
    Ok(())
}

/// Some of the legal actions: none is refused, and each can be read as it is printed.
fn check_legal(rules: &AnyRules, game: &AnyGame, legal: &[Action]) -> Result<(), String> {
    for action in legal.iter().step_by(legal.len() / 8 + 1) {
        if let Some(refusal) = game.refuse(rules, *action) {
            return Err(format!("{action:?} is legal but refused: {refusal}"));
        }
        let word = game.word(rules, *action);
        match game.read_word(rules, &word) {
            Ok(read) if read == *action => {}
            read => return Err(format!("{action:?} prints {word:?}, which reads {read:?}")),
        }
    }
    Ok(())
}

/// Random actions: exactly those that are not listed are refused.
fn check_others(
    rules: &AnyRules,
    game: &AnyGame,
    legal: &[Action],
    dice: &mut impl Dice,
) -> Result<(), String> {
    for _ in 0..4 {
        let action = any_action(game, dice);
        if game.refuse(rules, action).is_none() != legal.contains(&action) {
            return Err(format!("{action:?} is listed or refused wrongly"));
        }
    }
    Ok(())
}

fn any_action(game: &AnyGame, dice: &mut impl Dice) -> Action {
    let mut number = |n: u32| dice.below(n) as u8;
    let rot = Rot::from_index(number(4));
    let piece = Piece(number(16));
    let choice = number(16);
    let spot = match number(4) {
        0 => Spot::Place(number(32)),
        1 => Spot::Edge { cell: any_cell(game, dice), side: Side::from_index(rot as u8) },
        2 => Spot::segment(any_cell(game, dice), dice.below(256) as u8),
        _ => Spot::segment(any_cell(game, dice), piece.0 % 8),
    };
    match dice.below(8) {
        0 => Action::First(Seat(choice)),
        1 => Action::Draw(TileKind(dice.below(128) as u8)),
        2 | 3 => Action::Tile { cell: any_cell(game, dice), rot },
        4 => Action::Put { piece, at: spot },
        5 => Action::Move { piece, to: spot },
        6 => Action::Take { at: spot },
        _ if rot == Rot::R0 => Action::Pass,
        _ => Action::Choose(choice),
    }
}

/// A cell of the board or near it; sometimes one far away.
fn any_cell(game: &AnyGame, dice: &mut impl Dice) -> Cell {
    if dice.below(8) == 0 {
        return Cell::new(dice.below(1 << 16) as i16, dice.below(1 << 16) as i16);
    }
    let laid = game.board().laid();
    let Some(last) = laid.len().checked_sub(1) else {
        return Cell::ORIGIN;
    };
    let cell = laid[last - dice.below(laid.len().min(8) as u32) as usize].cell;
    let reach = |dice: &mut _| -> i16 { Dice::below(dice, 5) as i16 - 2 };
    Cell::new(cell.x + reach(dice), cell.y + reach(dice))
}

/// A game that is printed and read again is the same game.
fn check_position(rules: &AnyRules, game: &AnyGame) -> Result<(), String> {
    let printed = game.position(rules);
    let read = AnyGame::read_position(rules, &printed)
        .map_err(|e| format!("the position is not read: {e}"))?;
    if read.position(rules) != printed {
        return Err(format!("the position prints differently: {}", read.position(rules)));
    }
    if read != *game {
        return Err("the position is read as another game".into());
    }
    Ok(())
}

/// No piece is lost or made: every seat owns what it began with.
fn check_pieces(rules: &AnyRules, game: &AnyGame) -> Result<(), String> {
    let start = AnyGame::start(rules);
    for seat in (0..rules.seats()).map(Seat) {
        let (found, all) = (game.owned(rules, seat), start.owned(rules, seat));
        if found != all {
            return Err(format!("seat {} has {found:?} of {all:?} pieces", seat.0 + 1));
        }
    }
    Ok(())
}
