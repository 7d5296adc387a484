//! The only place that calls the compiler: files in, plans and SQL out.

mod request;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use dosic_compiler::{
    Catalogue, Compiled, LoadedModel, LoadedModels, Options, QueryRequest, compile, load,
    pass_names,
};
use dosic_diagnostics::{
    Check, Code, Diagnostic, Diagnostics, FileId, Severity, SourceMap, did_you_mean,
};
use dosic_ir::LogicalPlan;
use dosic_lint::Allowances;

use crate::args::{QueryArgs, ReadingArgs};
use crate::files::{ModelFiles, read, read_model};
use crate::project::Project;
use crate::{Console, Status};

/// What a command works on: sources read, models loaded.
pub(crate) struct Session<'c> {
    pub(crate) console: &'c Console,
    pub(crate) sources: SourceMap,
    pub(crate) project: Project,
    pub(crate) options: Options,
    pub(crate) loaded: LoadedModels,
    /// What reading the files reported.
    pub(crate) reading: Diagnostics,
    /// The folder that relative file sources start from.
    pub(crate) root: PathBuf,
}

/// What a command is given.
pub(crate) struct Inputs<'a> {
    pub(crate) paths: &'a [PathBuf],
    pub(crate) reading: &'a ReadingArgs,
    pub(crate) query: &'a QueryArgs,
    pub(crate) disabled_passes: &'a [String],
}

impl<'c> Session<'c> {
    /// Reads the project's settings and the model's files, and loads them. Faults of the model are kept for later;
    /// a fault of the command or of `dosic.toml` is reported here, and its status given.
    pub(crate) fn open(inputs: &Inputs<'_>, console: &'c Console) -> Result<Self, Status> {
        let mut sources = SourceMap::default();
        let first = inputs
            .paths
            .first()
            .map_or(Path::new("."), PathBuf::as_path);
        let settings = Project::find(first, &mut sources).and_then(|project| {
            let options = options(&project, inputs, &mut sources)?;
            Ok((project, options))
        });
        let (project, options) = match settings {
            Ok(settings) => settings,
            Err(diagnostic) => {
                console.report(&sources, &[*diagnostic]);
                return Err(Status::Usage);
            }
        };
        let query_file = request::query_file(inputs.query.query.as_deref());
        let besides: Vec<&Path> = [query_file, inputs.reading.catalog.as_deref()]
            .into_iter()
            .flatten()
            .collect();
        let mut reading = Diagnostics::new();
        let files = read_model(&mut sources, inputs.paths, &besides, &mut reading);
        Ok(Self::over(
            console,
            sources,
            (project, options),
            files,
            reading,
        ))
    }

    /// Loads files that were read, under settings that were; `reading` is what reading them reported.
    pub(crate) fn over(
        console: &'c Console,
        sources: SourceMap,
        (project, options): (Project, Options),
        files: ModelFiles,
        mut reading: Diagnostics,
    ) -> Self {
        let (loaded, found) = load(&sources, &files.ids, &options);
        reading.extend(found);
        Self {
            console,
            sources,
            project,
            options,
            loaded,
            reading,
            root: files.root,
        }
    }

    /// The request that the arguments make.
    pub(crate) fn request(
        &mut self,
        args: &QueryArgs,
        model: Option<&str>,
    ) -> (QueryRequest, Diagnostics) {
        request::read(&mut self.sources, &self.loaded, args, model)
    }

    /// The model that a request asks for, free of errors; else reports what is wrong, together with `so_far`.
    pub(crate) fn model(
        &self,
        request: &QueryRequest,
        mut so_far: Diagnostics,
    ) -> Result<&LoadedModel, Status> {
        let chosen = if self.loaded.models.is_empty() && self.reading.has_errors() {
            None
        } else {
            match self.loaded.choose(request) {
                Ok(model) => Some(model),
                Err(diagnostic) => {
                    so_far.push(*diagnostic);
                    None
                }
            }
        };
        so_far.extend(self.errors_that_touch(chosen));
        match chosen {
            Some(model) if !so_far.has_errors() => Ok(model),
            _ => Err(self.finish(so_far)),
        }
    }

