//! Broken inputs: each is told with its code and its places.

use super::{Told, of, run, small_library};
use crate::assemble::{Main, Request};

/// The body of a child of the small library's chess.
fn child(body: &str) -> Told {
    of(&format!("variant \"A\" extends chess {{\n{body}\n}}"))
}

/// One error with this code; its places cover these texts, the main one first.
#[track_caller]
fn tells(told: &Told, code: &str, places: &[&str]) {
    assert_eq!(told.one_error(code), places);
}

#[test]
fn unknown_parent() {
    let told = of("variant \"A\" extends ches { }");
    tells(&told, "E0151", &["ches"]);
    assert_eq!(told.errors()[0].help, ["did you mean `chess`?"]);
}

#[test]
fn recursive_extends() {
    let text = "variant \"A\" extends b { }\nvariant \"B\" extends a { }";
    let library = small_library();
    tells(&run(&Request::text(&library, "x.ferz", text).variant("a")), "E0316", &["a", "b"]);
    let told = of("variant \"Loop\" extends loop { }");
    assert_eq!(told.one_error("E0316").len(), 2);
}

#[test]
fn which_variant() {
    let library = small_library();
    let text = "variant \"A\" extends chess { }\nvariant \"B\" extends chess { }";
    assert_eq!(of(text).one_error("E0157").len(), 2);
    let told = run(&Request::text(&library, "x.ferz", text).variant("c"));
    told.one_error("E0151");
    assert_eq!(run(&Request::named(&library, "3chek")).errors()[0].help[0], "did you mean `3check`?");
    let told = run(&Request::new(&library, Main::Library("nowhere/x.ferz".into())));
    assert_eq!(told.errors()[0].code, "E0151");
    of("rule alone { draw when stuck }").one_error("E0159");
}

#[test]
fn two_variants_of_one_name() {
    let library = small_library();
    let text = "variant \"A b\" extends chess { }\nvariant \"a-B\" extends chess { }";
    assert_eq!(run(&Request::text(&library, "x.ferz", text).variant("a-b")).one_error("E0310").len(), 2);
}

#[test]
fn a_rule_that_uses_itself() {
    assert_eq!(
        of("rule echo { use echo }\nvariant \"A\" extends chess { use echo }").one_error("E0319")[..2],
        ["echo", "echo"]
    );
    let told = of("rule ping { needs pong }\nrule pong { use ping }\nvariant \"A\" extends chess { use ping }");
    assert_eq!(told.one_error("E0319").len(), 3);
}

#[test]
fn unknown_rule() {
    let told = child("use castlin");
    tells(&told, "E0152", &["castlin"]);
    assert_eq!(told.errors()[0].help, ["did you mean `castling`?"]);
    // The branch that is not taken is looked at as well.
    tells(&child("parameter p = false\nif p { use castlin }"), "E0152", &["castlin"]);
    tells(&child("parameter p = () among (duck, dukc)\nuse p"), "E0152", &["dukc", "p"]);
    tells(&child("if uses(dukc) { use drops }"), "E0152", &["dukc"]);
}

#[test]
fn unknown_and_missing_arguments() {
    let told = child("use counting(m = 4)");
    tells(&told, "E0154", &["m", "counting"]);
    tells(&child("use wing(king = Queen)"), "E0321", &["wing", "way"]);
    tells(&child("change castling(kin = Queen)"), "E0154", &["kin", "castling"]);
    tells(&child("use counting(n = 1, n = 2)"), "E0310", &["n", "n"]);
}

#[test]
fn values_that_do_not_fit() {
    tells(&child("change castling(text = kin)"), "E0322", &["kin", "text"]);
    tells(&child("change stalemate_is = lost"), "E0322", &["lost", "stalemate_is"]);
    tells(&child("parameter p = 3 among (1, 2)\nif p is 1 { use duck }"), "E0322", &["3", "p"]);
    tells(&child("change mate(early = 3)"), "E0323", &["3", "early"]);
    tells(&child("change stalemate_is = (draw, lose)"), "E0323", &["(draw, lose)", "stalemate_is"]);
    // Also through a parameter.
    let told = child("parameter p = target among (target, king)\nchange castling(text = p)\nchange p = king");
    tells(&told, "E0322", &["p", "text"]);
}

#[test]
fn settings_that_do_not_fit() {
    let library = small_library();
    let with = |name: &str, value: &str| run(&Request::named(&library, "chess").set(name, value));
    tells(&with("stalemat_is", "win"), "E0153", &["stalemat_is"]);
    assert_eq!(with("stalemat_is", "win").errors()[0].help, ["did you mean `stalemate_is`?"]);
    tells(&with("stalemate_is", "lost"), "E0322", &["lost", "stalemate_is"]);
    tells(&with("stalemate_is", "} {"), "E0323", &["} {"]);
    tells(
        &run(&Request::named(&library, "chess").set("stalemate_is", "win").set("stalemate_is", "draw")),
        "E0310",
        &["stalemate_is", "stalemate_is"],
    );
    tells(&child("test \"t\" { set stalemate = win }"), "E0153", &["stalemate"]);
    tells(&child("test \"t\" { set stalemate_is = wins }"), "E0322", &["wins", "stalemate_is"]);
}

