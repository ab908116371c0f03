//! A record as the steps that a table would have told, and a game at one moment of it.

use games::{
    Action, Actions, Game, Note, Record, RecordError, Recorder, Said, Scribe, Setup, Teller,
    TextError, Turn,
};

use crate::api::{Moment, Problem, RecordText, Replay};
use crate::config::{Aids, Clock, Flagged, Order, Plan, SeatPlan, TableConfig, Visibility};
use crate::server::{Cause, Choices, LogLine, Step};
use crate::step::{Course, Told};
use crate::table::Clocks;
use crate::view::View;

impl Plan {
    /// The plan of a set-up for a new table: what an older revision of the rules did by itself
    /// is said.
    pub fn of(setup: &Setup) -> Plan {
        let setup = setup.today();
        Plan {
            family: setup.family.name().to_string(),
            expansions: setup.expansions.clone(),
            options: setup.options.clone(),
            tiles: setup.tiles.as_ref().map(|(name, _)| name.clone()),
        }
    }
}

/// A course whose actions are grouped to steps: the words of a seat up to where chance or another
/// seat decides, and the words of chance behind them.
#[derive(Clone)]
struct Steps {
    course: Course,
    done: Vec<Step>,
    /// How many steps went before those, and how many words were said in them.
    before: (u64, u64),
    /// What the clock of each seat shows, ms; empty if the record tells no clocks.
    left: Vec<i64>,
}

impl Steps {
    /// The first step is the beginning, with what chance decides then.
    fn begin(course: Course, left: Vec<i64>) -> Steps {
        let mut steps = Steps { course, done: Vec::new(), before: (0, 0), left };
        steps.push(Cause::Began { words: Vec::new() });
        steps
    }

    fn push(&mut self, cause: Cause) {
        self.settle();
        self.done.push(Step {
            n: self.before.0 + self.done.len() as u64 + 1,
            at: 0,
            cause,
            events: Vec::new(),
            add: Vec::new(),
            now: self.course.now(),
            clocks: Clocks { left: self.left.clone(), ..Clocks::default() },
        });
    }

    /// A clock that stands behind a word of a seat.
    fn clock(&mut self, by: Turn, seconds: Option<u32>) {
        let (Turn::Player(seat), Some(seconds)) = (by, seconds) else { return };
        if let Some(left) = self.left.get_mut(seat.index()) {
            *left = i64::from(seconds) * 1000;
        }
        if let Some(step) = self.done.last_mut() {
            step.clocks.left.clone_from(&self.left);
        }
    }

    /// Of a clock that was written late, what is written first held from the beginning.
    fn fill_clocks(&mut self) {
        for seat in 0..self.left.len() {
            let shown = self.done.iter().map(|step| step.clocks.left[seat]);
            let first = shown.into_iter().find(|left| *left != UNKNOWN).unwrap_or_default();
            let steps = self.done.iter_mut().map(|step| &mut step.clocks.left[seat]);
            for left in steps.chain([&mut self.left[seat]]).filter(|left| **left == UNKNOWN) {
                *left = first;
            }
        }
    }

    /// Tells the last step how the game is after it.
    fn settle(&mut self) {
        if let Some(step) = self.done.last_mut() {
            step.now = self.course.now();
        }
    }

    /// Begins a step if a seat must decide that has not begun one.
    fn prepare(&mut self) {
        if let Some(seat) = self.course.to_act()
            && self.unfinished(seat).is_none()
        {
            let (id, words, chance) = (String::new(), Vec::new(), Vec::new());
            self.push(Cause::Played { seat, id, words, chance });
        }
    }

    /// Lets a word be said, and adds what it did to the step that it belongs to.
    fn tell<E>(&mut self, say: impl FnOnce(&mut Teller) -> Result<Said, E>) -> Result<(), E> {
        self.prepare();
        let by = self.course.turn();
        let told = self.course.tell(say)?;
        if let Some(step) = self.done.last_mut() {
            extend(step, by, told);
        }
        Ok(())
    }

    /// The words that a seat has said since chance or another seat decided.
    fn unfinished(&self, by: u8) -> Option<&[String]> {
        match &self.done.last()?.cause {
            Cause::Played { seat, words, chance, .. } if *seat == by && chance.is_empty() => {
                Some(words)
            }
            _ => None,
        }
    }

    fn finish(mut self) -> (Course, Vec<Step>) {
        self.settle();
        (self.course, self.done)
    }
}

fn extend(step: &mut Step, by: Turn, told: Told) {
    match &mut step.cause {
        Cause::Played { words, .. } if by != Turn::Chance => words.extend(told.words),
        Cause::Played { chance: words, .. } | Cause::Began { words } => words.extend(told.words),
        _ => unreachable!("a replay has a beginning and moves only"),
    }
    step.events.extend(told.events);
    step.add.extend(told.add);
}

/// A record that was played once: the table before it, its steps, and the record in the form that
/// is printed.
struct Played {
    start: View,
    steps: Steps,
    record: Record,
}

