//! Runs of move programs: one function per step rule, a clone of the run at each choice.
//!
//! A run keeps what is left to do as a stack of frames. Handlers, hooks and the settling of captures are frames too,
//! so a whole move is one program.

mod deeds;

use crate::scene::{Names, Scene};
use crate::store::Store;
use crate::tables::Tables;
use crate::turn;
use crate::value::{Dead, Eval, Value};
use crate::word::Word;
use ferz_dsl::game::{CaptureHook, Domain, GenBody, GuardId, Handler, Man, Origin, SideId, Sq, Step, VarId};
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// What is left to do.
#[derive(Clone, Debug)]
pub(crate) enum Frame<'t> {
    Steps(&'t [Step]),
    Each {
        var: VarId,
        values: std::vec::IntoIter<Value>,
        body: &'t [Step],
    },
    /// Judges marked `first`.
    FirstJudges,
    /// `after move` handlers from this one on, then the settled round.
    After(usize),
    Settled(usize),
    /// Hooks of the captures that wait.
    Captures,
    /// The next hook for the capture at hand.
    Hooks(usize),
    /// Hooks of the end of a turn, if it ends here.
    TurnEnd,
}

/// Why a candidate is refused, found while an illegal move is explained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blame {
    pub origin: Origin,
    pub label: Option<String>,
    pub what: &'static str,
}

/// A move being made.
#[derive(Clone, Debug)]
pub(crate) struct Run<'t> {
    pub t: &'t Tables,
    pub before: &'t Store,
    pub store: Store,
    pub names: Names,
    pub side: SideId,
    pub word: Word,
    pub frames: Vec<Frame<'t>>,
    /// Captures whose hooks have not run: the man and where it stood.
    waiting: VecDeque<(Man, Sq)>,
    /// Every man captured so far, for attack questions.
    pub taken: Vec<(Sq, Man)>,
    /// Where the men in hand came from, for `it` and for the history.
    lifted: Vec<(VarId, Sq)>,
    pub moved: Vec<(Sq, Sq)>,
    /// The variable that holds the mover, while it is in hand.
    it_var: Option<VarId>,
    pub end_turn: bool,
    pub mode: Mode,
    /// Choices of a move that is played again.
    supply: Option<Word>,
    supplied: usize,
    /// The text so far, if it is wanted.
    pub text: Option<String>,
    /// `first` judges that ask for moves are left out.
    pub safe_only: bool,
    /// What an action said, as text, if text is wanted.
    said_text: String,
    /// Refusals passed over, if they are wanted.
    pub blames: Option<Vec<Blame>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// A candidate move with all its points.
    Move,
    /// Up to the settled captures, without judges; only guards that shape attacks.
    Bite,
    /// A hook of the game that belongs to no candidate.
    Hook,
}

type Step1<'t> = ControlFlow<Stop<'t>>;

/// Why a run stops being one run.
enum Stop<'t> {
    Dead,
    Split(Vec<Run<'t>>),
}

impl<'t> Run<'t> {
    pub fn new(t: &'t Tables, before: &'t Store, store: Store, side: SideId, word: Word, mode: Mode) -> Self {
        Self {
            t,
            before,
            store,
            names: Names::default(),
            side,
            word,
            frames: Vec::new(),
            waiting: VecDeque::new(),
            taken: Vec::new(),
            lifted: Vec::new(),
            moved: Vec::new(),
            it_var: None,
            end_turn: false,
            mode,
            supply: None,
            supplied: 0,
            text: None,
            safe_only: false,
            said_text: String::new(),
            blames: None,
        }
    }

    /// Makes the run follow the choices of a move.
    pub fn follow(&mut self, word: Word) {
        self.supply = Some(word);
    }

