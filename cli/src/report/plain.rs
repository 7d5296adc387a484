//! One line a diagnostic, with its further places and the way out indented below.

use std::fmt::Write;

use dosic_diagnostics::{Diagnostic, Label, SourceMap};

use super::severity_name;

/// `path:line:column: error[CODE]: message`, then labels and help.
pub(crate) fn text(sources: &SourceMap, diagnostic: &Diagnostic) -> String {
    let mut text = String::new();
    let mut labels = diagnostic.labels.iter();
    let primary = labels.next();
    if let Some(label) = primary {
        let _ = write!(text, "{}: ", place(sources, label));
    }
    let severity = severity_name(diagnostic.severity);
    let _ = writeln!(
        text,
        "{severity}[{}]: {}",
        diagnostic.full_code(),
        diagnostic.message
    );
    if let Some(label) = primary.filter(|l| !matches!(l.text.as_str(), "" | "here")) {
        let _ = writeln!(text, "  here: {}", label.text);
    }
    for label in labels {
        let _ = writeln!(text, "  {}: {}", place(sources, label), label.text);
    }
    if let Some(help) = &diagnostic.help {
        let mut lines = help
            .lines()
            .map(str::trim_end)
            .filter(|line| !line.is_empty());
        let _ = writeln!(text, "  help: {}", lines.next().unwrap_or(""));
        for line in lines {
            let _ = writeln!(text, "    {line}");
        }
    }
    text
}

fn place(sources: &SourceMap, label: &Label) -> String {
    let name = sources
        .get(label.span.file)
        .map_or("?", |f| f.name.as_str());
    let (line, column) = sources.line_column(label.span);
    format!("{name}:{line}:{column}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use dosic_diagnostics::{Check, Code, Span};

    #[test]
    fn the_first_line_holds_place_and_code() {
        let mut sources = SourceMap::default();
        let file = sources.add("shop.yaml", "a: 1\nfild: 2\n");
        let diagnostic = Diagnostic::new(Code::Schema, Check::Schema, "unknown key `fild`")
            .kind("unknown-key")
            .at(Span::new(file, 5, 9), "not a key of a dataset")
            .at(Span::new(file, 0, 1), "in this dataset")
            .help("did you mean `field`?");
        assert_eq!(
            text(&sources, &diagnostic),
            "shop.yaml:2:1: error[E_SCHEMA/unknown-key]: unknown key `fild`\n  here: not a key of a dataset\n  \
             shop.yaml:1:1: in this dataset\n  help: did you mean `field`?\n"
        );
    }
}
