//! Sums of variables that all differ: the cages of killer sudoku and kakuro.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::borrow::Borrow;

use smallvec::{SmallVec, smallvec};

use super::{AllDifferentExcept, Constraint, Linear, Scope, Simple, Status};
use crate::domain::Domain;
use crate::store::{Conflict, Store, Var, bits};

/// Some variables have different values from a set, and add up to a total.
///
/// The sets of values with that total are listed once, as masks. A call keeps the sets that fit and,
/// while at most 6 variables are open, the values that fill one of them: domain consistent. With
/// more open variables it keeps the values of the sets, and places those that all sets need. Where
/// the sets would be too many, or the values span more than 64, sum and difference are left to their
/// own propagation.
///
/// ```
/// use houserules::{DistinctSum, ModelBuilder, Solver};
///
/// // Three cells of a kakuro that add up to 23: 6, 8 and 9.
/// let mut model = ModelBuilder::new();
/// let cage = model.vars(3, 1..=9);
/// model.post(DistinctSum::new(&cage, 1..=9, 23));
/// let model = model.build()?;
/// assert_eq!(format!("{:?}", model.root().domain(cage[0])), "{6, 8, 9}");
/// assert_eq!(Solver::new(&model).count().to_string(), "6");
/// # Ok::<(), houserules::ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DistinctSum {
    scope: Scope,
    values: Domain,
    total: i64,
    how: How,
}

#[derive(Clone, Debug)]
enum How {
    /// The sets of values with the total; bit `b` is the value `base + b`.
    Sets { base: i64, sets: Vec<u64> },
    /// Too many of them.
    Apart(Box<(AllDifferentExcept, Linear)>),
}

/// So many sets at most are listed.
const MANY: usize = 4096;

/// Up to so many open variables, a set of places fits the bits of a word: 2⁶ = 64.
pub(super) const OPEN: usize = 6;

impl DistinctSum {
    /// `vars` are all different, each is one of `values`, and their sum is `total`.
    pub fn new(
        vars: impl IntoIterator<Item = impl Borrow<Var>>,
        values: impl Into<Domain>,
        total: i64,
    ) -> DistinctSum {
        let (scope, values) = (super::scope(vars), values.into());
        let sets = sets_with_total(&values, scope.len(), total);
        let how = match (sets, values.min()) {
            (Some(sets), base) => How::Sets { base: base.unwrap_or(0).into(), sets },
            (None, _) => How::Apart(Box::new((
                AllDifferentExcept::new(&scope, Domain::empty()),
                Linear::equal(scope.iter().map(|&x| (1, x)), total),
            ))),
        };
        DistinctSum { scope, values, total, how }
    }
}

/// The sets of `size` values with this total, as masks from the smallest value on.
///
/// `None` if there are too many, if it takes too long to see that, or if they do not fit a word.
fn sets_with_total(values: &Domain, size: usize, total: i64) -> Option<Vec<u64>> {
    let base = i64::from(values.min().unwrap_or(0));
    if i64::from(values.max().unwrap_or(0)) - base >= 64 {
        return None;
    }
    let offsets: SmallVec<[i64; 64]> = values.iter().map(|value| i64::from(value) - base).collect();
    if size > offsets.len() {
        return Some(Vec::new());
    }
    // Sums of offsets, so that all are positive. Behind each place: the sums of all before it.
    let left = total.checked_sub(base * size as i64)?;
    let mut sums: SmallVec<[i64; 65]> = SmallVec::from_slice(&[0]);
    for &offset in &offsets {
        sums.push(sums[sums.len() - 1] + offset);
    }
    let n = offsets.len();
    let mut sets = Vec::new();
    let mut stack: Vec<(usize, usize, i64, u64)> = alloc::vec![(0, size, left, 0)];
    let mut steps = 0;
    while let Some((from, size, left, set)) = stack.pop() {
        steps += 1;
        if sets.len() > MANY || steps > 16 * MANY {
            return None;
        }
        // Even the smallest values are too much, or the largest too little.
        if from + size > n
            || left < sums[from + size] - sums[from]
            || left > sums[n] - sums[n - size]
        {
            continue;
        }
        if size == 0 {
            sets.push(set);
            continue;
        }
        stack.push((from + 1, size, left, set));
        stack.push((from + 1, size - 1, left - offsets[from], set | 1 << offsets[from]));
    }
    Some(sets)
}

