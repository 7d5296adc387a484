//! `dosic-proof`: random cases on the interpreter and both engines, as many as one likes (`scripts/proof.sh`).

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use dosic_runtime::Rows;
use dosic_runtime::duckdb::DuckDb;
use dosic_runtime::postgres::Postgres;
use dosic_tests::equivalence::{Campaign, Engines, SHAPES, Tally};
use dosic_tests::postgres::PrivatePostgres;

const USAGE: &str = "usage: dosic-proof [OPTIONS]
  --cases N        cases for each seed (2000)
  --seed S         a seed; may be given several times (1, 2, 3)
  --case N         this case alone, with each seed
  --postgres N     of these cases so many run on Postgres too (all)
  --jobs N         threads (as many as there are processors)
  --failures N     stop a seed after so many failures (10)
  --keep FOLDER    write each failing case, made small, to a file";

/// What to do.
struct Options {
    cases: u64,
    seeds: Vec<u64>,
    case: Option<u64>,
    on_postgres: u64,
    jobs: usize,
    failures: usize,
    keep: Option<PathBuf>,
}

impl Options {
    fn parse(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self {
            cases: 2000,
            seeds: Vec::new(),
            case: None,
            on_postgres: u64::MAX,
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            failures: 10,
            keep: None,
        };
        while let Some(option) = args.next() {
            let value = args
                .next()
                .ok_or_else(|| format!("{option} needs a value"))?;
            let number = || {
                let number = value.parse::<u64>();
                number.map_err(|_| format!("{option} needs a number, not `{value}`"))
            };
            let small = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
            match option.as_str() {
                "--cases" => options.cases = number()?,
                "--seed" => options.seeds.push(number()?),
                "--case" => options.case = Some(number()?),
                "--postgres" => options.on_postgres = number()?,
                "--jobs" => options.jobs = small(number()?),
                "--failures" => options.failures = small(number()?),
                "--keep" => options.keep = Some(value.into()),
                _ => return Err(format!("there is no option `{option}`")),
            }
        }
        if options.seeds.is_empty() {
            options.seeds = vec![1, 2, 3];
        }
        Ok(options)
    }
}

fn main() -> ExitCode {
    let done = Options::parse(std::env::args().skip(1))
        .map_err(|why| format!("{why}\n{USAGE}"))
        .and_then(|options| run(&options));
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            say_aside(&why);
            ExitCode::from(2)
        }
    }
}

fn say(text: &str) {
    // Nobody can be told that nobody listens.
    let _ = writeln!(std::io::stdout(), "{text}");
}

fn say_aside(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Runs all seeds; gives whether all is well.
fn run(options: &Options) -> Result<bool, String> {
    let started = Instant::now();
    let server = PrivatePostgres::unless_skipped();
    let versions = versions(server)?;
    let open = || Engines::open(server);
    let mut all = Tally::default();
    for seed in &options.seeds {
        let campaign = Campaign {
            seed: *seed,
            cases: options.case.map_or(0..options.cases, |c| c..c + 1),
            on_postgres: options.on_postgres,
            jobs: options.jobs,
            failures: options.failures,
            keep: options.keep.clone(),
        };
        let tally = campaign.run(&open, &say_aside)?;
        for failure in &tally.failures {
            say(failure);
        }
        all.add(tally);
    }
    let missing: Vec<&&str> = SHAPES
        .iter()
        .filter(|s| !all.shapes.contains_key(**s))
        .collect();
    say(&format!(
        "equivalence on {versions}\nseeds {:?}, {} threads\n{all}",
        options.seeds, options.jobs
    ));
    // Few cases cannot reach all that there is.
    let enough = options.case.is_none() && all.cases >= 2000;
    if enough && !missing.is_empty() {
        say(&format!("shapes that no case reached: {missing:?}"));
    }
    say(&format!(
        "{} disagree; {:.0} s in all",
        all.failures.len(),
        started.elapsed().as_secs_f64()
    ));
    Ok(all.failures.is_empty() && (missing.is_empty() || !enough))
}

/// The engines with their versions.
fn versions(server: Option<&PrivatePostgres>) -> Result<String, String> {
    let duckdb = &mut DuckDb::in_memory().map_err(|e| e.to_string())?;
    let rows = Rows::of(duckdb, "SELECT version()").map_err(|e| e.to_string())?;
    let first = |rows: Rows| rows.texts().into_iter().flatten().flatten().next();
    let mut text = format!("DuckDB {}", first(rows).unwrap_or_default());
    if let Some(server) = server {
        let mut postgres = Postgres::connect(&server.address()).map_err(|e| e.to_string())?;
        let rows = Rows::of(&mut postgres, "SELECT current_setting('server_version')");
        let version = first(rows.map_err(|e| e.to_string())?).unwrap_or_default();
        text.push_str(&format!(" and Postgres {version}"));
    }
    Ok(text)
}
