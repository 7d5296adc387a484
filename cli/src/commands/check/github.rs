//! Findings as annotations of GitHub Actions: `::error file=…,line=…,col=…,title=…::message`.

use dosic_diagnostics::{Diagnostic, Severity, SourceMap};

/// One line.
pub(super) fn annotation(sources: &SourceMap, diagnostic: &Diagnostic) -> String {
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Advice => "notice",
    };
    let mut properties = Vec::new();
    if let Some(span) = diagnostic.span() {
        let name = sources.get(span.file).map_or("", |f| f.name.as_str());
        let (line, column) = sources.line_column(span);
        properties.push(format!("file={}", property(name)));
        properties.push(format!("line={line}"));
        properties.push(format!("col={column}"));
    }
    properties.push(format!("title={}", property(&diagnostic.full_code())));
    let mut message = diagnostic.message.clone();
    if let Some(help) = &diagnostic.help {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
    format!("::{level} {}::{}\n", properties.join(","), data(&message))
}

fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use dosic_diagnostics::{Check, Code, Span};

    #[test]
    fn separators_are_escaped() {
        let mut sources = SourceMap::default();
        let file = sources.add("a,b.yaml", "x");
        let diagnostic = Diagnostic::new(Code::Schema, Check::Schema, "100% wrong")
            .at(Span::new(file, 0, 1), "")
            .help("mend it");
        assert_eq!(
            annotation(&sources, &diagnostic),
            "::error file=a%2Cb.yaml,line=1,col=1,title=E_SCHEMA::100%25 wrong%0Ahelp: mend it\n"
        );
    }
}
