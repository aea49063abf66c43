//! One piece on a bare board: where a movement string leads, without a game around it.
//!
//! Used by `ferz betza` and by the table of pieces in the tests. Rows of the table are
//! `name, notation, board, origin, blockers, targets, checked`, separated by tabs; `targets` is what [`targets`]
//! gives: destinations sorted by file, rank and text, victims that stand elsewhere in brackets, `-` for none.

use crate::walk::{Ground, Place, Tour};
use ferz_dsl::betza::{self, Dialect};
use ferz_dsl::diagnostics::Diagnostics;
use ferz_dsl::game::{
    DirId, DirLabel, DirMap, Expr, ExprId, FlagId, Graph, KindId, KindSet, Man, SideId, SideSet, Sq, SquareSet, Walk,
};
use ferz_dsl::pattern::{BindContext, EnPassant, Facing, Initial, Owners, Pattern, RoyalTest, Wrap, bind, vector_map};
use ferz_dsl::source::{FileId, Span};
use std::fmt;
use std::fmt::Write;

/// Kinds of the bare board: the piece itself, plain men, royals, partners for castling.
const PIECE: KindId = KindId(0);
const PLAIN: KindId = KindId(1);
const ROYAL: KindId = KindId(2);
const PARTNER: KindId = KindId(3);
const UNMOVED: FlagId = FlagId(0);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BareError {
    /// The string has errors; spans count bytes of the notation.
    Notation(Diagnostics),
    /// The board, origin or blockers cannot be read: a sentence.
    Scene(String),
}

impl fmt::Display for BareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scene(text) => f.write_str(text),
            Self::Notation(diags) => {
                let lines = diags.list.iter().map(|d| format!("{}: {}", d.code, d.headline)).collect::<Vec<_>>();
                f.write_str(&lines.join("; "))
            }
        }
    }
}

impl std::error::Error for BareError {}

/// A board with one piece under test.
#[derive(Clone, Debug)]
pub struct Scene {
    pub graph: Graph,
    pub origin: Sq,
    pub men: Vec<Option<Man>>,
    /// The piece belongs to the second player.
    pub black: bool,
    pub moved: bool,
    /// En passant: squares passed, men that passed.
    pub passed: SquareSet,
    pub passers: SquareSet,
}

/// A rectangular board with its king directions.
#[must_use]
pub fn rectangle(files: u8, ranks: u8) -> Graph {
    let size = u16::from(files) * u16::from(ranks);
    let mut graph = Graph {
        files,
        ranks,
        hexagons: false,
        layers: 1,
        size,
        squares: (0..size).collect(),
        dirs: Vec::new(),
        lines: (0..8).map(DirId).collect(),
    };
    for (x, y) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
        let to = vector_map(&graph, (x, y), Wrap::default());
        graph.dirs.push(DirMap { label: DirLabel::Vector(x, y), to });
    }
    graph
}

