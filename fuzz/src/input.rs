//! Random texts: mutated seeds, words of the dictionary, loose characters, deep nests.

use crate::random::Random;

/// What texts are made of.
#[derive(Clone, Debug)]
pub(crate) struct Material {
    /// Texts that are right, or nearly.
    pub(crate) seeds: Vec<String>,
    /// Words and signs of the language.
    pub(crate) words: Vec<String>,
    /// Openings that are repeated many times.
    pub(crate) nests: Vec<String>,
}

/// Characters that tend to be mistaken, and plain ones.
const CHARACTERS: &[char] = &[
    'a',
    'Z',
    '_',
    '0',
    '9',
    ' ',
    '\n',
    '\t',
    '\r',
    '\0',
    '\'',
    '"',
    '`',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    ',',
    '.',
    ';',
    ':',
    '+',
    '-',
    '*',
    '/',
    '%',
    '|',
    '=',
    '<',
    '>',
    '!',
    '&',
    '~',
    '#',
    '$',
    '@',
    '?',
    '\\',
    '^',
    'é',
    'ß',
    '\u{301}',
    '\u{a0}',
    '\u{2028}',
    '\u{feff}',
    '‘',
    '“',
    '中',
    '\u{1F600}',
];

impl Material {
    /// One text.
    pub(crate) fn text(&self, random: &mut Random) -> String {
        match random.below(20) {
            0 => self.characters(random),
            1 => self.nest(random),
            2..=6 => self.soup(random),
            _ => self.mutated(random),
        }
    }

    fn characters(&self, random: &mut Random) -> String {
        let length = random.below(40);
        (0..length)
            .filter_map(|_| random.pick(CHARACTERS))
            .collect()
    }

    fn nest(&self, random: &mut Random) -> String {
        let opening = random.pick(&self.nests).cloned().unwrap_or_default();
        // Mostly about as deep as is allowed, now and then far deeper.
        let times = if random.below(10) == 0 {
            20_000
        } else {
            random.below(400)
        };
        let mut text = opening.repeat(times);
        text.push_str(&self.seed(random));
        if random.below(2) == 0 {
            text.push_str(&")".repeat(times));
        }
        text
    }

    fn soup(&self, random: &mut Random) -> String {
        let mut text = String::new();
        for _ in 0..random.below(25) {
            text.push_str(random.pick(&self.words).map_or("", String::as_str));
            if random.below(6) != 0 {
                text.push(' ');
            }
        }
        text
    }

    fn seed(&self, random: &mut Random) -> String {
        random.pick(&self.seeds).cloned().unwrap_or_default()
    }

    fn mutated(&self, random: &mut Random) -> String {
        let mut text: Vec<char> = self.seed(random).chars().collect();
        for _ in 0..=random.below(6) {
            let at = random.below(text.len() + 1);
            let length = random.below(8).min(text.len() - at);
            let replacement: Vec<char> = match random.below(6) {
                0 => Vec::new(),
                1 => random.pick(CHARACTERS).copied().into_iter().collect(),
                2 => text
                    .iter()
                    .skip(at)
                    .take(length)
                    .copied()
                    .cycle()
                    .take(2 * length)
                    .collect(),
                3 => {
                    let other: Vec<char> = self.seed(random).chars().collect();
                    let from = random.below(other.len() + 1);
                    let count = random.below(20);
                    other.into_iter().skip(from).take(count).collect()
                }
                4 => format!("({})", self.seed(random)).chars().collect(),
                _ => {
                    let word = random.pick(&self.words).map_or("", String::as_str);
                    format!(" {word} ").chars().collect()
                }
            };
            text.splice(at..at + length, replacement);
        }
        text.into_iter().collect()
    }
}
