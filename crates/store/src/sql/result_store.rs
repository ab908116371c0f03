//! Results and ratings, as the store offers them.

use super::write::Write;
use super::{Backend, careers, games, refold, results};
use crate::Result;
use crate::results::{
    Correction, GamesQuery, Ranked, Refolded, Results, StoredDay, StoredGame, StoredSeatStats, Void,
};
use protocol::{Conduct, Ladder};
use rating::{Career, Rating};
use room::Finish;

#[async_trait::async_trait]
impl Results for Backend {
    async fn unresulted(&self, after: u64, limit: u32) -> Result<Vec<(u64, String)>> {
        self.chore(results::missing(&self.readers, after, limit)).await
    }

    async fn over_after(&self, after: u64, limit: u32) -> Result<Vec<(u64, String)>> {
        self.chore(results::over(&self.readers, after, limit)).await
    }

    async fn keep_result(&self, table: &str, finish: Finish) -> Result<bool> {
        let (table, finish) = (table.to_owned(), Box::new(finish));
        Ok(self.write(Write::KeepResult { table, finish }).await? > 0)
    }

    async fn unreplayed(&self, limit: u32) -> Result<Vec<String>> {
        self.chore(results::unreplayed(&self.readers, limit)).await
    }

    async fn keep_features(&self, table: &str, seats: Option<Vec<String>>) -> Result<bool> {
        let table = table.to_owned();
        Ok(self.write(Write::KeepFeatures { table, seats }).await? > 0)
    }

    async fn rated(&self, table: &str) -> Result<Option<Vec<Option<(Rating, Rating)>>>> {
        self.read(results::rated(&self.readers, table)).await
    }

    async fn careers(&self, person: &str) -> Result<Vec<(Ladder, Career)>> {
        let all = self.read(careers::careers(&self.readers, person)).await?;
        let known = |(name, career): (String, Career)| Some((Ladder::from_name(&name)?, career));
        Ok(all.into_iter().filter_map(known).collect())
    }

    async fn games_of(&self, query: GamesQuery) -> Result<Vec<StoredGame>> {
        self.read(games::games(&self.readers, &query)).await
    }

    async fn games_count(&self, person: &str) -> Result<u32> {
        self.read(games::count(&self.readers, person)).await
    }

    async fn conduct(&self, person: &str, limit: u32) -> Result<Vec<(Conduct, u64)>> {
        self.read(games::conduct(&self.readers, person, limit)).await
    }

    async fn conducts(&self, people: &[String], limit: u32) -> Result<Vec<Vec<(Conduct, u64)>>> {
        if people.is_empty() {
            return Ok(Vec::new());
        }
        self.read(games::conducts(&self.readers, people, limit)).await
    }

    async fn conduct_nearby(&self, person: &str, limit: u32) -> Result<Vec<(Conduct, u64)>> {
        self.read(games::conduct_nearby(&self.readers, person, limit)).await
    }

    async fn gains(
        &self,
        ladder: Ladder,
        since: u64,
        games: u32,
        limit: u32,
    ) -> Result<Vec<(Ranked, i32)>> {
        self.read(careers::gains(&self.readers, ladder.name(), since, games, limit)).await
    }

    async fn corrections(&self, person: &str, ladder: Ladder) -> Result<Vec<Correction>> {
        self.read(careers::corrections(&self.readers, person, ladder.name())).await
    }

    async fn rated_days(&self, person: &str, ladder: Ladder, limit: u32) -> Result<Vec<StoredDay>> {
        self.read(games::days(&self.readers, person, ladder.name(), limit)).await
    }

    async fn seat_stats(
        &self,
        person: &str,
        ladder: Option<Ladder>,
        limit: u32,
    ) -> Result<Vec<StoredSeatStats>> {
        self.read(games::stats(&self.readers, person, ladder, limit)).await
    }

    async fn board(
        &self,
        ladder: Ladder,
        games: u32,
        since: u64,
        limit: u32,
    ) -> Result<Vec<Ranked>> {
        let rows = self.read(careers::board(&self.readers, ladder.name(), games, since, limit));
        rows.await
    }

    async fn void(&self, void: Void, reason: &str, now: u64) -> Result<bool> {
        let reason = reason.to_owned();
        Ok(self.write(Write::Void { void, reason, now }).await? > 0)
    }

    async fn refold(&self, write: bool) -> Result<Refolded> {
        refold::refold(self, write).await
    }
}
