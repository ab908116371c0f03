//! An engine that is asked by name.

use browser::Engine;
use protocol::Problem;
use protocol::engine::Call;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// An engine.
#[derive(Default)]
pub struct Asked(Engine);

impl Asked {
    /// Asks by the number that a call has.
    pub fn raw(&mut self, call: Call, question: &[u8]) -> Value {
        let number = Call::ALL.iter().position(|(known, _)| *known == call).unwrap();
        let mut out = Vec::new();
        self.0.answer(number as u32, question, &mut out);
        serde_json::from_slice(&out).unwrap()
    }

    /// The answer, or the problem that is told instead.
    pub fn try_ask<A: DeserializeOwned>(
        &mut self,
        call: Call,
        question: &impl Serialize,
    ) -> Result<A, Problem> {
        let mut answer = self.raw(call, &serde_json::to_vec(question).unwrap());
        match answer.get_mut("problem") {
            Some(problem) => Err(serde_json::from_value(problem.take()).unwrap()),
            None => Ok(serde_json::from_value(answer["ok"].take()).unwrap()),
        }
    }

    /// The answer.
    pub fn ask<A: DeserializeOwned>(&mut self, call: Call, question: &impl Serialize) -> A {
        self.try_ask(call, question).unwrap_or_else(|problem| panic!("{call:?}: {problem:?}"))
    }
}
