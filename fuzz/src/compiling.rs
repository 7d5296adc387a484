//! The whole compiler over an input, and what must hold of all that it says.

use dosic_cli::Console;
use dosic_cli::args::MessageFormat;
use dosic_compiler::{
    Compiled, LoadedModel, LoadedModels, Options, QueryRequest, compile, compile_query, load,
    print_plan, total_request, view_query,
};
use dosic_diagnostics::{Diagnostic, Diagnostics, FileId, Severity, SourceMap, Span, SpannedText};
use dosic_ir::{LogicalPlan, SemanticModel, Source};
use dosic_lint::{Allowances, Subject, lint};
use dosic_sql::Dialect;

use dosic_tests::read_back::read_back_within;

/// The dialects.
const DIALECTS: &[&dyn Dialect] = &[&dosic_duckdb::DuckDb, &dosic_postgres::Postgres];

/// How deep the other parser of SQL may go on the stack that a test has.
const DEPTH: usize = 400;

/// SQL of more bytes is a fault: no input of the fuzzer asks for that much.
const MAX_SQL: usize = 8 << 20;

/// Everything that came of an input; the same input must give an equal one.
#[derive(Default)]
pub(crate) struct Work {
    pub(crate) sources: SourceMap,
    pub(crate) loaded: LoadedModels,
    options: Options,
    /// What was reported, sorted within each step.
    pub(crate) told: Vec<Diagnostic>,
    /// What was emitted.
    pub(crate) sql: Vec<String>,
}

impl Work {
    /// Loads files, given as names and texts.
    ///
    /// # Errors
    /// What does not hold of the diagnostics, or that there is neither a model, nor a query, nor a word about it.
    pub(crate) fn load(files: &[(&str, &str)], options: Options) -> Result<Self, String> {
        let mut sources = SourceMap::default();
        let ids: Vec<FileId> = files.iter().map(|(n, t)| sources.add(*n, *t)).collect();
        let (loaded, found) = load(&sources, &ids, &options);
        let documents = &loaded.documents;
        // An empty list of saved queries is all right.
        let saves = files.iter().any(|(_, text)| text.contains("queries"));
        if documents.models.is_empty() && !saves && found.is_empty() {
            return Err("neither a model nor a word about it".to_owned());
        }
        if loaded.models.len() != documents.models.len() {
            return Err("models were lost in resolving".to_owned());
        }
        let models: Vec<Diagnostics> = loaded
            .models
            .iter()
            .map(|m| m.diagnostics.clone())
            .collect();
        let mut work = Self {
            sources,
            loaded,
            options,
            ..Self::default()
        };
        work.tell(found)?;
        for found in models {
            work.tell(found)?;
        }
        Ok(work)
    }

    /// Work on models that were loaded from these files before.
    pub(crate) fn with(options: Options, files: &[(&str, &str)]) -> Self {
        let mut sources = SourceMap::default();
        for (name, text) in files {
            sources.add(*name, *text);
        }
        Self {
            sources,
            options,
            ..Self::default()
        }
    }

    /// Compiles the view of every dataset, the total of every metric and every saved query, of models without
    /// errors.
    ///
    /// # Errors
    /// What does not hold.
    pub(crate) fn compile_everything(&mut self) -> Result<(), String> {
        let loaded = std::mem::take(&mut self.loaded);
        let done = self.compile_models(&loaded);
        self.loaded = loaded;
        done
    }

