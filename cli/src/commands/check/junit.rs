//! Findings as JUnit XML, which build servers show as test results.

use std::collections::BTreeMap;

use dosic_diagnostics::{Diagnostic, SourceMap};
use quick_xml::escape::escape;

use crate::report::{plain_text, severity_name};

/// The report: a suite for each file, with a test case for each finding, or one that passes where there is none. A
/// finding that is `denied` is a failure; what is milder stands in the output of its test case, which passes.
pub(super) fn report(
    sources: &SourceMap,
    findings: &[Diagnostic],
    denied: &dyn Fn(&Diagnostic) -> bool,
) -> String {
    let mut files: BTreeMap<&str, Vec<&Diagnostic>> = sources
        .files()
        .map(|(_, f)| (f.name.as_str(), Vec::new()))
        .collect();
    for finding in findings {
        let file = finding.span().and_then(|span| sources.get(span.file));
        let name = file.map_or("dosic", |f| f.name.as_str());
        files.entry(name).or_default().push(finding);
    }
    let mut suites = String::new();
    let (mut all_tests, mut all_failures) = (0, 0);
    for (file, findings) in &files {
        let failures = findings.iter().filter(|d| denied(d)).count();
        let tests = findings.len().max(1);
        all_tests += tests;
        all_failures += failures;
        suites.push_str(&format!(
            "  <testsuite name=\"{}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"0\">\n",
            attribute(file)
        ));
        if findings.is_empty() {
            suites.push_str(&format!(
                "    <testcase classname=\"{}\" name=\"nothing wrong\"/>\n",
                attribute(file)
            ));
        }
        for finding in findings {
            suites.push_str(&test_case(sources, file, finding, denied(finding)));
        }
        suites.push_str("  </testsuite>\n");
    }
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <testsuites name=\"dosic check\" tests=\"{all_tests}\" failures=\"{all_failures}\" errors=\"0\">\n\
         {suites}</testsuites>\n"
    )
}

fn test_case(sources: &SourceMap, file: &str, finding: &Diagnostic, is_denied: bool) -> String {
    let place = finding.span().map_or(String::new(), |span| {
        let (line, column) = sources.line_column(span);
        format!(" at {line}:{column}")
    });
    let name = format!("{}{place}", finding.code.name());
    let text = escape(printable(&plain_text(sources, finding))).into_owned();
    let outcome = if is_denied {
        format!(
            "<failure type=\"{}\" message=\"{}\">{text}</failure>",
            severity_name(finding.severity),
            attribute(&finding.message)
        )
    } else {
        format!("<system-out>{text}</system-out>")
    };
    format!(
        "    <testcase classname=\"{}\" name=\"{}\">\n      {outcome}\n    </testcase>\n",
        attribute(file),
        attribute(&name)
    )
}

/// Text inside the quotes of an attribute, where readers take line ends for blanks.
fn attribute(text: &str) -> String {
    let escaped = escape(printable(text));
    escaped.replace('\n', "&#10;").replace('\t', "&#9;")
}

/// XML 1.0 has no way to write control characters and non-characters.
fn printable(text: &str) -> String {
    let is_shown = |c: char| matches!(c, '\t' | '\n' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    let shown = |c| if is_shown(c) { c } else { '\u{fffd}' };
    text.chars().map(shown).collect()
}
