//! Embedded DuckDB: in memory, or on a database file opened read-only, or over files that sources name.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use arrow::array::RecordBatch;
use duckdb::{AccessMode, Config, Connection};

use crate::engine::{check_cancelled, failed};
use crate::{Canceller, Engine, EngineError, Sink};

/// What to open.
#[derive(Clone, Debug, Default)]
pub struct DuckDbOptions {
    /// A database file; without one the database is in memory.
    pub database: Option<PathBuf>,
    /// Folders that file sources may read; absolute paths. `None`: no limit. Relative file sources start from the
    /// current folder of the process.
    pub allowed_folders: Option<Vec<PathBuf>>,
    /// How many threads a statement may use; the engine's default if absent.
    pub threads: Option<u32>,
}

/// A DuckDB connection.
pub struct DuckDb {
    connection: Connection,
    cancelled: Arc<AtomicBool>,
}

impl DuckDb {
    /// Opens a database.
    ///
    /// # Errors
    /// [`EngineError::Connect`] if the file is missing, is no database, or cannot be opened.
    pub fn open(options: &DuckDbOptions) -> Result<Self, EngineError> {
        let connect = |e: duckdb::Error| EngineError::Connect(text(&e));
        let config = configuration(options).map_err(connect)?;
        let connection = match &options.database {
            // DuckDB says of a missing file that it cannot be opened in read-only mode, which misleads.
            Some(path) if !path.exists() => {
                return Err(EngineError::Connect(format!(
                    "{}: no such file",
                    path.display()
                )));
            }
            Some(path) => Connection::open_with_flags(path, config),
            None => Connection::open_in_memory_with_flags(config),
        }
        .map_err(connect)?;
        // The session may lock its settings.
        leave_out_faulty_optimizers(&connection);
        connection
            .execute_batch(&session(options)?)
            .map_err(connect)?;
        Ok(Self {
            connection,
            cancelled: Arc::new(AtomicBool::new(false)),
        })
    }

    /// An empty database in memory that may read any file.
    ///
    /// # Errors
    /// [`EngineError::Connect`] if the engine cannot start.
    pub fn in_memory() -> Result<Self, EngineError> {
        Self::open(&DuckDbOptions::default())
    }

    /// Runs statements that give no rows, such as those that fill a database in memory.
    ///
    /// # Errors
    /// What the engine reports.
    pub fn execute(&mut self, statements: &str) -> Result<(), EngineError> {
        self.connection
            .execute_batch(statements)
            .map_err(|e| failed(&self.cancelled, text(&e)))
    }
}

/// Optimizers of DuckDB that give wrong rows in some version: the fuller lists first, since versions refuse what they
/// do not have.
///
/// - `common_subplan` (1.5.6): two equal self-joins that are read for different columns are taken for one.
/// - `top_n_window_elimination` (1.5.6): `ROW_NUMBER() OVER (ORDER BY s) = 1` gives another row than the first where
///   texts were compressed below.
const FAULTY_OPTIMIZERS: [&str; 3] = [
    "common_subplan,top_n_window_elimination",
    "common_subplan",
    "top_n_window_elimination",
];

/// Turns off what may give wrong rows; a version that has none of it is fine as it is.
fn leave_out_faulty_optimizers(connection: &Connection) {
    for list in FAULTY_OPTIMIZERS {
        let set = format!("SET disabled_optimizers = '{list}'");
        if connection.execute_batch(&set).is_ok() {
            return;
        }
    }
}

impl Engine for DuckDb {
    fn name(&self) -> &'static str {
        "DuckDB"
    }

    fn run(&mut self, sql: &str, sink: &mut dyn Sink) -> Result<(), EngineError> {
        check_cancelled(&self.cancelled)?;
        let failed = |e: duckdb::Error| failed(&self.cancelled, text(&e));
        let mut statement = self.connection.prepare(sql).map_err(failed)?;
        // The crate's own iterator panics when a chunk fails, so the chunks are taken by `step`.
        drop(statement.stream_arrow([]).map_err(failed)?);
        sink.schema(&statement.schema())
            .map_err(EngineError::Sink)?;
        while let Some(chunk) = statement.step().map_err(failed)? {
            check_cancelled(&self.cancelled)?;
            let batch = RecordBatch::from(&chunk);
            if batch.num_rows() > 0 {
                sink.batch(&batch).map_err(EngineError::Sink)?;
            }
        }
        Ok(())
    }

    fn canceller(&self) -> Canceller {
        let handle = self.connection.interrupt_handle();
        Canceller::new(self.cancelled.clone(), move || handle.interrupt())
    }

    fn close(self: Box<Self>) -> Result<(), EngineError> {
        self.connection
            .close()
            .map_err(|(_, e)| EngineError::Failed(text(&e)))
    }
}

fn configuration(options: &DuckDbOptions) -> duckdb::Result<Config> {
    let mut config = Config::default()
        .enable_autoload_extension(true)?
        .with("autoinstall_known_extensions", "false")?;
    if options.database.is_some() {
        config = config.access_mode(AccessMode::ReadOnly)?;
    }
    if let Some(threads) = options.threads {
        config = config.threads(i64::from(threads))?;
    }
    Ok(config)
}

/// Settings of the session. Once locked, no source query can change them.
fn session(options: &DuckDbOptions) -> Result<String, EngineError> {
    let mut statements = vec!["SET TimeZone = 'UTC'".to_owned()];
    if let Some(folders) = &options.allowed_folders {
        let list: Result<Vec<String>, EngineError> = folders.iter().map(|f| quoted(f)).collect();
        statements.push(format!("SET allowed_directories = [{}]", list?.join(", ")));
        statements.push("SET enable_external_access = false".to_owned());
        statements.push("SET lock_configuration = true".to_owned());
    }
    Ok(statements.join(";\n"))
}

fn quoted(path: &Path) -> Result<String, EngineError> {
    let text = path.to_str().ok_or_else(|| {
        EngineError::Connect(format!("{}: the path is not valid UTF-8", path.display()))
    })?;
    Ok(format!("'{}'", text.replace('\'', "''")))
}

fn text(error: &duckdb::Error) -> String {
    match error {
        duckdb::Error::DuckDBFailure(_, Some(message)) => message.trim().to_owned(),
        other => other.to_string(),
    }
}
