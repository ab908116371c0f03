//! A small TCP proxy that cuts and delays connections, as bad networks do.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use ai::Wyrand;
use table::Dice;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// How bad the network is.
#[derive(Clone, Copy, Debug)]
pub struct Weather {
    /// The longest delay of a piece of data, ms.
    pub delay_ms: u32,
    /// One of so many pieces is cut off: the connection ends in the middle of it.
    pub cut_one_in: u32,
}

/// A running proxy; dropped, it stops listening.
pub struct Proxy {
    /// `http://127.0.0.1:PORT`.
    pub url: String,
    cuts: Arc<AtomicU64>,
    task: JoinHandle<()>,
}

impl Proxy {
    /// Listens on a free port and passes everything on to the address.
    ///
    /// # Errors
    /// If no port can be listened on.
    pub async fn start(to: SocketAddr, weather: Weather, seed: u64) -> std::io::Result<Proxy> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let url = format!("http://{}", listener.local_addr()?);
        let cuts = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&cuts);
        let task = tokio::spawn(async move {
            let mut number = seed;
            while let Ok((client, _)) = listener.accept().await {
                number = number.wrapping_add(1);
                tokio::spawn(pass(client, to, weather, number, Arc::clone(&counted)));
            }
        });
        Ok(Proxy { url, cuts, task })
    }

    /// How many connections were cut.
    pub fn cuts(&self) -> u64 {
        self.cuts.load(Ordering::Relaxed)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn pass(
    mut client: TcpStream,
    to: SocketAddr,
    weather: Weather,
    seed: u64,
    cuts: Arc<AtomicU64>,
) {
    let Ok(mut server) = TcpStream::connect(to).await else { return };
    let _ = (client.set_nodelay(true), server.set_nodelay(true));
    let (mut client_read, mut client_write) = client.split();
    let (mut server_read, mut server_write) = server.split();
    // Whichever direction ends first ends both: a cut is a cut.
    let cut = tokio::select! {
        cut = pump(&mut client_read, &mut server_write, weather, seed) => cut,
        cut = pump(&mut server_read, &mut client_write, weather, !seed) => cut,
    };
    if cut {
        cuts.fetch_add(1, Ordering::Relaxed);
    }
}

/// Passes data on until an end, or until it is cut (`true`).
async fn pump(
    from: &mut (impl AsyncReadExt + Unpin),
    to: &mut (impl AsyncWriteExt + Unpin),
    weather: Weather,
    seed: u64,
) -> bool {
    let mut dice = Wyrand::new(seed);
    let mut buffer = vec![0; 8 * 1024];
    loop {
        let Ok(size) = from.read(&mut buffer).await else { return false };
        if size == 0 {
            return false;
        }
        let delay = dice.below(weather.delay_ms + 1);
        tokio::time::sleep(Duration::from_millis(u64::from(delay))).await;
        if dice.below(weather.cut_one_in) == 0 {
            let part = dice.below(u32::try_from(size).unwrap_or(u32::MAX)) as usize;
            let _ = to.write_all(&buffer[..part]).await;
            return true;
        }
        if to.write_all(&buffer[..size]).await.is_err() {
            return false;
        }
    }
}
