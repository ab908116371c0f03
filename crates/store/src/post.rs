//! What the store keeps for people who are away: what is to be told to them and how, secrets of
//! links, leave, and words that they were trying.

use super::Result;

/// A browser that shows messages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Subscription {
    /// Where messages go.
    pub endpoint: String,
    /// Whose.
    pub person: String,
    /// The session that named it: they end together.
    pub session: [u8; 32],
    /// The browser's keys.
    pub p256dh: String,
    /// The browser's secret.
    pub auth: String,
    /// In which language it is told.
    pub language: String,
    /// When it was made, ms since 1970.
    pub made: u64,
}

/// Subscriptions of one person: with more of them the oldest goes.
pub const SUBSCRIPTIONS_MAX: u32 = 10;

/// Something that is to be told.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct News {
    /// The same thing is told once.
    pub key: String,
    /// To whom: the public id.
    pub person: String,
    /// What, as `protocol::NoticeKind` names it.
    pub kind: String,
    /// About which table.
    pub table: Option<String>,
    /// More about it, by kind: who challenges, by its id. It is read as a name.
    pub about: String,
    /// Not before this, ms since 1970.
    pub due: u64,
    /// Worth telling until then.
    pub until: Option<u64>,
}

/// What was claimed to be told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outgoing {
    /// Its number in the outbox.
    pub id: u64,
    /// What, to whom.
    pub news: News,
    /// `push` or `mail`; empty if it is to be made into one for each channel first.
    pub channel: String,
    /// The endpoint of a push.
    pub target: String,
    /// How often it was claimed, this time included.
    pub tries: u32,
}

/// Which mail somebody gets of a thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mailed {
    /// None.
    #[default]
    No,
    /// One, if no browser shows messages.
    WithoutPush,
    /// One.
    Yes,
}

/// On which channels a thing is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Channels {
    /// In the bell.
    pub bell: bool,
    /// In every browser that shows messages.
    pub push: bool,
    /// By mail, to a confirmed address.
    pub mail: Mailed,
}

/// What to claim from the outbox.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claiming {
    /// A number of the claimer's own.
    pub mark: u64,
    /// On which channel; empty is what is still to be made into one for each.
    pub channel: &'static str,
    /// Now, ms since 1970.
    pub now: u64,
    /// For how long turns wait before they are told, ms.
    pub delay: u64,
    /// Whoever has not told it by then gives it to the next, ms since 1970.
    pub until: u64,
    /// At most so many.
    pub limit: u32,
}

/// A line of the bell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rung {
    /// Its number.
    pub id: u64,
    /// What.
    pub kind: String,
    /// About which table.
    pub table: Option<String>,
    /// The table's line in the lobby.
    pub row: Option<String>,
    /// More about it.
    pub about: String,
    /// Since when, ms since 1970.
    pub at: u64,
    /// Whether its person has seen it.
    pub seen: bool,
}

/// A game that waits for somebody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// Its table's line in the lobby.
    pub row: String,
    /// When the move is due, ms since 1970.
    pub due: Option<u64>,
}

/// An address for mail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contact {
    /// Whose.
    pub person: String,
    /// Where.
    pub address: String,
    /// Whether its owner has said so.
    pub confirmed: bool,
    /// In which language mail is written.
    pub language: String,
    /// The minute of the day (UTC) of the digest, if one is wanted.
    pub digest: Option<u32>,
}

/// The secret of a link, by its hash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Secret {
    /// The SHA-256 of it: the secret itself is in the link alone.
    pub hash: [u8; 32],
    /// Whose; nobody's if it is an invitation.
    pub person: Option<String>,
    /// What it is good for: `reset`, `confirm`, `calendar`, `end`, `invite`.
    pub purpose: String,
    /// More about it: the address to confirm, the kind of mail to end.
    pub what: String,
    /// Until when, ms since 1970.
    pub expires: u64,
}

/// How much leave there is: a few days to begin with, and one more now and then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeaveRule {
    /// At the beginning.
    pub first: u32,
    /// One more after so long, ms.
    pub every: u64,
    /// The most.
    pub most: u32,
}

/// The leave of a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leave {
    /// Days that are left.
    pub days: u32,
    /// Since when the next one is waited for, ms since 1970.
    pub since: u64,
    /// Whether it is used by itself when a move is due.
    pub automatic: bool,
    /// From when to when its person said to be away, ms since 1970.
    pub away: Option<(u64, u64)>,
}

impl Leave {
    /// That of somebody who has used none.
    pub fn unused(rule: LeaveRule, made: u64) -> Leave {
        Leave { days: rule.first.min(rule.most), since: made, automatic: true, away: None }
    }

