//! Small sets of squares, kinds and sides, as constants of a game.

use super::{KindId, SideId, Sq};

/// A set of squares of a board of at most 256 squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct SquareSet(pub [u64; 4]);

impl SquareSet {
    pub const NONE: Self = Self([0; 4]);

    #[inline]
    #[must_use]
    pub fn contains(&self, s: Sq) -> bool {
        self.0[usize::from(s >> 6)] >> (s & 63) & 1 == 1
    }
    #[inline]
    pub fn insert(&mut self, s: Sq) {
        self.0[usize::from(s >> 6)] |= 1 << (s & 63);
    }
    #[inline]
    pub fn remove(&mut self, s: Sq) {
        self.0[usize::from(s >> 6)] &= !(1 << (s & 63));
    }
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }
    #[inline]
    #[must_use]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }
    /// Members in ascending order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Sq> + use<> {
        let mut words = self.0;
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < 4 && words[at] == 0 {
                at += 1;
            }
            let bit = words.get(at)?.trailing_zeros();
            words[at] &= words[at] - 1;
            Some(at as Sq * 64 + bit as Sq)
        })
    }
    #[inline]
    #[must_use]
    pub fn union(&self, o: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | o.0[i]))
    }
    #[inline]
    #[must_use]
    pub fn meet(&self, o: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & o.0[i]))
    }
    #[inline]
    #[must_use]
    pub fn minus(&self, o: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !o.0[i]))
    }
    #[inline]
    #[must_use]
    pub fn is_subset(&self, o: &Self) -> bool {
        self.minus(o).is_empty()
    }
}

impl FromIterator<Sq> for SquareSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Sq>>(iter: I) -> Self {
        let mut set = Self::NONE;
        iter.into_iter().for_each(|s| set.insert(s));
        set
    }
}

macro_rules! bit_set {
    ($(#[$m:meta])* $name:ident, $id:ident, $word:ty) => {
        $(#[$m])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
        pub struct $name(pub $word);
        impl $name {
            pub const NONE: Self = Self(0);
            #[inline]
            #[must_use]
            pub fn one(id: $id) -> Self {
                Self(1 << id.0)
            }
            #[inline]
            #[must_use]
            pub fn contains(self, id: $id) -> bool {
                self.0 >> id.0 & 1 == 1
            }
            #[inline]
            pub fn insert(&mut self, id: $id) {
                self.0 |= 1 << id.0;
            }
            #[inline]
            #[must_use]
            pub fn is_empty(self) -> bool {
                self.0 == 0
            }
            #[inline]
            #[must_use]
            pub fn len(self) -> u32 {
                self.0.count_ones()
            }
            #[inline]
            #[must_use]
            pub fn union(self, o: Self) -> Self {
                Self(self.0 | o.0)
            }
            #[inline]
            #[must_use]
            pub fn meet(self, o: Self) -> Self {
                Self(self.0 & o.0)
            }
            #[inline]
            #[must_use]
            pub fn minus(self, o: Self) -> Self {
                Self(self.0 & !o.0)
            }
            /// Members in ascending order.
            #[inline]
            pub fn iter(self) -> impl Iterator<Item = $id> {
                let mut word = self.0;
                std::iter::from_fn(move || {
                    let bit = (word != 0).then(|| word.trailing_zeros())?;
                    word &= word - 1;
                    Some($id(bit as u16))
                })
            }
        }
        impl FromIterator<$id> for $name {
            #[inline]
            fn from_iter<I: IntoIterator<Item = $id>>(iter: I) -> Self {
                let mut set = Self::NONE;
                iter.into_iter().for_each(|s| set.insert(s));
                set
            }
        }
    };
}

bit_set!(
    /// A set of kinds of piece (at most 128 in a game).
    KindSet, KindId, u128
);
bit_set!(
    /// A set of sides, neutral included (at most 16).
    SideSet, SideId, u16
);
