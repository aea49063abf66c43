//! Patterns bound to a board: normal form, clause words, facings, dead squares.

use ferz_dsl::betza::parse;
use ferz_dsl::diagnostics::Diagnostics;
use ferz_dsl::game::{
    Cause, DirId, DirLabel, DirMap, Expr, FlagId, Go, Graph, KindId, KindSet, SideId, SideSet, Sq, SquareSet, TakeAt,
    Walk,
};
use ferz_dsl::pattern::{
    BindContext, Facing, Initial, Owners, Pattern, Refusal, RoyalTest, SetTest, Wrap, bind, dead_squares, vector_map,
};
use ferz_dsl::source::{FileId, Span};

const WHITE: SideId = SideId(0);
const BLACK: SideId = SideId(1);

fn board(files: u8, ranks: u8, wrap: Wrap) -> Graph {
    let size = u16::from(files) * u16::from(ranks);
    let mut g = Graph {
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
        let to = vector_map(&g, (x, y), wrap);
        g.dirs.push(DirMap { label: DirLabel::Vector(x, y), to });
    }
    g
}

fn read(text: &str) -> Pattern {
    let mut diags = Diagnostics::default();
    let span = Span::new(FileId(0), 0, text.len());
    parse(text, span, &mut diags).unwrap_or_else(|| panic!("{text}: {diags:?}"))
}

fn bound_on(pattern: &Pattern, graph: &mut Graph, facing: Facing, wrap: Wrap) -> (Vec<Walk>, Vec<Expr>, Diagnostics) {
    let (mut exprs, mut diags) = (Vec::new(), Diagnostics::default());
    let mut ctx = BindContext {
        graph,
        exprs: &mut exprs,
        wrap,
        facing,
        owners: Owners {
            own: SideSet::one(WHITE),
            allies: SideSet::NONE,
            enemies: SideSet::one(BLACK),
            neutral: SideSet::one(SideId(2)),
        },
        all_kinds: (0..4).map(KindId).collect(),
        kinds: &|name| (name == "C").then(|| KindSet::one(KindId(3))),
        royal: RoyalTest::Kinds(KindSet::one(KindId(1))),
        initial: Initial::Flag(FlagId(5)),
        en_passant: None,
        diags: &mut diags,
    };
    let walks = bind(pattern, &mut ctx);
    (walks, exprs, diags)
}

fn bound(pattern: &Pattern) -> Vec<Walk> {
    bound_on(pattern, &mut board(8, 8, Wrap::default()), Facing::rotated((0, 1)), Wrap::default()).0
}

fn walks(text: &str) -> Vec<Walk> {
    bound(&read(text))
}

#[test]
fn a_king_is_one_edge() {
    let w = walks("K");
    assert_eq!(w.len(), 1);
    assert_eq!(w[0].nodes.len(), 2);
    let edge = &w[0].nodes[0].edges;
    assert_eq!(edge.len(), 1);
    assert_eq!(edge[0].go, Go::Step((0..8).map(DirId).collect()));
    assert!(edge[0].test.empty && edge[0].test.sides == SideSet::one(BLACK));
    assert_eq!(edge[0].take.as_ref().map(|t| (t.at.clone(), t.cause)), Some((TakeAt::Here, Cause::Capture)));
    assert!(w[0].nodes[1].land && w[0].nodes[1].edges.is_empty());
}

