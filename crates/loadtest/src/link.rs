//! A way for bytes that can be cut, stopped, slowed and healed at will: between a client and a
//! server, two servers, or a server and its database.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How a link is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Everything passes.
    Open,
    /// Everything passes after so many milliseconds.
    Slow(u64),
    /// Nothing passes, and nobody is told.
    Stalled,
    /// Connections break, and no new ones are made.
    Cut,
}

/// A link; dropped, it ends.
pub struct Link {
    /// Where it listens.
    pub address: SocketAddr,
    state: watch::Sender<State>,
    ends: Arc<Ends>,
    task: JoinHandle<()>,
}

/// Which of several ends a connection goes to: the next that takes it.
struct Ends {
    all: Mutex<Vec<SocketAddr>>,
    next: AtomicUsize,
}

impl Link {
    /// Listens on a free port and passes everything on.
    ///
    /// # Errors
    /// If no port can be listened on.
    pub async fn start(to: SocketAddr) -> std::io::Result<Link> {
        Link::balanced(vec![to]).await
    }

    /// The same to several ends in turn: whoever takes no connection is passed over.
    ///
    /// # Errors
    /// If no port can be listened on.
    pub async fn balanced(to: Vec<SocketAddr>) -> std::io::Result<Link> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        let (state, seen) = watch::channel(State::Open);
        let ends = Arc::new(Ends { all: Mutex::new(to), next: AtomicUsize::new(0) });
        let given = Arc::clone(&ends);
        let task = tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(pass(client, Arc::clone(&given), seen.clone()));
            }
        });
        Ok(Link { address, state, ends, task })
    }

    /// New connections go to these from now on.
    pub fn lead_to(&self, ends: Vec<SocketAddr>) {
        *self.ends.all.lock().unwrap_or_else(PoisonError::into_inner) = ends;
    }

    /// Changes how it is.
    pub fn be(&self, state: State) {
        self.state.send_replace(state);
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.task.abort();
        self.be(State::Cut);
    }
}

impl Ends {
    async fn connect(&self) -> Option<TcpStream> {
        let first = self.next.fetch_add(1, Ordering::Relaxed);
        let all = self.all.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for step in 0..all.len() {
            let end = all[(first + step) % all.len()];
            if let Ok(stream) = TcpStream::connect(end).await {
                return Some(stream);
            }
        }
        None
    }
}

async fn pass(client: TcpStream, ends: Arc<Ends>, mut state: watch::Receiver<State>) {
    if *state.borrow() == State::Cut {
        return;
    }
    let Some(server) = ends.connect().await else { return };
    let _ = (client.set_nodelay(true), server.set_nodelay(true));
    let (mut client_read, mut client_write) = client.into_split();
    let (mut server_read, mut server_write) = server.into_split();
    let (there, back) = (state.clone(), state.clone());
    // Whichever direction ends first ends both.
    tokio::select! {
        () = pump(&mut client_read, &mut server_write, there) => {}
        () = pump(&mut server_read, &mut client_write, back) => {}
        _ = state.wait_for(|state| *state == State::Cut) => {}
    }
}

async fn pump(
    from: &mut (impl AsyncReadExt + Unpin),
    to: &mut (impl AsyncWriteExt + Unpin),
    mut state: watch::Receiver<State>,
) {
    let mut buffer = vec![0; 16 * 1024];
    loop {
        let Ok(size) = from.read(&mut buffer).await else { return };
        if size == 0 || state.wait_for(|state| *state != State::Stalled).await.is_err() {
            return;
        }
        let now = *state.borrow();
        if let State::Slow(ms) = now {
            tokio::time::sleep(Duration::from_millis(ms)).await;
        }
        if to.write_all(&buffer[..size]).await.is_err() {
            return;
        }
    }
}
