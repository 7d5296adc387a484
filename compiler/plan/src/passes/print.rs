//! The printed form of a plan: one operator a line, inputs indented.

use std::fmt::Write as _;

use dosic_ir::plan::{PlanExpr, Rel};
use dosic_ir::{ColumnId, ExprKind, Literal, LogicalPlan, SortKey, Source, TypedId};

/// A plan as text, for people and snapshots. Columns print as `name#id`.
#[must_use]
pub fn print(plan: &LogicalPlan) -> String {
    let mut printer = Printer {
        plan,
        text: String::new(),
    };
    let outputs: Vec<String> = plan
        .outputs
        .iter()
        .map(|o| format!("{}={}", o.name, printer.column(o.column)))
        .collect();
    printer.line(0, &format!("output {}", outputs.join(", ")));
    printer.rel(&plan.root, 1);
    printer.text
}

struct Printer<'p> {
    plan: &'p LogicalPlan,
    text: String,
}

impl Printer<'_> {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "  ".repeat(depth));
    }

    fn column(&self, id: ColumnId) -> String {
        format!("{}#{}", self.plan.column_name(id), id.index())
    }

    fn list(&self, columns: &[ColumnId]) -> String {
        columns
            .iter()
            .map(|c| self.column(*c))
            .collect::<Vec<_>>()
            .join(", ")
    }

    fn rel(&mut self, rel: &Rel, depth: usize) {
        let text = self.head(rel);
        self.line(depth, &text);
        for input in rel.inputs() {
            self.rel(input, depth + 1);
        }
    }

    fn head(&self, rel: &Rel) -> String {
        match rel {
            Rel::Unit => "unit".to_owned(),
            Rel::Scan(scan) => {
                let columns: Vec<ColumnId> = scan.columns.iter().map(|(c, _)| *c).collect();
                format!(
                    "scan {} {} [{}]",
                    scan.label,
                    source(&scan.source),
                    self.list(&columns)
                )
            }
            Rel::Filter { predicates, .. } => {
                format!("filter {}", self.exprs(predicates.iter(), " and "))
            }
            Rel::Project { columns, .. } => {
                let shown = columns.iter().map(|(c, e)| match e.as_leaf() {
                    Some(read) if read == c => self.column(*c),
                    _ => format!("{}={}", self.column(*c), self.expr(e)),
                });
                format!("project {}", shown.collect::<Vec<_>>().join(", "))
            }
            Rel::Join { on, unique, .. } => {
                let pairs = on
                    .iter()
                    .map(|(l, r)| format!("{} = {}", self.column(*l), self.column(*r)));
                let kind = if *unique { "join up" } else { "join down" };
                format!("{kind} on {}", pairs.collect::<Vec<_>>().join(", "))
            }
            Rel::RowId { column, .. } => format!("row-id {}", self.column(*column)),
            Rel::Distinct { label, .. } => format!("distinct ({label})"),
            Rel::Aggregate {
                keys,
                aggregates,
                label,
                ..
            } => {
                let calls = aggregates.iter().map(|(c, call)| {
                    let distinct = if call.distinct { "distinct " } else { "" };
                    let args = self.exprs(call.args.iter(), ", ");
                    format!(
                        "{}={}({distinct}{args})",
                        self.column(*c),
                        call.function.name()
                    )
                });
                let calls = calls.collect::<Vec<_>>().join(", ");
                format!("aggregate by [{}] {calls} ({label})", self.list(keys))
            }
            Rel::Merge(merge) => {
                let branches = merge.branches.iter().map(|b| {
                    let leaves = b.leaves.iter().map(|l| {
                        let zero = if l.zero_if_absent { " or 0" } else { "" };
                        format!("{}={}{zero}", self.column(l.column), self.column(l.source))
                    });
                    let groups = if b.adds_groups { "" } else { " no groups" };
                    let leaves = leaves.collect::<Vec<_>>().join(", ");
                    format!("{{[{}] {leaves}{groups}}}", self.list(&b.keys))
                });
                let branches = branches.collect::<Vec<_>>().join(" ");
                format!(
                    "merge [{}] {branches} ({})",
                    self.list(&merge.keys),
                    merge.label
                )
            }
            Rel::Window { calls, .. } => {
                let calls = calls.iter().map(|(c, call)| {
                    let args = self.exprs(call.args.iter(), ", ");
                    let partition = self.exprs(call.partition_by.iter(), ", ");
                    let order = self.keys(&call.order_by);
                    format!(
                        "{}={:?}({args}) by [{partition}] order [{order}]",
                        self.column(*c),
                        call.function
                    )
                });
                format!("window {}", calls.collect::<Vec<_>>().join(", "))
            }
            Rel::Sort { keys, .. } => format!("sort {}", self.keys(keys)),
            Rel::Limit { count, .. } => format!("limit {count}"),
        }
    }

    fn keys(&self, keys: &[SortKey<PlanExpr>]) -> String {
        let keys = keys.iter().map(|k| {
            let direction = if k.descending { "desc" } else { "asc" };
            let nulls = if k.nulls_first {
                "nulls first"
            } else {
                "nulls last"
            };
            format!("{} {direction} {nulls}", self.expr(&k.expr))
        });
        keys.collect::<Vec<_>>().join(", ")
    }

    fn exprs<'e>(&self, exprs: impl Iterator<Item = &'e PlanExpr>, separator: &str) -> String {
        exprs
            .map(|e| self.expr(e))
            .collect::<Vec<_>>()
            .join(separator)
    }

    /// An expression in prefix form: the operator, then its operands.
    fn expr(&self, expr: &PlanExpr) -> String {
        let name = match &expr.kind {
            ExprKind::Leaf(column) => return self.column(*column),
            ExprKind::Literal(literal) => return print_literal(literal),
            ExprKind::Negate(_) => "negate".to_owned(),
            ExprKind::Not(_) => "not".to_owned(),
            ExprKind::Arithmetic(op, ..) => format!("{op:?}").to_lowercase(),
            ExprKind::Concat(..) => "concat".to_owned(),
            ExprKind::Compare(op, ..) => format!("{op:?}").to_lowercase(),
            ExprKind::Logical(op, _) => format!("{op:?}").to_lowercase(),
            ExprKind::IsNull { negated, .. } => negate("is-null", *negated),
            ExprKind::IsBoolean { value, negated, .. } => {
                negate(if *value { "is-true" } else { "is-false" }, *negated)
            }
            ExprKind::IsDistinct { negated, .. } => negate("is-distinct", *negated),
            ExprKind::Between { negated, .. } => negate("between", *negated),
            ExprKind::In { negated, .. } => negate("in", *negated),
            ExprKind::Like {
                case_insensitive,
                negated,
                ..
            } => negate(if *case_insensitive { "ilike" } else { "like" }, *negated),
            ExprKind::Case { operand, .. } => {
                if operand.is_some() { "case-of" } else { "case" }.to_owned()
            }
            ExprKind::Cast { target, safe, .. } => {
                format!("{}cast-{target:?}", if *safe { "try-" } else { "" }).to_lowercase()
            }
            ExprKind::Call(function, _) => format!("{function:?}").to_lowercase(),
            ExprKind::Foreign { name, .. } => name.to_lowercase(),
        };
        format!("{name}({})", self.exprs(expr.children().into_iter(), ", "))
    }
}

fn negate(name: &str, negated: bool) -> String {
    if negated {
        format!("not-{name}")
    } else {
        name.to_owned()
    }
}

fn print_literal(literal: &Literal) -> String {
    match literal {
        Literal::Null => "null".to_owned(),
        Literal::Boolean(b) => b.to_string(),
        Literal::Integer(i) => i.to_string(),
        Literal::Float(f) => format!("{f:?}"),
        Literal::Decimal(s) => s.clone(),
        Literal::String(s) | Literal::Date(s) | Literal::Time(s) | Literal::DateTime(s) => {
            format!("'{}'", s.replace('\'', "''"))
        }
    }
}

fn source(source: &Source) -> String {
    match source {
        Source::Table(parts) => parts
            .iter()
            .map(dosic_ir::Ident::spelling)
            .collect::<Vec<_>>()
            .join("."),
        Source::Query(_) => "(query)".to_owned(),
        Source::File(path) => format!("file {path}"),
    }
}
