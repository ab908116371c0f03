//! What may be asked of a table, and who may ask it.

use std::collections::BTreeMap;

use protocol::client::Claim;
use protocol::log::{Entry, Logged, Who};
use protocol::{Course, OfferKind, Problem, SeatPlan, ServerMsg, Switch, TableChange, Told};

use super::Room;
use super::chair::Chair;
use super::problem::{field, problem};

/// The longest name of a message, in characters.
const ID_MAX: usize = 40;

/// Something that somebody asks of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // the fields are those of `protocol::ClientMsg`
pub enum Request {
    /// Try words.
    Draft { seat: u8, after: u64, words: Vec<String> },
    /// Play words.
    Play { seat: u8, after: u64, id: String, words: Vec<String> },
    /// The computer's whole decision.
    ComputerPlay { seat: u8, words: Vec<String> },
    /// The computer's whole decision, thought in the page of the one person who plays.
    Thought { seat: u8, after: u64, words: Vec<String> },
    /// Say something.
    Chat { id: String, text: String },
    /// Say a phrase.
    Phrase { id: String, phrase: String },
    /// Switch the watchers' chat on or off.
    Watchers { chat: Switch },
    /// Change for whom a free seat is.
    Open { seat: u8, plan: SeatPlan },
    /// Change what is played.
    Change { change: Box<TableChange> },
    /// Give a seat a colour.
    Colour { seat: u8, colour: u8 },
    /// Give up.
    Resign { seat: u8 },
    /// Offer something, or agree to it.
    Offer { seat: u8, kind: OfferKind, after: Option<u64> },
    /// Say no to the offer, or take it back.
    Decline { seat: u8 },
    /// Somebody has been away for `away_ms`; `grace_ms` must have passed.
    Claim { seat: u8, away: u8, want: Claim, away_ms: u64, grace_ms: u64 },
    /// Take the seat back from the computer.
    Return { seat: u8 },
    /// Give a day more to the seat whose clock runs.
    Give { seat: u8, to: u8 },
    /// Sit down, or change one's share in the draws: `value` is 32 hexadecimal digits, `hash` 64.
    Sit { seat: u8, key: Option<String>, value: Option<String>, hash: Option<String> },
    /// Stand up, or (the owner) free another's seat.
    Stand { seat: u8 },
    /// Begin the game; `values` are open shares of the owner's seats, `reveal_ms` is how long the
    /// others have for theirs.
    Start { values: BTreeMap<u8, String>, reveal_ms: u64 },
    /// Reveal the values of one's seats.
    Reveal { values: BTreeMap<u8, String> },
    /// Note the table of a rematch.
    Rematch { table: String },
}

/// What follows from a request.
#[derive(Clone, Debug, Default)]
pub struct Decision {
    /// Entries to append: all of them or none. Their numbers follow the newest one.
    pub entries: Vec<Logged>,
    /// The answer to the sender alone, if nothing is appended: a draft, or `done` again.
    pub answer: Option<ServerMsg>,
    /// The game as it will stand, if the entries hold a move: see [`Room::apply_decided`].
    pub ahead: Option<Ahead>,
}

/// A move that was played to decide about it, so that it need not be played again when its entry
/// is applied.
#[derive(Clone, Debug)]
pub struct Ahead {
    /// The number of the entry.
    pub(super) n: u64,
    /// The game behind it.
    pub(super) course: Box<Course>,
    /// What the words did.
    pub(super) told: Told,
}

/// What a request leads to.
pub(super) type Decided = Result<Decision, Problem>;

