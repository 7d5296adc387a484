//! The warning about texts made of values whose type is unknown (semantics digest 8.4).

use std::collections::BTreeSet;

use dosic_diagnostics::{Check, Code, Diagnostic};
use dosic_ir::plan::{PlanExpr, Rel};
use dosic_ir::{DataType, ExprKind, LogicalPlan};

use crate::usage::operators;

/// `W_UNCHECKED_TEXT`, if `||` makes a text of a value of unknown type; names all columns that are in one.
pub(crate) fn unchecked(plan: &LogicalPlan) -> Option<Diagnostic> {
    let mut named = BTreeSet::new();
    for operator in operators(plan) {
        for expr in expressions(operator.rel) {
            collect(plan, expr, &mut named);
        }
    }
    let names: Vec<String> = named.into_iter().map(|n| format!("`{n}`")).collect();
    let (types, it_is) = match names.as_slice() {
        [] => return None,
        [_] => ("the type", "it is a floating-point number"),
        _ => ("the types", "one of them is a floating-point number"),
    };
    let be = if names.len() == 1 { "is" } else { "are" };
    let message = format!(
        "{types} of {} {be} unknown: if {it_is}, the text of a whole one ends in `.0` here",
        names.join(", ")
    );
    Some(
        Diagnostic::new(Code::UncheckedText, Check::Lint, message)
            .help("declare the `datatype` of the field, or write CAST(… AS VARCHAR)"),
    )
}

/// The expressions that an operator computes.
pub(crate) fn expressions(rel: &Rel) -> Vec<&PlanExpr> {
    match rel {
        Rel::Filter { predicates, .. } => predicates.iter().collect(),
        Rel::Project { columns, .. } => columns.iter().map(|(_, e)| e).collect(),
        Rel::Aggregate { aggregates, .. } => aggregates.iter().flat_map(|(_, c)| &c.args).collect(),
        Rel::Window { calls, .. } => calls.iter().flat_map(|(_, c)| c.exprs()).collect(),
        Rel::Sort { keys, .. } => keys.iter().map(|k| &k.expr).collect(),
        _ => Vec::new(),
    }
}

fn collect<'p>(plan: &'p LogicalPlan, expr: &PlanExpr, named: &mut BTreeSet<&'p str>) {
    let mut todo = vec![expr];
    while let Some(next) = todo.pop() {
        if let ExprKind::Concat(a, b) = &next.kind {
            for operand in [a, b] {
                if operand.ty.data == DataType::Unknown {
                    operand.for_each_leaf(&mut |column| {
                        if plan.column_type(*column).data == DataType::Unknown {
                            named.insert(plan.column_name(*column));
                        }
                    });
                }
            }
        }
        todo.extend(next.children());
    }
}
