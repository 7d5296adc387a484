//! Printing statements: keywords upper case, a clause a line, lists broken where they are long.

use crate::Dialect;
use crate::ast::SqlExpr;
use crate::layout::Layout;
use crate::names::spelling;
use crate::print_expr::ExprPrinter;
use crate::select::{Cte, From, Item, Query, Rows, Select, Table};

/// The text of a statement; `None` if an expression is nested too deep to print.
pub(crate) fn print(query: &Query, dialect: &dyn Dialect) -> Option<String> {
    let mut printer = Printer {
        out: Layout::default(),
        dialect,
        too_deep: false,
    };
    printer.query(query);
    (!printer.too_deep).then(|| printer.out.finish())
}

struct Printer<'a> {
    out: Layout,
    dialect: &'a dyn Dialect,
    too_deep: bool,
}

impl Printer<'_> {
    fn query(&mut self, query: &Query) {
        for (i, cte) in query.ctes.iter().enumerate() {
            if i == 0 {
                self.out.text("WITH ");
            } else {
                self.out.text(",");
                self.out.new_line();
            }
            self.cte(cte);
        }
        if !query.ctes.is_empty() {
            self.out.new_line();
        }
        self.select(&query.body);
    }

    fn cte(&mut self, cte: &Cte) {
        self.name(&cte.name);
        self.out.text(" AS ");
        if cte.anchored {
            self.out.text("NOT MATERIALIZED ");
        }
        self.out.text("(");
        self.out.indent();
        for (i, select) in cte.selects.iter().enumerate() {
            if i > 0 {
                self.out.new_line();
                self.out.text("UNION ALL");
            }
            self.out.new_line();
            self.select(select);
        }
        self.out.dedent();
        self.out.new_line();
        self.out.text(")");
    }

    fn name(&mut self, name: &str) {
        self.out.verbatim(&spelling(name, self.dialect));
    }

    fn select(&mut self, select: &Select) {
        let qualifiers: Vec<(&str, String)> = if select.is_unqualified() {
            Vec::new()
        } else {
            let tables = select.from.iter().flat_map(From::tables);
            tables
                .map(|t| {
                    (
                        t.key.as_str(),
                        spelling(&t.alias, self.dialect).into_owned(),
                    )
                })
                .collect()
        };
        let mut exprs = ExprPrinter {
            out: &mut self.out,
            dialect: self.dialect,
            qualifiers: &qualifiers,
            too_deep: &mut self.too_deep,
        };
        exprs.out.begin();
        exprs.out.text("SELECT");
        if select.distinct {
            exprs.out.text(" DISTINCT");
        }
        exprs.list(&select.items, |p, item| p.item(item));
        exprs.out.end();
        if let Some(from) = &select.from {
            exprs.from(from);
        }
        exprs.conjuncts("WHERE ", &select.filter);
        if !select.group_by.is_empty() {
            exprs.out.new_line();
            exprs.out.begin();
            exprs.out.text("GROUP BY");
            exprs.list(&select.group_by, |p, key| p.expr(key));
            exprs.out.end();
        }
        exprs.conjuncts("HAVING ", &select.having);
        if !select.order_by.is_empty() {
            exprs.out.new_line();
            exprs.out.begin();
            exprs.out.text("ORDER BY");
            exprs.list(&select.order_by, ExprPrinter::order);
            exprs.out.end();
        }
        if let Some(limit) = select.limit {
            exprs.out.new_line();
            exprs.out.text(&format!("LIMIT {limit}"));
        }
    }
}

impl ExprPrinter<'_> {
    fn list<T>(&mut self, items: &[T], mut print: impl FnMut(&mut Self, &T)) {
        self.out.indent();
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.out.text(",");
            }
            self.out.soft(" ");
            print(self, item);
        }
        self.out.dedent();
    }

    fn item(&mut self, item: &Item) {
        self.expr(&item.expr);
        let is_same = matches!(&item.expr, SqlExpr::Column { name, .. } if *name == item.name);
        if item.always_named || !is_same {
            self.out.text(" AS ");
            self.out.verbatim(&spelling(&item.name, self.dialect));
        }
    }

    fn from(&mut self, from: &From) {
        self.out.new_line();
        self.out.text("FROM ");
        self.table(&from.base);
        for join in &from.joins {
            self.out.new_line();
            if join.on.is_empty() {
                self.out.text("CROSS JOIN ");
                self.table(&join.table);
                continue;
            }
            self.out.begin();
            self.out.text("LEFT JOIN ");
            self.table(&join.table);
            self.out.indent();
            self.out.soft(" ");
            self.out.text("ON ");
            self.conjunction(&join.on);
            self.out.dedent();
            self.out.end();
        }
    }

    fn table(&mut self, table: &Table) {
        let alias = spelling(&table.alias, self.dialect);
        match &table.rows {
            Rows::Cte(_) => self.out.verbatim(&alias),
            Rows::Stored(text) => {
                self.out.verbatim(text);
                self.out.text(" AS ");
                self.out.verbatim(&alias);
            }
            Rows::Derived(query) if query.contains('\n') || query.contains("--") => {
                // On lines of its own and not indented: it may end in a comment, and a text literal may span lines.
                self.out.verbatim("(\n");
                self.out.verbatim(query);
                self.out.verbatim("\n)");
                self.out.text(" AS ");
                self.out.verbatim(&alias);
            }
            Rows::Derived(query) => {
                self.out.text("(");
                self.out.text(query);
                self.out.text(")");
                self.out.text(" AS ");
                self.out.verbatim(&alias);
            }
        }
    }

    fn conjuncts(&mut self, clause: &str, predicates: &[SqlExpr]) {
        if predicates.is_empty() {
            return;
        }
        self.out.new_line();
        self.out.begin();
        self.out.text(clause);
        self.out.indent();
        self.conjunction(predicates);
        self.out.dedent();
        self.out.end();
    }
}
