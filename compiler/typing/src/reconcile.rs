//! Values that stand side by side come to one type: semantics digest 8.3.

use std::fmt;

use dosic_diagnostics::{Check, Code};
use dosic_ir::{CastTarget, DataType, ExprKind as K, Literal, ModelExpr, Type};

use crate::iso;
use crate::lowering::{Lowering, Operand, words};

impl Lowering<'_> {
    /// Brings operands to one type and gives it: String literals beside dates and times become
    /// literals of that type, numbers widen, Date widens to `DateTime`, what is unknown unifies.
    /// `what` names the whole for messages: "the branches of CASE". Reports `E_TYPE` under each
    /// operand that does not fit the first whose type is known.
    pub(crate) fn reconcile(
        &mut self,
        operands: &mut [Operand],
        what: fmt::Arguments<'_>,
    ) -> DataType {
        let values = operands.iter().filter(|o| o.text().is_none());
        let anchor = values
            .map(Operand::data)
            .filter(|d| !d.is_open())
            .fold(DataType::Null, |all, d| unify(all, d).unwrap_or(all));
        if anchor.is_temporal() {
            self.read_texts_as(anchor, operands);
        }
        let mut result = DataType::Null;
        let mut first: Option<&Operand> = None;
        for operand in &*operands {
            let data = known_text(operand, anchor);
            if let Some(wider) = unify(result, data) {
                result = wider;
                if first.is_none() && !operand.data().is_open() {
                    first = Some(operand);
                }
            } else if !operand.data().is_open() {
                self.mismatch(what, first, operand);
            }
        }
        result
    }

    /// Reads String literals as dates or times of the type beside them.
    fn read_texts_as(&mut self, beside: DataType, operands: &mut [Operand]) {
        if operands.iter().all(|o| o.text().is_none()) {
            return;
        }
        for operand in operands {
            let Some(text) = operand.text() else {
                // A literal has no zone. Instants are read in UTC, as by every date function (8.9).
                if operand.data() == DataType::DateTimeTz {
                    operand.expr = in_utc(operand.expr.clone());
                }
                continue;
            };
            match literal_of(beside, text) {
                Some(literal) => operand.expr = ModelExpr::literal(literal),
                None => {
                    let message =
                        format!("the text beside {} is no {}", words(beside), beside.name());
                    let fault = self.fault(
                        Code::Type,
                        Check::Types,
                        message,
                        &operand.span,
                        "not in the ISO form",
                    );
                    self.sink
                        .push(fault.help(format!("write {}", iso_form(beside))));
                    // What it was meant to be is clear, so it is no second fault of the whole.
                    operand.expr.ty = Type::UNKNOWN;
                }
            }
        }
    }

    fn mismatch(&mut self, what: fmt::Arguments<'_>, first: Option<&Operand>, operand: &Operand) {
        let Some(first) = first else { return };
        let (a, b) = (first.data(), operand.data());
        let message = format!("{what} mix {} and {}", words(a), words(b));
        let fault = self
            .type_fault(message, operand)
            .at(self.locate(&first.span), format!("this is {}", words(a)));
        let help = match (a, b) {
            (DataType::DateTimeTz, _) | (_, DataType::DateTimeTz) => {
                "CAST the DateTimeTz AS TIMESTAMP; it is read in UTC"
            }
            _ if operand.text().is_some() => {
                "write the value without quotes, or CAST the other side"
            }
            _ => "CAST one of them to the type of the other",
        };
        self.sink.push(fault.help(help));
    }
}

/// The type that holds both, or `None` if none does.
pub(crate) fn unify(a: DataType, b: DataType) -> Option<DataType> {
    use DataType as D;
    match (a, b) {
        (D::Null, other) | (other, D::Null) => Some(other),
        (D::Unknown | D::Opaque, other) | (other, D::Unknown | D::Opaque) => {
            Some(beside_unknown(other))
        }
        _ if a == b => Some(a),
        (D::Integer, D::Decimal) | (D::Decimal, D::Integer) => Some(D::Decimal),
        (D::Float, other) | (other, D::Float) if other.is_numeric() => Some(D::Float),
        (D::Date, D::DateTime) | (D::DateTime, D::Date) => Some(D::DateTime),
        _ => None,
    }
}

/// What unifies with an unknown type stays known only if nothing could widen it.
fn beside_unknown(data: DataType) -> DataType {
    use DataType as D;
    match data {
        D::Float | D::Boolean | D::Time | D::DateTime | D::DateTimeTz | D::String => data,
        _ => D::Unknown,
    }
}

/// The type of an operand. Where no type beside it is known, a text in the form of a date or time
/// may be one, and is Unknown.
fn known_text(operand: &Operand, anchor: DataType) -> DataType {
    let could_be = |t: &str| iso::date_time(t).is_some() || iso::time(t).is_some();
    match operand.text() {
        Some(text) if anchor.is_open() && could_be(text) => DataType::Unknown,
        _ => operand.data(),
    }
}

/// The instant as wall-clock time in UTC.
fn in_utc(expr: ModelExpr) -> ModelExpr {
    let ty = Type {
        data: DataType::DateTime,
        nullable: expr.ty.nullable,
    };
    let kind = K::Cast {
        expr: Box::new(expr),
        target: CastTarget::DateTime,
        safe: false,
    };
    ModelExpr::new(kind, ty)
}

/// The literal that a text is beside a value of a type.
fn literal_of(beside: DataType, text: &str) -> Option<Literal> {
    match beside {
        // A text with a time of day is no Date, but Date widens to DateTime.
        DataType::Date => iso::date(text)
            .map(Literal::Date)
            .or_else(|| iso::date_time(text).map(Literal::DateTime)),
        DataType::Time => iso::time(text).map(Literal::Time),
        _ => iso::date_time(text).map(Literal::DateTime),
    }
}

/// The form in which a literal of a type is written.
pub(crate) fn iso_form(data: DataType) -> &'static str {
    match data {
        DataType::Date => "'YYYY-MM-DD'",
        DataType::Time => "'HH:MM:SS'",
        _ => "'YYYY-MM-DD HH:MM:SS', without a zone",
    }
}

#[cfg(test)]
mod tests {
    use super::unify;
    use dosic_ir::DataType as D;

    #[test]
    fn numbers_and_dates_widen_and_nothing_else_does() {
        assert_eq!(unify(D::Integer, D::Decimal), Some(D::Decimal));
        assert_eq!(unify(D::Decimal, D::Float), Some(D::Float));
        assert_eq!(unify(D::Date, D::DateTime), Some(D::DateTime));
        assert_eq!(unify(D::Null, D::Date), Some(D::Date));
        for (a, b) in [
            (D::String, D::Integer),
            (D::Boolean, D::Integer),
            (D::DateTime, D::DateTimeTz),
            (D::Date, D::Time),
        ] {
            assert_eq!(unify(a, b), None, "{a:?} {b:?}");
        }
    }

    #[test]
    fn an_unknown_type_hides_what_it_could_widen() {
        assert_eq!(unify(D::Unknown, D::Integer), Some(D::Unknown));
        assert_eq!(unify(D::Unknown, D::Float), Some(D::Float));
    }
}
