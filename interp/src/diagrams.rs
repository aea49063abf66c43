//! What each piece of a game reaches, alone on an empty board: drawings for people who compare them with published ones.
//!
//! `O` the piece; `m` it can move there; `c` it can capture there; `x` both; `i` only with its first move; `h` only when a
//! man stands on the way; `H` it moves there, and captures there over a man; `.` not at all. The square is the one from which the piece reaches most, and none on which it
//! begins the game. Only the walks of the
//! piece are drawn: what other rules forbid or add (actions, drops) is not.

use crate::scene::{Names, Scene};
use crate::store::Store;
use crate::tables::Tables;
use crate::trips;
use crate::turn;
use ferz_dsl::game::{Cause, KindId, Man, SideId, Sq, SquareSet, WalkId};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Columns of a line of drawings.
const WIDTH: usize = 110;

/// Marks by displacement from the piece, to the right and forward.
type Marks = BTreeMap<(i32, i32), char>;

/// One drawing: a title and the lines of the board.
struct Block {
    title: String,
    lines: Vec<String>,
}

pub(crate) fn all(t: &Tables) -> String {
    let mut blocks = Vec::new();
    for k in 0..t.game.kinds.len() {
        let kind = KindId(k as u16);
        let mut drawn: Option<(Sq, SideId, Marks)> = None;
        for side in t.game.players().filter(|s| t.game.kinds[k].sides.contains(*s)) {
            if t.walkers[side.index()][k].is_empty() {
                continue;
            }
            let piece = Piece { t, side, kind };
            let from = match &drawn {
                None => piece.best_square(),
                Some((first, other, _)) => piece.turned(*first, *other),
            };
            let marks = piece.marks(from);
            if drawn.as_ref().is_some_and(|(_, _, m)| *m == marks) {
                continue;
            }
            let info = &t.game.kinds[k];
            let owner =
                if drawn.is_some() { format!(" of {}", t.game.sides[side.index()].name) } else { String::new() };
            blocks.push(Block {
                title: format!("{} {}{owner}", info.letter, info.name),
                lines: piece.draw(from, &marks),
            });
            drawn.get_or_insert((from, side, marks));
        }
    }
    lay_out(&blocks)
}

struct Piece<'t> {
    t: &'t Tables,
    side: SideId,
    kind: KindId,
}

