//! The warm benchmark: loading models of 10 to 10,000 metrics, and compiling queries on them in process.
//!
//! `cargo bench -p dosic-benches` prints a Markdown table; with the tests, everything small runs once.

#![allow(clippy::unwrap_used, reason = "a benchmark that cannot run must fail")]

use std::io::Write;
use std::time::Duration;

use dosic_benches::compiling::{Model, Query};
use dosic_benches::generated::{model, wide_model};
use dosic_benches::timing::{Times, growth, shown};

const SIZES: &[usize] = &[10, 100, 1_000, 10_000];

/// How long a measurement may take, and how many runs it has at least.
#[derive(Clone, Copy)]
struct Effort {
    sizes: &'static [usize],
    time: Duration,
    least: usize,
}

fn main() {
    // `cargo bench` passes --bench; anything else is a trial run.
    let effort = if std::env::args().any(|a| a == "--bench") {
        Effort {
            sizes: SIZES,
            time: Duration::from_secs(1),
            least: 20,
        }
    } else {
        Effort {
            sizes: &[10, 100],
            time: Duration::ZERO,
            least: 1,
        }
    };
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "| what | metrics in the model | min | median | p95 | runs |"
    )
    .unwrap();
    writeln!(out, "|---|---:|---:|---:|---:|---:|").unwrap();
    loading(&mut out, effort);
    for (name, query) in queries() {
        compiling(&mut out, effort, name, &query);
    }
    wide(&mut out, effort);
}

fn loading(out: &mut impl Write, effort: Effort) {
    let mut points = Vec::new();
    for &size in effort.sizes {
        let text = model(size);
        let times = Times::of(effort.least, effort.time, || Model::load(&text).unwrap());
        row(
            out,
            &format!("load and check ({} KB)", text.len() / 1000),
            size,
            &times,
        );
        points.push((size, times.percentile(0)));
    }
    slope(out, &points);
}

fn compiling(out: &mut impl Write, effort: Effort, name: &str, query: &Query) {
    let mut points = Vec::new();
    for &size in effort.sizes {
        let loaded = Model::load(&model(size)).unwrap();
        let least = effort.least * 10;
        let times = Times::of(least, effort.time, || loaded.compile(query).unwrap());
        row(out, name, size, &times);
        points.push((size, times.percentile(0)));
    }
    slope(out, &points);
}

fn wide(out: &mut impl Write, effort: Effort) {
    let (text, metrics, columns) = wide_model();
    let loaded = Model::load(&text).unwrap();
    let query = Query::new(&metrics, &columns, None);
    let times = Times::of(effort.least, effort.time, || {
        loaded.compile(&query).unwrap()
    });
    row(out, "70 metrics × 100 dimensions", metrics.len(), &times);
}

/// The queries, which every size of model can answer.
fn queries() -> Vec<(&'static str, Query)> {
    let names = |all: &[&str]| -> Vec<String> { all.iter().map(|n| (*n).to_owned()).collect() };
    let region = names(&["customers.region"]);
    let many = names(&["customers.region", "products.category", "days.month"]);
    let filter = "customers.segment = 'business' AND products.brand <> 'none' AND days.quarter IN ('Q1', 'Q2')";
    vec![
        ("one metric", Query::new(&names(&["metric_0"]), &[], None)),
        (
            "one metric by a dimension",
            Query::new(&names(&["metric_0"]), &region, None),
        ),
        (
            "two metrics by three dimensions, three filters",
            Query::new(&names(&["metric_0", "metric_4"]), &many, Some(filter)),
        ),
    ]
}

fn row(out: &mut impl Write, what: &str, size: usize, times: &Times) {
    let [min, median, p95] = [0, 50, 95].map(|percent| shown(times.percentile(percent)));
    let runs = times.runs();
    writeln!(
        out,
        "| {what} | {size} | {min} | {median} | {p95} | {runs} |"
    )
    .unwrap();
}

/// How the fastest runs of the last sizes compare: 1 is linear, 0 flat.
fn slope(out: &mut impl Write, points: &[(usize, Duration)]) {
    if let [.., from, to] = points {
        let exponent = growth(*from, *to);
        writeln!(
            out,
            "| … grows with the size to the power of | | {exponent:.2} | | | |"
        )
        .unwrap();
    }
}
