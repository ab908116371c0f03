//! A server as a process of its own, with a data directory, that can be killed and started again.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tokio::process::{Child as Process, Command};

/// How long a server may take to answer.
const STARTING_MAX: Duration = Duration::from_mins(1);

/// A running server.
pub struct Child {
    process: Process,
    /// `http://127.0.0.1:PORT`.
    pub url: String,
}

/// How a server is started.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program `trencavel`.
    pub program: PathBuf,
    /// The data directory.
    pub data: PathBuf,
    /// The port of the loopback.
    pub port: u16,
    /// More flags.
    pub flags: Vec<String>,
    /// More variables of its environment.
    pub variables: Vec<(String, String)>,
    /// The file to which what it says is added; without one it speaks on our standard error.
    pub diary: Option<PathBuf>,
}

impl Launch {
    /// A server without limits that would stop a crowd from one address.
    pub fn new(program: &Path, data: &Path, port: u16) -> Launch {
        let flags = [
            "--limits-exempt=127.0.0.0/8",
            "--tables-per-hour=1000000",
            "--max-sockets=100000",
            "--max-connections=200000",
            "--log=warn",
            // A crowd of strangers that must be heard.
            "--chat=free",
        ];
        Launch {
            program: program.to_path_buf(),
            data: data.to_path_buf(),
            port,
            flags: flags.map(str::to_string).to_vec(),
            variables: Vec::new(),
            diary: None,
        }
    }

    /// Starts the server and waits until it is ready.
    ///
    /// # Errors
    /// If it does not start; its own words are in its diary or on our standard error.
    pub async fn start(&self, http: &reqwest::Client) -> Result<Child> {
        let mut command = Command::new(&self.program);
        command
            .arg("serve")
            .arg(format!("--listen=127.0.0.1:{}", self.port))
            .arg("--data")
            .arg(&self.data)
            .args(&self.flags)
            .envs(self.variables.iter().cloned())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .kill_on_drop(true);
        if let Some(diary) = &self.diary {
            let file = std::fs::OpenOptions::new().create(true).append(true).open(diary);
            command.stderr(file.with_context(|| format!("{}", diary.display()))?);
        }
        let process = command
            .spawn()
            .with_context(|| format!("{} cannot be started", self.program.display()))?;
        let mut child = Child { process, url: format!("http://127.0.0.1:{}", self.port) };
        child.ready(http).await?;
        Ok(child)
    }
}

impl Child {
    async fn ready(&mut self, http: &reqwest::Client) -> Result<()> {
        let begun = Instant::now();
        while begun.elapsed() < STARTING_MAX {
            if let Some(status) = self.process.try_wait()? {
                bail!("the server stopped at once: {status}");
            }
            let asked = http.get(format!("{}/readyz", self.url)).send().await;
            if asked.is_ok_and(|response| response.status().is_success()) {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        bail!("the server is not ready after {} s", STARTING_MAX.as_secs())
    }

    /// The number of the process.
    pub fn pid(&self) -> Option<u32> {
        self.process.id()
    }

    /// How it ended, if it has.
    ///
    /// # Errors
    /// If the system does not tell.
    pub fn ended(&mut self) -> Result<Option<std::process::ExitStatus>> {
        Ok(self.process.try_wait()?)
    }

    /// Asks it to stop (SIGTERM) and waits until it is gone.
    ///
    /// # Errors
    /// If it cannot be asked, or does not stop.
    pub async fn stop(mut self) -> Result<()> {
        if let Some(pid) = self.pid() {
            let asked = Command::new("kill").arg("-TERM").arg(pid.to_string()).status().await?;
            anyhow::ensure!(asked.success(), "the server cannot be asked to stop");
        }
        let ended = tokio::time::timeout(STARTING_MAX, self.process.wait()).await;
        let status = ended.context("the server does not stop")??;
        anyhow::ensure!(status.success(), "the server stopped badly: {status}");
        Ok(())
    }

    /// Halts it (SIGSTOP), or lets it go on.
    ///
    /// # Errors
    /// If the signal cannot be sent.
    pub async fn halt(&self, halted: bool) -> Result<()> {
        let pid = self.pid().context("the server has ended")?.to_string();
        let signal = if halted { "-STOP" } else { "-CONT" };
        let sent = Command::new("kill").args([signal, &pid]).status().await?;
        anyhow::ensure!(sent.success(), "the server cannot be halted");
        Ok(())
    }

    /// Kills it at once (SIGKILL) and waits until it is gone.
    ///
    /// # Errors
    /// If it cannot be killed.
    pub async fn kill(mut self) -> Result<()> {
        Ok(self.process.kill().await?)
    }
}

/// Below the ports that a system gives to whoever connects: one of those may be taken by somebody's
/// way to a server between this look and the start of the next.
const PORTS: std::ops::Range<u32> = 12_000..32_000;
/// How many ports this program has asked for: none is given twice.
static ASKED: AtomicU32 = AtomicU32::new(0);

/// A port of the loopback that is free now. Programs that run at the same time begin at different
/// places of the range.
///
/// # Errors
/// If there is none.
pub fn free_port() -> Result<u16> {
    let begin = std::process::id().wrapping_mul(7919);
    for _ in PORTS {
        let place = begin.wrapping_add(ASKED.fetch_add(1, Ordering::Relaxed));
        let port = u16::try_from(PORTS.start + place % (PORTS.end - PORTS.start))?;
        if std::net::TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return Ok(port);
        }
    }
    bail!("no port between {} and {} is free", PORTS.start, PORTS.end)
}
