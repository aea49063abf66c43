//! The automaton under construction: nodes with free passages between them, which `finish` takes out.

use crate::pattern::{RelEdge, RelGo, RelNode, RelStep, RelTake, RelTest, RelWalk};
use crate::source::Span;

/// More nodes than any sensible movement needs; a string beyond it is refused.
pub const MAX_NODES: usize = 6000;

#[derive(Clone, Debug, Default)]
pub struct Net {
    pub nodes: Vec<NetNode>,
    end: Option<usize>,
    /// The limit was reached: the automaton is incomplete.
    pub full: bool,
}

#[derive(Clone, Debug, Default)]
pub struct NetNode {
    pub edges: Vec<NetEdge>,
    /// Nodes whose edges may be taken from here as well.
    pub free: Vec<usize>,
    pub land: bool,
    pub repeat: bool,
    /// A stop on the way (after `?`).
    pub stop: bool,
}

#[derive(Clone, Debug)]
pub struct NetEdge {
    pub edge: RelEdge,
    /// The edge ends a walk on the way to this node: it exists only while that node leads to an ending.
    pub with: Option<usize>,
}

impl Net {
    pub fn node(&mut self) -> usize {
        if self.nodes.len() >= MAX_NODES {
            self.full = true;
            return self.nodes.len() - 1;
        }
        self.nodes.push(NetNode::default());
        self.nodes.len() - 1
    }

    /// The node where captures end.
    pub fn end(&mut self) -> usize {
        if let Some(end) = self.end {
            return end;
        }
        let end = self.node();
        self.nodes[end].land = true;
        self.end = Some(end);
        end
    }

    pub fn step(&mut self, from: usize, leap: (i8, i8), test: RelTest, take: Option<RelTake>, next: usize) {
        self.edge(from, RelGo::Step(vec![RelStep::Leap(leap.0, leap.1)]), test, take, next);
    }

    pub fn edge(&mut self, from: usize, go: RelGo, test: RelTest, take: Option<RelTake>, next: usize) {
        self.nodes[from].edges.push(NetEdge { edge: RelEdge { go, test, take, unload: false, next }, with: None });
    }

    /// Stops on the way count only if a walk that goes on from there can end: outer directions select whole paths.
    pub fn prune_stops(&mut self) {
        let leads: Vec<bool> = (0..self.nodes.len()).map(|n| self.leads_to_an_end(n)).collect();
        for (i, node) in self.nodes.iter_mut().enumerate() {
            node.land &= !node.stop || leads[i];
            node.edges.retain(|e| e.with.is_none_or(|w| leads[w]));
        }
    }

    fn leads_to_an_end(&self, from: usize) -> bool {
        let mut seen = vec![false; self.nodes.len()];
        let mut todo = vec![from];
        while let Some(n) = todo.pop() {
            let next = self.nodes[n].edges.iter().filter(|e| e.with.is_none()).map(|e| e.edge.next);
            for t in next.chain(self.nodes[n].free.iter().copied()) {
                if self.nodes[t].land && !self.nodes[t].stop {
                    return true;
                }
                if !std::mem::replace(&mut seen[t], true) {
                    todo.push(t);
                }
            }
        }
        false
    }

    /// The walk that starts at node 0.
    pub fn finish(self, span: Span) -> RelWalk {
        let mut nodes = Vec::with_capacity(self.nodes.len());
        for start in 0..self.nodes.len() {
            let mut node =
                RelNode { land: self.nodes[start].land, repeat: self.nodes[start].repeat, ..RelNode::default() };
            let mut closure = vec![start];
            let mut at = 0;
            while at < closure.len() {
                let n = &self.nodes[closure[at]];
                at += 1;
                node.edges.extend(n.edges.iter().map(|e| e.edge.clone()));
                for f in &n.free {
                    if !closure.contains(f) {
                        closure.push(*f);
                    }
                }
            }
            nodes.push(node);
        }
        let mut walk = RelWalk::new(nodes, span);
        drop_unreached(&mut walk);
        walk
    }
}

fn drop_unreached(walk: &mut RelWalk) {
    let mut number = vec![None; walk.nodes.len()];
    let mut order = vec![0usize];
    if walk.nodes.is_empty() {
        return;
    }
    number[0] = Some(0usize);
    let mut at = 0;
    while at < order.len() {
        for edge in &walk.nodes[order[at]].edges {
            if number[edge.next].is_none() {
                number[edge.next] = Some(order.len());
                order.push(edge.next);
            }
        }
        at += 1;
    }
    walk.nodes = order
        .iter()
        .map(|i| {
            let mut node = std::mem::take(&mut walk.nodes[*i]);
            for edge in &mut node.edges {
                edge.next = number[edge.next].unwrap_or(0);
            }
            node
        })
        .collect();
}
