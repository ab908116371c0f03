//! How long to think: what stands behind `go`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::text::{LineError, field, number, row};

/// What limits a thought. Whichever limit is reached first ends it; without any, one of the
/// engine's own choice.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Milliseconds for this decision.
    pub time: Option<u64>,
    /// Milliseconds that each seat has left, in the order of seats; empty without a clock.
    pub clock: Vec<u64>,
    /// Milliseconds that a seat gains with each move.
    pub increment: u64,
    /// Positions or simulations, whatever the engine counts.
    pub nodes: Option<u64>,
    /// How many different choices to tell about; one if left out.
    pub lines: Option<u32>,
    /// Think until `stop`.
    pub infinite: bool,
    /// Think while another seat does: the limits begin to count with `ponderhit`.
    pub ponder: bool,
}

/// The most milliseconds of a clock: a year, so that sums stay numbers.
const TIME_MAX: u64 = 366 * 24 * 3600 * 1000;
/// The most seats of a clock.
const SEATS_MAX: usize = 16;

impl Limits {
    /// Reads what stands behind `go`. Fields that nobody knows are passed over.
    pub(crate) fn read(text: &str) -> Result<Limits, LineError> {
        let mut limits = Limits::default();
        let mut tokens = text.split_whitespace().peekable();
        while let Some(key) = tokens.next() {
            match key {
                "time" => limits.time = Some(milliseconds(key, tokens.next())?),
                "inc" => limits.increment = milliseconds(key, tokens.next())?,
                "clock" => {
                    let is_number =
                        |token: &&str| token.starts_with(|c: char| c.is_ascii_digit() || c == '-');
                    limits.clock.clear();
                    while let Some(token) = tokens.next_if(is_number) {
                        limits.clock.push(milliseconds(key, Some(token))?);
                    }
                    if limits.clock.is_empty() || limits.clock.len() > SEATS_MAX {
                        let wrong = "go: clock: expected the milliseconds of each seat behind it";
                        return Err(LineError::new(wrong));
                    }
                }
                "nodes" => {
                    let nodes: u64 = number("go", key, tokens.next(), "a number from 1")?;
                    limits.nodes = Some(nodes.max(1));
                }
                "lines" => {
                    let lines: u32 = number("go", key, tokens.next(), "a number from 1")?;
                    limits.lines = Some(lines.max(1));
                }
                "infinite" => limits.infinite = true,
                "ponder" => limits.ponder = true,
                _ => {}
            }
        }
        Ok(limits)
    }

    /// Whether nothing but `stop` ends the thought for now.
    pub fn is_open(&self) -> bool {
        self.infinite || self.ponder
    }
}

fn milliseconds(key: &str, token: Option<&str>) -> Result<u64, LineError> {
    let read: u64 = number("go", key, token, "milliseconds, a number from 0")?;
    if read > TIME_MAX {
        return Err(LineError::new(format!("go: {key} {read}: expected at most {TIME_MAX}")));
    }
    Ok(read)
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        if let Some(time) = self.time {
            field(&mut out, "time", time);
        }
        if !self.clock.is_empty() {
            field(&mut out, "clock", row(&self.clock));
        }
        if self.increment > 0 {
            field(&mut out, "inc", self.increment);
        }
        if let Some(nodes) = self.nodes {
            field(&mut out, "nodes", nodes);
        }
        if let Some(lines) = self.lines {
            field(&mut out, "lines", lines);
        }
        if self.infinite {
            field(&mut out, "infinite", "");
        }
        if self.ponder {
            field(&mut out, "ponder", "");
        }
        f.write_str(&out)
    }
}
