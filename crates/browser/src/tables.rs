//! Questions about a table, whether it is followed or of this page: they change nothing.

use games::Record;
use protocol::engine::{Position, RecordOnly, TableDraft, TableThen, TableTries};
use protocol::{Choices, Course, Draft, Problem, Replay, Survey, Tried};

use crate::engine::{Answer, Engine};
use crate::local::Local;
use crate::shadow::Shadowed;

/// A table that the engine holds.
pub(crate) enum Table {
    /// One of a server, followed.
    Shadow(Box<Shadowed>),
    /// One of this page.
    Local(Box<Local>),
}

impl Table {
    /// The game, once it has begun.
    fn course(&self) -> Option<&Course> {
        match self {
            Table::Shadow(shadow) => Some(&shadow.course),
            Table::Local(local) => local.room.course(),
        }
    }

    /// The number of the newest message that is known.
    fn newest(&self) -> u64 {
        match self {
            Table::Shadow(shadow) => shadow.n,
            Table::Local(local) => local.room.newest(),
        }
    }
}

pub(crate) fn no_table() -> Problem {
    Problem::new("not-found", "There is no such thing", 404, "There is no such table.").at("table")
}

impl Engine {
    fn table(&self, id: &str) -> Answer<&Table> {
        self.tables.get(id).ok_or_else(no_table)
    }

    fn course(&self, id: &str) -> Answer<&Course> {
        self.table(id)?.course().ok_or_else(|| {
            let detail = "The game has not begun yet.";
            room::problem(409, "not-begun", detail)
        })
    }

    pub(crate) fn table_draft(&self, asked: &TableDraft) -> Answer<Draft> {
        let course = self.course(&asked.table)?;
        Ok(course.draft(asked.seat, asked.after, &asked.words)?)
    }

    /// The game after words of whoever must decide.
    fn after(&self, asked: &TableThen) -> Answer<Course> {
        let mut course = self.course(&asked.table)?.clone();
        course
            .say(course.turn(), &asked.then)
            .map_err(|not| Problem::from(not.error).at(format!("then[{}]", not.index)))?;
        Ok(course)
    }

    pub(crate) fn table_survey(&self, asked: &TableThen) -> Answer<Survey> {
        let course = self.after(asked)?;
        Ok(Survey::of(course.rules(), course.game(), course.aids()))
    }

    pub(crate) fn table_why(&self, asked: &TableTries) -> Answer<Vec<Tried>> {
        let course = self.course(&asked.table)?;
        Ok(asked.tries.iter().map(|words| course.try_out(words)).collect())
    }

    pub(crate) fn table_choices(&self, id: &str) -> Answer<Option<Choices>> {
        let newest = self.table(id)?.newest();
        Ok(self.course(id)?.choices_with_moves(newest))
    }

    pub(crate) fn table_position(&self, asked: &TableThen) -> Answer<Position> {
        let course = self.after(asked)?;
        Ok(Position { position: games::position::print(course.rules(), course.game()) })
    }

    pub(crate) fn table_replay(&self, id: &str) -> Answer<Replay> {
        let text = match self.table(id)? {
            Table::Shadow(shadow) => shadow.record(),
            Table::Local(local) => local.room.record(),
        };
        Ok(Replay::of(&Record::parse(&text)?)?)
    }

    pub(crate) fn record(&self, id: &str) -> Answer<RecordOnly> {
        let record = match self.table(id)? {
            Table::Shadow(shadow) => shadow.record(),
            Table::Local(local) => local.room.record(),
        };
        Ok(RecordOnly { record })
    }
}
