//! Predicates must be Boolean.

use dosic_diagnostics::{Check, Code, Diagnostic, Diagnostics};
use dosic_expr::ast::TextRange;
use dosic_ir::{DataType, ModelExpr};

use crate::Context;
use crate::lowering::words;

/// Reports `E_TYPE` if `expr`, the whole of a clause or condition, is known not to be Boolean
/// (semantics digest 3.3, 8.3); `clause` names it, such as `where`. Gives whether it may be one.
pub fn check_predicate(
    expr: &ModelExpr,
    clause: &str,
    range: TextRange,
    context: &Context<'_>,
    sink: &mut Diagnostics,
) -> bool {
    let data = expr.ty.data;
    if data.is_open() || data == DataType::Boolean {
        return true;
    }
    let message = format!("{clause} takes a Boolean, not {}", words(data));
    let place = context.text.locate(range);
    let fault = Diagnostic::new(Code::Type, context.check(Check::Types), message)
        .at(place, format!("this is {}", words(data)))
        .help("compare the value with something, as in `x > 0`");
    sink.push(fault);
    false
}
