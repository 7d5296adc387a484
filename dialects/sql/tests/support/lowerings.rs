//! Every operator and function of the expression language in a dialect's SQL, one after the other.
//!
//! Each dialect's crate includes this file in a test, and so does a new one: the snapshot shows what
//! the dialect makes of everything, and every line was read back by the checking parser.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "what cannot be emitted here is a failed test"
)]

use dosic_ir::expr::{ExprKind, Frame, FrameBound, FrameUnit, WindowFn};
use dosic_ir::plan::{ColumnInfo, Output, PlanExpr, Rel, Scan};
use dosic_ir::{
    AggregateCall, AggregateFn, ArithmeticOp, CastTarget, ColumnId, CompareOp, DataType, DatePart,
    Expr, Ident, IndexVec, Literal, LogicalPlan, Origin, ScalarFn, SortKey, Source, Type, TypedId,
    WindowCall,
};
use dosic_sql::{Dialect, emit};
use sqlparser::parser::Parser;

/// The columns of the table that the expressions read: a name and a type each.
const COLUMNS: [(&str, DataType); 12] = [
    ("s", DataType::String),
    ("n", DataType::Integer),
    ("d", DataType::Decimal),
    ("f", DataType::Float),
    ("b", DataType::Boolean),
    ("day", DataType::Date),
    ("clock", DataType::Time),
    ("at", DataType::DateTime),
    ("instant", DataType::DateTimeTz),
    ("u", DataType::Unknown),
    ("v", DataType::Unknown),
    ("end_day", DataType::Date),
];

/// The lowering of everything.
pub(crate) fn every_lowering(
    dialect: &dyn Dialect,
    reader: &dyn sqlparser::dialect::Dialect,
) -> String {
    let scalars = operators()
        .into_iter()
        .chain(casts())
        .chain(numbers())
        .chain(strings())
        .chain(dates());
    let mut report = String::new();
    for (label, expr) in scalars {
        report.push_str(&entry(&label, &project(expr), dialect, reader));
    }
    for (label, call) in aggregates() {
        report.push_str(&entry(&label, &aggregate(call), dialect, reader));
    }
    for (label, call) in windows() {
        report.push_str(&entry(&label, &window(call), dialect, reader));
    }
    report
}

/// The SQL of one expression, or the code with which the dialect refuses it.
fn entry(
    label: &str,
    plan: &LogicalPlan,
    dialect: &dyn Dialect,
    reader: &dyn sqlparser::dialect::Dialect,
) -> String {
    let sql = match emit(plan, dialect) {
        Ok(sql) => sql.text,
        Err(refusal) => {
            let faults: Vec<String> = refusal
                .iter()
                .map(|d| format!("{}: {}", d.code.name(), d.message))
                .collect();
            return format!("-- {label}\n{}\n\n", faults.join("\n"));
        }
    };
    let read = |text: &str| {
        Parser::parse_sql(reader, text).unwrap_or_else(|e| panic!("{label}: {e}\n{text}"))
    };
    let statements = read(&sql);
    let printed: Vec<String> = statements.iter().map(ToString::to_string).collect();
    assert_eq!(read(&printed.join(";")), statements, "{label}\n{sql}");
    let value = sql.split(" AS result").next().unwrap().replace("r.", "");
    let value = value.trim_start_matches("SELECT").trim();
    format!("-- {label}\n{value}\n\n")
}

// ---- plans ----

fn plan(ty: Type, root: impl FnOnce(Rel, ColumnId) -> Rel) -> LogicalPlan {
    let mut columns = IndexVec::default();
    let mut read = Vec::new();
    for (name, data) in COLUMNS {
        let column = columns.push(ColumnInfo {
            name: name.to_owned(),
            ty: Type::nullable(data),
        });
        read.push((column, Ident::regular(name)));
    }
    let value = columns.push(ColumnInfo {
        name: "result".to_owned(),
        ty,
    });
    let scan = Rel::Scan(Scan {
        source: Source::Table(vec![Ident::regular("facts")]),
        label: "r".to_owned(),
        columns: read,
    });
    LogicalPlan {
        columns,
        root: root(scan, value),
        outputs: vec![Output {
            name: "result".to_owned(),
            column: value,
        }],
    }
}

