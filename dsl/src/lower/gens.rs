//! Generators: which sorts of moves each side has, before anything in them is lowered.

use super::Lowerer;
use super::describe::Desc;
use super::scope::{Bound, Failed, Low, Place, RunNames, Scope};
use crate::assemble::BundleId;
use crate::ast::{self, ClauseMod, ItemKind, Movement};
use crate::diagnostics::Diagnostic;
use crate::game::{FlagId, Gen, GenBody, GenId, KindId, LongText, SideId};
use crate::source::Span;

/// A clause with the place it was written in.
#[derive(Clone, Debug)]
pub struct ClauseRef {
    pub clause: ast::Clause,
    /// The bundle whose names it uses.
    pub bundle: Option<BundleId>,
    /// Flags that a gift's description asks for.
    pub flags: Vec<(FlagId, bool)>,
}

impl ClauseRef {
    pub fn says_its(&self) -> bool {
        fn its(m: &Movement) -> bool {
            match m {
                Movement::Its(..) => true,
                Movement::Of(_, inner, _) => its(inner),
                Movement::Group(p) => p.clauses.iter().any(|c| its(&c.movement)),
                Movement::Betza(_)
                | Movement::Nothing(_)
                | Movement::Named(_)
                | Movement::Along(_)
                | Movement::Kind(_)
                | Movement::Param(_) => false,
            }
        }
        its(&self.clause.movement)
    }
    fn label(&self) -> Option<String> {
        self.clause.mods.iter().find_map(|m| match &m.value {
            ClauseMod::Called(n) => Some(n.value.clone()),
            _ => None,
        })
    }
}

/// A generator and what it will be lowered from.
#[derive(Clone, Debug)]
pub struct Skeleton {
    pub gen_id: GenId,
    pub side: SideId,
    /// Of a walk.
    pub kind: Option<KindId>,
    pub clauses: Vec<ClauseRef>,
    /// The bundle that gave it; `None`: the piece line of the variant.
    pub bundle: Option<usize>,
    /// Block of a gift, or steps of an action.
    pub steps: Vec<ast::Step>,
    /// Names that the block or action binds, once lowered.
    pub bound: Bound,
    pub span: Span,
}