impl Room {
    /// What a request would do. Nothing changes.
    ///
    /// # Errors
    /// Says why it is refused.
    pub fn decide(&self, now: u64, who: &Who, request: Request) -> Decided {
        match request {
            Request::Draft { seat, after, words } => self.draft(now, who, seat, after, &words),
            Request::Play { seat, after, id, words } => {
                self.play(now, who, seat, after, &id, &words)
            }
            Request::ComputerPlay { seat, words } => self.computer_play(now, seat, &words),
            Request::Thought { seat, after, words } => {
                self.page_thought(now, who, seat, after, &words)
            }
            Request::Chat { id, text } => self.chat(now, who, id, &text),
            Request::Phrase { id, phrase } => self.phrase(now, who, id, phrase),
            Request::Watchers { chat } => self.switch_watchers(now, who, chat),
            Request::Open { seat, plan } => self.open_seat(now, who, seat, plan),
            Request::Change { change } => self.change_plan(now, who, *change),
            Request::Colour { seat, colour } => self.take_colour(now, who, seat, colour),
            Request::Resign { seat } => self.resign(now, who, seat),
            Request::Offer { seat, kind, after } => self.make_offer(now, who, seat, kind, after),
            Request::Decline { seat } => self.decline(now, who, seat),
            Request::Claim { seat, away, want, away_ms, grace_ms } => {
                self.claim(now, who, (seat, away), want, grace_ms.saturating_sub(away_ms))
            }
            Request::Return { seat } => self.come_back(now, who, seat),
            Request::Give { seat, to } => self.give_time(now, who, seat, to),
            Request::Sit { seat, key, value, hash } => {
                self.sit(now, who, seat, key.as_deref(), (value.as_deref(), hash.as_deref()))
            }
            Request::Stand { seat } => self.stand(now, who, seat),
            Request::Start { values, reveal_ms } => self.start(now, who, &values, reveal_ms),
            Request::Reveal { values } => self.reveal(now, who, &values),
            Request::Rematch { table } => self.note_rematch(now, who, table),
        }
    }

    /// The entries with their numbers.
    pub(super) fn entries(&self, now: u64, entries: Vec<Entry>) -> Vec<Logged> {
        let at = now.max(self.changed);
        (self.n + 1..).zip(entries).map(|(n, entry)| Logged { n, at, entry }).collect()
    }

    /// A decision to append entries; in the form in which all requests end. A log keeps the format
    /// that it says it has: what an older program could not read is not written into its logs.
    pub(super) fn append(&self, now: u64, entries: Vec<Entry>) -> Decided {
        if entries.iter().any(|entry| entry.since() > self.format) {
            let detail = "This table was made by an earlier version of the server, which did not \
                          have that.";
            return Err(problem(409, "older-table", detail));
        }
        Ok(Decision { entries: self.entries(now, entries), ..Decision::default() })
    }

    /// The seat, if there is one with this number.
    pub(super) fn chair(&self, seat: u8) -> Result<&Chair, Problem> {
        let none = || problem(404, "no-such-seat", format!("The table has no seat {seat}."));
        self.chairs.get(usize::from(seat)).ok_or_else(none)
    }

    /// The seat, if it is the sender's.
    pub(super) fn own(&self, who: &Who, seat: u8) -> Result<&Chair, Problem> {
        let chair = self.chair(seat)?;
        if chair.is_of(&who.id) {
            return Ok(chair);
        }
        Err(problem(403, "not-your-seat", "This seat is not yours."))
    }

    /// The sender's seat in a running game, if it has not given up or run out of time.
    pub(super) fn own_in_play(&self, who: &Who, seat: u8) -> Result<&Chair, Problem> {
        let chair = self.own(who, seat)?;
        self.running()?;
        if chair.out {
            return Err(problem(409, "out", "This seat is out of the game."));
        }
        Ok(chair)
    }

    /// The same, if the computer does not play it meanwhile: whoever is away has no say.
    pub(super) fn own_played(&self, who: &Who, seat: u8) -> Result<&Chair, Problem> {
        let chair = self.own_in_play(who, seat)?;
        if chair.computer.is_some() {
            let detail = "The computer plays this seat: take it back first.";
            return Err(problem(409, "computer-plays", detail));
        }
        Ok(chair)
    }

    /// The game, if it runs.
    pub(super) fn running(&self) -> Result<&Course, Problem> {
        match (&self.course, self.over) {
            (None, _) => Err(problem(409, "not-begun", "The game has not begun yet.")),
            (_, Some(_)) => Err(problem(409, "over", "The game is over.")),
            (Some(course), None) => Ok(course),
        }
    }
}

/// The answer to a message that was sent before.
pub(super) fn again(id: String, n: u64) -> Decision {
    Decision { answer: Some(ServerMsg::Done { id, n }), ..Decision::default() }
}

/// The name of a message.
pub(super) fn check_id(id: &str) -> Result<(), Problem> {
    let fine = (1..=ID_MAX).contains(&id.chars().count()) && !id.chars().any(char::is_control);
    if fine {
        return Ok(());
    }
    Err(field("id", format!("Expected a name of 1 to {ID_MAX} characters.")))
}