fn project(expr: PlanExpr) -> LogicalPlan {
    plan(expr.ty, |input, value| Rel::Project {
        input: Box::new(input),
        columns: vec![(value, expr)],
    })
}

fn aggregate(call: AggregateCall<ColumnId>) -> LogicalPlan {
    plan(Type::UNKNOWN, |input, value| Rel::Aggregate {
        input: Box::new(input),
        keys: Vec::new(),
        aggregates: vec![(value, call)],
        label: "total".to_owned(),
    })
}

fn window(call: WindowCall<ColumnId>) -> LogicalPlan {
    plan(Type::UNKNOWN, |input, value| Rel::Window {
        input: Box::new(input),
        calls: vec![(value, call)],
    })
}

// ---- expressions ----

type Labelled<T> = (String, T);

fn col(name: &str) -> PlanExpr {
    let mut columns = COLUMNS.iter().enumerate();
    let (index, (_, data)) = columns.find(|(_, (n, _))| *n == name).unwrap();
    Expr::leaf(ColumnId::from_index(index), Type::nullable(*data))
}

fn int(value: i64) -> PlanExpr {
    Expr::literal(Literal::Integer(value))
}

fn text(value: &str) -> PlanExpr {
    Expr::literal(Literal::String(value.to_owned()))
}

fn decimal(value: &str) -> PlanExpr {
    Expr::literal(Literal::Decimal(value.to_owned()))
}

fn null() -> PlanExpr {
    Expr::literal(Literal::Null)
}

fn node(kind: ExprKind<ColumnId>, data: DataType) -> PlanExpr {
    Expr::new(kind, Type::nullable(data))
}

fn boxed(expr: PlanExpr) -> Box<PlanExpr> {
    Box::new(expr)
}

/// The columns and numbers of a list such as `s n 2 -1`; a text constant is in quotes.
fn arguments(list: &str) -> Vec<PlanExpr> {
    list.split_whitespace()
        .map(|word| match word.strip_prefix('\'') {
            Some(rest) => text(rest.trim_end_matches('\'')),
            None if word == "NULL" => null(),
            None => word.parse().map_or_else(|_| col(word), int),
        })
        .collect()
}

fn call(function: ScalarFn, list: &str, data: DataType) -> Labelled<PlanExpr> {
    let label = format!("{function:?} {list}");
    (label, node(ExprKind::Call(function, arguments(list)), data))
}

fn arithmetic(
    label: &str,
    op: ArithmeticOp,
    left: PlanExpr,
    right: PlanExpr,
    data: DataType,
) -> Labelled<PlanExpr> {
    let ty = Type::nullable(data);
    (label.to_owned(), Expr::arithmetic(op, left, right, ty))
}

