//! `dosic lsp`: an editor is served, and told what `check` would say.

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use dosic_compiler::{compile, total_request};
use dosic_diagnostics::{Code, Diagnostic, Diagnostics, SourceMap};
use dosic_ir::MetricId;
use dosic_lsp::{Checked, Ending, Finding, Host, Unsaved};
use dosic_sql::Dialect;

use super::{check, refuse};
use crate::args::{LspArgs, QueryArgs, ReadingArgs};
use crate::files::{self, ModelFiles};
use crate::pipeline::{Inputs, Session, options};
use crate::project::Project;
use crate::{Console, Status, dialects, pages, product};

/// Serves the client at the other end of stdin and stdout.
pub(super) fn run(args: &LspArgs, console: &Console) -> Status {
    let dialect = match dialects::named(&args.dialect) {
        Ok(dialect) => dialect,
        Err(diagnostic) => {
            return refuse(console, &SourceMap::default(), *diagnostic, Status::Usage);
        }
    };
    let compiler = Compiler { console, dialect };
    let input = BufReader::new(io::stdin());
    let mut output = io::stdout().lock();
    match dosic_lsp::serve(input, &mut output, &compiler) {
        Ok(Ending::Clean) => Status::Fine,
        Ok(Ending::Broken) => Status::InputErrors,
        Err(error) => product::write_failed(&error, "stdout", console),
    }
}

/// The compiler as this command line calls it.
struct Compiler<'c> {
    console: &'c Console,
    dialect: &'c dyn Dialect,
}

impl Host for Compiler<'_> {
    fn model_files(&self, folder: &Path) -> Vec<PathBuf> {
        files::model_files(folder)
    }

    fn is_model_file(&self, path: &Path) -> bool {
        files::is_model_file(path)
    }

    fn check(&self, paths: &[PathBuf], unsaved: &Unsaved) -> Checked {
        let mut sources = SourceMap::default();
        let settings = match settings(paths, &mut sources) {
            Ok(settings) => settings,
            Err(diagnostic) => {
                return Checked {
                    sources,
                    findings: vec![Finding {
                        diagnostic: *diagnostic,
                        file: None,
                    }],
                    ..Checked::default()
                };
            }
        };
        let mut unread = Vec::new();
        let mut model = ModelFiles::default();
        for path in paths {
            let name = path.display().to_string();
            match unsaved.get(path) {
                Some(text) => model.ids.push(sources.add(name, text.as_str())),
                None => match files::read(&mut sources, path) {
                    Ok(id) => model.ids.push(id),
                    Err(diagnostic) => unread.push(Finding {
                        diagnostic: *diagnostic,
                        file: Some(path.clone()),
                    }),
                },
            }
        }
        let session = Session::over(self.console, sources, settings, model, Diagnostics::new());
        let found = check::findings(&session).into_iter();
        let found = found.map(|diagnostic| Finding {
            diagnostic,
            file: None,
        });
        unread.extend(found);
        Checked {
            findings: unread,
            sources: session.sources,
            loaded: session.loaded,
            options: session.options,
        }
    }

    fn metric_sql(
        &self,
        checked: &Checked,
        model: usize,
        metric: MetricId,
    ) -> Result<String, String> {
        let none = || "there is no such metric".to_owned();
        let model = checked.loaded.models.get(model).ok_or_else(none)?;
        if model.diagnostics.has_errors() {
            return Err("the model has errors".to_owned());
        }
        let request = total_request(&model.resolved.model, metric).ok_or_else(none)?;
        let trace = &mut |_: &'static str, _: &_| ();
        let (compiled, found) = compile(&model.resolved, &request, &checked.options, trace);
        let compiled = compiled.ok_or_else(|| first(found))?;
        let sql = dosic_sql::emit(&compiled.plan, self.dialect).map_err(first)?;
        Ok(format!("{};\n", sql.text))
    }

    fn page(&self, code: Code) -> Option<String> {
        pages::address(code)
    }
}

fn settings(
    paths: &[PathBuf],
    sources: &mut SourceMap,
) -> Result<(Project, dosic_compiler::Options), Box<Diagnostic>> {
    let first = paths.first().map_or(Path::new("."), PathBuf::as_path);
    let project = Project::find(first, sources)?;
    let inputs = Inputs {
        paths,
        reading: &ReadingArgs::default(),
        query: &QueryArgs::default(),
        disabled_passes: &[],
    };
    let options = options(&project, &inputs, sources)?;
    Ok((project, options))
}

fn first(found: Diagnostics) -> String {
    let mut sorted = found.into_sorted().into_iter();
    let first = sorted.next();
    first.map_or_else(
        || "it has no SQL".to_owned(),
        |d| format!("{}: {}", d.full_code(), d.message),
    )
}