impl Scene {
    /// Reads `8x8`, `d4`, and `empty` or tokens such as `own:e5,f6 foe:d5 foeK:h8 rook:a1 moved black ep:d6>d5`.
    pub fn read(board: &str, origin: &str, blockers: &str) -> Result<Self, BareError> {
        let scene = |text: String| BareError::Scene(text);
        let size = board.split_once('x').and_then(|(f, r)| Some((f.parse::<u8>().ok()?, r.parse::<u8>().ok()?)));
        let (files, ranks) = size
            .filter(|(f, r)| (1..=26).contains(f) && *r >= 1 && u16::from(*f) * u16::from(*r) <= 256)
            .ok_or_else(|| scene(format!("`{board}` is no board: files x ranks, at most 26 files and 256 squares")))?;
        let graph = rectangle(files, ranks);
        let square = |text: &str| {
            graph
                .named(text.trim())
                .ok_or_else(|| scene(format!("`{}` is no square of a board of {board}", text.trim())))
        };
        let origin = square(origin)?;
        let mut men = vec![None; usize::from(graph.size)];
        let (mut black, mut moved) = (false, false);
        let (mut passed, mut passers) = (SquareSet::NONE, SquareSet::NONE);
        let mut placed: Vec<(Sq, KindId, bool)> = Vec::new();
        for token in blockers.split_whitespace() {
            match token.split_once(':') {
                None => match token {
                    "empty" => {}
                    "black" => black = true,
                    "moved" => moved = true,
                    _ => return Err(scene(format!("`{token}` says nothing about a blocker"))),
                },
                Some(("ep", pair)) => {
                    let (s, v) = pair.split_once('>').ok_or_else(|| scene(format!("`{token}`: write `ep:d6>d5`")))?;
                    let (s, v) = (square(s)?, square(v)?);
                    passed.insert(s);
                    passers.insert(v);
                    placed.push((v, PLAIN, false));
                }
                Some((who, squares)) => {
                    let (kind, own) = match who {
                        "own" => (PLAIN, true),
                        "foe" => (PLAIN, false),
                        "foeK" => (ROYAL, false),
                        "rook" => (PARTNER, true),
                        _ => return Err(scene(format!("`{who}` is no sort of blocker: own, foe, foeK, rook, ep"))),
                    };
                    for s in squares.split(',') {
                        placed.push((square(s)?, kind, own));
                    }
                }
            }
        }
        for (at, kind, own) in placed {
            if at == origin || men[usize::from(at)].is_some() {
                return Err(scene(format!("two men stand on {}", graph.name(at))));
            }
            men[usize::from(at)] = Some(Man { kind, owner: SideId(u16::from(own == black)), flags: 0 });
        }
        let me = Man { kind: PIECE, owner: SideId(u16::from(black)), flags: u32::from(!moved) };
        men[usize::from(origin)] = Some(me);
        Ok(Self { graph, origin, men, black, moved, passed, passers })
    }

    /// The walks of a pattern on this board. Mount filters by letter find no kind here, so `p<C>` never moves.
    pub fn bind(&mut self, pattern: &Pattern) -> Result<(Vec<Walk>, Vec<Expr>), BareError> {
        let mut exprs = vec![Expr::Squares(self.passed), Expr::Squares(self.passers)];
        let mut diags = Diagnostics::default();
        let (own, foe) = if self.black { (1, 0) } else { (0, 1) };
        let mut ctx = BindContext {
            graph: &mut self.graph,
            exprs: &mut exprs,
            wrap: Wrap::default(),
            facing: Facing::rotated((0, if self.black { -1 } else { 1 })),
            owners: Owners {
                own: SideSet::one(SideId(own)),
                allies: SideSet::NONE,
                enemies: SideSet::one(SideId(foe)),
                neutral: SideSet::one(SideId(2)),
            },
            all_kinds: [PIECE, PLAIN, ROYAL, PARTNER].into_iter().collect(),
            kinds: &|_| Some(KindSet::NONE),
            royal: RoyalTest::Kinds(KindSet::one(ROYAL)),
            initial: Initial::Flag(UNMOVED),
            en_passant: Some(EnPassant { passed: ExprId(0), passers: ExprId(1) }),
            diags: &mut diags,
        };
        let walks = bind(pattern, &mut ctx);
        if diags.has_errors() { Err(BareError::Notation(diags)) } else { Ok((walks, exprs)) }
    }

    /// Where the piece can go, in the form of the table.
    pub fn targets(&mut self, pattern: &Pattern) -> Result<String, BareError> {
        let (walks, exprs) = self.bind(pattern)?;
        let ground = Bare { scene: self, exprs: &exprs };
        let mut out: Vec<(u8, u8, String)> = Vec::new();
        let Some(me) = self.men[usize::from(self.origin)] else { return Ok("-".to_owned()) };
        for walk in &walks {
            for run in Tour::new(&self.graph, walk).runs(&self.graph, &ground, me, self.origin) {
                let mut text = self.graph.name(run.to);
                if let Some(put) = run.put {
                    text = match run.victims.first() {
                        Some(v) if v.at == run.to && put == self.origin => format!("{text}(swap)"),
                        Some(v) => format!("{text}({}>{})", self.graph.name(v.at), self.graph.name(put)),
                        None => text,
                    };
                    out.push((self.graph.file(run.to), self.graph.rank(run.to), text));
                    continue;
                }
                let beside: Vec<String> = run
                    .victims
                    .iter()
                    .filter(|v| v.at != run.to || run.to == self.origin)
                    .map(|v| format!("x{}", self.graph.name(v.at)))
                    .collect();
                if !beside.is_empty() {
                    text = format!("{text}({})", beside.join(","));
                }
                out.push((self.graph.file(run.to), self.graph.rank(run.to), text));
            }
        }
        out.extend(self.castlings(pattern));
        out.sort();
        out.dedup();
        if out.is_empty() {
            return Ok("-".to_owned());
        }
        Ok(out.into_iter().map(|t| t.2).collect::<Vec<_>>().join(" "))
    }

