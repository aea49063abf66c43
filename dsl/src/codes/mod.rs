//! The page of each diagnostic code: what it means, with a wrong and a right example. `ferz explain` prints it.
//!
//! Each stage keeps its own list; a code stays in its list for good, so that an old message can always be looked up.

mod meaning;
mod movement;
mod syntax;

use crate::{assemble, check};

/// A code with its page.
pub type Page = (&'static str, &'static str);

/// The lists of all stages.
const LISTS: &[&[Page]] =
    &[&syntax::CODES, meaning::CODES, &assemble::codes::CODES, check::codes::CODES, movement::CODES];

/// The page of a code, in any case of letters.
///
/// ```
/// assert!(ferz_dsl::codes::explain("e0011").is_some_and(|page| page.contains("p_1")));
/// assert_eq!(ferz_dsl::codes::explain("E9999"), None);
/// ```
#[must_use]
pub fn explain(code: &str) -> Option<&'static str> {
    pages().find(|(known, _)| known.eq_ignore_ascii_case(code.trim())).map(|(_, page)| page)
}

/// All pages, in the order of the stages.
pub fn pages() -> impl Iterator<Item = Page> {
    LISTS.iter().flat_map(|list| list.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::pages;

    #[test]
    fn no_code_has_two_pages() {
        let mut codes: Vec<&str> = pages().map(|p| p.0).collect();
        codes.sort_unstable();
        let all = codes.len();
        codes.dedup();
        assert_eq!(codes.len(), all);
    }

    #[test]
    fn every_page_shows_how_to_write_it() {
        for (code, page) in super::syntax::CODES {
            assert!(page.contains("\nWrong: ") && page.contains("\nRight: "), "{code}");
        }
    }
}
