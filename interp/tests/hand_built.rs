//! Small games built by hand: drops, promotion, state, turns of several plies, more than two sides.

mod common;

use common::{BLACK, Builder, ROOK, WHITE, at, king_steps, origin, perft, play, texts};
use ferz_dsl::game::*;
use ferz_runtime::{OutcomeKind, Position, Rules};

/// Kings and pawns that step and become rooks or knights by choice; perft numbers follow from counting by hand.
fn promoting() -> Builder {
    let mut b = Builder::new(4, 4);
    let king = b.kind("King", "K", true);
    let pawn = b.kind("Pawn", "P", false);
    let rook = b.kind("Rook", "R", false);
    let knight = b.kind("Knight", "N", false);
    for side in [WHITE, BLACK] {
        let forward = b.game.sides[side.index()].forward;
        let step = b.leaps(side, &[forward], true, false);
        let steps = b.leaps(side, &king_steps(), true, true);
        let lines = b.slides(side, &ROOK);
        let leaps = b.leaps(side, &common::KNIGHT, true, true);
        b.moves(side, king, vec![steps]);
        let pushes = b.moves(side, pawn, vec![step]);
        b.moves(side, rook, vec![lines]);
        b.moves(side, knight, vec![leaps]);
        let last = if side == WHITE { 3 } else { 0 };
        let (rank, at_last) = (b.expr(Expr::To), b.expr(Expr::Int(last)));
        let rank = b.expr(Expr::RankOf(rank));
        let when = b.expr(Expr::Compare(Cmp::Eq, rank, at_last));
        let choices = b.expr(Expr::Kinds([rook, knight].into_iter().collect()));
        let (new, man) = (b.var("new", VarType::Kind), b.var("man", VarType::Man));
        let (it, kind) = (b.expr(Expr::It), b.expr(Expr::Var(new)));
        let become_it =
            ManExpr { base: ManBase::Var(man), kind: Some(kind), owner: None, keep: Vec::new(), with: Vec::new() };
        let body = vec![
            Step::Choose { var: new, from: Domain::Kinds(choices) },
            Step::Lift { at: it, into: man, cause: Cause::Become },
            Step::Put { man: become_it, at: it },
            Step::Write { parts: vec![TextPart::Small(kind)], replace: false },
        ];
        b.game.handlers.push(Handler { owner: side, when: Some(when), may: false, body, origin: origin("promotion") });
        let handler = HandlerId(b.game.handlers.len() as u16 - 1);
        b.game.gens[pushes.index()].after.push(handler);
    }
    b
}

#[test]
fn a_choice_in_a_handler_splits_the_move() {
    let mut b = promoting();
    b.mate();
    let rules = b.interp();
    let pos = at(&rules, "k3/2P1/4/K3 w");
    assert_eq!(texts(&pos), ["a1a2", "a1b1", "a1b2", "c3c4n", "c3c4r"]);
    let mut promoted = pos;
    play(&mut promoted, "c3c4r");
    assert_eq!(promoted.to_fen(), "k1R1/4/4/K3 b - - 0 1");
    assert!(promoted.in_check());
    assert_eq!(texts(&promoted), ["a4a3", "a4b3"]);
}

#[test]
fn a_pawn_that_cannot_promote_attacks_nothing() {
    // The same men, but the choice is empty: the step to the last rank does not exist.
    let mut b = promoting();
    let none = b.expr(Expr::Kinds(KindSet::NONE));
    for handler in &mut b.game.handlers {
        if let Step::Choose { from, .. } = &mut handler.body[0] {
            *from = Domain::Kinds(none);
        }
    }
    b.mate();
    assert_eq!(texts(&at(&b.interp(), "k3/2P1/4/K3 w")), ["a1a2", "a1b1", "a1b2"]);
}

/// Kings, and stones that are dropped from the hand on any empty square.
fn dropping() -> Builder {
    let mut b = Builder::new(3, 3);
    let king = b.kind("King", "K", true);
    let stone = b.kind("Stone", "S", false);
    b.game.hands = vec![KindSet::one(stone); 2];
    for side in [WHITE, BLACK] {
        let steps = b.leaps(side, &king_steps(), true, true);
        b.moves(side, king, vec![steps]);
        let (new, target) = (b.var("new", VarType::Kind), b.var("target", VarType::Square));
        let (hand, empty, one) = (b.expr(Expr::Hand(side)), b.expr(Expr::Empty), b.expr(Expr::Int(1)));
        let (kind, square) = (b.expr(Expr::Var(new)), b.expr(Expr::Var(target)));
        let man =
            ManExpr { base: ManBase::New, kind: Some(kind), owner: Some(side), keep: Vec::new(), with: Vec::new() };
        let written = vec![TextPart::Letter(kind), TextPart::Lit("@".into()), TextPart::Square(square)];
        let steps = vec![
            Step::Choose { var: new, from: Domain::Kinds(hand) },
            Step::Choose { var: target, from: Domain::Squares(empty) },
            Step::Hand { side, kind, count: one, take: true },
            Step::Put { man, at: square },
            Step::Write { parts: written, replace: false },
        ];
        b.action(side, "drop", steps);
    }
    b
}

