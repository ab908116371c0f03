//! What is told of a table: to everybody, to one person, to the lobby, and the log so far.

use std::sync::Arc;

use protocol::log::{Entry, Logged, Who};
use protocol::server::LogLine;
use protocol::{
    Cause, Choices, Draws, KeptFor, Past, SeatInfo, SeatPlan, ServerMsg, Sitter, Status, Step,
    TableInfo, TableRow, Told, You,
};

use super::chair::Chair;
use super::{Index, Room};

/// Who is connected for a seat: the room does not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Presence {
    /// Whether somebody is.
    pub here: bool,
    /// Since when nobody is, ms since 1970.
    pub away_since: Option<u64>,
    /// For how long it may be away, ms, if that is not what is usual.
    pub grace: Option<u64>,
}

/// Puts into a table's picture who is connected. A person's seat of a running game alone can be
/// away.
pub fn fill(info: &mut TableInfo, here: &[Presence]) {
    let running = info.status == Status::Playing;
    for (seat, presence) in info.seats.iter_mut().zip(here) {
        seat.here = presence.here;
        let person = matches!(seat.sitter, protocol::Sitter::Person { .. });
        seat.away_since = presence.away_since.filter(|_| running && person && !presence.here);
        seat.grace = presence.grace.filter(|_| running && person);
    }
}

/// Whether an entry changes the board otherwise than by a move: its message does not tell how.
pub fn shows_board(entry: &Entry) -> bool {
    matches!(entry, Entry::Began { .. } | Entry::TakenBack { .. })
}

impl Room {
    /// The table for everybody, with the clocks as of `now`.
    pub fn info(&self, now: u64, here: &[Presence]) -> TableInfo {
        let colours = self.colours();
        let seat = |(number, chair): (usize, &Chair)| SeatInfo {
            sitter: self.sitter(number, chair),
            colour: colours[number],
            out: chair.out,
            left: chair.left,
            here: false,
            away_since: None,
            grace: None,
        };
        let mut info = TableInfo {
            id: self.id.to_string(),
            config: self.shown_config(),
            status: self.status(),
            seats: self.chairs.iter().enumerate().map(seat).collect(),
            owner: self.owner.id.clone(),
            made: self.made,
            clocks: self.timer.clocks(now),
            draws: self.fair_draws(),
            offer: self.offer.clone(),
            rematch: self.rematch.as_ref().map(ToString::to_string),
            title: self.title(),
            local: self.apart.local,
            paired: self.paired,
            seats_until: self.seats_until.filter(|_| self.over.is_none()),
            grace: None,
        };
        fill(&mut info, here);
        info
    }

    /// The plan as it is now, without the record that the table began from: its moves are in the
    /// view. What an older revision of the rules does by itself is shown as an option.
    fn shown_config(&self) -> protocol::TableConfig {
        let watcher_chat = self.watcher_chat;
        let mut config = protocol::TableConfig::clone(&self.config);
        config.plan.options = self.rules.setup().today().options;
        // Before the start the clock may be changed as everything else.
        let clock = if self.course.is_some() { self.timer.kind() } else { config.clock };
        protocol::TableConfig { from: None, watcher_chat, clock, ..config }
    }

    /// Who sits on a seat, for everybody.
    pub(super) fn sitter(&self, seat: usize, chair: &Chair) -> Sitter {
        match (&chair.who, chair.computer) {
            (who, Some(level)) => Sitter::Computer {
                level,
                instead_of: who.as_ref().map(|who| self.known.shown(who, chair.screen)),
                person: who.as_ref().map(|who| who.id.clone()),
            },
            (Some(who), None) => Sitter::Person {
                id: who.id.clone(),
                name: self.known.shown(who, chair.screen),
                account: who.account,
            },
            (None, None) => {
                let kept = match &self.config.seats[seat] {
                    SeatPlan::Kept { person, name, screen } => {
                        let who = Who { id: person.clone(), name: name.clone(), account: false };
                        let name = self.known.shown(&who, *screen);
                        Some(KeptFor { id: who.id, name })
                    }
                    _ => None,
                };
                Sitter::Nobody { link: chair.link, kept }
            }
        }
    }

