//! Limits of a search: depth, nodes, time, and the order to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// When to end a search by itself. All empty: only when told to stop, or at the greatest depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub time: Option<Budget>,
}

/// Time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// No new iteration after this.
    pub soft: Duration,
    /// No node after this.
    pub hard: Duration,
}

impl Budget {
    /// All of the time for one move, less what the answer needs to get through.
    #[must_use]
    pub fn exactly(milliseconds: u64) -> Self {
        let hard = Duration::from_millis(milliseconds - overhead(milliseconds).min(milliseconds));
        Budget { soft: hard, hard }
    }

    /// A share of the clock of the side to move: what is left, what each move adds, and how many moves it must last.
    #[must_use]
    pub fn of_clock(left: u64, increment: u64, moves_to_go: Option<u64>) -> Self {
        // Half of a very short clock stays in reserve; there is no negative time.
        let free = left.saturating_sub(overhead(left).max(10)).max(left / 2);
        let moves = moves_to_go.unwrap_or(30).clamp(1, 40);
        let share = (free / moves).saturating_add(increment / 4 * 3).min(free);
        let most = if moves == 1 { free } else { share.saturating_mul(3).min(free / 2) };
        Budget { soft: Duration::from_millis(share / 2), hard: Duration::from_millis(most) }
    }
}

fn overhead(milliseconds: u64) -> u64 {
    (milliseconds / 20).clamp(1, 30)
}

/// Counts nodes and says when to end.
#[derive(Debug)]
pub(super) struct Clock<'a> {
    stop: &'a AtomicBool,
    limits: Limits,
    started: Instant,
    nodes: u64,
    /// Nodes between two looks at the time. The interpreter makes thousands of nodes a second and compiled code millions, so
    /// the distance adapts to about a millisecond.
    stride: u64,
    next_look: u64,
    last_look: Instant,
}

impl<'a> Clock<'a> {
    pub(super) fn new(limits: &Limits, stop: &'a AtomicBool) -> Self {
        let now = Instant::now();
        Clock { stop, limits: *limits, started: now, nodes: 0, stride: 1, next_look: 1, last_look: now }
    }

    /// Counts a node; `None` if the search must end.
    pub(super) fn tick(&mut self) -> Option<()> {
        self.nodes += 1;
        if self.stop.load(Ordering::Relaxed) || self.limits.nodes.is_some_and(|most| self.nodes > most) {
            return None;
        }
        if self.nodes < self.next_look {
            return Some(());
        }
        let Some(budget) = self.limits.time else {
            self.next_look = u64::MAX;
            return Some(());
        };
        let now = Instant::now();
        let since = now.duration_since(std::mem::replace(&mut self.last_look, now));
        self.stride =
            if since < Duration::from_micros(500) { (self.stride * 2).min(4096) } else { (self.stride / 2).max(1) };
        self.next_look = self.nodes + self.stride;
        if now.duration_since(self.started) >= budget.hard { None } else { Some(()) }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Is another iteration useless? `settled`: it would not change the move. Without a clock the depth asked for is
    /// searched all the same.
    pub(super) fn enough(&self, settled: bool) -> bool {
        self.limits.time.is_some_and(|budget| settled || self.elapsed() >= budget.soft)
    }
}
