//! Variants, rules and their items.

use super::Reader;
use super::parts::{Parts, Read};
use super::words::Place;
use crate::ast::{
    After, AfterBy, AfterWhat, Arg, Board, BoardShape, Change, Expr, Extends, Forbid, Item, ItemKind, Moment, Name,
    Param, Prefer, ResultWord, Selector, SideDef, Step, Use, Variant, WhoseTurn, Without,
};
use crate::source::Spanned;
use ferz_grammar::Rule;

impl Reader<'_, '_> {
    pub(super) fn variant(&mut self, pair: Read<'_>) -> Variant {
        let span = self.span(&pair);
        let doc = self.doc(span);
        let mut parts = Parts::of(pair);
        let title = self.text(&parts.need(Rule::string));
        let extends = parts.eat(Rule::w_extends).then(|| {
            let parent = parts.must();
            let is_string = parent.as_rule() == Rule::string;
            Extends { name: if is_string { self.text(&parent) } else { self.name(&parent) }, is_string }
        });
        let items = self.items(&parts.need(Rule::brace), Place::Variant);
        Variant { title, extends, items, doc, span }
    }

    pub(super) fn rule(&mut self, pair: Read<'_>) -> crate::ast::Rule {
        let span = self.span(&pair);
        let doc = self.doc(span);
        let mut parts = Parts::of(pair);
        let name = self.name(&parts.need(Rule::name));
        let params = parts.maybe(Rule::params);
        let params = params.map_or_else(Vec::new, |p| Parts::of(p).all(Rule::param).map(|p| self.param(p)).collect());
        let items = self.items(&parts.need(Rule::brace), Place::Rule);
        crate::ast::Rule { name, params, items, doc, span }
    }

    fn param(&mut self, pair: Read<'_>) -> Param {
        let span = self.span(&pair);
        let doc = self.doc(span);
        let mut parts = Parts::of(pair);
        let name = self.name(&parts.must());
        let default = parts.maybe(Rule::value).map(|p| self.value(p));
        let among = parts.eat(Rule::w_among).then(|| self.list(parts.must()));
        Param { name, default, among, doc, span }
    }

    /// The items in a block.
    fn items(&mut self, brace: &Read<'_>, place: Place) -> Vec<Item> {
        let (from, to) = self.inside(brace);
        let mut items = Vec::new();
        self.each(from, to, place, &mut |reader, pair| items.push(reader.item(pair, place)));
        items
    }

    pub(super) fn item(&mut self, pair: Read<'_>, place: Place) -> Item {
        let span = self.span(&pair);
        let doc = self.doc(span);
        let mut kind = self.item_kind(pair, place);
        if let ItemKind::Parameter(param) = &mut kind {
            param.doc.clone_from(&doc);
        }
        Item { kind, doc, span }
    }