    /// The name of a seat, as it is shown and recorded.
    pub(super) fn seat_name(&self, chair: &Chair) -> String {
        match &chair.who {
            Some(who) => self.known.shown(who, chair.screen),
            None => match &chair.computer {
                Some(level) => level.name().unwrap_or("Computer").to_string(),
                None => String::new(),
            },
        }
    }

    /// The seed is in it once the game is over, and not before.
    fn fair_draws(&self) -> Draws {
        let shares = &self.shares;
        let closed = self.course.is_some() || shares.until().is_some();
        let seats = 0..self.chairs.len() as u8;
        let text = |value: Option<String>| value.unwrap_or_default();
        let value = |seat| text(shares.value(seat, closed).map(|value| value.to_string()));
        let hash = |seat| text(shares.seal(seat).map(|seal| seal.to_string()));
        Draws {
            version: shares.version().number(),
            round: shares.round(),
            commitment: shares.commitment().to_string(),
            shares: seats.clone().map(|seat| shares.kind(seat, closed)).collect(),
            hashes: seats.clone().map(hash).collect(),
            values: seats.map(value).collect(),
            reveal_until: shares.until(),
            order: self.order.clone(),
            before: self.words_before,
            seed: self.over.map(|_| shares.reveal()),
        }
    }

    /// The commitment whose outcome is open, and the outcome of the last one if none is. A table of
    /// version 1 has no place in the public list.
    fn listed(&self) -> (Option<String>, &'static str) {
        let (void, aborted, ended) =
            (fair::list::Kind::Void, fair::list::Kind::Aborted, fair::list::Kind::Ended);
        let open = self.over.is_none() && self.shares.version() != fair::Version::One;
        let outcome = match self.over {
            // A round that another one follows.
            None => void,
            Some(_) if self.course.is_none() => void,
            Some(protocol::EndReason::Aborted) => aborted,
            Some(_) => ended,
        };
        (open.then(|| self.shares.commitment().to_string()), outcome.name())
    }

    /// What a person may do here. `key` is the one that it came with.
    pub fn you(&self, person: &str, name: &str, key: Option<&str>) -> You {
        let own = (0u8..).zip(&self.chairs).filter(|(_, chair)| chair.is_of(person));
        let owner = !person.is_empty() && self.owner.id == person;
        You {
            person: person.to_string(),
            name: name.to_string(),
            seats: own.map(|(seat, _)| seat).collect(),
            owner,
            key: (owner || key == Some(&*self.key)).then(|| self.key.to_string()),
        }
    }

    /// Public ids of the people with a seat, each once; also of those whom the computer replaced,
    /// and of those who are expected. A table that came to nothing is nobody's.
    pub fn people(&self) -> Vec<String> {
        if self.came_to_nothing() {
            return Vec::new();
        }
        let mut people: Vec<String> =
            self.chairs.iter().filter_map(|chair| Some(chair.who.as_ref()?.id.clone())).collect();
        people.extend(self.expected().map(str::to_owned));
        games::sort_short(&mut people);
        people.dedup();
        people
    }

    /// The person who plays a seat: neither out of the game nor replaced.
    pub fn active(&self, seat: u8) -> Option<&Who> {
        self.chairs.get(usize::from(seat))?.decider()
    }

    /// The public id of a seat's person, also if the computer replaced it.
    pub fn person(&self, seat: u8) -> Option<&str> {
        self.chairs.get(usize::from(seat))?.who.as_ref().map(|who| who.id.as_str())
    }

    /// What this person must decide.
    pub fn choices(&self, person: &str) -> Vec<Choices> {
        let decider = self.decider().filter(|_| self.over.is_none());
        let mine = decider.filter(|seat| self.chairs[usize::from(*seat)].is_of(person));
        let choices = mine.and_then(|_| self.course.as_ref()?.choices_with_moves(self.n));
        choices.into_iter().collect()
    }

    /// The name that everybody is shown.
    fn title(&self) -> String {
        if self.paired && self.config.name.is_empty() {
            self.rivals_names()
        } else if self.config.name.is_empty() {
            self.known.shown(&self.owner, false)
        } else {
            self.config.name.clone()
        }
    }

