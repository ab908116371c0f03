//! One socket: limits, parse, forward, write. What is said is decided elsewhere.
//!
//! Close codes: 1012 the server restarts, 1008 too much was sent in spite of the answers, 1009 a
//! message was too large, 4001 the client did not read, 4002 come in again, 4003 nothing was
//! heard, 4004 the session is over, 4005 a watcher's place is needed for somebody who plays, 4006
//! the table was removed. Each is preceded by a `bye` that says when to come back.

pub(crate) mod writing;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, Path, Query, State};
use axum::http::header::{AUTHORIZATION, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use protocol::log::Who;
use protocol::{ClientMsg, Problem, Scope, ServerMsg};
use serde::Deserialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};
use tracing::Instrument as _;

use self::writing::{farewell, framed, write};
use crate::config::networks::prefix;
use crate::http::language::Language;
use crate::http::session::{self, Caller, MaybeCaller, scope};
use crate::http::{Address, ApiError, ApiResult};
use crate::limits::SocketPass;
use crate::live::credit::Credit;
use crate::live::handle::MESSAGES_A_SOCKET;
use crate::live::outbox;
use crate::live::seen::text;
use crate::live::{Authority, Ending, Handle, Hub, Join, Msg, Outgoing, Seen, Text};
use crate::serve::App;

/// The largest message that a client may send.
pub const MESSAGE_MAX: usize = 16 * 1024;
/// How often a client is asked whether it is there.
pub(crate) const ASKING: Duration = Duration::from_secs(25);
/// After how long without a sign of life a socket is ended.
pub(crate) const SILENCE_MAX: Duration = Duration::from_mins(1);
/// How much of a parser's complaint is repeated.
pub(crate) const COMPLAINT_MAX: usize = 200;

/// The routes.
pub fn routes() -> Router<App> {
    Router::new().route("/api/tables/{id}/socket", get(open))
}

#[derive(Deserialize)]
struct Asked {
    since: Option<u64>,
    k: Option<String>,
    /// The language of problems; without it that of `Accept-Language`.
    lang: Option<String>,
}

