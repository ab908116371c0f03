//! What comes from sockets and requests, and what is told: the table's side of a conversation.

use std::sync::Arc;
use std::time::Duration;

use protocol::log::{Logged, Who};
use protocol::{ClientMsg, OfferKind, Past, Problem, ServerMsg, Sitter, Visibility, You};
use room::{Decision, Request, changes_game};
use tokio::time::Instant;

use super::crowd::{SocketId, Visitor};
use super::handle::{Call, Join};
use super::seen::{self, KeptPast};
use super::task::{GATHER, Task};
use super::text::Text;
use crate::trouble;

/// For how long strangers who come are told the same text: what it says of now is as old.
const SHOWN: Duration = Duration::from_millis(50);

impl Task {
    pub(super) async fn join(&mut self, join: Join) {
        let now = self.hub.now();
        // A failing store does not keep anybody from looking; what is told is committed anyway.
        if self.is_unsettled() {
            let _ = self.settle().await;
        }
        let Join { socket, who, key, since, outbox } = join;
        let missed: Option<Vec<Text>> =
            since.and_then(|since| self.ring.after(since)).map(|kept| {
                let deaf = who.as_ref().is_some_and(|who| self.room.is_deaf(&who.id));
                kept.map(|kept| kept.text_for(deaf).clone()).collect()
            });
        let person = who.clone();
        self.crowd.enter(socket, Visitor { who, key: key.clone(), outbox }, now);
        if let Some(missed) = missed {
            let table = Box::new(seen::info(&self.room, &self.crowd, now));
            let you = seen::you(&self.room, person.as_ref(), key.as_deref());
            self.tell(socket, &ServerMsg::Resumed { n: self.n, you, table });
            for text in missed {
                self.crowd.tell(socket, text, now);
            }
            // What was missed may show names of before.
            for person in self.renamed.clone() {
                let told = self.renamed_message(&person);
                self.tell(socket, &told);
            }
            let lines = self.room.overheard();
            if !lines.is_empty() && person.as_ref().is_some_and(|who| self.room.sits(&who.id)) {
                self.tell(socket, &ServerMsg::Overheard { lines });
            }
        } else {
            self.fold_past().await;
            self.tell_snapshot(socket);
        }
        if let Some(person) = person {
            self.note_seen(&person.id);
            self.tell_choices(socket, &person);
        }
        if let Some(rated) = self.rated().await {
            self.tell(socket, &rated);
        }
        self.gather_soon();
    }

    pub(super) fn tell_snapshot(&mut self, socket: SocketId) {
        let Some(visitor) = self.crowd.get(socket) else { return };
        let (who, key) = (visitor.who.clone(), visitor.key.clone());
        let text = if who.is_some() {
            seen::text(&ServerMsg::Snapshot(self.past(who.as_ref(), key.as_deref())))
        } else {
            self.shown()
        };
        self.crowd.tell(socket, text, self.hub.now());
    }

    /// The past as strangers are told it. A crowd that comes at once costs a game no more than one
    /// of them: writing it takes longer than a move.
    fn shown(&mut self) -> Text {
        let kept = self
            .shown
            .take()
            .filter(|(_, at, of)| at.elapsed() < SHOWN && Arc::ptr_eq(of, &self.past));
        let (text, at, of) = kept.unwrap_or_else(|| {
            let text = seen::text(&ServerMsg::Snapshot(self.past(None, None)));
            (text, Instant::now(), Arc::clone(&self.past))
        });
        self.shown = Some((text.clone(), at, of));
        text
    }

    /// Folds the past, if something has happened since it was folded last. A long game takes
    /// milliseconds: not on a thread that serves sockets.
    pub(super) async fn fold_past(&self) {
        if self.past.get().is_some() {
            return;
        }
        let (kept, room) = (Arc::clone(&self.past), Arc::clone(&self.room));
        let fold = move || {
            kept.get_or_init(|| Box::new(room.past(You::default(), 0, &[])));
        };
        if let Err(error) = self.hub.reading().run(fold).await {
            tracing::error!(table = %self.id, %error, "the past was not folded");
        }
    }

    /// The past; folding it again takes long, so it is kept until something happens.
    pub(super) fn past(&self, who: Option<&Who>, key: Option<&str>) -> Box<Past> {
        let now = self.hub.now();
        // Kept as a watcher sees it, who hears everything.
        let kept = self.past.get_or_init(|| Box::new(self.room.past(You::default(), 0, &[])));
        let mut told = kept.clone();
        told.you = seen::you(&self.room, who, key);
        told.table = seen::info(&self.room, &self.crowd, now);
        self.room.leave_unheard(&mut told);
        told
    }

