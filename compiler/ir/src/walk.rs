//! Walking and rewriting expressions.

use crate::{
    AggregateCall, ArithmeticOp, DataType, Expr, ExprKind, Literal, LogicalOp, ModelExpr,
    ModelLeaf, Origin, SortKey, Type, WindowCall,
};

impl<L> Expr<L> {
    /// A node of a kind and type.
    #[must_use]
    pub fn new(kind: ExprKind<L>, ty: Type) -> Self {
        Self {
            kind,
            ty,
            origin: Origin::NONE,
        }
    }

    /// The same node, written at `origin` unless its place is known already.
    #[must_use]
    pub fn at(mut self, origin: Origin) -> Self {
        self.origin = self.origin.or(origin);
        self
    }

    /// A leaf.
    #[must_use]
    pub fn leaf(leaf: L, ty: Type) -> Self {
        Self::new(ExprKind::Leaf(leaf), ty)
    }

    /// A constant.
    #[must_use]
    pub fn literal(literal: Literal) -> Self {
        let data = literal.data_type();
        let ty = Type {
            data,
            nullable: data == DataType::Null,
        };
        Self::new(ExprKind::Literal(literal), ty)
    }

    /// `a <op> b` with the type given.
    #[must_use]
    pub fn arithmetic(op: ArithmeticOp, left: Self, right: Self, ty: Type) -> Self {
        Self::new(
            ExprKind::Arithmetic(op, Box::new(left), Box::new(right)),
            ty,
        )
    }

    /// The conjunction of predicates; TRUE of none, the predicate itself of one.
    #[must_use]
    pub fn all(mut predicates: Vec<Self>) -> Self {
        match predicates.len() {
            0 => Self::literal(Literal::Boolean(true)),
            1 => predicates.swap_remove(0),
            _ => {
                let nullable = predicates.iter().any(|p| p.ty.nullable);
                let ty = Type {
                    data: DataType::Boolean,
                    nullable,
                };
                Self::new(ExprKind::Logical(LogicalOp::And, predicates), ty)
            }
        }
    }

    /// The conjuncts at top level: `a AND (b AND c)` gives a, b, c.
    #[must_use]
    pub fn into_conjuncts(self) -> Vec<Self> {
        match self.kind {
            ExprKind::Logical(LogicalOp::And, parts) => {
                parts.into_iter().flat_map(Self::into_conjuncts).collect()
            }
            kind => vec![Self { kind, ..self }],
        }
    }

    /// The leaf, if this is one.
    #[must_use]
    pub fn as_leaf(&self) -> Option<&L> {
        match &self.kind {
            ExprKind::Leaf(leaf) => Some(leaf),
            _ => None,
        }
    }

    /// Direct operands, in the order written.
    #[must_use]
    pub fn children(&self) -> Vec<&Self> {
        use ExprKind as K;
        match &self.kind {
            K::Leaf(_) | K::Literal(_) => Vec::new(),
            K::Negate(e) | K::Not(e) => vec![e],
            K::Arithmetic(_, a, b) | K::Concat(a, b) | K::Compare(_, a, b) => vec![a, b],
            K::Logical(_, list) | K::Call(_, list) | K::Foreign { args: list, .. } => {
                list.iter().collect()
            }
            K::IsNull { expr, .. } | K::IsBoolean { expr, .. } | K::Cast { expr, .. } => vec![expr],
            K::IsDistinct { left, right, .. } => vec![left, right],
            K::Between {
                expr, low, high, ..
            } => vec![expr, low, high],
            K::In { expr, list, .. } => std::iter::once(&**expr).chain(list).collect(),
            K::Like { expr, pattern, .. } => vec![expr, pattern],
            K::Case {
                operand,
                whens,
                otherwise,
            } => {
                let mut all: Vec<&Self> = operand.iter().map(|e| &**e).collect();
                all.extend(whens.iter().flat_map(|(w, t)| [w, t]));
                all.extend(otherwise.iter().map(|e| &**e));
                all
            }
        }
    }

    /// Calls `visit` on every leaf, in the order written. Does not enter leaves.
    pub fn for_each_leaf<'a>(&'a self, visit: &mut impl FnMut(&'a L)) {
        if let ExprKind::Leaf(leaf) = &self.kind {
            visit(leaf);
        } else {
            for child in self.children() {
                child.for_each_leaf(visit);
            }
        }
    }

    /// Whether a leaf satisfies the test. Does not enter leaves.
    pub fn any_leaf(&self, test: &mut impl FnMut(&L) -> bool) -> bool {
        let mut found = false;
        self.for_each_leaf(&mut |l| found = found || test(l));
        found
    }

    /// The same expression with each leaf replaced by an expression (given the leaf's type).
    #[must_use]
    pub fn map<M>(&self, replace: &mut impl FnMut(&L, Type) -> Expr<M>) -> Expr<M> {
        let infallible = self.try_map(&mut |l, t| Ok::<_, std::convert::Infallible>(replace(l, t)));
        match infallible {
            Ok(expr) => expr,
            Err(never) => match never {},
        }
    }

