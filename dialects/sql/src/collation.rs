//! The warning about ordering keys that may be texts and are not known to be (ruling 26).

use std::collections::BTreeSet;

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics};
use dosic_ir::plan::{PlanExpr, Rel};
use dosic_ir::{AggregateFn, ColumnId, DataType, ExprKind, LogicalPlan, SortKey, WindowFn};

use crate::usage::operators;

/// `W_UNCHECKED_COLLATION` for each ordering key of unknown type that may be a text, each column once.
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
        texts.define(plan, operator.rel);
    }
    named.into_iter().map(warning).collect()
}

fn warning(name: &str) -> Diagnostic {
    let message = format!(
        "the type of the ordering key `{name}` is unknown: if it is a text, it sorts by the database's collation"
    );
    Diagnostic::new(Code::UncheckedCollation, Check::Lint, message)
        .help("declare the `datatype` of its field")
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
        for key in keys.iter().filter(|k| self.may_be(&k.expr)) {
            key.expr.for_each_leaf(&mut |column| {
                if self.0.contains(column) {
                    named.insert(plan.column_name(*column));
                }
            });
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
