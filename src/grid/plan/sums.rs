//! Sums that are equal, of cells of which some are known to differ.

mod word;

use smallvec::SmallVec;

use crate::store::bits;
use crate::{Conflict, Constraint, Cost, Simple, Status, Store, Var};
use word::{Word, convolve, deconvolve, different, one, spread};

/// Variables that all differ, each times the same positive number.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) factor: u32,
    pub(super) vars: SmallVec<[Var; 9]>,
}

/// One of several sums: a number and parts.
#[derive(Clone, Debug)]
pub(super) struct Side {
    /// The number; in an [`EqualSums`], how far below the lowest common sum those of this side begin.
    pub(super) constant: i64,
    pub(super) parts: SmallVec<[Part; 4]>,
}

/// All sides have the same sum.
///
/// The sums that a side can have are a word of 128 bits, and so are those that the others leave it: a value stays if
/// some sum of the rest completes it. Of a part, sums of as many different values are looked at, whoever takes them, and
/// sums of the variables one by one, whether or not they differ: no value of a solution goes, and more stay than need
/// to.
#[derive(Clone, Debug)]
pub(super) struct EqualSums {
    scope: Vec<Var>,
    base: i64,
    sides: Vec<Side>,
    /// How many bits a word of sums needs; where there is none so long, only their bounds are looked at.
    width: i64,
}

impl EqualSums {
    /// `None` without sides.
    pub(super) fn new(sides: Vec<Side>, base: i64, values: usize) -> Option<EqualSums> {
        // Each side as if all its variables had the smallest value.
        let least = |side: &Side| {
            let parts = side.parts.iter();
            side.constant
                + parts.map(|p| i64::from(p.factor) * p.vars.len() as i64 * base).sum::<i64>()
        };
        let width = |side: &Side| {
            let parts = side.parts.iter();
            parts.map(|p| i64::from(p.factor) * (p.vars.len() * (values - 1)) as i64).sum::<i64>()
        };
        let origin = sides.iter().map(least).max()?;
        // No sum above the least of the largest ones counts, so that longer ones may leave the word.
        let top = sides.iter().map(|side| least(side) + width(side)).min()?;
        let width = sides.iter().map(|side| top - least(side) + 1).max()?;
        let parts = sides.iter().flat_map(|side| &side.parts);
        let scope = parts.flat_map(|part| part.vars.iter().copied()).collect();
        let mut sides = sides;
        // From here on, the constant is where the sums of the side begin, below the origin.
        for side in &mut sides {
            side.constant = origin - least(side);
        }
        Some(EqualSums { scope, base, sides, width })
    }
}

impl Constraint for EqualSums {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let mut values = values.iter();
        let mut sums = self.sides.iter().map(|side| {
            let mut sum = -i128::from(side.constant);
            for part in &side.parts {
                for value in values.by_ref().take(part.vars.len()) {
                    sum += i128::from(part.factor) * i128::from(i64::from(*value) - self.base);
                }
            }
            sum
        });
        let first = sums.next();
        sums.all(|sum| Some(sum) == first)
    }

    fn cost(&self) -> Cost {
        if self.scope.len() > 4 { Cost::High } else { Cost::Medium }
    }

    fn as_simple(&self) -> Option<SmallVec<[Simple; 1]>> {
        let pair = |pair: &[Side]| {
            let terms = pair.iter().zip([1, -1]).flat_map(|(side, sign)| {
                let part = move |part: &Part| {
                    let factor = sign * i64::from(part.factor);
                    part.vars.clone().into_iter().map(move |x| (factor, x))
                };
                side.parts.iter().flat_map(part)
            });
            let terms: SmallVec<[_; 8]> = terms.collect();
            let factors: i64 = terms.iter().map(|term| term.0).sum();
            let total = pair[0].constant - pair[1].constant + self.base * factors;
            Simple::Sum { terms, at_least: total, at_most: total }
        };
        Some(self.sides.windows(2).map(pair).collect())
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        match self.width {
            ..=64 => self.by_words::<u64>(store),
            65..=128 => self.by_words::<u128>(store),
            _ => self.bounds(store),
        }
    }
}