    fn item_kind(&mut self, pair: Read<'_>, place: Place) -> ItemKind {
        match pair.as_rule() {
            Rule::meta => self.meta(pair),
            Rule::sides => ItemKind::Sides(Parts::of(pair).all(Rule::side_def).map(|p| self.side_def(p)).collect()),
            Rule::facing => {
                let mut parts = Parts::of(pair);
                parts.eat(Rule::w_facing);
                ItemKind::Facing(parts.eat(Rule::w_mirrored))
            }
            Rule::board => self.board(pair),
            Rule::turns => self.turns(pair),
            Rule::setup => {
                let text = Parts::of(pair).need(Rule::string);
                ItemKind::Setup(self.text(&text))
            }
            Rule::layout => {
                ItemKind::Layout(Parts::of(pair).all(Rule::layout_part).map(|p| self.layout_part(p)).collect())
            }
            Rule::parameter => {
                let param = Parts::of(pair).need(Rule::param);
                ItemKind::Parameter(self.param(param))
            }
            Rule::change => self.change(pair, place),
            Rule::without => self.without(pair),
            Rule::test => self.test(pair),
            Rule::zone => {
                let mut parts = Parts::of(pair);
                let name = self.name(&parts.need(Rule::name));
                let each_side = parts.eat(Rule::each_side);
                ItemKind::Zone { name, each_side, value: self.set(parts.must()) }
            }
            Rule::table => {
                let mut parts = Parts::of(pair);
                let name = self.name(&parts.need(Rule::name));
                ItemKind::Table { name, entries: self.list(parts.need(Rule::list)) }
            }
            Rule::pattern_item => {
                let mut parts = Parts::of(pair);
                let name = self.name(&parts.need(Rule::name));
                ItemKind::Pattern { name, value: self.pattern(parts.must()) }
            }
            Rule::define => self.define(pair),
            Rule::piece => self.piece(pair),
            Rule::hand => {
                let mut parts = Parts::of(pair);
                let kinds = self.kinds(parts.need(Rule::kinds));
                ItemKind::Hand { kinds, side: parts.maybe_after(Rule::w_for).map(|p| self.name(&p)) }
            }
            Rule::flag => self.flag(pair),
            Rule::state => self.state(pair),
            Rule::use_item => self.use_item(pair),
            Rule::needs => {
                let mut parts = Parts::of(pair);
                let name = self.name(&parts.need(Rule::name));
                ItemKind::Needs { name, args: self.args(parts.maybe(Rule::args)) }
            }
            Rule::give => {
                let mut parts = Parts::of(pair);
                let to = self.piece_desc(parts.need(Rule::piece_desc));
                let pattern = self.pattern(parts.must());
                ItemKind::Give { to, pattern, block: parts.maybe(Rule::brace).map(|p| self.steps(&p)) }
            }
            Rule::limit => {
                let mut parts = Parts::of(pair);
                let of = self.piece_desc(parts.need(Rule::piece_desc));
                ItemKind::Limit { of, squares: self.number(&parts.need(Rule::int), u32::MAX) }
            }
            Rule::forbid => self.forbid(pair),
            Rule::prefer => self.prefer(pair),
            Rule::after => self.after(pair),
            Rule::at => {
                let mut parts = Parts::of(pair);
                let moment = moment(parts.need(Rule::moment));
                ItemKind::At { moment, steps: self.steps(&parts.must()) }
            }
            Rule::action => {
                let mut parts = Parts::of(pair);
                let name = self.name(&parts.need(Rule::name));
                ItemKind::Action { name, steps: self.steps(&parts.must()) }
            }
            Rule::outcome => self.outcome(pair),
            Rule::if_item => self.if_item(pair, place),
            other => unreachable!("the grammar has no {other:?} among items"),
        }
    }

    fn meta(&mut self, pair: Read<'_>) -> ItemKind {
        let brace = Parts::of(pair).need(Rule::brace);
        let (from, to) = self.inside(&brace);
        let mut lines = Vec::new();
        self.each(from, to, Place::Meta, &mut |reader, pair| {
            let mut parts = Parts::of(pair);
            let name = reader.name(&parts.must());
            lines.push((name, reader.text(&parts.must())));
        });
        ItemKind::Meta(lines)
    }

    fn side_def(&mut self, pair: Read<'_>) -> SideDef {
        let mut parts = Parts::of(pair);
        let name = self.name(&parts.must());
        let faces = parts.maybe_after(Rule::w_faces).map(|p| self.name(&p));
        let team = parts.maybe_after(Rule::w_team).map(|p| self.name(&p));
        SideDef { name, faces, team }
    }

    fn board(&mut self, pair: Read<'_>) -> ItemKind {
        let mut parts = Parts::of(pair);
        parts.eat(Rule::w_board);
        let shape = if parts.eat(Rule::w_hexagon) {
            let edge = self.number(&parts.must(), u32::MAX);
            Spanned::new(BoardShape::Hexagon(edge.value), edge.span)
        } else {
            self.size(&parts.must())
        };
        let layers = parts.maybe_after(Rule::w_layers).map(|p| self.number(&p, u32::MAX));
        let wrap = parts.maybe(Rule::w_cylinder).or_else(|| parts.maybe(Rule::w_torus)).map(|p| self.name(&p));
        let without = parts.maybe_after(Rule::w_without).map(|p| self.list(p));
        let mut lines = Vec::new();
        while let Some(line) = parts.maybe(Rule::board_line) {
            let mut line = Parts::of(line);
            let name = self.name(&line.need(Rule::name));
            lines.push((name, self.list(line.must())));
        }
        ItemKind::Board(Board { shape, layers, wrap, without, lines })
    }

    /// `10x8`
    fn size(&mut self, pair: &Read<'_>) -> Spanned<BoardShape> {
        let span = self.span(pair);
        let text = pair.as_str().trim_end();
        let mut sides = text.split('x').map(str::parse::<u32>);
        let size = match (sides.next(), sides.next()) {
            (Some(Ok(files)), Some(Ok(ranks))) => BoardShape::Size { files, ranks },
            _ => {
                self.tell(super::trouble::places::too_large(text, span, u64::from(u32::MAX)));
                BoardShape::Size { files: 0, ranks: 0 }
            }
        };
        Spanned::new(size, span)
    }

