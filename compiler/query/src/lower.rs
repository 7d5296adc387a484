//! Entries of a request → typed expressions, metrics not yet expanded.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics, Span, SpannedText};
use dosic_expr::{ast, print};
use dosic_ir::{FieldRef, Ident, ModelExpr, ModelLeaf};
use dosic_resolve::{ResolvedModel, ident_of};
use dosic_typing::{Context, Scope, Site, lower};

use crate::grammar::{Grammar, Parsed};
use crate::output::{WantedName, ident_from};
use crate::read_entries::Clause;
use crate::request::{RequestItem, RequestedValue};
use crate::time_grain::truncate;
use crate::yaml_name::{alias_ident, check_alias, name_ident, reference};

/// A column of the result: typed, its name not yet made unique.
pub(crate) struct Column {
    /// `None` if it is faulty, which was reported.
    pub(crate) written: Option<ModelExpr>,
    pub(crate) name: WantedName,
    pub(crate) span: Span,
}

/// A typed predicate or sort key.
pub(crate) struct Written {
    pub(crate) expr: ModelExpr,
    pub(crate) span: Span,
}

/// Types the entries of a query against a model.
#[derive(Clone, Copy)]
pub(crate) struct Lowering<'a> {
    pub(crate) resolved: &'a ResolvedModel,
    /// The names of the model, as a query may use them.
    pub(crate) scope: &'a dyn Scope,
    /// A scalar or an aggregation query.
    pub(crate) site: Site,
    pub(crate) strict: bool,
}

