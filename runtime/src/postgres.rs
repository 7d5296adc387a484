//! A Postgres connection whose rows become Arrow batches while they arrive.
//!
//! | file | holds |
//! |---|---|
//! | `postgres/collation.rs` | how the database encodes and orders texts |
//! | `postgres/column.rs` | one column: which Arrow type it gets, and its values while a batch fills |
//! | `postgres/decode.rs` | Postgres's binary form of dates, times, intervals, UUIDs |
//! | `postgres/numeric.rs` | exact decimals |

mod collation;
mod column;
mod decode;
mod numeric;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use arrow::array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow::datatypes::{Field, Schema, SchemaRef};
use fallible_iterator::FallibleIterator;
use postgres::{Client, Config, NoTls};

use crate::engine::{check_cancelled, failed};
use crate::{Canceller, DatabaseText, Engine, EngineError, Sink};
use column::Column;

/// Rows of a batch.
const BATCH_ROWS: usize = 8 * 1024;
/// Rows that are looked at before a column of unconstrained numbers gets its scale.
const FIRST_ROWS: usize = 64 * 1024;

/// A Postgres connection.
pub struct Postgres {
    client: Client,
    cancelled: Arc<AtomicBool>,
}

impl Postgres {
    /// Connects to `address`: a URL (`postgres://user@host/database`) or `key=value` pairs.
    ///
    /// # Errors
    /// [`EngineError::Connect`] if the address is malformed or the server refuses.
    pub fn connect(address: &str) -> Result<Self, EngineError> {
        let connect = |e: postgres::Error| EngineError::Connect(text(&e));
        let mut config: Config = address.parse().map_err(connect)?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(Duration::from_secs(10));
        }
        if config.get_application_name().is_none() {
            config.application_name("dosic");
        }
        if config.get_user().is_none()
            && let Ok(user) = std::env::var("USER")
        {
            config.user(&user);
        }
        let mut client = config.connect(NoTls).map_err(connect)?;
        client
            .batch_execute("SET TIME ZONE 'UTC'")
            .map_err(connect)?;
        Ok(Self {
            client,
            cancelled: Arc::new(AtomicBool::new(false)),
        })
    }

    /// Runs statements that give no rows; they may write. For filling test databases.
    ///
    /// # Errors
    /// What the engine reports.
    pub fn execute(&mut self, statements: &str) -> Result<(), EngineError> {
        self.client
            .batch_execute(statements)
            .map_err(|e| failed(&self.cancelled, text(&e)))
    }
}

impl Engine for Postgres {
    fn name(&self) -> &'static str {
        "Postgres"
    }

    fn run(&mut self, sql: &str, sink: &mut dyn Sink) -> Result<(), EngineError> {
        check_cancelled(&self.cancelled)?;
        let canceller = self.canceller();
        let cancelled = self.cancelled.clone();
        let failed = |e: postgres::Error| failed(&cancelled, text(&e));
        let mut transaction = self
            .client
            .build_transaction()
            .read_only(true)
            .start()
            .map_err(failed)?;
        let statement = transaction.prepare(sql).map_err(failed)?;
        let columns: Result<Vec<Column>, EngineError> =
            statement.columns().iter().map(Column::of).collect();
        let mut batches = Batches::new(columns?, sink);
        let no_parameters: [&(dyn postgres::types::ToSql + Sync); 0] = [];
        let mut rows = transaction
            .query_raw(&statement, no_parameters)
            .map_err(failed)?;
        let (outcome, is_over) = loop {
            match rows.next() {
                Ok(Some(row)) => {
                    if let Err(error) = batches.push(&row, &cancelled) {
                        break (Err(error), false);
                    }
                }
                Ok(None) => break (batches.finish(), true),
                Err(error) => break (Err(failed(error)), true),
            }
        };
        drop(rows);
        if outcome.is_ok() {
            transaction.commit().map_err(failed)?;
        } else if !is_over {
            // Rows that nobody takes would otherwise be sent to the end. Of a statement that is over nothing is
            // left to cancel: the request would stop the next one on this connection.
            canceller.interrupt();
        }
        outcome
    }

    fn database_text(&mut self) -> Result<Option<DatabaseText>, EngineError> {
        collation::database_text(&mut self.client)
            .map(Some)
            .map_err(|e| failed(&self.cancelled, text(&e)))
    }

    fn canceller(&self) -> Canceller {
        let token = self.client.cancel_token();
        Canceller::new(self.cancelled.clone(), move || {
            // The server says nothing about whether a request to cancel arrived; there is nothing to report.
            drop(token.cancel_query(NoTls));
        })
    }

    fn close(self: Box<Self>) -> Result<(), EngineError> {
        self.client
            .close()
            .map_err(|e| EngineError::Failed(text(&e)))
    }
}

/// Collects rows into batches and hands them on.
struct Batches<'a> {
    columns: Vec<Column>,
    sink: &'a mut dyn Sink,
    schema: Option<SchemaRef>,
    rows: usize,
}

impl<'a> Batches<'a> {
    fn new(columns: Vec<Column>, sink: &'a mut dyn Sink) -> Self {
        Self {
            columns,
            sink,
            schema: None,
            rows: 0,
        }
    }

    fn push(&mut self, row: &postgres::Row, cancelled: &AtomicBool) -> Result<(), EngineError> {
        for (index, column) in self.columns.iter_mut().enumerate() {
            column.push(row, index)?;
        }
        self.rows += 1;
        let undecided = self.schema.is_none() && self.columns.iter().any(Column::is_undecided);
        let limit = if undecided { FIRST_ROWS } else { BATCH_ROWS };
        if self.rows >= limit {
            check_cancelled(cancelled)?;
            self.flush(false)?;
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), EngineError> {
        self.flush(true)
    }

    /// Hands on the rows collected; `last` says that no more follow.
    fn flush(&mut self, last: bool) -> Result<(), EngineError> {
        let schema = match &self.schema {
            Some(schema) => schema.clone(),
            None => self.decide(last)?,
        };
        if self.rows == 0 {
            return Ok(());
        }
        let arrays: Result<Vec<ArrayRef>, EngineError> =
            self.columns.iter_mut().map(Column::take).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(self.rows));
        let batch = RecordBatch::try_new_with_options(schema, arrays?, &options)
            .map_err(|e| EngineError::Unsupported(e.to_string()))?;
        self.rows = 0;
        self.sink.batch(&batch).map_err(EngineError::Sink)
    }

    fn decide(&mut self, last: bool) -> Result<SchemaRef, EngineError> {
        let mut fields = Vec::new();
        for column in &mut self.columns {
            let ty = column.decide(last)?;
            fields.push(Field::new(column.name(), ty, true));
        }
        let schema = Arc::new(Schema::new(fields));
        self.sink.schema(&schema).map_err(EngineError::Sink)?;
        self.schema = Some(schema.clone());
        Ok(schema)
    }
}

/// The server's message with detail and hint, or the chain of causes of a failed connection.
fn text(error: &postgres::Error) -> String {
    if let Some(db) = error.as_db_error() {
        let mut text = db.message().to_owned();
        for more in [db.detail(), db.hint()].into_iter().flatten() {
            text.push_str("; ");
            text.push_str(more);
        }
        return format!("{text} (SQLSTATE {})", db.code().code());
    }
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(next) = cause {
        text.push_str(": ");
        text.push_str(&next.to_string());
        cause = next.source();
    }
    text
}
