//! The engines of one thread, with the tables of one case at a time.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use dosic_generate::Case;
use dosic_runtime::duckdb::{DuckDb, DuckDbOptions};
use dosic_runtime::postgres::Postgres;
use dosic_runtime::{Canceller, Engine, EngineError, Sink};

use super::{Outcome, Target, check, written};
use crate::postgres::PrivatePostgres;

/// A connection that says how long its statements took.
struct Timed<E> {
    engine: E,
    spent: Duration,
}

impl<E: Engine> Engine for Timed<E> {
    fn name(&self) -> &'static str {
        self.engine.name()
    }

    fn run(&mut self, sql: &str, sink: &mut dyn Sink) -> Result<(), EngineError> {
        let started = Instant::now();
        let result = self.engine.run(sql, sink);
        self.spent += started.elapsed();
        result
    }

    fn canceller(&self) -> Canceller {
        self.engine.canceller()
    }

    fn close(self: Box<Self>) -> Result<(), EngineError> {
        Box::new(self.engine).close()
    }
}

/// DuckDB, and Postgres unless it is skipped.
pub struct Engines {
    duckdb: Timed<DuckDb>,
    postgres: Option<Timed<Postgres>>,
    /// Where sources that are files lie.
    folder: tempfile::TempDir,
    /// Filling tables.
    filling: BTreeMap<&'static str, Duration>,
    /// Everything.
    total: Duration,
}

impl Engines {
    /// A DuckDB in memory, and a schema of a Postgres server that no other connection uses.
    ///
    /// # Errors
    /// What the engines report.
    pub fn open(server: Option<&PrivatePostgres>) -> Result<Self, String> {
        let options = DuckDbOptions {
            threads: Some(1),
            ..DuckDbOptions::default()
        };
        let duckdb = DuckDb::open(&options).map_err(|e| e.to_string())?;
        let postgres = server.map(|s| connect(s).map_err(|e| e.to_string()));
        let timed = |engine| Timed {
            engine,
            spent: Duration::ZERO,
        };
        Ok(Self {
            duckdb: Timed {
                engine: duckdb,
                spent: Duration::ZERO,
            },
            postgres: postgres.transpose()?.map(timed),
            folder: tempfile::tempdir().map_err(|e| e.to_string())?,
            filling: BTreeMap::new(),
            total: Duration::ZERO,
        })
    }

    /// Fills the tables of a case and checks it.
    ///
    /// # Errors
    /// What disagrees, as text.
    ///
    /// # Panics
    /// If the tables cannot be filled: then the generator or the connection is broken.
    #[allow(clippy::expect_used, reason = "there is nothing to go on with")]
    pub fn check(&mut self, case: &Case, on_postgres: bool) -> Result<Outcome, String> {
        let started = Instant::now();
        let tables = case.tables_sql();
        let (texts, data) = written(case);
        let mut targets = Vec::new();
        self.duckdb
            .engine
            .execute(&tables)
            .expect("DuckDB is filled");
        if case.reads_files() {
            let files = case.files_sql(&self.folder.path().to_string_lossy());
            self.duckdb
                .engine
                .execute(&files)
                .expect("files are written");
        }
        *self.filling.entry("filling DuckDB").or_default() += started.elapsed();
        targets.push(Target {
            engine: &mut self.duckdb,
            dialect: &dosic_duckdb::DuckDb,
        });
        if let Some(postgres) = self
            .postgres
            .as_mut()
            .filter(|_| on_postgres && !case.reads_files())
        {
            let started = Instant::now();
            postgres
                .engine
                .execute(&tables)
                .expect("Postgres is filled");
            *self.filling.entry("filling Postgres").or_default() += started.elapsed();
            targets.push(Target {
                engine: postgres,
                dialect: &dosic_postgres::Postgres,
            });
        }
        let outcome = check(&texts, &data, &mut targets);
        self.total += started.elapsed();
        outcome
    }

    /// The time spent on each part.
    #[must_use]
    pub fn spent(&self) -> BTreeMap<&'static str, Duration> {
        let mut spent = self.filling.clone();
        spent.insert("running on DuckDB", self.duckdb.spent);
        if let Some(postgres) = &self.postgres {
            spent.insert("running on Postgres", postgres.spent);
        }
        let engines: Duration = spent.values().sum();
        spent.insert(
            "compiling, reading back, interpreting, comparing",
            self.total.saturating_sub(engines),
        );
        spent
    }
}

/// A connection with temporary tables of its own.
fn connect(server: &PrivatePostgres) -> Result<Postgres, EngineError> {
    let mut postgres = Postgres::connect(&server.address())?;
    // Notices of tables that are not there yet.
    postgres.execute("SET client_min_messages = warning; SET search_path = pg_temp")?;
    Ok(postgres)
}
