//! The store: what is asked for is read by many, and written as a [`Write`].

use std::path::Path;

use protocol::log::Logged;

use super::write::Write;
use super::{
    Backend, analyses, boots, bots, fair_list, leave, lists, looks, notices, people, reading,
    records, sweep, tables,
};
use crate::logs::not_json;
use crate::packing::packed;
use crate::{
    Arrival, Boot, Expiry, Finished, Hold, Index, Listed, Maker, NewTable, Nodes, Notice,
    PasswordChange, Person, Query, Removal, Result, Right, Session, ShownName, Store, StoredTable,
};

const HOUR: u64 = 3_600_000;
const MINUTE: u64 = 60_000;

#[async_trait::async_trait]
impl Store for Backend {
    async fn make_table(&self, table: NewTable) -> Result<Hold> {
        let hold = self.newborn();
        self.write(Write::MakeTable(table, hold)).await?;
        Ok(hold)
    }

    async fn append_held(
        &self,
        table: &str,
        hold: Hold,
        entries: Vec<Logged>,
        index: Index,
    ) -> Result<()> {
        let table = table.to_owned();
        self.write(Write::Append { table, hold, entries, index }).await.map(drop)
    }

    fn nodes(&self) -> Option<&dyn Nodes> {
        self.as_nodes()
    }

    fn post(&self) -> &dyn crate::Post {
        self
    }

    async fn load(&self, table: &str) -> Result<Option<StoredTable>> {
        self.read(tables::load(&self.readers, table)).await
    }

    async fn maker(&self, table: &str) -> Result<Option<Maker>> {
        self.read(reading::maker(&self.readers, table)).await
    }

    async fn rows(&self, query: Query) -> Result<Vec<(String, String)>> {
        self.read(lists::rows(&self.readers, &query)).await
    }

    async fn due(&self, now: u64) -> Result<Vec<String>> {
        self.urgent(lists::due(&self.readers, now)).await
    }

    async fn finished(
        &self,
        family: Option<&str>,
        after: Option<&str>,
        limit: u32,
    ) -> Result<Vec<(String, Finished)>> {
        self.read(records::finished(&self.readers, family, after, limit)).await
    }

    async fn unrecorded(&self, limit: u32) -> Result<Vec<String>> {
        self.chore(records::missing(&self.readers, limit)).await
    }

    async fn keep_record(
        &self,
        table: &str,
        named: &[String],
        record: Option<&str>,
    ) -> Result<bool> {
        let named = serde_json::to_string(named).map_err(|error| not_json(&error))?;
        let (table, record) = (table.to_owned(), record.map(packed).transpose()?);
        Ok(self.write(Write::KeepRecord { table, named, record }).await? > 0)
    }

    async fn record(&self, table: &str) -> Result<Option<String>> {
        self.read(records::find(&self.readers, table)).await
    }

    async fn keep_analysis(&self, table: &str, version: u32, analysis: &str) -> Result<bool> {
        let (table, analysis) = (table.to_owned(), packed(analysis)?);
        Ok(self.write(Write::KeepAnalysis { table, version, analysis }).await? > 0)
    }

    async fn analysis(&self, table: &str) -> Result<Option<(u32, String)>> {
        self.read(analyses::find(&self.readers, table)).await
    }

    async fn named(&self, person: &str) -> Result<Vec<String>> {
        self.read(reading::named_at(&self.readers, person)).await
    }

    async fn remove_table(&self, table: &str, why: Removal) -> Result<bool> {
        Ok(self.write(Write::RemoveTable { table: table.to_owned(), why }).await? > 0)
    }

    async fn expiring(&self, expiry: Expiry, limit: u32) -> Result<Vec<String>> {
        self.chore(lists::expiring(&self.readers, expiry, limit)).await
    }

    async fn expired(&self, table: &str) -> Result<bool> {
        self.read(sweep::is_expired(&self.readers, table)).await
    }

    async fn sweep_expired(&self, before: u64, limit: u32) -> Result<u64> {
        self.write(Write::SweepExpired { before, limit }).await
    }

    async fn sweep_nothing(&self, before: u64, now: u64, limit: u32) -> Result<u64> {
        self.write(Write::SweepNothing { before, now, limit }).await
    }

    async fn sweep_sessions(&self, before: u64, limit: u32) -> Result<u64> {
        self.write(Write::SweepSessions { before, limit }).await
    }

    async fn sweep_guests(
        &self,
        after: &str,
        before: u64,
        limit: u32,
    ) -> Result<(u64, Option<String>)> {
        let to = self.chore(sweep::stretch(&self.readers, after, limit)).await?;
        let Some(to) = to else { return Ok((0, None)) };
        let (from, end) = (after.to_owned(), to.clone());
        let removed = self.write(Write::SweepGuests { after: from, to: end, before }).await?;
        Ok((removed, Some(to)))
    }

    async fn chain_fair_list(&self) -> Result<u64> {
        if !self.chore(fair_list::waits(&self.readers)).await? {
            return Ok(0);
        }
        self.write(Write::ChainFairList).await
    }