    fn turns(&mut self, pair: Read<'_>) -> ItemKind {
        let (mut first, mut repeat, mut growing, mut repeating) = (Vec::new(), Vec::new(), false, false);
        let mut parts = Parts::of(pair);
        while let Some(p) = parts.next() {
            match p.as_rule() {
                Rule::turn_side if repeating => repeat.push(self.name(&p)),
                Rule::turn_side => first.push(self.name(&p)),
                Rule::w_repeat => repeating = true,
                Rule::w_growing => growing = true,
                _ => {}
            }
        }
        ItemKind::Turns { first, repeat, growing }
    }

    fn layout_part(&mut self, pair: Read<'_>) -> (Name, Option<Name>) {
        let mut parts = Parts::of(pair);
        let first = self.name(&parts.must());
        (first, parts.next().map(|p| self.name(&p)))
    }

    fn change(&mut self, pair: Read<'_>, place: Place) -> ItemKind {
        let mut parts = Parts::of(pair);
        parts.eat(Rule::w_change);
        let what = parts.must();
        let change = match what.as_rule() {
            Rule::change_value => {
                let mut parts = Parts::of(what);
                let name = self.name(&parts.must());
                Change::Parameter { name, value: self.value(parts.must()) }
            }
            Rule::change_use => {
                let mut parts = Parts::of(what);
                let name = self.name(&parts.must());
                Change::Use { name, args: self.args(parts.next()) }
            }
            _ => {
                let span = self.span(&what);
                let kind = self.item_kind(what, place);
                Change::Item(Box::new(Item { kind, doc: None, span }))
            }
        };
        ItemKind::Change(change, parts.maybe_after(Rule::w_for).map(|p| self.name(&p)))
    }

    fn without(&mut self, pair: Read<'_>) -> ItemKind {
        let mut parts = Parts::of(pair);
        parts.eat(Rule::w_without);
        ItemKind::Without(if parts.eat(Rule::w_piece) {
            Without::Piece(self.name(&parts.must()))
        } else if parts.eat(Rule::w_zone) {
            Without::Zone(self.name(&parts.must()))
        } else {
            Without::Named(self.name(&parts.must()))
        })
    }

    fn define(&mut self, pair: Read<'_>) -> ItemKind {
        let mut parts = Parts::of(pair);
        let name = self.name(&parts.need(Rule::name));
        let params = parts.maybe(Rule::names);
        let params = params.map_or_else(Vec::new, |p| Parts::of(p).all(Rule::name).map(|p| self.name(&p)).collect());
        ItemKind::Define { name, params, value: self.expr(parts.must()) }
    }

    fn use_item(&mut self, pair: Read<'_>) -> ItemKind {
        let mut parts = Parts::of(pair);
        let name = self.name(&parts.need(Rule::name));
        let args = self.args(parts.maybe(Rule::args));
        let side = parts.maybe_after(Rule::w_for).map(|p| self.name(&p));
        let alias = parts.maybe_after(Rule::w_as).map(|p| self.name(&p));
        let from_ply = parts.eat(Rule::w_from).then(|| self.number(&parts.need(Rule::int), u32::MAX));
        ItemKind::Use(Use { name, args, side, alias, from_ply })
    }

    fn args(&mut self, pair: Option<Read<'_>>) -> Vec<Arg> {
        let Some(pair) = pair else { return Vec::new() };
        let read = |p| {
            let mut parts = Parts::of(p);
            let name = self.name(&parts.must());
            Arg { name, value: self.value(parts.must()) }
        };
        Parts::of(pair).all(Rule::arg).map(read).collect()
    }

    fn forbid(&mut self, pair: Read<'_>) -> ItemKind {
        let mut parts = Parts::of(pair);
        let selector = self.selector(parts.need(Rule::selector));
        let filter = self.filter(&mut parts);
        let mut forbid = Forbid { selector, filter, leaving: None, first: false, keeping_attacks: false };
        if let Some(leaving) = parts.maybe(Rule::leaving) {
            let mut leaving = Parts::of(leaving);
            forbid.first = leaving.eat(Rule::w_first);
            forbid.leaving = Some(self.expr(leaving.need(Rule::expr)));
        }
        forbid.keeping_attacks = parts.eat(Rule::w_keeping);
        ItemKind::Forbid(forbid)
    }

