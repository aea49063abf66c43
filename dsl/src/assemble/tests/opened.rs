//! Uses of rules: order, arguments, groups, needs, names.

use super::{fine, of, run, small_library};
use crate::assemble::{BundleId, Request};
use crate::ast::ItemKind;

#[test]
fn each_use_gives_a_bundle_for_each_side_and_the_variant_s_own_come_last() {
    let a = fine("variant \"A\" extends chess { give Rook \"K\"\n use drops for black }");
    assert_eq!(
        a.order(),
        [
            "castling white",
            "wing white",
            "wing white",
            "castling black",
            "wing black",
            "wing black",
            "mate white",
            "mate black",
            "pat white",
            "pat black",
            "drops black",
            "own white",
            "own black"
        ]
    );
    let groups: Vec<usize> = a.bundles.iter().map(|b| b.group).collect();
    assert_eq!((groups[0], groups[1], groups[2]), (groups[3], groups[4], groups[5]), "copies of one use are a group");
    assert_ne!(groups[1], groups[2], "two uses are two groups");
    assert_eq!(groups[11], groups[12]);
    assert!(a.bundles[11..].iter().all(|b| b.rule.is_none() && b.items.len() == 1));
}

#[test]
fn arguments_keep_the_place_where_their_names_belong() {
    let told = of("variant \"A\" extends chess { change castling(king = Queen) }");
    let a = told.assembly.as_ref().unwrap();
    assert_eq!(a.argument(&told.sources, 1, "king"), "Queen");
    assert_eq!(a.argument(&told.sources, 1, "way"), "east");
    assert_eq!(a.argument(&told.sources, 5, "way"), "west");
    assert_eq!(a.bundles[1].args["king"].scope, Some(BundleId(0)));
    assert_eq!(a.bundles[4].args["king"].scope, Some(BundleId(3)));
    assert_eq!(a.bundles[0].args["king"].scope, None, "written by the variant");
    assert_eq!(a.bundles[0].args["text"].scope, Some(BundleId(0)), "a default speaks of what the rule sees");
    assert_eq!(a.bundles[0].args["text"].among.as_ref().map(Vec::len), Some(2));
}

#[test]
fn one_side_may_have_other_arguments() {
    let told = of("variant \"A\" extends chess { change castling(text = rook) for black }");
    let a = told.assembly.as_ref().unwrap();
    let flags = |bundle: usize| a.bundles[bundle].items.iter().filter(|i| matches!(i.kind, ItemKind::Flag(_))).count();
    assert_eq!(a.order()[..4], ["castling white", "wing white", "wing white", "castling black"]);
    assert_eq!((flags(0), flags(3)), (1, 2));
    assert_eq!(a.bundles[0].group, a.bundles[3].group, "still one use");
}

#[test]
fn a_rule_inside_a_rule_stands_before_or_after_by_its_place() {
    let text = |body: &str| {
        format!(
            "variant \"A\" extends chess {{ without castling\n without mate\n without pat\n use outer for white }}\nrule outer {{ {body} }}"
        )
    };
    let order = |body: &str| fine(&text(body)).order();
    let draw = "draw when stuck";
    assert_eq!(order(&format!("use duck\n {draw}"))[..2], ["duck white", "outer white"]);
    assert_eq!(order(&format!("{draw}\n use duck"))[..2], ["outer white", "duck white"]);
    assert_eq!(
        order(&format!("{draw}\n needs duck"))[..2],
        ["duck white", "outer white"],
        "what is needed comes first"
    );
}

#[test]
fn what_is_needed_stands_once_for_a_side() {
    let text = "include \"cards/a.ferz\"\ninclude \"cards/b.ferz\"
variant \"A\" extends chess { without castling\n without mate\n without pat
  use card_a for white\n use card_b for white\n use card_b for black }";
    let a = fine(text);
    assert_eq!(
        a.order(),
        ["zombies white", "card_a white", "card_b white", "zombies black", "card_b black", "own white", "own black"]
    );
    assert_eq!(a.bundles[0].group, a.bundles[3].group);
}

#[test]
fn a_later_use_serves_a_need() {
    let text = "include \"cards/a.ferz\"
variant \"A\" extends chess { without castling\n without mate\n without pat\n use card_a\n use zombies }";
    assert_eq!(
        fine(text).order(),
        ["zombies white", "card_a white", "zombies black", "card_a black", "own white", "own black"]
    );
}

