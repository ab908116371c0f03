//! A finished game looked through in slices.

use ai::analysis::{AnyAnalysis, Care};
use games::{Action, Teller};
use protocol::Analysis;
use protocol::engine::{Analyse, Analysed, JobOn};

use crate::engine::{Answer, Engine};
use crate::judge::no_job;

/// The most simulations for a decision: a page may be patient, but not for ever.
const NODES_MAX: u32 = 100_000;

/// A game that is looked through.
pub(crate) struct LookThrough {
    start: Teller,
    actions: Vec<Action>,
    analysis: AnyAnalysis,
    nodes: u32,
}

impl Engine {
    pub(crate) fn analyse(&mut self, asked: &Analyse) -> Answer<Analysed> {
        let record = protocol::read_record(&asked.record)?;
        let (start, actions) = protocol::actions_of(&record)?;
        let care = Care::default();
        let nodes = asked.nodes.unwrap_or(care.nodes).clamp(1, NODES_MAX);
        let analysis = AnyAnalysis::new(start.game(), &actions, Care { nodes, ..care });
        let look = LookThrough { start, actions, analysis, nodes };
        let analysed = look.told();
        self.analyses.insert(asked.job.clone(), look);
        Ok(analysed)
    }

    pub(crate) fn analyse_on(&mut self, asked: &JobOn) -> Answer<Analysed> {
        let look = self.analyses.get_mut(&asked.job).ok_or_else(no_job)?;
        let rules = look.start.rules();
        look.analysis.slice(rules, asked.simulations.max(1), &mut || false);
        Ok(look.told())
    }
}

impl LookThrough {
    fn told(&self) -> Analysed {
        let (done, of) = self.analysis.progress();
        let found = (done == of).then(|| {
            let report = self.analysis.report(self.start.rules());
            Box::new(Analysis::new(self.start.clone(), &self.actions, &report, self.nodes))
        });
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Analysed { done: count(done), of: count(of), found }
    }
}
