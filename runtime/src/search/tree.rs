//! The search tree of two players: principal variation search, then quiescence over the moves that gain something.

use super::clock::Clock;
use super::order::{Order, Ranked};
use super::score::{INFINITE, from_table, of_evaluation, of_outcome, to_table};
use super::table::{Bound, Entry, Table, digest};
use super::{MAX_DEPTH, Task};
use crate::position::{History, Position};

/// Longest line, quiescence included.
const MAX_PLY: usize = MAX_DEPTH as usize + 28;
/// Plies of quiescence: moves that gain may go round for ever in some games.
const MAX_QUIET_PLY: usize = 12;
/// Centipawns for having all the choice against none.
const FREEDOM: i64 = 120;
/// What a move may bring beyond its `gain`.
const MARGIN: i32 = 200;

pub(super) struct Tree<'a, P: Position> {
    pub(super) clock: Clock<'a>,
    table: &'a mut Table,
    history: History,
    order: Order<P::Move>,
    /// Scratch for `moves_into`.
    moves: Vec<P::Move>,
    /// Ranked moves by ply, kept so that a ply allocates once.
    lists: Vec<Vec<Ranked<P::Move>>>,
    /// Best lines by ply.
    lines: Vec<Vec<P::Move>>,
    /// By ply: how many moves each of the two players had when last to move on this line; 0 if not known.
    choices: Vec<[usize; 2]>,
    /// Depth of the running iteration, the measure for extensions.
    depth: i32,
}

/// What an iteration has found.
pub(super) struct Found<M> {
    /// Empty if the iteration ended before its first move was through.
    pub(super) line: Vec<M>,
    pub(super) value: i32,
    pub(super) complete: bool,
}

impl<'a, P: Position> Tree<'a, P> {
    pub(super) fn new(task: &Task<P>, table: &'a mut Table, clock: Clock<'a>) -> Self {
        table.next_search();
        Tree {
            clock,
            table,
            history: task.history.clone(),
            order: Order::new(task.sides, MAX_PLY),
            moves: Vec::new(),
            lists: (0..=MAX_PLY).map(|_| Vec::new()).collect(),
            lines: (0..=MAX_PLY + 1).map(|_| Vec::new()).collect(),
            choices: vec![[0; 2]; MAX_PLY + 2],
            depth: 0,
        }
    }

    /// The moves to choose from, in a first order.
    pub(super) fn root_moves(&mut self, task: &Task<P>) -> Vec<P::Move> {
        let mut moves = task.position.moves();
        if !task.only.is_empty() {
            moves.retain(|mv| task.only.contains(mv));
        }
        let mut ranked = Vec::new();
        self.order.all(&task.position, &moves, 0, 0, &mut ranked);
        ranked.into_iter().map(|r| r.mv).collect()
    }

    /// Notes the moves that the side to move has at this ply.
    fn note_choices(&mut self, side: usize, ply: usize, count: usize) {
        self.choices[ply] = if ply == 0 { [0; 2] } else { self.choices[ply - 1] };
        self.choices[ply][side.min(1)] = count;
    }

    /// Static value, freedom included: moves are listed anyhow, so knowing who has more of them costs nothing. Told as a
    /// proportion, it fits games of ten moves and of a thousand.
    fn evaluation(&self, position: &P, ply: usize) -> i32 {
        let side = position.side_to_move().min(1);
        let (own, other) = (self.choices[ply][side] as i64, self.choices[ply][1 - side] as i64);
        let freedom = if own == 0 || other == 0 { 0 } else { FREEDOM * (own - other) / (own + other + 8) };
        of_evaluation(of_evaluation(position.evaluate()) + freedom as i32)
    }

    /// One iteration over the root moves, which it leaves with the best first. `guess`: value of the last one.
    pub(super) fn iteration(&mut self, root: &P, moves: &mut [P::Move], depth: u32, guess: i32) -> Found<P::Move> {
        self.depth = depth as i32;
        self.note_choices(root.side_to_move(), 0, moves.len());
        let mut window = 40;
        loop {
            let (low, high) = if depth < 4 { (-INFINITE, INFINITE) } else { (guess - window, guess + window) };
            let found = self.root(root, moves, low, high);
            let inside = found.value > low && found.value < high;
            if inside || !found.complete || window > 2 * INFINITE {
                return found;
            }
            // Outside, the value is only a bound: look again with more room.
            window = if window > 600 { 4 * INFINITE } else { window * 4 };
        }
    }

    fn root(&mut self, root: &P, moves: &mut [P::Move], low: i32, high: i32) -> Found<P::Move> {
        let mut found = Found { line: Vec::new(), value: -INFINITE, complete: false };
        let mut alpha = low;
        for i in 0..moves.len() {
            let mv = moves[i];
            let Some(value) = self.child(root, mv, (alpha, high), self.depth - 1, 0, i > 0) else { return found };
            if i == 0 || value > found.value {
                found.value = found.value.max(value);
            }
            if i == 0 || value > alpha {
                found.line.clear();
                found.line.push(mv);
                found.line.extend_from_slice(&self.lines[1]);
                moves[..=i].rotate_right(1);
            }
            alpha = alpha.max(value);
            if alpha >= high {
                break;
            }
        }
        found.complete = true;
        found
    }

    /// Value of a move for the side that makes it. `later`: not the first move of its node, so a narrow window will
    /// mostly do.
    fn child(
        &mut self,
        position: &P,
        mv: P::Move,
        (alpha, beta): (i32, i32),
        depth: i32,
        ply: usize,
        later: bool,
    ) -> Option<i32> {
        let mut child = position.clone();
        child.play(mv);
        self.history.push(child.record(position, mv));
        let same = child.side_to_move() == position.side_to_move();
        let mut look = |low: i32, high: i32| {
            if same {
                self.node(&child, low, high, depth, ply + 1)
            } else {
                self.node(&child, -high, -low, depth, ply + 1).map(|value| -value)
            }
        };
        let mut value = None;
        if later {
            value = Some(look(alpha, alpha + 1)?);
        }
        if value.is_none_or(|value| value > alpha && value < beta) {
            value = Some(look(alpha, beta)?);
        }
        self.history.pop();
        value
    }

