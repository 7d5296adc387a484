//! What an expression alone shows: comparisons with NULL, LIKE, divisions, averages of averages, functions.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, Severity, Span};
use dosic_ir::{
    AggregateCall, AggregateFn, ArithmeticOp, CompareOp, ExprKind as K, Literal, ModelExpr,
    ModelLeaf, ScalarFn,
};

use crate::Subject;
use crate::functions::{Fault, fault_of};
use crate::subject::Owner;

/// Words of a field's name that say it is an average.
const AVERAGES: &[&str] = &["avg", "average", "averaged", "mean", "median"];

pub(crate) fn check(subject: &Subject<'_>, sink: &mut Diagnostics) {
    for (owner, expr) in subject.expressions() {
        let mut walk = Walk {
            subject,
            owner,
            sink,
        };
        walk.node(expr, false);
    }
}

struct Walk<'w, 'a> {
    subject: &'w Subject<'a>,
    owner: Owner,
    sink: &'w mut Diagnostics,
}

impl Walk<'_, '_> {
    /// `guarded`: inside a CASE, whose conditions may exclude a divisor of zero. Depth is bounded by the parser.
    fn node(&mut self, expr: &ModelExpr, guarded: bool) {
        let guarded = guarded || matches!(expr.kind, K::Case { .. });
        match &expr.kind {
            K::Leaf(ModelLeaf::Aggregate(call)) => {
                self.average(call);
                call.args.iter().for_each(|a| self.node(a, guarded));
            }
            K::Leaf(ModelLeaf::Window(call)) => call.exprs().for_each(|e| self.node(e, guarded)),
            K::Compare(op, left, right) if is_null(left) || is_null(right) => {
                self.null_comparison(expr, *op);
            }
            K::Between { low, high, .. } if is_null(low) || is_null(high) => self.null_operand(
                expr,
                "has NULL for a bound of BETWEEN, and nothing lies between that and another value",
                "name two bounds, or compare with the one that is known",
            ),
            K::In { list, negated, .. } if list.iter().any(is_null) => {
                self.null_in_list(expr, *negated);
            }
            K::Case {
                operand: Some(_),
                whens,
                ..
            } if whens.iter().any(|(when, _)| is_null(when)) => self.null_operand(
                expr,
                "has a `WHEN NULL`, which is never taken: CASE compares by `=`, and NULL equals nothing",
                "write `CASE WHEN x IS NULL THEN … END`",
            ),
            K::Like {
                pattern,
                escape,
                case_insensitive: false,
                negated,
                ..
            } => self.like(pattern, *escape, *negated),
            K::Arithmetic(ArithmeticOp::Divide, _, divisor) if !guarded && can_be_zero(divisor) => {
                self.division(expr, divisor);
            }
            K::Call(ScalarFn::CurrentDate, _) => self.function("CURRENT_DATE", expr),
            K::Call(ScalarFn::CurrentTime, _) => self.function("CURRENT_TIME", expr),
            K::Call(ScalarFn::CurrentTimestamp, _) => self.function("CURRENT_TIMESTAMP", expr),
            K::Foreign { name, .. } => self.function(name, expr),
            _ => {}
        }
        for child in expr.children() {
            self.node(child, guarded);
        }
    }

    fn title(&self) -> String {
        self.subject.title(self.owner)
    }

    fn place(&self, expr: &ModelExpr) -> Option<Span> {
        expr.origin.0.or_else(|| self.subject.place(self.owner))
    }

    fn null_comparison(&mut self, expr: &ModelExpr, op: CompareOp) {
        let help = match op {
            CompareOp::Equal => "write `x IS NULL`",
            CompareOp::NotEqual => "write `x IS NOT NULL`",
            _ => {
                "NULL has no place in an order of values: compare with a value, or test `x IS NULL`"
            }
        };
        let fault = "compares with NULL, which is never true, whatever the data: NULL equals nothing, not even NULL";
        self.null_operand(expr, fault, help);
    }

    fn null_in_list(&mut self, expr: &ModelExpr, negated: bool) {
        let (fault, help) = if negated {
            (
                "has NULL in the list of NOT IN, which is then never true, whatever the data",
                "leave NULL out of the list, and add `AND x IS NOT NULL`",
            )
        } else {
            (
                "has NULL in the list of IN, where it matches nothing, not even NULL",
                "leave NULL out of the list, and add `OR x IS NULL`",
            )
        };
        self.null_operand(expr, fault, help);
    }

    fn null_operand(&mut self, expr: &ModelExpr, fault: &str, help: &str) {
        let message = format!("{} {fault}", self.title());
        self.sink.push(
            Diagnostic::new(Code::NullComparison, Check::Lint, message)
                .at_opt(self.place(expr), "compares with NULL")
                .help(help),
        );
    }

    fn like(&mut self, pattern: &ModelExpr, escape: Option<char>, negated: bool) {
        let K::Literal(Literal::String(text)) = &pattern.kind else {
            return;
        };
        if has_wildcard(text, escape) {
            return;
        }
        let message = format!(
            "{} matches the pattern '{text}', which has no wildcard: LIKE without `%` or `_` is equality, so that \
             longer texts do not match",
            self.title()
        );
        let operator = if negated { "<>" } else { "=" };
        self.sink.push(
            Diagnostic::new(Code::LikeWithoutWildcard, Check::Lint, message)
                .at_opt(self.place(pattern), "no `%` and no `_`")
                .help(format!("write '%{text}%' to find it anywhere, or `{operator} '{text}'` if all of it is meant")),
        );
    }