async fn open(
    State(app): State<App>,
    Path(id): Path<String>,
    Query(asked): Query<Asked>,
    Extension(Address(address)): Extension<Address>,
    MaybeCaller(caller): MaybeCaller,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> ApiResult<Response> {
    check_origin(&app, &headers)?;
    let upgrade = upgrade.map_err(|error| {
        ApiError::new(StatusCode::UPGRADE_REQUIRED, "no-socket", error.body_text())
    })?;
    let authority = caller.as_ref().map(Caller::authority);
    // A token that may only read watches as anybody does.
    let reads = caller.as_ref().is_some_and(|it| !scope::allows(&it.session, Scope::Play));
    let who = caller.filter(|_| !reads).map(|caller| caller.who());
    // A place for the socket first: whoever gets none wakes no table.
    let pass = place(&app, &id, address, who.as_ref()).await?;
    let handle = app.hub.table(&id).await?;
    pass.seat().plays(plays_at(&handle.seen(), who.as_ref()));
    pass.turn().await;
    let spender = who.as_ref().map_or_else(|| prefix(address).to_string(), |who| who.id.clone());
    let credit = Credit::new(app.config.messages_per_second);
    let room = Arc::new(Semaphore::new(MESSAGES_A_SOCKET));
    let named = asked.lang.as_deref().and_then(Language::named);
    let language = named.unwrap_or_else(|| Language::of(&headers));
    let client = Client { app, handle, who, authority, reads, spender, credit, room, language };
    // The request's id stays with the socket's lines in the log.
    let span = tracing::Span::current();
    Ok(upgrade
        .max_message_size(MESSAGE_MAX)
        .max_frame_size(MESSAGE_MAX)
        .read_buffer_size(4 * 1024)
        .write_buffer_size(4 * 1024)
        .on_upgrade(move |socket| client.run(socket, asked, pass).instrument(span))
        .into_response())
}

/// A place for one more socket. For somebody who plays at the table there is always one.
pub(crate) async fn place(
    app: &App,
    table: &str,
    address: IpAddr,
    who: Option<&Who>,
) -> ApiResult<SocketPass> {
    if let Some(pass) = app.limits.socket(address, false) {
        return Ok(pass);
    }
    let plays = who.is_some() && plays_at(&app.hub.seen(table, address.into()).await?, who);
    let pass = if plays { app.limits.socket(address, true) } else { None };
    pass.ok_or_else(|| ApiError::too_many(10, "open sockets"))
}

/// Whether somebody has a seat at a table.
fn plays_at(table: &Seen, who: Option<&Who>) -> bool {
    who.is_some_and(|who| table.room.people().contains(&who.id))
}

/// Browsers say which page opens a socket; a program says nothing of the kind, but has a token.
pub(crate) fn check_origin(app: &App, headers: &HeaderMap) -> ApiResult<()> {
    session::check_socket_origin(&app.config, headers)?;
    if headers.contains_key(ORIGIN) || headers.contains_key(AUTHORIZATION) {
        return Ok(());
    }
    let detail = "A socket needs an Origin header (browsers) or a bearer token (programs).";
    Err(ApiError::new(StatusCode::FORBIDDEN, "origin", detail))
}

/// A socket and all that is known of its client.
struct Client {
    app: App,
    handle: Handle,
    who: Option<Who>,
    authority: Option<Authority>,
    /// Whether it has a token that may only read.
    reads: bool,
    /// Whose account messages are counted on.
    spender: String,
    credit: Credit,
    /// How much of its own may still wait in the table's inbox.
    room: Arc<Semaphore>,
    /// The language in which it is told problems.
    language: Language,
}

impl Client {
    fn hub(&self) -> &Hub {
        &self.app.hub
    }

    fn person(&self) -> Option<&str> {
        self.who.as_ref().map(|who| who.id.as_str())
    }

    /// The session may have ended between the request and now, when nobody knew of this socket.
    async fn is_authorised(&self) -> bool {
        let Some(authority) = &self.authority else { return true };
        let now = crate::serve::now();
        match self.app.store.session(&authority.session, now).await {
            Ok(found) => found.is_some_and(|(_, person)| !person.banned),
            // It was there a moment ago.
            Err(_) => true,
        }
    }

    async fn run(mut self, mut socket: WebSocket, asked: Asked, pass: SocketPass) {
        let (outbox, mut outgoing) = outbox::queue();
        let authority = self.authority.clone();
        let seat = self.who.is_some().then(|| pass.seat().clone());
        let hub = self.hub().clone();
        let counted = hub.count_socket(authority, &self.handle.id, seat, outbox.ender());
        let begun = Instant::now();
        tracing::info!(socket = counted.id(), "socket opened");
        if !self.is_authorised().await {
            farewell(&mut socket, &mut outgoing, Ending::Session, hub.farewell()).await;
            return;
        }
        pass.turn().await;
        let join = Join {
            socket: counted.id(),
            who: self.who.clone(),
            key: asked.k,
            since: asked.since,
            outbox,
        };
        if self.handle.send(self.person(), Msg::Join(Box::new(join))).await.is_err() {
            farewell(&mut socket, &mut outgoing, Ending::Restart, hub.farewell()).await;
            return;
        }
        let ending = tokio::select! {
            ending = self.talk(&mut socket, &mut outgoing, counted.id()) => ending,
            () = pass.sent_out() => Some(Ending::Full),
        };
        pass.turn().await;
        let why = ending.map_or("gone", Ending::name);
        let seconds = begun.elapsed().as_secs();
        tracing::info!(socket = counted.id(), seconds, why, "socket closed");
        // If the table is too busy to hear it, it notices when it tells something.
        let _ = self.handle.send(self.person(), Msg::Leave(counted.id())).await;
        drop(self.handle);
        if let Some(why) = ending {
            farewell(&mut socket, &mut outgoing, why, hub.farewell()).await;
        }
        drop(pass);
    }

    /// Until the client goes (`None`) or the server ends it.
    async fn talk(
        &mut self,
        socket: &mut WebSocket,
        outgoing: &mut Outgoing,
        id: u64,
    ) -> Option<Ending> {
        let mut asking: Interval = interval_at(Instant::now() + ASKING, ASKING);
        asking.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = Instant::now();
        let mut ending = outgoing.ending();
        loop {
            tokio::select! {
                why = outbox::ended(&mut ending) => return Some(why),
                told = outgoing.next() => match told {
                    Some(text) => self.tell(socket, text, outgoing).await?,
                    // The table let go of the socket: it said why, or it is gone itself.
                    None => return Some(outgoing.reason().unwrap_or(Ending::Moved)),
                },
                message = socket.recv() => {
                    heard = Instant::now();
                    // What comes after the end of the session is not heard any more.
                    if let Some(why) = outgoing.reason() {
                        return Some(why);
                    }
                    match self.hear(message?) {
                        Heard::Nothing => {}
                        Heard::Answer(text) => self.tell(socket, text, outgoing).await?,
                        Heard::End(ending) => return ending,
                        Heard::Message(message) => {
                            let refused = tokio::select! {
                                why = outbox::ended(&mut ending) => return Some(why),
                                refused = self.pass_on(id, message) => refused,
                            };
                            if let Some(text) = refused {
                                self.tell(socket, text, outgoing).await?;
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

    fn hear(&mut self, message: Result<Message, axum::Error>) -> Heard {
        let message = match message {
            Ok(Message::Text(text)) => text,
            Ok(Message::Binary(_)) => {
                return self.spend(|_| refused("message", "Messages are JSON in text frames."));
            }
            Ok(Message::Ping(_) | Message::Pong(_)) => return self.spend(|_| Heard::Nothing),
            Ok(Message::Close(_)) => return Heard::End(None),
            Err(error) => return Heard::End(is_too_large(&error).then_some(Ending::Large)),
        };
        self.spend(|client| client.parse(&message))
    }

    /// Everything costs credit, whatever it says.
    fn spend(&mut self, then: impl FnOnce(&mut Client) -> Heard) -> Heard {
        let own = self.credit.take();
        let all = self.hub().spend(&self.spender);
        match own.and(all) {
            Ok(()) => then(self),
            Err(_) if self.credit.is_abused() => Heard::End(Some(Ending::Abuse)),
            Err(seconds) => {
                let problem = ApiError::too_many(seconds, "messages").0;
                answer_refused(problem)
            }
        }
    }

    fn parse(&mut self, message: &str) -> Heard {
        match serde_json::from_str(message) {
            Ok(ClientMsg::Ping { at }) => {
                Heard::Answer(text(&ServerMsg::Pong { at, now: self.hub().now() }))
            }
            Ok(message) if self.reads => {
                let problem = scope::lacks(Scope::Play).0;
                Heard::Answer(text(&ServerMsg::Refused { id: own_id(&message), problem }))
            }
            Ok(message) => Heard::Message(Box::new(message)),
            Err(error) => {
                let complaint: String = error.to_string().chars().take(COMPLAINT_MAX).collect();
                refused("message", &format!("This is no message that a table knows: {complaint}"))
            }
        }
    }
}

/// A message with its problem in another language. Tables tell all in English: what is told to
/// many is written once.
fn in_language(message: Text, language: Language) -> Text {
    const REFUSED: &str = r#"{"t":"refused""#;
    if language == Language::English || !message.starts_with(REFUSED) {
        return message;
    }
    match serde_json::from_str(&message) {
        Ok(ServerMsg::Refused { id, problem }) => {
            text(&ServerMsg::Refused { id, problem: language.tell(problem) })
        }
        _ => message,
    }
}

impl Client {
    /// Writes a message in the language of the client.
    async fn tell(&self, socket: &mut WebSocket, text: Text, outgoing: &Outgoing) -> Option<()> {
        write(socket, framed(&in_language(text, self.language)), outgoing).await
    }

    /// Hands a message to the table, waiting for the room that this socket has in its inbox. So a
    /// loud client waits for itself, and for nobody else. The answer is a refusal, if any.
    async fn pass_on(&self, socket: u64, message: Box<ClientMsg>) -> Option<Text> {
        let id = own_id(&message);
        let room: OwnedSemaphorePermit = Arc::clone(&self.room).acquire_owned().await.ok()?;
        let sent = self.handle.send(self.person(), Msg::Said(socket, message, room)).await;
        sent.err().map(|problem| text(&ServerMsg::Refused { id, problem }))
    }
}

/// The name that a client gave to a message.
fn own_id(message: &ClientMsg) -> Option<String> {
    match message {
        ClientMsg::Play { id, .. } | ClientMsg::Chat { id, .. } | ClientMsg::Phrase { id, .. } => {
            Some(id.clone())
        }
        _ => None,
    }
}

/// What follows from a frame.
enum Heard {
    Nothing,
    /// Something for the table.
    Message(Box<ClientMsg>),
    Answer(Text),
    /// The socket is over; with a farewell if the server ends it.
    End(Option<Ending>),
}

pub(crate) fn is_too_large(error: &axum::Error) -> bool {
    let mut cause: Option<&dyn std::error::Error> = Some(error);
    while let Some(error) = cause {
        if error.to_string().contains("too long") {
            return true;
        }
        cause = error.source();
    }
    false
}

fn refused(kind: &str, detail: &str) -> Heard {
    answer_refused(ApiError::new(StatusCode::BAD_REQUEST, kind, detail).0)
}

fn answer_refused(problem: Problem) -> Heard {
    metrics::counter!("trencavel_refusals_total", "kind" => problem.kind.clone()).increment(1);
    Heard::Answer(text(&ServerMsg::Refused { id: None, problem }))
}
