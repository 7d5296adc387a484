//! Rows as CSV, JSON lines, Arrow IPC or Parquet.

use std::io::Write;

use arrow::array::RecordBatch;
use arrow::datatypes::SchemaRef;
use arrow::error::ArrowError;
use arrow::ipc::writer::StreamWriter;
use arrow::json::writer::{LineDelimited, WriterBuilder as JsonBuilder};
use dosic_cli::RowFormat;
use dosic_runtime::{Sink, SinkError};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;

use crate::table::Table;

/// A sink that must be told when all rows are there.
pub(crate) trait RowWriter: Sink {
    /// Writes what is still to be written.
    ///
    /// # Errors
    /// Those of the place written to.
    fn finish(&mut self) -> Result<(), SinkError>;
}

/// The writer of a format.
pub(crate) fn writer<W: Write + Send + 'static>(
    format: RowFormat,
    target: W,
) -> Box<dyn RowWriter> {
    match format {
        RowFormat::Table => Box::new(Table::new(target)),
        RowFormat::Csv => Box::new(Csv(arrow::csv::Writer::new(target))),
        RowFormat::Jsonl => {
            let json = JsonBuilder::new()
                .with_explicit_nulls(true)
                .build::<_, LineDelimited>(target);
            Box::new(JsonLines(json))
        }
        RowFormat::Arrow => Box::new(ArrowStream::<W> {
            target: Some(target),
            writer: None,
        }),
        RowFormat::Parquet => Box::new(Parquet::<W> {
            target: Some(target),
            writer: None,
        }),
    }
}

impl<W: Write> RowWriter for Table<W> {
    fn finish(&mut self) -> Result<(), SinkError> {
        Table::finish(self)
    }
}

struct Csv<W: Write>(arrow::csv::Writer<W>);

impl<W: Write> Sink for Csv<W> {
    fn schema(&mut self, schema: &SchemaRef) -> Result<(), SinkError> {
        // A batch without rows makes the writer write its header, which is wanted without rows too.
        Ok(self.0.write(&RecordBatch::new_empty(schema.clone()))?)
    }

    fn batch(&mut self, batch: &RecordBatch) -> Result<(), SinkError> {
        Ok(self.0.write(batch)?)
    }
}

impl<W: Write> RowWriter for Csv<W> {
    fn finish(&mut self) -> Result<(), SinkError> {
        Ok(())
    }
}

struct JsonLines<W: Write>(arrow::json::Writer<W, LineDelimited>);

impl<W: Write> Sink for JsonLines<W> {
    fn schema(&mut self, _: &SchemaRef) -> Result<(), SinkError> {
        Ok(())
    }

    fn batch(&mut self, batch: &RecordBatch) -> Result<(), SinkError> {
        Ok(self.0.write(batch)?)
    }
}

impl<W: Write> RowWriter for JsonLines<W> {
    fn finish(&mut self) -> Result<(), SinkError> {
        Ok(self.0.finish()?)
    }
}

struct ArrowStream<W: Write> {
    target: Option<W>,
    writer: Option<StreamWriter<W>>,
}

impl<W: Write> Sink for ArrowStream<W> {
    fn schema(&mut self, schema: &SchemaRef) -> Result<(), SinkError> {
        if let Some(target) = self.target.take() {
            self.writer = Some(StreamWriter::try_new(target, schema)?);
        }
        Ok(())
    }

    fn batch(&mut self, batch: &RecordBatch) -> Result<(), SinkError> {
        Ok(opened(self.writer.as_mut())?.write(batch)?)
    }
}

impl<W: Write> RowWriter for ArrowStream<W> {
    fn finish(&mut self) -> Result<(), SinkError> {
        let writer = opened(self.writer.as_mut())?;
        writer.finish()?;
        Ok(writer.get_mut().flush()?)
    }
}

struct Parquet<W: Write + Send> {
    target: Option<W>,
    writer: Option<ArrowWriter<W>>,
}

impl<W: Write + Send> Sink for Parquet<W> {
    fn schema(&mut self, schema: &SchemaRef) -> Result<(), SinkError> {
        if let Some(target) = self.target.take() {
            let properties = WriterProperties::builder()
                .set_compression(Compression::ZSTD(ZstdLevel::default()))
                .set_created_by(concat!("dosic ", env!("CARGO_PKG_VERSION")).to_owned())
                .build();
            self.writer = Some(ArrowWriter::try_new(
                target,
                schema.clone(),
                Some(properties),
            )?);
        }
        Ok(())
    }

    fn batch(&mut self, batch: &RecordBatch) -> Result<(), SinkError> {
        Ok(opened(self.writer.as_mut())?.write(batch)?)
    }
}

impl<W: Write + Send> RowWriter for Parquet<W> {
    fn finish(&mut self) -> Result<(), SinkError> {
        opened(self.writer.as_mut())?.finish()?;
        Ok(())
    }
}

/// The writer that the schema opened; an engine gives the schema before anything else.
fn opened<T>(writer: Option<&mut T>) -> Result<&mut T, ArrowError> {
    writer.ok_or_else(|| {
        ArrowError::InvalidArgumentError("rows came before their columns".to_owned())
    })
}
