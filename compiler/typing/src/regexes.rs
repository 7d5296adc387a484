//! The portable subset of regular expressions: semantics digest 8.8.

use dosic_diagnostics::{Check, Code, Diagnostic};
use dosic_ir::ScalarFn;

use crate::alternatives;
use crate::lowering::{Lowering, Operand};

/// The most repetitions that every engine accepts in `{m,n}`.
const MAX_REPEAT: u32 = 255;

impl Lowering<'_> {
    /// Checks literal patterns and replacements; what is no literal is left to the engine.
    pub(crate) fn check_regex(&mut self, function: ScalarFn, operands: &[Operand]) {
        let is_regex = matches!(
            function,
            ScalarFn::RegexpLike
                | ScalarFn::RegexpExtract
                | ScalarFn::RegexpReplace
                | ScalarFn::RegexpCount
        );
        let Some(pattern) = operands.get(1).filter(|_| is_regex) else {
            return;
        };
        let groups = match pattern.text().map(check) {
            None => None,
            Some(Ok(groups)) => Some(groups),
            Some(Err(fault)) => return self.unsupported_regex(&fault, pattern),
        };
        // Whether it matches at all does not depend on the order of alternatives.
        if function != ScalarFn::RegexpLike
            && let Some((short, long)) = pattern.text().and_then(alternatives::hidden)
        {
            let message = format!("the alternative `{short}` stands before the longer `{long}`");
            let fault = self.regex_fault(&message, pattern);
            self.ban(fault.help("write the longer alternative first"));
        }
        if let Some(replacement) = operands.get(2)
            && let Some(text) = replacement.text()
            && let Err(fault) = check_replacement(text, groups)
        {
            self.unsupported_regex(&fault, replacement);
        }
    }

    fn regex_fault(&self, message: &str, operand: &Operand) -> Diagnostic {
        let label = "does not mean the same on every engine";
        self.fault(
            Code::UnsupportedRegex,
            Check::Types,
            message,
            &operand.span,
            label,
        )
    }

    fn unsupported_regex(&mut self, message: &str, operand: &Operand) {
        let fault = self.regex_fault(message, operand).help(
            "portable are literals, `.`, `[…]`, `\\d \\w \\s`, `* + ? {m,n}`, `|`, `^ $` and groups",
        );
        self.ban(fault);
    }
}

/// The number of groups of a pattern inside the subset, or what is outside it.
fn check(pattern: &str) -> Result<u32, String> {
    let mut reader = Reader {
        rest: pattern.chars().collect::<Vec<_>>().into_iter().peekable(),
        open: 0,
        groups: 0,
        repeatable: false,
    };
    while let Some(character) = reader.rest.next() {
        reader.step(character)?;
    }
    if reader.open > 0 {
        return Err("the pattern leaves a group open".to_owned());
    }
    Ok(reader.groups)
}

/// `\1` to `\9` of groups that exist, `\\`, and plain text.
fn check_replacement(text: &str, groups: Option<u32>) -> Result<(), String> {
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            continue;
        }
        match characters.next() {
            Some('\\') => {}
            Some(digit @ '1'..='9') => {
                let number = digit.to_digit(10).unwrap_or(0);
                if groups.is_some_and(|n| number > n) {
                    return Err(format!(
                        "`\\{digit}` names a group that the pattern has not"
                    ));
                }
            }
            Some(other) => return Err(format!("`\\{other}` in a replacement is not portable")),
            None => return Err("the replacement ends in a backslash".to_owned()),
        }
    }
    Ok(())
}

struct Reader {
    rest: std::iter::Peekable<std::vec::IntoIter<char>>,
    open: usize,
    groups: u32,
    /// Whether a quantifier may follow.
    repeatable: bool,
}

impl Reader {
    fn step(&mut self, character: char) -> Result<(), String> {
        match character {
            '\\' => {
                escape(self.rest.next())?;
                self.repeatable = true;
            }
            '[' => {
                self.class()?;
                self.repeatable = true;
            }
            '(' => {
                self.group()?;
                self.repeatable = false;
            }
            ')' => {
                self.open = self
                    .open
                    .checked_sub(1)
                    .ok_or("the pattern closes a group that is not open")?;
                self.repeatable = true;
            }
            '*' | '+' | '?' => self.quantifier(&character.to_string())?,
            '{' => {
                let count = self.count()?;
                self.quantifier(&count)?;
            }
            '}' => return Err("a bare `}` is not portable, write `\\}`".to_owned()),
            '|' | '^' | '$' => self.repeatable = false,
            _ => self.repeatable = true,
        }
        Ok(())
    }