    /// What a person must decide, and what it was trying before it went.
    pub(super) fn tell_choices(&mut self, socket: SocketId, who: &Who) {
        for choices in self.room.choices(&who.id) {
            let draft = self.drafts.get(&(who.id.clone(), choices.seat)).cloned();
            let (seat, after) = (choices.seat, choices.n);
            self.tell(socket, &ServerMsg::Choices(choices));
            let Some(words) = draft else { continue };
            let request = Request::Draft { seat, after, words };
            if let Ok(decision) = self.room.decide(self.hub.now(), who, request)
                && let Some(answer) = decision.answer
            {
                self.tell(socket, &answer);
            }
        }
    }

    pub(super) async fn said(&mut self, socket: SocketId, message: ClientMsg) {
        let Some(visitor) = self.crowd.get(socket) else { return };
        let id = room::id_of(&message).map(str::to_owned);
        let Some(who) = visitor.who.clone() else {
            self.refuse(socket, id, no_session());
            return;
        };
        if let Err(problem) = self.may_talk(&who, &message).await {
            self.refuse(socket, id, problem);
            return;
        }
        match &message {
            ClientMsg::Hint { seat, after, words } => {
                if let Err(problem) = self.hint(socket, &who, (*seat, *after), words) {
                    self.refuse(socket, id, problem);
                }
                return;
            }
            ClientMsg::Unhint => {
                self.hints.remove(&who.id);
                return;
            }
            ClientMsg::Thinks { on } => {
                self.thinks(socket, *on);
                return;
            }
            ClientMsg::Thought { seat, after, words } => {
                self.page_thought(&who, *seat, *after, words.clone()).await;
                return;
            }
            ClientMsg::Offer { kind: OfferKind::Live, .. } if !self.all_are_here() => {
                // Nobody's minutes run while it sleeps, whatever it offered days ago.
                let detail = "All players must be at the table to play live.";
                self.refuse(socket, id, trouble::conflict("not-here", detail));
                return;
            }
            _ => {}
        }
        let Some(request) = Request::of(message, |seat| self.absence(seat)) else { return };
        match self.decide(&who, request).await {
            Ok((entries, answer)) => {
                if let Some(done) = room::done(id.as_deref(), &entries) {
                    self.tell(socket, &done);
                }
                if let Some(answer) = answer {
                    self.tell(socket, &answer);
                }
                self.tell_actors(&entries);
            }
            Err(problem) => self.refuse(socket, id, problem),
        }
    }

    /// Whether everybody who plays is at the table.
    fn all_are_here(&self) -> bool {
        let info = seen::info(&self.room, &self.crowd, self.hub.now());
        let plays = |sitter: &Sitter| matches!(sitter, Sitter::Person { .. });
        info.seats.iter().all(|seat| seat.out || seat.here || !plays(&seat.sitter))
    }

    /// For how long a seat has been away, and how long it may be.
    pub(super) fn absence(&self, seat: u8) -> (u64, u64) {
        let now = self.hub.now();
        let info = seen::info(&self.room, &self.crowd, now);
        let since = info.seats.get(usize::from(seat)).and_then(|seat| seat.away_since);
        let person = self.room.person(seat).unwrap_or_default();
        let grace = self.graces.get(person).copied().unwrap_or_else(|| self.usual_grace());
        (since.map_or(0, |since| now.saturating_sub(since)), grace)
    }

    /// Lets the room decide, and commits what follows.
    pub(super) async fn decide(
        &mut self,
        who: &Who,
        request: Request,
    ) -> Result<(Vec<Logged>, Option<ServerMsg>), Problem> {
        self.settle().await?;
        let draft = match &request {
            Request::Draft { seat, words, .. } | Request::Play { seat, words, .. } => {
                Some(((who.id.clone(), *seat), words.clone()))
            }
            _ => None,
        };
        let Decision { entries, answer, ahead } = self.room.decide(self.hub.now(), who, request)?;
        self.commit(entries.clone(), ahead).await?;
        if changes_game(&entries) {
            self.drafts.clear();
        } else if let (Some((whose, words)), Some(ServerMsg::Draft(_))) = (draft, &answer) {
            self.drafts_changed |= self.drafts.get(&whose) != Some(&words);
            self.drafts.insert(whose, words);
        }
        Ok((entries, answer))
    }

    pub(super) async fn call(&mut self, call: Call) {
        let Call { who, request, answer } = call;
        let decided = self.decide(&who, request).await;
        let answered = decided.map(|(entries, private)| {
            // Whoever is refused does not keep the table in memory.
            self.used = Instant::now();
            self.tell_actors(&entries);
            self.gather_soon();
            private
        });
        // Whoever asked may have gone meanwhile.
        let _ = answer.send(answered);
    }

