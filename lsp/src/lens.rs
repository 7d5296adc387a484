//! The SQL of each metric, on demand.

use dosic_ir::MetricId;
use dosic_ir::TypedId;
use lsp_server::ErrorCode;
use lsp_types::{CodeLens, CodeLensParams, Command, ExecuteCommandParams, Uri};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::dispatch::{Fault, read};
use crate::session::Session;
use crate::uri;

/// The command that gives the SQL of a metric.
pub(crate) const SHOW_SQL: &str = "dosic.showSql";

/// What the command is given.
#[derive(Debug, Serialize, Deserialize)]
struct Asked {
    /// A file of the model.
    uri: Uri,
    /// The model's name; may be left out where the file belongs to one model.
    model: Option<String>,
    /// The metric's name as the model writes it.
    metric: String,
}

/// Answers `textDocument/codeLens`: "show SQL" on each metric.
pub(crate) fn lenses(session: &mut Session<'_>, params: CodeLensParams) -> Option<Vec<CodeLens>> {
    let (snapshot, file) = session.file(&params.text_document)?;
    let mut all = Vec::new();
    for model in &snapshot.checked.loaded.documents.models {
        for metric in model.metrics.iter().filter(|m| m.name.span.file == file) {
            let asked = Asked {
                uri: params.text_document.uri.clone(),
                model: Some(model.name.text.clone()),
                metric: metric.name.text.clone(),
            };
            all.push(CodeLens {
                range: snapshot.range(metric.name.span, session.encoding),
                command: Some(Command::new(
                    "show SQL".to_owned(),
                    SHOW_SQL.to_owned(),
                    Some(vec![json!(asked)]),
                )),
                data: None,
            });
        }
    }
    Some(all)
}

/// Answers `workspace/executeCommand`: the SQL of a metric as text.
///
/// # Errors
/// `InvalidParams` for another command or other arguments; `RequestFailed` if there is no such metric, or no SQL for it.
pub(crate) fn execute(
    session: &mut Session<'_>,
    params: ExecuteCommandParams,
) -> Result<Value, Fault> {
    if params.command != SHOW_SQL {
        let message = format!("there is no command `{}`", params.command);
        return Err(Fault::new(ErrorCode::InvalidParams, message));
    }
    let argument = params.arguments.into_iter().next().unwrap_or(Value::Null);
    let asked: Asked = read(argument)?;
    let failed = |message: String| Fault::new(ErrorCode::RequestFailed, message);
    let snapshot = uri::path_of(&asked.uri).and_then(|p| session.snapshot(&p));
    let snapshot = snapshot.ok_or_else(|| failed("the file belongs to no model".to_owned()))?;
    let models = snapshot.checked.loaded.documents.models.iter();
    let found = models.enumerate().find_map(|(index, model)| {
        let is_asked = asked
            .model
            .as_ref()
            .is_none_or(|name| *name == model.name.text);
        let mut metrics = model.metrics.iter();
        let metric = metrics.position(|m| m.name.text == asked.metric)?;
        is_asked.then_some((index, MetricId::from_index(metric)))
    });
    let (model, metric) =
        found.ok_or_else(|| failed(format!("there is no metric `{}`", asked.metric)))?;
    let sql = session.host.metric_sql(&snapshot.checked, model, metric);
    sql.map(Value::String).map_err(failed)
}
