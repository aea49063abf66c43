//! Board, sides, directions, views.

use super::Lowerer;
use crate::assemble::Assembly;
use crate::ast::{self, BoardShape, ExprKind};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::game::{DirId, DirLabel, DirMap, Graph, SideId, SideInfo, Sq, SquareSet, TurnMachine};
use crate::pattern::{Facing, Wrap};

const KING: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The twelve directions of hexagons clockwise from north, over an edge and over a corner in turn.
const HEX_KING: [(i8, i8); 12] =
    [(0, 1), (1, 2), (1, 1), (2, 1), (1, 0), (1, -1), (0, -1), (-1, -2), (-1, -1), (-2, -1), (-1, 0), (-1, 1)];

/// The board of the variant, with the king directions and its named lines.
pub fn graph(asm: &Assembly, diags: &mut Diagnostics) -> Option<Graph> {
    let b = &asm.board;
    let (files, ranks, hexagons) = match b.shape.value {
        BoardShape::Size { files, ranks } => (files, ranks, false),
        BoardShape::Hexagon(edge) => {
            if !(1..=8).contains(&edge) {
                diags.push(
                    Diagnostic::error("E0601", format!("a hexagon of edge {edge} cannot be made"))
                        .label(b.shape.span, "edges go from 1 to 8")
                        .help("for example `board hexagon 6`, which has 91 cells"),
                );
                return None;
            }
            let width = 2 * edge - 1;
            (width, width, true)
        }
    };
    if let Some(w) = b.wrap.as_ref().filter(|_| hexagons) {
        diags.push(
            Diagnostic::error("E0610", "a board of hexagons has edges on all sides")
                .label(w.span, "cannot be rolled up")
                .help("leave it out, or use a board of squares"),
        );
        return None;
    }
    if !(1..=16).contains(&files) || !(1..=16).contains(&ranks) {
        diags.push(
            Diagnostic::error("E0601", format!("a board of {files}x{ranks} cannot be made"))
                .label(b.shape.span, "files and ranks go from 1 to 16")
                .help("for example `board 8x8`"),
        );
        return None;
    }
    let layers = b.layers.as_ref().map_or(1, |l| l.value);
    let squares = u64::from(layers) * u64::from(files * ranks);
    if squares == 0 || squares > 256 {
        let span = b.layers.as_ref().map_or(b.shape.span, |l| l.span);
        diags.push(
            Diagnostic::error("E0602", format!("{layers} layers of {files}x{ranks} are {squares} squares"))
                .label(span, "a board has at most 256 squares over all layers"),
        );
        return None;
    }
    let size = (files * ranks * layers) as u16;
    let mut g = Graph {
        files: files as u8,
        ranks: ranks as u8,
        layers: layers as u8,
        hexagons,
        size,
        squares: (0..size).collect(),
        dirs: vec![],
        lines: vec![],
    };
    if hexagons {
        // The grid is slanted, so its two far corners are not cells.
        let (half, off) = (i32::from(g.files / 2), |s: Sq| i32::from(g.file(s)) - i32::from(g.rank(s)));
        g.squares = g.squares.iter().filter(|s| off(*s).abs() <= half).collect();
    }
    let king = if hexagons { &HEX_KING[..] } else { &KING[..] };
    g.lines = (0..king.len() as u16).map(DirId).collect();
    let mut holes = SquareSet::NONE;
    for e in b.without.iter().flatten() {
        squares_of(e, &g, &mut holes, diags)?;
    }
    g.squares = g.squares.minus(&holes);
    if g.squares.is_empty() {
        diags.push(
            Diagnostic::error("E0603", "the board has no squares left").label(b.shape.span, "everything is cut out"),
        );
        return None;
    }
    let wrap = wrap(asm);
    for v in king.iter().copied() {
        let map = crate::pattern::vector_map(&g, v, wrap);
        g.dirs.push(DirMap { label: DirLabel::Vector(v.0, v.1), to: map });
    }
    for (name, items) in &b.lines {
        let mut line: Vec<Sq> = vec![];
        for e in items {
            let mut one = SquareSet::NONE;
            squares_of(e, &g, &mut one, diags)?;
            line.extend(one.iter());
        }
        for back in [false, true] {
            let mut to = vec![None; usize::from(size)];
            for w in line.windows(2) {
                let (a, b) = if back { (w[1], w[0]) } else { (w[0], w[1]) };
                to[usize::from(a)] = Some(b);
            }
            g.dirs.push(DirMap { label: DirLabel::Line(name.value.clone(), back), to });
        }
    }
    Some(g)
}

