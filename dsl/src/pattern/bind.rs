//! Binding: from a relative pattern to the walks of one side and kind on one board.
//!
//! All that is relative goes here: forward by the side's facing, own and foe as sets of sides, royals as kinds, `i` as
//! a flag or as squares, `e` as two expressions. Directions are interned into `Graph::dirs`.

use super::context::{BindContext, EnPassant, Initial, RoyalTest, Wrap};
use super::rel::{Kinds, MenTest, Pattern, RelEdge, RelGo, RelStep, RelTakeAt, RelTest, RelWalk, Royalty, SetTest};
use super::tidy::tidy;
use super::unroll::unroll;
use crate::diagnostics::Diagnostic;
use crate::game::{
    Cmp, DirId, DirLabel, DirMap, Expr, ExprId, Go, Graph, KindSet, Node, SideSet, Sq, SquareSet, Take, TakeAt, Test,
    Walk, WalkEdge,
};
use crate::source::Span;

/// The walks of one side and kind. Walks that differ only in shape are united and minimised (`tidy`): `K` is one walk
/// with one edge of eight directions, `Q` one walk with a loop for each direction. A walk that can never move on this
/// board (leaps longer than it) is left out. Castling specials are not bound: see `Pattern::castles`.
pub fn bind(pattern: &Pattern, ctx: &mut BindContext<'_>) -> Vec<Walk> {
    let mut walks = Vec::new();
    for walk in &pattern.walks {
        match line_maps(walk, ctx) {
            None => walks.extend(bind_walk(walk, None, ctx)),
            Some(maps) => walks.extend(maps.into_iter().filter_map(|m| bind_walk(walk, Some(m), ctx))),
        }
    }
    tidy(walks)
}

/// The board lines that a walk with line steps may follow; each makes a walk of its own.
fn line_maps(walk: &RelWalk, ctx: &mut BindContext<'_>) -> Option<Vec<DirId>> {
    let steps = walk.nodes.iter().flat_map(|n| &n.edges).filter_map(|e| match &e.go {
        RelGo::Step(steps) => Some(steps),
        RelGo::Stay | RelGo::Home | RelGo::Anywhere => None,
    });
    let (name, back) = steps.flatten().find_map(|s| match s {
        RelStep::Line(name, back) => Some((name.clone(), *back)),
        RelStep::Leap(..) => None,
    })?;
    let label = DirLabel::Line(name.clone(), back);
    let maps: Vec<_> =
        (0..ctx.graph.dirs.len()).filter(|i| ctx.graph.dirs[*i].label == label).map(|i| DirId(i as u16)).collect();
    if maps.is_empty() {
        ctx.diags.push(
            Diagnostic::error("B23", format!("the board has no line `{name}`"))
                .label(walk.span, "slides along it")
                .help(format!("declare it after the board: `line {name} = (d1, e2, f3)`")),
        );
    }
    Some(maps)
}

fn bind_walk(walk: &RelWalk, line: Option<DirId>, ctx: &mut BindContext<'_>) -> Option<Walk> {
    let mut out = Walk { nodes: Vec::new(), origin: None, flags: walk.flags.clone(), guard: None };
    let mut guards = walk.guards.clone();
    if walk.initial {
        match ctx.initial {
            Initial::Flag(f) => out.flags.push((f, true)),
            Initial::Squares(s) => out.origin = Some(s),
        }
    }
    for set in &walk.from {
        match set {
            SetTest::Squares(s) => out.origin = Some(out.origin.map_or(*s, |o| o.meet(s))),
            SetTest::Men { .. } | SetTest::Expr(_) => {
                let set = set_expr(set, ctx);
                let from = ctx.exprs.add(Expr::From);
                guards.push(lies_in(from, set, ctx));
            }
        }
    }
    out.flags.sort_unstable();
    out.flags.dedup();
    if out.flags.windows(2).any(|w| w[0].0 == w[1].0) || out.origin.is_some_and(|o| o.is_empty()) {
        return None; // asks a flag to be set and clear, or starts nowhere
    }
    guards.sort_unstable();
    guards.dedup();
    out.guard = conjunction(&guards, ctx);
    let unrolled;
    let walk =
        if (walk.returns || wraps(walk, ctx)) && walk.nodes.iter().flat_map(|n| &n.edges).any(|e| e.test.not_home) {
            unrolled = unroll(walk, ctx)?;
            &unrolled
        } else {
            walk
        };
    for node in &walk.nodes {
        let mut edges = Vec::new();
        for edge in &node.edges {
            edges.extend(bind_edge(edge, walk, line, ctx)?);
        }
        out.nodes.push(Node { edges, land: node.land, last: node.last });
    }
    Some(out)
}

