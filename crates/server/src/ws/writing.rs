//! What is written to a socket: one message, and the last one. Neither is waited for without end.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use protocol::ServerMsg;
use tokio::time::{sleep, timeout};

use crate::live::seen::text;
use crate::live::{Ending, Outgoing, Text};

/// How long one message may take to be written.
const WRITING_MAX: Duration = Duration::from_secs(20);

/// A text as a message of a socket.
pub fn framed(text: &Text) -> Message {
    Message::Text(Utf8Bytes::from(&**text))
}

/// Writes one message; `None` if the socket is over. Whoever does not read is not waited for.
pub async fn write(socket: &mut WebSocket, message: Message, outgoing: &Outgoing) -> Option<()> {
    let mut ending = outgoing.ending();
    tokio::select! {
        sent = timeout(WRITING_MAX, socket.send(message)) => match sent {
            Ok(Ok(())) => Some(()),
            Ok(Err(_)) | Err(_) => None,
        },
        // The queue ran full while the client did not read: it could not read a farewell either.
        Ok(_) = ending.wait_for(|why| *why == Some(Ending::Slow)) => None,
    }
}

/// Says what is still to be said, when to come back, and closes.
pub async fn farewell(
    socket: &mut WebSocket,
    outgoing: &mut Outgoing,
    why: Ending,
    patience: Duration,
) {
    let spread = rand::random_range(0..=why.retry());
    let bye = ServerMsg::Bye { retry: why.retry() + spread, why: why.name().into() };
    let close = CloseFrame { code: why.code(), reason: Utf8Bytes::from_static(why.name()) };
    let whole = async {
        if why != Ending::Slow {
            while let Some(text) = outgoing.try_next() {
                socket.send(framed(&text)).await?;
            }
        }
        socket.send(framed(&text(&bye))).await?;
        socket.send(Message::Close(Some(close))).await?;
        // Until the client has closed too: what it sent meanwhile must be read, or the system
        // would throw away what we said.
        while let Some(Ok(_)) = socket.recv().await {}
        if why == Ending::Large {
            // The rest of what was too large is never read, so the system throws the connection
            // away when we close it: the client gets a moment to hear why first.
            sleep(Duration::from_millis(300)).await;
        }
        Ok::<(), axum::Error>(())
    };
    // The client may be gone: then there is nobody to say goodbye to.
    let _ = timeout(patience, whole).await;
}