fn operators() -> Vec<Labelled<PlanExpr>> {
    use ArithmeticOp::{Add, Divide, Modulo, Multiply, Subtract};
    use DataType::{Boolean, Decimal, Float, Integer, String, Unknown};
    let less = |a, b| {
        node(
            ExprKind::Compare(CompareOp::Less, boxed(a), boxed(b)),
            Boolean,
        )
    };
    let between = |x, low, high| {
        let kind = ExprKind::Between {
            expr: boxed(x),
            low: boxed(low),
            high: boxed(high),
            negated: false,
        };
        node(kind, Boolean)
    };
    let concat = |a, b| node(ExprKind::Concat(boxed(a), boxed(b)), String);
    let named = |label: &str, expr| (label.to_owned(), expr);
    vec![
        arithmetic("n + 1", Add, col("n"), int(1), Integer),
        arithmetic("u + 1", Add, col("u"), int(1), Unknown),
        arithmetic("u - 100000", Subtract, col("u"), int(100_000), Unknown),
        arithmetic("u * 2", Multiply, col("u"), int(2), Unknown),
        arithmetic("d * 2", Multiply, col("d"), int(2), Decimal),
        arithmetic("1 + 2", Add, int(1), int(2), Integer),
        arithmetic("n - -1", Subtract, col("n"), int(-1), Integer),
        arithmetic("NULL + NULL", Add, null(), null(), Unknown),
        arithmetic("n / u", Divide, col("n"), col("u"), Float),
        arithmetic("n / 2", Divide, col("n"), int(2), Float),
        arithmetic("1 / n", Divide, int(1), col("n"), Float),
        arithmetic("n / 0.0", Divide, col("n"), decimal("0.0"), Float),
        arithmetic("n % 3", Modulo, col("n"), int(3), Integer),
        arithmetic("n % u", Modulo, col("n"), col("u"), Unknown),
        arithmetic("f % d", Modulo, col("f"), col("d"), Float),
        named("1e3", Expr::literal(Literal::Float(1000.0))),
        named("s || s", concat(col("s"), col("s"))),
        named("f || n", concat(col("f"), col("n"))),
        named("u || ''", concat(col("u"), text(""))),
        named("s < s", less(col("s"), col("s"))),
        named("s < 'a'", less(col("s"), text("a"))),
        named("u < 'a'", less(col("u"), text("a"))),
        named("'a' < 'B'", less(text("a"), text("B"))),
        named(
            "s BETWEEN 'a' AND 'b'",
            between(col("s"), text("a"), text("b")),
        ),
        named(
            "u BETWEEN s AND 'b'",
            between(col("u"), col("s"), text("b")),
        ),
        named("s LIKE '%'", like(None, false)),
        named("s ILIKE '%'", like(None, true)),
        named("s LIKE '%' ESCAPE '!'", like(Some('!'), false)),
        named("s LIKE '%' ESCAPE ''''", like(Some('\''), false)),
        call(ScalarFn::NullIf, "n 0", Integer),
        call(ScalarFn::Coalesce, "u 0", Unknown),
    ]
}

fn like(escape: Option<char>, case_insensitive: bool) -> PlanExpr {
    let kind = ExprKind::Like {
        expr: boxed(col("s")),
        pattern: boxed(text("%")),
        escape,
        case_insensitive,
        negated: false,
    };
    node(kind, DataType::Boolean)
}

fn casts() -> Vec<Labelled<PlanExpr>> {
    let targets = [
        CastTarget::String(None),
        CastTarget::String(Some(3)),
        CastTarget::Integer,
        CastTarget::Decimal(10, 2),
        CastTarget::Float,
        CastTarget::Boolean,
        CastTarget::Date,
        CastTarget::Time,
        CastTarget::DateTime,
    ];
    let sources = |target| match target {
        CastTarget::String(Some(_)) => &["s", "u"][..],
        CastTarget::String(None) => &["s", "n", "f", "b", "day", "u"],
        CastTarget::Date | CastTarget::DateTime => &["s", "at", "instant", "u"],
        CastTarget::Time => &["s", "at", "u"],
        _ => &["s", "n", "d", "f", "b", "u"],
    };
    let mut casts = Vec::new();
    for safe in [false, true] {
        for target in targets {
            for source in sources(target) {
                let word = if safe { "TRY_CAST" } else { "CAST" };
                let kind = ExprKind::Cast {
                    expr: boxed(col(source)),
                    target,
                    safe,
                };
                let label = format!("{word} {source} {target:?}");
                casts.push((label, node(kind, target.data_type())));
            }
        }
    }
    casts
}