fn wraps(walk: &RelWalk, ctx: &BindContext<'_>) -> bool {
    walk.cylinder || ctx.wrap.files || ctx.wrap.ranks
}

/// `None` after an error; no edge if it can never be taken.
fn bind_edge(
    edge: &RelEdge,
    walk: &RelWalk,
    line: Option<DirId>,
    ctx: &mut BindContext<'_>,
) -> Option<Option<WalkEdge>> {
    let mut guards = Vec::new();
    let Some(mut test) = bind_test(&edge.test, walk.span, &mut guards, ctx)? else { return Some(None) };
    let go = match &edge.go {
        RelGo::Step(steps) => {
            let mut dirs = Vec::new();
            for step in steps {
                let dir = intern(step, walk, line, ctx)?;
                if edge.test.forward && matches!(step, RelStep::Line(..)) {
                    let ahead = forward_targets(dir, ctx);
                    test.within = Some(test.within.map_or(ahead, |w| w.meet(&ahead)));
                }
                if ctx.graph.dirs[dir.index()].to.iter().any(Option::is_some) && !dirs.contains(&dir) {
                    dirs.push(dir);
                }
            }
            if dirs.is_empty() {
                return Some(None);
            }
            dirs.sort_unstable();
            Go::Step(dirs)
        }
        RelGo::Stay => Go::Stay,
        RelGo::Home => Go::Home,
        RelGo::Anywhere => {
            if edge.test.forward {
                guards.push(anywhere_forward(ctx));
            }
            if let Some(n) = edge.test.near {
                let (from, here) = (ctx.exprs.add(Expr::From), ctx.exprs.add(Expr::Here));
                let far = ctx.exprs.add(Expr::Distance(from, here));
                let n = ctx.exprs.add(Expr::Int(i64::from(n)));
                guards.push(ctx.exprs.add(Expr::Compare(Cmp::AtMost, far, n)));
            }
            Go::Anywhere
        }
    };
    let take = match edge.take {
        None => None,
        Some(t) => {
            let at = match t.at {
                RelTakeAt::Here => TakeAt::Here,
                RelTakeAt::Passers => TakeAt::Squares(en_passant(walk.span, ctx)?.passers),
            };
            Some(Take { at, cause: t.cause, late: t.late })
        }
    };
    test.guard = conjunction(&guards, ctx);
    let next = u16::try_from(edge.next).ok()?;
    Some(Some(WalkEdge { go, test, take, unload: edge.unload, next }))
}

/// `None` after an error; `Some(None)` if nothing can pass the test.
fn bind_test(test: &RelTest, span: Span, guards: &mut Vec<ExprId>, ctx: &mut BindContext<'_>) -> Option<Option<Test>> {
    let mut out = Test {
        empty: test.empty,
        sides: SideSet::NONE,
        kinds: ctx.all_kinds,
        flags: Vec::new(),
        within: None,
        guard: None,
    };
    if let Some(men) = &test.men {
        bind_men(men, &mut out, guards, ctx)?;
    }
    if test.passed {
        let passed = en_passant(span, ctx)?.passed;
        apply_set(&SetTest::Expr(passed), &mut out, guards, ctx);
    }
    for set in &test.sets {
        apply_set(set, &mut out, guards, ctx);
    }
    for set in &test.passers {
        let (taken, allowed) = (en_passant(span, ctx)?.passers, set_expr(set, ctx));
        guards.push(ctx.exprs.add(Expr::Subset(taken, allowed)));
    }
    if out.sides.is_empty() || out.kinds.is_empty() {
        (out.sides, out.kinds, out.flags) = (SideSet::NONE, KindSet::NONE, Vec::new());
    }
    out.flags.sort_unstable();
    out.flags.dedup();
    if out.flags.windows(2).any(|w| w[0].0 == w[1].0) {
        (out.sides, out.kinds, out.flags) = (SideSet::NONE, KindSet::NONE, Vec::new());
    }
    if (!out.empty && out.sides.is_empty()) || out.within.is_some_and(|w| w.is_empty()) {
        return Some(None);
    }
    Some(Some(out))
}

