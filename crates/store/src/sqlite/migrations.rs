//! The schema, step by step. A step that was released never changes: files know its checksum.
//!
//! The list stands in for a macro of `sqlx`, which would compile a second `SQLite` for the
//! compiler's own use.

use std::sync::LazyLock;

use sqlx::SqlStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// The files of `migrations/sqlite`: number and name.
macro_rules! steps {
    ($($number:literal $name:literal)*) => {
        [$(($number, $name, include_str!(concat!("../../migrations/sqlite/", $number, "_", $name, ".sql")))),*]
    };
}

const STEPS: [(&str, &str, &str); 14] = steps! {
    "0001" "tables_and_people"
    "0002" "expiry_and_indexes"
    "0003" "fair_list"
    "0004" "tokens_and_looks"
    "0006" "records"
    "0008" "notices"
    "0010" "analyses"
    "0014" "results"
    "0018" "days"
    "0020" "society"
    "0022" "bots"
    "0024" "seeks"
    "0026" "rivals"
    "0028" "announcements"
};

pub(super) static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let migrations = STEPS.iter().map(|&(number, name, sql)| {
        let version = number.parse().expect("the steps are numbered");
        let (description, sql) = (name.replace('_', " "), SqlStr::from_static(sql));
        Migration::new(version, description.into(), MigrationType::Simple, sql, false)
    });
    Migrator::with_migrations(migrations.collect())
});

#[cfg(test)]
mod tests {
    use super::*;

    /// The list is that of the folder, as `sqlx` itself reads it: files of earlier programs know
    /// the checksums.
    #[tokio::test]
    async fn the_list_is_the_folder() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations/sqlite");
        let read = Migrator::new(std::path::Path::new(folder)).await.expect("readable files");
        let told = |all: &Migrator| {
            let each = all.iter().map(|one| {
                (one.version, one.description.clone(), one.migration_type, one.checksum.clone())
            });
            each.collect::<Vec<_>>()
        };
        assert_eq!(told(&MIGRATIONS), told(&read));
    }
}
