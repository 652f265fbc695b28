//! What the lane engine asks of a vector: a dozen operations, and a plain array that has them without any SIMD.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Shl, Shr, Sub};

/// The set of candidates of one cell of one puzzle: as many bits as there are values, or more.
pub(crate) trait Word:
    Copy
    + Default
    + Debug
    + Eq
    + Ord
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Sub<Output = Self>
    + 'static
{
    const ZERO: Self;
    const ONE: Self;
    fn wrapping_add(self, other: Self) -> Self;
    fn wrapping_sub(self, other: Self) -> Self;
    fn trailing_zeros(self) -> u32;
    fn count_ones(self) -> u32;
    fn from_mask(mask: u64) -> Self;
    fn wrapping_mul(self, other: Self) -> Self;
}

macro_rules! words {
    ($($word:ident)*) => {$(
        impl Word for $word {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            #[inline(always)]
            fn wrapping_add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn wrapping_sub(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn trailing_zeros(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn count_ones(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn from_mask(mask: u64) -> Self {
                mask as $word
            }
            #[inline(always)]
            fn wrapping_mul(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
        }
    )*};
}
words!(u8 u16 u32 u64);

/// One word of each of `LANES` puzzles.
pub(crate) trait Vector: Copy + Send + Sync + 'static {
    type Word: Word;
    /// Proof that the machine has the instructions.
    type Token: Copy + Send + Sync;
    /// The vectors of bits that go with it.
    type Bits: Sliced<Token = Self::Token>;
    /// One truth value a lane.
    type Mask: Copy;
    /// At most 64, so that a `u64` holds a bit a lane.
    const LANES: usize;

    fn splat(token: Self::Token, word: Self::Word) -> Self;
    /// `LANES` consecutive words of a slice.
    fn load(token: Self::Token, words: &[Self::Word]) -> Self;
    /// What `load` takes.
    fn store(self, words: &mut [Self::Word]);
    /// One lane of each of `LANES` consecutive vectors.
    fn column(token: Self::Token, rows: &[Self], lane: usize) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// `self & !other`.
    fn without(self, other: Self) -> Self;
    /// The sum of each lane, wrapping.
    fn add(self, other: Self) -> Self;
    /// The difference of each lane, wrapping.
    fn sub(self, other: Self) -> Self;
    /// The product of each lane, wrapping.
    fn mul(self, other: Self) -> Self;
    /// The smaller one of each lane.
    fn min(self, other: Self) -> Self;
    /// The larger one of each lane.
    fn max(self, other: Self) -> Self;
    /// Each lane less one, wrapping.
    fn dec(self) -> Self;
    /// How many bits each lane has.
    fn ones(self) -> Self;
    fn shl(self, bits: u32) -> Self;
    fn shr(self, bits: u32) -> Self;
    fn nonzero(self) -> Self::Mask;
    fn is_zero(self) -> Self::Mask;
    fn pick(mask: Self::Mask, yes: Self, no: Self) -> Self;
    fn bits(mask: Self::Mask) -> u64;
    fn get(&self, lane: usize) -> Self::Word;
    fn set(&mut self, lane: usize, word: Self::Word);
    /// Runs `work` compiled for this vector's instructions.
    fn run<R>(token: Self::Token, work: impl FnOnce() -> R) -> R;

    /// `self | b | c`.
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }
    /// What at least two of the three hold.
    #[inline(always)]
    fn two_of(self, b: Self, c: Self) -> Self {
        self.and(b).or(c.and(self.or(b)))
    }
    /// `self | (a & b)`.
    #[inline(always)]
    fn or_and(self, a: Self, b: Self) -> Self {
        self.or(a.and(b))
    }
    /// `self | (a ^ b)`.
    #[inline(always)]
    fn or_xor(self, a: Self, b: Self) -> Self {
        self.or(a.xor(b))
    }
    /// `self & (!gone | kept)`, where `kept` is part of `self`.
    #[inline(always)]
    fn without_but(self, gone: Self, kept: Self) -> Self {
        self.without(gone).or(kept)
    }
    /// `self & other` where that is not empty, `self` elsewhere.
    #[inline(always)]
    fn narrow(self, other: Self) -> Self {
        self.narrow_or(other, self)
    }
    /// `self & other` where that is not empty, `rest` elsewhere.
    #[inline(always)]
    fn narrow_or(self, other: Self, rest: Self) -> Self {
        let both = self.and(other);
        Self::pick(both.nonzero(), both, rest)
    }
    /// The lanes with at most one bit.
    #[inline(always)]
    fn is_single(self) -> Self::Mask {
        self.and(self.dec()).is_zero()
    }
    /// The lanes with at most one bit as they are, the others empty.
    #[inline(always)]
    fn single(self, zero: Self) -> Self {
        Self::pick(self.is_single(), self, zero)
    }
    /// Each lane shifted left by what that lane of the other says, which is at most 15.
    #[inline(always)]
    fn up(self, token: Self::Token, by: Self) -> Self {
        let mut x = self;
        for step in 0..4 {
            let bit = Self::splat(token, Self::Word::ONE << step);
            x = Self::pick(by.and(bit).nonzero(), x.shl(1 << step), x);
        }
        x
    }
    /// The same to the right.
    #[inline(always)]
    fn down(self, token: Self::Token, by: Self) -> Self {
        let mut x = self;
        for step in 0..4 {
            let bit = Self::splat(token, Self::Word::ONE << step);
            x = Self::pick(by.and(bit).nonzero(), x.shr(1 << step), x);
        }
        x
    }
}

/// Vectors of sixteen words, as a search with a value a lane asks for them.
pub(crate) trait Sixteen: Vector<Word = u16> {
    /// The lanes of both in turn: those of the lower halves, then those of the upper ones.
    fn zip(self, other: Self) -> (Self, Self);
}

/// Vectors of bits, a puzzle each, and the way from bytes to bits and back.
pub(crate) trait Sliced: Vector<Word = u64> {
    /// Which of the bytes have this value.
    #[inline(always)]
    fn equal(_: Self::Token, bytes: &[u8; 64], value: u8) -> u64 {
        bytes.iter().rev().fold(0, |bits, &byte| bits << 1 | u64::from(byte == value))
    }
    /// Up to eight bits of each byte, from as many words with a bit a byte.
    #[inline(always)]
    fn spread(_: Self::Token, words: &[u64], bytes: &mut [u8; 64]) {
        for (place, byte) in bytes.iter_mut().enumerate() {
            let bits = words.iter().rev();
            *byte = bits.fold(0, |byte, word| byte << 1 | (word >> place & 1) as u8);
        }
    }
    /// Rows of sixteen bytes, sixteen of them and so many chunks after each other, which become columns.
    #[inline(always)]
    fn turn(_: Self::Token, from: &[[u8; 16]], step: usize, to: &mut [[u8; 16]], to_step: usize) {
        for row in 0..16 {
            for column in 0..16 {
                to[column * to_step][row] = from[row * step][column];
            }
        }
    }
}

/// Lanes in a plain array: the portable path, and with one lane the twin that the others are tested against.
#[derive(Clone, Copy)]
pub(crate) struct Plain<W, const N: usize>([W; N]);

impl<W: Word, const N: usize> Plain<W, N> {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(W, W) -> W) -> Self {
        Plain(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl Sixteen for Plain<u16, 16> {
    #[inline(always)]
    fn zip(self, other: Self) -> (Self, Self) {
        let lane = |i: usize| if i.is_multiple_of(2) { self.0[i / 2] } else { other.0[i / 2] };
        (Plain(std::array::from_fn(lane)), Plain(std::array::from_fn(|i| lane(i + 16))))
    }
}

impl Sliced for Plain<u64, 1> {}

impl<W: Word, const N: usize> Vector for Plain<W, N> {
    type Word = W;
    type Token = ();
    type Bits = Plain<u64, 1>;
    type Mask = [bool; N];
    const LANES: usize = N;

    #[inline(always)]
    fn splat(_: (), word: W) -> Self {
        Plain([word; N])
    }
    #[inline(always)]
    fn load(_: (), words: &[W]) -> Self {
        Plain(std::array::from_fn(|i| words[i]))
    }
    #[inline(always)]
    fn store(self, words: &mut [W]) {
        words[..N].copy_from_slice(&self.0);
    }
    #[inline(always)]
    fn column(_: (), rows: &[Self], lane: usize) -> Self {
        Plain(std::array::from_fn(|i| rows[i].0[lane]))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| (a | b) & !(a & b))
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, W::wrapping_add)
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, W::wrapping_sub)
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.zip(other, W::wrapping_mul)
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.zip(other, W::min)
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.zip(other, W::max)
    }
    #[inline(always)]
    fn dec(self) -> Self {
        Plain(self.0.map(|a| a.wrapping_sub(W::ONE)))
    }
    #[inline(always)]
    fn ones(self) -> Self {
        Plain(self.0.map(|a| W::from_mask(a.count_ones().into())))
    }
    #[inline(always)]
    fn shl(self, bits: u32) -> Self {
        Plain(self.0.map(|a| a << bits))
    }
    #[inline(always)]
    fn shr(self, bits: u32) -> Self {
        Plain(self.0.map(|a| a >> bits))
    }
    #[inline(always)]
    fn nonzero(self) -> Self::Mask {
        self.0.map(|a| a != W::ZERO)
    }
    #[inline(always)]
    fn is_zero(self) -> Self::Mask {
        self.0.map(|a| a == W::ZERO)
    }
    #[inline(always)]
    fn pick(mask: Self::Mask, yes: Self, no: Self) -> Self {
        Plain(std::array::from_fn(|i| if mask[i] { yes.0[i] } else { no.0[i] }))
    }
    #[inline(always)]
    fn bits(mask: Self::Mask) -> u64 {
        (0..N).fold(0, |bits, i| bits | u64::from(mask[i]) << i)
    }
    #[inline(always)]
    fn get(&self, lane: usize) -> W {
        self.0[lane]
    }
    #[inline(always)]
    fn set(&mut self, lane: usize, word: W) {
        self.0[lane] = word;
    }
    #[inline(always)]
    fn run<R>(_: (), work: impl FnOnce() -> R) -> R {
        work()
    }
}
