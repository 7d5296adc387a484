//! `dosic.toml`, searched upwards from the model (ruling 6).
//!
//! ```toml
//! strict = true
//! accept_dialects = ["SNOWFLAKE"]
//!
//! [lint]
//! W_ASSUMED_KEY = "error"          # off, advice, warning, error
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
    Off,
    Advice,
    Warning,
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
        if let Some(name) = project.lint.keys().find(|name| lintable(name).is_none()) {
            let at = text
                .find(name.as_str())
                .map(|start| start..start + name.len());
            let unknown = fault(&format!("`{name}` is no warning or advice of dosic"), at);
            let names = Code::ALL
                .iter()
                .filter(|c| c.severity() != Severity::Error)
                .map(|c| c.name());
            return Err(match did_you_mean(name, names) {
                Some(help) => Box::new(unknown.help(help)),
                None => unknown,
            });
        }
        Ok(project)
    }

    /// Diagnostics at the levels that `[lint]` sets; those switched off are dropped. Errors stay errors.
    pub(crate) fn at_levels(&self, diagnostics: Diagnostics) -> Diagnostics {
        let sorted = diagnostics.into_sorted().into_iter();
        sorted
            .filter_map(|mut diagnostic| {
                let level = self
                    .lint
                    .iter()
                    .find(|(name, _)| lintable(name) == Some(diagnostic.code));
                match level.map(|(_, level)| *level) {
                    _ if diagnostic.code.severity() == Severity::Error => {}
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

/// The code of that name, if `[lint]` may set its level.
fn lintable(name: &str) -> Option<Code> {
    Code::from_name(name).filter(|c| c.severity() != Severity::Error)
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
}