    fn prefer(&mut self, pair: Read<'_>) -> ItemKind {
        let mut parts = Parts::of(pair);
        parts.eat(Rule::w_prefer);
        ItemKind::Prefer(if parts.eat(Rule::w_most) {
            Prefer::Most(self.expr(parts.must()))
        } else {
            let selector = self.selector(parts.must());
            Prefer::Moves { selector, filter: self.filter(&mut parts) }
        })
    }

    fn filter(&mut self, parts: &mut Parts<'_>) -> Option<Expr> {
        parts.maybe_after(Rule::w_where).map(|p| self.expr(p))
    }

    fn selector(&mut self, pair: Read<'_>) -> Selector {
        let span = self.span(&pair);
        let mut parts = Parts::of(pair);
        parts.eat(Rule::w_moves);
        let of = parts.maybe_after(Rule::w_of).map(|p| self.piece_desc(p));
        let by = parts.all(Rule::label).map(|p| self.label(p)).collect();
        Selector { of, by, span }
    }

    fn after(&mut self, pair: Read<'_>) -> ItemKind {
        let mut parts = Parts::of(pair);
        parts.eat(Rule::w_after);
        let what = if parts.eat(Rule::w_capture) {
            AfterWhat::Capture
        } else {
            parts.eat(Rule::w_move);
            if parts.eat(Rule::w_settled) { AfterWhat::MoveSettled } else { AfterWhat::Move }
        };
        let of = parts.maybe_after(Rule::w_of).map(|p| self.piece_desc(p));
        let by = parts.maybe(Rule::after_by).map(|p| {
            let mut parts = Parts::of(p);
            parts.eat(Rule::w_by);
            let by = parts.must();
            if by.as_rule() == Rule::label {
                AfterBy::Label(self.label(by))
            } else {
                AfterBy::Piece(self.piece_desc(by))
            }
        });
        let filter = self.filter(&mut parts);
        let may = parts.eat(Rule::w_may);
        ItemKind::After(After { what, of, by, filter, may, steps: self.steps(&parts.must()) })
    }

    fn outcome(&mut self, pair: Read<'_>) -> ItemKind {
        let mut parts = Parts::of(pair);
        let result = match parts.must().as_rule() {
            Rule::w_win => ResultWord::Win,
            Rule::w_lose => ResultWord::Lose,
            Rule::w_draw => ResultWord::Draw,
            _ => ResultWord::Result(self.expr(parts.must())),
        };
        let when = self.expr(parts.need(Rule::expr));
        let held_turns = parts.maybe(Rule::held).map(|p| {
            let sum = Parts::of(p).need(Rule::sum);
            self.sum(sum)
        });
        ItemKind::Outcome { result, when, held_turns }
    }

    fn if_item(&mut self, pair: Read<'_>, place: Place) -> ItemKind {
        let mut parts = Parts::of(pair);
        let when = self.expr(parts.need(Rule::expr));
        let then = self.items(&parts.must(), place);
        let other = match parts.maybe_after(Rule::w_else) {
            None => Vec::new(),
            Some(p) if p.as_rule() == Rule::brace => self.items(&p, place),
            Some(p) => {
                let span = self.span(&p);
                vec![Item { kind: self.if_item(p, place), doc: None, span }]
            }
        };
        ItemKind::If { when, then, other }
    }

    /// The steps in a block.
    pub(super) fn steps(&mut self, brace: &Read<'_>) -> Vec<Step> {
        let (from, to) = self.inside(brace);
        let mut steps = Vec::new();
        self.each(from, to, Place::Steps, &mut |reader, pair| steps.push(reader.step(pair)));
        steps
    }
}

fn moment(pair: Read<'_>) -> Moment {
    let mut parts = Parts::of(pair);
    let first = parts.must().as_rule();
    match first {
        Rule::w_grant => return Moment::Grant,
        Rule::w_loss => return Moment::Loss,
        _ => {}
    }
    parts.eat(Rule::w_of);
    let whose = match parts.must().as_rule() {
        Rule::w_game => return Moment::StartOfGame,
        Rule::w_own => WhoseTurn::Own,
        Rule::w_enemy => WhoseTurn::Enemy,
        _ => WhoseTurn::Any,
    };
    if first == Rule::w_start { Moment::StartOfTurn(whose) } else { Moment::EndOfTurn(whose) }
}
