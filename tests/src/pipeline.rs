//! Texts of a model and of a query → the SQL of each dialect, or the first error.

use std::collections::BTreeSet;

use dosic_compiler::{Compiled, LoadedModels, Options, QueryRequest, compile, load, read_node};
use dosic_diagnostics::{Diagnostic, Diagnostics, FileId, Severity, SourceMap};
use dosic_sql::{Dialect, Sql};

/// The first error of a model or query, by which a user sees what is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Its code, such as `E_NO_PATH`.
    pub code: String,
    /// Its message.
    pub message: String,
}

/// A model that was read.
pub struct Model {
    loaded: LoadedModels,
    diagnostics: Diagnostics,
    sources: SourceMap,
    options: Options,
}

impl Model {
    /// Reads the text of a model; what is wrong with it shows when a query is compiled.
    #[must_use]
    pub fn read(text: &str, options: Options) -> Self {
        Self::read_all(&[text], options)
    }

    /// Reads the texts of several files: a model and queries.
    #[must_use]
    pub fn read_all(texts: &[&str], options: Options) -> Self {
        let mut sources = SourceMap::default();
        let name = |place: usize| format!("{place}.yaml");
        let files: Vec<FileId> = texts
            .iter()
            .enumerate()
            .map(|(place, text)| sources.add(name(place), *text))
            .collect();
        let (loaded, diagnostics) = load(&sources, &files, &options);
        Self {
            loaded,
            diagnostics,
            sources,
            options,
        }
    }

    /// Leaves out these passes from now on.
    pub fn disable_passes(&mut self, names: BTreeSet<String>) {
        self.options.disabled_passes = names;
    }

    /// Plans a query given as text, YAML or JSON.
    ///
    /// # Errors
    /// The first error of the documents, the chosen model, the query, or its plan.
    pub fn plan(&mut self, query: &str) -> Result<Compiled, Failure> {
        let file = self.sources.add("query.yaml", query);
        let (nodes, found) = read_node(file, query);
        let mut sink = self.diagnostics.clone();
        sink.extend(found);
        let Some(node) = nodes.first() else {
            return Err(first_error(sink));
        };
        let (request, found) = QueryRequest::from_node(node);
        sink.extend(found);
        self.plan_request(&request, sink)
    }

    /// Plans a query that the files hold under `queries`.
    ///
    /// # Errors
    /// Those of [`Self::plan`], and if there is no such query.
    pub fn plan_saved(&self, name: &str) -> Result<Compiled, Failure> {
        let (request, found) = self.saved_request(name)?;
        let mut sink = self.diagnostics.clone();
        sink.extend(found);
        self.plan_request(&request, sink)
    }

    /// Whether the order of a saved query's rows is part of it.
    ///
    /// # Errors
    /// If there is no such query.
    pub fn is_ordered(&self, name: &str) -> Result<bool, Failure> {
        let (request, _) = self.saved_request(name)?;
        Ok(!request.order_by.is_empty())
    }

    fn saved_request(&self, name: &str) -> Result<(QueryRequest, Diagnostics), Failure> {
        match self.loaded.saved_query(name) {
            Some(query) => Ok(QueryRequest::from_node(&query.body)),
            None => Err(Failure {
                code: String::new(),
                message: format!("no saved query `{name}`"),
            }),
        }
    }

    /// The names of the queries that the files hold.
    #[must_use]
    pub fn saved_queries(&self) -> Vec<String> {
        let queries = self.loaded.documents.queries.iter();
        queries.map(|q| q.name.text.clone()).collect()
    }

    fn plan_request(
        &self,
        request: &QueryRequest,
        mut sink: Diagnostics,
    ) -> Result<Compiled, Failure> {
        let model = match self.loaded.choose(request) {
            Ok(model) => model,
            Err(diagnostic) => {
                sink.extend(all_models(&self.loaded));
                sink.push(*diagnostic);
                return Err(first_error(sink));
            }
        };
        sink.extend(model.diagnostics.clone());
        if sink.has_errors() {
            return Err(first_error(sink));
        }
        let (compiled, found) = compile(&model.resolved, request, &self.options, &mut |_, _| {});
        compiled.ok_or_else(|| first_error(found))
    }
}

/// The SQL of a plan.
///
/// # Errors
/// The first thing that the dialect cannot express.
pub fn emit(compiled: &Compiled, dialect: &dyn Dialect) -> Result<String, Failure> {
    statement(compiled, dialect).map(|sql| sql.text)
}

/// The SQL of a plan, with the warnings of its emission.
///
/// # Errors
/// Those of [`emit`].
pub fn statement(compiled: &Compiled, dialect: &dyn Dialect) -> Result<Sql, Failure> {
    dosic_sql::emit(&compiled.plan, dialect).map_err(first_error)
}

fn all_models(loaded: &LoadedModels) -> Diagnostics {
    let mut sink = Diagnostics::new();
    for model in &loaded.models {
        sink.extend(model.diagnostics.clone());
    }
    sink
}

fn first_error(diagnostics: Diagnostics) -> Failure {
    let is_error = |d: &Diagnostic| d.severity == Severity::Error;
    match diagnostics.into_sorted().into_iter().find(is_error) {
        Some(diagnostic) => Failure {
            code: diagnostic.code.name().to_owned(),
            message: diagnostic.message,
        },
        None => Failure {
            code: String::new(),
            message: "refused without an error".to_owned(),
        },
    }
}