impl EqualSums {
    /// Keeps values that are part of some sum which all sides can have.
    fn by_words<W: Word>(&self, store: &mut Store) -> Result<Status, Conflict> {
        let mut windows: SmallVec<[u64; 24]> = SmallVec::new();
        let mut reach: SmallVec<[PartSums<W>; 8]> = SmallVec::new();
        let mut common = W::ALL;
        let mut open = 0;
        for side in &self.sides {
            let mut all = W::ZERO;
            for part in &side.parts {
                let start = windows.len();
                windows.extend(part.vars.iter().map(|&x| store.window(x, self.base)));
                let here = &windows[start..];
                open += here.iter().filter(|here| !here.is_power_of_two()).count();
                let sums = PartSums::new(here, part.factor);
                all = convolve(all, sums.all);
                reach.push(sums);
            }
            common = common & all.down(shift(side));
        }
        if common == W::NONE {
            return Err(store.conflict());
        }
        let before = store.changes();
        let (mut part_at, mut var_at) = (0, 0);
        for side in &self.sides {
            let count = side.parts.len();
            let sums = &reach[part_at..part_at + count];
            let wanted = common.up(shift(side));
            // What the parts behind each one can add.
            let mut behind: SmallVec<[W; 8]> = SmallVec::from_elem(W::ZERO, count + 1);
            for i in (0..count).rev() {
                behind[i] = convolve(behind[i + 1], sums[i].all);
            }
            let mut ahead = W::ZERO;
            for (i, part) in side.parts.iter().enumerate() {
                let others = convolve(ahead, behind[i + 1]);
                // The sums of this part that complete a wanted one.
                let own = sums[i].all & deconvolve(wanted, others);
                let here = &windows[var_at..var_at + part.vars.len()];
                // What the others leave it is all that it can have: most often.
                if own != sums[i].all {
                    sums[i].narrow(own, here, part, self.base, store)?;
                }
                ahead = convolve(ahead, sums[i].all);
                var_at += part.vars.len();
            }
            part_at += count;
        }
        Ok(match store.changes() == before {
            true if open == 0 => Status::Entailed,
            true => Status::Fixpoint,
            false => Status::Active,
        })
    }

    /// Keeps values that leave the sums room between their bounds.
    fn bounds(&self, store: &mut Store) -> Result<Status, Conflict> {
        let before = store.changes();
        let mut reach: SmallVec<[(i64, i64); 16]> = SmallVec::new();
        let (mut low, mut high) = (i64::MIN, i64::MAX);
        let mut sides: SmallVec<[(i64, i64); 2]> = SmallVec::new();
        for side in &self.sides {
            let (mut least, mut most) = (-side.constant, -side.constant);
            for part in &side.parts {
                let union = part.vars.iter().fold(0, |all, &x| all | store.window(x, self.base));
                let factor = i64::from(part.factor);
                let (lo, hi) = extremes(union, part.vars.len());
                let loose = |pick: fn(u64) -> u32| {
                    let of = |&x: &Var| i64::from(pick(store.window(x, self.base)));
                    part.vars.iter().map(of).sum::<i64>()
                };
                let lo = factor * lo.max(loose(u64::trailing_zeros));
                let hi = factor * hi.min(loose(|word| 63 - word.leading_zeros()));
                reach.push((lo, hi));
                (least, most) = (least + lo, most + hi);
            }
            sides.push((least, most));
            (low, high) = (low.max(least), high.min(most));
        }
        if low > high {
            return Err(store.conflict());
        }
        let mut reach = reach.into_iter();
        for (side, (least, most)) in self.sides.iter().zip(sides) {
            for part in &side.parts {
                let Some((lo, hi)) = reach.next() else { continue };
                // What the other parts leave this one.
                let (from, to) = (low - (most - hi), high - (least - lo));
                if from <= lo && hi <= to {
                    continue;
                }
                let union = part.vars.iter().fold(0, |all, &x| all | store.window(x, self.base));
                let factor = i64::from(part.factor);
                for &x in part.vars.iter().filter(|&&x| !store.is_fixed(x)).collect::<Vec<_>>() {
                    let fits = |bit: &u32| {
                        let (lo, hi) = extremes(union & !(1 << bit), part.vars.len() - 1);
                        let own = i64::from(*bit);
                        factor * (own + lo) <= to && factor * (own + hi) >= from
                    };
                    let kept = bits(store.window(x, self.base)).filter(fits);
                    let kept = kept.fold(0, |kept, bit| kept | 1 << bit);
                    store.keep_window(x, self.base, kept)?;
                }
            }
        }
        let open = self.scope.iter().any(|&x| !store.is_fixed(x));
        Ok(match store.changes() == before {
            true if !open => Status::Entailed,
            true => Status::Fixpoint,
            false => Status::Active,
        })
    }
}

