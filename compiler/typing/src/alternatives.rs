//! Alternatives of a regular expression of which the order decides, on some engines only.
//!
//! Where `a|ab` meets `ab`, an engine that tries alternatives in order finds `a`, one that looks
//! for the longest match finds `ab`. With the longer one first both find `ab`.

/// The first plain alternative that begins a later one beside it, with that one. The pattern is
/// one of the portable subset.
pub(crate) fn hidden(pattern: &str) -> Option<(String, String)> {
    let mut levels = vec![Level::default()];
    let mut characters = pattern.chars().peekable();
    let mut in_class = false;
    while let Some(character) = characters.next() {
        let escaped = character == '\\';
        let character = if escaped {
            characters.next()?
        } else {
            character
        };
        let level = levels.last_mut()?;
        if in_class {
            in_class = escaped || character != ']';
        } else if escaped && !character.is_ascii_alphanumeric() {
            level.add(character);
        } else if escaped {
            level.spoil();
        } else {
            match character {
                '[' => {
                    level.spoil();
                    in_class = true;
                    // A bracket that closes right after the opening one is a plain character.
                    characters.next_if_eq(&'^');
                    characters.next_if_eq(&']');
                }
                '(' => {
                    level.spoil();
                    levels.push(Level::default());
                    if characters.next_if_eq(&'?').is_some() {
                        characters.next();
                    }
                }
                ')' => {
                    if let Some(found) = levels.pop()?.hidden() {
                        return Some(found);
                    }
                }
                '|' => level.done.push(level.current.replace(String::new())),
                '.' | '^' | '$' | '*' | '+' | '?' | '{' | '}' => level.spoil(),
                plain => level.add(plain),
            }
        }
    }
    levels.pop()?.hidden()
}

/// The alternatives of one group: their text if it is plain.
struct Level {
    done: Vec<Option<String>>,
    current: Option<String>,
}

impl Default for Level {
    fn default() -> Self {
        Self {
            done: Vec::new(),
            current: Some(String::new()),
        }
    }
}

impl Level {
    fn add(&mut self, character: char) {
        if let Some(text) = &mut self.current {
            text.push(character);
        }
    }

    fn spoil(&mut self) {
        self.current = None;
    }

    fn hidden(mut self) -> Option<(String, String)> {
        self.done.push(self.current);
        let plain: Vec<_> = self.done.into_iter().flatten().collect();
        plain.iter().enumerate().find_map(|(i, short)| {
            let begins = |later: &&String| later.len() > short.len() && later.starts_with(short);
            let long = plain.iter().skip(i + 1).find(begins)?;
            Some((short.clone(), long.clone()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::hidden;

    #[test]
    fn a_shorter_alternative_before_a_longer_one_is_found() {
        let found = Some(("a".to_owned(), "ab".to_owned()));
        for pattern in ["a|ab", "x(?:a|c|ab)", "[|]|a|ab", "(a|ab)c"] {
            assert_eq!(hidden(pattern), found, "{pattern}");
        }
        for pattern in ["ab|a", "a|b", "a|a.b", "[a|ab]", "(a)|ab", "a\\|ab", ""] {
            assert_eq!(hidden(pattern), None, "{pattern}");
        }
    }
}
