//! Did-you-mean: the nearest of a list of names.

/// The candidate nearest to `name`, ignoring case first, within a distance that grows with its length.
#[must_use]
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted: Vec<char> = name.to_lowercase().chars().collect();
    let limit = (name.chars().count() / 3).max(1);
    let mut candidate: Vec<char> = Vec::new();
    candidates
        .into_iter()
        .filter_map(|c| {
            // Most candidates are too long or too short; those cost nothing more.
            let length = c.chars().count();
            // Letters may be more in lower case, up to three for one.
            if length > wanted.len() + limit || 3 * length + limit < wanted.len() {
                return None;
            }
            candidate.clear();
            candidate.extend(c.chars().flat_map(char::to_lowercase));
            let distance = distance(&wanted, &candidate, limit)?;
            Some((distance, c))
        })
        .min()
        .map(|(_, c)| c)
}

/// A sentence that offers the nearest candidate, or `None` if none is near.
#[must_use]
pub fn did_you_mean<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    nearest(name, candidates).map(|c| format!("did you mean `{c}`?"))
}

/// Damerau–Levenshtein distance (optimal string alignment) over characters, if it is within `limit`.
fn distance(a: &[char], b: &[char], limit: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > limit {
        return None;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = Vec::with_capacity(b.len() + 1);
        row.push(i + 1);
        for (j, y) in b.iter().enumerate() {
            let at = |v: &[usize], k: usize| v.get(k).copied().unwrap_or(usize::MAX / 2);
            let mut best = (at(&row, j) + 1)
                .min(at(&last, j + 1) + 1)
                .min(at(&last, j) + usize::from(x != y));
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if swapped {
                best = best.min(at(&before, j - 1) + 1);
            }
            row.push(best);
        }
        // A swap reaches back two rows; what both have exceeded is never made up for.
        let least = |v: &[usize]| v.iter().min().copied().unwrap_or(0);
        if least(&row) > limit && least(&last) > limit {
            return None;
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied().filter(|d| *d <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        assert_eq!(nearest("amuont", ["amount", "account"]), Some("amount"));
        assert_eq!(nearest("REGION", ["region"]), Some("region"));
        assert_eq!(nearest("id", ["amount"]), None);
        assert_eq!(nearest("ba", ["ab", "aa"]), Some("aa"));
        assert_eq!(
            nearest("reveune_total", ["revenue_total"]),
            Some("revenue_total")
        );
        assert_eq!(
            nearest("stra\u{df}e", ["STRASSE", "STRA\u{1e9e}E"]),
            Some("STRA\u{1e9e}E")
        );
        assert_eq!(nearest("i\u{307}d", ["\u{130}D"]), Some("\u{130}D"));
    }
}
