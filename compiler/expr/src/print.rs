//! [`Expr`] → text: one space around operators, and parentheses only where precedence needs them.
//!
//! Parsing what is printed gives the same tree, positions aside (unless it holds an error node).

use std::fmt::{self, Display, Write};

use crate::ast::{
    BinaryOp, Call, CastForm, Expr, ExprKind, Frame, FrameBound, FrameUnit, Ident, Offset,
    OrderItem, Over, TypeName, TypedLiteral, UnaryOp,
};
use crate::grammar::Power;
use crate::token::is_called_bare;

/// The text of an expression.
#[must_use]
pub fn print(expr: &Expr) -> String {
    expr.to_string()
}

impl Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_expr(f, self)
    }
}

impl Display for Ident {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.quoted {
            write_quoted(f, &self.text, '"')
        } else {
            f.write_str(&self.text)
        }
    }
}

impl Display for OrderItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.expr.fmt(f)?;
        if self.descending {
            f.write_str(" DESC")?;
        }
        f.write_str(match self.nulls_first {
            Some(true) => " NULLS FIRST",
            Some(false) => " NULLS LAST",
            None => "",
        })
    }
}

impl Display for TypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The numbers of `TIMESTAMP(3) WITH TIME ZONE` stand after its first word.
        let zone = self.name.find(" WITH").unwrap_or(self.name.len());
        let (name, zone) = self.name.split_at_checked(zone).unwrap_or((&self.name, ""));
        f.write_str(name)?;
        if !self.args.is_empty() {
            f.write_char('(')?;
            write_list(f, &self.args)?;
            f.write_char(')')?;
        }
        f.write_str(zone)
    }
}

fn power(expr: &Expr) -> Power {
    match &expr.kind {
        ExprKind::Binary { op, .. } => match op {
            BinaryOp::Or => Power::Or,
            BinaryOp::And => Power::And,
            BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Concat => Power::Add,
            BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Modulo => Power::Multiply,
            _ => Power::Compare,
        },
        ExprKind::Unary {
            op: UnaryOp::Not, ..
        } => Power::Not,
        ExprKind::Unary { .. } => Power::Unary,
        ExprKind::IsNull { .. }
        | ExprKind::IsBoolean { .. }
        | ExprKind::IsDistinct { .. }
        | ExprKind::Between { .. }
        | ExprKind::In { .. }
        | ExprKind::Like { .. } => Power::Compare,
        _ => Power::Primary,
    }
}

/// Writes an operand that must bind at least as tightly as `least`.
fn write_operand(f: &mut fmt::Formatter<'_>, expr: &Expr, least: Power) -> fmt::Result {
    if power(expr) < least {
        write!(f, "({expr})")
    } else {
        expr.fmt(f)
    }
}

fn write_expr(f: &mut fmt::Formatter<'_>, expr: &Expr) -> fmt::Result {
    match &expr.kind {
        ExprKind::Integer(text) | ExprKind::Decimal(text) | ExprKind::Float(text) => {
            f.write_str(text)
        }
        ExprKind::String(text) => write_quoted(f, text, '\''),
        ExprKind::Boolean(true) => f.write_str("TRUE"),
        ExprKind::Boolean(false) => f.write_str("FALSE"),
        ExprKind::Null => f.write_str("NULL"),
        ExprKind::Typed { kind, text, .. } => {
            f.write_str(match kind {
                TypedLiteral::Date => "DATE ",
                TypedLiteral::Time => "TIME ",
                TypedLiteral::Timestamp => "TIMESTAMP ",
            })?;
            write_quoted(f, text, '\'')
        }
        ExprKind::Interval { text, unit } => {
            f.write_str("INTERVAL ")?;
            write_quoted(f, text, '\'')?;
            unit.iter().try_for_each(|unit| write!(f, " {unit}"))
        }
        ExprKind::Ref(parts) => write_separated(f, parts, "."),
        ExprKind::Unary { op, operand } => write_unary(f, *op, operand),
        ExprKind::Binary {
            op, left, right, ..
        } => write_binary(f, *op, left, right),
        ExprKind::Case {
            operand,
            whens,
            otherwise,
        } => {
            f.write_str("CASE")?;
            operand.iter().try_for_each(|e| write!(f, " {e}"))?;
            for (condition, value) in whens {
                write!(f, " WHEN {condition} THEN {value}")?;
            }
            otherwise.iter().try_for_each(|e| write!(f, " ELSE {e}"))?;
            f.write_str(" END")
        }
        ExprKind::Cast {
            operand,
            target,
            form,
        } => match form {
            CastForm::Cast => write!(f, "CAST({operand} AS {target})"),
            CastForm::TryCast => write!(f, "TRY_CAST({operand} AS {target})"),
            CastForm::DoubleColon => {
                write_operand(f, operand, Power::Primary)?;
                write!(f, "::{target}")
            }
        },
        ExprKind::Extract { part, operand } => write!(f, "EXTRACT({part} FROM {operand})"),
        ExprKind::Position { needle, haystack } => {
            f.write_str("POSITION(")?;
            write_operand(f, needle, Power::Add)?;
            f.write_str(" IN ")?;
            write_operand(f, haystack, Power::Add)?;
            f.write_char(')')
        }
        ExprKind::Call(call) => write_call(f, call),
        ExprKind::Error => f.write_str("<error>"),
        _ => write_predicate(f, expr),
    }
}