    async fn fair_list(&self, after: u64, limit: u32) -> Result<Vec<Listed>> {
        self.read(fair_list::after(&self.readers, after, limit)).await
    }

    async fn fair_lines(&self, commitment: &str) -> Result<Vec<Listed>> {
        self.read(fair_list::of(&self.readers, commitment)).await
    }

    async fn boot(&self, now: u64) -> Result<Vec<Boot>> {
        self.write(Write::Boot(now)).await?;
        self.read(boots::all(&self.readers)).await
    }

    async fn alive(&self, now: u64) -> Result<()> {
        self.write(Write::Alive(now)).await.map(drop)
    }

    async fn add_person(&self, person: Person) -> Result<()> {
        self.write(Write::AddPerson(person)).await.map(drop)
    }

    async fn person(&self, id: &str) -> Result<Option<Person>> {
        self.read(people::find(&self.readers, id)).await
    }

    async fn account(&self, name: &str) -> Result<Option<Person>> {
        self.read(people::account(&self.readers, name)).await
    }

    async fn look_alike(&self, name: &str, but: &str) -> Result<Option<String>> {
        self.read(looks::find(&self.readers, name, but)).await
    }

    async fn shown_names(&self, ids: &[String]) -> Result<Vec<ShownName>> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        self.urgent(looks::shown(&self.readers, ids)).await
    }

    async fn arrive(&self, arrival: Arrival) -> Result<()> {
        self.write(Write::Arrive(arrival)).await.map(drop)
    }

    async fn rename_person(&self, id: &str, name: &str) -> Result<()> {
        let (id, name) = (id.to_owned(), name.to_owned());
        self.write(Write::RenamePerson { id, name }).await.map(drop)
    }

    async fn change_password(&self, change: PasswordChange) -> Result<()> {
        self.write(Write::ChangePassword(change)).await.map(drop)
    }

    async fn ban(&self, id: &str, banned: bool) -> Result<bool> {
        Ok(self.write(Write::Ban { id: id.to_owned(), banned }).await? > 0)
    }

    async fn forget(&self, id: &str) -> Result<()> {
        // Programs go with the person whose they are.
        for bot in self.read(bots::of(&self.readers, id)).await? {
            self.write(Write::Leave(bot.clone())).await?;
            self.go_on_leaving(&bot).await?;
        }
        self.write(Write::Leave(id.to_owned())).await?;
        self.go_on_leaving(id).await
    }

    async fn go_on_leaving(&self, id: &str) -> Result<()> {
        // Each step is a change of its own: others write in between.
        while self.write(Write::GoOnLeaving(id.to_owned())).await? > 0 {}
        Ok(())
    }

    async fn half_gone(&self) -> Result<Vec<String>> {
        self.chore(leave::half_gone(&self.readers)).await
    }

    async fn accounts(&self, like: &str, limit: u32) -> Result<Vec<Person>> {
        self.read(people::accounts(&self.readers, like, limit)).await
    }

    async fn begin_session(&self, session: Session, right: Right) -> Result<()> {
        self.write(Write::AddSession(session, right)).await.map(drop)
    }

    async fn session(&self, hash: &[u8; 32], now: u64) -> Result<Option<(Session, Person)>> {
        let found = self.read(people::session(&self.readers, hash)).await?;
        let Some((mut session, person)) = found else { return Ok(None) };
        let used = if session.is_program() { now } else { now - now % HOUR };
        let noted = session.is_program() && session.is_used() && used < session.used + MINUTE;
        if used > session.used && !noted {
            // Worth no refusal: a full disk must not log people out.
            match self.write(Write::UseSession { hash: *hash, used }).await {
                Ok(_) => session.used = used,
                Err(error) => tracing::warn!(%error, "the use of a session was not noted"),
            }
        }
        Ok(Some((session, person)))
    }

    async fn sessions(&self, person: &str) -> Result<Vec<Session>> {
        self.read(people::sessions(&self.readers, person)).await
    }

    async fn end_session(&self, hash: &[u8; 32]) -> Result<()> {
        self.write(Write::EndSession(*hash)).await.map(drop)
    }

    async fn end_sessions(&self, person: &str) -> Result<u64> {
        self.write(Write::EndSessions(person.to_owned())).await
    }

    async fn notices(&self, after: u64, limit: u32) -> Result<Vec<(u64, Notice)>> {
        self.urgent(notices::after(&self.readers, after, limit)).await
    }

    async fn clear_notices(&self, last: u64) -> Result<()> {
        self.write(Write::ClearNotices(last)).await.map(drop)
    }

    async fn ping(&self) -> Result<()> {
        self.urgent(self.answers()).await?;
        self.write(Write::Ping).await.map(drop)
    }

    async fn probe(&self) -> Result<()> {
        self.write(Write::Probe).await.map(drop)
    }

    async fn backup(&self, to: &Path) -> Result<()> {
        self.copy_to(to).await
    }

    async fn close(&self) {
        self.end().await;
    }
}
