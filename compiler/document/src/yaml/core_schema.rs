//! The YAML 1.2 core schema: what a plain scalar is.

use crate::ScalarTag;

/// What YAML 1.2 core makes of a plain scalar; `yes`, `no`, `on` and dates are strings.
pub(crate) fn resolve(text: &str) -> ScalarTag {
    let Some(first) = text.bytes().next() else {
        return ScalarTag::Null;
    };
    match first {
        b'~' | b'n' | b'N' | b't' | b'T' | b'f' | b'F' => word(text),
        b'+' | b'-' | b'.' | b'0'..=b'9' => number(text),
        _ => ScalarTag::String,
    }
}

fn word(text: &str) -> ScalarTag {
    match text {
        "~" | "null" | "Null" | "NULL" => ScalarTag::Null,
        "true" | "True" | "TRUE" => ScalarTag::Boolean(true),
        "false" | "False" | "FALSE" => ScalarTag::Boolean(false),
        _ => ScalarTag::String,
    }
}

fn number(text: &str) -> ScalarTag {
    if let Some(digits) = text.strip_prefix("0o") {
        return integer_if(!digits.is_empty() && digits.bytes().all(|b| matches!(b, b'0'..=b'7')));
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return integer_if(!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_hexdigit()));
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return ScalarTag::Float;
    }
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((m, e)) => (m, Some(e.strip_prefix(['+', '-']).unwrap_or(e))),
        None => (unsigned, None),
    };
    if exponent.is_some_and(|e| !digits(e)) {
        return ScalarTag::String;
    }
    match mantissa.split_once('.') {
        None if !digits(mantissa) => ScalarTag::String,
        None if exponent.is_none() => ScalarTag::Integer,
        None => ScalarTag::Float,
        Some((whole, part)) => {
            let well_formed = (digits(whole) && (part.is_empty() || digits(part)))
                || (whole.is_empty() && digits(part));
            if well_formed {
                ScalarTag::Float
            } else {
                ScalarTag::String
            }
        }
    }
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn integer_if(yes: bool) -> ScalarTag {
    if yes {
        ScalarTag::Integer
    } else {
        ScalarTag::String
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_core_schema_and_nothing_older() {
        for (text, tag) in [
            ("", ScalarTag::Null),
            ("~", ScalarTag::Null),
            ("null", ScalarTag::Null),
            ("nUll", ScalarTag::String),
            ("True", ScalarTag::Boolean(true)),
            ("FALSE", ScalarTag::Boolean(false)),
            ("yes", ScalarTag::String),
            ("no", ScalarTag::String),
            ("on", ScalarTag::String),
            ("0", ScalarTag::Integer),
            ("-12", ScalarTag::Integer),
            ("007", ScalarTag::Integer),
            ("0o17", ScalarTag::Integer),
            ("0o8", ScalarTag::String),
            ("0xfF", ScalarTag::Integer),
            ("1.0", ScalarTag::Float),
            ("1.", ScalarTag::Float),
            (".5", ScalarTag::Float),
            (".", ScalarTag::String),
            ("-.inf", ScalarTag::Float),
            (".NaN", ScalarTag::Float),
            ("1e3", ScalarTag::Float),
            ("1e", ScalarTag::String),
            ("e3", ScalarTag::String),
            ("1_000", ScalarTag::String),
            ("0.2.0.dev0", ScalarTag::String),
            ("2024-01-31", ScalarTag::String),
            ("12:30", ScalarTag::String),
            ("-", ScalarTag::String),
        ] {
            assert_eq!(resolve(text), tag, "{text}");
        }
    }
}
