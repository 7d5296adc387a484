//! Where in a YAML text a place is, by indentation and brackets alone, so that it is known while the text is no YAML yet.

/// What is written at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    /// A key of an object.
    Key,
    /// The value of [`Outline::key`], or an item of it.
    Value,
}

/// Where a place is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outline {
    /// The keys that lead to the object, outermost first.
    pub(crate) path: Vec<Step>,
    /// What is written here.
    pub(crate) slot: Slot,
    /// The key whose value it is; empty where a key is written.
    pub(crate) key: String,
    /// The keys before it in the same object, each with its value as it stands there.
    pub(crate) siblings: Vec<(String, String)>,
    /// The quote that the value began with.
    pub(crate) quote: Option<char>,
}

/// A key on the way to a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// The key.
    pub(crate) key: String,
    /// The `name` of the item below it that the place is in.
    pub(crate) name: Option<String>,
}

impl Outline {
    /// The innermost key on the way.
    pub(crate) fn object(&self) -> &str {
        self.path.last().map_or("", |s| s.key.as_str())
    }

    /// Whether a key is on the way.
    pub(crate) fn is_below(&self, key: &str) -> bool {
        self.path.iter().any(|s| s.key == key)
    }

    /// The `name` of the item below a key on the way.
    pub(crate) fn name_below(&self, key: &str) -> Option<&str> {
        self.path.iter().find(|s| s.key == key)?.name.as_deref()
    }

    /// The value of a key before the place, in the same object.
    pub(crate) fn sibling(&self, key: &str) -> Option<&str> {
        let found = self.siblings.iter().find(|(k, _)| k == key)?;
        Some(found.1.as_str())
    }
}

/// The outline of the place after `before`, which is the text up to it.
pub(crate) fn outline(before: &str) -> Outline {
    let mut lines: Vec<&str> = before.split('\n').collect();
    let current = Line::new(lines.pop().unwrap_or(""));
    let mut outline = Outline {
        path: Vec::new(),
        slot: Slot::Key,
        key: String::new(),
        siblings: Vec::new(),
        quote: None,
    };
    let mut flow = Flow::default();
    match current.entry() {
        Some((key, value)) => {
            flow.read(value);
            if flow.open.is_empty() {
                outline.slot = Slot::Value;
                outline.key = key.to_owned();
                outline.quote = quote(value);
            } else {
                outline.path.push(step(key));
            }
        }
        None => flow.read(current.content),
    }
    let is_item = current.dash.is_some() && outline.slot == Slot::Key && flow.open.is_empty();
    let (in_text, around) = climb(&lines, &current, &mut outline);
    flow.enter(&mut outline);
    if outline.slot == Slot::Key
        && flow.open.is_empty()
        && (in_text || is_item && !current.content.is_empty())
    {
        // A line of a longer text, or an item that is no object (yet).
        if let Some(last) = outline.path.pop() {
            outline.key = last.key;
            outline.slot = Slot::Value;
            outline.siblings = around;
            outline.quote = quote(current.content);
        }
    }
    outline
}

fn step(key: &str) -> Step {
    Step {
        key: key.to_owned(),
        name: None,
    }
}

fn quote(value: &str) -> Option<char> {
    value
        .trim_start()
        .chars()
        .next()
        .filter(|c| ['"', '\''].contains(c))
}

