//! YAML as a tree without places, and as text again.

use dosic_diagnostics::FileId;
use dosic_document::{Node, NodeKind, ScalarTag, read_node};

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tree {
    /// A scalar; whether it is a string even where it looks like a number.
    Scalar(String, bool),
    /// A list.
    List(Vec<Tree>),
    /// Keys with values; a key may stand twice.
    Map(Vec<(String, Tree)>),
}

/// The documents of a text; `None` if it has faults.
pub(crate) fn read(text: &str) -> Option<Tree> {
    let (nodes, found) = read_node(FileId(0), text);
    let broken = found.iter().any(|d| d.kind != Some("duplicate-key"));
    if broken || nodes.is_empty() {
        return None;
    }
    Some(Tree::List(nodes.into_iter().map(tree).collect()))
}

/// The text of documents that [`read`] gave.
pub(crate) fn print(documents: &Tree) -> String {
    let mut text = String::new();
    match documents {
        Tree::List(list) => {
            for (place, document) in list.iter().enumerate() {
                if place > 0 {
                    text.push_str("---\n");
                }
                print_block(document, 0, &mut text);
            }
        }
        other => print_block(other, 0, &mut text),
    }
    text
}

impl Tree {
    /// How many values it has, itself counted.
    pub(crate) fn size(&self) -> usize {
        1 + match self {
            Self::Scalar(..) => 0,
            Self::List(list) => list.iter().map(Self::size).sum(),
            Self::Map(map) => map.iter().map(|(_, v)| v.size()).sum(),
        }
    }

    /// The value at a place in the order of [`Self::size`], with its key.
    pub(crate) fn at(&self, place: usize) -> Option<(Option<&str>, &Self)> {
        let mut left = place;
        self.find(None, &mut left)
    }

    fn find<'t>(
        &'t self,
        key: Option<&'t str>,
        left: &mut usize,
    ) -> Option<(Option<&'t str>, &'t Self)> {
        if *left == 0 {
            return Some((key, self));
        }
        *left -= 1;
        match self {
            Self::Scalar(..) => None,
            Self::List(list) => list.iter().find_map(|v| v.find(key, left)),
            Self::Map(map) => map.iter().find_map(|(k, v)| v.find(Some(k), left)),
        }
    }

    /// The value at a place, to be changed.
    pub(crate) fn at_mut(&mut self, place: usize) -> Option<&mut Self> {
        let mut left = place;
        self.find_mut(&mut left)
    }

    fn find_mut(&mut self, left: &mut usize) -> Option<&mut Self> {
        if *left == 0 {
            return Some(self);
        }
        *left -= 1;
        match self {
            Self::Scalar(..) => None,
            Self::List(list) => list.iter_mut().find_map(|v| v.find_mut(left)),
            Self::Map(map) => map.iter_mut().find_map(|(_, v)| v.find_mut(left)),
        }
    }
}

fn tree(node: Node) -> Tree {
    match node.kind {
        NodeKind::Scalar(text, tag) => Tree::Scalar(text.text, tag == ScalarTag::String),
        NodeKind::Sequence(nodes) => Tree::List(nodes.into_iter().map(tree).collect()),
        NodeKind::Mapping(entries) => Tree::Map(
            entries
                .into_iter()
                .map(|e| (e.key.text, tree(e.value)))
                .collect(),
        ),
    }
}

fn print_block(tree: &Tree, indent: usize, text: &mut String) {
    let margin = " ".repeat(indent);
    match tree {
        Tree::List(list) if !list.is_empty() => {
            for value in list {
                text.push_str(&margin);
                text.push('-');
                print_value(value, indent, text);
            }
        }
        Tree::Map(map) if !map.is_empty() => {
            for (key, value) in map {
                text.push_str(&margin);
                text.push_str(&quoted(key, true));
                text.push(':');
                print_value(value, indent, text);
            }
        }
        other => {
            text.push_str(&margin);
            print_flow(other, text);
            text.push('\n');
        }
    }
}

/// A value behind its key or dash: a small one on the same line, others below.
fn print_value(value: &Tree, indent: usize, text: &mut String) {
    let is_flat = match value {
        Tree::Scalar(..) => true,
        Tree::List(list) => list.iter().all(|v| v.size() == 1),
        Tree::Map(map) => map.iter().all(|(_, v)| v.size() == 1) && map.len() < 6,
    };
    if is_flat {
        text.push(' ');
        print_flow(value, text);
        text.push('\n');
    } else {
        text.push('\n');
        print_block(value, indent + 2, text);
    }
}

fn print_flow(tree: &Tree, text: &mut String) {
    match tree {
        Tree::Scalar(scalar, is_string) => text.push_str(&quoted(scalar, *is_string)),
        Tree::List(list) => {
            text.push('[');
            for (place, value) in list.iter().enumerate() {
                text.push_str(if place > 0 { ", " } else { "" });
                print_flow(value, text);
            }
            text.push(']');
        }
        Tree::Map(map) => {
            text.push('{');
            for (place, (key, value)) in map.iter().enumerate() {
                text.push_str(if place > 0 { ", " } else { "" });
                text.push_str(&quoted(key, true));
                text.push_str(": ");
                print_flow(value, text);
            }
            text.push('}');
        }
    }
}

/// A scalar, in quotes unless it is a plain word that stays what it is.
fn quoted(text: &str, is_string: bool) -> String {
    let is_word = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.'));
    let looks_otherwise = ["null", "true", "false"]
        .iter()
        .any(|w| w.eq_ignore_ascii_case(text));
    let stays = if is_string {
        is_word && !looks_otherwise
    } else {
        !text.is_empty()
            && text
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+'))
    };
    if stays {
        text.to_owned()
    } else if text.is_empty() && !is_string {
        "null".to_owned()
    } else {
        serde_json::Value::from(text).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_reads_as_the_same_tree() {
        let text = "a: [1, \"1\", x y, null]\nb:\n  - {c: \"true\", \"d: e\": f}\n  - - g\n    - {}\n---\nh";
        let read_once = read(text).expect("it has no faults");
        assert_eq!(read(&print(&read_once)), Some(read_once));
    }
}