    /// The table's line in the lobby.
    pub fn row(&self) -> TableRow {
        let look = self.course.as_ref().map(|c| games::view::Tabletop::of(c.rules(), c.game()));
        let left = |look: games::view::Tabletop| look.stock.left.into_iter().map(u16::from).sum();
        TableRow {
            id: self.id.to_string(),
            name: self.title(),
            config: self.shown_config(),
            status: self.status(),
            seats: self.sitters(),
            points: self.points(),
            to_act: self.course.as_ref().filter(|_| self.over.is_none()).and_then(|c| c.to_act()),
            turn: self.course.as_ref().map_or(0, |course| course.number()),
            left: look.map_or(0, left),
            watchers: 0,
            changed: self.changed,
            mine: Vec::new(),
            local: self.apart.local,
        }
    }

    /// What the store finds of the table.
    pub fn index(&self) -> Index {
        let status = match (&self.course, self.over) {
            (_, Some(_)) => "over",
            (None, None) => "open",
            (Some(_), None) => "playing",
        };
        let (commitment, outcome) = self.listed();
        Index {
            commitment,
            outcome,
            status: status.to_string(),
            public: self.config.visibility == protocol::Visibility::Public
                && !self.came_to_nothing(),
            family: self.config.plan.family.clone(),
            changed: self.changed,
            wake: self.wake(),
            slow: self.timer.kind().is_slow(),
            to_act: self.waits_for(),
            turn: self.game_n,
            people: self.people(),
            row: serde_json::to_string(&self.row()).expect("a row is JSON"),
            result: self.outcome().map(Box::new),
        }
    }

    /// Points so far, or those of the result.
    pub(super) fn points(&self) -> Vec<u16> {
        use games::Game;
        if let Some(outcome) = &self.outcome {
            return outcome.points.clone();
        }
        let scores = self.course.as_ref().map(|course| course.game().scores());
        scores.map_or(Vec::new(), |scores| scores[..self.chairs.len()].to_vec())
    }

    /// The whole table with all that happened; the log is played again for its events.
    pub fn past(&self, you: You, now: u64, here: &[Presence]) -> Past {
        let mut entries = self.entries_so_far();
        let first = entries.next().expect("a log begins with the making of its table");
        let (id, key, secret) = (&self.id, &self.key, self.shares.secret());
        let mut room = Room::begin(|_| Ok(Arc::clone(&self.rules)), id, key, secret, &first)
            .expect("an entry that was folded before");
        let mut lines = vec![room.line(&first, Told::default(), String::new())];
        for logged in entries {
            let name = room.name_before(&logged.entry);
            let told = room.change(&logged, None).expect("an entry that was folded before");
            lines.push(room.line(&logged, told, name));
        }
        for line in &mut lines {
            let played = matches!(line.cause, Cause::Played { .. });
            line.undone = played && !self.line.stands(line.n);
        }
        let view = self.course.as_ref().map(|course| course.view());
        let (n, table, format) = (self.n, self.info(now, here), self.format);
        let mut past = Past { n, you, table, view, log: lines, format };
        self.leave_unheard(&mut past);
        past
    }