#[test]
fn a_queen_has_a_loop_for_each_direction() {
    let w = walks("Q");
    assert_eq!((w.len(), w[0].nodes.len()), (1, 10));
    let loops: Vec<_> = (0..10u16)
        .filter(|i| w[0].nodes[usize::from(*i)].edges.iter().any(|e| e.next == *i))
        .map(|i| match &w[0].nodes[usize::from(i)].edges[0].go {
            Go::Step(d) => d.clone(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(loops.len(), 8);
    assert!(loops.iter().all(|d| d.len() == 1));
}

#[test]
fn equal_movements_are_equal_values() {
    for (a, b) in [
        ("FA", "AF"),
        ("WF", "K"),
        ("RB", "Q"),
        ("[F-B]", "B{2,}"),
        ("NN", "N0"),
        ("W4", "R4"),
        ("fWfF", "fK"),
        ("nN", "[W-F]"),
    ] {
        // directions are numbered in order of use: both on one board
        let mut g = board(8, 8, Wrap::default());
        let mut on_it = |text| bound_on(&read(text), &mut g, Facing::rotated((0, 1)), Wrap::default()).0;
        assert_eq!(on_it(a), on_it(b), "{a} {b}");
    }
}

#[test]
fn facings_turn_and_mirror() {
    let vector = |f: Facing| f.absolute((1, 2));
    assert_eq!(vector(Facing::rotated((0, 1))), (1, 2));
    assert_eq!(vector(Facing::rotated((0, -1))), (-1, -2));
    assert_eq!(vector(Facing::rotated((1, 0))), (2, -1));
    assert_eq!(vector(Facing::rotated((-1, 0))), (-2, 1));
    assert_eq!(vector(Facing::mirrored((0, -1))), (1, -2));
    assert_eq!(vector(Facing::mirrored((1, 0))), (2, 1));
}

#[test]
fn captures_and_quiet_moves_part_a_pattern() {
    let q = read("Q");
    let (captures, quiet) = (bound(&q.captures()), bound(&q.quiet()));
    assert!(captures.iter().flat_map(|w| &w.nodes).all(|n| !n.land || n.edges.is_empty()));
    assert!(quiet.iter().flat_map(|w| &w.nodes).flat_map(|n| &n.edges).all(|e| e.take.is_none() && e.test.empty));
    assert_eq!(bound(&q.captures().union(q.quiet())), bound(&q));
    assert_eq!(bound(&read("mRcB").captures()), walks("cB"));
    assert_eq!(bound(&read("mRcB").quiet()), walks("mR"));
    // a jump over a victim is a capture though it lands on an empty square
    assert_eq!(bound(&read("K[cF-mF]").captures()), walks("cK[cF-mF]"));
}

#[test]
fn reverse_heading_and_range() {
    assert_eq!(bound(&read("fmWfcF").reverse()), walks("bmWbcF"));
    assert_eq!(bound(&read("K").heading_forward()), walks("fK"));
    assert_eq!(bound(&read("Q").up_to(1)), walks("K"));
    assert_eq!(bound(&read("Q").up_to(3)), walks("Q3"));
    assert_eq!(bound(&read("NRD").up_to(1)), walks("W"));
    assert_eq!(bound(&read("[cK-@]").up_to(1)), Vec::new());
    assert_eq!(bound(&read("[cK-@]").up_to(2)), walks("[cK-@]"));
}

#[test]
fn sets_narrow_tests() {
    let half: SquareSet = (0..32).collect();
    let set = SetTest::Squares(half);
    let w = bound(&read("W").within(&set));
    assert_eq!(w[0].origin, Some(half));
    assert_eq!(w[0].nodes[0].edges[0].test.within, Some(half));
    let onto = bound(&read("R").onto(&set).unwrap());
    assert_eq!(onto[0].origin, None);
    // sliding goes on outside the set, ending does not
    let ends: Vec<_> =
        onto[0].nodes[0].edges.iter().map(|e| (onto[0].nodes[usize::from(e.next)].land, e.test.within)).collect();
    assert!(ends.iter().all(|(land, within)| *land == within.is_some()), "{ends:?}");
    let kind = SetTest::Men { empty: false, kinds: KindSet::one(KindId(3)), sides: SideSet::one(BLACK), flags: vec![] };
    let prey = bound(&read("W").capturing(&kind));
    let takes: Vec<_> = prey[0].nodes[0].edges.iter().filter(|e| e.take.is_some()).map(|e| e.test.kinds).collect();
    assert_eq!(takes, [KindSet::one(KindId(3))]);
    let mine = SetTest::Men { empty: false, kinds: KindSet::one(KindId(2)), sides: SideSet::one(WHITE), flags: vec![] };
    let merge = bound(&read("R").landing_on(&mine).unwrap());
    let ends: Vec<_> = merge[0].nodes[0]
        .edges
        .iter()
        .filter_map(|e| e.take.as_ref().map(|t| (t.cause, e.test.sides, e.test.empty)))
        .collect();
    assert_eq!(ends, [(Cause::Merge, SideSet::one(WHITE), false); 4].into_iter().take(ends.len()).collect::<Vec<_>>());
    assert!(!ends.is_empty());
}

#[test]
fn to_the_end_needs_a_repeat() {
    assert_eq!(read("R").to_the_end(), Err(Refusal::NothingRepeats));
    let jump = read("[(*cF-mF)+]").to_the_end().unwrap();
    assert!(bound(&jump)[0].nodes.iter().any(|n| n.land && n.last));
    assert_eq!(jump.onto(&SetTest::Squares(SquareSet::NONE)), Err(Refusal::AfterToTheEnd));
}

#[test]
fn initial_and_victims() {
    let w = walks("imD");
    assert_eq!(w[0].flags, [(FlagId(5), true)]);
    let late = bound(&read("[cF-mF]").keeping_victims());
    assert!(late[0].nodes.iter().flat_map(|n| &n.edges).filter_map(|e| e.take.as_ref()).all(|t| t.late));
    // without a rule for it, capturing in passing is refused
    let (w, _, diags) =
        bound_on(&read("ceF"), &mut board(8, 8, Wrap::default()), Facing::rotated((0, 1)), Wrap::default());
    assert!(w.is_empty());
    assert_eq!(diags.list[0].code, "B19");
}

#[test]
fn lines_of_the_board_do_not_turn_into_each_other() {
    let mut g = board(3, 3, Wrap::default());
    // two diagonals through the centre under one name
    for path in [[0u16, 4, 8], [2, 4, 6]] {
        for back in [false, true] {
            let mut to: Vec<Option<Sq>> = vec![None; 9];
            for pair in path.windows(2) {
                let (a, b) = if back { (pair[1], pair[0]) } else { (pair[0], pair[1]) };
                to[usize::from(a)] = Some(b);
            }
            g.dirs.push(DirMap { label: DirLabel::Line("slant".into(), back), to });
        }
    }
    let along = Pattern::along("slant", Span::default());
    let (w, _, diags) = bound_on(&along, &mut g, Facing::rotated((0, 1)), Wrap::default());
    assert!(diags.list.is_empty());
    assert_eq!(w.len(), 1);
    for node in &w[0].nodes[1..] {
        for e in &node.edges {
            assert!(matches!(&e.go, Go::Step(d) if d.len() == 1));
        }
    }
    let (_, _, diags) =
        bound_on(&Pattern::along("none", Span::default()), &mut g, Facing::rotated((0, 1)), Wrap::default());
    assert_eq!(diags.list[0].code, "B23");
}

#[test]
fn dead_squares_are_geometry_alone() {
    let g = board(8, 8, Wrap::default());
    let last: SquareSet = (56..64).collect();
    assert_eq!(dead_squares(&g, &walks("fmWfcF")), last);
    assert_eq!(dead_squares(&g, &walks("pR")), SquareSet::NONE);
    let mut g = board(8, 8, Wrap::default());
    let knight = bound_on(&read("ffN"), &mut g, Facing::rotated((0, 1)), Wrap::default()).0;
    assert_eq!(dead_squares(&g, &knight), (48..64).collect());
}

#[test]
fn a_rider_stops_before_its_own_square_on_a_cylinder() {
    let wrap = Wrap { files: true, ranks: false };
    let mut g = board(4, 4, wrap);
    let (w, ..) = bound_on(&read("sR"), &mut g, Facing::rotated((0, 1)), wrap);
    // three steps east, three west, no fourth
    let longest = |walk: &Walk| {
        let mut depth = vec![0usize; walk.nodes.len()];
        for _ in 0..walk.nodes.len() {
            for (i, n) in walk.nodes.iter().enumerate() {
                for e in &n.edges {
                    depth[usize::from(e.next)] = depth[usize::from(e.next)].max(depth[i] + 1).min(99);
                }
            }
        }
        depth.into_iter().max()
    };
    assert_eq!(longest(&w[0]), Some(3));
}