impl Constraint for DistinctSum {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn holds(&self, values: &[i32]) -> bool {
        let mut sorted: SmallVec<[i32; 16]> = values.into();
        sorted.sort_unstable();
        values.iter().all(|&value| self.values.contains(value))
            && sorted.windows(2).all(|pair| pair[0] != pair[1])
            && values.iter().map(|&value| i64::from(value)).sum::<i64>() == self.total
    }

    fn as_simple(&self) -> Option<SmallVec<[Simple; 1]>> {
        let How::Sets { base, sets } = &self.how else { return None };
        let (vars, sets) = (self.scope.clone(), sets[..].into());
        Some(smallvec![Simple::Sets { vars, base: *base, sets }])
    }

    fn propagate(&self, store: &mut Store) -> Result<Status, Conflict> {
        match &self.how {
            How::Sets { base, sets } => self.by_sets(store, *base, sets),
            How::Apart(parts) => {
                for &x in &self.scope {
                    store.intersect(x, &self.values)?;
                }
                let before = store.changes();
                let statuses = [parts.0.propagate(store)?, parts.1.propagate(store)?];
                Ok(match store.changes() == before {
                    _ if statuses == [Status::Entailed; 2] => Status::Entailed,
                    true => Status::Fixpoint,
                    false => Status::Active,
                })
            }
        }
    }
}

impl DistinctSum {
    fn by_sets(&self, store: &mut Store, base: i64, sets: &[u64]) -> Result<Status, Conflict> {
        let mut words: SmallVec<[u64; 16]> =
            self.scope.iter().map(|&x| store.window(x, base)).collect();
        let mut open = Open::new();
        let taken = singles(&mut words, &mut open).ok_or_else(|| store.conflict())?;
        let union = open.iter().fold(taken, |union, &i| union | words[i]);
        let fits = |set: u64| {
            set & !union == 0 && taken & !set == 0 && open.iter().all(|&i| words[i] & set != 0)
        };
        let mut kept: SmallVec<[u64; 16]> = SmallVec::from_elem(0, open.len());
        let (mut any, mut common) = (false, u64::MAX);
        for &set in sets.iter().filter(|&&set| fits(set)) {
            let rest = set & !taken;
            if open.len() <= OPEN {
                any |= fill(rest, &open, &words, &mut kept);
                if open.iter().zip(&kept).all(|(&i, &kept)| words[i] == kept) {
                    break;
                }
            } else {
                any = true;
                common &= rest;
                open.iter().zip(&mut kept).for_each(|(&i, kept)| *kept |= words[i] & rest);
            }
        }
        if !any {
            return Err(store.conflict());
        }
        let mut placed = false;
        if open.len() > OPEN {
            // A value that all sets need and that has one place goes there.
            let (mut once, mut twice) = (0, 0);
            for word in &kept {
                twice |= once & word;
                once |= word;
            }
            if common & !once != 0 {
                return Err(store.conflict());
            }
            let hidden = common & once & !twice;
            for word in kept.iter_mut().filter(|word| **word & hidden != 0) {
                *word &= hidden;
                placed = true;
                if !word.is_power_of_two() {
                    return Err(store.conflict());
                }
            }
        }
        for (&i, &kept) in open.iter().zip(&kept) {
            words[i] = kept;
        }
        let before = store.changes();
        for (&x, &word) in self.scope.iter().zip(&words) {
            store.keep_window(x, base, word)?;
        }
        Ok(match open.len() {
            0 => Status::Entailed,
            1..=OPEN if !placed => Status::Fixpoint,
            _ => super::settled(store, before),
        })
    }
}

/// The numbers of the variables of a constraint that are open.
pub(super) type Open = SmallVec<[usize; 16]>;

/// Takes the values of variables with one value left from the others, as long as that says something: the values
/// taken. The numbers of the variables still open come into `open`, empty before. `None` if one is left without a value.
#[inline]
pub(super) fn singles(words: &mut [u64], open: &mut Open) -> Option<u64> {
    let mut taken: u64 = 0;
    // Mostly all is known after one look.
    for (i, &word) in words.iter().enumerate() {
        if word & word.wrapping_sub(1) != 0 {
            open.push(i);
        } else if word & !taken == 0 {
            return None;
        } else {
            taken |= word;
        }
    }
    let mut old = 0;
    while old != taken {
        old = taken;
        let mut fixed = false;
        for &i in open.iter() {
            words[i] &= !taken;
            if words[i] & words[i].wrapping_sub(1) == 0 {
                if words[i] == 0 {
                    return None;
                }
                fixed = true;
                taken |= words[i];
            }
        }
        if fixed {
            open.retain(|&mut i| !words[i].is_power_of_two());
        }
    }
    Some(taken)
}

