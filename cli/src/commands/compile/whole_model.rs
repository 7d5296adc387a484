//! The whole model as SQL: a view a dataset, a statement a metric and a saved query (ruling 5).

use std::fmt::Write;

use dosic_compiler::{LoadedModel, QueryRequest, compile_query, total_request, view_query};
use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, Severity, Span};
use dosic_ir::{DatasetId, Ident, MetricId};
use dosic_sql::{Dialect, emit, emit_view};

use super::files::{self, SqlFile};
use crate::args::{CompileArgs, QueryArgs};
use crate::pipeline::Session;
use crate::{Status, product};

/// One statement of the product.
struct Part {
    folder: &'static str,
    name: String,
    /// What stands above it.
    comment: String,
    /// Without a semicolon; `None` where there is only the comment.
    sql: Option<String>,
}

/// Compiles everything and prints it, or writes files.
pub(super) fn run(mut session: Session<'_>, args: &CompileArgs, dialect: &dyn Dialect) -> Status {
    let (request, found) =
        session.request(&QueryArgs::default(), args.model.reading.model.as_deref());
    let model = match session.model(&request, found) {
        Ok(model) => model,
        Err(status) => return status,
    };
    let mut found = Diagnostics::new();
    let mut whole = WholeModel {
        session: &session,
        model,
        dialect,
        schema: &args.schema,
        found: &mut found,
    };
    let mut parts = vec![whole.schema_part()];
    for (id, _) in model.resolved.model.datasets.enumerate() {
        parts.extend(whole.dataset(id));
    }
    for (id, _) in model.resolved.model.metrics.enumerate() {
        parts.extend(whole.metric(id));
    }
    parts.extend(whole.saved_queries());
    let status = session.finish(found);
    if status != Status::Fine {
        return status;
    }
    session.note_warnings(model);
    if let Some(folder) = &args.out {
        let file = |part: &Part| SqlFile::new(part.folder, &part.name, part.text());
        let files: Vec<SqlFile> = parts.iter().map(file).collect();
        return files::write(&session, folder, &files);
    }
    let texts: Vec<String> = parts.iter().map(Part::text).collect();
    product::print(&texts.join("\n"), session.console)
}

impl Part {
    fn text(&self) -> String {
        let mut text = String::new();
        for line in self.comment.lines() {
            let _ = writeln!(text, "-- {}", line.trim_end());
        }
        if let Some(sql) = &self.sql {
            let _ = writeln!(text, "{sql};");
        }
        text
    }
}

struct WholeModel<'a> {
    session: &'a Session<'a>,
    model: &'a LoadedModel,
    dialect: &'a dyn Dialect,
    schema: &'a str,
    found: &'a mut Diagnostics,
}

