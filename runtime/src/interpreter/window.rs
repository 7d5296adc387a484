//! Window functions over given rows: semantics digest 6.2.

use std::cell::Cell;
use std::cmp::Ordering;
use std::ops::Range;

use dosic_ir::{Frame, FrameBound, FrameUnit, ModelExpr, ModelLeaf, WindowCall, WindowFn};

use super::Value;
use super::aggregate::aggregate;
use super::arithmetic::arithmetic;
use super::failure::{Evaluation, Failure};
use super::order::{Placement, by_keys};

/// A row as a window sees it.
struct Row {
    /// Its position among the rows given.
    index: usize,
    args: Vec<Value>,
    partition: Vec<Value>,
    keys: Vec<Value>,
}

/// The values of a window function for `count` rows, of which `value` gives the values of expressions.
///
/// Sets `undetermined` where rows with equal order keys would get other values in another order: 6.2 leaves
/// that order to the engine.
pub(crate) fn compute(
    call: &WindowCall<ModelLeaf>,
    count: usize,
    value: &dyn Fn(usize, &ModelExpr) -> Evaluation<Value>,
    undetermined: &Cell<bool>,
) -> Evaluation<Vec<Value>> {
    let mut rows = Vec::new();
    for index in 0..count {
        let all = |exprs: &mut dyn Iterator<Item = &ModelExpr>| -> Evaluation<Vec<Value>> {
            exprs.map(|e| value(index, e)).collect()
        };
        rows.push(Row {
            index,
            args: of_one_type(all(&mut call.args.iter())?, &call.args),
            partition: all(&mut call.partition_by.iter())?,
            keys: all(&mut call.order_by.iter().map(|k| &k.expr))?,
        });
    }
    let placements: Vec<Placement> = call
        .order_by
        .iter()
        .map(|k| Placement {
            descending: k.descending,
            nulls_first: k.nulls_first,
        })
        .collect();
    rows.sort_by(|a, b| {
        a.partition
            .cmp(&b.partition)
            .then_with(|| by_keys(&a.keys, &b.keys, &placements))
    });
    let results = over_partitions(call, &rows, &placements)?;
    for reorder in [<[Row]>::reverse, |peers: &mut [Row]| peers.rotate_left(1)] {
        let mut ties = false;
        for peers in rows.chunk_by_mut(|a, b| a.partition == b.partition && a.keys == b.keys) {
            ties |= peers.len() > 1;
            reorder(peers);
        }
        if !ties {
            break;
        }
        let otherwise = over_partitions(call, &rows, &placements)?;
        undetermined.set(undetermined.get() || otherwise != results);
    }
    Ok(results)
}

/// The values for rows that stand in order, by the index of the row.
fn over_partitions(
    call: &WindowCall<ModelLeaf>,
    rows: &[Row],
    placements: &[Placement],
) -> Evaluation<Vec<Value>> {
    let mut results = vec![Value::Null; rows.len()];
    for rows in rows.chunk_by(|a, b| a.partition == b.partition) {
        let partition = Partition {
            call,
            rows,
            placements,
        };
        for (position, row) in rows.iter().enumerate() {
            let result = partition.value(position, row)?;
            if let Some(slot) = results.get_mut(row.index) {
                *slot = result;
            }
        }
    }
    Ok(results)
}

/// The value and the default of LAG and LEAD, which have the wider of their types (8.3).
fn of_one_type(mut values: Vec<Value>, args: &[ModelExpr]) -> Vec<Value> {
    if let ([value, default], [value_expr, default_expr]) = (values.as_mut_slice(), args) {
        for (value, other) in [(value, default_expr), (default, value_expr)] {
            *value = std::mem::replace(value, Value::Null).widened(other.ty.data);
        }
    }
    values
}

/// The rows of one partition, in order.
struct Partition<'a> {
    call: &'a WindowCall<ModelLeaf>,
    rows: &'a [Row],
    placements: &'a [Placement],
}

