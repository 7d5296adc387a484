//! Text → model, request → SQL: the calls that the command line makes, without files and reports.

use dosic_compiler::{LoadedModels, Options, QueryFlags, QueryRequest, compile, flag_text, load};
use dosic_diagnostics::{Diagnostics, SourceMap};
use dosic_duckdb::DuckDb;

/// A model that was loaded and checked.
pub struct Model {
    loaded: LoadedModels,
    options: Options,
}

/// The flags of a query.
#[derive(Clone, Debug)]
pub struct Query {
    metrics: String,
    by: String,
    filter: Option<&'static str>,
}

impl Query {
    /// `--metrics … --by … [--where …]`
    #[must_use]
    pub fn new(metrics: &[String], by: &[String], filter: Option<&'static str>) -> Self {
        Self {
            metrics: metrics.join(","),
            by: by.join(","),
            filter,
        }
    }
}

impl Model {
    /// Loads and checks a text.
    ///
    /// # Errors
    /// The messages of every error in it.
    pub fn load(text: &str) -> Result<Self, String> {
        let options = Options::default();
        let mut sources = SourceMap::default();
        let file = sources.add("model.yaml", text);
        let (loaded, mut found) = load(&sources, &[file], &options);
        for model in &loaded.models {
            found.extend(model.diagnostics.clone());
        }
        refuse_errors(found)?;
        Ok(Self { loaded, options })
    }

    /// Compiles a query for DuckDB, from the text of its flags to the text of the statement.
    ///
    /// # Errors
    /// The messages of every error.
    pub fn compile(&self, query: &Query) -> Result<String, String> {
        let mut sources = SourceMap::default();
        let mut flags = QueryFlags::default();
        flags
            .measures
            .push(flag_text(&mut sources, "--metrics", &query.metrics));
        if !query.by.is_empty() {
            flags
                .dimensions
                .push(flag_text(&mut sources, "--by", &query.by));
        }
        if let Some(filter) = query.filter {
            flags
                .filters
                .push(flag_text(&mut sources, "--where", filter));
        }
        let (request, found) = QueryRequest::from_parts(&flags);
        refuse_errors(found)?;
        let model = self.loaded.choose(&request).map_err(|d| d.message)?;
        let (compiled, found) = compile(&model.resolved, &request, &self.options, &mut |_, _| ());
        refuse_errors(found)?;
        let compiled = compiled.ok_or("nothing was compiled")?;
        let sql = dosic_sql::emit(&compiled.plan, &DuckDb).map_err(messages)?;
        Ok(sql.text)
    }
}

fn refuse_errors(found: Diagnostics) -> Result<(), String> {
    if found.has_errors() {
        return Err(messages(found));
    }
    Ok(())
}

fn messages(found: Diagnostics) -> String {
    let messages = found.into_sorted().into_iter();
    messages
        .map(|d| format!("{}: {}", d.full_code(), d.message))
        .collect::<Vec<_>>()
        .join("\n")
}
