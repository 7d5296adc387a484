//! Postgres's binary form of values, read from the bytes of a row.

use postgres::types::{FromSql, Type};

/// Days from 1970-01-01 to Postgres's epoch, 2000-01-01.
const EPOCH_DAYS: i32 = 10_957;
/// The same in microseconds.
const EPOCH_MICROS: i64 = 946_684_800_000_000;

/// The bytes of one value, whatever its type.
pub(super) struct Raw<'a>(pub(super) &'a [u8]);

impl<'a> FromSql<'a> for Raw<'a> {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn std::error::Error + Sync + Send>> {
        Ok(Self(raw))
    }

    fn accepts(_: &Type) -> bool {
        true
    }
}

impl Raw<'_> {
    /// Exactly `N` bytes, or `None`.
    pub(super) fn exactly<const N: usize>(&self) -> Option<[u8; N]> {
        self.0.try_into().ok()
    }

    pub(super) fn text(&self) -> Option<&str> {
        std::str::from_utf8(self.0).ok()
    }
}

/// Days since 1970-01-01; `None` for infinity.
pub(super) fn date(raw: &Raw<'_>) -> Option<i32> {
    let days = i32::from_be_bytes(raw.exactly()?);
    if days == i32::MAX || days == i32::MIN {
        return None;
    }
    days.checked_add(EPOCH_DAYS)
}

/// Microseconds since 1970-01-01; `None` for infinity.
pub(super) fn timestamp(raw: &Raw<'_>) -> Option<i64> {
    let micros = i64::from_be_bytes(raw.exactly()?);
    if micros == i64::MAX || micros == i64::MIN {
        return None;
    }
    micros.checked_add(EPOCH_MICROS)
}

/// Months, days, nanoseconds.
pub(super) fn interval(raw: &Raw<'_>) -> Option<(i32, i32, i64)> {
    let bytes: [u8; 16] = raw.exactly()?;
    let (micros, rest) = bytes.split_first_chunk::<8>()?;
    let (days, rest) = rest.split_first_chunk::<4>()?;
    let months: [u8; 4] = rest.try_into().ok()?;
    let nanos = i64::from_be_bytes(*micros).checked_mul(1000)?;
    Some((i32::from_be_bytes(months), i32::from_be_bytes(*days), nanos))
}

/// The usual text of a UUID.
pub(super) fn uuid(raw: &Raw<'_>) -> Option<String> {
    let bytes: [u8; 16] = raw.exactly()?;
    let mut text = String::with_capacity(36);
    for (i, byte) in bytes.iter().enumerate() {
        if matches!(i, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        text.push_str(&format!("{byte:02x}"));
    }
    Some(text)
}

/// The text of a `jsonb` value, which begins with the version byte 1.
pub(super) fn jsonb<'a>(raw: &Raw<'a>) -> Option<&'a str> {
    let (version, text) = raw.0.split_first()?;
    (*version == 1).then(|| std::str::from_utf8(text).ok())?
}
