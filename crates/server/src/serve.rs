//! Starting, running and stopping a server.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

use crate::accept::{self, Callers};
use crate::analyses::Analyses;
use crate::announced::{self, Announced};
use crate::backups;
use crate::config::Config;
use crate::http;
use crate::limits::Limits;
use crate::live::Hub;
use crate::metrics::Metrics;
use crate::net::TcpListener;
use crate::notify::{self, Notifier};
use crate::work::Work;
use store::modes;
use store::sqlite::Opening;
use store::{AnyStore, StoreError};

/// How often the limits forget quiet addresses.
const SWEEPING: Duration = Duration::from_secs(30);

/// What every handler may use.
#[derive(Clone)]
pub struct App {
    /// The settings.
    pub config: Arc<Config>,
    /// The database.
    pub store: AnyStore,
    /// The live tables.
    pub hub: Hub,
    /// Rate limits.
    pub limits: Arc<Limits>,
    /// Where metrics are read from.
    pub metrics: Metrics,
    /// All drawings.
    pub catalogue: Arc<art::Catalogue>,
    /// Work that costs a processor, and what was finished.
    pub work: Arc<Work>,
    /// Finished games that are being looked through.
    pub analyses: Arc<Analyses>,
    /// Who came from where.
    pub traces: Arc<http::society::Traces>,
    /// Tells people what happened while they were away.
    pub notifier: Arc<Notifier>,
    /// What everybody is told.
    pub announced: Arc<Announced>,
    /// Whether the server can play.
    pub ready: Arc<http::ops::Ready>,
    /// Turns true when the server begins to stop.
    pub stopping: watch::Receiver<bool>,
}

/// Why a server could not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The data directory cannot be used.
    #[error("the data directory {path} cannot be used: {error}")]
    Data {
        /// Which.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// The database cannot be used.
    #[error("{path}: {error}")]
    Store {
        /// Which file.
        path: String,
        /// Why.
        error: StoreError,
    },
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// Which.
        address: SocketAddr,
        /// Why.
        error: io::Error,
    },
}

/// Milliseconds since 1970.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |t| u64::try_from(t.as_millis()).unwrap_or(u64::MAX))
}

/// Makes the data directory and opens the database.
///
/// # Errors
/// If either cannot be used.
pub async fn open_store(config: &Config) -> Result<AnyStore, StartError> {
    let data = |error| StartError::Data { path: config.data.display().to_string(), error };
    modes::folder(&config.data).map_err(data)?;
    let store = |error| StartError::Store { path: config.store.to_string(), error };
    let how = Opening { check: config.keeping.check_database, ..Opening::default() };
    config.store.open(how).await.map_err(store)
}

/// A server that listens.
pub struct Server {
    app: App,
    address: SocketAddr,
    stop: watch::Sender<bool>,
    tasks: Vec<tokio::task::JoinHandle<()>>,
}

impl Server {
    /// Opens the database, migrates it, and listens.
    ///
    /// # Errors
    /// If the data directory, the database or the address cannot be used.
    pub async fn start(config: Config) -> Result<Server, StartError> {
        let store = open_store(&config).await?;
        Server::start_on(config, store).await
    }

    /// The same on a store that is open already.
    ///
    /// # Errors
    /// If the store fails or the address cannot be used.
    pub async fn start_on(config: Config, store: AnyStore) -> Result<Server, StartError> {
        let main = listen(config.listen).await?;
        let extra = match config.metrics_listen {
            Some(address) => Some(listen(address).await?),
            None => None,
        };
        let door = match config.peers.listen {
            Some(address) => Some(listen(address).await?),
            None => None,
        };
        let address = main.local_addr().unwrap_or(config.listen);
        let config = Arc::new(config.bound(address.port()));
        let failed = |error| StartError::Store { path: config.store.to_string(), error };
        let hub = Hub::start(store.clone(), config.clone()).await.map_err(failed)?;
        let notifier = Notifier::new(store.clone(), &config.telling).await.map_err(failed)?;
        notify::start(&hub, &notifier);
        let (stop, stopping) = watch::channel(false);
        let app = App {
            limits: Arc::new(Limits::new(&config)),
            metrics: Metrics::install(),
            catalogue: Arc::new(art::Catalogue::new()),
            work: Arc::default(),
            analyses: Arc::default(),
            notifier: Arc::new(notifier),
            ready: Arc::default(),
            traces: Arc::default(),
            announced: Arc::default(),
            config,
            store,
            hub,
            stopping,
        };
        let mut tasks = vec![
            tokio::spawn(accept::run(
                main,
                http::router(app.clone()),
                app.clone(),
                Callers::Anybody,
            )),
            tokio::spawn(sweep(app.clone())),
        ];
        if let Some(extra) = extra {
            let router = http::ops::metrics_router(app.clone());
            tasks.push(tokio::spawn(accept::run(extra, router, app.clone(), Callers::Anybody)));
        }
        if let Some(door) = door {
            let router = http::peer_router(app.clone());
            tasks.push(tokio::spawn(accept::run(door, router, app.clone(), Callers::Nodes)));
        }
        tasks.extend(backups::start(app.store.clone(), &app.config.keeping, app.stopping.clone()));
        tasks.push(announced::start(&app));
        tasks.push(crate::archive::start(&app));
        tasks.push(crate::tally::start(&app));
        tracing::info!(%address, "listening");
        if app.config.test_seed.is_some() {
            tracing::warn!("test server: its draws are predictable, play no real games here");
        }
        Ok(Server { app, address, stop, tasks })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What handlers use, for tests and administration.
    pub fn app(&self) -> &App {
        &self.app
    }

    /// Stops: tells every socket when to come back, writes what is pending, closes. Takes less
    /// than ten seconds.
    pub async fn stop(self) {
        if let Some(cluster) = self.app.hub.cluster() {
            cluster.drain(&self.app.hub).await;
        }
        let _ = self.stop.send(true);
        self.app.hub.shutdown().await;
        if let Some(cluster) = self.app.hub.cluster() {
            cluster.leave().await;
        }
        for task in self.tasks {
            let mut task = task;
            if tokio::time::timeout(Duration::from_secs(4), &mut task).await.is_err() {
                task.abort();
            }
        }
        self.app.store.close().await;
        tracing::info!("stopped");
    }
}

/// Has the limits forget quiet addresses now and then, until the server stops.
async fn sweep(mut app: App) {
    let mut ticks = tokio::time::interval(SWEEPING);
    loop {
        tokio::select! {
            _ = ticks.tick() => app.limits.sweep(),
            _ = app.stopping.wait_for(|stop| *stop) => return,
        }
    }
}

async fn listen(address: SocketAddr) -> Result<TcpListener, StartError> {
    TcpListener::bind(address).await.map_err(|error| StartError::Listen { address, error })
}

/// Waits until the process is told to stop (Ctrl+C, or SIGTERM).
pub async fn told_to_stop() {
    let interrupt = tokio::signal::ctrl_c();
    let kind = tokio::signal::unix::SignalKind::terminate();
    let Ok(mut term) = tokio::signal::unix::signal(kind) else {
        let _ = interrupt.await;
        return;
    };
    tokio::select! {
        _ = interrupt => {}
        _ = term.recv() => {}
    }
}
