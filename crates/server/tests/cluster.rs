//! A server of `PostgreSQL` for the tests: an ordinary process in a temporary folder, reached by
//! its socket alone, which ends with the program that started it.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use tempfile::TempDir;

/// A server of the database.
pub struct Cluster {
    folder: PathBuf,
    tools: PathBuf,
    /// Its end is seen by the server when the test program ends, however that happens.
    _alive: Child,
}

impl Cluster {
    /// The one that all tests of this program share.
    pub fn shared() -> &'static Cluster {
        static SHARED: OnceLock<Cluster> = OnceLock::new();
        SHARED.get_or_init(Cluster::start)
    }

    /// Makes a place of its own in the one database, which costs a fraction of another database;
    /// its address.
    pub fn make(&self, name: &str) -> String {
        self.ask(&format!("CREATE SCHEMA {name}"));
        format!("{}&options=-c%20search_path={name}", self.address("postgres"))
    }

    /// Where its socket is, and files of a test can be that it reads.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The address of a database.
    pub fn address(&self, database: &str) -> String {
        format!("postgres://trencavel@localhost/{database}?host={}", self.folder.display())
    }

    /// Runs a statement as the owner of everything.
    pub fn ask(&self, sql: &str) -> String {
        let told = Command::new(self.tools.join("psql"))
            .args(["-X", "-q", "-A", "-t", "-U", "trencavel", "-d", "postgres", "-c", sql, "-h"])
            .arg(&self.folder)
            .output()
            .expect("psql runs");
        assert!(told.status.success(), "{sql}: {}", String::from_utf8_lossy(&told.stderr));
        String::from_utf8_lossy(&told.stdout).trim().to_owned()
    }

    fn start() -> Cluster {
        let tools = tools();
        let folder = TempDir::new().expect("a temporary folder").keep();
        let step_down = step_down(&folder);
        let data = folder.join("data");
        let made = Command::new(&step_down[0])
            .args(&step_down[1..])
            .arg(tools.join("initdb"))
            .args(["--no-sync", "--auth=trust", "--username=trencavel", "--encoding=UTF8"])
            .args(["--locale=C.UTF-8", "-D"])
            .arg(&data)
            .output()
            .expect("initdb runs");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        // The shell waits until nobody holds its input any more: then everything goes.
        let script = r#""$1" -D "$2/data" -k "$2" -c listen_addresses= -c fsync=off -c max_connections=200 \
            -c full_page_writes=off -c autovacuum=off -c wal_level=minimal -c max_wal_senders=0 \
            >"$2/log" 2>&1 & cat >/dev/null; kill -INT $!; wait $!; rm -rf "$2""#;
        let alive = Command::new(&step_down[0])
            .args(&step_down[1..])
            .args(["sh", "-c", script, "sh"])
            .arg(tools.join("postgres"))
            .arg(&folder)
            .stdin(Stdio::piped())
            .spawn()
            .expect("the database starts");
        let cluster = Cluster { folder, tools, _alive: alive };
        cluster.wait();
        cluster
    }

    fn wait(&self) {
        let ready = Command::new("sh")
            .args(["-c", r#"for i in $(seq 300); do "$1" -q -h "$2" -d postgres && exit 0; sleep 0.1; done; exit 1"#, "sh"])
            .arg(self.tools.join("pg_isready"))
            .arg(&self.folder)
            .status()
            .expect("pg_isready runs");
        let log = std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        assert!(ready.success(), "the database did not start: {log}");
    }
}

/// Where the programs of the database are: in the path, or where Debian has them.
fn tools() -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    if let Ok(versions) = std::fs::read_dir("/usr/lib/postgresql") {
        folders.extend(versions.flatten().map(|version| version.path().join("bin")));
    }
    let all = ["initdb", "postgres", "pg_isready", "psql"];
    let found = folders.into_iter().find(|folder| all.iter().all(|one| folder.join(one).exists()));
    found.expect("PostgreSQL is not installed: `make tools` installs it")
}

/// The database does not run as root: then it runs as the user that its package made.
fn step_down(folder: &Path) -> Vec<String> {
    use std::os::unix::fs::MetadataExt;
    let root = std::fs::metadata(folder).is_ok_and(|folder| folder.uid() == 0);
    if !root {
        return vec!["env".into()];
    }
    let given = Command::new("chown").arg("postgres").arg(folder).status();
    assert!(given.is_ok_and(|done| done.success()), "the package's user `postgres` is missing");
    ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"].map(Into::into).into()
}