#[test]
fn a_sleeping_rule_wakes_its_parts_no_sooner() {
    let text = "variant \"A\" extends chess { use outer for white from ply 8 }\nrule outer { use duck from ply 4\n use drops from ply 12 }";
    let a = fine(text);
    let ply = |rule: &str| a.bundles.iter().find(|b| b.rule.as_deref() == Some(rule)).and_then(|b| b.from_ply);
    assert_eq!((ply("outer"), ply("duck"), ply("drops")), (Some(8), Some(8), Some(12)));
}

#[test]
fn a_piece_of_a_rule_stands_once() {
    let a = fine("variant \"A\" extends chess { use duck }");
    let ducks: Vec<_> = a.pieces.iter().filter(|p| p.piece.kind.value == "Duck").collect();
    assert_eq!(ducks.len(), 1);
    assert_eq!(a.bundles[ducks[0].bundle.unwrap().0].rule.as_deref(), Some("duck"));
}

#[test]
fn a_rule_stands_twice_if_its_arguments_differ_or_a_name_tells_its_uses_apart() {
    let order = |uses: &str| {
        let a =
            fine(&format!("variant \"A\" extends chess {{ without castling\n without mate\n without pat\n {uses} }}"));
        a.order().into_iter().filter(|o| o.ends_with("white")).collect::<Vec<_>>()
    };
    assert_eq!(order("use wing(way = east)\n use wing(way = west)"), ["wing white", "wing white", "own white"]);
    assert_eq!(order("use counting\n use counting(n = 4) as again"), ["counting white", "again white", "own white"]);
    assert_eq!(order("use pat as p\n use pat as q\n change q(value = win)\n without p"), ["q white", "own white"]);
}

#[test]
fn conditions_ask_what_is_in_use_by_the_owner() {
    let text = "variant \"A\" extends chess { use asks\n use duck for black\n if uses(duck) { win when stuck } else { lose when stuck } }
rule asks { if uses(duck) { give King \"N\" } else { give King \"C\"\n give King \"Z\" } }";
    let a = fine(text);
    let items = |rule: Option<&str>, side: usize| {
        a.bundles.iter().find(|b| b.rule.as_deref() == rule && b.side == side).map(|b| b.items.len())
    };
    assert_eq!((items(Some("asks"), 0), items(Some("asks"), 1)), (Some(2), Some(1)));
    let own: Vec<_> = a.bundles.iter().filter(|b| b.rule.is_none()).map(|b| &b.items[0].kind).collect();
    assert!(matches!(own[0], ItemKind::Outcome { result: crate::ast::ResultWord::Lose, .. }));
    assert!(matches!(own[1], ItemKind::Outcome { result: crate::ast::ResultWord::Win, .. }));
}

#[test]
fn a_hand_for_a_side_is_a_part_of_that_side() {
    let a = fine("variant \"A\" extends chess { hand Queen for black\n hand Rook }");
    let own: Vec<usize> = a.bundles.iter().filter(|b| b.rule.is_none()).map(|b| b.items.len()).collect();
    assert_eq!(own, [1, 2]);
}

#[test]
fn a_rule_name_is_that_of_the_file_it_is_written_in() {
    // The parent's `use mate` is the library's; the child's own rule of that name is used by the child only.
    let text =
        "rule pat { draw when checked\n draw when stuck }\nvariant \"A\" extends chess { without pat\n use pat }";
    let told = of(text);
    assert_eq!(told.diags.list.iter().map(|d| d.code).collect::<Vec<_>>(), ["N0108"]);
    assert_eq!(told.diags.list[0].labels.len(), 2);
    let a = told.assembly.unwrap();
    let pat = a.bundles.iter().find(|b| b.rule.as_deref() == Some("pat")).unwrap();
    assert_eq!(pat.items.len(), 2);
}

#[test]
fn an_extended_file_is_found_below_the_folder() {
    let library = small_library();
    let mut request =
        Request::text(&library, "folder/main.ferz", "variant \"B\" extends \"sub/base.ferz:upper\" { use mine }");
    let base = "variant \"Lower\" extends chess {}\nvariant \"Upper\" extends lower { use drops }\nrule mine { draw when stuck }";
    request.nearby.insert("sub/base.ferz".into(), base.into());
    let a = run(&request).fine();
    assert!(a.order().contains(&"drops white".to_string()) && a.order().contains(&"mine black".to_string()));
}
