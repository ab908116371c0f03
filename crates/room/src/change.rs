//! What each entry of the log does to a table.

use std::sync::Arc;

use fair::{Seal, Value, Version};
use games::{Game, Record, Seat, Teller, Turn};
use protocol::client::Claim;
use protocol::log::{Entry, Logged, Who};
use protocol::{Course, EndReason, Flagged, Level, NotPlayed, Offer, OfferKind, SeatPlan, Told};

use super::chair::Chair;
use super::decide::Ahead;
use super::leave::Respite;
use super::shares::Given;
use super::takeback::Mark;
use super::{FoldError, Room};

/// An entry as it is kept in memory.
pub fn text(logged: &Logged) -> Arc<str> {
    serde_json::to_string(logged).expect("an entry of the log is JSON").into()
}

/// Why an entry cannot follow.
pub(super) type Broken = String;

impl Room {
    /// Folds an entry; says what its words did, if it has words. `ahead` is the move of the entry
    /// if it was played already.
    pub(super) fn change(
        &mut self,
        logged: &Logged,
        ahead: Option<Ahead>,
    ) -> Result<Told, FoldError> {
        let broken = |why: Broken| FoldError { n: logged.n, why };
        if logged.n != self.n + 1 {
            return Err(broken(format!("the number should be {}", self.n + 1)));
        }
        let game_before = self.game_n;
        let told = self.change_by(logged, ahead).map_err(broken)?;
        if self.game_n != game_before {
            self.respite = Respite::default();
        }
        self.n = logged.n;
        self.changed = self.changed.max(logged.at);
        self.log.push(text(logged));
        let running = self.decider().filter(|_| self.over.is_none());
        self.timer.run(running, logged.at);
        Ok(told)
    }

    fn change_by(&mut self, logged: &Logged, ahead: Option<Ahead>) -> Result<Told, Broken> {
        let Logged { n, at, entry } = logged;
        match entry {
            Entry::Made { .. } => return Err("the table is made already".to_string()),
            Entry::Sat { seat, who, value, hash } => self.sat(*seat, who, value, hash)?,
            Entry::Shared { seat, value, hash } => self.shared(*seat, value, hash)?,
            Entry::Frozen { until, .. } => {
                self.shares.freeze(*until);
                self.seats_until = None;
            }
            Entry::Revealed { seat, value } => self.revealed(*seat, value)?,
            Entry::Void { .. } => self.shares.thaw(),
            Entry::Round { commitment, .. } => self.round(commitment)?,
            Entry::Stood { seat } => self.stood(*seat)?,
            Entry::Began { order, chance } => return self.began(order, chance, *n),
            Entry::Played { seat, id, words, chance, left, page, .. } => {
                self.apart.paged |= page;
                let told = self.played(*n, *seat, (words, chance), ahead)?;
                if !self.timer.moved(*at, left) {
                    return Err("the clocks are not those of the table".to_string());
                }
                self.chairs[usize::from(*seat)].moves.push(id, *n);
                self.game_n = *n;
                return Ok(told);
            }
            Entry::Said { who, id, watchers, .. } => {
                self.said += 1;
                self.sayings.note(&who.id, id, *n);
                self.overheard |= watchers;
                self.known.meet(who, false);
            }
            Entry::Watchers { chat } => {
                self.said += 1;
                self.watcher_chat = *chat;
            }
            Entry::Opened { seat, plan } => self.opened(*seat, plan)?,
            Entry::Changed { config } => self.changed_plan(config)?,
            Entry::Coloured { seat, colour } => self.coloured(*seat, *colour)?,
            Entry::Resigned { seat } => self.out(*seat, EndReason::Resigned)?,
            Entry::Flagged { seat } => self.flagged(*seat, *at)?,
            Entry::Offered { seat, kind } => self.offered(*n, *seat, *kind)?,
            Entry::Declined { seat } => {
                self.check(*seat)?;
                self.offer = None;
            }
            Entry::Claimed { away, want, .. } => {
                self.check(*away)?;
                if *want == Claim::Win {
                    self.out(*away, EndReason::Claimed)?;
                }
            }
            Entry::Replaced { seat, level } => self.plays(*seat, Some(*level))?,
            Entry::Returned { seat } => self.plays(*seat, None)?,
            Entry::TakenBack { seat, to, left } => self.went_back(logged, *seat, *to, left)?,
            Entry::Absent { seats } => self.were_absent(seats)?,
            Entry::Aborted { seat } => self.aborted(*seat)?,
            Entry::Ended { reason, points, ranks } => self.ended(*reason, points, ranks)?,
            Entry::Rematch { table } => self.rematch = Some(table.as_str().into()),
            Entry::Away { ms } => {
                self.timer.pause(*ms);
                self.shares.wait_longer(*ms);
                self.seats_until = self.seats_until.map(|until| until + ms);
            }
            Entry::Leave { seat, ms } => self.took_leave(*seat, *ms)?,
            Entry::Gave { seat, to, ms } => self.gave(*seat, *to, *ms)?,
            Entry::Reclocked { clock, left } => self.reclocked(*clock, left, *at)?,
        }
        Ok(Told::default())
    }

