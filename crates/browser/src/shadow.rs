//! The shadow of a table on a server: the same words played here, and compared with what the server
//! says of them.
//!
//! Invariant: a shadow that differed once is gone: whoever asks it afterwards is told that there is
//! no such table, and asks the server.

use std::sync::Arc;

use games::{AnyGame, AnyRules, Game, Record, Recorder, Seat, Teller, Turn};
use protocol::engine::{Follow, Shadow, ShadowCause, ShadowOf, ShadowPast, ShadowSitter};
use protocol::{Course, NotPlayed, Told};
use serde::Serialize;
use serde_json::Value;

use crate::engine::{Answer, Engine};
use crate::tables::{Table, no_table};

/// A table that is followed.
pub(crate) struct Shadowed {
    pub(crate) course: Course,
    /// The number of the message that was followed last.
    pub(crate) n: u64,
    names: Vec<String>,
    /// What the table began with.
    start: Start,
    /// All words that were played behind it.
    words: Vec<String>,
}

/// What a table began with: nothing, or the first words of a record.
struct Start {
    rules: Arc<AnyRules>,
    record: Option<Record>,
}

impl Start {
    fn teller(&self) -> Answer<Teller> {
        Ok(match &self.record {
            None => Teller::new(Arc::clone(&self.rules), AnyGame::start(&self.rules)),
            Some(record) => record.begin_by(Arc::clone(&self.rules))?,
        })
    }

    fn recorder(&self, names: &[&str]) -> Option<Recorder> {
        let teller = self.teller().ok()?;
        match &self.record {
            None => Some(Recorder::on(teller, names)),
            Some(record) => Recorder::resume_by(teller, record).ok(),
        }
    }
}

impl Engine {
    pub(crate) fn shadow(&mut self, of: ShadowOf) -> Answer<Shadow> {
        let ShadowOf { past, record } = of;
        self.tables.remove(&past.table.id);
        let mut shadowed = self.begun(&past, record.as_deref())?;
        let n = past.n;
        let difference = shadowed.catch_up(&past).err();
        if difference.is_none() {
            self.tables.insert(past.table.id, Table::Shadow(Box::new(shadowed)));
        }
        Ok(Shadow { n, difference })
    }

    /// The table before the first word of its log.
    fn begun(&self, past: &ShadowPast, record: Option<&str>) -> Answer<Shadowed> {
        let table = &past.table;
        let rules = room::rules(&self.book, &table.config.plan, table.seats.len())?;
        let before = table.draws.before as usize;
        let record = match (before, record) {
            (0, _) => None,
            (_, Some(text)) => {
                let mut record = Record::parse(text)?;
                record.truncate(before);
                Some(record)
            }
            (_, None) => {
                let detail = "This table began from a record: it is needed.";
                return Err(room::problem(422, "record", detail).at("record"));
            }
        };
        let start = Start { rules, record };
        let mut course = Course::new(start.teller()?, table.config.aids);
        if let Some(record) = &start.record {
            for index in 0..record.words().len() {
                course.tell(|teller| record.play_word(index, teller))?;
            }
        }
        let names = past.table.seats.iter().map(|seat| name(&seat.sitter)).collect();
        Ok(Shadowed { course, n: 0, names, start, words: Vec::new() })
    }

    pub(crate) fn follow(&mut self, asked: &Follow) -> Answer<Shadow> {
        let Some(Table::Shadow(shadowed)) = self.tables.get_mut(&asked.table) else {
            return Err(no_table());
        };
        let difference = shadowed.step(asked).err();
        if difference.is_some() {
            self.tables.remove(&asked.table);
        }
        Ok(Shadow { n: asked.step.n, difference })
    }
}

fn name(sitter: &ShadowSitter) -> String {
    let known = sitter.name.as_ref().or(sitter.instead_of.as_ref());
    let level = || sitter.level.map(|level| level.name().unwrap_or("Computer").to_string());
    known.cloned().or_else(level).unwrap_or_default()
}

/// Where something differs from what the server says.
type Difference = String;

