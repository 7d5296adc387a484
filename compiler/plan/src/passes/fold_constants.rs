//! `fold-constants`: what is decided without any row is decided now.
//!
//! Folding never changes a type, and leaves alone what could overflow or fail (ruling 20).

use dosic_ir::plan::{PlanExpr, Rel};
use dosic_ir::{
    ArithmeticOp, CompareOp, DataType, Expr, ExprKind, Literal, LogicalOp, LogicalPlan,
};

use super::Pass;
use super::columns::map_exprs;

/// The pass.
#[derive(Clone, Copy, Debug)]
pub struct FoldConstants;

impl Pass for FoldConstants {
    fn name(&self) -> &'static str {
        "fold-constants"
    }

    fn run(&self, plan: LogicalPlan) -> LogicalPlan {
        let root = drop_true_filters(map_exprs(plan.root, &fold));
        LogicalPlan { root, ..plan }
    }
}

/// Removes predicates that are TRUE, and filters that have no other.
fn drop_true_filters(rel: Rel) -> Rel {
    let rel = rel.map_inputs(&mut drop_true_filters);
    let Rel::Filter { input, predicates } = rel else {
        return rel;
    };
    let mut kept: Vec<PlanExpr> = predicates
        .into_iter()
        .flat_map(Expr::into_conjuncts)
        .collect();
    kept.retain(|p| truth(p) != Some(true));
    if kept.is_empty() {
        *input
    } else {
        Rel::Filter {
            input,
            predicates: kept,
        }
    }
}

/// Folds an expression from the inside out.
fn fold(expr: PlanExpr) -> PlanExpr {
    let (ty, origin) = (expr.ty, expr.origin);
    let folded = match expr.kind {
        ExprKind::Not(e) => {
            let e = fold(*e);
            match truth(&e) {
                Some(value) => boolean(!value),
                None => Expr::new(ExprKind::Not(Box::new(e)), ty),
            }
        }
        ExprKind::Logical(op, list) => {
            return logical(op, list.into_iter().map(fold).collect(), ty).at(origin);
        }
        ExprKind::Arithmetic(op, a, b) => arithmetic(op, fold(*a), fold(*b), ty),
        ExprKind::Compare(op, a, b) => compare(op, fold(*a), fold(*b), ty),
        ExprKind::IsNull { expr, negated } => {
            let e = fold(*expr);
            match &e.kind {
                ExprKind::Literal(l) => boolean((*l == Literal::Null) != negated),
                _ => Expr::new(
                    ExprKind::IsNull {
                        expr: Box::new(e),
                        negated,
                    },
                    ty,
                ),
            }
        }
        ExprKind::Case {
            operand: None,
            whens,
            otherwise,
        } => case(whens, otherwise, ty),
        // Everything else only has its operands folded.
        kind => return fold_children(Expr { kind, ty, origin }),
    };
    let folded = folded.at(origin);
    // A literal may be known not to be NULL where the expression was not; the kind stays.
    if folded.ty.data == ty.data {
        folded
    } else {
        Expr { ty, ..folded }
    }
}

fn fold_children(expr: PlanExpr) -> PlanExpr {
    struct Children<'e>(&'e PlanExpr);
    impl dosic_ir::Rewrite<dosic_ir::ColumnId, dosic_ir::ColumnId, std::convert::Infallible>
        for Children<'_>
    {
        fn node(&mut self, expr: &PlanExpr) -> Option<Result<PlanExpr, std::convert::Infallible>> {
            (!std::ptr::eq(expr, self.0)).then(|| Ok(fold(expr.clone())))
        }

        fn leaf(
            &mut self,
            leaf: &dosic_ir::ColumnId,
            ty: dosic_ir::Type,
        ) -> Result<PlanExpr, std::convert::Infallible> {
            Ok(Expr::leaf(*leaf, ty))
        }
    }
    match expr.rewrite(&mut Children(&expr)) {
        Ok(folded) => folded,
        Err(never) => match never {},
    }
}

