//! The formatter changes nothing that the parser reads but the form of movement strings (that these have the same moves
//! afterwards is tested by the interpreter), and nothing the second time.

mod shapes;

use ferz_dsl::betza;
use ferz_dsl::format::format;
use shapes::tree;

const TEXTS: [(&str, &str); 4] = [
    ("library", include_str!("data/standard-library.ferz")),
    ("seeds", include_str!("data/seed-games.ferz")),
    ("codex", include_str!("data/codex.ferz")),
    ("classics", include_str!("data/classic-games.ferz")),
];

/// The tree without places, movement strings in their usual form.
fn meaning(tree: &ferz_dsl::ast::File) -> String {
    const BEFORE: &str = "Betza(Spanned { value: \"";
    let text = shapes::without_spans(tree);
    let mut parts = text.split(BEFORE);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (movement, rest) = part.split_once('"').expect("a string ends");
        out += BEFORE;
        out += &betza::normal(movement);
        out += rest;
    }
    out
}

#[test]
fn examples_mean_the_same_afterwards() {
    for (name, text) in TEXTS {
        let formatted = format(text);
        assert_eq!(meaning(&tree(&formatted)), meaning(&tree(text)), "{name}");
        assert_eq!(format(&formatted), formatted, "{name}: a second time");
        // All words and comments are there, in order; the letters of a string may change places.
        let sorted = |(i, part): (usize, &str)| {
            let mut letters: Vec<char> = part.chars().filter(|c| !c.is_whitespace()).collect();
            if i % 2 == 1 {
                letters.sort_unstable();
            }
            letters.into_iter().collect::<String>()
        };
        let letters = |t: &str| t.split('"').enumerate().map(sorted).collect::<Vec<_>>().join("\"");
        assert_eq!(letters(&formatted), letters(text), "{name}");
    }
}

/// The worst form that means the same: no indentation, one blank everywhere.
#[test]
fn lost_indentation_is_found_again() {
    for (name, text) in TEXTS {
        let flat: String = text.lines().map(|l| l.trim_start().to_owned() + "\n").collect();
        let formatted = format(&flat);
        assert_eq!(meaning(&tree(&formatted)), meaning(&tree(text)), "{name}");
        assert_eq!(formatted, format(text), "{name}");
    }
}

#[test]
fn one_form() {
    let text = "\n\n//  first\nrule  a( b=3,c ){\n\tdefine d(s)=count own who at most down_to\n\n\n   and x on(y plus z)   // why\n\
                /// Docs.\nafter move of +R{\nchoose new in(Queen,Rook)\nif a{win}\nelse{\nlose }\nwritten\"{small new}\"}\n}\n\n";
    let expected = "\
//  first
rule  a(b = 3, c) {
  define d(s) = count own who at most down_to

    and x on (y plus z)   // why
  /// Docs.
  after move of +R {
    choose new in (Queen, Rook)
    if a { win }
    else {
      lose }
    written \"{small new}\" }
}
";
    assert_eq!(format(text), expected);
}

#[test]
fn what_cannot_be_read_stays() {
    for text in ["rule a {", "  rule a { win  when }", "\"", "rule a{ win when b ; }"] {
        assert_eq!(format(text), text);
    }
    assert_eq!(format(""), "");
    assert_eq!(format("\n \n"), "");
}

/// The library, as it stands.
#[test]
fn library_files_mean_the_same_afterwards() {
    let mut waiting = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../variants")];
    let mut seen = 0;
    while let Some(dir) = waiting.pop() {
        for entry in std::fs::read_dir(&dir).expect("the library is there") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|e| e == "ferz") {
                let text = std::fs::read_to_string(&path).expect("text");
                let formatted = format(&text);
                assert_eq!(meaning(&tree(&formatted)), meaning(&tree(&text)), "{}", path.display());
                assert_eq!(format(&formatted), formatted, "{}", path.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 20, "{seen}");
}