    fn group(&mut self) -> Result<(), String> {
        self.open += 1;
        if self.rest.peek() != Some(&'?') {
            self.groups += 1;
            return Ok(());
        }
        self.rest.next();
        match self.rest.next() {
            Some(':') => Ok(()),
            Some(other) => Err(format!("`(?{other}` is not portable")),
            None => Err("the pattern leaves a group open".to_owned()),
        }
    }

    /// Refuses a quantifier without something to repeat, and lazy and possessive ones.
    fn quantifier(&mut self, written: &str) -> Result<(), String> {
        if !self.repeatable {
            return Err(format!("`{written}` has nothing to repeat"));
        }
        self.repeatable = false;
        match self.rest.peek() {
            Some(c @ ('?' | '+')) => Err(format!("`{written}{c}` is not portable")),
            _ => Ok(()),
        }
    }

    /// `{m}`, `{m,}` or `{m,n}` after its brace, as written.
    fn count(&mut self) -> Result<String, String> {
        let mut inside = String::new();
        loop {
            match self.rest.next() {
                Some('}') => break,
                Some(c) => inside.push(c),
                None => return Err("a bare `{` is not portable, write `\\{`".to_owned()),
            }
        }
        let (low, high) = inside.split_once(',').unwrap_or((&inside, &inside));
        let number = |text: &str| {
            let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            digits.then(|| text.parse::<u32>().ok()).flatten()
        };
        let low = number(low);
        let high = if high.is_empty() {
            low.map(|_| MAX_REPEAT)
        } else {
            number(high)
        };
        match (low, high) {
            (Some(low), Some(high)) if low <= high && high <= MAX_REPEAT => {
                Ok(format!("{{{inside}}}"))
            }
            _ => Err(format!("`{{{inside}}}` is no portable repetition")),
        }
    }

    /// A bracket expression after its bracket.
    fn class(&mut self) -> Result<(), String> {
        self.rest.next_if_eq(&'^');
        let mut first = true;
        let mut before: Option<char> = None;
        loop {
            let Some(character) = self.rest.next() else {
                return Err("the pattern leaves a bracket open".to_owned());
            };
            match character {
                ']' if !first => return Ok(()),
                '[' if matches!(self.rest.peek(), Some(':' | '.' | '=')) => {
                    return Err("named classes such as `[:alpha:]` are not portable".to_owned());
                }
                '\\' => before = escape(self.rest.next())?,
                '-' if !first && self.rest.peek() != Some(&']') => {
                    if before.is_none() {
                        return Err("a `-` inside brackets stands first or last".to_owned());
                    }
                    let end = match self.rest.next() {
                        Some('\\') => escape(self.rest.next())?,
                        other => other,
                    };
                    if end < before {
                        return Err("a range in brackets runs backwards".to_owned());
                    }
                    before = None;
                }
                other => before = Some(other),
            }
            first = false;
        }
    }
}

/// The character that an escape stands for; `None` for a class.
fn escape(after: Option<char>) -> Result<Option<char>, String> {
    match after {
        None => Err("the pattern ends in a backslash".to_owned()),
        Some('d' | 'w' | 's') => Ok(None),
        Some('n') => Ok(Some('\n')),
        Some('t') => Ok(Some('\t')),
        Some(c) if c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii() => {
            Err(format!("`\\{c}` is not portable"))
        }
        Some(c) => Ok(Some(c)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_subset_is_accepted_and_groups_are_counted() {
        let patterns = [
            ("^[A-Z]{2,3}-\\d+$", 0),
            ("(a|b)*(?:c)\\.", 1),
            ("[]a-]+[^\\]\\d]?", 0),
            ("a{2}b{3,}.", 0),
        ];
        for (pattern, groups) in patterns {
            assert_eq!(check(pattern), Ok(groups), "{pattern}");
        }
    }

    #[test]
    fn what_differs_between_engines_is_refused() {
        let patterns = [
            "(?=a)",
            "(?i)a",
            "(a)\\1",
            "\\bword",
            "a*?",
            "a++",
            "[[:alpha:]]",
            "*a",
            "a**",
            "(a",
            "a)",
            "[a",
            "a{300}",
            "a{x}",
            "a\\",
            "\\D",
            "[z-a]",
            "[a-c-e]",
            "[\\d-z]",
            "\\_",
            "a{3,2}",
            "(?P<n>a)",
        ];
        for pattern in patterns {
            assert!(check(pattern).is_err(), "{pattern}");
        }
    }

    #[test]
    fn replacements_name_groups_that_exist() {
        assert_eq!(check_replacement("\\2-\\1 \\\\", Some(2)), Ok(()));
        for text in ["\\3", "\\0", "\\&", "\\"] {
            assert!(check_replacement(text, Some(2)).is_err(), "{text}");
        }
    }
}
