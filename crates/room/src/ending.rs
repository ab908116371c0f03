//! How a game ends otherwise than by its rules, who goes on for somebody, and the ranks.

use games::Game;
use protocol::client::Claim;
use protocol::log::{Entry, Logged, Who};
use protocol::{
    Course, EndReason, Flagged, Level, OfferKind, Order, Problem, SeatPlan, Start, Status,
    TableConfig, Visibility,
};

use super::decide::Decided;
use super::plan::{NAME_MAX, PLAYER_MAX};
use super::problem::problem;
use super::{Boot, Room};
use crate::names;

/// So many rated rematches follow each other: then others are to be met.
const RATED_REMATCHES: u8 = 3;

impl Room {
    /// Who plays on for somebody: an older program must be able to read it in its logs.
    fn stand_in(&self) -> Level {
        if self.format < Level::MIDDLE.since() { Level::Greedy } else { Level::MIDDLE }
    }

    pub(super) fn resign(&self, now: u64, who: &Who, seat: u8) -> Decided {
        self.own_in_play(who, seat)?;
        let mut entries = vec![Entry::Resigned { seat }];
        entries.extend(self.without(seat, EndReason::Resigned));
        self.append(now, entries)
    }

    /// What follows when a seat is out: the game is over if nobody is left to play against, or no
    /// person is left at all; else the computer plays the seat on.
    fn without(&self, seat: u8, reason: EndReason) -> Option<Entry> {
        let others = (0u8..).zip(&self.chairs).filter(|(s, chair)| *s != seat && !chair.out);
        let left: Vec<_> = others.map(|(_, chair)| chair).collect();
        if left.len() <= 1 || left.iter().all(|chair| chair.who.is_none()) {
            return Some(self.end(reason, Some(seat)));
        }
        let played_on = self.chairs[usize::from(seat)].computer.is_some();
        (!played_on).then_some(Entry::Replaced { seat, level: self.stand_in() })
    }

    pub(super) fn make_offer(
        &self,
        now: u64,
        who: &Who,
        seat: u8,
        kind: OfferKind,
        after: Option<u64>,
    ) -> Decided {
        let chair = self.own_played(who, seat)?;
        let course = self.running()?;
        if kind == OfferKind::Abort && self.may_call_off() {
            return self.append(now, vec![Entry::Aborted { seat }, self.called_off()]);
        }
        if after.is_some_and(|after| after < self.offered_for(kind)) {
            let detail = "The game has gone on since: look at it again.";
            return Err(problem(409, "late", detail));
        }
        match &self.offer {
            Some(offer) if offer.kind != kind => {
                let detail = "Another offer waits for answers: agree to it or decline it first.";
                return Err(problem(409, "offer-waits", detail));
            }
            Some(offer) if offer.yes.contains(&seat) => {
                return Err(problem(409, "offered", "You have agreed to this already."));
            }
            // Against the computer there is nobody to be asked too often.
            None if kind == OfferKind::Takeback && self.all_agree(&who.id) => {
                let entry = self.taken_back(now, who, seat)?;
                return self.append(now, vec![entry]);
            }
            None if chair.offered == Some(course.number()) => {
                return Err(problem(409, "offered", "One offer in a turn is enough."));
            }
            _ => {}
        }
        // Also before the others are asked: what cannot be done is not offered.
        let asker = self.offer.as_ref().map_or(seat, |offer| offer.by);
        let asking = self.chair(asker)?.who.as_ref().unwrap_or(who);
        let agreed = match kind {
            OfferKind::Takeback => Some(self.taken_back(now, asking, asker)?),
            OfferKind::Days | OfferKind::Live => Some(self.reclock_for(kind)?),
            OfferKind::Draw | OfferKind::Abort => None,
        };
        let mut entries = vec![Entry::Offered { seat, kind }];
        entries.extend(self.computers_no(kind).map(|seat| Entry::Declined { seat }));
        if entries.len() == 1 && self.all_agree(&who.id) {
            entries.push(match (kind, agreed) {
                (_, Some(agreed)) => agreed,
                (OfferKind::Draw, None) => self.end(EndReason::Agreed, None),
                (_, None) => self.end(EndReason::Aborted, None),
            });
        }
        self.append(now, entries)
    }