    /// Compiles a request. `None` where it has errors, which are then in `found`.
    pub(crate) fn compile(
        &self,
        model: &LoadedModel,
        request: &QueryRequest,
        found: &mut Diagnostics,
        observe: &mut dyn FnMut(&'static str, &LogicalPlan),
    ) -> Option<Compiled> {
        let (compiled, diagnostics) = compile(&model.resolved, request, &self.options, observe);
        let diagnostics = self.project.at_levels(diagnostics);
        let refused = diagnostics.has_errors();
        found.extend(diagnostics);
        compiled.filter(|_| !refused)
    }

    /// Reports what was found and gives the status that it makes.
    pub(crate) fn finish(&self, found: Diagnostics) -> Status {
        let sorted = self.project.at_levels(found).into_sorted();
        let refused = sorted.iter().any(|d| d.severity == Severity::Error);
        self.console.report(&self.sources, &sorted);
        if refused {
            Status::InputErrors
        } else {
            Status::Fine
        }
    }

    /// Says where warnings about the model are found, to the person who watches. The rules of `check` are not run here.
    pub(crate) fn note_warnings(&self, model: &LoadedModel) {
        // Comments are read for it, which programs that compile need not wait for.
        if !self.console.has_watcher() {
            return;
        }
        let all = self.reading.iter().chain(model.diagnostics.iter());
        let all: Diagnostics = all
            .filter(|d| d.severity == Severity::Warning)
            .cloned()
            .collect();
        if all.is_empty() {
            return;
        }
        let left = self
            .project
            .at_levels(Allowances::of(&self.sources).apply(all));
        let is_counted =
            |d: &&Diagnostic| d.severity == Severity::Warning && d.code != Code::AllowComment;
        let count = left.iter().filter(is_counted).count();
        if count > 0 {
            let plural = if count == 1 { "warning" } else { "warnings" };
            self.console.note(&format!(
                "({count} {plural} about the model: dosic check)\n"
            ));
        }
    }

    /// Errors of reading and of the model. A broken model spoils only itself (semantics digest 1.5): errors in files
    /// that hold another model, and no part of the one chosen, are left to `check`.
    fn errors_that_touch(&self, chosen: Option<&LoadedModel>) -> Diagnostics {
        let own = chosen.map(|model| self.files_of(model));
        let foreign: BTreeSet<FileId> = match &own {
            None => BTreeSet::new(),
            Some(own) => {
                let all = self.loaded.models.iter().flat_map(|m| self.files_of(m));
                all.filter(|file| !own.contains(file)).collect()
            }
        };
        let touches = |d: &&Diagnostic| d.span().is_none_or(|span| !foreign.contains(&span.file));
        let reading = self.reading.iter().filter(touches);
        let resolving = chosen.into_iter().flat_map(|m| m.diagnostics.iter());
        let all: Diagnostics = reading.chain(resolving).cloned().collect();
        let levelled = self.project.at_levels(all).into_sorted().into_iter();
        levelled.filter(|d| d.severity == Severity::Error).collect()
    }

    /// A model as it is written.
    pub(crate) fn written(&self, model: &LoadedModel) -> Option<&dosic_document::Model> {
        let index = self
            .loaded
            .models
            .iter()
            .position(|m| std::ptr::eq(m, model))?;
        self.loaded.documents.models.get(index)
    }

    fn files_of(&self, model: &LoadedModel) -> BTreeSet<FileId> {
        let mut files = BTreeSet::new();
        if let Some(written) = self.written(model) {
            files.insert(written.file);
            files.extend(written.datasets.iter().map(|d| d.name.span.file));
            files.extend(written.relationships.iter().map(|r| r.name.span.file));
            files.extend(written.metrics.iter().map(|m| m.name.span.file));
        }
        files
    }
}

/// What the arguments and the project ask for.
pub(crate) fn options(
    project: &Project,
    inputs: &Inputs<'_>,
    sources: &mut SourceMap,
) -> Result<Options, Box<Diagnostic>> {
    let accept = inputs
        .reading
        .accept_dialect
        .iter()
        .chain(&project.accept_dialects);
    let mut disabled = BTreeSet::new();
    for name in inputs.disabled_passes {
        let known = pass_names().find(|pass| pass.eq_ignore_ascii_case(name));
        disabled.insert(known.ok_or_else(|| unknown_pass(name))?.to_owned());
    }
    Ok(Options {
        strict: inputs.reading.strict || project.strict,
        accept_dialects: accept.cloned().collect(),
        catalogue: inputs
            .reading
            .catalog
            .as_deref()
            .map(|p| catalogue(p, sources))
            .transpose()?,
        allow_files: project.allowed_prefixes(),
        disabled_passes: disabled,
    })
}

fn catalogue(path: &Path, sources: &mut SourceMap) -> Result<Catalogue, Box<Diagnostic>> {
    let file = read(sources, path)?;
    let text = sources.get(file).map_or("", |f| f.text.as_str());
    Catalogue::from_json(text.trim_start_matches('\u{feff}')).map_err(|error| {
        let message = format!("{} is no catalogue: {error}", path.display());
        Box::new(
            Diagnostic::new(Code::Usage, Check::Yaml, message)
                .kind("catalogue")
                .help("it lists the columns of each dataset: {\"orders\": [{\"name\": \"id\", \"type\": \"BIGINT\"}]}"),
        )
    })
}

fn unknown_pass(name: &str) -> Box<Diagnostic> {
    let names: Vec<&str> = pass_names().collect();
    let help = did_you_mean(name, names.iter().copied())
        .unwrap_or_else(|| format!("there are {}", names.join(", ")));
    let message = format!("no pass is called `{name}`");
    Box::new(
        Diagnostic::new(Code::Usage, Check::Run, message)
            .kind("unknown-pass")
            .help(help),
    )
}
