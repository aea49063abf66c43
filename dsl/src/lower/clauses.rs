//! Movement: clauses of piece lines and gifts become patterns, patterns become walks of one side and kind.

use super::Lowerer;
use super::gens::{ClauseRef, Skeleton};
use super::scope::{Failed, Low, Place, RunNames, Scope, Val};
use crate::assemble::BundleId;
use crate::ast::{self, ClauseMod, ItemKind, ItsWhat, Movement, OfWhat};
use crate::diagnostics::Diagnostic;
use crate::game::{Expr, ExprId, GenBody, KindId, KindSet, Royal, SideId, SideSet, Walk, WalkId};
use crate::pattern::{BindContext, EnPassant, Initial, Owners, Pattern, RoyalTest, SetTest, bind};
use crate::source::Span;

/// Names of a move that a `when` may use.
const WALK: RunNames = RunNames { walk: true, run: true, victim: false };

impl Lowerer<'_> {
    pub(super) fn lower_walks(&mut self) {
        for i in 0..self.skeletons.len() {
            let sk = self.skeletons[i].clone();
            let Skeleton { gen_id, kind: Some(kind), side, clauses, bundle: sk_bundle, .. } = sk else { continue };
            let mut pattern = Pattern::default();
            for c in &clauses {
                if let Ok(p) = self.clause_ref(c, kind, side) {
                    pattern = pattern.union(p);
                }
            }
            let pattern = self.limited(pattern, kind, side);
            for (castle, span) in &pattern.castles {
                self.castle_gen(castle, *span, kind, side, sk_bundle);
            }
            let walks = self.bind_pattern(&pattern, kind, side);
            let ids = self.add_walks(walks);
            if let GenBody::Walk { walks, .. } = &mut self.gens[gen_id.index()].body {
                *walks = ids;
            }
        }
        self.lower_attacks();
    }

    /// `limit D to n squares`: whoever gave the movement, men described travel no further. Men described by a flag
    /// walk by a limited copy, the others by the old one.
    fn limited(&mut self, pattern: Pattern, kind: KindId, side: SideId) -> Pattern {
        let mut out = pattern;
        for b in 0..self.asm.bundles.len() {
            for item in &self.asm.bundles[b].items {
                let ItemKind::Limit { of, squares } = &item.kind else { continue };
                let sc = Scope::new(SideId(self.asm.bundles[b].side as u16), Some(BundleId(b)), Place::Rules);
                let Ok(d) = self.desc(of, &sc) else { continue };
                if !d.sides.contains(side) || !d.kinds.contains(kind) {
                    continue;
                }
                if !d.sets.is_empty() || d.kinds_var.is_some() {
                    self.diags.push(
                        Diagnostic::error("E0612", "a limit is for kinds and flags")
                            .label(of.span, "this depends on the position")
                            .help("`limit zombie to 3 squares`, `limit Rook to 4 squares`"),
                    );
                    continue;
                }
                let n = u8::try_from(squares.value).unwrap_or(u8::MAX);
                let mut with = out.up_to(n);
                let mut without = Pattern::default();
                for (flag, on) in &d.flags {
                    without = without.union(out.with_flag(*flag, !on));
                    with = with.with_flag(*flag, *on);
                }
                out = without.union(with);
            }
        }
        out
    }

    /// `attacks PATTERN` of piece lines.
    fn lower_attacks(&mut self) {
        for line in &self.asm.pieces.clone() {
            let Some(p) = &line.piece.attacks else { continue };
            let Ok(kind) = self.kind(&line.piece.kind) else { continue };
            let sides: Vec<SideId> = line.side.map_or_else(|| self.players().collect(), |s| vec![SideId(s as u16)]);
            for side in sides {
                let sc = Scope::new(side, line.bundle, Place::Rules).run(WALK);
                let Ok(pattern) = self.pattern(p, kind, &sc) else { continue };
                let pattern = self.limited(pattern.captures(), kind, side);
                let walks = self.bind_pattern(&pattern, kind, side);
                let ids = self.add_walks(walks);
                self.kinds[kind.index()].attacks[side.index()] = Some(ids);
            }
        }
    }

    /// `reach of MOVEMENT from s`: walks of a man of the owner, of no particular kind.
    pub fn bare_walks(&mut self, m: &Movement, sc: &Scope) -> Low<Vec<WalkId>> {
        let kind = KindId(0);
        let pattern = self.movement(m, kind, sc)?;
        let walks = self.bind_pattern(&pattern.quiet(), kind, sc.me);
        Ok(self.add_walks(walks))
    }

    fn add_walks(&mut self, walks: Vec<Walk>) -> Vec<WalkId> {
        walks
            .into_iter()
            .map(|w| {
                let at = self.walks.iter().position(|x| *x == w).unwrap_or_else(|| {
                    self.walks.push(w);
                    self.walks.len() - 1
                });
                WalkId(at as u16)
            })
            .collect()
    }

    pub(super) fn clause_ref(&mut self, c: &ClauseRef, kind: KindId, side: SideId) -> Low<Pattern> {
        let sc = Scope::new(side, c.bundle, Place::Rules).run(WALK);
        let mut p = self.clause(&c.clause, kind, &sc)?;
        for (flag, on) in &c.flags {
            p = p.with_flag(*flag, *on);
        }
        Ok(p)
    }

    fn pattern(&mut self, p: &ast::Pattern, kind: KindId, sc: &Scope) -> Low<Pattern> {
        let mut out = Pattern::default();
        for c in &p.clauses {
            out = out.union(self.clause(c, kind, sc)?);
        }
        Ok(out)
    }

    fn clause(&mut self, c: &ast::Clause, kind: KindId, sc: &Scope) -> Low<Pattern> {
        let mut p = self.movement(&c.movement, kind, sc)?;
        for m in &c.mods {
            let refused = |l: &mut Self, r: Result<Pattern, crate::pattern::Refusal>| {
                r.map_err(|why| {
                    l.diags
                        .push(Diagnostic::error("E0609", why.to_string()).label(m.span, "this cannot be said of it"));
                    Failed
                })
            };
            p = match &m.value {
                ClauseMod::When(e) => {
                    let guard = self.bool(e, sc)?;
                    match self.x.get(guard) {
                        Expr::Bool(true) => p,
                        Expr::Bool(false) => Pattern::default(),
                        _ => p.when(guard),
                    }
                }
                ClauseMod::Onto(e) => {
                    let set = self.set_test(e, sc)?;
                    let r = p.onto(&set);
                    refused(self, r)?
                }
                ClauseMod::Within(e) => {
                    let set = self.set_test(e, sc)?;
                    p.within(&set)
                }
                ClauseMod::LandingOn(e) => {
                    let set = self.set_test(e, sc)?;
                    let r = p.landing_on(&set);
                    refused(self, r)?
                }
                ClauseMod::Capturing(e) => {
                    let set = self.set_test(e, sc)?;
                    p.capturing(&set)
                }
                ClauseMod::KeepingVictims => p.keeping_victims(),
                ClauseMod::UpTo(n) => p.up_to(u8::try_from(*n).unwrap_or(u8::MAX)),
                ClauseMod::HeadingForward => p.heading_forward(),
                ClauseMod::ToTheEnd => {
                    let r = p.to_the_end();
                    refused(self, r)?
                }
                ClauseMod::Called(_) => p,
            };
        }
        Ok(p)
    }

    fn set_test(&mut self, e: &ast::Expr, sc: &Scope) -> Low<SetTest> {
        let id = self.set(e, sc)?;
        Ok(match self.x.constant(id) {
            Some(s) => SetTest::Squares(s),
            None => SetTest::Expr(id),
        })
    }

    fn movement(&mut self, m: &Movement, kind: KindId, sc: &Scope) -> Low<Pattern> {
        match m {
            Movement::Betza(t) => self.betza(&t.value, t.span),
            Movement::Nothing(_) => Ok(Pattern::default()),
            Movement::Group(p) => self.pattern(p, kind, sc),
            Movement::Along(line) => Ok(Pattern::along(&line.value, line.span)),
            Movement::Kind(n) => {
                let k = self.kind(n)?;
                if sc.inside.len() > 20 {
                    self.diags.push(
                        Diagnostic::error("E0103", format!("`{}` moves like itself", n.value))
                            .label(n.span, "a circle"),
                    );
                    return Err(Failed);
                }
                self.own_clauses(k, sc)
            }
            Movement::Of(what, inner, _) => {
                let p = self.movement(inner, kind, sc)?;
                Ok(match what {
                    OfWhat::Captures => p.captures(),
                    OfWhat::QuietMoves => p.quiet(),
                    OfWhat::Reverse => p.reverse(),
                })
            }
            Movement::Its(what, _) => {
                let p = self.its(kind, sc.me)?;
                Ok(match what {
                    ItsWhat::Moves => p,
                    ItsWhat::Captures => p.captures(),
                    ItsWhat::QuietMoves => p.quiet(),
                })
            }
            Movement::Named(n) | Movement::Param(n) => self.named_pattern(n, kind, sc),
        }
    }

    fn betza(&mut self, text: &str, span: Span) -> Low<Pattern> {
        let read = if self.graph.hexagons { crate::betza::hex::parse } else { crate::betza::parse };
        read(text, span, self.diags).ok_or(Failed)
    }

    /// A pattern by name, or a rule's parameter that holds a movement.
    fn named_pattern(&mut self, n: &ast::Name, kind: KindId, sc: &Scope) -> Low<Pattern> {
        if let Some(super::names::Declared::Item(b, item)) = self.declared(&n.value, sc)
            && let ItemKind::Pattern { value, .. } = &item.kind
        {
            let key = format!("pattern {}", n.value);
            if sc.inside.contains(&key) {
                self.diags.push(
                    Diagnostic::error("E0103", format!("`{}` is defined by itself", n.value)).label(n.span, "a circle"),
                );
                return Err(Failed);
            }
            let inner = sc.enter(&key, sc.me, b);
            return self.pattern(value, kind, &inner);
        }
        match self.name(n, sc)? {
            Val::Text(t) => self.betza(&t.value, t.span),
            Val::Expr(id, super::scope::Ty::Kind) if matches!(self.x.get(id), Expr::Kind(Some(_))) => {
                let Expr::Kind(Some(k)) = *self.x.get(id) else { return Err(Failed) };
                self.own_clauses(k, sc)
            }
            v => self.mismatch(n.span, &v, "a movement"),
        }
    }

    /// The clauses of the kind's own piece line, for the player.
    fn own_clauses(&mut self, k: KindId, sc: &Scope) -> Low<Pattern> {
        let mut out = Pattern::default();
        for line in &self.asm.pieces.clone() {
            if line.piece.kind.value != self.kinds[k.index()].name || line.side.is_some_and(|s| s != sc.me.index()) {
                continue;
            }
            if let Some(p) = &line.piece.pattern {
                let inner = sc.enter(&format!("moves of {}", line.piece.kind.value), sc.me, line.bundle);
                out = out.union(self.pattern(p, k, &inner)?);
            }
        }
        Ok(out)
    }

    /// Own clauses and every gift that does not say `its`.
    fn its(&mut self, kind: KindId, side: SideId) -> Low<Pattern> {
        let mut out = Pattern::default();
        for sk in self.skeletons.clone() {
            if sk.kind == Some(kind) && sk.side == side {
                for c in sk.clauses.iter().filter(|c| !c.says_its()) {
                    out = out.union(self.clause_ref(c, kind, side)?);
                }
            }
        }
        Ok(out)
    }

    fn bind_pattern(&mut self, pattern: &Pattern, kind: KindId, side: SideId) -> Vec<Walk> {
        let team = self.sides[side.index()].team;
        let players: Vec<SideId> = self.players().collect();
        let owners = Owners {
            own: SideSet::one(side),
            allies: players.iter().copied().filter(|s| *s != side && self.sides[s.index()].team == team).collect(),
            enemies: players.iter().copied().filter(|s| self.sides[s.index()].team != team).collect(),
            neutral: SideSet::one(SideId(self.sides.len() as u16 - 1)),
        };
        let royal = self.royal_test();
        let initial = match self.flag("unmoved") {
            Some(f) if self.flags[f.index()].kinds.contains(kind) => Initial::Flag(f),
            _ => Initial::Squares(self.setup_squares(KindSet::one(kind), side)),
        };
        let en_passant = self.passing(owners.enemies);
        let names: Vec<(String, String)> = self.kinds.iter().map(|k| (k.name.clone(), k.letter.clone())).collect();
        let by_name = move |text: &str| -> Option<KindSet> {
            let set: KindSet = (0..names.len())
                .filter(|i| names[*i].0 == text || names[*i].1 == text)
                .map(|i| KindId(i as u16))
                .collect();
            (!set.is_empty()).then_some(set)
        };
        let facing = self.facing(side);
        let all_kinds = self.all_kinds();
        let mut ctx = BindContext {
            graph: &mut self.graph,
            exprs: &mut self.x,
            wrap: super::frame::wrap(self.asm),
            facing,
            owners,
            all_kinds,
            kinds: &by_name,
            royal,
            initial,
            en_passant,
            diags: self.diags,
        };
        bind(pattern, &mut ctx)
    }

    fn royal_test(&mut self) -> RoyalTest {
        let sometimes = self.kinds.iter().any(|k| k.royal.iter().any(|r| matches!(r, Royal::When(_))));
        if sometimes {
            let players = self.players().collect();
            return RoyalTest::Squares(self.x.add(Expr::Royals(players)));
        }
        RoyalTest::Kinds(
            (0..self.kinds.len())
                .filter(|i| self.kinds[*i].royal.contains(&Royal::Yes))
                .map(|i| KindId(i as u16))
                .collect(),
        )
    }

    /// What `e` means: the states `passed` and `passer` of the enemies, of whatever rule has them.
    fn passing(&mut self, enemies: SideSet) -> Option<EnPassant> {
        let mut union = |name: &str| -> Option<ExprId> {
            let cells: Vec<_> = self
                .cell_names
                .iter()
                .filter(|((b, n), _)| n == name && enemies.contains(SideId(self.asm.bundles[*b].side as u16)))
                .map(|(_, c)| *c)
                .collect();
            let mut out = None;
            let mut sorted = cells;
            sorted.sort_unstable();
            sorted.dedup();
            for c in sorted {
                let e = self.x.add(Expr::CellSquares(c));
                out = Some(out.map_or(e, |o| self.x.union(o, e)));
            }
            out
        };
        let (passed, passers) = (union("passed")?, union("passer")?);
        Some(EnPassant { passed, passers })
    }
}
