//! Calls: arguments, DISTINCT, WITHIN GROUP, FILTER; the window is in `window.rs`.

use crate::ast::{Call, Expr, ExprKind, Filter, Ident, WithinGroup};
use crate::parser::Parser;
use crate::token::Kind;

impl Call {
    /// A call without arguments.
    #[must_use]
    pub fn new(name: Ident) -> Self {
        Self {
            name,
            star: false,
            distinct: false,
            args: Vec::new(),
            within_group: None,
            filter: None,
            over: None,
        }
    }
}

impl Parser<'_> {
    /// A call, standing at its `(`; `name` was read.
    pub(crate) fn call(&mut self, name: Ident) -> Expr {
        let start = name.span.start;
        let mut call = Call::new(name);
        let open = self.bump();
        self.arguments(&mut call);
        self.close(open, "`,` or `)`");
        self.suffixes(&mut call);
        self.node(start, ExprKind::Call(Box::new(call)))
    }

    fn arguments(&mut self, call: &mut Call) {
        let token = self.peek();
        match token.kind {
            Kind::RightParen => return,
            Kind::Star => {
                self.bump();
                call.star = true;
                return;
            }
            Kind::Distinct => {
                self.bump();
                call.distinct = true;
                if self.kind() == Kind::Star {
                    let star = self.bump();
                    let help = "name what is to be distinct, such as COUNT(DISTINCT orders.id)";
                    self.complain(
                        star.start..star.end,
                        "DISTINCT needs a value, not `*`",
                        help,
                    );
                    return;
                }
            }
            Kind::All => {
                self.bump();
                let at = token.start..token.end;
                self.complain(
                    at,
                    "ALL is not part of the language",
                    "leave it out: it is the default",
                );
            }
            _ => {}
        }
        loop {
            self.named_argument();
            call.args.push(self.expr());
            if !matches!(self.kind(), Kind::Comma | Kind::RightParen | Kind::Eof) {
                self.misplaced_in_list();
            }
            if !self.eat(Kind::Comma) {
                return;
            }
        }
    }

    /// What may follow the `)` of a call.
    fn suffixes(&mut self, call: &mut Call) {
        loop {
            let token = self.peek();
            match token.kind {
                Kind::Within if call.within_group.is_none() => {
                    call.within_group = self.within_group();
                }
                Kind::Over if call.over.is_none() => call.over = self.over(),
                Kind::Word if call.filter.is_none() && self.word_at(0, "FILTER") => {
                    call.filter = self.filter();
                }
                Kind::Word if self.ignore_nulls() => {}
                _ => break,
            }
            if self.peek().start == token.start {
                break;
            }
        }
        if let (Some(filter), Some(over)) = (&call.filter, &call.over) {
            let over = over.span.clone();
            self.complain_with(
                dosic_diagnostics::Code::Syntax,
                filter.span.clone(),
                "a window has no FILTER",
                "write CASE inside the argument, such as `SUM(CASE WHEN p THEN x END) OVER (…)`",
                Some((over, "the window")),
            );
        }
    }

    fn within_group(&mut self) -> Option<WithinGroup> {
        let within = self.bump();
        if !self.eat(Kind::Group) {
            self.unexpected("GROUP after WITHIN", None);
            return None;
        }
        let open = self.open("WITHIN GROUP")?;
        let order = if self.eat(Kind::Order) {
            if !self.eat(Kind::By) {
                self.unexpected("BY after ORDER", None);
            }
            Some(self.order_item())
        } else {
            self.unexpected(
                "ORDER BY",
                Some((within.start..within.end, "in WITHIN GROUP")),
            );
            None
        };
        self.close(open, "`)`; WITHIN GROUP takes one ordering");
        let span = self.since(within.start);
        if self.strict {
            self.deferred(
                span.clone(),
                "WITHIN GROUP is deferred by the Foundation (§10)",
                "use MEDIAN(x) or APPROX_PERCENTILE(x, p)",
            );
        }
        order.map(|order| WithinGroup { order, span })
    }

    fn filter(&mut self) -> Option<Filter> {
        let filter = self.bump();
        let open = self.open("FILTER")?;
        if !self.eat(Kind::Where) {
            self.unexpected("WHERE", Some((filter.start..filter.end, "in this FILTER")));
            // The predicate is still read, so that its own faults are reported.
        }
        let predicate = self.expr();
        self.close(open, "an operator or `)`");
        let span = self.since(filter.start);
        if self.strict {
            let predicate = self.slice(predicate.span.clone());
            let help =
                format!("write CASE inside the argument: `CASE WHEN {predicate} THEN … END`");
            self.complain(
                span.clone(),
                "FILTER is not part of the Foundation's language (strict mode)",
                &help,
            );
        }
        Some(Filter { predicate, span })
    }
}
