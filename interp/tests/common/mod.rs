//! A builder of small games by hand, for tests of the interpreter that need no compiler.
#![allow(dead_code, reason = "each test file uses its part")]

pub mod library;

use ferz_dsl::game::*;
use ferz_interp::{Interp, Pos};
use ferz_runtime::{Position, Rules};
use std::sync::Arc;

pub const WHITE: SideId = SideId(0);
pub const BLACK: SideId = SideId(1);

#[derive(Clone, Debug)]
pub struct Builder {
    pub game: Game,
}

pub fn origin(rule: &str) -> Origin {
    Origin { rule: rule.into(), file: "hand-built".into(), line: 1 }
}

impl Builder {
    /// An empty board for white and black.
    pub fn new(files: u8, ranks: u8) -> Self {
        let size = u16::from(files) * u16::from(ranks);
        let squares = (0..size).collect();
        let mut board =
            Graph { files, ranks, layers: 1, hexagons: false, size, squares, dirs: Vec::new(), lines: Vec::new() };
        for (f, r) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
            board.lines.push(DirId(board.dirs.len() as u16));
            board.dirs.push(vector(files, ranks, f, r));
        }
        let side = |name: &str, team, forward, neutral| SideInfo { name: name.into(), team, forward, neutral };
        let game = Game {
            name: "hand-built".into(),
            title: "Hand-built".into(),
            meta: Vec::new(),
            board,
            sides: vec![
                side("white", 0, (0, 1), false),
                side("black", 1, (0, -1), false),
                side("neutral", 2, (0, 0), true),
            ],
            kinds: Vec::new(),
            flags: Vec::new(),
            cells: Vec::new(),
            hands: vec![KindSet::NONE; 2],
            tables: Vec::new(),
            exprs: Vec::new(),
            vars: Vec::new(),
            walks: Vec::new(),
            gens: Vec::new(),
            guards: Vec::new(),
            judges: Vec::new(),
            handlers: Vec::new(),
            capture_hooks: Vec::new(),
            turn_hooks: Vec::new(),
            prefers: Vec::new(),
            outcomes: Vec::new(),
            facts: Vec::new(),
            turn: TurnMachine { entries: vec![WHITE, BLACK], repeat_from: 0, growing: false },
            fen: vec![
                FenField::Rights(Vec::new()),
                FenField::Squares { cells: Vec::new(), with: Vec::new() },
                FenField::HalfMoves(None),
                FenField::FullMoves,
            ],
            start: Start {
                board: vec![None; usize::from(size)],
                hands: Vec::new(),
                ints: Vec::new(),
                squares: Vec::new(),
                turn: 0,
                full_moves: 1,
            },
            setup: String::new(),
        };
        Self { game }
    }

    pub fn dir(&mut self, f: i8, r: i8) -> DirId {
        if let Some(d) = self.game.board.dir((f, r)) {
            return d;
        }
        let (files, ranks) = (self.game.board.files, self.game.board.ranks);
        self.game.board.dirs.push(vector(files, ranks, f, r));
        DirId(self.game.board.dirs.len() as u16 - 1)
    }

    pub fn expr(&mut self, expr: Expr) -> ExprId {
        self.game.exprs.push(expr);
        ExprId(self.game.exprs.len() as u16 - 1)
    }

    pub fn var(&mut self, name: &str, ty: VarType) -> VarId {
        self.game.vars.push(VarInfo { name: name.into(), ty });
        VarId(self.game.vars.len() as u16 - 1)
    }

    pub fn kind(&mut self, name: &str, letter: &str, royal: bool) -> KindId {
        let royal = if royal { Royal::Yes } else { Royal::No };
        self.game.kinds.push(KindInfo {
            name: name.into(),
            letter: letter.into(),
            sides: [WHITE, BLACK].into_iter().collect(),
            neutral: false,
            royal: vec![royal; 2],
            worth: 0,
            base: None,
            turned: None,
            attacks: vec![None, None],
            origin: Origin { rule: "pieces".into(), file: String::new(), line: 1 },
        });
        KindId(self.game.kinds.len() as u16 - 1)
    }

    fn all_kinds() -> KindSet {
        KindSet(u128::MAX)
    }

    /// A test of an empty square or one with a man of the other side.
    pub fn test(empty: bool, sides: SideSet) -> Test {
        Test { empty, sides, kinds: Self::all_kinds(), flags: Vec::new(), within: None, guard: None }
    }

    pub fn capture() -> Option<Take> {
        Some(Take { at: TakeAt::Here, cause: Cause::Capture, late: false })
    }

    /// Leaps to empty squares (`quiet`) and onto enemies (`taking`).
    pub fn leaps(&mut self, side: SideId, vectors: &[(i8, i8)], quiet: bool, taking: bool) -> WalkId {
        let dirs: Vec<DirId> = vectors.iter().map(|(f, r)| self.dir(*f, *r)).collect();
        let foes = if taking { SideSet::one(SideId(1 - side.0)) } else { SideSet::NONE };
        let edge = WalkEdge {
            go: Go::Step(dirs),
            test: Self::test(quiet, foes),
            take: Self::capture(),
            unload: false,
            next: 1,
        };
        let nodes = vec![Node { edges: vec![edge], ..Node::default() }, Node { land: true, ..Node::default() }];
        self.walk(nodes)
    }

    /// Slides in these directions.
    pub fn slides(&mut self, side: SideId, vectors: &[(i8, i8)]) -> WalkId {
        let mut nodes = vec![Node::default(), Node { land: true, ..Node::default() }];
        let foe = SideSet::one(SideId(1 - side.0));
        for (f, r) in vectors {
            let (d, here) = (self.dir(*f, *r), nodes.len() as u16);
            let on = WalkEdge {
                go: Go::Step(vec![d]),
                test: Self::test(true, SideSet::NONE),
                take: None,
                unload: false,
                next: here,
            };
            let hit = WalkEdge {
                go: Go::Step(vec![d]),
                test: Self::test(false, foe),
                take: Self::capture(),
                unload: false,
                next: 1,
            };
            nodes[0].edges.extend([on.clone(), hit.clone()]);
            nodes.push(Node { edges: vec![on, hit], land: true, last: false });
        }
        self.walk(nodes)
    }

    pub fn walk(&mut self, nodes: Vec<Node>) -> WalkId {
        self.game.walks.push(Walk { nodes, origin: None, flags: Vec::new(), guard: None });
        WalkId(self.game.walks.len() as u16 - 1)
    }

    pub fn generator(&mut self, side: SideId, body: GenBody, bites: bool) -> GenId {
        self.game.gens.push(Gen {
            side,
            body,
            label: None,
            origin: origin("moves"),
            guards: Vec::new(),
            judges: Vec::new(),
            after: Vec::new(),
            settled: Vec::new(),
            on_capture: Vec::new(),
            prefer: Vec::new(),
            text: LongText::default(),
            bites,
        });
        GenId(self.game.gens.len() as u16 - 1)
    }

    pub fn moves(&mut self, side: SideId, kind: KindId, walks: Vec<WalkId>) -> GenId {
        self.generator(side, GenBody::Walk { kind, walks, block: Vec::new() }, true)
    }

    pub fn action(&mut self, side: SideId, name: &str, steps: Vec<Step>) -> GenId {
        let id = self.generator(side, GenBody::Action { name: name.into(), steps }, false);
        self.game.gens[id.index()].label = Some(name.into());
        id
    }

    /// `some own royals attacked by enemy`.
    pub fn checked(&mut self, side: SideId) -> ExprId {
        let of = self.expr(Expr::Royals(SideSet::one(side)));
        let by = self.men(SideId(1 - side.0), Self::all_kinds());
        let attacked = self.expr(Expr::Attacked { of, by, side, without: None });
        self.expr(Expr::Some(attacked))
    }

    pub fn men(&mut self, side: SideId, kinds: KindSet) -> ExprId {
        self.expr(Expr::Men { kinds, sides: SideSet::one(side), flags: Vec::new() })
    }

    /// No royal may be left attacked; attacked and stuck loses; stuck and not attacked draws.
    pub fn mate(&mut self) {
        let (mut lost, mut drawn) = (Vec::new(), Vec::new());
        for side in [WHITE, BLACK] {
            let bad = self.checked(side);
            self.game.judges.push(Judge {
                side,
                first: false,
                asks_moves: false,
                when: None,
                bad,
                origin: origin("checkmate"),
            });
            let judge = JudgeId(self.game.judges.len() as u16 - 1);
            self.game.gens.iter_mut().filter(|g| g.side == side).for_each(|g| g.judges.push(judge));
            let turn = self.expr(Expr::Turn(side));
            let can = self.expr(Expr::CanMove { side, level: Level::Best, filter: None });
            let cannot = self.expr(Expr::Not(can));
            let stuck = self.expr(Expr::And(turn, cannot));
            let free = self.expr(Expr::Not(bad));
            let mated = self.expr(Expr::And(stuck, bad));
            let stalemated = self.expr(Expr::And(stuck, free));
            lost.push(OutcomeCopy { owner: side, when: mated, result: ResultExpr::Lose });
            drawn.push(OutcomeCopy { owner: side, when: stalemated, result: ResultExpr::Draw });
        }
        self.game.outcomes.push(Outcome { copies: lost, adjudication: false, origin: origin("checkmate") });
        self.game.outcomes.push(Outcome { copies: drawn, adjudication: false, origin: origin("stalemate") });
    }

    pub fn interp(&self) -> Interp {
        Interp::new(Arc::new(self.game.clone())).expect("the game fits the interpreter")
    }
}

