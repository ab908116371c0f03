//! Who is away from a live game, and for how long it may be: those who finish their games are
//! waited for longer. A rated game is lost by whoever stays away, whether it is claimed or not.

use protocol::Conduct;
use protocol::client::Claim;
use room::Request;
use tokio::time::Instant;

use super::seen;
use super::task::{RETRY, Task};

/// How many of somebody's last games are looked at, and from how many on they say something.
const GAMES: u32 = 100;
const GAMES_LEAST: usize = 20;
/// Whoever finished so many of a hundred is waited for twice as long.
const FAITHFUL: usize = 95;
/// Whoever left so many games in a day is waited for half as long.
const LEAVES: usize = 2;
const DAY: u64 = 86_400_000;
/// After so many times the usual wait a rated game is lost.
const LOST_AFTER: u64 = 3;

/// For how long somebody may be away who behaved like this lately, the latest first.
fn grace(usual: u64, now: u64, games: &[(Conduct, u64)]) -> u64 {
    let today = games.iter().filter(|(_, at)| *at + DAY > now);
    let left = today.filter(|(conduct, _)| *conduct == Conduct::Left).count();
    let finished = games.iter().filter(|(conduct, _)| conduct.is_finished()).count();
    if left >= LEAVES {
        usual / 2
    } else if games.len() >= GAMES_LEAST && finished * 100 >= FAITHFUL * games.len() {
        usual * 2
    } else {
        usual
    }
}

impl Task {
    /// For how long somebody may be away of whom nothing is known.
    pub(super) fn usual_grace(&self) -> u64 {
        seen::millis(self.hub.config().grace)
    }

    /// Asks the store how those who play ended their games, once for each of them.
    pub(super) async fn learn_graces(&mut self) {
        let people = self.room.people();
        if self.room.clock().is_slow() || self.room.is_over() || self.graced == people {
            return;
        }
        let (usual, now) = (self.usual_grace(), self.hub.now());
        self.graces.clear();
        let asked = if people.len() > 1 { people.as_slice() } else { &[] };
        match self.hub.store().conducts(asked, GAMES).await {
            Ok(all) => {
                for (person, games) in asked.iter().zip(all) {
                    let own = grace(usual, now, &games);
                    if own != usual {
                        self.graces.insert(person.clone(), own);
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "how long to wait for people is not known"),
        }
        self.graced = people;
        self.crowd.graces.clone_from(&self.graces);
        if !self.graces.is_empty() {
            self.gather_soon();
        }
    }

    /// When a rated game is lost by somebody who is away while a rival is here, ms since 1970; and
    /// which seats these are.
    fn lost(&self) -> Option<(u64, u8, u8)> {
        let config = self.room.config();
        if !config.rated || self.room.clock().is_slow() || !self.room.is_playing() {
            return None;
        }
        let seats = seen::presence(&self.room, &self.crowd);
        let playing = || (0u8..).zip(&seats).filter(|(seat, _)| self.room.active(*seat).is_some());
        let (here, _) = playing().find(|(_, presence)| presence.here)?;
        let away = playing().filter_map(|(seat, presence)| Some((presence.away_since?, seat)));
        let (since, seat) = away.min()?;
        Some((since + LOST_AFTER * self.usual_grace(), here, seat))
    }

    pub(super) fn lost_at(&self) -> Option<u64> {
        self.lost().map(|(at, _, _)| at)
    }

    /// A rival has been away for so long that the game is lost: it is claimed for whoever is here.
    pub(super) async fn lose_who_is_away(&mut self) {
        let Some((_, seat, away)) = self.lost() else { return };
        let Some(who) = self.room.active(seat).cloned() else { return };
        let want = Claim::Win;
        let request = Request::Claim { seat, away, want, away_ms: u64::MAX, grace_ms: 0 };
        match self.decide(&who, request).await {
            Ok((entries, _)) => self.tell_actors(&entries),
            Err(problem) => {
                tracing::warn!(table = %self.id, kind = problem.kind, "an absence stays unclaimed");
                self.retry = Some(Instant::now() + RETRY);
            }
        }
    }

    /// Plays for a person what it has to play in any case, if it wants that.
    pub(super) async fn play_forced(&mut self) {
        if self.forced == self.turn || self.is_unsettled() {
            return;
        }
        self.forced = self.turn;
        let Some((seat, who, words)) = self.room.forced() else { return };
        let who = who.clone();
        match self.hub.store().profile(&who.id).await {
            Ok(profile) if profile.forced => {}
            Ok(_) => return,
            Err(error) => {
                tracing::warn!(table = %self.id, %error, "what is forced is not played");
                return;
            }
        }
        let id = format!("forced-{}", self.turn);
        let request = Request::Play { seat, after: self.n, id, words };
        match self.decide(&who, request).await {
            Ok((entries, _)) => self.tell_actors(&entries),
            Err(problem) => {
                tracing::warn!(table = %self.id, kind = problem.kind, "what is forced was refused");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_finishes_is_waited_for_and_who_left_today_is_not() {
        let now = 10 * DAY;
        let games = |good: usize, left: usize, at: u64| {
            let good = std::iter::repeat_n((Conduct::Good, 0), good);
            std::iter::repeat_n((Conduct::Left, at), left).chain(good).collect::<Vec<_>>()
        };
        assert_eq!(grace(60, now, &[]), 60);
        assert_eq!(grace(60, now, &games(19, 0, 0)), 60, "too few to say");
        assert_eq!(grace(60, now, &games(20, 0, 0)), 120);
        assert_eq!(grace(60, now, &games(95, 5, 0)), 120);
        assert_eq!(grace(60, now, &games(94, 6, 0)), 60);
        assert_eq!(grace(60, now, &games(98, 2, now - 5)), 30);
        assert_eq!(grace(60, now, &games(98, 1, now - 5)), 120);
    }
}
