//! Window frames: semantics digest 6.2.

use dosic_diagnostics::{Check, Code};
use dosic_expr::ast::{self, FrameBound as B, Offset, Over};
use dosic_ir::{Frame, FrameBound, FrameUnit};

use crate::lowering::{Lowering, Operand, words};

impl Lowering<'_> {
    /// A checked frame; `keys` are the typed keys of the window's ORDER BY if all could be typed.
    pub(crate) fn frame(
        &mut self,
        frame: &ast::Frame,
        over: &Over,
        keys: Option<&[Operand]>,
    ) -> Option<Frame> {
        let unit = match frame.unit {
            ast::FrameUnit::Rows => Some(FrameUnit::Rows),
            ast::FrameUnit::Range => Some(FrameUnit::Range),
            ast::FrameUnit::Groups => {
                let fault = self.fault(
                    Code::DeferredFrameMode,
                    Check::Bans,
                    "the frame mode GROUPS is deferred (§10)",
                    &frame.span,
                    "deferred mode",
                );
                self.ban(fault.help("use ROWS or RANGE"));
                None
            }
        };
        let start = self.bound(&frame.start);
        let end = match &frame.end {
            Some(end) => self.bound(end),
            None => Some(FrameBound::CurrentRow),
        };
        let (unit, start, end) = (unit?, start?, end?);
        // The parser has reported a frame that ends before it starts.
        let ordered = start != FrameBound::UnboundedFollowing
            && end != FrameBound::UnboundedPreceding
            && position(start) <= position(end);
        if !ordered {
            return None;
        }
        let has_offset = [start, end]
            .iter()
            .any(|b| matches!(b, FrameBound::Preceding(_) | FrameBound::Following(_)));
        if unit == FrameUnit::Range && has_offset {
            self.check_range_offset(frame, over, keys)?;
        }
        Some(Frame { unit, start, end })
    }

    fn bound(&mut self, bound: &B) -> Option<FrameBound> {
        match bound {
            B::UnboundedPreceding => Some(FrameBound::UnboundedPreceding),
            B::UnboundedFollowing => Some(FrameBound::UnboundedFollowing),
            B::CurrentRow => Some(FrameBound::CurrentRow),
            B::Preceding(offset) => self.offset(offset).map(FrameBound::Preceding),
            B::Following(offset) => self.offset(offset).map(FrameBound::Following),
        }
    }

    fn offset(&mut self, offset: &Offset) -> Option<u64> {
        let (what, span) = match offset {
            Offset::Integer(digits, span) => {
                let value = digits.parse().ok();
                // Engines hold it in a signed 64-bit integer.
                let value = value.filter(|v: &u64| i64::try_from(*v).is_ok());
                if value.is_none() {
                    self.syntax_error(
                        "the frame bound does not fit into 64 bits",
                        span,
                        "too large",
                        "write UNBOUNDED",
                    );
                }
                return value;
            }
            Offset::Parameter(span) => ("a parameter", span),
            Offset::Expr(expr) => ("an expression", &expr.span),
        };
        let message = format!("{what} as frame bound is deferred (§10), like every parameter");
        let fault = self.fault(
            Code::DeferredFrameMode,
            Check::Bans,
            message,
            span,
            "no literal",
        );
        self.ban(fault.help("write a literal integer, or UNBOUNDED"));
        None
    }

    /// RANGE with an offset counts along one numeric key.
    fn check_range_offset(
        &mut self,
        frame: &ast::Frame,
        over: &Over,
        keys: Option<&[Operand]>,
    ) -> Option<()> {
        if over.order_by.is_empty() {
            let fault = self.fault(
                Code::WindowNeedsOrder,
                Check::Bans,
                "RANGE with an offset needs an ORDER BY",
                &frame.span,
                "along which key?",
            );
            self.ban(fault.help("write OVER (ORDER BY x RANGE …)"));
            return None;
        }
        if over.order_by.len() > 1 {
            self.syntax_error(
                "RANGE with an offset needs exactly one ORDER BY key",
                &frame.span,
                format!("{} keys are given", over.order_by.len()),
                "leave one key, or use ROWS",
            );
            return None;
        }
        let key = keys.and_then(<[Operand]>::first)?;
        let data = key.data();
        if !data.is_open() && !data.is_numeric() {
            let message = format!(
                "RANGE with an offset counts along a number, not {}",
                words(data)
            );
            let fault = self.type_fault(message, key);
            self.ban(fault.help(
                "use ROWS, or order by a number such as DATEDIFF(day, DATE '2000-01-01', x)",
            ));
            return None;
        }
        Some(())
    }
}

/// Where a bound lies, counted from the current row.
fn position(bound: FrameBound) -> i128 {
    match bound {
        FrameBound::UnboundedPreceding => i128::MIN,
        FrameBound::Preceding(n) => -i128::from(n),
        FrameBound::CurrentRow => 0,
        FrameBound::Following(n) => i128::from(n),
        FrameBound::UnboundedFollowing => i128::MAX,
    }
}
