//! Shorter texts of an expression: a call by one of its arguments, an operation by one side, without a window,
//! a frame, a direction. Not all of them mean something; what means nothing does not fail.

use std::ops::Range;

use super::words::{Word, text_of, words};

/// Up to how many are tried of each expression.
const MOST: usize = 60;

/// Shorter texts, shortest first.
pub(super) fn shorter(text: &str) -> Vec<String> {
    let scan = Scan {
        text,
        words: words(text),
    };
    let mut found = Vec::new();
    scan.references(&mut found);
    for at in 0..scan.words.len() {
        scan.calls(at, &mut found);
        scan.clauses(at, &mut found);
        scan.operations(at, &mut found);
        scan.cases(at, &mut found);
    }
    let mut found: Vec<String> = found.iter().map(|t| t.trim().to_owned()).collect();
    found.retain(|t| !t.is_empty() && t.len() < text.len());
    found.sort_by_key(|t| (t.len(), t.clone()));
    found.dedup();
    found.truncate(MOST);
    found
}

struct Scan<'t> {
    text: &'t str,
    words: Vec<Word>,
}

const OPERATORS: &[&str] = &[
    "AND", "OR", "+", "-", "*", "/", "%", "||", "=", "<", ">", "<=", ">=", "<>",
];

/// Words that end an operand.
const ENDS: &[&str] = &[
    "WHEN",
    "THEN",
    "ELSE",
    "END",
    "CASE",
    "BY",
    "WHERE",
    "AND",
    "OR",
    "AS",
    "ORDER",
    "ROWS",
    "RANGE",
    "PARTITION",
    "DESC",
    "ASC",
    "NULLS",
    ",",
];

