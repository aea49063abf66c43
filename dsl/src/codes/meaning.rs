//! Codes of names, types, states, boards and bounds.

use super::Page;

/// Code and page, in order.
pub const CODES: &[Page] = &[
    (
        "E0101",
        "A name that nothing declares: no parameter, zone, state, definition, choice or `let` of this place, and no word of the language.\n\nWrong: win when some own on centre\nRight: win when some own on last rank",
    ),
    (
        "E0102",
        "`rule.name` and `uses(rule)` speak of a rule that is in use for this side.\n\nWrong: win when some castle.unmoved\nRight: win when uses(castling) and stuck",
    ),
    (
        "E0103",
        "A definition, a pattern or a piece's movement must come to an end: none may ask itself, directly or through others.\n\nWrong: define a = not b   define b = not a   win when a\nRight: define a = stuck   define b = not a   win when a",
    ),
    (
        "E0104",
        "`from`, `to`, `it`, `mover`, `captured`, `victim` and choices exist only around moves that have them: an action has no `from`, a moment of the turn has no move at all.\n\nWrong: action a { choose s in empty   remove to }\nRight: action a { choose s in own   remove s }",
    ),
    (
        "E0105",
        "Sides are those that `sides` names; without it they are `white` and `black`.\n\nWrong: win when some own on last rank of red\nRight: lose when some own Pawn on last rank of white",
    ),
    (
        "E0106",
        "A name may not hide another one that is seen at the same place.\n\nWrong: action hop { choose spot in empty   choose spot in empty   move (the own King) to spot }\nRight: action hop { choose spot in empty   move (the own King) to spot }",
    ),
    (
        "E0107",
        "A kind of piece must be declared with `piece Name L \"...\"` (in the variant, a parent or a rule in use) before anything can speak of it.\n\nWrong: use promotion(choices = Quen)\nRight: use promotion(choices = Queen)",
    ),
    (
        "E0108",
        "No flag or state of this name is declared where the line stands. A state of another rule is called `rule.state`.\n\nWrong: after move { add 1 to tally }\nRight: state tally counter from 0 to 99   after move { add 1 to tally }",
    ),
    (
        "E0109",
        "After `by` stands the label of a clause (`called name`), the name of an action or of a rule; it need not be in force, but something must have it. Men stand there with their side.\n\nWrong: forbid moves by castel\nRight: forbid moves by castle",
    ),
    (
        "E0201",
        "The value has another type than its place asks for: squares, kinds, a number, a side, a direction or a condition.\n\nWrong: win when count 3 more than 2\nRight: win when count own Rook more than 2",
    ),
    (
        "E0205",
        "A set of squares is never a condition by itself: say whether it must have members, have none, or how many.\n\nWrong: win when enemy King\nRight: win when no enemy King",
    ),
    (
        "E0206",
        "Functions, tables and definitions take as many values as they were declared with, in brackets or after `of`.\n\nWrong: require distance(from) at most 2\nRight: require distance(from, to) at most 2",
    ),
    (
        "E0207",
        "The word names something that is no value: a rule, a pattern or a move.\n\nWrong: pattern hop = \"N\"   win when some own King on hop\nRight: win when some own King on last rank",
    ),
    (
        "E0208",
        "A table is read by file: `name of file of square`.\n\nWrong: let new = master\nRight: let new = master of file of to",
    ),
    (
        "E0209",
        "A zone declared `for each side` is turned for each side, so it consists of squares written out, ranks and files.\n\nWrong: zone near for each side = neighbours of own King   win when some near\nRight: define near = neighbours of own King   win when no near",
    ),
    (
        "E0210",
        "Here the kinds must be known before play: written out, or given by a parameter that is written out.\n\nWrong: hand (choose)\nRight: hand (Queen, Rook)",
    ),
    (
        "E0211",
        "`behind` asks for the square after a run.\n\nWrong: win when some behind own\nRight: win when no own and some behind (run of own from e4 going north)",
    ),
    (
        "E0212",
        "A rank is counted from one side: `own`, `enemy` of two, or a side by name.\n\nWrong: rank 2 of neutral\nRight: rank 2 of white",
    ),
    (
        "E0213",
        "`ignoring` says what is off the board while `attacked by` is asked, so it follows it.\n\nWrong: win when some own ignoring King\nRight: win when some own attacked by enemy ignoring own King",
    ),
    (
        "E0214",
        "The board has fewer ranks.\n\nWrong: zone z = rank 9   win when some own King on z\nRight: zone z = rank 8   win when some enemy King on z and stuck",
    ),
    (
        "E0215",
        "The board has no file of this letter.\n\nWrong: zone z = file k   win when some own King on z\nRight: zone z = file h   win when some own King on z",
    ),
    (
        "E0216",
        "The square lies outside of the board, or the board has a hole there.\n\nWrong: zone z = (a9)   win when some own King on z\nRight: zone z = (a4)   win when some own King on z",
    ),
    (
        "E0217",
        "The words of a parameter are those its `among` list names.\n\nWrong: change castling(text = king)\nRight: change castling(text = rook)",
    ),
    (
        "E0218",
        "`hand of` asks for one side: `own` or `enemy`.\n\nWrong: action hop { choose new in hand of neutral   take new from hand }\nRight: hand (Pawn)   action hop { choose new in hand of own   take new from hand }",
    ),
    (
        "E0219",
        "`the` and a step need exactly one square, and this set may have several.\n\nWrong: action hop { require distance(own Rook, e4) at most 2 }\nRight: action hop { choose r in own Rook   require distance(r, e4) at most 2   remove r }",
    ),
    (
        "E0220",
        "A table by file has one entry for each file of the board.\n\nWrong: table master by file = (Rook, Knight)   use promotion_by_file(who = Pawn, master = master)\nRight: table master by file = (Rook, Knight, Bishop, Queen, Queen, Bishop, Knight, Rook)   win when stuck",
    ),
    (
        "E0221",
        "One side is needed, and this may be several or none.\n\nWrong: place Wall on spot for enemy   (four sides)\nRight: place Wall on spot for neutral",
    ),
    (
        "E0222",
        "A flag is carried by men: it is set or cleared `of` squares, and asked with `is` or before a kind.\n\nWrong: flag zombie on any   after move { set zombie }\nRight: flag zombie on Rook   after move of Rook { set zombie of to }",
    ),
    (
        "E0223",
        "A counter, a kind or a set of squares is set to a value; only a latch is simply set.\n\nWrong: state tally counter from 0 to 9   after move { set tally }\nRight: state tally counter from 0 to 9   after move { set tally to 0 }",
    ),
    (
        "E0224",
        "In a text after `written`, `{name}` is filled in; each `{` needs its `}`.\n\nWrong: action hop { choose s in own   remove s   written \"{s\" }\nRight: action hop { choose s in own   remove s   written \"{s}\" }",
    ),
    (
        "E0313",
        "A flag is one thing in the whole game, whichever rules bring it: they must agree on how it starts, is lost and is shown.\n\nWrong: flag a on Rook starts set   flag a on King shown as files   (two rules)\nRight: flag a on Rook starts set   flag b on King shown as files",
    ),
    (
        "E0302",
        "A kind has one letter for each side.\n\nWrong: sides white, black   piece Duck D for white \"W\"   piece Duck U for black \"W\"   change piece Duck D \"F\"\nRight: piece Duck D \"W\"",
    ),
    (
        "E0303",
        "Board letters tell the kinds apart: one letter, one kind for each side.\n\nWrong: piece Rabbit R \"N\"\nRight: piece Rabbit T \"N\"",
    ),
    (
        "E0401",
        "`can move` asks for legal moves, which exist only after every `forbid` is known. A test on the way to them cannot ask it, save in `leaving`, whose tests with `can move` come last.\n\nWrong: forbid moves where not own can move\nRight: forbid moves leaving not enemy can move",
    ),
    (
        "E0402",
        "A `forbid ... where` also takes away attacks. If it asks `attacked` itself, the definition goes in a circle, unless it says that it leaves attacks alone.\n\nWrong: forbid moves of Rook where some to on squares attacked by enemy\nRight: forbid moves of Rook where to in squares attacked by enemy keeping attacks",
    ),
    (
        "E0403",
        "`repetition` and `throughout cycle` read the history of the game. Only outcomes may: history never changes which moves exist.\n\nWrong: forbid moves where repetition at least 3\nRight: draw when repetition at least 3",
    ),
    (
        "E0408",
        "A state `outside identity` is not part of a position, so two equal positions could have different moves. Only outcomes and other such states may read it.\n\nWrong: state tally counter from 0 to 9 outside identity   forbid moves where tally more than 3\nRight: state tally counter from 0 to 9 outside identity   after move { add 1 to tally }   draw when tally more than 3",
    ),
    (
        "E0410",
        "`shown as wings of K` writes rights of one kind.\n\nWrong: flag a on (Rook, Knight) shown as wings of (Rook, Knight)\nRight: flag a on Rook shown as mark \"~\"",
    ),
    (
        "E0411",
        "A mark is one sign that is no letter, digit, `+`, `/`, `*`, `|` or bracket: those mean something else in a position text.\n\nWrong: flag a on Rook shown as mark \"Q\"\nRight: flag a on Rook shown as mark \"~\"",
    ),
    (
        "E0412",
        "Flags are shown as `wings of`, `files` or `mark`; states as `squares`, `count` or `pair`.\n\nWrong: flag a on any shown as pair\nRight: flag a on any shown as files",
    ),
    (
        "E0413",
        "Where a flag or a state of squares starts is known before play.\n\nWrong: flag a on any starts on own attacked by enemy\nRight: flag a on any starts on first rank",
    ),
    (
        "E0414",
        "A counter says from where to where it counts: its size is part of the position.\n\nWrong: state n counter\nRight: state n counter from 0 to 9",
    ),
    (
        "E0415",
        "A counter goes from a smaller number to a larger one.\n\nWrong: state n counter from 9 to 0\nRight: state n counter from 0 to 9",
    ),
    (
        "E0416",
        "Here a number must be known before play: written out, a parameter, or a sum of such.\n\nWrong: state n counter from 0 to count own\nRight: state n counter from 0 to 16",
    ),
    (
        "E0417",
        "`layout` names states that are shown, by `name` or `rule.name`.\n\nWrong: layout tally   (not shown)\nRight: state tally counter from 0 to 9 shown as count   layout tally",
    ),
    (
        "E0420",
        "Choices belong to moves of the side that moves. What a capture or a moment of the turn sets off asks nobody.\n\nWrong: after capture { choose s in empty   remove s }\nRight: after move settled { choose s in empty   remove s }",
    ),
    (
        "E0501",
        "The start position cannot be read: the setup text tells at which field.\n\nWrong: setup \"8/8/8 w\"   (on 8x8)\nRight: setup \"8/8/8/8/8/8/8/K6k w\"",
    ),
    ("E0601", "A board has 1 to 16 files and 1 to 16 ranks.\n\nWrong: board 40x40\nRight: board 8x8"),
    (
        "E0602",
        "Layers multiply the squares of the board; all of them together are at most 256.\n\nWrong: board 16x16 layers 2\nRight: board 8x8",
    ),
    ("E0603", "Holes took every square away.\n\nWrong: board 2x2 without (a1..b2)\nRight: board 8x8"),
    (
        "E0604",
        "A move is told by a text that depends on nothing but the move and the position before it. Two sorts of move of one side could have the same text here, and no longer form tells them apart. A clause with a name shows it where it must (`e2e4:leap`); an action may write another text.\n\nWrong: action swap_a { choose a in own   choose b in empty   move a to b   written \"{a}{b}\" }   action swap_b { choose a in own   choose b in empty   move a to b   written \"{a}{b}\" }\nRight: action hop { choose a in own   choose b in empty   move a to b   written \"{a}{b}!\" }",
    ),
    (
        "E0605",
        "A side faces `north`, `south`, `east` or `west`.\n\nWrong: sides white faces up\nRight: sides white faces north",
    ),
    (
        "E0606",
        "A game has a bounded number of sides; the message says how many.\n\nWrong: variant \"Many\" { sides a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q   board 8x8   piece King K \"K\" royal   setup \"8/8/8/8/8/8/8/8 a\" }\nRight: variant \"Few\" { sides a, b   board 8x8   piece King K \"K\" royal   setup \"k7/8/8/8/8/8/8/7K a\" }",
    ),
    (
        "E0607",
        "A game has at most 127 kinds. Kinds that nobody can ever have may be taken out with `without piece`.\n\nWrong: (hundreds of `piece` lines)\nRight: without piece Pawn",
    ),
    (
        "E0608",
        "A game has at most 32 flags. Flags of rules that are never in use together may share a name.\n\nWrong: (dozens of `flag` lines)\nRight: flag unmoved on (King, Rook)",
    ),
    (
        "E0609",
        "The movement cannot be used as it is used here: the message says which part.\n\nWrong: give Rook its moves to the end\nRight: give Rook \"[(cF-mF)+]\" to the end",
    ),
    (
        "E0610",
        "A board of hexagons has edges on all sides, and its sides face north or south, turned by half a circle.\n\nWrong: board hexagon 6 cylinder\nRight: board 8x8",
    ),
    (
        "E0611",
        "Holes and named lines of a board are squares and rectangles written out.\n\nWrong: board 8x8 without (own)\nRight: board 8x8",
    ),
    (
        "E0612",
        "`limit` bounds how far kinds travel, or men with a flag; it cannot depend on the position.\n\nWrong: define near = neighbours of own King   limit near to 3 squares\nRight: limit Rook to 3 squares",
    ),
    (
        "E0613",
        "A rule that sleeps until a later ply can be read, but not compiled.\n\nWrong: use duck from ply 10\nRight: use duck",
    ),
    (
        "E0699",
        "The variant goes beyond a bound of the compiler; the message says which one.\n\nWrong: (thousands of definitions that use each other)\nRight: use promotion",
    ),
];
