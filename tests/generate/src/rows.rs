//! Rows: keys that are unique, values that repeat, NULLs everywhere.

use dosic_runtime::interpreter::{BigDecimal, Value, chrono::NaiveDate};

use crate::case::{Dataset, Kind};
use crate::random::Random;
use crate::sizes::Sizes;

/// Gives a dataset its rows.
pub(crate) fn fill(random: &mut Random, dataset: &mut Dataset, composite: bool, sizes: &Sizes) {
    let count = row_count(random, sizes);
    for number in 0..count {
        let row = dataset
            .columns
            .iter()
            .map(|c| match (c.role, composite) {
                // The pair is unique, neither column is.
                ("id", true) => Value::Integer(number / 2),
                ("k", _) => Value::String(["p", "q"][usize::from(number % 2 == 1)].to_owned()),
                ("id", false) => Value::Integer(number + 1),
                // Unique, in another order.
                ("q", _) => Value::Integer((count - number) * 10),
                _ => value(random, c.kind, sizes),
            })
            .collect();
        dataset.rows.push(row);
    }
    if dataset.rows.is_empty() {
        return;
    }
    // A key may be NULL in one row: it matches nothing.
    let roles: &[&str] = if composite { &["q"] } else { &["id", "q"] };
    for role in roles {
        let at = dataset.columns.iter().position(|c| c.role == *role);
        if let Some(at) = at
            && random.percent(7)
        {
            dataset.rows[0][at] = Value::Null;
        }
    }
}

fn row_count(random: &mut Random, sizes: &Sizes) -> i128 {
    let count = if sizes.is_large() {
        let tenths = *random.pick(&[10, 1, 2, 5, 10, 10]);
        sizes.rows * tenths / 10
    } else {
        (*random.pick(&[3, 0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 7, 7])).min(sizes.rows)
    };
    i128::try_from(count).unwrap_or(0)
}

/// A value out of few, so that groups repeat.
fn value(random: &mut Random, kind: Kind, sizes: &Sizes) -> Value {
    if random.percent(18) {
        return Value::Null;
    }
    match kind {
        Kind::Integer if sizes.is_large() => {
            Value::Integer(i128::try_from(random.below(2000)).unwrap_or(0) - 500)
        }
        Kind::Decimal if sizes.is_large() => {
            let cents = i64::try_from(random.below(200_000)).unwrap_or(0) - 50_000;
            Value::Decimal(BigDecimal::new(cents.into(), 2))
        }
        Kind::Text if sizes.is_large() && random.percent(50) => {
            Value::String(format!("group {}", random.below(40)))
        }
        Kind::Integer => Value::Integer(*random.pick(&[1, -2, 0, 1, 2, 3, 5])),
        Kind::Decimal => {
            let cents: i64 = *random.pick(&[100, -300, 0, 50, 101, 102, 125, 250, 1000]);
            Value::Decimal(BigDecimal::new(cents.into(), 2))
        }
        Kind::Float => Value::Float(*random.pick(&[1.0, -1.5, 0.0, 0.25, 2.5])),
        Kind::Text => {
            let texts = ["a", "a", "b", "B", "c ", "", "ab", "é", "it's"];
            Value::String((*random.pick(&texts)).to_owned())
        }
        Kind::Date => day(random).map_or(Value::Null, Value::Date),
        Kind::DateTime => {
            let (hour, minute, second) =
                *random.pick(&[(0, 0, 0), (10, 30, 0), (23, 59, 59), (9, 0, 1)]);
            let time = day(random).and_then(|d| d.and_hms_opt(hour, minute, second));
            time.map_or(Value::Null, Value::DateTime)
        }
        Kind::Boolean => Value::Boolean(random.percent(50)),
    }
}

fn day(random: &mut Random) -> Option<NaiveDate> {
    let (y, m, d) = *random.pick(&[
        (2024, 2, 29),
        (2024, 1, 31),
        (2024, 2, 29),
        (2023, 12, 31),
        (2024, 7, 15),
        (2024, 12, 30),
    ]);
    NaiveDate::from_ymd_opt(y, m, d)
}
