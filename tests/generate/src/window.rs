//! Window functions: every one of them, with frames, partitions and order keys.

use crate::case::Kind;
use crate::expression::{self, References};
use crate::random::Random;

/// Where NULLs and directions go in an order key.
pub(crate) const DIRECTIONS: &[&str] = &[
    "",
    "",
    " DESC",
    " ASC NULLS FIRST",
    " DESC NULLS LAST",
    " NULLS LAST",
    " DESC NULLS FIRST",
];

const ROWS_FRAMES: &[&str] = &[
    " ROWS UNBOUNDED PRECEDING",
    " ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING",
    " ROWS BETWEEN 2 PRECEDING AND CURRENT ROW",
    " ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING",
    " ROWS BETWEEN 1 FOLLOWING AND 2 FOLLOWING",
    " ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING",
    " ROWS 1 PRECEDING",
];

const RANGE_FRAMES: &[&str] = &[
    " RANGE UNBOUNDED PRECEDING",
    " RANGE BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING",
    " RANGE BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING",
    " RANGE BETWEEN CURRENT ROW AND CURRENT ROW",
];

/// Of one number that orders.
const OFFSET_FRAMES: &[&str] = &[
    " RANGE BETWEEN 1 PRECEDING AND CURRENT ROW",
    " RANGE BETWEEN 1 PRECEDING AND 2 FOLLOWING",
    " RANGE BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING",
    " RANGE 2 PRECEDING",
];

/// What a window is made of, as written.
pub(crate) struct Parts {
    /// Expressions to partition by; none is a window over all rows.
    pub(crate) partition: Vec<String>,
    /// Keys, of which rows may be tied in some.
    pub(crate) keys: Vec<String>,
    /// Keys that together tie no rows.
    pub(crate) total: Vec<String>,
    /// A number to order by with an offset.
    pub(crate) number: Option<String>,
    /// A number to aggregate.
    pub(crate) addend: (String, Kind),
    /// A value to carry.
    pub(crate) value: (String, Kind),
    /// Whether rows may be tied in all keys, which must not matter then.
    pub(crate) ties: bool,
}

/// A window function over parts, with the kind of what it gives.
pub(crate) fn call(random: &mut Random, parts: &Parts) -> (String, Kind) {
    let (value, kind) = &parts.value;
    let total = with_directions(random, &[&parts.keys[..], &parts.total[..]].concat());
    let tied = if parts.keys.is_empty() {
        total.clone()
    } else {
        with_directions(random, &parts.keys)
    };
    let choice = random.below(16);
    let safe = matches!(choice, 0 | 2 | 4 | 5 | 12..);
    let (function, order, frame, kind) = match choice {
        _ if parts.ties && !safe => return aggregate(random, parts, total, tied),
        0 => ("RANK()".to_owned(), tied, "", Kind::Integer),
        1 => ("ROW_NUMBER()".to_owned(), total, "", Kind::Integer),
        2 => ("DENSE_RANK()".to_owned(), tied, "", Kind::Integer),
        3 => ("NTILE(2)".to_owned(), total, "", Kind::Integer),
        4 => ("PERCENT_RANK()".to_owned(), tied, "", Kind::Float),
        5 => ("CUME_DIST()".to_owned(), tied, "", Kind::Float),
        6 => (format!("LAG({value})"), total, "", *kind),
        7 => (format!("LEAD({value}, 2)"), total, "", *kind),
        8 => {
            let default = expression::literal(random, *kind);
            let function = *random.pick(&["LAG", "LEAD"]);
            (
                format!("{function}({value}, 1, {default})"),
                total,
                "",
                *kind,
            )
        }
        9 => (format!("FIRST_VALUE({value})"), total, "", *kind),
        10 => {
            let frame = *random.pick(ROWS_FRAMES);
            (format!("LAST_VALUE({value})"), total, frame, *kind)
        }
        11 => {
            let frame = *random.pick(ROWS_FRAMES);
            (format!("NTH_VALUE({value}, 2)"), total, frame, *kind)
        }
        _ => return aggregate(random, parts, total, tied),
    };
    (over(&function, &parts.partition, &order, frame), kind)
}

fn aggregate(
    random: &mut Random,
    parts: &Parts,
    total: Vec<String>,
    tied: Vec<String>,
) -> (String, Kind) {
    let (addend, number) = &parts.addend;
    let (value, kind) = &parts.value;
    let (function, kind) = match random.below(9) {
        0..3 => (format!("SUM({addend})"), *number),
        3 => (format!("COUNT({value})"), Kind::Integer),
        4 => (format!("AVG({addend})"), Kind::Float),
        5 => (format!("MIN({value})"), *kind),
        6 => (format!("MAX({value})"), *kind),
        7 => (format!("STDDEV({addend})"), Kind::Float),
        _ => (format!("VAR_POP({addend})"), Kind::Float),
    };
    let (order, frame) = match (random.below(6), &parts.number) {
        (0, _) => (Vec::new(), ""),
        (1, _) => (tied, ""),
        (2, _) => (tied, *random.pick(RANGE_FRAMES)),
        (3, Some(number)) => {
            let order = with_directions(random, std::slice::from_ref(number));
            (order, *random.pick(OFFSET_FRAMES))
        }
        _ if parts.ties => (tied, ""),
        _ => (total, *random.pick(ROWS_FRAMES)),
    };
    (over(&function, &parts.partition, &order, frame), kind)
}

fn with_directions(random: &mut Random, keys: &[String]) -> Vec<String> {
    let mut unique: Vec<&String> = Vec::new();
    for key in keys {
        if !unique.contains(&key) {
            unique.push(key);
        }
    }
    unique
        .into_iter()
        .map(|key| format!("{key}{}", random.pick(DIRECTIONS)))
        .collect()
}

fn over(function: &str, partition: &[String], order: &[String], frame: &str) -> String {
    let mut inside = String::new();
    if !partition.is_empty() {
        inside = format!("PARTITION BY {}", partition.join(", "));
    }
    if !order.is_empty() {
        let space = if inside.is_empty() { "" } else { " " };
        inside = format!("{inside}{space}ORDER BY {}", order.join(", "));
        inside.push_str(frame);
    }
    format!("{function} OVER ({inside})")
}

/// A window function over the rows of a dataset, which `total` orders without ties.
pub(crate) fn over_rows(from: &mut impl References, total: &[String]) -> (String, Kind) {
    let mut partition = Vec::new();
    for _ in 0..*from.random().pick(&[0, 1, 1, 2]) {
        let by = from.reference(&|k| k != Kind::Float).map(|(r, _)| r);
        partition.extend(by.filter(|r| !partition.contains(r)));
    }
    let key = expression::any(from, 1).0;
    let keys = if from.random().percent(60) {
        vec![key]
    } else {
        Vec::new()
    };
    let parts = Parts {
        partition,
        keys,
        total: total.to_vec(),
        number: from.reference(&Kind::is_number).map(|(r, _)| r),
        addend: expression::number(from, 1),
        value: expression::any(from, 1),
        ties: false,
    };
    call(from.random(), &parts)
}
