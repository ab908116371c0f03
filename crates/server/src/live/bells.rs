//! The bells of people whose pages are open: new lines, and games that wait for them, are told over
//! their own sockets.
//!
//! The store is read, whoever wrote the line: another node, or the outbox here. A line that becomes
//! visible behind a later one is told too, if it comes soon; what is missed the page asks for now
//! and then.

use std::collections::VecDeque;

use protocol::{MeTold, NoticeKind};

use super::hub::Hub;
use store::Result;

/// How many lines are read at once.
const AT_ONCE: u32 = 500;
/// How far back lines are looked for that become visible late.
const BEHIND: u64 = 50;

/// How far a list of the store was heard whose lines have rising numbers.
#[derive(Debug, Default)]
struct Heard {
    /// The newest line when somebody began to listen.
    base: u64,
    last: u64,
    /// Those that were told lately.
    told: VecDeque<u64>,
}

impl Heard {
    fn since(base: u64) -> Heard {
        Heard { base, last: base, told: VecDeque::new() }
    }

    /// Behind which line to look.
    fn after(&self) -> u64 {
        self.last.saturating_sub(BEHIND).max(self.base)
    }

    /// Whether a line is new.
    fn is_news(&mut self, id: u64) -> bool {
        if self.told.contains(&id) {
            return false;
        }
        self.last = self.last.max(id);
        self.told.push_back(id);
        if self.told.len() > AT_ONCE as usize + BEHIND as usize {
            self.told.pop_front();
        }
        true
    }
}

/// How far the bells and the turns were heard; nothing while nobody listens.
#[derive(Debug, Default)]
pub struct Rung(Option<(Heard, Heard)>);

impl Hub {
    /// Tells everybody who listens what is new in its bell, and which games wait for it.
    pub(super) async fn ring(&self) {
        if let Err(error) = self.ring_new().await {
            tracing::warn!(%error, "the bells cannot be read");
        }
    }

    async fn ring_new(&self) -> Result<()> {
        let mut rung = self.rung().lock().await;
        if self.persons().is_empty() {
            rung.0 = None;
            return Ok(());
        }
        let post = self.store().post();
        let Some((bells, turns)) = &mut rung.0 else {
            let (bells, turns) = (post.last_bell().await?, post.last_posted().await?);
            rung.0 = Some((Heard::since(bells), Heard::since(turns)));
            return Ok(());
        };
        for (id, person, kind) in post.bells_after(bells.after(), AT_ONCE).await? {
            if bells.is_news(id)
                && let Some(kind) = NoticeKind::named(&kind)
            {
                self.persons().tell_person(&person, &MeTold::Notice { kind });
            }
        }
        for (id, person, table) in post.turns_after(turns.after(), AT_ONCE).await? {
            // Whoever looks at the table sees it there.
            if turns.is_news(id) && !self.is_at(&person, &table) {
                self.persons().tell_person(&person, &MeTold::Turn { table });
            }
        }
        Ok(())
    }
}