fn play(record: &Record) -> Result<Played, RecordError> {
    let teller = record.begin()?;
    let mut scribe = Scribe::again(record, &teller);
    let course = Course::new(teller, Aids::Beginner);
    let start = course.view();
    let mut steps = Steps::begin(course, full_clocks(record));
    for (index, word) in record.words().iter().enumerate() {
        let by = steps.course.turn();
        steps.tell(|teller| {
            let said = record.play_word(index, teller)?;
            scribe.copy(word, &said, teller);
            Ok::<_, RecordError>(said)
        })?;
        steps.clock(by, word.clock());
    }
    record.check_end(steps.course.teller())?;
    steps.fill_clocks();
    Ok(Played { start, steps, record: scribe.into_record() })
}

/// What a clock shows of which nothing is known yet.
const UNKNOWN: i64 = i64::MIN;

/// What the clocks show before the first move, ms: what the record says that the seats had, else
/// nothing that is known yet. Empty if no clock is written anywhere.
fn full_clocks(record: &Record) -> Vec<i64> {
    if record.words().iter().all(|word| word.clock().is_none()) {
        return Vec::new();
    }
    let had = match clock(record) {
        Clock::None => UNKNOWN,
        Clock::Total { seconds, .. } => i64::from(seconds) * 1000,
        Clock::Days { days } => i64::from(days) * DAY,
    };
    vec![had; usize::from(record.setup.seats)]
}

/// Milliseconds of a day.
const DAY: i64 = 86_400_000;

/// The clock that the tag of a table names: `900+5`, `3 days`; none if it says something else.
fn clock(record: &Record) -> Clock {
    let text = record.tag("Clock").unwrap_or_default();
    if let Some((seconds, increment)) = text.split_once('+')
        && let (Ok(seconds), Ok(increment)) = (seconds.parse(), increment.parse())
    {
        return Clock::Total { seconds, increment };
    }
    match text.strip_suffix(" days").map(str::parse) {
        Some(Ok(days)) => Clock::Days { days },
        _ => Clock::None,
    }
}

impl Replay {
    /// A record as the steps that a table would have told, with all aids.
    ///
    /// # Errors
    /// If the record cannot be replayed: where, and why.
    pub fn of(record: &Record) -> Result<Replay, RecordError> {
        let Played { start, steps, record: printed } = play(record)?;
        let (_, steps) = steps.finish();
        Ok(Replay {
            names: record.names(),
            config: config(record),
            start,
            steps,
            record: printed.print(),
            comments: comments(record),
        })
    }
}

/// The table that a record would have been played at: all on one screen.
fn config(record: &Record) -> TableConfig {
    let seats = record.names().into_iter().map(|name| SeatPlan::Screen { name });
    TableConfig {
        name: record.tag("Event").unwrap_or_default().to_string(),
        plan: Plan::of(&record.setup),
        seats: seats.collect(),
        order: Order::Given,
        clock: clock(record),
        flagged: Flagged::default(),
        aids: Aids::Beginner,
        visibility: Visibility::Link,
        takeback: None,
        hints: None,
        watcher_chat: crate::config::Switch::On,
        start: crate::config::Start::Owner,
        first: None,
        from: None,
        rated: false,
        pool: None,
        again: 0,
        finishes: None,
    }
}

fn comments(record: &Record) -> Vec<(usize, String)> {
    let opening = std::iter::once((0, record.opening()));
    let behind = record.words().iter().enumerate().map(|(i, word)| (i + 1, word.notes()));
    let texts = opening.chain(behind).flat_map(|(words, notes)| {
        notes.iter().filter_map(move |note| match note {
            Note::Text(text) => Some((words, text.clone())),
            Note::Clock(_) => None,
        })
    });
    texts.collect()
}

/// A record, or a position in one line (docs/position.md) as the record that begins with it.
///
/// # Errors
/// If it is neither: as a record, unless it looks like a position.
pub fn read_record(text: &str) -> Result<Record, Problem> {
    let line = text.trim();
    let is_position = !line.starts_with('[') && !line.contains('\n') && line.contains('|');
    if !is_position {
        return Ok(Record::parse(text)?);
    }
    let wrong = |error: TextError| {
        let place = format!("line 1, column {}", error.at + 1);
        let detail = format!("Expected {}.", error.expected);
        Problem::new("record", "This is no position", 422, detail).at(place)
    };
    let (rules, game) = games::position::parse(line).map_err(wrong)?;
    Ok(Recorder::from_position(rules, game, &[]).into_record())
}

/// A record that was played up to a moment, ready to be asked about it.
pub struct Reading {
    record: String,
    words: Option<usize>,
    steps: Steps,
}

impl Reading {
    /// Plays the first words of a record, or all.
    ///
    /// # Errors
    /// If the record cannot be replayed: where, and why.
    pub fn of(text: &str, words: Option<usize>) -> Result<Reading, Problem> {
        let mut record = read_record(text)?;
        if let Some(words) = words {
            record.truncate(words);
        }
        Ok(Reading { record: text.to_string(), words, steps: play(&record)?.steps })
    }

    /// Whether it is of this record and moment.
    pub fn is_of(&self, text: &str, words: Option<usize>) -> bool {
        self.words == words && self.record == text
    }

