//! Texts of models: no panic, every place inside its file, a model or a word about it, and the same every time.

use dosic_diagnostics::{FileId, SourceMap};
use dosic_document::{Node, NodeKind, read_node};

use super::{Form, NEXT_FILE, Target, is_repeated, text_of, ways};
use crate::compiling::{Work, inside, text_inside};
use crate::seeds;

pub(super) const TARGET: Target = Target {
    name: "model",
    form: Form::Yaml { loose: true },
    words: "version: semantic_model: name: description: datasets: relationships: metrics: queries: source: primary_key: \
        unique_keys: fields: expression: dialects: dialect: datatype: dimension: is_time: from: to: from_columns: \
        to_columns: ai_context: synonyms: custom_extensions: vendor_name: data: natural_grain: private: \
        # dosic: allow(unused-dataset) allow(W_ASSUMED_KEY, ) because - -- --- ... \
        : , [ ] { } & &a *a << <<: *a ! !! !!str !!int !!null !!map % %YAML | |- |+ |2 > >- >+ ' \" # @ ` ? ~ null true \
        0.2.0.dev0 1.0 0x1F 0o7 1e3 .inf .nan \\n \\x41 \\u00e9 \\ud83d\\ude00 \\U0001F600 \\ é \u{feff} \u{85} \u{2028} \
        id a.b SUM(id) COUNT(*) OSSIE ANSI_SQL Integer String Date #next-file",
    nests: &[
        "[", "{", "{a: ", "- ", "a:\n ", "? ", "[[", "{\"a\":", "\"a\": [", "&a [", "!!str ",
        "- - ", "> \n", "(",
    ],
    seeds: seeds::models,
    check,
};

fn check(input: &[u8]) -> Result<(), String> {
    let Some(text) = text_of(input) else {
        return Ok(());
    };
    nodes(text)?;
    let files = files_of(text);
    for options in ways() {
        let work = Work::load(&files, options.clone())?;
        work.lint()?;
        if is_repeated(input) {
            Work::load(&files, options)?.same_as(&work)?;
            work.render()?;
        }
    }
    Ok(())
}

/// The files of an input. What looks like JSON is named so.
pub(super) fn files_of(text: &str) -> Vec<(&'static str, &str)> {
    let named = |text| match str::trim_start(text).starts_with(['{', '[']) {
        true => ("a.json", text),
        false => ("a.yaml", text),
    };
    text.split(NEXT_FILE).map(named).collect()
}

/// Reads the text as values: faults or values, and every scalar knows its way back.
fn nodes(text: &str) -> Result<(), String> {
    let mut sources = SourceMap::default();
    let file = sources.add("a.yaml", text);
    let (nodes, found) = read_node(file, text);
    if nodes.is_empty() && found.is_empty() && !text.trim().is_empty() && !is_comment(text) {
        return Err("neither a value nor a fault".to_owned());
    }
    for diagnostic in found.iter() {
        crate::compiling::well_formed(&sources, diagnostic)?;
    }
    // Aliases repeat values; looking at some of them is enough.
    let mut left = 5_000;
    nodes
        .iter()
        .try_for_each(|node| node_inside(&sources, file, node, &mut left))
}

fn is_comment(text: &str) -> bool {
    text.trim_start_matches('\u{feff}')
        .lines()
        .all(|l| l.trim().is_empty() || l.trim_start().starts_with(['#', '%', '.']))
}

fn node_inside(
    sources: &SourceMap,
    file: FileId,
    node: &Node,
    left: &mut u32,
) -> Result<(), String> {
    if *left == 0 {
        return Ok(());
    }
    *left -= 1;
    if node.span.file != file || !inside(sources, node.span) {
        return Err(format!("a value is at {:?}", node.span));
    }
    match &node.kind {
        NodeKind::Scalar(text, _) => text_inside(sources, text),
        NodeKind::Sequence(list) => list
            .iter()
            .try_for_each(|node| node_inside(sources, file, node, left)),
        NodeKind::Mapping(entries) => entries.iter().try_for_each(|entry| {
            text_inside(sources, &entry.key)?;
            node_inside(sources, file, &entry.value, left)
        }),
    }
}