impl Lowering<'_> {
    pub(crate) fn grammar(&self) -> Grammar {
        Grammar {
            strict: self.strict,
        }
    }

    /// Types an expression; names mean what `scope` says.
    pub(crate) fn expression(
        &self,
        text: &SpannedText,
        expr: &ast::Expr,
        scope: &dyn Scope,
        sink: &mut Diagnostics,
    ) -> Option<ModelExpr> {
        let context = Context {
            text,
            scope,
            site: self.site,
            strict: self.strict,
            foreign_dialect: None,
        };
        lower(expr, &context, sink)
    }

    /// Parses and types a predicate.
    pub(crate) fn predicate(
        &self,
        text: &SpannedText,
        scope: &dyn Scope,
        sink: &mut Diagnostics,
    ) -> Option<Written> {
        let expr = self.grammar().expression(text, sink)?;
        let expr = self.expression(text, &expr, scope, sink)?;
        Some(Written {
            expr,
            span: text.span,
        })
    }

    /// Parses and types an entry of dimensions, measures or fields. A faulty one keeps its name, so that
    /// clauses that name it are not reported too.
    pub(crate) fn column(
        &self,
        item: &RequestItem,
        clause: Clause,
        sink: &mut Diagnostics,
    ) -> Column {
        let (text, parsed) = self.parse(item, clause, sink);
        let beside = item.alias.as_ref().map(|a| alias_ident(a, sink));
        let Some(parsed) = parsed else {
            let unnamed = || WantedName::Default {
                name: ident_from(&text.text),
                qualified: None,
            };
            let name = beside.map_or_else(unnamed, WantedName::Alias);
            return Column {
                written: None,
                name,
                span: item.span,
            };
        };
        if let Some(alias) = &parsed.alias {
            check_alias(alias, &text, sink);
            if let Some(beside) = &item.alias {
                sink.push(two_names(beside.span));
            }
        }
        let written = match parsed.grain {
            None => self.expression(&text, &parsed.expr, self.scope, sink),
            Some(part) => self.expression(&text, &truncate(&parsed.expr, part), self.scope, sink),
        };
        let name = match beside.or_else(|| parsed.alias.clone()) {
            Some(alias) => WantedName::Alias(alias),
            None => self.default_name(&parsed, written.as_ref()),
        };
        let written = match (&item.what, &written) {
            (RequestedValue::Metric(name), Some(expr))
                if !matches!(expr.as_leaf(), Some(ModelLeaf::Metric(..))) =>
            {
                sink.push(not_a_metric(name));
                None
            }
            _ => written,
        };
        Column {
            written,
            name,
            span: item.span,
        }
    }

    fn parse(
        &self,
        item: &RequestItem,
        clause: Clause,
        sink: &mut Diagnostics,
    ) -> (SpannedText, Option<Parsed>) {
        match &item.what {
            RequestedValue::Expression(text) => {
                let grammar = self.grammar();
                let parsed = match clause {
                    Clause::Dimension => grammar.dimension(text, sink),
                    Clause::Measure | Clause::Field => grammar.aliased(text, sink),
                };
                (text.clone(), parsed)
            }
            RequestedValue::Metric(name) => (name.clone(), self.parse_metric(name, sink)),
            RequestedValue::Field { dataset, field } => {
                let text =
                    SpannedText::synthetic(format!("{}.{}", dataset.text, field.text), item.span);
                let expr = reference(
                    vec![name_ident(&dataset.text), name_ident(&field.text)],
                    &text,
                );
                (
                    text,
                    Some(Parsed {
                        expr,
                        alias: None,
                        grain: None,
                    }),
                )
            }
        }
    }

    /// A metric's name: as in an expression, or the bare name as if it were quoted.
    fn parse_metric(&self, name: &SpannedText, sink: &mut Diagnostics) -> Option<Parsed> {
        let mut unused = Diagnostics::new();
        let parsed = self.grammar().expression(name, &mut unused);
        let expr = match parsed {
            Some(expr) if matches!(expr.kind, ast::ExprKind::Ref(_)) && !unused.has_errors() => {
                expr
            }
            other => {
                let ident = name_ident(&name.text);
                if other.is_some()
                    && !unused.has_errors()
                    && self.resolved.names.global(&ident_of(&ident)).is_none()
                {
                    sink.push(expression_as_metric(name));
                    return None;
                }
                reference(vec![ident], name)
            }
        };
        Some(Parsed {
            expr,
            alias: None,
            grain: None,
        })
    }

    /// The name of a column without alias (2.6).
    fn default_name(&self, parsed: &Parsed, written: Option<&ModelExpr>) -> WantedName {
        let suffix = parsed
            .grain
            .map_or_else(String::new, |p| format!("_{}", p.name().to_lowercase()));
        if let ast::ExprKind::Ref(parts) = &parsed.expr.kind
            && let Some(last) = parts.last()
        {
            let mut field = None;
            let mut metric = None;
            if let Some(written) = written {
                written.for_each_leaf(&mut |leaf| match leaf {
                    ModelLeaf::Field(reference) => field = Some(reference),
                    ModelLeaf::Metric(id, _) => metric = Some(*id),
                    _ => {}
                });
            }
            if let Some(metric) = metric.and_then(|id| self.resolved.model.metrics.get(id)) {
                return WantedName::Default {
                    name: metric.name.clone(),
                    qualified: None,
                };
            }
            return self.field_name(field, last, parts, &suffix);
        }
        let canonical = match parsed.grain {
            None => print(&parsed.expr),
            Some(part) => print(&truncate(&parsed.expr, part)),
        };
        WantedName::Default {
            name: Ident::quoted(&canonical),
            qualified: None,
        }
    }

    /// `field`, of a role `relationship_field`; `dataset_field` where that is taken.
    fn field_name(
        &self,
        field: Option<&FieldRef>,
        last: &ast::Ident,
        parts: &[ast::Ident],
        suffix: &str,
    ) -> WantedName {
        let model = &self.resolved.model;
        let declared = field.and_then(|r| model.fields.get(r.field));
        // A field implied by a column is not yet part of the model: it is called as it was written.
        let name = declared.map_or_else(|| ident_of(last), |f| f.name.clone());
        let roles = field.map_or(&[][..], |r| r.role.as_slice());
        let mut prefix = String::new();
        for role in roles {
            prefix.push_str(model.relationship_name(*role));
            prefix.push('_');
        }
        let dataset = match (declared, parts) {
            (Some(field), _) => Some(model.dataset_name(field.dataset)),
            (None, [.., dataset, _]) => Some(dataset.text.as_str()),
            (None, _) => None,
        };
        let leaf = name.display();
        let qualified = dataset.map(|d| format!("{prefix}{d}_{leaf}{suffix}"));
        if prefix.is_empty() && suffix.is_empty() {
            return WantedName::Default { name, qualified };
        }
        WantedName::Default {
            name: ident_from(&format!("{prefix}{leaf}{suffix}")),
            qualified,
        }
    }
}

fn two_names(span: Span) -> Diagnostic {
    Diagnostic::new(
        Code::InvalidQuery,
        Check::QueryKeys,
        "an entry has two names: one beside it and one after AS",
    )
    .kind("two-names")
    .at(span, "second name")
    .help("keep one of them")
}

fn not_a_metric(name: &SpannedText) -> Diagnostic {
    let message = format!("`{}` is a field, not a metric", name.text);
    Diagnostic::new(Code::NameNotFound, Check::QueryNames, message)
        .at(name.span, "no metric in the global scope")
        .help(format!(
            "aggregate it, as in `expression: SUM({})`",
            name.text
        ))
}

fn expression_as_metric(name: &SpannedText) -> Diagnostic {
    Diagnostic::new(
        Code::InvalidQuery,
        Check::QueryKeys,
        "`metric` takes the name of a metric, not an expression",
    )
    .kind("expression-as-metric")
    .at(name.span, "an expression")
    .help(format!("write `expression: {}`", name.text))
}
