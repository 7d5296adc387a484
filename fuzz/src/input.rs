//! Random inputs: mutated seeds, words of the dictionary, loose characters, deep nests, loose bytes.

use std::io;

use crate::random::Random;
use crate::seeds;
use crate::structure::mutate_text;
use crate::targets::{Form, NEXT_FILE, Target};
use crate::tree::{self, Tree};

/// Texts that are longer are not mutated as trees.
const LONGEST_TREE: usize = 40_000;

/// What inputs are made of.
#[derive(Clone, Debug)]
pub struct Material {
    form: Form,
    /// Inputs that are right, or nearly.
    seeds: Vec<Vec<u8>>,
    /// Words and signs of the language.
    words: Vec<String>,
    /// Openings that are repeated many times.
    nests: Vec<String>,
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
    /// The material of a target.
    ///
    /// # Errors
    /// When the seeds cannot be read.
    pub fn of(target: &Target) -> io::Result<Self> {
        let words = target.words.split_whitespace().map(str::to_owned);
        Ok(Self {
            form: target.form,
            seeds: seeds::of(target)?,
            words: words.collect(),
            nests: target.nests.iter().map(|n| (*n).to_owned()).collect(),
        })
    }

    /// The input of a case: first the seeds as they are, then random ones.
    pub(crate) fn input(&self, seed: u64, case: u64) -> Vec<u8> {
        let place = usize::try_from(case).unwrap_or(usize::MAX);
        if let Some(input) = self.seeds.get(place) {
            return input.clone();
        }
        let random = &mut Random::new(seed, case);
        match self.form {
            Form::Text => self.text(random).into_bytes(),
            Form::Yaml { .. } => self.yaml(random).into_bytes(),
            Form::Bytes => self.bytes(random),
        }
    }

    /// A seed with some bytes changed, or bytes of any kind.
    fn bytes(&self, random: &mut Random) -> Vec<u8> {
        if let (0, Some(seed)) = (random.below(2), random.pick(&self.seeds)) {
            let mut bytes = seed.clone();
            for _ in 0..=random.below(6) {
                let place = random.below(bytes.len());
                if let Some(byte) = bytes.get_mut(place) {
                    *byte = random.byte();
                }
            }
            return bytes;
        }
        let length = 1 << (5 + random.below(8));
        (0..length).map(|_| random.byte()).collect()
    }

    /// A mutation of an input as a tree, for fuzzers that choose inputs themselves; `None` where the target takes
    /// no YAML, or the input is none.
    #[must_use]
    pub fn mutated_as_tree(&self, input: &[u8], seed: u64) -> Option<Vec<u8>> {
        if !matches!(self.form, Form::Yaml { .. }) {
            return None;
        }
        let random = &mut Random::new(seed, 0);
        let text = std::str::from_utf8(input).ok()?;
        let donor = self.donor(random);
        let times = 1 + random.below(3);
        mutated_tree(text, donor.as_ref(), times, random).map(String::into_bytes)
    }

    /// How many seeds there are.
    pub(crate) fn seeds(&self) -> u64 {
        u64::try_from(self.seeds.len()).unwrap_or(u64::MAX)
    }

    fn donor(&self, random: &mut Random) -> Option<Tree> {
        let text = self.seed(random);
        (text.len() < LONGEST_TREE)
            .then(|| tree::read(&text))
            .flatten()
    }

    fn yaml(&self, random: &mut Random) -> String {
        let Form::Yaml { loose } = self.form else {
            return String::new();
        };
        if loose && random.below(3) == 0 {
            return self.text(random);
        }
        let text = self.seed(random);
        let donor = self.donor(random);
        let most = 1 + random.below(12);
        let times = 1 + random.below(most);
        mutated_tree(&text, donor.as_ref(), times, random).unwrap_or(text)
    }

    fn text(&self, random: &mut Random) -> String {
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
        let seed = random.pick(&self.seeds).map(Vec::as_slice);
        String::from_utf8_lossy(seed.unwrap_or_default()).into_owned()
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

/// One of the files of a text, mutated as a tree; `None` if it is no YAML.
fn mutated_tree(
    text: &str,
    donor: Option<&Tree>,
    times: usize,
    random: &mut Random,
) -> Option<String> {
    if text.len() > LONGEST_TREE {
        return None;
    }
    let mut files: Vec<&str> = text.split(NEXT_FILE).collect();
    let place = random.below(files.len());
    let mutated = mutate_text(files.get(place)?, donor, times, random)?;
    *files.get_mut(place)? = &mutated;
    Some(files.join(NEXT_FILE))
}
