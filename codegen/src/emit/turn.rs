//! The turn: what passes it on, what runs when it begins, who leaves the game.

use super::Emit;
use super::cx::Cx;
use ferz_dsl::game::{Moment, SideId, TurnHook};
use proc_macro2::TokenStream;
use quote::quote;

impl Emit<'_> {
    /// `TURNS`, `mover`, `pass` and what they need.
    pub fn turn_functions(&mut self) -> TokenStream {
        let game = self.game;
        let entries = game.turn.entries.iter().map(|s| s.0 as u8);
        let (n, repeat, growing) = (game.turn.entries.len(), game.turn.repeat_from, game.turn.growing);
        let players = game.sides.len() - 1;
        let teams = game.players().map(|s| game.sides[s.index()].team).collect::<Vec<_>>();
        let step = if self.one_ply_turns() && !self.may_leave() {
            quote!(r.p.next_entry(&TURNS); let begins = true;)
        } else {
            quote!(let begins = r.p.next_turn(&TURNS, r.end_turn);)
        };
        let begin_fn = self.begin_function();
        let entries_first = quote! {
            /// Who moves when.
            static TURNS: Turns = Turns {
                entries: &[#(#entries),*],
                repeat_from: #repeat,
                growing: #growing,
                players: #players,
                teams: &[#(#teams),*],
            };
            /// The side to move.
            fn mover(p: &P) -> usize {
                static ENTRIES: [u8; #n] = { let mut out = [0; #n]; let mut i = 0; while i < #n { out[i] = TURNS.entries[i]; i += 1; } out };
                usize::from(ENTRIES[usize::from(p.turn) % #n])
            }
        };
        let eliminate = self.eliminate_function();
        quote! {
            #entries_first
            /// The turn passes after a move; nothing here can undo the move.
            fn pass(r: &mut Run<'_>) {
                #step
                if begins { begin(r); }
            }
            #begin_fn
            #eliminate
        }
    }

    /// Can a player leave while the game goes on?
    pub fn may_leave(&self) -> bool {
        self.game.sides.len() > 3 || self.eliminates()
    }

    fn eliminates(&self) -> bool {
        let game = self.game;
        let mut yes = false;
        let mut see = |steps: &[ferz_dsl::game::Step]| {
            crate::plan::reads::each_step(steps, &mut |s| yes |= matches!(s, ferz_dsl::game::Step::Eliminate(_)));
        };
        game.handlers.iter().for_each(|h| see(&h.body));
        game.capture_hooks.iter().for_each(|h| see(&h.body));
        game.turn_hooks.iter().for_each(|h| see(&h.body));
        for g in &game.gens {
            match &g.body {
                ferz_dsl::game::GenBody::Walk { block, .. } => see(block),
                ferz_dsl::game::GenBody::Action { steps, .. } => see(steps),
            }
        }
        yes
    }

    fn start_hooks(&mut self, side: SideId) -> TokenStream {
        let game = self.game;
        let hooks = || game.turn_hooks.iter().filter(move |h| h.moment == Moment::StartOfTurn && h.of.contains(side));
        let ordered: Vec<&TurnHook> =
            hooks().filter(|h| h.owner == side).chain(hooks().filter(|h| h.owner != side)).collect();
        ordered.into_iter().map(|h| self.hook_call(h)).collect()
    }

    /// A hook outside a candidate. One that has no value somewhere leaves the position as it was.
    pub fn hook_call(&mut self, hook: &TurnHook) -> TokenStream {
        let cx = Cx { dead: quote!(return false), silent: true, ..Cx::run(None) };
        let body = self.steps(&hook.body, &cx);
        let dies = body.to_string().contains("return false");
        let f = self.function("hook", quote!((r: &mut Run<'_>) -> bool), quote!(#body true));
        if dies { quote!({ let saved = r.p.clone(); if !#f(r) { r.p = saved; } }) } else { quote!(#f(r);) }
    }

    /// Hooks of the turn that begins, its side's first.
    fn begin_function(&mut self) -> TokenStream {
        let game = self.game;
        let mut code = TokenStream::new();
        for side in game.players() {
            let hooks = self.start_hooks(side);
            if !hooks.is_empty() {
                let s = side.index();
                code.extend(quote!(if side == #s { #hooks }));
            }
        }
        if code.is_empty() {
            return quote! {
                fn begin(_: &mut Run<'_>) {}
            };
        }
        quote! {
            /// Hooks of the turn that begins: its side's first, then the others'.
            fn begin(r: &mut Run<'_>) {
                let side = mover(&r.p);
                #code
            }
        }
    }

    fn eliminate_function(&mut self) -> TokenStream {
        if !self.needs.eliminate {
            return quote!();
        }
        let game = self.game;
        let mut code = TokenStream::new();
        for side in game.players() {
            let hooks: Vec<&TurnHook> =
                game.turn_hooks.iter().filter(|h| h.moment == Moment::Loss && h.of.contains(side)).collect();
            let calls: TokenStream = hooks.into_iter().map(|h| self.hook_call(h)).collect();
            if !calls.is_empty() {
                let s = side.index();
                code.extend(quote!(if side == #s { #calls }));
            }
        }
        quote! {
            /// A player leaves the game.
            fn eliminate(r: &mut Run<'_>, side: usize) {
                if r.p.out >> side & 1 == 1 { return; }
                r.p.out |= 1 << side;
                #code
            }
        }
    }

    /// The start of a game: hooks of the start and of grants, then of the first turn.
    pub fn start_hooks_of_game(&mut self) -> TokenStream {
        let game = self.game;
        let hooks: Vec<&TurnHook> =
            game.turn_hooks.iter().filter(|h| matches!(h.moment, Moment::StartOfGame | Moment::Grant)).collect();
        hooks.into_iter().map(|h| self.hook_call(h)).collect()
    }
}
