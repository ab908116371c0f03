//! A table of this page: a room as a server has it, with the page as its store.
//!
//! Invariant: kept first, told then. A decision waits until the page says that its entries are
//! kept; until then nothing else is decided, and nobody is told of it.

use protocol::engine::{
    ComputerSeat, Decided, LocalBegin, LocalMake, LocalOpen, LocalSay, LocalState, LocalThought,
    LocalTold,
};
use protocol::log::{Logged, Who};
use protocol::{Problem, SeatPlan, ServerMsg};
use room::{Ahead, Boot, Decision, Presence, Request, Room, shows_board};

use crate::engine::{Answer, Engine};
use crate::tables::{Table, no_table};

/// A table of this page.
pub(crate) struct Local {
    pub(crate) room: Room,
    /// Who sits at this screen.
    who: Who,
    waiting: Option<Waiting>,
}

/// A decision whose entries the page is writing down.
#[derive(Default)]
struct Waiting {
    entries: Vec<Logged>,
    ahead: Option<Ahead>,
    /// The name of the message that led to it.
    id: Option<String>,
    /// Whether the table was just made or opened: its page knows nothing of it yet.
    opens: bool,
}

fn secret(text: &str) -> Answer<[u8; 32]> {
    fair::Secret::parse(text).ok_or_else(|| {
        let detail = "Expected 64 hexadecimal digits.";
        room::field("secret", detail)
    })
}

impl Engine {
    fn local(&mut self, id: &str) -> Answer<&mut Local> {
        match self.tables.get_mut(id) {
            Some(Table::Local(local)) => Ok(local),
            _ => Err(no_table()),
        }
    }

    /// The table, if no decision of it waits.
    fn idle(&mut self, id: &str) -> Answer<&mut Local> {
        let local = self.local(id)?;
        if local.waiting.is_some() {
            return Err(room::problem(409, "busy", "The table is keeping a move just now."));
        }
        Ok(local)
    }

    pub(crate) fn make(&mut self, asked: LocalMake) -> Answer<Decided> {
        let LocalMake { table, key, secret: text, config, who, now } = asked;
        let far = |plan: &SeatPlan| {
            !matches!(plan, SeatPlan::Me | SeatPlan::Screen { .. } | SeatPlan::Computer { .. })
        };
        if let Some(seat) = config.seats.iter().position(far) {
            let detail = "Expected me, screen or computer: nobody else can come to this table.";
            return Err(room::field(&format!("seats[{seat}]"), detail));
        }
        room::check_own(&config)?;
        room::check_asked(&config.seats, |_| false)?;
        if self.tables.contains(&table) {
            return Err(room::problem(409, "id-taken", "There is such a table already."));
        }
        let secret = secret(&text)?;
        let (room, entries) = Room::make(&self.book, &table, &key, secret, config, &who, now)?;
        // The entries are applied already: the room cannot be without them.
        let waiting = Waiting { opens: true, ..Waiting::default() };
        let local = Local { room, who, waiting: Some(waiting) };
        self.tables.insert(table, Table::Local(Box::new(local)));
        Ok(Decided { entries, answer: None })
    }

    pub(crate) fn open(&mut self, asked: LocalOpen) -> Answer<Decided> {
        let LocalOpen { table, key, secret: text, log, who, now, seen } = asked;
        let secret = secret(&text)?;
        let room = Room::fold(&self.book, &table, &key, secret, &log).map_err(|error| {
            let detail = format!("The log of this table cannot be read: {}.", error.why);
            room::problem(422, "damaged", detail).at(format!("log[{}]", error.n.saturating_sub(1)))
        })?;
        let seen = seen.min(now);
        let boots = [Boot { started: 0, seen }, Boot { started: now, seen: now }];
        let entries: Vec<Logged> = room.boots(&boots).into_iter().collect();
        let waiting = Waiting { entries: entries.clone(), opens: true, ..Waiting::default() };
        let local = Local { room, who, waiting: Some(waiting) };
        self.tables.insert(table, Table::Local(Box::new(local)));
        Ok(Decided { entries, answer: None })
    }

    pub(crate) fn begin(&mut self, asked: LocalBegin) -> Answer<Decided> {
        let request = Request::Start { values: asked.values, reveal_ms: 0 };
        self.idle(&asked.table)?.decide(asked.now, request, None)
    }

