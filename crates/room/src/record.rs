//! The record of a table's game, with clocks and what is needed to check its draws.

use std::sync::Arc;

use fair::{Version, tag};
use games::{AnyGame, Game, Record, Recorder, Teller};
use protocol::log::{Entry, FIRST_FORMAT};
use protocol::{Clock, EndReason, Level, Order, ShownRating, Status};

use super::Room;
use super::ladder::ladder_of;

impl Room {
    /// The record so far, as docs/record.md has it; the seed is in it once the game is over.
    /// Before the start it has no words.
    pub fn record(&self) -> String {
        self.rated_record(&[])
    }

    /// The same of a game that was rated: with what each seat had before it. Ratings are kept with
    /// results, not in the log.
    pub fn rated_record(&self, ratings: &[Option<ShownRating>]) -> String {
        let names: Vec<String> = self.chairs.iter().map(|chair| self.seat_name(chair)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut before = 0;
        let mut recorder = match &self.config.from {
            None => {
                let game = AnyGame::start(&self.rules);
                Recorder::on(Teller::new(Arc::clone(&self.rules), game), &names)
            }
            Some(text) => {
                let record = Record::parse(text).expect("a record that was checked");
                before = record.words().len();
                let start = record.begin_by(Arc::clone(&self.rules));
                let resumed = start.and_then(|teller| Recorder::resume_by(teller, &record));
                resumed.expect("a record that was checked")
            }
        };
        for logged in self.entries_so_far() {
            match &logged.entry {
                Entry::Began { chance, .. } => say(&mut recorder, chance),
                Entry::Played { seat, words, chance, left, .. } if self.line.stands(logged.n) => {
                    say(&mut recorder, words);
                    if let Some(left) = left.get(usize::from(*seat)) {
                        let seconds = u32::try_from(left / 1000).unwrap_or(0);
                        recorder.clock(seconds);
                    }
                    say(&mut recorder, chance);
                }
                _ => {}
            }
        }
        let mut record = recorder.into_record();
        for (seat, name) in names.iter().enumerate() {
            record.set_name(seat, name);
        }
        self.set_tags(&mut record, before, ratings);
        record.print()
    }

    fn set_tags(&self, record: &mut Record, before: usize, ratings: &[Option<ShownRating>]) {
        record.set_tag("Table", &self.id);
        record.set_tag("Date", &date(self.made));
        if let Some(clock) = clock(self.config.clock) {
            record.set_tag("Clock", &clock);
        }
        if let Status::Over { reason, ranks, .. } = self.status() {
            record.set_tag(tag::ENDED, reason_name(reason));
            record.set_tag("Ranks", &ranks_text(&ranks));
        }
        self.set_ratings(record, ratings);
        if let Some(computers) = self.computers() {
            record.set_tag("Computers", &computers);
        }
        if self.line.moves() > 0 {
            record.set_tag("TakenBack", &self.line.moves().to_string());
        }
        self.set_fair_tags(record, before);
    }

    /// The ladder of a rated game, and what those who played had before it.
    fn set_ratings(&self, record: &mut Record, ratings: &[Option<ShownRating>]) {
        let Some(ladder) = ladder_of(&self.config).filter(|_| !ratings.is_empty()) else { return };
        record.set_tag("Rated", ladder.name());
        for (number, rating) in (1..).zip(ratings) {
            let Some(ShownRating { points, provisional, .. }) = rating else { continue };
            let doubt = if *provisional { "?" } else { "" };
            record.set_tag(&format!("Rating{number}"), &format!("{points}{doubt}"));
        }
    }

    /// Who plays the computer's seats, with a dash for a person; tables of before there were
    /// levels do not say it.
    fn computers(&self) -> Option<String> {
        let levels = || self.chairs.iter().map(|chair| chair.computer);
        levels().flatten().find(|level| level.since() > FIRST_FORMAT)?;
        let text = |level: Option<Level>| level.map_or("-".to_string(), |level| level.to_string());
        Some(levels().map(text).collect::<Vec<String>>().join(" "))
    }

    /// What is needed to check the draws; once the game has begun nothing of it changes any more.
    fn set_fair_tags(&self, record: &mut Record, before: usize) {
        let (shares, begun) = (&self.shares, self.course.is_some());
        let seats = 0..self.chairs.len() as u8;
        let each = |text: &dyn Fn(u8) -> String| {
            seats.clone().map(text).collect::<Vec<String>>().join(" ")
        };
        if shares.version() == Version::Two {
            record.set_tag(tag::FAIR, "2");
            record.set_tag(tag::ROUND, &shares.round().to_string());
        }
        record.set_tag(tag::COMMITMENT, &shares.commitment().to_string());
        if shares.version() == Version::Two && begun {
            record.set_tag(tag::SHARES, &each(&|seat| shares.share(seat).to_string()));
            let seal = |seat| shares.seal(seat).map_or("-".to_string(), |seal| seal.to_string());
            record.set_tag(tag::HASHES, &each(&seal));
            record.set_tag(tag::DRAWS, &self.draws.to_string());
            let drawn = self.config.order == Order::Random;
            record.set_tag(tag::ORDER, if drawn { "drawn" } else { "given" });
        }
        if begun || shares.version() == Version::One {
            let known = seats.clone().filter_map(|seat| shares.value(seat, begun));
            let values: Vec<String> = known.map(|value| value.to_string()).collect();
            record.set_tag(tag::VALUES, &values.join(" "));
        }
        if self.config.order == Order::Random && !self.order.is_empty() {
            let order: Vec<String> = self.order.iter().map(|seat| (seat + 1).to_string()).collect();
            record.set_tag(tag::SEAT_ORDER, &order.join(" "));
        }
        if before > 0 {
            record.set_tag(tag::DRAWS_AFTER, &before.to_string());
        }
        if self.over.is_some() {
            record.set_tag(tag::SEED, &shares.reveal());
        }
    }
}

fn say(recorder: &mut Recorder, words: &[String]) {
    for word in words {
        let by = recorder.game().turn();
        recorder.submit_word(by, word).expect("a word that was played");
    }
}

/// `900+5` seconds, or `3 days`.
fn clock(clock: Clock) -> Option<String> {
    match clock {
        Clock::None => None,
        Clock::Total { seconds, increment } => Some(format!("{seconds}+{increment}")),
        Clock::Days { days } => Some(format!("{days} days")),
    }
}

fn reason_name(reason: EndReason) -> &'static str {
    match reason {
        EndReason::Played => "played",
        EndReason::Resigned => "resigned",
        EndReason::Flagged => "flagged",
        EndReason::Agreed => "agreed",
        EndReason::Claimed => "claimed",
        EndReason::Aborted => "aborted",
    }
}

/// Seats from 1, the best first, equal ones joined: `2 1=3`.
fn ranks_text(ranks: &[Vec<u8>]) -> String {
    let joined = |seats: &Vec<u8>| {
        let seats: Vec<String> = seats.iter().map(|seat| (seat + 1).to_string()).collect();
        seats.join("=")
    };
    ranks.iter().map(joined).collect::<Vec<String>>().join(" ")
}

/// The day of a time, as `2026-11-16` (UTC), by the civil calendar.
fn date(ms: u64) -> String {
    // Days since 0000-03-01, so that a leap day is the last of its year.
    let days = ms / 86_400_000 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year_of_era = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day_of_month:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let day = 86_400_000;
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(day * 59), "1970-03-01");
        assert_eq!(date(day * 11_016), "2000-02-29");
        assert_eq!(date(day * 20_773 + day - 1), "2026-11-16");
    }

    #[test]
    fn ranks_join_equal_seats() {
        assert_eq!(ranks_text(&[vec![1], vec![0, 2]]), "2 1=3");
    }
}
