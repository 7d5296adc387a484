//! Which format rows have, and where they go.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use dosic_cli::{QueryJob, RowFormat};
use dosic_diagnostics::{Check, Code, Diagnostic};

use crate::writers::{RowWriter, writer};

/// Where the rows of a job go.
pub(crate) struct Output {
    /// Writes them.
    pub(crate) writer: Box<dyn RowWriter>,
    /// What a person calls the place.
    pub(crate) name: String,
    reader_gone: Arc<AtomicBool>,
    partial: Option<Partial>,
}

/// A file that gets its name when it is whole.
struct Partial {
    written: PathBuf,
    target: PathBuf,
}

impl Output {
    /// Opens the place that the job names.
    ///
    /// # Errors
    /// `E_USAGE` for bytes that are not meant for a terminal, `E_IO` if the file cannot be made.
    pub(crate) fn open(job: &QueryJob) -> Result<Self, Box<Diagnostic>> {
        let format = job
            .format
            .unwrap_or_else(|| format_of(job.output.as_deref()));
        let reader_gone = Arc::new(AtomicBool::new(false));
        let Some(path) = &job.output else {
            return Self::stdout(format, reader_gone);
        };
        let fault = |e: io::Error| {
            let message = format!("cannot write {}: {e}", path.display());
            Box::new(Diagnostic::new(Code::Io, Check::Run, message).kind("write"))
        };
        // The engine may move to the model's folder.
        let path = &std::path::absolute(path).unwrap_or_else(|_| path.clone());
        // Devices and pipes are written to as they are; a file appears when all rows are in it.
        let special = fs::metadata(path).is_ok_and(|m| !m.is_file());
        let partial = (!special).then(|| Partial {
            written: partial_name(path),
            target: path.clone(),
        });
        let file = File::create(partial.as_ref().map_or(path, |p| &p.written)).map_err(fault)?;
        let target = Watched {
            inner: BufWriter::new(file),
            gone: reader_gone.clone(),
        };
        Ok(Self {
            writer: writer(format, target),
            name: path.display().to_string(),
            reader_gone,
            partial,
        })
    }

    fn stdout(format: RowFormat, reader_gone: Arc<AtomicBool>) -> Result<Self, Box<Diagnostic>> {
        let binary = matches!(format, RowFormat::Arrow | RowFormat::Parquet);
        if binary && io::stdout().is_terminal() {
            let message = "Arrow and Parquet are bytes for programs, not for a terminal";
            return Err(Box::new(
                Diagnostic::new(Code::Usage, Check::Run, message)
                    .kind("binary-to-terminal")
                    .help("give a file with -o, or a pipe"),
            ));
        }
        let target = Watched {
            inner: BufWriter::new(io::stdout()),
            gone: reader_gone.clone(),
        };
        Ok(Self {
            writer: writer(format, target),
            name: "stdout".to_owned(),
            reader_gone,
            partial: None,
        })
    }

    /// Whether writing failed because nobody reads any more, which is no fault.
    pub(crate) fn reader_is_gone(&self) -> bool {
        self.reader_gone.load(Ordering::Relaxed)
    }

    /// All rows are written: gives the file its name.
    ///
    /// # Errors
    /// `E_IO`.
    pub(crate) fn complete(mut self) -> Result<(), Box<Diagnostic>> {
        // Writers flush when they are dropped, at the latest.
        drop(self.writer);
        let Some(partial) = self.partial.take() else {
            return Ok(());
        };
        fs::rename(&partial.written, &partial.target).map_err(|e| {
            let message = format!("cannot write {}: {e}", partial.target.display());
            Box::new(Diagnostic::new(Code::Io, Check::Run, message).kind("write"))
        })
    }

    /// Takes back what was written to a file.
    pub(crate) fn discard(self) {
        drop(self.writer);
        if let Some(partial) = &self.partial {
            // The fault that led here is what counts.
            let _ = fs::remove_file(&partial.written);
        }
    }
}

/// The format of a file by its ending; a table elsewhere.
fn format_of(path: Option<&Path>) -> RowFormat {
    let ending = path
        .and_then(Path::extension)
        .and_then(|e| e.to_str())
        .unwrap_or("");
    match ending.to_ascii_lowercase().as_str() {
        "csv" => RowFormat::Csv,
        "jsonl" | "ndjson" | "json" => RowFormat::Jsonl,
        "arrow" | "arrows" | "ipc" => RowFormat::Arrow,
        "parquet" | "pq" => RowFormat::Parquet,
        _ => RowFormat::Table,
    }
}

fn partial_name(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.partial", std::process::id()))
}

/// Notes when the reader of a pipe has gone away.
struct Watched<W: Write> {
    inner: W,
    gone: Arc<AtomicBool>,
}

impl<W: Write> Watched<W> {
    fn watch<T>(&self, result: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &result
            && error.kind() == ErrorKind::BrokenPipe
        {
            self.gone.store(true, Ordering::Relaxed);
        }
        result
    }
}

impl<W: Write> Write for Watched<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.inner.write(bytes);
        self.watch(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.inner.flush();
        self.watch(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_of_a_file_decides() {
        assert_eq!(format_of(Some(Path::new("a/b.CSV"))), RowFormat::Csv);
        assert_eq!(format_of(Some(Path::new("b.parquet"))), RowFormat::Parquet);
        assert_eq!(format_of(Some(Path::new("b"))), RowFormat::Table);
        assert_eq!(format_of(None), RowFormat::Table);
    }
}
