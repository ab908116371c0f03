//! The engine's side of a session: what to do about each line.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use crate::board::{Board, Boards};
use crate::command::{Command, PositionLine};
use crate::greeting::Greeting;
use crate::limits::Limits;
use crate::reply::Reply;
use crate::text::{LineError, line};
use crate::{LINE_MAX, VERSION};

/// What an engine has to do.
#[derive(Clone, PartialEq, Debug)]
pub enum Order {
    /// Say a line.
    Say(Reply),
    /// Something was set; the value is one that the greeting allows.
    Set {
        /// Which option, as the greeting has it.
        name: String,
        /// Its value.
        value: String,
    },
    /// Another game begins.
    Forget,
    /// Think, and then give the words to [`Session::best`].
    Think(Box<Task>),
    /// End the thought: the best so far is the answer.
    Stop,
    /// The limits count from now.
    PonderHit,
    /// End.
    Quit,
}

/// What to think about, and how long.
#[derive(Clone, Debug)]
pub struct Task {
    /// The game.
    pub board: Board,
    /// The legal words, if the referee told them.
    pub legal: Option<Vec<String>>,
    /// How long.
    pub limits: Limits,
}

impl PartialEq for Task {
    fn eq(&self, other: &Task) -> bool {
        self.board.game == other.board.game && self.limits == other.limits
    }
}

/// A tile file that is being sent.
#[derive(Clone, Debug)]
struct Sent {
    name: String,
    text: String,
    too_long: bool,
}

/// What an engine knows of the talk so far.
#[derive(Clone, Debug)]
pub struct Session {
    greeting: Greeting,
    greeted: bool,
    thinking: bool,
    boards: Boards,
    board: Option<Board>,
    legal: Option<Vec<String>>,
    sent: Option<Sent>,
}

/// The longest tile file that is listened to, in bytes.
const SENT_MAX: usize = 8 * LINE_MAX;

impl Session {
    /// Nobody has said anything yet.
    pub fn new(greeting: Greeting) -> Session {
        Session {
            greeting,
            greeted: false,
            thinking: false,
            boards: Boards::default(),
            board: None,
            legal: None,
            sent: None,
        }
    }

    /// Whether a thought is under way.
    pub fn is_thinking(&self) -> bool {
        self.thinking
    }

    /// The answer of a thought, if one is under way: exactly one for each.
    pub fn best(&mut self, words: Vec<String>) -> Option<Reply> {
        core::mem::take(&mut self.thinking).then_some(Reply::BestMove(words))
    }

    /// Hears a line, as it was read, without its end.
    pub fn hear(&mut self, bytes: &[u8]) -> Vec<Order> {
        let heard = line(bytes).and_then(|text| match &mut self.sent {
            Some(sent) if text.trim() != "endtiles" => {
                sent.add(text);
                Ok(Vec::new())
            }
            _ => self.obey(Command::read(text)?),
        });
        match heard {
            Ok(orders) => orders,
            Err(error) if self.greeted => vec![Order::Say(Reply::error(error))],
            Err(_) => Vec::new(),
        }
    }

    fn obey(&mut self, command: Command) -> Result<Vec<Order>, LineError> {
        match command {
            Command::Quit => return Ok(vec![Order::Quit]),
            Command::Tep(VERSION) => {
                self.greeted = true;
                return Ok(self.greeting.replies().into_iter().map(Order::Say).collect());
            }
            Command::Tep(version) => {
                self.greeted = true;
                let what = alloc::format!("tep {version}: this engine speaks version {VERSION}");
                return Err(LineError::new(what));
            }
            _ if !self.greeted => return Ok(Vec::new()),
            _ => {}
        }
        match command {
            Command::IsReady => Ok(vec![Order::Say(Reply::ReadyOk)]),
            Command::Stop if self.thinking => Ok(vec![Order::Stop]),
            Command::PonderHit if self.thinking => Ok(vec![Order::PonderHit]),
            Command::Stop | Command::PonderHit | Command::Unknown(_) => Ok(Vec::new()),
            _ if self.thinking => Err(LineError::new("the engine is thinking; say stop first")),
            Command::SetOption { name, value } => self.set(&name, value),
            Command::Tiles(name) => {
                self.sent = Some(Sent { name, text: String::new(), too_long: false });
                Ok(Vec::new())
            }
            Command::EndTiles => self.end_tiles(),
            Command::NewGame => {
                self.board = None;
                self.legal = None;
                self.boards.forget();
                Ok(vec![Order::Forget])
            }
            Command::Position(place) => self.set_up(&place),
            Command::Legal(words) => {
                self.legal = Some(words);
                Ok(Vec::new())
            }
            Command::Go(limits) => Ok(self.go(limits)),
            Command::Tep(_) | Command::Quit => Ok(Vec::new()),
        }
    }

    fn set(&self, name: &str, value: String) -> Result<Vec<Order>, LineError> {
        let option = self.greeting.find(name).ok_or_else(|| {
            let known: Vec<&str> = self.greeting.options.iter().map(|o| o.name.as_str()).collect();
            let known = if known.is_empty() { "none".to_string() } else { known.join(", ") };
            LineError::new(alloc::format!("setoption: no option {name:?}; there are {known}"))
        })?;
        option.kind.check(&value).map_err(|expected| {
            LineError::new(alloc::format!("setoption: {name}: {value:?}: expected {expected}"))
        })?;
        Ok(vec![Order::Set { name: option.name.clone(), value }])
    }

    fn end_tiles(&mut self) -> Result<Vec<Order>, LineError> {
        let Some(sent) = self.sent.take() else {
            return Err(LineError::new("endtiles: expected tiles NAME before it"));
        };
        if sent.too_long {
            let what = alloc::format!("tiles {}: expected at most {SENT_MAX} bytes", sent.name);
            return Err(LineError::new(what));
        }
        self.boards.take_tiles(&sent.name, &sent.text)?;
        Ok(Vec::new())
    }

    /// A position that makes no sense leaves none: an answer to an older one would be wrong.
    fn set_up(&mut self, place: &PositionLine) -> Result<Vec<Order>, LineError> {
        self.board = None;
        self.legal = None;
        self.board = Some(self.boards.set_up(place)?);
        Ok(Vec::new())
    }

    /// Whatever happens, `go` is answered with one `bestmove`.
    fn go(&mut self, limits: Limits) -> Vec<Order> {
        let Some(board) = self.board.clone() else {
            let error = Reply::error("go: expected a position before it");
            return vec![Order::Say(error), Order::Say(Reply::BestMove(Vec::new()))];
        };
        self.thinking = true;
        vec![Order::Think(Box::new(Task { board, legal: self.legal.take(), limits }))]
    }
}

impl Sent {
    fn add(&mut self, line: &str) {
        if self.text.len() + line.len() >= SENT_MAX {
            self.too_long = true;
            return;
        }
        self.text.push_str(line);
        self.text.push('\n');
    }
}
