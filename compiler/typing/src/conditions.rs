//! Comparisons, predicates and CASE: semantics digest 8.1, 8.5.

use std::fmt;

use dosic_expr::ast::{BinaryOp, Expr, ExprKind as A, TextRange};
use dosic_ir::{CompareOp, DataType, ExprKind as K, LogicalOp, ModelExpr, Type};

use crate::lowering::{Lowering, Operand, any_nullable, words};

/// A Boolean that is NULL if one of the operands can be.
fn boolean<'e>(operands: impl IntoIterator<Item = &'e Operand>) -> Type {
    let nullable = any_nullable(operands.into_iter().map(|o| &o.expr));
    Type {
        data: DataType::Boolean,
        nullable,
    }
}

impl Lowering<'_> {
    /// `a AND b AND …` as one node; chains are walked in a loop, since they can be long.
    pub(crate) fn logical(
        &mut self,
        op: LogicalOp,
        written: BinaryOp,
        pair: [&Expr; 2],
    ) -> Option<ModelExpr> {
        let [left, right] = pair;
        let mut waiting = vec![right, left];
        let mut parts = Vec::new();
        while let Some(expr) = waiting.pop() {
            match &expr.kind {
                A::Binary {
                    op, left, right, ..
                } if *op == written => waiting.extend([&**right, &**left]),
                _ => parts.push(expr),
            }
        }
        let operands = self.operands(parts)?;
        let name = if op == LogicalOp::And { "AND" } else { "OR" };
        for operand in &operands {
            self.expect_boolean(operand, name);
        }
        let ty = boolean(&operands);
        let exprs = operands.into_iter().map(|o| o.expr).collect();
        Some(ModelExpr::new(K::Logical(op, exprs), ty))
    }

    pub(crate) fn compare(
        &mut self,
        op: CompareOp,
        left: &Expr,
        right: &Expr,
    ) -> Option<ModelExpr> {
        let (left, right) = self.pair(left, right)?;
        let (left, right) =
            self.reconcile_pair(left, right, format_args!("the sides of the comparison"))?;
        let ty = boolean([&left, &right]);
        let kind = K::Compare(op, left.boxed(), right.boxed());
        Some(ModelExpr::new(kind, ty))
    }

    fn reconcile_pair(
        &mut self,
        left: Operand,
        right: Operand,
        what: fmt::Arguments<'_>,
    ) -> Option<(Operand, Operand)> {
        let mut pair = [left, right];
        self.reconcile(&mut pair, what);
        let [left, right] = pair;
        Some((left, right))
    }

    pub(crate) fn is_boolean(
        &mut self,
        operand: &Expr,
        value: bool,
        negated: bool,
    ) -> Option<ModelExpr> {
        let operand = self.operand(operand)?;
        self.expect_boolean(&operand, if value { "IS TRUE" } else { "IS FALSE" });
        let kind = K::IsBoolean {
            expr: operand.boxed(),
            value,
            negated,
        };
        Some(ModelExpr::new(kind, Type::required(DataType::Boolean)))
    }

    pub(crate) fn is_distinct(
        &mut self,
        left: &Expr,
        right: &Expr,
        negated: bool,
    ) -> Option<ModelExpr> {
        let (left, right) = self.pair(left, right)?;
        let (left, right) =
            self.reconcile_pair(left, right, format_args!("the sides of the comparison"))?;
        let kind = K::IsDistinct {
            left: left.boxed(),
            right: right.boxed(),
            negated,
        };
        Some(ModelExpr::new(kind, Type::required(DataType::Boolean)))
    }

    pub(crate) fn between(&mut self, parts: [&Expr; 3], negated: bool) -> Option<ModelExpr> {
        let mut operands = self.operands(parts)?;
        self.reconcile(&mut operands, format_args!("value and bounds of BETWEEN"));
        let ty = boolean(&operands);
        let [expr, low, high] = <[Operand; 3]>::try_from(operands).ok()?;
        let kind = K::Between {
            expr: expr.boxed(),
            low: low.boxed(),
            high: high.boxed(),
            negated,
        };
        Some(ModelExpr::new(kind, ty))
    }

    pub(crate) fn in_list(
        &mut self,
        operand: &Expr,
        list: &[Expr],
        negated: bool,
    ) -> Option<ModelExpr> {
        let mut operands = self.operands(std::iter::once(operand).chain(list))?;
        self.reconcile(&mut operands, format_args!("value and list of IN"));
        let ty = boolean(&operands);
        let mut exprs = operands.into_iter().map(|o| o.expr);
        let kind = K::In {
            expr: Box::new(exprs.next()?),
            list: exprs.collect(),
            negated,
        };
        Some(ModelExpr::new(kind, ty))
    }

    pub(crate) fn like(
        &mut self,
        parts: [&Expr; 2],
        escape: Option<&(String, TextRange)>,
        case_insensitive: bool,
        negated: bool,
    ) -> Option<ModelExpr> {
        let name = if case_insensitive { "ILIKE" } else { "LIKE" };
        let character = escape.and_then(|(text, span)| self.escape(text, span));
        let operands = self.operands(parts)?;
        for operand in &operands {
            let data = operand.data();
            if !data.is_open() && data != DataType::String {
                let message = format!("{name} takes Strings, not {}", words(data));
                let fault = self.type_fault(message, operand);
                self.sink.push(fault.help("CAST it AS VARCHAR"));
            }
        }
        let ty = boolean(&operands);
        let [expr, pattern] = <[Operand; 2]>::try_from(operands).ok()?;
        let kind = K::Like {
            expr: expr.boxed(),
            pattern: pattern.boxed(),
            escape: character,
            case_insensitive,
            negated,
        };
        Some(ModelExpr::new(kind, ty))
    }

    /// The one character of ESCAPE.
    fn escape(&mut self, text: &str, span: &TextRange) -> Option<char> {
        let mut characters = text.chars();
        let first = characters.next();
        if first.is_none() || characters.next().is_some() {
            self.syntax_error(
                "ESCAPE takes one character",
                span,
                format!("{} characters", text.chars().count()),
                "write one, as in ESCAPE '!', or leave ESCAPE out: no character escapes by default",
            );
            return None;
        }
        first
    }

    pub(crate) fn case(
        &mut self,
        operand: Option<&Expr>,
        whens: &[(Expr, Expr)],
        otherwise: Option<&Expr>,
    ) -> Option<ModelExpr> {
        let subject = operand.map(|e| self.operand(e));
        let tests = self.operands(whens.iter().map(|(test, _)| test));
        let values = self.operands(whens.iter().map(|(_, value)| value));
        let last = otherwise.map(|e| self.operand(e));
        // A missing part stays missing; a part that failed ends it here, after all were walked.
        let (subject, last) = (transpose(subject)?, transpose(last)?);
        let (mut tests, mut values) = (tests?, values?);

        let has_subject = subject.is_some();
        if let Some(subject) = subject {
            tests.insert(0, subject);
            self.reconcile(&mut tests, format_args!("value and WHENs of CASE"));
        } else {
            for test in &tests {
                self.expect_boolean(test, "WHEN");
            }
        }
        let has_otherwise = last.is_some();
        values.extend(last);
        let data = self.reconcile(&mut values, format_args!("the branches of CASE"));
        let nullable = !has_otherwise || any_nullable(values.iter().map(|v| &v.expr));

        let mut tests = tests.into_iter().map(|t| t.expr);
        let operand = has_subject.then(|| tests.next()).flatten().map(Box::new);
        let mut values = values.into_iter().map(|v| v.expr);
        let whens = tests.zip(values.by_ref()).collect();
        let kind = K::Case {
            operand,
            whens,
            otherwise: values.next().map(Box::new),
        };
        Some(ModelExpr::new(kind, Type { data, nullable }))
    }
}

/// `None` of a part that failed; a part that is absent is fine.
fn transpose(part: Option<Option<Operand>>) -> Option<Option<Operand>> {
    match part {
        None => Some(None),
        Some(None) => None,
        Some(Some(operand)) => Some(Some(operand)),
    }
}