fn numbers() -> Vec<Labelled<PlanExpr>> {
    use DataType::{Decimal, Float, Integer, String, Unknown};
    use ScalarFn as F;
    let mut list = vec![
        call(F::Abs, "n", Integer),
        call(F::Abs, "NULL", Float),
        call(F::Round, "n", Integer),
        call(F::Round, "d 2", Decimal),
        call(F::Round, "f", Float),
        call(F::Round, "f n", Float),
        call(F::Round, "u -1", Unknown),
        call(F::Trunc, "f", Float),
        call(F::Trunc, "d 1", Decimal),
        call(F::Trunc, "u", Unknown),
        call(F::Floor, "f", Integer),
        call(F::Ceil, "u", Integer),
        call(F::Sign, "d", Integer),
        call(F::Power, "n 2", Float),
        call(F::Log, "2 n", Float),
        call(F::Atan2, "n f", Float),
        call(F::Pi, "", Float),
        call(F::Greatest, "n u 3", Unknown),
        call(F::Greatest, "s s", String),
        call(F::Least, "n", Integer),
    ];
    let of_one = [
        F::Sqrt,
        F::Exp,
        F::Ln,
        F::Log10,
        F::Sin,
        F::Cos,
        F::Tan,
        F::Asin,
        F::Acos,
        F::Atan,
        F::Radians,
        F::Degrees,
    ];
    list.extend(of_one.map(|function| call(function, "n", Float)));
    list
}

fn strings() -> Vec<Labelled<PlanExpr>> {
    use DataType::{Boolean, Integer, String};
    use ScalarFn as F;
    vec![
        call(F::Lower, "s", String),
        call(F::Upper, "NULL", String),
        call(F::Length, "s", Integer),
        call(F::Trim, "s", String),
        call(F::LTrim, "s", String),
        call(F::RTrim, "s", String),
        call(F::Left, "s 2", String),
        call(F::Left, "s -2", String),
        call(F::Left, "s n", String),
        call(F::Right, "s u", String),
        call(F::Substring, "s 2", String),
        call(F::Substring, "s n", String),
        call(F::Substring, "s 2 3", String),
        call(F::Substring, "s -2 3", String),
        call(F::Substring, "s 2 n", String),
        call(F::Substring, "s n u", String),
        call(F::Replace, "s 'a' 'b'", String),
        call(F::SplitPart, "s ',' 2", String),
        call(F::SplitPart, "s ',' 0", String),
        call(F::SplitPart, "s s n", String),
        call(F::Position, "'a' s", Integer),
        call(F::Contains, "s 'a'", Boolean),
        call(F::StartsWith, "s 'a'", Boolean),
        call(F::EndsWith, "s 'a'", Boolean),
        call(F::RegexpLike, "s 'a+'", Boolean),
        call(F::RegexpExtract, "s 'a+'", String),
        call(F::RegexpReplace, "s 'a+' 'b'", String),
        call(F::RegexpCount, "s 'a+'", Integer),
    ]
}

fn dates() -> Vec<Labelled<PlanExpr>> {
    use DataType::{Date, DateTime, Integer, String, Time};
    use DatePart as P;
    use ScalarFn as F;
    let parts = [
        P::Year,
        P::Quarter,
        P::Month,
        P::Week,
        P::Day,
        P::DayOfWeek,
        P::DayOfYear,
        P::Hour,
        P::Minute,
        P::Second,
        P::Millisecond,
    ];
    let units = [
        P::Year,
        P::Quarter,
        P::Month,
        P::Week,
        P::Day,
        P::Hour,
        P::Minute,
        P::Second,
    ];
    let mut list = vec![
        call(F::CurrentDate, "", Date),
        call(F::CurrentTime, "", Time),
        call(F::CurrentTimestamp, "", DateTime),
    ];
    list.extend(parts.map(|part| call(F::Extract(part), "at", Integer)));
    list.extend(["day", "clock", "instant", "u"].map(|x| call(F::Extract(P::Hour), x, Integer)));
    list.push(call(F::Extract(P::Year), "u", Integer));
    list.extend(["day", "at", "instant", "u"].map(|x| call(F::DateTrunc(P::Month), x, DateTime)));
    list.push(call(F::DateTrunc(P::Hour), "day", Date));
    list.extend(units.map(|unit| call(F::DateAdd(unit), "3 at", DateTime)));
    list.push(call(F::DateAdd(P::Month), "-1 day", Date));
    list.push(call(F::DateAdd(P::Quarter), "n day", Date));
    list.push(call(F::DateAdd(P::Hour), "u u", DateTime));
    list.extend(units.map(|unit| call(F::DateDiff(unit), "at u", Integer)));
    list.extend(units.map(|unit| call(F::DateDiff(unit), "day end_day", Integer)));
    list.extend([
        call(F::ToDate, "s 'DD.MM.YYYY'", Date),
        call(F::ToTimestamp, "s 'YYYY-MM-DD\"HH24:MI:SS'", DateTime),
        call(F::ToChar, "day 'DDDY%MONTH'", String),
        call(F::ToChar, "u 'YY-MON-DAY,HH:AM'", String),
    ]);
    list
}

