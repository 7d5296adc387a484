//! What may stand between two scalars: blanks, comments, indicators, anchors and tags.

/// The first position from `at` on that is neither blank, comment, anchor nor tag.
pub(super) fn after_properties(source: &str, at: usize) -> usize {
    skip(source, at, |_| false)
}

/// The `|` or `>` of the next block scalar from `at` on, if nothing but separators stands before it.
pub(super) fn block_header(source: &str, at: usize) -> Option<usize> {
    let found = skip(source, at, |b| {
        matches!(b, b'-' | b'?' | b':' | b',' | b'[' | b']' | b'{' | b'}')
    });
    matches!(source.as_bytes().get(found), Some(b'|' | b'>')).then_some(found)
}

/// The dash of a list whose first item begins at `at`, if it stands between `from` and there; else `at`.
pub(super) fn first_dash(source: &str, from: usize, at: usize) -> usize {
    let found = skip(source, from, |b| matches!(b, b'?' | b':'));
    let is_dash = source.as_bytes().get(found) == Some(&b'-');
    if is_dash && found < at { found } else { at }
}

fn skip(source: &str, mut at: usize, indicator: impl Fn(u8) -> bool) -> usize {
    let bytes = source.as_bytes();
    let end_of = |at: usize, stop: &dyn Fn(u8) -> bool| {
        let rest = bytes.get(at..).unwrap_or(&[]);
        rest.iter()
            .position(|b| stop(*b))
            .map_or(bytes.len(), |i| at + i)
    };
    loop {
        at = match bytes.get(at) {
            Some(b' ' | b'\t' | b'\r' | b'\n') => at + 1,
            Some(b'#') => end_of(at, &|b| matches!(b, b'\r' | b'\n')),
            Some(b'&' | b'!') => end_of(at, &|b| b.is_ascii_whitespace()),
            Some(b) if indicator(*b) => at + 1,
            _ => return at,
        };
    }
}