    /// The number of the entry that an offer, or an agreement to the one that waits, is about: sent
    /// twice, or crossed by a move, it is not taken for something else.
    fn offered_for(&self, kind: OfferKind) -> u64 {
        match (&self.offer, kind) {
            (Some(_), _) => self.offer_n,
            (None, OfferKind::Takeback) => self.line.newest_of_people(),
            (None, _) => 0,
        }
    }

    /// A computer that does not agree: it calls a game off with anybody, and shares it if it is
    /// behind.
    fn computers_no(&self, kind: OfferKind) -> Option<u8> {
        let course = self.course.as_ref().filter(|_| kind == OfferKind::Draw)?;
        let points = course.game().forecast(course.rules());
        let playing = || (0u8..).zip(&self.chairs).filter(|(_, chair)| !chair.out);
        let best = playing().map(|(seat, _)| points[usize::from(seat)]).max();
        playing()
            .filter(|(_, chair)| chair.computer.is_some())
            .map(|(seat, _)| seat)
            .find(|seat| Some(points[usize::from(*seat)]) == best)
    }

    /// Whether everybody who plays has agreed once this person has.
    fn all_agree(&self, person: &str) -> bool {
        let yes = self.offer.as_ref().map(|offer| offer.yes.as_slice()).unwrap_or_default();
        let mut deciders = (0u8..).zip(&self.chairs).filter_map(|(s, c)| Some((s, c.decider()?)));
        deciders.all(|(seat, who)| who.id == person || yes.contains(&seat))
    }

    pub(super) fn decline(&self, now: u64, who: &Who, seat: u8) -> Decided {
        self.own_played(who, seat)?;
        if self.offer.is_none() {
            return Err(problem(409, "no-offer", "No offer waits for an answer."));
        }
        self.append(now, vec![Entry::Declined { seat }])
    }

    /// `seats` are the sender's and the one that is away; `wait` is what is left of the grace
    /// period, ms.
    pub(super) fn claim(
        &self,
        now: u64,
        who: &Who,
        seats: (u8, u8),
        want: Claim,
        wait: u64,
    ) -> Decided {
        let (seat, away) = seats;
        self.own_played(who, seat)?;
        let there = match self.chair(away)?.decider() {
            Some(other) => other.id == who.id,
            None => true,
        };
        if there {
            let detail = "Only a person's seat that is not yours can be claimed.";
            return Err(problem(409, "not-away", detail));
        }
        if wait > 0 {
            let seconds = u32::try_from(wait.div_ceil(1000)).unwrap_or(u32::MAX);
            let detail = format!("It may still come back: wait {seconds} s.");
            return Err(Problem { retry: Some(seconds), ..problem(409, "too-early", detail) });
        }
        let others = self.chairs.iter().filter_map(|chair| chair.decider());
        let rival = self.person(away).unwrap_or_default();
        if want == Claim::Abort && others.into_iter().any(|p| p.id != who.id && p.id != rival) {
            let detail = "Others play on: let the computer play for that seat, or claim it.";
            return Err(problem(409, "others-play", detail));
        }
        let mut entries = vec![Entry::Claimed { seat, away, want }];
        entries.extend(match want {
            Claim::Win => self.without(away, EndReason::Claimed),
            Claim::Abort => Some(self.end(EndReason::Aborted, None)),
            Claim::Computer => Some(Entry::Replaced { seat: away, level: self.stand_in() }),
        });
        self.append(now, entries)
    }

    pub(super) fn come_back(&self, now: u64, who: &Who, seat: u8) -> Decided {
        let chair = self.own_in_play(who, seat)?;
        if chair.computer.is_none() {
            return Err(problem(409, "not-replaced", "You play this seat yourself."));
        }
        if self.timer.is_empty(seat) {
            return Err(problem(409, "flagged", "Your time has run out."));
        }
        self.append(now, vec![Entry::Returned { seat }])
    }

    pub(super) fn note_rematch(&self, now: u64, who: &Who, table: String) -> Decided {
        self.rematch_plan(&who.id)?;
        self.append(now, vec![Entry::Rematch { table }])
    }