#[test]
fn men_are_dropped_from_the_hand() {
    let rules = dropping().interp();
    let pos = at(&rules, "2k/3/K2[SSs] w");
    // 3 king steps and 7 drops of one kind, however many wait.
    assert_eq!(pos.count_moves(), 10);
    let mut dropped = pos;
    play(&mut dropped, "S@b2");
    assert_eq!(dropped.to_fen(), "2k/1S1/K2[Ss] b - - 0 1");
    assert_eq!(at(&rules, "2k/3/K2[sSS] w").key(), at(&rules, "2k/3/K2[SsS] w").key());
    assert_eq!(at(&rules, "2k/3/K2 w").to_fen(), at(&rules, "2k/3/K2[-] w").to_fen());
    assert_eq!(
        rules.from_fen("2k/3/K2[K] w").expect_err("a king in hand").message,
        "King is no piece that white can have in hand"
    );
}

/// One king a side on a strip, and a list of turns.
fn strip(turn: TurnMachine) -> Builder {
    let mut b = Builder::new(8, 1);
    let king = b.kind("King", "K", false);
    for side in [WHITE, BLACK] {
        let steps = b.leaps(side, &[(1, 0), (-1, 0)], true, true);
        b.moves(side, king, vec![steps]);
    }
    b.game.turn = turn;
    b
}

#[test]
fn a_turn_is_a_run_of_plies() {
    let entries = vec![WHITE, BLACK, BLACK, WHITE, WHITE];
    let rules = strip(TurnMachine { entries, repeat_from: 1, growing: false }).interp();
    let mut pos = at(&rules, "K6k w");
    let mut told = Vec::new();
    for text in ["a1b1", "h1g1", "g1h1", "b1c1", "c1b1", "h1g1"] {
        play(&mut pos, text);
        let fen = pos.to_fen();
        assert_eq!(at(&rules, &fen).key(), pos.key(), "{fen}");
        told.push(fen);
    }
    assert_eq!(
        told,
        [
            "1K5k b - - 0 1",
            "1K4k1 b - - 0 1 turn=2",
            "1K5k w - - 0 2",
            "2K4k w - - 0 2 turn=2",
            "1K5k b - - 0 2",
            "1K4k1 b - - 0 2 turn=2"
        ]
    );
}

#[test]
fn turns_may_grow() {
    let rules = strip(TurnMachine { entries: vec![WHITE, BLACK], repeat_from: 0, growing: true }).interp();
    let mut pos = at(&rules, "K6k w");
    let mut movers = Vec::new();
    for _ in 0..10 {
        movers.push(pos.side_to_move());
        let mv = pos.moves()[0];
        pos.play(mv);
        assert_eq!(at(&rules, &pos.to_fen()).key(), pos.key(), "{}", pos.to_fen());
    }
    assert_eq!(movers, [0, 1, 1, 0, 0, 0, 1, 1, 1, 1]);
}

