//! Row-level expressions of a type, out of references that somebody gives.

use crate::case::Kind;
use crate::random::Random;

/// Where references come from.
pub(crate) trait References {
    fn random(&mut self) -> &mut Random;

    /// A reference to a value whose kind passes, as written.
    fn reference(&mut self, passes: &dyn Fn(Kind) -> bool) -> Option<(String, Kind)>;
}

/// A constant of a kind.
pub(crate) fn literal(random: &mut Random, kind: Kind) -> String {
    let choices: &[&str] = match kind {
        Kind::Integer => &["1", "2", "0", "-1"],
        Kind::Decimal => &["1.5", "0.25"],
        Kind::Float => &["1e0", "2.5e-1"],
        Kind::Text => &["'a'", "'none'", "''", "'it''s'", "'ü'"],
        Kind::Date => &["DATE '2024-02-29'", "DATE '2023-12-31'"],
        Kind::DateTime => &["TIMESTAMP '2024-02-29 10:30:00'"],
        Kind::Boolean => &["TRUE", "FALSE"],
    };
    (*random.pick(choices)).to_owned()
}

/// An expression of a kind; compound ones nest at most so deep.
pub(crate) fn value(from: &mut impl References, kind: Kind, depth: usize) -> String {
    let plain = match from.reference(&|k| k == kind) {
        Some((reference, _)) => reference,
        None => literal(from.random(), kind),
    };
    if depth == 0 || !from.random().percent(45) {
        return plain;
    }
    let deeper = depth - 1;
    match from.random().below(8) {
        0 => format!("COALESCE({plain}, {})", value(from, kind, deeper)),
        1 => {
            let test = predicate(from, deeper);
            format!(
                "CASE WHEN {test} THEN {plain} ELSE {} END",
                value(from, kind, deeper)
            )
        }
        2 => format!("NULLIF({plain}, {})", literal(from.random(), kind)),
        3 => {
            let test = predicate(from, deeper);
            format!("CASE WHEN {test} THEN {plain} END")
        }
        _ => match kind {
            Kind::Integer => integer(from, &plain, deeper),
            Kind::Decimal => decimal(from, &plain, deeper),
            Kind::Float => float(from, &plain, deeper),
            Kind::Text => text(from, &plain, deeper),
            Kind::Date => date(from, &plain),
            Kind::DateTime => datetime(from, &plain, deeper),
            Kind::Boolean => predicate(from, deeper),
        },
    }
}

fn integer(from: &mut impl References, plain: &str, depth: usize) -> String {
    match from.random().below(13) {
        0 => format!("{plain} + {}", value(from, Kind::Integer, depth)),
        1 => format!("{plain} - {}", value(from, Kind::Integer, depth)),
        2 => format!("{plain} * 2 + 1"),
        3 => format!("{plain} % 2"),
        4 => format!("ABS({plain})"),
        5 => format!("-({plain})"),
        6 => format!("LENGTH({})", value(from, Kind::Text, depth)),
        7 => format!("SIGN({plain})"),
        8 => format!("GREATEST({plain}, {})", value(from, Kind::Integer, depth)),
        9 => format!("EXTRACT(MONTH FROM {})", value(from, Kind::Date, depth)),
        10 => format!(
            "DATEDIFF(day, {}, DATE '2024-03-01')",
            value(from, Kind::Date, depth)
        ),
        11 => format!("FLOOR({})", value(from, Kind::Decimal, depth)),
        _ => format!("ZEROIFNULL({plain})"),
    }
}

/// Products of decimals would leave what engines hold, so that a product has one decimal.
fn decimal(from: &mut impl References, plain: &str, depth: usize) -> String {
    match from.random().below(5) {
        0 => format!("{plain} + {}", value(from, Kind::Integer, depth)),
        1 => format!("ROUND({plain}, 1)"),
        2 => format!("ABS({plain})"),
        3 => format!("{plain} - {}", value(from, Kind::Decimal, depth)),
        _ => format!("-({plain})"),
    }
}

fn float(from: &mut impl References, plain: &str, depth: usize) -> String {
    match from.random().below(5) {
        0 => format!("{plain} * {}", value(from, Kind::Integer, depth)),
        1 => format!("{} / 4", value(from, Kind::Integer, depth)),
        2 => {
            let above = value(from, Kind::Decimal, depth);
            format!("{above} / NULLIF({}, 0)", value(from, Kind::Integer, depth))
        }
        3 => format!("{plain} + {}", value(from, Kind::Decimal, depth)),
        _ => format!("ABS({plain})"),
    }
}

fn text(from: &mut impl References, plain: &str, depth: usize) -> String {
    match from.random().below(10) {
        0 => format!("UPPER({plain})"),
        1 => format!("LOWER({plain})"),
        2 => format!("{plain} || '-' || ({})", value(from, Kind::Integer, depth)),
        3 => format!("{plain} || ({})", value(from, Kind::Text, depth)),
        4 => format!("SUBSTRING({plain}, 1, 1)"),
        5 => format!("TRIM({plain})"),
        6 => format!("CAST({} AS VARCHAR)", value(from, Kind::Integer, depth)),
        7 => format!("REPLACE({plain}, 'a', 'b')"),
        8 => format!("CONCAT({plain}, '|', {})", value(from, Kind::Text, depth)),
        _ => format!("LEFT({plain}, 1)"),
    }
}

