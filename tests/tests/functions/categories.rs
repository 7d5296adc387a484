//! Kinds of input that each function must be tried with, found in the values of a line.

use std::collections::BTreeSet;

use dosic_expr::ast::{Expr, ExprKind as K, UnaryOp};
use dosic_ir::DataType;

/// A kind of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Category {
    Typical,
    Null,
    /// The empty string, or no rows for an aggregate or window.
    Empty,
    /// The bounds of 64 bits, many digits, NaN and infinities, the years 1 and 9999, long text.
    Extreme,
    Negative,
    /// Text that is not ASCII.
    Unicode,
    LeapDay,
    /// Local times that some zone skips or repeats.
    Dst,
}

impl Category {
    pub(crate) const ALL: [Self; 8] = [
        Self::Typical,
        Self::Null,
        Self::Empty,
        Self::Extreme,
        Self::Negative,
        Self::Unicode,
        Self::LeapDay,
        Self::Dst,
    ];

    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Typical => "typical",
            Self::Null => "NULL",
            Self::Empty => "empty",
            Self::Extreme => "extreme",
            Self::Negative => "negative",
            Self::Unicode => "Unicode",
            Self::LeapDay => "leap day",
            Self::Dst => "DST",
        }
    }

    /// The key `tests` of a line.
    pub(crate) fn named(word: &str) -> Self {
        match word {
            "typical" => Self::Typical,
            "null" => Self::Null,
            "empty" => Self::Empty,
            "extreme" => Self::Extreme,
            "negative" => Self::Negative,
            "unicode" => Self::Unicode,
            "leap_day" => Self::LeapDay,
            "dst" => Self::Dst,
            other => panic!("no category `{other}`"),
        }
    }
}

/// Days on which clocks change, with the hours that are skipped or repeated, in New York, Paris, London and Sydney.
const SWITCHES: [&str; 8] = [
    "2024-03-10 02:",
    "2024-11-03 01:",
    "2024-03-31 01:",
    "2024-03-31 02:",
    "2024-10-27 01:",
    "2024-10-27 02:",
    "2024-10-06 02:",
    "2024-04-07 02:",
];

const LONG_TEXT: usize = 100;

/// What a value of a column is, beyond typical.
pub(crate) fn of_value(ty: DataType, value: Option<&str>, found: &mut BTreeSet<Category>) {
    let Some(text) = value else {
        found.insert(Category::Null);
        return;
    };
    match ty {
        DataType::String => of_text(text, found),
        DataType::Integer | DataType::Decimal | DataType::Float => of_number(text, found),
        DataType::Date | DataType::DateTime | DataType::DateTimeTz => of_moment(text, found),
        _ => {}
    }
}

fn of_text(text: &str, found: &mut BTreeSet<Category>) {
    if text.is_empty() {
        found.insert(Category::Empty);
    }
    if !text.is_ascii() {
        found.insert(Category::Unicode);
    }
    if text.len() >= LONG_TEXT {
        found.insert(Category::Extreme);
    }
    of_moment(text, found);
    if text.parse::<f64>().is_ok() {
        of_number(text, found);
    }
}

fn of_number(text: &str, found: &mut BTreeSet<Category>) {
    let number: f64 = text.parse().unwrap_or(f64::NAN);
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let size = number.abs();
    if digits >= 17 || !(size == 0.0 || (1e-100..1e100).contains(&size)) {
        found.insert(Category::Extreme);
    }
    if number < 0.0 {
        found.insert(Category::Negative);
    }
}

fn of_moment(text: &str, found: &mut BTreeSet<Category>) {
    let year = text.split('-').next().unwrap_or_default();
    if ["0001", "9999"].contains(&year) {
        found.insert(Category::Extreme);
    }
    if text.get(4..10) == Some("-02-29") {
        found.insert(Category::LeapDay);
    }
    if SWITCHES.iter().any(|at| text.starts_with(at)) {
        found.insert(Category::Dst);
    }
}

/// What the literals of an expression are, beyond typical.
pub(crate) fn of_literals(expr: &Expr, found: &mut BTreeSet<Category>) {
    match &expr.kind {
        K::Null => {
            found.insert(Category::Null);
        }
        K::String(text) => of_text(text, found),
        K::Typed { text, .. } => of_moment(text, found),
        K::Integer(text) | K::Decimal(text) | K::Float(text) => of_number(text, found),
        K::Unary { op, operand } => {
            let number = matches!(operand.kind, K::Integer(_) | K::Decimal(_) | K::Float(_));
            if *op == UnaryOp::Minus && number {
                found.insert(Category::Negative);
            }
            of_literals(operand, found);
        }
        K::Binary { left, right, .. } | K::IsDistinct { left, right, .. } => {
            of_literals(left, found);
            of_literals(right, found);
        }
        K::Like {
            operand, pattern, ..
        } => {
            of_literals(operand, found);
            of_literals(pattern, found);
        }
        K::Between {
            operand, low, high, ..
        } => [operand, low, high]
            .into_iter()
            .for_each(|e| of_literals(e, found)),
        K::In { operand, list, .. } => {
            of_literals(operand, found);
            list.iter().for_each(|e| of_literals(e, found));
        }
        K::Cast { operand, .. } | K::Extract { operand, .. } | K::IsNull { operand, .. } => {
            of_literals(operand, found);
        }
        K::Position { needle, haystack } => {
            of_literals(needle, found);
            of_literals(haystack, found);
        }
        K::Call(call) => call.args.iter().for_each(|e| of_literals(e, found)),
        _ => {}
    }
}

/// What a function of these types must be tried with; of the others it can know nothing.
pub(crate) fn applicable(takes: impl Fn(DataType) -> bool, is_set: bool) -> Vec<Category> {
    let numbers = [DataType::Integer, DataType::Decimal, DataType::Float];
    let numeric = numbers.into_iter().any(&takes);
    let text = takes(DataType::String);
    let day = takes(DataType::Date) || takes(DataType::DateTime);
    let anything = numeric || text || day || takes(DataType::Boolean) || takes(DataType::Time);
    let applies = |category: &Category| match category {
        Category::Typical => true,
        Category::Null => anything || is_set,
        Category::Empty => text || is_set,
        Category::Extreme => numeric || text || day,
        Category::Negative => numeric,
        Category::Unicode => text,
        Category::LeapDay => day,
        Category::Dst => takes(DataType::DateTime),
    };
    Category::ALL.into_iter().filter(applies).collect()
}
