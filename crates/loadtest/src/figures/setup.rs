//! Set-ups that are measured: started, asked what they use, ended.

use std::path::{Path, PathBuf};
use std::process::{Child as Process, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use crate::child::{Child, Launch, free_port};
use crate::database::{Database, Stop};
use crate::report::processor;
use crate::visitor;

/// What is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// One server on a file.
    File,
    /// One server on a database.
    Database,
    /// Three on a database behind haproxy, which sends the players of a table to one node.
    Hashed,
    /// The same, with players sent anywhere.
    Anywhere,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 4] = [Kind::File, Kind::Database, Kind::Hashed, Kind::Anywhere];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Kind::File => "one node, SQLite",
            Kind::Database => "one node, PostgreSQL",
            Kind::Hashed => "three nodes, haproxy by hash",
            Kind::Anywhere => "three nodes, haproxy anywhere",
        }
    }

    fn nodes(self) -> usize {
        match self {
            Kind::File | Kind::Database => 1,
            Kind::Hashed | Kind::Anywhere => 3,
        }
    }
}

/// What was used since the start.
#[derive(Clone, Copy, Default, Debug)]
pub struct Used {
    /// Processor time of the servers, s.
    pub server: f64,
    /// And of the database.
    pub database: f64,
    /// Bytes that are kept.
    pub disk: f64,
    /// Bytes that were written on the way.
    pub written: f64,
}

/// A running set-up.
pub struct Arrangement {
    /// For requests.
    pub http: reqwest::Client,
    /// Where players come in.
    pub url: String,
    /// The nodes, as long as they run.
    pub nodes: Vec<Option<Child>>,
    /// How they are started.
    pub launches: Vec<Launch>,
    /// The database, if there is one.
    pub database: Option<Database>,
    balancer: Option<Balancer>,
    folder: PathBuf,
}

/// A balancer; dropped, it ends.
struct Balancer(Process);

impl Drop for Balancer {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// How long it may take until everybody is let in.
const STARTING: Duration = Duration::from_secs(20);

impl Arrangement {
    /// Starts it.
    ///
    /// # Errors
    /// If a part of it does not start.
    pub async fn start(kind: Kind, program: &Path) -> Result<Arrangement> {
        let http = visitor::http()?;
        let ports = (0..kind.nodes()).map(|_| free_port()).collect::<Result<Vec<u16>>>()?;
        let folder = std::env::temp_dir().join(format!("trencavel-figures-{}", ports[0]));
        std::fs::create_dir_all(&folder)?;
        let database = match kind {
            Kind::File => None,
            _ => Some(Database::start(&folder.join("database"), free_port()?, true)?),
        };
        let secret = folder.join("secret");
        std::fs::write(&secret, "a-secret-of-nodes-that-are-measured")?;
        let door = if kind.nodes() == 1 { ports[0] } else { free_port()? };
        let url = format!("http://127.0.0.1:{door}");
        let (mut nodes, mut launches) = (Vec::new(), Vec::new());
        for (number, port) in ports.iter().enumerate() {
            let data = folder.join(format!("node-{number}"));
            let mut launch = Launch::new(program, &data, *port);
            if let Some(database) = &database {
                let store = format!("postgres://trencavel@127.0.0.1:{}/trencavel", database.port);
                launch.flags.push(format!("--store={store}?sslmode=disable"));
            }
            if kind.nodes() > 1 {
                launch.flags.extend([
                    format!("--node-name=node-{number}"),
                    format!("--peer-listen=127.0.0.1:{}", free_port()?),
                    format!("--peer-secret-file={}", secret.display()),
                    format!("--public-url={url}"),
                ]);
            }
            nodes.push(Some(launch.start(&http).await?));
            launches.push(launch);
        }
        let balancer = match kind {
            Kind::File | Kind::Database => None,
            Kind::Hashed => Some(balancer(&folder, door, &ports, true)?),
            Kind::Anywhere => Some(balancer(&folder, door, &ports, false)?),
        };
        let setup = Arrangement { http, url, nodes, launches, database, balancer, folder };
        setup.until_open().await?;
        Ok(setup)
    }

