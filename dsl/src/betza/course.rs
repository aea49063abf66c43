//! One leg on one course: the steps of a slider, lame leaper, hopper or bent rider as nodes and edges.

use super::direction::{Leap, ring};
use super::leg::{Bend, Hop, Leg, Modes};
use super::net::Net;
use crate::pattern::{MenTest, RelTake, RelTakeAt, RelTest};
use std::collections::BTreeMap;

/// The leaps of a leg one after another; the list repeats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    pub leaps: Vec<Leap>,
    /// A circular course ends before it comes round.
    pub cap: Option<u32>,
}

/// The courses that begin with this leap.
#[must_use]
pub fn courses(bend: Bend, first: Leap) -> Vec<Course> {
    match bend {
        Bend::Straight => vec![Course { leaps: vec![first], cap: None }],
        Bend::Crooked => {
            let (x, y) = first;
            [(y, -x), (-y, x)].into_iter().map(|turned| Course { leaps: vec![first, turned], cap: None }).collect()
        }
        Bend::Circular => {
            let all = ring(first.0.unsigned_abs() as i8, first.1.unsigned_abs() as i8);
            let at = all.iter().position(|l| *l == first).unwrap_or(0);
            let n = all.len();
            let cap = Some(n as u32 - 1);
            let right = (0..n).map(|i| all[(at + i) % n]).collect();
            let left = (0..n).map(|i| all[(at + n - i) % n]).collect();
            vec![Course { leaps: right, cap }, Course { leaps: left, cap }]
        }
    }
}

/// What may happen on a square that the leg reaches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ending {
    /// The walk may end: what the square may hold then.
    pub land: Option<Modes>,
    /// Only as a stop on the way (`?`).
    pub stop: bool,
    /// The walk may go on: what the square may hold then.
    pub on: Option<Crossing>,
    /// A repeat closes here.
    pub repeat: bool,
    /// A rider of a single term: on a board that wraps its own square stops it.
    pub not_home: bool,
}

/// What a square between two legs may hold, and what happens to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Crossing {
    pub empty: bool,
    pub capture: bool,
    pub destroy: bool,
    /// A man that stays (`p`).
    pub mount: bool,
}

/// Where a leg stands after some steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Stage {
    steps: u32,
    mounts: u32,
    /// Squares since the last mount.
    since: u32,
}

pub struct Runner<'a, 'n> {
    pub net: &'n mut Net,
    pub leg: &'a Leg,
    pub course: &'a Course,
    pub ending: Ending,
    /// The leg hops on its way to its own end (otherwise a mount is where the next leg begins).
    pub hops: bool,
}

impl Runner<'_, '_> {
    /// Adds the leg to the automaton. `go_on` gives the nodes where the walk continues after so many steps, the last one
    /// with this leap.
    pub fn run(&mut self, from: usize, go_on: &mut dyn FnMut(&mut Net, u32, Leap) -> Vec<usize>) {
        let start = Stage { steps: 0, mounts: 0, since: 0 };
        let mut known = BTreeMap::from([(start, from)]);
        let mut todo = vec![start];
        while let Some(stage) = todo.pop() {
            if self.net.full {
                return;
            }
            let node = known[&stage];
            self.leave(stage, node, &mut known, &mut todo, go_on);
        }
    }

    fn max(&self) -> Option<u32> {
        match (self.leg.max, self.course.cap) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }

