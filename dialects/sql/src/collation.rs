//! The warning about what is put in order, may be a text, and is not known to be one (ruling 26).

use std::collections::BTreeSet;

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics};
use dosic_ir::plan::{PlanExpr, Rel};
use dosic_ir::{
    AggregateFn, ColumnId, CompareOp, DataType, ExprKind, Literal, LogicalPlan, ScalarFn, SortKey,
    WindowFn,
};

use crate::texts::expressions;
use crate::usage::operators;

/// `W_UNCHECKED_COLLATION` for each column of unknown type that may be a text and is sorted by, compared by
/// `<` and its like, or asked for its least or greatest value; each column once.
pub(crate) fn unchecked(plan: &LogicalPlan) -> Diagnostics {
    let mut texts = Texts::default();
    let mut named = BTreeSet::new();
    // Inputs first.
    for operator in operators(plan).into_iter().rev() {
        match operator.rel {
            Rel::Sort { keys, .. } => texts.collect(plan, keys, &mut named),
            Rel::Window { calls, .. } => {
                for (_, call) in calls {
                    texts.collect(plan, &call.order_by, &mut named);
                }
            }
            _ => {}
        }
        for expr in expressions(operator.rel) {
            texts.compared(plan, expr, &mut named);
        }
        for arg in extremes(operator.rel) {
            texts.ordered(plan, arg, &mut named);
        }
        texts.define(plan, operator.rel);
    }
    named.into_iter().map(warning).collect()
}

fn warning(name: &str) -> Diagnostic {
    let message = format!(
        "the type of `{name}` is unknown: if it is a text, it is ordered by the database's collation"
    );
    Diagnostic::new(Code::UncheckedCollation, Check::Lint, message)
        .help("declare the `datatype` of its field")
}

/// Whether it may be a text that no collation is written beside: a column known to be a String is
/// compared by code point, and a date or number beside it says that it is none.
fn is_open(expr: &PlanExpr) -> bool {
    match (&expr.kind, expr.ty.data) {
        (ExprKind::Literal(Literal::String(text)), _) => !is_iso(text),
        (_, data) => data == DataType::Unknown,
    }
}

/// Whether a text looks like a date or time in ISO form.
fn is_iso(text: &str) -> bool {
    let sign = |c: char| matches!(c, '-' | ':' | '.' | ' ' | 'T');
    text.len() >= 8 && text.chars().all(|c| c.is_ascii_digit() || sign(c))
}

/// The arguments of what gives a least or greatest value, or one at a place of the order.
fn extremes(rel: &Rel) -> Vec<&PlanExpr> {
    use AggregateFn as F;
    let is_extreme = |f| matches!(f, F::Min | F::Max | F::PercentileDisc { .. });
    match rel {
        Rel::Aggregate { aggregates, .. } => aggregates
            .iter()
            .filter(|(_, call)| is_extreme(call.function))
            .flat_map(|(_, call)| &call.args)
            .collect(),
        Rel::Window { calls, .. } => calls
            .iter()
            .filter(|(_, call)| matches!(call.function, WindowFn::Aggregate(f) if is_extreme(f)))
            .flat_map(|(_, call)| &call.args)
            .collect(),
        _ => Vec::new(),
    }
}

/// The columns of unknown type that may hold texts.
#[derive(Default)]
struct Texts(BTreeSet<ColumnId>);

impl Texts {
    fn collect<'p>(
        &self,
        plan: &'p LogicalPlan,
        keys: &[SortKey<PlanExpr>],
        named: &mut BTreeSet<&'p str>,
    ) {
        for key in keys {
            self.ordered(plan, &key.expr, named);
        }
    }

    /// Names the columns of what is put in order.
    fn ordered<'p>(&self, plan: &'p LogicalPlan, expr: &PlanExpr, named: &mut BTreeSet<&'p str>) {
        if !self.may_be(expr) {
            return;
        }
        expr.for_each_leaf(&mut |column| {
            if self.0.contains(column) {
                named.insert(plan.column_name(*column));
            }
        });
    }

    /// Names the columns that an expression compares by order, beside what may be a text too.
    fn compared<'p>(&self, plan: &'p LogicalPlan, expr: &PlanExpr, named: &mut BTreeSet<&'p str>) {
        let mut todo = vec![expr];
        while let Some(next) = todo.pop() {
            let sets: Vec<Vec<&PlanExpr>> = match &next.kind {
                ExprKind::Compare(op, a, b)
                    if !matches!(op, CompareOp::Equal | CompareOp::NotEqual) =>
                {
                    vec![vec![a, b]]
                }
                ExprKind::Between {
                    expr, low, high, ..
                } => vec![vec![expr, low], vec![expr, high]],
                ExprKind::Call(ScalarFn::Greatest | ScalarFn::Least, args) => {
                    vec![args.iter().collect()]
                }
                _ => Vec::new(),
            };
            for set in sets.iter().filter(|set| set.iter().all(|e| is_open(e))) {
                set.iter().for_each(|e| self.ordered(plan, e, named));
            }
            todo.extend(next.children());
        }
    }

    /// Arithmetic gives no text, whatever is unknown of its operands.
    fn may_be(&self, expr: &PlanExpr) -> bool {
        expr.ty.data == DataType::Unknown
            && !matches!(
                expr.kind,
                ExprKind::Arithmetic(..) | ExprKind::Negate(_) | ExprKind::Literal(_)
            )
            && expr.any_leaf(&mut |column| self.0.contains(column))
    }

    /// Adds what an operator defines.
    fn define(&mut self, plan: &LogicalPlan, rel: &Rel) {
        let unknown = |c: ColumnId| plan.column_type(c).data == DataType::Unknown;
        let any = |texts: &Self, args: &[PlanExpr]| args.iter().any(|a| texts.may_be(a));
        let defined: Vec<ColumnId> = match rel {
            Rel::Scan(scan) => scan.columns.iter().map(|(c, _)| *c).collect(),
            Rel::Project { columns, .. } => {
                let texts = columns.iter().filter(|(_, e)| self.may_be(e));
                texts.map(|(c, _)| *c).collect()
            }
            Rel::Aggregate { aggregates, .. } => {
                let texts = aggregates
                    .iter()
                    .filter(|(_, call)| call.function != AggregateFn::Sum && any(self, &call.args));
                texts.map(|(c, _)| *c).collect()
            }
            Rel::Window { calls, .. } => {
                let sum = WindowFn::Aggregate(AggregateFn::Sum);
                let texts = calls
                    .iter()
                    .filter(|(_, call)| call.function != sum && any(self, &call.args));
                texts.map(|(c, _)| *c).collect()
            }
            Rel::Merge(merge) => {
                let mut texts = Vec::new();
                for branch in &merge.branches {
                    let keys = merge.keys.iter().copied().zip(branch.keys.iter().copied());
                    let leaves = branch.leaves.iter().map(|l| (l.column, l.source));
                    let both = keys.chain(leaves);
                    texts.extend(both.filter(|(_, s)| self.0.contains(s)).map(|(c, _)| c));
                }
                texts
            }
            _ => Vec::new(),
        };
        self.0.extend(defined.into_iter().filter(|c| unknown(*c)));
    }
}
