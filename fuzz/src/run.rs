//! The loop: makes inputs, runs the target, shrinks and keeps what fails.

use std::fs;
use std::io::{self, Seek, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::Options;
use crate::input::Material;
use crate::seeds::folder_of;
use crate::shrink::shrink;
use crate::targets::Target;

/// An input that needs more of a processor's time is a fault. Unoptimised, most need a thousandth of it.
const SLOW: Duration = Duration::from_secs(10);

/// How a run ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How many inputs were tried.
    pub cases: u64,
    /// The first fault, after which the run stopped.
    pub failure: Option<Failure>,
}

/// An input for which something does not hold.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The input, shrunk; what is no text is shown by its bytes.
    pub text: String,
    /// What does not hold.
    pub message: String,
    /// The file that keeps it.
    pub file: String,
}

/// Runs the seeds as they are, then random inputs, until the time is over, the cases are done, or one fails.
///
/// # Errors
/// When the corpus cannot be read or written.
pub fn run(options: &Options) -> io::Result<Outcome> {
    let target = options.target;
    let folder = folder_of(target);
    fs::create_dir_all(&folder)?;
    let material = Material::of(target)?;
    let last = folder.join("crash-last");
    let mut last_file = fs::File::create(&last)?;
    let begun = Instant::now();
    let mut outcome = Outcome {
        cases: 0,
        failure: None,
    };
    let most = options.cases.saturating_add(material.seeds());
    while outcome.failure.is_none() && outcome.cases < most && begun.elapsed() < options.time {
        let case = outcome.cases;
        let input = material.input(options.seed, case);
        // Kept beforehand, since an abort leaves no time to do so.
        last_file.rewind()?;
        last_file.write_all(&input)?;
        last_file.set_len(u64::try_from(input.len()).unwrap_or(u64::MAX))?;
        if attempt(target, &input).is_err() {
            let file = folder.join(format!("crash-{}-{case}", options.seed));
            outcome.failure = Some(keep(target, &input, &file)?);
        }
        outcome.cases += 1;
    }
    fs::remove_file(&last).ok();
    Ok(outcome)
}

/// Runs the input of a file.
///
/// # Errors
/// When the file cannot be read.
pub fn replay(target: &Target, file: &str) -> io::Result<Outcome> {
    let input = fs::read(file)?;
    let failure = attempt(target, &input).err().map(|message| Failure {
        text: shown(&input),
        message,
        file: file.to_owned(),
    });
    Ok(Outcome { cases: 1, failure })
}

/// Runs one input; a panic is a fault like any other, and so is taking very long.
///
/// # Errors
/// What does not hold.
pub fn attempt(target: &Target, input: &[u8]) -> Result<(), String> {
    let begun = processor_time();
    let result = catch_unwind(AssertUnwindSafe(|| (target.check)(input)));
    let result = result.unwrap_or_else(|panic| {
        let message = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied());
        Err(format!("panic: {}", message.unwrap_or("unknown")))
    });
    let time = processor_time().saturating_sub(begun);
    match result {
        Ok(()) if time > SLOW => Err(format!("{} bytes took {time:.1?}", input.len())),
        _ => result,
    }
}

/// The time that this thread had a processor; 0 where the system does not say.
fn processor_time() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let first = text.split_whitespace().next();
    Duration::from_nanos(first.and_then(|n| n.parse().ok()).unwrap_or(0))
}

fn keep(target: &Target, input: &[u8], file: &Path) -> io::Result<Failure> {
    let input = shrink(input, &|input| attempt(target, input).is_err());
    let message = attempt(target, &input).err().unwrap_or_default();
    fs::File::create(file)?.write_all(&input)?;
    Ok(Failure {
        text: shown(&input),
        message,
        file: file.display().to_string(),
    })
}

fn shown(input: &[u8]) -> String {
    match std::str::from_utf8(input) {
        Ok(text) => text.to_owned(),
        Err(_) => input.escape_ascii().to_string(),
    }
}
