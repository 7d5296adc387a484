//! Regular expressions in the portable subset: semantics digest 8.8.

use dosic_ir::ScalarFn;
use regex::{Captures, Regex};

use super::{count, text};
use crate::interpreter::Value;
use crate::interpreter::failure::{Evaluation, Failure};

/// The value of a call of arguments that are not NULL; `None` for functions of another kind.
pub(super) fn call(function: ScalarFn, args: &[Value]) -> Option<Evaluation<Value>> {
    use ScalarFn as F;
    match (function, args) {
        (
            F::RegexpLike | F::RegexpExtract | F::RegexpCount | F::RegexpReplace,
            [s, pattern, rest @ ..],
        ) => Some(matched(function, s, pattern, rest)),
        _ => None,
    }
}

fn matched(function: ScalarFn, s: &Value, pattern: &Value, rest: &[Value]) -> Evaluation<Value> {
    let (s, pattern) = (text(s)?, text(pattern)?);
    let regex = Regex::new(&ascii(pattern)).map_err(|e| Failure::runtime(e.to_string()))?;
    Ok(match (function, rest) {
        (ScalarFn::RegexpLike, _) => Value::Boolean(regex.is_match(s)),
        (ScalarFn::RegexpExtract, _) => match regex.find(s) {
            Some(found) => Value::String(found.as_str().to_owned()),
            None => Value::Null,
        },
        (ScalarFn::RegexpReplace, [replacement]) => {
            let replacement = text(replacement)?;
            let expand = |found: &Captures<'_>| expanded(replacement, found);
            Value::String(regex.replace_all(s, expand).into_owned())
        }
        _ => count(regex.find_iter(s).count()),
    })
}

/// The pattern with classes of ASCII. Brackets may stand in brackets.
fn ascii(pattern: &str) -> String {
    let mut out = String::new();
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        match (c, (c == '\\').then(|| chars.next()).flatten()) {
            ('\\', Some('d')) => out.push_str("[0-9]"),
            ('\\', Some('w')) => out.push_str("[0-9A-Za-z_]"),
            ('\\', Some('s')) => out.push_str(r"[ \t\n\x0C\r]"),
            (c, after) => {
                out.push(c);
                out.extend(after);
            }
        }
    }
    out
}

/// `\1` … `\9` stand for groups, `\0` for the whole match, any other character for itself.
fn expanded(replacement: &str, found: &Captures<'_>) -> String {
    let mut out = String::new();
    let mut chars = replacement.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some(digit) if digit.is_ascii_digit() => {
                let group = digit.to_digit(10).and_then(|d| usize::try_from(d).ok());
                let text = group.and_then(|g| found.get(g)).map_or("", |m| m.as_str());
                out.push_str(text);
            }
            other => out.extend(other),
        }
    }
    out
}
