//! ISO dates and times: the texts of typed literals, brought to one form.

/// `YYYY-MM-DD` if `text` is that day of the Gregorian calendar, years 0001 to 9999.
pub(crate) fn date(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let shape = bytes.len() == 10 && bytes.get(4) == Some(&b'-') && bytes.get(7) == Some(&b'-');
    if !shape {
        return None;
    }
    let year = number(text.get(0..4)?)?;
    let month = number(text.get(5..7)?)?;
    let day = number(text.get(8..10)?)?;
    let fits = year >= 1 && (1..=12).contains(&month) && day >= 1 && day <= days(year, month);
    fits.then(|| text.to_owned())
}

/// `HH:MM:SS[.ffffff]` of `HH:MM[:SS[.f…]]` with up to six decimals; no zone.
pub(crate) fn time(text: &str) -> Option<String> {
    let (clock, fraction) = match text.split_once('.') {
        Some((clock, fraction)) => (clock, Some(fraction)),
        None => (text, None),
    };
    let mut fields = clock.split(':');
    let hour = two_digits(fields.next()?, 23)?;
    let minute = two_digits(fields.next()?, 59)?;
    let second = match fields.next() {
        Some(second) => two_digits(second, 59)?,
        None if fraction.is_none() => "00",
        None => return None,
    };
    if fields.next().is_some() {
        return None;
    }
    let mut normal = format!("{hour}:{minute}:{second}");
    if let Some(fraction) = fraction {
        let digits = (1..=6).contains(&fraction.len()) && number(fraction).is_some();
        if !digits {
            return None;
        }
        if fraction.bytes().any(|b| b != b'0') {
            normal.push_str(&format!(".{fraction:0<6}"));
        }
    }
    Some(normal)
}

/// `YYYY-MM-DD HH:MM:SS[.ffffff]` of a date alone or a date, a blank or `T`, and a time; no zone.
pub(crate) fn date_time(text: &str) -> Option<String> {
    let day = date(text.get(..10)?)?;
    let rest = text.get(10..)?;
    if rest.is_empty() {
        return Some(format!("{day} 00:00:00"));
    }
    let clock = rest.strip_prefix(' ').or_else(|| rest.strip_prefix('T'))?;
    Some(format!("{day} {}", time(clock)?))
}

fn two_digits(text: &str, max: u32) -> Option<&str> {
    (text.len() == 2 && number(text)? <= max).then_some(text)
}

/// The value of ASCII digits; `parse` alone would accept a sign.
fn number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

fn days(year: u32, month: u32) -> u32 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_the_calendar_only() {
        assert_eq!(date("2024-02-29").as_deref(), Some("2024-02-29"));
        let wrong = [
            "2023-02-29",
            "2024-13-01",
            "2024-1-5",
            "0000-01-01",
            "+024-01-01",
            "2024-01-0é",
        ];
        for text in wrong {
            assert_eq!(date(text), None, "{text}");
        }
    }

    #[test]
    fn times_come_to_one_form() {
        assert_eq!(time("10:30").as_deref(), Some("10:30:00"));
        assert_eq!(time("10:30:05.5").as_deref(), Some("10:30:05.500000"));
        assert_eq!(time("10:30:05.000").as_deref(), Some("10:30:05"));
        for text in [
            "24:00",
            "10:60",
            "10",
            "10:30.5",
            "10:30:00Z",
            "10:30:00.1234567",
        ] {
            assert_eq!(time(text), None, "{text}");
        }
    }

    #[test]
    fn timestamps_are_dates_with_or_without_a_time() {
        let normal = Some("2024-01-05 10:30:00");
        assert_eq!(date_time("2024-01-05T10:30").as_deref(), normal);
        assert_eq!(
            date_time("2024-01-05").as_deref(),
            Some("2024-01-05 00:00:00")
        );
        assert_eq!(date_time("2024-01-05 10:30:00+02"), None);
    }
}
