//! Printing SQL expressions: parentheses by precedence, spaces around every operator.
//!
//! The levels are those on which both engines and the checking parser agree; where they differ
//! (`||` against arithmetic, tests against tests, NOT) there are always parentheses.

use crate::Dialect;
use crate::ast::{SqlExpr, SqlOrder, TemplatePart};
use crate::layout::Layout;
use crate::names::spelling;

/// Nesting beyond which a statement is refused; engines give up at about the same depth.
const MAX_DEPTH: usize = 700;

/// How tightly an expression holds together; operands below the level asked for get parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Any,
    Or,
    And,
    Not,
    Test,
    Other,
    Sum,
    Product,
    Sign,
    Collate,
    Primary,
}

fn binary_level(op: &str) -> Level {
    match op {
        "OR" => Level::Or,
        "AND" => Level::And,
        "=" | "<>" | "<" | "<=" | ">" | ">=" | "IS DISTINCT FROM" | "IS NOT DISTINCT FROM" => {
            Level::Test
        }
        "+" | "-" => Level::Sum,
        "*" | "/" | "%" => Level::Product,
        _ => Level::Other,
    }
}

fn level(expr: &SqlExpr) -> Level {
    match expr {
        SqlExpr::Raw(text) if text.starts_with(['-', '+']) => Level::Sign,
        SqlExpr::Unary { op: "-", .. } => Level::Sign,
        SqlExpr::Unary { op: "NOT", .. } => Level::Not,
        SqlExpr::Unary { .. } => Level::Other,
        SqlExpr::Binary { op, .. } => binary_level(op),
        SqlExpr::Postfix { .. }
        | SqlExpr::Between { .. }
        | SqlExpr::In { .. }
        | SqlExpr::Like { .. } => Level::Test,
        SqlExpr::Collate { .. } => Level::Collate,
        SqlExpr::Template { parts } if !is_enclosed(parts) => Level::Other,
        SqlExpr::Column { .. }
        | SqlExpr::Raw(_)
        | SqlExpr::Function { .. }
        | SqlExpr::Template { .. }
        | SqlExpr::Cast { .. }
        | SqlExpr::Case { .. }
        | SqlExpr::Window { .. } => Level::Primary,
    }
}

/// Whether a template begins and ends with text, as `EXTRACT(… FROM …)` does.
fn is_enclosed(parts: &[TemplatePart]) -> bool {
    let is_text = |part: Option<&TemplatePart>| matches!(part, Some(TemplatePart::Text(_)));
    is_text(parts.first()) && is_text(parts.last())
}

/// The level asked of the left and of the right operand.
fn operand_levels(op: &str) -> (Level, Level) {
    match binary_level(op) {
        Level::Or | Level::And => (Level::Not, Level::Not),
        Level::Test => (Level::Other, Level::Other),
        Level::Sum => (Level::Sum, Level::Product),
        Level::Product => (Level::Product, Level::Sign),
        _ => (Level::Collate, Level::Collate),
    }
}

/// Writes expressions of one SELECT into a layout.
pub(crate) struct ExprPrinter<'a> {
    /// Where the text goes.
    pub(crate) out: &'a mut Layout,
    /// Quotes names.
    pub(crate) dialect: &'a dyn Dialect,
    /// Keys of tables with what to write before their columns.
    pub(crate) qualifiers: &'a [(&'a str, String)],
    /// Set where an expression is nested too deep to print.
    pub(crate) too_deep: &'a mut bool,
}