    /// The board from the top: `O` the piece, `m` squares it can go to, `c` squares on which it can capture, `x` both;
    /// `o` own and `f` enemy men that it cannot take. An empty square counts as one to capture on if an enemy man put
    /// there could be taken.
    pub fn draw(&mut self, pattern: &Pattern) -> Result<String, BareError> {
        let (walks, exprs) = self.bind(pattern)?;
        let tours: Vec<Tour> = walks.iter().map(|w| Tour::new(&self.graph, w)).collect();
        let Some(me) = self.men[usize::from(self.origin)] else { return Ok(String::new()) };
        let foe = Man { kind: PLAIN, owner: SideId(u16::from(!self.black)), flags: 0 };
        let mut marks = vec!['.'; self.men.len()];
        let quiet: SquareSet = tours
            .iter()
            .flat_map(|t| t.runs(&self.graph, &Bare { scene: self, exprs: &exprs }, me, self.origin))
            .map(|r| r.to)
            .filter(|s| self.men[usize::from(*s)].is_none())
            .collect();
        for s in self.graph.squares.iter() {
            let stands = self.men[usize::from(s)];
            if stands.is_none() {
                self.men[usize::from(s)] = Some(foe);
            }
            let ground = Bare { scene: self, exprs: &exprs };
            let taken = s != self.origin && tours.iter().any(|t| t.takes(&self.graph, &ground, me, self.origin, s));
            self.men[usize::from(s)] = stands;
            marks[usize::from(s)] = match (s == self.origin, taken, quiet.contains(s), stands) {
                (true, ..) => 'O',
                (_, true, true, _) => 'x',
                (_, true, false, _) => 'c',
                (_, false, true, _) => 'm',
                (_, false, false, Some(m)) if m.owner == me.owner => 'o',
                (_, false, false, Some(_)) => 'f',
                (_, false, false, None) => '.',
            };
        }
        let mut out = String::new();
        for rank in (0..self.graph.ranks).rev() {
            let _ = write!(out, "{:>3} ", rank + 1);
            for file in 0..self.graph.files {
                let s = self.graph.at(i32::from(file), i32::from(rank), 0);
                let _ = write!(out, " {}", s.map_or(' ', |s| marks[usize::from(s)]));
            }
            out.push('\n');
        }
        let _ = write!(out, "    ");
        for file in 0..self.graph.files {
            let _ = write!(out, " {}", char::from(b'a' + file));
        }
        out.push('\n');
        Ok(out)
    }

    /// `O n`: toward the first man on the rank, which must be an unmoved partner from the edge (or `jumps` in from it).
    fn castlings(&self, pattern: &Pattern) -> Vec<(u8, u8, String)> {
        let mut out = Vec::new();
        if self.moved {
            return out;
        }
        let (file, rank) = (i32::from(self.graph.file(self.origin)), i32::from(self.graph.rank(self.origin)));
        for (castle, _) in &pattern.castles {
            for right in [false, true] {
                if !(if right { castle.right } else { castle.left }) {
                    continue;
                }
                let step = if right == self.black { -1 } else { 1 };
                let edge = if step > 0 { i32::from(self.graph.files) - 1 } else { 0 } - step * i32::from(castle.jumps);
                let free = (1..).map(|i| file + step * i).take_while(|f| *f != edge);
                let between = (edge - file) * step - 1;
                let clear = between >= i32::from(castle.files)
                    && free
                        .take(usize::try_from(between).unwrap_or(0))
                        .all(|f| self.graph.at(f, rank, 0).is_some_and(|s| self.men[usize::from(s)].is_none()));
                let partner = self.graph.at(edge, rank, 0);
                let owner = SideId(u16::from(self.black));
                let ready = partner
                    .and_then(|s| self.men[usize::from(s)])
                    .is_some_and(|m| m.kind == PARTNER && m.owner == owner);
                let goal = self.graph.at(file + step * i32::from(castle.files), rank, 0);
                let crossed = self.graph.at(file + step * (i32::from(castle.files) - 1), rank, 0);
                if let (true, true, Some(p), Some(to), Some(over)) = (clear, ready, partner, goal, crossed) {
                    let name = |s| self.graph.name(s);
                    let text = format!("{}(O{}>{})", name(to), name(p), name(over));
                    out.push((self.graph.file(to), self.graph.rank(to), text));
                }
            }
        }
        out
    }
}

