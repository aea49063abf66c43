//! Sets of squares: one machine word where the board allows it, an array of words beyond.
//!
//! Bit `s` is square `s`. A board with fewer squares than bits never has the others set: sets are made from squares,
//! and the only complement is `minus`.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign};

/// A set of squares.
pub trait Set:
    Copy
    + Default
    + Debug
    + Eq
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    const NONE: Self;

    /// The set of one square.
    fn at(s: usize) -> Self;
    fn has(self, s: usize) -> bool;
    fn is_empty(self) -> bool;
    fn count(self) -> u32;
    #[must_use]
    fn minus(self, other: Self) -> Self;
    /// The lowest square; of an empty set a number that is no square.
    fn first(self) -> usize;
    /// The set without its lowest square.
    #[must_use]
    fn rest(self) -> Self;
    /// The part of an ascending ray up to its first occupied square, that one included.
    #[must_use]
    fn ray_up(self, occupied: Self) -> Self;
    /// The same for a ray whose squares descend.
    #[must_use]
    fn ray_down(self, occupied: Self) -> Self;
    /// Every square of the set moved by so many numbers; squares that leave the set's range are lost.
    #[must_use]
    fn shifted(self, by: i32) -> Self;
    /// Its 64-bit words, lowest first, filled up with zeros.
    fn words(self) -> [u64; 4];
    /// The inverse of `words`.
    fn from_words(words: [u64; 4]) -> Self;

    fn some(self) -> bool {
        !self.is_empty()
    }
    fn iter(self) -> Squares<Self> {
        Squares(self)
    }
    fn add(&mut self, s: usize) {
        *self |= Self::at(s);
    }
    fn remove(&mut self, s: usize) {
        *self = self.minus(Self::at(s));
    }
    fn meets(self, other: Self) -> bool {
        (self & other).some()
    }
    fn within(self, other: Self) -> bool {
        self.minus(other).is_empty()
    }
    /// The only square of the set.
    fn only(self) -> Option<usize> {
        (self.some() && self.rest().is_empty()).then(|| self.first())
    }
    /// `set` if the condition holds, else nothing.
    #[must_use]
    fn when(self, condition: bool) -> Self {
        if condition { self } else { Self::NONE }
    }
}

/// The squares of a set in ascending order.
#[derive(Clone, Copy, Debug)]
pub struct Squares<S>(S);

impl<S: Set> Iterator for Squares<S> {
    type Item = usize;
    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let s = self.0.first();
        self.0 = self.0.rest();
        Some(s)
    }
}

macro_rules! word_set {
    ($word:ty) => {
        impl Set for $word {
            const NONE: Self = 0;
            #[inline]
            fn at(s: usize) -> Self {
                1 << (s as u32 & (<$word>::BITS - 1))
            }
            #[inline]
            fn has(self, s: usize) -> bool {
                self >> (s as u32 & (<$word>::BITS - 1)) & 1 == 1
            }
            #[inline]
            fn is_empty(self) -> bool {
                self == 0
            }
            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn minus(self, other: Self) -> Self {
                self & !other
            }
            #[inline]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn ray_up(self, occupied: Self) -> Self {
                let stops = self & occupied;
                self & (stops ^ stops.wrapping_sub(1))
            }
            #[inline]
            fn ray_down(self, occupied: Self) -> Self {
                let stops = self & occupied | 1;
                self & (<$word>::MAX << (<$word>::BITS - 1 - stops.leading_zeros()))
            }
            #[inline]
            fn shifted(self, by: i32) -> Self {
                let n = by.unsigned_abs();
                if by >= 0 { self.checked_shl(n).unwrap_or(0) } else { self.checked_shr(n).unwrap_or(0) }
            }
            #[inline]
            fn words(self) -> [u64; 4] {
                let wide = u128::from(self);
                [wide as u64, (wide >> 64) as u64, 0, 0]
            }
            #[inline]
            fn from_words(words: [u64; 4]) -> Self {
                (u128::from(words[0]) | u128::from(words[1]) << 64) as $word
            }
        }
    };
}
word_set!(u64);
word_set!(u128);

/// Boards of more than 128 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Wide<const N: usize>(pub [u64; N]);

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

