//! Makes an input that fails smaller.

use std::time::{Duration, Instant};

/// How long it may take.
const TIME: Duration = Duration::from_secs(60);

/// Leaves out ever smaller pieces as long as the input still fails.
pub(crate) fn shrink(input: &[u8], fails: &dyn Fn(&[u8]) -> bool) -> Vec<u8> {
    let begun = Instant::now();
    let mut units = units(input);
    let mut size = units.len() / 2;
    while size > 0 {
        let mut at = 0;
        while at < units.len() && begun.elapsed() < TIME {
            let rest = units.iter().skip(at + size);
            let shorter: Vec<&[u8]> = units.iter().take(at).chain(rest).copied().collect();
            if fails(&shorter.concat()) {
                units = shorter;
            } else {
                at += size;
            }
        }
        size /= 2;
    }
    units.concat()
}

/// Characters of a text, bytes of anything else.
fn units(input: &[u8]) -> Vec<&[u8]> {
    match std::str::from_utf8(input) {
        Ok(text) => text
            .split_inclusive(|_: char| true)
            .map(str::as_bytes)
            .collect(),
        Err(_) => input.chunks(1).collect(),
    }
}