    fn leave(
        &mut self,
        stage: Stage,
        node: usize,
        known: &mut BTreeMap<Stage, usize>,
        todo: &mut Vec<Stage>,
        go_on: &mut dyn FnMut(&mut Net, u32, Leap) -> Vec<usize>,
    ) {
        let max = self.max();
        let steps = stage.steps + 1;
        if max.is_some_and(|m| steps > m) {
            return;
        }
        let leap = self.course.leaps[stage.steps as usize % self.course.leaps.len()];
        let further = max.is_none_or(|m| steps < m);
        let node = self.approach(node, leap);
        let leap = last_part(self.leg, leap);
        let whole = self.course.leaps[stage.steps as usize % self.course.leaps.len()];
        let hop = self.leg.hop.clone().filter(|_| self.hops);
        let skip = if self.is_slider() { self.leg.jumps } else { 0 };
        if steps <= skip {
            let next = self.stage_node(Stage { steps, ..stage }, known, todo);
            self.net.step(node, leap, self.rider(RelTest::anything()), None, next);
            return;
        }
        let since = stage.since + 1;
        let counted = steps >= self.leg.min && hop.as_ref().is_none_or(|h| hop_done(h, stage.mounts, since));
        let land = self.ending.land.filter(|_| counted);
        let on = self.ending.on.filter(|_| counted);
        // over or onto an empty square
        let quiet = land.is_some_and(|m| m.quiet);
        let begins = on.is_some_and(|c| c.empty);
        let slides = further && hop.as_ref().is_none_or(|h| hop_slides(h, stage.mounts, since));
        let mut here = None;
        if quiet || begins || slides {
            let next = Stage {
                steps: self.norm(steps),
                mounts: stage.mounts,
                since: self.since(hop.as_ref(), stage.mounts, since),
            };
            let fresh = !known.contains_key(&next);
            let to = self.stage_node(next, known, todo);
            if fresh {
                self.net.nodes[to].land = quiet;
                self.net.nodes[to].repeat = quiet && self.ending.repeat;
                self.net.nodes[to].stop = quiet && self.ending.stop;
                if begins {
                    self.net.nodes[to].free = go_on(self.net, steps, whole);
                }
            }
            here = Some(to);
            self.net.step(node, leap, self.rider(RelTest::empty()), None, to);
        }
        // over a mount
        if let Some(h) = &hop
            && further
            && h.max.is_none_or(|m| stage.mounts < m)
            && (h.beyond.is_none() || stage.mounts == 0)
        {
            let mounts = if h.max.is_none() { (stage.mounts + 1).min(h.min.max(1)) } else { stage.mounts + 1 };
            let next = self.stage_node(Stage { steps: self.norm(steps), mounts, since: 0 }, known, todo);
            // a mount and an empty square after as many mounts are different places
            self.net.step(node, leap, self.rider(RelTest::men(h.mounts.clone())), None, next);
        }
        if let Some(modes) = land {
            self.endings(node, leap, modes, here);
        }
        if let Some(crossing) = on {
            self.crossings(node, leap, crossing, land, &mut |net| go_on(net, steps, whole));
        }
    }

    /// Captures that end the walk.
    fn endings(&mut self, node: usize, leap: Leap, modes: Modes, here: Option<usize>) {
        let crossing = self.ending.on.unwrap_or_default();
        for men in modes.victims() {
            let also_crossed = (men == MenTest::ENEMY && crossing.capture) || (men == MenTest::OWN && crossing.destroy);
            if also_crossed {
                continue; // ends at the node where the walk also goes on
            }
            let end = self.net.end();
            self.net.step(node, leap, self.rider(RelTest::men(men)), Some(RelTake::HERE), end);
            if self.ending.stop
                && let Some(edge) = self.net.nodes[node].edges.last_mut()
            {
                edge.with = here;
            }
        }
        if modes.passing {
            let end = self.net.end();
            let test = RelTest { passed: true, ..RelTest::empty() };
            let take = RelTake { at: RelTakeAt::Passers, ..RelTake::HERE };
            self.net.step(node, leap, self.rider(test), Some(take), end);
        }
    }