/// The least and the most that so many different bits of a word add up to.
pub(super) fn extremes(union: u64, count: usize) -> (i64, i64) {
    let least = bits(union).take(count).map(i64::from).sum();
    let mut word = union;
    let mut most = 0;
    for _ in 0..count.min(union.count_ones() as usize) {
        let bit = 63 - word.leading_zeros();
        most += i64::from(bit);
        word ^= 1 << bit;
    }
    (least, most)
}

/// By how much the sums of a side begin below the common ones; by more than any word has if that is too much.
fn shift(side: &Side) -> u32 {
    u32::try_from(side.constant).unwrap_or(u32::MAX)
}

/// The sums that a part can have.
struct PartSums<W> {
    all: W,
    union: u64,
}

impl<W: Word> PartSums<W> {
    fn new(here: &[u64], factor: u32) -> PartSums<W> {
        let union = here.iter().fold(0, |all, mask| all | mask);
        let all = match *here {
            [one] => spread(one, factor),
            _ => {
                let loose =
                    here.iter().fold(W::ZERO, |sums, &mask| convolve(sums, spread(mask, factor)));
                loose & different(union, here.len(), factor)
            }
        };
        PartSums { all, union }
    }

    /// Keeps the values that lead to one of these sums of the part.
    fn narrow(
        &self,
        own: W,
        here: &[u64],
        part: &Part,
        base: i64,
        store: &mut Store,
    ) -> Result<(), Conflict> {
        if own == W::NONE {
            return Err(store.conflict());
        }
        let factor = part.factor;
        match *here {
            [mask] if factor == 1 => {
                // Sums begin with bit 0, as values do.
                return if mask & !own.low() == 0 {
                    Ok(())
                } else {
                    store.keep_window(part.vars[0], base, own.low())
                };
            }
            [mask] => {
                let kept = bits(mask).filter(|bit| own & one(factor * bit) != W::NONE);
                return store.keep_window(
                    part.vars[0],
                    base,
                    kept.fold(0, |all, bit| all | 1 << bit),
                );
            }
            [a, b] => {
                for (&x, mask, other) in [(&part.vars[0], a, b), (&part.vars[1], b, a)] {
                    let mut kept = 0;
                    for bit in bits(mask) {
                        let rest: W = spread(other & !(1 << bit), factor);
                        let at = factor * bit;
                        kept |= u64::from(rest & own.down(at) != W::NONE) << bit;
                    }
                    store.keep_window(x, base, kept)?;
                }
                return Ok(());
            }
            _ => {}
        }
        // What the variables behind each one can add, and what those before it can.
        let mut behind: SmallVec<[W; 10]> = SmallVec::from_elem(W::ZERO, here.len() + 1);
        for i in (1..here.len()).rev() {
            behind[i] = convolve(behind[i + 1], spread(here[i], factor));
        }
        let mut ahead = W::ZERO;
        // For each value, once asked for, the sums of so many others.
        let span = 64 - self.union.leading_zeros() as usize;
        let mut apart: SmallVec<[W; 16]> = SmallVec::from_elem(W::NONE, span);
        let mut known = 0;
        for (i, (&x, &mask)) in part.vars.iter().zip(here).enumerate() {
            if !mask.is_power_of_two() {
                let loose = convolve(ahead, behind[i + 1]);
                let mut kept = 0;
                for bit in bits(mask) {
                    let at = factor * bit;
                    let wanted = loose & own.down(at);
                    // The dearer question only where the other has said yes.
                    let fits = wanted != W::NONE && {
                        let apart = &mut apart[bit as usize];
                        if known >> bit & 1 == 0 {
                            let rest = self.union & !(1 << bit);
                            *apart = different(rest, here.len() - 1, factor);
                            known |= 1 << bit;
                        }
                        wanted & *apart != W::NONE
                    };
                    kept |= u64::from(fits) << bit;
                }
                store.keep_window(x, base, kept)?;
            }
            ahead = convolve(ahead, spread(mask, factor));
        }
        Ok(())
    }
}
