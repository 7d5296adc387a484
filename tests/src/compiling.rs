//! Text of a model and of a query → every diagnostic, without an engine.

use dosic_compiler::{LoadedModels, Options, QueryRequest, SavedQuery, compile, load, read_node};
use dosic_diagnostics::{Diagnostic, Diagnostics, FileId, SourceMap, SpannedText};
use dosic_lint::{Allowances, Subject, lint};
use dosic_sql::Dialect;

/// Both dialects.
pub const DIALECTS: &[&dyn Dialect] = &[&dosic_duckdb::DuckDb, &dosic_postgres::Postgres];

/// A model, perhaps a query, and how to compile them.
#[derive(Default)]
pub struct Case<'t> {
    /// Name of the model's file; `.json` decides how it is read.
    pub file: &'t str,
    /// Text of the model.
    pub model: &'t str,
    /// Text of the query, YAML.
    pub query: Option<&'t str>,
    /// Options of the compiler.
    pub options: Options,
    /// The one dialect to emit, by name; all of them if there is none.
    pub dialect: Option<&'t str>,
}

impl Case<'_> {
    /// Compiles the case as the command line does and gives its sources and all diagnostics, sorted: those of the
    /// model, and if it has no errors, those of the query and of its emission.
    #[must_use]
    pub fn run(&self) -> (SourceMap, Vec<Diagnostic>) {
        let mut sources = SourceMap::default();
        let file = sources.add(self.file, self.model);
        let (loaded, mut sink) = load(&sources, &[file], &self.options);
        for model in &loaded.models {
            sink.extend(model.diagnostics.clone());
        }
        if let (Some(text), false) = (self.query, sink.has_errors()) {
            sink.extend(self.run_query(text, &loaded, &mut sources));
        }
        (sources, sink.into_sorted())
    }

    /// As [`Case::run`], and as `dosic check` does besides: what the rules say, those that are off by default included,
    /// and what comments leave of all that. The query counts as a saved one.
    #[must_use]
    pub fn check(&self) -> (SourceMap, Vec<Diagnostic>) {
        let (sources, found) = self.run();
        let mut found: Diagnostics = found.into_iter().collect();
        let files: Vec<FileId> = sources.files().map(|(id, _)| id).take(1).collect();
        let (loaded, _) = load(&sources, &files, &self.options);
        let queries = saved_queries(self.query.unwrap_or_default());
        let whole = !found.has_errors();
        for (document, model) in loaded.documents.models.iter().zip(&loaded.models) {
            found.extend(lint(&Subject {
                document,
                resolved: &model.resolved,
                queries: &queries,
                whole,
            }));
        }
        let left = Allowances::of(&sources).apply(found);
        (sources, left.into_sorted())
    }

    fn run_query(&self, text: &str, loaded: &LoadedModels, sources: &mut SourceMap) -> Diagnostics {
        let file = sources.add("query.yaml", text);
        let (nodes, mut sink) = read_node(file, text);
        for node in &nodes {
            let (request, found) = QueryRequest::from_node(node);
            sink.extend(found);
            let model = match loaded.choose(&request) {
                Ok(model) => model,
                Err(diagnostic) => {
                    sink.push(*diagnostic);
                    continue;
                }
            };
            if sink.has_errors() {
                continue;
            }
            let (compiled, found) =
                compile(&model.resolved, &request, &self.options, &mut |_, _| {});
            sink.extend(found);
            let Some(compiled) = compiled else { continue };
            for dialect in DIALECTS {
                if self.dialect.is_none_or(|name| name == dialect.name()) {
                    let emitted = dosic_sql::emit(&compiled.plan, *dialect);
                    sink.extend(emitted.map_or_else(|faults| faults, |sql| sql.warnings));
                }
            }
        }
        sink
    }
}

fn saved_queries(text: &str) -> Vec<SavedQuery> {
    let (nodes, _) = read_node(FileId(u32::MAX), text);
    let saved = nodes.into_iter().map(|body| SavedQuery {
        name: SpannedText::synthetic("query", body.span),
        description: None,
        body,
    });
    saved.collect()
}

/// A diagnostic as text: code, message, labels with the characters they underline, help.
#[must_use]
pub fn describe(sources: &SourceMap, diagnostic: &Diagnostic) -> String {
    let mut text = format!("{}: {}", diagnostic.full_code(), diagnostic.message);
    for label in &diagnostic.labels {
        let (line, column) = sources.line_column(label.span);
        let shown = sources.slice(label.span).lines().next().unwrap_or("");
        text.push_str(&format!("\n  {line}:{column} `{shown}`"));
        if !label.text.is_empty() {
            text.push_str(&format!(": {}", label.text));
        }
    }
    if let Some(help) = &diagnostic.help {
        text.push_str(&format!("\n  help: {help}"));
    }
    text
}