impl Partition<'_> {
    /// The value of the function for one row.
    fn value(&self, position: usize, row: &Row) -> Evaluation<Value> {
        let peers = self.peers(row);
        let first_arg = |row: Option<&Row>| {
            row.and_then(|r| r.args.first())
                .cloned()
                .unwrap_or(Value::Null)
        };
        Ok(match self.call.function {
            WindowFn::RowNumber => whole(position + 1),
            WindowFn::Rank => whole(peers.start + 1),
            WindowFn::DenseRank => {
                let before = self.rows.get(..=position).unwrap_or_default();
                whole(before.chunk_by(|a, b| a.keys == b.keys).count())
            }
            WindowFn::Ntile(buckets) => self.ntile(position, buckets),
            WindowFn::PercentRank => ratio(peers.start, self.rows.len().saturating_sub(1)),
            WindowFn::CumeDist => ratio(peers.end, self.rows.len()),
            WindowFn::Lag(offset) => {
                let at = usize::try_from(offset)
                    .ok()
                    .and_then(|o| position.checked_sub(o));
                self.offset(at, row)
            }
            WindowFn::Lead(offset) => {
                let at = usize::try_from(offset)
                    .ok()
                    .and_then(|o| position.checked_add(o));
                self.offset(at, row)
            }
            WindowFn::FirstValue => first_arg(self.frame(position, row)?.first()),
            WindowFn::LastValue => first_arg(self.frame(position, row)?.last()),
            WindowFn::NthValue(n) => {
                let at = usize::try_from(n).ok().and_then(|n| n.checked_sub(1));
                first_arg(at.and_then(|at| self.frame(position, row).ok()?.get(at)))
            }
            WindowFn::Aggregate(function) => {
                let frame = self.frame(position, row)?;
                let bag: Vec<Vec<Value>> = frame.iter().map(|r| r.args.clone()).collect();
                aggregate(function, false, &bag)?
            }
        })
    }

    /// The rows with equal order keys; NULLs are peers of each other.
    fn peers(&self, row: &Row) -> Range<usize> {
        let order = |r: &Row| by_keys(&r.keys, &row.keys, self.placements);
        let before = |r: &&Row| order(r) == Ordering::Less;
        let upto = |r: &&Row| order(r) != Ordering::Greater;
        self.rows.iter().filter(before).count()..self.rows.iter().filter(upto).count()
    }

    /// The first buckets take one row more where they do not come out even.
    fn ntile(&self, position: usize, buckets: u64) -> Value {
        let buckets = usize::try_from(buckets).unwrap_or(usize::MAX);
        let small = self.rows.len().checked_div(buckets).unwrap_or(0);
        let larger = self.rows.len().checked_rem(buckets).unwrap_or(0);
        let in_larger = larger * (small + 1);
        let bucket = if position < in_larger {
            position.checked_div(small + 1).unwrap_or(0)
        } else {
            larger + (position - in_larger).checked_div(small).unwrap_or(0)
        };
        whole(bucket + 1)
    }

    /// LAG and LEAD: the value of another row, or the default where there is none.
    fn offset(&self, at: Option<usize>, row: &Row) -> Value {
        let (value, default) = match at.and_then(|at| self.rows.get(at)) {
            Some(other) => (other.args.first(), None),
            None => (None, row.args.get(1)),
        };
        value.or(default).cloned().unwrap_or(Value::Null)
    }

    /// The rows of the frame. Without one: up to the last peer with ORDER BY, else the whole partition.
    fn frame(&self, position: usize, row: &Row) -> Evaluation<&[Row]> {
        let range = match self.call.frame {
            None if self.placements.is_empty() => 0..self.rows.len(),
            None => 0..self.peers(row).end,
            Some(frame) if frame.unit == FrameUnit::Rows => self.rows_frame(frame, position),
            Some(frame) => self.range_frame(frame, row)?,
        };
        Ok(self.rows.get(range).unwrap_or_default())
    }

    fn rows_frame(&self, frame: Frame, position: usize) -> Range<usize> {
        let length = self.rows.len();
        let back = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        let start = match frame.start {
            FrameBound::UnboundedPreceding => 0,
            FrameBound::Preceding(n) => position.saturating_sub(back(n)),
            FrameBound::CurrentRow => position,
            FrameBound::Following(n) => position.saturating_add(back(n)).min(length),
            FrameBound::UnboundedFollowing => length,
        };
        let end = match frame.end {
            FrameBound::UnboundedPreceding => 0,
            FrameBound::Preceding(n) => (position + 1).saturating_sub(back(n)),
            FrameBound::CurrentRow => position + 1,
            FrameBound::Following(n) => (position + 1).saturating_add(back(n)).min(length),
            FrameBound::UnboundedFollowing => length,
        };
        start..end.max(start)
    }

    /// Rows by the distance of their key; a NULL key is at no distance from any other.
    fn range_frame(&self, frame: Frame, row: &Row) -> Evaluation<Range<usize>> {
        let peers = self.peers(row);
        let start = match frame.start {
            FrameBound::UnboundedPreceding => 0,
            FrameBound::CurrentRow => peers.start,
            FrameBound::Preceding(n) => self.edge(row, n, true)?.start,
            FrameBound::Following(n) => self.edge(row, n, false)?.start,
            FrameBound::UnboundedFollowing => self.rows.len(),
        };
        let end = match frame.end {
            FrameBound::UnboundedPreceding => 0,
            FrameBound::CurrentRow => peers.end,
            FrameBound::Preceding(n) => self.edge(row, n, true)?.end,
            FrameBound::Following(n) => self.edge(row, n, false)?.end,
            FrameBound::UnboundedFollowing => self.rows.len(),
        };
        Ok(start..end.max(start))
    }

    /// Where the key of a row, moved by n, stands among the keys: before the first that reaches it, and
    /// after the last that does not pass it.
    fn edge(&self, row: &Row, n: u64, preceding: bool) -> Evaluation<Range<usize>> {
        let ([key], [placement]) = (row.keys.as_slice(), self.placements) else {
            return Err(Failure::runtime("RANGE with an offset needs one order key"));
        };
        if key.is_null() {
            return Ok(self.peers(row));
        }
        let op = if preceding == placement.descending {
            dosic_ir::ArithmeticOp::Add
        } else {
            dosic_ir::ArithmeticOp::Subtract
        };
        let moved = arithmetic(op, key, &Value::Integer(i128::from(n)))?;
        let moved = [moved];
        let order = |r: &Row| by_keys(&r.keys, &moved, self.placements);
        let before = self.rows.iter().filter(|r| order(r).is_lt()).count();
        let upto = self.rows.iter().filter(|r| order(r).is_le()).count();
        Ok(before..upto)
    }
}