    /// The same expression with each leaf replaced, or the first error of `replace`.
    ///
    /// # Errors
    /// What `replace` gives.
    pub fn try_map<M, E>(
        &self,
        replace: &mut impl FnMut(&L, Type) -> Result<Expr<M>, E>,
    ) -> Result<Expr<M>, E> {
        self.rewrite(&mut Leaves(replace))
    }

    /// The same expression over the leaves of another stage: each node is offered to
    /// [`Rewrite::node`] first, from the outside in.
    ///
    /// # Errors
    /// The first error of the rewriter.
    pub fn rewrite<M, E>(&self, rewriter: &mut impl Rewrite<L, M, E>) -> Result<Expr<M>, E> {
        use ExprKind as K;
        let ty = self.ty;
        if let Some(replaced) = rewriter.node(self) {
            return replaced.map(|e| e.at(self.origin));
        }
        if let K::Leaf(leaf) = &self.kind {
            return rewriter.leaf(leaf, ty).map(|e| e.at(self.origin));
        }
        let mut one = |e: &Self| e.rewrite(rewriter);
        let kind = match &self.kind {
            K::Leaf(_) | K::Literal(Literal::Null) => K::Literal(Literal::Null),
            K::Literal(l) => K::Literal(l.clone()),
            K::Negate(e) => K::Negate(Box::new(one(e)?)),
            K::Not(e) => K::Not(Box::new(one(e)?)),
            K::Arithmetic(op, a, b) => K::Arithmetic(*op, Box::new(one(a)?), Box::new(one(b)?)),
            K::Concat(a, b) => K::Concat(Box::new(one(a)?), Box::new(one(b)?)),
            K::Compare(op, a, b) => K::Compare(*op, Box::new(one(a)?), Box::new(one(b)?)),
            K::Logical(op, list) => K::Logical(*op, collect(list, &mut one)?),
            K::Call(f, list) => K::Call(*f, collect(list, &mut one)?),
            K::Foreign {
                name,
                dialect,
                args,
            } => K::Foreign {
                name: name.clone(),
                dialect: dialect.clone(),
                args: collect(args, &mut one)?,
            },
            K::Cast { expr, target, safe } => K::Cast {
                expr: Box::new(one(expr)?),
                target: *target,
                safe: *safe,
            },
            K::Case {
                operand,
                whens,
                otherwise,
            } => {
                let operand = operand.as_deref().map(&mut one).transpose()?.map(Box::new);
                let whens = whens
                    .iter()
                    .map(|(w, t)| Ok((one(w)?, one(t)?)))
                    .collect::<Result<Vec<_>, E>>()?;
                let otherwise = otherwise
                    .as_deref()
                    .map(&mut one)
                    .transpose()?
                    .map(Box::new);
                K::Case {
                    operand,
                    whens,
                    otherwise,
                }
            }
            predicate => map_predicate(predicate, &mut one)?,
        };
        Ok(Expr {
            kind,
            ty,
            origin: self.origin,
        })
    }
}

/// Turns an expression over leaves `L` into one over leaves `M`.
pub trait Rewrite<L, M, E> {
    /// The replacement of a whole node, if it has one.
    fn node(&mut self, _: &Expr<L>) -> Option<Result<Expr<M>, E>> {
        None
    }

    /// The replacement of a leaf.
    ///
    /// # Errors
    /// What stands in the way of one.
    fn leaf(&mut self, leaf: &L, ty: Type) -> Result<Expr<M>, E>;
}

struct Leaves<'f, F>(&'f mut F);

impl<L, M, E, F: FnMut(&L, Type) -> Result<Expr<M>, E>> Rewrite<L, M, E> for Leaves<'_, F> {
    fn leaf(&mut self, leaf: &L, ty: Type) -> Result<Expr<M>, E> {
        (self.0)(leaf, ty)
    }
}

/// The kinds that test a value, with each operand mapped.
fn map_predicate<L, M, E>(
    kind: &ExprKind<L>,
    one: &mut impl FnMut(&Expr<L>) -> Result<Expr<M>, E>,
) -> Result<ExprKind<M>, E> {
    use ExprKind as K;
    Ok(match kind {
        K::IsNull { expr, negated } => K::IsNull {
            expr: Box::new(one(expr)?),
            negated: *negated,
        },
        K::IsBoolean {
            expr,
            value,
            negated,
        } => K::IsBoolean {
            expr: Box::new(one(expr)?),
            value: *value,
            negated: *negated,
        },
        K::IsDistinct {
            left,
            right,
            negated,
        } => K::IsDistinct {
            left: Box::new(one(left)?),
            right: Box::new(one(right)?),
            negated: *negated,
        },
        K::Between {
            expr,
            low,
            high,
            negated,
        } => K::Between {
            expr: Box::new(one(expr)?),
            low: Box::new(one(low)?),
            high: Box::new(one(high)?),
            negated: *negated,
        },
        K::In {
            expr,
            list,
            negated,
        } => K::In {
            expr: Box::new(one(expr)?),
            list: collect(list, one)?,
            negated: *negated,
        },
        K::Like {
            expr,
            pattern,
            escape,
            case_insensitive,
            negated,
        } => K::Like {
            expr: Box::new(one(expr)?),
            pattern: Box::new(one(pattern)?),
            escape: *escape,
            case_insensitive: *case_insensitive,
            negated: *negated,
        },
        // The caller handles these; they are listed so that a new kind cannot be forgotten.
        K::Leaf(_)
        | K::Literal(_)
        | K::Negate(_)
        | K::Not(_)
        | K::Arithmetic(..)
        | K::Concat(..)
        | K::Compare(..)
        | K::Logical(..)
        | K::Call(..)
        | K::Foreign { .. }
        | K::Cast { .. }
        | K::Case { .. } => K::Literal(Literal::Null),
    })
}

