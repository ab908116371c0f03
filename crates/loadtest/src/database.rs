//! A server of `PostgreSQL` from the system's packages, as an ordinary process in a temporary
//! folder. It ends with the program that started it.

use std::io::Write as _;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

/// How long it may take to start.
const STARTING_MAX: Duration = Duration::from_mins(1);

/// How it is stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// What runs is broken off, and everything is written.
    Fast,
    /// As after a power cut: the next start repairs.
    Immediate,
}

/// A server of the database.
pub struct Database {
    folder: PathBuf,
    tools: PathBuf,
    step_down: Vec<String>,
    /// The port of the loopback.
    pub port: u16,
    /// Its input ends with this program, and the server with its input.
    shell: Option<Child>,
    /// Whether its folder is a small disk of its own.
    mounted: bool,
}

/// What fills a small disk.
const BALLAST: &str = "ballast";

impl Database {
    /// Makes a database in a folder, and starts it. `safe` waits for the disk as in real use.
    ///
    /// # Errors
    /// If the packages are missing, or it does not start.
    pub fn start(folder: &Path, port: u16, safe: bool) -> Result<Database> {
        Database::start_in(folder, port, safe, false)
    }

    /// The same on a disk of its own of so many megabytes, in memory. Only root can make one.
    ///
    /// # Errors
    /// As above, or if the disk cannot be made.
    pub fn start_on_small_disk(folder: &Path, port: u16, megabytes: u32) -> Result<Database> {
        std::fs::create_dir_all(folder)?;
        let size = format!("size={megabytes}m,mode=700");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(folder);
        ensure!(mount.status()?.success(), "a small disk cannot be made: only root can");
        Database::start_in(folder, port, false, true)
    }

    fn start_in(folder: &Path, port: u16, safe: bool, mounted: bool) -> Result<Database> {
        let tools = tools()?;
        std::fs::create_dir_all(folder)?;
        let step_down = step_down(folder)?;
        let mut database =
            Database { folder: folder.to_owned(), tools, step_down, port, shell: None, mounted };
        let data = folder.join("data");
        let made = database
            .program("initdb")
            .args(["--no-sync", "--auth=trust", "--username=trencavel", "--encoding=UTF8"])
            .args(["--locale=C.UTF-8", "-D"])
            .arg(&data)
            .output()?;
        ensure!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let wal = if mounted { "96MB" } else { "1GB" };
        let sync = if safe { "on" } else { "off" };
        let settings = format!(
            "listen_addresses = '127.0.0.1'\nport = {port}\nunix_socket_directories = '{}'\n\
             max_connections = 200\nfsync = {sync}\nfull_page_writes = {sync}\n\
             max_wal_size = {wal}\n",
            folder.display()
        );
        let file = data.join("postgresql.auto.conf");
        std::fs::write(&file, settings)?;
        database.go_on()?;
        database.ask("postgres", "CREATE DATABASE trencavel")?;
        Ok(database)
    }

    fn program(&self, name: &str) -> Command {
        let mut command = Command::new(&self.step_down[0]);
        command.args(&self.step_down[1..]).arg(self.tools.join(name));
        command
    }

