//! People who come to play while an attack goes on: each comes as a guest, makes a table under an
//! id of its own choice, plays and reads the record, as a page would.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};
use protocol::{Made, NewTable, Past, ServerMsg};
use reqwest::Method;
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::load::{self, Tally};
use crate::socket::Socket;
use crate::visitor::{self, Visitor};

/// One comes in this time.
const EVERY: Duration = Duration::from_secs(1);

/// Where newcomers come from, and where to.
pub struct Newcomers {
    pub http: reqwest::Client,
    pub url: String,
    /// The number of the attack: the ids of their tables begin with it.
    pub number: u8,
}

/// How it went for those who came.
#[derive(Clone, Default, Debug)]
pub struct Reception {
    /// How many found all that they came for.
    pub came: u64,
    /// What the others were told.
    pub turned_away: Vec<String>,
    /// The longest visit.
    pub longest: Duration,
}

impl Newcomers {
    /// Lets them come one after the other until the run is stopped.
    pub async fn come(self, tally: Arc<Tally>) -> Reception {
        let mut reception = Reception::default();
        let mut times = interval(EVERY);
        times.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let companion = Visitor::guest(&self.http, &self.url, "Companion").await;
        for visit in 0u64.. {
            times.tick().await;
            if tally.is_stopped() {
                break;
            }
            let begun = Instant::now();
            let visited = match &companion {
                Ok(companion) => self.visit(visit, companion).await,
                Err(error) => Err(anyhow!("{error:#}")),
            };
            reception.longest = reception.longest.max(begun.elapsed());
            match visited {
                Ok(()) => reception.came += 1,
                Err(error) => reception.turned_away.push(format!("{error:#}")),
            }
        }
        reception
    }

    async fn visit(&self, visit: u64, companion: &Visitor) -> Result<()> {
        let newcomer = Visitor::guest(&self.http, &self.url, "Newcomer").await?;
        let id = format!("newcomer{}x{}x{visit}", std::process::id(), self.number);
        let new = NewTable { config: load::config(), id: Some(id.clone()), value: None };
        let asked = newcomer.request(Method::POST, "/api/tables").json(&new).send().await?;
        let made: Made = visitor::read(asked).await.context("making a table under an own id")?;
        companion.sit(&made, 1).await.context("sitting down")?;
        newcomer.start(&made.id).await.context("starting")?;
        let mut socket = Socket::open(&newcomer, &made.id, None).await.context("a socket")?;
        let first = socket.hear().await.map_err(|ended| anyhow!("no snapshot: {ended:?}"))?;
        ensure!(matches!(first, ServerMsg::Snapshot(_)), "no snapshot, but {first:?}");
        let _: Past = newcomer.look(&made.id).await.context("looking at the table")?;
        let path = format!("/api/tables/{}/record", made.id);
        let record = newcomer.request(Method::GET, &path).send().await?;
        ensure!(record.status().is_success(), "the record: {}", record.status());
        Ok(())
    }
}
