//! Many generated cases on both engines, in threads; failures are made small, and can be kept as files.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use dosic_generate::{Case, Random, Sizes, case, shrink};

use super::Outcome;
use super::engines::Engines;

/// How often a long run says how far it is.
const PROGRESS: Duration = Duration::from_secs(15);

/// What [`Tally::outcomes`] calls a case whose windows leave several answers, of which an engine gave another.
pub const TIED: &str = "windows over tied rows";

/// Which cases to run, and how.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The seed of all cases.
    pub seed: u64,
    /// Their numbers; a case depends on the seed and its number alone.
    pub cases: Range<u64>,
    /// Cases below this number run on Postgres too, if there is one.
    pub on_postgres: u64,
    /// How many threads.
    pub jobs: usize,
    /// After how many failures to stop.
    pub failures: usize,
    /// The folder that gets a file for each failure.
    pub keep: Option<PathBuf>,
}

/// A case that came to an end.
struct Ended {
    index: u64,
    result: Result<Outcome, String>,
}

impl Campaign {
    /// Runs the cases; `open` makes the engines of a thread, `progress` gets a line now and then.
    ///
    /// # Errors
    /// If an engine cannot be opened or filled, or a file cannot be written.
    pub fn run(
        &self,
        open: &(dyn Fn() -> Result<Engines, String> + Sync),
        progress: &dyn Fn(&str),
    ) -> Result<Tally, String> {
        let started = Instant::now();
        let next = AtomicU64::new(self.cases.start);
        let stop = AtomicBool::new(false);
        let mut tally = Tally::default();
        let mut trouble = None;
        std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            let workers: Vec<_> = (0..self.jobs.max(1))
                .map(|_| {
                    let sender = sender.clone();
                    scope.spawn(|| self.work(&next, &stop, open, sender))
                })
                .collect();
            drop(sender);
            let mut said = Instant::now();
            loop {
                match receiver.recv_timeout(PROGRESS) {
                    Ok(ended) => tally.end(self, ended),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => break,
                }
                if tally.failures.len() >= self.failures {
                    stop.store(true, Ordering::Relaxed);
                }
                if said.elapsed() >= PROGRESS {
                    said = Instant::now();
                    progress(&tally.line(self, started.elapsed()));
                }
            }
            for worker in workers {
                match worker.join() {
                    Ok(Ok(spent)) => tally.spend(spent),
                    Ok(Err(why)) => trouble = Some(why),
                    Err(_) => trouble = Some("a thread of the campaign panicked".to_owned()),
                }
            }
        });
        tally.time = started.elapsed();
        match trouble {
            Some(why) => Err(why),
            None => Ok(tally),
        }
    }

    /// One thread: takes the next case until there is none. Gives the time spent on each part.
    fn work(
        &self,
        next: &AtomicU64,
        stop: &AtomicBool,
        open: &(dyn Fn() -> Result<Engines, String> + Sync),
        ended: Sender<Ended>,
    ) -> Result<BTreeMap<&'static str, Duration>, String> {
        let mut engines = open()?;
        let mut spent = BTreeMap::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= self.cases.end || stop.load(Ordering::Relaxed) {
                add_times(&mut spent, engines.spent());
                return Ok(spent);
            }
            let generated = case(&mut Random::new(self.seed, index), &Sizes::small());
            let on_postgres = index < self.on_postgres;
            let result = match engines.check(&generated, on_postgres) {
                Ok(outcome) => Ok(outcome),
                Err(why) => Err(self.small(index, generated, &why, &mut engines)?),
            };
            // An internal error leaves DuckDB unusable.
            if matches!(result, Ok(Outcome::EngineFault)) {
                add_times(&mut spent, engines.spent());
                engines = open()?;
            }
            if ended.send(Ended { index, result }).is_err() {
                add_times(&mut spent, engines.spent());
                return Ok(spent);
            }
        }
    }

    /// Makes a failing case small, keeps it, and says how to run it again.
    fn small(
        &self,
        index: u64,
        failing: Case,
        why: &str,
        engines: &mut Engines,
    ) -> Result<String, String> {
        let on_postgres = index < self.on_postgres;
        // Shrinking must not wander off to another fault.
        let kind = |why: &str| why.chars().take(42).collect::<String>();
        let first = kind(why);
        let mut fails = |c: &Case| {
            let result = engines.check(c, on_postgres);
            result.is_err_and(|why| kind(&why) == first)
        };
        let small = shrink(failing, &mut fails);
        let why = engines.check(&small, on_postgres).err();
        let why = why.unwrap_or_else(|| format!("not every time: {first}"));
        let seed = self.seed;
        if let Some(folder) = &self.keep {
            let headline = why.lines().next().unwrap_or_default();
            keep(folder, seed, index, &format!("{headline}\n{small}"))
                .map_err(|e| format!("{}: {e}", folder.display()))?;
        }
        Ok(format!(
            "=== DOSIC_SEED={seed} DOSIC_CASE={index}: {why}\n{small}"
        ))
    }
}