fn collect<A, B, E>(list: &[A], one: &mut impl FnMut(&A) -> Result<B, E>) -> Result<Vec<B>, E> {
    list.iter().map(one).collect()
}

impl<L> AggregateCall<L> {
    /// The same call with each leaf of its arguments replaced.
    ///
    /// # Errors
    /// What `replace` gives.
    pub fn try_map<M, E>(
        &self,
        replace: &mut impl FnMut(&L, Type) -> Result<Expr<M>, E>,
    ) -> Result<AggregateCall<M>, E> {
        Ok(AggregateCall {
            function: self.function,
            distinct: self.distinct,
            args: self
                .args
                .iter()
                .map(|a| a.try_map(replace))
                .collect::<Result<_, E>>()?,
            origin: self.origin,
        })
    }
}

impl<L> WindowCall<L> {
    /// Arguments, PARTITION BY and ORDER BY expressions, in that order.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr<L>> {
        let order = self.order_by.iter().map(|k| &k.expr);
        self.args.iter().chain(&self.partition_by).chain(order)
    }

    /// The same call with each of its expressions rewritten.
    ///
    /// # Errors
    /// The first error of the rewriter.
    pub fn rewrite<M, E>(&self, rewriter: &mut impl Rewrite<L, M, E>) -> Result<WindowCall<M>, E> {
        let mut all = |list: &[Expr<L>]| -> Result<Vec<Expr<M>>, E> {
            list.iter().map(|e| e.rewrite(rewriter)).collect()
        };
        let args = all(&self.args)?;
        let partition_by = all(&self.partition_by)?;
        let order_by = self
            .order_by
            .iter()
            .map(|k| {
                Ok(SortKey {
                    expr: k.expr.rewrite(rewriter)?,
                    descending: k.descending,
                    nulls_first: k.nulls_first,
                })
            })
            .collect::<Result<_, E>>()?;
        Ok(WindowCall {
            function: self.function,
            args,
            partition_by,
            order_by,
            frame: self.frame,
            origin: self.origin,
        })
    }

    /// The same call with each leaf replaced.
    ///
    /// # Errors
    /// What `replace` gives.
    pub fn try_map<M, E>(
        &self,
        replace: &mut impl FnMut(&L, Type) -> Result<Expr<M>, E>,
    ) -> Result<WindowCall<M>, E> {
        self.rewrite(&mut Leaves(replace))
    }
}

impl ModelExpr {
    /// Calls `visit` on every leaf, entering the arguments of aggregates and windows after them.
    pub fn for_each_leaf_deep<'a>(&'a self, visit: &mut dyn FnMut(&'a ModelLeaf)) {
        self.for_each_leaf(&mut |leaf| {
            visit(leaf);
            match leaf {
                ModelLeaf::Aggregate(call) => {
                    call.args.iter().for_each(|a| a.for_each_leaf_deep(visit));
                }
                ModelLeaf::Window(call) => call.exprs().for_each(|a| a.for_each_leaf_deep(visit)),
                ModelLeaf::Column(_) | ModelLeaf::Field(_) | ModelLeaf::Metric(..) => {}
            }
        });
    }

    /// Whether a leaf satisfies the test, also inside aggregates and windows.
    #[must_use]
    pub fn any_leaf_deep(&self, test: &mut dyn FnMut(&ModelLeaf) -> bool) -> bool {
        let mut found = false;
        self.for_each_leaf_deep(&mut |l| found = found || test(l));
        found
    }

    /// Whether it holds a window function outside aggregates' arguments or inside them.
    #[must_use]
    pub fn has_window(&self) -> bool {
        self.any_leaf_deep(&mut |l| matches!(l, ModelLeaf::Window(_)))
    }

    /// Whether it holds an aggregate or metric anywhere, also as a window's argument.
    #[must_use]
    pub fn has_aggregate(&self) -> bool {
        self.any_leaf_deep(&mut |l| matches!(l, ModelLeaf::Aggregate(_) | ModelLeaf::Metric(..)))
    }
}
