//! What is kept for people who are away: reads, and the list of its changes.

// Siblings by their files: this folder is compiled for each database.
#[path = "contacts.rs"]
mod contacts;
#[path = "leave_days.rs"]
mod leave_days;
#[path = "outbox.rs"]
mod outbox;
#[path = "push.rs"]
mod push;

use super::write::Write;
use super::{Backend, Connection, Pool, Row, SKIP_LOCKED, hold, people};
use crate::post::{
    Channels, Claiming, Contact, KeptDraft, Leave, News, Outgoing, Post, Rung, Secret, Spending,
    Subscription, Waiting,
};
use crate::{Result, StoreError};

/// A change. The answer is a number: of rows, or 0 and 1 for no and yes.
pub(super) enum Change {
    ServerKey { name: String, fresh: Vec<u8> },
    Subscribe(Subscription),
    Unsubscribe { endpoint: String, person: Option<String> },
    Wants { person: String, wants: Vec<(String, String)> },
    Post(News),
    Claim(Claiming),
    Spread { id: u64, channels: Channels, now: u64 },
    Told(u64),
    PutOff { id: u64, due: u64 },
    SeeBell { person: String, up_to: u64 },
    SeeTable { person: String, table: String },
    Sweep { bell_before: u64, now: u64 },
    Contact(Contact),
    DropContact(String),
    ClaimDigests { now: u64, again: u64, limit: u32 },
    KeepSecret { secret: Secret, alone: bool },
    UseSecret([u8; 32]),
    Reset { hash: [u8; 32], password: String, now: u64 },
    SetLeave { person: String, leave: Leave },
    SpendLeave(Spending),
    KeepDraft { table: String, draft: KeptDraft },
    NoteTurn { table: String, last: u64, to_act: Option<String>, turn: u64 },
}

impl Change {
    /// Makes the change inside the transaction of the caller.
    pub(super) async fn run(&self, db: &mut Connection) -> Result<u64> {
        match self {
            Change::ServerKey { name, fresh } => push::server_key(db, name, fresh).await,
            Change::Subscribe(subscription) => push::subscribe(db, subscription).await,
            Change::Unsubscribe { endpoint, person } => {
                push::unsubscribe(db, endpoint, person.as_deref()).await
            }
            Change::Wants { person, wants } => push::set_wants(db, person, wants).await,
            Change::Post(news) => outbox::post(db, news).await,
            Change::Claim(claiming) => outbox::claim(db, claiming).await,
            Change::Spread { id, channels, now } => outbox::spread(db, *id, *channels, *now).await,
            Change::Told(id) => outbox::told(db, *id).await,
            Change::PutOff { id, due } => outbox::put_off(db, *id, *due).await,
            Change::SeeBell { person, up_to } => outbox::see_bell(db, person, *up_to).await,
            Change::SeeTable { person, table } => outbox::see_table(db, person, table).await,
            Change::Sweep { bell_before, now } => outbox::sweep(db, *bell_before, *now).await,
            Change::Contact(contact) => contacts::set(db, contact).await,
            Change::DropContact(person) => contacts::forget(db, person).await,
            Change::ClaimDigests { now, again, limit } => {
                contacts::claim_digests(db, *now, *again, *limit).await
            }
            Change::KeepSecret { secret, alone } => contacts::keep_secret(db, secret, *alone).await,
            Change::UseSecret(hash) => contacts::use_secret(db, hash).await,
            Change::Reset { hash, password, now } => {
                contacts::reset(db, hash, password, *now).await
            }
            Change::SetLeave { person, leave } => leave_days::set(db, person, leave).await,
            Change::SpendLeave(spending) => leave_days::spend(db, spending).await,
            Change::KeepDraft { table, draft } => leave_days::keep_draft(db, table, draft).await,
            Change::NoteTurn { table, last, to_act, turn } => {
                outbox::note_turn(db, table, *last, to_act.as_deref(), *turn).await
            }
        }
    }
}

/// Notes something to be told, in the transaction of whatever it is about.
pub(super) async fn add(db: &mut Connection, news: &News) -> Result<u64> {
    outbox::post(db, news).await
}

