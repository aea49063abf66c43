//! The setup text: the start position as data.
//!
//! Only a setup fills missing fields from the `starts` of flags and states; a FEN of a game is read by the engines.

use super::Lowerer;
use super::scope::{Place, Scope};
use crate::assemble::BundleId;
use crate::ast::ItemKind;
use crate::diagnostics::Diagnostic;
use crate::game::{CellIndex, CellType, Codec, FenField, FlagId, KindId, KindSet, Man, SideId, Sq, SquareSet, Start};

/// A field that does not read.
struct Bad(String);

impl Lowerer<'_> {
    pub(super) fn read_setup(&mut self) {
        let text = self.asm.setup.clone();
        if let Err(Bad(why)) = self.setup_text(&text.value) {
            self.diags.push(
                Diagnostic::error("E0501", why).label(text.span, "in this setup").help(
                    "ranks from the top, `/` between them; numbers are empty squares: `rnbqkbnr/pppppppp/8/... w`",
                ),
            );
        }
    }

    fn setup_text(&mut self, text: &str) -> Result<(), Bad> {
        let mut words = text.split_whitespace();
        let board = words.next().ok_or(Bad("the setup is empty".into()))?;
        let (board, hand) = match board.split_once('[') {
            Some((b, h)) => (b, Some(h.strip_suffix(']').ok_or(Bad("the hand is not closed by `]`".into()))?)),
            None => (board, None),
        };
        self.setup_board(board)?;
        self.flag_starts();
        let hands = self.setup_hand(hand.unwrap_or(""))?;
        let mut rest: Vec<&str> = words.collect();
        let turn = self.setup_side(&mut rest)?;
        self.fen_fields();
        let start = self.setup_fields(&rest, hands, turn)?;
        self.start = Some(start);
        Ok(())
    }

    fn setup_board(&mut self, text: &str) -> Result<(), Bad> {
        let g = &self.graph;
        let mut board = vec![None; usize::from(g.size)];
        let layers: Vec<&str> = text.split('|').collect();
        if layers.len() != usize::from(g.layers) {
            return Err(Bad(format!("the setup has {} layers, the board {}", layers.len(), g.layers)));
        }
        for (layer, text) in layers.iter().enumerate() {
            let rows: Vec<&str> = text.split('/').collect();
            let squares = g.rows(layer as u8);
            let what = if g.hexagons { "file" } else { "rank" };
            if rows.len() != squares.len() {
                return Err(Bad(format!("the setup has {} {what}s, the board {}", rows.len(), squares.len())));
            }
            for (i, (row, squares)) in rows.iter().zip(&squares).enumerate() {
                let name = if g.hexagons {
                    format!("file {}", g.file_letter(i as u8))
                } else {
                    format!("rank {}", usize::from(g.ranks) - i)
                };
                self.setup_row(row, &name, squares, &mut board)?;
            }
        }
        self.setup = board;
        Ok(())
    }

    fn setup_row(&self, row: &str, name: &str, squares: &[Sq], board: &mut [Option<Man>]) -> Result<(), Bad> {
        let mut at = 0usize;
        let mut rest = row;
        let long = |n: usize| Bad(format!("{name} of the setup has {n} squares, the board {}", squares.len()));
        while let Some(c) = rest.chars().next() {
            if c.is_ascii_digit() {
                let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                let n: usize =
                    rest[..end].parse().map_err(|_| Bad(format!("`{}` is too many empty squares", &rest[..end])))?;
                at = at.saturating_add(n);
                rest = &rest[end..];
                continue;
            }
            let (kind, owner, used) = self.letter(rest).ok_or_else(|| {
                // A prefix, or the letter of a side among many, belongs to the letter.
                let two = matches!(c, '+' | '~') || self.sides.len() > 3;
                let shown: String = rest.chars().take(if two { 2 } else { 1 }).collect();
                Bad(format!("no piece has the letter `{shown}` ({name} of the setup)"))
            })?;
            rest = &rest[used..];
            let mut flags = 0u32;
            while let Some(c) = rest.chars().next() {
                let Some(f) = self.flags.iter().position(|f| f.shown == Codec::Mark(c)) else { break };
                flags |= 1 << f;
                rest = &rest[c.len_utf8()..];
            }
            let Some(s) = squares.get(at) else {
                return Err(long(at + 1));
            };
            board[usize::from(*s)] = Some(Man { kind, owner, flags });
            at += 1;
        }
        if at != squares.len() {
            return Err(long(at));
        }
        Ok(())
    }

    /// The man a text begins with: kind, owner, bytes read.
    fn letter(&self, text: &str) -> Option<(KindId, SideId, usize)> {
        let many = self.asm.sides.len() > 2;
        let mut owner = None;
        let mut rest = text;
        if many {
            let c = text.chars().next()?;
            if let Some(i) = self.asm.sides.iter().position(|s| s.name.value.starts_with(c)) {
                owner = Some(SideId(i as u16));
                rest = &text[c.len_utf8()..];
            }
        }
        let mut nobody = many && owner.is_none();
        if let Some(bare) = rest.strip_prefix('-').filter(|_| !many) {
            (rest, nobody) = (bare, true);
        }
        let prefix = rest.chars().next().filter(|c| "+~".contains(*c));
        let body = &rest[prefix.map_or(0, char::len_utf8)..];
        let c = body.chars().next()?;
        let mut name = String::new();
        name.extend(prefix);
        name.push(c.to_ascii_uppercase());
        let side = owner.unwrap_or(SideId(u16::from(c.is_ascii_lowercase())));
        let neutral = SideId(self.sides.len() as u16 - 1);
        let used = text.len() - body.len() + c.len_utf8();
        self.kinds.iter().enumerate().find_map(|(i, k)| {
            if k.letter != name {
                return None;
            }
            let side = if k.neutral || nobody { neutral } else { side };
            (nobody || k.sides.contains(side)).then_some((KindId(i as u16), side, used))
        })
    }

    fn setup_hand(&self, text: &str) -> Result<Vec<Vec<u8>>, Bad> {
        let mut hands = vec![vec![0u8; self.kinds.len()]; self.sides.len() - 1];
        let mut rest = text;
        while !rest.is_empty() && rest != "-" {
            let (kind, owner, used) = self.letter(rest).ok_or_else(|| {
                Bad(format!("no piece has the letter `{}` (hand of the setup)", rest.chars().next().unwrap_or(' ')))
            })?;
            let allowed = self.hands.get(owner.index()).is_some_and(|h| h.contains(kind));
            if !allowed {
                return Err(Bad(format!(
                    "`{}` cannot be in a hand here (no `hand` item names it)",
                    self.kinds[kind.index()].name
                )));
            }
            let n = &mut hands[owner.index()][kind.index()];
            *n = n.checked_add(1).ok_or(Bad("a hand holds at most 255 men of a kind".into()))?;
            rest = &rest[used..];
        }
        Ok(hands)
    }

    /// Index into the turn list of the side to move.
    fn setup_side(&self, rest: &mut Vec<&str>) -> Result<u16, Bad> {
        let Some(word) = rest.first().copied() else { return Ok(0) };
        let side =
            self.asm.sides.iter().position(|s| {
                s.name.value == word || s.name.value.chars().next().is_some_and(|c| word == c.to_string())
            });
        let Some(side) = side else {
            return Err(Bad(format!("`{word}` is no side to move")));
        };
        rest.remove(0);
        let at = self.turn.entries.iter().position(|e| e.index() == side);
        at.map(|i| i as u16).ok_or(Bad(format!("`{word}` never moves by the list of turns")))
    }

    fn setup_fields(&mut self, words: &[&str], hands: Vec<Vec<u8>>, turn: u16) -> Result<Start, Bad> {
        let sizes: Vec<usize> = self
            .cells
            .iter()
            .map(|c| match &c.index {
                CellIndex::One => 1,
                CellIndex::File => usize::from(self.graph.files),
                CellIndex::Kinds(k) => k.len(),
                CellIndex::Side => self.sides.len() - 1,
            })
            .collect();
        let mut start = Start {
            board: vec![],
            hands,
            ints: self.cells.iter().zip(&sizes).map(|(c, n)| vec![c.start; *n]).collect(),
            squares: vec![SquareSet::NONE; self.cells.len()],
            turn,
            full_moves: 1,
        };
        self.start_squares(&mut start);
        let mut words = words.iter().copied().peekable();
        let mut rights_said = false;
        for field in self.fen.clone() {
            let Some(word) = words.peek().copied() else { break };
            let number = word.bytes().all(|b| b.is_ascii_digit());
            match field {
                FenField::Rights(flags) => {
                    if number || word.contains('+') {
                        continue;
                    }
                    words.next();
                    rights_said = true;
                    if word != "-" {
                        self.setup_rights(word, &flags)?;
                    }
                }
                FenField::Squares { cells, .. } => {
                    if number || word.contains('+') {
                        continue;
                    }
                    words.next();
                    if word != "-" {
                        let set = self.square_list(word)?;
                        match cells.first() {
                            Some(c) => start.squares[c.index()] = set,
                            None => return Err(Bad(format!("`{word}`: this game shows no squares"))),
                        }
                    }
                }
                FenField::CountOrDash(c) => {
                    if word == "-" {
                        words.next();
                    } else if number && words.clone().count() > 2 {
                        words.next();
                        start.ints[c.index()][0] = int(word)?;
                    }
                }
                FenField::Count(c) => {
                    if number && words.clone().count() > 2 {
                        words.next();
                        start.ints[c.index()][0] = int(word)?;
                    }
                }
                FenField::Pair(cells) => {
                    if let Some((a, b)) = word.split_once('+') {
                        words.next();
                        for (c, v) in cells.iter().zip([a, b]) {
                            start.ints[c.index()][0] = int(v)?;
                        }
                    }
                }
                FenField::HalfMoves(c) => {
                    if number {
                        words.next();
                        if let Some(c) = c {
                            start.ints[c.index()][0] = int(word)?;
                        }
                    }
                }
                FenField::FullMoves => {
                    if number {
                        words.next();
                        start.full_moves = int(word)?.clamp(1, i64::from(u32::MAX)) as u32;
                    }
                }
            }
        }
        if let Some(extra) = words.next() {
            return Err(Bad(format!("`{extra}` is no field of this game's positions")));
        }
        self.setup_flags(rights_said);
        start.board = self.setup.clone();
        Ok(start)
    }

    /// `starts` of states that are sets of squares.
    fn start_squares(&mut self, start: &mut Start) {
        for b in 0..self.asm.bundles.len() {
            for item in &self.asm.bundles[b].items.clone() {
                let ItemKind::State(s) = &item.kind else { continue };
                let (Some(e), Some(c)) = (&s.starts, self.cell_names.get(&(b, s.name.value.clone())).copied()) else {
                    continue;
                };
                if self.cells[c.index()].ty != CellType::Squares {
                    continue;
                }
                let sc = Scope::new(SideId(self.asm.bundles[b].side as u16), Some(BundleId(b)), Place::Rules);
                if let Ok(id) = self.set(e, &sc) {
                    match self.x.constant(id) {
                        Some(set) => start.squares[c.index()] = set,
                        None => self.diags.push(
                            Diagnostic::error("E0413", "a state starts on constant squares")
                                .label(e.span, "this changes during play"),
                        ),
                    }
                }
            }
        }
    }

    /// Flags that the text does not say take their `starts`; those of a rights field that was written do not.
    fn setup_flags(&mut self, rights_said: bool) {
        for (i, f) in self.flags.iter().enumerate() {
            let in_field = matches!(f.shown, Codec::Wings(_) | Codec::Files);
            if in_field && rights_said || matches!(f.shown, Codec::Mark(_)) && f.starts.iter().all(SquareSet::is_empty)
            {
                continue;
            }
            for s in 0..self.setup.len() {
                if let Some(m) = &mut self.setup[s]
                    && f.kinds.contains(m.kind)
                    && f.starts.get(m.owner.index()).is_some_and(|set| set.contains(s as Sq))
                {
                    m.flags |= 1 << i;
                }
            }
        }
    }

    fn square_list(&self, word: &str) -> Result<SquareSet, Bad> {
        let mut set = SquareSet::NONE;
        let mut rest = word;
        while !rest.is_empty() {
            let digits = rest[1..].bytes().take_while(|b| b.is_ascii_digit() || *b == b'\'').count();
            let name = rest.get(..1 + digits).unwrap_or(rest);
            let s = self.graph.named(name).ok_or(Bad(format!("`{name}` in the setup is not a square")))?;
            set.insert(s);
            rest = &rest[name.len()..];
        }
        Ok(set)
    }

    fn setup_rights(&mut self, word: &str, flags: &[FlagId]) -> Result<(), Bad> {
        for c in word.chars() {
            if !c.is_ascii_alphabetic() {
                return Err(Bad(format!("`{c}` in the setup is not a right")));
            }
            let side = SideId(u16::from(c.is_ascii_lowercase()));
            if !self.setup_right(c.to_ascii_lowercase(), side, flags) {
                return Err(Bad(format!("no man stands where the right `{c}` of the setup says")));
            }
        }
        Ok(())
    }

    fn set_flag(&mut self, s: Sq, flag: FlagId) {
        if let Some(m) = &mut self.setup[usize::from(s)] {
            m.flags |= 1 << flag.0;
        }
    }

    fn setup_right(&mut self, c: char, side: SideId, flags: &[FlagId]) -> bool {
        let wings = flags.iter().copied().find_map(|f| match self.flags[f.index()].shown {
            Codec::Wings(k) => Some((f, k)),
            _ => None,
        });
        let files: Vec<FlagId> =
            flags.iter().copied().filter(|f| self.flags[f.index()].shown == Codec::Files).collect();
        if let Some((f, rook)) = wings {
            let king = self.flags[f.index()].kinds.minus(KindSet::one(rook));
            let start = self.flags[f.index()].starts[side.index()];
            let kings: Vec<Sq> = self.setup_squares(king, side).meet(&start).iter().collect();
            let found = kings.iter().find_map(|k| {
                let row: Vec<Sq> = self
                    .setup_squares(KindSet::one(rook), side)
                    .iter()
                    .filter(|r| self.graph.rank(*r) == self.graph.rank(*k))
                    .collect();
                let at = match c {
                    'k' => row.into_iter().filter(|r| r > k).max(),
                    'q' => row.into_iter().filter(|r| r < k).min(),
                    _ if files.is_empty() => row.into_iter().find(|r| self.graph.file_letter(self.graph.file(*r)) == c),
                    _ => None,
                };
                at.map(|r| (*k, r))
            });
            if let Some((k, r)) = found {
                for s in [k, r] {
                    self.set_flag(s, f);
                    for other in &files {
                        self.set_flag(s, *other);
                    }
                }
                return true;
            }
        }
        let mut any = false;
        for f in files {
            let info = &self.flags[f.index()];
            let (kinds, starts, everywhere) = (info.kinds, info.starts[side.index()], info.starts_set);
            let men: Vec<Sq> = self
                .setup_squares(kinds, side)
                .iter()
                .filter(|s| (everywhere || starts.contains(*s)) && self.graph.file_letter(self.graph.file(*s)) == c)
                .collect();
            for s in men {
                self.set_flag(s, f);
                any = true;
            }
        }
        any
    }
}

fn int(word: &str) -> Result<i64, Bad> {
    word.parse().map_err(|_| Bad(format!("`{word}` in the setup is not a number")))
}
