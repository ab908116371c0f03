//! Strangers who seek, change their minds all the time, and never come to their tables.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use protocol::MeTold;
use reqwest::Method;
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::stranger::refusal;
use super::{Outcome, Stranger, Target};
use crate::socket::Socket;
use crate::visitor::Visitor;

/// How long two honest people may need to find each other among them: each stranger may let them
/// wait for ten seconds, and twice at most.
const FINDING: Duration = Duration::from_mins(1);

const SEEK: &str = r#"{"t":"seek","pools":["duel"]}"#;
const UNSEEK: &str = r#"{"t":"unseek"}"#;

/// What the strangers did.
#[derive(Default)]
struct Mischief {
    over: AtomicBool,
    sought: AtomicUsize,
    missed: AtomicUsize,
    limited: AtomicUsize,
}

/// A crowd that seeks and flaps and never comes; two who want to play meet all the same.
pub async fn seekers(target: Target) -> Result<Outcome> {
    let many = target.pick(30, 1000);
    let mischief = Arc::new(Mischief::default());
    let mut crowd = JoinSet::new();
    for number in 0..many {
        // A client is not made in no time, and the honest ones run beside it.
        tokio::task::yield_now().await;
        let (stranger, mischief) = (target.stranger(number)?, Arc::clone(&mischief));
        crowd.spawn(async move { pester(&stranger, number, &mischief).await });
    }
    while mischief.sought.load(Ordering::Relaxed) < many / 2 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let begun = Instant::now();
    let (ada, bob) = (target.stranger(many)?, target.stranger(many + 1)?);
    let both = timeout(FINDING, async { tokio::join!(play(&ada, "Ada"), play(&bob, "Bob")) });
    let met = both.await;
    mischief.over.store(true, Ordering::Relaxed);
    crowd.shutdown().await;
    let Ok((one, other)) = met else { anyhow::bail!("nobody came to play in {FINDING:?}") };
    ensure!(one? == other?, "two honest people are at two tables");
    let [sought, missed, limited] = [&mischief.sought, &mischief.missed, &mischief.limited]
        .map(|count| count.load(Ordering::Relaxed));
    let note = format!(
        "two honest people met after {:.0} s; {missed} tables were missed",
        begun.elapsed().as_secs_f64()
    );
    Ok(Outcome::new(sought, limited, note))
}

async fn own_socket(stranger: &Stranger, visitor: &Visitor) -> Result<Socket> {
    let headers = [("origin", visitor.base()), ("cookie", visitor.cookie())];
    let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let url = format!("{}/api/me/socket", visitor.base());
    Socket::open_on(stranger.connect().await?, &url, &headers).await
}

/// Seeks again and again, and is never there.
async fn pester(stranger: &Stranger, number: usize, mischief: &Mischief) -> Result<()> {
    let visitor = stranger.guest(&format!("Nobody {number}")).await?;
    let mut socket = own_socket(stranger, &visitor).await?;
    for flap in 0..number % 4 {
        socket.say_text(if flap % 2 == 0 { SEEK } else { UNSEEK }.to_owned()).await?;
    }
    socket.say_text(SEEK.to_owned()).await?;
    mischief.sought.fetch_add(1, Ordering::Relaxed);
    while !mischief.over.load(Ordering::Relaxed) {
        let Ok(text) = socket.hear_text().await else { return Ok(()) };
        if let Ok(MeTold::Idle { why, .. }) = serde_json::from_str(&text) {
            match why.as_str() {
                "limit" => {
                    mischief.limited.fetch_add(1, Ordering::Relaxed);
                    return Ok(());
                }
                "absent" => {
                    mischief.missed.fetch_add(1, Ordering::Relaxed);
                    socket.say_text(SEEK.to_owned()).await?;
                    mischief.sought.fetch_add(1, Ordering::Relaxed);
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// Seeks and sits down, until a game begins: its table.
async fn play(stranger: &Stranger, name: &str) -> Result<String> {
    let visitor = stranger.guest(name).await?;
    let mut socket = own_socket(stranger, &visitor).await?;
    socket.say_text(SEEK.to_owned()).await?;
    let mut at = String::new();
    loop {
        let text = socket.hear_text().await.map_err(|ended| anyhow::anyhow!("{ended:?}"))?;
        match serde_json::from_str(&text)? {
            MeTold::Paired { table, seat, .. } => {
                let path = format!("/api/tables/{table}/seats/{seat}");
                let sat = visitor.request(Method::POST, &path).json(&json!({})).send().await?;
                ensure!(refusal(sat).await?.is_none(), "a player was not let to its seat");
                at = table;
            }
            MeTold::Idle { why, .. } if why == "playing" => return Ok(at),
            MeTold::Idle { why, .. } => anyhow::bail!("an honest player seeks no more: {why}"),
            MeTold::Refused { problem } => anyhow::bail!("refused: {}", problem.detail),
            _ => {}
        }
    }
}
