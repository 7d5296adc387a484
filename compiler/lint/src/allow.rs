//! Comments `# dosic: allow(rule) because …`, which silence a rule for the thing that follows.
//!
//! On a line of its own the comment is about the next thing and all that is indented below it; behind something, about
//! that line. Several rules are parted by commas. The reason is asked for, since who reads the comment next year will
//! ask for it too.

use std::collections::BTreeMap;

use dosic_diagnostics::{
    Check, Code, Diagnostic, Diagnostics, FileId, Severity, SourceMap, Span, did_you_mean,
};

use crate::comments::{Comment, comments};

/// The form, for messages.
const FORM: &str = "write `# dosic: allow(rule) because reason`";

/// What the comments of all files allow.
#[derive(Clone, Debug, Default)]
pub struct Allowances {
    /// By what they are looked up by; each list sorted by start, outer ones first.
    by_rule: BTreeMap<(FileId, Code), Vec<Allowance>>,
    faults: Diagnostics,
}

/// One rule that is allowed in one place.
#[derive(Clone, Debug)]
struct Allowance {
    /// Where it holds.
    start: u32,
    end: u32,
    /// The comment.
    comment: Span,
    /// Position of the next allowance that surrounds this one.
    outer: Option<usize>,
    used: bool,
}

impl Allowances {
    /// Reads the comments of every YAML file.
    #[must_use]
    pub fn of(sources: &SourceMap) -> Self {
        let mut all = Self::default();
        for (id, file) in sources.files() {
            let ending = file.name.rsplit('.').next().unwrap_or("");
            if ["yaml", "yml"]
                .iter()
                .any(|known| ending.eq_ignore_ascii_case(known))
            {
                for comment in comments(&file.text) {
                    all.enter(id, &file.text, &comment);
                }
            }
        }
        for list in all.by_rule.values_mut() {
            nest(list);
        }
        all
    }

    /// What is left of `found`: warnings and advice that a comment allows are dropped, and what is wrong with the
    /// comments is added (`W_ALLOW_COMMENT`). Errors are never dropped. After errors nothing is said of comments that
    /// silence nothing, since not every rule was run.
    #[must_use]
    pub fn apply(mut self, found: Diagnostics) -> Diagnostics {
        let complete = !found.has_errors();
        let mut left: Diagnostics = found
            .into_sorted()
            .into_iter()
            .filter(|diagnostic| !self.allows(diagnostic))
            .collect();
        if complete {
            for ((_, code), list) in &self.by_rule {
                for allowance in list.iter().filter(|a| !a.used) {
                    left.push(silences_nothing(*code, allowance.comment));
                }
            }
        }
        left.extend(self.faults);
        left
    }

    /// Whether the innermost comment around the place of a diagnostic allows it; remembers that it did.
    fn allows(&mut self, diagnostic: &Diagnostic) -> bool {
        let Some(span) = diagnostic.span() else {
            return false;
        };
        if diagnostic.code.severity() == Severity::Error {
            return false;
        }
        let Some(list) = self.by_rule.get_mut(&(span.file, diagnostic.code)) else {
            return false;
        };
        let after = list.partition_point(|a| a.start <= span.start);
        let mut at = after.checked_sub(1);
        while let Some(allowance) = at.and_then(|at| list.get_mut(at)) {
            if span.start < allowance.end {
                allowance.used = true;
                return true;
            }
            at = allowance.outer;
        }
        false
    }

    fn enter(&mut self, file: FileId, text: &str, comment: &Comment) {
        let span = |range: &std::ops::Range<usize>| {
            let offset = |o: usize| u32::try_from(o).unwrap_or(u32::MAX);
            Span::new(file, offset(range.start), offset(range.end))
        };
        let place = span(&comment.range);
        let body = text.get(comment.body.clone()).unwrap_or("");
        let Some((rules, rest)) = rules(body) else {
            let message = format!(
                "`dosic:{}` is no comment that dosic understands",
                body.trim_end()
            );
            self.faults.push(fault("form", message, place).help(FORM));
            return;
        };
        let reason = rest.trim_start().strip_prefix("because");
        if reason.is_none_or(|r| r.trim().is_empty()) {
            let message = format!(
                "`dosic: allow({rules})` gives no reason: who reads it next cannot tell whether it still holds"
            );
            self.faults
                .push(fault("no-reason", message, place).help(FORM));
        }
        for name in rules.split(',').map(str::trim) {
            let Some(code) = Code::of_rule(name) else {
                self.faults.push(unknown(name, place));
                continue;
            };
            let about = span(&comment.about);
            self.by_rule
                .entry((file, code))
                .or_default()
                .push(Allowance {
                    start: about.start,
                    end: about.end,
                    comment: place,
                    outer: None,
                    used: false,
                });
        }
    }
}

