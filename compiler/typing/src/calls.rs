//! Calls: which function is meant, whether dosic has it, how many arguments it takes.

use std::fmt;

use dosic_diagnostics::{Check, Code, did_you_mean};
use dosic_expr::ast::{Call, TextRange};
use dosic_ir::{DataType, ExprKind as K, ModelExpr, Type};

use crate::function::{Form, Function, Kind, MANY, Rewrite};
use crate::lowering::{Lowering, Operand, words};
use crate::{find_function, function_names, synonyms};

impl Lowering<'_> {
    pub(crate) fn call(&mut self, call: &Call, span: &TextRange) -> Option<ModelExpr> {
        let Some(function) = find_function(&call.name.text) else {
            return self.unknown_function(call);
        };
        match (function.form, &call.over) {
            (Form::Deferred, _) => self.deferred_function(call, function),
            (Form::Scalar { .. } | Form::Rewrite(_), _) => self.scalar_call(call, function, span),
            (_, Some(over)) => self.window(call, function, over, span),
            (Form::Window(_), None) => {
                self.walk_arguments(call, function);
                self.syntax_error(
                    format!("`{}` is a window function and needs OVER", function.name),
                    span,
                    "no OVER follows",
                    format!("write {}", function.signature()),
                );
                None
            }
            (_, None) => self.aggregate_call(call, function, span),
        }
    }

    fn unknown_function(&mut self, call: &Call) -> Option<ModelExpr> {
        let args = self.operands(&call.args);
        let name = &call.name.text;
        if let Some(dialect) = self.context.foreign_dialect
            && !self.context.strict
            && is_plain(call)
        {
            return self.foreign_function(call, args?, dialect);
        }
        let message = format!("`{name}` is no function of the expression language");
        let fault = self.fault(
            Code::UnknownFunction,
            Check::References,
            message,
            &call.name.span,
            "unknown function",
        );
        let help = synonyms::instead(name)
            .map(|instead| format!("write {instead}"))
            .or_else(|| did_you_mean(name, function_names()))
            .unwrap_or_else(|| {
                "write it with the functions of the expression language, or keep it in a dialect variant of this expression".to_owned()
            });
        self.refuse(fault.help(help))
    }

    /// Passes a function through to the engine that the text was written for (R7).
    fn foreign_function(
        &mut self,
        call: &Call,
        args: Vec<Operand>,
        dialect: &str,
    ) -> Option<ModelExpr> {
        let name = &call.name.text;
        let message =
            format!("`{name}` is not checked: it is passed through to {dialect} as written");
        let lint = self.fault(
            Code::UnverifiedFunction,
            Check::Lint,
            message,
            &call.name.span,
            "not in the expression language",
        );
        self.sink.push(lint);
        let kind = K::Foreign {
            name: name.clone(),
            dialect: dialect.to_ascii_uppercase(),
            args: args.into_iter().map(|a| a.expr).collect(),
        };
        Some(ModelExpr::new(kind, Type::UNKNOWN))
    }

    fn deferred_function(&mut self, call: &Call, function: &Function) -> Option<ModelExpr> {
        // Its arguments are of no known form, so they are not looked at.
        let message = format!(
            "the function `{}` is deferred by the Foundation (§10)",
            function.name
        );
        let fault = self.fault(
            Code::DeferredKeyRejected,
            Check::Bans,
            message,
            &call.name.span,
            "deferred function",
        );
        let fault = fault.help("write it with joins and aggregates that exist, or leave it out");
        self.ban(fault);
        None
    }

    /// Types the arguments for their faults alone. The name of a date part is no reference.
    pub(crate) fn walk_arguments(&mut self, call: &Call, function: &Function) {
        let takes_part = matches!(
            function.form,
            Form::Rewrite(
                Rewrite::DatePart | Rewrite::DateTrunc | Rewrite::DateAdd | Rewrite::DateDiff
            )
        );
        let _ = self.operands(call.args.iter().skip(usize::from(takes_part)));
    }

    /// Whether the number of arguments fits; else `E_TYPE`.
    pub(crate) fn check_arity(
        &mut self,
        call: &Call,
        function: &Function,
        span: &TextRange,
    ) -> bool {
        let (count, arity) = (call.args.len(), function.arity);
        if (arity.min..=arity.max).contains(&count) {
            return true;
        }
        let takes = match (arity.min, arity.max) {
            (0, 0) => "no arguments".to_owned(),
            (1, 1) => "1 argument".to_owned(),
            (min, MANY) => format!("at least {min} argument{}", if min == 1 { "" } else { "s" }),
            (min, max) if min == max => format!("{min} arguments"),
            (min, max) => format!("{min} to {max} arguments"),
        };
        let message = format!("{} takes {takes}, not {count}", function.name);
        let help = if function.name == "LOG" && count == 1 {
            "write LN(x) or LOG10(x), or the base first: LOG(base, x)".to_owned()
        } else {
            format!("write {}", function.signature())
        };
        let fault = self.fault(Code::Type, Check::Types, message, span, "");
        self.ban(fault.help(help));
        false
    }

    /// Reports an argument that is known to be of another kind; `taker` begins the message:
    /// "LEFT takes".
    pub(crate) fn expect_kind(&mut self, kind: Kind, operand: &Operand, taker: fmt::Arguments<'_>) {
        let data = operand.data();
        if kind.accepts(data) {
            return;
        }
        let message = format!("{taker} {}, not {}", kind.words(), words(data));
        let fault = self.type_fault(message, operand);
        let help = match (kind, data) {
            (Kind::Calendar | Kind::Clock, DataType::String) if operand.text().is_some() => {
                "write a literal such as DATE '2024-01-31'"
            }
            (Kind::Calendar | Kind::Clock, DataType::String) => "CAST it AS DATE or TIMESTAMP",
            (Kind::Number, DataType::String) => "CAST it AS DECIMAL(p, s) or DOUBLE",
            (Kind::Number, DataType::Boolean) => "write CASE WHEN x THEN 1 ELSE 0 END",
            (Kind::Integer, _) => "CAST it AS INTEGER",
            (Kind::Text, _) => "CAST it AS VARCHAR",
            _ => {
                self.sink.push(fault);
                return;
            }
        };
        self.sink.push(fault.help(help));
    }
}

/// Whether the call is a name and arguments, nothing else.
fn is_plain(call: &Call) -> bool {
    let clauses = call.within_group.is_some() || call.filter.is_some() || call.over.is_some();
    !(call.star || call.distinct || clauses)
}
