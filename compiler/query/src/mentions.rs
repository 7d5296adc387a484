//! The names in a request that a model gives a meaning to.

use dosic_diagnostics::{Diagnostics, SpannedText};
use dosic_expr::ast;
use dosic_resolve::{
    Mention, ResolvedModel, ident_of, mention_of_field, mention_of_name, mentions_of_expression,
};

use crate::grammar::Grammar;
use crate::request::{QueryRequest, RequestItem, RequestedValue};
use crate::yaml_name::name_ident;

impl QueryRequest {
    /// Every name of the request that means a dataset, field, metric or relationship of the model, in the order of
    /// clauses. Faults are left to [`crate::resolve_query`].
    #[must_use]
    pub fn mentions(&self, model: &ResolvedModel) -> Vec<Mention> {
        let grammar = Grammar {
            strict: model.is_strict(),
        };
        let mut faults = Diagnostics::new();
        let mut found = Vec::new();
        let mut aliases = Vec::new();
        let mut add = |text: &SpannedText, expr: Option<ast::Expr>| {
            let mentions = expr.map(|e| mentions_of_expression(model, text, &e));
            found.extend(mentions.into_iter().flatten());
        };
        let clauses = [
            (&self.dimensions, true),
            (&self.measures, false),
            (&self.fields, false),
        ];
        for (items, dimension) in clauses {
            for item in items {
                let beside = item.alias.iter().map(|a| ident_of(&name_ident(&a.text)));
                aliases.extend(beside);
                if let RequestedValue::Expression(text) = &item.what {
                    let parsed = if dimension {
                        grammar.dimension(text, &mut faults)
                    } else {
                        grammar.aliased(text, &mut faults)
                    };
                    if let Some(parsed) = parsed {
                        aliases.extend(parsed.alias);
                        add(text, Some(parsed.expr));
                    }
                }
            }
        }
        for text in self.filters.iter().chain(&self.having) {
            add(text, grammar.expression(text, &mut faults));
        }
        for key in &self.order_by {
            let parsed = grammar.order_item(&key.target, &mut faults);
            let expr = parsed.map(|item| item.expr);
            // An alias is the query's own name.
            let is_alias = |e: &ast::Expr| match &e.kind {
                ast::ExprKind::Ref(parts) => match parts.as_slice() {
                    [name] => aliases.contains(&ident_of(name)),
                    _ => false,
                },
                _ => false,
            };
            add(&key.target, expr.filter(|e| !is_alias(e)));
        }
        let items = clauses.into_iter().flat_map(|(items, _)| items);
        let named = items.flat_map(|item| standing_alone(item, model));
        found.extend(named);
        let home = self.dataset.iter();
        found.extend(home.filter_map(|name| mention_of_name(model, name)));
        found
    }
}

fn standing_alone(item: &RequestItem, model: &ResolvedModel) -> Vec<Mention> {
    match &item.what {
        RequestedValue::Expression(_) => Vec::new(),
        RequestedValue::Metric(name) => mention_of_name(model, name).into_iter().collect(),
        RequestedValue::Field { dataset, field } => {
            let names = [
                mention_of_name(model, dataset),
                mention_of_field(model, dataset, field),
            ];
            names.into_iter().flatten().collect()
        }
    }
}
