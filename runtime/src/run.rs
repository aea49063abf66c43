//! A move in the making: the working store, the names of the move, and what the run is for.
//!
//! Compiled programs are chains of functions over a `Run`. The same chain generates moves (`Visit`), plays a chosen one
//! and writes its text (`Replay`), and answers attack questions (`Bite`); a `choose` is a loop over its domain, which
//! a replay narrows to the field of the move word.

use crate::grid::Grid;
use crate::position::Flow;
use crate::set::Set;
use crate::state::{Held, NOWHERE, State};
use std::fmt::Debug;
use std::hash::Hash;

/// Go on with the next run.
pub const STOP: Flow = Flow::Continue(());

/// The fields of a move, packed from the lowest bit in the order in which they are chosen.
pub trait Word: Copy + Eq + Ord + Hash + Debug + Default + Send + 'static {
    fn push(&mut self, shift: u32, value: u64);
    fn field(self, shift: u32, bits: u32) -> u64;
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            #[inline]
            fn push(&mut self, shift: u32, value: u64) {
                *self |= <$word>::from(value).checked_shl(shift).unwrap_or(0);
            }
            #[inline]
            fn field(self, shift: u32, bits: u32) -> u64 {
                self.checked_shr(shift).unwrap_or(0) as u64 & ((1 << bits) - 1)
            }
        }
    };
}
word!(u64);
word!(u128);

impl Word for [u64; 4] {
    fn push(&mut self, shift: u32, value: u64) {
        let (at, by) = ((shift >> 6) as usize, shift & 63);
        let wide = u128::from(value) << by;
        for (i, part) in [(at, wide as u64), (at + 1, (wide >> 64) as u64)] {
            if let Some(w) = self.get_mut(i) {
                *w |= part;
            }
        }
    }
    fn field(self, shift: u32, bits: u32) -> u64 {
        let (at, by) = ((shift >> 6) as usize, shift & 63);
        let part = |i: usize| self.get(i).copied().map_or(0, u128::from);
        ((part(at) | part(at + 1) << 64) >> by) as u64 & ((1 << bits) - 1)
    }
}

/// A man that left the board by capture. Small: every move carries room for two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    pub flags: u32,
    kind: i16,
    square: u16,
    owner: u8,
}

impl Event {
    pub const NONE: Self = Self { kind: -1, owner: 0, flags: 0, square: u16::MAX };

    #[inline]
    fn new(man: Held, square: usize) -> Self {
        Self { kind: man.kind as i16, owner: man.owner as u8, flags: man.flags, square: square as u16 }
    }
    #[inline]
    #[must_use]
    pub fn kind(&self) -> i32 {
        self.kind.into()
    }
    #[inline]
    #[must_use]
    pub fn owner(&self) -> usize {
        self.owner.into()
    }
    #[inline]
    #[must_use]
    pub fn square(&self) -> usize {
        if self.square == u16::MAX { NOWHERE } else { self.square.into() }
    }
}

/// Captures that nobody has answered yet, oldest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queue {
    near: [Event; 2],
    len: u16,
    read: u16,
}

/// What most moves do without.
#[derive(Clone, Debug, Default)]
pub struct Extra {
    /// Captures beyond the second.
    more: Vec<Event>,
    /// Men that changed squares, from and to; kept only where a rule follows men through history.
    moved: Vec<(u16, u16)>,
    /// How the finished move fares by each preference of its side.
    values: Vec<i64>,
}

impl Queue {
    const EMPTY: Self = Self { near: [Event::NONE; 2], len: 0, read: 0 };
}

/// Why a man leaves its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    Capture,
    Carry,
    /// Removal, merging, becoming another man, changing sides: no capture, no loss of flags.
    Other,
}

/// A move in the making.
#[derive(Clone, Debug)]
pub struct Run<'a, P, S, W> {
    /// The position before the move.
    pub b: &'a P,
    /// The position as the move has left it so far.
    pub p: P,
    pub from: usize,
    pub to: usize,
    /// Where the mover stands now.
    pub it: usize,
    /// Where the first man that this run moved came from: for whom an action speaks.
    pub first: usize,
    /// The mover's kind at the start; -1 in actions.
    pub mover: i32,
    pub origin: u16,
    /// Squares emptied by capture.
    pub captured: S,
    queue: Queue,
    /// The captured man that a hook is told about.
    pub victim: Event,
    pub word: W,
    pub shift: u32,
    pub end_turn: bool,
    extra: Option<Box<Extra>>,
}

