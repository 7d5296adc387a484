//! Every code has a page, and every page tells the truth: its bad example gives the code, its good one does not.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use dosic_diagnostics::{Code, Severity};
use dosic_tests::compiling::{Case, describe};
use dosic_tests::pages::{self, Example, Page};

/// Codes that no model and query alone can show, and what their page says instead of an example.
const WITHOUT_EXAMPLE: &[(Code, &str)] = &[
    (
        Code::Io,
        "no example: it needs a file that cannot be read or written",
    ),
    (Code::KeyViolated, "no example: it needs data in an engine"),
    (Code::Runtime, "no example: it needs data in an engine"),
    (
        Code::DatabaseText,
        "no example: it needs a database with such texts",
    ),
    (Code::Usage, "no example: it is about the command line"),
    (
        Code::UnusedFile,
        "no example: it needs a directory of files",
    ),
    (
        Code::NoTotal,
        "no example: it is about the views of a whole model",
    ),
];

/// The headings of a page, in order; the second one is `Why dosic warns` for warnings.
const HEADINGS: [&str; 3] = ["## What it means", "## Why dosic refuses", "## What to do"];

fn page(code: Code) -> Page {
    let pages = pages::all().unwrap();
    let found = pages.into_iter().find(|p| p.name == code.name());
    found.unwrap_or_else(|| panic!("docs/codes/{}.md is missing", code.name()))
}

#[test]
fn every_code_has_a_page_and_every_page_a_code() {
    let pages: Vec<String> = pages::all().unwrap().into_iter().map(|p| p.name).collect();
    let mut codes: Vec<&str> = Code::ALL.iter().map(|c| c.name()).collect();
    codes.sort_unstable();
    assert_eq!(pages, codes);
}

#[test]
fn pages_have_one_form() {
    for code in Code::ALL {
        let text = page(*code).text;
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some(format!("# {}", code.name()).as_str()));
        assert_eq!(lines.next(), Some(""), "{}", code.name());
        let meaning = lines.next().unwrap();
        let reserved = meaning.starts_with("Reserved: ");
        assert_eq!(reserved, code.is_reserved(), "{}", code.name());
        let end = meaning.ends_with('.') && meaning.len() > 20;
        assert!(end, "{}: `{meaning}` is no sentence", code.name());
        let headings: Vec<&str> = text.lines().filter(|l| l.starts_with("## ")).collect();
        let mut expected = HEADINGS.to_vec();
        if code.severity() != Severity::Error {
            expected[1] = "## Why dosic warns";
        }
        if reserved {
            expected = vec!["## Why dosic never raises it", "## What to do"];
        } else {
            expected.push("## Example");
        }
        assert_eq!(headings, expected, "{}", code.name());
    }
}

#[test]
fn a_code_is_shown_or_reserved_or_needs_more_than_a_model() {
    for code in Code::ALL {
        let page = page(*code);
        let bad = page.examples("bad").unwrap().len();
        let good = page.examples("good").unwrap().len();
        let excused = WITHOUT_EXAMPLE.iter().find(|(c, _)| c == code);
        let shown = page.text.lines().any(|l| l.starts_with("no example:"));
        match excused {
            Some((_, excuse)) => {
                assert!(page.text.lines().any(|l| l == *excuse), "{}", code.name());
            }
            None => assert!(!shown, "{} is not in the closed list", code.name()),
        }
        let expected = excused.is_none() && !code.is_reserved();
        assert_eq!(bad > 0, expected, "bad examples of {}", code.name());
        assert_eq!(good > 0, expected, "good examples of {}", code.name());
    }
}

