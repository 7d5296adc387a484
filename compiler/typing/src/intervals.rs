//! Date ± INTERVAL, which is DATEADD: semantics digest R4.

use dosic_expr::ast::{Expr, Ident, TextRange};
use dosic_ir::{DatePart, Literal, ModelExpr};

use crate::dates::{self, STEPS};
use crate::function::Kind;
use crate::lowering::Lowering;

impl Lowering<'_> {
    /// `date ± INTERVAL …` as one DATEADD a unit.
    pub(crate) fn add_interval(
        &mut self,
        date: &Expr,
        (text, unit): (&str, Option<&Ident>),
        span: &TextRange,
        subtract: bool,
    ) -> Option<ModelExpr> {
        let date = self.operand(date);
        let Some(steps) = parse(text, unit) else {
            self.syntax_error(
                "the INTERVAL is not understood",
                span,
                "not whole numbers of known units",
                "write INTERVAL '3' MONTH or INTERVAL '1 year 2 months'; units are YEAR, QUARTER, MONTH, WEEK, DAY, HOUR, MINUTE and SECOND",
            );
            return None;
        };
        let date = date?;
        self.expect_kind(
            Kind::Calendar,
            &date,
            format_args!("an INTERVAL is added to"),
        );
        let mut expr = date.expr;
        for (amount, part) in steps {
            let amount = if subtract { -amount } else { amount };
            let count = ModelExpr::literal(Literal::Integer(amount));
            expr = dates::date_add(part, count, expr);
        }
        Some(expr)
    }
}

/// The steps of an interval, longest unit first. Months are counted together, since a step of a
/// year and a step of a month would each clamp to the end of a month; so are days.
fn parse(text: &str, unit: Option<&Ident>) -> Option<Vec<(i64, DatePart)>> {
    let mut steps = Vec::new();
    if let Some(unit) = unit {
        steps.push((text.trim().parse().ok()?, interval_unit(&unit.text)?));
    } else {
        let mut words = text.split_whitespace();
        while let Some(amount) = words.next() {
            steps.push((amount.parse::<i64>().ok()?, interval_unit(words.next()?)?));
        }
    }
    // Negation must not overflow.
    if steps.is_empty() || steps.iter().any(|(n, _)| *n == i64::MIN) {
        return None;
    }
    if steps.len() > 1 {
        steps = combine(&steps)?;
    }
    Some(steps)
}

fn combine(steps: &[(i64, DatePart)]) -> Option<Vec<(i64, DatePart)>> {
    let bases = [
        DatePart::Month,
        DatePart::Day,
        DatePart::Hour,
        DatePart::Minute,
        DatePart::Second,
    ];
    let mut combined = Vec::new();
    for base in bases {
        let mut total = 0i64;
        for (amount, part) in steps {
            let (factor, of) = match part {
                DatePart::Year => (12, DatePart::Month),
                DatePart::Quarter => (3, DatePart::Month),
                DatePart::Week => (7, DatePart::Day),
                other => (1, *other),
            };
            if of == base {
                total = total.checked_add(amount.checked_mul(factor)?)?;
            }
        }
        if total != 0 {
            combined.push((total, base));
        }
    }
    if combined.is_empty() {
        combined.push((0, DatePart::Day));
    }
    Some(combined)
}

/// A unit in singular or plural.
fn interval_unit(word: &str) -> Option<DatePart> {
    let part = dates::part_of(word, STEPS);
    part.or_else(|| dates::part_of(word.strip_suffix(['s', 'S'])?, STEPS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_read_in_singular_and_plural_and_months_together() {
        assert_eq!(parse("3 months", None), Some(vec![(3, DatePart::Month)]));
        assert_eq!(parse("-1 YEAR", None), Some(vec![(-1, DatePart::Year)]));
        let several = parse("1 year 2 months 1 week 3 hours", None);
        let expected = vec![
            (14, DatePart::Month),
            (7, DatePart::Day),
            (3, DatePart::Hour),
        ];
        assert_eq!(several, Some(expected));
    }

    #[test]
    fn what_is_no_whole_number_of_a_unit_is_refused() {
        for text in [
            "",
            "3",
            "1.5 days",
            "3 fortnights",
            "02:00:00",
            "9223372036854775807 years 1 year",
        ] {
            assert_eq!(parse(text, None), None, "{text}");
        }
    }
}
