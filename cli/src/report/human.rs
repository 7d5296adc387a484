//! Reports for people: miette's graphical form. Only called when there is something to report.

use std::fmt;

use dosic_diagnostics::{Diagnostic, FileId, Label, Severity, SourceMap};
use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents,
    SourceCode, SourceSpan, SpanContents,
};

/// Lines longer than this are not drawn.
const LONG_LINE: usize = 400;

/// One diagnostic with its source underlined; places in other files follow as reports of their own.
pub(crate) fn text(sources: &SourceMap, diagnostic: &Diagnostic, colour: bool) -> String {
    if has_long_line(sources, diagnostic) {
        return format!("{}\n", super::plain::text(sources, diagnostic));
    }
    let theme = match (unicode(), colour) {
        (true, true) => GraphicalTheme::unicode(),
        (true, false) => GraphicalTheme::unicode_nocolor(),
        (false, true) => {
            let styles = miette::ThemeStyles::ansi();
            let characters = miette::ThemeCharacters::ascii();
            GraphicalTheme { characters, styles }
        }
        (false, false) => GraphicalTheme::none(),
    };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(width())
        .without_syntax_highlighting()
        .with_links(false);
    let mut text = String::new();
    let report = Report::of(sources, diagnostic);
    // Formatting fails only where a span lies outside its source; the plain form needs no source.
    if handler.render_report(&mut text, &report).is_err() {
        return super::plain::text(sources, diagnostic);
    }
    text.push('\n');
    text
}

fn unicode() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(std::env::var_os)
        .find(|v| !v.is_empty());
    locale.is_none_or(|l| l.to_string_lossy().to_ascii_uppercase().contains("UTF"))
}

fn width() -> usize {
    terminal_size::terminal_size_of(std::io::stderr())
        .map_or(100, |(width, _)| usize::from(width.0))
        .clamp(40, 120)
}

/// Whether a line to be shown is so long that the plain form tells more, as in JSON without line breaks.
fn has_long_line(sources: &SourceMap, diagnostic: &Diagnostic) -> bool {
    diagnostic.labels.iter().any(|label| {
        let text = sources.get(label.span.file).map_or("", |f| f.text.as_str());
        let (start, _) = label.span.offset_len();
        let before = text
            .get(..start)
            .and_then(|t| t.rsplit('\n').next())
            .unwrap_or("");
        let after = text
            .get(start..)
            .and_then(|t| t.split('\n').next())
            .unwrap_or("");
        before.len() + after.len() > LONG_LINE
    })
}

/// What miette asks of a diagnostic.
#[derive(Debug)]
struct Report<'s> {
    severity: Severity,
    code: Option<String>,
    message: String,
    help: Option<String>,
    source: Option<Source<'s>>,
    labels: Vec<LabeledSpan>,
    elsewhere: Vec<Report<'s>>,
}

impl<'s> Report<'s> {
    fn of(sources: &'s SourceMap, diagnostic: &Diagnostic) -> Self {
        let file = diagnostic.span().map(|s| s.file);
        let (here, there): (Vec<&Label>, Vec<&Label>) = diagnostic
            .labels
            .iter()
            .partition(|l| Some(l.span.file) == file);
        let mut labels: Vec<LabeledSpan> = here.iter().map(|l| labelled(l)).collect();
        if let (Some(first), Some(label)) = (labels.first_mut(), here.first()) {
            *first = LabeledSpan::new_primary_with_span(text_of(label), label.span.offset_len());
        }
        Self {
            severity: diagnostic.severity,
            code: Some(diagnostic.full_code()),
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            source: file.and_then(|f| source(sources, f)),
            labels,
            elsewhere: there
                .into_iter()
                .map(|l| Self::elsewhere(sources, l))
                .collect(),
        }
    }

    fn elsewhere(sources: &'s SourceMap, label: &Label) -> Self {
        Self {
            severity: Severity::Advice,
            code: None,
            message: "see also".to_owned(),
            help: None,
            source: source(sources, label.span.file),
            labels: vec![labelled(label)],
            elsewhere: Vec::new(),
        }
    }
}

/// A file of the source map, borrowed: miette's own named source wants a copy of the text.
#[derive(Debug)]
struct Source<'s> {
    name: &'s str,
    text: &'s str,
}

impl SourceCode for Source<'_> {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let inner = self.text.read_span(span, before, after)?;
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.to_owned(),
            inner.data(),
            *inner.span(),
            inner.line(),
            inner.column(),
            inner.line_count(),
        )))
    }
}

fn source(sources: &SourceMap, file: FileId) -> Option<Source<'_>> {
    let file = sources.get(file)?;
    Some(Source {
        name: &file.name,
        text: &file.text,
    })
}

fn labelled(label: &Label) -> LabeledSpan {
    LabeledSpan::new_with_span(text_of(label), label.span.offset_len())
}

fn text_of(label: &Label) -> Option<String> {
    (!label.text.is_empty()).then(|| label.text.clone())
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report<'_> {}

impl miette::Diagnostic for Report<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code
            .as_ref()
            .map(|c| Box::new(c) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Advice => miette::Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help
            .as_ref()
            .map(|h| Box::new(h) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|s| s as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        if self.elsewhere.is_empty() {
            return None;
        }
        Some(Box::new(
            self.elsewhere.iter().map(|r| r as &dyn miette::Diagnostic),
        ))
    }
}
