//! Sets of sums as words: bit `b` is the sum `b`, and what leaves the word is gone.

use core::ops::{BitAnd, BitOr, Shl, Shr};

use smallvec::SmallVec;

use crate::store::bits;

/// A word of sums.
pub(super) trait Word:
    Copy
    + Eq
    + core::fmt::Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const BITS: u32;
    /// No sum.
    const NONE: Self;
    /// The sum 0 alone.
    const ZERO: Self;
    /// All sums.
    const ALL: Self;

    /// The sums of these bits.
    fn of(mask: u64) -> Self;

    /// The lowest 64 sums.
    fn low(self) -> u64;

    fn trailing_zeros(self) -> u32;

    fn trailing_ones(self) -> u32;

    /// All sums so much larger.
    #[inline]
    fn up(self, by: u32) -> Self {
        if by < Self::BITS { self << by } else { Self::NONE }
    }

    /// All sums so much smaller.
    #[inline]
    fn down(self, by: u32) -> Self {
        if by < Self::BITS { self >> by } else { Self::NONE }
    }
}

macro_rules! words {
    ($($word:ty),+) => {$(
        impl Word for $word {
            const BITS: u32 = <$word>::BITS;
            const NONE: $word = 0;
            const ZERO: $word = 1;
            const ALL: $word = <$word>::MAX;

            #[inline]
            fn of(mask: u64) -> $word {
                mask.into()
            }
            #[inline]
            fn low(self) -> u64 {
                self as u64
            }
            #[inline]
            fn trailing_zeros(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline]
            fn trailing_ones(self) -> u32 {
                self.trailing_ones()
            }
        }
    )+};
}

words!(u64, u128);

/// Each value of a mask, times a factor, as a sum.
pub(super) fn spread<W: Word>(mask: u64, factor: u32) -> W {
    if factor == 1 {
        return W::of(mask);
    }
    bits(mask).fold(W::NONE, |sums, bit| sums | one(factor * bit))
}

/// The sums of `count` different values of a mask.
pub(super) fn different<W: Word>(mask: u64, count: usize, factor: u32) -> W {
    if factor == 1 && mask < 1 << SMALL && count <= SMALL {
        return W::of(SUMS[mask as usize][count]);
    }
    let mut sums: SmallVec<[W; 12]> = SmallVec::from_elem(W::NONE, count + 1);
    sums[0] = W::ZERO;
    for (taken, bit) in bits(mask).enumerate() {
        let by = factor * bit;
        for k in (0..count.min(taken + 1)).rev() {
            sums[k + 1] = sums[k + 1] | sums[k].up(by);
        }
    }
    sums[count]
}

/// Sums of so many values from the first one on are a table.
const SMALL: usize = 9;

/// For each mask and each number of its bits the sums of so many different ones.
static SUMS: [[u64; SMALL + 1]; 1 << SMALL] = {
    let mut sums = [[0; SMALL + 1]; 1 << SMALL];
    sums[0][0] = 1;
    let mut mask = 1;
    while mask < sums.len() {
        let top = mask.ilog2();
        let rest = sums[mask & !(1 << top)];
        sums[mask] = rest;
        let mut k = 0;
        while k < SMALL {
            sums[mask][k + 1] |= rest[k] << top;
            k += 1;
        }
        mask += 1;
    }
    sums
};

pub(super) fn one<W: Word>(bit: u32) -> W {
    W::ZERO.up(bit)
}

/// All sums of one of each.
pub(super) fn convolve<W: Word>(many: W, few: W) -> W {
    let (mut sums, mut left) = (W::NONE, few);
    while left != W::NONE {
        let (from, length) = first_run(left);
        // All of a run at once, by doubling.
        let (mut all, mut done) = (many, 1);
        while 2 * done <= length {
            all = all | all << done;
            done *= 2;
        }
        sums = sums | (all | all << (length - done)) << from;
        left = from_bit(left, from + length);
    }
    sums
}

/// What reaches a wanted sum with one of the others.
pub(super) fn deconvolve<W: Word>(wanted: W, others: W) -> W {
    let (mut sums, mut left) = (W::NONE, others);
    while left != W::NONE {
        let (from, length) = first_run(left);
        let (mut all, mut done) = (wanted, 1);
        while 2 * done <= length {
            all = all | all >> done;
            done *= 2;
        }
        sums = sums | (all | all >> (length - done)) >> from;
        left = from_bit(left, from + length);
    }
    sums
}

/// Where the first run of bits begins, and how long it is.
fn first_run<W: Word>(sums: W) -> (u32, u32) {
    let from = sums.trailing_zeros();
    (from, (sums >> from).trailing_ones())
}

/// The bits from this one on.
fn from_bit<W: Word>(sums: W, end: u32) -> W {
    sums & W::ALL.up(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All sums of one bit of each word.
    fn by_trial<W: Word>(words: &[u64]) -> W {
        let add = |sums: W, &word: &u64| bits(word).fold(W::NONE, |all, bit| all | sums.up(bit));
        words.iter().fold(W::ZERO, add)
    }

    fn sums_of_runs<W: Word>() {
        let words = [0b1, 0b10, 0b1011, 0b1_1111_1111, 0b1010_0110, 0b1_0111_0011_1110];
        for many in words {
            for few in words {
                let sums = convolve(W::of(many), W::of(few));
                assert_eq!(sums, by_trial::<W>(&[many, few]), "{many:b} and {few:b}");
                for other in words {
                    let back = bits(other).fold(W::NONE, |all, bit| all | sums.down(bit));
                    assert_eq!(deconvolve(sums, W::of(other)), back, "{sums:?} less {other:b}");
                }
            }
        }
        // What leaves the word is gone, and a run may be the whole of it.
        assert_eq!(convolve(W::ALL, W::ALL), W::ALL);
        assert_eq!(deconvolve(W::ALL, W::ALL), W::ALL);
        assert_eq!(convolve(one::<W>(W::BITS - 1), W::of(0b10)), W::NONE);
    }

    #[test]
    fn sums_of_runs_are_those_of_their_bits() {
        sums_of_runs::<u64>();
        sums_of_runs::<u128>();
    }

    fn sums_of_different_values<W: Word>() {
        for mask in [0, 0b1, 0b1_0110, 0b1_1111_1111, 0b10_1101_1011] {
            for (count, factor) in (0..5).flat_map(|count| [(count, 1), (count, 3)]) {
                let choices = (0u64..1 << 10).filter(|choice| choice & !mask == 0);
                let choices = choices.filter(|choice| choice.count_ones() as usize == count);
                let sum = |choice: u64| bits(choice).map(|bit| factor * bit).sum::<u32>();
                let expected = choices.fold(W::NONE, |all, choice| all | one(sum(choice)));
                assert_eq!(different::<W>(mask, count, factor), expected, "{count} of {mask:b}");
            }
        }
    }

    #[test]
    fn sums_of_different_values_are_those_of_all_choices() {
        sums_of_different_values::<u64>();
        sums_of_different_values::<u128>();
    }
}
