//! Expressions, descriptions of men and kinds.

use super::Reader;
use super::parts::{Parts, Read};
use crate::ast::{Expr, ExprKind, Join, Kinds, Label, Name, PieceDesc, RankWhich, Relation, SideWord, Value, Whose};
use crate::source::{Span, Spanned};
use ferz_grammar::Rule;

impl Reader<'_, '_> {
    pub(super) fn expr(&mut self, pair: Read<'_>) -> Expr {
        let all = Parts::of(pair).all(Rule::all).map(|p| self.all(p)).collect();
        joined(all, ExprKind::Or)
    }

    fn all(&mut self, pair: Read<'_>) -> Expr {
        let all = Parts::of(pair).all(Rule::nay).map(|p| self.nay(p)).collect();
        joined(all, ExprKind::And)
    }

    fn nay(&mut self, pair: Read<'_>) -> Expr {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        if parts.eat(Rule::w_not) {
            let inner = self.nay(parts.must());
            return Expr { kind: ExprKind::Not(Box::new(inner)), span };
        }
        self.compare(parts.must())
    }

    fn compare(&mut self, pair: Read<'_>) -> Expr {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let left = self.sum(parts.must());
        let Some(relation) = parts.next() else { return left };
        let relation = relation_of(relation);
        let right = self.sum(parts.must());
        Expr { kind: ExprKind::Relation { left: Box::new(left), relation, right: Box::new(right) }, span }
    }

    pub(super) fn sum(&mut self, pair: Read<'_>) -> Expr {
        let mut parts = Parts::of(pair);
        let mut left = self.product(parts.must());
        while let Some(sign) = parts.next() {
            let op = if sign.as_str().starts_with('-') { '-' } else { '+' };
            let right = self.product(parts.must());
            left = arith(op, left, right);
        }
        left
    }

    fn product(&mut self, pair: Read<'_>) -> Expr {
        let mut parts = Parts::of(pair);
        let mut left = self.set(parts.must());
        while parts.eat(Rule::times) {
            let right = self.set(parts.must());
            left = arith('*', left, right);
        }
        left
    }

    pub(super) fn set(&mut self, pair: Read<'_>) -> Expr {
        let mut parts = Parts::of(pair);
        let mut left = self.prim(parts.must());
        while let Some(join) = parts.next() {
            let join = join_of(join);
            let right = self.prim(parts.must());
            left = join_two(join, left, right);
        }
        left
    }

    pub(super) fn prim(&mut self, pair: Read<'_>) -> Expr {
        let span = self.span(&pair);
        let inner = Parts::of(pair).must();
        let kind = match inner.as_rule() {
            Rule::bracket => return self.bracket(inner),
            Rule::counted => self.counted(inner),
            Rule::the => ExprKind::The(self.operand(inner)),
            Rule::was => ExprKind::Was(self.operand(inner)),
            Rule::throughout => ExprKind::Throughout(self.operand(inner)),
            Rule::behind => ExprKind::Behind(self.operand(inner)),
            Rule::dead => ExprKind::DeadSquares(self.operand(inner)),
            Rule::same_color => ExprKind::SameColor(self.operand(inner)),
            Rule::file_of_board => ExprKind::File(self.operand(inner)),
            Rule::from_square => ExprKind::From,
            Rule::to_square => ExprKind::To,
            Rule::can_move => self.can_move(inner),
            Rule::by_label => ExprKind::By(self.label(Parts::of(inner).need(Rule::label))),
            Rule::seen_step => self.seen_step(inner),
            Rule::reach => self.reach(inner),
            Rule::run => self.run(inner),
            Rule::gather => self.gather(inner),
            Rule::between => {
                let mut parts = Parts::of(inner);
                let first = self.next_prim(&mut parts);
                ExprKind::Between(first, self.next_prim(&mut parts))
            }
            Rule::rank => self.rank(inner),
            Rule::rect => {
                let mut corners = Parts::of(inner).all(Rule::square).map(|p| p.as_str().trim_end().to_owned());
                let first = corners.next().unwrap_or_default();
                corners.next().map_or(ExprKind::Square(first.clone()), |last| ExprKind::Rect(first, last))
            }
            Rule::int => ExprKind::Int(self.number(&inner, i64::MAX).value),
            Rule::string => {
                let text = self.text(&inner);
                return Expr { kind: ExprKind::Text(text.value), span: text.span };
            }
            Rule::call | Rule::spaced_call => self.call(inner),
            Rule::sided => return self.sided(inner),
            Rule::kinds => ExprKind::Kinds(self.kinds(inner)),
            Rule::described => ExprKind::Described(self.piece_desc(inner)),
            Rule::dotted => {
                let mut parts = Parts::of(inner);
                let rule = self.name(&parts.must());
                ExprKind::Dotted { rule, name: self.name(&parts.must()) }
            }
            Rule::of => {
                let mut parts = Parts::of(inner);
                let name = self.name(&parts.must());
                ExprKind::Of { name, of: self.next_prim(&mut parts) }
            }
            Rule::name => ExprKind::Name(self.name(&inner)),
            other => unreachable!("the grammar has no {other:?} in `prim`"),
        };
        Expr { kind, span }
    }

    fn next_prim(&mut self, parts: &mut Parts<'_>) -> Box<Expr> {
        Box::new(self.prim(parts.need(Rule::prim)))
    }

    fn operand(&mut self, pair: Read<'_>) -> Box<Expr> {
        self.next_prim(&mut Parts::of(pair))
    }

    /// One member in brackets is that member; members that are all kinds are one list of kinds.
    fn bracket(&mut self, pair: Read<'_>) -> Expr {
        let span = self.span(&pair);
        let mut members: Vec<Expr> = Parts::of(pair).all(Rule::expr).map(|p| self.expr(p)).collect();
        if members.len() == 1 {
            return members.remove(0);
        }
        let mut kinds = Vec::new();
        for member in &members {
            match &member.kind {
                ExprKind::Kinds(k) if k.list.len() == 1 => kinds.extend(k.list.iter().cloned()),
                _ => return Expr { kind: ExprKind::List(members), span },
            }
        }
        let kind =
            if kinds.is_empty() { ExprKind::List(members) } else { ExprKind::Kinds(Kinds { list: kinds, span }) };
        Expr { kind, span }
    }

    fn counted(&mut self, pair: Read<'_>) -> ExprKind {
        let mut parts = Parts::of(pair);
        let word = parts.must().as_rule();
        let set = Box::new(self.set(parts.need(Rule::set)));
        match word {
            Rule::w_some => ExprKind::Some(set),
            Rule::w_no => ExprKind::No(set),
            _ => ExprKind::Count(set),
        }
    }

    fn can_move(&mut self, pair: Read<'_>) -> ExprKind {
        let mut parts = Parts::of(pair);
        let side = parts.maybe(Rule::side).map(side_word);
        let could = parts.eat(Rule::w_could);
        parts.need(Rule::w_move);
        let filter = parts.eat(Rule::w_where).then(|| Box::new(self.expr(parts.must())));
        ExprKind::CanMove { side, could, filter }
    }

    fn seen_step(&mut self, pair: Read<'_>) -> ExprKind {
        let mut parts = Parts::of(pair);
        let seen = parts.eat(Rule::w_seen);
        let from = self.next_prim(&mut parts);
        let going = self.next_prim(&mut parts);
        if seen { ExprKind::SeenFrom { from, going } } else { ExprKind::StepFrom { from, going } }
    }

    fn reach(&mut self, pair: Read<'_>) -> ExprKind {
        let mut parts = Parts::of(pair);
        let movement = Box::new(self.movement(parts.need(Rule::movement)));
        ExprKind::Reach { movement, from: self.next_prim(&mut parts) }
    }

    fn run(&mut self, pair: Read<'_>) -> ExprKind {
        let mut parts = Parts::of(pair);
        let inside = self.next_prim(&mut parts);
        let from = self.next_prim(&mut parts);
        ExprKind::Run { inside, from, going: self.next_prim(&mut parts) }
    }

    fn gather(&mut self, pair: Read<'_>) -> ExprKind {
        let mut parts = Parts::of(pair);
        let value = self.next_prim(&mut parts);
        let name = self.name(&parts.need(Rule::name));
        let over = self.next_prim(&mut parts);
        let filter = Some(Box::new(self.expr(parts.need(Rule::expr))));
        ExprKind::Gather { value, name, over, filter }
    }

    fn rank(&mut self, pair: Read<'_>) -> ExprKind {
        let mut parts = Parts::of(pair);
        let which = if parts.eat(Rule::w_first) {
            RankWhich::First
        } else if parts.eat(Rule::w_last) {
            RankWhich::Last
        } else {
            RankWhich::Number(self.number(&parts.need(Rule::int), u32::MAX).value)
        };
        parts.eat(Rule::w_rank);
        let of = parts.eat(Rule::w_of).then(|| {
            let whose = parts.must();
            if whose.as_rule() == Rule::side { Whose::Word(side_word(whose)) } else { Whose::Side(self.name(&whose)) }
        });
        ExprKind::Rank { which, of }
    }

    fn call(&mut self, pair: Read<'_>) -> ExprKind {
        let mut parts = Parts::of(pair);
        let head = parts.must();
        let name = if head.as_rule() == Rule::call_head { Parts::of(head).must() } else { head };
        let name = self.name(&name);
        let args = parts.all(Rule::expr).map(|p| self.expr(p)).collect();
        ExprKind::Call { name, args }
    }

    /// `own` with what follows it: words and kinds, something in brackets, or a definition with arguments.
    fn sided(&mut self, pair: Read<'_>) -> Expr {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let side_pair = parts.must();
        let side = Spanned::new(side_word(side_pair.clone()), self.span(&side_pair));
        let word = side.value;
        if let Some(call) = parts.maybe(Rule::call) {
            let at = self.span(&call);
            let of = Box::new(Expr { kind: self.call(call), span: at });
            return Expr { kind: ExprKind::SideOf { side: word, of }, span };
        }
        let mut desc = PieceDesc { side: Some(side), adjectives: Vec::new(), kinds: None, span };
        while let Some(adjective) = parts.maybe(Rule::adjective) {
            desc.adjectives.push(self.name(&adjective));
        }
        match parts.next() {
            Some(p) if p.as_rule() == Rule::bracket => {
                let at = self.span(&p);
                let of = Box::new(self.bracket(p));
                if desc.adjectives.is_empty() {
                    return Expr { kind: ExprKind::SideOf { side: word, of }, span };
                }
                // `own unmoved (a plus b)`: own unmoved men among own (a plus b).
                desc.span = Span { end: at.start, ..span };
                if let Some(last) = desc.adjectives.last() {
                    desc.span.end = last.span.end;
                }
                let left = Expr { span: desc.span, kind: ExprKind::Described(desc) };
                let right = Expr { kind: ExprKind::SideOf { side: word, of }, span: at };
                join_two(Join::On, left, right)
            }
            Some(p) => {
                desc.kinds = Some(self.kinds(p));
                Expr { kind: ExprKind::Described(desc), span }
            }
            None => Expr { kind: ExprKind::Described(desc), span },
        }
    }

    /// `piece_desc`, `piece_by` and `described` differ only in what they demand.
    pub(super) fn piece_desc(&mut self, pair: Read<'_>) -> PieceDesc {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        let side = parts.maybe(Rule::side).map(|p| Spanned::new(side_word(p.clone()), self.span(&p)));
        let mut adjectives = Vec::new();
        while let Some(adjective) = parts.maybe(Rule::adjective) {
            adjectives.push(self.name(&adjective));
        }
        let kinds = parts.maybe(Rule::kinds).map(|p| self.kinds(p));
        PieceDesc { side, adjectives, kinds, span }
    }

    pub(super) fn kinds(&mut self, pair: Read<'_>) -> Kinds {
        let span = self.span(&pair);
        let list = Parts::of(pair).all(Rule::kind_word).map(|p| self.name(&p)).collect();
        Kinds { list, span }
    }

    pub(super) fn label(&mut self, pair: Read<'_>) -> Label {
        let mut names = Parts::of(pair).all(Rule::name).map(|p| self.name(&p)).collect::<Vec<Name>>();
        let name = names.pop().unwrap_or_else(|| unreachable!("the grammar has a name in a label"));
        Label { rule: names.pop(), name }
    }

    pub(super) fn list(&mut self, pair: Read<'_>) -> Vec<Value> {
        Parts::of(pair).all(Rule::value).map(|p| self.value(p)).collect()
    }

    pub(super) fn value(&mut self, pair: Read<'_>) -> Value {
        let expr = Parts::of(pair).must();
        self.expr(expr)
    }
}