fn whole(n: usize) -> Value {
    Value::Integer(i128::try_from(n).unwrap_or(i128::MAX))
}

#[allow(clippy::cast_precision_loss, reason = "counts of rows in memory")]
fn ratio(part: usize, whole: usize) -> Value {
    Value::Float(if whole == 0 {
        0.0
    } else {
        part as f64 / whole as f64
    })
}

#[cfg(test)]
mod tests {
    use dosic_ir::{AggregateFn, Expr, Literal, Origin, SortKey};

    use super::*;

    /// Whether a function over three rows, tied in their only key, is determined; their arguments are given.
    fn is_determined(function: WindowFn, arguments: [i128; 3]) -> bool {
        let key: ModelExpr = Expr::literal(Literal::Boolean(true));
        let call = WindowCall {
            function,
            args: vec![Expr::literal(Literal::Integer(0))],
            partition_by: Vec::new(),
            order_by: vec![SortKey {
                expr: key.clone(),
                descending: false,
                nulls_first: false,
            }],
            frame: None,
            origin: Origin::default(),
        };
        let value = |index: usize, expr: &ModelExpr| {
            Ok(if *expr == key {
                Value::Boolean(true)
            } else {
                Value::Integer(arguments[index])
            })
        };
        let undetermined = Cell::new(false);
        compute(&call, 3, &value, &undetermined).unwrap();
        !undetermined.get()
    }

    #[test]
    fn what_depends_on_the_order_of_tied_rows_is_undetermined() {
        let sum = WindowFn::Aggregate(AggregateFn::Sum);
        assert!(is_determined(WindowFn::Rank, [1, 2, 3]));
        assert!(is_determined(sum, [1, 2, 3]));
        assert!(!is_determined(WindowFn::RowNumber, [1, 1, 1]));
        assert!(!is_determined(WindowFn::Lag(1), [1, 2, 3]));
        assert!(is_determined(WindowFn::FirstValue, [1, 1, 1]));
        // Reversed, these rows read the same.
        assert!(!is_determined(WindowFn::FirstValue, [1, 2, 1]));
    }
}
