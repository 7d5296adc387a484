//! Expressions as tokens: enough to find the names in them and to write them otherwise.

/// A piece of an expression; all of them together are the expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A name, regular or in quotes, as written; keywords and functions too.
    Name(String),
    /// Between the parts of a path.
    Dot,
    /// Text in quotes, a number, an operator or blanks.
    Other(String),
}

impl Token {
    fn text(&self) -> &str {
        match self {
            Self::Name(text) | Self::Other(text) => text,
            Self::Dot => ".",
        }
    }
}

/// The tokens of an expression.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\'' | '"' => quoted_length(rest, first),
            c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let (piece, after) = rest.split_at(length);
        let follows_number = matches!(all.last(), Some(Token::Other(o)) if starts_as_number(o));
        all.push(match first {
            '"' => Token::Name(piece.to_owned()),
            c if c.is_ascii_digit() => Token::Other(piece.to_owned()),
            c if is_word(c) => Token::Name(piece.to_owned()),
            '.' if !follows_number => Token::Dot,
            _ => Token::Other(piece.to_owned()),
        });
        rest = after;
    }
    all
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn starts_as_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// How long the quoted piece is that a text starts with; a doubled quote stands for one.
fn quoted_length(text: &str, quote: char) -> usize {
    let mut inside = text.char_indices().skip(1).peekable();
    while let Some((at, c)) = inside.next() {
        if c == quote && inside.next_if(|(_, next)| *next == quote).is_none() {
            return at + 1;
        }
    }
    text.len()
}

/// The paths of an expression: `a.b`, `r.a.b`, and names alone that call no function.
pub(super) fn paths(text: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    rewrite(text, &mut |path| {
        found.push(path.to_vec());
        None
    });
    found
}

/// The expression with its paths written otherwise, where `change` gives something.
pub(super) fn rewrite(text: &str, change: &mut dyn FnMut(&[String]) -> Option<String>) -> String {
    let all = tokens(text);
    let mut out = String::new();
    let mut at = 0;
    while let Some(token) = all.get(at) {
        let Token::Name(first) = token else {
            out.push_str(token.text());
            at += 1;
            continue;
        };
        let mut path = vec![first.clone()];
        let start = at;
        at += 1;
        while let (Some(Token::Dot), Some(Token::Name(next))) = (all.get(at), all.get(at + 1)) {
            path.push(next.clone());
            at += 2;
        }
        let calls = matches!(all.get(at), Some(Token::Other(o)) if o == "(") && path.len() == 1;
        match if calls { None } else { change(&path) } {
            Some(changed) => out.push_str(&changed),
            None => all[start..at].iter().for_each(|t| out.push_str(t.text())),
        }
    }
    out
}

/// The aggregates whose arguments tell their home.
const AGGREGATES: &[&str] = &[
    "SUM",
    "COUNT",
    "AVG",
    "MIN",
    "MAX",
    "MEDIAN",
    "STDDEV",
    "VAR_POP",
    "APPROX_COUNT_DISTINCT",
];

/// The arguments of the aggregates of an expression, windows over rows among them.
pub(super) fn aggregated(text: &str) -> Vec<String> {
    let all = tokens(text);
    let mut found = Vec::new();
    for (at, pair) in all.windows(2).enumerate() {
        let [Token::Name(name), open] = pair else {
            continue;
        };
        if open.text() != "(" || !AGGREGATES.contains(&name.as_str()) {
            continue;
        }
        let mut depth = 0;
        let mut argument = String::new();
        for token in &all[at + 1..] {
            match token.text() {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            argument.push_str(token.text());
            if depth == 0 {
                break;
            }
        }
        found.push(argument);
    }
    found
}

/// An entry of a query without its alias.
pub(super) fn expression(entry: &str) -> &str {
    entry.rsplit_once(" AS ").map_or(entry, |(e, _)| e)
}

/// The alias of an entry, if it has one.
pub(super) fn alias(entry: &str) -> Option<&str> {
    entry.rsplit_once(" AS ").map(|(_, alias)| alias)
}

/// Expressions as entries with aliases `g0`, `g1`, …
pub(super) fn entries(expressions: &[String], prefix: &str) -> Vec<String> {
    let name = |(i, e): (usize, &String)| format!("{e} AS {prefix}{i}");
    expressions.iter().enumerate().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_found_and_rewritten() {
        let text = "SUM(\"Or\"\"der\".n + r0.a.s) || 'a.b' || 0.25 + metric_0";
        let names: Vec<String> = paths(text).iter().map(|p| p.join("/")).collect();
        assert_eq!(names, ["\"Or\"\"der\"/n", "r0/a/s", "metric_0"]);
        let changed = rewrite(text, &mut |p| (p == ["metric_0"]).then(|| "(1)".to_owned()));
        assert_eq!(changed, text.replace("metric_0", "(1)"));
        assert_eq!(
            aggregated("1 + SUM(a.n + (2)) / COUNT(*)"),
            ["(a.n + (2))", "(*)"]
        );
        assert_eq!(
            expression("CAST(a.n AS INTEGER) AS g0"),
            "CAST(a.n AS INTEGER)"
        );
    }
}