#[test]
fn changes_of_what_is_not_there() {
    let told = child("without castlin");
    tells(&told, "E0314", &["castlin"]);
    assert_eq!(told.errors()[0].help, ["did you mean `castling`?"]);
    tells(&child("change counting(n = 1)"), "E0314", &["counting"]);
    tells(&child("without piece Qeen"), "E0314", &["Qeen"]);
    tells(&child("change piece Qeen Q \"Q\""), "E0314", &["Qeen"]);
    tells(&child("without zone near"), "E0314", &["near"]);
    tells(&child("change define chekced = stuck"), "E0314", &["chekced"]);
    tells(&child("change zone checked = e4"), "E0314", &["checked", "checked"]);
    tells(&child("change n = 3"), "E0314", &["n"]);
    tells(&of("variant \"A\" { change setup \"8 w\"\n board 8x8 }"), "E0314", &["change setup \"8 w\""]);
}

#[test]
fn given_twice() {
    tells(&child("piece Queen Q \"Q\""), "E0310", &["Queen", "Queen"]);
    tells(&child("piece Duck D \"W\"\nuse duck"), "E0310", &["Duck", "Duck"]);
    tells(&child("parameter stalemate_is = 3"), "E0310", &["stalemate_is", "stalemate_is"]);
    tells(&child("setup \"8 w\"\nsetup \"8 b\""), "E0310", &["setup \"8 b\"", "setup \"8 w\""]);
    tells(&child("sides red, red"), "E0310", &["red", "red"]);
    tells(&child("state s latch\nstate s latch"), "E0310", &["s", "s"]);
    tells(&child("zone z = e4\nzone z = e5"), "E0310", &["z", "z"]);
    tells(
        &of("rule r { draw when stuck }\nrule r { draw when stuck }\nvariant \"A\" extends chess { use r }"),
        "E0310",
        &["r", "r"],
    );
}

#[test]
fn changed_twice() {
    let told = child("change piece Queen Q \"QN\"\nchange piece Queen Q \"N\" for black");
    tells(&told, "E0312", &["Queen", "Queen"]);
    tells(&child("change define checked = stuck\nchange define checked = no own"), "E0312", &["checked", "checked"]);
    tells(&child("change castling(text = rook)\nchange castling(text = target)"), "E0312", &["text", "text"]);
    tells(&child("change stalemate_is = win\nchange stalemate_is = lose"), "E0312", &["stalemate_is", "stalemate_is"]);
}

#[test]
fn includes() {
    let include = |path: &str| of(&format!("include \"{path}\"\nvariant \"A\" extends chess {{ }}"));
    for path in ["../x.ferz", "/etc/passwd", "cards/../../x.ferz"] {
        assert_eq!(include(path).one_error("E0318").len(), 1, "{path}");
    }
    let told = include("cards/c.ferz");
    told.one_error("E0156");
    assert_eq!(include("cards/round.ferz").one_error("E0317").len(), 2);
    let library = small_library();
    let told = run(&Request::text(&library, "x.ferz", "include \"x.ferz\"\nvariant \"A\" extends chess { }"));
    told.one_error("E0317");
    let both = "include \"cards/a.ferz\"\ninclude \"cards/rival.ferz\"\nvariant \"A\" extends chess { use card_a }";
    tells(&of(both), "E0311", &["card_a", "card_a"]);
}

#[test]
fn undecidable_conditions() {
    tells(&child("if some own Queen { use duck }"), "E0320", &["own Queen"]);
    tells(&child("parameter p = 3\nif p more than ply { use duck }"), "E0320", &["ply"]);
    tells(&child("if stalemate_is is loose { use duck }"), "E0320", &["loose"]);
    tells(&child("if stalemate_is { use duck }"), "E0320", &["stalemate_is"]);
}

#[test]
fn a_rule_twice() {
    tells(&child("use castling"), "E0324", &["castling", "castling"]);
    tells(&child("use counting for white\nuse counting(n = 4) for white"), "E0324", &["counting", "counting"]);
    tells(&child("use duck as p\nuse drops for white as p"), "E0331", &["p", "p"]);
}

#[test]
fn which_use_changes() {
    let told = child(
        "without castling\nuse wing(way = east) for white\nuse wing(way = west) for white\nchange wing(king = Queen)",
    );
    tells(&told, "E0315", &["wing", "wing", "wing"]);
}

#[test]
fn a_need_that_nothing_can_serve() {
    let rules = "rule one { needs counting(n = 3) }\nrule two { needs counting(n = 4) }";
    let told = of(&format!("{rules}\nvariant \"A\" extends chess {{ use one\n use two }}"));
    tells(&told, "E0325", &["counting", "counting"]);
}