/// Adds to `kept` what each open variable can be if together they fill `set`; false if they cannot.
///
/// By Hall's theorem: variables that have as many values as they are, take these from all others. O(2ⁿ) for n of them.
pub(super) fn fill(set: u64, open: &[usize], words: &[u64], kept: &mut [u64]) -> bool {
    let mut choices = [0u64; OPEN];
    for (choices, &i) in choices.iter_mut().zip(open) {
        *choices = words[i] & set;
    }
    let choices = &mut choices[..open.len().min(OPEN)];
    // What the variables of each set of them can take together; the last one is all of them.
    let mut unions = [0u64; 1 << OPEN];
    let all = (1 << choices.len()) - 1;
    let mut tight: u64 = 0;
    let small = set < 1 << SMALL;
    let mut from = 1;
    for &own in choices.iter() {
        for some in 0..from {
            let union = unions[some] | own;
            unions[from + some] = union;
            let count =
                if small { COUNT[union as usize % COUNT.len()].into() } else { union.count_ones() };
            let size = u32::from(COUNT[some]) + 1;
            if count <= size {
                if count < size {
                    return false;
                }
                tight |= 1 << (from + some);
            }
        }
        from *= 2;
    }
    for some in bits(tight & !(1 << all)) {
        for (i, choices) in choices.iter_mut().enumerate() {
            if some >> i & 1 == 0 {
                *choices &= !unions[some as usize % unions.len()];
            }
        }
    }
    kept.iter_mut().zip(choices).for_each(|(kept, choices)| *kept |= *choices);
    true
}

/// Sets of so many values are counted by looking them up.
const SMALL: usize = 9;

/// How many bits a number has.
static COUNT: [u8; 1 << SMALL] = {
    let mut count = [0; 1 << SMALL];
    let mut i = 1;
    while i < count.len() {
        count[i] = count[i >> 1] + (i & 1) as u8;
        i += 1;
    }
    count
};

#[cfg(test)]
mod tests {
    use super::*;

    /// What each variable can be if all of them take different bits.
    fn by_trial(words: &[u64]) -> Vec<u64> {
        fn go(words: &[u64], taken: &mut Vec<u64>, kept: &mut [u64]) {
            match words.get(taken.len()) {
                None => kept.iter_mut().zip(taken).for_each(|(kept, bit)| *kept |= *bit),
                Some(&word) => {
                    for bit in bits(word).map(|bit| 1 << bit) {
                        if !taken.contains(&bit) {
                            taken.push(bit);
                            go(words, taken, kept);
                            taken.pop();
                        }
                    }
                }
            }
        }
        let mut kept = alloc::vec![0; words.len()];
        go(words, &mut Vec::new(), &mut kept);
        kept
    }

    #[test]
    fn a_set_is_filled_as_by_trial() {
        // Scattered bits, so that numbers and values are not the same.
        const FAR: [u64; 4] = [1 << 2, 1 << 7, 1 << 40, 1 << 63];
        const NEAR: [u64; 4] = [1 << 0, 1 << 3, 1 << 4, 1 << 8];
        for (n, all) in (1..=4).flat_map(|n| [(n, FAR), (n, NEAR)]) {
            let set = all[..n].iter().sum();
            let open: Vec<usize> = (0..n).collect();
            for code in 0..1usize << (n * n) {
                let choice = |i: usize| (0..n).filter(move |k| code >> (i * n + k) & 1 == 1);
                let words: Vec<u64> =
                    open.iter().map(|&i| choice(i).map(|k| all[k]).sum()).collect();
                let mut kept = alloc::vec![0; n];
                let filled = fill(set, &open, &words, &mut kept);
                let expected = by_trial(&words);
                assert_eq!(filled, expected[0] != 0, "{words:x?}");
                if filled {
                    assert_eq!(kept, expected, "{words:x?}");
                }
            }
        }
    }
}