/// Writes a fixture as `tests/fixtures/equivalence` holds them.
fn keep(folder: &Path, seed: u64, index: u64, text: &str) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join(format!("seed_{seed}_case_{index}.txt")), text)
}

/// What came of the cases of one or more campaigns.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// How many cases came to an end.
    pub cases: u64,
    /// Cases with rows that all agree on.
    pub accepted: u64,
    /// How often an engine gave such rows: more than `accepted` where there are two.
    pub results: u64,
    /// How many cases came out how.
    pub outcomes: BTreeMap<String, u64>,
    /// How many accepted cases have each shape.
    pub shapes: BTreeMap<&'static str, u64>,
    /// What disagreed, with the smallest case found.
    pub failures: Vec<String>,
    /// The time from start to end.
    pub time: Duration,
    /// The time that threads spent on each part.
    pub spent: BTreeMap<&'static str, Duration>,
}

impl Tally {
    fn end(&mut self, campaign: &Campaign, ended: Ended) {
        debug_assert!(campaign.cases.contains(&ended.index));
        self.cases += 1;
        let what = match ended.result {
            Err(failure) => {
                self.failures.push(failure);
                "disagreed".to_owned()
            }
            Ok(Outcome::Accepted {
                shapes,
                rows,
                engines,
            }) => {
                self.accepted += 1;
                self.results += u64::try_from(engines).unwrap_or(0);
                for shape in shapes {
                    *self.shapes.entry(shape).or_default() += 1;
                }
                let kind = if rows == 0 { "without" } else { "with" };
                format!("accepted, {kind} rows")
            }
            Ok(Outcome::Refused(code)) => format!("refused: {}", code.name()),
            Ok(Outcome::Invalid(code)) => format!("invalid: {}", code.name()),
            Ok(Outcome::Failed) => "failed on the data".to_owned(),
            Ok(Outcome::EngineFault) => "internal error of the engine".to_owned(),
            Ok(Outcome::Undetermined) => TIED.to_owned(),
            Ok(Outcome::Unknown(what)) => format!("not implemented: {what}"),
        };
        *self.outcomes.entry(what).or_default() += 1;
    }

    fn spend(&mut self, spent: BTreeMap<&'static str, Duration>) {
        add_times(&mut self.spent, spent);
    }

    /// Adds what came of another campaign, which ran after this one.
    pub fn add(&mut self, other: Self) {
        self.cases += other.cases;
        self.accepted += other.accepted;
        self.results += other.results;
        self.time += other.time;
        self.failures.extend(other.failures);
        self.spend(other.spent);
        for (what, count) in other.outcomes {
            *self.outcomes.entry(what).or_default() += count;
        }
        for (shape, count) in other.shapes {
            *self.shapes.entry(shape).or_default() += count;
        }
    }

    /// How far a campaign is.
    fn line(&self, campaign: &Campaign, elapsed: Duration) -> String {
        format!(
            "seed {}: {} of {} cases, {} disagree, {:.0} cases/s",
            campaign.seed,
            self.cases,
            campaign.cases.end - campaign.cases.start,
            self.failures.len(),
            rate(self.cases, elapsed)
        )
    }
}

fn add_times(sums: &mut BTreeMap<&'static str, Duration>, times: BTreeMap<&'static str, Duration>) {
    for (part, time) in times {
        *sums.entry(part).or_default() += time;
    }
}

#[allow(clippy::cast_precision_loss, reason = "a rate for people")]
fn rate(cases: u64, time: Duration) -> f64 {
    cases as f64 / time.as_secs_f64().max(1e-9)
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        for (what, count) in &self.outcomes {
            writeln!(out, "{count:>9} {what}")?;
        }
        for (shape, count) in &self.shapes {
            writeln!(out, "{count:>9} of {} accepted: {shape}", self.accepted)?;
        }
        writeln!(
            out,
            "{:>9} cases, {} results of engines compared, {:.1} s, {:.0} cases/s",
            self.cases,
            self.results,
            self.time.as_secs_f64(),
            rate(self.cases, self.time)
        )?;
        for (part, time) in &self.spent {
            writeln!(out, "{:>9.1} s of all threads: {part}", time.as_secs_f64())?;
        }
        f.write_str(&out)
    }
}
