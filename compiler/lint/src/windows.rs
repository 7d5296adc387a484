//! `W_WINDOW_ORDER`: windows of fields whose order leaves ties, so that rows with equal keys come in any order.
//!
//! Ranks and frames by RANGE treat equal rows alike and need no total order. Windows of metrics see the groups of a
//! query, which are not known here; neither is what tells rows apart in a dataset without a key.

use std::collections::BTreeSet;

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics};
use dosic_ir::{
    Dataset, DatasetId, ExprKind, Field, FieldId, FrameBound, FrameUnit, KeyColumn, ModelExpr,
    ModelLeaf, WindowCall, WindowFn,
};

use crate::Subject;
use crate::subject::{Owner, listed};

pub(crate) fn check(subject: &Subject<'_>, sink: &mut Diagnostics) {
    for (id, field, _) in subject.fields().filter(|(_, f, _)| f.windowed) {
        let model = &subject.resolved.model;
        let (Some(expr), Some(dataset)) = (&field.expr, model.datasets.get(field.dataset)) else {
            continue;
        };
        if dataset.keys.is_empty() {
            continue;
        }
        expr.for_each_leaf_deep(&mut |leaf| {
            if let ModelLeaf::Window(call) = leaf
                && needs_total_order(call)
                && !tells_rows_apart(subject, field.dataset, dataset, call)
            {
                sink.push(finding(subject, id, field, dataset, call));
            }
        });
    }
}

/// Whether the result depends on the order of rows that the keys leave equal.
fn needs_total_order(call: &WindowCall<ModelLeaf>) -> bool {
    match call.function {
        WindowFn::RowNumber
        | WindowFn::Ntile(_)
        | WindowFn::Lag(_)
        | WindowFn::Lead(_)
        | WindowFn::FirstValue
        | WindowFn::LastValue
        | WindowFn::NthValue(_) => true,
        WindowFn::Rank | WindowFn::DenseRank | WindowFn::PercentRank | WindowFn::CumeDist => false,
        WindowFn::Aggregate(_) => call.frame.is_some_and(|frame| {
            let whole = (frame.start, frame.end)
                == (
                    FrameBound::UnboundedPreceding,
                    FrameBound::UnboundedFollowing,
                );
            frame.unit == FrameUnit::Rows && !whole
        }),
    }
}

/// Whether PARTITION BY and ORDER BY hold all columns of some key.
fn tells_rows_apart(
    subject: &Subject<'_>,
    id: DatasetId,
    dataset: &Dataset,
    call: &WindowCall<ModelLeaf>,
) -> bool {
    let order = call.order_by.iter().map(|k| &k.expr);
    let known: Vec<KeyColumn> = call
        .partition_by
        .iter()
        .chain(order)
        .filter_map(|e| column_of(subject, id, e))
        .collect();
    let mut keys = dataset.keys.iter();
    keys.any(|key| key.iter().all(|column| known.contains(column)))
}

/// The column that an expression is, fields that are nothing but a column included.
fn column_of(subject: &Subject<'_>, dataset: DatasetId, expr: &ModelExpr) -> Option<KeyColumn> {
    let fields = &subject.resolved.model.fields;
    let mut expr = expr;
    let mut last: Option<FieldId> = None;
    let mut seen = BTreeSet::new();
    loop {
        match &expr.kind {
            ExprKind::Leaf(ModelLeaf::Column(column)) => {
                return Some(KeyColumn::Physical(column.clone()));
            }
            ExprKind::Leaf(ModelLeaf::Field(read))
                if read.role.is_empty() && seen.insert(read.field) =>
            {
                let field = fields.get(read.field).filter(|f| f.dataset == dataset)?;
                last = Some(read.field);
                expr = field.expr.as_ref()?;
            }
            _ => return last.map(KeyColumn::Field),
        }
    }
}

fn finding(
    subject: &Subject<'_>,
    id: FieldId,
    field: &Field,
    dataset: &Dataset,
    call: &WindowCall<ModelLeaf>,
) -> Diagnostic {
    let title = subject.title(Owner::Field(id));
    let message = format!(
        "{title} is a window whose order leaves ties: rows with equal values come in any order, so that the result \
         can change from run to run"
    );
    let fields = &subject.resolved.model.fields;
    let key = dataset.keys.first().map_or(&[][..], Vec::as_slice);
    let names = key.iter().map(|column| match column {
        KeyColumn::Physical(ident) => ident.display(),
        KeyColumn::Field(id) => fields.get(*id).map_or("?", |f| f.name.display()),
    });
    Diagnostic::new(Code::WindowOrder, Check::Lint, message)
        .at(
            call.origin.0.unwrap_or(field.span),
            "ORDER BY does not tell all rows apart",
        )
        .at(
            dataset.span,
            format!("its key is {}", listed(names.clone())),
        )
        .help(format!(
            "add the key at the end of ORDER BY: `…, {}`",
            names.collect::<Vec<_>>().join(", ")
        ))
}
