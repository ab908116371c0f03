//! A connection with limited patience: for the head of a request, for the next request, and for a
//! client that does not read.
//!
//! Times are looked at only while the connection waits; a connection that became a socket has
//! rules of its own (`ws.rs`), and is left alone.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::StatusCode;
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep_until};

use super::unreadable;
use crate::limits::ConnectionPass;
use crate::net::TcpStream;

/// What a connection is doing.
#[derive(Clone)]
pub(super) struct Phase(Arc<Inner>);

struct Inner {
    header: Duration,
    idle: Duration,
    now: Mutex<Now>,
}

#[derive(Clone, Copy)]
enum Now {
    /// Waits for a request since then.
    Waiting(Instant),
    /// Hears the head of a request since then.
    Hearing(Instant),
    /// Is being answered: the answer has its own limits.
    Answering,
    /// Is a socket.
    Socket,
}

impl Phase {
    pub(super) fn new(header: Duration, idle: Duration) -> Phase {
        // A connection is opened to say something: the first head is awaited no longer than others.
        let now = Mutex::new(Now::Hearing(Instant::now()));
        Phase(Arc::new(Inner { header, idle, now }))
    }

    fn get(&self) -> Now {
        *self.0.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, now: Now) {
        *self.0.now.lock().unwrap_or_else(PoisonError::into_inner) = now;
    }

    /// Something was heard.
    fn heard(&self) {
        if let Now::Waiting(_) = self.get() {
            self.set(Now::Hearing(Instant::now()));
        }
    }

    /// Until when the client may keep silent.
    fn deadline(&self) -> Option<Instant> {
        match self.get() {
            Now::Waiting(since) => Some(since + self.0.idle),
            Now::Hearing(since) => Some(since + self.0.header),
            Now::Answering | Now::Socket => None,
        }
    }

    /// A request was heard whole and is answered.
    pub(super) fn answering(&self) -> Answering {
        self.set(Now::Answering);
        Answering(self.clone())
    }
}

/// An answer under way; when it is dropped the next request is awaited.
pub(super) struct Answering(Phase);

impl Answering {
    /// Ties the phase to the body of the answer.
    pub(super) fn over_when_sent(self, response: Response) -> Response {
        if response.status() == StatusCode::SWITCHING_PROTOCOLS {
            self.0.set(Now::Socket);
        }
        response.map(|body| Body::new(Sent { body, _answering: self }))
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        if let Now::Answering = self.0.get() {
            self.0.set(Now::Waiting(Instant::now()));
        }
    }
}

/// The body of an answer, which says when it is sent.
struct Sent {
    body: Body,
    _answering: Answering,
}

impl HttpBody for Sent {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A stream that fails when the client takes too long.
pub(super) struct Patient {
    stream: TcpStream,
    phase: Phase,
    alarm: Pin<Box<Sleep>>,
    /// Since when nothing could be written.
    stuck: Option<Instant>,
    write_alarm: Pin<Box<Sleep>>,
    /// What is told instead of a refusal without words, as far as it is not written.
    problem: Bytes,
    /// Held as long as the connection is open.
    _pass: ConnectionPass,
}

impl Patient {
    pub(super) fn new(stream: TcpStream, phase: Phase, pass: ConnectionPass) -> Patient {
        let now = Instant::now();
        let alarm = || Box::pin(sleep_until(now));
        let problem = Bytes::new();
        let (alarm, write_alarm) = (alarm(), alarm());
        Patient { stream, phase, alarm, stuck: None, write_alarm, problem, _pass: pass }
    }

    /// Whether the time for a client that does not read is over.
    fn is_stuck(&mut self, cx: &mut Context<'_>) -> Poll<io::Error> {
        let since = *self.stuck.get_or_insert_with(Instant::now);
        wait(&mut self.write_alarm, since + self.phase.0.idle, cx)
    }

    /// Takes a refusal of the HTTP library, which has no words, and tells a problem instead.
    fn is_replaced(&mut self, bytes: &[u8]) -> bool {
        if let Now::Answering | Now::Socket = self.phase.get() {
            return false;
        }
        let Some(problem) = unreadable::problem(bytes) else { return false };
        self.problem = problem.into();
        true
    }

    /// Writes what is left of such a problem.
    fn poll_problem(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        while !self.problem.is_empty() {
            let done = Pin::new(&mut self.stream).poll_write(cx, &self.problem);
            let n = ready!(self.written(done, cx))?;
            drop(self.problem.split_to(n));
        }
        Poll::Ready(Ok(()))
    }

    /// Notes whether something could be written.
    fn written<T>(
        &mut self,
        done: Poll<io::Result<T>>,
        cx: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if done.is_ready() {
            self.stuck = None;
            return done;
        }
        self.is_stuck(cx).map(Err)
    }
}

fn wait(alarm: &mut Pin<Box<Sleep>>, deadline: Instant, cx: &mut Context<'_>) -> Poll<io::Error> {
    if alarm.deadline() != deadline {
        alarm.as_mut().reset(deadline);
    }
    ready!(alarm.as_mut().poll(cx));
    Poll::Ready(io::ErrorKind::TimedOut.into())
}

impl AsyncRead for Patient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, into);
        if into.filled().len() > before {
            self.phase.heard();
        }
        // Also after a byte: whoever trickles them is not waited for any longer.
        let Some(deadline) = self.phase.deadline() else { return read };
        let late = wait(&mut self.alarm, deadline, cx);
        match (read, late) {
            (read @ Poll::Ready(Err(_)), _) | (read, Poll::Pending) => read,
            (_, Poll::Ready(error)) => Poll::Ready(Err(error)),
        }
    }
}

impl AsyncWrite for Patient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_problem(cx))?;
        if self.is_replaced(bytes) {
            return Poll::Ready(Ok(bytes.len()));
        }
        let done = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.written(done, cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        ready!(self.poll_problem(cx))?;
        if let [bytes] = parts
            && self.is_replaced(bytes)
        {
            return Poll::Ready(Ok(bytes.len()));
        }
        let done = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.written(done, cx)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_problem(cx))?;
        let done = Pin::new(&mut self.stream).poll_flush(cx);
        self.written(done, cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_problem(cx))?;
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
