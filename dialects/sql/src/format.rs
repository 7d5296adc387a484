//! Formats of dates and times: the tokens of `TO_CHAR`, `TO_DATE` and `TO_TIMESTAMP`, semantics digest 8.9.

/// A piece of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatToken {
    /// `YYYY`
    Year,
    /// `YY`
    ShortYear,
    /// `MM`
    Month,
    /// `MON`: `Jan`
    ShortMonthName,
    /// `MONTH`: `January`
    MonthName,
    /// `DD`
    Day,
    /// `DY`: `Mon`
    ShortDayName,
    /// `DAY`: `Monday`
    DayName,
    /// `HH24`
    Hour24,
    /// `HH12`, `HH`
    Hour12,
    /// `MI`
    Minute,
    /// `SS`
    Second,
    /// `AM`, `PM`
    Meridiem,
    /// A character that stands for itself.
    Text(char),
}

/// Spellings, longer ones before those that they start with.
const SPELLINGS: &[(&str, FormatToken)] = &[
    ("YYYY", FormatToken::Year),
    ("YY", FormatToken::ShortYear),
    ("MONTH", FormatToken::MonthName),
    ("MON", FormatToken::ShortMonthName),
    ("MM", FormatToken::Month),
    ("MI", FormatToken::Minute),
    ("DAY", FormatToken::DayName),
    ("DY", FormatToken::ShortDayName),
    ("DD", FormatToken::Day),
    ("HH24", FormatToken::Hour24),
    ("HH12", FormatToken::Hour12),
    ("HH", FormatToken::Hour12),
    ("SS", FormatToken::Second),
    ("AM", FormatToken::Meridiem),
    ("PM", FormatToken::Meridiem),
];

/// The tokens of a format, letters in any case; the first letter that belongs to none is the error.
///
/// # Errors
/// The letter.
pub fn parse_format(format: &str) -> Result<Vec<FormatToken>, char> {
    let mut tokens = Vec::new();
    let mut rest = format;
    while let Some(next) = rest.chars().next() {
        let known = SPELLINGS.iter().find_map(|(spelling, token)| {
            let (head, tail) = rest.split_at_checked(spelling.len())?;
            head.eq_ignore_ascii_case(spelling).then_some((token, tail))
        });
        if let Some((token, tail)) = known {
            tokens.push(token.clone());
            rest = tail;
        } else if next.is_alphabetic() {
            return Err(next);
        } else {
            tokens.push(FormatToken::Text(next));
            rest = rest.get(next.len_utf8()..).unwrap_or_default();
        }
    }
    Ok(tokens)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_spelling_wins() {
        use FormatToken as T;
        assert_eq!(
            parse_format("yyyyMonth-HH24:HH"),
            Ok(vec![
                T::Year,
                T::MonthName,
                T::Text('-'),
                T::Hour24,
                T::Text(':'),
                T::Hour12
            ])
        );
    }

    #[test]
    fn other_letters_are_refused() {
        assert_eq!(parse_format("YYYY-Q"), Err('Q'));
        assert_eq!(parse_format("DD. été"), Err('é'));
    }
}