#[test]
fn what_belongs_elsewhere() {
    let told = of("rule r { use duck for white }\nvariant \"A\" extends chess { use r }");
    tells(&told, "E0327", &["white"]);
    tells(&child("change setup \"8 w\" for white"), "E0327", &["white"]);
    tells(&child("parameter p = () among (duck)\nuse p(n = 3)"), "E0327", &["n"]);
}

#[test]
fn unknown_sides() {
    tells(&child("use duck for whit"), "E0155", &["whit"]);
    tells(&child("turns white red"), "E0155", &["red"]);
    tells(&child("piece Man M for red \"W\""), "E0155", &["red"]);
    tells(&child("hand Queen for red"), "E0155", &["red"]);
}

#[test]
fn a_question_that_answers_itself() {
    let told = child("if uses(duck) { use drops } else { use duck }");
    tells(&told, "E0328", &["duck"]);
}

#[test]
fn what_every_variant_says() {
    tells(&of("variant \"A\" { setup \"8 w\" }"), "E0329", &["A"]);
    tells(&of("variant \"A\" { board 8x8 }"), "E0329", &["A"]);
}

#[test]
fn parameters_that_mean_nothing() {
    tells(&child("parameter p = 3"), "E0158", &["p"]);
    tells(&of("rule r(n = 3) { draw when stuck }\nvariant \"A\" extends chess { use r }"), "E0158", &["n"]);
    tells(&child("parameter p\nif p { use duck }"), "E0334", &["p"]);
}

#[test]
fn values_that_go_round() {
    assert_eq!(child("parameter p = q\nparameter q = p\nuse counting(n = p)").one_error("E0333").len(), 2);
    tells(&child("parameter p = not p\nif p { use duck }"), "E0333", &["not p"]);
    let told = of("rule r(a = b, b = a) { draw when a\n draw when b }\nvariant \"A\" extends chess { use r }");
    tells(&told, "E0333", &["b", "b"]);
}

#[test]
fn a_parameter_that_changes_after_it_was_read() {
    let told =
        child("parameter p = true\nif p { change stalemate_is = lose }\nif stalemate_is is lose { change p = false }");
    assert_eq!(told.one_error("E0332"), ["p", "p"]);
}

#[test]
fn pieces_that_depend_on_arguments() {
    let rule = "rule r(how) { piece Man M how }";
    let told = of(&format!("{rule}\nvariant \"A\" extends chess {{ use r(how = \"W\")\n use r(how = \"F\") }}"));
    assert_eq!(told.one_error("E0335").len(), 3);
}

#[test]
fn more_copies_than_any_honest_file_has_end_soon() {
    // Each rule uses the next one several times.
    let mut text = String::new();
    for n in 0..20 {
        let next = n + 1;
        text.push_str(&format!(
            "rule r_{n}(a = 1) {{ use r_{next}(a = 1 + a)\n use r_{next}(a = 2 + a)\n use r_{next}(a = 3 + a) }}\n"
        ));
    }
    text.push_str("rule r_20(a = 1) { win when a is 1 }\nvariant \"A\" extends chess { use r_0 }");
    of(&text).one_error("E0330");
    let mut text = String::new();
    for n in 0..100 {
        text.push_str(&format!("rule r_{n} {{ use r_{} }}\n", n + 1));
    }
    text.push_str("rule r_100 { win when stuck }\nvariant \"A\" extends chess { use r_0 }");
    of(&text).one_error("E0330");
}

#[test]
fn values_that_double_end_soon() {
    let mut body = String::from("parameter p_0 = true\n");
    for n in 1..30 {
        body.push_str(&format!("parameter p_{n} = p_{} and p_{}\n", n - 1, n - 1));
    }
    body.push_str("if p_29 { use duck }");
    child(&body).one_error("E0320");
}

#[test]
fn several_mistakes_are_all_told() {
    let told = child(
        "use castlin\nwithout piece Qeen\nchange stalemate_is = lost\nuse duck for red\nsetup \"a\"\nsetup \"b\"",
    );
    let mut codes: Vec<&str> = told.errors().iter().map(|d| d.code).collect();
    codes.sort_unstable();
    assert_eq!(codes, ["E0152", "E0155", "E0310", "E0314", "E0322"]);
}

#[test]
fn every_code_told_here_is_explained() {
    let known: Vec<&str> = crate::assemble::codes::CODES.iter().map(|(code, _)| *code).collect();
    assert!(known.is_sorted());
    for file in [
        include_str!("../chain.rs"),
        include_str!("../check.rs"),
        include_str!("../decide.rs"),
        include_str!("../expand.rs"),
        include_str!("../files.rs"),
        include_str!("../frame.rs"),
        include_str!("../mod.rs"),
        include_str!("../parameters.rs"),
        include_str!("../pieces.rs"),
        include_str!("../scope.rs"),
        include_str!("../settings.rs"),
        include_str!("../uses.rs"),
    ] {
        for (at, _) in file.match_indices("\"E0").chain(file.match_indices("\"N0")) {
            let code = &file[at + 1..at + 6];
            assert!(known.contains(&code), "{code}");
        }
    }
}