impl<'a, S: Set, W: Word, P: Clone> Run<'a, P, S, W> {
    #[inline]
    #[must_use]
    pub fn new(b: &'a P, origin: u16, bits: u32) -> Self {
        let mut word = W::default();
        word.push(0, u64::from(origin));
        Self {
            b,
            p: b.clone(),
            from: NOWHERE,
            to: NOWHERE,
            it: NOWHERE,
            first: NOWHERE,
            mover: -1,
            origin,
            captured: S::NONE,
            queue: Queue::EMPTY,
            victim: Event::NONE,
            word,
            shift: bits,
            end_turn: false,
            extra: None,
        }
    }

    /// A man walks from one square to another: both are written down.
    #[inline]
    #[must_use]
    pub fn walk(b: &'a P, origin: u16, bits: u32, square_bits: u32, mover: i32, from: usize, to: usize) -> Self {
        let mut run = Self::new(b, origin, bits);
        run.from = from;
        run.to = to;
        run.mover = mover;
        run.choose(from, square_bits);
        run.choose(to, square_bits);
        run
    }

    /// Notes a capture for the hooks.
    #[inline]
    fn hear(&mut self, e: Event) {
        match self.queue.near.get_mut(usize::from(self.queue.len)) {
            Some(slot) => *slot = e,
            None => self.extra.get_or_insert_default().more.push(e),
        }
        self.queue.len += 1;
    }

    /// The next capture that no hook has heard of.
    #[inline]
    pub fn next_event(&mut self) -> Option<Event> {
        if self.queue.read == self.queue.len {
            return None;
        }
        let i = usize::from(self.queue.read);
        self.queue.read += 1;
        let far = || self.extra.as_ref().and_then(|x| x.more.get(i - self.queue.near.len()));
        self.queue.near.get(i).or_else(far).copied()
    }

    /// Notes that a man changed squares.
    pub fn follow(&mut self, from: usize, to: usize) {
        self.extra.get_or_insert_default().moved.push((from as u16, to as u16));
    }

    /// Notes how the move fares by the preferences of its side.
    pub fn rate(&mut self, values: &[i64]) {
        self.extra.get_or_insert_default().values = values.to_vec();
    }

    #[must_use]
    pub fn values(&self) -> &[i64] {
        self.extra.as_ref().map_or(&[], |x| &x.values)
    }

    /// Writes down a choice.
    #[inline]
    pub fn choose(&mut self, value: usize, bits: u32) {
        self.word.push(self.shift, value as u64);
        self.shift += bits;
    }
}

impl<S: Set, W: Word, const K: usize, const O: usize, const F: usize, const I: usize, const Q: usize, const H: usize>
    Run<'_, State<S, K, O, F, I, Q, H>, S, W>
{
    /// Takes the man off a square. `lost` are the flags that a carried man loses; `heard`: capture hooks exist.
    #[inline]
    pub fn lift(&mut self, s: usize, cause: Cause, lost: u32, heard: bool) -> Held {
        let mut man = self.p.lift(s);
        if !man.is_some() {
            return man;
        }
        man.mover = s == self.it;
        match cause {
            Cause::Capture => {
                if man.mover {
                    // A captured mover stands nowhere.
                    self.it = NOWHERE;
                    man.mover = false;
                }
                self.captured.add(s);
                if heard {
                    self.hear(Event::new(man, s));
                }
            }
            Cause::Carry => man.flags &= !lost,
            Cause::Other => {}
        }
        man
    }

    /// Captures the man on a square of which no hook wants to hear more than that.
    #[inline]
    pub fn capture(&mut self, s: usize) {
        self.p.clear(S::at(s));
        self.captured.add(s);
    }

    /// Puts a man down; `false` if the square is taken, which ends the run. `follow`: men are followed by history.
    #[inline]
    pub fn put(&mut self, man: Held, s: usize, action: bool, follow: bool) -> bool {
        if !man.is_some() {
            return true;
        }
        if self.p.occupied().has(s) {
            return false;
        }
        self.p.put(man, s);
        if man.mover || action && self.it == NOWHERE {
            self.it = s;
        }
        if self.first == NOWHERE && man.home != s {
            self.first = man.home;
        }
        if follow && man.home != NOWHERE && man.home != s {
            self.follow(man.home, s);
        }
        true
    }
}

