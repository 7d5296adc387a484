//! Anchors, and how much aliases may repeat.

use rustc_hash::FxHashMap;

use crate::{Node, NodeKind};

/// So many nodes may all anchors and aliases of one file copy together. It bounds what a small file can
/// unfold to (an "alias bomb") and is far above what models repeat.
const MAX_COPIED_NODES: usize = 250_000;

/// A finished node with an anchor.
struct Anchored {
    node: Node,
    nodes: usize,
    depth: usize,
}

/// Why an alias cannot be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AliasFault {
    /// Its anchor is not of this document, or encloses the alias.
    NotFinished,
    /// The copy would nest too deep.
    TooDeep,
    /// Too many nodes are copied.
    TooMany,
}

/// The anchors of one document.
#[derive(Default)]
pub(crate) struct Anchors {
    finished: FxHashMap<usize, Anchored>,
    copied: usize,
}

impl Anchors {
    /// Forgets the anchors, as a new document begins.
    pub(crate) fn clear(&mut self) {
        self.finished.clear();
    }

    /// Keeps a copy of a finished node; false if too many nodes are copied.
    pub(crate) fn define(&mut self, anchor: usize, node: &Node) -> bool {
        let (nodes, depth) = size(node);
        self.copied = self.copied.saturating_add(nodes);
        if self.copied > MAX_COPIED_NODES {
            return false;
        }
        let node = node.clone();
        self.finished
            .insert(anchor, Anchored { node, nodes, depth });
        true
    }

    /// A copy of an anchored node for an alias that stands `level` deep.
    pub(crate) fn copy(&mut self, anchor: usize, level: usize) -> Result<Node, AliasFault> {
        let anchored = self.finished.get(&anchor).ok_or(AliasFault::NotFinished)?;
        if level + anchored.depth > crate::MAX_DEPTH {
            return Err(AliasFault::TooDeep);
        }
        self.copied = self.copied.saturating_add(anchored.nodes);
        if self.copied > MAX_COPIED_NODES {
            return Err(AliasFault::TooMany);
        }
        Ok(anchored.node.clone())
    }
}

/// The number of nodes in a node, and how deep they nest; both are 1 for a scalar.
fn size(node: &Node) -> (usize, usize) {
    let add = |(nodes, depth): (usize, usize), child: &Node| {
        let (n, d) = size(child);
        (nodes + n, depth.max(d + 1))
    };
    match &node.kind {
        NodeKind::Scalar(..) => (1, 1),
        NodeKind::Sequence(items) => items.iter().fold((1, 1), add),
        NodeKind::Mapping(entries) => entries.iter().map(|e| &e.value).fold((1, 1), add),
    }
}