    async fn until_open(&self) -> Result<()> {
        let begun = Instant::now();
        // Nodes know each other after two pulses.
        tokio::time::sleep(Duration::from_millis(1500)).await;
        while begun.elapsed() < STARTING {
            let asked = self.http.get(format!("{}/readyz", self.url)).send().await;
            if asked.is_ok_and(|answer| answer.status().is_success()) {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        bail!("{} does not let anybody in", self.url)
    }

    /// What was used until now. The database writes down what it still has in memory.
    ///
    /// # Errors
    /// If it cannot be asked.
    pub fn used(&self) -> Result<Used> {
        let pids: Vec<u32> = self.nodes.iter().flatten().filter_map(Child::pid).collect();
        let server = pids.iter().filter_map(|pid| processor(*pid)).sum();
        let Some(database) = &self.database else {
            let files = ["trencavel.sqlite", "trencavel.sqlite-wal"];
            let sizes = files.map(|name| self.folder.join("node-0").join(name).metadata());
            let disk = sizes.into_iter().flatten().map(|file| file.len() as f64).sum();
            let written = pids.first().and_then(|pid| written(*pid)).unwrap_or(0.0);
            return Ok(Used { server, database: 0.0, disk, written });
        };
        let number = |sql: &str| -> Result<f64> { Ok(database.ask("trencavel", sql)?.parse()?) };
        let written = number("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn")?;
        let disk = number("SELECT pg_database_size('trencavel')")?;
        let pid = database.pid().context("the database runs")?;
        Ok(Used { server, database: family(pid), disk, written })
    }

    /// A number of all nodes together.
    ///
    /// # Errors
    /// If a node does not answer.
    pub async fn metric(&self, name: &str) -> Result<f64> {
        let mut all = 0.0;
        for node in self.nodes.iter().flatten() {
            let text = self.http.get(format!("{}/metrics", node.url)).send().await?.text().await?;
            let value = |line: &str| line.strip_prefix(name)?.trim().parse::<f64>().ok();
            all += text.lines().find_map(value).unwrap_or(0.0);
        }
        Ok(all)
    }

    /// Ends everything, and leaves nothing behind.
    ///
    /// # Errors
    /// If something does not end.
    pub async fn end(mut self) -> Result<()> {
        drop(self.balancer.take());
        for node in self.nodes.iter_mut().filter_map(Option::take) {
            node.kill().await?;
        }
        if let Some(database) = &mut self.database {
            database.stop(Stop::Immediate)?;
        }
        drop(self.database.take());
        Ok(std::fs::remove_dir_all(&self.folder)?)
    }
}

/// haproxy as `deploy/many` has it, with these addresses.
fn balancer(folder: &Path, port: u16, nodes: &[u16], hashed: bool) -> Result<Balancer> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/many/haproxy.cfg");
    let listen = "bind :443 ssl crt /etc/haproxy/play.pem alpn http/1.1";
    let mut text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    ensure!(text.contains(listen), "{} listens as it did", file.display());
    text = text.replace(listen, &format!("bind 127.0.0.1:{port}"));
    for (number, node) in (1..).zip(nodes) {
        text = text.replace(&format!("10.0.0.{number}:8080"), &format!("127.0.0.1:{node}"));
    }
    // As many as any machine allows.
    text = text.replace("maxconn 100000", "maxconn 8000");
    if !hashed {
        text = text.replace("    use_backend by_table if table\n", "");
    }
    let file = folder.join("haproxy.cfg");
    std::fs::write(&file, text)?;
    let mut command = Command::new("haproxy");
    command.args(["-db", "-f"]).arg(file).stdout(Stdio::null()).stderr(Stdio::null());
    Ok(Balancer(command.spawn().context("haproxy: `make cluster-tools` installs it")?))
}

/// The bytes that a process had written to disks (Linux).
fn written(pid: u32) -> Option<f64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/io")).ok()?;
    text.lines().find_map(|line| line.strip_prefix("write_bytes: ")).and_then(|n| n.parse().ok())
}

/// The processor time of a process and of its children, also of those that have ended (Linux), s.
fn family(pid: u32) -> f64 {
    let mut all = processor(pid).unwrap_or(0.0);
    let tasks = std::fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"));
    for child in tasks.unwrap_or_default().split_whitespace() {
        all += child.parse().ok().and_then(processor).unwrap_or(0.0);
    }
    all
}
