//! Sums that are equal, of cells of which some are known to differ.

use smallvec::SmallVec;

use crate::{Conflict, Constraint, Cost, Status, Store, Var};

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
    /// Whether the sums do not fit a word: then only their bounds are looked at.
    wide: bool,
}

/// Sums of values counted from the smallest one: bit `b` is the sum `b`.
type Sums = u128;

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
        let wide = sides.iter().any(|side| top - least(side) >= 128);
        let parts = sides.iter().flat_map(|side| &side.parts);
        let scope = parts.flat_map(|part| part.vars.iter().copied()).collect();
        let mut sides = sides;
        // From here on, the constant is where the sums of the side begin, below the origin.
        for side in &mut sides {
            side.constant = origin - least(side);
        }
        Some(EqualSums { scope, base, sides, wide })
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

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        if self.wide {
            return self.bounds(store);
        }
        let mut windows: SmallVec<[u64; 24]> = SmallVec::new();
        let mut reach: SmallVec<[PartSums; 8]> = SmallVec::new();
        let mut common = Sums::MAX;
        let mut open = 0;
        for side in &self.sides {
            let mut all: Sums = 1;
            for part in &side.parts {
                let start = windows.len();
                windows.extend(part.vars.iter().map(|&x| store.window(x, self.base)));
                let here = &windows[start..];
                open += here.iter().filter(|here| !here.is_power_of_two()).count();
                let sums = PartSums::new(here, part.factor);
                all = convolve(all, sums.all);
                reach.push(sums);
            }
            common &= if side.constant < 128 { all >> side.constant } else { 0 };
        }
        if common == 0 {
            return Err(store.conflict());
        }
        let before = store.changes();
        let (mut part_at, mut var_at) = (0, 0);
        for side in &self.sides {
            let count = side.parts.len();
            let sums = &reach[part_at..part_at + count];
            let wanted = common << side.constant;
            // What the parts behind each one can add.
            let mut behind: SmallVec<[Sums; 8]> = SmallVec::from_elem(1, count + 1);
            for i in (0..count).rev() {
                behind[i] = convolve(behind[i + 1], sums[i].all);
            }
            let mut ahead: Sums = 1;
            for (i, part) in side.parts.iter().enumerate() {
                let others = convolve(ahead, behind[i + 1]);
                // The sums of this part that complete a wanted one.
                let own = sums[i].all & deconvolve(wanted, others);
                let here = &windows[var_at..var_at + part.vars.len()];
                sums[i].narrow(own, here, part, self.base, store)?;
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
}

impl EqualSums {
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
fn extremes(union: u64, count: usize) -> (i64, i64) {
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

/// The sums that a part can have.
struct PartSums {
    all: Sums,
    union: u64,
}

impl PartSums {
    fn new(here: &[u64], factor: u32) -> PartSums {
        let union = here.iter().fold(0, |all, mask| all | mask);
        let all = match *here {
            [one] => spread(one, factor),
            _ => {
                let loose = here.iter().fold(1, |sums, &mask| convolve(sums, spread(mask, factor)));
                loose & different(union, here.len(), factor)
            }
        };
        PartSums { all, union }
    }

    /// Keeps the values that lead to one of these sums of the part.
    fn narrow(
        &self,
        own: Sums,
        here: &[u64],
        part: &Part,
        base: i64,
        store: &mut Store,
    ) -> Result<(), Conflict> {
        if own == 0 {
            return Err(store.conflict());
        }
        let factor = part.factor;
        match *here {
            [mask] if factor == 1 => {
                // Sums begin with bit 0, as values do.
                return if mask & !(own as u64) == 0 {
                    Ok(())
                } else {
                    store.keep_window(part.vars[0], base, own as u64)
                };
            }
            [mask] => {
                let kept = bits(mask).filter(|bit| own & one(factor * bit) != 0);
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
                        let rest = spread(other & !(1 << bit), factor);
                        let at = factor * bit;
                        kept |= if at < 128 { u64::from(rest & own >> at != 0) << bit } else { 0 };
                    }
                    store.keep_window(x, base, kept)?;
                }
                return Ok(());
            }
            _ => {}
        }
        // What the variables behind each one can add, and what those before it can.
        let mut behind: SmallVec<[Sums; 10]> = SmallVec::new();
        behind.resize(here.len() + 1, 1);
        for i in (1..here.len()).rev() {
            behind[i] = convolve(behind[i + 1], spread(here[i], factor));
        }
        let mut ahead: Sums = 1;
        // For each value, once asked for, the sums of so many others.
        let (mut apart, mut known): (SmallVec<[Sums; 16]>, u64) = (SmallVec::new(), 0);
        apart.resize(64 - self.union.leading_zeros() as usize, 0);
        for (i, (&x, &mask)) in part.vars.iter().zip(here).enumerate() {
            if !mask.is_power_of_two() {
                let loose = convolve(ahead, behind[i + 1]);
                let mut kept = 0;
                for bit in bits(mask) {
                    let at = factor * bit;
                    let wanted = if at < 128 { loose & own >> at } else { 0 };
                    // The dearer question only where the other has said yes.
                    let fits = wanted != 0 && {
                        let apart = &mut apart[bit as usize];
                        if known >> bit & 1 == 0 {
                            let rest = self.union & !(1 << bit);
                            *apart = different(rest, here.len() - 1, factor);
                            known |= 1 << bit;
                        }
                        wanted & *apart != 0
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

/// Each value of a mask, times a factor, as a sum.
fn spread(mask: u64, factor: u32) -> Sums {
    if factor == 1 {
        return mask.into();
    }
    bits(mask).fold(0, |sums, bit| sums | one(factor * bit))
}

/// The sums of `count` different values of a mask.
fn different(mask: u64, count: usize, factor: u32) -> Sums {
    if factor == 1 && mask < 1 << SMALL && count <= SMALL {
        return SUMS[mask as usize][count].into();
    }
    let mut sums: SmallVec<[Sums; 12]> = SmallVec::from_elem(0, count + 1);
    sums[0] = 1;
    for (taken, bit) in bits(mask).enumerate() {
        let by = factor * bit;
        for k in (0..count.min(taken + 1)).rev() {
            sums[k + 1] |= if by < 128 { sums[k] << by } else { 0 };
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

fn one(bit: u32) -> Sums {
    if bit < 128 { 1 << bit } else { 0 }
}

/// All sums of one of each.
fn convolve(many: Sums, few: Sums) -> Sums {
    let (mut sums, mut left) = (0, few);
    while left != 0 {
        let (from, length) = first_run(left);
        // All of a run at once, by doubling.
        let (mut all, mut done) = (many, 1);
        while 2 * done <= length {
            all |= all << done;
            done *= 2;
        }
        sums |= (all | all << (length - done)) << from;
        left = without(left, from + length);
    }
    sums
}

/// What reaches a wanted sum with one of the others.
fn deconvolve(wanted: Sums, others: Sums) -> Sums {
    let (mut sums, mut left) = (0, others);
    while left != 0 {
        let (from, length) = first_run(left);
        let (mut all, mut done) = (wanted, 1);
        while 2 * done <= length {
            all |= all >> done;
            done *= 2;
        }
        sums |= (all | all >> (length - done)) >> from;
        left = without(left, from + length);
    }
    sums
}

/// Where the first run of bits begins, and how long it is.
fn first_run(sums: Sums) -> (u32, u32) {
    let from = sums.trailing_zeros();
    (from, (sums >> from).trailing_ones())
}

/// The bits from this one on.
fn without(sums: Sums, end: u32) -> Sums {
    if end < 128 { sums & Sums::MAX << end } else { 0 }
}

fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All sums of one bit of each word.
    fn by_trial(words: &[u64]) -> Sums {
        words.iter().fold(1, |sums, &word| bits(word).fold(0, |all, bit| all | (sums << bit)))
    }

    #[test]
    fn sums_of_runs_are_those_of_their_bits() {
        let words = [0b1, 0b10, 0b1011, 0b1_1111_1111, 0b1010_0110, 0b1_0111_0011_1110];
        for many in words {
            for few in words {
                let sums = convolve(many.into(), few.into());
                assert_eq!(sums, by_trial(&[many, few]), "{many:b} and {few:b}");
                for other in words {
                    let back = bits(other).fold(0, |all, bit| all | sums >> bit);
                    assert_eq!(deconvolve(sums, other.into()), back, "{sums:b} less {other:b}");
                }
            }
        }
        // What leaves the word is gone, and a run may be the whole of it.
        assert_eq!(convolve(Sums::MAX, Sums::MAX), Sums::MAX);
        assert_eq!(deconvolve(Sums::MAX, Sums::MAX), Sums::MAX);
        assert_eq!(convolve(1 << 127, 0b10), 0);
    }

    #[test]
    fn sums_of_different_values_are_those_of_all_choices() {
        for mask in [0, 0b1, 0b1_0110, 0b1_1111_1111, 0b10_1101_1011] {
            for (count, factor) in (0..5).flat_map(|count| [(count, 1), (count, 3)]) {
                let choices = (0u64..1 << 10).filter(|choice| choice & !mask == 0);
                let choices = choices.filter(|choice| choice.count_ones() as usize == count);
                let sum = |choice: u64| bits(choice).map(|bit| factor * bit).sum::<u32>();
                let expected = choices.fold(0, |all, choice| all | one(sum(choice)));
                assert_eq!(different(mask, count, factor), expected, "{count} of {mask:b}");
            }
        }
    }
}
