//! Properties: nothing panics, places lie inside the text, printing and parsing are inverse.

#![allow(clippy::unwrap_used)]

mod support;

use dosic_diagnostics::{Check, Diagnostics};
use dosic_expr::ast::{
    BinaryOp, Call, CastForm, Expr, ExprKind, Filter, Frame, FrameBound, FrameUnit, Ident, Offset,
    OrderItem, Over, TypeName, TypedLiteral, UnaryOp, WithinGroup,
};
use dosic_expr::{ParseOptions, equal_modulo_spans, is_reserved_word};
use proptest::prelude::*;
use support::{parse, render, text};

fn node(kind: ExprKind) -> Expr {
    Expr { kind, span: 0..0 }
}

fn ident() -> impl Strategy<Value = Ident> {
    let special = vec![
        "date",
        "interval",
        "current_date",
        "extract",
        "position",
        "rows",
        "nulls",
        "filter",
        "try_cast",
        "excluding",
        "grouping",
        "cube",
        "mod",
    ];
    let regular = prop_oneof![
        "[a-zA-Z_][a-zA-Z0-9_]{0,5}",
        prop::sample::select(special).prop_map(str::to_owned)
    ];
    prop_oneof![
        4 => regular.prop_map(|text| Ident { quoted: is_reserved_word(&text), text, span: 0..0 }),
        1 => "[ -~é\n]{1,6}".prop_map(|text| Ident { text, quoted: true, span: 0..0 }),
    ]
}

fn number() -> impl Strategy<Value = ExprKind> {
    prop_oneof![
        "[0-9]{1,25}".prop_map(ExprKind::Integer),
        "([0-9]{1,3}\\.[0-9]{0,3}|\\.[0-9]{1,3})".prop_map(ExprKind::Decimal),
        "([0-9]{1,3}(\\.[0-9]{0,2})?|\\.[0-9]{1,2})[eE][+-]?[0-9]{1,2}".prop_map(ExprKind::Float),
    ]
}

fn leaf() -> impl Strategy<Value = Expr> {
    let typed = prop::sample::select(vec![
        TypedLiteral::Date,
        TypedLiteral::Time,
        TypedLiteral::Timestamp,
    ]);
    let unit = prop::option::of(prop::sample::select(vec!["month", "DAYS", "Second"]));
    prop_oneof![
        number(),
        "[ -~é\n]{0,6}".prop_map(ExprKind::String),
        any::<bool>().prop_map(ExprKind::Boolean),
        Just(ExprKind::Null),
        (typed, "[0-9' -]{0,6}").prop_map(|(kind, text)| ExprKind::Typed {
            kind,
            text,
            text_span: 0..0
        }),
        ("[0-9a-z']{0,4}", unit).prop_map(|(text, unit)| ExprKind::Interval {
            text,
            unit: unit.map(|u| Ident {
                text: u.to_owned(),
                quoted: false,
                span: 0..0
            }),
        }),
        prop::collection::vec(ident(), 1..4).prop_map(reference),
    ]
    .prop_map(node)
}

/// A reference, which `CURRENT_DATE` alone is not.
fn reference(mut parts: Vec<Ident>) -> ExprKind {
    if let [only] = parts.as_mut_slice() {
        only.quoted |= only.text.eq_ignore_ascii_case("current_date");
        only.quoted |= only.text.eq_ignore_ascii_case("current_time");
    }
    ExprKind::Ref(parts)
}

fn type_name() -> impl Strategy<Value = TypeName> {
    let names = vec![
        "INT",
        "DECIMAL",
        "DOUBLE PRECISION",
        "TIMESTAMP WITH TIME ZONE",
        "TIME",
        "CHARACTER VARYING",
    ];
    let args = prop::collection::vec(any::<u64>(), 0..3);
    (prop::sample::select(names), args).prop_map(|(name, args)| TypeName {
        name: name.to_owned(),
        args,
        span: 0..0,
    })
}

