//! The library of Ferz: the rules in `std/` and the variants by family, as texts.
//!
//! The files are the product; this crate only carries them, so that a program finds its library without looking for
//! folders. Everything below `std/` is in scope of every file, see `docs/language.md`.

#![forbid(unsafe_code)]

mod chosen;

pub use chosen::{BEYOND, CLASSICS, SEEDS};

use ferz_dsl::source::Library;

/// Every file of the library: its path below the library's root, with `/`, and its text. Sorted by path.
pub static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The library as the compiler takes it.
///
/// ```
/// let library = ferz_variants::library();
/// assert!(library.files.contains_key("std/castling.ferz"));
/// ```
#[must_use]
pub fn library() -> Library {
    Library { files: FILES.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect() }
}

/// Variants compiled into machine code, as the features of the crate chose.
#[cfg(feature = "compiled")]
pub mod compiled {
    use ferz_runtime::Rules;

    /// What is to be done with the rules of a variant, whatever their type.
    pub trait Visitor {
        type Output;
        fn visit<R: Rules>(self, rules: R) -> Self::Output;
    }

    include!(concat!(env!("OUT_DIR"), "/compiled.rs"));
}

/// The files that hold variants: everything outside of `std/`.
pub fn games() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.iter().copied().filter(|(path, _)| !path.starts_with("std/"))
}

/// The family of a file: its folder.
#[must_use]
pub fn family(path: &str) -> &str {
    path.split_once('/').map_or("", |(folder, _)| folder)
}

#[cfg(test)]
mod tests {
    use super::{BEYOND, CLASSICS, FILES, SEEDS, family, games};
    use ferz_dsl::assemble::variants;
    use std::collections::BTreeSet;

    #[test]
    fn files_come_in_the_order_of_their_paths() {
        assert!(FILES.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn every_game_begins_with_its_rules() {
        for (path, text) in games() {
            let mut lines = text.lines().skip_while(|line| line.is_empty() || line.starts_with("include "));
            assert!(lines.next().is_some_and(|l| l.starts_with("///")), "{path} does not begin with its rules");
            assert!(text.contains("meta {") && text.contains("family \""), "{path} does not say its family");
            assert!(!family(path).is_empty(), "{path} lies in no family");
        }
    }

    #[test]
    fn names_are_given_once_and_the_chosen_ones_exist() {
        let names: Vec<String> = games().flat_map(|(_, text)| variants(text)).map(|heading| heading.name).collect();
        let set: BTreeSet<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(set.len(), names.len(), "two variants of one name");
        for name in SEEDS.iter().chain(CLASSICS).chain(BEYOND) {
            assert!(set.contains(name), "{name} is not in the library");
        }
    }

    #[test]
    fn every_file_of_rules_says_what_it_holds() {
        for (path, text) in FILES.iter().filter(|(path, _)| path.starts_with("std/")) {
            assert!(text.starts_with("// "), "{path} does not begin with its two sentences");
        }
    }
}
