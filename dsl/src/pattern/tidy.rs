//! One normal form for walks: equal things are said once.
//!
//! Walks that differ only in shape are united (their start nodes merge), equivalent nodes become one, directions that
//! lead to the same things share an edge, and "empty" and "enemy, taken" with one next node become a single edge. Thus
//! `K`, `WF` and `FW` are the same value.
//!
//! ```text
//! K:  0 --{8 directions} empty or foe, take--> 1 land
//! R:  0 --N empty--> 1,  0 --N foe, take--> 2,  1 --N empty--> 1,  1 --N foe, take--> 2,   and so on for E S W
//! ```

use crate::game::{Cause, DirId, Go, Node, Take, TakeAt, Test, Walk, WalkEdge};
use std::collections::BTreeMap;

/// Brings a union of walks to its normal form.
#[must_use]
pub fn tidy(walks: Vec<Walk>) -> Vec<Walk> {
    let mut out: Vec<Walk> = Vec::new();
    for walk in walks {
        match out.iter_mut().find(|o| o.origin == walk.origin && o.flags == walk.flags && o.guard == walk.guard) {
            Some(same) => unite(same, walk),
            None => out.push(walk),
        }
    }
    out.into_iter().map(shape).filter(|w| w.nodes.first().is_some_and(|n| !n.edges.is_empty())).collect()
}

/// Adds the runs of another walk. Start nodes have no edges leading back to them, so they merge.
fn unite(walk: &mut Walk, mut other: Walk) {
    if walk.nodes.is_empty() || other.nodes.is_empty() {
        walk.nodes.append(&mut other.nodes);
        return;
    }
    let shift = walk.nodes.len() as u16 - 1;
    for edge in other.nodes.iter_mut().flat_map(|n| &mut n.edges) {
        edge.next += shift;
    }
    let mut nodes = other.nodes.into_iter();
    if let Some(start) = nodes.next() {
        walk.nodes[0].edges.extend(start.edges);
        walk.nodes[0].land |= start.land;
    }
    walk.nodes.extend(nodes);
}

fn shape(mut walk: Walk) -> Walk {
    drop_useless(&mut walk);
    if let Some(nodes) = determinise(&walk) {
        walk.nodes = nodes;
    }
    merge_nodes(&mut walk);
    for node in &mut walk.nodes {
        node.edges = group(std::mem::take(&mut node.edges));
    }
    renumber(&mut walk);
    walk
}