fn date(from: &mut impl References, plain: &str) -> String {
    let random = from.random();
    let unit = *random.pick(&["month", "year", "quarter", "week", "day"]);
    match random.below(3) {
        0 => format!("DATEADD({unit}, 1, {plain})"),
        1 => format!("DATEADD({unit}, -2, {plain})"),
        _ => format!("DATE_TRUNC('{unit}', {plain})"),
    }
}

fn datetime(from: &mut impl References, plain: &str, depth: usize) -> String {
    let unit = *from
        .random()
        .pick(&["hour", "month", "day", "minute", "week"]);
    match from.random().below(3) {
        0 => format!("DATEADD({unit}, 3, {plain})"),
        1 => format!("CAST({} AS TIMESTAMP)", value(from, Kind::Date, depth)),
        _ => format!("DATE_TRUNC('{unit}', {plain})"),
    }
}

/// A value of any kind that is at hand.
pub(crate) fn any(from: &mut impl References, depth: usize) -> (String, Kind) {
    let kind = from.reference(&|_| true).map_or(Kind::Integer, |(_, k)| k);
    (value(from, kind, depth), kind)
}

/// A number.
pub(crate) fn number(from: &mut impl References, depth: usize) -> (String, Kind) {
    let kind = from
        .reference(&Kind::is_number)
        .map_or(Kind::Integer, |(_, k)| k);
    (value(from, kind, depth), kind)
}

/// A test of rows.
pub(crate) fn predicate(from: &mut impl References, depth: usize) -> String {
    let one = comparison(from, depth);
    if depth == 0 {
        return one;
    }
    let deeper = depth - 1;
    match from.random().below(16) {
        10 => format!("({one} OR {})", predicate(from, deeper)),
        11 => format!("({one} AND {})", predicate(from, deeper)),
        12 => format!("NOT ({one})"),
        13 => format!("COALESCE({one}, TRUE)"),
        // What constants decide, folding may decide beforehand.
        14 => {
            let word = *from.random().pick(&["AND", "OR"]);
            let constant = constant_test(from.random());
            format!("({one} {word} {constant})")
        }
        15 => {
            let constant = constant_test(from.random());
            let other = predicate(from, deeper);
            format!("CASE WHEN {constant} THEN {one} ELSE {other} END")
        }
        _ => one,
    }
}

fn constant_test(random: &mut Random) -> &'static str {
    const TESTS: [&str; 7] = [
        "TRUE",
        "FALSE",
        "1 = 1",
        "2 < 1",
        "NULL IS NULL",
        "1 = NULL",
        "NOT TRUE",
    ];
    let test: &'static &'static str = random.pick(&TESTS);
    test
}

fn comparison(from: &mut impl References, depth: usize) -> String {
    let (reference, kind) = from
        .reference(&|_| true)
        .unwrap_or_else(|| ("1".to_owned(), Kind::Integer));
    if depth > 0 && kind != Kind::Boolean && from.random().percent(15) {
        let operator = *from
            .random()
            .pick(&["=", "<", ">=", "<>", "IS NOT DISTINCT FROM"]);
        return format!("{reference} {operator} {}", value(from, kind, depth - 1));
    }
    test(from.random(), &reference, kind)
}

/// A test of one value.
pub(crate) fn test(random: &mut Random, reference: &str, kind: Kind) -> String {
    let tests: &[&str] = match kind {
        Kind::Integer => &[
            "{} > 1",
            "{} = 1",
            "{} <> 1",
            "{} BETWEEN 0 AND 2",
            "{} IN (1, 2)",
            "{} NOT IN (1, NULL)",
            "{} IS DISTINCT FROM 1",
            "{} % 2 = 1",
            "{} / 2 > 0.5",
        ],
        Kind::Decimal => &["{} > 0.5", "{} = 1.01", "{} <= 1.25", "{} * 2 > 2"],
        // No average or deviation of small numbers is just here, where the last bit would decide.
        Kind::Float => &["{} > 0.2673", "{} <= 1.0373", "{} <> 2.5381"],
        Kind::Text => &[
            "{} = 'a'",
            "{} <> 'b'",
            "{} LIKE 'a%'",
            "{} ILIKE 'B'",
            "{} IN ('a', 'b')",
            "{} < 'b'",
            "LENGTH({}) = 1",
            "COALESCE({}, 'a') = 'a'",
            "{} IS NOT DISTINCT FROM 'a'",
        ],
        Kind::Date => &[
            "{} >= DATE '2024-02-01'",
            "EXTRACT(MONTH FROM {}) = 2",
            "{} = '2024-02-29'",
            "DATEDIFF(day, {}, DATE '2024-03-01') < 40",
        ],
        Kind::DateTime => &[
            "{} >= TIMESTAMP '2024-02-29 00:00:00'",
            "EXTRACT(HOUR FROM {}) > 9",
            "{} < DATE '2024-03-01'",
            "DATE_TRUNC('day', {}) = '2024-02-29'",
        ],
        Kind::Boolean => &["{}", "NOT {}", "{} = TRUE"],
    };
    let test = match random.below(8) {
        6 => "{} IS NULL",
        7 => "{} IS NOT NULL",
        _ => random.pick(tests),
    };
    test.replace("{}", reference)
}