impl Piece<'_> {
    fn walks(&self) -> Vec<WalkId> {
        let gens = &self.t.walkers[self.side.index()][self.kind.index()];
        gens.iter().flat_map(|g| self.t.walks_of(*g).iter().copied()).collect()
    }

    fn alone(&self, from: Sq, flags: u32) -> Store {
        let mut store = Store::blank(self.t);
        store.board[usize::from(from)] = Some(Man { kind: self.kind, owner: self.side, flags });
        turn::set_turn(self.t, &mut store, self.side);
        store
    }

    /// Endings without a capture, and squares where `victim` is captured if it stands there.
    fn quiet(&self, store: &Store, from: Sq) -> SquareSet {
        let mut out = SquareSet::NONE;
        self.each_trip(store, from, |trip| {
            if trip.takes.is_empty() && trip.to != from {
                out.insert(trip.to);
            }
        });
        out
    }

    fn takes(&self, store: &mut Store, from: Sq, victims: &[Man]) -> SquareSet {
        let mut out = SquareSet::NONE;
        let walks = self.walks();
        for s in self.t.game.board.squares.iter() {
            if s == from || store.at(s).is_some() {
                continue;
            }
            if !walks.iter().any(|w| self.t.tours[w.index()].may_take(from, s)) {
                continue;
            }
            for man in victims {
                store.board[usize::from(s)] = Some(*man);
                let mut taken = false;
                self.each_trip(store, from, |t| taken |= t.takes.iter().any(|(v, c)| *v == s && *c == Cause::Capture));
                store.board[usize::from(s)] = None;
                if taken {
                    out.insert(s);
                    break;
                }
            }
        }
        out
    }

    fn each_trip(&self, store: &Store, from: Sq, mut see: impl FnMut(&trips::Trip)) {
        let Some(man) = store.at(from) else { return };
        for g in &self.t.walkers[self.side.index()][self.kind.index()] {
            let mut names = Names::of_walk(Some(*g), self.kind);
            let mut scene = Scene::new(self.t, store, store, &mut names);
            for walk in self.t.walks_of(*g) {
                trips::trips(&mut scene, *walk, from, man).iter().for_each(&mut see);
            }
        }
    }

    /// Men of the other players, each kind once.
    fn victims(&self) -> Vec<Man> {
        let game = &self.t.game;
        let enemies = game.enemies(self.side);
        let owner = |k: usize| enemies.iter().find(|s| game.kinds[k].sides.contains(*s));
        (0..game.kinds.len())
            .filter_map(|k| owner(k).map(|owner| Man { kind: KindId(k as u16), owner, flags: 0 }))
            .collect()
    }

    /// A friend and an enemy of another kind: what is hopped over.
    fn mounts(&self) -> Vec<Man> {
        let game = &self.t.game;
        let other = |of: SideId| {
            let fits = |k: &usize| *k != self.kind.index() && game.kinds[*k].sides.contains(of);
            let plain = |k: &usize| fits(k) && self.t.royal_kinds.iter().flatten().all(|r| r.index() != *k);
            let all = 0..game.kinds.len();
            all.clone().find(plain).or_else(|| all.clone().find(fits)).map(|k| Man {
                kind: KindId(k as u16),
                owner: of,
                flags: 0,
            })
        };
        let enemy = game.enemies(self.side).iter().find_map(other);
        other(self.side).into_iter().chain(enemy).collect()
    }

    /// Does a walk ask for a man on its way?
    fn hops(&self) -> bool {
        self.walks().iter().any(|w| {
            let walk = &self.t.game.walks[w.index()];
            let edges = walk.nodes.iter().flat_map(|n| &n.edges);
            edges.into_iter().any(|e| {
                let goes_on = !walk.nodes[usize::from(e.next)].edges.is_empty();
                !e.test.sides.is_empty() && goes_on && (e.take.is_some() || !e.test.empty)
            })
        })
    }

    /// From where the piece reaches most, of several the one nearest to the middle.
    fn best_square(&self) -> Sq {
        let board = &self.t.game.board;
        let walks = self.walks();
        let men = &self.t.game.start.board;
        let begins = |s: &Sq| men.get(usize::from(*s)).is_some_and(|m| m.is_some_and(|m| m.kind == self.kind));
        let one_layer = |s: &Sq| board.layer(*s) == 0;
        let worth = |s: Sq| {
            let quiet = self.quiet(&self.alone(s, 0), s);
            let mut all = quiet;
            for w in &walks {
                all = all.union(&board.squares.iter().filter(|t| self.t.tours[w.index()].may_take(s, *t)).collect());
            }
            let off = |a: u8, n: u8| (2 * i32::from(a) + 1 - i32::from(n)).abs();
            let far = off(board.file(s), board.files) + off(board.rank(s), board.ranks);
            (!begins(&s), (quiet.len() + all.len()) as i32 * 1000 - far, std::cmp::Reverse(s))
        };
        board.squares.iter().filter(one_layer).max_by_key(|s| worth(*s)).unwrap_or(0)
    }

    /// The square of this player that looks as `square` does to another one.
    fn turned(&self, square: Sq, other: SideId) -> Sq {
        let board = &self.t.game.board;
        let (w, h) = (i32::from(board.files) - 1, i32::from(board.ranks) - 1);
        let place = (2 * i32::from(board.file(square)) - w, 2 * i32::from(board.rank(square)) - h);
        let (x, y) = absolute(
            relative(place, self.t.game.sides[other.index()].forward),
            self.t.game.sides[self.side.index()].forward,
        );
        board.at((x + w) / 2, (y + h) / 2, 0).unwrap_or(square)
    }

    fn marks(&self, from: Sq) -> Marks {
        let victims = self.victims();
        let (quiet, takes) = self.reach(from, 0, &victims);
        let mut out = Marks::new();
        for s in self.t.game.board.squares.iter() {
            let mark = match (quiet.contains(s), takes.contains(s)) {
                (true, true) => 'x',
                (true, false) => 'm',
                (false, true) => 'c',
                (false, false) => continue,
            };
            out.insert(self.away(from, s), mark);
        }
        self.first_moves(from, &victims, &mut out);
        if self.hops() {
            self.hopped(from, &victims, &mut out);
        }
        out
    }

    fn reach(&self, from: Sq, flags: u32, victims: &[Man]) -> (SquareSet, SquareSet) {
        let mut store = self.alone(from, flags);
        (self.quiet(&store, from), self.takes(&mut store, from, victims))
    }

    /// What the men of the setup can do and others cannot, drawn from `from`.
    fn first_moves(&self, from: Sq, victims: &[Man], out: &mut Marks) {
        let game = &self.t.game;
        for s in game.board.squares.iter() {
            let Some(man) = game.start.board.get(usize::from(s)).copied().flatten() else { continue };
            if man.kind != self.kind || man.owner != self.side {
                continue;
            }
            let (quiet, takes) = self.reach(s, man.flags, victims);
            for to in quiet.union(&takes).iter() {
                out.entry(self.away(s, to)).or_insert('i');
            }
        }
        let on_board = |d: &(i32, i32)| self.square_at(from, *d).is_some();
        out.retain(|d, _| on_board(d));
    }

    fn hopped(&self, from: Sq, victims: &[Man], out: &mut Marks) {
        let board = &self.t.game.board;
        let known: SquareSet = out.keys().filter_map(|d| self.square_at(from, *d)).collect();
        let (mut found, mut taken) = (SquareSet::NONE, SquareSet::NONE);
        let plain: Vec<Man> =
            self.mounts().into_iter().filter(|m| victims.iter().any(|v| v.owner == m.owner)).collect();
        for mount in self.mounts() {
            for m in board.squares.iter().filter(|m| *m != from) {
                let mut store = self.alone(from, 0);
                store.board[usize::from(m)] = Some(mount);
                self.each_trip(&store, from, |trip| {
                    if trip.to != from && trip.to != m {
                        found.insert(trip.to);
                    }
                });
                taken = taken.union(&self.takes(&mut store, from, &plain));
            }
        }
        for s in found.union(&taken).minus(&known).iter() {
            out.insert(self.away(from, s), 'h');
        }
        for (away, mark) in out.iter_mut() {
            if *mark == 'm' && self.square_at(from, *away).is_some_and(|s| taken.contains(s)) {
                *mark = 'H';
            }
        }
    }

    /// The way from one square to another as the owner sees it.
    fn away(&self, from: Sq, to: Sq) -> (i32, i32) {
        let board = &self.t.game.board;
        let (dx, dy) = (
            i32::from(board.file(to)) - i32::from(board.file(from)),
            i32::from(board.rank(to)) - i32::from(board.rank(from)),
        );
        relative((dx, dy), self.t.game.sides[self.side.index()].forward)
    }

    fn square_at(&self, from: Sq, away: (i32, i32)) -> Option<Sq> {
        let board = &self.t.game.board;
        let (dx, dy) = absolute(away, self.t.game.sides[self.side.index()].forward);
        board.at(i32::from(board.file(from)) + dx, i32::from(board.rank(from)) + dy, board.layer(from))
    }

    fn draw(&self, from: Sq, marks: &Marks) -> Vec<String> {
        let board = &self.t.game.board;
        let sign = |file: u8, rank: u8| match board.at(i32::from(file), i32::from(rank), 0) {
            None => ' ',
            Some(s) if s == from => 'O',
            Some(s) => marks.get(&self.away(from, s)).copied().unwrap_or('.'),
        };
        (0..board.ranks).rev().map(|r| (0..board.files).map(|f| sign(f, r)).collect()).collect()
    }
}