impl Shadowed {
    /// Plays a cause of the table's log, if it has words.
    fn play(&mut self, cause: &ShadowCause) -> Result<Told, Difference> {
        let refused = |not: NotPlayed| format!("words[{}]: {}", not.index, not.error);
        let told = match (cause.c.as_str(), cause.seat) {
            ("began", _) => self.course.say(Turn::Chance, &cause.words).map_err(refused)?,
            ("played", Some(seat)) => {
                let by = Turn::Player(Seat(seat));
                let own = self.course.say(by, &cause.words).map_err(refused)?;
                own.then(self.course.say(Turn::Chance, &cause.chance).map_err(refused)?)
            }
            _ => return Ok(Told::default()),
        };
        self.words.extend(told.words.iter().cloned());
        Ok(told)
    }

    /// Plays what happened before the snapshot, and compares where it leads.
    fn catch_up(&mut self, past: &ShadowPast) -> Result<(), Difference> {
        for line in past.log.iter().filter(|line| !line.undone) {
            let told = self.play(&line.cause).map_err(|not| format!("log {}: {not}", line.n))?;
            all_same("events", &told.events, &line.events)
                .map_err(|place| format!("log {}: {place}", line.n))?;
        }
        self.n = past.n;
        same("view", &self.course.view(), &past.view)
    }

    /// Plays a step, and compares what it did.
    fn step(&mut self, Follow { step, .. }: &Follow) -> Result<(), Difference> {
        if step.n <= self.n {
            return Err(format!("n: {} follows {}", step.n, self.n));
        }
        let told = self.play(&step.cause)?;
        self.n = step.n;
        all_same("events", &told.events, &step.events)?;
        all_same("add", &told.add, &step.add)?;
        same("now", &self.course.now(), &step.now)
    }

    /// The record so far: the game, and who played it.
    pub(crate) fn record(&self) -> String {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let Some(mut recorder) = self.start.recorder(&names) else { return String::new() };
        for word in &self.words {
            let by = recorder.game().turn();
            recorder.submit_word(by, word).expect("a word that was played");
        }
        let mut record = recorder.into_record();
        for (seat, name) in names.iter().enumerate() {
            record.set_name(seat, name);
        }
        record.print()
    }
}

/// Compares what is known here with what the server says; names the first place that differs.
fn same(what: &str, here: &impl Serialize, there: &Value) -> Result<(), Difference> {
    // By way of text: a second way to write everything down would be as much code as the first.
    let here = serde_json::to_vec(here).and_then(|text| serde_json::from_slice(&text));
    let here: Value = here.unwrap_or_default();
    if here == *there { Ok(()) } else { Err(first_place(what, &here, there)) }
}

/// The same for lists.
fn all_same<T: Serialize>(what: &str, here: &[T], there: &[Value]) -> Result<(), Difference> {
    if here.len() != there.len() {
        return Err(format!("{what}: {} here, {} there", here.len(), there.len()));
    }
    let mut each = here.iter().zip(there).enumerate();
    each.try_for_each(|(n, (here, there))| same(&format!("{what}[{n}]"), here, there))
}

fn first_place(at: &str, here: &Value, there: &Value) -> Difference {
    match (here, there) {
        (Value::Object(one), Value::Object(other)) => {
            let keys = one.keys().chain(other.keys().filter(|key| !one.contains_key(*key)));
            for key in keys {
                let (a, b) = (one.get(key), other.get(key));
                if a != b {
                    let (a, b) = (a.unwrap_or(&Value::Null), b.unwrap_or(&Value::Null));
                    return first_place(&format!("{at}.{key}"), a, b);
                }
            }
            format!("{at}: equal as JSON")
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            let differs = one.iter().zip(other).enumerate().find(|(_, (a, b))| a != b);
            match differs {
                Some((index, (a, b))) => first_place(&format!("{at}[{index}]"), a, b),
                None => format!("{at}: equal as JSON"),
            }
        }
        _ => format!("{at}: {} here, {} there", short(here), short(there)),
    }
}

/// A value as text, not too long.
fn short(value: &Value) -> String {
    value.to_string().chars().take(60).collect()
}
