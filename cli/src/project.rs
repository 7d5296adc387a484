//! `dosic.toml`, searched upwards from the model (ruling 6).
//!
//! ```toml
//! strict = true
//! accept_dialects = ["SNOWFLAKE"]
//!
//! [lint]
//! W_ASSUMED_KEY = "error"          # off, advice, warning, error; or allow, warn, deny
//! missing-description = "warning"  # the same by the rule's name
//!
//! [connections]                    # no secrets: env:NAME takes the value of an environment variable
//! warehouse = "env:WAREHOUSE_URL"
//! local = "shop.duckdb"
//!
//! [sources]
//! allow = ["/data/exports"]        # folders besides the model's that file sources may read
//! ```

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use dosic_diagnostics::{
    Check, Code, Diagnostic, Diagnostics, Severity, SourceMap, Span, did_you_mean,
};
use serde::Deserialize;

/// The settings of a project.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Project {
    /// Hold models to the letter of the Foundation.
    pub(crate) strict: bool,
    /// As `--accept-dialect`.
    pub(crate) accept_dialects: Vec<String>,
    lint: BTreeMap<String, LintLevel>,
    connections: BTreeMap<String, String>,
    sources: SourceSettings,
    /// The folder of the file, from which its paths start.
    #[serde(skip)]
    folder: PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LintLevel {
    #[serde(alias = "allow")]
    Off,
    Advice,
    #[serde(alias = "warn")]
    Warning,
    #[serde(alias = "deny")]
    Error,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct SourceSettings {
    allow: Vec<PathBuf>,
}

impl Project {
    /// The nearest `dosic.toml` at or above `start`; defaults where there is none.
    ///
    /// # Errors
    /// `E_USAGE` under the fault in the file, `E_IO` if it cannot be read.
    pub(crate) fn find(start: &Path, sources: &mut SourceMap) -> Result<Self, Box<Diagnostic>> {
        let absolute = std::path::absolute(start).unwrap_or_else(|_| start.to_owned());
        let Some(path) = absolute
            .ancestors()
            .map(|a| a.join("dosic.toml"))
            .find(|p| p.is_file())
        else {
            return Ok(Self::default());
        };
        let file = crate::files::read(sources, &path)?;
        let text = sources.get(file).map_or("", |f| f.text.as_str());
        let parsed: Result<Self, toml::de::Error> = toml::from_str(text);
        let fault = |message: &str, range: Option<std::ops::Range<usize>>| {
            let offset = |o: usize| u32::try_from(o).unwrap_or(u32::MAX);
            let span = range.map(|r| Span::new(file, offset(r.start), offset(r.end)));
            let first = message.lines().next().unwrap_or("it cannot be read");
            let diagnostic =
                Diagnostic::new(Code::Usage, Check::Yaml, format!("dosic.toml: {first}"))
                    .kind("project-file")
                    .at_opt(span, "");
            Box::new(diagnostic)
        };
        let mut project = parsed.map_err(|e| fault(e.message(), e.span()))?;
        project.folder = path.parent().map(Path::to_owned).unwrap_or_default();
        if let Some(name) = project
            .lint
            .keys()
            .find(|name| Code::of_rule(name).is_none())
        {
            let at = text
                .find(name.as_str())
                .map(|start| start..start + name.len());
            let unknown = fault(&format!("`{name}` is no warning or advice of dosic"), at);
            let rules = Code::ALL
                .iter()
                .filter_map(|c| Some((c.name(), c.rule_name()?)));
            let names: Vec<String> = rules
                .flat_map(|(code, rule)| [code.to_owned(), rule])
                .collect();
            return Err(match did_you_mean(name, names.iter().map(String::as_str)) {
                Some(help) => Box::new(unknown.help(help)),
                None => unknown,
            });
        }
        Ok(project)
    }

    /// Diagnostics at the levels that `[lint]` sets; those switched off, there or by default, are dropped. Errors stay
    /// errors.
    pub(crate) fn at_levels(&self, diagnostics: Diagnostics) -> Diagnostics {
        let levels = self.lint.iter();
        let levels: BTreeMap<Code, LintLevel> = levels
            .filter_map(|(name, level)| Some((Code::of_rule(name)?, *level)))
            .collect();
        let sorted = diagnostics.into_sorted().into_iter();
        sorted
            .filter_map(|mut diagnostic| {
                match levels.get(&diagnostic.code) {
                    None if diagnostic.code.is_off_by_default() => return None,
                    None => {}
                    Some(LintLevel::Off) => return None,
                    Some(LintLevel::Advice) => diagnostic.severity = Severity::Advice,
                    Some(LintLevel::Warning) => diagnostic.severity = Severity::Warning,
                    Some(LintLevel::Error) => diagnostic.severity = Severity::Error,
                }
                Some(diagnostic)
            })
            .collect()
    }

    /// Folders besides the model's own that file sources may read.
    pub(crate) fn allowed_folders(&self) -> Vec<PathBuf> {
        let allow = self.sources.allow.iter();
        allow.map(|path| self.folder.join(path)).collect()
    }

    /// How the paths of file sources may begin besides: each allowed folder as written, and as a whole path.
    pub(crate) fn allowed_prefixes(&self) -> Vec<String> {
        let whole = self.allowed_folders();
        let both = self.sources.allow.iter().chain(&whole);
        both.map(|path| path.display().to_string()).collect()
    }

    /// What `--connect` names: a connection of this file, or an address as it stands.
    ///
    /// # Errors
    /// `E_USAGE` if it looks like a name and is none, or if its environment variable is not set.
    pub(crate) fn connection(&self, text: &str) -> Result<Connection, Box<Diagnostic>> {
        if let Some(value) = self.connections.get(text) {
            let address = self.resolve(text, value)?;
            return Ok(if is_address(&address) {
                Connection::Postgres(address)
            } else {
                Connection::DuckDb(self.folder.join(address))
            });
        }
        if is_address(text) {
            return Ok(Connection::Postgres(text.to_owned()));
        }
        let names = self.connections.keys().map(String::as_str);
        let help = did_you_mean(text, names).unwrap_or_else(|| {
            "write postgres://user@host/database, or declare the name under [connections] in dosic.toml; a DuckDB \
             file is given by --db"
                .to_owned()
        });
        let message = format!("`{text}` is no address and no connection of dosic.toml");
        Err(Box::new(
            Diagnostic::new(Code::Usage, Check::Run, message)
                .kind("unknown-connection")
                .help(help),
        ))
    }

    fn resolve(&self, name: &str, value: &str) -> Result<String, Box<Diagnostic>> {
        let Some(variable) = value.strip_prefix("env:") else {
            return Ok(value.to_owned());
        };
        std::env::var(variable).map_err(|_| {
            let message =
                format!("connection `{name}` takes its address from {variable}, which is not set");
            Box::new(Diagnostic::new(Code::Usage, Check::Run, message).kind("unset-variable"))
        })
    }
}

/// A database by address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Connection {
    /// A database file.
    DuckDb(PathBuf),
    /// A URL, or `key=value` pairs.
    Postgres(String),
}