    fn division(&mut self, expr: &ModelExpr, divisor: &ModelExpr) {
        let message = format!(
            "{} divides by something that can be zero: dosic answers NULL, but other tools that read the expression \
             may fail",
            self.title()
        );
        self.sink.push(
            Diagnostic::new(Code::UnguardedRatio, Check::Lint, message)
                .at_opt(
                    self.place(divisor).or_else(|| self.place(expr)),
                    "can be zero",
                )
                .help("write `a / NULLIF(b, 0)`, which says the same everywhere"),
        );
    }

    fn average(&mut self, call: &AggregateCall<ModelLeaf>) {
        let [arg] = call.args.as_slice() else { return };
        if call.function != AggregateFn::Avg {
            return;
        }
        let K::Leaf(ModelLeaf::Field(read)) = &uncast(arg).kind else {
            return;
        };
        let Some(field) = self.subject.resolved.model.fields.get(read.field) else {
            return;
        };
        let name = field.name.display();
        if !name.split(|c: char| !c.is_alphabetic()).any(is_average) {
            return;
        }
        let field_name = self.subject.resolved.model.qualified(read.field);
        let message = format!(
            "{} averages `{field_name}`, which by its name is an average already: each counts alike, however many \
             rows it stands for",
            self.title()
        );
        self.sink.push(
            Diagnostic::new(Code::AverageOfAverage, Check::Lint, message)
                .at_opt(call.origin.0.or_else(|| self.subject.place(self.owner)), "an average of averages")
                .at(field.span, "an average, by its name")
                .help("divide the sum by the count, SUM(total) / SUM(number), or average the single values"),
        );
    }

    fn function(&mut self, name: &str, expr: &ModelExpr) {
        if let Some(fault) = fault_of(name) {
            let place = self.place(expr);
            let finding = function_finding(fault, name, &self.title(), place);
            self.sink.push(finding);
        }
    }
}

/// `W_NONDETERMINISTIC` or `W_UNSAFE_FUNCTION`; `title` is whose expression it is.
pub(crate) fn function_finding(
    fault: Fault,
    name: &str,
    title: &str,
    place: Option<Span>,
) -> Diagnostic {
    let (code, kind, what, help) = match fault {
        Fault::Clock => (
            Code::NonDeterministic,
            "clock",
            "so that its result depends on when, or by whom, it is asked for, and cannot be repeated or cached",
            "keep the clock out of the model and let queries say which time they mean, by a `where` on a date",
        ),
        Fault::Random => (
            Code::NonDeterministic,
            "random",
            "so that each run gives another result",
            "compute it where the table is loaded, so that everybody sees the same value",
        ),
        Fault::Files => (
            Code::UnsafeFunction,
            "files",
            "which reads files with the rights of the engine, outside the folders that `[sources] allow` permits",
            "name the file itself as `source`, or load it into a table; where it must be so, allow it with a reason",
        ),
        Fault::Network => (
            Code::UnsafeFunction,
            "network",
            "which speaks to other servers whenever somebody asks for a metric",
            "load the data into a table and name that",
        ),
        Fault::Server => (
            Code::UnsafeFunction,
            "server",
            "which waits, runs a program or interferes with the server: a model has no use for that",
            "remove it",
        ),
    };
    let mut diagnostic =
        Diagnostic::new(code, Check::Lint, format!("{title} uses `{name}`, {what}"))
            .kind(kind)
            .at_opt(place, "")
            .help(help);
    if fault == Fault::Clock {
        // Often on purpose, as in "this month so far".
        diagnostic.severity = Severity::Advice;
    }
    diagnostic
}

fn is_average(word: &str) -> bool {
    AVERAGES.iter().any(|a| a.eq_ignore_ascii_case(word))
}

fn uncast(expr: &ModelExpr) -> &ModelExpr {
    match &expr.kind {
        K::Cast { expr, .. } | K::Negate(expr) => uncast(expr),
        _ => expr,
    }
}

fn is_null(expr: &ModelExpr) -> bool {
    matches!(uncast(expr).kind, K::Literal(Literal::Null))
}

fn has_wildcard(pattern: &str, escape: Option<char>) -> bool {
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        if Some(c) == escape {
            chars.next();
        } else if matches!(c, '%' | '_') {
            return true;
        }
    }
    false
}

/// Whether nothing shows that a divisor is not zero.
fn can_be_zero(divisor: &ModelExpr) -> bool {
    match &uncast(divisor).kind {
        K::Literal(Literal::Integer(n)) => *n == 0,
        K::Literal(Literal::Decimal(text)) => !text.bytes().any(|b| matches!(b, b'1'..=b'9')),
        K::Literal(Literal::Float(x)) => *x == 0.0,
        K::Literal(Literal::Null) => false,
        K::Call(ScalarFn::NullIf | ScalarFn::Pi | ScalarFn::Exp, _) => false,
        // A product is zero only if a factor is.
        K::Arithmetic(ArithmeticOp::Multiply, a, b) => can_be_zero(a) || can_be_zero(b),
        _ => true,
    }
}
