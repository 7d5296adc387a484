//! What the tests share: texts with places, and short forms of trees and diagnostics.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, clippy::string_slice)]

use dosic_diagnostics::{Check, Diagnostics, FileId, Span, SpannedText};
use dosic_expr::ParseOptions;
use dosic_expr::ast::{
    Call, Expr, ExprKind, Frame, FrameBound, Ident, Offset, OrderItem, TypeName,
};

pub fn text(text: &str) -> SpannedText {
    let end = u32::try_from(text.len()).unwrap();
    SpannedText::verbatim(text, Span::new(FileId(0), 0, end), 0)
}

pub fn parse(written: &str, strict: bool) -> (Option<Expr>, Diagnostics) {
    let mut sink = Diagnostics::new();
    let options = ParseOptions { strict };
    let expr = dosic_expr::parse(&text(written), &options, Check::Syntax, &mut sink);
    (expr, sink)
}

/// The tree of a text without faults.
pub fn tree(written: &str) -> Expr {
    let (expr, sink) = parse(written, false);
    assert!(sink.is_empty(), "{written}\n{}", render(written, sink));
    expr.unwrap()
}

/// Diagnostics with the characters they point at, in order.
pub fn render(written: &str, sink: Diagnostics) -> String {
    let mut out = String::new();
    for diagnostic in sink.into_sorted() {
        out.push_str(&format!(
            "  {}: {}\n",
            diagnostic.full_code(),
            diagnostic.message
        ));
        for (i, label) in diagnostic.labels.iter().enumerate() {
            let (offset, length) = label.span.offset_len();
            let mark = if i == 0 { '^' } else { '-' };
            let before = written[..offset].chars().count();
            let marked = written[offset..offset + length].chars().count();
            out.push_str(&format!("    {written}\n    {}", " ".repeat(before)));
            out.extend(std::iter::repeat_n(mark, marked.max(1)));
            out.push_str(&format!(" {}\n", label.text));
        }
        if let Some(help) = diagnostic.help {
            out.push_str(&format!("    help: {help}\n"));
        }
    }
    out
}

fn all<'a>(items: impl IntoIterator<Item = &'a Expr>) -> String {
    items
        .into_iter()
        .map(|e| format!(" {}", shape(e)))
        .collect()
}

fn not(negated: bool) -> &'static str {
    if negated { "not-" } else { "" }
}

fn ident(ident: &Ident) -> String {
    if ident.quoted {
        format!("{:?}", ident.text)
    } else {
        ident.text.clone()
    }
}

/// A tree as an s-expression.
pub fn shape(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Integer(t) => t.clone(),
        ExprKind::Decimal(t) => format!("{t}d"),
        ExprKind::Float(t) => format!("{t}f"),
        ExprKind::String(t) => format!("'{t}'"),
        ExprKind::Boolean(b) => b.to_string(),
        ExprKind::Null => "null".to_owned(),
        ExprKind::Typed { kind, text, .. } => format!("({kind:?} '{text}')"),
        ExprKind::Interval { text, unit } => {
            let unit = unit
                .as_ref()
                .map_or_else(String::new, |u| format!(" {}", ident(u)));
            format!("(Interval '{text}'{unit})")
        }
        ExprKind::Ref(parts) => parts.iter().map(ident).collect::<Vec<_>>().join("."),
        ExprKind::Unary { op, operand } => format!("({op:?} {})", shape(operand)),
        ExprKind::Binary {
            op, left, right, ..
        } => {
            format!("({op:?} {} {})", shape(left), shape(right))
        }
        ExprKind::Case {
            operand,
            whens,
            otherwise,
        } => {
            let whens: String = whens
                .iter()
                .map(|(c, v)| format!(" ({} => {})", shape(c), shape(v)))
                .collect();
            format!(
                "(case{}{whens} else{})",
                all(operand.as_deref()),
                all(otherwise.as_deref())
            )
        }
        ExprKind::Cast {
            operand,
            target,
            form,
        } => {
            format!("({form:?} {} {})", shape(operand), type_name(target))
        }
        ExprKind::Extract { part, operand } => {
            format!("(extract {} {})", ident(part), shape(operand))
        }
        ExprKind::Position { needle, haystack } => {
            format!("(position {} {})", shape(needle), shape(haystack))
        }
        ExprKind::Call(c) => call(c),
        ExprKind::Error => "<error>".to_owned(),
        _ => predicate(expr),
    }
}

