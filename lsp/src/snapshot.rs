//! A checked model: texts with their lines, and where its names stand.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use dosic_compiler::{LoadedModel, QueryRequest};
use dosic_diagnostics::{FileId, Span, SpannedText};
use dosic_document::{Expression, Model};
use dosic_resolve::{Meaning, Mention, mentions};
use lsp_types::{Location, Position, Range, Uri};

use crate::completion::Known;
use crate::text::{Encoding, Lines};
use crate::{Checked, Finding, uri};

/// What a name means in a workspace's model: the model's position, and the meaning there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Target {
    pub(crate) model: usize,
    pub(crate) meaning: Meaning,
}

/// A name with its model.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    pub(crate) model: usize,
    pub(crate) mention: Mention,
}

impl Named {
    pub(crate) fn target(&self) -> Target {
        Target {
            model: self.model,
            meaning: self.mention.meaning.clone(),
        }
    }
}

/// What a check gave.
#[derive(Debug)]
pub(crate) struct Snapshot {
    pub(crate) checked: Checked,
    files: BTreeMap<PathBuf, FileId>,
    lines: BTreeMap<FileId, OnceCell<Lines>>,
    names: OnceCell<Vec<Named>>,
}

impl Snapshot {
    pub(crate) fn new(checked: Checked) -> Self {
        let files = checked.sources.files();
        let files: BTreeMap<_, _> = files.map(|(id, f)| (PathBuf::from(&f.name), id)).collect();
        let lines = files.values().map(|id| (*id, OnceCell::new())).collect();
        Self {
            checked,
            files,
            lines,
            names: OnceCell::new(),
        }
    }

    pub(crate) fn file(&self, path: &Path) -> Option<FileId> {
        self.files.get(path).copied()
    }

    pub(crate) fn path(&self, file: FileId) -> Option<&Path> {
        self.checked.sources.get(file).map(|f| Path::new(&f.name))
    }

    /// The address of a file, for those that are not open.
    pub(crate) fn uri(&self, file: FileId) -> Option<Uri> {
        uri::of_path(self.path(file)?)
    }

    pub(crate) fn text(&self, file: FileId) -> &str {
        self.checked.sources.get(file).map_or("", |f| &f.text)
    }

    pub(crate) fn range(&self, span: Span, encoding: Encoding) -> Range {
        let text = self.text(span.file);
        let lines = self.lines.get(&span.file);
        lines.map_or_else(Range::default, |lines| {
            let lines = lines.get_or_init(|| Lines::new(text));
            lines.range(text, span.start as usize, span.end as usize, encoding)
        })
    }

    pub(crate) fn offset(&self, file: FileId, position: Position, encoding: Encoding) -> u32 {
        let text = self.text(file);
        let offset = self.lines.get(&file).map_or(0, |lines| {
            let lines = lines.get_or_init(|| Lines::new(text));
            lines.offset(text, position, encoding)
        });
        u32::try_from(offset).unwrap_or(u32::MAX)
    }

    pub(crate) fn location(&self, span: Span, encoding: Encoding) -> Option<Location> {
        Some(Location::new(
            self.uri(span.file)?,
            self.range(span, encoding),
        ))
    }

    pub(crate) fn model(&self, index: usize) -> Option<&LoadedModel> {
        self.checked.loaded.models.get(index)
    }