    /// Starts it again.
    ///
    /// # Errors
    /// If it does not start.
    pub fn go_on(&mut self) -> Result<()> {
        // The shell waits until nobody holds its input any more: then the server goes, too.
        let script = r#""$1" -D "$2/data" >>"$2/log" 2>&1 & echo $! >"$2/pid"
            cat >/dev/null; kill -INT $! 2>/dev/null; wait $!"#;
        let mut command = Command::new(&self.step_down[0]);
        command.args(&self.step_down[1..]).args(["sh", "-c", script, "sh"]);
        command.arg(self.tools.join("postgres")).arg(&self.folder).stdin(Stdio::piped());
        self.shell = Some(command.spawn()?);
        let begun = Instant::now();
        while begun.elapsed() < STARTING_MAX {
            if self.ask("postgres", "SELECT 1").is_ok() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let log = std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        bail!("the database did not start: {log}")
    }

    /// Fills its small disk to the last byte, or makes room again.
    ///
    /// # Errors
    /// If it has none, or the disk fails in another way.
    pub fn fill_disk(&self, full: bool) -> Result<()> {
        ensure!(self.mounted, "this database has no small disk");
        let ballast = self.folder.join(BALLAST);
        if !full {
            return Ok(std::fs::remove_file(ballast)?);
        }
        let mut file = std::fs::File::create(ballast)?;
        for size in [1 << 20, 4096, 1] {
            let piece = vec![0; size];
            while file.write_all(&piece).is_ok() {}
        }
        Ok(())
    }

    /// Whether it answers.
    pub fn answers(&self) -> bool {
        self.ask("postgres", "SELECT 1").is_ok()
    }

    /// The number of its process.
    pub fn pid(&self) -> Option<u32> {
        std::fs::read_to_string(self.folder.join("pid")).ok()?.trim().parse().ok()
    }

    /// Starts it again if it has ended by itself.
    ///
    /// # Errors
    /// If it does not start.
    pub fn revive(&mut self) -> Result<()> {
        let begun = Instant::now();
        // One that repairs itself answers nothing for a while, and is there.
        while begun.elapsed() < Duration::from_secs(10) {
            if self.answers() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        self.end_shell();
        self.go_on()
    }

    /// Stops it.
    ///
    /// # Errors
    /// If it cannot be stopped.
    pub fn stop(&mut self, how: Stop) -> Result<()> {
        let mode = match how {
            Stop::Fast => "fast",
            Stop::Immediate => "immediate",
        };
        let data = self.folder.join("data");
        let stopped = self.program("pg_ctl").args(["stop", "-m", mode, "-D"]).arg(data).output()?;
        ensure!(stopped.status.success(), "{}", String::from_utf8_lossy(&stopped.stderr));
        self.end_shell();
        Ok(())
    }

    /// Takes its small disk away.
    pub fn unmount(&mut self) {
        if std::mem::take(&mut self.mounted) {
            let _ = Command::new("umount").arg("-l").arg(&self.folder).status();
        }
    }

    fn end_shell(&mut self) {
        if let Some(mut shell) = self.shell.take() {
            drop(shell.stdin.take());
            let _ = shell.wait();
        }
    }

    /// What a statement answers, as lines of fields with bars between them.
    ///
    /// # Errors
    /// If it fails.
    pub fn ask(&self, database: &str, sql: &str) -> Result<String> {
        let told = Command::new(self.tools.join("psql"))
            .args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-U", "trencavel", "-h"])
            .args(["127.0.0.1", "-p", &self.port.to_string(), "-d", database, "-c", sql])
            .output()
            .context("psql")?;
        ensure!(told.status.success(), "{sql}: {}", String::from_utf8_lossy(&told.stderr));
        Ok(String::from_utf8_lossy(&told.stdout).trim().to_owned())
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        self.end_shell();
        self.unmount();
    }
}

/// Where the programs of the database are: where Debian has them, or in the path.
fn tools() -> Result<PathBuf> {
    let mut folders = Vec::new();
    if let Ok(versions) = std::fs::read_dir("/usr/lib/postgresql") {
        folders.extend(versions.flatten().map(|version| version.path().join("bin")));
    }
    folders.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let all = ["initdb", "postgres", "pg_ctl", "psql"];
    let found = folders.into_iter().find(|folder| all.iter().all(|one| folder.join(one).exists()));
    found.context("PostgreSQL is not installed: `make tools` installs it")
}

/// The database does not run as root: then it runs as the user that its package made.
fn step_down(folder: &Path) -> Result<Vec<String>> {
    if std::fs::metadata(folder)?.uid() != 0 {
        return Ok(vec!["env".into()]);
    }
    let given = Command::new("chown").arg("postgres").arg(folder).status()?;
    ensure!(given.success(), "the package's user `postgres` is missing");
    Ok(["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"].map(Into::into).into())
}
