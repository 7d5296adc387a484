//! `dosic-fuzz TARGET [--seconds N] [--seed S] | --replay FILE | …`

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use dosic_fuzz::{Job, Options, Outcome, USAGE};

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            let _ = writeln!(io::stderr(), "{message}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match work(&options) {
        Ok(code) => code,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::from(2)
        }
    }
}

fn work(options: &Options) -> io::Result<ExitCode> {
    let mut out = io::stdout();
    let target = options.target;
    let outcome = match &options.job {
        Job::Run => dosic_fuzz::run(options)?,
        Job::Replay(file) => dosic_fuzz::replay(target, file)?,
        Job::Export(folder) => {
            let count = dosic_fuzz::export(target, Path::new(folder))?;
            writeln!(out, "{}: {count} seeds", target.name)?;
            return Ok(ExitCode::SUCCESS);
        }
        Job::Words(file) => {
            std::fs::write(file, target.dictionary())?;
            return Ok(ExitCode::SUCCESS);
        }
        Job::Pack(folder) => {
            out.write_all(dosic_fuzz::pack(target, Path::new(folder))?.as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
    };
    report(options, &outcome, &mut out)
}

fn report(options: &Options, outcome: &Outcome, out: &mut dyn Write) -> io::Result<ExitCode> {
    let (name, cases, seed) = (options.target.name, outcome.cases, options.seed);
    let Some(failure) = &outcome.failure else {
        writeln!(out, "{name}: {cases} cases, seed {seed}, no fault")?;
        return Ok(ExitCode::SUCCESS);
    };
    writeln!(
        out,
        "{name}: case {cases}, seed {seed}: {}\n{:?}\nkept in {}",
        failure.message, failure.text, failure.file
    )?;
    Ok(ExitCode::FAILURE)
}