    pub(super) fn check(&self, seat: u8) -> Result<(), Broken> {
        let there = usize::from(seat) < self.chairs.len();
        if there { Ok(()) } else { Err(format!("there is no seat {seat}")) }
    }

    /// The computer plays a seat from now on, or its person does.
    fn plays(&mut self, seat: u8, computer: Option<Level>) -> Result<(), Broken> {
        self.check(seat)?;
        self.chairs[usize::from(seat)].computer = computer;
        self.offer = None;
        Ok(())
    }

    fn went_back(
        &mut self,
        logged: &Logged,
        seat: u8,
        to: u64,
        left: &[i64],
    ) -> Result<(), Broken> {
        self.check(seat)?;
        self.take_back(to, logged.n)?;
        // Whoever was heard may ask again.
        self.chairs[usize::from(seat)].offered = None;
        let fits = self.timer.moved(logged.at, left);
        if fits { Ok(()) } else { Err("the clocks are not those of the table".to_string()) }
    }

    fn sat(&mut self, seat: u8, who: &Who, value: &str, hash: &str) -> Result<(), Broken> {
        self.check(seat)?;
        let mut given = given(value, hash)?;
        if given == Given::Nothing && self.shares.version() == Version::One {
            return Err("the seat's value is no 32 hexadecimal digits".to_string());
        }
        let chair = &mut self.chairs[usize::from(seat)];
        match &self.config.seats[usize::from(seat)] {
            SeatPlan::Computer { level } => {
                chair.computer = Some(*level);
                if given == Given::Nothing {
                    given = Given::Computer;
                }
            }
            plan => {
                let other = |seat: &SeatPlan| matches!(seat, SeatPlan::Kept { screen: true, .. });
                chair.screen = matches!(plan, SeatPlan::Screen { .. }) || other(plan);
                chair.who = Some(who.clone());
                self.known.meet(who, chair.screen);
            }
        }
        self.shares.give(seat, given);
        if !who.id.is_empty() {
            self.comings.came(&who.id);
        }
        Ok(())
    }

    fn opened(&mut self, seat: u8, plan: &SeatPlan) -> Result<(), Broken> {
        self.check(seat)?;
        self.chairs[usize::from(seat)] = Chair::planned(plan);
        self.shares.give(seat, Given::Nothing);
        Arc::make_mut(&mut self.config).seats[usize::from(seat)] = plan.clone();
        self.comings.came(&self.owner.id.clone());
        Ok(())
    }

    fn shared(&mut self, seat: u8, value: &str, hash: &str) -> Result<(), Broken> {
        self.check(seat)?;
        self.shares.give(seat, given(value, hash)?);
        Ok(())
    }

    fn round(&mut self, commitment: &str) -> Result<(), Broken> {
        self.shares.next_round();
        if self.shares.commitment().to_string() == commitment {
            Ok(())
        } else {
            Err("the seed is not the one that was committed to".to_string())
        }
    }

    fn revealed(&mut self, seat: u8, value: &str) -> Result<(), Broken> {
        self.check(seat)?;
        let value = Value::parse(value).ok_or("the seat's value is no 32 hexadecimal digits")?;
        let given = self.shares.opened(seat, value).ok_or("the value is not the sealed one")?;
        self.shares.give(seat, given);
        Ok(())
    }

    fn stood(&mut self, seat: u8) -> Result<(), Broken> {
        self.check(seat)?;
        let chair = &mut self.chairs[usize::from(seat)];
        (chair.who, chair.colour) = (None, None);
        self.shares.give(seat, Given::Nothing);
        Ok(())
    }

    fn began(&mut self, order: &[u8], chance: &[String], n: u64) -> Result<Told, Broken> {
        let every = (0..self.chairs.len() as u8).all(|seat| order.contains(&seat));
        if !every || order.len() != self.chairs.len() || self.course.is_some() {
            return Err("the order of the seats is none".to_string());
        }
        let mut course = self.opening()?;
        let earlier = self.config.from.as_ref().and_then(|text| Record::parse(text).ok());
        self.words_before = earlier.map_or(0, |record| record.words().len() as u32);
        let told = course.say(Turn::Chance, chance).map_err(|not| not.error.to_string())?;
        let chairs = order.iter().map(|seat| self.chairs[usize::from(*seat)].clone());
        self.chairs = chairs.collect();
        self.order = order.to_vec();
        self.comings = super::Comings::default();
        self.shares.thaw();
        self.seats_until = None;
        self.course = Some(Box::new(course));
        self.draws += chance.len() as u32;
        self.game_n = n;
        self.stands(n, None);
        Ok(told)
    }

