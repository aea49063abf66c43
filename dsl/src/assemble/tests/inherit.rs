//! Parents and children: what is copied, replaced, changed and taken out; parameters.

use super::{fine, of, run, small_library};
use crate::assemble::{Request, test_settings};
use crate::ast::{ExprKind, ItemKind};
use crate::source::Sources;

#[test]
fn a_child_is_a_copy_without_the_tests_and_the_name() {
    let child = fine("/// Mine.\nvariant \"My Game\" extends chess { test \"own\" { moves 1 } }");
    assert_eq!(child.name, "my-game");
    assert_eq!(child.doc.as_deref().map(str::trim), Some("Mine."));
    assert_eq!(child.meta, [("family".to_string(), "chess".to_string()), ("rules".into(), "FIDE".into())]);
    assert_eq!(child.tests.iter().map(|t| t.name.value.as_str()).collect::<Vec<_>>(), ["own"]);
    assert_eq!(child.pieces.len(), 4);
    assert_eq!(child.sides.iter().map(|s| s.name.value.as_str()).collect::<Vec<_>>(), ["white", "black"]);
    assert_eq!((child.turns, child.repeat_from, child.growing, child.mirrored), (vec![0, 1], 0, false, false));
}

#[test]
fn a_name_in_meta_is_not_inherited() {
    let library = small_library();
    assert_eq!(run(&Request::named(&library, "3check")).fine().name, "3check");
    let child = fine("variant \"Faster\" extends \"3check\" { change counting(n = 2) }");
    assert_eq!(child.name, "faster");
    assert!(child.meta.iter().all(|(key, _)| key != "name"));
}

#[test]
fn a_variant_may_extend_the_library_s_variant_of_its_own_name() {
    assert_eq!(fine("variant \"Chess\" extends chess { without castling }").pieces.len(), 4);
}

#[test]
fn a_child_replaces_setup_board_sides_turns() {
    let four = fine(
        "variant \"Four\" extends chess {\n  board 14x14\n  sides red, blue, green\n  turns red then repeat blue blue green\n  setup \"8 w\"\n  facing mirrored }",
    );
    assert_eq!(four.sides.len(), 3);
    assert_eq!((&four.turns[..], four.repeat_from), (&[0, 1, 1, 2][..], 1));
    assert_eq!(four.setup.value, "8 w");
    assert!(four.mirrored);
    assert_eq!(four.order_of("mate"), ["red", "blue", "green"]);
}

impl super::Assembly {
    fn order_of(&self, rule: &str) -> Vec<String> {
        let of = self.bundles.iter().filter(|b| b.rule.as_deref() == Some(rule));
        of.map(|b| self.sides[b.side].name.value.clone()).collect()
    }
    fn piece_lines(&self, kind: &str) -> Vec<Option<usize>> {
        self.pieces.iter().filter(|p| p.piece.kind.value == kind).map(|p| p.side).collect()
    }
}

#[test]
fn a_changed_piece_keeps_its_place_and_one_side_may_change_alone() {
    let all = fine("variant \"A\" extends chess { change piece Queen Q \"QN\" }");
    assert_eq!(
        all.pieces.iter().map(|p| p.piece.kind.value.as_str()).collect::<Vec<_>>(),
        ["King", "Queen", "Rook", "Pawn"]
    );
    let one = fine("variant \"A\" extends chess { change piece Queen Q \"QN\" for black }");
    assert_eq!(one.piece_lines("Queen"), [Some(0), Some(1)]);
    assert_eq!(one.piece_lines("Rook"), [None]);
    let both = fine(
        "variant \"A\" extends chess { change piece Queen Q \"N\" for white\n change piece Queen Q \"QN\" for black }",
    );
    assert_eq!(both.piece_lines("Queen"), [Some(0), Some(1)]);
}

#[test]
fn a_grandchild_may_change_what_a_child_changed() {
    let text = "variant \"A\" extends chess { change piece Queen Q \"QN\" }\nvariant \"B\" extends a { change piece Queen Q \"N\" }";
    let library = small_library();
    let b = run(&Request::text(&library, "x.ferz", text).variant("b")).fine();
    assert_eq!(b.piece_lines("Queen"), [None]);
}

#[test]
fn pieces_that_a_rule_brings_can_be_changed_and_taken_out() {
    assert_eq!(fine("variant \"A\" extends chess { use duck }").piece_lines("Duck"), [None]);
    let changed = fine("variant \"A\" extends chess { change piece Duck D \"W\"\n use duck }");
    assert_eq!(changed.pieces.last().map(|p| (p.piece.letter.value.as_str(), p.bundle)), Some(("D", None)));
    assert_eq!(fine("variant \"A\" extends chess { without piece Duck\n use duck }").piece_lines("Duck"), []);
}