impl WholeModel<'_> {
    fn schema_part(&self) -> Part {
        let model = &self.model.resolved.model.name;
        let schema = spelling(self.schema, self.dialect);
        Part {
            folder: "",
            name: "schema".to_owned(),
            comment: format!("model {model} for {}", self.dialect.name()),
            sql: Some(format!("CREATE SCHEMA IF NOT EXISTS {schema}")),
        }
    }

    /// The view of a dataset; `None` if it has no public field.
    fn dataset(&mut self, id: DatasetId) -> Option<Part> {
        let resolved = &self.model.resolved;
        let query = view_query(&resolved.model, id)?;
        let name = resolved.model.dataset_name(id).to_owned();
        let span = resolved.model.datasets.get(id)?.span;
        let options = &self.session.options;
        let (compiled, found) = compile_query(
            &resolved.model,
            &resolved.graph,
            &query,
            options,
            &mut |_, _| (),
        );
        self.found.extend(found);
        let sql = match emit_view(&[self.schema, &name], &compiled?.plan, self.dialect) {
            Ok(sql) => sql.text,
            Err(found) => {
                self.found.extend(found);
                return None;
            }
        };
        let described = self.written().and_then(|m| {
            let dataset = m.datasets.iter().find(|d| d.name.span == span);
            dataset
                .and_then(|d| d.description.as_ref())
                .map(|d| d.text.clone())
        });
        Some(Part {
            folder: "datasets",
            comment: titled("dataset", &name, described.as_deref()),
            name,
            sql: Some(sql),
        })
    }

    /// The statement of a metric at its total. A metric without a total becomes a comment and a warning.
    fn metric(&mut self, id: MetricId) -> Option<Part> {
        let resolved = &self.model.resolved;
        let metric = resolved.model.metrics.get(id)?;
        if metric.private {
            return None;
        }
        let request = total_request(&resolved.model, id)?;
        let name = metric.name.display().to_owned();
        let described = self.written().and_then(|m| {
            let written = m.metrics.iter().find(|w| w.name.span == metric.span);
            written
                .and_then(|w| w.description.as_ref())
                .map(|d| d.text.clone())
        });
        let mut comment = titled("metric", &name, described.as_deref());
        let sql = match self.statement(&request) {
            Ok(sql) => Some(sql),
            Err(found) => {
                let reason = found
                    .into_sorted()
                    .into_iter()
                    .find(|d| d.severity == Severity::Error);
                let reason = reason.map_or_else(String::new, |d| d.message);
                let _ = write!(comment, "\nhas no total: {reason}");
                self.found.push(no_total(&name, &reason, metric.span));
                None
            }
        };
        Some(Part {
            folder: "metrics",
            name,
            comment,
            sql,
        })
    }

    fn saved_queries(&mut self) -> Vec<Part> {
        let mut parts = Vec::new();
        for saved in &self.session.loaded.documents.queries {
            let (request, faults) = QueryRequest::from_node(&saved.body);
            let of_other = request.model.as_ref().is_some_and(|name| {
                !name
                    .text
                    .eq_ignore_ascii_case(&self.model.resolved.model.name)
            });
            if of_other {
                continue;
            }
            let refused = faults.has_errors();
            self.found.extend(faults);
            if refused {
                continue;
            }
            match self.statement(&request) {
                Ok(sql) => parts.push(Part {
                    folder: "queries",
                    name: saved.name.text.clone(),
                    comment: titled(
                        "query",
                        &saved.name.text,
                        saved.description.as_ref().map(|d| d.text.as_str()),
                    ),
                    sql: Some(sql),
                }),
                Err(found) => self.found.extend(found),
            }
        }
        parts
    }

    fn statement(&mut self, request: &QueryRequest) -> Result<String, Diagnostics> {
        let mut found = Diagnostics::new();
        let compiled = self
            .session
            .compile(self.model, request, &mut found, &mut |_, _| ());
        let Some(compiled) = compiled else {
            return Err(found);
        };
        let sql = emit(&compiled.plan, self.dialect)?;
        self.found.extend(found);
        self.found.extend(sql.warnings);
        Ok(sql.text)
    }

    fn written(&self) -> Option<&dosic_document::Model> {
        self.session.written(self.model)
    }
}

fn titled(what: &str, name: &str, description: Option<&str>) -> String {
    match description {
        Some(description) => format!("{what} {name}: {}", description.trim()),
        None => format!("{what} {name}"),
    }
}

fn no_total(name: &str, reason: &str, span: Span) -> Diagnostic {
    let message = format!("metric `{name}` has no total over the whole model: {reason}");
    Diagnostic::new(Code::NoTotal, Check::Lint, message)
        .at(span, "left out")
        .help("ask for it with dimensions: --metrics … --by …")
}

/// An identifier of the schema, in quotes where the dialect needs them.
fn spelling(name: &str, dialect: &dyn Dialect) -> String {
    let plain = Ident::is_regular(name) && !name.chars().any(|c| c.is_ascii_uppercase());
    if plain && !dialect.is_keyword(name) {
        name.to_owned()
    } else {
        dialect.quote(name)
    }
}
