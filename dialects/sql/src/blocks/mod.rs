//! Plan → SELECT blocks.
//!
//! Operators are gathered into one [`Block`] as long as one SELECT can say them all; where it cannot, the block
//! is closed: it becomes a named block (CTE) and a new one reads from it. Every visible column is *bound* to the SQL
//! that gives its value inside the present block. A bound expression is repeated only where it is short:
//! one that is read several times is given a name by closing the block.
//!
//! | file | holds |
//! |---|---|
//! | `rows.rs` | sources, filters, projections, row numbers, windows |
//! | `join.rs` | joins |
//! | `groups.rs` | aggregates, distinct rows |
//! | `merge.rs` | the merge of branches |
//! | `close.rs` | finishing a block: select list, GROUP BY, ORDER BY, aliases |

mod close;
mod groups;
mod join;
mod merge;
mod rows;

use std::cell::{Cell, OnceCell};

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics};
use dosic_ir::plan::{PlanExpr, Rel};
use dosic_ir::{ColumnId, LogicalPlan, SortKey, TypedId};

use crate::Dialect;
use crate::ast::SqlExpr;
use crate::build;
use crate::expr::{Columns, emit_expr};
use crate::hints::Hints;
use crate::names::Names;
use crate::select::{Cte, From, Query};
use crate::sums::Sums;
use crate::usage::{OUTPUTS, Operator, Usage, operators};

/// Operators nested deeper than this are refused: recursion over a plan is bounded.
const MAX_DEPTH: usize = 400;

/// Expressions of so many projections may be written into each other before their block is closed, so that
/// a long chain of fields that build on each other gives a chain of blocks, not one endless expression.
const MAX_LEVELS: u8 = 4;

/// One SELECT that is being gathered.
#[derive(Debug, Default)]
struct Block {
    from: Option<From>,
    filter: Vec<SqlExpr>,
    /// GROUP BY; `None` before any aggregate, empty for the one group of everything.
    keys: Option<Vec<SqlExpr>>,
    having: Vec<SqlExpr>,
    /// The columns whose distinct rows it gives.
    distinct: Option<Vec<ColumnId>>,
    /// Whether a column is bound to a window function.
    windowed: bool,
    order: Vec<SortKey<PlanExpr>>,
    limit: Option<u64>,
    /// What its rows are, or come from.
    label: String,
    /// How the rows differ from those the label names; empty if the label says it.
    suffix: &'static str,
    /// Whether its aggregates pick the leaves of a merge; they are named before anything is computed from them.
    merged: bool,
}

impl Block {
    /// Whether rows can still be joined, filtered before grouping, and grouped.
    fn is_plain(&self) -> bool {
        self.keys.is_none() && self.distinct.is_none() && !self.windowed && self.limit.is_none()
    }
}

struct Builder<'a> {
    plan: &'a LogicalPlan,
    dialect: &'a dyn Dialect,
    usage: Usage,
    operators: &'a [Operator<'a>],
    hints: OnceCell<Hints>,
    sums: OnceCell<Sums>,
    names: Names<'a>,
    ctes: Vec<Cte>,
    /// The SQL of every column that is visible now.
    bound: Vec<Option<SqlExpr>>,
    /// How many expressions were written into each other for it.
    levels: Vec<u8>,
    scans: usize,
    faults: Diagnostics,
    unbound: Cell<Option<ColumnId>>,
}

/// The blocks of a plan.
///
/// # Errors
/// What the dialect cannot express, all of it.
pub(crate) fn plan_blocks(plan: &LogicalPlan, dialect: &dyn Dialect) -> Result<Query, Diagnostics> {
    let operators = operators(plan);
    if operators.iter().any(|o| o.depth > MAX_DEPTH) {
        let message = format!("the query needs more than {MAX_DEPTH} nested operators");
        return Err(Diagnostic::new(Code::UnsupportedInDialect, Check::Emission, message).into());
    }
    let mut builder = Builder {
        plan,
        dialect,
        usage: Usage::of(plan, &operators),
        operators: &operators,
        hints: OnceCell::new(),
        sums: OnceCell::new(),
        names: Names::new(&operators, dialect),
        ctes: Vec::new(),
        bound: vec![None; plan.columns.len()],
        levels: vec![0; plan.columns.len()],
        scans: 0,
        faults: Diagnostics::new(),
        unbound: Cell::new(None),
    };
    let body = builder.result();
    if let Some(column) = builder.unbound.get() {
        builder.faults.push(plan_fault(plan, column));
    }
    if builder.faults.has_errors() {
        return Err(builder.faults);
    }
    Ok(Query {
        ctes: builder.ctes,
        body,
    })
}

impl Columns for Builder<'_> {
    fn sql(&self, column: ColumnId) -> SqlExpr {
        Builder::sql(self, column)
    }

    fn is_sum(&self, column: ColumnId) -> bool {
        let sums = self
            .sums
            .get_or_init(|| Sums::of(self.plan, self.operators));
        sums.contains(column)
    }
}

fn plan_fault(plan: &LogicalPlan, column: ColumnId) -> Diagnostic {
    let name = plan.column_name(column);
    let message = format!("the plan reads the column `{name}` where no operator gives it");
    Diagnostic::new(Code::UnsupportedInDialect, Check::Emission, message)
        .kind("plan-fault")
        .help("this is a fault of dosic; please report the model and the query")
}

