//! Expressions that are too deep or too large are refused, and nothing overflows.

#![allow(clippy::unwrap_used, reason = "a broken expression is a failed test")]

use dosic_diagnostics::Code;
use dosic_ir::expr::ExprKind;
use dosic_ir::plan::PlanExpr;
use dosic_ir::{ColumnId, DataType, Expr, ScalarFn, Type, TypedId};
use dosic_sql::ast::SqlExpr;
use dosic_sql::{Dialect, build, emit_expr};

/// Standard SQL.
struct Standard;

impl Dialect for Standard {
    fn name(&self) -> &'static str {
        "standard"
    }
}

fn column() -> PlanExpr {
    Expr::leaf(ColumnId::from_index(0), Type::UNKNOWN)
}

/// `wrap` around a column, so many times.
fn nested(times: usize, wrap: impl Fn(PlanExpr) -> ExprKind<ColumnId>) -> PlanExpr {
    (0..times).fold(column(), |inner, _| {
        Expr::new(wrap(inner), Type::nullable(DataType::Unknown))
    })
}

fn emitted(expr: &PlanExpr) -> Result<SqlExpr, Code> {
    emit_expr(expr, &|_| build::raw("x"), &Standard).map_err(|d| d.code)
}

#[test]
fn functions_of_other_dialects_are_quoted_where_they_must_be() {
    /// An engine that takes all.
    struct Lenient;

    impl Dialect for Lenient {
        fn name(&self) -> &'static str {
            "lenient"
        }

        fn accepts_foreign(&self, _: &str) -> bool {
            true
        }
    }

    for (name, spelt) in [
        ("soundex", "soundex"),
        ("SOUNDEX", "SOUNDEX"),
        ("_ é", "\"_ é\""),
    ] {
        let call = ExprKind::Foreign {
            name: name.to_owned(),
            dialect: "LENIENT".to_owned(),
            args: Vec::new(),
        };
        let call = Expr::new(call, Type::UNKNOWN);
        let sql = emit_expr(&call, &|_| build::raw("x"), &Lenient).unwrap();
        assert_eq!(sql, build::call_list(spelt, Vec::new()));
    }
}

fn not(x: PlanExpr) -> ExprKind<ColumnId> {
    ExprKind::Not(Box::new(x))
}

fn case(x: PlanExpr) -> ExprKind<ColumnId> {
    ExprKind::Case {
        operand: None,
        whens: vec![(x, column())],
        otherwise: None,
    }
}

#[test]
fn what_the_expression_language_can_nest_fits_the_stack_of_a_thread() {
    assert!(emitted(&nested(256, not)).is_ok());
    assert!(emitted(&nested(256, case)).is_ok());
}

#[test]
fn deeper_expressions_are_refused_before_the_main_stack_ends() {
    let emit_all = || {
        assert!(emitted(&nested(340, case)).is_ok());
        assert_eq!(emitted(&nested(2000, not)), Err(Code::UnsupportedInDialect));
    };
    let main_stack = std::thread::Builder::new().stack_size(8 << 20);
    main_stack.spawn(emit_all).unwrap().join().unwrap();
}

#[test]
fn lowerings_that_repeat_arguments_stay_small() {
    let greatest = |x: PlanExpr| ExprKind::Call(ScalarFn::Greatest, vec![x.clone(), column()]);
    assert!(emitted(&nested(8, greatest)).is_ok());
    assert_eq!(
        emitted(&nested(100, greatest)),
        Err(Code::UnsupportedInDialect)
    );
}

#[test]
fn keywords_are_found_in_any_case() {
    assert!(Standard.is_keyword("Order"));
    assert!(!Standard.is_keyword("orders"));
}