    /// The entries of the log.
    pub(super) fn entries_so_far(&self) -> impl Iterator<Item = Logged> + '_ {
        let read = |text: &Arc<str>| protocol::plain::read(text.as_bytes());
        self.log.iter().map(move |text| read(text).expect("an entry that was written as JSON"))
    }

    /// The entries of the log behind a number.
    pub(super) fn entries_after(&self, n: u64) -> impl Iterator<Item = Logged> + '_ {
        let read = |text: &Arc<str>| protocol::plain::read(text.as_bytes());
        let behind = self.log.iter().skip(usize::try_from(n).unwrap_or(usize::MAX));
        behind.map(move |text| read(text).expect("an entry that was written as JSON"))
    }

    /// The name that an entry is about and that is not known any more behind it.
    pub(super) fn name_before(&self, entry: &Entry) -> String {
        match entry {
            Entry::Stood { seat } => {
                self.chairs.get(usize::from(*seat)).map(|chair| self.seat_name(chair))
            }
            _ => None,
        }
        .unwrap_or_default()
    }

    pub(super) fn line(&self, logged: &Logged, told: Told, name: String) -> LogLine {
        let points = if told.words.is_empty() { Vec::new() } else { self.points() };
        let cause = self.cause(&logged.entry, name);
        LogLine { n: logged.n, at: logged.at, cause, events: told.events, points, undone: false }
    }

    /// What everybody is told of an entry that was just folded.
    pub(super) fn message(&self, logged: &Logged, told: Told, name: String) -> ServerMsg {
        let Logged { n, at, ref entry } = *logged;
        match (entry, &self.course) {
            (Entry::Said { who, text, phrase, watchers, .. }, _) => ServerMsg::Chat {
                n,
                at,
                from: who.id.clone(),
                name: self.known.shown(who, false),
                seat: self.seat_of(&who.id),
                text: text.clone(),
                phrase: phrase.clone(),
                watchers: *watchers,
            },
            (Entry::Played { .. }, Some(course)) => ServerMsg::Step(Box::new(Step {
                n,
                at,
                cause: self.cause(entry, name),
                events: told.events,
                add: told.add,
                now: course.now(),
                clocks: self.timer.clocks(at),
            })),
            _ => ServerMsg::Table {
                n,
                cause: self.cause(entry, name),
                table: Box::new(self.info(at, &[])),
            },
        }
    }

    fn seat_of(&self, person: &str) -> Option<u8> {
        (0u8..).zip(&self.chairs).find(|(_, chair)| chair.is_of(person)).map(|(seat, _)| seat)
    }

    fn cause(&self, entry: &Entry, name: String) -> Cause {
        match entry.clone() {
            Entry::Made { .. } => Cause::Made,
            Entry::Sat { seat, .. } => {
                let chair = self.chairs.get(usize::from(seat));
                Cause::Sat { seat, name: chair.map(|c| self.seat_name(c)).unwrap_or_default() }
            }
            Entry::Stood { seat } => Cause::Stood { seat, name },
            Entry::Shared { seat, .. } => Cause::Shared { seat },
            Entry::Frozen { round, until } => Cause::Frozen { round, until },
            Entry::Revealed { seat, .. } => Cause::Revealed { seat },
            Entry::Void { round, seats } => Cause::Void { round, seats },
            Entry::Round { round, .. } => Cause::Round { round },
            Entry::Began { chance, .. } => Cause::Began { words: chance },
            Entry::Played { seat, id, words, chance, .. } => {
                Cause::Played { seat, id, words, chance }
            }
            Entry::Said { who, text, phrase, watchers, .. } => {
                let (seat, name) = (self.seat_of(&who.id), self.known.shown(&who, false));
                Cause::Said { from: who.id, seat, name, text, phrase, watchers }
            }
            Entry::Watchers { chat } => Cause::Watchers { chat },
            Entry::Opened { seat, .. } => Cause::Opened { seat },
            Entry::Changed { .. } => Cause::Changed,
            Entry::Coloured { seat, colour } => Cause::Coloured { seat, colour },
            Entry::Resigned { seat } => Cause::Resigned { seat },
            Entry::Flagged { seat } => Cause::Flagged { seat },
            Entry::Offered { seat, kind } => Cause::Offered { seat, kind },
            Entry::Declined { seat } => Cause::Declined { seat },
            Entry::Claimed { seat, away, want } => Cause::Claimed { seat, away, want },
            Entry::Replaced { seat, .. } => Cause::Replaced { seat },
            Entry::Returned { seat } => Cause::Returned { seat },
            Entry::TakenBack { seat, to, .. } => Cause::TakenBack { seat, to },
            Entry::Absent { seats } => Cause::Absent { seats },
            Entry::Aborted { seat } => Cause::Aborted { seat },
            Entry::Ended { reason, .. } => Cause::Ended { reason },
            Entry::Rematch { table } => Cause::Rematch { table },
            Entry::Away { ms } => Cause::Away { ms },
            Entry::Leave { seat, ms } => Cause::Leave { seat, ms },
            Entry::Gave { seat, to, ms } => Cause::Gave { seat, to, ms },
            Entry::Reclocked { clock, .. } => Cause::Reclocked { clock },
        }
    }
}