fn write_unary(f: &mut fmt::Formatter<'_>, op: UnaryOp, operand: &Expr) -> fmt::Result {
    match op {
        UnaryOp::Not => {
            f.write_str("NOT ")?;
            return write_operand(f, operand, Power::Not);
        }
        UnaryOp::Plus => f.write_char('+')?,
        UnaryOp::Minus => f.write_char('-')?,
    }
    // `--` would begin a comment.
    let negative = matches!(
        operand.kind,
        ExprKind::Unary {
            op: UnaryOp::Minus,
            ..
        }
    );
    if negative && op == UnaryOp::Minus {
        f.write_char(' ')?;
    }
    write_operand(f, operand, Power::Unary)
}

fn write_binary(
    f: &mut fmt::Formatter<'_>,
    op: BinaryOp,
    left: &Expr,
    right: &Expr,
) -> fmt::Result {
    let (text, least) = match op {
        BinaryOp::Or => ("OR", Power::Or),
        BinaryOp::And => ("AND", Power::And),
        BinaryOp::Equal => ("=", Power::Compare),
        BinaryOp::NotEqual => ("<>", Power::Compare),
        BinaryOp::Less => ("<", Power::Compare),
        BinaryOp::LessOrEqual => ("<=", Power::Compare),
        BinaryOp::Greater => (">", Power::Compare),
        BinaryOp::GreaterOrEqual => (">=", Power::Compare),
        BinaryOp::Add => ("+", Power::Add),
        BinaryOp::Subtract => ("-", Power::Add),
        BinaryOp::Concat => ("||", Power::Add),
        BinaryOp::Multiply => ("*", Power::Multiply),
        BinaryOp::Divide => ("/", Power::Multiply),
        BinaryOp::Modulo => ("%", Power::Multiply),
    };
    // Comparisons do not associate; all others do to the left.
    let left_least = if least == Power::Compare {
        Power::Add
    } else {
        least
    };
    write_operand(f, left, left_least)?;
    write!(f, " {text} ")?;
    write_operand(f, right, least.tighter())
}

fn write_predicate(f: &mut fmt::Formatter<'_>, expr: &Expr) -> fmt::Result {
    let not = |negated: &bool| if *negated { "NOT " } else { "" };
    match &expr.kind {
        ExprKind::IsNull { operand, negated } => {
            write_operand(f, operand, Power::Add)?;
            write!(f, " IS {}NULL", not(negated))
        }
        ExprKind::IsBoolean {
            operand,
            value,
            negated,
        } => {
            write_operand(f, operand, Power::Add)?;
            let value = if *value { "TRUE" } else { "FALSE" };
            write!(f, " IS {}{value}", not(negated))
        }
        ExprKind::IsDistinct {
            left,
            right,
            negated,
        } => {
            write_operand(f, left, Power::Add)?;
            write!(f, " IS {}DISTINCT FROM ", not(negated))?;
            write_operand(f, right, Power::Add)
        }
        ExprKind::Between {
            operand,
            low,
            high,
            negated,
        } => {
            write_operand(f, operand, Power::Add)?;
            write!(f, " {}BETWEEN ", not(negated))?;
            write_operand(f, low, Power::Add)?;
            f.write_str(" AND ")?;
            write_operand(f, high, Power::Add)
        }
        ExprKind::In {
            operand,
            list,
            negated,
        } => {
            write_operand(f, operand, Power::Add)?;
            write!(f, " {}IN (", not(negated))?;
            write_list(f, list)?;
            f.write_char(')')
        }
        ExprKind::Like {
            operand,
            pattern,
            escape,
            case_insensitive,
            negated,
        } => {
            write_operand(f, operand, Power::Add)?;
            let like = if *case_insensitive { "ILIKE" } else { "LIKE" };
            write!(f, " {}{like} ", not(negated))?;
            write_operand(f, pattern, Power::Add)?;
            let Some((escape, _)) = escape else {
                return Ok(());
            };
            f.write_str(" ESCAPE ")?;
            write_quoted(f, escape, '\'')
        }
        _ => Ok(()),
    }
}

