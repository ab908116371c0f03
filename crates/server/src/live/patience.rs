//! What tables by days do that others need not: leave when a move is due, words that are tried on
//! for days, and knowing who has seen that it is their turn.

use protocol::log::Logged;
use room::Room;

use super::task::Task;
use store::post::{KeptDraft, LeaveRule, Spending};
use store::{AnyStore, StoreError};

/// What is due at a table by now. A person with leave gets another day first; the store counts each
/// day once, whatever happens before it is in the log.
///
/// # Errors
/// If the store fails: nobody loses for that, it is asked again.
pub async fn due_by_now(
    store: &AnyStore,
    rule: LeaveRule,
    room: &Room,
    now: u64,
) -> Result<Vec<Logged>, StoreError> {
    let Some(due) = room.leave_due(now) else { return Ok(room.tick(now)) };
    let (person, table) = (due.person, room.id().to_owned());
    let spending = Spending { person, table, turn: due.turn, day: due.day, now, rule };
    let granted = store.post().spend_leave(spending).await?;
    Ok(if granted { room.leave_taken(now, due.seat) } else { room.tick(now) })
}

impl Task {
    /// What is due here by now.
    pub(super) async fn due_by_now(&self) -> Vec<Logged> {
        let rule = self.hub.config().telling.leave;
        let due = due_by_now(self.hub.store(), rule, &self.room, self.hub.now()).await;
        due.unwrap_or_else(|error| {
            tracing::error!(table = %self.id, %error, "leave cannot be asked for");
            Vec::new()
        })
    }

    /// Whether nobody needs to be here.
    fn is_patient(&self) -> bool {
        self.room.clock().is_slow() || self.room.index().to_act.is_some()
    }

    /// A person has come, and sees whose turn it is: it need not be told.
    pub(super) fn note_seen(&self, person: &str) {
        if !self.room.sits(person) || !self.is_patient() {
            return;
        }
        let (store, table) = (self.hub.store().clone(), self.id.to_string());
        let person = person.to_owned();
        tokio::spawn(async move {
            if let Err(error) = store.post().see_table(&person, &table).await {
                tracing::warn!(%table, %error, "it was not noted that a table was seen");
            }
        });
    }

    /// Keeps what people try here for when they come back, on whatever device.
    pub(super) async fn keep_drafts(&mut self) {
        if !std::mem::take(&mut self.drafts_changed) || !self.is_patient() {
            return;
        }
        for ((person, seat), words) in &self.drafts {
            let (person, seat, words) = (person.clone(), *seat, words.clone());
            let draft = KeptDraft { person, seat, words };
            if let Err(error) = self.hub.store().post().keep_draft(&self.id, draft).await {
                tracing::warn!(table = %self.id, %error, "what is tried was not kept");
            }
        }
    }
}
