//! Sources of datasets: semantics digest 1.6, R8.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, SpannedText};
use dosic_expr::{SourceForm, classify_source};
use dosic_ir::{Ident, Source};

use crate::ResolveOptions;
use crate::identifier::ident_of;

/// Endings of files that an engine reads.
const FILE_ENDINGS: [&str; 5] = [".csv", ".tsv", ".parquet", ".json", ".ndjson"];

/// The source of a dataset; faults are reported and leave the text as a table's name.
pub(crate) fn resolve(
    text: &SpannedText,
    dataset: &str,
    options: &ResolveOptions,
    sink: &mut Diagnostics,
) -> Source {
    let fault = |kind: &'static str, message: String, help: String| {
        Diagnostic::new(Code::Schema, Check::Schema, message)
            .kind(kind)
            .at(text.span, "")
            .help(help)
    };
    let form = classify_source(text);
    if form == SourceForm::Query {
        let query = text.text.trim().trim_end_matches(';').trim_end();
        return Source::Query(query.to_owned());
    }
    if is_file(&text.text) {
        let path = text.text.trim();
        if options.strict {
            sink.push(fault(
                "source",
                format!("the source of `{dataset}` is the file `{path}`, which is not part of the Foundation (strict)"),
                "name a table `database.schema.table`, or write a query: SELECT * FROM …".to_owned(),
            ));
        } else if !is_inside(path) && !options.allow_files.iter().any(|f| is_below(path, f)) {
            sink.push(fault(
                "source-path",
                format!("the source of `{dataset}` reads `{path}`, outside the model's folder"),
                "use a path below the model's folder, or allow the folder in `dosic.toml`: `[sources] allow`".to_owned(),
            ));
        }
        return Source::File(path.to_owned());
    }
    match form {
        SourceForm::Table(parts) => Source::Table(parts.iter().map(ident_of).collect()),
        SourceForm::Query | SourceForm::Other => {
            sink.push(fault(
                "source",
                format!("the source of `{dataset}` is neither a table name nor a query: `{}`", text.text),
                "a table is one to three identifiers, `database.schema.table`; for anything else write SELECT * FROM …".to_owned(),
            ));
            Source::Table(vec![Ident::quoted(&text.text)])
        }
    }
}

fn is_file(text: &str) -> bool {
    let lower = text.trim().to_ascii_lowercase();
    FILE_ENDINGS.iter().any(|ending| lower.ends_with(ending)) && !lower.contains('"')
}

/// Whether a path can only lead below the folder it is relative to.
fn is_inside(path: &str) -> bool {
    let absolute = path.starts_with(['/', '\\', '~']) || path.contains(':');
    !absolute && climbs_not(path)
}

fn climbs_not(path: &str) -> bool {
    path.split(['/', '\\']).all(|part| part != "..")
}

fn is_below(path: &str, folder: &str) -> bool {
    let folder = folder.trim_end_matches('/');
    let rest = path.strip_prefix(folder);
    rest.and_then(|r| r.strip_prefix('/'))
        .is_some_and(climbs_not)
}

#[cfg(test)]
mod tests {
    use dosic_diagnostics::{FileId, Span};

    use super::*;

    fn source(text: &str, options: &ResolveOptions) -> Result<Source, String> {
        let span = Span::new(FileId(0), 0, 1);
        let mut sink = Diagnostics::new();
        let source = resolve(
            &SpannedText::synthetic(text, span),
            "orders",
            options,
            &mut sink,
        );
        match sink.iter().next() {
            None => Ok(source),
            Some(fault) => Err(fault.full_code()),
        }
    }

    #[test]
    fn tables_and_queries() {
        let options = ResolveOptions::default();
        let parts = |text| match source(text, &options) {
            Ok(Source::Table(parts)) => parts.iter().map(Ident::spelling).collect::<Vec<_>>(),
            other => vec![format!("{other:?}")],
        };
        assert_eq!(parts("db.public.orders"), ["db", "public", "orders"]);
        assert_eq!(parts("\"My \"\"Db\"\"\".t"), ["\"My \"\"Db\"\"\"", "t"]);
        for query in [
            "select 1;",
            "-- x\n (WITH a AS (SELECT 1) SELECT * FROM a)",
            "/* c */values (1)",
        ] {
            assert!(matches!(source(query, &options), Ok(Source::Query(q)) if !q.ends_with(';')));
        }
        for bad in ["a.b.c.d", "read_csv('x')", "", "a..b", "a b", "selected 1"] {
            assert_eq!(
                source(bad, &options),
                Err("E_SCHEMA/source".to_owned()),
                "{bad}"
            );
        }
    }

    #[test]
    fn files_stay_below_the_model() {
        let options = ResolveOptions::default();
        assert_eq!(
            source("data/*.parquet", &options),
            Ok(Source::File("data/*.parquet".to_owned()))
        );
        for outside in [
            "/etc/x.csv",
            "../x.csv",
            "a/../../x.csv",
            "https://h/x.csv",
            "C:\\x.csv",
        ] {
            assert_eq!(
                source(outside, &options),
                Err("E_SCHEMA/source-path".to_owned()),
                "{outside}"
            );
        }
        let allowing = ResolveOptions {
            allow_files: vec!["/data/".to_owned()],
            ..options
        };
        assert!(source("/data/x.csv", &allowing).is_ok());
        assert!(source("/data/../etc/x.csv", &allowing).is_err());
        assert!(source("/database/x.csv", &allowing).is_err());
        let strict = ResolveOptions {
            strict: true,
            ..ResolveOptions::default()
        };
        assert_eq!(
            source("orders.csv", &strict),
            Err("E_SCHEMA/source".to_owned())
        );
    }
}