    /// Somebody goes by another name. It is told with the comings and goings, so that whoever
    /// changes it again and again disturbs nobody.
    pub(super) fn rename(&mut self, who: &Who) {
        self.crowd.rename(who);
        if Arc::make_mut(&mut self.room).rename(who) {
            self.renamed.insert(who.id.clone());
        }
        self.untold.insert(who.id.clone());
        self.gather_soon();
        self.publish();
    }

    /// Somebody made an account of a guest's name: the guest is shown with a mark from now on.
    pub(super) fn give_way(&mut self, guest: &str) {
        if Arc::make_mut(&mut self.room).note_taken(guest, true) {
            self.renamed.insert(guest.to_owned());
            self.untold.insert(guest.to_owned());
            self.gather_soon();
            self.publish();
        }
    }

    /// The log was rewritten because somebody left it: names and ids change, nothing else.
    pub(super) async fn reread(&mut self) {
        let before = self.room.people();
        if self.reload().await.is_err() {
            return;
        }
        let now = self.hub.now();
        let people = self.room.people();
        for person in people.iter().filter(|person| !before.contains(person)) {
            self.crowd.expect(person, now);
        }
        // One of them is enough: the message has all seats.
        let changed = people.iter().find(|person| !before.contains(person));
        let changed = changed.or_else(|| before.first()).cloned().unwrap_or_default();
        self.untold.insert(changed);
        self.gather_soon();
        self.publish();
    }

    fn renamed_message(&self, person: &str) -> ServerMsg {
        let sitters = self.room.sitters();
        let seated = self.room.shown_name(person);
        let name = seated.or_else(|| self.crowd.name(person).map(str::to_owned));
        let name = name.unwrap_or_default();
        ServerMsg::Renamed { person: person.to_owned(), name, sitters }
    }

    /// A new name is told to everybody if its person has a seat, else to that person alone.
    fn tell_renamed(&mut self) {
        let now = self.hub.now();
        for person in std::mem::take(&mut self.untold) {
            let text = seen::text(&self.renamed_message(&person));
            if self.crowd.is_here(&person) && !self.room.concerns(&person) {
                self.crowd.tell_person(&person, &text, now);
            } else {
                self.crowd.tell_all(&text, now);
            }
        }
    }

    pub(super) fn tell(&mut self, socket: SocketId, message: &ServerMsg) {
        self.crowd.tell(socket, seen::text(message), self.hub.now());
    }

    pub(super) fn refuse(&mut self, socket: SocketId, id: Option<String>, problem: Problem) {
        metrics::counter!("trencavel_refusals_total", "kind" => problem.kind.clone()).increment(1);
        self.tell(socket, &ServerMsg::Refused { id, problem });
    }

    /// Tells the choices to whoever must decide now.
    pub(super) fn tell_actors(&mut self, entries: &[Logged]) {
        if !changes_game(entries) {
            return;
        }
        let now = self.hub.now();
        for person in self.crowd.people() {
            for choices in self.room.choices(&person) {
                let text = seen::text(&ServerMsg::Choices(choices));
                self.crowd.tell_person(&person, &text, now);
            }
        }
    }

    pub(super) fn note_lobby(&mut self) {
        if self.hub.lobby().is_heard() && self.room.config().visibility == Visibility::Public {
            self.hub.lobby().note(&self.id, Some(seen::row(&self.room, &self.crowd)));
        }
    }

    pub(super) fn gather_soon(&mut self) {
        self.stale = true;
        self.gather.get_or_insert_with(|| Instant::now() + GATHER);
    }

    pub(super) fn tell_presence(&mut self) {
        self.gather = None;
        // Whoever came at the same time has been told; at rest a table keeps its log only.
        self.past = KeptPast::default();
        self.shown = None;
        self.publish();
        self.tell_renamed();
        let now = self.hub.now();
        let info = seen::info(&self.room, &self.crowd, now);
        let watchers = self.crowd.watchers(&self.room.people());
        let here = info.seats.iter().map(|seat| seat.here).collect();
        let away_since = info.seats.iter().map(|seat| seat.away_since).collect();
        let text = seen::text(&ServerMsg::Presence { here, watchers, away_since, now });
        self.crowd.tell_all(&text, now);
        self.note_lobby();
    }
}

fn no_session() -> Problem {
    let detail = "You are watching without a name: choose one to take part.";
    trouble::unauthorized("no-session", detail)
}
