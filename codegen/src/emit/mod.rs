//! A game as Rust: one module that implements `Rules` and `Position`.
//!
//! Pieces of the module: expressions (`expr`), programs (`steps`), generators (`gens`, `walks`), attack questions
//! (`attack`), the turn (`turn`), outcomes (`outcome`), tables (`tables`) and the shell (`shell`). All text of the variant
//! goes through string literals; identifiers are made here from numbers only.

mod actions;
mod attack;
mod cx;
mod expr;
mod fast;
mod gens;
mod outcome;
mod shell;
mod steps;
mod tables;
mod text;
mod turn;
mod types;
mod walks;

use crate::plan::{self, Plan, Width};
use ferz_dsl::game::{ExprId, Game, GenId, Level, SideId, SquareSet, VarId};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;
use std::collections::{BTreeMap, BTreeSet};

/// Compiles a game to the text of a Rust module.
#[must_use]
pub fn emit(game: &Game) -> String {
    let game = &plan::fold::walks_by_origin(game);
    let plan = plan::of_folded(game);
    let mut e = Emit::new(game, &plan);
    let tokens = text::without_idle_labels(text::without_idle_brackets(e.module()));
    let text = match syn::parse2::<syn::File>(tokens.clone()) {
        Ok(file) => prettyplease::unparse(&file),
        // Not Rust: a defect of this crate. The raw tokens let rustc say where.
        Err(_) => tokens.to_string(),
    };
    format!("{}{text}{}", e.header(), e.tables)
}

/// Parts of the module that are written only if something uses them.
#[derive(Debug, Default)]
pub struct Needs {
    pub neighbours: bool,
    pub lines: bool,
    pub rays: bool,
    pub steps: bool,
    pub faces: bool,
    pub worth: bool,
    pub flag_kinds: bool,
    pub eliminate: bool,
}

#[derive(Debug)]
pub struct Emit<'g> {
    pub game: &'g Game,
    pub plan: &'g Plan,
    /// Functions and tables, in the order in which they came up.
    pub items: Vec<TokenStream>,
    /// Functions that are written only if something calls them.
    pub spare: Vec<(Ident, TokenStream)>,
    /// The tables, as text.
    tables: String,
    /// The expression being written can be without a value.
    pub dies: bool,
    pub needs: Needs,
    functions: BTreeMap<String, Ident>,
    statics: BTreeMap<String, Ident>,
    can_moves: BTreeMap<(SideId, Level, Option<ExprId>), Ident>,
    /// Variables that the last part of each action takes.
    tails: BTreeMap<GenId, BTreeSet<VarId>>,
    count: usize,
}

impl<'g> Emit<'g> {
    fn new(game: &'g Game, plan: &'g Plan) -> Self {
        Self {
            game,
            plan,
            items: Vec::new(),
            spare: Vec::new(),
            tables: String::new(),
            dies: false,
            needs: Needs::default(),
            functions: BTreeMap::new(),
            statics: BTreeMap::new(),
            can_moves: BTreeMap::new(),
            tails: BTreeMap::new(),
            count: 0,
        }
    }

    /// A name that nothing else has.
    pub fn fresh(&mut self, what: &str) -> Ident {
        self.count += 1;
        id(what, self.count)
    }

    pub fn label(&mut self) -> TokenStream {
        self.count += 1;
        let label = syn::Lifetime::new(&format!("'c{}", self.count), Span::call_site());
        quote!(#label)
    }

    /// A function by its text: the same text is the same function.
    pub fn function(&mut self, what: &str, signature: TokenStream, body: TokenStream) -> Ident {
        let key = format!("{what} {signature} {body}");
        if let Some(name) = self.functions.get(&key) {
            return name.clone();
        }
        let name = self.fresh(what);
        self.functions.insert(key, name.clone());
        self.items.push(quote!(fn #name #signature { #body }));
        name
    }

    /// A table by its text.
    pub fn table(&mut self, what: &str, doc: &str, ty: TokenStream, value: TokenStream) -> Ident {
        let key = format!("{ty} {value}");
        if let Some(name) = self.statics.get(&key) {
            return name.clone();
        }
        let name = self.fresh(what);
        self.statics.insert(key, name.clone());
        self.tables.push_str(&text::table(doc, &name.to_string(), &ty, &value));
        name
    }

    /// A table with a name of its own.
    pub fn named_table(&mut self, name: &'static str, doc: &str, ty: TokenStream, value: TokenStream) {
        self.tables.push_str(&text::table(doc, name, &ty, &value));
    }

    /// A set of squares as a literal.
    pub fn set(&self, s: &SquareSet) -> TokenStream {
        match self.plan.width {
            _ if s.is_empty() => quote!(S::NONE),
            Width::U64 => hex(u128::from(s.0[0]), "u64"),
            Width::U128 => hex(u128::from(s.0[0]) | u128::from(s.0[1]) << 64, "u128"),
            Width::Words(n) => {
                let words = s.0[..n].iter().map(|w| hex(u128::from(*w), "u64"));
                quote!(Wide([#(#words),*]))
            }
        }
    }

    pub fn sets(&self, list: &[SquareSet]) -> TokenStream {
        let sets = list.iter().map(|s| self.set(s));
        quote!([#(#sets),*])
    }

    /// Can the expression be without a value in a run?
    pub fn game_can_die(&self, e: ExprId) -> bool {
        plan::bites::can_die(self.game, e)
    }
}

fn hex(value: u128, ty: &str) -> TokenStream {
    let digits = format!("{value:x}");
    let mut text = String::from("0x");
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(4) {
            text.push('_');
        }
        text.push(c);
    }
    text.push_str(ty);
    // The type is clear from the place in a table of words.
    text.parse::<Literal>().map_or_else(|_| quote!(S::NONE), |l| quote!(#l))
}

/// The one place where identifiers of emitted code are made: a word of ours and a number.
pub fn id(what: &str, n: usize) -> Ident {
    Ident::new(&format!("{what}{n}"), Span::call_site())
}

pub fn ident(name: &'static str) -> Ident {
    Ident::new(name, Span::call_site())
}