#[test]
fn a_changed_definition_comes_after_the_library_s() {
    let a = fine(
        "variant \"A\" extends chess { change define checked = no own King\n change define stuck = checked for black }",
    );
    let named = |name: &str| -> Vec<Option<usize>> {
        let of =
            a.shared.iter().filter(|s| matches!(&s.item.kind, ItemKind::Define { name: n, .. } if n.value == name));
        of.map(|s| s.side).collect()
    };
    assert_eq!(named("checked"), [None, None]);
    assert_eq!(named("stuck"), [None, Some(1)]);
    let ItemKind::Define { value, .. } = &a.shared[a.shared.len() - 2].item.kind else { panic!() };
    assert!(matches!(value.kind, ExprKind::No(_)));
}

#[test]
fn a_zone_of_the_library_can_be_changed_and_taken_out() {
    let zones = |text: &str| {
        let a = fine(text);
        a.shared.iter().filter(|s| matches!(s.item.kind, ItemKind::Zone { .. })).count()
    };
    assert_eq!(zones("variant \"A\" extends chess { change zone far = rank 7 }"), 2);
    assert_eq!(zones("variant \"A\" extends chess { without zone far }"), 0);
}

#[test]
fn parameters_take_their_default_a_change_or_a_setting() {
    let library = small_library();
    let value = |text: &str, set: Option<&str>| {
        let mut request = Request::text(&library, "x.ferz", text);
        if let Some(set) = set {
            request = request.set("stalemate_is", set);
        }
        let told = run(&request);
        let span = told.assembly.as_ref().unwrap().parameters["stalemate_is"].value.span;
        let text = told.sources.text(span).to_string();
        told.fine();
        text
    };
    assert_eq!(value("variant \"A\" extends chess { }", None), "draw");
    assert_eq!(value("variant \"A\" extends chess { change stalemate_is = lose }", None), "lose");
    assert_eq!(value("variant \"A\" extends chess { change stalemate_is = lose }", Some("win")), "win");
}

#[test]
fn conditions_ask_parameters() {
    let library = small_library();
    let text = "variant \"A\" extends chess {
  parameter speed = slow among (slow, fast)   parameter n = 2   parameter quick = false   parameter where_from = e1 among (e1, d1)
  if speed is fast and n more than 1 { use drops } else { use duck }
  if not quick or n + 1 is 4 { use pocket }
  if where_from is d1 { use counting }
}";
    let with = |set: &[(&str, &str)]| {
        let mut request = Request::text(&library, "x.ferz", text);
        for (name, value) in set {
            request = request.set(*name, *value);
        }
        let mut names: Vec<String> = run(&request).fine().bundles.into_iter().filter_map(|b| b.rule).collect();
        names.dedup();
        names.retain(|n| ["drops", "duck", "pocket", "counting"].contains(&n.as_str()));
        names
    };
    assert_eq!(with(&[]), ["duck", "pocket"]);
    assert_eq!(with(&[("speed", "fast")]), ["drops", "pocket"]);
    assert_eq!(with(&[("speed", "fast"), ("n", "1"), ("quick", "true")]), ["duck"]);
    assert_eq!(with(&[("speed", "fast"), ("n", "3"), ("quick", "true")]), ["drops", "pocket"]);
    assert_eq!(with(&[("where_from", "d1")]), ["duck", "pocket", "counting"]);
}

#[test]
fn a_parameter_may_stand_and_change_under_a_condition() {
    let text = "variant \"A\" extends chess {
  parameter hard = true
  if hard { parameter n = 3   change stalemate_is = lose } else { parameter n = 5 }
  use counting(n = n)
}";
    let library = small_library();
    let told = run(&Request::text(&library, "x.ferz", text).set("hard", "false"));
    let value = |name: &str| told.sources.text(told.assembly.as_ref().unwrap().parameters[name].value.span);
    assert_eq!((value("n"), value("stalemate_is")), ("5", "draw"));
    let told = run(&Request::text(&library, "x.ferz", text));
    let value = |name: &str| told.sources.text(told.assembly.as_ref().unwrap().parameters[name].value.span);
    assert_eq!((value("n"), value("stalemate_is")), ("3", "lose"));
}

#[test]
fn a_list_takes_words_of_its_list_and_all() {
    let library = small_library();
    let text = "variant \"A\" extends chess { parameter cards = () among (duck, drops, pocket)\n use cards for white
  test \"t\" { set cards = (duck, pocket)  moves 1 } }";
    let with = |set: Option<&str>| {
        let mut request = Request::text(&library, "x.ferz", text);
        if let Some(set) = set {
            request = request.set("cards", set);
        }
        let list: Vec<String> = run(&request).fine().order();
        list.into_iter().filter(|b| ["duck", "drops", "pocket"].iter().any(|r| b.starts_with(r))).collect::<Vec<_>>()
    };
    assert_eq!(with(None), [""; 0]);
    assert_eq!(with(Some("drops")), ["drops white"]);
    assert_eq!(with(Some("drops,duck")), ["drops white", "duck white"]);
    assert_eq!(with(Some("all")), ["duck white", "drops white", "pocket white"]);
    let mut told = of(text);
    let test = told.assembly.as_ref().unwrap().tests[0].clone();
    let sources = std::mem::take::<Sources>(&mut told.sources);
    assert_eq!(test_settings(&test, &sources), [("cards".to_string(), "(duck, pocket)".to_string())]);
}
