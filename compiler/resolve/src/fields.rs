//! Fields: parsed, ordered by what they read, typed.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, SpannedText};
use dosic_document as document;
use dosic_expr::ast;
use dosic_ir::{DataType, DatasetId, FieldId, MetricId, ModelExpr, ModelLeaf, Type, TypedId};
use dosic_typing::{Context, Site};
use rustc_hash::FxHashMap;

use crate::field_scope::{Bare, Evidence, FieldScope, FieldSite};
use crate::global_scope::{Audience, GlobalScope};
use crate::identifier::normal;
use crate::order;
use crate::reference::for_each_reference;
use crate::resolved::Outcome;
use crate::variant::{self, Chosen};
use crate::{Global, ResolveOptions, ResolvedModel};

/// A declared field of the document with its id; every other list of this pass runs parallel.
pub(crate) struct Declared<'d> {
    pub(crate) id: FieldId,
    pub(crate) dataset: DatasetId,
    pub(crate) source: &'d document::Field,
}

/// What the choice of a variant and parsing left of an expression.
pub(crate) enum Parsed<'d> {
    /// To be typed.
    Expr(ast::Expr, Chosen<'d>),
    /// Reported, or without a usable dialect.
    Unusable(Box<Diagnostic>),
}

impl Parsed<'_> {
    fn expr(&self) -> Option<&ast::Expr> {
        match self {
            Self::Expr(expr, _) => Some(expr),
            Self::Unusable(_) => None,
        }
    }
}

/// Chooses and parses one expression; `what` gives such as "the field `x`".
pub(crate) fn parse<'d>(
    expression: &'d document::Expression,
    what: impl Fn() -> String,
    options: &ResolveOptions,
    sink: &mut Diagnostics,
) -> Parsed<'d> {
    let Some(chosen) = variant::choose(expression, options) else {
        let fault = variant::no_usable_dialect(&what(), expression);
        sink.push(variant::lint_of(&fault));
        return Parsed::Unusable(Box::new(fault));
    };
    let mut own = Diagnostics::new();
    let parsed = variant::parse(chosen, options.strict, &mut own);
    let outcome = match parsed {
        Some(expr) => Parsed::Expr(expr, chosen),
        None => Parsed::Unusable(first_error(&own, what, chosen.text)),
    };
    sink.extend(own);
    outcome
}

/// The first error of a sink, to be reported again where the faulty entity is used.
pub(crate) fn first_error(
    sink: &Diagnostics,
    what: impl Fn() -> String,
    text: &SpannedText,
) -> Box<Diagnostic> {
    let error = sink
        .iter()
        .find(|d| d.severity == dosic_diagnostics::Severity::Error);
    Box::new(error.cloned().unwrap_or_else(|| {
        let message = format!("{} does not parse", what());
        Diagnostic::new(Code::Syntax, Check::Syntax, message).at(text.span, "")
    }))
}

