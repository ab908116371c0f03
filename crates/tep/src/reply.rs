//! What an engine says.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::greeting::{SeatOption, Support};
use crate::text::{LineError, first, tidy, words};
use crate::thought::Thought;

/// A line of an engine.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// `id name …`.
    Name(String),
    /// `id author …`.
    Author(String),
    /// `option name … type …`: something that can be set.
    Option(SeatOption),
    /// `supports country seats=2-6 …`: what it can play.
    Supports(Support),
    /// `needs legal`: it knows no rules and wants to be told every legal word.
    NeedsLegal,
    /// `tepok`: the greeting is over.
    TepOk,
    /// `readyok`.
    ReadyOk,
    /// `info …`: what it thinks.
    Info(Thought),
    /// `bestmove W; W`: the whole decision or a first part of it; `bestmove none` where no seat
    /// decides.
    BestMove(Vec<String>),
    /// Something that later versions know; it is passed over.
    Unknown(String),
}

/// What stands for no word at all.
const NONE: &str = "none";

impl Reply {
    /// An error of whoever asks, told in a line that disturbs nobody.
    pub fn error(what: impl fmt::Display) -> Reply {
        Reply::Info(Thought::string(&alloc::format!("error: {what}")))
    }

    /// Reads a line.
    ///
    /// # Errors
    /// If it begins as a reply that is known and does not go on as one.
    pub fn read(line: &str) -> Result<Reply, LineError> {
        let (name, rest) = first(line);
        Ok(match (name, first(rest)) {
            ("id", ("name", name)) if !name.is_empty() => Reply::Name(tidy(name)),
            ("id", ("author", author)) if !author.is_empty() => Reply::Author(tidy(author)),
            ("id", _) => return Err(LineError::new("id: expected name NAME or author AUTHOR")),
            ("option", _) => Reply::Option(SeatOption::read(rest)?),
            ("supports", _) => Reply::Supports(Support::read(rest)?),
            ("needs", ("legal", _)) => Reply::NeedsLegal,
            ("tepok", _) => Reply::TepOk,
            ("readyok", _) => Reply::ReadyOk,
            ("info", _) => Reply::Info(Thought::read(rest)?),
            ("bestmove", (NONE, "")) => Reply::BestMove(Vec::new()),
            ("bestmove", _) => match words(rest) {
                none if none.is_empty() => {
                    return Err(LineError::new("bestmove: expected words, or none"));
                }
                words => Reply::BestMove(words),
            },
            _ => Reply::Unknown(tidy(line)),
        })
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Name(name) => write!(f, "id name {name}"),
            Reply::Author(author) => write!(f, "id author {author}"),
            Reply::Option(option) => write!(f, "option {option}"),
            Reply::Supports(support) => write!(f, "supports {support}"),
            Reply::NeedsLegal => f.write_str("needs legal"),
            Reply::TepOk => f.write_str("tepok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::Info(thought) => f.write_str(&("info ".to_string() + &thought.to_string())),
            Reply::BestMove(words) if words.is_empty() => write!(f, "bestmove {NONE}"),
            Reply::BestMove(words) => write!(f, "bestmove {}", words.join("; ")),
            Reply::Unknown(line) => f.write_str(line),
        }
    }
}
