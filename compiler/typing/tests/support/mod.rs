//! A scope without a model, and expressions as text.
#![allow(dead_code, reason = "each test file uses a part")]

mod show;

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, FileId, Span, SpannedText};
use dosic_expr::{ParseOptions, ast, parse};
use dosic_ir::{
    AggregateCall, AggregateFn, DataType, FieldId, FieldRef, Ident, MetricId, ModelExpr, ModelLeaf,
    Origin, Type, TypedId, WindowCall, WindowFn,
};
use dosic_typing::{Context, Scope, Site, lower};

pub(crate) use show::show;

/// `t.i`, `t.s`, … are fields named after their types, nullable with `n` in front; bare they are
/// columns. `revenue` is a metric and `running` a windowed one; in a query they are expanded.
struct Names {
    site: Site,
}

impl Scope for Names {
    fn resolve(
        &self,
        parts: &[ast::Ident],
        span: Span,
        sink: &mut Diagnostics,
    ) -> Option<ModelExpr> {
        let texts: Vec<_> = parts.iter().map(|p| p.text.as_str()).collect();
        let found = match texts.as_slice() {
            ["t" | "fine", name] => field(name),
            ["revenue"] => Some(self.metric(0)),
            ["running"] => Some(self.metric(1)),
            [name] if self.site == Site::Field => {
                let ty = type_named(name)?;
                Some(ModelExpr::leaf(ModelLeaf::Column(Ident::regular(name)), ty))
            }
            _ => None,
        };
        if found.is_none() {
            let message = format!("`{}` is not found", texts.join("."));
            sink.push(Diagnostic::new(Code::NameNotFound, Check::References, message).at(span, ""));
        }
        found
    }

    fn filter_moves_home(&self, args: &[ModelExpr], predicate: &ModelExpr) -> bool {
        let finer = |l: &ModelLeaf| matches!(l, ModelLeaf::Field(f) if f.field.index() == 99);
        !args.is_empty() && predicate.any_leaf_deep(&mut |l| finer(l))
    }
}

impl Names {
    fn metric(&self, index: usize) -> ModelExpr {
        let ty = Type::nullable(DataType::Decimal);
        if self.site != Site::Query {
            let leaf = ModelLeaf::Metric(MetricId::from_index(index), Origin::NONE);
            return ModelExpr::leaf(leaf, ty);
        }
        let sum = AggregateCall {
            function: AggregateFn::Sum,
            distinct: false,
            args: field("dec").into_iter().collect(),
            origin: Origin::NONE,
        };
        let sum = ModelExpr::leaf(ModelLeaf::Aggregate(Box::new(sum)), ty);
        if index == 0 {
            return sum;
        }
        let window = WindowCall {
            function: WindowFn::Aggregate(AggregateFn::Sum),
            args: vec![sum],
            partition_by: Vec::new(),
            order_by: Vec::new(),
            frame: None,
            origin: Origin::NONE,
        };
        ModelExpr::leaf(ModelLeaf::Window(Box::new(window)), ty)
    }
}

const TYPES: &[(&str, DataType)] = &[
    ("i", DataType::Integer),
    ("dec", DataType::Decimal),
    ("f", DataType::Float),
    ("s", DataType::String),
    ("b", DataType::Boolean),
    ("d", DataType::Date),
    ("tm", DataType::Time),
    ("ts", DataType::DateTime),
    ("tz", DataType::DateTimeTz),
    ("o", DataType::Opaque),
    ("u", DataType::Unknown),
];

fn type_named(name: &str) -> Option<Type> {
    let (bare, nullable) = match name.strip_prefix('n') {
        Some(bare) => (bare, true),
        None => (name, false),
    };
    let data = TYPES.iter().find(|(n, _)| *n == bare)?.1;
    Some(Type { data, nullable })
}

pub(crate) fn field_name(index: usize) -> String {
    let (index, n) = if index >= 50 {
        (index - 50, "n")
    } else {
        (index, "")
    };
    TYPES
        .get(index)
        .map_or("finer".to_owned(), |(name, _)| format!("t.{n}{name}"))
}

fn field(name: &str) -> Option<ModelExpr> {
    let (index, ty) = if name == "finer" {
        (99, Type::nullable(DataType::Boolean))
    } else {
        let ty = type_named(name)?;
        let position = TYPES.iter().position(|(_, d)| *d == ty.data)?;
        (position + if ty.nullable { 50 } else { 0 }, ty)
    };
    let leaf = ModelLeaf::Field(FieldRef {
        field: FieldId::from_index(index),
        role: Vec::new(),
        origin: Origin::NONE,
    });
    Some(ModelExpr::leaf(leaf, ty))
}

/// Types a text; the sorted diagnostics and the expression.
pub(crate) fn typed_in(
    site: Site,
    text: &str,
    foreign: Option<&str>,
) -> (Option<ModelExpr>, Vec<Diagnostic>) {
    let end = u32::try_from(text.len()).unwrap_or(u32::MAX);
    let source = SpannedText::verbatim(text, Span::new(FileId(0), 0, end), 0);
    let mut sink = Diagnostics::new();
    let parsed = parse(&source, &ParseOptions::default(), Check::Syntax, &mut sink);
    let names = Names { site };
    let context = Context {
        text: &source,
        scope: &names,
        site,
        strict: false,
        foreign_dialect: foreign,
    };
    let lowered = parsed.and_then(|e| lower(&e, &context, &mut sink));
    (lowered, sink.into_sorted())
}

/// Types a text in a metric.
pub(crate) fn typed(text: &str) -> (Option<ModelExpr>, Vec<Diagnostic>) {
    typed_in(Site::Metric, text, None)
}

/// The type, such as `Integer` or, if it can be NULL, `Integer?`; or the first code.
pub(crate) fn type_of(text: &str) -> String {
    let (expr, diagnostics) = typed(text);
    if let Some(first) = diagnostics.first() {
        return first.full_code();
    }
    expr.map_or("nothing".to_owned(), |e| type_text(e.ty))
}

pub(crate) fn type_text(ty: Type) -> String {
    let mark = if ty.nullable { "?" } else { "" };
    format!("{}{mark}", ty.data.name())
}

/// The first code in a site, `ok` if there is none.
pub(crate) fn code_in(site: Site, text: &str) -> String {
    let (expr, diagnostics) = typed_in(site, text, None);
    match diagnostics.first() {
        Some(first) => first.full_code(),
        None => expr.map_or("nothing", |_| "ok").to_owned(),
    }
}

/// The expression as text.
pub(crate) fn shown(text: &str) -> String {
    let (expr, diagnostics) = typed(text);
    let codes: Vec<_> = diagnostics.iter().map(Diagnostic::full_code).collect();
    let shown = expr.map_or("nothing".to_owned(), |e| show(&e));
    [vec![shown], codes].concat().join("  !")
}

/// Diagnostics as a person reads them, with the text under each label.
pub(crate) fn messages(site: Site, text: &str) -> String {
    let (_, diagnostics) = typed_in(site, text, None);
    let mut out = format!("{text}\n");
    for d in diagnostics {
        out.push_str(&format!("  {}: {}\n", d.full_code(), d.message));
        for label in &d.labels {
            let range = label.span.start as usize..label.span.end as usize;
            out.push_str(&format!(
                "    at `{}`: {}\n",
                text.get(range).unwrap_or(""),
                label.text
            ));
        }
        if let Some(help) = d.help {
            out.push_str(&format!("    help: {help}\n"));
        }
    }
    out
}