pub fn wrap(asm: &Assembly) -> Wrap {
    match asm.board.wrap.as_ref().map(|w| w.value.as_str()) {
        Some("cylinder") => Wrap { files: true, ranks: false },
        Some("torus") => Wrap { files: true, ranks: true },
        _ => Wrap::default(),
    }
}

/// Squares and rectangles written out.
fn squares_of(e: &ast::Expr, g: &Graph, out: &mut SquareSet, diags: &mut Diagnostics) -> Option<()> {
    let corner = |text: &String, diags: &mut Diagnostics| {
        let s = g.named(text);
        if s.is_none() {
            diags.push(
                Diagnostic::error("E0216", format!("`{text}` is not on the board"))
                    .label(e.span, format!("the board is {}x{}", g.files, g.ranks)),
            );
        }
        s
    };
    match &e.kind {
        ExprKind::Square(a) => out.insert(corner(a, diags)?),
        ExprKind::Rect(a, b) => {
            let (a, b) = (corner(a, diags)?, corner(b, diags)?);
            let (f, r) = ((g.file(a), g.file(b)), (g.rank(a), g.rank(b)));
            for s in g.squares.iter() {
                let inside = |x: u8, (p, q): (u8, u8)| (p.min(q)..=p.max(q)).contains(&x);
                if inside(g.file(s), f) && inside(g.rank(s), r) {
                    out.insert(s);
                }
            }
        }
        ExprKind::List(items) => {
            for i in items {
                squares_of(i, g, out, diags)?;
            }
        }
        _ => {
            diags.push(
                Diagnostic::error("E0611", "squares written out are needed here")
                    .label(e.span, "not a square")
                    .help("`a1`, `a1..c3`"),
            );
            return None;
        }
    }
    Some(())
}

