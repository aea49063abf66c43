//! Hash keys by folding the store's own words.
//!
//! A position is a few dozen words (planes, cells, hands). Multiplying them into one key costs some ten nanoseconds
//! and only where somebody asks; a table of random numbers for each man and square would have to be updated in every
//! move, asked or not. Equal stores have equal keys in every build.

use crate::set::Set;

#[derive(Clone, Copy, Debug)]
pub struct Key {
    state: u64,
    odd: u64,
}

impl Key {
    #[must_use]
    pub fn new() -> Self {
        Self { state: 0x9e37_79b9_7f4a_7c15, odd: 0xd6e8_feb8_6659_fd93 }
    }

    /// Adds a word; the order matters.
    #[inline]
    pub fn word(&mut self, w: u64) {
        self.odd = self.odd.wrapping_add(0x9e37_79b9_7f4a_7c16);
        let product = u128::from(w ^ self.odd) * u128::from(self.state ^ 0xa076_1d64_78bd_642f);
        self.state = (product as u64) ^ (product >> 64) as u64 ^ w.rotate_left(29);
    }

    #[inline]
    pub fn set<S: Set>(&mut self, set: S) {
        let words = set.words();
        let used = std::mem::size_of::<S>() / 8;
        for w in &words[..used] {
            self.word(*w);
        }
    }

    #[must_use]
    pub fn finish(self) -> u64 {
        let mut x = self.state;
        x ^= x >> 32;
        x = x.wrapping_mul(0xd6e8_feb8_6659_fd93);
        x ^ x >> 29
    }
}

impl Default for Key {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_differ_for_every_single_square_and_order() {
        let mut seen = std::collections::HashSet::new();
        for plane in 0..8 {
            for s in 0..64 {
                let mut k = Key::new();
                for p in 0..8 {
                    k.set(if p == plane { 1u64 << s } else { 0 });
                }
                assert!(seen.insert(k.finish()), "plane {plane} square {s}");
            }
        }
    }
}