/// Walks up the lines above `current` and puts the keys that lead to it in front of the path. Tells whether the
/// innermost of them has a text as its value, which `current` goes on with, and gives the keys beside it.
fn climb(
    lines: &[&str],
    current: &Line<'_>,
    outline: &mut Outline,
) -> (bool, Vec<(String, String)>) {
    let mut around = Vec::new();
    let mut steps: Vec<Step> = Vec::new();
    let mut name = None;
    let mut in_text = false;
    // The column that keys of the object have, or of the dashes if its list is looked for.
    let (mut level, mut in_list) = match current.dash {
        Some(dash) => (dash, true),
        None => (current.column, false),
    };
    for line in lines.iter().rev() {
        let line = Line::new(line);
        let Some((key, value)) = line.entry() else {
            if line.dash == Some(level) && !in_list && line.content.is_empty() {
                in_list = true;
            }
            continue;
        };
        let column = line.column;
        if column == level && !in_list {
            let entry = (key.to_owned(), plain(value).to_owned());
            match steps.len() {
                0 => outline.siblings.push(entry),
                1 => around.push(entry),
                _ => {}
            }
            if key == "name" {
                name = Some(plain(value).to_owned());
            }
        } else if column < level || column == level && line.dash.is_none() {
            in_text |= steps.is_empty() && !plain(value).is_empty();
            steps.push(Step {
                key: key.to_owned(),
                name: name.take(),
            });
            level = column;
            in_list = false;
            if key == "name" && line.dash.is_some() {
                name = None;
            }
        } else {
            continue;
        }
        if let Some(dash) = line.dash {
            level = dash;
            in_list = true;
        }
    }
    steps.reverse();
    steps.append(&mut outline.path);
    outline.path = steps;
    (in_text, around)
}

/// A value without quotes and comments.
fn plain(value: &str) -> &str {
    let value = value.trim();
    let value = if value.starts_with('#') { "" } else { value };
    let value = value.split(" #").next().unwrap_or("").trim();
    let inner = |q| value.strip_prefix(q).and_then(|v| v.strip_suffix(q));
    inner('"').or_else(|| inner('\'')).unwrap_or(value)
}

/// A line of YAML.
struct Line<'t> {
    /// The column of its first dash, if it begins an item.
    dash: Option<usize>,
    /// The column of what follows.
    column: usize,
    content: &'t str,
}

impl<'t> Line<'t> {
    fn new(line: &'t str) -> Self {
        let mut content = line.trim_start_matches(' ');
        let mut column = line.len() - content.len();
        let mut dash = None;
        while let Some(rest) = content.strip_prefix('-') {
            if !rest.is_empty() && !rest.starts_with([' ', '\r']) {
                break;
            }
            dash = dash.or(Some(column));
            let after = rest.trim_start_matches(' ');
            column += content.len() - after.len();
            content = after;
        }
        Self {
            dash,
            column,
            content: content.trim_end_matches('\r'),
        }
    }

    /// `key: value`
    fn entry(&self) -> Option<(&'t str, &'t str)> {
        let (key, value) = self.content.split_once(':')?;
        let is_value = value.is_empty() || value.starts_with(' ');
        let inner = |q| key.strip_prefix(q).and_then(|k: &str| k.strip_suffix(q));
        let key = inner('"').or_else(|| inner('\'')).unwrap_or(key);
        let is_key = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || c == '_');
        (is_value && is_key).then_some((key, value))
    }
}

/// The brackets that are open at the end of a line.
#[derive(Default)]
struct Flow {
    open: Vec<Bracket>,
}

struct Bracket {
    is_object: bool,
    /// Entries before the last.
    entries: Vec<(String, String)>,
    /// The key of the entry at the end, if it has one already.
    key: Option<String>,
    /// What stands of its key or value.
    text: String,
}

impl Flow {
    fn read(&mut self, text: &str) {
        let mut inside: Option<char> = None;
        let mut characters = text.chars().peekable();
        while let Some(c) = characters.next() {
            if let Some(quote) = inside {
                if c == quote {
                    inside = None;
                }
                self.push(c);
                continue;
            }
            let at_start = self.open.last().is_none_or(|b| b.text.trim().is_empty());
            match c {
                '{' | '[' => self.open.push(Bracket {
                    is_object: c == '{',
                    entries: Vec::new(),
                    key: None,
                    text: String::new(),
                }),
                '}' | ']' => {
                    self.open.pop();
                }
                ',' => {
                    if let Some(bracket) = self.open.last_mut() {
                        let value = plain(&std::mem::take(&mut bracket.text)).to_owned();
                        bracket
                            .entries
                            .extend(bracket.key.take().map(|k| (k, value)));
                    }
                }
                ':' if characters.peek().is_none_or(|c| *c == ' ') => {
                    if let Some(bracket) = self
                        .open
                        .last_mut()
                        .filter(|b| b.is_object && b.key.is_none())
                    {
                        let key = plain(&std::mem::take(&mut bracket.text)).to_owned();
                        bracket.key = Some(key);
                    }
                }
                '"' | '\'' if at_start => {
                    inside = Some(c);
                    self.push(c);
                }
                _ => self.push(c),
            }
        }
    }