fn bind_men(men: &MenTest, out: &mut Test, guards: &mut Vec<ExprId>, ctx: &mut BindContext<'_>) -> Option<()> {
    let o = ctx.owners;
    for (on, sides) in [(men.own, o.own), (men.ally, o.allies), (men.enemy, o.enemies), (men.neutral, o.neutral)] {
        if on {
            out.sides = out.sides.union(sides);
        }
    }
    match &men.kinds {
        Kinds::Any => {}
        Kinds::Only(names) => out.kinds = named_kinds(names, ctx)?,
        Kinds::Except(names) => out.kinds = ctx.all_kinds.minus(named_kinds(names, ctx)?),
    }
    let only = match men.royal {
        Royalty::Any => return Some(()),
        Royalty::Only => true,
        Royalty::Never => false,
    };
    match ctx.royal {
        RoyalTest::Kinds(k) => out.kinds = if only { out.kinds.meet(k) } else { out.kinds.minus(k) },
        RoyalTest::Squares(set) => {
            let here = ctx.exprs.add(Expr::Here);
            let inside = lies_in(here, set, ctx);
            guards.push(if only { inside } else { ctx.exprs.add(Expr::Not(inside)) });
        }
    }
    Some(())
}

fn named_kinds(names: &[(String, Span)], ctx: &mut BindContext<'_>) -> Option<KindSet> {
    let mut set = KindSet::NONE;
    for (name, span) in names {
        let Some(kinds) = (ctx.kinds)(name) else {
            ctx.diags.push(
                Diagnostic::error("B22", format!("no piece is called `{name}`"))
                    .label(*span, "a mount filter names pieces by their letter or name")
                    .help("`p<C>`, `p<!C>`, `p<own>` or `p<foe>`"),
            );
            return None;
        };
        set = set.union(kinds);
    }
    Some(set)
}

fn en_passant(span: Span, ctx: &mut BindContext<'_>) -> Option<EnPassant> {
    if ctx.en_passant.is_none() {
        ctx.diags.push(
            Diagnostic::error("B19", "`e` captures what has just passed, but no rule here says what that is")
                .label(span, "this movement captures in passing")
                .help("use a rule with states `passed` and `passer`, for example `use en_passant`"),
        );
    }
    ctx.en_passant
}

/// Narrows a test to the squares of a set; what bits cannot say becomes a guard.
fn apply_set(set: &SetTest, out: &mut Test, guards: &mut Vec<ExprId>, ctx: &mut BindContext<'_>) {
    match set {
        SetTest::Squares(s) => out.within = Some(out.within.map_or(*s, |w| w.meet(s))),
        SetTest::Men { empty, kinds, sides, flags } => {
            out.empty &= empty;
            out.kinds = out.kinds.meet(*kinds);
            out.sides = out.sides.meet(*sides);
            out.flags.extend(flags);
        }
        SetTest::Expr(id) => match ctx.exprs.get(*id).clone() {
            Expr::Squares(s) => apply_set(&SetTest::Squares(s), out, guards, ctx),
            Expr::Empty => {
                out.sides = SideSet::NONE;
            }
            Expr::Men { kinds, sides, flags } => {
                apply_set(&SetTest::Men { empty: false, kinds, sides, flags }, out, guards, ctx);
            }
            Expr::Meet(a, b) => {
                apply_set(&SetTest::Expr(a), out, guards, ctx);
                apply_set(&SetTest::Expr(b), out, guards, ctx);
            }
            _ => {
                let here = ctx.exprs.add(Expr::Here);
                guards.push(lies_in(here, *id, ctx));
            }
        },
    }
}

