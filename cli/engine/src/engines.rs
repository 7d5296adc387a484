//! Opening an engine, checking keys on the data, running the statement.

use std::path::Path;
use std::time::Instant;

use arrow::array::RecordBatch;
use arrow::datatypes::SchemaRef;
use dosic_cli::{Console, Database, KeyStatement, QueryJob, QueryRunner, Status};
use dosic_diagnostics::{Check, Code, Diagnostic, Severity};
use dosic_runtime::duckdb::{DuckDb, DuckDbOptions};
use dosic_runtime::postgres::Postgres;
use dosic_runtime::{Engine, EngineError, KeyCheck, Sink, SinkError, verify_keys};

use crate::interrupt;
use crate::output::Output;
use crate::spinner::Spinner;

/// The engines of this program.
pub(crate) struct Engines;

impl QueryRunner for Engines {
    fn run(&self, job: &QueryJob, console: &Console) -> Status {
        let output = match Output::open(job) {
            Ok(output) => output,
            Err(diagnostic) => return refuse(job, console, *diagnostic),
        };
        interrupt::listen();
        let mut engine = match open(&job.database) {
            Ok(engine) => engine,
            Err(error) => {
                output.discard();
                return report(job, console, &error);
            }
        };
        interrupt::cancels(engine.canceller());
        match engine.database_text() {
            Ok(None) => {}
            Ok(Some(kept)) => {
                let warnings = kept.warnings(&job.sql, &job.unchecked_collation);
                if warnings.iter().any(|w| w.severity == Severity::Error) {
                    output.discard();
                    console.report(&job.sources, &warnings);
                    return Status::InputErrors;
                }
                console.report(&job.sources, &warnings);
            }
            Err(error) => {
                output.discard();
                return report(job, console, &error);
            }
        }
        let status = run(job, console, engine.as_mut(), output);
        // The rows are written; how the connection ends changes nothing.
        let _ = engine.close();
        status
    }
}

fn open(database: &Database) -> Result<Box<dyn Engine>, EngineError> {
    match database {
        Database::DuckDb {
            file,
            file_root,
            allowed_folders,
        } => {
            let absolute = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
            let mut allowed = vec![absolute(file_root)];
            allowed.extend(allowed_folders.iter().map(|f| absolute(f)));
            let options = DuckDbOptions {
                database: file.as_deref().map(absolute),
                allowed_folders: Some(allowed),
                threads: None,
            };
            // Relative file names in sources, also inside source queries, start from the model's folder (R8).
            std::env::set_current_dir(file_root)
                .map_err(|e| EngineError::Connect(format!("{}: {e}", file_root.display())))?;
            Ok(Box::new(DuckDb::open(&options)?))
        }
        Database::Postgres { address } => Ok(Box::new(Postgres::connect(address)?)),
    }
}

fn run(job: &QueryJob, console: &Console, engine: &mut dyn Engine, mut output: Output) -> Status {
    let started = Instant::now();
    let mut spinner = Spinner::start(console, engine.name());
    let checks: Vec<KeyCheck> = job.key_statements.iter().map(key_check).collect();
    let outcome = verify_keys(engine, &checks).and_then(|violated| {
        if !violated.is_empty() {
            return Ok(Err(violated));
        }
        let mut rows = Counted {
            output: &mut output,
            spinner: &mut spinner,
            rows: 0,
        };
        engine.run(&job.sql, &mut rows)?;
        let count = rows.rows;
        output.writer.finish().map_err(EngineError::Sink)?;
        Ok(Ok(count))
    });
    spinner.stop();
    match outcome {
        Ok(Ok(rows)) => {
            if let Err(diagnostic) = output.complete() {
                return refuse(job, console, *diagnostic);
            }
            let plural = if rows == 1 { "row" } else { "rows" };
            let seconds = started.elapsed().as_secs_f64();
            console.note(&format!("({rows} {plural} in {seconds:.2} s)\n"));
            Status::Fine
        }
        Ok(Err(violated)) => {
            output.discard();
            console.report(&job.sources, &violated);
            Status::InputErrors
        }
        Err(EngineError::Sink(error)) => {
            let gone = output.reader_is_gone();
            let message = format!("cannot write to {}: {error}", output.name);
            output.discard();
            if gone {
                return Status::Fine;
            }
            refuse(
                job,
                console,
                Diagnostic::new(Code::Io, Check::Run, message).kind("write"),
            )
        }
        Err(error) => {
            output.discard();
            report(job, console, &error)
        }
    }
}

fn report(job: &QueryJob, console: &Console, error: &EngineError) -> Status {
    if matches!(error, EngineError::Cancelled) {
        console.note("interrupted\n");
        return Status::Interrupted;
    }
    let mut diagnostic = error.diagnostic();
    if diagnostic.help.is_none() {
        let help = match untyped(&job.untyped).filter(|_| error.may_be_of_types()) {
            Some(columns) => format!(
                "declare the `datatype` of fields, so that values are converted as their types need it; {columns}"
            ),
            None => {
                "`dosic compile` with the same clauses prints the statement that was run".to_owned()
            }
        };
        diagnostic = diagnostic.help(help);
    }
    console.report(&job.sources, &[diagnostic]);
    Status::EngineFailed
}

/// A sentence about the columns without a datatype, if there are any; it names some.
fn untyped(columns: &[String]) -> Option<String> {
    const NAMED: usize = 5;
    let named: Vec<String> = columns
        .iter()
        .take(NAMED)
        .map(|c| format!("`{c}`"))
        .collect();
    let named = named.join(", ");
    match columns.len() {
        0 => None,
        1..=NAMED => Some(format!("unknown is that of {named}")),
        _ => Some(format!(
            "unknown is that of {named} and {} more",
            columns.len() - NAMED
        )),
    }
}

fn refuse(job: &QueryJob, console: &Console, diagnostic: Diagnostic) -> Status {
    let status = if diagnostic.code == Code::Usage {
        Status::Usage
    } else {
        Status::InputErrors
    };
    console.report(&job.sources, &[diagnostic]);
    status
}

fn key_check(statement: &KeyStatement) -> KeyCheck {
    KeyCheck {
        relationship: statement.relationship.clone(),
        dataset: statement.dataset.clone(),
        columns: statement.columns.clone(),
        sql: statement.sql.clone(),
        span: statement.span,
    }
}

/// Counts rows on their way, and clears the spinner before the first of them.
struct Counted<'a> {
    output: &'a mut Output,
    spinner: &'a mut Spinner,
    rows: usize,
}

impl Sink for Counted<'_> {
    fn schema(&mut self, schema: &SchemaRef) -> Result<(), SinkError> {
        self.output.writer.schema(schema)
    }

    fn batch(&mut self, batch: &RecordBatch) -> Result<(), SinkError> {
        self.spinner.stop();
        self.rows += batch.num_rows();
        self.output.writer.batch(batch)
    }
}
