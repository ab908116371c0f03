//! Bringing back a backup, so that a crash at any moment leaves the database of before or the one
//! of the backup, whole, and nothing is ever overwritten.
//!
//! The copy is made, checked and brought up to date beside the database. Then a mark is put down:
//! from that moment the copy is the database. What is in the way (`-wal` and `-shm` belong to the
//! old one, and would spoil the new one) is moved away, the copy is moved in, the mark is taken
//! up. Whoever opens the database and finds the mark does what is left to do.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};

use super::{Carried, Opening, SqliteStore, carry_fair_list, open};
use crate::modes::stamp;
use crate::{Result, Store, StoreError};

/// A backup that was copied, checked and brought up to date, but is not in place yet.
pub struct Restore {
    database: PathBuf,
    copy: PathBuf,
    store: SqliteStore,
    /// No server may start meanwhile.
    lock: open::Owned,
}

/// What a restore has done.
#[derive(Debug)]
pub struct Restored {
    /// Where the former database is now, if there was one.
    pub former: Option<PathBuf>,
    /// What became of the public list.
    pub list: Carried,
}

impl Restore {
    /// Copies a backup beside the database and checks it. The database stays as it is.
    ///
    /// # Errors
    /// If a server runs, or the backup is damaged, newer than this program or not ours.
    pub async fn prepare(database: &Path, backup: &Path) -> Result<Restore> {
        let lock = open::own(database)?;
        settle(database)?;
        if same_file(database, backup) {
            return Err(StoreError::Other("this is the database itself, not a backup".to_owned()));
        }
        let copy = beside(database, ".restoring");
        clear(&copy)?;
        let copied = async {
            copy_checked(backup, &copy).await?;
            let checked = Opening { check: true, ..Opening::default() };
            SqliteStore::open_as(&copy, checked).await
        };
        match copied.await {
            Ok(store) => Ok(Restore { database: database.to_owned(), copy, store, lock }),
            Err(error) => {
                let _ = clear(&copy);
                Err(error)
            }
        }
    }

    /// What will be the database: to be looked at, and put right.
    pub fn store(&self) -> &SqliteStore {
        &self.store
    }

    /// People who have left since the backup was made leave the copy as well: they were promised
    /// that nothing of them is kept. How many.
    ///
    /// # Errors
    /// If the present database cannot be read.
    pub async fn forget_again(&self) -> Result<usize> {
        if !self.database.exists() {
            return Ok(0);
        }
        let mut db = open::options(&self.database, false).connect().await?;
        let gone: std::result::Result<Vec<String>, sqlx::Error> =
            sqlx::query_scalar("SELECT person FROM gone WHERE heir IS NULL")
                .fetch_all(&mut db)
                .await;
        let _ = db.close().await;
        let mut forgotten = 0;
        for person in gone? {
            if self.store.person(&person).await?.is_some() {
                self.store.forget(&person).await?;
                forgotten += 1;
            }
        }
        Ok(forgotten)
    }

    /// Puts the copy in place.
    ///
    /// # Errors
    /// If the files cannot be moved; the next start, or the next try, does what is left to do.
    pub async fn finish(self, now: SystemTime) -> Result<Restored> {
        self.store.close().await;
        // What must outlive a restore is carried over from the former database here: the copy is
        // closed, the former one is still in its place, and no mark is put down yet.
        // The public list is never set back: what was published stays published.
        let replaced = Some(self.database.as_path()).filter(|path| path.exists());
        let since = now.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let at = u64::try_from(since.as_millis()).unwrap_or(u64::MAX);
        let list = carry_fair_list(replaced, &self.copy, at).await?;
        for end in ["-wal", "-shm", ".lock"] {
            remove(&beside(&self.copy, end))?;
        }
        sync(&self.copy)?;
        let former = free_name(&self.database, &stamp(now));
        put_mark(&self.database, &former)?;
        settle(&self.database)?;
        drop(self.lock);
        Ok(Restored { former: former.exists().then_some(former), list })
    }

    /// Leaves everything as it was.
    ///
    /// # Errors
    /// If the copy cannot be removed.
    pub async fn give_up(self) -> Result<()> {
        self.store.close().await;
        clear(&self.copy)
    }
}

/// Whether a restore was broken off after its mark was put down.
pub(super) fn is_unsettled(database: &Path) -> bool {
    mark(database).exists()
}