impl ExprPrinter<'_> {
    /// Prints an expression that stands by itself.
    pub(crate) fn expr(&mut self, expr: &SqlExpr) {
        self.at_least(expr, Level::Any, 0);
    }

    /// Prints `a AND b AND …`, a line each where they do not fit.
    pub(crate) fn conjunction(&mut self, predicates: &[SqlExpr]) {
        let mut terms = Vec::new();
        for predicate in predicates {
            flatten("AND", predicate, &mut terms);
        }
        let least = if terms.len() > 1 {
            Level::Not
        } else {
            Level::Any
        };
        for (i, term) in terms.into_iter().enumerate() {
            if i > 0 {
                self.out.soft(" ");
                self.out.text("AND ");
            }
            self.at_least(term, least, 1);
        }
    }

    /// Prints one key of an ORDER BY.
    pub(crate) fn order(&mut self, key: &SqlOrder) {
        self.order_at(key, 0);
    }

    fn order_at(&mut self, key: &SqlOrder, depth: usize) {
        self.at_least(&key.expr, Level::Any, depth + 1);
        if key.descending {
            self.out.text(" DESC");
        }
        match key.nulls_first {
            Some(true) => self.out.text(" NULLS FIRST"),
            Some(false) => self.out.text(" NULLS LAST"),
            None => {}
        }
    }

    fn at_least(&mut self, expr: &SqlExpr, least: Level, depth: usize) {
        if depth > MAX_DEPTH {
            *self.too_deep = true;
        } else if level(expr) < least {
            self.out.begin();
            self.out.text("(");
            self.out.indent();
            self.out.soft("");
            self.node(expr, depth + 1);
            self.out.dedent();
            self.out.soft("");
            self.out.text(")");
            self.out.end();
        } else {
            self.node(expr, depth + 1);
        }
    }

    fn node(&mut self, expr: &SqlExpr, depth: usize) {
        match expr {
            SqlExpr::Column { table, name } => self.column(table.as_deref(), name),
            SqlExpr::Raw(text) => self.out.verbatim(text),
            SqlExpr::Unary { op, operand } => {
                self.out.text(op);
                if op.chars().all(char::is_alphabetic) {
                    self.out.text(" ");
                }
                self.at_least(operand, Level::Collate, depth);
            }
            SqlExpr::Binary { op, left, right } => self.binary(op, left, right, depth),
            SqlExpr::Postfix { operand, op } => {
                self.at_least(operand, Level::Collate, depth);
                self.out.text(" ");
                self.out.text(op);
            }
            SqlExpr::Function { .. } => self.function(expr, depth),
            SqlExpr::Template { parts } => self.template(parts, depth),
            SqlExpr::Cast {
                operand,
                target,
                safe,
            } => {
                self.out.text(if *safe { "TRY_CAST(" } else { "CAST(" });
                self.at_least(operand, Level::Any, depth);
                self.out.text(" AS ");
                self.out.text(target);
                self.out.text(")");
            }
            SqlExpr::Between { .. } | SqlExpr::In { .. } | SqlExpr::Like { .. } => {
                self.test(expr, depth);
            }
            SqlExpr::Case {
                operand,
                whens,
                otherwise,
            } => self.case(operand.as_deref(), whens, otherwise.as_deref(), depth),
            SqlExpr::Collate { operand, collation } => {
                self.at_least(operand, Level::Primary, depth);
                self.out.text(" COLLATE ");
                self.out.text(collation);
            }
            SqlExpr::Window {
                function,
                partition_by,
                order_by,
                frame,
            } => {
                self.at_least(function, Level::Primary, depth);
                self.over(partition_by, order_by, frame.as_deref(), depth);
            }
        }
    }

    fn column(&mut self, table: Option<&str>, name: &str) {
        let qualifier = table.and_then(|key| self.qualifiers.iter().find(|(k, _)| *k == key));
        if let Some((_, qualifier)) = qualifier {
            self.out.verbatim(qualifier);
            self.out.text(".");
        }
        self.out.verbatim(&spelling(name, self.dialect));
    }

    /// A chain of left-associated operators of one level is printed without recursion.
    fn binary(&mut self, op: &'static str, left: &SqlExpr, right: &SqlExpr, depth: usize) {
        let own = binary_level(op);
        if matches!(own, Level::And | Level::Or) {
            let mut terms = Vec::new();
            flatten(op, left, &mut terms);
            flatten(op, right, &mut terms);
            self.out.begin();
            for (i, term) in terms.into_iter().enumerate() {
                if i > 0 {
                    self.out.soft(" ");
                    self.out.text(op);
                    self.out.text(" ");
                }
                self.at_least(term, Level::Not, depth);
            }
            self.out.end();
            return;
        }
        let chains = |o: &str| match own {
            Level::Sum | Level::Product => binary_level(o) == own,
            _ => own == Level::Other && o == op,
        };
        let mut first = left;
        let mut rest = vec![(op, right)];
        while let SqlExpr::Binary { op, left, right } = first
            && chains(op)
        {
            rest.push((op, right));
            first = left;
        }
        let (left_level, right_level) = operand_levels(op);
        self.out.begin();
        self.at_least(first, left_level, depth);
        self.out.indent();
        for (op, term) in rest.into_iter().rev() {
            self.out.soft(" ");
            self.out.text(op);
            self.out.text(" ");
            self.at_least(term, right_level, depth);
        }
        self.out.dedent();
        self.out.end();
    }

    fn function(&mut self, expr: &SqlExpr, depth: usize) {
        let SqlExpr::Function {
            name,
            distinct,
            star,
            args,
            within_group,
        } = expr
        else {
            return;
        };
        self.out.text(name);
        self.out.text("(");
        if *distinct {
            self.out.text("DISTINCT ");
        }
        if *star && args.is_empty() {
            self.out.text("*");
        }
        self.arguments(args, depth);
        self.out.text(")");
        if !within_group.is_empty() {
            self.out.text(" WITHIN GROUP (");
            self.out.begin();
            self.out.indent();
            self.out.soft("");
            self.out.text("ORDER BY ");
            self.orders(within_group, depth);
            self.out.dedent();
            self.out.soft("");
            self.out.text(")");
            self.out.end();
        }
    }

    /// A list inside parentheses that are already there.
    fn arguments(&mut self, args: &[SqlExpr], depth: usize) {
        if args.is_empty() {
            return;
        }
        self.out.begin();
        self.out.indent();
        self.out.soft("");
        for (i, arg) in args.iter().enumerate() {
            if i > 0 {
                self.out.text(",");
                self.out.soft(" ");
            }
            self.at_least(arg, Level::Any, depth);
        }
        self.out.dedent();
        self.out.soft("");
        self.out.end();
    }

    fn orders(&mut self, keys: &[SqlOrder], depth: usize) {
        for (i, key) in keys.iter().enumerate() {
            if i > 0 {
                self.out.text(", ");
            }
            self.order_at(key, depth);
        }
    }

    fn template(&mut self, parts: &[TemplatePart], depth: usize) {
        // Words around a hole may bind as tightly as a test does (`IN`, `FROM`), at the ends tighter.
        let least = if is_enclosed(parts) {
            Level::Sum
        } else {
            Level::Primary
        };
        for part in parts {
            match part {
                TemplatePart::Text(text) => self.out.text(text),
                TemplatePart::Expr(expr) => self.at_least(expr, least, depth),
            }
        }
    }

    fn test(&mut self, expr: &SqlExpr, depth: usize) {
        match expr {
            SqlExpr::Between {
                operand,
                low,
                high,
                negated,
            } => {
                self.at_least(operand, Level::Sum, depth);
                self.out.text(if *negated {
                    " NOT BETWEEN "
                } else {
                    " BETWEEN "
                });
                self.at_least(low, Level::Sum, depth);
                self.out.text(" AND ");
                self.at_least(high, Level::Sum, depth);
            }
            SqlExpr::In {
                operand,
                list,
                negated,
            } => {
                self.at_least(operand, Level::Sum, depth);
                self.out.text(if *negated { " NOT IN (" } else { " IN (" });
                self.arguments(list, depth);
                self.out.text(")");
            }
            SqlExpr::Like {
                op,
                operand,
                pattern,
                escape,
            } => {
                self.at_least(operand, Level::Sum, depth);
                self.out.text(" ");
                self.out.text(op);
                self.out.text(" ");
                self.at_least(pattern, Level::Sum, depth);
                if let Some(escape) = escape {
                    self.out.text(" ESCAPE '");
                    self.out.verbatim(&escape.replace('\'', "''"));
                    self.out.text("'");
                }
            }
            _ => {}
        }
    }

    fn case(
        &mut self,
        operand: Option<&SqlExpr>,
        whens: &[(SqlExpr, SqlExpr)],
        otherwise: Option<&SqlExpr>,
        depth: usize,
    ) {
        self.out.begin();
        self.out.text("CASE");
        if let Some(operand) = operand {
            self.out.text(" ");
            self.at_least(operand, Level::Collate, depth);
        }
        self.out.indent();
        for (when, then) in whens {
            self.out.soft(" ");
            self.out.text("WHEN ");
            self.at_least(when, Level::Any, depth);
            self.out.text(" THEN ");
            self.at_least(then, Level::Any, depth);
        }
        if let Some(otherwise) = otherwise {
            self.out.soft(" ");
            self.out.text("ELSE ");
            self.at_least(otherwise, Level::Any, depth);
        }
        self.out.dedent();
        self.out.soft(" ");
        self.out.text("END");
        self.out.end();
    }

    fn over(
        &mut self,
        partition_by: &[SqlExpr],
        order_by: &[SqlOrder],
        frame: Option<&str>,
        depth: usize,
    ) {
        self.out.begin();
        self.out.text(" OVER (");
        self.out.indent();
        let mut gap = "";
        if !partition_by.is_empty() {
            self.out.soft(gap);
            gap = " ";
            self.out.text("PARTITION BY ");
            for (i, expr) in partition_by.iter().enumerate() {
                if i > 0 {
                    self.out.text(", ");
                }
                self.at_least(expr, Level::Any, depth);
            }
        }
        if !order_by.is_empty() {
            self.out.soft(gap);
            gap = " ";
            self.out.text("ORDER BY ");
            self.orders(order_by, depth);
        }
        if let Some(frame) = frame {
            self.out.soft(gap);
            gap = " ";
            self.out.text(frame);
        }
        self.out.dedent();
        if gap == " " {
            self.out.soft("");
        }
        self.out.text(")");
        self.out.end();
    }
}

/// The operands of a chain of AND or OR, in order, without recursion.
fn flatten<'e>(op: &str, expr: &'e SqlExpr, into: &mut Vec<&'e SqlExpr>) {
    let mut stack = vec![expr];
    while let Some(next) = stack.pop() {
        match next {
            SqlExpr::Binary { op: o, left, right } if *o == op => {
                stack.push(right);
                stack.push(left);
            }
            other => into.push(other),
        }
    }
}