    /// The plan of a rematch that this person asks for: the same game, the next seat begins, each
    /// seat is kept for whoever had it.
    ///
    /// # Errors
    /// If the game is not over, the person did not play, or there is a rematch already.
    pub fn rematch_plan(&self, person: &str) -> Result<TableConfig, Problem> {
        if self.over.is_none() || self.came_to_nothing() {
            return Err(problem(409, "not-over", "The game is not over yet."));
        }
        if !self.chairs.iter().any(|chair| chair.is_of(person)) {
            return Err(problem(403, "not-your-seat", "Only who played may ask for a rematch."));
        }
        if let Some(table) = &self.rematch {
            return Err(problem(409, "rematch-made", format!("There is one: /t/{table}.")));
        }
        if self.config.rated && self.config.again >= RATED_REMATCHES {
            let detail = "Three rated rematches in a row are enough: seek the next rival in the \
                          pool.";
            return Err(problem(409, "enough-rematches", detail));
        }
        let mut config = TableConfig::clone(&self.config);
        let mut me = false;
        let seats = self.order.iter().zip(&self.chairs).map(|(plan, chair)| {
            let plan = &config.seats[usize::from(*plan)];
            match &chair.who {
                None => plan.clone(),
                Some(who) if who.id == person && chair.screen => {
                    SeatPlan::Screen { name: who.name.clone() }
                }
                Some(who) if who.id == person && !me => {
                    me = true;
                    SeatPlan::Me
                }
                Some(who) => SeatPlan::Kept {
                    person: who.id.clone(),
                    name: who.name.clone(),
                    screen: chair.screen,
                },
            }
        });
        let mut seats: Vec<SeatPlan> = seats.collect();
        // Names of an older table may be such as are refused today; a game is not refused for it.
        config.name = names::salvaged(&config.name, NAME_MAX);
        for (number, seat) in (1..).zip(&mut seats) {
            if let SeatPlan::Screen { name } = seat {
                let kept = names::salvaged(name, PLAYER_MAX);
                *name = if kept.is_empty() { format!("Player {number}") } else { kept };
            }
        }
        if config.order == Order::Given {
            seats.rotate_left(1);
        }
        config.seats = seats;
        // Only those at this table learn of it, and each seat is for whom it was.
        config.visibility = Visibility::Link;
        (config.start, config.first) = (Start::Owner, None);
        // They choose each other now: what holds for games between two people holds for it.
        config.pool = None;
        if config.rated && (self.config.pool.is_some() || config.again > 0) {
            config.again += 1;
        }
        Ok(config)
    }

    /// What is due by now: a clock that has run out, a value that was not revealed in time, or
    /// somebody who did not come.
    pub fn tick(&self, now: u64) -> Vec<Logged> {
        let Some(seat) = self.timer.flagged(now).filter(|_| self.over.is_none()) else {
            let void = self.not_revealed(now);
            return if void.is_empty() { self.not_there(now) } else { void };
        };
        let then = match self.config.flagged {
            Flagged::Loses => self.without(seat, EndReason::Flagged),
            Flagged::Computer => Some(Entry::Replaced { seat, level: self.stand_in() }),
        };
        let entries = std::iter::once(Entry::Flagged { seat }).chain(then);
        self.entries(now, entries.collect())
    }

    /// When [`Room::tick`] has something to do next.
    pub fn wake(&self) -> Option<u64> {
        let coming = [self.shares.until(), self.seats_until, self.first_until()];
        let due = self.timer.flag_time().into_iter().chain(coming.into_iter().flatten()).min();
        due.filter(|_| self.over.is_none())
    }

    /// The entry for the time that the server was away since the table's newest entry, if a clock
    /// runs or values are being revealed: that time is charged to nobody. `boots` are all starts of
    /// the server, oldest first.
    pub fn boots(&self, boots: &[Boot]) -> Option<Logged> {
        self.wake()?;
        let mut ms = 0;
        let mut back = self.changed;
        for pair in boots.windows(2) {
            // The entry itself proves that the server was there.
            let gone = pair[0].seen.max(self.changed);
            if pair[1].started > gone {
                ms += pair[1].started - gone;
                back = back.max(pair[1].started);
            }
        }
        let entry = Entry::Away { ms };
        (ms > 0).then(|| Logged { n: self.n + 1, at: back, entry })
    }