fn predicate(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::IsNull { operand, negated } => {
            format!("({}null? {})", not(*negated), shape(operand))
        }
        ExprKind::IsBoolean {
            operand,
            value,
            negated,
        } => {
            format!("({}{value}? {})", not(*negated), shape(operand))
        }
        ExprKind::IsDistinct {
            left,
            right,
            negated,
        } => {
            format!(
                "({}distinct {} {})",
                not(*negated),
                shape(left),
                shape(right)
            )
        }
        ExprKind::Between {
            operand,
            low,
            high,
            negated,
        } => {
            format!("({}between{})", not(*negated), all([&**operand, low, high]))
        }
        ExprKind::In {
            operand,
            list,
            negated,
        } => {
            format!("({}in {}{})", not(*negated), shape(operand), all(list))
        }
        ExprKind::Like {
            operand,
            pattern,
            escape,
            case_insensitive,
            negated,
        } => format!(
            "({}{} {} {}{})",
            not(*negated),
            if *case_insensitive { "ilike" } else { "like" },
            shape(operand),
            shape(pattern),
            escape
                .as_ref()
                .map_or_else(String::new, |(e, _)| format!(" escape '{e}'")),
        ),
        other => format!("{other:?}"),
    }
}

fn type_name(name: &TypeName) -> String {
    format!(
        "<{}{}>",
        name.name,
        name.args
            .iter()
            .map(|a| format!(" {a}"))
            .collect::<String>()
    )
}

pub fn order_item(item: &OrderItem) -> String {
    let nulls = match item.nulls_first {
        None => "",
        Some(true) => " nulls-first",
        Some(false) => " nulls-last",
    };
    format!(
        "{}{}{nulls}",
        shape(&item.expr),
        if item.descending { " desc" } else { "" }
    )
}

fn call(call: &Call) -> String {
    let mut out = format!("({}", ident(&call.name));
    if call.distinct {
        out.push_str(" distinct");
    }
    if call.star {
        out.push_str(" *");
    }
    out.push_str(&all(&call.args));
    if let Some(within) = &call.within_group {
        out.push_str(&format!(" within[{}]", order_item(&within.order)));
    }
    if let Some(filter) = &call.filter {
        out.push_str(&format!(" filter[{}]", shape(&filter.predicate)));
    }
    if let Some(over) = &call.over {
        let order: Vec<_> = over.order_by.iter().map(order_item).collect();
        let frame = over.frame.as_ref().map_or_else(String::new, frame);
        out.push_str(&format!(
            " over[by{} order {}{frame}]",
            all(&over.partition_by),
            order.join(", ")
        ));
    }
    out + ")"
}

fn frame(frame: &Frame) -> String {
    let bound = |b: &FrameBound| match b {
        FrameBound::Preceding(o) => format!("{} preceding", offset(o)),
        FrameBound::Following(o) => format!("{} following", offset(o)),
        other => format!("{other:?}"),
    };
    let end = frame
        .end
        .as_ref()
        .map_or_else(String::new, |e| format!(" to {}", bound(e)));
    format!(" {:?} {}{end}", frame.unit, bound(&frame.start))
}

fn offset(offset: &Offset) -> String {
    match offset {
        Offset::Integer(digits, _) => digits.clone(),
        Offset::Parameter(_) => "parameter".to_owned(),
        Offset::Expr(e) => format!("expr {}", shape(e)),
    }
}
