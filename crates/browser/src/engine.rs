//! Every question by its number.

use std::cell::OnceCell;

use art::{Address, Catalogue, NoPicture};
use protocol::engine::{
    ArtPath, Call, Drawing, EngineHello, JobName, LocalNow, MindName, TableName,
};
use protocol::{Problem, Reading};
use room::Rulebook;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::judge::Judgement;
use crate::look_through::LookThrough;
use crate::shelf::Shelf;
use crate::tables::Table;
use crate::think::Thinker;
use crate::{measure, records};

/// The engine of one page, or of one worker of it.
#[derive(Default)]
pub struct Engine {
    pub(crate) book: Rulebook,
    catalogue: OnceCell<Catalogue>,
    /// The record that was asked about last.
    pub(crate) reading: Option<Box<Reading>>,
    pub(crate) tables: Shelf<Table>,
    pub(crate) minds: Shelf<Thinker>,
    pub(crate) judgements: Shelf<Judgement>,
    pub(crate) analyses: Shelf<LookThrough>,
}

/// What a question is answered.
pub(crate) type Answer<T> = Result<T, Problem>;

impl Engine {
    /// Answers a question: `{"ok": …}` or `{"problem": …}`, written behind what is in `out`.
    pub fn answer(&mut self, number: u32, question: &[u8], out: &mut Vec<u8>) {
        let Some(call) = Call::from_number(number) else {
            let problem = Problem::new("question", "No such question", 404, "There is none.");
            refuse(out, &problem.at(number.to_string()));
            return;
        };
        self.dispatch(call, question, out);
    }

    fn dispatch(&mut self, call: Call, q: &[u8], out: &mut Vec<u8>) {
        match call {
            Call::Hello => tell(out, &hello()),
            Call::Menu => tell(out, &room::menu(Vec::new())),
            Call::Art => with(q, out, |path: ArtPath| self.art(&path)),
            Call::Moment => with(q, out, |text| self.moment(&text)),
            Call::Replay => with(q, out, |text| records::replay(&text)),
            Call::Survey => with(q, out, |text| self.survey(&text)),
            Call::Why => with(q, out, |text| self.why(&text)),
            Call::Position => with(q, out, |text| self.position(&text)),
            Call::Draws => with(q, out, |text| records::draws(&text)),
            Call::Verify => with(q, out, |text| records::verify(&text)),
            Call::Shadow => with(q, out, |of| self.shadow(of)),
            Call::Follow => with(q, out, |step| self.follow(&step)),
            Call::TableDraft => with(q, out, |draft| self.table_draft(&draft)),
            Call::TableSurvey => with(q, out, |then| self.table_survey(&then)),
            Call::TableWhy => with(q, out, |tries| self.table_why(&tries)),
            Call::TableChoices => with(q, out, |TableName { table }| self.table_choices(&table)),
            Call::TableReplay => with(q, out, |TableName { table }| self.table_replay(&table)),
            Call::TablePosition => with(q, out, |then| self.table_position(&then)),
            Call::Close => with(q, out, |TableName { table }| {
                self.tables.remove(&table);
                Ok(())
            }),
            Call::Make => with(q, out, |make| self.make(make)),
            Call::Open => with(q, out, |open| self.open(open)),
            Call::Begin => with(q, out, |begin| self.begin(begin)),
            Call::Say => with(q, out, |say| self.say(say)),
            Call::Computer => with(q, out, |thought| self.computer(thought)),
            Call::Tick => with(q, out, |LocalNow { table, now }| self.tick(&table, now)),
            Call::Kept => with(q, out, |LocalNow { table, now }| self.kept(&table, now)),
            Call::Dropped => with(q, out, |TableName { table }| self.dropped(&table)),
            Call::Look => with(q, out, |LocalNow { table, now }| self.look(&table, now)),
            Call::Record => with(q, out, |TableName { table }| self.record(&table)),
            Call::Think => with(q, out, |think| self.think(&think)),
            Call::ThinkOn => with(q, out, |on| self.think_on(&on)),
            Call::Settle => with(q, out, |settle| self.settle(&settle)),
            Call::Forget => with(q, out, |MindName { mind }| {
                self.minds.remove(&mind);
                Ok(())
            }),
            Call::Judge => with(q, out, |judge| self.judge(judge)),
            Call::JudgeOn => with(q, out, |on| self.judge_on(&on)),
            Call::Analyse => with(q, out, |analyse| self.analyse(&analyse)),
            Call::AnalyseOn => with(q, out, |on| self.analyse_on(&on)),
            Call::Drop => with(q, out, |JobName { job }| {
                self.judgements.remove(&job);
                self.analyses.remove(&job);
                Ok(())
            }),
            Call::Measure => with(q, out, |what| measure::measure(&what)),
        }
    }

    fn art(&self, ArtPath { path }: &ArtPath) -> Answer<Drawing> {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let none = || {
            let detail = "There is no such drawing.";
            Problem::new("not-found", "There is no such thing", 404, detail)
        };
        let address = Address::read(path, query).map_err(|no| match no {
            NoPicture::Unknown => none(),
            NoPicture::Around => Problem { status: 400, ..none() }.at("around"),
        })?;
        let catalogue = self.catalogue.get_or_init(Catalogue::new);
        let text = address.draw(catalogue).ok_or_else(none)?;
        Ok(Drawing { kind: address.kind().to_string(), text })
    }
}

fn hello() -> EngineHello {
    EngineHello {
        version: env!("CARGO_PKG_VERSION").to_string(),
        format: protocol::log::FORMAT,
        revision: games::REVISION,
        draws: fair::Version::NEWEST.number(),
        art: art::VERSION.to_string(),
    }
}

/// Reads a question, answers it, and writes the answer down. What is the same for all questions is
/// not here: this is compiled once for each.
fn with<Q: DeserializeOwned, A: Serialize>(
    question: &[u8],
    out: &mut Vec<u8>,
    answer: impl FnOnce(Q) -> Answer<A>,
) {
    match protocol::plain::read(question).map_err(|error| no_question(&error)).and_then(answer) {
        Ok(value) => tell(out, &value),
        Err(problem) => refuse(out, &problem),
    }
}

fn tell<A: Serialize>(out: &mut Vec<u8>, answer: &A) {
    out.extend_from_slice(b"{\"ok\":");
    written(out, answer);
}

#[inline(never)]
fn refuse(out: &mut Vec<u8>, problem: &Problem) {
    out.extend_from_slice(b"{\"problem\":");
    written(out, problem);
}

fn written<A: Serialize>(out: &mut Vec<u8>, value: &A) {
    let written = serde_json::to_writer(&mut *out, value);
    written.expect("an answer has a JSON form, and memory takes it");
    out.push(b'}');
}

#[cold]
fn no_question(error: &protocol::plain::Error) -> Problem {
    Problem::new("question", "This is no question", 400, error.to_string())
}