fn write_call(f: &mut fmt::Formatter<'_>, call: &Call) -> fmt::Result {
    if *call == Call::new(call.name.clone()) && !call.name.quoted && is_called_bare(&call.name.text)
    {
        return call.name.fmt(f);
    }
    write!(f, "{}(", call.name)?;
    if call.distinct {
        f.write_str("DISTINCT ")?;
    }
    if call.star {
        f.write_char('*')?;
    }
    write_list(f, &call.args)?;
    f.write_char(')')?;
    if let Some(within) = &call.within_group {
        write!(f, " WITHIN GROUP (ORDER BY {})", within.order)?;
    }
    if let Some(filter) = &call.filter {
        write!(f, " FILTER (WHERE {})", filter.predicate)?;
    }
    call.over.iter().try_for_each(|over| write_over(f, over))
}

fn write_over(f: &mut fmt::Formatter<'_>, over: &Over) -> fmt::Result {
    f.write_str(" OVER (")?;
    let mut gap = "";
    if !over.partition_by.is_empty() {
        f.write_str("PARTITION BY ")?;
        write_list(f, &over.partition_by)?;
        gap = " ";
    }
    if !over.order_by.is_empty() {
        write!(f, "{gap}ORDER BY ")?;
        write_list(f, &over.order_by)?;
        gap = " ";
    }
    if let Some(frame) = &over.frame {
        f.write_str(gap)?;
        write_frame(f, frame)?;
    }
    f.write_char(')')
}

fn write_frame(f: &mut fmt::Formatter<'_>, frame: &Frame) -> fmt::Result {
    f.write_str(match frame.unit {
        FrameUnit::Rows => "ROWS ",
        FrameUnit::Range => "RANGE ",
        FrameUnit::Groups => "GROUPS ",
    })?;
    match &frame.end {
        None => write_bound(f, &frame.start),
        Some(end) => {
            f.write_str("BETWEEN ")?;
            write_bound(f, &frame.start)?;
            f.write_str(" AND ")?;
            write_bound(f, end)
        }
    }
}

fn write_bound(f: &mut fmt::Formatter<'_>, bound: &FrameBound) -> fmt::Result {
    let (offset, direction) = match bound {
        FrameBound::UnboundedPreceding => return f.write_str("UNBOUNDED PRECEDING"),
        FrameBound::UnboundedFollowing => return f.write_str("UNBOUNDED FOLLOWING"),
        FrameBound::CurrentRow => return f.write_str("CURRENT ROW"),
        FrameBound::Preceding(offset) => (offset, "PRECEDING"),
        FrameBound::Following(offset) => (offset, "FOLLOWING"),
    };
    match offset {
        Offset::Integer(digits, _) => write!(f, "{digits} {direction}"),
        // The tree does not keep a parameter's name.
        Offset::Parameter(_) => write!(f, "? {direction}"),
        // In parentheses, so that words such as CURRENT and lone digits stay expressions.
        Offset::Expr(expr) => write!(f, "({expr}) {direction}"),
    }
}

fn write_quoted(f: &mut fmt::Formatter<'_>, text: &str, quote: char) -> fmt::Result {
    f.write_char(quote)?;
    for c in text.chars() {
        if c == quote {
            f.write_char(quote)?;
        }
        f.write_char(c)?;
    }
    f.write_char(quote)
}

fn write_list(f: &mut fmt::Formatter<'_>, items: &[impl Display]) -> fmt::Result {
    write_separated(f, items, ", ")
}

fn write_separated(f: &mut fmt::Formatter<'_>, items: &[impl Display], gap: &str) -> fmt::Result {
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            f.write_str(gap)?;
        }
        item.fmt(f)?;
    }
    Ok(())
}