    /// The game then.
    pub fn course(&self) -> &Course {
        &self.steps.course
    }

    /// The game with words played behind it.
    ///
    /// # Errors
    /// If one is refused: where, and why.
    pub fn after(&self, then: &[String]) -> Result<Course, Problem> {
        let mut course = self.steps.course.clone();
        for (index, word) in then.iter().enumerate() {
            let by = course.turn();
            let refused = |error| Problem::from(error).at(format!("then[{index}]"));
            course.tell(|teller| teller.say(by, word)).map_err(refused)?;
        }
        Ok(course)
    }

    /// What is to be seen then, with words tried. They are each played by whoever must decide,
    /// chance included; if one is refused none of them is played, and the answer says why. The log
    /// has the steps that the tried words belong to, or the last step if none was tried.
    pub fn moment(&self, then: &[String]) -> Moment {
        let steps = self.steps.last_alone();
        let goes_on = then.is_empty() || steps.goes_on();
        let (steps, refused) = match steps.try_words(then) {
            Ok(after) => (after, None),
            Err(problem) => (steps, Some(problem)),
        };
        let first = usize::from(!goes_on && refused.is_none());
        let choices = steps.choices(then.is_empty());
        let (course, done) = steps.finish();
        let log = done.into_iter().skip(first).map(line).collect();
        Moment { view: course.view(), log, choices, refused }
    }
}

/// Where the game of a record begins, and all that is played in it.
///
/// # Errors
/// If the record cannot be replayed: where, and why.
pub fn actions_of(record: &Record) -> Result<(Teller, Vec<Action>), RecordError> {
    let start = record.begin()?;
    let mut teller = start.clone();
    let words = 0..record.words().len();
    let actions = words.map(|index| Ok(record.play_word(index, &mut teller)?.action));
    let actions = actions.collect::<Result<Vec<Action>, RecordError>>()?;
    Ok((start, actions))
}

impl RecordText {
    /// The game at the moment that is asked for, with the words to try played.
    ///
    /// # Errors
    /// If the record cannot be replayed, or a word to try is refused.
    pub fn course(&self) -> Result<Course, Problem> {
        Reading::of(&self.record, self.words)?.after(&self.then)
    }
}

impl Moment {
    /// The game that a record leads to, as [`Reading::moment`] has it.
    ///
    /// # Errors
    /// If the record cannot be replayed: where, and why.
    pub fn of(text: &RecordText) -> Result<Moment, Problem> {
        Ok(Reading::of(&text.record, text.words)?.moment(&text.then))
    }
}

impl Steps {
    /// The same game with its last step only: what follows is told as if all were there.
    fn last_alone(&self) -> Steps {
        let split = self.done.len().saturating_sub(1);
        let (earlier, last) = self.done.split_at(split);
        let words = earlier.iter().map(said).sum::<u64>();
        Steps {
            course: self.course.clone(),
            done: last.to_vec(),
            before: (self.before.0 + earlier.len() as u64, self.before.1 + words),
            left: self.left.clone(),
        }
    }

    /// Whether the next word belongs to the last step.
    fn goes_on(&self) -> bool {
        self.course.to_act().is_none_or(|seat| self.unfinished(seat).is_some())
    }

    fn try_words(&self, words: &[String]) -> Result<Steps, Problem> {
        let mut after = self.clone();
        for (index, word) in words.iter().enumerate() {
            let by = after.course.turn();
            let refused = |error| Problem::from(error).at(format!("then[{index}]"));
            after.tell(|teller| teller.say(by, word)).map_err(refused)?;
        }
        Ok(after)
    }

    /// What may follow: for chance, what may be drawn. Whole moves come where one begins;
    /// `with_moves`: in the middle of one too.
    fn choices(&self, with_moves: bool) -> Choices {
        let n = self.before.1 + self.done.iter().map(said).sum::<u64>();
        let words = self.course.to_act().and_then(|seat| self.unfinished(seat));
        let words = words.unwrap_or_default();
        let course = &self.course;
        if let Some(choices) = course.choices(n, words) {
            return if with_moves || words.is_empty() {
                course.with_moves(choices)
            } else {
                choices
            };
        }
        let (rules, game) = (self.course.rules(), self.course.game());
        let now = self.course.now();
        let mut draws = Actions::new();
        game.legal(rules, &mut draws);
        let legal = draws.iter().map(|draw| game.word(rules, *draw)).collect();
        Choices { n, seat: now.on_turn, ask: now.ask, words: Vec::new(), legal, moves: None }
    }
}

/// How many words were said in a step.
fn said(step: &Step) -> u64 {
    match &step.cause {
        Cause::Played { words, chance, .. } => (words.len() + chance.len()) as u64,
        Cause::Began { words } => words.len() as u64,
        _ => 0,
    }
}

fn line(step: Step) -> LogLine {
    let points = step.now.seats.iter().map(|seat| seat.score).collect();
    LogLine {
        n: step.n,
        at: step.at,
        cause: step.cause,
        events: step.events,
        points,
        undone: false,
    }
}
