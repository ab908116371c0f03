//! Good moves for whoever asks at a table that tells them.
//!
//! Invariant: a hint goes to the socket that asked, and nobody else learns that it was asked for.
//! One person has one question at a table; another takes its place, and when the game goes on, or
//! the person goes, nobody thinks about it any more.

use std::sync::Arc;
use std::time::Duration;

use protocol::log::Who;
use protocol::{Evaluate, Hint, Problem, ServerMsg};
use room::Pondered;

use super::crowd::SocketId;
use super::handle::Msg;
use super::task::Task;
use crate::think::{Asked, Behalf, Class, Pace, Time, insight};
use crate::trouble;
use crate::work::Busy;

/// How long a hint takes at most, and how many simulations.
const MOST: Duration = Duration::from_secs(1);
const NODES: u32 = 1500;

/// A question that waits for its answer.
pub struct Hinting {
    /// Who asked: over which socket, and when in the game.
    socket: SocketId,
    turn: u64,
    /// Stops the thought when it is dropped.
    _asked: Asked,
}

impl Task {
    /// Somebody wants good moves.
    ///
    /// # Errors
    /// If the table tells none, it is not that person's turn, or it asks too often.
    pub(super) fn hint(
        &mut self,
        socket: SocketId,
        who: &Who,
        (seat, after): (u8, u64),
        words: &[String],
    ) -> Result<(), Problem> {
        let Pondered { rules, game, words } =
            self.room.hint(self.hub.now(), who, seat, after, words)?;
        let spent = self.hub.spend_hint(&who.id);
        spent.map_err(|seconds| trouble::too_many(seconds, "questions for good moves"))?;
        let Some(own) = self.own.upgrade() else { return Ok(()) };
        // The one before is stopped first: it would count.
        self.hints.remove(&who.id);
        let (turn, n, person) = (self.turn, self.n, who.id.clone());
        let work = move |pace: &Pace| {
            let best = (NODES, usize::from(Evaluate::BEST));
            let Some(found) = insight::evaluate(&rules, &game, best, pace) else { return };
            let moves = found.moves.into_iter().map(|mut one| {
                // The rest of the line would tell more than what is good now.
                one.line.clear();
                one
            });
            let hint = Hint { n, seat, words, moves: moves.collect() };
            // If the inbox is full, whoever wants to know asks again.
            let _ = own.try_send(Msg::Hinted { person, turn, hint: Box::new(hint) });
        };
        let behalf = Behalf {
            class: Class::Hint,
            account: who.id.as_str().into(),
            table: Arc::clone(&self.id),
        };
        let most = if self.hub.config().test_seed.is_some() { None } else { Some(MOST) };
        let asked = self.hub.thinkers().ask(behalf, Time { most, due: None }, work);
        let asked = asked.map_err(|busy| match busy {
            Busy::Yours => trouble::too_many(2, "questions for good moves"),
            Busy::All | Busy::Failed => {
                let detail = "Too many people ask for this at this moment. Try again soon.";
                trouble::unavailable("busy", detail, 5)
            }
        })?;
        self.hints.insert(who.id.clone(), Hinting { socket, turn, _asked: asked });
        Ok(())
    }

    /// Good moves were found.
    pub(super) fn hinted(&mut self, person: &str, turn: u64, hint: Hint) {
        let wanted = self.hints.get(person).is_some_and(|hinting| hinting.turn == turn);
        if !wanted || turn != self.turn {
            return;
        }
        if let Some(hinting) = self.hints.remove(person) {
            self.tell(hinting.socket, &ServerMsg::Hint(Box::new(hint)));
        }
    }

    /// Forgets questions that are of no use any more: the game went on, or nobody is there.
    pub(super) fn forget_hints(&mut self) {
        let (turn, crowd) = (self.turn, &self.crowd);
        self.hints.retain(|_, hint| hint.turn == turn && crowd.get(hint.socket).is_some());
    }
}
