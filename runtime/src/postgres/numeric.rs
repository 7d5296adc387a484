//! Postgres's `numeric`, exactly: an integer and a number of decimals.

use arrow::datatypes::i256;

/// Digits that Arrow's widest decimal holds.
pub(super) const MAX_DIGITS: u32 = 76;

/// `unscaled / 10^scale`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numeric {
    pub(super) unscaled: i256,
    pub(super) scale: u32,
}

/// Why a value has no [`Numeric`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumericFault {
    /// NaN or an infinity.
    NotFinite,
    /// More than 76 digits.
    TooLong,
    /// Bytes that are no numeric.
    Malformed,
}

impl Numeric {
    /// Reads the binary form: count of digits, weight of the first, sign, decimals; digits of base 10,000.
    pub(super) fn decode(raw: &[u8]) -> Result<Self, NumericFault> {
        let mut words = raw.chunks_exact(2).map(|pair| match pair {
            [a, b] => u16::from_be_bytes([*a, *b]),
            _ => 0,
        });
        let mut next = || words.next().ok_or(NumericFault::Malformed);
        let (count, weight, sign, scale) = (next()?, next()?, next()?, next()?);
        let negative = match sign {
            0x0000 => false,
            0x4000 => true,
            _ => return Err(NumericFault::NotFinite),
        };
        let mut unscaled = i256::ZERO;
        for _ in 0..count {
            let digit = i256::from_i128(i128::from(next()?));
            unscaled = unscaled
                .checked_mul(i256::from_i128(10_000))
                .and_then(|u| u.checked_add(digit))
                .ok_or(NumericFault::TooLong)?;
        }
        // The last digit stands for 10^(4 * (weight - count + 1)); the value has `scale` decimals.
        let last = 4 * (i32::from(weight.cast_signed()) - i32::from(count) + 1);
        let unscaled = shift(unscaled, last + i32::from(scale)).ok_or(NumericFault::TooLong)?;
        let numeric = Self {
            unscaled: if negative {
                unscaled.wrapping_neg()
            } else {
                unscaled
            },
            scale: u32::from(scale),
        };
        if numeric.scale > MAX_DIGITS || numeric.digits() > MAX_DIGITS {
            return Err(NumericFault::TooLong);
        }
        Ok(numeric)
    }

    /// The integer at another scale; `None` if that would lose a digit or overflow.
    pub(super) fn at_scale(self, scale: u32) -> Option<i256> {
        if scale >= self.scale {
            return shift(self.unscaled, i32::try_from(scale - self.scale).ok()?);
        }
        let power = power_of_ten(self.scale - scale)?;
        let remainder = self.unscaled.checked_rem(power)?;
        (remainder == i256::ZERO).then(|| self.unscaled.checked_div(power))?
    }

    /// How many decimal digits the integer has.
    fn digits(self) -> u32 {
        let text = self.unscaled.to_string();
        u32::try_from(text.trim_start_matches('-').len()).unwrap_or(u32::MAX)
    }

    /// How many digits stand before the point.
    pub(super) fn integer_digits(self) -> u32 {
        self.digits().saturating_sub(self.scale)
    }
}

/// `value * 10^exponent`; a negative exponent divides, which the caller knows to be exact.
fn shift(value: i256, exponent: i32) -> Option<i256> {
    if value == i256::ZERO {
        return Some(value);
    }
    let power = power_of_ten(exponent.unsigned_abs())?;
    if exponent < 0 {
        value.checked_div(power)
    } else {
        value.checked_mul(power)
    }
}

fn power_of_ten(exponent: u32) -> Option<i256> {
    i256::from_i128(10).checked_pow(exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(words: &[u16]) -> Vec<u8> {
        words.iter().flat_map(|w| w.to_be_bytes()).collect()
    }

    #[test]
    fn decimals_are_exact() {
        // -1234567.89: digits 123 4567 8900, weight 1, two decimals.
        let raw = bytes(&[3, 1, 0x4000, 2, 123, 4567, 8900]);
        let numeric = Numeric::decode(&raw).unwrap();
        assert_eq!(numeric.unscaled, i256::from_i128(-123_456_789));
        assert_eq!(numeric.at_scale(4), Some(i256::from_i128(-12_345_678_900)));
        assert_eq!(numeric.at_scale(1), None);
        assert_eq!(numeric.integer_digits(), 7);
    }

    #[test]
    fn trailing_zero_digits_are_not_sent_but_count() {
        // 50000: one digit 5 of weight 1.
        let numeric = Numeric::decode(&bytes(&[1, 1, 0, 0, 5])).unwrap();
        assert_eq!(numeric.unscaled, i256::from_i128(50_000));
        // 0.00: no digit at all.
        let zero = Numeric::decode(&bytes(&[0, 0, 0, 2])).unwrap();
        assert_eq!((zero.unscaled, zero.scale), (i256::ZERO, 2));
    }

    #[test]
    fn what_is_no_finite_number_is_said() {
        let nan = Numeric::decode(&bytes(&[0, 0, 0xC000, 0]));
        assert_eq!(nan, Err(NumericFault::NotFinite));
        assert_eq!(Numeric::decode(&[0, 1]), Err(NumericFault::Malformed));
    }
}
