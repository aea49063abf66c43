//! The word that was probably meant: a name near to a misspelt one, if one stands out.

/// Words less alike than this are not offered (Jaro-Winkler similarity, 1 is equality).
const ALIKE: f64 = 0.8;

/// The candidate most like `word`, if it is near and no other one is as near.
///
/// ```
/// use ferz_dsl::nearest::nearest;
/// assert_eq!(nearest("Knigt", ["Knight", "King", "Queen"]), Some("Knight"));
/// assert_eq!(nearest("cat", ["bat", "hat"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut best: Option<(f64, &'a str)> = None;
    let mut shared = false;
    for candidate in candidates {
        let score = likeness(word, candidate);
        if score < ALIKE || candidate == word {
            continue;
        }
        match best {
            Some((top, kept)) if score > top => {
                best = Some((score, candidate));
                shared = kept == candidate && shared;
            }
            Some((top, kept)) if score == top && kept != candidate => shared = true,
            Some(_) => {}
            None => best = Some((score, candidate)),
        }
    }
    best.filter(|_| !shared).map(|(_, word)| word)
}

/// Similarity from 0 to 1. Another case of the same letters counts as nearly equal.
fn likeness(a: &str, b: &str) -> f64 {
    if a.eq_ignore_ascii_case(b) {
        return 0.999;
    }
    strsim::jaro_winkler(a, b)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_near_word_is_offered_and_a_far_one_is_not() {
        assert_eq!(nearest("prmotion", ["promotion", "castling"]), Some("promotion"));
        assert_eq!(nearest("zzz", ["promotion", "castling"]), None);
        assert_eq!(nearest("", ["promotion"]), None);
    }

    #[test]
    fn the_same_word_given_twice_is_no_tie() {
        assert_eq!(nearest("Kngiht", ["Knight", "Knight"]), Some("Knight"));
    }

    #[test]
    fn a_better_word_after_a_tie_wins() {
        assert_eq!(nearest("catch", ["batch", "hatch", "catche"]), Some("catche"));
    }

    #[test]
    fn another_case_is_near() {
        assert_eq!(nearest("knight", ["Knight", "King"]), Some("Knight"));
    }

    #[test]
    fn the_word_itself_is_never_offered() {
        assert_eq!(nearest("Rook", ["Rook"]), None);
    }
}