fn operators(inner: BoxedStrategy<Expr>) -> BoxedStrategy<Expr> {
    use BinaryOp::{
        Add, And, Concat, Divide, Equal, Greater, GreaterOrEqual, Less, LessOrEqual, Modulo,
        Multiply, NotEqual, Or, Subtract,
    };
    let binary = prop::sample::select(vec![
        Add,
        And,
        Concat,
        Divide,
        Equal,
        Greater,
        GreaterOrEqual,
        Less,
        LessOrEqual,
        Modulo,
        Multiply,
        NotEqual,
        Or,
        Subtract,
    ]);
    let unary = prop::sample::select(vec![UnaryOp::Plus, UnaryOp::Minus, UnaryOp::Not]);
    let one = inner.clone().prop_map(Box::new);
    let two = (one.clone(), one.clone());
    prop_oneof![
        (unary, one.clone()).prop_map(|(op, operand)| ExprKind::Unary { op, operand }),
        (binary, two.clone()).prop_map(|(op, (left, right))| ExprKind::Binary {
            op,
            op_span: 0..0,
            left,
            right
        }),
        (one.clone(), any::<bool>())
            .prop_map(|(operand, negated)| ExprKind::IsNull { operand, negated }),
        (one.clone(), any::<bool>(), any::<bool>()).prop_map(|(operand, value, negated)| {
            ExprKind::IsBoolean {
                operand,
                value,
                negated,
            }
        }),
        (two.clone(), any::<bool>()).prop_map(|((left, right), negated)| ExprKind::IsDistinct {
            left,
            right,
            negated
        }),
        (two.clone(), one.clone(), any::<bool>()).prop_map(|((operand, low), high, negated)| {
            ExprKind::Between {
                operand,
                low,
                high,
                negated,
            }
        }),
        (
            one.clone(),
            prop::collection::vec(inner, 1..4),
            any::<bool>()
        )
            .prop_map(|(operand, list, negated)| ExprKind::In {
                operand,
                list,
                negated
            }),
        (
            two.clone(),
            prop::option::of("[!'|]"),
            any::<bool>(),
            any::<bool>()
        )
            .prop_map(|((operand, pattern), escape, case_insensitive, negated)| {
                ExprKind::Like {
                    operand,
                    pattern,
                    escape: escape.map(|e| (e, 0..0)),
                    case_insensitive,
                    negated,
                }
            }),
        (two, Just(()))
            .prop_map(|((needle, haystack), ())| ExprKind::Position { needle, haystack }),
        (one, ident()).prop_map(|(operand, part)| ExprKind::Extract {
            // The part is a word, never quoted.
            part: if part.quoted {
                Ident {
                    text: "day".to_owned(),
                    quoted: false,
                    span: 0..0,
                }
            } else {
                part
            },
            operand
        }),
    ]
    .prop_map(node)
    .boxed()
}

fn forms(inner: BoxedStrategy<Expr>) -> BoxedStrategy<Expr> {
    let one = inner.clone().prop_map(Box::new);
    let form = prop::sample::select(vec![
        CastForm::Cast,
        CastForm::TryCast,
        CastForm::DoubleColon,
    ]);
    let whens = prop::collection::vec((inner.clone(), inner.clone()), 1..3);
    prop_oneof![
        (
            prop::option::of(one.clone()),
            whens,
            prop::option::of(one.clone())
        )
            .prop_map(|(operand, whens, otherwise)| ExprKind::Case {
                operand,
                whens,
                otherwise
            }),
        (one, type_name(), form).prop_map(|(operand, target, form)| ExprKind::Cast {
            operand,
            target,
            form
        }),
        call(inner).prop_map(|call| ExprKind::Call(Box::new(call))),
    ]
    .prop_map(node)
    .boxed()
}

fn order_item(inner: BoxedStrategy<Expr>) -> impl Strategy<Value = OrderItem> {
    (inner, any::<bool>(), any::<Option<bool>>()).prop_map(|(expr, descending, nulls_first)| {
        OrderItem {
            expr,
            descending,
            nulls_first,
        }
    })
}

fn frame(inner: BoxedStrategy<Expr>) -> impl Strategy<Value = Frame> {
    let offset = prop_oneof![
        "[0-9]{1,3}".prop_map(|digits| Offset::Integer(digits, 0..0)),
        Just(Offset::Parameter(0..0)),
        inner.prop_map(Offset::Expr),
    ];
    let start = prop_oneof![
        Just(FrameBound::UnboundedPreceding),
        Just(FrameBound::CurrentRow),
        offset.clone().prop_map(FrameBound::Preceding),
    ];
    let end = prop_oneof![
        Just(FrameBound::UnboundedFollowing),
        Just(FrameBound::CurrentRow),
        offset.prop_map(FrameBound::Following),
    ];
    let unit = prop::sample::select(vec![FrameUnit::Rows, FrameUnit::Range, FrameUnit::Groups]);
    (unit, start, prop::option::of(end)).prop_map(|(unit, start, end)| Frame {
        unit,
        start,
        end,
        span: 0..0,
    })
}

