//! Typed expressions as short text.

use dosic_ir::{ExprKind as K, Literal, ModelExpr, ModelLeaf, TypedId, WindowCall};

/// The expression, fully parenthesised; literals that the text does not tell apart carry their type.
pub(crate) fn show(expr: &ModelExpr) -> String {
    match &expr.kind {
        K::Leaf(leaf) => leaf_text(leaf),
        K::Literal(literal) => literal_text(literal),
        K::Negate(e) => format!("-{}", show(e)),
        K::Not(e) => format!("NOT({})", show(e)),
        K::Arithmetic(op, a, b) => format!("{op:?}({}, {})", show(a), show(b)),
        K::Concat(a, b) => format!("({} || {})", show(a), show(b)),
        K::Compare(op, a, b) => format!("{op:?}({}, {})", show(a), show(b)),
        K::Logical(op, all) => format!("{op:?}({})", list(all)),
        K::IsNull { expr, negated } => format!("IsNull({}{})", show(expr), not(*negated)),
        K::IsBoolean {
            expr,
            value,
            negated,
        } => format!("Is({}, {value}{})", show(expr), not(*negated)),
        K::IsDistinct {
            left,
            right,
            negated,
        } => format!("Distinct({}, {}{})", show(left), show(right), not(*negated)),
        K::Between {
            expr,
            low,
            high,
            negated,
        } => format!(
            "Between({}, {}, {}{})",
            show(expr),
            show(low),
            show(high),
            not(*negated)
        ),
        K::In {
            expr,
            list: values,
            negated,
        } => format!("In({}, [{}]{})", show(expr), list(values), not(*negated)),
        K::Like {
            expr,
            pattern,
            escape,
            case_insensitive,
            negated,
        } => format!(
            "Like({}, {}, {escape:?}, {case_insensitive}{})",
            show(expr),
            show(pattern),
            not(*negated)
        ),
        K::Case {
            operand,
            whens,
            otherwise,
        } => {
            let operand = operand
                .iter()
                .map(|e| format!(" {}", show(e)))
                .collect::<String>();
            let whens = whens
                .iter()
                .map(|(w, t)| format!(" WHEN {} THEN {}", show(w), show(t)));
            let whens = whens.collect::<String>();
            let last = otherwise.iter().map(|e| format!(" ELSE {}", show(e)));
            format!("CASE{operand}{whens}{} END", last.collect::<String>())
        }
        K::Cast { expr, target, safe } => {
            format!(
                "Cast({}, {target:?}{})",
                show(expr),
                if *safe { ", safe" } else { "" }
            )
        }
        K::Call(function, args) => format!("{function:?}({})", list(args)),
        K::Foreign {
            name,
            dialect,
            args,
        } => format!("{dialect}:{name}({})", list(args)),
    }
}

fn not(negated: bool) -> &'static str {
    if negated { ", not" } else { "" }
}

fn list(exprs: &[ModelExpr]) -> String {
    exprs.iter().map(show).collect::<Vec<_>>().join(", ")
}

fn literal_text(literal: &Literal) -> String {
    match literal {
        Literal::Null => "NULL".to_owned(),
        Literal::Boolean(b) => b.to_string(),
        Literal::Integer(i) => i.to_string(),
        Literal::Float(f) => format!("{f:e}"),
        Literal::Decimal(d) => format!("{d}d"),
        Literal::String(s) => format!("'{s}'"),
        Literal::Date(s) | Literal::Time(s) | Literal::DateTime(s) => {
            format!("{}'{s}'", literal.data_type().name())
        }
    }
}

fn leaf_text(leaf: &ModelLeaf) -> String {
    match leaf {
        ModelLeaf::Column(name) => name.display().to_owned(),
        ModelLeaf::Field(field) => super::field_name(field.field.index()),
        ModelLeaf::Metric(id, _) => format!("{id:?}"),
        ModelLeaf::Aggregate(call) => {
            let distinct = if call.distinct { "distinct " } else { "" };
            format!("{:?}[{distinct}{}]", call.function, list(&call.args))
        }
        ModelLeaf::Window(call) => window_text(call),
    }
}

fn window_text(call: &WindowCall<ModelLeaf>) -> String {
    let mut over = Vec::new();
    if !call.partition_by.is_empty() {
        over.push(format!("by {}", list(&call.partition_by)));
    }
    for key in &call.order_by {
        let direction = if key.descending { "desc" } else { "asc" };
        let nulls = if key.nulls_first { "first" } else { "last" };
        over.push(format!("{} {direction} nulls {nulls}", show(&key.expr)));
    }
    if let Some(frame) = call.frame {
        over.push(format!(
            "{:?} {:?}..{:?}",
            frame.unit, frame.start, frame.end
        ));
    }
    format!(
        "{:?}({}) over [{}]",
        call.function,
        list(&call.args),
        over.join("; ")
    )
}
