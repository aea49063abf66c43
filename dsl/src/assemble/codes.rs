//! What each code of this stage means, for `ferz explain`.

/// Code and explanation, in order.
pub const CODES: [(&str, &str); 34] = [
    (
        "E0151",
        "A variant is named by its title in lower case with `-` for each run of other signs, or by `meta { name \"...\" }`; after `extends` a word writes `_` for `-`.\n\nWrong: variant \"A\" extends ches { }\nRight: variant \"A\" extends chess { }",
    ),
    (
        "E0152",
        "A rule is looked for in the file itself, in the files it includes, in those of the variants it extends, and in the standard library.\n\nWrong: use prmotion\nRight: use promotion",
    ),
    (
        "E0153",
        "Only parameters that the variant or one of its parents declares can be set, by `--set`, by `change` or by a test.\n\nWrong: ferz show chess --set stalemat_is=win\nRight: ferz show chess --set stalemate_is=win",
    ),
    (
        "E0154",
        "The arguments of a use name parameters of the rule.\n\nWrong: use promotion(choice = Queen)\nRight: use promotion(choices = Queen)",
    ),
    (
        "E0155",
        "Sides are white and black unless `sides` names others.\n\nWrong: use burd for red\nRight: use burd for white",
    ),
    (
        "E0156",
        "A path after `include` or `extends` is looked for below the folder of the file that names it, then below the root of the library.\n\nWrong: include \"card.ferz\"   (no such file)\nRight: include \"cards/card_1.ferz\"",
    ),
    (
        "E0157",
        "A file with several variants needs to be told which one is meant.\n\nWrong: ferz show games.ferz\nRight: ferz show games.ferz:my-chess",
    ),
    (
        "E0158",
        "A parameter that nothing reads would be a setting without effect.\n\nWrong: parameter speed = 3   (and nothing asks `speed`)\nRight: parameter n = 3   use n_checks(n = n)",
    ),
    (
        "E0159",
        "A file without a variant can be included, but not played.\n\nRight: variant \"My Game\" extends chess { }",
    ),
    (
        "E0310",
        "One thing, one place: a name is given once in each variant, file or rule. A child replaces a line of its parent with `change`.\n\nWrong: piece Rook R \"R\"   piece Rook R \"RF\"\nRight: change piece Rook R \"RF\"",
    ),
    (
        "E0311",
        "Two included files give one name, so it would be unclear which is meant. Include one of them, or rename one.",
    ),
    (
        "E0312",
        "At most one change of a thing may stand for each side.\n\nWrong: change piece Rook R \"RF\"   change piece Rook R \"RN\"\nRight: change piece Rook R \"RF\" for white   change piece Rook R \"RN\" for black",
    ),
    (
        "E0314",
        "Only what is there can be changed or taken out.\n\nWrong: variant \"A\" extends shatranj { without castling }\nRight: variant \"A\" extends chess { without castling }",
    ),
    (
        "E0315",
        "Where a rule is used several times, a change must say which use it means.\n\nWrong: use pinching(hunter = Pawn)   use pinching(hunter = Rook)   change pinching(prey = Rook)\nRight: use pinching(hunter = Rook) as rooks   change rooks(prey = Rook)",
    ),
    (
        "E0316",
        "The variants that a variant extends must come to an end.\n\nWrong: variant \"A\" extends b { }   variant \"B\" extends a { }",
    ),
    ("E0317", "Files do not include each other in a circle. Put what both need into a third file that both include."),
    (
        "E0318",
        "A path leads down from the file's folder or from the library's root, never above.\n\nWrong: include \"../x.ferz\"\nRight: include \"cards/x.ferz\"",
    ),
    ("E0319", "A rule cannot use itself, directly or through others.\n\nWrong: rule a { use b }   rule b { use a }"),
    (
        "E0320",
        "A condition around items is decided before the game, so it asks only parameters and `uses(rule)`.\n\nWrong: if some own Queen { use drops }\nRight: parameter with_drops = true   if with_drops { use drops }",
    ),
    (
        "E0321",
        "A parameter of a rule without a default must be given.\n\nWrong: use goal(who = King)\nRight: use goal(who = King, area = d4..e5)",
    ),
    (
        "E0322",
        "A parameter with `among` takes the words of its list only.\n\nWrong: use castling(text = king)\nRight: use castling(text = rook)",
    ),
    (
        "E0323",
        "A value is of the sort of the default: a number, `true` or `false`, one word, or a list.\n\nWrong: use extinct(who = King, together = 2)\nRight: use extinct(who = King, together = true)",
    ),
    (
        "E0324",
        "A rule stands once for a side, or several times with different arguments if it keeps no state; `as name` tells its uses apart.\n\nWrong: use castling   use castling\nRight: change castling(text = rook)",
    ),
    (
        "E0325",
        "A rule that keeps state is needed with two sets of arguments. Use it in the variant with arguments that serve both.",
    ),
    (
        "E0327",
        "A word stands where it has no meaning, such as `for white` inside a rule, whose parts are always for its owner.",
    ),
    (
        "E0328",
        "A condition asks whether a rule is in use, and what it decides changes the answer. Ask a parameter instead.",
    ),
    ("E0329", "Every variant has a board and a setup, its own or a parent's."),
    (
        "E0330",
        "A limit that no honest file reaches: of files, of rules inside rules, of copies of rules, of parameters.",
    ),
    ("E0331", "The name after `as` stands for one use of each side."),
    (
        "E0332",
        "A parameter is changed under a condition after another such condition has read it, so the order would decide. Change it outside of an `if`.",
    ),
    (
        "E0333",
        "The values or defaults of parameters refer to each other in a circle. A default may use only the parameters before it.",
    ),
    ("E0334", "A parameter of a variant needs a value for those who set none.\n\nRight: parameter n = 3"),
    (
        "E0335",
        "Two uses of a rule bring one piece, but with different arguments for its line. Give the rule a piece for each, or use it once.",
    ),
    ("N0108", "A name of the file itself, or of the variant, comes before the same name of the library."),
];
