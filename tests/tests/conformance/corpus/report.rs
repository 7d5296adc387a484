//! The page `docs/conformance.md`: who witnesses what, with the results of this run.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use dosic_diagnostics::{Code, Severity};

use super::case::Case;
use super::registry::{DECISIONS, ELSEWHERE, EXTENSIONS, Entry, Needs, TOPICS};

/// Where cases run.
pub(crate) const TARGETS: [&str; 3] = ["interpreter", "duckdb", "postgres"];

/// How a case came out on each target; it is not for those that are missing.
pub(crate) type Results = BTreeMap<&'static str, Result<(), String>>;

/// A case and its results.
pub(crate) struct Measured {
    /// The case.
    pub(crate) case: Case,
    /// Its results.
    pub(crate) results: Results,
}

/// The text of the page.
pub(crate) fn page(measured: &[Measured]) -> String {
    let mut text = HEAD.to_owned();
    summary(&mut text, measured);
    for (title, kind, entries) in [
        ("Decisions", "decisions", DECISIONS),
        ("Extensions", "extensions", EXTENSIONS),
        ("Forms of models", "topics", TOPICS),
    ] {
        let _ = write!(text, "\n## {title}\n{}", table_head(true));
        for entry in entries {
            let row = (entry.id.to_owned(), entry.says);
            witnesses(&mut text, measured, row, |c| {
                c.witness(kind).iter().any(|w| w == entry.id)
            });
        }
    }
    codes(&mut text, measured);
    cases(&mut text, measured);
    targets(&mut text, measured);
    text
}

fn table_head(with_witnesses: bool) -> &'static str {
    if with_witnesses {
        "\n| | says | interpreter | DuckDB | Postgres | witnesses |\n|---|---|---|---|---|---|\n"
    } else {
        "\n| | cases | interpreter | DuckDB | Postgres |\n|---|---|---|---|---|\n"
    }
}

fn summary(text: &mut String, measured: &[Measured]) {
    let _ = write!(text, "\n## Counts\n{}", table_head(false));
    let mut line = |name: &str, wanted: &dyn Fn(&Case) -> bool| {
        let chosen: Vec<&Measured> = measured.iter().filter(|m| wanted(&m.case)).collect();
        let _ = writeln!(text, "| {name} | {} | {} |", chosen.len(), counts(&chosen));
    };
    for group in super::case::GROUPS {
        let prefix = format!("{group}/");
        line(group, &|case| case.label.starts_with(&prefix));
    }
    line("all", &|_| true);
    line("with rows", &Case::answers);
    line("refused", &|case| !case.answers());
}

/// How many passed of those that ran, target by target.
fn counts(chosen: &[&Measured]) -> String {
    let cell = |target: &&'static str| {
        let ran: Vec<_> = chosen
            .iter()
            .filter_map(|m| m.results.get(target))
            .collect();
        let passed = ran.iter().filter(|r| r.is_ok()).count();
        match ran.len() {
            0 => "–".to_owned(),
            all => format!("{passed} of {all}"),
        }
    };
    TARGETS.iter().map(cell).collect::<Vec<_>>().join(" | ")
}

fn witnesses(
    text: &mut String,
    measured: &[Measured],
    (id, says): (String, &str),
    wanted: impl Fn(&Case) -> bool,
) {
    let chosen: Vec<&Measured> = measured.iter().filter(|m| wanted(&m.case)).collect();
    let links: Vec<String> = chosen.iter().map(|m| link(&m.case)).collect();
    let (counts, links) = (counts(&chosen), links.join(", "));
    let _ = writeln!(text, "| {id} | {says} | {counts} | {links} |");
}

/// A link whose target stands at the end of the page, since most cases are linked several times.
fn link(case: &Case) -> String {
    format!("[{}]", name(case))
}

fn name(case: &Case) -> &str {
    case.label.rsplit('/').next().unwrap_or_default()
}

fn targets(text: &mut String, measured: &[Measured]) {
    text.push('\n');
    for Measured { case, .. } in measured {
        let _ = writeln!(
            text,
            "[{}]: ../tests/conformance/{}",
            name(case),
            case.label
        );
    }
}

