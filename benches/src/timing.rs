//! Repeated runs, and what is said of their times.

use std::time::{Duration, Instant};

/// Times of one thing, in the order of size.
#[derive(Clone, Debug)]
pub struct Times(Vec<Duration>);

impl Times {
    /// Runs `call` again and again: a tenth of the runs to warm up, then at least `least` runs and as many as
    /// fit into `time`.
    pub fn of<T>(least: usize, time: Duration, mut call: impl FnMut() -> T) -> Self {
        for _ in 0..=least / 10 {
            std::hint::black_box(call());
        }
        let begin = Instant::now();
        let mut times = Vec::new();
        while times.len() < least || begin.elapsed() < time {
            let start = Instant::now();
            std::hint::black_box(call());
            times.push(start.elapsed());
        }
        times.sort_unstable();
        Self(times)
    }

    /// The time that `percent` of the runs stayed within.
    #[must_use]
    pub fn percentile(&self, percent: usize) -> Duration {
        let last = self.0.len().saturating_sub(1);
        self.0
            .get(last * percent / 100)
            .copied()
            .unwrap_or_default()
    }

    /// How many runs there were.
    #[must_use]
    pub fn runs(&self) -> usize {
        self.0.len()
    }
}

/// A time in the unit that suits it: `12.3 µs`.
#[must_use]
pub fn shown(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    match micros {
        m if m < 1_000.0 => format!("{m:.1} µs"),
        m if m < 1_000_000.0 => format!("{:.2} ms", m / 1e3),
        m => format!("{:.2} s", m / 1e6),
    }
}

/// The exponent of growth between two sizes: 1 is linear, 0 flat.
#[must_use]
pub fn growth(from: (usize, Duration), to: (usize, Duration)) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "sizes are small")]
    let sizes = to.0 as f64 / from.0 as f64;
    (to.1.as_secs_f64() / from.1.as_secs_f64()).ln() / sizes.ln()
}

#[cfg(test)]
mod tests {
    use super::{Times, growth, shown};
    use std::time::Duration;

    #[test]
    fn percentiles_and_growth() {
        let times = Times((0..=100).map(Duration::from_micros).collect());
        assert_eq!(times.percentile(50), Duration::from_micros(50));
        assert_eq!(times.percentile(95), Duration::from_micros(95));
        let linear = growth(
            (10, Duration::from_millis(1)),
            (100, Duration::from_millis(10)),
        );
        assert!((linear - 1.0).abs() < 1e-9);
        assert_eq!(shown(Duration::from_micros(1500)), "1.50 ms");
    }
}