/// The value of a Boolean literal.
fn truth(expr: &PlanExpr) -> Option<bool> {
    match expr.kind {
        ExprKind::Literal(Literal::Boolean(value)) => Some(value),
        _ => None,
    }
}

fn boolean(value: bool) -> PlanExpr {
    Expr::literal(Literal::Boolean(value))
}

/// `x AND TRUE` is x, `x AND FALSE` is FALSE (also for a NULL x); OR likewise.
fn logical(op: LogicalOp, list: Vec<PlanExpr>, ty: dosic_ir::Type) -> PlanExpr {
    let absorbing = op == LogicalOp::Or;
    if list.iter().any(|e| truth(e) == Some(absorbing)) {
        return boolean(absorbing);
    }
    let mut rest: Vec<PlanExpr> = list
        .into_iter()
        .filter(|e| truth(e) != Some(!absorbing))
        .collect();
    match rest.len() {
        0 => boolean(!absorbing),
        1 => rest.swap_remove(0),
        _ => Expr::new(ExprKind::Logical(op, rest), ty),
    }
}

/// Sums, differences and products of 64-bit literals that do not overflow.
fn arithmetic(op: ArithmeticOp, a: PlanExpr, b: PlanExpr, ty: dosic_ir::Type) -> PlanExpr {
    if let (ExprKind::Literal(Literal::Integer(x)), ExprKind::Literal(Literal::Integer(y))) =
        (&a.kind, &b.kind)
        && ty.data == DataType::Integer
    {
        let value = match op {
            ArithmeticOp::Add => x.checked_add(*y),
            ArithmeticOp::Subtract => x.checked_sub(*y),
            ArithmeticOp::Multiply => x.checked_mul(*y),
            ArithmeticOp::Divide | ArithmeticOp::Modulo => None,
        };
        if let Some(value) = value {
            return Expr::literal(Literal::Integer(value));
        }
    }
    Expr::arithmetic(op, a, b, ty)
}

/// Comparisons of two integer literals, or of equal Boolean literals.
fn compare(op: CompareOp, a: PlanExpr, b: PlanExpr, ty: dosic_ir::Type) -> PlanExpr {
    if let (ExprKind::Literal(Literal::Integer(x)), ExprKind::Literal(Literal::Integer(y))) =
        (&a.kind, &b.kind)
    {
        return boolean(match op {
            CompareOp::Equal => x == y,
            CompareOp::NotEqual => x != y,
            CompareOp::Less => x < y,
            CompareOp::LessOrEqual => x <= y,
            CompareOp::Greater => x > y,
            CompareOp::GreaterOrEqual => x >= y,
        });
    }
    Expr::new(ExprKind::Compare(op, Box::new(a), Box::new(b)), ty)
}

/// Drops branches whose condition is FALSE or NULL; a leading TRUE is the result.
fn case(
    whens: Vec<(PlanExpr, PlanExpr)>,
    otherwise: Option<Box<PlanExpr>>,
    ty: dosic_ir::Type,
) -> PlanExpr {
    let mut kept = Vec::new();
    let mut otherwise = otherwise.map(|e| Box::new(fold(*e)));
    for (condition, value) in whens {
        let condition = fold(condition);
        let value = fold(value);
        match truth(&condition) {
            Some(false) => {}
            Some(true) if value.ty.data == ty.data => {
                otherwise = Some(Box::new(value));
                break;
            }
            _ => kept.push((condition, value)),
        }
    }
    match (kept.is_empty(), otherwise) {
        // The type must stay: a bare NULL or another kind of number keeps its CASE.
        (true, Some(value)) if value.ty.data == ty.data => *value,
        (true, otherwise) => {
            let value = otherwise.map_or_else(|| Expr::literal(Literal::Null), |e| *e);
            let whens = vec![(boolean(true), value)];
            Expr::new(
                ExprKind::Case {
                    operand: None,
                    whens,
                    otherwise: None,
                },
                ty,
            )
        }
        (false, otherwise) => Expr::new(
            ExprKind::Case {
                operand: None,
                whens: kept,
                otherwise,
            },
            ty,
        ),
    }
}
