//! Rows as aligned columns, for people.

use std::io::Write;

use arrow::array::{Array, RecordBatch};
use arrow::datatypes::{DataType, Schema, SchemaRef};
use arrow::util::display::{ArrayFormatter, FormatOptions};
use dosic_runtime::{Sink, SinkError};
use unicode_width::UnicodeWidthStr;

/// Widths follow from so many rows; longer values further down are not cut, but break the alignment.
const MEASURED_ROWS: usize = 1000;

/// Writes a table. Call [`Table::finish`] at the end.
pub(crate) struct Table<W: Write> {
    writer: W,
    names: Vec<String>,
    numeric: Vec<bool>,
    widths: Option<Vec<usize>>,
    waiting: Vec<Vec<String>>,
}

impl<W: Write> Table<W> {
    pub(crate) fn new(writer: W) -> Self {
        Self {
            writer,
            names: Vec::new(),
            numeric: Vec::new(),
            widths: None,
            waiting: Vec::new(),
        }
    }

    /// Writes what is still waiting.
    pub(crate) fn finish(&mut self) -> Result<(), SinkError> {
        self.flush_waiting()?;
        self.writer.flush()?;
        Ok(())
    }

    fn flush_waiting(&mut self) -> Result<(), SinkError> {
        if self.widths.is_none() {
            let mut widths: Vec<usize> = self.names.iter().map(|n| n.width()).collect();
            for row in &self.waiting {
                for (width, value) in widths.iter_mut().zip(row) {
                    *width = (*width).max(value.width());
                }
            }
            let rule: Vec<String> = widths.iter().map(|w| "-".repeat(*w)).collect();
            self.widths = Some(widths);
            self.line(&self.names.clone())?;
            self.line(&rule)?;
        }
        for row in std::mem::take(&mut self.waiting) {
            self.line(&row)?;
        }
        Ok(())
    }

    fn line(&mut self, row: &[String]) -> Result<(), SinkError> {
        let widths = self.widths.as_deref().unwrap_or(&[]);
        let mut text = String::new();
        for ((value, width), numeric) in row.iter().zip(widths).zip(&self.numeric) {
            let space = " ".repeat(width.saturating_sub(value.width()));
            if *numeric {
                text.push_str(&space);
                text.push_str(value);
            } else {
                text.push_str(value);
                text.push_str(&space);
            }
            text.push_str("  ");
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        self.writer.write_all(text.as_bytes())?;
        Ok(())
    }
}

impl<W: Write> Sink for Table<W> {
    fn schema(&mut self, schema: &SchemaRef) -> Result<(), SinkError> {
        self.names = schema
            .fields()
            .iter()
            .map(|f| printable(f.name()))
            .collect();
        self.numeric = numeric_columns(schema);
        Ok(())
    }

    fn batch(&mut self, batch: &RecordBatch) -> Result<(), SinkError> {
        let options = FormatOptions::default()
            .with_timestamp_format(Some("%Y-%m-%d %H:%M:%S%.f"))
            .with_timestamp_tz_format(Some("%Y-%m-%d %H:%M:%S%.f%:z"));
        let formatters: Result<Vec<ArrayFormatter<'_>>, _> = batch
            .columns()
            .iter()
            .map(|c| ArrayFormatter::try_new(c.as_ref(), &options))
            .collect();
        let formatters = formatters?;
        for row in 0..batch.num_rows() {
            let mut texts = Vec::with_capacity(formatters.len());
            for (formatter, column) in formatters.iter().zip(batch.columns()) {
                texts.push(if column.is_null(row) {
                    "NULL".to_owned()
                } else {
                    printable(&formatter.value(row).try_to_string()?)
                });
            }
            self.waiting.push(texts);
        }
        if self.widths.is_some() || self.waiting.len() >= MEASURED_ROWS {
            self.flush_waiting()?;
        }
        Ok(())
    }
}

fn numeric_columns(schema: &Schema) -> Vec<bool> {
    let is_numeric = |ty: &DataType| ty.is_numeric();
    schema
        .fields()
        .iter()
        .map(|f| is_numeric(f.data_type()))
        .collect()
}

/// Text that can neither break a line nor steer the terminal.
fn printable(text: &str) -> String {
    if !text.chars().any(char::is_control) {
        return text.to_owned();
    }
    let escaped = text.chars().map(|c| {
        if c.is_control() {
            c.escape_default().to_string()
        } else {
            c.to_string()
        }
    });
    escaped.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow::array::{ArrayRef, Int64Array, StringArray};
    use std::sync::Arc;

    #[test]
    fn columns_are_aligned_by_what_is_seen() {
        let names: ArrayRef = Arc::new(StringArray::from(vec![Some("日本"), Some("a\nb"), None]));
        let numbers: ArrayRef = Arc::new(Int64Array::from(vec![Some(7), None, Some(1234)]));
        let batch = RecordBatch::try_from_iter([("name", names), ("n", numbers)]).unwrap();
        let mut bytes = Vec::new();
        let mut table = Table::new(&mut bytes);
        table.schema(&batch.schema()).unwrap();
        table.batch(&batch).unwrap();
        table.finish().unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(
            text,
            "name     n\n----  ----\n日本     7\na\\nb  NULL\nNULL  1234\n"
        );
    }
}
