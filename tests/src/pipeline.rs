//! Texts of a model and of a query → the SQL of each dialect, or the first error.

use dosic_compiler::{Compiled, LoadedModels, Options, QueryRequest, compile, load, read_node};
use dosic_diagnostics::{Diagnostic, Diagnostics, Severity, SourceMap};
use dosic_sql::Dialect;

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
        let mut sources = SourceMap::default();
        let file = sources.add("model.yaml", text);
        let (loaded, diagnostics) = load(&sources, &[file], &options);
        Self {
            loaded,
            diagnostics,
            sources,
            options,
        }
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

    /// Plans a query that the model's file holds under `queries`.
    ///
    /// # Errors
    /// Those of [`Self::plan`], and if there is no such query.
    pub fn plan_saved(&self, name: &str) -> Result<Compiled, Failure> {
        let Some(query) = self.loaded.saved_query(name) else {
            return Err(Failure {
                code: String::new(),
                message: format!("no saved query `{name}`"),
            });
        };
        let (request, found) = QueryRequest::from_node(&query.body);
        let mut sink = self.diagnostics.clone();
        sink.extend(found);
        self.plan_request(&request, sink)
    }

    /// The names of the queries that the file holds.
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
    let sql = dosic_sql::emit(&compiled.plan, dialect).map_err(first_error)?;
    Ok(sql.text)
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
