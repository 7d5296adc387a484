//! Dependency order, and the cycles that prevent one.

use dosic_diagnostics::{Check, Code, Diagnostic, Span};

/// How many members of a cycle a message shows.
const MAX_SHOWN: usize = 20;

/// Nodes after everything they depend on, and cycles.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Order {
    /// Every node once; members of cycles in some order.
    pub(crate) sequence: Vec<usize>,
    /// Cycles `a → b → … (→ a)`; no node is in two of them.
    pub(crate) cycles: Vec<Vec<usize>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

/// Orders nodes `0..dependencies.len()` by depth-first search with a stack of its own, since chains of
/// names are as long as a user makes them.
pub(crate) fn order(dependencies: &[Vec<usize>]) -> Order {
    let mut search = Search {
        dependencies,
        state: vec![State::New; dependencies.len()],
        in_cycle: vec![false; dependencies.len()],
        order: Order::default(),
    };
    search.order.sequence.reserve(dependencies.len());
    for root in 0..dependencies.len() {
        search.visit(root);
    }
    search.order
}

struct Search<'a> {
    dependencies: &'a [Vec<usize>],
    state: Vec<State>,
    in_cycle: Vec<bool>,
    order: Order,
}

impl Search<'_> {
    fn visit(&mut self, root: usize) {
        if self.state.get(root) != Some(&State::New) {
            return;
        }
        // Each entry: a node that is open, and how many of its dependencies were looked at.
        let mut stack = vec![(root, 0)];
        self.set(root, State::Open);
        while let Some((node, next)) = stack.last_mut() {
            let node = *node;
            let dependency = self
                .dependencies
                .get(node)
                .and_then(|d| d.get(*next))
                .copied();
            *next += 1;
            match dependency.and_then(|d| self.state.get(d).map(|s| (d, *s))) {
                Some((d, State::New)) => {
                    self.set(d, State::Open);
                    stack.push((d, 0));
                }
                Some((d, State::Open)) => self.cycle(d, &stack),
                Some((_, State::Done)) => {}
                None => {
                    self.set(node, State::Done);
                    self.order.sequence.push(node);
                    stack.pop();
                }
            }
        }
    }

    fn set(&mut self, node: usize, state: State) {
        if let Some(slot) = self.state.get_mut(node) {
            *slot = state;
        }
    }

    /// Records the cycle that an edge from the top of the stack back to `first` closes, unless it
    /// shares a node with a cycle that is already recorded: one report for a knot is enough.
    fn cycle(&mut self, first: usize, stack: &[(usize, usize)]) {
        let known = |node: usize| self.in_cycle.get(node) == Some(&true);
        let start = stack.iter().rposition(|(node, _)| *node == first);
        let members: Vec<usize> = stack
            .iter()
            .skip(start.unwrap_or(0))
            .map(|(node, _)| *node)
            .collect();
        if members.iter().any(|m| known(*m)) {
            return;
        }
        for member in &members {
            if let Some(flag) = self.in_cycle.get_mut(*member) {
                *flag = true;
            }
        }
        self.order.cycles.push(members);
    }
}

/// The fault of a cycle, given the name and place of each member in order.
pub(crate) fn cycle_fault(code: Code, nouns: &str, members: &[(String, Span)]) -> Diagnostic {
    let shown = members.iter().take(MAX_SHOWN);
    let mut names: Vec<&str> = shown.clone().map(|(name, _)| name.as_str()).collect();
    let omitted = members.len() - names.len();
    let more = format!("… {omitted} more …");
    if omitted > 0 {
        names.push(&more);
    }
    names.extend(members.first().map(|(name, _)| name.as_str()));
    let message = format!("{nouns} define each other: {}", names.join(" → "));
    let mut fault = Diagnostic::new(code, Check::Cycles, message);
    for ((_, span), next) in shown.zip(names.iter().skip(1)) {
        fault = fault.at(*span, format!("reads `{next}`"));
    }
    fault
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_come_first() {
        let order = order(&[vec![2], vec![0], vec![]]);
        assert_eq!(order.sequence, [2, 0, 1]);
        assert!(order.cycles.is_empty());
    }

    #[test]
    fn cycles_are_found_once() {
        let order = order(&[vec![1], vec![2], vec![1, 0], vec![3], vec![2]]);
        assert_eq!(order.cycles, [vec![1, 2], vec![3]]);
        assert_eq!(order.sequence.len(), 5);
    }

    #[test]
    fn long_chains_need_no_stack() {
        let chain: Vec<Vec<usize>> = (0..200_000).map(|i| vec![i + 1]).collect();
        let order = order(&chain);
        assert_eq!(order.sequence.first(), Some(&199_999));
    }
}