/// Resolves and types every declared field. Gives, by field, whether its own expression shows that a
/// column of its name exists (1.7).
pub(crate) fn resolve_fields(
    declared: &[Declared<'_>],
    options: &ResolveOptions,
    resolved: &mut ResolvedModel,
    suggestions: &mut usize,
    sink: &mut Diagnostics,
) -> Evidence {
    let parsed: Vec<Parsed<'_>> = declared
        .iter()
        .map(|d| {
            let what = || format!("the field `{}`", resolved.model.qualified(d.id));
            parse(&d.source.expression, what, options, sink)
        })
        .collect();
    let evidence = collect_evidence(declared, &parsed, resolved);
    take_column_types(declared, &parsed, &evidence, resolved);

    let dependencies = dependencies(declared, &parsed, &evidence, resolved);
    let order = order::order(&dependencies);
    let mut in_cycle = vec![false; declared.len()];
    for cycle in &order.cycles {
        let ids: Vec<&Declared<'_>> = cycle.iter().filter_map(|i| declared.get(*i)).collect();
        sink.push(cycle_fault(&ids, resolved));
        for at in cycle {
            if let Some(flag) = in_cycle.get_mut(*at) {
                *flag = true;
            }
        }
    }
    for at in order.sequence {
        let (Some(field), Some(parsed)) = (declared.get(at), parsed.get(at)) else {
            continue;
        };
        let cyclic = in_cycle.get(at) == Some(&true);
        type_field(
            field,
            parsed,
            cyclic,
            &evidence,
            resolved,
            suggestions,
            sink,
        );
    }
    evidence
}

fn collect_evidence(
    declared: &[Declared<'_>],
    parsed: &[Parsed<'_>],
    resolved: &ResolvedModel,
) -> Evidence {
    let mut evidence = Evidence::default();
    let mut once: FxHashMap<(DatasetId, MetricId), FieldId> = FxHashMap::default();
    for (field, parsed) in declared.iter().zip(parsed) {
        let own = resolved.model.fields.get(field.id);
        let own = own.map_or("", |f| f.name.normal());
        let mut mentions_itself = false;
        if let Some(expr) = parsed.expr() {
            for_each_reference(expr, &mut |parts| {
                let [name] = parts else { return };
                let normal = normal(name);
                if normal == own {
                    mentions_itself = true;
                } else if let Some(Global::Metric(id)) = resolved.names.global_normal(&normal) {
                    let key = (field.dataset, id);
                    if *once.entry(key).or_insert(field.id) != field.id {
                        evidence.metrics.insert(key);
                    }
                }
            });
        }
        evidence.fields.push(mentions_itself);
    }
    evidence
}

/// A declared datatype of a field that is just a column is the column's type as well, unless two
/// such fields disagree.
fn take_column_types(
    declared: &[Declared<'_>],
    parsed: &[Parsed<'_>],
    evidence: &Evidence,
    resolved: &mut ResolvedModel,
) {
    for (field, parsed) in declared.iter().zip(parsed) {
        let (Some((data, _)), Some(expr)) = (field.source.datatype, parsed.expr()) else {
            continue;
        };
        let ast::ExprKind::Ref(parts) = &expr.kind else {
            continue;
        };
        let [name] = parts.as_slice() else { continue };
        let site = FieldSite {
            resolved,
            dataset: field.dataset,
            own: field.id,
            evidence,
        };
        let Bare::Column(column, _) = site.bare(name) else {
            continue;
        };
        if let Some(types) = resolved.column_types.get_mut(field.dataset) {
            types
                .entry(column.normal().into())
                .and_modify(|known| {
                    if *known != data {
                        *known = DataType::Unknown;
                    }
                })
                .or_insert(data);
        }
    }
}

fn dependencies(
    declared: &[Declared<'_>],
    parsed: &[Parsed<'_>],
    evidence: &Evidence,
    resolved: &ResolvedModel,
) -> Vec<Vec<usize>> {
    let mut all = Vec::with_capacity(declared.len());
    for (field, parsed) in declared.iter().zip(parsed) {
        let mut reads = Vec::new();
        if let Some(expr) = parsed.expr() {
            let site = FieldSite {
                resolved,
                dataset: field.dataset,
                own: field.id,
                evidence,
            };
            for_each_reference(expr, &mut |parts| {
                // Declared fields have the first ids, in document order.
                let read = site.field_of(parts).map(TypedId::index);
                reads.extend(read.filter(|r| *r < declared.len()));
            });
        }
        all.push(reads);
    }
    all
}

fn type_field(
    field: &Declared<'_>,
    parsed: &Parsed<'_>,
    cyclic: bool,
    evidence: &Evidence,
    resolved: &mut ResolvedModel,
    suggestions: &mut usize,
    sink: &mut Diagnostics,
) {
    let (expr, chosen) = match parsed {
        Parsed::Expr(expr, chosen) => (expr, *chosen),
        Parsed::Unusable(reason) => {
            resolved.set_field(field.id, Outcome::Unusable(reason.clone()));
            return;
        }
    };
    let mut own = Diagnostics::new();
    let strict = resolved.strict;
    let scope = FieldScope {
        global: GlobalScope::with_suggestions(resolved, Audience::Model, *suggestions),
        site: FieldSite {
            resolved,
            dataset: field.dataset,
            own: field.id,
            evidence,
        },
    };
    let context = Context {
        text: chosen.text,
        scope: &scope,
        site: Site::Field,
        strict,
        foreign_dialect: chosen.foreign.filter(|_| !strict),
    };
    let typed = dosic_typing::lower(expr, &context, &mut own);
    let what = || format!("the field `{}`", resolved.model.qualified(field.id));
    let fault = typed
        .is_none()
        .then(|| first_error(&own, what, chosen.text));
    let (implied, left) = scope.finish();
    *suggestions = left;
    resolved.add_implied(implied);
    sink.extend(own);

    let outcome = match (typed, fault) {
        (Some(expr), _) if !cyclic => match unusable_read(&expr, resolved) {
            Some(reason) => Outcome::Unusable(reason),
            None => Outcome::Typed(expr),
        },
        (_, Some(fault)) => Outcome::Unusable(fault),
        _ => Outcome::Unusable(Box::new(cycle_fault(&[field], resolved))),
    };
    if let Outcome::Typed(expr) = &outcome {
        set_type(field, expr, resolved, sink);
    }
    resolved.set_field(field.id, outcome);
}

/// The reason of the first field or metric that an expression reads and that cannot be used.
pub(crate) fn unusable_read(expr: &ModelExpr, resolved: &ResolvedModel) -> Option<Box<Diagnostic>> {
    let mut found = None;
    expr.for_each_leaf_deep(&mut |leaf| {
        if found.is_some() {
            return;
        }
        let model = &resolved.model;
        let reason = match leaf {
            ModelLeaf::Field(f) => model.fields.get(f.field).and_then(|t| t.unusable.as_ref()),
            ModelLeaf::Metric(id, _) => model.metrics.get(*id).and_then(|t| t.unusable.as_ref()),
            _ => None,
        };
        found = reason.cloned();
    });
    found
}

/// The declared datatype wins; a different kind is advice only (ruling 12).
pub(crate) fn declared_type(
    datatype: Option<(DataType, dosic_diagnostics::Span)>,
    computed: Type,
    what: impl FnOnce() -> String,
    sink: &mut Diagnostics,
) -> Type {
    let Some((declared, span)) = datatype else {
        return computed;
    };
    let data = computed.data;
    if declared != data && !declared.is_open() && !data.is_open() {
        let message = format!(
            "{} is declared {}, but computes {}",
            what(),
            declared.name(),
            data.name()
        );
        sink.push(
            Diagnostic::new(Code::DatatypeMismatch, Check::Types, message)
                .at(span, format!("the expression gives {}", data.name()))
                .help(format!("declare {}, or CAST the expression", data.name())),
        );
    }
    Type {
        data: declared,
        nullable: computed.nullable,
    }
}

fn set_type(
    field: &Declared<'_>,
    expr: &ModelExpr,
    resolved: &mut ResolvedModel,
    sink: &mut Diagnostics,
) {
    let what = || format!("the field `{}`", resolved.model.qualified(field.id));
    let ty = declared_type(field.source.datatype, expr.ty, what, sink);
    let model = &resolved.model;
    let windowed = expr.any_leaf_deep(&mut |leaf| match leaf {
        ModelLeaf::Window(_) => true,
        ModelLeaf::Field(f) if f.role.is_empty() => {
            let target = model.fields.get(f.field);
            target.is_some_and(|t| t.windowed && t.dataset == field.dataset)
        }
        _ => false,
    });
    if let Some(slot) = resolved.model.fields.get_mut(field.id) {
        slot.ty = ty;
        slot.windowed = windowed;
    }
}

fn cycle_fault(members: &[&Declared<'_>], resolved: &ResolvedModel) -> Diagnostic {
    let place = |m: &&Declared<'_>| (resolved.model.qualified(m.id), m.source.name.span);
    let places: Vec<_> = members.iter().map(place).collect();
    order::cycle_fault(Code::FieldDependencyCycle, "fields", &places)
        .help("a bare name equal to the field's own is the column of the source; break the cycle by reading columns")
}