    pub(crate) fn say(&mut self, asked: LocalSay) -> Answer<Decided> {
        let id = room::id_of(&asked.message).map(str::to_owned);
        // Nobody is ever away from a table of their own screen.
        let request = Request::of(asked.message, |_| (0, u64::MAX));
        let local = self.idle(&asked.table)?;
        match request {
            Some(request) => local.decide(asked.now, request, id),
            None => Ok(Decided::default()),
        }
    }

    pub(crate) fn computer(&mut self, asked: LocalThought) -> Answer<Decided> {
        let LocalThought { table, now, seat, after, words } = asked;
        let local = self.idle(&table)?;
        if after < local.room.game_newest() {
            let detail = "The game has gone on since: look at it again.";
            return Err(room::problem(409, "late", detail));
        }
        local.decide(now, Request::ComputerPlay { seat, words }, None)
    }

    pub(crate) fn tick(&mut self, table: &str, now: u64) -> Answer<Decided> {
        let local = self.idle(table)?;
        let entries = local.room.tick(now);
        Ok(local.waits(Decision { entries, ..Decision::default() }, None))
    }

    pub(crate) fn kept(&mut self, table: &str, now: u64) -> Answer<LocalTold> {
        let local = self.local(table)?;
        let waiting = local.waiting.take().unwrap_or_default();
        local.apply(waiting, now)
    }

    /// A table whose first entries could not be kept does not exist.
    pub(crate) fn dropped(&mut self, table: &str) -> Answer<()> {
        let opens = self.local(table)?.waiting.take().is_some_and(|waiting| waiting.opens);
        if opens {
            self.tables.remove(table);
        }
        Ok(())
    }

    pub(crate) fn look(&mut self, table: &str, now: u64) -> Answer<LocalTold> {
        let local = self.local(table)?;
        let mut messages = vec![local.snapshot(now)];
        messages.extend(local.choices());
        Ok(LocalTold { messages, state: local.state() })
    }
}

impl Local {
    fn decide(&mut self, now: u64, request: Request, id: Option<String>) -> Answer<Decided> {
        let decision = self.room.decide(now, &self.who, request)?;
        Ok(self.waits(decision, id))
    }

    fn waits(&mut self, decision: Decision, id: Option<String>) -> Decided {
        let Decision { entries, answer, ahead } = decision;
        if !entries.is_empty() {
            self.waiting = Some(Waiting { entries: entries.clone(), ahead, id, opens: false });
        }
        Decided { entries, answer }
    }

    fn apply(&mut self, waiting: Waiting, now: u64) -> Answer<LocalTold> {
        let Waiting { entries, mut ahead, id, opens } = waiting;
        // If an entry cannot follow the room stays what it was: the page opens it again.
        let mut next = self.room.clone();
        let mut messages = Vec::new();
        for logged in &entries {
            let message = next.apply_decided(logged, &mut ahead).map_err(|error| {
                Problem::new("damaged", "This table cannot be read", 500, error.to_string())
            })?;
            messages.push(message);
        }
        self.room = next;
        for message in &mut messages {
            if let ServerMsg::Table { table, .. } = message {
                **table = self.info(now);
            }
        }
        if opens || entries.iter().any(|logged| shows_board(&logged.entry)) {
            messages.push(self.snapshot(now));
        }
        messages.extend(room::done(id.as_deref(), &entries));
        if opens || room::changes_game(&entries) {
            messages.extend(self.choices());
        }
        Ok(LocalTold { messages, state: self.state() })
    }

    fn here(&self) -> Vec<Presence> {
        let here = Presence { here: true, ..Presence::default() };
        vec![here; self.room.config().seats.len()]
    }

    fn info(&self, now: u64) -> protocol::TableInfo {
        self.room.info(now, &self.here())
    }

    fn snapshot(&self, now: u64) -> ServerMsg {
        let you = self.room.you(&self.who.id, &self.who.name, None);
        ServerMsg::Snapshot(Box::new(self.room.past(you, now, &self.here())))
    }

    fn choices(&self) -> impl Iterator<Item = ServerMsg> + use<> {
        self.room.choices(&self.who.id).into_iter().map(ServerMsg::Choices)
    }

    fn state(&self) -> LocalState {
        let computer = self.room.computer();
        LocalState {
            n: self.room.newest(),
            over: self.room.is_over(),
            commitment: self.room.commitment().to_string(),
            computer: computer.map(|(seat, level)| ComputerSeat { seat, level }),
            wake: self.room.wake(),
            row: self.room.row(),
        }
    }
}
