//! Character positions, as the YAML scanner counts them, to byte positions.

/// Every so many characters the byte position is kept.
const STEP: usize = 64;

/// The map from characters to bytes of one text; built once, each look-up is constant time.
pub(crate) struct Positions<'t> {
    text: &'t str,
    /// Byte position of character `i * STEP`; empty if the text is ASCII, where both agree.
    checkpoints: Vec<usize>,
}

impl<'t> Positions<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let checkpoints = if text.is_ascii() {
            Vec::new()
        } else {
            text.char_indices().step_by(STEP).map(|(i, _)| i).collect()
        };
        Self { text, checkpoints }
    }

    /// The byte position of a character; the end of the text if there is no such character.
    pub(crate) fn byte(&self, character: usize) -> usize {
        let end = self.text.len();
        if self.checkpoints.is_empty() {
            return character.min(end);
        }
        let Some(&from) = self.checkpoints.get(character / STEP) else {
            return end;
        };
        let rest = self.text.get(from..).unwrap_or("");
        rest.char_indices()
            .nth(character % STEP)
            .map_or(end, |(i, _)| from + i)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_of_a_mixed_text_is_found() {
        let text = "a£€😀 z".repeat(100);
        let positions = Positions::new(&text);
        for (n, (byte, _)) in text.char_indices().enumerate() {
            assert_eq!(positions.byte(n), byte);
        }
        assert_eq!(positions.byte(600), text.len());
        assert_eq!(positions.byte(9999), text.len());
    }
}