    /// What it is at a later time.
    pub fn at(self, rule: LeaveRule, now: u64) -> Leave {
        let grown = now.saturating_sub(self.since) / rule.every.max(1);
        let days = u64::from(self.days).saturating_add(grown).min(u64::from(rule.most));
        // Whoever has the most waits for no more: the next day counts from its first use on.
        let full = days == u64::from(rule.most);
        let since = if full { self.since.max(now) } else { self.since + grown * rule.every };
        Leave { days: days as u32, since, ..self }
    }

    /// Whether a move that is due now may be put off by a day.
    pub fn helps(self, now: u64) -> bool {
        let away = self.away.is_some_and(|(from, to)| (from..to).contains(&now));
        self.days > 0 && (self.automatic || away)
    }
}

/// A day of leave that is to be used, once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spending {
    /// Whose.
    pub person: String,
    /// At which table.
    pub table: String,
    /// The number of the entry since which the table waits.
    pub turn: u64,
    /// Which day of leave it is since then.
    pub day: u32,
    /// Now, ms since 1970.
    pub now: u64,
    /// How much there is.
    pub rule: LeaveRule,
}

/// Words that somebody tries for a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptDraft {
    /// Who.
    pub person: String,
    /// For which seat.
    pub seat: u8,
    /// The words.
    pub words: Vec<String>,
}

/// What a store keeps for people who are away.
#[async_trait::async_trait]
pub trait Post: Send + Sync {
    /// A key of the server itself: the one that is kept, or this fresh one from now on. Of several
    /// programs that start at once one decides.
    async fn server_key(&self, name: &str, fresh: &[u8]) -> Result<Vec<u8>>;

    /// Keeps a subscription, in place of one with the same endpoint.
    async fn subscribe(&self, subscription: Subscription) -> Result<()>;

    /// Removes a subscription: of this person, or whoever's if none is named.
    async fn unsubscribe(&self, endpoint: &str, person: Option<&str>) -> Result<bool>;

    /// A subscription by its endpoint.
    async fn subscription(&self, endpoint: &str) -> Result<Option<Subscription>>;

    /// All subscriptions of a person, the oldest first.
    async fn subscriptions(&self, person: &str) -> Result<Vec<Subscription>>;

    /// On which channels a person wants to hear of what: kind and channels, where it said so.
    async fn wants(&self, person: &str) -> Result<Vec<(String, String)>>;

    /// Says so.
    async fn set_wants(&self, person: &str, wants: &[(String, String)]) -> Result<()>;

    /// Games that wait for a person, the earliest deadline first.
    async fn turns(&self, person: &str, limit: u32) -> Result<Vec<Waiting>>;

    /// The line of a table in the lobby.
    async fn table_row(&self, table: &str) -> Result<Option<String>>;

    /// Puts something into the outbox; nothing happens if it is there.
    async fn post(&self, news: News) -> Result<()>;

    /// Claims what is due. Nobody else gets it until the time that is said.
    async fn claim(&self, claiming: Claiming) -> Result<Vec<Outgoing>>;

    /// Makes what was claimed into a line of the bell and a message for each channel.
    async fn spread(&self, id: u64, channels: Channels, now: u64) -> Result<()>;

    /// It was told, or is not worth telling any more.
    async fn told(&self, id: u64) -> Result<()>;

    /// It is to be told later.
    async fn put_off(&self, id: u64, due: u64) -> Result<()>;

    /// The lines of the bell before a number, the newest first.
    async fn bell(&self, person: &str, before: Option<u64>, limit: u32) -> Result<Vec<Rung>>;

    /// How many of them are unseen.
    async fn unseen(&self, person: &str) -> Result<u64>;

    /// The person has seen all lines up to a number.
    async fn see_bell(&self, person: &str, up_to: u64) -> Result<()>;

    /// The person has seen a table: what was to be told of its turn there is known.
    async fn see_table(&self, person: &str, table: &str) -> Result<()>;

    /// Forgets lines of the bell and secrets from before; how many.
    async fn sweep_post(&self, bell_before: u64, now: u64) -> Result<u64>;

    /// The address of a person.
    async fn contact(&self, person: &str) -> Result<Option<Contact>>;

    /// Keeps an address, or changes how it is used.
    async fn set_contact(&self, contact: Contact) -> Result<()>;

    /// Forgets an address.
    async fn drop_contact(&self, person: &str) -> Result<()>;

