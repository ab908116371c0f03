//! A person's own socket: it seeks, and is told when a rival is found. Limits, origin and goodbyes
//! are those of the sockets of tables.

use axum::Router;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use protocol::{MeSaid, MeTold, Problem, Scope};
use serde::Deserialize;
use tokio::time::{Instant, MissedTickBehavior, interval_at};
use tracing::Instrument as _;

use crate::http::language::Language;
use crate::http::session::{Caller, scope};
use crate::http::{Address, ApiError, ApiResult};
use crate::limits::SocketPass;
use crate::live::credit::Credit;
use crate::live::manners::{self, Neighbourhood};
use crate::live::outbox;
use crate::live::person;
use crate::live::pools::Wish;
use crate::live::{Ending, Outgoing};
use crate::serve::App;
use crate::ws::writing::{farewell, framed, write};
use crate::ws::{ASKING, COMPLAINT_MAX, SILENCE_MAX, check_origin, is_too_large};

/// The largest message: nobody has more to say here.
const MESSAGE_MAX: usize = 2 * 1024;

/// How many games that wait are counted.
const TURNS_MAX: u32 = 200;

/// The routes.
pub fn routes() -> Router<App> {
    Router::new().route("/api/me/socket", get(open))
}

#[derive(Deserialize)]
struct Asked {
    /// The language of problems; without it that of `Accept-Language`.
    lang: Option<String>,
}

