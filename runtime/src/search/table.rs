//! The transposition table: what earlier visits of a position found.
//!
//! Two words an entry: the key, and value, depth, bound, age and a digest of the best move packed in one. Moves are
//! known here by a digest only, because their size differs from game to game; the node finds the move with that digest
//! in its own list, so a clash of digests costs order, never legality.

use crate::walk::mixed;
use std::hash::{Hash, Hasher};

/// Greatest size of a table.
pub const MAX_MEBIBYTES: usize = 1024;

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) value: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    /// Digest of the best move, 0 if there is none.
    pub(super) digest: u32,
}

/// Entries in pairs: one keeps the deepest, one the latest.
#[derive(Debug)]
pub struct Table {
    words: Vec<u64>,
    age: u64,
}

const PAIR: usize = 4;

impl Table {
    /// A table of about this many MiB, clamped to what is allowed; smaller if memory is short.
    #[must_use]
    pub fn new(mebibytes: usize) -> Self {
        let mut length = mebibytes.clamp(1, MAX_MEBIBYTES) << 17;
        let mut words = Vec::new();
        while words.try_reserve_exact(length).is_err() && length > PAIR {
            length /= 2;
        }
        words.resize(length, 0);
        Table { words, age: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.words.fill(0);
        self.age = 0;
    }

    /// Entries of earlier searches become the first to be replaced.
    pub(super) fn next_search(&mut self) {
        self.age = (self.age + 1) & 0x3f;
    }

    fn pair(&self, key: u64) -> usize {
        let pairs = (self.words.len() / PAIR) as u128;
        ((u128::from(mixed(key)) * pairs) >> 64) as usize * PAIR
    }

    pub(super) fn find(&self, key: u64) -> Option<Entry> {
        let at = self.pair(key);
        [at, at + 2]
            .into_iter()
            .find(|&i| self.words[i] == key && self.words[i + 1] != 0)
            .map(|i| unpack(self.words[i + 1]))
    }

    pub(super) fn store(&mut self, key: u64, entry: Entry) {
        let at = self.pair(key);
        let old = self.words[at + 1];
        let stale = old == 0 || (old >> 58) != self.age;
        let deep = stale || self.words[at] == key || entry.depth >= unpack(old).depth;
        let place = if deep { at } else { at + 2 };
        if deep && self.words[at] != key {
            // The displaced entry is still worth the other place.
            self.words.copy_within(at..at + 2, at + 2);
        }
        self.words[place] = key;
        self.words[place + 1] = pack(entry, self.age);
    }
}

// Bits: 0-31 digest, 32-47 value, 48-55 depth, 56-57 bound (never 0, so that no entry is the empty word), 58-63 age.
fn pack(entry: Entry, age: u64) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 1,
        Bound::AtLeast => 2,
        Bound::AtMost => 3,
    };
    let value = u64::from(entry.value as i16 as u16);
    let depth = u64::from(entry.depth.clamp(0, 255) as u8);
    u64::from(entry.digest) | value << 32 | depth << 48 | bound << 56 | age << 58
}

fn unpack(word: u64) -> Entry {
    let bound = match (word >> 56) & 3 {
        2 => Bound::AtLeast,
        3 => Bound::AtMost,
        _ => Bound::Exact,
    };
    Entry {
        digest: word as u32,
        value: i32::from((word >> 32) as u16 as i16),
        depth: i32::from((word >> 48) as u8),
        bound,
    }
}

/// Digest of a move, never 0; the same in every run.
pub(super) fn digest<M: Hash>(mv: &M) -> u32 {
    let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
    mv.hash(&mut hasher);
    ((mixed(hasher.finish()) >> 32) as u32).max(1)
}

struct Fnv(u64);

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    // Words at once: most moves are one word.
    fn write_u64(&mut self, word: u64) {
        self.0 = mixed(self.0 ^ word);
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }

    fn write_u16(&mut self, word: u16) {
        self.write_u64(u64::from(word));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_comes_back_as_it_was_stored() {
        let mut table = Table::new(1);
        for (value, bound) in [(-32_000, Bound::AtLeast), (0, Bound::Exact), (13_999, Bound::AtMost)] {
            table.store(7, Entry { value, depth: 9, bound, digest: 0xffff_fffe });
            let entry = table.find(7).expect("just stored");
            assert_eq!((entry.value, entry.depth, entry.bound, entry.digest), (value, 9, bound, 0xffff_fffe));
        }
        assert!(table.find(8).is_none());
        table.clear();
        assert!(table.find(7).is_none());
    }

    #[test]
    fn sizes_are_clamped() {
        assert_eq!(Table::new(0).words.len(), 1 << 17);
        assert_eq!(Table::new(2).words.len(), 2 << 17);
    }
}