    /// The entry for time that is charged to nobody because the store did not answer, if a clock
    /// runs or values are being revealed.
    pub fn pause(&self, now: u64, ms: u64) -> Option<Logged> {
        self.wake().filter(|_| ms > 0)?;
        self.entries(now, vec![Entry::Away { ms }]).pop()
    }

    /// The computer's seat that must decide now.
    pub fn computer(&self) -> Option<(u8, Level)> {
        let seat = self.course.as_ref().filter(|_| self.over.is_none())?.to_act()?;
        Some((seat, self.chairs[usize::from(seat)].computer?))
    }

    /// How far the table is.
    pub fn status(&self) -> Status {
        match (&self.course, self.over, &self.outcome) {
            (_, Some(reason), Some(outcome)) => {
                let Outcome { points, ranks } = outcome.clone();
                Status::Over { reason, ranks, points }
            }
            (None, ..) => Status::Open,
            (Some(_), ..) => Status::Playing,
        }
    }

    /// The entry that ends the game as it stands; `leaving` is a seat that is out with it.
    fn end(&self, reason: EndReason, leaving: Option<u8>) -> Entry {
        let Outcome { points, ranks } = self.result(reason, self.points(), leaving);
        Entry::Ended { reason, points, ranks }
    }

    /// The entry that ends the game by its rules, with the points of its last move.
    pub(super) fn end_by_rules(&self, last: &Course) -> Entry {
        let reason = EndReason::Played;
        let points = last.game().scores()[..self.chairs.len()].to_vec();
        let Outcome { points, ranks } = self.result(reason, points, None);
        Entry::Ended { reason, points, ranks }
    }

    fn result(&self, reason: EndReason, points: Vec<u16>, leaving: Option<u8>) -> Outcome {
        let out = |seat: u8| self.chairs[usize::from(seat)].out || leaving == Some(seat);
        let ranks = ranks(reason, &points, out);
        Outcome { points, ranks }
    }

    /// Folds the end. A log of the first format has the reason alone: the result follows from the
    /// revision by which the game was played.
    pub(super) fn ended(
        &mut self,
        reason: EndReason,
        points: &[u16],
        ranks: &[Vec<u8>],
    ) -> Result<(), String> {
        if self.course.is_none() && !self.paired {
            return Err("the game has not begun".to_string());
        }
        let outcome = if points.is_empty() {
            self.result(reason, self.points(), None)
        } else {
            Outcome { points: points.to_vec(), ranks: ranks.to_vec() }
        };
        let seats = self.chairs.len();
        let ranked = outcome.ranks.iter().flatten();
        if outcome.points.len() != seats || ranked.clone().any(|s| usize::from(*s) >= seats) {
            return Err("the result is not one of the table's seats".to_string());
        }
        self.over = Some(reason);
        self.outcome = Some(outcome);
        self.offer = None;
        Ok(())
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The points by seat.
    pub points: Vec<u16>,
    /// The seats by rank.
    pub ranks: Vec<Vec<u8>>,
}

/// Seats by rank: those that are out share the last one.
fn ranks(reason: EndReason, points: &[u16], out: impl Fn(u8) -> bool) -> Vec<Vec<u8>> {
    let (out, mut playing): (Vec<u8>, Vec<u8>) =
        (0..points.len() as u8).partition(|seat| out(*seat));
    let mut ranks: Vec<Vec<u8>> = match reason {
        EndReason::Aborted => return Vec::new(),
        EndReason::Agreed => vec![playing],
        _ => {
            games::sort_short_by_key(&mut playing, |seat| {
                std::cmp::Reverse(points[usize::from(*seat)])
            });
            let same = |a: &u8, b: &u8| points[usize::from(*a)] == points[usize::from(*b)];
            playing.chunk_by(same).map(<[u8]>::to_vec).collect()
        }
    };
    ranks.push(out);
    ranks.retain(|seats| !seats.is_empty());
    ranks
}