    /// The models that a file is a part of; all of them if it is none of any.
    pub(crate) fn models_of(&self, path: &Path) -> Vec<Known<'_>> {
        let file = self.file(path);
        let loaded = &self.checked.loaded;
        let is_part = |m: &Model| {
            let names = m.datasets.iter().map(|d| &d.name);
            let names = names.chain(m.metrics.iter().map(|m| &m.name));
            let mut names = names.chain(m.relationships.iter().map(|r| &r.name));
            Some(m.file) == file || names.any(|n| Some(n.span.file) == file)
        };
        let all = || loaded.documents.models.iter().zip(&loaded.models);
        let any = all().any(|(written, _)| is_part(written));
        all()
            .filter(|(written, _)| !any || is_part(written))
            .map(|(_, own)| Known {
                model: &own.resolved.model,
                names: &own.resolved.names,
            })
            .collect()
    }

    /// Whether every file could be read as YAML or JSON, so that nothing of a model is missing.
    pub(crate) fn is_whole(&self) -> bool {
        let is_broken = |f: &Finding| {
            let kind = f.diagnostic.kind;
            f.file.is_some() || kind == Some("yaml") || kind == Some("json")
        };
        !self.checked.findings.iter().any(is_broken)
    }

    /// All names, by place.
    pub(crate) fn names(&self) -> &[Named] {
        self.names.get_or_init(|| {
            let mut all = Vec::new();
            let loaded = &self.checked.loaded;
            let options = self.checked.options.resolving();
            for (model, (written, own)) in loaded
                .documents
                .models
                .iter()
                .zip(&loaded.models)
                .enumerate()
            {
                let found = mentions(written, &own.resolved, &options);
                all.extend(found.into_iter().map(|mention| Named { model, mention }));
            }
            for saved in &loaded.documents.queries {
                let (request, _) = QueryRequest::from_node(&saved.body);
                let Ok(chosen) = loaded.choose(&request) else {
                    continue;
                };
                let model = loaded.models.iter().position(|m| std::ptr::eq(m, chosen));
                let Some(model) = model else { continue };
                let found = request.mentions(&chosen.resolved);
                all.extend(found.into_iter().map(|mention| Named { model, mention }));
            }
            all.sort_by(|a, b| {
                let key = |n: &Named| (n.mention.span, n.mention.form);
                key(a).cmp(&key(b))
            });
            all.dedup_by(|a, b| a.mention == b.mention && a.model == b.model);
            all
        })
    }

    /// The names of a file.
    pub(crate) fn names_of(&self, file: FileId) -> &[Named] {
        let all = self.names();
        let start = all.partition_point(|n| n.mention.span.file < file);
        let end = all.partition_point(|n| n.mention.span.file <= file);
        all.get(start..end).unwrap_or(&[])
    }

    /// The texts of a file's expressions that are written there, in no particular order.
    pub(crate) fn expressions_of(&self, file: FileId) -> impl Iterator<Item = &SpannedText> {
        let documents = &self.checked.loaded.documents;
        let all = documents.models.iter().flat_map(expressions);
        let texts = all.flat_map(|e| &e.variants).map(|v| &v.text);
        // Where an expression could not be read, NULL stands in for it.
        texts.filter(move |t| t.span.file == file && !t.is_synthetic())
    }

    /// The text of an expression that a place stands in, its ends included.
    pub(crate) fn expression_at(&self, file: FileId, offset: u32) -> Option<&SpannedText> {
        let documents = &self.checked.loaded.documents;
        let all = documents.models.iter().flat_map(expressions);
        let mut texts = all.flat_map(|e| &e.variants).map(|v| &v.text);
        texts.find(|t| {
            let span = t.span;
            span.file == file && span.start <= offset && offset <= span.end
        })
    }

    /// The name at a place, its end included, so that a cursor behind a word is at it.
    pub(crate) fn name_at(&self, file: FileId, offset: u32) -> Option<&Named> {
        let at = |n: &&Named| n.mention.span.start <= offset && offset <= n.mention.span.end;
        let found = self.names_of(file).iter().filter(at);
        found.min_by_key(|n| {
            (
                n.mention.span.end == offset,
                n.mention.span.end - n.mention.span.start,
            )
        })
    }
}

fn expressions(model: &Model) -> impl Iterator<Item = &Expression> {
    let fields = model.datasets.iter().flat_map(|d| &d.fields);
    let fields = fields.map(|f| &f.expression);
    fields.chain(model.metrics.iter().map(|m| &m.expression))
}
