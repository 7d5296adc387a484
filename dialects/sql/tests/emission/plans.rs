//! Short ways to write plans over a small shop, and two dialects to emit them in.

use dosic_ir::expr::ExprKind;
use dosic_ir::plan::{Branch, ColumnInfo, Merge, MergeLeaf, Output, PlanExpr, Rel, Scan};
use dosic_ir::{
    AggregateCall, AggregateFn, ArithmeticOp, ColumnId, CompareOp, DataType, Ident, IndexVec,
    Literal, LogicalPlan, Origin, SortKey, Source, Type, WindowCall, WindowFn,
};
use dosic_sql::ast::SqlExpr;
use dosic_sql::{Dialect, build};

pub(crate) use DataType::{Boolean, Date, Decimal, Integer, String as Text, Unknown};

/// The columns of a plan that is being written.
#[derive(Default)]
pub(crate) struct Plan {
    columns: IndexVec<ColumnId, ColumnInfo>,
}

impl Plan {
    pub(crate) fn column(&mut self, name: &str, data: DataType) -> ColumnId {
        self.columns.push(ColumnInfo {
            name: name.to_owned(),
            ty: Type::nullable(data),
        })
    }

    /// A scan of a table with these columns, and their ids.
    pub(crate) fn scan<const N: usize>(
        &mut self,
        table: &str,
        columns: [(&str, DataType); N],
    ) -> (Rel, [ColumnId; N]) {
        let source = Source::Table(table.split('.').map(Ident::regular).collect());
        self.scan_source(source, table.rsplit('.').next().unwrap(), columns)
    }

    pub(crate) fn scan_source<const N: usize>(
        &mut self,
        source: Source,
        label: &str,
        columns: [(&str, DataType); N],
    ) -> (Rel, [ColumnId; N]) {
        let ids = columns.map(|(name, data)| self.column(name, data));
        let names = columns.map(|(name, _)| Ident::regular(name));
        let scan = Scan {
            source,
            label: label.to_owned(),
            columns: ids.into_iter().zip(names).collect(),
        };
        (Rel::Scan(scan), ids)
    }

    pub(crate) fn get(&self, column: ColumnId) -> PlanExpr {
        PlanExpr::leaf(column, self.columns.get(column).unwrap().ty)
    }

    /// `agg(x)`, and its column.
    pub(crate) fn agg(
        &mut self,
        name: &str,
        function: AggregateFn,
        arg: Option<PlanExpr>,
    ) -> (ColumnId, AggregateCall<ColumnId>) {
        let data = match function {
            AggregateFn::Count | AggregateFn::CountStar => Integer,
            _ => arg.as_ref().unwrap().ty.data,
        };
        let call = AggregateCall {
            function,
            distinct: false,
            args: arg.into_iter().collect(),
            origin: Origin::NONE,
        };
        (self.column(name, data), call)
    }

    /// A computed column.
    pub(crate) fn define(&mut self, name: &str, expr: PlanExpr) -> (ColumnId, PlanExpr) {
        (self.column(name, expr.ty.data), expr)
    }

    pub(crate) fn finish(self, root: Rel, outputs: &[(&str, ColumnId)]) -> LogicalPlan {
        LogicalPlan {
            columns: self.columns,
            root,
            outputs: outputs
                .iter()
                .map(|(name, column)| Output {
                    name: (*name).to_owned(),
                    column: *column,
                })
                .collect(),
        }
    }
}

pub(crate) fn filter(input: Rel, predicates: Vec<PlanExpr>) -> Rel {
    let input = Box::new(input);
    Rel::Filter { input, predicates }
}

pub(crate) fn project(input: Rel, columns: Vec<(ColumnId, PlanExpr)>) -> Rel {
    let input = Box::new(input);
    Rel::Project { input, columns }
}

pub(crate) fn join(left: Rel, right: Rel, on: &[(ColumnId, ColumnId)]) -> Rel {
    Rel::Join {
        left: Box::new(left),
        right: Box::new(right),
        on: on.to_vec(),
        unique: true,
    }
}