    fn played(
        &mut self,
        n: u64,
        seat: u8,
        (words, chance): (&[String], &[String]),
        ahead: Option<Ahead>,
    ) -> Result<Told, Broken> {
        self.check(seat)?;
        let course = self.course.as_mut().ok_or("the game has not begun")?;
        let told = if let Some(Ahead { course: after, told, .. }) = ahead {
            *course = after;
            told
        } else {
            let said = |not: NotPlayed| not.error.to_string();
            let own = course.say(Turn::Player(Seat(seat)), words).map_err(said)?;
            own.then(course.say(Turn::Chance, chance).map_err(said)?)
        };
        self.draws += chance.len() as u32;
        self.stands(n, Some(seat));
        // What was to be taken back is another move now, and another clock was meant for the move
        // that was thought about; the computer's moves do not count, for they come by themselves.
        let person = self.chairs[usize::from(seat)].computer.is_none();
        let passes = [OfferKind::Takeback, OfferKind::Days, OfferKind::Live];
        if person && self.offer.as_ref().is_some_and(|offer| passes.contains(&offer.kind)) {
            self.offer = None;
        }
        Ok(told)
    }

    /// The beginning or a move stands at the end of the line.
    fn stands(&mut self, n: u64, seat: Option<u8>) {
        let computer = seat.is_some_and(|s| self.chairs[usize::from(s)].computer.is_some());
        if let Some(course) = &self.course {
            self.line.push(Mark { n, seat, computer, draws: self.draws }, course);
        }
    }

    fn flagged(&mut self, seat: u8, at: u64) -> Result<(), Broken> {
        self.check(seat)?;
        self.timer.flag(seat, at);
        self.offer = None;
        if self.config.flagged == Flagged::Loses {
            self.out(seat, EndReason::Flagged)?;
        }
        Ok(())
    }

    fn out(&mut self, seat: u8, how: EndReason) -> Result<(), Broken> {
        self.check(seat)?;
        let chair = &mut self.chairs[usize::from(seat)];
        chair.out = true;
        chair.left.get_or_insert(how);
        self.offer = None;
        Ok(())
    }

    /// A person agrees with all its seats at once.
    fn offered(&mut self, n: u64, seat: u8, kind: OfferKind) -> Result<(), Broken> {
        self.check(seat)?;
        let chair = &self.chairs[usize::from(seat)];
        let person = chair.who.as_ref().ok_or("nobody sits there")?.id.clone();
        let own = (0u8..).zip(&self.chairs);
        let own = own.filter(|(_, chair)| chair.decider().is_some_and(|who| who.id == person));
        let own: Vec<u8> = own.map(|(seat, _)| seat).collect();
        let turn = self.course.as_ref().map(|course| course.number());
        if let Some(offer) = &mut self.offer {
            offer.yes.extend(own);
        } else {
            self.offer = Some(Offer { kind, by: seat, yes: own });
            self.offer_n = n;
            self.chairs[usize::from(seat)].offered = turn;
        }
        Ok(())
    }

    /// The game before its first draw: empty, or where the record stops that the table begins from.
    pub(super) fn opening(&self) -> Result<Course, Broken> {
        let aids = self.config.aids;
        let rules = &self.rules;
        let Some(text) = &self.config.from else {
            let teller = Teller::new(Arc::clone(rules), games::AnyGame::start(rules));
            return Ok(Course::new(teller, aids));
        };
        let record = Record::parse(text).map_err(|error| error.to_string())?;
        let teller = record.begin_by(Arc::clone(rules)).map_err(|error| error.to_string())?;
        let mut course = Course::new(teller, aids);
        for index in 0..record.words().len() {
            let told = course.tell(|teller| record.play_word(index, teller));
            told.map_err(|error| error.to_string())?;
        }
        Ok(course)
    }

    /// The person's seat that must decide now.
    pub(super) fn decider(&self) -> Option<u8> {
        let seat = self.course.as_ref()?.to_act()?;
        self.chairs[usize::from(seat)].decider().map(|_| seat)
    }
}

/// What an entry says that a seat gives.
fn given(value: &str, hash: &str) -> Result<Given, Broken> {
    match (value, hash) {
        ("", "") => Ok(Given::Nothing),
        ("", hash) => {
            let seal = Seal::parse(hash).ok_or("the seat's hash is no 64 hexadecimal digits")?;
            Ok(Given::Sealed(seal))
        }
        (value, _) => {
            let value = Value::parse(value);
            Ok(Given::Open(value.ok_or("the seat's value is no 32 hexadecimal digits")?))
        }
    }
}
