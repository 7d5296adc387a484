//! Laying text out: pieces with possible line breaks, grouped, fitted to a width.
//!
//! A group is written on one line where it fits, else every break of it becomes a new line; groups
//! inside are judged by themselves. Widths are summed while pieces are added, so the work is linear.

/// The column after which groups are broken.
const WIDTH: usize = 100;

/// The width of a group that can never stand on one line.
const ENDLESS: usize = 1 << 20;

/// Spaces of one level of indentation.
const INDENT: usize = 2;

#[derive(Clone, Copy, Debug)]
enum Piece {
    /// Text up to this offset of the buffer.
    Text(usize),
    /// A new line, or this text in a group that fits.
    Break(&'static str),
    /// A new line.
    NewLine,
    /// A line break of a text that is kept as it is: nothing is indented.
    LineBreak,
    /// Begins a group of this width, which ends at this piece.
    Begin(usize, usize),
    End,
    Indent,
    Dedent,
}

/// Text with possible line breaks.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    buffer: String,
    pieces: Vec<Piece>,
    /// Open groups: the position of their `Begin`, and the width before them.
    open: Vec<(usize, usize)>,
    width: usize,
}

impl Layout {
    /// Adds text that is kept as it is, also where it holds line breaks.
    pub(crate) fn verbatim(&mut self, text: &str) {
        let mut lines = text.split('\n');
        self.text(lines.next().unwrap_or_default());
        for line in lines {
            self.width += ENDLESS;
            self.pieces.push(Piece::LineBreak);
            self.text(line);
        }
    }

    /// Adds text without line breaks. Its width is that in bytes: near enough for a layout.
    pub(crate) fn text(&mut self, text: &str) {
        self.buffer.push_str(text);
        self.width += text.len();
        let end = self.buffer.len();
        if let Some(Piece::Text(last)) = self.pieces.last_mut() {
            *last = end;
        } else {
            self.pieces.push(Piece::Text(end));
        }
    }

    /// A new line where the group does not fit, else `flat`.
    pub(crate) fn soft(&mut self, flat: &'static str) {
        self.width += flat.len();
        self.pieces.push(Piece::Break(flat));
    }

    /// A new line; no group around it can stand on one line.
    pub(crate) fn new_line(&mut self) {
        self.width += ENDLESS;
        self.pieces.push(Piece::NewLine);
    }

    /// Begins a group.
    pub(crate) fn begin(&mut self) {
        self.open.push((self.pieces.len(), self.width));
        self.pieces.push(Piece::Begin(0, 0));
    }

    /// Ends the group begun last.
    pub(crate) fn end(&mut self) {
        let here = self.pieces.len();
        if let Some((at, before)) = self.open.pop()
            && let Some(Piece::Begin(width, end)) = self.pieces.get_mut(at)
        {
            *width = self.width - before;
            *end = here;
        }
        self.pieces.push(Piece::End);
    }

    /// New lines from here on stand one level deeper.
    pub(crate) fn indent(&mut self) {
        self.pieces.push(Piece::Indent);
    }

    /// Undoes one `indent`.
    pub(crate) fn dedent(&mut self) {
        self.pieces.push(Piece::Dedent);
    }

    /// The width of the text that follows a group on its last line.
    fn after(&self, end: usize) -> usize {
        let mut width = 0;
        let mut start = None;
        let before = self.pieces.get(..end).unwrap_or_default();
        for piece in self.pieces.get(end..).unwrap_or_default() {
            match piece {
                Piece::Break(_) | Piece::NewLine | Piece::LineBreak => break,
                Piece::Text(offset) => {
                    let from = start.unwrap_or_else(|| text_end(before));
                    width += offset - from;
                    start = Some(*offset);
                }
                Piece::Begin(..) | Piece::End | Piece::Indent | Piece::Dedent => {}
            }
        }
        width
    }

    /// The text, fitted to the width.
    pub(crate) fn finish(self) -> String {
        let mut out = String::with_capacity(self.buffer.len() + self.buffer.len() / 4);
        let mut groups: Vec<bool> = Vec::new();
        let (mut start, mut level, mut column) = (0, 0usize, 0usize);
        let new_line = |out: &mut String, level: usize| {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', level * INDENT));
            level * INDENT
        };
        for piece in &self.pieces {
            let piece = *piece;
            match piece {
                Piece::Text(end) => {
                    let text = self.buffer.get(start..end).unwrap_or_default();
                    start = end;
                    out.push_str(text);
                    column += text.len();
                }
                Piece::Break(flat) if groups.last().copied().unwrap_or(false) => {
                    out.push_str(flat);
                    column += flat.len();
                }
                Piece::Break(_) | Piece::NewLine => column = new_line(&mut out, level),
                Piece::LineBreak => column = new_line(&mut out, 0),
                Piece::Begin(width, end) => {
                    let inside = groups.last().copied().unwrap_or(false);
                    let fits = |room: usize| width <= room && width + self.after(end) <= room;
                    groups.push(inside || fits(WIDTH.saturating_sub(column)));
                }
                Piece::End => {
                    groups.pop();
                }
                Piece::Indent => level += 1,
                Piece::Dedent => level = level.saturating_sub(1),
            }
        }
        out
    }
}

/// The offset where the last text of the pieces ends.
fn text_end(pieces: &[Piece]) -> usize {
    let offset = |piece: &Piece| match piece {
        Piece::Text(end) => Some(*end),
        _ => None,
    };
    pieces.iter().rev().find_map(offset).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::Layout;

    fn list(words: usize) -> String {
        let mut layout = Layout::default();
        layout.begin();
        layout.text("SELECT");
        layout.indent();
        for i in 0..words {
            layout.soft(" ");
            layout.text(&format!("column_{i:02}"));
            layout.text(if i + 1 < words { "," } else { "" });
        }
        layout.dedent();
        layout.end();
        layout.finish()
    }

    #[test]
    fn a_group_breaks_only_where_it_does_not_fit() {
        assert_eq!(list(2), "SELECT column_00, column_01");
        let long = list(12);
        assert!(
            long.starts_with("SELECT\n  column_00,\n  column_01,\n"),
            "{long}"
        );
        assert_eq!(long.lines().count(), 13);
    }

    #[test]
    fn a_group_leaves_room_for_what_follows_it() {
        let mut layout = Layout::default();
        layout.begin();
        layout.text(&"x".repeat(96));
        layout.soft("");
        layout.text("y");
        layout.end();
        layout.text(" AS z");
        assert!(layout.finish().ends_with("x\ny AS z"));
    }

    #[test]
    fn text_with_line_breaks_is_kept() {
        let mut layout = Layout::default();
        layout.begin();
        layout.indent();
        layout.verbatim("'a\nb'");
        layout.soft(" ");
        layout.text("x");
        layout.end();
        assert_eq!(layout.finish(), "'a\nb'\n  x");
    }
}
