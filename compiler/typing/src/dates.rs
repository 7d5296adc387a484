//! Functions of dates and times that name a part: semantics digest 8.9.

use dosic_diagnostics::did_you_mean;
use dosic_expr::ast::{Call, Expr, ExprKind as A, Ident, TextRange};
use dosic_ir::{CastTarget, DataType, DatePart, ModelExpr, ScalarFn, Type};

use crate::function::{Function, Kind};
use crate::lowering::{self, Lowering, Operand, any_nullable};

/// Parts in which one can step, truncate and count.
pub(crate) const STEPS: &[DatePart] = &[
    DatePart::Year,
    DatePart::Quarter,
    DatePart::Month,
    DatePart::Week,
    DatePart::Day,
    DatePart::Hour,
    DatePart::Minute,
    DatePart::Second,
];

/// Parts that can be taken out of a date or time.
const FIELDS: &[DatePart] = &[
    DatePart::Year,
    DatePart::Quarter,
    DatePart::Month,
    DatePart::Week,
    DatePart::Day,
    DatePart::DayOfWeek,
    DatePart::DayOfYear,
    DatePart::Hour,
    DatePart::Minute,
    DatePart::Second,
    DatePart::Millisecond,
];

/// The part of a name, in any case, if it is one of `among`.
pub(crate) fn part_of(name: &str, among: &[DatePart]) -> Option<DatePart> {
    let mut parts = among.iter().copied();
    parts.find(|p| p.name().eq_ignore_ascii_case(name))
}

/// `DATEADD(part, n, x)`; a Date stays one in steps of a day or longer.
pub(crate) fn date_add(part: DatePart, count: ModelExpr, date: ModelExpr) -> ModelExpr {
    let data = match date.ty.data {
        data if data.is_open() && part.is_day_or_longer() => DataType::Unknown,
        DataType::Date if part.is_day_or_longer() => DataType::Date,
        _ => DataType::DateTime,
    };
    let nullable = any_nullable([&count, &date]);
    let ty = Type { data, nullable };
    lowering::call(ScalarFn::DateAdd(part), vec![count, date], ty)
}

