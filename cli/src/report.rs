//! Diagnostics on stderr.
//!
//! | file | holds |
//! |---|---|
//! | `report/human.rs` | reports with the source underlined, by miette |
//! | `report/plain.rs` | one line a diagnostic, for pipes and logs |
//! | `report/json.rs` | one object a line, for programs |

mod human;
mod json;
mod plain;

use std::io::{self, IsTerminal, Write};

use dosic_diagnostics::{Diagnostic, Severity, SourceMap};

use crate::args::MessageFormat;

pub(crate) use human::text as human_text;
pub(crate) use json::object as json_object;
pub(crate) use plain::text as plain_text;

/// Where diagnostics go, and how.
#[derive(Clone, Copy, Debug)]
pub struct Console {
    format: MessageFormat,
    colour: bool,
    terminal: bool,
}

impl Console {
    /// A console of the format asked for; by default `human` on a terminal, `plain` elsewhere.
    #[must_use]
    pub fn new(format: Option<MessageFormat>) -> Self {
        let terminal = io::stderr().is_terminal();
        let default = if terminal {
            MessageFormat::Human
        } else {
            MessageFormat::Plain
        };
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|v| v == "dumb");
        Self {
            format: format.unwrap_or(default),
            colour: terminal && !no_colour && !dumb,
            terminal,
        }
    }

    /// Whether a person watches stderr.
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Whether diagnostics are written as reports.
    #[must_use]
    pub fn is_human(&self) -> bool {
        self.format == MessageFormat::Human
    }

    /// Whether colour may be used on stderr.
    #[must_use]
    pub fn has_colour(&self) -> bool {
        self.colour
    }

    /// A console that is no terminal and has colour if told so, whatever stderr is.
    #[must_use]
    pub fn plain_stream(format: MessageFormat, colour: bool) -> Self {
        Self {
            format,
            colour,
            terminal: false,
        }
    }

    /// Writes diagnostics in the order given.
    pub fn report(&self, sources: &SourceMap, diagnostics: &[Diagnostic]) {
        self.write(&self.rendered(sources, diagnostics));
    }

    /// The text of diagnostics in the order given.
    #[must_use]
    pub fn rendered(&self, sources: &SourceMap, diagnostics: &[Diagnostic]) -> String {
        let mut text = String::new();
        for diagnostic in diagnostics {
            match self.format {
                MessageFormat::Human => {
                    text.push_str(&human::text(sources, diagnostic, self.colour));
                }
                MessageFormat::Plain => text.push_str(&plain::text(sources, diagnostic)),
                MessageFormat::Json => {
                    text.push_str(&json::object(sources, diagnostic).to_string());
                    text.push('\n');
                }
            }
        }
        if let (MessageFormat::Human, Some(first)) = (self.format, diagnostics.first()) {
            text.push_str(&format!(
                "`dosic explain {}` tells more\n",
                first.code.name()
            ));
        }
        text
    }

    /// Writes a note for the person who watches; nothing where programs read.
    pub fn note(&self, text: &str) {
        if self.has_watcher() {
            self.write(text);
        }
    }

    /// Whether a person watches, who gets notes.
    pub(crate) fn has_watcher(&self) -> bool {
        self.terminal && self.is_human()
    }

    /// Writes to stderr. Nothing can be done where even that fails.
    pub(crate) fn write(&self, text: &str) {
        let mut stderr = io::stderr().lock();
        let _ = stderr
            .write_all(text.as_bytes())
            .and_then(|()| stderr.flush());
    }
}

/// `error`, `warning`, `advice`.
pub(crate) fn severity_name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Advice => "advice",
    }
}
