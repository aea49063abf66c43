//! What the plan promises for games of the library, and that emitting is text that Rust can parse, always the same.

use ferz_codegen::plan::Plan;
use ferz_codegen::plan::legality::{Legality, Safety};
use ferz_dsl::assemble::Request;
use ferz_dsl::game::Game;

fn game(name: &str) -> Game {
    let library = ferz_variants::library();
    let out = ferz_dsl::compile::compile(&Request::named(&library, name));
    out.game.unwrap_or_else(|| panic!("{name} does not compile: {:?}", out.diags.list))
}

fn plan(name: &str) -> Plan {
    ferz_codegen::plan(&game(name))
}

/// Labels of the generators that are made and tested.
fn tested(plan: &Plan) -> Vec<&str> {
    let by_test = |g: &usize| matches!(plan.gens[*g].legality, Legality::MakeAndTest(_));
    let mut names: Vec<&str> = (0..plan.gens.len()).filter(by_test).map(|g| plan.text.gens[g].as_str()).collect();
    names.dedup();
    names.sort_unstable();
    names.dedup();
    names
}

#[test]
fn chess_moves_by_sets_but_for_taking_in_passing() {
    let plan = plan("chess");
    assert!(plan.sides.iter().all(|s| s.safety == Safety::Masks), "{plan}");
    assert_eq!(tested(&plan), ["Pawn en_passant"], "{plan}");
}

#[test]
fn decimal_chess_is_sets_throughout() {
    let plan = plan("decimal-chess");
    assert_eq!(plan.width, ferz_codegen::plan::Width::U128);
    assert!(tested(&plan).is_empty(), "{plan}");
}

#[test]
fn mounts_make_moves_on_lines_a_question() {
    let plan = plan("xiangqi");
    assert!(plan.sides.iter().all(|s| s.safety == Safety::Touch), "{plan}");
    assert!(tested(&plan).is_empty(), "{plan}");
}

#[test]
fn a_silver_may_turn_over_and_a_pawn_on_the_last_rank_has_no_choice() {
    let plan = plan("shogi");
    let silver = plan.text.gens.iter().position(|g| g == "Silver").expect("a silver");
    let Legality::Sets(endings) = &plan.gens[silver].legality else { panic!("{plan}") };
    let mut counts: Vec<usize> = endings.iter().map(|e| e.choices.len()).collect();
    counts.sort_unstable();
    assert_eq!(counts, [1, 2], "a silver turns over or not, or cannot");
    let pawn = plan.text.gens.iter().position(|g| g == "Pawn").expect("a pawn");
    let Legality::Sets(endings) = &plan.gens[pawn].legality else { panic!("{plan}") };
    let squares = |ways: usize| {
        let of = endings.iter().filter(|e| e.choices.len() == ways);
        of.flat_map(|e| &e.targets).map(|t| t.len()).sum::<u32>()
    };
    // Ranks 7 and 8 leave the choice; on the last rank it must turn over, which leaves none.
    assert_eq!((squares(2), squares(1)), (18, 54), "{plan}");
}

#[test]
fn explosions_are_made_and_tested() {
    let plan = plan("atomic");
    assert!(tested(&plan).len() > 5, "{plan}");
}

#[test]
fn emitting_twice_gives_the_same_text_and_it_is_rust() {
    for name in ["losalamos", "minishogi"] {
        let game = game(name);
        let text = ferz_codegen::emit(&game);
        assert_eq!(text, ferz_codegen::emit(&game), "{name}");
        assert!(syn::parse_file(&text).is_ok(), "{name}");
        assert!(!text.contains("unwrap()") && !text.contains("unsafe"), "{name}");
    }
}

/// Names reach Rust as string literals only.
#[test]
fn a_variant_cannot_write_code() {
    let library = ferz_variants::library();
    let text = r##"variant "Evil */ } fn main() { panic!() } /*" {
  board 4x4
  piece Crate C "W"
  piece Self S "F"
  setup "c2s/4/4/C2S w"
  use no_moves
}"##;
    let out = ferz_dsl::compile::compile(&Request::text(&library, "evil.ferz", text));
    let game = out.game.unwrap_or_else(|| panic!("{:?}", out.diags.list));
    let file = syn::parse_file(&ferz_codegen::emit(&game)).expect("Rust");
    let main = file.items.iter().any(|i| matches!(i, syn::Item::Fn(f) if f.sig.ident == "main"));
    assert!(!main);
}
