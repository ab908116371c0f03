//! Questions about a game that is known by its record.

use games::Record;
use protocol::engine::{Position, RecordOnly, Verified, Verify};
use protocol::{
    Aids, DrawSheet, Moment, Problem, Reading, RecordText, Replay, Survey, Tried, TriesText,
};

use crate::engine::{Answer, Engine};

impl Engine {
    /// The record as far as it is asked about, played once.
    fn reading(&mut self, record: &str, words: Option<usize>) -> Answer<&Reading> {
        let known = self.reading.take().filter(|reading| reading.is_of(record, words));
        let reading = match known {
            Some(reading) => reading,
            None => Box::new(Reading::of(record, words)?),
        };
        Ok(self.reading.insert(reading))
    }

    pub(crate) fn moment(&mut self, text: &RecordText) -> Answer<Moment> {
        Ok(self.reading(&text.record, text.words)?.moment(&text.then))
    }

    pub(crate) fn survey(&mut self, text: &RecordText) -> Answer<Survey> {
        let course = self.reading(&text.record, text.words)?.after(&text.then)?;
        Ok(Survey::of(course.rules(), course.game(), Aids::Beginner))
    }

    pub(crate) fn why(&mut self, text: &TriesText) -> Answer<Vec<Tried>> {
        let reading = self.reading(&text.record, text.words)?;
        Ok(text.tries.iter().map(|words| reading.course().try_out(words)).collect())
    }

    pub(crate) fn position(&mut self, text: &RecordText) -> Answer<Position> {
        let course = self.reading(&text.record, text.words)?.after(&text.then)?;
        Ok(Position { position: games::position::print(course.rules(), course.game()) })
    }
}

pub(crate) fn replay(text: &RecordText) -> Answer<Replay> {
    let mut record = protocol::read_record(&text.record)?;
    if let Some(words) = text.words {
        record.truncate(words);
    }
    Ok(Replay::of(&record)?)
}

pub(crate) fn draws(text: &RecordOnly) -> Answer<DrawSheet> {
    room::draw_sheet(&Record::parse(&text.record)?)
}

pub(crate) fn verify(asked: &Verify) -> Answer<Verified> {
    let fault = |detail: String| Problem::new("draws", "The draws are not right", 422, detail);
    let commitment = match &asked.commitment {
        None => None,
        Some(text) => Some(fair::Commitment::parse(text).ok_or_else(|| {
            let detail = "Expected 64 hexadecimal digits.".to_string();
            fault(detail).at("commitment")
        })?),
    };
    let known = fair::Known { commitment, before: asked.before as usize, order: None };
    let record = Record::parse(&asked.record)?;
    let report = fair::verify(&record, known).map_err(|wrong| fault(wrong.to_string()))?;
    Ok(Verified {
        draws: u32::try_from(report.draws).unwrap_or(u32::MAX),
        order: report.order == fair::Order::Drawn,
    })
}
