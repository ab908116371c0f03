//! The bells of people whose pages are open: new lines are told over their own sockets.
//!
//! The store is read, whoever wrote the line: another node, or the outbox here. A line that becomes
//! visible behind a later one is told too, if it comes soon; what is missed the page asks for now
//! and then.

use std::collections::VecDeque;

use protocol::{MeTold, NoticeKind};

use super::hub::Hub;
use crate::store::Result;

/// How many lines are read at once.
const AT_ONCE: u32 = 500;
/// How far back lines are looked for that become visible late.
const BEHIND: u64 = 50;

/// How far the bells were heard.
#[derive(Debug, Default)]
pub struct Rung {
    /// The newest line when somebody began to listen; none while nobody does.
    base: Option<u64>,
    last: u64,
    /// Those that were told lately.
    told: VecDeque<u64>,
}

impl Hub {
    /// Tells everybody who listens what is new in its bell.
    pub(super) async fn ring(&self) {
        if let Err(error) = self.ring_new().await {
            tracing::warn!(%error, "the bells cannot be read");
        }
    }

    async fn ring_new(&self) -> Result<()> {
        let mut rung = self.rung().lock().await;
        if self.persons().is_empty() {
            rung.base = None;
            return Ok(());
        }
        let post = self.store().post();
        let Some(base) = rung.base else {
            let last = post.last_bell().await?;
            *rung = Rung { base: Some(last), last, told: VecDeque::new() };
            return Ok(());
        };
        let after = rung.last.saturating_sub(BEHIND).max(base);
        for (id, person, kind) in post.bells_after(after, AT_ONCE).await? {
            if rung.told.contains(&id) {
                continue;
            }
            rung.last = rung.last.max(id);
            rung.told.push_back(id);
            if rung.told.len() > AT_ONCE as usize + BEHIND as usize {
                rung.told.pop_front();
            }
            if let Some(kind) = NoticeKind::named(&kind) {
                self.persons().tell_person(&person, &MeTold::Notice { kind });
            }
        }
        Ok(())
    }
}
