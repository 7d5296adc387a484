//! `dosic-fuzz TARGET [--seconds N] [--seed S] | --replay FILE`

use std::io::Write;
use std::process::ExitCode;

use dosic_fuzz::{Options, Outcome, USAGE};

fn main() -> ExitCode {
    let mut out = std::io::stdout();
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            let _ = writeln!(std::io::stderr(), "{message}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let outcome = match &options.replay {
        Some(file) => dosic_fuzz::replay(options.target, file),
        None => dosic_fuzz::run(&options),
    };
    match outcome {
        Ok(Outcome {
            cases,
            failure: None,
        }) => {
            let _ = writeln!(
                out,
                "{}: {cases} cases, seed {}, no fault",
                options.target.name, options.seed
            );
            ExitCode::SUCCESS
        }
        Ok(Outcome {
            cases,
            failure: Some(failure),
        }) => {
            let _ = writeln!(
                out,
                "{}: case {cases}, seed {}: {}\n{:?}\nkept in {}",
                options.target.name, options.seed, failure.message, failure.text, failure.file
            );
            ExitCode::FAILURE
        }
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "{error}");
            ExitCode::from(2)
        }
    }
}