    /// Value for the side to move; `None` if the search must end.
    fn node(&mut self, position: &P, mut alpha: i32, beta: i32, mut depth: i32, ply: usize) -> Option<i32> {
        self.lines[ply].clear();
        let side = position.side_to_move();
        if let Some(outcome) = position.adjudicate(&self.history) {
            self.clock.tick()?;
            return Some(of_outcome(&outcome, side, ply));
        }
        if depth <= 0 {
            // A check is looked into, up to twice the depth: perpetual checks must end.
            if ply as i32 >= 2 * self.depth || !position.in_check() {
                return self.quiescence(position, alpha, beta, ply, 0);
            }
            depth = 1;
        }
        self.clock.tick()?;
        if ply >= MAX_PLY {
            return Some(of_evaluation(position.evaluate()));
        }
        let key = position.key();
        let entry = self.table.find(key);
        if let Some(entry) = entry
            && beta - alpha == 1
            && entry.depth >= depth
        {
            let value = from_table(entry.value, ply);
            let good = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => value >= beta,
                Bound::AtMost => value <= alpha,
            };
            if good {
                return Some(value);
            }
        }

        self.moves.clear();
        position.moves_into(&mut self.moves);
        if self.moves.is_empty() {
            // Stuck, and the rules say nothing about it: nobody can go on.
            return Some(0);
        }
        self.note_choices(side, ply, self.moves.len());
        let mut list = std::mem::take(&mut self.lists[ply]);
        self.order.all(position, &self.moves, entry.map_or(0, |e| e.digest), ply, &mut list);

        let floor = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        for (i, ranked) in list.iter().enumerate() {
            let reduced = depth >= 3 && i >= 4 && ranked.gain <= 0;
            let mut value = -INFINITE;
            if reduced {
                let less = if i >= 16 { 2 } else { 1 };
                value = self.child(position, ranked.mv, (alpha, alpha + 1), depth - 1 - less, ply, false)?;
            }
            if !reduced || value > alpha {
                value = self.child(position, ranked.mv, (alpha, beta), depth - 1, ply, i > 0)?;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(ranked.mv);
                    self.extend_line(ply, ranked.mv);
                }
            }
            if alpha >= beta {
                if ranked.gain <= 0 {
                    self.order.reward(side, ranked.mv, depth, ply);
                }
                break;
            }
        }
        self.lists[ply] = list;

        let bound = if best >= beta {
            Bound::AtLeast
        } else if best > floor {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        let known = entry.map_or(0, |e| e.digest);
        let digest = best_move.map_or(known, |mv| digest(&mv));
        self.table.store(key, Entry { value: to_table(best, ply), depth, bound, digest });
        Some(best)
    }

    fn extend_line(&mut self, ply: usize, mv: P::Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// Value once no move gains anything. The side to move may decline them all. No key is asked for here.
    fn quiescence(&mut self, position: &P, mut alpha: i32, beta: i32, ply: usize, quiet_ply: usize) -> Option<i32> {
        self.lines[ply].clear();
        self.clock.tick()?;
        self.moves.clear();
        position.moves_into(&mut self.moves);
        if self.moves.is_empty() {
            return Some(position.outcome().map_or(0, |o| of_outcome(&o, position.side_to_move(), ply)));
        }
        self.note_choices(position.side_to_move(), ply, self.moves.len());
        let stand = self.evaluation(position, ply);
        let mut best = stand;
        alpha = alpha.max(stand);
        if alpha >= beta || quiet_ply >= MAX_QUIET_PLY || ply >= MAX_PLY {
            return Some(best);
        }
        let mut list = std::mem::take(&mut self.lists[ply]);
        Order::gaining(position, &self.moves, &mut list);
        for ranked in &list {
            // In order of gain, so nothing behind this one can reach alpha either.
            if stand.saturating_add(ranked.gain).saturating_add(MARGIN) <= alpha {
                break;
            }
            let mut child = position.clone();
            child.advance(ranked.mv);
            let value = if child.side_to_move() == position.side_to_move() {
                self.quiescence(&child, alpha, beta, ply + 1, quiet_ply + 1)?
            } else {
                -self.quiescence(&child, -beta, -alpha, ply + 1, quiet_ply + 1)?
            };
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.extend_line(ply, ranked.mv);
                }
            }
            if alpha >= beta {
                break;
            }
        }
        self.lists[ply] = list;
        Some(best)
    }

    /// More than two players: the move with the best position after it, every other player taken for an opponent.
    pub(super) fn one_ply(&mut self, root: &P, moves: &mut [P::Move]) -> Found<P::Move> {
        let mut found = Found { line: Vec::new(), value: -INFINITE, complete: false };
        let side = root.side_to_move();
        for &mv in moves.iter() {
            if self.clock.tick().is_none() {
                return found;
            }
            let mut child = root.clone();
            child.play(mv);
            self.history.push(child.record(root, mv));
            let value = match child.adjudicate(&self.history) {
                Some(outcome) => of_outcome(&outcome, side, 1),
                None if child.side_to_move() == side => of_evaluation(child.evaluate()),
                None => -of_evaluation(child.evaluate()),
            };
            self.history.pop();
            if found.line.is_empty() || value > found.value {
                found.value = value;
                found.line = vec![mv];
            }
        }
        found.complete = true;
        found
    }
}
