//! Movement strings on boards: known pieces from their published rules, and forms that must mean the same.

use ferz_dsl::betza::normal;
use ferz_interp::bare::targets;

fn on(notation: &str, board: &str, at: &str, blockers: &str) -> String {
    targets(notation, board, at, blockers).unwrap_or_else(|e| panic!("{notation}: {e}"))
}

/// Every `a` form and its brackets, on boards with men put down at random.
#[test]
fn brackets_have_the_targets_of_the_a_form() {
    let forms = "mafsmafW afsW afsF afsK fafsW cafmW fmFfcafmF mFcafmF cafmQ KNADcaKmcabK BsbRfDfWfcavWfmabW cabK mabK aK \
        FyafsF yafsF WyafsW yafF RmasR BmasB RmpafR mafsW gabQ gafsQ gasQ gabsQ mpafsK pafsW mpafmpafmpafsW afsafyafF afN \
        fasN slamW frasF dafK jRafB imafW paifsK cabyafK yafmcabQ fBfmasBbB2 mcafQ vabsF";
    let mut seed = 0x9E37_79B9_7F4A_7C15u64;
    let mut next = |n: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed % n
    };
    let mut rewritten = 0;
    for form in forms.split_whitespace() {
        let brackets = normal(form);
        rewritten += u32::from(brackets != form);
        for _ in 0..12 {
            let mut taken = vec![(3, 3)];
            let mut men = String::new();
            for _ in 0..next(14) {
                let s = (next(8), next(8));
                if !taken.contains(&s) {
                    taken.push(s);
                    let who = if next(2) == 0 { "own" } else { "foe" };
                    men += &format!(" {who}:{}{}", char::from(b'a' + s.0 as u8), s.1 + 1);
                }
            }
            let answer = |text: &str| targets(text, "8x8", "d4", &men).map_err(|e| e.to_string());
            assert_eq!(answer(form), answer(&brackets), "{form} and {brackets} among{men}");
        }
    }
    assert!(rewritten > 35, "only {rewritten} forms were rewritten");
}

/// Published pieces on an empty 8x8 board from d4, worked out from their rules.
#[test]
fn known_pieces_reach_what_their_rules_say() {
    let rows: &[(&str, &str, &str)] = &[
        // ship of Metamachy: one diagonal step, then vertically away
        ("ship", "v[F?R]", "c1 c2 c3 c5 c6 c7 c8 e1 e2 e3 e5 e6 e7 e8"),
        // snake of Metamachy: one vertical step, then diagonally away
        ("snake", "v[W?B]", "d5 e6 f7 g8 c6 b7 a8 d3 e2 f1 c2 b1"),
        // ski-bishop: a bishop that skips the first square
        ("ski-bishop", "jB", "a1 a7 b2 b6 f2 f6 g1 g7 h8"),
        // picket: a bishop that goes two squares at least
        ("picket", "B{2,}", "a1 a7 b2 b6 f2 f6 g1 g7 h8"),
        ("mao", "[W-F]", "b3 b5 c2 c6 e2 e6 f3 f5"),
        // one diagonal step, then at least three straight
        ("tamerlane giraffe", "[F-W{3,}]", "c8 e8 h3 h5"),
        ("griffon", "[F?R]", "a3 a5 b3 b5 c1 c2 c3 c5 c6 c7 c8 e1 e2 e3 e5 e6 e7 e8 f3 f5 g3 g5 h3 h5"),
        ("manticore", "[W?B]", "d5 e6 f7 g8 c6 b7 a8 d3 e2 f1 c2 b1 e4 f5 g6 h7 f3 g2 h1 c4 b5 a6 b3 a2"),
        ("lion's two steps", "K~2", "b2 b3 b4 b5 b6 c2 c3 c4 c5 c6 d2 d3 d5 d6 e2 e3 e4 e5 e6 f2 f3 f4 f5 f6"),
        ("area of wazirs", "W~2", "b4 c3 c4 c5 d2 d3 d5 d6 e3 e4 e5 f4"),
        ("null move", "[mW-@]", "d4"),
        ("double step that must", "W{2}", "b4 d2 d6 f4"),
        ("as many again", "[W2-fW{=}]", "b4 d2 d6 d8 f4 h4"),
    ];
    let mut wrong = Vec::new();
    for (name, notation, expected) in rows {
        let sorted = |text: &str| {
            let mut list: Vec<String> = text.split(' ').map(str::to_owned).collect();
            list.sort();
            list.dedup();
            list.join(" ")
        };
        let found = on(notation, "8x8", "d4", "empty");
        if sorted(&found) != sorted(expected) {
            wrong.push(format!("{name} {notation}: found {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Pieces that need others on the board.
#[test]
fn hoppers_locusts_and_swaps() {
    let rows: &[(&str, &str, &str)] = &[
        ("gQ", "own:d6 foe:f6", "d7 g7"),
        ("[cQ-mK]", "foe:d6", "d7(xd6)"),
        ("[cF-mF]", "foe:e5,c5 own:b6", "f6(xe5)"),
        ("[cK-@]", "foe:e5 own:c5", "d4(xe5)"),
        ("[(cF-mF)+]", "foe:e5,g7 own:c5", "f6(xe5) h8(xe5,xg7)"),
        ("p<own>R", "own:d6 foe:f4", "d7 d8"),
        ("p{2}R", "own:d5 foe:d6,g4", "d7 d8"),
        ("g{2}R", "own:d5", "d7"),
        ("udR", "own:d6 foe:f4", "d6(swap)"),
        ("[cW-umW]", "foe:d5", "d6(d5>d5)"),
        ("[R?sR]", "own:d5,c4,e4 foe:d3", "d3"),
        ("R{2,}", "foe:f4 own:d6", "b4 a4 d2 d1 f4"),
    ];
    for (notation, men, expected) in rows {
        let found = on(notation, "8x8", "d4", men);
        let mut list: Vec<&str> = expected.split(' ').collect();
        let mut got: Vec<&str> = found.split(' ').collect();
        list.sort_unstable();
        got.sort_unstable();
        assert_eq!(got, list, "{notation} among {men}");
    }
}