    fn compile_models(&mut self, loaded: &LoadedModels) -> Result<(), String> {
        for model in loaded.models.iter().filter(|m| !m.diagnostics.has_errors()) {
            let resolved = &model.resolved;
            for dataset in resolved.model.datasets.ids() {
                let Some(query) = view_query(&resolved.model, dataset) else {
                    continue;
                };
                let (compiled, found) = compile_query(
                    &resolved.model,
                    &resolved.graph,
                    &query,
                    &self.options,
                    &mut |_, _| {},
                );
                self.compiled(&resolved.model, compiled, found)?;
            }
            for metric in resolved.model.metrics.ids() {
                if let Some(request) = total_request(&resolved.model, metric) {
                    self.request(model, &request)?;
                }
            }
        }
        for query in &loaded.documents.queries {
            let (request, found) = QueryRequest::from_node(&query.body);
            let faulty = found.has_errors();
            self.tell(found)?;
            match loaded.choose(&request) {
                Ok(model) if !faulty && !model.diagnostics.has_errors() => {
                    self.request(model, &request)?;
                }
                Ok(_) => {}
                Err(diagnostic) => self.tell(Diagnostics::from(*diagnostic))?,
            }
        }
        Ok(())
    }

    /// Runs the rules of `dosic check` over all models, with and without those about a model as a whole, and applies
    /// the comments of the files. What they say is kept apart, for strict mode has more to say.
    ///
    /// # Errors
    /// What does not hold of it.
    pub(crate) fn lint(&self) -> Result<(), String> {
        let documents = &self.loaded.documents;
        let run = |whole: bool| {
            let models = documents.models.iter().zip(&self.loaded.models);
            let subjects = models.map(|(document, model)| Subject {
                document,
                resolved: &model.resolved,
                queries: &documents.queries,
                whole: whole && !model.diagnostics.has_errors(),
            });
            let found = subjects.flat_map(|s| lint(&s).into_sorted());
            let told = self.told.iter().cloned().chain(found).collect();
            Allowances::of(&self.sources).apply(told).into_sorted()
        };
        for whole in [false, true] {
            let found = run(whole);
            if found != run(whole) {
                return Err("the rules say something else the second time".to_owned());
            }
            for diagnostic in &found {
                well_formed(&self.sources, diagnostic)?;
            }
        }
        Ok(())
    }

    /// Compiles a request against a model without errors.
    ///
    /// # Errors
    /// What does not hold.
    pub(crate) fn request(
        &mut self,
        model: &LoadedModel,
        request: &QueryRequest,
    ) -> Result<(), String> {
        let (compiled, found) = compile(&model.resolved, request, &self.options, &mut |_, _| {});
        self.compiled(&model.resolved.model, compiled, found)
    }

    fn compiled(
        &mut self,
        model: &SemanticModel,
        compiled: Option<Compiled>,
        found: Diagnostics,
    ) -> Result<(), String> {
        if compiled.is_some() == found.has_errors() {
            return Err(format!(
                "a plan and errors, or neither of them: {found:?}, plan: {}",
                compiled.is_some()
            ));
        }
        self.tell(found)?;
        let Some(compiled) = compiled else {
            return Ok(());
        };
        self.emit(model, &compiled.plan)?;
        for check in &compiled.key_checks {
            self.emit(model, &check.plan)?;
        }
        Ok(())
    }

    fn emit(&mut self, model: &SemanticModel, plan: &LogicalPlan) -> Result<(), String> {
        let _ = print_plan(plan);
        // What a model writes as a query is the engine's own SQL, which may be anything.
        let foreign = |source: &Source| matches!(source, Source::Query(_));
        let ours = !model.datasets.iter().any(|d| foreign(&d.source));
        for dialect in DIALECTS {
            match dosic_sql::emit(plan, *dialect) {
                Ok(sql) => {
                    if sql.warnings.has_errors() {
                        return Err(format!("SQL with errors: {:?}", sql.warnings));
                    }
                    if sql.text.len() > MAX_SQL {
                        return Err(format!("{} bytes of SQL", sql.text.len()));
                    }
                    self.tell(sql.warnings)?;
                    if ours {
                        read_back_within(&sql.text, dialect.name(), DEPTH)?;
                    }
                    self.sql.push(sql.text);
                }
                Err(faults) if !faults.has_errors() => {
                    return Err(format!("no SQL and no error: {faults:?}"));
                }
                Err(faults) => self.tell(faults)?,
            }
        }
        Ok(())
    }

