//! How expressions are read: joins, descriptions, brackets, and the words that look alike.

mod shapes;

use shapes::expr;

#[test]
fn joins_run_from_left_to_right_and_bind_closer_than_conditions() {
    assert_eq!(expr("a on b plus c except d"), "(Except (Plus (On a b) c) d)");
    assert_eq!(expr("no a on b and not c is d or e"), "(or (and (no (On a b)) (not (Is c d))) e)");
    assert_eq!(expr("count a on b more than count c"), "(MoreThan (count (On a b)) (count c))");
    assert_eq!(expr("26 * count own Chariot + 3"), "(+ (* 26 (count <Own [Chariot]>)) 3)");
    assert_eq!(expr("times + times - 2"), "(- (+ times times) 2)");
}

#[test]
fn plain_words_after_a_side_are_adjectives() {
    assert_eq!(expr("own unmoved king"), "<Own unmoved king>");
    assert_eq!(
        expr("count own new fewer than count start of own new"),
        "(FewerThan (count <Own new>) (count (start of <Own new>)))"
    );
    assert_eq!(
        expr("no own except own royals except own light"),
        "(no (Except (Except <Own> <Own royals>) <Own light>))"
    );
    assert_eq!(expr("enemy checked"), "<Enemy checked>");
    assert_eq!(expr("own unmoved (King, Rook)"), "<Own unmoved [King Rook]>");
    assert_eq!(expr("own royals attacked by enemy ignoring x"), "(Ignoring (AttackedBy <Own royals> <Enemy>) x)");
}

#[test]
fn kinds_may_be_described_without_a_side() {
    assert_eq!(expr("zombie Knight"), "<zombie [Knight]>");
    assert_eq!(expr("zombie (Rook, Bishop)"), "<zombie [Rook Bishop]>");
    assert_eq!(expr("(Knight, Bishop)"), "[Knight Bishop]");
    assert_eq!(expr("+R plus R"), "(Plus [+R] [R])");
    assert_eq!(expr("who"), "who");
}

#[test]
fn brackets_after_a_side() {
    assert_eq!(expr("own (a plus b)"), "(Own (Plus a b))");
    assert_eq!(expr("own (king, rook)"), "(Own (list king rook))");
    assert_eq!(expr("own unmoved (king, rook)"), "(On <Own unmoved> (Own (list king rook)))");
    assert_eq!(expr("enemy danger(a)"), "(Enemy danger(a))");
}

#[test]
fn a_bracket_right_after_a_name_is_a_call() {
    assert_eq!(expr("distance(walker, goal) at most 1"), "(AtMost distance(walker goal) 1)");
    assert_eq!(expr("distance (walker, goal)"), "distance(walker goal)");
    assert_eq!(expr("f(Rook, Bishop)"), "f([Rook] [Bishop])");
    assert_eq!(expr("no danger(walker) on way_of_king"), "(no (On danger(walker) way_of_king))");
}

#[test]
fn files_and_ranks() {
    assert_eq!(expr("file a plus file h on first rank"), "(On (Plus (file a) (file h)) (rank First false))");
    assert_eq!(expr("file of to on row of the own King"), "(On (file of to) (row of (the <Own [King]>)))");
    assert_eq!(expr("rank 8 of white"), "(rank Number(8) true)");
    assert_eq!(expr("last rank of enemy"), "(rank Last true)");
    assert_eq!(expr("master of file of to is nothing"), "(Is (master of (file of to)) nothing)");
    assert_eq!(expr("d4..e5"), "d4..e5");
    assert_eq!(expr("a10"), "a10");
}

#[test]
fn lists() {
    assert_eq!(expr("()"), "(list )");
    assert_eq!(expr("(a)"), "a");
    assert_eq!(expr("(a1..c3, x)"), "(list a1..c3 x)");
}

#[test]
fn words_around_a_move() {
    assert_eq!(
        expr("(seen from the own General going forward) is enemy General"),
        "(Is (seen (the <Own [General]>) forward) <Enemy [General]>)"
    );
    assert_eq!(expr("behind (run of enemy from s going d) is own"), "(Is (behind (run <Enemy> s d)) <Own>)");
    assert_eq!(
        expr("step from from going opposite of direction(from, to)"),
        "(step from (opposite of direction(from to)))"
    );
    assert_eq!(
        expr("some gather start of own k over k in who where count own k at most down_to"),
        "(some (gather (start of <Own k>) k who (AtMost (count <Own k>) down_to)))"
    );
    assert_eq!(expr("reach of \"Q\" from it"), "(reach Q it)");
    assert_eq!(expr("own can move where by lay"), "(can Some(Own) (by lay))");
    assert_eq!(expr("not own can move"), "(not (can Some(Own) ))");
    assert_eq!(expr("to was zombie"), "(Was to zombie)");
    assert_eq!(expr("was own royals"), "(was <Own royals>)");
    assert_eq!(expr("captured not in fallen"), "(NotIn captured fallen)");
    assert_eq!(expr("throughout cycle enemy checked"), "(throughout <Enemy checked>)");
    assert_eq!(expr("empty on same color as bishop"), "(On empty (color bishop))");
    assert_eq!(expr("to in dead squares for kind of to"), "(In to (dead (kind of to)))");
    assert_eq!(expr("between from and to"), "(between from to)");
    assert_eq!(expr("castling.unmoved"), "castling.unmoved");
}

#[test]
fn opening_words_may_be_names_where_nothing_can_open() {
    assert_eq!(expr("flag plus set"), "(Plus flag set)");
    assert_eq!(expr("some state"), "(some state)");
}
