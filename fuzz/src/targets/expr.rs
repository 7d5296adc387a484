//! Expressions: no panic, places inside the text, and what parses without a fault prints and parses
//! again to an equal tree.

use dosic_diagnostics::{Check, Diagnostics, FileId, Span, SpannedText};
use dosic_expr::ast::Expr;
use dosic_expr::{ParseOptions, equal_modulo_spans};

use super::{Form, Target, text_of};
use crate::seeds;

pub(super) const TARGET: Target = Target {
    name: "expr",
    form: Form::Text,
    words: "a.b c \"d e\" 1 1.5 2e3 'x' ( ) [ ] { } , . ; : :: + - * / % || = <> < <= == && => -> ^ ~ & ! ? $1 \
        AND OR NOT IN IS NULL TRUE FALSE LIKE ILIKE ESCAPE BETWEEN CASE WHEN THEN ELSE END CAST( TRY_CAST( AS \
        EXTRACT( FROM POSITION( DISTINCT WITHIN GROUP FILTER WHERE OVER ( PARTITION BY ORDER ASC DESC NULLS FIRST LAST \
        ROWS RANGE GROUPS UNBOUNDED PRECEDING CURRENT ROW FOLLOWING EXCLUDE EXCLUDING INTERVAL MONTH DATE SELECT UNION \
        EXISTS IGNORE AT TIME ZONE COLLATE GROUPING SETS ROLLUP( ALL ANY LEFT( INT DECIMAL(3,1) sum( -- /* */ ' \" ` é",
    nests: &[
        "(",
        "NOT ",
        "- ",
        "+",
        "CASE WHEN ",
        "CASE ",
        "f(",
        "a + ",
        "a OR ",
        "a = ",
        "a IN (",
        "CAST(",
        "a::int + (",
        "[",
        "f(a) OVER (PARTITION BY ",
        "a ** ",
        "EXTRACT(day FROM ",
        "a -> ",
        "!",
        "(SELECT ",
        "a BETWEEN ",
        "f(x => ",
    ],
    seeds: seeds::expressions,
    check,
};

fn check(input: &[u8]) -> Result<(), String> {
    let Some(written) = text_of(input) else {
        return Ok(());
    };
    let end = u32::try_from(written.len()).unwrap_or(u32::MAX);
    let text = SpannedText::verbatim(written, Span::new(FileId(0), 0, end), 0);
    for strict in [false, true] {
        let options = ParseOptions { strict };
        let mut sink = Diagnostics::new();
        let expr = dosic_expr::parse(&text, &options, Check::Syntax, &mut sink);
        places(written, &sink)?;
        if expr.is_none() && !sink.has_errors() {
            return Err("neither a tree nor a fault".to_owned());
        }
        if let Some(expr) = expr.filter(|_| sink.is_empty()) {
            print_and_parse(&expr)?;
        }
        let _ = dosic_expr::parse_aliased(&text, &options, Check::QuerySyntax, &mut sink);
        let _ = dosic_expr::parse_dimension(&text, &options, Check::QuerySyntax, &mut sink);
        let _ = dosic_expr::parse_order_item(&text, &options, Check::QuerySyntax, &mut sink);
        places(written, &sink)?;
    }
    let _ = dosic_expr::parse_name(&text);
    let _ = dosic_expr::classify_source(&text);
    for part in dosic_expr::split_top_level_commas(&text) {
        let (offset, length) = part.span.offset_len();
        if written.get(offset..offset + length) != Some(part.text.as_str()) {
            return Err(format!("the part `{}` is not where it says", part.text));
        }
    }
    Ok(())
}

fn places(written: &str, sink: &Diagnostics) -> Result<(), String> {
    for diagnostic in sink.iter() {
        for label in &diagnostic.labels {
            let (offset, length) = label.span.offset_len();
            if written.get(offset..offset + length).is_none() {
                return Err(format!("a place outside of the text: {diagnostic:?}"));
            }
        }
    }
    Ok(())
}

fn print_and_parse(expr: &Expr) -> Result<(), String> {
    let printed = expr.to_string();
    let text = SpannedText::synthetic(&printed, Span::new(FileId(0), 0, 0));
    let mut sink = Diagnostics::new();
    let again = dosic_expr::parse(&text, &ParseOptions::default(), Check::Syntax, &mut sink);
    match again {
        Some(again) if sink.is_empty() && equal_modulo_spans(expr, &again) => Ok(()),
        _ => Err(format!(
            "`{printed}` is printed, and does not parse to the same tree"
        )),
    }
}