struct Bare<'a> {
    scene: &'a Scene,
    exprs: &'a [Expr],
}

impl Ground for Bare<'_> {
    fn man(&self, s: Sq) -> Option<Man> {
        self.scene.men[usize::from(s)]
    }
    /// Binding a string makes no guard on this board: royals are kinds and `passed` is a constant set.
    fn holds(&self, guard: ExprId, _: &Place<'_>) -> bool {
        unreachable!("a bare string has no guard {guard:?}")
    }
    fn squares(&self, set: ExprId, _: &Place<'_>) -> SquareSet {
        match &self.exprs[set.index()] {
            Expr::Squares(s) => *s,
            other => unreachable!("a bare string takes constant squares only, not {other:?}"),
        }
    }
}

/// Reads a string with spans that count its bytes. With the pattern come warnings and the remarks for who asks about
/// one string: lopsided, stuck on an empty board, read otherwise by other programs.
pub fn read(notation: &str, dialect: Dialect) -> Result<(Pattern, Diagnostics), Diagnostics> {
    let mut diags = Diagnostics::default();
    let span = Span::new(FileId(0), 0, notation.len());
    match betza::parse_as(notation, span, dialect, &mut diags) {
        Some(pattern) => {
            betza::lint(notation, &pattern, span, &mut diags);
            Ok((pattern, diags))
        }
        None => Err(diags),
    }
}

/// The `targets` column for a string on a board.
pub fn targets(notation: &str, board: &str, origin: &str, blockers: &str) -> Result<String, BareError> {
    targets_as(notation, Dialect::default(), board, origin, blockers)
}

/// The board with the squares that the piece reaches (see [`Scene::draw`]).
pub fn draw(notation: &str, board: &str, origin: &str, blockers: &str) -> Result<String, BareError> {
    let (pattern, _) = read(notation, Dialect::default()).map_err(BareError::Notation)?;
    Scene::read(board, origin, blockers)?.draw(&pattern)
}

pub fn targets_as(
    notation: &str,
    dialect: Dialect,
    board: &str,
    origin: &str,
    blockers: &str,
) -> Result<String, BareError> {
    let (pattern, _) = read(notation, dialect).map_err(BareError::Notation)?;
    Scene::read(board, origin, blockers)?.targets(&pattern)
}

/// What the rows of a table gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TableReport {
    pub passed: usize,
    pub failed: usize,
    /// One line for each row that failed or could not be read.
    pub messages: Vec<String>,
}

/// Compares every row of a table of pieces. Lines that are empty or begin with `#`, and the header line, are no rows.
/// The old letters `L` and `J` are read as Betza's.
#[must_use]
pub fn check_table(text: &str) -> TableReport {
    let mut report = TableReport::default();
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') || line.starts_with("name\t") {
            continue;
        }
        let columns: Vec<&str> = line.split('\t').collect();
        let problem = match columns.as_slice() {
            [name, notation, board, origin, blockers, expected, ..] => {
                match targets_as(notation, Dialect { old_letters: true }, board, origin, blockers) {
                    Ok(found) if found == *expected => None,
                    Ok(found) => Some(format!("{name}: {notation} from {origin}: expected {expected}, found {found}")),
                    Err(e) => Some(format!("{name}: {notation}: {e}")),
                }
            }
            _ => Some(format!("{} columns, expected at least 6", columns.len())),
        };
        match problem {
            None => report.passed += 1,
            Some(message) => {
                report.failed += 1;
                report.messages.push(format!("line {}: {message}", number + 1));
            }
        }
    }
    report
}