impl Lowerer<'_> {
    /// Sides with their facing, teams and the turn list.
    pub(super) fn frame(&mut self) -> Option<()> {
        let n = self.asm.sides.len();
        let quarter = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let mut teams: Vec<String> = vec![];
        for (i, s) in self.asm.sides.iter().enumerate() {
            let forward = match s.faces.as_ref().map(|f| f.value.as_str()) {
                Some("north") => (0, 1),
                Some("south") => (0, -1),
                Some("east") => (1, 0),
                Some("west") => (-1, 0),
                Some(other) => {
                    let span = s.faces.as_ref().map_or(s.name.span, |f| f.span);
                    self.diags.push(
                        Diagnostic::error("E0605", format!("a side cannot face `{other}`"))
                            .label(span, "not a direction of the board")
                            .help("`north`, `south`, `east` or `west`"),
                    );
                    return None;
                }
                None if n == 4 => quarter[i],
                None => {
                    if i % 2 == 0 {
                        (0, 1)
                    } else {
                        (0, -1)
                    }
                }
            };
            let team = s.team.as_ref().map_or_else(|| format!("side {i}"), |t| format!("team {}", t.value));
            let team = teams.iter().position(|t| *t == team).unwrap_or_else(|| {
                teams.push(team);
                teams.len() - 1
            });
            if self.graph.hexagons && (forward.0 != 0 || self.asm.mirrored) {
                self.diags.push(
                    Diagnostic::error("E0610", "on hexagons sides face north or south, turned by half a circle")
                        .label(s.faces.as_ref().map_or(s.name.span, |f| f.span), "this side does not"),
                );
                return None;
            }
            self.sides.push(SideInfo { name: s.name.value.clone(), team: team as u16, forward, neutral: false });
        }
        self.sides.push(SideInfo { name: "neutral".into(), team: teams.len() as u16, forward: (0, 0), neutral: true });
        if n > 14 {
            self.diags.push(
                Diagnostic::error("E0606", format!("{n} sides are too many"))
                    .label(self.asm.sides[14].name.span, "at most 14"),
            );
            return None;
        }
        self.turn = TurnMachine {
            entries: self.asm.turns.iter().map(|i| SideId(*i as u16)).collect(),
            repeat_from: self.asm.repeat_from,
            growing: self.asm.growing,
        };
        Some(())
    }

    pub fn facing(&self, side: SideId) -> Facing {
        let forward = self.sides[side.index()].forward;
        if self.asm.mirrored { Facing::mirrored(forward) } else { Facing::rotated(forward) }
    }

    /// A direction word for a side.
    pub fn direction(&self, word: &str, side: SideId) -> Option<DirId> {
        let f = self.facing(side);
        let hexes = self.graph.hexagons;
        // On hexagons east and west lead over a corner.
        let east = if hexes { (2, 1) } else { (1, 0) };
        let west = (-east.0, -east.1);
        let v = match word {
            "forward" => f.absolute((0, 1)),
            "back" => f.absolute((0, -1)),
            "right" => f.absolute(east),
            "left" => f.absolute(west),
            "north" => (0, 1),
            "south" => (0, -1),
            "east" => east,
            "west" => west,
            _ => return None,
        };
        let king = if hexes { &HEX_KING[..] } else { &KING[..] };
        king.iter().position(|k| *k == v).map(|i| DirId(i as u16))
    }

    /// Number of ranks as the side sees them.
    pub fn depth(&self, side: SideId) -> u32 {
        let forward = self.sides[side.index()].forward;
        u32::from(if forward.0 == 0 { self.graph.ranks } else { self.graph.files })
    }

    /// Rank of a square as the side sees it, from 0.
    pub fn seen_rank(&self, s: Sq, side: SideId) -> u32 {
        let g = &self.graph;
        if g.hexagons {
            // The n-th cell of its file, from the owner's end.
            let (file, low) = (g.file(s), g.lowest(g.file(s)));
            let high = low + g.files - 1 - (g.files / 2).abs_diff(file);
            let north = self.sides[side.index()].forward != (0, -1);
            return u32::from(if north { g.rank(s) - low } else { high - g.rank(s) });
        }
        u32::from(match self.sides[side.index()].forward {
            (0, -1) => g.ranks - 1 - g.rank(s),
            (1, 0) => g.file(s),
            (-1, 0) => g.files - 1 - g.file(s),
            _ => g.rank(s),
        })
    }

    /// Is there a square straight ahead as the side sees it?
    pub fn ahead(&self, s: Sq, side: SideId) -> bool {
        let ((x, y), g) = (self.sides[side.index()].forward, &self.graph);
        g.at(i32::from(g.file(s)) + i32::from(x), i32::from(g.rank(s)) + i32::from(y), g.layer(s)).is_some()
    }

    /// The square where the side sees what the first side (facing north) sees on `s`.
    pub fn turned(&self, s: Sq, side: SideId) -> Option<Sq> {
        let g = &self.graph;
        let (f, r) = (i32::from(g.file(s)), i32::from(g.rank(s)));
        let (w, h) = (i32::from(g.files) - 1, i32::from(g.ranks) - 1);
        let facing = self.facing(side);
        // From the corner that is near and left for the side.
        let (right, forward) = (facing.right, facing.forward);
        let corner =
            (if right.0 < 0 || forward.0 < 0 { w } else { 0 }, if right.1 < 0 || forward.1 < 0 { h } else { 0 });
        let x = corner.0 + f * i32::from(right.0) + r * i32::from(forward.0);
        let y = corner.1 + f * i32::from(right.1) + r * i32::from(forward.1);
        g.at(x, y, g.layer(s))
    }
}