fn codes(text: &mut String, measured: &[Measured]) {
    let mut codes: Vec<Code> = Code::ALL.to_vec();
    codes.sort_by_key(|c| (c.severity() != Severity::Error, c.name()));
    let _ = write!(text, "\n## Codes\n{}", table_head(true));
    for code in codes.iter().filter(|c| !c.is_reserved()) {
        let name = format!("[`{0}`](codes/{0}.md)", code.name());
        if let Some((_, test)) = ELSEWHERE.iter().find(|(c, _)| c == code) {
            let meaning = code.meaning();
            let shown = format!("no case can show it: [{test}](../{test})");
            let _ = writeln!(text, "| {name} | {meaning} | – | – | – | {shown} |");
            continue;
        }
        witnesses(text, measured, (name, code.meaning()), |case| {
            case.witness("codes").iter().any(|c| c == code.name())
        });
    }
    text.push_str("\nReserved, never raised: ");
    let reserved: Vec<String> = codes
        .iter()
        .filter(|c| c.is_reserved())
        .map(|c| format!("[`{0}`](codes/{0}.md)", c.name()))
        .collect();
    let _ = writeln!(text, "{}.", reserved.join(", "));
}

fn cases(text: &mut String, measured: &[Measured]) {
    text.push_str("\n## Cases\n\n| case | shows | sections | interpreter | DuckDB | Postgres |\n|---|---|---|---|---|---|\n");
    for Measured { case, results } in measured {
        let cell = |target: &&'static str| match results.get(target) {
            None => "–",
            Some(Ok(())) => "pass",
            Some(Err(_)) => "**fail**",
        };
        let cells: Vec<&str> = TARGETS.iter().map(cell).collect();
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} |",
            link(case),
            case.title.replace('|', "\\|"),
            case.witness("sections").join(", "),
            cells.join(" | ")
        );
    }
}

/// What lacks witnesses.
pub(crate) fn unwitnessed(measured: &[Measured]) -> Vec<String> {
    let cases: Vec<&Case> = measured.iter().map(|m| &m.case).collect();
    let mut lacking = Vec::new();
    for (kind, entries) in [
        ("decisions", DECISIONS),
        ("extensions", EXTENSIONS),
        ("topics", TOPICS),
    ] {
        lacking.extend(entries.iter().filter_map(|e| lacks(&cases, kind, e)));
        let known = |id: &String| entries.iter().any(|e| e.id == id);
        for case in &cases {
            let strange = case.witness(kind).iter().find(|id| !known(id));
            lacking.extend(strange.map(|id| format!("{}: there is no {id}", case.label)));
        }
    }
    for code in Code::ALL.iter().filter(|c| !c.is_reserved()) {
        let witnessed = cases
            .iter()
            .any(|c| c.witness("codes").iter().any(|w| w == code.name()));
        let excused = ELSEWHERE.iter().any(|(c, _)| c == code);
        if witnessed == excused {
            let why = if excused {
                "has both a witness and an excuse"
            } else {
                "has no witness"
            };
            lacking.push(format!("{} {why}", code.name()));
        }
    }
    for (index, case) in cases.iter().enumerate() {
        if cases.iter().take(index).any(|c| name(c) == name(case)) {
            lacking.push(format!("two cases are called {}", name(case)));
        }
    }
    for (code, test) in ELSEWHERE {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(test);
        if !fs::read_to_string(path).is_ok_and(|text| text.contains(code.name())) {
            lacking.push(format!("{test} does not show {}", code.name()));
        }
    }
    lacking
}

fn lacks(cases: &[&Case], kind: &str, entry: &Entry) -> Option<String> {
    let mut of_it = cases
        .iter()
        .filter(|c| c.witness(kind).iter().any(|w| w == entry.id));
    let rows = of_it.clone().any(|c| c.answers());
    let refusal = of_it.any(|c| c.refuses());
    let missing = match entry.needs {
        Needs::Rows | Needs::Both if !rows => "a witness with rows",
        Needs::Refusal | Needs::Both if !refusal => "a witness that is refused",
        _ => return None,
    };
    Some(format!("{} lacks {missing}", entry.id))
}

const HEAD: &str = "# Conformance

<!-- Made by the test `own_corpus`; do not edit. -->

Every case of `tests/conformance` as it came out when this page was made, and what it is a witness of. A case is a
model, a query, and rows or a code, which somebody worked out by hand: for rows there is a statement in plain SQL that
each engine must answer alike. The reference interpreter answers a case by definition; for the engines it is compiled
with all passes and with none, twice to the same bytes, and run. Where a case does not say which mode it is about, it
holds in both, with `--strict` and without. [The form of a case](../tests/conformance/README.md).

`UPDATE_DOCS=1 cargo test -p dosic-tests --test conformance own_corpus` makes the page anew; without the variable the
test fails where the page is not what the run gives, and where a decision, an extension or a code has no witness.
";
