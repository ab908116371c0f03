//! The referee's side of a session: what the lines of an engine mean.

use alloc::string::String;
use alloc::vec::Vec;

use crate::greeting::Greeting;
use crate::reply::Reply;
use crate::text::line;
use crate::thought::Thought;

/// What a line of an engine means.
#[derive(Clone, PartialEq, Debug)]
pub enum Heard {
    /// Nothing that the referee waits for.
    Nothing,
    /// The greeting is over: who it is.
    Greeted(Greeting),
    /// It is ready.
    Ready,
    /// What it thinks.
    Thought(Thought),
    /// Its answer; empty where it has none.
    Best(Vec<String>),
    /// It speaks out of turn, or not as the protocol says.
    Wrong(String),
}

/// What the referee has heard and waits for.
#[derive(Clone, Debug, Default)]
pub struct Listener {
    greeting: Option<Greeting>,
    greeted: bool,
    /// Whether it was told to go and has not answered.
    asked: bool,
}

impl Listener {
    /// Nothing was said yet.
    pub fn new() -> Listener {
        Listener::default()
    }

    /// Notes that the engine was greeted.
    pub fn greets(&mut self) {
        self.greeting = Some(Greeting::default());
        self.greeted = false;
    }

    /// Notes that it was told to go.
    pub fn asks(&mut self) {
        self.asked = true;
    }

    /// Whether it owes an answer.
    pub fn is_waiting(&self) -> bool {
        self.asked
    }

    /// Hears a line as it was read.
    pub fn hear(&mut self, bytes: &[u8]) -> Heard {
        let wrong = |what: &dyn core::fmt::Display, said: &str| {
            Heard::Wrong(alloc::format!("{what} ({})", shortened(said)))
        };
        let text = match line(bytes) {
            Ok(text) => text,
            Err(error) => return wrong(&error, ""),
        };
        let reply = match Reply::read(text) {
            Ok(reply) => reply,
            Err(error) => return wrong(&error, text),
        };
        let Some(greeting) = &mut self.greeting else {
            return wrong(&"nothing is said before the greeting", text);
        };
        match reply {
            Reply::Name(_)
            | Reply::Author(_)
            | Reply::Option(_)
            | Reply::Supports(_)
            | Reply::NeedsLegal
            | Reply::TepOk
                if self.greeted =>
            {
                wrong(&"the greeting is over", text)
            }
            Reply::Name(name) => {
                greeting.name = name;
                Heard::Nothing
            }
            Reply::Author(author) => {
                greeting.author = author;
                Heard::Nothing
            }
            Reply::Option(option) => {
                greeting.options.push(option);
                Heard::Nothing
            }
            Reply::Supports(support) => {
                greeting.supports.push(support);
                Heard::Nothing
            }
            Reply::NeedsLegal => {
                greeting.needs_legal = true;
                Heard::Nothing
            }
            Reply::TepOk if greeting.name.is_empty() => wrong(&"expected id name before it", text),
            Reply::TepOk => {
                self.greeted = true;
                Heard::Greeted(greeting.clone())
            }
            Reply::ReadyOk => Heard::Ready,
            Reply::Info(thought) => Heard::Thought(thought),
            Reply::BestMove(words) if core::mem::take(&mut self.asked) => Heard::Best(words),
            Reply::BestMove(_) => wrong(&"nobody asked", text),
            Reply::Unknown(_) => Heard::Nothing,
        }
    }
}

/// The beginning of a line, for reports.
fn shortened(line: &str) -> String {
    let mut short: String = line.chars().take(80).collect();
    if short.len() < line.len() {
        short.push('…');
    }
    short
}
