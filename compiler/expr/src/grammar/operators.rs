//! Precedence climbing (semantics digest 8.2).

use crate::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::parser::{MAX_DEPTH, MAX_HEIGHT, Parser};
use crate::token::{Kind, Token};

/// How tightly an operator binds; greater is tighter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Power {
    Or,
    And,
    Not,
    Compare,
    Add,
    Multiply,
    Unary,
    Primary,
}

impl Power {
    /// The level of the right operand of a left-associative operator of this level.
    pub(crate) fn tighter(self) -> Self {
        match self {
            Self::Or => Self::And,
            Self::And => Self::Not,
            Self::Not => Self::Compare,
            Self::Compare => Self::Add,
            Self::Add => Self::Multiply,
            Self::Multiply => Self::Unary,
            Self::Unary | Self::Primary => Self::Primary,
        }
    }
}

/// What may follow an operand.
enum Infix {
    Binary(BinaryOp),
    /// `<=>` of MySQL
    NullSafe,
    /// IN, BETWEEN, LIKE, IS, perhaps with NOT
    Predicate,
    /// An operator that the language lacks; its operand is read and dropped.
    Unknown,
}

impl Parser<'_> {
    /// An expression.
    pub(crate) fn expr(&mut self) -> Expr {
        self.level(Power::Or)
    }

    /// An operand of `+` or tighter: what comparisons and BETWEEN take.
    pub(crate) fn sum(&mut self) -> Expr {
        self.level(Power::Add)
    }

    /// An expression whose operators bind at least as tightly as `power`.
    pub(crate) fn level(&mut self, power: Power) -> Expr {
        let start = self.peek().start;
        if self.depth >= MAX_DEPTH {
            self.too_deep();
            return self.error(start);
        }
        self.depth += 1;
        let outer = std::mem::replace(&mut self.height, 0);
        let mut left = self.prefix(power);
        let mut compared = None;
        while let Some((binds, infix)) = self.infix() {
            if binds < power {
                break;
            }
            self.height += 1;
            if self.height > MAX_HEIGHT {
                self.too_deep();
                break;
            }
            if binds == Power::Compare
                && let Some(first) = compared.replace(self.peek())
            {
                self.chained(start, first);
                // What the chain would compare is nobody's meaning: it is not typed.
                left = self.error(start);
            }
            left = self.infix_operation(start, left, binds, infix);
        }
        self.height = outer.max(self.height + 1);
        self.depth -= 1;
        left
    }

    fn prefix(&mut self, power: Power) -> Expr {
        let token = self.peek();
        match token.kind {
            Kind::Minus => self.unary(token, UnaryOp::Minus, Power::Unary),
            Kind::Plus => self.unary(token, UnaryOp::Plus, Power::Unary),
            Kind::Not | Kind::Bang => {
                if token.kind == Kind::Bang {
                    self.complain(
                        token.start..token.end,
                        "there is no operator `!`",
                        "write NOT",
                    );
                } else if power > Power::Not {
                    self.complain(
                        token.start..token.end,
                        "NOT binds more loosely than the operator before it",
                        "put parentheses around NOT and its operand",
                    );
                }
                self.unary(token, UnaryOp::Not, Power::Not)
            }
            _ => self.primary(),
        }
    }

    fn unary(&mut self, token: Token, op: UnaryOp, power: Power) -> Expr {
        self.bump();
        let operand = Box::new(self.level(power));
        self.node(token.start, ExprKind::Unary { op, operand })
    }

    /// The operator that stands here, and how tightly it binds.
    fn infix(&self) -> Option<(Power, Infix)> {
        let binary = |power, op| Some((power, Infix::Binary(op)));
        match self.kind() {
            Kind::Or => binary(Power::Or, BinaryOp::Or),
            Kind::And | Kind::DoubleAmpersand => binary(Power::And, BinaryOp::And),
            Kind::Equal | Kind::DoubleEqual => binary(Power::Compare, BinaryOp::Equal),
            Kind::NotEqual => binary(Power::Compare, BinaryOp::NotEqual),
            Kind::Less => binary(Power::Compare, BinaryOp::Less),
            Kind::LessOrEqual => binary(Power::Compare, BinaryOp::LessOrEqual),
            Kind::Greater => binary(Power::Compare, BinaryOp::Greater),
            Kind::GreaterOrEqual => binary(Power::Compare, BinaryOp::GreaterOrEqual),
            Kind::NullSafeEqual => Some((Power::Compare, Infix::NullSafe)),
            Kind::Is | Kind::In | Kind::Between | Kind::Like | Kind::Ilike => {
                Some((Power::Compare, Infix::Predicate))
            }
            Kind::Not => matches!(
                self.peek_at(1).kind,
                Kind::In | Kind::Between | Kind::Like | Kind::Ilike
            )
            .then_some((Power::Compare, Infix::Predicate)),
            Kind::Plus => binary(Power::Add, BinaryOp::Add),
            Kind::Minus => binary(Power::Add, BinaryOp::Subtract),
            Kind::Concat => binary(Power::Add, BinaryOp::Concat),
            Kind::Star => binary(Power::Multiply, BinaryOp::Multiply),
            Kind::Slash => binary(Power::Multiply, BinaryOp::Divide),
            Kind::Percent => binary(Power::Multiply, BinaryOp::Modulo),
            Kind::Tilde => Some((Power::Compare, Infix::Unknown)),
            Kind::Bitwise | Kind::Invalid => Some((Power::Add, Infix::Unknown)),
            Kind::Power => Some((Power::Multiply, Infix::Unknown)),
            Kind::Word => self
                .foreign_operator()
                .map(|_| (Power::Compare, Infix::Unknown)),
            _ => None,
        }
    }

    fn infix_operation(&mut self, start: usize, left: Expr, binds: Power, infix: Infix) -> Expr {
        let op = match infix {
            Infix::Predicate => return self.predicate(start, left),
            Infix::Unknown => return self.unknown_operation(start, binds),
            Infix::NullSafe => None,
            Infix::Binary(op) => Some(op),
        };
        let token = self.peek();
        self.foreign_spelling(token);
        self.bump();
        let right = Box::new(self.level(binds.tighter()));
        let left = Box::new(left);
        let kind = match op {
            Some(op) => {
                let op_span = token.start..token.end;
                ExprKind::Binary {
                    op,
                    op_span,
                    left,
                    right,
                }
            }
            None => ExprKind::IsDistinct {
                left,
                right,
                negated: true,
            },
        };
        self.node(start, kind)
    }

    /// Reads an operator that the language lacks with its right operand.
    fn unknown_operation(&mut self, start: usize, binds: Power) -> Expr {
        let invalid = self.kind() == Kind::Invalid;
        self.complain_about_operator();
        self.bump();
        // A stray character may stand at the end, or between an operand and an operator.
        if !invalid || self.begins_operand_at(0) {
            self.level(binds.tighter());
        }
        self.error(start)
    }

    /// Whether the token `ahead` can begin an operand.
    pub(crate) fn begins_operand_at(&self, ahead: usize) -> bool {
        matches!(
            self.peek_at(ahead).kind,
            Kind::Word | Kind::Quoted | Kind::String | Kind::Integer | Kind::LeftParen | Kind::Case
        )
    }

    /// Reports `a < b < c`: comparisons do not associate.
    fn chained(&mut self, start: usize, first: Token) {
        let second = self.peek();
        let is_order = |k: Kind| {
            matches!(
                k,
                Kind::Less | Kind::LessOrEqual | Kind::Greater | Kind::GreaterOrEqual | Kind::Equal
            )
        };
        let middle = self.slice(first.end..second.start.max(first.end)).trim();
        let help = if is_order(first.kind) && is_order(second.kind) && !middle.is_empty() {
            let left = self.slice(start..first.start.max(start)).trim();
            format!(
                "use AND: `{left} {} {middle} AND {middle} {} …`",
                self.text(first),
                self.text(second)
            )
        } else {
            "combine them with AND, or put parentheses around the first one".to_owned()
        };
        self.complain_with(
            dosic_diagnostics::Code::Syntax,
            second.start..second.end,
            "comparisons cannot be chained",
            &help,
            Some((first.start..first.end, "the first comparison")),
        );
    }
}
