//! The command line.

use std::time::Duration;

use crate::targets::{self, Target};

/// What is printed after a fault of usage.
pub const USAGE: &str = "usage: dosic-fuzz TARGET [--seconds N] [--cases N] [--seed S]
       dosic-fuzz TARGET --replay FILE      run one input
       dosic-fuzz TARGET --export FOLDER    write each seed to a file
       dosic-fuzz TARGET --words FILE       write the dictionary, as libFuzzer reads it
       dosic-fuzz TARGET --pack FOLDER      print the inputs of a folder as a file for the corpus";

/// What to do with a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Job {
    /// Random inputs.
    Run,
    /// The input of this file.
    Replay(String),
    /// Every seed to a file in this folder.
    Export(String),
    /// The dictionary to this file.
    Words(String),
    /// The inputs of this folder as one file of the corpus, printed.
    Pack(String),
}

/// What to run, and for how long.
#[derive(Clone, Debug)]
pub struct Options {
    /// What is fuzzed.
    pub target: &'static Target,
    /// When to stop.
    pub time: Duration,
    /// How many cases besides the seeds, at most.
    pub cases: u64,
    /// Where the random numbers begin.
    pub seed: u64,
    /// What to do.
    pub job: Job,
}

impl Options {
    /// Reads arguments, the program's name left out.
    ///
    /// # Errors
    /// A sentence about the first argument that is wrong.
    pub fn parse(args: impl IntoIterator<Item = String>) -> Result<Self, String> {
        let mut args = args.into_iter();
        let name = args.next().ok_or("a target is needed")?;
        let target = targets::find(&name).ok_or_else(|| {
            let known: Vec<_> = targets::ALL.iter().map(|t| t.name).collect();
            format!("unknown target `{name}`; there are: {}", known.join(", "))
        })?;
        let mut options = Self {
            target,
            time: Duration::from_secs(10),
            cases: u64::MAX,
            seed: 1,
            job: Job::Run,
        };
        while let Some(option) = args.next() {
            let value = args
                .next()
                .ok_or_else(|| format!("{option} needs a value"))?;
            let number = || {
                value
                    .parse::<u64>()
                    .map_err(|_| format!("{option} needs a number"))
            };
            match option.as_str() {
                "--seconds" => options.time = Duration::from_secs(number()?),
                "--cases" => options.cases = number()?,
                "--seed" => options.seed = number()?,
                "--replay" => options.job = Job::Replay(value),
                "--export" => options.job = Job::Export(value),
                "--words" => options.job = Job::Words(value),
                "--pack" => options.job = Job::Pack(value),
                _ => return Err(format!("unknown option `{option}`")),
            }
        }
        Ok(options)
    }
}