    /// Confirmed addresses that are this one, without regard to case.
    async fn contacts_at(&self, address: &str) -> Result<Vec<Contact>>;

    /// Addresses whose digest is due. They are not due again before `again`.
    async fn claim_digests(&self, now: u64, again: u64, limit: u32) -> Result<Vec<Contact>>;

    /// Keeps a secret; others of the same person and purpose go if `alone`.
    async fn keep_secret(&self, secret: Secret, alone: bool) -> Result<()>;

    /// A secret that has not expired.
    async fn secret(&self, hash: &[u8; 32], purpose: &str, now: u64) -> Result<Option<Secret>>;

    /// Uses a secret up; whether it was there.
    async fn use_secret(&self, hash: &[u8; 32]) -> Result<bool>;

    /// Uses a secret of a reset up: the new password, and all sessions end. Whether it was good.
    async fn reset_password(&self, hash: &[u8; 32], password: &str, now: u64) -> Result<bool>;

    /// The leave of a person, if it has used some or said something.
    async fn leave(&self, person: &str) -> Result<Option<Leave>>;

    /// Says how leave is used; the days stay what they are.
    async fn set_leave(&self, person: &str, leave: Leave) -> Result<()>;

    /// Uses a day of leave, once: whether there was one.
    async fn spend_leave(&self, spending: Spending) -> Result<bool>;

    /// Keeps what somebody tries at a table; without words it is forgotten.
    async fn keep_draft(&self, table: &str, draft: KeptDraft) -> Result<()>;

    /// What is tried at a table.
    async fn drafts(&self, table: &str) -> Result<Vec<KeptDraft>>;

    /// The number of the newest line of all bells.
    async fn last_bell(&self) -> Result<u64>;

    /// New lines of all bells after one of them: number, person and kind.
    async fn bells_after(&self, after: u64, limit: u32) -> Result<Vec<(u64, String, String)>>;

    /// The newest number of the outbox.
    async fn last_posted(&self) -> Result<u64>;

    /// Games that wait for somebody since a number of the outbox: number, person and table.
    async fn turns_after(&self, after: u64, limit: u32) -> Result<Vec<(u64, String, String)>>;

    /// What is due in the outbox: how many, how many of them were tried in vain, and since when the
    /// oldest is due, ms since 1970.
    async fn outbox_health(&self, now: u64) -> Result<(u64, u64, Option<u64>)>;

    /// What a person tries, at which tables.
    async fn drafts_of(&self, person: &str) -> Result<Vec<(String, KeptDraft)>>;

    /// The days of leave that a person has used: at which table and when, the oldest first.
    async fn leave_spent(&self, person: &str) -> Result<Vec<(String, u64)>>;

    /// Running games of before it was noted whom they wait for.
    async fn unnoted_turns(&self, limit: u32) -> Result<Vec<String>>;

    /// Notes it for one of them, if `last` is still the number of its newest entry.
    async fn note_turn(
        &self,
        table: &str,
        last: u64,
        to_act: Option<String>,
        turn: u64,
    ) -> Result<()>;
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: u64 = 86_400_000;
    const RULE: LeaveRule = LeaveRule { first: 7, every: 12 * DAY, most: 20 };

    #[test]
    fn leave_grows_by_a_day_in_twelve_and_ends_at_twenty() {
        let new = Leave::unused(RULE, 0);
        assert_eq!(new.at(RULE, 0).days, 7);
        assert_eq!(new.at(RULE, 12 * DAY - 1).days, 7);
        assert_eq!(new.at(RULE, 12 * DAY).days, 8);
        assert_eq!(new.at(RULE, 10_000 * DAY).days, 20);
        // Looking often changes nothing.
        let mut often = new;
        for day in 0..100 {
            often = often.at(RULE, day * DAY);
        }
        assert_eq!(often, new.at(RULE, 99 * DAY));
        let full = Leave { days: 20, ..new }.at(RULE, 500 * DAY);
        let used = Leave { days: 19, ..full };
        assert_eq!(used.at(RULE, 511 * DAY).days, 19, "nothing was saved up beyond the most");
        assert_eq!(used.at(RULE, 512 * DAY).days, 20);
    }

    #[test]
    fn leave_helps_by_itself_or_while_its_person_is_away() {
        let leave = Leave::unused(RULE, 0);
        assert!(leave.helps(5) && !Leave { days: 0, ..leave }.helps(5));
        let by_hand = Leave { automatic: false, away: Some((10, 20)), ..leave };
        assert!(!by_hand.helps(9) && by_hand.helps(10) && !by_hand.helps(20));
    }
}
