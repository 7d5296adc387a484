//! The loop: makes texts, runs the target, shrinks and keeps what fails.

use std::fs;
use std::io::{self, Seek, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::Options;
use crate::input::Material;
use crate::random::Random;
use crate::targets::Target;

/// How a run ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How many texts were tried.
    pub cases: u64,
    /// The first fault, after which the run stopped.
    pub failure: Option<Failure>,
}

/// A text for which something does not hold.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The text, shrunk.
    pub text: String,
    /// What does not hold.
    pub message: String,
    /// The file that keeps it.
    pub file: String,
}

/// Runs random texts until the time is over, the cases are done, or one fails.
///
/// # Errors
/// When the corpus cannot be read or written.
pub fn run(options: &Options) -> io::Result<Outcome> {
    let target = options.target;
    let folder = corpus(target);
    let material = material(target, &folder)?;
    let last = folder.join("crash-last");
    let mut last_file = fs::File::create(&last)?;
    let begun = Instant::now();
    let mut cases = 0;
    let mut failure = None;
    while failure.is_none() && cases < options.cases && begun.elapsed() < options.time {
        let text = material.text(&mut Random::new(options.seed, cases));
        // Kept beforehand, since an abort leaves no time to do so.
        last_file.rewind()?;
        last_file.write_all(text.as_bytes())?;
        last_file.set_len(u64::try_from(text.len()).unwrap_or(u64::MAX))?;
        if attempt(target, &text).is_err() {
            let file = folder.join(format!("crash-{}-{cases}", options.seed));
            failure = Some(keep(target, &text, &file)?);
        }
        cases += 1;
    }
    fs::remove_file(&last).ok();
    Ok(Outcome { cases, failure })
}

/// Runs the text of a file.
///
/// # Errors
/// When the file cannot be read.
pub fn replay(target: &Target, file: &str) -> io::Result<Outcome> {
    let text = fs::read_to_string(file)?;
    let failure = attempt(target, &text).err().map(|message| Failure {
        text,
        message,
        file: file.to_owned(),
    });
    Ok(Outcome { cases: 1, failure })
}

/// Runs one text; a panic is a fault like any other.
fn attempt(target: &Target, text: &str) -> Result<(), String> {
    catch_unwind(AssertUnwindSafe(|| (target.check)(text))).unwrap_or_else(|panic| {
        let message = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied());
        Err(format!("panic: {}", message.unwrap_or("unknown")))
    })
}

fn keep(target: &Target, text: &str, file: &Path) -> io::Result<Failure> {
    let text = shrink(target, text);
    let message = attempt(target, &text).err().unwrap_or_default();
    fs::File::create(file)?.write_all(text.as_bytes())?;
    Ok(Failure {
        text,
        message,
        file: file.display().to_string(),
    })
}

/// Leaves out ever smaller pieces as long as the text still fails.
fn shrink(target: &Target, text: &str) -> String {
    let mut text: Vec<char> = text.chars().collect();
    let mut size = text.len() / 2;
    while size > 0 {
        let mut at = 0;
        while at < text.len() {
            let rest = text.iter().skip(at + size);
            let shorter: Vec<char> = text.iter().take(at).chain(rest).copied().collect();
            if attempt(target, &shorter.iter().collect::<String>()).is_err() {
                text = shorter;
            } else {
                at += size;
            }
        }
        size /= 2;
    }
    text.into_iter().collect()
}

fn corpus(target: &Target) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(target.name)
}

fn material(target: &Target, folder: &Path) -> io::Result<Material> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| entry.map(|e| e.path()))
        .collect::<Result<_, _>>()?;
    files.sort();
    let mut seeds = Vec::new();
    for file in files {
        let name = file
            .file_name()
            .map(|n| n.to_string_lossy().into_owned())
            .unwrap_or_default();
        if name.starts_with("crash-") {
            continue;
        }
        let text = fs::read_to_string(&file)?;
        if name.ends_with(".lines") {
            seeds.extend(text.lines().map(str::to_owned));
        } else {
            seeds.push(text);
        }
    }
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    let nests = target.nests.iter().map(|n| (*n).to_owned()).collect();
    Ok(Material {
        seeds,
        words: words(target.words),
        nests,
    })
}
