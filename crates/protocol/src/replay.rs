//! A record as the steps that a table would have told, and a game at one moment of it.

use games::{Actions, Game, Note, Record, RecordError, Said, Scribe, Setup, Teller, Turn};

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
struct Steps {
    course: Course,
    done: Vec<Step>,
    /// What the clock of each seat shows, ms; empty if the record tells no clocks.
    left: Vec<i64>,
}

impl Steps {
    /// The first step is the beginning, with what chance decides then.
    fn begin(course: Course, left: Vec<i64>) -> Steps {
        let mut steps = Steps { course, done: Vec::new(), left };
        steps.push(Cause::Began { words: Vec::new() });
        steps
    }

    fn push(&mut self, cause: Cause) {
        self.settle();
        self.done.push(Step {
            n: self.done.len() as u64 + 1,
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
        other => unreachable!("{other:?} is no step of a replay"),
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
        watcher_chat: crate::config::Switch::On,
        from: None,
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

impl RecordText {
    /// The steps up to the moment that is asked for, without the words to try.
    fn steps(&self) -> Result<Steps, Problem> {
        let mut record = Record::parse(&self.record)?;
        if let Some(words) = self.words {
            record.truncate(words);
        }
        Ok(play(&record)?.steps)
    }

    /// The game at the moment that is asked for, with the words to try played.
    ///
    /// # Errors
    /// If the record cannot be replayed, or a word to try is refused.
    pub fn course(&self) -> Result<Course, Problem> {
        Ok(self.steps()?.try_words(&self.then)?.course)
    }
}

impl Moment {
    /// The game that a record leads to. The words to try are each played by whoever must decide
    /// then, chance included; if one is refused none of them is played, and the answer says why.
    /// The log has the steps that the tried words belong to, or the last step if none was tried.
    ///
    /// # Errors
    /// If the record cannot be replayed: where, and why.
    pub fn of(text: &RecordText) -> Result<Moment, Problem> {
        let steps = text.steps()?;
        let before = steps.done.len();
        let goes_on = text.then.is_empty() || steps.goes_on();
        let (steps, refused) = match steps.try_words(&text.then) {
            Ok(after) => (after, None),
            Err(problem) => (steps, Some(problem)),
        };
        let first = if goes_on || refused.is_some() { before - 1 } else { before };
        let choices = steps.choices();
        let (course, done) = steps.finish();
        let log = done.into_iter().skip(first).map(line).collect();
        Ok(Moment { view: course.view(), log, choices, refused })
    }
}

impl Steps {
    /// Whether the next word belongs to the last step.
    fn goes_on(&self) -> bool {
        self.course.to_act().is_none_or(|seat| self.unfinished(seat).is_some())
    }

    fn try_words(&self, words: &[String]) -> Result<Steps, Problem> {
        let (course, done) = (self.course.clone(), self.done.clone());
        let mut after = Steps { course, done, left: self.left.clone() };
        for (index, word) in words.iter().enumerate() {
            let by = after.course.turn();
            let refused = |error| Problem::from(error).at(format!("then[{index}]"));
            after.tell(|teller| teller.say(by, word)).map_err(refused)?;
        }
        Ok(after)
    }

    /// What may follow: for chance, what may be drawn.
    fn choices(&self) -> Choices {
        let said = self.done.iter().map(|step| match &step.cause {
            Cause::Played { words, chance, .. } => words.len() + chance.len(),
            Cause::Began { words } => words.len(),
            _ => 0,
        });
        let n = said.sum::<usize>() as u64;
        let words = self.course.to_act().and_then(|seat| self.unfinished(seat));
        let words = words.unwrap_or_default();
        let course = &self.course;
        let choices =
            if words.is_empty() { course.choices_with_moves(n) } else { course.choices(n, words) };
        if let Some(choices) = choices {
            return choices;
        }
        let (rules, game) = (self.course.rules(), self.course.game());
        let now = self.course.now();
        let mut draws = Actions::new();
        game.legal(rules, &mut draws);
        let legal = draws.iter().map(|draw| game.word(rules, *draw)).collect();
        Choices { n, seat: now.on_turn, ask: now.ask, words: Vec::new(), legal, moves: None }
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
