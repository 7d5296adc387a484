//! The command line of dosic, shared by `dosic` (no engine) and `dosic-engine` (with engines).
//!
//! | file | holds |
//! |---|---|
//! | `args.rs` | what can be asked |
//! | `files.rs` | from paths to sources: the walk over a model folder |
//! | `project.rs` | `dosic.toml` |
//! | `pipeline.rs` | the only place that calls the compiler |
//! | `dialects.rs` | the dialects by name |
//! | `report.rs` | diagnostics for people, pipes and programs |
//! | `product.rs` | stdout and output files |
//! | `commands.rs` | one function a command |
//! | `pages.rs` | what each code means, and where that stands |
//! | `runner.rs` | what an engine program adds: running a query |
//!
//! stdout carries a command's product and nothing else; everything else goes to stderr (ruling 3).

pub mod args;
mod commands;
mod dialects;
mod files;
mod pages;
mod pipeline;
pub mod product;
mod project;
pub mod report;
pub mod runner;
mod status;

use std::ffi::OsString;

use clap::Parser;
use dosic_diagnostics::{Check, Code, Diagnostic, SourceMap};

pub use args::RowFormat;
pub use report::Console;
pub use runner::{Database, KeyStatement, QueryJob, QueryRunner};
pub use status::Status;

/// Runs one command line, program name first. `runner` runs queries where the program holds engines; without
/// one, `query` becomes the program `dosic-engine`.
pub fn run(arguments: Vec<OsString>, runner: Option<&dyn QueryRunner>) -> Status {
    let cli = match args::Cli::try_parse_from(&arguments) {
        Ok(cli) => cli,
        Err(error) => return usage(&error, &arguments),
    };
    let console = Console::new(cli.message_format);
    commands::run(cli.command, &console, &arguments, runner)
}

/// How much stack a command line gets. Stages bound their recursion for a main thread's usual 8 MiB, and not
/// every system gives as much.
const STACK: usize = 32 << 20;

/// Runs a program's work on a thread with enough stack, whatever the system gives the main thread.
pub fn on_large_stack(work: impl FnOnce() -> Status + Send) -> Status {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        match builder
            .spawn_scoped(scope, work)
            .map(|thread| thread.join())
        {
            Ok(Ok(status)) => status,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            // Without a thread there are no resources for anything else either.
            Err(_) => Status::EngineFailed,
        }
    })
}

/// Help and version go to stdout and are fine; a wrong usage is reported with its code.
fn usage(error: &clap::Error, arguments: &[OsString]) -> Status {
    if !error.use_stderr() {
        return match error.print() {
            Ok(()) => Status::Fine,
            Err(e) => product::write_failed(&e, "stdout", &Console::new(None)),
        };
    }
    let format = asked_message_format(arguments);
    let console = Console::new(format);
    let rendered = error.render();
    if console.is_human() {
        let text = if console.has_colour() {
            rendered.ansi().to_string()
        } else {
            rendered.to_string()
        };
        let marked = text.replacen("error:", "error[E_USAGE]:", 1);
        console.write(&marked);
    } else {
        let text = rendered.to_string();
        let mut paragraphs = text.splitn(2, "\n\n");
        let first = paragraphs.next().unwrap_or("").trim();
        let message = first.strip_prefix("error: ").unwrap_or(first);
        let mut diagnostic = Diagnostic::new(Code::Usage, Check::Run, message);
        if let Some(rest) = paragraphs.next().map(str::trim).filter(|r| !r.is_empty()) {
            diagnostic = diagnostic.help(rest);
        }
        console.report(&SourceMap::default(), &[diagnostic]);
    }
    Status::Usage
}

/// The message format of arguments that could not be parsed.
fn asked_message_format(arguments: &[OsString]) -> Option<args::MessageFormat> {
    let texts: Vec<&str> = arguments.iter().filter_map(|a| a.to_str()).collect();
    let value = texts.iter().enumerate().find_map(|(i, text)| {
        let rest = text.strip_prefix("--message-format")?;
        match rest.strip_prefix('=') {
            Some(value) => Some(value),
            None => texts.get(i + 1).copied(),
        }
    });
    value.and_then(|v| clap::ValueEnum::from_str(v, true).ok())
}
