//! The pulse of a node: it shows that it is alive, looks who is not, and gives back what the dead
//! have left.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::join_all;
use tokio::time::{Instant, timeout};

use super::{Cluster, forward};
use crate::live::Hub;
use crate::live::janitor::{HEARTBEAT, repeat};
use crate::net::TcpStream;
use store::nodes::{Hold, Node, Rest};

/// Who has shown nothing for so long is dead.
const DEAD: Duration = Duration::from_secs(5);
/// The same if its port refuses connections, or its name has joined anew.
const SURELY_DEAD: Duration = Duration::from_secs(2);
/// How often peers are asked whether they are there, and how long they have for it.
const ASKING: Duration = Duration::from_secs(2);
const ANSWER: Duration = Duration::from_secs(1);
/// How many tables are given back at once.
const REAPED: u32 = 500;
/// How often this node looks for tables that it owns and does not have.
const TIDYING: Duration = Duration::from_secs(15);
/// How often rows of other nodes' tables are told to the lobby, if anybody listens.
const LISTING: Duration = Duration::from_millis(700);
/// How far back it looks: what commits late is told late, and not left out.
const OVERLAP: u64 = 5_000;
/// How many of them at once.
const ROWS: u32 = 200;

/// Starts the work; it ends when the hub stops.
pub fn start(hub: &Hub) {
    // Nothing but the pulse: whoever waits for others between two seems to stand still.
    repeat(hub, HEARTBEAT, |hub| async move {
        let Some(cluster) = hub.cluster().cloned() else { return };
        beat(&hub, &cluster).await;
    });
    repeat(hub, HEARTBEAT, |hub| async move {
        let Some(cluster) = hub.cluster().cloned() else { return };
        look_around(&hub, &cluster).await;
    });
    repeat(hub, ASKING, |hub| async move {
        let Some(cluster) = hub.cluster().cloned() else { return };
        ask_peers(&cluster).await;
        cluster.step_aside_or_back(&hub).await;
    });
    let unused: Arc<Mutex<HashMap<String, Hold>>> = Arc::default();
    repeat(hub, TIDYING, move |hub| {
        let unused = Arc::clone(&unused);
        async move { tidy(&hub, &unused).await }
    });
    let told: Arc<Mutex<Told>> = Arc::default();
    repeat(hub, LISTING, move |hub| {
        let told = Arc::clone(&told);
        async move { list(&hub, &told).await }
    });
}

async fn beat(hub: &Hub, cluster: &Cluster) {
    let begun = Instant::now();
    cluster.nodes().note_clock(hub.now());
    match cluster.nodes().pulse().await {
        Ok(Some(pulse)) => {
            metrics::histogram!("trencavel_pulse_seconds").record(begun.elapsed().as_secs_f64());
            cluster.known().pulsed(&pulse);
            hub.outages().answered(hub.now());
            let off = hub.clock().follow(pulse.now);
            metrics::gauge!("trencavel_clock_offset_seconds").set(off as f64 / 1000.0);
        }
        Ok(None) => rejoin(hub, cluster).await,
        Err(error) => {
            tracing::warn!(%error, "no pulse");
            cluster.known().missed();
        }
    }
    metrics::gauge!("trencavel_pulse_age_seconds").set(cluster.known().age().as_secs_f64());
    metrics::gauge!("trencavel_owned_tables").set(hub.loaded() as f64);
}

/// What follows from the last pulse, or from there being none.
async fn look_around(hub: &Hub, cluster: &Cluster) {
    if cluster.known().is_fresh() {
        judge(cluster).await;
        if cluster.known().has_orphans() {
            reap(cluster).await;
        }
    } else if hub.loaded() > 0 && others_go_on(cluster).await {
        // The others have the database: whoever is here plays on there.
        tracing::error!("this node is cut off from the database: its sockets go elsewhere");
        hub.hand_over(usize::MAX, Duration::ZERO).await;
    }
}

