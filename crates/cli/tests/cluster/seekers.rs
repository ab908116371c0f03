//! People who seek each other through the balancer, and come again when a node is gone.

use std::time::{Duration, Instant};

use loadtest::{Socket, Visitor};
use protocol::{MeTold, PoolList};
use tokio::task::JoinHandle;

use crate::world::World;

/// How long it may take to find somebody.
const FINDING: Duration = Duration::from_mins(1);

/// Seeks until a rival is found: the table. Whatever breaks is tried again, as a page does.
pub fn seek(visitor: Visitor) -> JoinHandle<String> {
    tokio::spawn(async move {
        let begun = Instant::now();
        loop {
            if let Some(table) = try_once(&visitor).await {
                return table;
            }
            assert!(begun.elapsed() < FINDING, "nobody was found");
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    })
}

async fn try_once(visitor: &Visitor) -> Option<String> {
    let headers = [("cookie", visitor.cookie()), ("origin", visitor.base())];
    let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let url = format!("{}/api/me/socket", visitor.way());
    let mut socket = Socket::open_with(&url, &headers).await.ok()?;
    socket.say_text(r#"{"t":"seek","pools":["duel"]}"#.to_owned()).await.ok()?;
    loop {
        let text = tokio::time::timeout(FINDING, socket.hear_text()).await.ok()?.ok()?;
        match serde_json::from_str(&text).unwrap() {
            MeTold::Paired { table, .. } => return Some(table),
            MeTold::Bye { .. } => return None,
            _ => {}
        }
    }
}

/// Waits until so many seek.
pub async fn until_seeking(world: &World, wanted: u32) {
    let begun = Instant::now();
    loop {
        let asked = world.http.get(format!("{}/api/pools", world.url())).send().await;
        if let Ok(answer) = asked
            && let Ok(list) = answer.json::<PoolList>().await
            && list.pools.iter().any(|pool| pool.name == "duel" && pool.waiting == wanted)
        {
            return;
        }
        assert!(begun.elapsed() < FINDING, "never {wanted} who seek");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