macro_rules! wide_op {
    ($op:ident, $name:ident, $assign:ident, $name_assign:ident, $sign:tt) => {
        impl<const N: usize> $op for Wide<N> {
            type Output = Self;
            #[inline]
            fn $name(self, other: Self) -> Self {
                Self(std::array::from_fn(|i| self.0[i] $sign other.0[i]))
            }
        }
        impl<const N: usize> $assign for Wide<N> {
            #[inline]
            fn $name_assign(&mut self, other: Self) {
                *self = *self $sign other;
            }
        }
    };
}
wide_op!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
wide_op!(BitOr, bitor, BitOrAssign, bitor_assign, |);
wide_op!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl<const N: usize> Set for Wide<N> {
    const NONE: Self = Self([0; N]);
    #[inline]
    fn at(s: usize) -> Self {
        let mut words = [0; N];
        if s >> 6 < N {
            words[s >> 6] = 1 << (s & 63);
        }
        Self(words)
    }
    #[inline]
    fn has(self, s: usize) -> bool {
        s >> 6 < N && self.0[s >> 6] >> (s & 63) & 1 == 1
    }
    #[inline]
    fn is_empty(self) -> bool {
        self.0.iter().all(|w| *w == 0)
    }
    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }
    #[inline]
    fn minus(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }
    #[inline]
    fn first(self) -> usize {
        for (i, w) in self.0.iter().enumerate() {
            if *w != 0 {
                return i * 64 + w.trailing_zeros() as usize;
            }
        }
        N * 64
    }
    #[inline]
    fn rest(self) -> Self {
        let mut words = self.0;
        for w in &mut words {
            if *w != 0 {
                *w &= *w - 1;
                break;
            }
        }
        Self(words)
    }
    #[inline]
    fn ray_up(self, occupied: Self) -> Self {
        let mut out = [0; N];
        for (i, part) in out.iter_mut().enumerate() {
            let stops = self.0[i] & occupied.0[i];
            *part = self.0[i] & (stops ^ stops.wrapping_sub(1));
            if stops != 0 {
                break;
            }
        }
        Self(out)
    }
    #[inline]
    fn ray_down(self, occupied: Self) -> Self {
        let mut out = [0; N];
        for i in (0..N).rev() {
            let stops = self.0[i] & occupied.0[i];
            if stops == 0 {
                out[i] = self.0[i];
            } else {
                out[i] = self.0[i] & (u64::MAX << (63 - stops.leading_zeros()));
                break;
            }
        }
        Self(out)
    }
    #[inline]
    fn shifted(self, by: i32) -> Self {
        let n = by.unsigned_abs() as usize;
        let (far, near) = (n >> 6, (n & 63) as u32);
        let word = |i: usize| if i < N { self.0[i] } else { 0 };
        // What comes in from the neighbouring word; nothing for whole words.
        Self(std::array::from_fn(|i| {
            if by >= 0 {
                let low = i.checked_sub(far + 1).map_or(0, word);
                i.checked_sub(far).map_or(0, word) << near | low.checked_shr(64 - near).unwrap_or(0)
            } else {
                word(i + far) >> near | word(i + far + 1).checked_shl(64 - near).unwrap_or(0)
            }
        }))
    }
    #[inline]
    fn words(self) -> [u64; 4] {
        std::array::from_fn(|i| if i < N { self.0[i] } else { 0 })
    }
    #[inline]
    fn from_words(words: [u64; 4]) -> Self {
        Self(std::array::from_fn(|i| if i < 4 { words[i] } else { 0 }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The law of rays on a word, checked against a walk square by square.
    fn walk(ray: &[usize], occupied: &[usize]) -> Vec<usize> {
        let mut out = Vec::new();
        for s in ray {
            out.push(*s);
            if occupied.contains(s) {
                break;
            }
        }
        out.sort_unstable();
        out
    }

    fn rays_agree<S: Set>(squares: usize, step: usize) {
        let set = |list: &[usize]| list.iter().fold(S::NONE, |acc, s| acc | S::at(*s));
        for from in (0..squares).step_by(3) {
            let up: Vec<usize> = (from + step..squares).step_by(step).collect();
            let down: Vec<usize> = (0..from).rev().skip(step - 1).step_by(step).collect();
            for a in (0..squares).step_by(5) {
                let men = [a, (a * 7 + 3) % squares, (a * 3 + 1) % squares];
                let up_seen: Vec<usize> = set(&up).ray_up(set(&men)).iter().collect();
                assert_eq!(up_seen, walk(&up, &men), "up from {from} over {men:?}");
                let down_seen: Vec<usize> = set(&down).ray_down(set(&men)).iter().collect();
                assert_eq!(down_seen, walk(&down, &men), "down from {from} over {men:?}");
            }
        }
    }

    #[test]
    fn rays_stop_at_the_first_man_on_every_width() {
        rays_agree::<u64>(64, 9);
        rays_agree::<u128>(100, 11);
        rays_agree::<Wide<3>>(144, 13);
        rays_agree::<Wide<4>>(256, 17);
    }

    fn shifts_agree<S: Set>(squares: i32) {
        for by in (-squares + 1..squares).step_by(7) {
            let all: Vec<usize> = (0..squares as usize).step_by(5).collect();
            let set = all.iter().fold(S::NONE, |acc, s| acc | S::at(*s));
            let moved = all.iter().map(|s| *s as i32 + by).filter(|s| (0..squares).contains(s));
            let moved: Vec<usize> = moved.map(|s| s as usize).collect();
            assert_eq!(set.shifted(by).iter().collect::<Vec<_>>(), moved, "by {by}");
        }
    }

    #[test]
    fn a_set_shifted_is_every_square_moved() {
        shifts_agree::<u64>(64);
        shifts_agree::<u128>(128);
        shifts_agree::<Wide<3>>(192);
        shifts_agree::<Wide<4>>(256);
    }

    #[test]
    fn the_only_square_of_a_set() {
        assert_eq!(u64::at(9).only(), Some(9));
        assert_eq!((u64::at(9) | u64::at(3)).only(), None);
        assert_eq!(Wide::<3>::NONE.only(), None);
        assert_eq!(Wide::<3>::at(140).only(), Some(140));
        assert_eq!(Wide::<3>::from_words(Wide::<3>::at(140).words()), Wide::<3>::at(140));
    }
}