    /// Occupied squares from which the next leg begins.
    fn crossings(
        &mut self,
        node: usize,
        leap: Leap,
        crossing: Crossing,
        land: Option<Modes>,
        go_on: &mut dyn FnMut(&mut Net) -> Vec<usize>,
    ) {
        let mounts = self.leg.hop.as_ref().map_or(MenTest::ANY, |h| h.mounts.clone());
        let cases = [
            (crossing.capture, MenTest::ENEMY, true, land.is_some_and(|m| m.capture && !m.tame)),
            (crossing.destroy, MenTest::OWN, true, land.is_some_and(|m| m.destroy)),
            (crossing.mount, mounts, false, false),
        ];
        for (on, men, takes, ends) in cases {
            if !on {
                continue;
            }
            let free = go_on(self.net);
            if free.is_empty() && !ends {
                continue;
            }
            let to = self.net.node();
            self.net.nodes[to].free = free;
            self.net.nodes[to].land = ends;
            self.net.nodes[to].repeat = ends && self.ending.repeat;
            self.net.nodes[to].stop = ends && self.ending.stop;
            self.net.step(node, leap, self.rider(RelTest::men(men)), takes.then_some(RelTake::HERE), to);
        }
    }

    /// Lame and must-jump leapers: the squares before the last one.
    fn approach(&mut self, mut node: usize, leap: Leap) -> usize {
        let path = path(self.leg, leap);
        for part in &path[..path.len() - 1] {
            let next = self.net.node();
            let test = if self.leg.lame { RelTest::empty() } else { RelTest::men(MenTest::ANY) };
            self.net.step(node, *part, test, None, next);
            node = next;
        }
        node
    }

    fn is_slider(&self) -> bool {
        self.leg.max != Some(1)
    }

    fn rider(&self, test: RelTest) -> RelTest {
        RelTest { not_home: self.ending.not_home && self.is_slider(), ..test }
    }

    /// Step counts that make no difference any more become one: the node of a slider is its own successor.
    fn norm(&self, steps: u32) -> u32 {
        if self.max().is_some() || self.leg.same_steps {
            return steps;
        }
        let settled = self.leg.min.max(self.leg.jumps + 1).max(1);
        let cycle = self.course.leaps.len() as u32;
        if steps <= settled { steps } else { settled + (steps - settled) % cycle }
    }

    fn since(&self, hop: Option<&Hop>, mounts: u32, since: u32) -> u32 {
        match hop {
            Some(h) if h.beyond.is_some() && mounts > 0 => since,
            // 0 is the mount itself, 1 any square beyond
            Some(_) if mounts > 0 => 1,
            Some(_) | None => 0,
        }
    }

    fn stage_node(&mut self, stage: Stage, known: &mut BTreeMap<Stage, usize>, todo: &mut Vec<Stage>) -> usize {
        *known.entry(stage).or_insert_with(|| {
            todo.push(stage);
            self.net.node()
        })
    }
}

fn hop_done(hop: &Hop, mounts: u32, since: u32) -> bool {
    mounts >= hop.min && hop.max.is_none_or(|m| mounts <= m) && hop.beyond.is_none_or(|d| since == d && mounts > 0)
}

/// May the slide go on over an empty square?
fn hop_slides(hop: &Hop, mounts: u32, since: u32) -> bool {
    hop.beyond.is_none_or(|d| mounts == 0 || since < d)
}

/// The parts of one leap: orthogonal surplus first, then diagonal, for lame leapers; the jumped square and the rest for
/// leapers that must jump; otherwise the leap itself.
fn path(leg: &Leg, (x, y): Leap) -> Vec<Leap> {
    let (ax, ay) = (x.unsigned_abs(), y.unsigned_abs());
    let straight = if ay > ax { (0, y.signum()) } else { (x.signum(), 0) };
    let diagonal = (x.signum(), y.signum());
    let parts: Vec<Leap> = std::iter::repeat_n(straight, usize::from(ax.abs_diff(ay)))
        .chain(std::iter::repeat_n(diagonal, usize::from(ax.min(ay))))
        .collect();
    if leg.lame {
        return parts;
    }
    if leg.jumps > 0 && leg.max == Some(1) && parts.len() > 1 {
        let (jx, jy) = parts[0];
        return vec![parts[0], (x - jx, y - jy)];
    }
    vec![(x, y)]
}

fn last_part(leg: &Leg, leap: Leap) -> Leap {
    path(leg, leap).last().copied().unwrap_or(leap)
}
