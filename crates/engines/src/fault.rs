//! What a program did wrong.

use std::fmt;
use std::time::Duration;

/// Why a program is not asked any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It could not be started.
    Start(String),
    /// It did not introduce itself in time.
    NoGreeting(Duration),
    /// It does not play this set-up, as it says itself.
    NotPlayed(String),
    /// It did not answer in time.
    Late(Duration),
    /// It ended.
    Died,
    /// It does not read what it is sent.
    Deaf,
    /// It said something that the protocol does not allow.
    Wrong(String),
    /// It answered with a word that makes no sense or is illegal.
    Illegal {
        /// The word.
        word: String,
        /// Which rule it breaks, or what was expected.
        why: String,
    },
    /// It answered that it has no answer, where a seat must decide.
    NoAnswer,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Start(why) => write!(f, "it cannot be started: {why}"),
            Fault::NoGreeting(after) => {
                write!(f, "no tepok within {} ms of the greeting", after.as_millis())
            }
            Fault::NotPlayed(setup) => write!(f, "it does not support {setup}"),
            Fault::Late(after) => write!(f, "no bestmove within {} ms", after.as_millis()),
            Fault::Died => f.write_str("it ended"),
            Fault::Deaf => f.write_str("it does not read what it is sent"),
            Fault::Wrong(what) => write!(f, "it does not keep to the protocol: {what}"),
            Fault::Illegal { word, why } => write!(f, "illegal answer {word:?}: {why}"),
            Fault::NoAnswer => f.write_str("bestmove none where a seat must decide"),
        }
    }
}

impl std::error::Error for Fault {}