    fn push(&mut self, c: char) {
        if let Some(bracket) = self.open.last_mut() {
            bracket.text.push(c);
        }
    }

    /// Goes on from the block's outline into the brackets.
    fn enter(&self, outline: &mut Outline) {
        let innermost = self.open.len().saturating_sub(1);
        for (depth, bracket) in self.open.iter().enumerate() {
            let name = bracket.entries.iter().find(|(k, _)| k == "name");
            if bracket.is_object
                && let (Some((_, name)), Some(last)) = (name, outline.path.last_mut())
            {
                last.name = Some(name.clone());
            }
            if bracket.is_object {
                outline.siblings.clone_from(&bracket.entries);
            }
            if depth < innermost {
                outline.path.extend(bracket.key.as_deref().map(step));
                continue;
            }
            outline.quote = quote(&bracket.text);
            if let Some(key) = &bracket.key {
                outline.slot = Slot::Value;
                outline.key.clone_from(key);
            } else if !bracket.is_object
                && let Some(last) = outline.path.pop()
            {
                outline.slot = Slot::Value;
                outline.key = last.key;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(before: &str) -> String {
        let outline = outline(before);
        let path: Vec<String> = outline
            .path
            .iter()
            .map(|s| match &s.name {
                Some(name) => format!("{}({name})", s.key),
                None => s.key.clone(),
            })
            .collect();
        let siblings: Vec<&str> = outline.siblings.iter().map(|(k, _)| k.as_str()).collect();
        let quote = outline.quote.map_or(String::new(), |q| format!(" {q}"));
        format!(
            "{}|{:?} {}{quote}|{}",
            path.join("/"),
            outline.slot,
            outline.key,
            siblings.join(",")
        )
    }

    const HEAD: &str =
        "semantic_model:\n  - name: shop\n    datasets:\n      - name: orders\n        source: x\n";

    #[test]
    fn keys_and_values_of_blocks() {
        let at = |tail: &str| shown(&format!("{HEAD}{tail}"));
        assert_eq!(shown("ver"), "|Key |");
        assert_eq!(shown("version: "), "|Value version|");
        assert_eq!(
            at("        pri"),
            "semantic_model(shop)/datasets(orders)|Key |source,name"
        );
        assert_eq!(at("    met"), "semantic_model(shop)|Key |datasets,name");
        assert_eq!(at("      - "), "semantic_model(shop)/datasets|Key |");
        let fields = "        fields:\n          - name: id\n            expression: \"a";
        assert_eq!(
            at(fields),
            "semantic_model(shop)/datasets(orders)/fields(id)|Value expression \"|name"
        );
        let folded = "        fields:\n        - name: id\n          expression: >-\n            a +\n            b";
        assert_eq!(
            at(folded),
            "semantic_model(shop)/datasets(orders)/fields(id)|Value expression|name"
        );
        let list = "        primary_key:\n          - i";
        assert_eq!(
            at(list),
            "semantic_model(shop)/datasets(orders)|Value primary_key|source,name"
        );
    }

    #[test]
    fn keys_and_values_in_brackets() {
        let at = |tail: &str| shown(&format!("{HEAD}{tail}"));
        assert_eq!(
            at("        primary_key: [id, a"),
            "semantic_model(shop)/datasets(orders)|Value primary_key|source,name"
        );
        let flow = "        fields:\n          - {name: id, data";
        assert_eq!(
            at(flow),
            "semantic_model(shop)/datasets(orders)/fields(id)|Key |name"
        );
        let flow = "        fields:\n          - {name: id, expression: 'a, {b', datatype: D";
        assert_eq!(
            at(flow),
            "semantic_model(shop)/datasets(orders)/fields(id)|Value datatype|name,expression"
        );
        let nested = "        fields:\n          - {name: id, expression: {dialects: [{dialect: ";
        assert_eq!(
            at(nested),
            "semantic_model(shop)/datasets(orders)/fields(id)/expression/dialects|Value dialect|"
        );
    }
}
