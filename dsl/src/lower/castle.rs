//! `O n` in a movement string (BETZA 10.4) as an action: the mover goes `n` files along its rank toward the first man
//! it sees, which must be its own, unmoved, and stand at the edge of the board (one square in for each `j`); that man
//! lands on the square the mover crossed last. Where a royal may not be left attacked, its way must not be either.

use super::Lowerer;
use super::scope::{Bound, Place};
use crate::ast::ItemKind;
use crate::game::{
    Castle, Cause, Cmp, Domain, Expr, ExprId, Gen, GenBody, GenId, KindId, KindSet, LongText, ManBase, ManExpr, SideId,
    SideSet, SquareSet, Step, TextPart, VarType,
};
use crate::source::Span;

impl Lowerer<'_> {
    pub(super) fn castle_gen(
        &mut self,
        castle: &Castle,
        span: Span,
        kind: KindId,
        side: SideId,
        bundle: Option<usize>,
    ) {
        let walker = self.x.var("walker", VarType::Square);
        let way = self.x.var("way", VarType::Dir);
        let (w, d) = (self.x.add(Expr::Var(walker)), self.x.add(Expr::Var(way)));
        let own = SideSet::one(side);
        let movers = self.unmoved(KindSet::one(kind), own);
        let all = self.all_kinds();
        let partners = self.unmoved(all, own);
        let edge = self.edges(castle.jumps);
        let partners = self.x.meet(partners, edge);
        let empty = self.x.add(Expr::Empty);
        let (all_sides, none) = (self.all_sides(), vec![]);
        let men = self.x.men(all, all_sides, none);
        let stop = self.x.add(Expr::Stop { from: w, dir: d, inside: empty });
        let seen = self.x.meet(stop, men);
        let partner = self.x.the(seen);
        // n steps toward it: the goal may be the partner's own square, never beyond it.
        let mut at = w;
        let mut path = self.x.just(w);
        let mut crossed = w;
        for _ in 0..castle.files {
            crossed = at;
            let step = self.x.add(Expr::Step(at, d));
            at = self.x.the(step);
            let one = self.x.just(at);
            path = self.x.union(path, one);
        }
        let (goal, crossed) = (at, crossed);
        let far = self.x.add(Expr::Distance(w, partner));
        let n = self.x.int(i64::from(castle.files));
        let near_enough = self.x.compare(Cmp::AtMost, n, far);
        let (p_set, some) = (self.x.just(partner), self.x.some(seen));
        let fits = self.x.subset(p_set, partners);
        let mut steps = vec![
            Step::Choose { var: walker, from: Domain::Squares(movers) },
            Step::Choose { var: way, from: Domain::Dirs(self.castle_ways(castle, side)) },
            Step::Require(some),
            Step::Require(fits),
            Step::Require(near_enough),
        ];
        if self.some_judge() {
            let safe = self.path_is_safe(w, path, side);
            steps.push(Step::Require(safe));
        }
        let (king, rook) = (self.x.var("man", VarType::Man), self.x.var("man", VarType::Man));
        let held: Vec<ExprId> = [partner, goal, crossed]
            .into_iter()
            .map(|q| {
                let var = self.x.var("square", VarType::Square);
                steps.push(Step::Let { var, value: q });
                self.x.add(Expr::Var(var))
            })
            .collect();
        let put = |man, at| Step::Put {
            man: ManExpr { base: ManBase::Var(man), kind: None, owner: None, keep: vec![], with: vec![] },
            at,
        };
        steps.extend([
            Step::Lift { at: w, into: king, cause: Cause::Carry },
            Step::Lift { at: held[0], into: rook, cause: Cause::Carry },
            put(king, held[1]),
            put(rook, held[2]),
            Step::Write { parts: vec![TextPart::Square(w), TextPart::Square(held[1])], replace: false },
        ]);
        let rule = bundle.and_then(|b| self.asm.bundles[b].rule.clone());
        let origin = self.origin(rule.as_deref(), span);
        let gen_id = GenId(self.gens.len() as u16);
        self.gens.push(Gen {
            side,
            body: GenBody::Action { name: "castle".into(), steps },
            label: Some("castle".into()),
            origin,
            guards: vec![],
            judges: vec![],
            after: vec![],
            settled: vec![],
            on_capture: vec![],
            prefer: vec![],
            text: LongText::default(),
            bites: false,
        });
        self.skeletons.push(super::gens::Skeleton {
            gen_id,
            side,
            kind: None,
            clauses: vec![],
            bundle,
            steps: vec![],
            bound: Bound::default(),
            span,
        });
    }

    /// Men that have not moved: by the flag where the kind has one, else those on squares of the setup.
    fn unmoved(&mut self, kinds: KindSet, own: SideSet) -> ExprId {
        let mut out = self.x.squares(SquareSet::NONE);
        for k in kinds.iter() {
            let men = match self.flag("unmoved") {
                Some(f) if self.flags[f.index()].kinds.contains(k) => self.x.men(KindSet::one(k), own, vec![(f, true)]),
                _ => {
                    let start =
                        own.iter().fold(SquareSet::NONE, |a, s| a.union(&self.setup_squares(KindSet::one(k), s)));
                    let (men, start) = (self.x.men(KindSet::one(k), own, vec![]), self.x.squares(start));
                    self.x.meet(men, start)
                }
            };
            out = self.x.union(out, men);
        }
        out
    }

    fn edges(&mut self, inset: u8) -> ExprId {
        let last = self.graph.files - 1;
        let set = self
            .graph
            .squares
            .iter()
            .filter(|s| [inset, last.saturating_sub(inset)].contains(&self.graph.file(*s)))
            .collect();
        self.x.squares(set)
    }

    fn castle_ways(&self, c: &Castle, side: SideId) -> Vec<crate::game::DirId> {
        let mut ways = Vec::new();
        if c.right {
            ways.extend(self.direction("right", side));
        }
        if c.left {
            ways.extend(self.direction("left", side));
        }
        ways
    }

    /// Does any rule in force judge what a move leaves?
    fn some_judge(&self) -> bool {
        self.asm
            .bundles
            .iter()
            .flat_map(|b| &b.items)
            .any(|i| matches!(&i.kind, ItemKind::Forbid(f) if f.leaving.is_some()))
    }

    fn path_is_safe(&mut self, walker: ExprId, path: ExprId, side: SideId) -> ExprId {
        let sc = super::scope::Scope::new(side, None, Place::Rules);
        let enemies = self.side_word(crate::ast::SideWord::Enemy, &sc);
        let all = self.all_kinds();
        let by = self.x.men(all, enemies, vec![]);
        let one = self.x.just(walker);
        let attacked = self.x.add(Expr::Attacked { of: path, by, side, without: Some(one) });
        let hit = self.x.some(attacked);
        let safe = self.x.not(hit);
        let royals = self.x.add(Expr::Royals(SideSet::one(side)));
        let royal = self.x.subset(one, royals);
        let common = self.x.not(royal);
        self.x.or(common, safe)
    }
}
