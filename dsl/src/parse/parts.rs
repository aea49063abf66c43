//! Walking over what pest read: the parts of one rule, in order, without punctuation.

use ferz_grammar::Rule;
use std::iter::Peekable;

use pest::iterators::{Pair, Pairs};

pub type Read<'i> = Pair<'i, Rule>;

/// The parts of a rule. The grammar decides what can follow; asking for anything else is a mistake of ours.
pub struct Parts<'i>(Peekable<Pairs<'i, Rule>>);

impl<'i> Parts<'i> {
    #[must_use]
    pub fn of(pair: Read<'i>) -> Self {
        let mut parts = Self(pair.into_inner().peekable());
        parts.skip_punctuation();
        parts
    }

    fn skip_punctuation(&mut self) {
        while self.0.next_if(|p| is_punctuation(p.as_rule())).is_some() {}
    }

    #[must_use]
    pub fn peek(&mut self) -> Option<Rule> {
        self.0.peek().map(Pair::as_rule)
    }

    pub fn next(&mut self) -> Option<Read<'i>> {
        let part = self.0.next();
        self.skip_punctuation();
        part
    }

    /// Passes over a word, if it is next.
    pub fn eat(&mut self, word: Rule) -> bool {
        self.maybe(word).is_some()
    }

    /// The next part, if it is of this rule.
    pub fn maybe(&mut self, rule: Rule) -> Option<Read<'i>> {
        if self.peek() == Some(rule) { self.next() } else { None }
    }

    /// The part after a word, if the word is next.
    pub fn maybe_after(&mut self, word: Rule) -> Option<Read<'i>> {
        if self.eat(word) { self.next() } else { None }
    }

    /// Passes over words until a part of this rule, which the grammar has here.
    pub fn need(&mut self, rule: Rule) -> Read<'i> {
        while let Some(part) = self.next() {
            if part.as_rule() == rule {
                return part;
            }
        }
        unreachable!("the grammar has {rule:?} here")
    }

    /// The next part, which the grammar has here.
    pub fn must(&mut self) -> Read<'i> {
        self.next().unwrap_or_else(|| unreachable!("the grammar has another part here"))
    }

    /// All parts of this rule from here on.
    pub fn all(mut self, rule: Rule) -> impl Iterator<Item = Read<'i>> {
        std::iter::from_fn(move || self.next()).filter(move |p| p.as_rule() == rule)
    }
}

fn is_punctuation(rule: Rule) -> bool {
    matches!(rule, Rule::lpar | Rule::rpar | Rule::comma | Rule::equals | Rule::dot | Rule::dots | Rule::EOI)
}