fn set_expr(set: &SetTest, ctx: &mut BindContext<'_>) -> ExprId {
    match set {
        SetTest::Squares(s) => ctx.exprs.add(Expr::Squares(*s)),
        SetTest::Expr(e) => *e,
        SetTest::Men { empty, kinds, sides, flags } => {
            let men = ctx.exprs.add(Expr::Men { kinds: *kinds, sides: *sides, flags: flags.clone() });
            if !*empty {
                return men;
            }
            let free = ctx.exprs.add(Expr::Empty);
            ctx.exprs.add(Expr::Union(men, free))
        }
    }
}

fn lies_in(square: ExprId, set: ExprId, ctx: &mut BindContext<'_>) -> ExprId {
    let just = ctx.exprs.add(Expr::Just(square));
    ctx.exprs.add(Expr::Subset(just, set))
}

fn conjunction(guards: &[ExprId], ctx: &mut BindContext<'_>) -> Option<ExprId> {
    let (first, rest) = guards.split_first()?;
    Some(rest.iter().fold(*first, |a, b| ctx.exprs.add(Expr::And(a, *b))))
}

/// `U` under `heading forward`: the rank or file of `Here` lies ahead of that of `From`.
fn anywhere_forward(ctx: &mut BindContext<'_>) -> ExprId {
    let (from, here) = (ctx.exprs.add(Expr::From), ctx.exprs.add(Expr::Here));
    let (a, b) = if ctx.facing.forward.1 == 0 {
        (ctx.exprs.add(Expr::FileOf(from)), ctx.exprs.add(Expr::FileOf(here)))
    } else {
        (ctx.exprs.add(Expr::RankOf(from)), ctx.exprs.add(Expr::RankOf(here)))
    };
    let ahead = ctx.facing.forward.0 + ctx.facing.forward.1 > 0;
    ctx.exprs.add(if ahead { Expr::Compare(Cmp::Less, a, b) } else { Expr::Compare(Cmp::Less, b, a) })
}

/// Squares that a line step reaches by going forward.
fn forward_targets(dir: DirId, ctx: &BindContext<'_>) -> SquareSet {
    let g = &*ctx.graph;
    let (fx, fy) = (i32::from(ctx.facing.forward.0), i32::from(ctx.facing.forward.1));
    g.squares
        .iter()
        .filter_map(|s| {
            let t = g.step(s, dir)?;
            let dx = i32::from(g.file(t)) - i32::from(g.file(s));
            let dy = i32::from(g.rank(t)) - i32::from(g.rank(s));
            (dx * fx + dy * fy > 0).then_some(t)
        })
        .collect()
}

/// The absolute direction of a step; added to the board if new.
fn intern(step: &RelStep, walk: &RelWalk, line: Option<DirId>, ctx: &mut BindContext<'_>) -> Option<DirId> {
    let (x, y) = match step {
        RelStep::Leap(x, y) => ctx.facing.absolute((*x, *y)),
        RelStep::Line(..) => return line,
    };
    let rolled = walk.cylinder && !ctx.wrap.files;
    let label = if rolled { DirLabel::Rolled(x, y) } else { DirLabel::Vector(x, y) };
    if let Some(i) = ctx.graph.dirs.iter().position(|d| d.label == label) {
        return Some(DirId(i as u16));
    }
    let wrap = Wrap { files: ctx.wrap.files || rolled, ..ctx.wrap };
    let to = vector_map(ctx.graph, (x, y), wrap);
    ctx.graph.dirs.push(DirMap { label, to });
    Some(DirId(ctx.graph.dirs.len() as u16 - 1))
}

/// The map of a vector on a rectangular board with holes, layer by layer.
#[must_use]
pub fn vector_map(graph: &Graph, (x, y): (i8, i8), wrap: Wrap) -> Vec<Option<Sq>> {
    let (w, h) = (i32::from(graph.files), i32::from(graph.ranks));
    (0..graph.size)
        .map(|s| {
            if !graph.squares.contains(s) {
                return None;
            }
            let mut file = i32::from(graph.file(s)) + i32::from(x);
            let mut rank = i32::from(graph.rank(s)) + i32::from(y);
            if wrap.files {
                file = file.rem_euclid(w);
            }
            if wrap.ranks {
                rank = rank.rem_euclid(h);
            }
            graph.at(file, rank, graph.layer(s)).filter(|t| *t != s)
        })
        .collect()
}
