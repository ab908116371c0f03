//! Who may say what at a table. Strangers talk in phrases; friends, and people who both want to,
//! in words of their own.
//!
//! Invariant: every refusal says why. Nothing is changed or hidden in what was said.

use protocol::log::Who;
use protocol::{ClientMsg, Deed, Problem, Visibility};
use room::Room;

use super::hub::Hub;
use super::task::Task;
use crate::config::Chat;
use crate::store::society::{TieBetween, blocked, open};
use crate::trouble;
use crate::words;

/// How old a person must be to send links, ms.
const LINKS_AFTER: u64 = 86_400_000;

/// The others whom a person talks to: those who sit at the table, and whoever made it.
pub fn others(room: &Room, person: &str) -> Vec<String> {
    let mut others = room.people();
    others.push(room.owner().to_owned());
    others.sort_unstable();
    others.dedup();
    others.retain(|other| other != person && !other.is_empty());
    others
}

/// Whether a person may use words of its own at a table. Whoever was given the link of a table that
/// is not listed was invited.
pub fn is_free(room: &Room, chat: Chat, person: &str, ties: &[TieBetween]) -> bool {
    let invited = room.config().visibility == Visibility::Link && !room.is_paired();
    let others = others(room, person);
    let friends = room.sits(person)
        && !others.is_empty()
        && others.iter().all(|other| open(ties, person, other));
    chat == Chat::Free || (chat == Chat::Phrases && (invited || friends))
}

impl Task {
    /// Whether somebody may say this, and not too much.
    pub(super) async fn may_talk(&self, who: &Who, message: &ClientMsg) -> Result<(), Problem> {
        let (ClientMsg::Chat { id, .. } | ClientMsg::Phrase { id, .. }) = message else {
            return Ok(());
        };
        if self.room.has_said(who, id) {
            return Ok(());
        }
        self.is_switched_on(who)?;
        let text = match message {
            ClientMsg::Chat { text, .. } => Some(text.as_str()),
            _ => None,
        };
        may_say(&self.hub, &self.room, who, text).await?;
        let spent = self.hub.spend_chat(&who.id);
        spent.map_err(|seconds| trouble::too_many(seconds, "things said"))
    }

    fn is_switched_on(&self, who: &Who) -> Result<(), Problem> {
        let config = self.hub.config();
        let watches = !self.room.sits(&who.id) && self.room.owner() != who.id;
        let on = config.chat != Chat::Off;
        if on && (!watches || config.watcher_chat) {
            return Ok(());
        }
        let (kind, detail) = if on {
            ("watchers-silent", "On this server only those who play may talk.")
        } else {
            ("chat-off", "On this server nobody talks at the tables.")
        };
        Err(trouble::forbidden(kind, detail))
    }
}

/// Whether a person may say a text, or a phrase, to those at a table.
async fn may_say(hub: &Hub, room: &Room, who: &Who, text: Option<&str>) -> Result<(), Problem> {
    let restraints = hub.store().restraints(&who.id, hub.now()).await.map_err(trouble::store)?;
    if let Some((_, until)) = restraints.iter().find(|(deed, _)| *deed == Deed::Mute) {
        return Err(muted(hub, *until));
    }
    let others = others(room, &who.id);
    let mut all = others.clone();
    all.push(who.id.clone());
    let ties = hub.store().ties_among(&all).await.map_err(trouble::store)?;
    if others.iter().any(|other| blocked(&ties, &who.id, other)) {
        let detail = "You and somebody at this table have nothing to say to each other.";
        return Err(trouble::forbidden("blocked", detail));
    }
    let Some(text) = text else { return Ok(()) };
    let chat = hub.config().chat;
    if !is_free(room, chat, &who.id, &ties) {
        let detail = "Strangers talk in phrases here. Words of your own are for people who both \
                      want to: follow each other, or open the chat on both sides.";
        return Err(trouble::forbidden("phrases-only", detail));
    }
    if let Some(word) = words::found(text) {
        let detail = format!("“{word}” is not said at the tables of this server.");
        return Err(trouble::forbidden("words", &detail));
    }
    let person = hub.store().person(&who.id).await.map_err(trouble::store)?;
    if person.as_ref().is_some_and(|person| person.owner.is_some()) {
        return Err(trouble::forbidden("phrases-only", "A program talks in phrases only."));
    }
    let new = person.is_none_or(|person| person.made + LINKS_AFTER > hub.now());
    if chat != Chat::Free && new && words::has_link(text) {
        return Err(trouble::forbidden("no-links", "Links can be sent from the second day on."));
    }
    Ok(())
}

fn muted(hub: &Hub, until: u64) -> Problem {
    let seconds = until.saturating_sub(hub.now()) / 1000 + 1;
    let seconds = u32::try_from(seconds).unwrap_or(u32::MAX);
    let detail = "A moderator has asked you to be silent for a while: your page “People” says why.";
    Problem { retry: Some(seconds), ..trouble::forbidden("muted", detail) }
}