/// Does what a restore has left to do, if one was broken off. Each step may have been done.
pub(super) fn settle(database: &Path) -> Result<()> {
    let mark = mark(database);
    if !mark.exists() {
        return Ok(());
    }
    let former = PathBuf::from(std::fs::read_to_string(&mark)?);
    let copy = beside(database, ".restoring");
    if copy.exists() {
        for end in ["", "-wal"] {
            let (from, to) = (beside(database, end), beside(&former, end));
            if from.exists() {
                std::fs::rename(from, to)?;
            }
        }
        remove(&beside(database, "-shm"))?;
        sync_folder(database)?;
        std::fs::rename(&copy, database)?;
        sync_folder(database)?;
    }
    remove(&mark)?;
    sync_folder(database)
}

fn mark(database: &Path) -> PathBuf {
    beside(database, ".restore")
}

/// Writes the mark in one step: it is there as a whole, or not at all.
fn put_mark(database: &Path, former: &Path) -> Result<()> {
    let mark = mark(database);
    let partial = beside(&mark, ".partial");
    remove(&partial)?;
    let mut file = private(&partial)?;
    file.write_all(former.as_os_str().as_encoded_bytes())?;
    file.sync_all()?;
    std::fs::rename(&partial, &mark)?;
    sync_folder(database)
}

/// A name for the former database that nothing bears.
fn free_name(database: &Path, stamp: &str) -> PathBuf {
    let name = |n: u32| match n {
        0 => beside(database, &format!(".replaced-{stamp}")),
        n => beside(database, &format!(".replaced-{stamp}-{n}")),
    };
    let taken = |path: &PathBuf| path.exists() || beside(path, "-wal").exists();
    let mut n = 0;
    while taken(&name(n)) {
        n += 1;
    }
    name(n)
}

/// Copies a database of ours that is sound, with what may be in a `-wal` beside it.
async fn copy_checked(from: &Path, to: &Path) -> Result<()> {
    if !from.is_file() {
        return Err(StoreError::Denied(format!("there is no file {}", from.display())));
    }
    // Without a `-wal` nothing is written beside the backup: it may lie where nothing can be.
    let alone = std::fs::metadata(beside(from, "-wal")).map_or(true, |wal| wal.len() == 0);
    let options = SqliteConnectOptions::new().filename(from).read_only(true).immutable(alone);
    let mut db = options.disable_statement_logging().connect().await?;
    let copied = async {
        open::refuse_backup(&mut db).await?;
        private(to)?;
        vacuum_into(&mut db, to).await
    };
    let copied = copied.await;
    let _ = db.close().await;
    copied
}

/// Copies what a connection sees to an empty file, which is on the disk then.
pub(super) async fn vacuum_into(db: &mut SqliteConnection, to: &Path) -> Result<()> {
    let text = to.to_str().ok_or_else(|| {
        StoreError::Other(format!("{}: the name is not valid UTF-8", to.display()))
    })?;
    sqlx::query("VACUUM INTO ?").bind(text).execute(db).await?;
    sync(to)
}

/// A new file that nobody else can read.
pub(super) fn private(path: &Path) -> Result<File> {
    let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    file.map_err(|error| named(path, &error))
}

/// A path with something behind its name.
pub(super) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    PathBuf::from(name)
}

/// Removes a database that was never used, and what may be beside it.
fn clear(copy: &Path) -> Result<()> {
    for end in ["", "-wal", "-shm", "-journal", ".lock"] {
        remove(&beside(copy, end))?;
    }
    Ok(())
}

/// Removes a file if it is there.
pub(super) fn remove(path: &Path) -> Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(named(path, &error)),
        _ => Ok(()),
    }
}

fn sync(path: &Path) -> Result<()> {
    File::open(path).and_then(|file| file.sync_all()).map_err(|error| named(path, &error))
}

/// Makes sure that the names of a file's folder stay as they are now.
pub(super) fn sync_folder(path: &Path) -> Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    sync(folder.unwrap_or(Path::new(".")))
}

/// An error with the name of the file in it.
pub(super) fn named(path: &Path, error: &std::io::Error) -> StoreError {
    std::io::Error::new(error.kind(), format!("{}: {error}", path.display())).into()
}

fn same_file(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |path: &Path| std::fs::metadata(path).map(|file| (file.dev(), file.ino())).ok();
    id(one).is_some() && id(one) == id(other)
}