fn joined(mut members: Vec<Expr>, kind: fn(Vec<Expr>) -> ExprKind) -> Expr {
    if members.len() == 1 {
        return members.remove(0);
    }
    let span = members[0].span.to(members[members.len() - 1].span);
    Expr { kind: kind(members), span }
}

fn arith(op: char, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    Expr { kind: ExprKind::Arith { op, left: Box::new(left), right: Box::new(right) }, span }
}

fn join_two(join: Join, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    Expr { kind: ExprKind::Join { join, left: Box::new(left), right: Box::new(right) }, span }
}

fn side_word(pair: Read<'_>) -> SideWord {
    match Parts::of(pair).must().as_rule() {
        Rule::w_own => SideWord::Own,
        Rule::w_enemy => SideWord::Enemy,
        Rule::w_ally => SideWord::Ally,
        _ => SideWord::Neutral,
    }
}

fn join_of(pair: Read<'_>) -> Join {
    match Parts::of(pair).must().as_rule() {
        Rule::w_on => Join::On,
        Rule::w_plus => Join::Plus,
        Rule::w_except => Join::Except,
        Rule::w_attacked => Join::AttackedBy,
        Rule::w_ignoring => Join::Ignoring,
        _ => Join::Beside,
    }
}

fn relation_of(pair: Read<'_>) -> Relation {
    let mut parts = Parts::of(pair);
    let first = parts.must().as_rule();
    let second = parts.peek();
    match (first, second) {
        (Rule::w_is, None) => Relation::Is,
        (Rule::w_is, Some(_)) => Relation::IsNot,
        (Rule::w_was, None) => Relation::Was,
        (Rule::w_was, Some(_)) => Relation::WasNot,
        (Rule::w_in, _) => Relation::In,
        (Rule::w_not, _) => Relation::NotIn,
        (Rule::w_at, Some(Rule::w_least)) => Relation::AtLeast,
        (Rule::w_at, _) => Relation::AtMost,
        (Rule::w_more, _) => Relation::MoreThan,
        _ => Relation::FewerThan,
    }
}