/// Edges into nodes from which no run can end.
fn drop_useless(walk: &mut Walk) {
    let mut useful: Vec<bool> = walk.nodes.iter().map(|n| n.land).collect();
    loop {
        let mut changed = false;
        for (i, node) in walk.nodes.iter().enumerate() {
            if !useful[i] && node.edges.iter().any(|e| useful[usize::from(e.next)]) {
                useful[i] = true;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    for node in &mut walk.nodes {
        node.edges.retain(|e| useful[usize::from(e.next)]);
    }
}

/// Edges of one node that agree in step, test and take go to one node: that of both (`mR` and `cR` together are `R`).
/// `None` where that would need many more nodes, or where `last` makes the ways to a node count.
fn determinise(walk: &Walk) -> Option<Vec<Node>> {
    if walk.nodes.iter().any(|n| n.last) {
        return None;
    }
    let limit = walk.nodes.len() * 2 + 64;
    let mut numbers: BTreeMap<Vec<u16>, u16> = BTreeMap::from([(vec![0], 0)]);
    let mut sets = vec![vec![0u16]];
    let mut nodes: Vec<Node> = Vec::new();
    while nodes.len() < sets.len() {
        let members = sets[nodes.len()].clone();
        let mut edges: Vec<(WalkEdge, Vec<u16>)> = Vec::new();
        for edge in members.iter().flat_map(|m| &walk.nodes[usize::from(*m)].edges) {
            let ways: Vec<Go> = match &edge.go {
                Go::Step(dirs) => dirs.iter().map(|d| Go::Step(vec![*d])).collect(),
                Go::Stay | Go::Home | Go::Anywhere => vec![edge.go.clone()],
            };
            for go in ways {
                let same = edges
                    .iter_mut()
                    .find(|(e, _)| e.go == go && e.test == edge.test && e.take == edge.take && e.unload == edge.unload);
                match same {
                    Some((_, next)) => next.push(edge.next),
                    None => edges.push((WalkEdge { go, next: 0, ..edge.clone() }, vec![edge.next])),
                }
            }
        }
        let mut out = Vec::with_capacity(edges.len());
        for (mut edge, mut next) in edges {
            next.sort_unstable();
            next.dedup();
            edge.next = *numbers.entry(next.clone()).or_insert_with(|| {
                sets.push(next);
                sets.len() as u16 - 1
            });
            out.push(edge);
        }
        if sets.len() > limit {
            return None;
        }
        let land = members.iter().any(|m| walk.nodes[usize::from(*m)].land);
        nodes.push(Node { edges: out, land, last: false });
    }
    Some(nodes)
}

/// Hopcroft by repeated splitting: nodes with the same endings and the same edges into the same classes become one.
fn merge_nodes(walk: &mut Walk) {
    let n = walk.nodes.len();
    let mut labels: Vec<WalkEdge> = Vec::new();
    let mut label_ids: std::collections::HashMap<u64, Vec<usize>> = std::collections::HashMap::new();
    // edges with single directions, their tests and takes numbered
    let mut plain: Vec<Vec<(usize, u32, u16)>> = Vec::with_capacity(n);
    for node in &walk.nodes {
        let mut list = Vec::new();
        for edge in &node.edges {
            let bare = WalkEdge { go: strip(&edge.go), next: 0, ..edge.clone() };
            let bucket = label_ids.entry(fingerprint(&bare)).or_default();
            let id = bucket.iter().copied().find(|i| labels[*i] == bare).unwrap_or_else(|| {
                labels.push(bare);
                bucket.push(labels.len() - 1);
                labels.len() - 1
            });
            match &edge.go {
                Go::Step(dirs) => list.extend(dirs.iter().map(|d| (id, u32::from(d.0), edge.next))),
                Go::Stay | Go::Home | Go::Anywhere => list.push((id, u32::MAX, edge.next)),
            }
        }
        plain.push(list);
    }
    let mut class: Vec<usize> = walk.nodes.iter().map(|n| usize::from(n.land) + 2 * usize::from(n.last)).collect();
    let mut count = 0;
    loop {
        let mut seen = BTreeMap::new();
        let next: Vec<usize> = (0..n)
            .map(|i| {
                let mut edges: Vec<_> = plain[i].iter().map(|(l, d, t)| (*l, *d, class[usize::from(*t)])).collect();
                edges.sort_unstable();
                edges.dedup();
                let fresh = seen.len();
                // the start stays alone: nothing leads back to it
                *seen.entry((i == 0, class[i], edges)).or_insert(fresh)
            })
            .collect();
        class = next;
        if seen.len() == count {
            break;
        }
        count = seen.len();
    }
    let mut nodes: Vec<Option<Node>> = vec![None; count];
    for (i, node) in walk.nodes.drain(..).enumerate() {
        if nodes[class[i]].is_none() {
            let edges =
                node.edges.into_iter().map(|e| WalkEdge { next: class[usize::from(e.next)] as u16, ..e }).collect();
            nodes[class[i]] = Some(Node { edges, ..node });
        }
    }
    // node 0 was seen first, so its class is 0
    walk.nodes = nodes.into_iter().map(Option::unwrap_or_default).collect();
}

fn strip(go: &Go) -> Go {
    match go {
        Go::Step(_) => Go::Step(Vec::new()),
        Go::Stay => Go::Stay,
        Go::Home => Go::Home,
        Go::Anywhere => Go::Anywhere,
    }
}

/// A cheap hash of what distinguishes most edges.
fn fingerprint(edge: &WalkEdge) -> u64 {
    let t = &edge.test;
    let within = t.within.map_or(7, |w| w.0.iter().fold(3u64, |a, b| a.wrapping_mul(31).wrapping_add(*b)));
    let parts = [
        u64::from(t.empty),
        u64::from(t.sides.0),
        t.kinds.0 as u64,
        (t.kinds.0 >> 64) as u64,
        t.flags.len() as u64,
        within,
        t.guard.map_or(0, |g| u64::from(g.0) + 1),
        u64::from(edge.take.is_some()) + 2 * u64::from(edge.unload),
    ];
    parts.iter().fold(17, |a, b| a.wrapping_mul(1_000_003).wrapping_add(*b))
}

/// What an edge is beside its directions, and the kinds of step that have none.
type Bare = (Test, Option<Take>, bool, u16);

/// Edges of one node: directions with equal profiles share their edges.
fn group(edges: Vec<WalkEdge>) -> Vec<WalkEdge> {
    let mut others: Vec<WalkEdge> = Vec::new();
    let mut profiles: BTreeMap<DirId, Vec<Bare>> = BTreeMap::new();
    for edge in edges {
        match edge.go {
            Go::Step(dirs) => {
                for d in dirs {
                    let profile = profiles.entry(d).or_default();
                    let bare = (edge.test.clone(), edge.take.clone(), edge.unload, edge.next);
                    if !profile.contains(&bare) {
                        profile.push(bare);
                    }
                }
            }
            Go::Stay | Go::Home | Go::Anywhere => others.push(edge),
        }
    }
    let mut groups: Vec<(Vec<Bare>, Vec<DirId>)> = Vec::new();
    for (d, profile) in profiles {
        let profile = join(profile);
        match groups.iter_mut().find(|g| g.0.len() == profile.len() && profile.iter().all(|b| g.0.contains(b))) {
            Some(g) => g.1.push(d),
            None => groups.push((profile, vec![d])),
        }
    }
    let mut out = Vec::new();
    for (profile, dirs) in groups {
        for (test, take, unload, next) in profile {
            out.push(WalkEdge { go: Go::Step(dirs.clone()), test, take, unload, next });
        }
    }
    for go in [Go::Stay, Go::Home, Go::Anywhere] {
        let mut profile: Vec<Bare> = Vec::new();
        for e in others.iter().filter(|e| e.go == go) {
            let bare = (e.test.clone(), e.take.clone(), e.unload, e.next);
            if !profile.contains(&bare) {
                profile.push(bare);
            }
        }
        for (test, take, unload, next) in join(profile) {
            out.push(WalkEdge { go: go.clone(), test, take, unload, next });
        }
    }
    out
}

/// Joins tests that differ in one respect: an edge onto an empty square and one that takes a man there; two sets of
/// owners.
fn join(mut profile: Vec<Bare>) -> Vec<Bare> {
    let mut i = 0;
    while i < profile.len() {
        let Some(j) = (i + 1..profile.len()).find(|j| joined(&profile[i], &profile[*j]).is_some()) else {
            i += 1;
            continue;
        };
        if let Some(both) = joined(&profile[i], &profile[j]) {
            profile[i] = both;
            profile.remove(j);
            i = 0;
        }
    }
    profile
}

fn joined(a: &Bare, b: &Bare) -> Option<Bare> {
    let ((t, take_a, back, next), (u, take_b, back_b, next_b)) = (a, b);
    if next != next_b || back != back_b || t.within != u.within || t.guard != u.guard {
        return None;
    }
    // the man on the square is taken, if there is one: an empty square does not mind
    let harmless = |test: &Test, take: &Option<Take>| take.is_none() && test.empty && test.sides.is_empty();
    let here = |take: &Option<Take>| {
        matches!(take, Some(Take { at: TakeAt::Here, cause: Cause::Capture, late: false })) || take.is_none()
    };
    let (men, take, empty) = if harmless(t, take_a) && here(take_b) {
        (u, take_b, true)
    } else if harmless(u, take_b) && here(take_a) {
        (t, take_a, true)
    } else if take_a == take_b && t.empty == u.empty && t.flags == u.flags && t.kinds == u.kinds {
        let test = Test { sides: t.sides.union(u.sides), ..t.clone() };
        return Some((test, take_a.clone(), *back, *next));
    } else {
        return None;
    };
    Some((Test { empty, ..men.clone() }, take.clone(), *back, *next))
}

/// Nodes in order of first meeting from the start; unreached ones go.
fn renumber(walk: &mut Walk) {
    let mut number = vec![None; walk.nodes.len()];
    let mut order = vec![0usize];
    number[0] = Some(0u16);
    let mut at = 0;
    while at < order.len() {
        let node = order[at];
        at += 1;
        for edge in &walk.nodes[node].edges {
            let to = usize::from(edge.next);
            if number[to].is_none() {
                number[to] = Some(order.len() as u16);
                order.push(to);
            }
        }
    }
    walk.nodes = order
        .iter()
        .map(|i| {
            let node = std::mem::take(&mut walk.nodes[*i]);
            let edges =
                node.edges.into_iter().map(|e| WalkEdge { next: number[usize::from(e.next)].unwrap_or(0), ..e });
            Node { edges: edges.collect(), ..node }
        })
        .collect();
}
