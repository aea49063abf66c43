//! The games of the language reference, on the standard library as it is written there.

use std::fs;
use std::path::Path;

use super::run;
use crate::assemble::{Request, variants};
use crate::diagnostics::Severity;
use crate::source::Library;

fn library() -> Library {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let read = |name: &str| fs::read_to_string(data.join(name)).unwrap();
    let files = [
        ("std/all.ferz", read("standard-library.ferz")),
        ("games/seed-games.ferz", read("seed-games.ferz")),
        ("games/classic-games.ferz", read("classic-games.ferz")),
        ("games/codex.ferz", read("codex.ferz")),
    ];
    Library { files: files.into_iter().map(|(path, text)| (path.to_string(), text)).collect() }
}

#[test]
fn every_game_of_the_reference_is_put_together() {
    let library = library();
    let mut told = String::new();
    let mut seen = 0;
    for heading in library.files.values().flat_map(|text| variants(text)) {
        let found = run(&Request::named(&library, &heading.name));
        for d in found.diags.list.iter().filter(|d| d.severity == Severity::Error) {
            told.push_str(&format!("{}: {} {} {:?}\n", heading.name, d.code, d.headline, d.labels));
        }
        seen += usize::from(found.assembly.is_some());
    }
    assert!(told.is_empty(), "{told}");
    assert!(seen >= 25, "only {seen} games were put together");
}

#[test]
fn each_card_may_be_held_by_either_side() {
    let library = library();
    for (white, black) in [("card_3,card_7", "card_7"), ("all", ""), ("", "all"), ("card_4,card_8", "card_8")] {
        let request = Request::named(&library, "codex").set("white_cards", white).set("black_cards", black);
        let codex = run(&request).fine();
        let order = codex.order();
        for (side, cards) in [("white", white), ("black", black)] {
            let held = |rule: &str| order.iter().filter(|o| **o == format!("{rule} {side}")).count();
            for n in 1..=17 {
                let card = format!("card_{n}");
                let expected = cards == "all" || cards.split(',').any(|c| c == card);
                assert_eq!(held(&card), usize::from(expected), "{card} of {side} in {order:?}");
            }
            let returning = held("card_3") + held("card_7");
            assert_eq!((held("zombies"), held("come_back")), (returning.min(1), returning), "{side}: {order:?}");
        }
    }
}

#[test]
fn a_card_asks_what_its_own_holder_has() {
    let library = library();
    let request = Request::named(&library, "codex").set("white_cards", "card_4,card_8").set("black_cards", "card_8");
    let codex = run(&request).fine();
    let gifts = |side: usize| {
        let card = codex.bundles.iter().find(|b| b.rule.as_deref() == Some("card_8") && b.side == side).unwrap();
        card.items.len()
    };
    assert_eq!((gifts(0), gifts(1)), (2, 1), "straight captures only with card 4");
}

#[test]
fn the_parameters_of_the_seed_games_take_all_their_words() {
    let library = library();
    for name in ["decimal-chess", "shatranj-diwana-shah", "chess-without-pawns", "chess"] {
        let base = run(&Request::named(&library, name)).fine();
        for (parameter, p) in &base.parameters {
            let Some(among) = &p.among else { continue };
            for word in crate::assemble::values::words(among) {
                run(&Request::named(&library, name).set(parameter, &word)).fine();
            }
        }
        for (parameter, p) in base.parameters.iter().filter(|(_, p)| p.among.is_none()) {
            let other = match &p.value.kind {
                crate::ast::ExprKind::Int(_) => "7",
                _ => "true",
            };
            run(&Request::named(&library, name).set(parameter, other)).fine();
        }
    }
}