/// What stands in the parentheses of ` allow(…)`, and what follows.
fn rules(body: &str) -> Option<(&str, &str)> {
    let open = body.trim_start().strip_prefix("allow")?;
    open.trim_start().strip_prefix('(')?.split_once(')')
}

/// Sorts places, which are nested or apart, and gives each the one around it.
fn nest(list: &mut [Allowance]) {
    list.sort_by_key(|a| (a.start, std::cmp::Reverse(a.end)));
    let mut around: Vec<(usize, u32)> = Vec::new();
    for (at, allowance) in list.iter_mut().enumerate() {
        while around
            .last()
            .is_some_and(|(_, end)| *end <= allowance.start)
        {
            around.pop();
        }
        allowance.outer = around.last().map(|(outer, _)| *outer);
        around.push((at, allowance.end));
    }
}

fn fault(kind: &'static str, message: String, place: Span) -> Diagnostic {
    Diagnostic::new(Code::AllowComment, Check::Lint, message)
        .kind(kind)
        .at(place, "")
}

fn unknown(name: &str, place: Span) -> Diagnostic {
    if Code::from_name(name).is_some() {
        let message = format!("`{name}` is an error, which no comment allows");
        return fault("unknown-rule", message, place)
            .help("mend what it reports, and remove the comment");
    }
    let is_code = name.to_ascii_uppercase().starts_with("W_");
    let names: Vec<String> = Code::ALL
        .iter()
        .filter_map(|c| {
            if is_code {
                c.rule_name().map(|_| c.name().to_owned())
            } else {
                c.rule_name()
            }
        })
        .collect();
    let help = did_you_mean(name, names.iter().map(String::as_str)).unwrap_or_else(|| {
        "a rule is a warning of dosic by its code, `W_UNUSED_DATASET`, or its name, `unused-dataset`".to_owned()
    });
    let message = format!("no rule is called `{name}`, so that this comment allows nothing");
    fault("unknown-rule", message, place).help(help)
}

fn silences_nothing(code: Code, place: Span) -> Diagnostic {
    let rule = code.rule_name().unwrap_or_default();
    let message =
        format!("`{rule}` has nothing to say here, so that this comment silences nothing");
    fault("silences-nothing", message, place)
        .help("remove the comment; or put it on the line above what it is about")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "datasets:\n  # dosic: allow(unused-dataset, W_ASSUMED_KEY) because it comes next month\n  \
                        - name: a\n    fields: []\n  - name: b # dosic: allow(unused-dataset)\n";

    fn left(text: &str, found: &[(Code, &str)]) -> Vec<String> {
        let mut sources = SourceMap::default();
        let file = sources.add("m.yaml", text);
        let at = |word: &str| {
            let start = u32::try_from(text.find(word).unwrap()).unwrap();
            Span::new(file, start, start + 1)
        };
        let found = found
            .iter()
            .map(|(code, word)| Diagnostic::new(*code, Check::Lint, "x").at(at(word), ""));
        let left = Allowances::of(&sources).apply(found.collect());
        left.into_sorted()
            .iter()
            .map(Diagnostic::full_code)
            .collect()
    }

    #[test]
    fn a_rule_is_silenced_for_what_follows_and_no_more() {
        let found = [
            (Code::UnusedDataset, "a\n"),
            (Code::AssumedKey, "[]"),
            (Code::UnusedDataset, "b #"),
            (Code::AssumedKey, "b #"),
        ];
        let expected = ["W_ASSUMED_KEY", "W_ALLOW_COMMENT/no-reason"];
        assert_eq!(left(TEXT, &found), expected);
    }

    #[test]
    fn comments_that_do_nothing_are_reported() {
        let both = ["W_ALLOW_COMMENT/silences-nothing"; 2];
        let mut expected = both.to_vec();
        expected.push("W_ALLOW_COMMENT/silences-nothing");
        expected.push("W_ALLOW_COMMENT/no-reason");
        assert_eq!(left(TEXT, &[]), expected);
        let after_errors = left(TEXT, &[(Code::Schema, "a\n")]);
        assert_eq!(after_errors, ["E_SCHEMA", "W_ALLOW_COMMENT/no-reason"]);
    }

    #[test]
    fn what_is_no_rule_is_reported() {
        let kinds = |text: &str| left(text, &[]);
        let unknown =
            "# dosic: allow(unused-datset) because\n# dosic: allow(E_SCHEMA) because so\na: 1\n";
        let expected = [
            "W_ALLOW_COMMENT/no-reason",
            "W_ALLOW_COMMENT/unknown-rule",
            "W_ALLOW_COMMENT/unknown-rule",
        ];
        assert_eq!(kinds(unknown), expected);
        assert_eq!(kinds("# dosic: ignore all\n"), ["W_ALLOW_COMMENT/form"]);
        assert_eq!(kinds("# dosic is a compiler: allow(x)\n"), [""; 0]);
    }
}
