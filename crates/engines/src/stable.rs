//! The programs of one command that a server keeps: some idle, some at work, never too many.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

use games::Setup;

use crate::command::CommandLine;
use crate::fault::Fault;
use crate::program::Program;

/// A command, and what runs of it.
pub struct Stable {
    command: CommandLine,
    most: usize,
    horses: Mutex<Horses>,
    freed: Condvar,
}

struct Horses {
    idle: Vec<Program>,
    at_work: usize,
}

/// A program taken out of a stable; it goes back unless it fell.
pub struct Stall<'a> {
    stable: &'a Stable,
    program: Option<Program>,
}

impl Stable {
    /// At most so many programs of a command.
    pub fn new(command: CommandLine, most: usize) -> Stable {
        let horses = Mutex::new(Horses { idle: Vec::new(), at_work: 0 });
        Stable { command, most: most.max(1), horses, freed: Condvar::new() }
    }

    /// The command.
    pub fn command(&self) -> &CommandLine {
        &self.command
    }

    /// Takes a program for a game, an idle one or a new one, and sets options; waits for one until
    /// a moment. `None` if all were at work all the time.
    ///
    /// # Errors
    /// If a new one cannot be started, or does not play the set-up.
    pub fn take(
        &self,
        setup: &Setup,
        options: &[(&str, String)],
        until: Instant,
    ) -> Result<Option<Stall<'_>>, Fault> {
        let mut horses = self.horses.lock().unwrap_or_else(PoisonError::into_inner);
        let idle = loop {
            if let Some(program) = horses.idle.pop() {
                break Some(program);
            }
            if horses.at_work < self.most {
                break None;
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            let waited = self.freed.wait_timeout(horses, left);
            horses = waited.unwrap_or_else(PoisonError::into_inner).0;
        };
        horses.at_work += 1;
        drop(horses);
        let mut stall = Stall { stable: self, program: idle };
        if stall.program.is_none() {
            stall.program = Some(Program::start(&self.command, false)?);
        }
        if let Some(program) = &mut stall.program
            && let Err(fault) = prepare(program, setup, options)
        {
            // What does not play this may play something else.
            if !matches!(fault, Fault::NotPlayed(_)) {
                stall.program = None;
            }
            return Err(fault);
        }
        Ok(Some(stall))
    }

    /// How many programs run.
    pub fn running(&self) -> usize {
        let horses = self.horses.lock().unwrap_or_else(PoisonError::into_inner);
        horses.idle.len() + horses.at_work
    }

    /// Ends those that are idle.
    pub fn clear(&self) {
        let mut horses = self.horses.lock().unwrap_or_else(PoisonError::into_inner);
        let idle = std::mem::take(&mut horses.idle);
        drop(horses);
        idle.into_iter().for_each(Program::quit);
    }
}

fn prepare(program: &mut Program, setup: &Setup, options: &[(&str, String)]) -> Result<(), Fault> {
    for (name, value) in options {
        program.set(name, value)?;
    }
    program.new_game(setup)
}

impl Stall<'_> {
    /// The program.
    ///
    /// # Panics
    /// After [`Stall::fell`].
    pub fn program(&mut self) -> &mut Program {
        self.program.as_mut().expect("a program that was taken")
    }

    /// Ends it: it made a fault.
    pub fn fell(mut self) {
        self.program = None;
    }
}

impl Drop for Stall<'_> {
    fn drop(&mut self) {
        // A program is ended outside of the lock.
        let program = self.program.take();
        let mut horses = self.stable.horses.lock().unwrap_or_else(PoisonError::into_inner);
        horses.at_work -= 1;
        horses.idle.extend(program);
        drop(horses);
        self.stable.freed.notify_one();
    }
}
