//! Functions of text: semantics digest 8.8. Lengths and positions count code points.

use dosic_ir::ScalarFn;

use super::{count, text, whole};
use crate::interpreter::Value;
use crate::interpreter::failure::Evaluation;

/// The value of a call of arguments that are not NULL; `None` for functions of another kind.
pub(super) fn call(function: ScalarFn, args: &[Value]) -> Option<Evaluation<Value>> {
    use ScalarFn as F;
    let known = matches!(
        function,
        F::Lower
            | F::Upper
            | F::Length
            | F::Trim
            | F::LTrim
            | F::RTrim
            | F::Left
            | F::Right
            | F::Substring
            | F::Replace
            | F::SplitPart
            | F::Position
            | F::Contains
            | F::StartsWith
            | F::EndsWith
    );
    known.then(|| known_call(function, args))
}

fn known_call(function: ScalarFn, args: &[Value]) -> Evaluation<Value> {
    use ScalarFn as F;
    let string = |s: String| Ok(Value::String(s));
    match (function, args) {
        (F::Lower, [s]) => string(text(s)?.to_lowercase()),
        (F::Upper, [s]) => string(text(s)?.to_uppercase()),
        (F::Length, [s]) => Ok(count(text(s)?.chars().count())),
        (F::Trim, [s]) => string(text(s)?.trim_matches(' ').to_owned()),
        (F::LTrim, [s]) => string(text(s)?.trim_start_matches(' ').to_owned()),
        (F::RTrim, [s]) => string(text(s)?.trim_end_matches(' ').to_owned()),
        (F::Left, [s, n]) => string(window(text(s)?, 1, Some(whole(n)?))),
        (F::Right, [s, n]) => string(right(text(s)?, whole(n)?)),
        (F::Substring, [s, start]) => string(window(text(s)?, whole(start)?, None)),
        (F::Substring, [s, start, length]) => {
            string(window(text(s)?, whole(start)?, Some(whole(length)?)))
        }
        (F::Replace, [s, from, to]) => string(replace(text(s)?, text(from)?, text(to)?)),
        (F::SplitPart, [s, d, n]) => string(split_part(text(s)?, text(d)?, whole(n)?)),
        (F::Position, [needle, s]) => Ok(count(position(text(needle)?, text(s)?))),
        (F::Contains, [s, part]) => Ok(Value::Boolean(text(s)?.contains(text(part)?))),
        (F::StartsWith, [s, part]) => Ok(Value::Boolean(text(s)?.starts_with(text(part)?))),
        (F::EndsWith, [s, part]) => Ok(Value::Boolean(text(s)?.ends_with(text(part)?))),
        (_, args) => Err(args.first().unwrap_or(&Value::Null).unfit("an argument")),
    }
}

/// The ANSI window: characters p with start ≤ p < start + length; a negative length is 0.
fn window(s: &str, start: i64, length: Option<i64>) -> String {
    let end = length.map(|l| start.saturating_add(l.max(0)));
    let inside = |p: &i64| start <= *p && end.is_none_or(|e| *p < e);
    (1_i64..)
        .zip(s.chars())
        .filter(|(p, _)| inside(p))
        .map(|(_, c)| c)
        .collect()
}

/// The last n characters; none if n < 0.
fn right(s: &str, n: i64) -> String {
    let length = s.chars().count();
    let n = usize::try_from(n.max(0)).unwrap_or(usize::MAX);
    s.chars().skip(length.saturating_sub(n)).collect()
}

/// An empty `from` changes nothing.
fn replace(s: &str, from: &str, to: &str) -> String {
    if from.is_empty() {
        s.to_owned()
    } else {
        s.replace(from, to)
    }
}

/// 1-based; negative from the end; 0 is 1; '' out of range. An empty delimiter does not split.
fn split_part(s: &str, delimiter: &str, n: i64) -> String {
    let parts: Vec<&str> = if delimiter.is_empty() {
        vec![s]
    } else {
        s.split(delimiter).collect()
    };
    let index = usize::try_from(n.unsigned_abs()).unwrap_or(usize::MAX);
    let found = if n < 0 {
        parts.len().checked_sub(index).and_then(|i| parts.get(i))
    } else {
        parts.get(index.saturating_sub(1))
    };
    found.map_or(String::new(), |p| (*p).to_owned())
}

/// 1-based, 0 if absent; '' is found at 1.
fn position(needle: &str, s: &str) -> usize {
    s.find(needle).map_or(0, |byte| {
        1 + s.char_indices().take_while(|(at, _)| *at < byte).count()
    })
}