impl Scan<'_> {
    fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |w| text_of(self.text, w))
    }

    fn slice(&self, words: Range<usize>) -> &str {
        let first = self.words.get(words.start);
        let last = words.end.checked_sub(1).and_then(|l| self.words.get(l));
        match (first, last) {
            (Some(first), Some(last)) if words.start < words.end => {
                let range = first.range.start..last.range.end;
                self.text.get(range).unwrap_or_default()
            }
            _ => "",
        }
    }

    /// The text with some words replaced.
    fn replaced(&self, words: Range<usize>, by: &str) -> String {
        let before = self.slice(0..words.start);
        let after = self.slice(words.end..self.words.len());
        let glue = |text: &str, other: &str| {
            let tight = text.is_empty() || other.is_empty() || text.ends_with(['(', '.']);
            if tight || other.starts_with([')', ',', '.']) {
                ""
            } else {
                " "
            }
            .to_owned()
        };
        let first = glue(before, by);
        let second = glue(by, after);
        if by.is_empty() {
            return format!("{before}{}{after}", glue(before, after));
        }
        format!("{before}{first}{by}{second}{after}")
    }

    /// The word after the bracket that closes the one at `open`.
    fn closed(&self, open: usize) -> usize {
        let mut depth = 0usize;
        for at in open..self.words.len() {
            match self.word(at) {
                "(" => depth += 1,
                ")" => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return at + 1;
                    }
                }
                _ => {}
            }
        }
        self.words.len()
    }

    fn references(&self, found: &mut Vec<String>) {
        let mut at = 0;
        while at < self.words.len() {
            let mut end = at + 1;
            while self.words[at].is_name && self.word(end) == "." {
                end += 2;
            }
            if end > at + 1 {
                found.push(self.slice(at..end).to_owned());
            }
            at = end;
        }
    }

    /// `F(a, b)`, with what follows it, by `a` or `b`.
    fn calls(&self, at: usize, found: &mut Vec<String>) {
        if self.word(at) != "(" {
            return;
        }
        let close = self.closed(at);
        let named = at > 0 && self.words[at - 1].is_name && !ENDS.contains(&self.word(at - 1));
        let start = if named { at - 1 } else { at };
        if matches!(self.word(start), "OVER" | "FILTER" | "GROUP" | "IN") {
            return;
        }
        let mut ends = vec![close];
        for follower in ["WITHIN", "FILTER", "OVER"] {
            let end = ends.last().copied().unwrap_or(close);
            if self.word(end) == follower {
                let open = end + if follower == "WITHIN" { 2 } else { 1 };
                ends.push(self.closed(open));
            }
        }
        let mut argument = at + 1;
        let mut depth = 0usize;
        for end in at + 1..close {
            match self.word(end) {
                "(" => depth += 1,
                ")" if depth > 0 => depth -= 1,
                ")" | "," if depth == 0 => {
                    for last in &ends {
                        found.push(self.replaced(start..*last, self.slice(argument..end)));
                    }
                    argument = end + 1;
                }
                _ => {}
            }
        }
    }

    /// Without a window, a filter, a partition, a frame, a direction.
    fn clauses(&self, at: usize, found: &mut Vec<String>) {
        let mut drop = |end: usize| found.push(self.replaced(at..end, ""));
        match self.word(at) {
            "OVER" | "FILTER" => drop(self.closed(at + 1)),
            "DESC" | "ASC" => drop(at + 1),
            "NULLS" => drop(at + 2),
            "PARTITION" | "ROWS" | "RANGE" => {
                let mut depth = 0usize;
                let mut end = at;
                while end < self.words.len() {
                    match self.word(end) {
                        "(" => depth += 1,
                        ")" if depth == 0 => break,
                        ")" => depth -= 1,
                        "ORDER" if depth == 0 => break,
                        _ => {}
                    }
                    end += 1;
                }
                drop(end);
            }
            "NOT" => drop(at + 1),
            _ => {}
        }
    }

    /// `a + b` by `a` or `b`.
    fn operations(&self, at: usize, found: &mut Vec<String>) {
        if !OPERATORS.contains(&self.word(at)) {
            return;
        }
        let (mut start, mut depth) = (at, 0usize);
        while start > 0 {
            match self.word(start - 1) {
                ")" => depth += 1,
                "(" if depth == 0 => break,
                "(" => depth -= 1,
                word if depth == 0 && ENDS.contains(&word) => break,
                _ => {}
            }
            start -= 1;
        }
        let (mut end, mut depth) = (at + 1, 0usize);
        while end < self.words.len() {
            match self.word(end) {
                "(" => depth += 1,
                ")" if depth == 0 => break,
                ")" => depth -= 1,
                word if depth == 0 && ENDS.contains(&word) => break,
                _ => {}
            }
            end += 1;
        }
        found.push(self.replaced(start..end, self.slice(start..at)));
        found.push(self.replaced(start..end, self.slice(at + 1..end)));
    }

    /// `CASE … END` by one of its values.
    fn cases(&self, at: usize, found: &mut Vec<String>) {
        if self.word(at) != "CASE" {
            return;
        }
        let mut depth = 0usize;
        let mut value = None;
        let mut values = Vec::new();
        for end in at..self.words.len() {
            let word = self.word(end);
            if depth == 1
                && matches!(word, "WHEN" | "ELSE" | "END")
                && let Some(start) = value.take()
            {
                values.push(start..end);
            }
            match word {
                "CASE" => depth += 1,
                "THEN" | "ELSE" if depth == 1 => value = Some(end + 1),
                "END" => {
                    depth -= 1;
                    if depth == 0 {
                        for range in values {
                            found.push(self.replaced(at..end + 1, self.slice(range)));
                        }
                        return;
                    }
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::shorter;

    #[test]
    fn compounds_are_replaced_by_their_parts() {
        let all = shorter("SUM(COALESCE(a.n, 0)) OVER (PARTITION BY a.s ORDER BY a.n DESC) AS v0");
        for expected in [
            "a.n",
            "SUM(a.n) OVER (PARTITION BY a.s ORDER BY a.n DESC) AS v0",
            "SUM(COALESCE(a.n, 0)) AS v0",
            "SUM(COALESCE(a.n, 0)) OVER (ORDER BY a.n DESC) AS v0",
            "COALESCE(a.n, 0) AS v0",
        ] {
            assert!(all.iter().any(|t| t == expected), "{expected}: {all:#?}");
        }
        let all = shorter("CASE WHEN a.n > 1 AND b.\"x y\" = 'it''s' THEN 1 ELSE a.n END");
        for expected in [
            "1",
            "a.n",
            "CASE WHEN b.\"x y\" = 'it''s' THEN 1 ELSE a.n END",
        ] {
            assert!(all.iter().any(|t| t == expected), "{expected}: {all:#?}");
        }
    }
}