pub(crate) fn group(
    input: Rel,
    keys: &[ColumnId],
    aggregates: Vec<(ColumnId, AggregateCall<ColumnId>)>,
    label: &str,
) -> Rel {
    Rel::Aggregate {
        input: Box::new(input),
        keys: keys.to_vec(),
        aggregates,
        label: label.to_owned(),
    }
}

pub(crate) fn sort(input: Rel, keys: Vec<(PlanExpr, bool)>) -> Rel {
    let key = |(expr, descending)| SortKey {
        expr,
        descending,
        nulls_first: descending,
    };
    Rel::Sort {
        input: Box::new(input),
        keys: keys.into_iter().map(key).collect(),
    }
}

pub(crate) fn limit(input: Rel, count: u64) -> Rel {
    let input = Box::new(input);
    Rel::Limit { input, count }
}

pub(crate) fn rank(column: ColumnId, by: PlanExpr) -> (ColumnId, WindowCall<ColumnId>) {
    let call = WindowCall {
        function: WindowFn::Rank,
        args: Vec::new(),
        partition_by: Vec::new(),
        order_by: vec![SortKey {
            expr: by,
            descending: true,
            nulls_first: true,
        }],
        frame: None,
        origin: Origin::NONE,
    };
    (column, call)
}

pub(crate) fn branch(
    input: Rel,
    keys: &[ColumnId],
    leaves: &[(ColumnId, ColumnId, bool)],
    adds_groups: bool,
) -> Branch {
    let leaf = |(column, source, zero_if_absent): &(ColumnId, ColumnId, bool)| MergeLeaf {
        column: *column,
        source: *source,
        zero_if_absent: *zero_if_absent,
    };
    Branch {
        input,
        keys: keys.to_vec(),
        leaves: leaves.iter().map(leaf).collect(),
        adds_groups,
    }
}

pub(crate) fn merge(keys: &[ColumnId], branches: Vec<Branch>) -> Rel {
    Rel::Merge(Merge {
        keys: keys.to_vec(),
        branches,
        label: "merged".to_owned(),
    })
}

pub(crate) fn text(value: &str) -> PlanExpr {
    PlanExpr::literal(Literal::String(value.to_owned()))
}

pub(crate) fn number(value: i64) -> PlanExpr {
    PlanExpr::literal(Literal::Integer(value))
}

pub(crate) fn compare(op: CompareOp, left: PlanExpr, right: PlanExpr) -> PlanExpr {
    let kind = ExprKind::Compare(op, Box::new(left), Box::new(right));
    PlanExpr::new(kind, Type::nullable(Boolean))
}

pub(crate) fn arithmetic(op: ArithmeticOp, left: PlanExpr, right: PlanExpr) -> PlanExpr {
    let ty = left.ty;
    PlanExpr::arithmetic(op, left, right, ty)
}

pub(crate) fn concat(left: PlanExpr, right: PlanExpr) -> PlanExpr {
    let kind = ExprKind::Concat(Box::new(left), Box::new(right));
    PlanExpr::new(kind, Type::nullable(Text))
}

/// Standard SQL.
pub(crate) struct Standard;

impl Dialect for Standard {
    fn name(&self) -> &'static str {
        "standard"
    }
    fn file_source(&self, path: &str) -> Result<String, dosic_diagnostics::Diagnostic> {
        Ok(format!("'{path}'"))
    }
}

/// An engine that wants types told, has short names and collates by locale.
pub(crate) struct Fussy;

impl Dialect for Fussy {
    fn name(&self) -> &'static str {
        "fussy"
    }
    fn keywords(&self) -> &'static [&'static str] {
        &["region", "status"]
    }
    fn max_identifier_bytes(&self) -> usize {
        63
    }
    fn by_code_point(&self, string: SqlExpr) -> SqlExpr {
        build::collate(string, "\"C\"")
    }
    fn absent_leaf(&self, ty: Type) -> Option<SqlExpr> {
        match ty.data {
            Unknown => None,
            Integer => Some(build::cast(build::null(), "BIGINT")),
            _ => Some(build::cast(build::null(), "NUMERIC")),
        }
    }
}
