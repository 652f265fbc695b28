//! The vectors of the machine, through `fearless_simd`: AVX-512, AVX2, SSE2, NEON, WebAssembly.

use super::vector::{Sixteen, Sliced, Vector, Word};
use fearless_simd::prelude::*;

macro_rules! vectors {
    ($level:ident: $($vector:ident of $word:ident $(by $two_of:ident)?),*) => {$(
        impl Vector for fearless_simd::$vector<fearless_simd::$level> {
            type Word = $word;
            type Token = fearless_simd::$level;
            type Bits = <fearless_simd::$level as Level>::Bits;
            type Mask = <Self as SimdBase<fearless_simd::$level>>::Mask;
            const LANES: usize = <Self as SimdBase<fearless_simd::$level>>::LEN;

            #[inline(always)]
            fn splat(token: Self::Token, word: $word) -> Self {
                word.simd_into(token)
            }
            #[inline(always)]
            fn load(token: Self::Token, words: &[$word]) -> Self {
                Self::from_slice(token, &words[..Self::LANES])
            }
            #[inline(always)]
            fn store(self, words: &mut [$word]) {
                words[..Self::LANES].copy_from_slice(self.as_slice());
            }
            #[inline(always)]
            fn column(token: Self::Token, rows: &[Self], lane: usize) -> Self {
                let mut words = [0; Self::LANES];
                for (word, row) in words.iter_mut().zip(&rows[..Self::LANES]) {
                    *word = row.as_slice()[lane];
                }
                Self::from_slice(token, &words)
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                self & other
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }
            #[inline(always)]
            fn without(self, other: Self) -> Self {
                self & !other
            }
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                self + other
            }
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                self - other
            }
            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                self * other
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                SimdBase::min(self, other)
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                SimdBase::max(self, other)
            }
            #[inline(always)]
            fn dec(self) -> Self {
                self - 1
            }
            #[inline(always)]
            fn ones(self) -> Self {
                self.count_ones()
            }
            #[inline(always)]
            fn shl(self, bits: u32) -> Self {
                self << bits
            }
            #[inline(always)]
            fn shr(self, bits: u32) -> Self {
                self >> bits
            }
            #[inline(always)]
            fn nonzero(self) -> Self::Mask {
                self.simd_ne(0)
            }
            #[inline(always)]
            fn is_zero(self) -> Self::Mask {
                self.simd_eq(0)
            }
            #[inline(always)]
            fn pick(mask: Self::Mask, yes: Self, no: Self) -> Self {
                mask.select(yes, no)
            }
            #[inline(always)]
            fn bits(mask: Self::Mask) -> u64 {
                mask.to_bitmask()
            }
            #[inline(always)]
            fn get(&self, lane: usize) -> $word {
                self.as_slice()[lane]
            }
            #[inline(always)]
            fn set(&mut self, lane: usize, word: $word) {
                self.as_mut_slice()[lane] = word;
            }
            #[inline(always)]
            fn run<R>(token: Self::Token, work: impl FnOnce() -> R) -> R {
                token.vectorize(work)
            }
            $(
                #[inline(always)]
                fn two_of(self, b: Self, c: Self) -> Self {
                    let token = self.token();
                    $two_of(token, self.into(), b.into(), c.into()).simd_into(token)
                }
                // Where there is the one instruction, there is the other.
                #[inline(always)]
                fn up(self, _: Self::Token, by: Self) -> Self {
                    self << by
                }
                #[inline(always)]
                fn down(self, _: Self::Token, by: Self) -> Self {
                    self >> by
                }
            )?
        }
    )*};
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
use arch::{__m256i, __m512i, _mm256_ternarylogic_epi32, _mm512_ternarylogic_epi32};
#[cfg(target_arch = "x86")]
use std::arch::x86 as arch;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64 as arch;

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fearless_simd::kernel!(
    // One instruction; the compiler makes four of it.
    #[inline(always)]
    fn two_of(token: Avx512, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        _mm512_ternarylogic_epi32::<0b1110_1000>(a, b, c)
    }
);

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
fearless_simd::kernel!(
    #[inline(always)]
    fn two_of_half(token: Avx512, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
        _mm256_ternarylogic_epi32::<0b1110_1000>(a, b, c)
    }
);

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
vectors!(Avx512: u8x64 of u8 by two_of, u16x32 of u16 by two_of, u32x16 of u32 by two_of, u64x8 of u64 by two_of);
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
vectors!(Avx2: u8x32 of u8, u16x16 of u16, u32x8 of u32, u64x4 of u64);
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
vectors!(Sse2: u8x16 of u8, u16x8 of u16, u32x4 of u32, u64x2 of u64);
#[cfg(target_arch = "aarch64")]
vectors!(Neon: u8x16 of u8, u16x8 of u16, u32x4 of u32, u64x2 of u64);
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
vectors!(WasmSimd128: u8x16 of u8, u16x8 of u16, u32x4 of u32, u64x2 of u64);