async fn open(
    State(app): State<App>,
    Query(asked): Query<Asked>,
    Extension(Address(address)): Extension<Address>,
    caller: Caller,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> ApiResult<Response> {
    check_origin(&app, &headers)?;
    let upgrade = upgrade.map_err(|error| {
        ApiError::new(StatusCode::UPGRADE_REQUIRED, "no-socket", error.body_text())
    })?;
    let pass = app.limits.socket(address, false);
    let pass = pass.ok_or_else(|| ApiError::too_many(10, "open sockets"))?;
    let named = asked.lang.as_deref().and_then(Language::named);
    let language = named.unwrap_or_else(|| Language::of(&headers));
    let credit = Credit::new(app.config.messages_per_second);
    let client = Client { app, caller, credit, language, place: Neighbourhood::of(address) };
    let span = tracing::Span::current();
    Ok(upgrade
        .max_message_size(MESSAGE_MAX)
        .max_frame_size(MESSAGE_MAX)
        .read_buffer_size(1024)
        .write_buffer_size(1024)
        .on_upgrade(move |socket| client.run(socket, pass).instrument(span))
        .into_response())
}

/// A socket and whose it is.
struct Client {
    app: App,
    caller: Caller,
    credit: Credit,
    language: Language,
    place: Neighbourhood,
}

/// What follows from a frame.
enum Heard {
    Nothing,
    Said(MeSaid),
    Answer(MeTold),
    /// The socket is over; with a farewell if the server ends it.
    End(Option<Ending>),
}

impl Client {
    async fn run(mut self, mut socket: WebSocket, pass: SocketPass) {
        pass.turn().await;
        let (outbox, mut outgoing) = outbox::queue();
        let hub = self.app.hub.clone();
        let counted = hub.count_personal(self.caller.authority(), outbox.ender());
        let id = counted.id();
        tracing::info!(socket = id, "personal socket opened");
        if !self.is_authorised().await {
            farewell(&mut socket, &mut outgoing, Ending::Session, hub.farewell()).await;
            return;
        }
        let person = self.caller.person.id.clone();
        hub.persons().enter(id, &person, outbox);
        let ending = tokio::select! {
            ending = self.talk(&mut socket, &mut outgoing, id) => ending,
            () = pass.sent_out() => Some(Ending::Full),
        };
        hub.persons().leave(id);
        hub.leave_page(id, &person);
        let why = ending.map_or("gone", Ending::name);
        tracing::info!(socket = id, why, "personal socket closed");
        if let Some(why) = ending {
            farewell(&mut socket, &mut outgoing, why, hub.farewell()).await;
        }
        drop(pass);
    }

    /// The session may have ended between the request and now, when nobody knew of this socket.
    async fn is_authorised(&self) -> bool {
        let hash = self.caller.authority().session;
        match self.app.store.session(&hash, crate::serve::now()).await {
            Ok(found) => found.is_some_and(|(_, person)| !person.banned),
            // It was there a moment ago.
            Err(_) => true,
        }
    }

    /// Until the client goes (`None`) or the server ends it.
    async fn talk(
        &mut self,
        socket: &mut WebSocket,
        outgoing: &mut Outgoing,
        id: u64,
    ) -> Option<Ending> {
        let mut asking = interval_at(Instant::now() + ASKING, ASKING);
        asking.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = Instant::now();
        let mut ending = outgoing.ending();
        let hello = self.hello().await;
        self.tell(socket, &hello, outgoing).await?;
        loop {
            tokio::select! {
                why = outbox::ended(&mut ending) => return Some(why),
                told = outgoing.next() => match told {
                    Some(text) => write(socket, framed(&text), outgoing).await?,
                    None => return Some(outgoing.reason().unwrap_or(Ending::Moved)),
                },
                message = socket.recv() => {
                    heard = Instant::now();
                    if let Some(why) = outgoing.reason() {
                        return Some(why);
                    }
                    match self.hear(message?) {
                        Heard::Nothing => {}
                        Heard::Answer(told) => self.tell(socket, &told, outgoing).await?,
                        Heard::End(ending) => return ending,
                        Heard::Said(said) => {
                            let answer = tokio::select! {
                                why = outbox::ended(&mut ending) => return Some(why),
                                answer = self.said(id, said) => answer,
                            };
                            if let Some(told) = answer {
                                self.tell(socket, &told, outgoing).await?;
                            }
                        }
                    }
                }
                _ = asking.tick() => {
                    if heard.elapsed() >= SILENCE_MAX {
                        return Some(Ending::Idle);
                    }
                    write(socket, Message::Ping(axum::body::Bytes::new()), outgoing).await?;
                }
            }
        }
    }

    async fn hello(&self) -> MeTold {
        let hub = &self.app.hub;
        let person = &self.caller.person;
        let known = manners::known(hub, person, self.place, &self.app.config.pools).await;
        let limit = known.ok().and_then(|known| known.limit);
        let seek = if person.password.is_some() { hub.lasting(&person.id).await } else { None };
        // Without an answer of the store the page asks for itself.
        let post = self.app.store.post();
        let turns = post.turns(&person.id, TURNS_MAX).await.map_or(0, |turns| turns.len());
        let notices = post.unseen(&person.id).await.unwrap_or_default();
        MeTold::Hello {
            now: hub.now(),
            limit,
            turns: u32::try_from(turns).unwrap_or(u32::MAX),
            notices: u32::try_from(notices).unwrap_or(u32::MAX),
            seek,
        }
    }

    async fn tell(&self, socket: &mut WebSocket, told: &MeTold, outgoing: &Outgoing) -> Option<()> {
        let text = match told {
            MeTold::Refused { problem } => {
                let problem = self.language.tell(problem.clone());
                person::text(&MeTold::Refused { problem })
            }
            told => person::text(told),
        };
        write(socket, framed(&text), outgoing).await
    }

    fn hear(&mut self, message: Result<Message, axum::Error>) -> Heard {
        let text = match message {
            Ok(Message::Text(text)) => Some(text),
            Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_)) => None,
            Ok(Message::Close(_)) => return Heard::End(None),
            Err(error) => return Heard::End(is_too_large(&error).then_some(Ending::Large)),
        };
        // Everything costs credit, whatever it says.
        let own = self.credit.take();
        match own.and(self.app.hub.spend(&self.caller.person.id)) {
            Ok(()) => text.map_or(Heard::Nothing, |text| self.parse(&text)),
            Err(_) if self.credit.is_abused() => Heard::End(Some(Ending::Abuse)),
            Err(seconds) => refused(ApiError::too_many(seconds, "messages").0),
        }
    }

    fn parse(&self, message: &str) -> Heard {
        match serde_json::from_str(message) {
            Ok(MeSaid::Ping { at }) => Heard::Answer(MeTold::Pong { at, now: self.app.hub.now() }),
            Ok(_) if !scope::allows(&self.caller.session, Scope::Play) => {
                refused(scope::lacks(Scope::Play).0)
            }
            Ok(said) => Heard::Said(said),
            Err(error) => {
                let complaint: String = error.to_string().chars().take(COMPLAINT_MAX).collect();
                let detail = format!("This is no message that is known here: {complaint}");
                refused(ApiError::new(StatusCode::BAD_REQUEST, "message", detail).0)
            }
        }
    }

    /// Does what was said; the answer is a refusal, if any.
    async fn said(&self, id: u64, said: MeSaid) -> Option<MeTold> {
        let (hub, who) = (&self.app.hub, self.caller.who());
        match said {
            MeSaid::Unseek => {
                let ended = hub.unseek(id, &who.id).await;
                ended.err().map(|problem| MeTold::Refused { problem })
            }
            MeSaid::Seek { pools, guests, bots, range, busy } => {
                let wish = Wish { pools, guests, bots, range, busy, place: self.place };
                let sought = match hub.spend_seek(&who.id) {
                    Ok(()) => hub.seek(id, &who, &self.caller.person, wish).await,
                    Err(seconds) => Err(ApiError::too_many(seconds, "searches").0),
                };
                sought.err().map(|problem| MeTold::Refused { problem })
            }
            MeSaid::Ping { .. } => None,
        }
    }
}

fn refused(problem: Problem) -> Heard {
    metrics::counter!("trencavel_refusals_total", "kind" => problem.kind.clone()).increment(1);
    Heard::Answer(MeTold::Refused { problem })
}