/// What a run is for.
pub trait Mode<P, S, W> {
    /// Replays a move: choices come from its word, and nothing is asked about legality.
    const PLAY: bool;
    /// Asks an attack: stops after the captures.
    const BITE: bool;
    /// The move being replayed.
    fn word(&self) -> W;
    /// The text being written, if it is wanted.
    fn text(&mut self) -> Option<&mut String> {
        None
    }
    /// Writes the two squares of a walk, if text is wanted.
    #[inline]
    fn write_walk(&mut self, grid: &Grid, from: usize, to: usize) {
        if let Some(text) = self.text() {
            text.push_str(&grid.name(from));
            text.push_str(&grid.name(to));
        }
    }
    /// Judges that ask for moves are asked.
    fn last_judges(&self) -> bool {
        true
    }
    /// The question whether the own royal is safe has been answered already.
    fn known_safe(&self) -> bool {
        false
    }
    fn done(&mut self, run: &mut Run<'_, P, S, W>) -> Flow;
}

/// Generates: each finished run is shown.
pub struct Visit<'f, P, S, W> {
    pub each: &'f mut dyn FnMut(&Run<'_, P, S, W>) -> Flow,
    pub last_judges: bool,
    /// The royal is known to be safe after it.
    pub safe: bool,
}

impl<'f, P, S, W> Visit<'f, P, S, W> {
    /// All rules are asked.
    pub fn all(each: &'f mut dyn FnMut(&Run<'_, P, S, W>) -> Flow) -> Self {
        Self { each, last_judges: true, safe: false }
    }
    /// The royal is known to be safe.
    pub fn safe(each: &'f mut dyn FnMut(&Run<'_, P, S, W>) -> Flow) -> Self {
        Self { each, last_judges: true, safe: true }
    }
}

impl<P, S, W> Debug for Visit<'_, P, S, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Visit").field("last_judges", &self.last_judges).finish_non_exhaustive()
    }
}

impl<P, S: Set, W: Word> Mode<P, S, W> for Visit<'_, P, S, W> {
    const PLAY: bool = false;
    const BITE: bool = false;
    fn word(&self) -> W {
        W::default()
    }
    fn last_judges(&self) -> bool {
        self.last_judges
    }
    fn known_safe(&self) -> bool {
        self.safe
    }
    #[inline]
    fn done(&mut self, run: &mut Run<'_, P, S, W>) -> Flow {
        (self.each)(run)
    }
}

/// Plays the move of a word, and writes its text if wanted.
#[derive(Clone, Debug)]
pub struct Replay<P, W> {
    pub word: W,
    pub text: Option<String>,
    pub result: Option<P>,
    pub moved: Vec<(u16, u16)>,
}

impl<P, W> Replay<P, W> {
    #[must_use]
    pub fn new(word: W, text: bool) -> Self {
        Self { word, text: text.then(String::new), result: None, moved: Vec::new() }
    }
}

impl<P: Clone, S: Set, W: Word> Mode<P, S, W> for Replay<P, W> {
    const PLAY: bool = true;
    const BITE: bool = false;
    #[inline]
    fn word(&self) -> W {
        self.word
    }
    fn text(&mut self) -> Option<&mut String> {
        self.text.as_mut()
    }
    #[inline]
    fn done(&mut self, run: &mut Run<'_, P, S, W>) -> Flow {
        self.result = Some(run.p.clone());
        if let Some(extra) = &mut run.extra {
            self.moved = std::mem::take(&mut extra.moved);
        }
        Flow::Break(())
    }
}

/// Asks whether some run captures the man on a square.
#[derive(Clone, Copy, Debug)]
pub struct Bite {
    pub target: usize,
}

impl<P, S: Set, W: Word> Mode<P, S, W> for Bite {
    const PLAY: bool = false;
    const BITE: bool = true;
    fn word(&self) -> W {
        W::default()
    }
    #[inline]
    fn done(&mut self, run: &mut Run<'_, P, S, W>) -> Flow {
        if run.captured.has(self.target) { Flow::Break(()) } else { STOP }
    }
}

/// The same of an action, which speaks for the man it moves first; one that moves none speaks for all.
#[derive(Clone, Copy, Debug)]
pub struct BiteBy<S> {
    pub target: usize,
    pub by: S,
}

impl<P, S: Set, W: Word> Mode<P, S, W> for BiteBy<S> {
    const PLAY: bool = false;
    const BITE: bool = true;
    fn word(&self) -> W {
        W::default()
    }
    fn done(&mut self, run: &mut Run<'_, P, S, W>) -> Flow {
        let speaks = run.first == NOWHERE || self.by.has(run.first);
        if speaks && run.captured.has(self.target) { Flow::Break(()) } else { STOP }
    }
}

/// Makes every move of some men: each to each of its targets.
#[inline]
pub fn walks<M, P, S: Set>(
    m: &mut M,
    b: &P,
    men: S,
    targets: impl Fn(&P, usize) -> S,
    make: impl Fn(&mut M, &P, usize, usize) -> Flow,
) -> Flow {
    for from in men.iter() {
        for to in targets(b, from).iter() {
            make(m, b, from, to)?;
        }
    }
    STOP
}
