//! Codes of the text and its items.

use super::Page;

/// Code and page, in order. `Wrong` and `Right` hold a whole file each: a test reads them.
pub const CODES: [Page; 17] = [
    (
        "E0001",
        "A sign that no rule of the language uses. Comparisons are words: `is`, `is not`, `at least`, `at most`, `more than`, `fewer than`; so are `and`, `or`, `not`. No sign separates items or steps. Invisible signs (a no-break space, a NUL) are called by their number.\n\nWrong: rule a { win when count own > 3; }\nRight: rule a { win when count own more than 3 }",
    ),
    (
        "E0002",
        "A bracket is opened and never closed. The message points to the opener; the block is taken to end before the next line that begins with an item word and stands no further right than the opener's line.\n\nWrong: rule a { action pass { written \"pass\" }\nRight: rule a { action pass { written \"pass\" } }",
    ),
    (
        "E0003",
        "A text in quotes ends on the line where it begins.\n\nWrong: rule a { action pass { written \"pass } }\nRight: rule a { action pass { written \"pass\" } }",
    ),
    (
        "E0004",
        "A closing bracket for which nothing is open: one too many, or its opener is missing.\n\nWrong: rule a { win when b } }\nRight: rule a { win when b }",
    ),
    (
        "E0005",
        "Every item and every step begins with its own word, and this line begins with another one. If a word near to it exists, it is offered.\n\nWrong: rule a { wni when b }\nRight: rule a { win when b }",
    ),
    (
        "E0006",
        "Brackets, words that take an operand and joins may be nested about a hundred deep, and one item may have some thousands of words. A list `(a, b, c)` has no such depth; parts can have names by `define`.\n\nWrong: define a = ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((b))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))\nRight: define a = b",
    ),
    (
        "E0007",
        "A file may have a megabyte of text and some hundred thousand words. Larger games are divided into files.\n\nWrong: (a file of two megabytes)\nRight: include \"cards/card_1.ferz\"",
    ),
    (
        "E0008",
        "A known word at a place where it cannot stand: steps stand in blocks, items in variants and rules, and what belongs to the whole game (`board`, `setup`, `sides`, `test`, ...) in variants only.\n\nWrong: rule a { setup \"8/8/8/8/8/8/8/8 w\" }\nRight: variant \"A\" extends chess { setup \"4k3/8/8/8/8/8/8/4K3 w\" }",
    ),
    (
        "E0009",
        "The item makes sense up to this place; the message says what was expected there.\n\nWrong: rule a { win count own is 3 }\nRight: rule a { win when count own is 3 }",
    ),
    (
        "E0010",
        "Reserved words join and describe (`and or not is was in of on plus except attacked ignoring beside also when where leaving by to from going over with keeping called some no the count at more fewer own enemy ally neutral can first among`); they are never names.\n\nWrong: define count = 3\nRight: define counted = 3",
    ),
    (
        "E0011",
        "A letter followed by digits is a square of the board, so it cannot be a name.\n\nWrong: define p1 = own\nRight: define p_1 = own",
    ),
    (
        "E0012",
        "Kinds of pieces begin with a capital, everything else with a small letter.\n\nWrong: rule Fast { action pass { written \"pass\" } }\nRight: rule fast { action pass { written \"pass\" } }",
    ),
    (
        "E0013",
        "The number does not fit where it stands.\n\nWrong: rule a { limit Rook to 99999999999 squares }\nRight: rule a { limit Rook to 9 squares }",
    ),
    (
        "E0014",
        "One part of an item is said twice, so it is not clear which is meant.\n\nWrong: rule a { state n counter shared shared }\nRight: rule a { state n counter shared }",
    ),
    (
        "E0015",
        "After a hundred mistakes in one file the others are not told.\n\nWrong: (a file with more than a hundred mistakes)\nRight: rule a { win when b }",
    ),
    (
        "E0112",
        "Words that open items and steps cannot be names of flags or sides, nor describe a piece: a line would end where they stand.\n\nWrong: rule a { flag limit on any }\nRight: rule a { flag limited on any }",
    ),
    (
        "W0001",
        "Text after `///` belongs to the item, rule or parameter that follows it, and appears in rule books. Here none follows.\n\nWrong: rule a { win when b }  /// what is this about?\nRight: /// Wins at once.\nrule a { win when b }",
    ),
];
