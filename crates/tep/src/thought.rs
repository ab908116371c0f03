//! What an engine thinks: the line `info`.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::text::{LineError, around, field, number, row, tidy, words};

/// What stands in a line `info`. The unit of everything is points.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Thought {
    /// Which of several choices, from 1, the best first.
    pub line: Option<u32>,
    /// How many decisions deep.
    pub depth: Option<u32>,
    /// Positions or simulations so far.
    pub nodes: Option<u64>,
    /// Positions judged so far.
    pub leaves: Option<u64>,
    /// Milliseconds so far.
    pub time: Option<u64>,
    /// The points that each seat is expected to have at the end, in the order of seats.
    pub points: Vec<f32>,
    /// What the asked seat is expected to have more than the best of the others.
    pub margin: Option<f32>,
    /// Its standard error.
    pub error: Option<f32>,
    /// How likely each seat wins, of 1000; ties are split.
    pub win: Vec<u16>,
    /// Whether everything was tried.
    pub exact: bool,
    /// The best words from here, up to where chance acts.
    pub pv: Vec<String>,
    /// Anything else, for people.
    pub string: Option<String>,
}

/// Rows of numbers are no longer: nobody has so many seats.
const ROW_MAX: usize = 16;

impl Thought {
    /// A remark for people.
    pub fn string(text: &str) -> Thought {
        Thought { string: Some(tidy(text)), ..Thought::default() }
    }

    /// Reads what stands behind `info`. Fields that nobody knows are passed over.
    pub(crate) fn read(text: &str) -> Result<Thought, LineError> {
        let (text, string) = around(text, "string");
        let (text, pv) = around(text, "pv");
        let mut thought = Thought {
            pv: words(pv.unwrap_or_default()),
            string: string.map(tidy),
            ..Thought::default()
        };
        let mut tokens = text.split_whitespace().peekable();
        let whole = "a whole number from 0";
        while let Some(key) = tokens.next() {
            match key {
                "line" => thought.line = Some(number("info", key, tokens.next(), whole)?),
                "depth" => thought.depth = Some(number("info", key, tokens.next(), whole)?),
                "nodes" => thought.nodes = Some(number("info", key, tokens.next(), whole)?),
                "leaves" => thought.leaves = Some(number("info", key, tokens.next(), whole)?),
                "time" => thought.time = Some(number("info", key, tokens.next(), whole)?),
                "margin" => thought.margin = Some(points(key, tokens.next())?),
                "error" => thought.error = Some(points(key, tokens.next())?),
                "exact" => thought.exact = true,
                "points" | "win" => {
                    let mut numbers = Vec::new();
                    while let Some(token) = tokens.next_if(|t| is_number(t)) {
                        numbers.push(token);
                    }
                    if numbers.is_empty() || numbers.len() > ROW_MAX {
                        let what = alloc::format!("info: {key}: expected a number for each seat");
                        return Err(LineError::new(what));
                    }
                    for token in numbers {
                        if key == "points" {
                            thought.points.push(points(key, Some(token))?);
                        } else {
                            thought.win.push(number("info", key, Some(token), "0 to 1000")?);
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(thought)
    }
}

fn is_number(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '.')
}

fn points(key: &str, token: Option<&str>) -> Result<f32, LineError> {
    let read: f32 = number("info", key, token, "points, a number")?;
    if read.is_finite() {
        return Ok(read);
    }
    number("info", key, token.map(|_| "an endless number"), "points, a number")
}

impl fmt::Display for Thought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        let numbers = [
            ("line", self.line.map(u64::from)),
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("leaves", self.leaves),
            ("time", self.time),
        ];
        for (key, value) in numbers {
            if let Some(value) = value {
                field(&mut out, key, value);
            }
        }
        if !self.points.is_empty() {
            field(&mut out, "points", row(&self.points));
        }
        if let Some(margin) = self.margin {
            field(&mut out, "margin", margin);
        }
        if let Some(error) = self.error {
            field(&mut out, "error", error);
        }
        if !self.win.is_empty() {
            field(&mut out, "win", row(&self.win));
        }
        if self.exact {
            field(&mut out, "exact", "");
        }
        if !self.pv.is_empty() {
            field(&mut out, "pv", self.pv.join("; "));
        }
        if let Some(string) = &self.string {
            field(&mut out, "string", string);
        }
        f.write_str(out.trim_start())
    }
}
