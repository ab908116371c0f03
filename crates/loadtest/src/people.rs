//! People who are here and play nothing: each comes as a guest, opens a socket of its own as every
//! page does, and asks now and then whether the server is there.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Result, anyhow};
use protocol::MeSaid;
use reqwest::header::{COOKIE, ORIGIN};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{Instant, timeout_at};

use crate::socket::Socket;
use crate::visitor::Visitor;

/// How many come at once.
const COMING: usize = 16;
/// How often each asks whether the server is there, as a page does.
const PING: Duration = Duration::from_secs(25);

/// Those who are here, until it is dropped.
pub struct People {
    _tasks: JoinSet<()>,
    gone: Arc<AtomicU64>,
}

impl People {
    /// How many lost their line.
    pub fn gone(&self) -> u64 {
        self.gone.load(Ordering::Relaxed)
    }
}

/// Lets so many come.
///
/// # Errors
/// If the server does not let one of them in.
pub async fn come(
    http: &reqwest::Client,
    base: &str,
    people: usize,
    step: impl Fn() + Clone + Send + 'static,
) -> Result<People> {
    let places = Arc::new(Semaphore::new(COMING));
    let mut coming = JoinSet::new();
    for number in 0..people {
        let (http, base, step) = (http.clone(), base.to_string(), step.clone());
        let places = Arc::clone(&places);
        coming.spawn(async move {
            let _place = places.acquire().await?;
            let visitor = Visitor::guest(&http, &base, &format!("Visitor {number}")).await?;
            let headers = [(COOKIE, visitor.cookie()), (ORIGIN, visitor.base())];
            let headers = headers.map(|(name, value)| (name.to_string(), value.to_string()));
            let url = format!("{}/api/me/socket", visitor.way());
            let mut socket = Socket::open_with(&url, &headers).await?;
            let hello = socket.hear_text().await.map_err(|ended| anyhow!("no hello: {ended:?}"))?;
            anyhow::ensure!(hello.contains("\"t\":\"hello\""), "{hello}");
            step();
            Ok::<Socket, anyhow::Error>(socket)
        });
    }
    let gone = Arc::new(AtomicU64::new(0));
    let mut tasks = JoinSet::new();
    while let Some(come) = coming.join_next().await {
        tasks.spawn(stay(come??, Arc::clone(&gone)));
    }
    Ok(People { _tasks: tasks, gone })
}

/// Hears what is told, and asks now and then.
async fn stay(mut socket: Socket, gone: Arc<AtomicU64>) {
    let mut next = Instant::now() + PING;
    loop {
        match timeout_at(next, socket.hear_text()).await {
            Ok(Ok(_)) => {}
            Ok(Err(_)) => break,
            Err(_) => {
                next += PING;
                let ping = serde_json::to_string(&MeSaid::Ping { at: 1 }).unwrap_or_default();
                if socket.say_text(ping).await.is_err() {
                    break;
                }
            }
        }
    }
    gone.fetch_add(1, Ordering::Relaxed);
}
