//! `generate METRICS`: a model with so many metrics, on stdout.

use std::io::Write;
use std::process::ExitCode;

use dosic_benches::generated::model;

fn main() -> ExitCode {
    let Some(metrics) = std::env::args().nth(1).and_then(|n| n.parse().ok()) else {
        let _ = writeln!(std::io::stderr(), "usage: generate METRICS");
        return ExitCode::from(2);
    };
    match std::io::stdout().write_all(model(metrics).as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