impl Lowering<'_> {
    /// `EXTRACT(part FROM x)`.
    pub(crate) fn extract(&mut self, part: &Ident, operand: &Expr) -> Option<ModelExpr> {
        let operand = self.operand(operand);
        let part = self.part(&part.text, &part.span, "EXTRACT", FIELDS);
        let (operand, part) = operand.zip(part)?;
        Some(self.extract_of(part, operand, "EXTRACT"))
    }

    /// A part of a typed date or time.
    pub(crate) fn extract_of(&mut self, part: DatePart, operand: Operand, name: &str) -> ModelExpr {
        // A Time has no calendar, a Date only midnight.
        let kind = if has_clock(part) {
            Kind::Clock
        } else {
            Kind::Calendar
        };
        self.expect_kind(kind, &operand, format_args!("{name} takes"));
        let ty = Type {
            data: DataType::Integer,
            nullable: operand.expr.ty.nullable,
        };
        lowering::call(ScalarFn::Extract(part), vec![operand.expr], ty)
    }

    /// `DATE_PART('part', x)`.
    pub(crate) fn date_part(&mut self, call: &Call, function: &Function) -> Option<ModelExpr> {
        let (part, operands) = self.part_and_operands(call, function, FIELDS)?;
        let [operand] = <[Operand; 1]>::try_from(operands).ok()?;
        Some(self.extract_of(part, operand, function.name))
    }

    /// `DATE_TRUNC('part', x)`.
    pub(crate) fn date_trunc(&mut self, call: &Call, function: &Function) -> Option<ModelExpr> {
        let (part, operands) = self.part_and_operands(call, function, STEPS)?;
        let [operand] = <[Operand; 1]>::try_from(operands).ok()?;
        self.expect_kind(
            Kind::Calendar,
            &operand,
            format_args!("{} takes", function.name),
        );
        let data = match operand.data() {
            data if data.is_open() => DataType::Unknown,
            DataType::Date => DataType::Date,
            _ => DataType::DateTime,
        };
        let nullable = operand.expr.ty.nullable;
        let ty = Type { data, nullable };
        Some(lowering::call(
            ScalarFn::DateTrunc(part),
            vec![operand.expr],
            ty,
        ))
    }

    /// `DATEADD(part, n, x)`.
    pub(crate) fn date_add_call(&mut self, call: &Call, function: &Function) -> Option<ModelExpr> {
        let (part, operands) = self.part_and_operands(call, function, STEPS)?;
        let [count, date] = <[Operand; 2]>::try_from(operands).ok()?;
        self.expect_kind(
            Kind::Integer,
            &count,
            format_args!("{} takes as n", function.name),
        );
        self.expect_kind(
            Kind::Calendar,
            &date,
            format_args!("{} takes", function.name),
        );
        Some(date_add(part, count.expr, date.expr))
    }

    /// `DATEDIFF(part, from, to)`.
    pub(crate) fn date_diff(&mut self, call: &Call, function: &Function) -> Option<ModelExpr> {
        let (part, mut operands) = self.part_and_operands(call, function, STEPS)?;
        if operands.iter().any(|o| o.data().is_temporal()) {
            self.reconcile(&mut operands, format_args!("the dates of DATEDIFF"));
        }
        for operand in &operands {
            self.expect_kind(
                Kind::Calendar,
                operand,
                format_args!("{} takes", function.name),
            );
        }
        let ty = Type {
            data: DataType::Integer,
            nullable: any_nullable(operands.iter().map(|o| &o.expr)),
        };
        let args = operands.into_iter().map(|o| o.expr).collect();
        Some(lowering::call(ScalarFn::DateDiff(part), args, ty))
    }

    /// `TO_DATE(s [, 'format'])` and `TO_TIMESTAMP`.
    pub(crate) fn date_of_text(
        &mut self,
        call: &Call,
        function: ScalarFn,
        target: CastTarget,
        name: &str,
    ) -> Option<ModelExpr> {
        let mut operands = self.operands(&call.args)?;
        let format = if operands.len() > 1 {
            operands.pop()
        } else {
            None
        };
        let operand = operands.pop()?;
        let Some(format) = format else {
            return Some(self.cast_to(operand, target, false));
        };
        self.expect_kind(Kind::Text, &operand, format_args!("{name} takes"));
        let format = self.format(&format, name)?;
        let ty = Type {
            data: target.data_type(),
            nullable: operand.expr.ty.nullable,
        };
        Some(lowering::call(function, vec![operand.expr, format], ty))
    }

    /// `TO_CHAR(x, 'format')`.
    pub(crate) fn text_of_date(&mut self, call: &Call, name: &str) -> Option<ModelExpr> {
        let operands = self.operands(&call.args)?;
        let [operand, format] = <[Operand; 2]>::try_from(operands).ok()?;
        self.expect_kind(Kind::Calendar, &operand, format_args!("{name} takes"));
        let format = self.format(&format, name)?;
        let ty = Type {
            data: DataType::String,
            nullable: operand.expr.ty.nullable,
        };
        Some(lowering::call(
            ScalarFn::ToChar,
            vec![operand.expr, format],
            ty,
        ))
    }

    /// The part, a bare word or a String, and the typed operands after it.
    fn part_and_operands(
        &mut self,
        call: &Call,
        function: &Function,
        among: &[DatePart],
    ) -> Option<(DatePart, Vec<Operand>)> {
        let (first, rest) = call.args.split_first()?;
        let operands = self.operands(rest);
        let part = match &first.kind {
            A::String(text) => self.part(text, &first.span, function.name, among),
            A::Ref(parts) if parts.len() == 1 => {
                let text = parts.first().map_or("", |p| p.text.as_str());
                self.part(text, &first.span, function.name, among)
            }
            _ => {
                self.syntax_error(
                    format!("{} takes the name of a part first", function.name),
                    &first.span,
                    "no name of a part",
                    format!("write {}", function.signature()),
                );
                None
            }
        };
        part.zip(operands)
    }

    fn part(
        &mut self,
        name: &str,
        span: &TextRange,
        taker: &str,
        among: &[DatePart],
    ) -> Option<DatePart> {
        let part = part_of(name, among);
        if part.is_none() {
            let names = || among.iter().map(|p| p.name());
            let list = names().collect::<Vec<_>>().join(", ");
            let near = did_you_mean(name, names()).map_or(String::new(), |d| format!("{d} "));
            self.syntax_error(
                format!("`{name}` is no part that {taker} knows"),
                span,
                "unknown part",
                format!("{near}parts are {list}"),
            );
        }
        part
    }
}

fn has_clock(part: DatePart) -> bool {
    matches!(
        part,
        DatePart::Hour | DatePart::Minute | DatePart::Second | DatePart::Millisecond
    )
}