#[test]
fn state_that_is_not_shown_follows_as_words() {
    let mut b = strip(TurnMachine { entries: vec![WHITE, BLACK], repeat_from: 0, growing: false });
    for side in [WHITE, BLACK] {
        let cell = CellId(b.game.cells.len() as u16);
        b.game.cells.push(Cell {
            name: "walked.steps".into(),
            side: Some(side),
            ty: CellType::Counter { min: 0, max: 3 },
            index: CellIndex::One,
            role: Role::Position,
            start: 0,
            default: 0,
            origin: origin("walked"),
        });
        let one = b.expr(Expr::Int(1));
        let body = vec![Step::Cell { cell, index: None, op: CellOp::Add, value: one }];
        b.game.handlers.push(Handler { owner: side, when: None, may: false, body, origin: origin("walked") });
        let handler = HandlerId(side.0);
        b.game.gens.iter_mut().filter(|g| g.side == side).for_each(|g| g.after.push(handler));
    }
    let rules = b.interp();
    let mut pos = at(&rules, "K6k w");
    for text in ["a1b1", "h1g1", "b1a1", "g1h1", "a1b1", "h1g1", "b1a1"] {
        play(&mut pos, text);
    }
    // Counters stop at their bounds.
    assert_eq!(pos.to_fen(), "K5k1 b - - 0 4 walked.steps=3:3");
    assert_ne!(at(&rules, "K5k1 b - - 0 4").key(), pos.key());
    assert_eq!(at(&rules, &pos.to_fen()).key(), pos.key());
    let error = rules.from_fen("K6k w - - 0 1 walked.steps=4:0").expect_err("beyond the bound");
    assert_eq!((error.field, error.message.as_str()), (7, "4 is out of the bounds of walked.steps, 0 to 3"));
    assert_eq!(
        rules.from_fen("K6k w walked.steps=1").expect_err("one value").message,
        "1 values are given for walked.steps, 2 are expected"
    );
}

#[test]
fn a_recorded_result_is_kept_in_the_position() {
    let mut b = strip(TurnMachine { entries: vec![WHITE, BLACK], repeat_from: 0, growing: false });
    // Who comes to the middle wins.
    for side in [WHITE, BLACK] {
        let (to, middle) = (b.expr(Expr::To), b.expr(Expr::Squares([3].into_iter().collect())));
        let to = b.expr(Expr::Just(to));
        let when = b.expr(Expr::Subset(to, middle));
        let body = vec![Step::Mark(Mark::Win(side))];
        b.game.handlers.push(Handler { owner: side, when: Some(when), may: false, body, origin: origin("middle") });
        b.game.gens.iter_mut().filter(|g| g.side == side).for_each(|g| g.after.push(HandlerId(side.0)));
    }
    let rules = b.interp();
    let mut pos = at(&rules, "2K4k w");
    play(&mut pos, "c1d1");
    assert_eq!(pos.to_fen(), "3K3k b - - 0 1 ended=white");
    for pos in [at(&rules, &pos.to_fen()), pos] {
        let outcome = pos.outcome().expect("white has won");
        assert_eq!((outcome.kind, outcome.reason.as_str(), pos.count_moves()), (OutcomeKind::Win(0), "middle", 0));
    }
}

#[test]
fn three_sides_write_their_letter() {
    let mut b = strip(TurnMachine { entries: vec![WHITE, BLACK], repeat_from: 0, growing: false });
    let info = |name: &str, team, neutral| SideInfo { name: name.into(), team, forward: (0, 1), neutral };
    b.game.sides =
        vec![info("red", 0, false), info("blue", 1, false), info("green", 2, false), info("neutral", 3, true)];
    b.game.hands = vec![KindSet::NONE; 3];
    let third = SideId(2);
    for kind in &mut b.game.kinds {
        kind.sides.insert(third);
        kind.royal.push(Royal::No);
        kind.attacks.push(None);
    }
    let enemies = [WHITE, BLACK].into_iter().collect();
    let steps = b.leaps(third, &[(1, 0), (-1, 0)], true, false);
    b.game.walks[steps.index()].nodes[0].edges[0].test.sides = enemies;
    b.moves(third, KindId(0), vec![steps]);
    b.game.turn.entries = vec![WHITE, BLACK, third];
    let rules = b.interp();
    let mut pos = at(&rules, "rK2bK2gK1 r");
    for text in ["a1b1", "d1c1", "g1f1"] {
        play(&mut pos, text);
    }
    assert_eq!(pos.to_fen(), "1rKbK2gK2 r - - 0 2");
    // Red steps back: two replies of blue and of green each. Red takes blue: blue has no move.
    assert_eq!(perft(&pos, 3), 4);
}

#[test]
fn questions_that_answer_themselves_are_refused() {
    let mut b = strip(TurnMachine { entries: vec![WHITE, BLACK], repeat_from: 0, growing: false });
    let bad = b.checked(WHITE);
    b.game.guards.push(Guard { at: GuardPoint::Before, bad, in_bite: true, origin: origin("circle") });
    b.game.gens[0].guards.push(GuardId(0));
    let error = ferz_interp::Interp::new(std::sync::Arc::new(b.game.clone())).expect_err("circular");
    assert!(error.message.contains("asks what is attacked"), "{error}");
    b.game.guards[0].in_bite = false;
    assert!(ferz_interp::Interp::new(std::sync::Arc::new(b.game)).is_ok());
}
