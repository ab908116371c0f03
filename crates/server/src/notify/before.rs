//! Running games of before it was noted whom they wait for: looked at once, after the first start
//! of a program that notes it.

use std::time::Duration;

use room::Room;

use crate::live::Hub;
use store::Result;

/// How many are looked for at once.
const BATCH: u32 = 50;
/// What is left to others between two of them.
const PAUSE: Duration = Duration::from_millis(20);

/// Starts the work; it ends when all are noted.
pub(super) fn start(hub: &Hub) {
    let hub = hub.clone();
    tokio::spawn(async move {
        if let Err(error) = note_all(&hub).await {
            tracing::warn!(%error, "whom running games wait for is noted with their next move");
        }
    });
}

async fn note_all(hub: &Hub) -> Result<()> {
    loop {
        let games = hub.store().post().unnoted_turns(BATCH).await?;
        if games.is_empty() || *hub.stopping().borrow() {
            return Ok(());
        }
        for id in games {
            note(hub, &id).await?;
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// Notes it for one game. One that cannot be read waits for nobody, and is not looked at again.
async fn note(hub: &Hub, id: &str) -> Result<()> {
    let Some(stored) = hub.store().load(id).await? else { return Ok(()) };
    let last = stored.entries.last().map_or(0, |logged| logged.n);
    let (ours, table) = (hub.clone(), id.to_owned());
    let folded = hub
        .reading()
        .run(move || Room::fold(ours.book(), &table, &stored.key, stored.seed, &stored.entries));
    let (to_act, turn) = match folded.await {
        Ok(Ok(room)) => (room.index().to_act, room.index().turn),
        Ok(Err(_)) | Err(_) => (None, 1),
    };
    hub.store().post().note_turn(id, last, to_act, turn).await
}