    /// Adds diagnostics.
    ///
    /// # Errors
    /// What does not hold of them.
    pub(crate) fn tell(&mut self, found: Diagnostics) -> Result<(), String> {
        let sorted = found.into_sorted();
        for diagnostic in &sorted {
            well_formed(&self.sources, diagnostic)?;
        }
        self.told.extend(sorted);
        Ok(())
    }

    /// Whether nothing that was said is an error.
    pub(crate) fn is_fine(&self) -> bool {
        self.told.iter().all(|d| d.severity != Severity::Error)
    }

    /// That what `self`, a strict run without errors, gave is what a lenient run gives: strict mode accepts
    /// less, and never means anything else.
    ///
    /// # Errors
    /// What differs.
    pub(crate) fn lenient_gives(&self, lenient: &Self) -> Result<(), String> {
        if !self.is_fine() {
            return Ok(());
        }
        if !lenient.is_fine() {
            return Err(format!("refused only leniently: {:?}", lenient.told));
        }
        if self.sql != lenient.sql {
            return Err(format!(
                "strictly {:?}, leniently {:?}",
                self.sql, lenient.sql
            ));
        }
        Ok(())
    }

    /// Writes all that was said in each format, as the command line does.
    ///
    /// # Errors
    /// A line that is no JSON.
    pub(crate) fn render(&self) -> Result<(), String> {
        let some = self.told.get(..50).unwrap_or(&self.told);
        let formats = [
            MessageFormat::Human,
            MessageFormat::Plain,
            MessageFormat::Json,
        ];
        let [_, _, json] = formats.map(|format| {
            let console = Console::plain_stream(format, true);
            console.rendered(&self.sources, some)
        });
        for line in json.lines() {
            serde_json::from_str::<serde_json::Value>(line).map_err(|e| format!("{e}: {line}"))?;
        }
        if json.lines().count() != some.len() {
            return Err(format!("not a line a diagnostic: {json}"));
        }
        Ok(())
    }

    /// That another run of the same input gave the same.
    ///
    /// # Errors
    /// What differs.
    pub(crate) fn same_as(&self, other: &Self) -> Result<(), String> {
        if self.told != other.told {
            return Err(format!(
                "told otherwise the second time: {:?}, then {:?}",
                self.told, other.told
            ));
        }
        if self.sql != other.sql {
            return Err(format!(
                "emitted otherwise the second time: {:?}, then {:?}",
                self.sql, other.sql
            ));
        }
        Ok(())
    }
}

/// That a diagnostic is none of an inner fault, says something, and that its places lie in its files.
///
/// # Errors
/// What does not hold.
pub(crate) fn well_formed(sources: &SourceMap, diagnostic: &Diagnostic) -> Result<(), String> {
    if diagnostic.kind == Some("internal") {
        return Err(format!("a fault of the compiler: {diagnostic:?}"));
    }
    if diagnostic.message.trim().is_empty() || diagnostic.message.ends_with('.') {
        return Err(format!("a message out of form: {diagnostic:?}"));
    }
    for label in &diagnostic.labels {
        if !inside(sources, label.span) {
            return Err(format!("a place outside of the text: {diagnostic:?}"));
        }
    }
    Ok(())
}

/// Whether a span lies in its file and splits no character.
pub(crate) fn inside(sources: &SourceMap, span: Span) -> bool {
    let range = span.start as usize..span.end as usize;
    sources
        .get(span.file)
        .is_some_and(|f| f.text.get(range).is_some())
}

/// That every character of a text has a place in its file.
///
/// # Errors
/// The character that has none.
pub(crate) fn text_inside(sources: &SourceMap, text: &SpannedText) -> Result<(), String> {
    let whole = std::iter::once(0..text.text.len());
    let characters = text.text.char_indices();
    let each = characters.map(|(at, c)| at..at + c.len_utf8());
    for range in whole.chain(each) {
        let place = text.locate(range.clone());
        if !inside(sources, place) {
            return Err(format!("{range:?} of {text:?} is at {place:?}"));
        }
    }
    Ok(())
}
