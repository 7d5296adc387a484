//! A result held in memory.

use arrow::array::{Array, ArrayRef, RecordBatch};
use arrow::datatypes::SchemaRef;
use arrow::util::display::{ArrayFormatter, FormatOptions};

use crate::{Engine, EngineError, Sink, SinkError};

/// All rows of a result. Itself a [`Sink`], so an engine can fill it.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// The columns, once known.
    pub schema: Option<SchemaRef>,
    /// The rows.
    pub batches: Vec<RecordBatch>,
}

impl Rows {
    /// Runs `sql` and keeps every row.
    ///
    /// # Errors
    /// Those of [`Engine::run`].
    pub fn of(engine: &mut dyn Engine, sql: &str) -> Result<Self, EngineError> {
        let mut rows = Self::default();
        engine.run(sql, &mut rows)?;
        Ok(rows)
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Names of the columns.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.schema
            .iter()
            .flat_map(|s| s.fields())
            .map(|f| f.name().clone())
            .collect()
    }

    /// Every value as text, row by row; NULL is `None`.
    #[must_use]
    pub fn texts(&self) -> Vec<Vec<Option<String>>> {
        let options = FormatOptions::default();
        let mut texts = Vec::new();
        for batch in &self.batches {
            let columns: Vec<_> = batch
                .columns()
                .iter()
                .map(|c| (c, ArrayFormatter::try_new(c.as_ref(), &options).ok()))
                .collect();
            for row in 0..batch.num_rows() {
                let text = |(column, formatter): &(&ArrayRef, Option<ArrayFormatter<'_>>)| {
                    let formatter = formatter.as_ref().filter(|_| !column.is_null(row))?;
                    Some(formatter.value(row).to_string())
                };
                texts.push(columns.iter().map(text).collect());
            }
        }
        texts
    }
}

impl Sink for Rows {
    fn schema(&mut self, schema: &SchemaRef) -> Result<(), SinkError> {
        self.schema = Some(schema.clone());
        Ok(())
    }

    fn batch(&mut self, batch: &RecordBatch) -> Result<(), SinkError> {
        self.batches.push(batch.clone());
        Ok(())
    }
}
