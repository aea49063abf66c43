//! Hash keys: one random word for every man on every square, every cell with its value, hand and turn, all joined by
//! exclusive or (Zobrist). Playing a move changes a few of them, and only those are taken out and put in.
//!
//! The words are computed where they are wanted instead of kept in a table: a dozen instructions that run side by side,
//! no memory, the same in every build. A man is known by its planes (kind, owner, flags), so its word is the join of
//! theirs. What counts moves without playing them for anybody asks for no key and pays for none.

use crate::set::Set;
use crate::state::State;
use crate::walk::mixed;

/// The cells that do not belong to the identity of a position, by place among the integers and among the square sets.
#[derive(Clone, Copy, Debug)]
pub struct Clocks<const I: usize, const Q: usize> {
    pub ints: [bool; I],
    pub sets: [bool; Q],
}

/// The word of a square in a plane.
#[inline]
fn square(plane: usize, s: usize) -> u64 {
    mixed((plane as u64) << 16 | s as u64)
}

/// The word of a numbered place that holds `value`; nothing for 0.
#[inline]
fn number(place: usize, value: u64) -> u64 {
    if value == 0 { 0 } else { mixed(mixed(1 << 40 | place as u64) ^ value) }
}

/// The words of the squares that two planes do not share.
#[inline]
fn plane<S: Set>(i: usize, a: S, b: S) -> u64 {
    (a ^ b).iter().fold(0, |key, s| key ^ square(i, s))
}

impl<S: Set, const K: usize, const O: usize, const F: usize, const I: usize, const Q: usize, const H: usize>
    State<S, K, O, F, I, Q, H>
{
    /// Key of the identity class, from nothing.
    #[must_use]
    pub fn key(&self, clocks: &Clocks<I, Q>) -> u64 {
        let blank = Self { full_moves: self.full_moves, ply: self.ply, ..Self::EMPTY };
        self.key_after(&blank, 0, clocks)
    }

    /// Key of this store, given the key of the store `before` a move.
    #[must_use]
    #[inline]
    pub fn key_after(&self, before: &Self, mut key: u64, clocks: &Clocks<I, Q>) -> u64 {
        let now = self.kinds.iter().chain(&self.sides).chain(&self.flags);
        let old = before.kinds.iter().chain(&before.sides).chain(&before.flags);
        for (i, (a, b)) in now.zip(old).enumerate() {
            key ^= plane(i, *a, *b);
        }
        for i in (0..Q).filter(|i| !clocks.sets[*i]) {
            key ^= plane(K + O + F + i, self.sets[i], before.sets[i]);
        }
        for i in (0..I).filter(|i| !clocks.ints[*i]) {
            let (a, b) = (self.ints[i], before.ints[i]);
            if a != b {
                key ^= number(i, a as u64) ^ number(i, b as u64);
            }
        }
        for h in 0..H {
            if self.hands[h] != before.hands[h] {
                for k in 0..K {
                    let (a, b) = (self.hands[h][k], before.hands[h][k]);
                    key ^= number(I + h * K + k, a.into()) ^ number(I + h * K + k, b.into());
                }
            }
        }
        let place = I + H * K;
        key ^= number(place, self.turn_word()) ^ number(place, before.turn_word());
        if self.number != before.number {
            key ^= number(place + 1, self.number.into()) ^ number(place + 1, before.number.into());
        }
        key
    }

    #[inline]
    fn turn_word(&self) -> u64 {
        u64::from(self.turn) | u64::from(self.made) << 16 | u64::from(self.ended) << 32 | u64::from(self.out) << 40
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Held;
    use std::collections::HashSet;

    type Store = State<u64, 3, 3, 2, 2, 2, 2>;
    const CLOCKS: Clocks<2, 2> = Clocks { ints: [false, true], sets: [true, false] };

    fn man(kind: i32, owner: usize, flags: u32) -> Held {
        Held { kind, owner, flags, ..Held::NOBODY }
    }

    #[test]
    fn every_man_square_hand_cell_and_turn_has_a_key_of_its_own() {
        let mut seen = HashSet::from([Store::EMPTY.key(&CLOCKS)]);
        let mut new = |store: Store| assert!(seen.insert(store.key(&CLOCKS)), "{store:?}");
        for s in 0..64 {
            for (kind, owner, flags) in [(0, 0, 0), (1, 0, 0), (0, 1, 0), (2, 2, 3), (2, 2, 1)] {
                let mut store = Store::EMPTY;
                store.put(man(kind, owner, flags), s);
                new(store);
            }
            new(State { sets: [0, 1 << s], ..Store::EMPTY });
        }
        for n in 1..20 {
            new(State { ints: [n, 0], ..Store::EMPTY });
            new(State { turn: n as u16, ..Store::EMPTY });
            for place in 0..3 {
                let mut hands = [[0; 3]; 2];
                hands[n as usize % 2][place] = n as u8;
                new(State { hands, ..Store::EMPTY });
            }
        }
    }

    #[test]
    fn two_men_that_trade_owners_are_another_position() {
        let both = |a: Held, b: Held| {
            let mut store = Store::EMPTY;
            store.put(a, 3);
            store.put(b, 9);
            store.key(&CLOCKS)
        };
        assert_ne!(both(man(0, 0, 0), man(1, 1, 0)), both(man(0, 1, 0), man(1, 0, 0)));
        assert_ne!(both(man(0, 0, 1), man(1, 1, 0)), both(man(0, 0, 0), man(1, 1, 1)));
    }

    #[test]
    fn clocks_do_not_count() {
        let ticked = State { ints: [0, 7], sets: [5, 0], full_moves: 9, ply: 3, ..Store::EMPTY };
        assert_eq!(ticked.key(&CLOCKS), Store::EMPTY.key(&CLOCKS));
    }
}
