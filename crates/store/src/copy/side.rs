//! One side of a copy: rows are read in the order of their keys and added in batches, whatever the
//! database.

use sha2::{Digest, Sha256};
use sqlx::{AssertSqlSafe, QueryBuilder, Row as _};

use super::tables::{Kind, TABLES, Table};
use crate::Result;

/// How many rows are read and added at once.
pub(super) const BATCH: i64 = 500;

/// What a column holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Text(Option<String>),
    Number(Option<i64>),
    Switch(bool),
    Bytes(Option<Vec<u8>>),
}

impl Value {
    /// Adds it to a hash so that no two lists of values give the same bytes.
    fn hash(&self, hash: &mut Sha256) {
        match self {
            Value::Text(Some(text)) => part(hash, 1, text.as_bytes()),
            Value::Number(Some(number)) => part(hash, 2, &number.to_be_bytes()),
            Value::Switch(switch) => part(hash, 3, &[u8::from(*switch)]),
            Value::Bytes(Some(bytes)) => part(hash, 4, bytes),
            Value::Text(None) | Value::Number(None) | Value::Bytes(None) => part(hash, 0, &[]),
        }
    }
}

fn part(hash: &mut Sha256, kind: u8, bytes: &[u8]) {
    hash.update([kind]);
    hash.update((bytes.len() as u64).to_be_bytes());
    hash.update(bytes);
}

/// How many rows a table has, and their hash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sum {
    pub(super) rows: u64,
    hash: [u8; 32],
}

/// A database that is copied from or to.
#[async_trait::async_trait]
pub(super) trait Side: Send {
    /// The next rows behind a key, in its order.
    async fn page(&mut self, table: &Table, after: Option<&[Value]>) -> Result<Vec<Vec<Value>>>;

    /// Adds rows, which are there afterwards whatever happens; those that are there already stay.
    async fn add(&mut self, table: &Table, rows: &[Vec<Value>]) -> Result<()>;

    /// The last key of a table: where a copy that was broken off goes on.
    async fn last(&mut self, table: &Table) -> Result<Option<Vec<Value>>>;

    /// A statement without an answer.
    async fn run(&mut self, sql: &'static str) -> Result<()>;

    /// Whether a statement finds anything.
    async fn finds(&mut self, sql: &'static str) -> Result<bool>;
}

/// Counts and hashes a table.
pub(super) async fn sum(side: &mut dyn Side, table: &Table) -> Result<Sum> {
    let (mut rows, mut hash) = (0, Sha256::new());
    let mut after: Option<Vec<Value>> = None;
    loop {
        let page = side.page(table, after.as_deref()).await?;
        let Some(end) = page.last() else { break };
        after = Some(end[..table.key].to_vec());
        rows += page.len() as u64;
        for value in page.iter().flatten() {
            value.hash(&mut hash);
        }
    }
    Ok(Sum { rows, hash: hash.finalize().into() })
}

/// Whether there is any row of ours.
pub(super) async fn is_empty(side: &mut dyn Side) -> Result<bool> {
    for table in &TABLES {
        if side.last(table).await?.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Both databases are asked in the same words.
macro_rules! side {
    ($name:ident, $source:expr, $connection:ty, $sql:ty, $row:ty) => {
        pub(super) struct $name(pub(super) $connection);

        impl $name {
            fn values(columns: &[(&str, Kind)], row: &$row) -> Result<Vec<Value>> {
                let value = |(place, (_, kind)): (usize, &(&str, Kind))| {
                    Ok(match kind {
                        Kind::Text => Value::Text(row.try_get(place)?),
                        Kind::Number => Value::Number(row.try_get(place)?),
                        Kind::Switch => Value::Switch(row.try_get(place)?),
                        Kind::Bytes => Value::Bytes(row.try_get(place)?),
                    })
                };
                columns.iter().enumerate().map(value).collect()
            }

            fn push(sql: &mut QueryBuilder<$sql>, value: Value) {
                match value {
                    Value::Text(text) => sql.push_bind(text),
                    Value::Number(number) => sql.push_bind(number),
                    Value::Switch(switch) => sql.push_bind(switch),
                    Value::Bytes(bytes) => sql.push_bind(bytes),
                };
            }

            fn push_list(sql: &mut QueryBuilder<$sql>, values: &[Value]) {
                for (place, value) in values.iter().enumerate() {
                    sql.push(if place == 0 { "(" } else { ", " });
                    Self::push(sql, value.clone());
                }
                sql.push(")");
            }
        }

        #[async_trait::async_trait]
        impl Side for $name {
            async fn page(
                &mut self,
                table: &Table,
                after: Option<&[Value]>,
            ) -> Result<Vec<Vec<Value>>> {
                let (names, keys) = (table.names(), table.keys());
                let mut sql: QueryBuilder<$sql> =
                    QueryBuilder::new(format!("SELECT {names} FROM {}", $source(table)));
                if let Some(after) = after {
                    sql.push(format!(" WHERE ({keys}) > "));
                    Self::push_list(&mut sql, after);
                }
                sql.push(format!(" ORDER BY {keys} LIMIT ")).push_bind(BATCH);
                let rows = sql.build().fetch_all(&mut self.0).await?;
                rows.iter().map(|row| Self::values(table.columns, row)).collect()
            }

            async fn add(&mut self, table: &Table, rows: &[Vec<Value>]) -> Result<()> {
                let start = format!("INSERT INTO {} ({}) VALUES ", table.name, table.names());
                let mut sql: QueryBuilder<$sql> = QueryBuilder::new(start);
                for (place, row) in rows.iter().enumerate() {
                    sql.push(if place == 0 { "" } else { ", " });
                    Self::push_list(&mut sql, row);
                }
                sql.push(" ON CONFLICT DO NOTHING");
                sql.build().execute(&mut self.0).await?;
                Ok(())
            }

            async fn last(&mut self, table: &Table) -> Result<Option<Vec<Value>>> {
                let order: Vec<String> =
                    table.keys().split(", ").map(|key| format!("{key} DESC")).collect();
                let sql = format!(
                    "SELECT {} FROM {} ORDER BY {} LIMIT 1",
                    table.keys(),
                    table.name,
                    order.join(", ")
                );
                let row = sqlx::query(AssertSqlSafe(sql)).fetch_optional(&mut self.0).await?;
                row.map(|row| Self::values(&table.columns[..table.key], &row)).transpose()
            }

            async fn run(&mut self, sql: &'static str) -> Result<()> {
                sqlx::raw_sql(sql).execute(&mut self.0).await?;
                Ok(())
            }

            async fn finds(&mut self, sql: &'static str) -> Result<bool> {
                Ok(sqlx::query(sql).fetch_optional(&mut self.0).await?.is_some())
            }
        }
    };
}

side!(File, Table::plain, sqlx::SqliteConnection, sqlx::Sqlite, sqlx::sqlite::SqliteRow);
side!(Database, Table::plain, sqlx::PgConnection, sqlx::Postgres, sqlx::postgres::PgRow);
// A database that is copied from.
side!(Snapshot, Table::with_lives, sqlx::PgConnection, sqlx::Postgres, sqlx::postgres::PgRow);