fn call(inner: BoxedStrategy<Expr>) -> impl Strategy<Value = Call> {
    let name = prop_oneof![
        Just("SUM"),
        Just("left"),
        Just("current_date"),
        Just("f"),
        Just("date"),
        Just("FILTER")
    ]
    .prop_map(|text| Ident {
        text: text.to_owned(),
        quoted: false,
        span: 0..0,
    });
    let args = prop::collection::vec(inner.clone(), 0..3);
    let within = prop::option::weighted(0.2, order_item(inner.clone()));
    let filter = prop::option::weighted(0.2, inner.clone());
    let over = prop::option::weighted(
        0.3,
        (
            prop::collection::vec(inner.clone(), 0..3),
            prop::collection::vec(order_item(inner.clone()), 0..3),
            prop::option::of(frame(inner)),
        ),
    );
    (name, args, any::<bool>(), within, filter, over).prop_map(
        |(name, args, distinct, within, filter, over)| Call {
            name,
            star: args.is_empty() && !distinct,
            distinct: distinct && !args.is_empty(),
            args,
            within_group: within.map(|order| WithinGroup { order, span: 0..0 }),
            // FILTER with OVER is refused.
            filter: filter.filter(|_| over.is_none()).map(|predicate| Filter {
                predicate,
                span: 0..0,
            }),
            over: over.map(|(partition_by, order_by, frame)| Over {
                partition_by,
                order_by,
                frame,
                span: 0..0,
            }),
        },
    )
}

fn expr() -> impl Strategy<Value = Expr> {
    leaf().prop_recursive(
        6,
        60,
        4,
        |inner| prop_oneof![3 => operators(inner.clone().boxed()), 2 => forms(inner.boxed())],
    )
}

/// Text made of the words and signs of the language.
fn tokens() -> impl Strategy<Value = String> {
    let words = "a.b c 1 1.5 2e3 'x' \"y\" ( ) ( ) [ ] { } , . ; : :: + - * / % || = <> < <= == && => -> ^ ~ & ! ? $1 \
        AND OR NOT IN IS NULL TRUE LIKE ESCAPE BETWEEN CASE WHEN THEN ELSE END CAST AS EXTRACT FROM POSITION DISTINCT \
        WITHIN GROUP FILTER WHERE OVER PARTITION BY ORDER ASC DESC NULLS FIRST LAST ROWS RANGE GROUPS UNBOUNDED \
        PRECEDING CURRENT ROW FOLLOWING EXCLUDE EXCLUDING INTERVAL MONTH DATE SELECT UNION EXISTS IGNORE AT TIME ZONE \
        GROUPING SETS ROLLUP ALL LEFT INT DECIMAL(3,1) sum( -- /* */ ' \" ` é ‘ # --\n";
    let words: Vec<&'static str> = words.split(' ').filter(|w| !w.is_empty()).collect();
    prop::collection::vec(prop::sample::select(words), 0..25).prop_map(|words| words.join(" "))
}

/// Parses by every rule; places must lie inside the text, and what has no faults must survive printing.
fn check(written: &str) {
    for strict in [false, true] {
        let (expr, sink) = parse(written, strict);
        for diagnostic in sink.iter() {
            for label in &diagnostic.labels {
                let (offset, length) = label.span.offset_len();
                assert!(
                    written.get(offset..offset + length).is_some(),
                    "{diagnostic:?}"
                );
            }
        }
        assert!(expr.is_some() || sink.has_errors());
        if let Some(expr) = expr.filter(|_| sink.is_empty()) {
            let printed = expr.to_string();
            let (again, sink) = parse(&printed, false);
            assert!(sink.is_empty(), "{printed}\n{}", render(&printed, sink));
            assert!(equal_modulo_spans(&expr, &again.unwrap()), "{printed}");
        }
    }
    let written = &text(written);
    let (options, mut sink) = (ParseOptions::default(), Diagnostics::new());
    let _ = dosic_expr::parse_aliased(written, &options, Check::QuerySyntax, &mut sink);
    let _ = dosic_expr::parse_dimension(written, &options, Check::QuerySyntax, &mut sink);
    let _ = dosic_expr::parse_order_item(written, &options, Check::QuerySyntax, &mut sink);
    let _ = dosic_expr::parse_name(written);
    let _ = dosic_expr::classify_source(written);
    let _ = dosic_expr::split_top_level_commas(written);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn printing_and_parsing_are_inverse(expr in expr()) {
        let printed = expr.to_string();
        let (again, sink) = parse(&printed, false);
        prop_assert!(sink.is_empty(), "{}\n{}", printed, render(&printed, sink));
        prop_assert!(equal_modulo_spans(&expr, &again.unwrap()), "{}", printed);
    }

    #[test]
    fn any_text_is_safe(written in "\\PC{0,40}") {
        check(&written);
    }

    #[test]
    fn any_tokens_are_safe(written in tokens()) {
        check(&written);
    }
}

#[test]
fn arbitrary_bytes_that_are_text() {
    for written in [
        "\0",
        "\u{feff}a",
        "a\u{2028}b",
        "'\u{1F600}'",
        "\"\u{301}\"",
        "a.\"\"",
        "\r\n",
    ] {
        check(written);
    }
}