fn aggregates() -> Vec<Labelled<AggregateCall<ColumnId>>> {
    use AggregateFn as F;
    let calls = [
        (F::CountStar, false, ""),
        (F::Count, false, "u"),
        (F::Count, true, "u"),
        (F::ApproxCountDistinct, false, "u"),
        (F::Sum, false, "n"),
        (F::Sum, true, "n"),
        (F::Sum, false, "NULL"),
        (F::Avg, false, "n"),
        (F::Avg, true, "d"),
        (F::Min, false, "s"),
        (F::Max, false, "b"),
        (F::Max, false, "u"),
        (F::StddevSamp, false, "n"),
        (F::StddevPop, false, "n"),
        (F::VarSamp, false, "n"),
        (F::VarPop, false, "n"),
        (F::Median, false, "d"),
    ];
    let mut list: Vec<_> = calls
        .into_iter()
        .map(|(function, distinct, args)| {
            let word = if distinct { "DISTINCT " } else { "" };
            let label = format!("{function:?} {word}{args}");
            (label, aggregate_call(function, distinct, arguments(args)))
        })
        .collect();
    for descending in [false, true] {
        for (function, x) in [
            (F::PercentileCont { descending }, "n"),
            (F::PercentileDisc { descending }, "s"),
        ] {
            let args = vec![col(x), decimal("0.9")];
            let label = format!("{function:?} {x} 0.9");
            list.push((label, aggregate_call(function, false, args)));
        }
    }
    list
}

fn aggregate_call(
    function: AggregateFn,
    distinct: bool,
    args: Vec<PlanExpr>,
) -> AggregateCall<ColumnId> {
    AggregateCall {
        function,
        distinct,
        args,
        origin: Origin::NONE,
    }
}

fn windows() -> Vec<Labelled<WindowCall<ColumnId>>> {
    use WindowFn as W;
    let running = Frame {
        unit: FrameUnit::Rows,
        start: FrameBound::Preceding(6),
        end: FrameBound::CurrentRow,
    };
    let calls = [
        (W::RowNumber, "", None),
        (W::Rank, "", None),
        (W::DenseRank, "", None),
        (W::Ntile(4), "", None),
        (W::PercentRank, "", None),
        (W::CumeDist, "", None),
        (W::Lag(1), "n", None),
        (W::Lead(2), "n 0", None),
        (W::FirstValue, "s", None),
        (W::LastValue, "n", Some(running)),
        (W::NthValue(2), "n", Some(running)),
        (W::Aggregate(AggregateFn::Avg), "n", Some(running)),
        (W::Aggregate(AggregateFn::Max), "s", None),
        (W::Aggregate(AggregateFn::CountStar), "", None),
    ];
    let key = |name, descending| SortKey {
        expr: col(name),
        descending,
        nulls_first: descending,
    };
    calls
        .into_iter()
        .map(|(function, args, frame)| {
            let call = WindowCall {
                function,
                args: arguments(args),
                partition_by: vec![col("b")],
                order_by: vec![key("s", true), key("day", false)],
                frame,
                origin: Origin::NONE,
            };
            (format!("{function:?} {args}"), call)
        })
        .collect()
}