#[test]
fn bad_examples_give_the_code() {
    let mut faults = Vec::new();
    for code in Code::ALL {
        for example in page(*code).examples("bad").unwrap() {
            let (codes, text) = outcome(&example);
            let right = if code.severity() == Severity::Error {
                codes.first() == Some(code)
            } else {
                codes.contains(code) && codes.iter().all(|c| c.severity() != Severity::Error)
            };
            if !right {
                faults.push(format!("bad example of {}:\n{text}", code.name()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn good_examples_compile_without_the_code() {
    let mut faults = Vec::new();
    for code in Code::ALL {
        for example in page(*code).examples("good").unwrap() {
            let (codes, text) = outcome(&example);
            let right = codes
                .iter()
                .all(|c| c.severity() != Severity::Error && c != code);
            if !right {
                faults.push(format!("good example of {}:\n{text}", code.name()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// The codes in the order reported, and all of it as text.
fn outcome(example: &Example) -> (Vec<Code>, String) {
    let case = Case {
        file: example.word("file").unwrap_or("model.yaml"),
        model: &example.model,
        query: example.query.as_deref(),
        options: example.options(),
        dialect: example.word("dialect"),
    };
    let (sources, found) = case.check();
    let text: Vec<String> = found.iter().map(|d| describe(&sources, d)).collect();
    (found.iter().map(|d| d.code).collect(), text.join("\n"))
}

/// `docs/diagnostics.md` is made from the table of codes; `UPDATE_DOCS=1` writes it anew.
#[test]
fn the_list_of_codes_is_the_table() {
    let mut text = String::from(LIST_HEAD);
    for (title, kind) in [("Errors", 0), ("Warnings", 1), ("Reserved", 2)] {
        text.push_str(&format!("\n## {title}\n\n| code | meaning |\n|---|---|\n"));
        let mut codes: Vec<&Code> = Code::ALL.iter().filter(|c| kind_of(**c) == kind).collect();
        codes.sort_by_key(|c| c.name());
        for code in codes {
            let (name, meaning) = (code.name(), code.meaning().trim_start_matches("reserved: "));
            text.push_str(&format!("| [`{name}`](codes/{name}.md) | {meaning} |\n"));
        }
        if kind == 1 {
            text.push_str(&levels());
        }
    }
    let path = pages::folder().join("../diagnostics.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    assert_eq!(
        std::fs::read_to_string(path).unwrap(),
        text,
        "run it with UPDATE_DOCS=1"
    );
}

/// How warnings are changed, and which are not warnings by default.
fn levels() -> String {
    let listed = |is_listed: fn(Code) -> bool| {
        let mut names: Vec<&str> = Code::ALL
            .iter()
            .filter(|c| is_listed(**c))
            .map(|c| c.name())
            .collect();
        names.sort_unstable();
        let names: Vec<String> = names
            .iter()
            .map(|n| format!("[`{n}`](codes/{n}.md)"))
            .collect();
        names.join(", ")
    };
    let off = listed(Code::is_off_by_default);
    let advice = listed(|c| c.severity() == Severity::Advice && !c.is_off_by_default());
    format!(
        "{LEVELS}\nOff by default: {off}. Advice, which no run fails on unless it is asked to: {advice}.\n"
    )
}

fn kind_of(code: Code) -> u8 {
    match (code.is_reserved(), code.severity()) {
        (true, _) => 2,
        (false, Severity::Error) => 0,
        (false, _) => 1,
    }
}

const LIST_HEAD: &str = "# Diagnostics

<!-- Made from the table of codes by the test `the_list_of_codes_is_the_table`; do not edit. -->

Everything dosic says about a model or query carries a code. An error refuses the input; a warning lets it pass.
`dosic explain CODE` prints the page of a code, with an example of what is refused and one of what is meant.

Codes that cover several faults print which one behind a slash: `E_SCHEMA/unknown-key`. All errors found are printed;
they are ordered by the check that found them, then by place, so the first one is the one to mend first.
";

const LEVELS: &str = "
Every warning is a rule with a name as well: `unused-dataset` is `W_UNUSED_DATASET`. `dosic.toml` sets its level for a
project, by either name:

```toml
[lint]
missing-description = \"warning\"   # off, advice, warning, error; or allow, warn, deny
W_ASSUMED_KEY = \"error\"
```

A comment in the model allows a rule for one thing. On a line of its own it holds for the next thing and all that is
indented below, behind something for that line. It gives a reason; without one, of no rule, or where it silences nothing
it is reported itself ([`W_ALLOW_COMMENT`](codes/W_ALLOW_COMMENT.md)). Errors are never silenced.

```yaml
  # dosic: allow(unused-dataset) because the metrics over it come with the next release
  - name: returns
```

Compiling runs none of the rules that only look for what is likely to be wrong; `dosic check` does.
";
