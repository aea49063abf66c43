//! Meetings of rules, told and not told.

use crate::assemble::Request;
use crate::compile::compile;
use crate::render;
use crate::source::Library;

/// Codes and headlines of what is told about a game with these rules and items.
fn told(rules: &str, items: &str) -> Vec<String> {
    let text = format!(
        r#"{rules}
variant "Meeting" {{
  board 4x4
  piece King K "K" royal
  piece Pawn P "fmWfcF"
  piece Rook R "R"
  setup "k1r1/p2p/P2P/K1R1 w"
  {items}
}}"#
    );
    let out = compile(&Request::text(&Library::default(), "meeting.ferz", &text));
    assert!(
        out.diags.list.iter().all(|d| d.labels.len() == if d.code == "E0402" { 1 } else { 2 }),
        "{}",
        render::render(&out.sources, &out.diags.list, false)
    );
    out.diags.list.iter().map(|d| format!("{} {}", d.code, d.headline)).collect()
}

const PLACING: &str = "rule placing { at end of own turn { if a1 is empty { place Pawn on a1 } } }";
const COUNTING: &str = "rule counting { state held counter from 0 to 9 shown as count
  at end of own turn { if count own on a1..b2 more than 1 { add 1 to held } }
  win when held is 9 }";

#[test]
fn placing_before_counting_is_told_and_names_both() {
    let told = told(&format!("{PLACING}\n{COUNTING}"), "use placing use counting");
    assert_eq!(
        told,
        ["N0021 `placing` and `counting` meet at the end of a turn: `placing` changes men that `counting` looks at"]
    );
}

#[test]
fn the_order_of_use_is_the_order_told() {
    let told = told(&format!("{PLACING}\n{COUNTING}"), "use counting use placing");
    assert!(told[0].starts_with("N0021 `counting` and `placing` meet"), "{told:?}");
}

#[test]
fn different_sides_never_meet() {
    assert!(told(&format!("{PLACING}\n{COUNTING}"), "use placing for white use counting for black").is_empty());
}

#[test]
fn what_keeps_apart_is_not_told() {
    // Other men, other squares of arrival, other victims, sums.
    let rooks = "rule rooks { state n counter from 0 to 9 shown as count at end of own turn { if count own Rook is 1 { add 1 to n } }
  win when n is 9 }";
    assert!(told(&format!("{PLACING}\n{rooks}"), "use placing use rooks").is_empty());
    let promoting = "rule promoting { after move of Pawn where to in last rank { become Rook } }
rule seeing { state n counter from 0 to 9 shown as count
  after move of Pawn where to in rank 3 { if count own Rook is 1 { add 1 to n } } win when n is 9 }";
    assert!(told(promoting, "use promoting use seeing").is_empty());
    let adding = "rule one { after capture by own { add 1 to n } } rule two { after capture by own { add 2 to n } }";
    assert!(
        told(adding, "state n counter shared from 0 to 9 shown as count use one use two win when n is 9").is_empty()
    );
    let victims = "rule kings { after capture of enemy Pawn { set n to 1 } } rule rooks { after capture of enemy Rook { set n to 2 } }";
    assert!(
        told(victims, "state n counter shared from 0 to 9 shown as count use kings use rooks win when n is 9")
            .is_empty()
    );
}

#[test]
fn two_that_set_one_state_are_told() {
    let rules = "rule one { after capture by own { set n to 1 } } rule two { after capture by own { set n to 2 } }";
    let told = told(rules, "state n counter shared from 0 to 9 shown as count use one use two win when n is 9");
    assert_eq!(told, ["N0021 `one` and `two` meet after a capture: both set `n`, and the last one stays"]);
}

#[test]
fn a_change_of_kind_meets_whoever_asks_for_kinds() {
    let rules = "rule promoting { after move of Pawn where to in last rank { become Rook } }
rule seeing { state n counter from 0 to 9 shown as count after move of Pawn { if count own Rook is 1 { add 1 to n } } win when n is 9 }";
    let told = told(rules, "use promoting use seeing");
    assert_eq!(
        told,
        ["N0021 `promoting` and `seeing` meet after a move (Pawn): `promoting` changes men that `seeing` looks at"]
    );
}

#[test]
fn one_condition_has_one_result() {
    let rules = "rule bare { lose when no own Rook } rule bared { draw when no own Rook }";
    assert_eq!(told(rules, "use bare use bared"), ["E0340 `bare` and `bared` give different results to one condition"]);
    assert!(told(rules, "use bare for white use bared for black").is_empty());
}

#[test]
fn a_royal_by_attack_is_not_asked_where_attacks_are_found() {
    let items = r#"piece Prince Q "K" royal when some own Pawn attacked by enemy
  forbid moves of Rook where some own royals"#;
    let told = told("", items);
    assert_eq!(told, ["E0402 `meeting` asks what is attacked where attacks are found by its moves"]);
}

#[test]
fn two_measures_of_two_files_are_refused() {
    let mut library = Library::default();
    library.files.insert("a.ferz".into(), "rule most_men { prefer most count own }".into());
    library.files.insert("b.ferz".into(), "rule few_foes { prefer most 0 - count enemy }".into());
    let text = |items: &str| {
        format!(
            r#"include "a.ferz" include "b.ferz"
variant "Measured" {{ board 4x4 piece King K "K" setup "k3/4/4/K3 w" {items} }}"#
        )
    };
    let codes = |items: &str| {
        let out = compile(&Request::text(&library, "measured.ferz", text(items)));
        out.diags.list.iter().map(|d| (d.code, d.labels.len())).collect::<Vec<_>>()
    };
    assert_eq!(codes("use most_men use few_foes"), [("E0341", 2)]);
    assert_eq!(codes("use most_men for white use few_foes for black"), []);
}