/// Declares dead who has shown nothing for long.
async fn judge(cluster: &Cluster) {
    let peers = cluster.known().peers();
    let anew = |node: &Node| peers.iter().any(|it| it.name == node.name && it.id > node.id);
    let silent = cluster.known().silent_peers();
    let suspects = silent.into_iter().filter(|(_, silence)| *silence >= SURELY_DEAD);
    let verdicts = suspects.map(|(node, silence)| {
        let is_sure = silence >= DEAD || node.address.is_empty() || anew(&node);
        async move { (is_sure || refuses(&node).await).then_some((node, silence)) }
    });
    for (node, silence) in join_all(verdicts).await.into_iter().flatten() {
        match cluster.nodes().declare_dead(&node).await {
            Ok(true) => {
                let ms = silence.as_millis() as u64;
                tracing::warn!(node = node.id, name = node.name, ms, "declared dead");
                reap(cluster).await;
            }
            Ok(false) => {}
            Err(error) => tracing::warn!(%error, "a dead node could not be declared so"),
        }
    }
}

async fn ask_peers(cluster: &Cluster) {
    let peers = cluster.known().peers();
    let asked = peers
        .iter()
        .map(|peer| async { (peer.id, forward::is_fresh(cluster, peer).await.is_some()) });
    cluster.known().note_reached(&join_all(asked).await);
}

async fn reap(cluster: &Cluster) {
    loop {
        match cluster.nodes().reap(REAPED).await {
            Ok(0) => return,
            Ok(tables) => {
                metrics::counter!("trencavel_reaped_total").increment(tables);
                tracing::info!(tables, "given back for a dead node");
            }
            Err(error) => {
                tracing::warn!(%error, "tables of a dead node could not be given back");
                return;
            }
        }
    }
}

/// It was declared dead: its tables are others' by now.
async fn rejoin(hub: &Hub, cluster: &Cluster) {
    tracing::error!("this node was declared dead; it begins anew");
    metrics::counter!("trencavel_rejoins_total").increment(1);
    hub.hand_over(usize::MAX, Duration::ZERO).await;
    match cluster.nodes().join(&cluster.card).await {
        Ok(joined) => cluster.known().rejoined(joined.node),
        Err(error) => tracing::error!(%error, "cannot join again"),
    }
}

/// Tables that this node took and did not keep in memory: others may need them.
async fn tidy(hub: &Hub, unused: &Mutex<HashMap<String, Hold>>) {
    let Some(cluster) = hub.cluster() else { return };
    let Ok(mut owned) = cluster.nodes().owned().await else { return };
    owned.retain(|(id, _)| !hub.is_loaded(id));
    let before = {
        let mut unused = unused.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *unused, owned.iter().cloned().collect())
    };
    for (id, hold) in owned {
        // What is the same for the second time is not on its way.
        if before.get(&id) == Some(&hold) {
            let _ = cluster.nodes().rest(&id, hold, Rest::Unused).await;
        }
    }
}

/// Tells the lobby of tables that other nodes have.
async fn list(hub: &Hub, told: &Mutex<Told>) {
    let Some(cluster) = hub.cluster() else { return };
    let since = hub.now().saturating_sub(OVERLAP);
    if !hub.lobby().is_heard() {
        return;
    }
    let Ok(rows) = cluster.nodes().changed_since(since, ROWS).await else { return };
    let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
    told.retain(|_, changed| *changed >= since);
    for (changed, row) in rows {
        let Ok(row) = serde_json::from_str::<protocol::TableRow>(&row) else { continue };
        let id = row.id.clone();
        if told.insert(id.clone(), changed) != Some(changed) && !hub.is_loaded(&id) {
            hub.lobby().note(&id, Some(row));
        }
    }
}

/// The rows that were told, by when they changed.
type Told = HashMap<String, u64>;

/// Whether its machine is there and says that nobody listens.
async fn refuses(node: &Node) -> bool {
    match timeout(ANSWER, TcpStream::connect(&node.address)).await {
        Ok(Err(error)) => error.kind() == io::ErrorKind::ConnectionRefused,
        Ok(Ok(_)) | Err(_) => false,
    }
}

/// Whether another node reaches the database.
async fn others_go_on(cluster: &Cluster) -> bool {
    let peers = cluster.known().peers();
    let asked = peers.iter().map(|peer| forward::is_fresh(cluster, peer));
    join_all(asked).await.contains(&Some(true))
}