/// A time or number as the database has it.
fn number(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

impl Backend {
    async fn change_post(&self, change: Change) -> Result<u64> {
        self.write(Write::Post(change)).await
    }
}

#[async_trait::async_trait]
impl Post for Backend {
    async fn server_key(&self, name: &str, fresh: &[u8]) -> Result<Vec<u8>> {
        let (name, fresh) = (name.to_owned(), fresh.to_vec());
        self.change_post(Change::ServerKey { name: name.clone(), fresh }).await?;
        self.read(push::key(&self.readers, &name)).await
    }

    async fn subscribe(&self, subscription: Subscription) -> Result<()> {
        self.change_post(Change::Subscribe(subscription)).await.map(drop)
    }

    async fn unsubscribe(&self, endpoint: &str, person: Option<&str>) -> Result<bool> {
        let (endpoint, person) = (endpoint.to_owned(), person.map(str::to_owned));
        Ok(self.change_post(Change::Unsubscribe { endpoint, person }).await? > 0)
    }

    async fn subscription(&self, endpoint: &str) -> Result<Option<Subscription>> {
        self.read(push::one(&self.readers, endpoint)).await
    }

    async fn subscriptions(&self, person: &str) -> Result<Vec<Subscription>> {
        self.read(push::of(&self.readers, person)).await
    }

    async fn wants(&self, person: &str) -> Result<Vec<(String, String)>> {
        self.read(push::wants(&self.readers, person)).await
    }

    async fn set_wants(&self, person: &str, wants: &[(String, String)]) -> Result<()> {
        let (person, wants) = (person.to_owned(), wants.to_vec());
        self.change_post(Change::Wants { person, wants }).await.map(drop)
    }

    async fn turns(&self, person: &str, limit: u32) -> Result<Vec<Waiting>> {
        self.read(outbox::turns(&self.readers, person, limit)).await
    }

    async fn table_row(&self, table: &str) -> Result<Option<String>> {
        self.read(outbox::table_row(&self.readers, table)).await
    }

    async fn post(&self, news: News) -> Result<()> {
        self.change_post(Change::Post(news)).await.map(drop)
    }

    async fn claim(&self, claiming: Claiming) -> Result<Vec<Outgoing>> {
        if !self.chore(outbox::is_due(&self.readers, &claiming)).await?
            || self.change_post(Change::Claim(claiming)).await? == 0
        {
            return Ok(Vec::new());
        }
        self.chore(outbox::claimed(&self.readers, claiming.mark)).await
    }

    async fn spread(&self, id: u64, channels: Channels, now: u64) -> Result<()> {
        self.change_post(Change::Spread { id, channels, now }).await.map(drop)
    }

    async fn told(&self, id: u64) -> Result<()> {
        self.change_post(Change::Told(id)).await.map(drop)
    }

    async fn put_off(&self, id: u64, due: u64) -> Result<()> {
        self.change_post(Change::PutOff { id, due }).await.map(drop)
    }

    async fn bell(&self, person: &str, before: Option<u64>, limit: u32) -> Result<Vec<Rung>> {
        self.read(outbox::bell(&self.readers, person, before, limit)).await
    }

    async fn unseen(&self, person: &str) -> Result<u64> {
        self.read(outbox::unseen(&self.readers, person)).await
    }

    async fn see_bell(&self, person: &str, up_to: u64) -> Result<()> {
        let person = person.to_owned();
        self.change_post(Change::SeeBell { person, up_to }).await.map(drop)
    }

    async fn see_table(&self, person: &str, table: &str) -> Result<()> {
        let (person, table) = (person.to_owned(), table.to_owned());
        self.change_post(Change::SeeTable { person, table }).await.map(drop)
    }

    async fn sweep_post(&self, bell_before: u64, now: u64) -> Result<u64> {
        self.change_post(Change::Sweep { bell_before, now }).await
    }

    async fn contact(&self, person: &str) -> Result<Option<Contact>> {
        self.read(contacts::find(&self.readers, person)).await
    }

    async fn set_contact(&self, contact: Contact) -> Result<()> {
        self.change_post(Change::Contact(contact)).await.map(drop)
    }

    async fn drop_contact(&self, person: &str) -> Result<()> {
        self.change_post(Change::DropContact(person.to_owned())).await.map(drop)
    }

    async fn contacts_at(&self, address: &str) -> Result<Vec<Contact>> {
        self.read(contacts::at(&self.readers, address)).await
    }

    async fn claim_digests(&self, now: u64, again: u64, limit: u32) -> Result<Vec<Contact>> {
        if self.change_post(Change::ClaimDigests { now, again, limit }).await? == 0 {
            return Ok(Vec::new());
        }
        self.chore(contacts::claimed(&self.readers, again)).await
    }

    async fn keep_secret(&self, secret: Secret, alone: bool) -> Result<()> {
        self.change_post(Change::KeepSecret { secret, alone }).await.map(drop)
    }

    async fn secret(&self, hash: &[u8; 32], purpose: &str, now: u64) -> Result<Option<Secret>> {
        self.read(contacts::secret(&self.readers, hash, purpose, now)).await
    }

    async fn use_secret(&self, hash: &[u8; 32]) -> Result<bool> {
        Ok(self.change_post(Change::UseSecret(*hash)).await? > 0)
    }

    async fn reset_password(&self, hash: &[u8; 32], password: &str, now: u64) -> Result<bool> {
        let (hash, password) = (*hash, password.to_owned());
        Ok(self.change_post(Change::Reset { hash, password, now }).await? > 0)
    }

    async fn leave(&self, person: &str) -> Result<Option<Leave>> {
        self.read(leave_days::find(&self.readers, person)).await
    }

    async fn set_leave(&self, person: &str, leave: Leave) -> Result<()> {
        let person = person.to_owned();
        self.change_post(Change::SetLeave { person, leave }).await.map(drop)
    }

    async fn spend_leave(&self, spending: Spending) -> Result<bool> {
        Ok(self.change_post(Change::SpendLeave(spending)).await? > 0)
    }

    async fn keep_draft(&self, table: &str, draft: KeptDraft) -> Result<()> {
        let table = table.to_owned();
        self.change_post(Change::KeepDraft { table, draft }).await.map(drop)
    }

    async fn drafts(&self, table: &str) -> Result<Vec<KeptDraft>> {
        self.urgent(leave_days::drafts(&self.readers, table)).await
    }

    async fn last_bell(&self) -> Result<u64> {
        self.chore(outbox::last_bell(&self.readers)).await
    }

    async fn bells_after(&self, after: u64, limit: u32) -> Result<Vec<(u64, String, String)>> {
        self.chore(outbox::bells_after(&self.readers, after, limit)).await
    }

    async fn last_posted(&self) -> Result<u64> {
        self.chore(outbox::last_posted(&self.readers)).await
    }

    async fn turns_after(&self, after: u64, limit: u32) -> Result<Vec<(u64, String, String)>> {
        self.chore(outbox::turns_after(&self.readers, after, limit)).await
    }

    async fn outbox_health(&self, now: u64) -> Result<(u64, u64, Option<u64>)> {
        self.chore(outbox::health(&self.readers, now)).await
    }

    async fn drafts_of(&self, person: &str) -> Result<Vec<(String, KeptDraft)>> {
        self.read(leave_days::drafts_of(&self.readers, person)).await
    }

    async fn leave_spent(&self, person: &str) -> Result<Vec<(String, u64)>> {
        self.read(leave_days::spent(&self.readers, person)).await
    }

    async fn unnoted_turns(&self, limit: u32) -> Result<Vec<String>> {
        self.chore(outbox::unnoted_turns(&self.readers, limit)).await
    }

    async fn note_turn(
        &self,
        table: &str,
        last: u64,
        to_act: Option<String>,
        turn: u64,
    ) -> Result<()> {
        let table = table.to_owned();
        self.change_post(Change::NoteTurn { table, last, to_act, turn }).await.map(drop)
    }
}