impl Builder<'_> {
    /// Gathers an operator at a depth. `is_last` says that only LIMIT, ORDER BY and the outputs follow.
    fn operator(&mut self, rel: &Rel, depth: usize, is_last: bool) -> Block {
        match rel {
            Rel::Unit => Block::default(),
            Rel::Scan(scan) => self.scan(scan),
            Rel::Filter { input, predicates } => self.filter(input, predicates, depth),
            Rel::Project { input, columns } => self.project(input, columns, depth),
            Rel::Join {
                left, right, on, ..
            } => self.join(left, right, on, depth),
            Rel::RowId { input, column } => self.row_id(input, *column, depth),
            Rel::Distinct { input, label } => self.distinct(input, label, depth),
            Rel::Aggregate {
                input,
                keys,
                aggregates,
                label,
            } => self.aggregate(input, keys, aggregates, label, depth),
            Rel::Merge(merge) => self.merge(merge, depth),
            Rel::Window { input, calls } => self.window(input, calls, depth),
            Rel::Sort { input, keys } => self.sort(input, keys, depth, is_last),
            Rel::Limit { input, count } => {
                let mut block = self.operator(input, depth + 1, is_last);
                block.limit = Some(block.limit.map_or(*count, |limit| limit.min(*count)));
                block
            }
        }
    }

    /// The columns of an operator at `depth` that are read above it.
    fn live(&self, rel: &Rel, depth: usize) -> Vec<ColumnId> {
        let mut columns = rel.output_columns();
        columns.retain(|c| self.usage.is_read_above(*c, depth));
        columns
    }

    /// The block, closed if it does not satisfy the test. `rel` at `depth` is what it gathered.
    fn closed_unless(&mut self, open: bool, block: Block, rel: &Rel, depth: usize) -> Block {
        if open {
            block
        } else {
            let columns = self.live(rel, depth);
            self.close(block, columns)
        }
    }

    fn bind(&mut self, column: ColumnId, sql: SqlExpr) {
        if let Some(slot) = self.bound.get_mut(column.index()) {
            *slot = Some(sql);
        }
    }

    /// How many expressions the expression's columns are already made of, one within the other.
    fn level(&self, expr: &PlanExpr) -> u8 {
        let mut level = 0;
        expr.for_each_leaf(&mut |c| {
            level = level.max(self.levels.get(c.index()).copied().unwrap_or(0));
        });
        level
    }

    fn set_level(&mut self, column: ColumnId, level: u8) {
        if let Some(slot) = self.levels.get_mut(column.index()) {
            *slot = level;
        }
    }

    fn binding(&self, column: ColumnId) -> Option<&SqlExpr> {
        self.bound.get(column.index()).and_then(Option::as_ref)
    }

    /// The SQL of a column; a plan that reads a column nobody gives is refused in the end.
    fn sql(&self, column: ColumnId) -> SqlExpr {
        self.binding(column).cloned().unwrap_or_else(|| {
            self.unbound.set(Some(column));
            build::null()
        })
    }

    fn expr(&mut self, expr: &PlanExpr) -> SqlExpr {
        let result = emit_expr(expr, &*self, self.dialect);
        self.or_fault(result)
    }

    fn or_fault(&mut self, result: Result<SqlExpr, Diagnostic>) -> SqlExpr {
        result.unwrap_or_else(|fault| {
            self.faults.push(fault);
            build::null()
        })
    }

    /// Whether an expression may be written with what its columns are bound to.
    fn is_inlinable(&self, expr: &PlanExpr, block: &Block) -> bool {
        self.level(expr) < MAX_LEVELS && !expr.any_leaf(&mut |c| !self.is_repeatable(*c, block))
    }

    /// Whether what the column is bound to may be written wherever the column is read.
    fn is_repeatable(&self, column: ColumnId, block: &Block) -> bool {
        let Some(sql) = self.binding(column) else {
            return true;
        };
        let count = self.usage.count(column);
        if count <= 1 || is_trivial(sql) {
            return true;
        }
        let is_short = matches!(sql, SqlExpr::Function { args, .. } if args.iter().all(is_trivial));
        block.keys.is_some() && !block.merged && is_short && count <= 3
    }

    /// The last block: the outputs under their names.
    fn result(&mut self) -> crate::select::Select {
        let plan = self.plan;
        let mut block = self.operator(&plan.root, OUTPUTS + 1, true);
        let columns: Vec<ColumnId> = plan.outputs.iter().map(|o| o.column).collect();
        let is_repeated = |c: &ColumnId| columns.iter().filter(|o| *o == c).count() > 1;
        let repeats = columns
            .iter()
            .any(|c| is_repeated(c) && !self.is_repeatable(*c, &block));
        let is_whole = block
            .distinct
            .as_ref()
            .is_none_or(|all| all.iter().all(|c| columns.contains(c)));
        if repeats || !is_whole {
            let live = self.live(&plan.root, OUTPUTS + 1);
            block = self.close(block, live);
        }
        let items = plan.outputs.iter().map(|o| self.output(o)).collect();
        self.select(block, items, &columns)
    }
}

/// A column or constant.
fn is_trivial(sql: &SqlExpr) -> bool {
    matches!(sql, SqlExpr::Column { .. }) || is_constant(sql)
}

/// A constant as dialects write it, perhaps with a sign.
fn is_constant(sql: &SqlExpr) -> bool {
    match sql {
        SqlExpr::Raw(_) => true,
        SqlExpr::Unary { operand, .. } => matches!(**operand, SqlExpr::Raw(_)),
        _ => false,
    }
}
