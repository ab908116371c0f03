//! In the waiting room: what was chosen is changed, and seats take colours.
//!
//! Everybody who sits there is told at once. Nobody knows the draws yet, so no change can steer
//! them; once the seats reveal their shares nothing changes any more.

use std::sync::Arc;

use games::AnyRules;
use protocol::log::{Entry, Who};
use protocol::{Problem, TableChange, TableConfig};

use super::change::Broken;
use super::decide::Decided;
use super::problem::{field, problem};
use super::rulebook::Rulebook;
use super::timer::Timer;
use super::{Room, plan};

/// The colours in the order in which seats get them, as the pictures number them: blue, red,
/// yellow, violet, white, black.
const COLOURS: [u8; 6] = [2, 4, 3, 5, 0, 1];

/// The first format whose tables have these colours; before, a seat had the colour of its number.
const COLOURED_SINCE: u32 = 3;

impl Room {
    /// The colours of the seats: those that were taken, and for the others the first that are free,
    /// in the order of the plan, so that a seat keeps its own when the order of play is drawn.
    pub fn colours(&self) -> Vec<u8> {
        if self.format < COLOURED_SINCE {
            return (0..self.chairs.len() as u8).collect();
        }
        let taken: Vec<u8> = self.chairs.iter().filter_map(|chair| chair.colour).collect();
        let mut free = COLOURS.into_iter().filter(|colour| !taken.contains(colour));
        let place = |seat: usize| self.order.get(seat).map_or(seat, |plan| usize::from(*plan));
        let mut seats: Vec<usize> = (0..self.chairs.len()).collect();
        games::sort_short_by_key(&mut seats, |seat| place(*seat));
        let mut colours = vec![0; self.chairs.len()];
        for seat in seats {
            let own = self.chairs[seat].colour.or_else(|| free.next());
            colours[seat] = own.unwrap_or(seat as u8);
        }
        colours
    }

    /// A seat takes a colour: its person may, and for a seat without one the owner.
    pub(super) fn take_colour(&self, now: u64, who: &Who, seat: u8, colour: u8) -> Decided {
        self.not_begun()?;
        let chair = self.chair(seat)?;
        let unowned = chair.who.is_none() && self.owner.id == who.id;
        if !chair.is_of(&who.id) && !unowned {
            return Err(problem(403, "not-your-seat", "This seat is not yours."));
        }
        if !COLOURS.contains(&colour) {
            return Err(field("colour", "Expected a colour from 0 to 5."));
        }
        let others = (0u8..).zip(&self.chairs).filter(|(other, _)| *other != seat);
        if others.into_iter().any(|(_, chair)| chair.colour == Some(colour)) {
            return Err(problem(409, "colour-taken", "Another seat has taken this colour."));
        }
        self.not_too_often(&who.id)?;
        self.append(now, vec![Entry::Coloured { seat, colour }])
    }

    pub(super) fn coloured(&mut self, seat: u8, colour: u8) -> Result<(), Broken> {
        self.check(seat)?;
        let chair = &mut self.chairs[usize::from(seat)];
        chair.colour = Some(colour);
        let person = chair.who.as_ref().map_or(&self.owner.id, |who| &who.id).clone();
        self.comings.came(&person);
        Ok(())
    }

    /// Changes what is played; the seats stay as they are.
    pub(super) fn change_plan(&self, now: u64, who: &Who, change: TableChange) -> Decided {
        let Some(checked) = self.planned(&Rulebook::default(), who, change)? else {
            return Ok(super::Decision::default());
        };
        let config = plan::with_every_option(&checked, self.rules.setup().revision);
        self.append(now, vec![Entry::Changed { config }])
    }

    /// Whether a change of plan would be taken. Building rules takes a while: whoever asks this
    /// first, elsewhere, keeps what is refused from the table.
    ///
    /// # Errors
    /// Says why it is refused.
    pub fn check_change(
        &self,
        book: &Rulebook,
        who: &Who,
        change: TableChange,
    ) -> Result<(), Problem> {
        self.planned(book, who, change).map(drop)
    }

    /// The plan after a change; none if nothing is new.
    fn planned(
        &self,
        book: &Rulebook,
        who: &Who,
        change: TableChange,
    ) -> Result<Option<TableConfig>, Problem> {
        self.not_begun()?;
        if self.owner.id != who.id || self.paired {
            return Err(problem(403, "not-owner", "Only the table's owner can do that."));
        }
        self.not_too_often(&who.id)?;
        let by_days = change.clock.is_some_and(protocol::Clock::is_slow);
        if by_days && !self.shares.sealed().is_empty() {
            let detail = "Somebody has sent the hash of a value: at tables by days values are \
                          given openly. Make another table.";
            return Err(problem(409, "sealed", detail));
        }
        let config = TableConfig::clone(&self.config);
        // Other aids bring their own usual hints, unless something is said.
        let hints = config.hints.filter(|_| change.aids.is_none_or(|aids| aids == config.aids));
        let changed = TableConfig {
            name: change.name.unwrap_or(config.name),
            plan: change.plan.unwrap_or(config.plan),
            order: change.order.unwrap_or(config.order),
            clock: change.clock.unwrap_or(config.clock),
            flagged: change.flagged.unwrap_or(config.flagged),
            aids: change.aids.unwrap_or(config.aids),
            visibility: change.visibility.unwrap_or(config.visibility),
            takeback: change.takeback.or(config.takeback),
            hints: change.hints.or(hints),
            rated: change.rated.unwrap_or(config.rated),
            ..config
        };
        if changed == *self.config {
            return Ok(None);
        }
        if changed.rated {
            self.all_have_accounts()?;
        }
        let checked = plan::checked_again(book, (&self.config, &self.rules), changed)?;
        Ok((checked != *self.config).then_some(checked))
    }

    pub(super) fn changed_plan(&mut self, config: &TableConfig) -> Result<(), Broken> {
        if self.course.is_some() {
            return Err("the game has begun already".to_string());
        }
        let revision = self.rules.setup().revision;
        let seats = self.chairs.len();
        let setup = plan::setup(&config.plan, revision, seats).map_err(|problem| problem.detail)?;
        let setup = setup.tidy();
        if *self.rules.setup() != setup {
            let rules = AnyRules::new(&setup).map_err(|error| error.to_string())?;
            self.rules = Arc::new(rules);
        }
        let mut config = config.clone();
        config.plan.options = setup.options;
        config.seats.clone_from(&self.config.seats);
        self.timer = Timer::new(config.clock, seats);
        self.config = Arc::new(config);
        self.comings.came(&self.owner.id.clone());
        Ok(())
    }
}
