//! Fields: the columns, and some that are computed from them, from each other, and from other datasets.

use std::collections::BTreeSet;

use crate::case::{Column, Dataset, Field, Kind};
use crate::expression::{self, References};
use crate::model::Model;
use crate::names::{self, can_be_bare, normal};
use crate::random::Random;
use crate::window;

/// The fields of a dataset of a model; those before it have theirs.
pub(crate) fn fields(random: &mut Random, model: &Model, index: usize) -> Vec<Field> {
    let dataset = &model.datasets[index];
    let mut fields = Vec::new();
    // A bare name would be the field (1.7) rather than the column, which has another type.
    let columns = dataset.columns.iter().map(Column::reference);
    let mut taken: BTreeSet<String> = columns.map(|name| normal(&name)).collect();
    for column in &dataset.columns {
        fields.push(identity(random, model, column, &mut taken));
    }
    let paths = model.paths_up(index);
    let above: Vec<usize> = (0..model.datasets.len())
        .filter(|d| *d != index && paths[*d] == 1)
        .collect();
    for number in 0..*random.pick(&[0, 0, 1, 1, 2, 3]) {
        let plain = format!("f{number}");
        let name = names::name(random, &plain, names::ODD, model.odd, &mut taken, normal);
        let mut scope = FieldScope {
            model,
            random,
            dataset,
            fields: &fields,
            above: &above,
        };
        let (expression, kind) = computed(&mut scope);
        fields.push(Field {
            bare: false,
            undeclared: false,
            declared: random.percent(30) && !model.untyped && kind.is_exact(),
            name,
            expression,
            kind,
        });
    }
    fields
}

/// The field of a column, mostly named like it.
fn identity(
    random: &mut Random,
    model: &Model,
    column: &Column,
    taken: &mut BTreeSet<String>,
) -> Field {
    let reference = column.reference();
    let share = if column.role.is_empty() || model.plain {
        0
    } else {
        4 + model.odd / 2
    };
    let name = if random.percent(share) {
        let plain = format!("the_{}", column.role);
        names::name(random, &plain, names::ODD, 60, taken, normal)
    } else {
        reference.clone()
    };
    let undeclared = !model.strict && !model.plain && column.role == "p" && name == reference;
    Field {
        bare: !model.strict && can_be_bare(&name) && random.percent(30),
        undeclared: undeclared && random.percent(40),
        // What a date's parts are is left open where its type is unknown.
        declared: matches!(column.kind, Kind::Date | Kind::DateTime) || !model.untyped,
        expression: reference,
        kind: column.kind,
        name,
    }
}

impl Kind {
    /// Whether a computed field of it may be declared: a result that is a Float is no Decimal.
    fn is_exact(self) -> bool {
        !matches!(self, Self::Decimal | Self::Float)
    }
}

/// What a field expression may read.
struct FieldScope<'m> {
    model: &'m Model,
    random: &'m mut Random,
    dataset: &'m Dataset,
    /// Fields made before it.
    fields: &'m [Field],
    /// Other datasets that exactly one path of steps up leads to.
    above: &'m [usize],
}

impl References for FieldScope<'_> {
    fn random(&mut self) -> &mut Random {
        self.random
    }

    fn reference(&mut self, passes: &dyn Fn(Kind) -> bool) -> Option<(String, Kind)> {
        if self.random.percent(22)
            && let Some(other) = self.random.maybe(self.above)
        {
            let other = &self.model.datasets[*other];
            let fits: Vec<_> = other
                .fields
                .iter()
                .filter(|f| passes(f.kind) && !f.undeclared)
                .collect();
            if let Some(field) = self.random.maybe(&fits) {
                return Some((format!("{}.{}", other.name, field.name), field.kind));
            }
        }
        if self.random.percent(25) {
            let fits: Vec<_> = self.fields.iter().filter(|f| passes(f.kind)).collect();
            if let Some(field) = self.random.maybe(&fits)
                && !field.undeclared
            {
                return Some((format!("{}.{}", self.dataset.name, field.name), field.kind));
            }
        }
        let columns = &self.dataset.columns;
        let fits: Vec<_> = columns.iter().filter(|c| passes(c.kind)).collect();
        let column = self.random.maybe(&fits)?;
        Some((column.reference(), column.kind))
    }
}

fn computed(scope: &mut FieldScope<'_>) -> (String, Kind) {
    if let Some(found) = over_windowed(scope) {
        return found;
    }
    if scope.random.percent(25) {
        let order = scope.dataset.references(scope.dataset.key_roles());
        return window::over_rows(scope, &order);
    }
    if scope.random.percent(6) {
        return ("'const'".to_owned(), Kind::Text);
    }
    expression::any(scope, 2)
}

/// A window over a field that is one itself: they are computed in stages.
fn over_windowed(scope: &mut FieldScope<'_>) -> Option<(String, Kind)> {
    let exact = |f: &&Field| f.expression.contains(" OVER ") && f.kind != Kind::Float;
    let windowed: Vec<&Field> = scope.fields.iter().filter(exact).collect();
    let field = *scope.random.maybe(&windowed)?;
    if !scope.random.percent(45) {
        return None;
    }
    let name = format!("{}.{}", scope.dataset.name, field.name);
    let by = scope.dataset.references(&["s"]).join(", ");
    Some(match scope.random.below(3) {
        0 if field.kind.is_number() => {
            (format!("SUM({name}) OVER (PARTITION BY {by})"), field.kind)
        }
        1 => (
            format!("COUNT({by}) OVER (PARTITION BY {name})"),
            Kind::Integer,
        ),
        _ => {
            let text = format!("DENSE_RANK() OVER (PARTITION BY {by} ORDER BY {name} DESC)");
            (text, Kind::Integer)
        }
    })
}
