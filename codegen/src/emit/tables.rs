//! Constant tables of a module: what the board, the kinds and the setup say once for all.

use super::{Emit, ident, text};
use ferz_dsl::game::{KindId, KindSet, SideId, SideSet, SquareSet, TableId};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl Emit<'_> {
    /// Squares of the setup by kind, for some owners.
    pub fn start_table(&mut self, sides: SideSet) -> Ident {
        let k = self.game.kinds.len();
        let rows: Vec<SquareSet> = (0..k as u16)
            .map(|kind| {
                let kinds = KindSet::one(KindId(kind));
                sides.iter().fold(SquareSet::NONE, |all, s| all.union(&self.game.start.squares_of(kinds, s)))
            })
            .collect();
        let value = self.sets(&rows);
        self.table("STARTS", "Squares of the setup by kind.", quote!([S; #k]), value)
    }

    /// Squares from which a man of each kind could never move again, whatever stands where.
    pub fn dead_table(&mut self, side: SideId) -> Ident {
        let k = self.game.kinds.len();
        let rows: Vec<SquareSet> =
            (0..k as u16).map(|kind| crate::plan::dead::squares(self.game, KindId(kind), side)).collect();
        let value = self.sets(&rows);
        self.table("DEADS", "Squares without any further move, by kind.", quote!([S; #k]), value)
    }

    pub fn kind_table(&mut self, t: TableId) -> Ident {
        let row = &self.game.tables[t.index()];
        let n = row.len();
        let kinds = row.iter().map(|k| k.map_or(-1, |k| i32::from(k.0)));
        self.table("BY_FILE", "A kind for each file, -1 for nothing.", quote!([i32; #n]), quote!([#(#kinds),*]))
    }

    pub fn opposite_table(&mut self) -> Ident {
        let dirs = &self.game.board.dirs;
        let n = dirs.len();
        let rows = dirs.iter().map(|d| {
            use ferz_dsl::game::DirLabel;
            let back = match &d.label {
                DirLabel::Vector(x, y) => DirLabel::Vector(-x, -y),
                DirLabel::Rolled(x, y) => DirLabel::Rolled(-x, -y),
                DirLabel::Line(name, b) => DirLabel::Line(name.clone(), !b),
            };
            dirs.iter().position(|d| d.label == back).unwrap_or(usize::MAX)
        });
        self.table("OPPOSITES", "The opposite of each direction.", quote!([usize; #n]), quote!([#(#rows),*]))
    }

    /// Tables with fixed names that something asked for.
    pub fn fixed_tables(&mut self) {
        let game = self.game;
        let board = &game.board;
        let n = game.kinds.len();
        if self.needs.rays {
            // Ranks first: most questions are about them.
            let mut lines = board.lines.clone();
            lines.sort_by_key(|d| !matches!(board.dirs[d.index()].label, ferz_dsl::game::DirLabel::Vector(_, 0)));
            let rays: Vec<Ident> = lines.iter().map(|d| self.ray_table(*d, false).0).collect();
            let n = rays.len();
            let doc = "The king lines from each square.";
            self.named_table("LINES", doc, quote!([&[S; N]; #n]), quote!([#(&#rays),*]));
        }
        if self.needs.neighbours {
            let near: Vec<SquareSet> = (0..board.size)
                .map(|s| {
                    let lines = board.lines.iter().filter_map(|d| board.step(s, *d));
                    if board.squares.contains(s) { lines.collect() } else { SquareSet::NONE }
                })
                .collect();
            let near = self.sets(&near);
            self.named_table("NEIGHBOURS", "The squares beside each square.", quote!([S; N]), near);
        }
        if self.needs.lines {
            let file = |f: u8| board.squares.iter().filter(|s| board.file(*s) == f).collect();
            let rank = |r: u8| board.squares.iter().filter(|s| board.rank(*s) == r).collect();
            let files: Vec<SquareSet> = (0..board.files).map(file).collect();
            let ranks: Vec<SquareSet> = (0..board.ranks).map(rank).collect();
            let (nf, nr) = (files.len(), ranks.len());
            let (files, ranks) = (self.sets(&files), self.sets(&ranks));
            let uses = |name| self.items.iter().any(|code| text::mentions(code, &ident(name)));
            if uses("FILES") {
                self.named_table("FILES", "", quote!([S; #nf]), files);
            }
            let uses = |name| self.items.iter().any(|code| text::mentions(code, &ident(name)));
            if uses("RANKS") {
                self.named_table("RANKS", "", quote!([S; #nr]), ranks);
            }
        }
        if self.needs.steps {
            let d = board.dirs.len();
            let rows: Vec<TokenStream> = board
                .dirs
                .iter()
                .map(|d| {
                    let to = d.to.iter().map(|t| short(t.unwrap_or(u16::MAX)));
                    quote!([#(#to),*])
                })
                .collect();
            let doc = "Where a step in each direction leads; 65535 off the board.";
            self.named_table("STEPS", doc, quote!([[u16; N]; #d]), quote!([#(#rows),*]));
        }
        if self.needs.faces {
            let bases = game.kinds.iter().map(|k| k.base.map_or(-1, |b| i32::from(b.0)));
            let bases = quote!([#(#bases),*]);
            let turned = game.kinds.iter().map(|k| k.turned.map_or(-1, |b| i32::from(b.0)));
            self.named_table(
                "BASES",
                "The kind of which each is the other face; -1 for none.",
                quote!([i32; #n]),
                bases,
            );
            self.named_table("TURNED", "The other face of each kind.", quote!([i32; #n]), quote!([#(#turned),*]));
        }
        if self.needs.flag_kinds {
            let flags = (0..n as u16).map(|k| {
                let has = |f: &(usize, &ferz_dsl::game::FlagInfo)| f.1.kinds.contains(KindId(k));
                game.flags.iter().enumerate().filter(has).map(|(f, _)| 1u32 << f).sum::<u32>()
            });
            self.named_table("FLAGS_OF", "Flags that each kind can have.", quote!([u32; #n]), quote!([#(#flags),*]));
        }
        if self.needs.worth {
            let worth = game.kinds.iter().map(|k| k.worth);
            self.named_table("WORTH", "Declared worth of each kind.", quote!([i32; #n]), quote!([#(#worth),*]));
        }
    }
}

/// A number without its type.
pub fn short(n: u16) -> proc_macro2::Literal {
    proc_macro2::Literal::u16_unsuffixed(n)
}
