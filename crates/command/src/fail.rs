//! Errors with an exit code, and how they are told.

use std::fmt;
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use crate::style::Style;

/// Whose fault it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blame {
    /// The input is wrong: exit code 2.
    Input,
    /// The input holds an illegal move: exit code 3.
    Move,
    /// The input is not what it claims to be: exit code 1.
    Deceit,
}

/// An error of the user, with what to do next.
#[derive(Debug)]
pub struct Fail {
    blame: Blame,
    what: String,
    next: &'static str,
}

impl fmt::Display for Fail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Fail {}

/// Bad input.
pub fn input(what: impl fmt::Display, next: &'static str) -> anyhow::Error {
    Fail { blame: Blame::Input, what: what.to_string(), next }.into()
}

/// A file or directory that cannot be written where the user wants it.
pub fn unwritable(path: &Path, error: &std::io::Error) -> anyhow::Error {
    input(format!("{} cannot be written: {error}", path.display()), "Name another place.")
}

/// An illegal move.
pub fn illegal(what: impl fmt::Display, next: &'static str) -> anyhow::Error {
    Fail { blame: Blame::Move, what: what.to_string(), next }.into()
}

/// A record whose draws do not follow from its seed.
pub fn deceit(what: impl fmt::Display, next: &'static str) -> anyhow::Error {
    Fail { blame: Blame::Deceit, what: what.to_string(), next }.into()
}

/// Whether it is such an error.
pub fn is_deceit(error: &anyhow::Error) -> bool {
    error.downcast_ref::<Fail>().is_some_and(|fail| fail.blame == Blame::Deceit)
}

/// Tells an error and gives its exit code.
pub fn report(error: &anyhow::Error) -> ExitCode {
    let pipe = error.downcast_ref::<std::io::Error>();
    if pipe.is_some_and(|e| e.kind() == ErrorKind::BrokenPipe) {
        return ExitCode::SUCCESS; // whoever read our output has seen enough
    }
    let style = Style::for_terminal(std::io::stderr().is_terminal());
    let (code, next) = match error.downcast_ref::<Fail>() {
        Some(Fail { blame: Blame::Input, next, .. }) => (2, *next),
        Some(Fail { blame: Blame::Move, next, .. }) => (3, *next),
        Some(Fail { blame: Blame::Deceit, next, .. }) => (1, *next),
        None if pipe.is_some() => (1, "The output cannot be written."),
        None => (1, "This is an error of the program, not yours. Please report it."),
    };
    let mut lines = format!("{} {error:#}\n", style.error("error:"));
    if !next.is_empty() {
        lines += &format!("{} {next}\n", style.faint("hint:"));
    }
    // The exit code still tells if nobody reads the error any more.
    let _ = std::io::stderr().write_all(lines.as_bytes());
    ExitCode::from(code)
}
