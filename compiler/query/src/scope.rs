//! What names mean in having and order_by: outputs of the query beside the names of the model (semantics digest 3.4).

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, Span, nearest};
use dosic_expr::ast;
use dosic_ir::{Ident, ModelExpr};
use dosic_resolve::{Global, Names, ident_of};
use dosic_typing::Scope;

use crate::output::{ColumnName, ident_from};

/// A column of the result as other clauses may name it.
pub(crate) struct Output<'a> {
    pub(crate) name: ColumnName,
    /// `None` if the column is faulty, which was reported.
    pub(crate) written: Option<&'a ModelExpr>,
    pub(crate) span: Span,
}

/// Whose names come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Precedence {
    /// Having: a metric, then a column of the result.
    MetricFirst,
    /// Order by: a column of the result, then a metric.
    OutputFirst,
    /// Where: columns of the result cannot be named.
    ModelOnly,
}

/// The names of a clause that may name outputs.
pub(crate) struct OutputScope<'a> {
    pub(crate) model: &'a dyn Scope,
    pub(crate) names: &'a Names,
    pub(crate) outputs: &'a [Output<'a>],
    pub(crate) precedence: Precedence,
}

impl Scope for OutputScope<'_> {
    fn resolve(
        &self,
        parts: &[ast::Ident],
        span: Span,
        sink: &mut Diagnostics,
    ) -> Option<ModelExpr> {
        if let [name] = parts
            && self.precedence != Precedence::ModelOnly
        {
            let name = ident_of(name);
            let metric = matches!(self.names.global(&name), Some(Global::Metric(_)));
            if !(metric && self.precedence == Precedence::MetricFirst)
                && let Some(found) = find_output(self.outputs, &name, span, sink)
            {
                let output = found.and_then(|at| self.outputs.get(at));
                return output.and_then(|o| o.written).cloned();
            }
        }
        let mut found = Diagnostics::new();
        let expr = self.model.resolve(parts, span, &mut found);
        for diagnostic in found.iter() {
            sink.push(self.with_suggestion(parts, diagnostic.clone()));
        }
        expr
    }

    fn filter_moves_home(&self, args: &[ModelExpr], predicate: &ModelExpr) -> bool {
        self.model.filter_moves_home(args, predicate)
    }
}

impl OutputScope<'_> {
    /// A name that is not found may be a column of the result: misspelt, or out of reach.
    fn with_suggestion(&self, parts: &[ast::Ident], fault: Diagnostic) -> Diagnostic {
        let [name] = parts else {
            return fault;
        };
        if fault.code != Code::NameNotFound || fault.kind.is_some() {
            return fault;
        }
        if self.precedence == Precedence::ModelOnly {
            let ident = ident_of(name);
            let is_output = self.outputs.iter().any(|o| o.name.ident == ident);
            return if is_output {
                fault.help("Where sees rows, not columns of the result; write the expression that this column shows")
            } else {
                fault
            };
        }
        let outputs = self.outputs.iter().map(|o| o.name.display.as_str());
        match nearest(&name.text, outputs) {
            Some(near) => {
                let near = ident_from(near).spelling();
                fault.help(format!("did you mean the column `{near}` of the result?"))
            }
            None => fault,
        }
    }
}

/// The output called so: `None` if there is none, `Some(None)` after `E_NAME_COLLISION`.
pub(crate) fn find_output(
    outputs: &[Output<'_>],
    name: &Ident,
    span: Span,
    sink: &mut Diagnostics,
) -> Option<Option<usize>> {
    let hits = |of: fn(&ColumnName) -> &Ident| -> Vec<(usize, &Output<'_>)> {
        outputs
            .iter()
            .enumerate()
            .filter(|(_, o)| of(&o.name) == name)
            .collect()
    };
    let mut found = hits(|n| &n.ident);
    if found.is_empty() {
        found = hits(|n| &n.short);
    }
    let (first, rest) = found.split_first()?;
    if let Some((_, other)) = rest.iter().find(|(_, o)| o.written != first.1.written) {
        let message = format!("`{}` names two columns of the result", name.display());
        let (a, b) = (&first.1.name.display, &other.name.display);
        let help = if a == b {
            "give one of them another alias".to_owned()
        } else {
            format!("write `{a}` or `{b}`")
        };
        sink.push(
            Diagnostic::new(Code::NameCollision, Check::QueryNames, message)
                .at(span, "which one?")
                .at(first.1.span, "one column")
                .at(other.span, "the other column")
                .help(help),
        );
        return Some(None);
    }
    Some(Some(first.0))
}