fn vector(files: u8, ranks: u8, f: i8, r: i8) -> DirMap {
    let inside = |x: i16, n: u8| (0..i16::from(n)).contains(&x);
    let to =
        (0..i16::from(ranks)).flat_map(|y| (0..i16::from(files)).map(move |x| (x + i16::from(f), y + i16::from(r))));
    let to =
        to.map(|(x, y)| (inside(x, files) && inside(y, ranks)).then(|| (y * i16::from(files) + x) as Sq)).collect();
    DirMap { label: DirLabel::Vector(f, r), to }
}

pub const ROOK: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub const BISHOP: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
pub const KNIGHT: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

pub fn king_steps() -> Vec<(i8, i8)> {
    ROOK.into_iter().chain(BISHOP).collect()
}

/// King, queen, rook, bishop and knight as everybody knows them.
pub fn officers() -> (Builder, [KindId; 5]) {
    let mut b = Builder::new(8, 8);
    let kinds = [("King", "K"), ("Queen", "Q"), ("Rook", "R"), ("Bishop", "B"), ("Knight", "N")]
        .map(|(name, letter)| b.kind(name, letter, letter == "K"));
    for side in [WHITE, BLACK] {
        let walks = [
            b.leaps(side, &king_steps(), true, true),
            b.slides(side, &king_steps()),
            b.slides(side, &ROOK),
            b.slides(side, &BISHOP),
            b.leaps(side, &KNIGHT, true, true),
        ];
        for (kind, walk) in kinds.into_iter().zip(walks) {
            b.moves(side, kind, vec![walk]);
        }
    }
    (b, kinds)
}

pub fn perft(pos: &Pos, depth: u32) -> u64 {
    if depth <= 1 {
        return pos.count_moves();
    }
    let play = |mv| {
        let mut next = pos.clone();
        next.play(mv);
        perft(&next, depth - 1)
    };
    pos.moves().into_iter().map(play).sum()
}

pub fn texts(pos: &Pos) -> Vec<String> {
    let mut list: Vec<String> = pos.moves().into_iter().map(|m| pos.move_text(m)).collect();
    list.sort();
    list
}

pub fn play(pos: &mut Pos, text: &str) {
    let mv = pos.find_move(text).unwrap_or_else(|| panic!("{text} is not legal in {}", pos.to_fen()));
    pos.play(mv);
}

pub fn at(rules: &Interp, fen: &str) -> Pos {
    rules.from_fen(fen).unwrap_or_else(|e| panic!("{fen}: {e}"))
}