    pub fn scene(&mut self) -> Scene<'_> {
        Scene::new(self.t, &self.store, self.before, &mut self.names)
    }

    fn dead<T>(value: Eval<T>) -> ControlFlow<Stop<'t>, T> {
        match value {
            Ok(v) => ControlFlow::Continue(v),
            Err(Dead) => ControlFlow::Break(Stop::Dead),
        }
    }

    /// Runs to the end in every way and hands over the finished runs.
    pub fn finish(self, done: &mut dyn FnMut(Run<'t>) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut open = vec![self];
        while let Some(mut run) = open.pop() {
            loop {
                let Some(frame) = run.frames.pop() else {
                    done(run)?;
                    break;
                };
                match run.step(frame) {
                    ControlFlow::Continue(()) => {}
                    ControlFlow::Break(Stop::Dead) => {
                        // What has been refused already explains it; without noted refusals this is no move at all.
                        if run.blames.as_ref().is_some_and(|b| !b.is_empty()) {
                            done(run)?;
                        }
                        break;
                    }
                    ControlFlow::Break(Stop::Split(runs)) => {
                        open.extend(runs.into_iter().rev());
                        break;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn step(&mut self, frame: Frame<'t>) -> Step1<'t> {
        match frame {
            Frame::Steps(steps) => match steps.split_first() {
                None => ControlFlow::Continue(()),
                Some((first, rest)) => {
                    if !rest.is_empty() {
                        self.frames.push(Frame::Steps(rest));
                    }
                    self.one(first)
                }
            },
            Frame::Each { var, mut values, body } => {
                if let Some(value) = values.next() {
                    self.frames.push(Frame::Each { var, values, body });
                    self.frames.push(Frame::Steps(body));
                    self.names.bind(var, value);
                }
                ControlFlow::Continue(())
            }
            Frame::FirstJudges => self.first_judges(),
            Frame::After(next) => self.handler(next, false),
            Frame::Settled(next) => self.handler(next, true),
            Frame::Captures => {
                self.names.victim = self.waiting.pop_front();
                if self.names.victim.is_some() {
                    self.frames.push(Frame::Captures);
                    self.frames.push(Frame::Hooks(0));
                }
                ControlFlow::Continue(())
            }
            Frame::Hooks(next) => self.capture_hook(next),
            Frame::TurnEnd => {
                if turn::is_over(self.t, &self.store, self.end_turn) {
                    self.frames.push(Frame::Captures);
                    for hook in turn::end_hooks(self.t, self.side).into_iter().rev() {
                        self.frames.push(Frame::Steps(hook));
                    }
                }
                ControlFlow::Continue(())
            }
        }
    }

    fn first_judges(&mut self) -> Step1<'t> {
        let Some(g) = self.names.generator else { return ControlFlow::Continue(()) };
        let t = self.t;
        if let (GenBody::Action { name, .. }, Some(text)) = (&t.game.gens[g.index()].body, &mut self.text)
            && text.is_empty()
        {
            // An action that wrote nothing shows its name and choices.
            let colon = if self.said_text.is_empty() { "" } else { ":" };
            *text = format!("{name}{colon}{}", self.said_text);
        }
        for id in &t.game.gens[g.index()].judges {
            let judge = &t.game.judges[id.index()];
            if judge.first && !(self.safe_only && judge.asks_moves) && !Self::dead(crate::legal::allows(self, judge))? {
                self.refuse(&judge.origin, None, "leaves what is forbidden")?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Ends the run, unless refusals are only noted.
    fn refuse(&mut self, origin: &Origin, label: Option<&String>, what: &'static str) -> Step1<'t> {
        match &mut self.blames {
            Some(blames) => {
                blames.push(Blame { origin: origin.clone(), label: label.cloned(), what });
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(Stop::Dead),
        }
    }

    fn handler(&mut self, next: usize, settled: bool) -> Step1<'t> {
        let Some(g) = self.names.generator else { return ControlFlow::Continue(()) };
        let t = self.t;
        let generator = &t.game.gens[g.index()];
        let list = if settled { &generator.settled } else { &generator.after };
        let Some(id) = list.get(next) else { return ControlFlow::Continue(()) };
        self.frames.push(if settled { Frame::Settled(next + 1) } else { Frame::After(next + 1) });
        let handler: &'t Handler = &t.game.handlers[id.index()];
        if !Self::dead(handler.when.map_or(Ok(true), |e| self.scene().bool(e)))? {
            return ControlFlow::Continue(());
        }
        if handler.may {
            return self.either(&handler.body);
        }
        self.frames.push(Frame::Steps(&handler.body));
        ControlFlow::Continue(())
    }

    fn capture_hook(&mut self, next: usize) -> Step1<'t> {
        let (Some(g), Some((man, _))) = (self.names.generator, self.names.victim) else {
            return ControlFlow::Continue(());
        };
        let t = self.t;
        let Some(id) = t.game.gens[g.index()].on_capture.get(next) else { return ControlFlow::Continue(()) };
        self.frames.push(Frame::Hooks(next + 1));
        let hook: &'t CaptureHook = &t.game.capture_hooks[id.index()];
        let describes = hook.victim_sides.contains(man.owner)
            && hook.victim_kinds.contains(man.kind)
            && crate::store::flags_fit(man, &hook.victim_flags);
        if describes && Self::dead(hook.when.map_or(Ok(true), |e| self.scene().bool(e)))? {
            self.frames.push(Frame::Steps(&hook.body));
        }
        ControlFlow::Continue(())
    }

    fn one(&mut self, step: &'t Step) -> Step1<'t> {
        match step {
            Step::Choose { var, from } => self.choose(*var, from),
            Step::Let { var, value } => {
                let value = Self::dead(self.scene().value(*value))?;
                self.bind(*var, value)
            }
            Step::Require(e) => {
                if Self::dead(self.scene().bool(*e))? {
                    return ControlFlow::Continue(());
                }
                let Some(g) = self.names.generator else { return ControlFlow::Break(Stop::Dead) };
                let generator = &self.t.game.gens[g.index()];
                self.refuse(&generator.origin, generator.label.as_ref(), "requires what is not so")
            }
            Step::Lift { at, into, cause } => {
                let at = Self::dead(self.scene().square(*at))?;
                self.lift(at, Some(*into), *cause);
                ControlFlow::Continue(())
            }
            Step::Put { man, at } => self.put(man, *at),
            Step::Cell { cell, index, op, value } => self.set_cell(*cell, *index, *op, *value),
            Step::Hand { side, kind, count, take } => {
                let kind = Self::dead(self.scene().kind(*kind))?;
                let count = Self::dead(self.scene().int(*count))?;
                let t = self.t;
                let Some(held) = kind.and_then(|k| self.store.hand_mut(t, *side, k)) else {
                    return if *take { ControlFlow::Break(Stop::Dead) } else { ControlFlow::Continue(()) };
                };
                let count = count.clamp(0, i64::from(u16::MAX)) as u16;
                if *take && *held < count {
                    return ControlFlow::Break(Stop::Dead);
                }
                *held = if *take { *held - count } else { held.saturating_add(count) };
                ControlFlow::Continue(())
            }
            Step::Flag { flag, of, on } => {
                let set = Self::dead(self.scene().set(*of))?;
                self.set_flags(*flag, &set, *on);
                ControlFlow::Continue(())
            }
            Step::Each { var, over, body } => {
                let values = Self::dead(self.scene().domain(over))?;
                self.frames.push(Frame::Each { var: *var, values: values.into_iter(), body });
                ControlFlow::Continue(())
            }
            Step::If { when, then, other } => {
                let branch = if Self::dead(self.scene().bool(*when))? { then } else { other };
                self.frames.push(Frame::Steps(branch));
                ControlFlow::Continue(())
            }
            Step::May(body) => self.either(body),
            Step::EndTurn => {
                self.end_turn = true;
                ControlFlow::Continue(())
            }
            Step::Eliminate(side) => {
                self.eliminate(*side);
                ControlFlow::Continue(())
            }
            Step::Mark(mark) => {
                self.mark(*mark);
                ControlFlow::Continue(())
            }
            Step::Write { parts, replace } => self.write(parts, *replace),
        }
    }

    /// CHOOSE: one run for each value; a move that is played again takes the value it said.
    fn choose(&mut self, var: VarId, from: &Domain) -> Step1<'t> {
        let values = Self::dead(self.scene().domain(from))?;
        let base = match from {
            Domain::Ints(a, _) => *a,
            Domain::Squares(_) | Domain::Kinds(_) | Domain::Dirs(_) | Domain::Files => 0,
        };
        if let Some(wanted) = self.next_supplied() {
            let Some(value) = values.into_iter().find(|v| said(*v, base) == wanted) else {
                return ControlFlow::Break(Stop::Dead);
            };
            self.say(wanted, Some(value));
            return self.bind(var, value);
        }
        let mut runs = Vec::with_capacity(values.len());
        for value in values {
            let mut run = self.clone();
            run.say(said(value, base), Some(value));
            match run.bind(var, value) {
                ControlFlow::Continue(()) => runs.push(run),
                ControlFlow::Break(Stop::Dead) => {}
                ControlFlow::Break(Stop::Split(more)) => runs.extend(more),
            }
        }
        ControlFlow::Break(Stop::Split(runs))
    }

    /// EITHER for `may`: with the body and without it.
    fn either(&mut self, body: &'t [Step]) -> Step1<'t> {
        if let Some(wanted) = self.next_supplied() {
            self.say(wanted, None);
            if wanted == 0 {
                self.frames.push(Frame::Steps(body));
            }
            return ControlFlow::Continue(());
        }
        let mut with = self.clone();
        with.say(0, None);
        with.frames.push(Frame::Steps(body));
        let mut without = self.clone();
        without.say(1, None);
        ControlFlow::Break(Stop::Split(vec![with, without]))
    }

    fn say(&mut self, number: u16, value: Option<Value>) {
        self.word.say(number);
        if let (Some(value), true) = (value, self.text.is_some()) {
            self.said_text.push_str(&crate::text::shown(self.t, value));
        }
    }

    fn next_supplied(&mut self) -> Option<u16> {
        let word = self.supply.as_ref()?;
        let value = if self.supplied < usize::from(word.said) { word.choices[self.supplied] } else { u16::MAX };
        self.supplied += 1;
        Some(value)
    }

    /// Binds a name and asks the guards that speak of it.
    fn bind(&mut self, var: VarId, value: Value) -> Step1<'t> {
        self.names.bind(var, value);
        let Some(g) = self.names.generator else { return ControlFlow::Continue(()) };
        let t = self.t;
        for (v, guard) in &t.facts(g).after_choice {
            if *v == var {
                self.ask_guard(*guard)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn ask_guard(&mut self, id: GuardId) -> Step1<'t> {
        let guard = &self.t.game.guards[id.index()];
        if self.mode == Mode::Bite && !guard.in_bite {
            return ControlFlow::Continue(());
        }
        if Self::dead(self.scene().bool(guard.bad))? {
            self.refuse(&guard.origin, None, "is forbidden")
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Guards that are asked before the body. False if the candidate does not exist.
    pub fn guards_before(&mut self) -> bool {
        let Some(g) = self.names.generator else { return true };
        let t = self.t;
        t.facts(g).before.iter().all(|guard| self.ask_guard(*guard).is_continue())
    }
}

/// The number a move keeps for a value that was said.
fn said(value: Value, base: i64) -> u16 {
    match value {
        Value::Square(s) => s,
        Value::Kind(k) => k.map_or(u16::MAX, |k| k.0),
        Value::Dir(d) => d.0,
        Value::Int(i) => i.saturating_sub(base) as u16,
        Value::Bool(b) => b.into(),
        Value::Line(l) => l.into(),
        // No domain has them.
        Value::Squares(_) | Value::Man(_) => u16::MAX,
    }
}
