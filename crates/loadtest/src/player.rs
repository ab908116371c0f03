//! A player without I/O: it hears messages, and says what to send. It knows no rules: it plays
//! any of the words that the server lists.
//!
//! It keeps what the server acknowledged, so that a test can ask afterwards whether it is there.

use ai::Wyrand;
use protocol::{Cause, Choices, ClientMsg, ServerMsg, Status};
use table::Dice;

/// A move that the server has acknowledged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Acked {
    /// The number of the message that told it.
    pub n: u64,
    /// The move's own name.
    pub id: String,
    /// Its words.
    pub words: Vec<String>,
}

/// Refusals that pass: nothing is decided, or only the log knows what is.
const WAIT: [&str; 5] = ["store", "unknown", "busy", "restart", "elsewhere"];

/// A move that was sent and is not answered yet.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Pending {
    seat: u8,
    after: u64,
    id: String,
    words: Vec<String>,
}

/// A player.
#[derive(Clone, Debug)]
pub struct Player {
    name: String,
    dice: Wyrand,
    moves: u64,
    pending: Option<Pending>,
    held: Option<Choices>,
    /// The newest number that it has heard.
    pub n: Option<u64>,
    /// Every move that was acknowledged.
    pub acked: Vec<Acked>,
    /// Whether the game is over.
    pub over: bool,
    /// Refusals, with their kinds: a player that only plays listed words gets `late` at most.
    pub refused: Vec<String>,
    /// How often it was asked to wait: the move under way is sent again.
    pub waited: u64,
    /// Why the server ended its sockets, as it said.
    pub byes: Vec<String>,
    /// The newest clocks: when, and what each seat had left.
    pub clocks: Option<(u64, Vec<i64>, Option<u8>)>,
}

impl Player {
    /// A player whose moves have names that begin with `name`, and whose dice the seed decides.
    pub fn new(name: &str, seed: u64) -> Player {
        Player {
            name: name.to_string(),
            dice: Wyrand::new(seed),
            moves: 0,
            pending: None,
            held: None,
            n: None,
            acked: Vec::new(),
            over: false,
            refused: Vec::new(),
            waited: 0,
            byes: Vec::new(),
            clocks: None,
        }
    }

    /// Whether it has a decision to make and nothing under way.
    pub fn must_decide(&self) -> bool {
        self.held.is_some() && self.pending.is_none() && !self.over
    }

    /// Whether the game is over and everything is answered: the acknowledgement of the last move
    /// comes behind the news of the end.
    pub fn is_finished(&self) -> bool {
        self.over && self.pending.is_none()
    }

    /// Whether a move is under way.
    pub fn is_waiting(&self) -> bool {
        self.pending.is_some()
    }

    /// The name of the move under way.
    pub fn under_way(&self) -> Option<&str> {
        self.pending.as_ref().map(|pending| pending.id.as_str())
    }

    /// Begins the decision that it holds.
    pub fn decide(&mut self) -> Option<ClientMsg> {
        if self.pending.is_some() {
            return None;
        }
        let choices = self.held.take()?;
        self.moves += 1;
        let id = format!("{}-{}", self.name, self.moves);
        self.go_on(&choices, id)
    }

    fn go_on(&mut self, choices: &Choices, id: String) -> Option<ClientMsg> {
        let count = u32::try_from(choices.legal.len()).ok().filter(|n| *n > 0)?;
        let mut words = choices.words.clone();
        words.push(choices.legal[self.dice.below(count) as usize].clone());
        self.pending = Some(Pending { seat: choices.seat, after: choices.n, id, words });
        self.again()
    }

    /// The message of the move under way: sent first, and again after a new connection.
    pub fn again(&self) -> Option<ClientMsg> {
        let Pending { seat, after, id, words } = self.pending.clone()?;
        Some(ClientMsg::Play { seat, after, id, words })
    }

    /// Hears a message. The answer is a message that goes on with the move under way.
    pub fn hear(&mut self, message: &ServerMsg) -> Option<ClientMsg> {
        match message {
            ServerMsg::Snapshot(past) => {
                self.n = Some(past.n);
                self.held = None;
                self.note_table(&past.table);
                // What was under way may have been told before the connection broke.
                return self.again();
            }
            ServerMsg::Resumed { table, .. } => {
                self.held = None;
                self.note_table(table);
                return self.again();
            }
            ServerMsg::Step(step) => {
                self.number(step.n);
                self.clocks = Some((step.at, step.clocks.left.clone(), step.clocks.running));
                self.over |= step.now.ask == "over";
                if !matches!(step.cause, Cause::Said { .. }) {
                    self.held = None;
                }
            }
            ServerMsg::Table { n, table, .. } => {
                self.number(*n);
                self.note_table(table);
            }
            ServerMsg::Chat { n, .. } | ServerMsg::Unseen { n } => self.number(*n),
            ServerMsg::Choices(choices) => self.held = Some(choices.clone()),
            ServerMsg::Draft(draft) => {
                // After a new connection an older draft may be told once more: it is not of now.
                let pending = self.pending.as_ref()?;
                if !draft.complete && draft.choices.words == pending.words {
                    let id = pending.id.clone();
                    return self.go_on(&draft.choices, id);
                }
            }
            ServerMsg::Done { id, n } => self.done(id, *n),
            ServerMsg::Refused { id, problem } => {
                if WAIT.contains(&problem.kind.as_str()) {
                    self.waited += 1;
                    return None;
                }
                self.refused.push(problem.kind.clone());
                if id.as_deref() == self.under_way() {
                    self.pending = None;
                }
            }
            ServerMsg::Bye { why, .. } => self.byes.push(why.clone()),
            ServerMsg::Hint(_)
            | ServerMsg::Overheard { .. }
            | ServerMsg::Rated { .. }
            | ServerMsg::Presence { .. }
            | ServerMsg::Renamed { .. }
            | ServerMsg::Pong { .. } => {}
        }
        None
    }

    fn number(&mut self, n: u64) {
        if let Some(last) = self.n {
            assert!(n == last + 1, "message {n} came after {last}: one is lost or came twice");
        }
        self.n = Some(n);
    }

    fn note_table(&mut self, table: &protocol::TableInfo) {
        self.over |= matches!(table.status, Status::Over { .. });
        let clocks = &table.clocks;
        self.clocks = Some((clocks.at, clocks.left.clone(), clocks.running));
    }

    /// Forgets the move under way: nobody sends it again.
    pub fn give_up(&mut self) {
        self.pending = None;
    }

    fn done(&mut self, id: &str, n: u64) {
        if self.under_way() != Some(id) {
            return;
        }
        if let Some(Pending { id, words, .. }) = self.pending.take() {
            self.acked.push(Acked { n, id, words });
        }
    }
}
