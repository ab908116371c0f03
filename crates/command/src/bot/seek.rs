//! The program's own socket: it hears of challenges at once, and seeks in pools while it has room.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use protocol::{MeSaid, MeTold, NoticeKind};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;

use super::door::{Door, Line};

/// The pause before a broken line is opened again, and before something is sought that was refused.
const PAUSE: Duration = Duration::from_secs(5);

/// What the line says.
#[derive(Debug)]
pub enum Call {
    /// Somebody challenges the program, perhaps.
    Challenged,
    /// A rival was found, who waits at a table.
    Found(String),
}

/// Seeks in the background; it ends with this.
pub struct Seeker {
    room: watch::Sender<bool>,
    work: JoinHandle<()>,
}

impl Drop for Seeker {
    fn drop(&mut self) {
        self.work.abort();
    }
}

impl Seeker {
    /// Begins to listen; nothing is sought before there is room.
    pub fn begin(door: Arc<Door>, pools: Vec<String>, calls: mpsc::Sender<Call>) -> Seeker {
        let (room, look) = watch::channel(false);
        let work = tokio::spawn(async move {
            loop {
                let mut own =
                    Own { pools: &pools, look: look.clone(), calls: &calls, meets: false };
                if let Err(error) = own.listen(&door).await {
                    eprintln!("{error:#}");
                }
                tokio::time::sleep(PAUSE).await;
            }
        });
        Seeker { room, work }
    }

    /// Whether there is room for one game more.
    pub fn play(&self, more: bool) {
        self.room.send_if_modified(|room| std::mem::replace(room, more) != more);
    }
}

struct Own<'a> {
    pools: &'a [String],
    look: watch::Receiver<bool>,
    calls: &'a mpsc::Sender<Call>,
    /// Whether a rival was found who has not come yet.
    meets: bool,
}

impl Own<'_> {
    async fn listen(&mut self, door: &Door) -> Result<()> {
        let mut line = door.own().await?;
        self.seek(&mut line).await?;
        loop {
            tokio::select! {
                changed = self.look.changed() => {
                    changed?;
                    self.seek(&mut line).await?;
                }
                told = line.hear_own() => self.told(&mut line, told?).await?,
            }
        }
    }

    /// Seeks if there is room, or no more.
    async fn seek(&self, line: &mut Line) -> Result<()> {
        if self.pools.is_empty() || self.meets {
            return Ok(());
        }
        if !*self.look.borrow() {
            return line.say(&MeSaid::Unseek).await;
        }
        let pools = self.pools.to_vec();
        line.say(&MeSaid::Seek { pools, guests: true, bots: false, range: None, busy: false }).await
    }

    async fn told(&mut self, line: &mut Line, told: MeTold) -> Result<()> {
        match told {
            MeTold::Notice { kind: NoticeKind::Challenge } => {
                self.calls.send(Call::Challenged).await?;
            }
            MeTold::Paired { table, .. } => {
                self.meets = true;
                self.calls.send(Call::Found(table)).await?;
            }
            // The rival did not come: it is sought on as before.
            MeTold::Waiting { .. } => self.meets = false,
            MeTold::Idle { why, .. } if why != "asked" => {
                self.meets = false;
                self.seek(line).await?;
            }
            MeTold::Refused { problem } => {
                // Too many games at once, or no offer yet: it is better in a moment.
                eprintln!("the server refuses: {}", problem.detail);
                tokio::time::sleep(PAUSE).await;
                self.seek(line).await?;
            }
            MeTold::Bye { why, .. } => anyhow::bail!("the server says goodbye: {why}"),
            _ => {}
        }
        Ok(())
    }
}