fn is_address(text: &str) -> bool {
    text.starts_with("postgres://") || text.starts_with("postgresql://") || text.contains('=')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project(text: &str) -> Result<Project, Box<Diagnostic>> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("dosic.toml"), text).unwrap();
        std::fs::create_dir(folder.path().join("model")).unwrap();
        Project::find(&folder.path().join("model"), &mut SourceMap::default())
    }

    #[test]
    fn connections_are_files_or_addresses() {
        let project = project("[connections]\nlocal = \"shop.duckdb\"\nfar = \"postgres://h/d\"\nsecret = \"env:DOSIC_NO_SUCH\"").unwrap();
        assert!(
            matches!(project.connection("local"), Ok(Connection::DuckDb(p)) if p.is_absolute())
        );
        assert_eq!(
            project.connection("far"),
            Ok(Connection::Postgres("postgres://h/d".into()))
        );
        assert_eq!(
            project.connection("secret").unwrap_err().full_code(),
            "E_USAGE/unset-variable"
        );
        assert_eq!(
            project.connection("lokal").unwrap_err().help.as_deref(),
            Some("did you mean `local`?")
        );
    }

    #[test]
    fn a_fault_in_the_file_is_underlined() {
        let unknown = project("strikt = true").unwrap_err();
        assert_eq!(unknown.full_code(), "E_USAGE/project-file");
        assert!(unknown.span().is_some());
        let lint = project("[lint]\nW_ASUMED_KEY = \"error\"").unwrap_err();
        assert_eq!(lint.help.as_deref(), Some("did you mean `W_ASSUMED_KEY`?"));
    }

    #[test]
    fn lint_levels_change_warnings_and_never_errors() {
        let project = project("[lint]\nW_ASSUMED_KEY = \"error\"\nW_IGNORED = \"off\"").unwrap();
        let found = [Code::AssumedKey, Code::Ignored, Code::Schema]
            .map(|code| Diagnostic::new(code, Check::Lint, "x"));
        let found = project.at_levels(found.into_iter().collect()).into_sorted();
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|d| d.severity == Severity::Error));
    }

    #[test]
    fn rules_have_names_and_some_are_off() {
        let found = || {
            let all = [Code::MissingDescription, Code::UnusedDataset];
            let all = all.map(|code| Diagnostic::new(code, Check::Lint, "x"));
            all.into_iter().collect::<Diagnostics>()
        };
        let codes = |project: &Project| {
            let left = project.at_levels(found()).into_sorted();
            left.iter()
                .map(|d| (d.code, d.severity))
                .collect::<Vec<_>>()
        };
        let usual = [(Code::UnusedDataset, Severity::Warning)];
        assert_eq!(codes(&project("").unwrap()), usual);
        let text = "[lint]\nmissing-description = \"deny\"\nunused-dataset = \"allow\"";
        let asked = [(Code::MissingDescription, Severity::Error)];
        assert_eq!(codes(&project(text).unwrap()), asked);
        let slip = project("[lint]\nunused-datset = \"warn\"").unwrap_err();
        assert_eq!(slip.help.as_deref(), Some("did you mean `unused-dataset`?"));
    }
}
