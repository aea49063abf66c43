//! `test` blocks of variants.

use super::Reader;
use super::parts::{Parts, Read};
use super::words::Place;
use crate::ast::{ItemKind, Test, TestKind, TestStep};
use ferz_grammar::Rule;

impl Reader<'_, '_> {
    pub(super) fn test(&mut self, pair: Read<'_>) -> ItemKind {
        let mut parts = Parts::of(pair);
        let name = self.text(&parts.need(Rule::string));
        let (from, to) = self.inside(&parts.must());
        let mut steps = Vec::new();
        self.each(from, to, Place::Test, &mut |reader, pair| {
            let span = reader.span(&pair);
            steps.push(TestStep { kind: reader.test_kind(pair), span });
        });
        ItemKind::Test(Test { name, steps })
    }

    fn test_kind(&mut self, pair: Read<'_>) -> TestKind {
        let rule = pair.as_rule();
        let mut parts = Parts::of(pair);
        if rule == Rule::test_step {
            return self.test_kind(parts.must());
        }
        // The word of the line.
        parts.next();
        match rule {
            Rule::position => TestKind::Position(self.text(&parts.must())),
            Rule::play => TestKind::Play(self.text(&parts.must())),
            Rule::perft => {
                let depth = self.number(&parts.must(), u32::MAX).value;
                TestKind::Perft(depth, self.number(&parts.must(), u64::MAX).value)
            }
            Rule::move_count => TestKind::MoveCount(self.number(&parts.must(), u64::MAX).value),
            Rule::moves_are => {
                let of = parts.maybe_after(Rule::w_of).map(|p| self.name(&p));
                TestKind::MovesAre { of, texts: self.text(&parts.need(Rule::string)) }
            }
            Rule::legal => TestKind::Legal(self.text(&parts.must())),
            Rule::illegal => {
                let text = self.text(&parts.must());
                TestKind::Illegal { text, because: parts.maybe_after(Rule::w_because).map(|p| self.name(&p)) }
            }
            Rule::becomes => TestKind::Becomes(self.text(&parts.must())),
            Rule::outcome_is => TestKind::Outcome(self.text(&parts.must())),
            Rule::set_value => {
                let name = self.name(&parts.must());
                TestKind::Set { name, value: self.value(parts.must()) }
            }
            Rule::checked => TestKind::Checked,
            Rule::unchecked => TestKind::Unchecked,
            Rule::snapshot => TestKind::Snapshot,
            other => unreachable!("the grammar has no {other:?} in a test"),
        }
    }
}
