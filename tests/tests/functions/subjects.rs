//! What a line of the table is about: the outermost operator or function of its expression.

use dosic_diagnostics::{Check, Diagnostics, SourceMap, Span, SpannedText};
use dosic_expr::ParseOptions;
use dosic_expr::ast::{BinaryOp, Call, CastForm, Expr, ExprKind as K, TypedLiteral, UnaryOp};

/// The expression of a line; one with a fault of syntax is what could be read of it.
pub(crate) fn parsed(text: &str) -> Expr {
    let file = SourceMap::default().add("expression", text);
    let end = u32::try_from(text.len()).unwrap();
    let spanned = SpannedText::verbatim(text, Span::new(file, 0, end), 0);
    let options = ParseOptions { strict: false };
    let mut sink = Diagnostics::new();
    let expr = dosic_expr::parse(&spanned, &options, Check::Syntax, &mut sink);
    expr.unwrap()
}

/// Its name in the page.
pub(crate) fn subject(expr: &Expr) -> String {
    match &expr.kind {
        K::Integer(_) | K::Decimal(_) | K::Float(_) | K::Boolean(_) | K::Null | K::String(_) => {
            "literal".to_owned()
        }
        K::Typed { kind, .. } => match kind {
            TypedLiteral::Date => "DATE '…'".to_owned(),
            TypedLiteral::Time => "TIME '…'".to_owned(),
            TypedLiteral::Timestamp => "TIMESTAMP '…'".to_owned(),
        },
        K::Interval { .. } => "INTERVAL".to_owned(),
        K::Ref(_) | K::Error => "column".to_owned(),
        K::Unary { op, .. } => match op {
            UnaryOp::Not => "NOT".to_owned(),
            UnaryOp::Plus => "+x".to_owned(),
            UnaryOp::Minus => "-x".to_owned(),
        },
        K::Binary {
            op, left, right, ..
        } => {
            let interval = |e: &Expr| matches!(e.kind, K::Interval { .. });
            if interval(left) || interval(right) {
                return "INTERVAL".to_owned();
            }
            operator(*op).to_owned()
        }
        K::IsNull { .. } => "IS NULL".to_owned(),
        K::IsBoolean { .. } => "IS TRUE".to_owned(),
        K::IsDistinct { .. } => "IS DISTINCT FROM".to_owned(),
        K::Between { .. } => "BETWEEN".to_owned(),
        K::In { .. } => "IN".to_owned(),
        K::Like {
            case_insensitive, ..
        } => (if *case_insensitive { "ILIKE" } else { "LIKE" }).to_owned(),
        K::Case { operand, .. } => match operand {
            Some(_) => "CASE x WHEN".to_owned(),
            None => "CASE WHEN".to_owned(),
        },
        K::Cast { target, form, .. } => {
            let form = match form {
                CastForm::TryCast => "TRY_CAST",
                CastForm::Cast | CastForm::DoubleColon => "CAST",
            };
            format!("{form} AS {}", target_type(&target.name))
        }
        K::Extract { part, .. } => format!("EXTRACT {}", part.text.to_uppercase()),
        K::Position { .. } => "POSITION".to_owned(),
        K::Call(call) => called(call),
    }
}

fn called(call: &Call) -> String {
    let name = call.name.text.to_uppercase();
    let over = if call.over.is_some() { " OVER" } else { "" };
    let windows_only = dosic_typing::find_function(&name).is_some_and(|f| f.is_window());
    if call.filter.is_some() {
        "FILTER".to_owned()
    } else if call.star {
        format!("{name}(*){over}")
    } else if call.distinct {
        format!("{name}(DISTINCT)")
    } else if windows_only {
        name
    } else {
        format!("{name}{over}")
    }
}

fn operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Modulo => "%",
        BinaryOp::Concat => "||",
        BinaryOp::Equal => "=",
        BinaryOp::NotEqual => "<>",
        BinaryOp::Less => "<",
        BinaryOp::LessOrEqual => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::GreaterOrEqual => ">=",
        BinaryOp::And => "AND",
        BinaryOp::Or => "OR",
    }
}

/// One name for the types that are the same.
fn target_type(name: &str) -> &'static str {
    match name {
        "INTEGER" | "INT" | "BIGINT" => "INTEGER",
        "DECIMAL" | "NUMERIC" => "DECIMAL",
        "FLOAT" | "DOUBLE" | "DOUBLE PRECISION" => "DOUBLE",
        "BOOLEAN" | "BOOL" => "BOOLEAN",
        "DATE" => "DATE",
        "TIME" => "TIME",
        "TIMESTAMP" | "TIMESTAMP_NTZ" | "DATETIME" => "TIMESTAMP",
        _ => "VARCHAR",
    }
}