/// As seen by somebody who looks in this direction.
fn relative((x, y): (i32, i32), forward: (i8, i8)) -> (i32, i32) {
    let (fx, fy) = (i32::from(forward.0), i32::from(forward.1));
    (x * fy - y * fx, x * fx + y * fy)
}

fn absolute((x, y): (i32, i32), forward: (i8, i8)) -> (i32, i32) {
    let (fx, fy) = (i32::from(forward.0), i32::from(forward.1));
    (x * fy + y * fx, y * fy - x * fx)
}

/// Drawings side by side.
fn lay_out(blocks: &[Block]) -> String {
    let mut out = String::new();
    let mut rest = blocks;
    while !rest.is_empty() {
        let width = |b: &Block| b.lines.iter().chain([&b.title]).map(|l| l.chars().count()).max().unwrap_or(0) + 3;
        let (mut n, mut used) = (0, 0);
        while n < rest.len() && (n == 0 || used + width(&rest[n]) <= WIDTH) {
            used += width(&rest[n]);
            n += 1;
        }
        let (row, more) = rest.split_at(n);
        let height = row.iter().map(|b| b.lines.len()).max().unwrap_or(0);
        for i in 0..=height {
            let mut line = String::new();
            for b in row {
                let text = if i == 0 { &b.title } else { b.lines.get(i - 1).unwrap_or(&b.title) };
                let _ = write!(line, "{text:0$}", width(b));
            }
            let _ = writeln!(out, "{}", line.trim_end());
        }
        rest = more;
        if !rest.is_empty() {
            out.push('\n');
        }
    }
    out
}
