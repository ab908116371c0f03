//! What a person may type: a number, a move in words, or a command.

use std::io::{BufRead, Write};

use anyhow::Result;
use games::{Action, AnyGame, Game, position};

use super::explain::Menu;
use super::{Said, Session};
use crate::cmd::replay::final_table;

const HELP_CHOICES: &str = "You may type:
  NUMBER        takes that choice; for a placement also with its turn: 3 r2
  0,-1 r2       lays the tile on a cell, turned clockwise by quarter turns
";
const HELP_COMMANDS: &str = "  board         shows the board again
  tiles         what is left to draw, and how likely each tile is
  score         points, and what they would be if the game ended now
  undo          takes the last choice back, until the next tile is drawn
  position      the game as one line, for `trencavel draw` and others
  save FILE     writes the record of the game
  quit          stops
";

impl<I: BufRead, O: Write> Session<I, O> {
    /// Understands a line. `picked` is the cell chosen so far, if its turn is still open.
    pub(super) fn understand(
        &mut self,
        line: &str,
        menu: &Menu,
        picked: &mut Option<usize>,
    ) -> Result<Said> {
        let (head, rest) = line.split_once(' ').unwrap_or((line, ""));
        match head {
            "" => return Ok(Said::Again),
            "help" | "h" | "?" => self.help()?,
            "board" | "b" => self.show_board(menu.cells())?,
            "tiles" | "t" => {
                let left = super::tiles::left(self.recorder.rules(), self.recorder.game());
                write!(self.out, "{left}")?;
            }
            "score" | "s" => {
                let table = final_table(self.recorder.rules(), self.recorder.game(), &self.names);
                write!(self.out, "{table}")?;
            }
            "position" => {
                let line = position::print(self.recorder.rules(), self.recorder.game());
                writeln!(self.out, "{line}")?;
            }
            "undo" | "u" if picked.take().is_some() => {}
            "undo" | "u" if self.past.is_empty() => {
                writeln!(self.out, "Nothing to take back since the tile was drawn.")?;
            }
            "undo" | "u" => return Ok(Said::Undo),
            "save" => self.save(rest.trim())?,
            "quit" | "q" | "exit" => return Ok(Said::Quit),
            _ => return self.understand_move(line, menu, picked),
        }
        Ok(Said::Again)
    }

    /// What may be typed, with examples of the game that is played.
    fn help(&mut self) -> Result<()> {
        let examples = self.recorder.rules().word_examples().join(", ");
        writeln!(self.out, "{HELP_CHOICES}  {examples}   moves in words")?;
        write!(self.out, "{HELP_COMMANDS}")?;
        Ok(())
    }

    fn understand_move(
        &mut self,
        line: &str,
        menu: &Menu,
        picked: &mut Option<usize>,
    ) -> Result<Said> {
        match menu.pick(line, *picked) {
            Some(Ok(action)) => return Ok(Said::Action(action)),
            Some(Err(cell)) => {
                *picked = Some(cell);
                return Ok(Said::Again);
            }
            None => {}
        }
        let (rules, game) = (self.recorder.rules(), self.recorder.game());
        let said = match read(rules, game, line) {
            Ok(action) => match game.refuse_by(rules, game.turn(), action) {
                None => return Ok(Said::Action(action)),
                Some(refusal) => format!("Not allowed: {refusal}."),
            },
            Err(reason) => format!("Not understood: {reason}. Type help for what can be typed."),
        };
        writeln!(self.out, "{}", self.style.error(&said))?;
        Ok(Said::Again)
    }

    /// Writes the record to a file.
    pub(super) fn save(&mut self, name: &str) -> Result<()> {
        if name.is_empty() {
            writeln!(self.out, "Give a file, as: save game.tcr")?;
            return Ok(());
        }
        match std::fs::write(name, self.recorder.record().print()) {
            Ok(()) => {
                self.saved = self.recorder.record().words().len();
                writeln!(self.out, "Saved to {name}.")?;
            }
            Err(error) => writeln!(self.out, "{name} cannot be written: {error}")?,
        }
        Ok(())
    }
}

/// Reads a move in words; a number that is no choice is told so.
fn read(rules: &games::AnyRules, game: &AnyGame, line: &str) -> Result<Action, String> {
    if line.parse::<u32>().is_ok() {
        return Err(format!("{line} is none of the choices"));
    }
    game.read_word(rules, line).map_err(|e| format!("expected {}", e.expected))
}
