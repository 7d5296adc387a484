//! LIKE and ILIKE: semantics digest 8.5.

use super::failure::{Evaluation, Failure};

/// One element of a pattern.
enum Part {
    Any,
    One,
    Char(char),
}

/// Whether a text matches a pattern. No character escapes unless one is given.
pub(crate) fn like(
    text: &str,
    pattern: &str,
    escape: Option<char>,
    case_insensitive: bool,
) -> Evaluation<bool> {
    let fold = |s: &str| {
        if case_insensitive {
            s.to_lowercase()
        } else {
            s.to_owned()
        }
    };
    let mut parts = Vec::new();
    let pattern = fold(pattern);
    let mut chars = pattern.chars();
    while let Some(c) = chars.next() {
        parts.push(match c {
            c if Some(c) == escape => Part::Char(
                chars
                    .next()
                    .ok_or_else(|| Failure::runtime("a pattern ends with its escape character"))?,
            ),
            '%' => Part::Any,
            '_' => Part::One,
            c => Part::Char(c),
        });
    }
    let text: Vec<char> = fold(text).chars().collect();
    Ok(matches(&text, &parts))
}

/// Row by row over the pattern: which prefixes of the text the pattern so far matches.
fn matches(text: &[char], parts: &[Part]) -> bool {
    let mut reached: Vec<bool> = std::iter::once(true)
        .chain(text.iter().map(|_| false))
        .collect();
    for part in parts {
        let mut next = vec![false; reached.len()];
        for (end, slot) in next.iter_mut().enumerate() {
            let before = |n: usize| n > 0 && reached.get(n - 1).copied().unwrap_or(false);
            *slot = match part {
                Part::Any => reached.iter().take(end + 1).any(|r| *r),
                Part::One => before(end),
                Part::Char(c) => before(end) && text.get(end - 1) == Some(c),
            };
        }
        reached = next;
    }
    reached.last().copied().unwrap_or(false)
}
