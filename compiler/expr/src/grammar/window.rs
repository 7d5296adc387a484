//! `OVER (…)`: partitions, ordering and frames (semantics digest 6.2).

use std::cmp::Ordering;

use crate::ast::{ExprKind, Frame, FrameBound, FrameUnit, Offset, OrderItem, Over};
use crate::parser::Parser;
use crate::token::Kind;

impl Parser<'_> {
    /// `OVER (…)`, standing at OVER.
    pub(crate) fn over(&mut self) -> Option<Over> {
        let start = self.bump().start;
        let next = self.peek();
        if matches!(next.kind, Kind::Word | Kind::Quoted) {
            self.bump();
            self.named_window(next);
            return None;
        }
        let open = self.open("OVER")?;
        let mut over = Over {
            partition_by: Vec::new(),
            order_by: Vec::new(),
            frame: None,
            span: start..start,
        };
        if matches!(self.kind(), Kind::Word | Kind::Quoted) && !self.frame_begins() {
            let name = self.bump();
            self.named_window(name);
        }
        if self.eat(Kind::Partition) {
            self.by("PARTITION");
            over.partition_by = self.partition_list();
        }
        if self.eat(Kind::Order) {
            self.by("ORDER");
            loop {
                over.order_by.push(self.order_item());
                if !self.eat(Kind::Comma) {
                    break;
                }
            }
        }
        if self.frame_begins() {
            over.frame = Some(self.frame());
            self.exclude();
        }
        let needed = match (&over.frame, over.order_by.is_empty()) {
            (Some(_), _) => "`)` after the frame",
            (None, false) => "`,`, a frame or `)`",
            (None, true) => "PARTITION BY, ORDER BY, a frame or `)`",
        };
        self.close(open, needed);
        over.span = self.since(start);
        Some(over)
    }

    fn by(&mut self, keyword: &str) {
        if !self.eat(Kind::By) {
            self.unexpected(&format!("BY after {keyword}"), None);
        }
    }

    fn partition_list(&mut self) -> Vec<crate::ast::Expr> {
        let mut list = Vec::new();
        loop {
            list.push(self.expr());
            self.excluding();
            if !self.eat(Kind::Comma) {
                return list;
            }
        }
    }

    /// `e [ASC|DESC] [NULLS FIRST|LAST]` (ruling 22)
    pub(crate) fn order_item(&mut self) -> OrderItem {
        let expr = self.expr();
        let descending = self.kind() == Kind::Desc;
        if descending || self.kind() == Kind::Asc {
            self.bump();
        }
        let mut nulls_first = None;
        if self.eat_word("NULLS") {
            if self.eat_word("FIRST") {
                nulls_first = Some(true);
            } else if self.eat_word("LAST") {
                nulls_first = Some(false);
            } else {
                self.unexpected("FIRST or LAST after NULLS", None);
            }
        }
        OrderItem {
            expr,
            descending,
            nulls_first,
        }
    }

    fn frame_begins(&self) -> bool {
        ["ROWS", "RANGE", "GROUPS"]
            .iter()
            .any(|w| self.word_at(0, w))
    }

    fn frame(&mut self) -> Frame {
        let start = self.peek().start;
        let unit = if self.eat_word("ROWS") {
            FrameUnit::Rows
        } else if self.eat_word("RANGE") {
            FrameUnit::Range
        } else {
            self.bump();
            FrameUnit::Groups
        };
        let between = self.eat(Kind::Between);
        let first = self.bound();
        let last = if between {
            if self.eat(Kind::And) {
                self.bound()
            } else {
                self.unexpected("AND and the frame's end", None);
                None
            }
        } else {
            None
        };
        let frame = Frame {
            unit,
            start: first.unwrap_or(FrameBound::CurrentRow),
            end: last,
            span: self.since(start),
        };
        if let Some(fault) = frame_fault(&frame) {
            self.complain(
                frame.span.clone(),
                fault,
                "the start comes first, then the end",
            );
        }
        frame
    }

    fn bound(&mut self) -> Option<FrameBound> {
        let token = self.peek();
        let direction = |p: &mut Self| match () {
            () if p.eat_word("PRECEDING") => Some(true),
            () if p.eat_word("FOLLOWING") => Some(false),
            () => {
                p.unexpected("PRECEDING or FOLLOWING", None);
                None
            }
        };
        if self.word_at(0, "CURRENT") && self.word_at(1, "ROW") {
            self.bump();
            self.bump();
            return Some(FrameBound::CurrentRow);
        }
        if self.eat_word("UNBOUNDED") {
            return direction(self).map(|preceding| match preceding {
                true => FrameBound::UnboundedPreceding,
                false => FrameBound::UnboundedFollowing,
            });
        }
        let next = self.peek_at(1);
        let is_literal = self.word_at(1, "PRECEDING") || self.word_at(1, "FOLLOWING");
        let offset = match token.kind {
            Kind::Integer if is_literal => {
                self.bump();
                Offset::Integer(self.text(token).to_owned(), token.start..token.end)
            }
            Kind::Parameter => {
                self.bump();
                Offset::Parameter(token.start..token.end)
            }
            Kind::Colon if next.kind == Kind::Word => {
                self.bump();
                self.bump();
                Offset::Parameter(token.start..next.end)
            }
            _ => Offset::Expr(self.sum()),
        };
        if matches!(&offset, Offset::Expr(e) if e.kind == ExprKind::Error) {
            self.skip_to(&[Kind::And]);
            return None;
        }
        direction(self).map(|preceding| match preceding {
            true => FrameBound::Preceding(offset),
            false => FrameBound::Following(offset),
        })
    }
}

/// What is impossible about a frame whose bounds are literals.
fn frame_fault(frame: &Frame) -> Option<&'static str> {
    let end = frame.end.as_ref().unwrap_or(&FrameBound::CurrentRow);
    if frame.start == FrameBound::UnboundedFollowing {
        return Some("a frame cannot start at UNBOUNDED FOLLOWING");
    }
    if *end == FrameBound::UnboundedPreceding {
        return Some("a frame cannot end at UNBOUNDED PRECEDING");
    }
    let backwards = match (&frame.start, end) {
        (
            FrameBound::Preceding(Offset::Integer(a, _)),
            FrameBound::Preceding(Offset::Integer(b, _)),
        ) => compare_digits(a, b) == Ordering::Less,
        (
            FrameBound::Following(Offset::Integer(a, _)),
            FrameBound::Following(Offset::Integer(b, _)),
        ) => compare_digits(a, b) == Ordering::Greater,
        (start, end) => side(start) > side(end),
    };
    backwards.then_some("this frame ends before it starts")
}

/// Before, at or after the current row.
fn side(bound: &FrameBound) -> i8 {
    match bound {
        FrameBound::UnboundedPreceding | FrameBound::Preceding(_) => -1,
        FrameBound::CurrentRow => 0,
        FrameBound::Following(_) | FrameBound::UnboundedFollowing => 1,
    }
}

fn compare_digits(a: &str, b: &str) -> Ordering {
    let (a, b) = (a.trim_start_matches('0'), b.trim_start_matches('0'));
    a.len().cmp(&b.len()).then_with(|| a.cmp(b))
}