/// A level and its vectors of bits.
pub(crate) trait Level: Sized {
    type Bits: Sliced<Token = Self>;
}

macro_rules! sliced {
    ($($level:ident: $bits:ident;)*) => {$(
        impl Level for fearless_simd::$level {
            type Bits = fearless_simd::$bits<fearless_simd::$level>;
        }

        impl Sliced for fearless_simd::$bits<fearless_simd::$level> {
            #[inline(always)]
            fn equal(token: Self::Token, bytes: &[u8; 64], value: u8) -> u64 {
                fearless_simd::u8x64::from_slice(token, bytes).simd_eq(value).to_bitmask()
            }
            #[inline(always)]
            fn spread(token: Self::Token, words: &[u64], bytes: &mut [u8; 64]) {
                let zero: fearless_simd::u8x64<_> = 0.simd_into(token);
                let mut all = zero;
                for (bit, &word) in words.iter().enumerate() {
                    let mask = fearless_simd::mask8x64::from_bitmask(token, word);
                    let set: fearless_simd::u8x64<_> = (1u8 << bit).simd_into(token);
                    all |= mask.select(set, zero);
                }
                bytes.copy_from_slice(all.as_slice());
            }
            #[inline(always)]
            fn turn(token: Self::Token, from: &[[u8; 16]], step: usize, to: &mut [[u8; 16]], to_step: usize) {
                let zero: fearless_simd::u8x16<_> = 0.simd_into(token);
                let mut rows = [zero; 16];
                for row in 0..16 {
                    rows[row] = fearless_simd::u8x16::from_slice(token, &from[row * step]);
                }
                // Each time rows that are eight apart are dealt out in turn: after four times, a row has a column's place.
                for _ in 0..4 {
                    let mut dealt = [zero; 16];
                    for i in 0..8 {
                        (dealt[2 * i], dealt[2 * i + 1]) = rows[i].interleave(rows[i + 8]);
                    }
                    rows = dealt;
                }
                for row in 0..16 {
                    to[row * to_step].copy_from_slice(rows[row].as_slice());
                }
            }
        }
    )*};
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
sliced! { Avx512: u64x4; Avx2: u64x4; Sse2: u64x2; }
#[cfg(target_arch = "aarch64")]
sliced! { Neon: u64x2; }
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
sliced! { WasmSimd128: u64x2; }

macro_rules! sixteen {
    ($($level:ident)*) => {$(
        impl Sixteen for fearless_simd::u16x16<fearless_simd::$level> {
            #[inline(always)]
            fn zip(self, other: Self) -> (Self, Self) {
                self.interleave(other)
            }
        }
    )*};
}

// Sixteen words that are half a vector of the level, or two of them.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
vectors!(Avx512: u16x16 of u16 by two_of_half, u64x4 of u64 by two_of_half);
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
vectors!(Sse2: u16x16 of u16);
#[cfg(target_arch = "aarch64")]
vectors!(Neon: u16x16 of u16);
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
vectors!(WasmSimd128: u16x16 of u16);

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
sixteen!(Avx512 Avx2 Sse2);
#[cfg(target_arch = "aarch64")]
sixteen!(Neon);
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
sixteen!(WasmSimd128);

/// A word and the vectors of it.
pub(crate) trait Lane: Word {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    type Avx512: Vector<Word = Self, Token = fearless_simd::Avx512>;
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    type Avx2: Vector<Word = Self, Token = fearless_simd::Avx2>;
    #[cfg(any(
        target_arch = "x86",
        target_arch = "x86_64",
        target_arch = "aarch64",
        all(target_arch = "wasm32", target_feature = "simd128")
    ))]
    type Baseline: Vector<Word = Self, Token = Baseline>;
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
type Baseline = fearless_simd::Sse2;
#[cfg(target_arch = "aarch64")]
type Baseline = fearless_simd::Neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
type Baseline = fearless_simd::WasmSimd128;

macro_rules! lanes {
    ($($word:ident: $zmm:ident $ymm:ident $xmm:ident;)*) => {$(
        impl Lane for $word {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            type Avx512 = fearless_simd::$zmm<fearless_simd::Avx512>;
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            type Avx2 = fearless_simd::$ymm<fearless_simd::Avx2>;
            #[cfg(any(
                target_arch = "x86",
                target_arch = "x86_64",
                target_arch = "aarch64",
                all(target_arch = "wasm32", target_feature = "simd128")
            ))]
            type Baseline = fearless_simd::$xmm<Baseline>;
        }
    )*};
}
lanes! {
    u8: u8x64 u8x32 u8x16;
    u16: u16x32 u16x16 u16x8;
    u32: u32x16 u32x8 u32x4;
    u64: u64x8 u64x4 u64x2;
}
