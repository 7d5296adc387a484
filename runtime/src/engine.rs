//! What an engine is: it runs one SELECT and hands over its rows in batches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arrow::array::RecordBatch;
use arrow::datatypes::SchemaRef;

use crate::{DatabaseText, EngineError};

/// Why whoever takes the rows wants no more of them.
pub type SinkError = Box<dyn std::error::Error + Send + Sync>;

/// Takes the rows of a result as they come.
pub trait Sink {
    /// The columns; called once, before any batch, also when there are no rows.
    ///
    /// # Errors
    /// An error stops the statement; it comes back as [`EngineError::Sink`].
    fn schema(&mut self, schema: &SchemaRef) -> Result<(), SinkError>;

    /// Some rows, at least one, of that schema.
    ///
    /// # Errors
    /// An error stops the statement; it comes back as [`EngineError::Sink`].
    fn batch(&mut self, batch: &RecordBatch) -> Result<(), SinkError>;
}

/// A connection that runs SQL.
pub trait Engine {
    /// What a person calls it: `DuckDB`, `Postgres`.
    fn name(&self) -> &'static str;

    /// Runs one SELECT and gives its rows to `sink`, a batch at a time, while the statement runs.
    ///
    /// # Errors
    /// What the engine reports (its own text), what `sink` refuses, and [`EngineError::Cancelled`]
    /// after a [`Canceller`] was used.
    fn run(&mut self, sql: &str, sink: &mut dyn Sink) -> Result<(), EngineError>;

    /// How the database keeps texts, where that is not known beforehand.
    ///
    /// # Errors
    /// What the engine reports.
    fn database_text(&mut self) -> Result<Option<DatabaseText>, EngineError> {
        Ok(None)
    }

    /// Stops the running statement from another thread.
    fn canceller(&self) -> Canceller;

    /// Ends the connection.
    ///
    /// # Errors
    /// What the engine reports; the connection is gone in any case.
    fn close(self: Box<Self>) -> Result<(), EngineError>;
}

/// Stops the running statement of one engine. Cheap to clone, usable from any thread.
#[derive(Clone)]
pub struct Canceller {
    requested: Arc<AtomicBool>,
    interrupt: Arc<dyn Fn() + Send + Sync>,
}

impl Canceller {
    #[cfg(any(feature = "duckdb", feature = "postgres"))]
    /// A canceller that interrupts the engine by `interrupt`, which must return soon.
    pub(crate) fn new(
        requested: Arc<AtomicBool>,
        interrupt: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        Self {
            requested,
            interrupt: Arc::new(interrupt),
        }
    }

    /// Asks the engine to stop. Its statement, now or next, ends with [`EngineError::Cancelled`].
    pub fn cancel(&self) {
        self.requested.store(true, Ordering::SeqCst);
        self.interrupt();
    }

    /// Stops the running statement without marking it as cancelled.
    pub(crate) fn interrupt(&self) {
        (self.interrupt)();
    }
}

#[cfg(any(feature = "duckdb", feature = "postgres"))]
/// The error of a statement that failed: cancellation if that was asked for, else the engine's text.
pub(crate) fn failed(requested: &AtomicBool, message: String) -> EngineError {
    if requested.load(Ordering::SeqCst) {
        EngineError::Cancelled
    } else {
        EngineError::Failed(message)
    }
}

#[cfg(any(feature = "duckdb", feature = "postgres"))]
/// Fails if cancellation was asked for.
pub(crate) fn check_cancelled(requested: &AtomicBool) -> Result<(), EngineError> {
    if requested.load(Ordering::SeqCst) {
        Err(EngineError::Cancelled)
    } else {
        Ok(())
    }
}
