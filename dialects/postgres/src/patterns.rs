//! Regular expressions and date formats that Postgres reads more freely than others.

use dosic_sql::Operand;
use dosic_sql::ast::SqlExpr;
use dosic_sql::build::{self, string};
use dosic_sql::format::{FormatToken, parse_format};

/// A pattern of the portable subset. Here `.` would match a line break, and `\w \d \s` letters, digits and
/// blanks of any script. A pattern that is no constant is left as it is.
pub(crate) fn portable(pattern: &Operand) -> SqlExpr {
    match pattern.as_string() {
        Some(text) => string(&ascii(text)),
        None => pattern.sql.clone(),
    }
}

fn ascii(pattern: &str) -> String {
    let mut out = String::new();
    let mut characters = pattern.chars();
    let mut in_brackets = false;
    // A `]` that comes first in brackets stands for itself.
    let mut is_first = false;
    while let Some(c) = characters.next() {
        let first = std::mem::take(&mut is_first);
        match c {
            '\\' => match characters.next() {
                Some(class) => escape(class, in_brackets, &mut out),
                None => out.push(c),
            },
            '[' if !in_brackets => {
                in_brackets = true;
                is_first = true;
                out.push(c);
            }
            '^' if first => {
                is_first = true;
                out.push(c);
            }
            ']' if in_brackets && !first => {
                in_brackets = false;
                out.push(c);
            }
            '.' if !in_brackets => out.push_str(r"[^\n]"),
            _ => out.push(c),
        }
    }
    out
}

fn escape(class: char, in_brackets: bool, out: &mut String) {
    let members = match class {
        'd' => "0-9",
        'w' => "0-9A-Za-z_",
        's' => r" \t\n\f\r",
        other => {
            out.push('\\');
            out.push(other);
            return;
        }
    };
    if in_brackets {
        out.push_str(members);
    } else {
        out.push('[');
        out.push_str(members);
        out.push(']');
    }
}

/// A date read by a format, where the text has its shape; an error where it has not: Postgres takes the empty
/// text for a day before all history, and leaves off what follows the date.
pub(crate) fn of_shape(s: &Operand, format: &Operand, read: SqlExpr, ty: &str) -> SqlExpr {
    let text = format.as_string().unwrap_or_default();
    let fits = build::binary("~", s.sql.clone(), string(&shape(text)));
    let refusal = string(&format!(" does not have the format {text}"));
    let failing = build::cast(build::binary("||", s.sql.clone(), refusal), ty);
    let is_given = build::postfix(s.sql.clone(), "IS NOT NULL");
    build::case([(fits, read), (is_given, failing)], None)
}

fn shape(format: &str) -> String {
    let mut out = String::from("^");
    for token in parse_format(format).unwrap_or_default() {
        match token {
            FormatToken::Year => out.push_str("[0-9]{1,4}"),
            FormatToken::ShortYear
            | FormatToken::Month
            | FormatToken::Day
            | FormatToken::Hour24
            | FormatToken::Hour12
            | FormatToken::Minute
            | FormatToken::Second => out.push_str("[0-9]{1,2}"),
            FormatToken::ShortMonthName
            | FormatToken::MonthName
            | FormatToken::ShortDayName
            | FormatToken::DayName => out.push_str("[A-Za-z]+"),
            FormatToken::Meridiem => out.push_str("[AaPp][Mm]"),
            FormatToken::Text(c) => {
                if c.is_ascii_punctuation() {
                    out.push('\\');
                }
                out.push(c);
            }
        }
    }
    out.push('$');
    out
}

#[cfg(test)]
mod tests {
    use super::{ascii, shape};

    #[test]
    fn classes_are_of_ascii_and_a_dot_is_no_line_break() {
        for (written, emitted) in [
            (r"^\d+\.\w*$", r"^[0-9]+\.[0-9A-Za-z_]*$"),
            (r"[\w.-]+a.b", r"[0-9A-Za-z_.-]+a[^\n]b"),
            (r"[^]\s.].", r"[^] \t\n\f\r.][^\n]"),
            ("abc", "abc"),
        ] {
            assert_eq!(ascii(written), emitted, "{written}");
        }
    }

    #[test]
    fn a_format_has_a_shape() {
        assert_eq!(
            shape("DD.MM.YYYY HH24:MI"),
            r"^[0-9]{1,2}\.[0-9]{1,2}\.[0-9]{1,4} [0-9]{1,2}\:[0-9]{1,2}$"
        );
    }
}