impl Lowerer<'_> {
    pub(super) fn declare_gens(&mut self) {
        self.collect_choice_names();
        for side in self.players() {
            for k in 0..self.kinds.len() {
                self.piece_gens(KindId(k as u16), side);
            }
            for b in 0..self.asm.bundles.len() {
                if self.asm.bundles[b].side == side.index() {
                    self.bundle_gens(b, side);
                }
            }
        }
        self.gifts();
    }

    fn collect_choice_names(&mut self) {
        let mut names = Vec::new();
        for b in &self.asm.bundles {
            for i in &b.items {
                match &i.kind {
                    ItemKind::Action { steps, .. } | ItemKind::Give { block: Some(steps), .. } => {
                        super::steps::bound_names(steps, &mut names)
                    }
                    ItemKind::After(a) => super::steps::bound_names(&a.steps, &mut names),
                    _ => {}
                }
            }
        }
        self.choice_names = names.into_iter().collect();
    }

    /// The clauses of the piece line: one generator without label, one for each label.
    fn piece_gens(&mut self, kind: KindId, side: SideId) {
        let mut clauses = Vec::new();
        let mut span = None;
        for line in &self.asm.pieces {
            if line.piece.kind.value != self.kinds[kind.index()].name || line.side.is_some_and(|s| s != side.index()) {
                continue;
            }
            span = Some(line.span);
            for c in line.piece.pattern.iter().flat_map(|p| &p.clauses) {
                clauses.push(ClauseRef { clause: c.clone(), bundle: line.bundle, flags: vec![] });
            }
        }
        if let Some(span) = span {
            self.walk_gens(kind, side, clauses, None, &[], span);
        }
    }

    /// One generator for each label among the clauses, in order of the first clause that has it.
    fn walk_gens(
        &mut self,
        kind: KindId,
        side: SideId,
        clauses: Vec<ClauseRef>,
        bundle: Option<usize>,
        block: &[ast::Step],
        span: Span,
    ) {
        let mut groups: Vec<(Option<String>, Vec<ClauseRef>)> = Vec::new();
        for c in clauses {
            let label = c.label();
            match groups.iter_mut().find(|g| g.0 == label) {
                Some(g) => g.1.push(c),
                None => groups.push((label, vec![c])),
            }
        }
        for (label, clauses) in groups {
            let body = GenBody::Walk { kind, walks: vec![], block: vec![] };
            self.add_gen(side, body, label, bundle, span, Some(kind), clauses, block.to_vec());
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn add_gen(
        &mut self,
        side: SideId,
        body: GenBody,
        label: Option<String>,
        bundle: Option<usize>,
        span: Span,
        kind: Option<KindId>,
        clauses: Vec<ClauseRef>,
        steps: Vec<ast::Step>,
    ) {
        let rule = bundle.and_then(|b| self.asm.bundles[b].alias.clone().or(self.asm.bundles[b].rule.clone()));
        let origin = self.origin(rule.as_deref(), span);
        let gen_id = GenId(self.gens.len() as u16);
        self.gens.push(Gen {
            side,
            body,
            label,
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
        self.skeletons.push(Skeleton { gen_id, side, kind, clauses, bundle, steps, bound: Bound::default(), span });
    }

    fn bundle_gens(&mut self, b: usize, side: SideId) {
        for item in &self.asm.bundles[b].items.clone() {
            if let ItemKind::Action { name, steps } = &item.kind {
                let body = GenBody::Action { name: name.value.clone(), steps: vec![] };
                self.add_gen(side, body, Some(name.value.clone()), Some(b), item.span, None, vec![], steps.clone());
            }
        }
    }

    /// `give`: plain gifts first, then those that say `its`, so that these see all of the former.
    fn gifts(&mut self) {
        for its in [false, true] {
            for b in 0..self.asm.bundles.len() {
                let owner = SideId(self.asm.bundles[b].side as u16);
                for item in &self.asm.bundles[b].items.clone() {
                    let ItemKind::Give { to, pattern, block } = &item.kind else { continue };
                    let sc = Scope::new(owner, Some(BundleId(b)), Place::Rules);
                    let Ok(d) = self.desc(to, &sc) else { continue };
                    let players: crate::game::SideSet = self.players().collect();
                    for side in d.sides.meet(players).iter() {
                        let kinds: Vec<KindId> = d
                            .kinds
                            .iter()
                            .filter(|k| self.kinds.get(k.index()).is_some_and(|k| k.sides.contains(side)))
                            .collect();
                        for kind in kinds {
                            let clauses: Vec<ClauseRef> = pattern
                                .clauses
                                .iter()
                                .map(|c| ClauseRef {
                                    clause: c.clone(),
                                    bundle: Some(BundleId(b)),
                                    flags: d.flags.clone(),
                                })
                                .filter(|c| c.says_its() == its)
                                .collect();
                            let block = block.as_deref().unwrap_or(&[]);
                            self.walk_gens(kind, side, clauses, Some(b), block, item.span);
                        }
                    }
                }
            }
        }
    }

    /// Blocks of gifts and steps of actions.
    pub(super) fn lower_actions(&mut self) {
        for i in 0..self.skeletons.len() {
            let sk = self.skeletons[i].clone();
            if sk.steps.is_empty() {
                continue;
            }
            let run = RunNames { walk: sk.kind.is_some(), run: true, victim: false };
            let sc = Scope::new(sk.side, sk.bundle.map(BundleId), Place::Rules).run(run);
            let mut bound = Bound::default();
            let lowered = self.steps(&sk.steps, &sc, &mut bound);
            // An action that names what it does not have is a mistake, not a part about another move.
            if std::mem::replace(&mut self.inapplicable, false) {
                self.diags.push(
                    crate::diagnostics::Diagnostic::error("E0104", "a step names what this move does not have")
                        .label(sk.span, "`from`, `to`, `mover` belong to walks; choices to where they are made"),
                );
            }
            self.skeletons[i].bound = bound;
            if let Ok(lowered) = lowered {
                match &mut self.gens[sk.gen_id.index()].body {
                    GenBody::Walk { block, .. } => *block = lowered,
                    GenBody::Action { steps, .. } => *steps = lowered,
                }
            }
        }
    }

    /// Generators with this label: a clause, an action, or a rule of that name; for moves of any side.
    pub fn gens_by_label(&mut self, label: &ast::Label, sc: &Scope) -> Low<Vec<GenId>> {
        self.know_label(label, sc)?;
        Ok((0..self.gens.len() as u16).map(GenId).filter(|g| self.has_label(*g, label)).collect())
    }

    /// A label that nothing could ever have is a mistake; one whose rule is not in force is none.
    pub fn know_label(&mut self, label: &ast::Label, sc: &Scope) -> Low<()> {
        let name = &label.name.value;
        let castles = self.gens.iter().any(|g| g.label.as_ref() == Some(name));
        if castles || [Some(&label.name), label.rule.as_ref()].into_iter().flatten().all(|n| self.labelled(n)) {
            return Ok(());
        }
        let unknown = label.rule.as_ref().filter(|r| !self.labelled(r)).unwrap_or(&label.name);
        let of_rule = sc.bundle.is_some_and(|b| self.asm.bundles[b.0].args.contains_key(&unknown.value));
        let d = Diagnostic::error("E0109", format!("no move, action or rule is called `{}`", unknown.value))
            .label(unknown.span, "nothing has this name");
        let near = crate::nearest::nearest(&unknown.value, self.asm.labels.iter().map(String::as_str));
        self.diags.push(match near {
            _ if of_rule => d.help(format!("`{0}` is a parameter; for men write `by own {0}`", unknown.value)),
            Some(near) => d.help(format!("did you mean `{near}`?")),
            None => d.help("clauses are named by `called name`; for men write `by own Rook`"),
        });
        Err(Failed)
    }

    fn labelled(&self, name: &ast::Name) -> bool {
        self.asm.labels.contains(&name.value)
    }

    pub fn has_label(&self, g: GenId, label: &ast::Label) -> bool {
        let gen_ = &self.gens[g.index()];
        let name = label.name.value.as_str();
        let bundle = self.skeletons[g.index()].bundle.map(|b| &self.asm.bundles[b]);
        let of_rule = |r: &str| bundle.is_some_and(|b| b.rule.as_deref() == Some(r) || b.alias.as_deref() == Some(r));
        match &label.rule {
            Some(r) => of_rule(&r.value) && gen_.label.as_deref() == Some(name),
            None => gen_.label.as_deref() == Some(name) || of_rule(name),
        }
    }

    /// Does a description concern the moves of a generator, by side and kind? Flags are left to be asked in play.
    pub fn concerns(&self, d: &Desc, g: GenId) -> bool {
        let gen_ = &self.gens[g.index()];
        if !d.sides.contains(gen_.side) {
            return false;
        }
        let any_kind = d.kinds == self.all_kinds() && d.flags.is_empty() && d.sets.is_empty() && d.kinds_var.is_none();
        match &gen_.body {
            GenBody::Walk { kind, .. } => d.kinds.contains(*kind),
            GenBody::Action { .. } => any_kind,
        }
    }
}
