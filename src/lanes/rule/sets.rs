//! Cells that all differ and take exactly the values of one of some sets: cages, runs of digits.

use super::{MOST_STEPS, Mask, Vector, Word, cell, keep, splat};
use crate::store::Var;

/// A set has no more values.
const MOST_CELLS: usize = Mask::BITS as usize;

/// The cells, and the sets of as many values as there are cells.
pub(crate) struct Sets {
    cells: Vec<u32>,
    sets: Vec<Mask>,
    around: Vec<Around>,
}

/// Other cells that differ from the same ones of the rule's cells.
struct Around {
    others: Vec<u32>,
    /// The cells of the rule that they may share a value with.
    apart: Vec<u32>,
}

impl Sets {
    pub(super) fn new(vars: &[Var], sets: Vec<Mask>) -> Option<Sets> {
        let small = vars.len() <= MOST_CELLS && sets.len() * vars.len() <= MOST_STEPS / 8;
        let cells = vars.iter().map(|&x| cell(x)).collect();
        small.then_some(Sets { cells, sets, around: Vec::new() })
    }

    pub(super) fn steps(&self) -> usize {
        let around: usize = self.around.iter().map(|around| 4 * around.others.len()).sum();
        15 * self.sets.len() * self.cells.len() + around
    }

    pub(super) fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// Takes note of the cells that differ from two of the rule's or more: what the rule needs goes from them.
    pub(crate) fn look_around(&mut self, differ: impl Fn(u32, u32) -> bool, variables: u32) {
        for other in (0..variables).filter(|other| !self.cells.contains(other)) {
            let apart: Vec<u32> =
                self.cells.iter().copied().filter(|&cell| !differ(cell, other)).collect();
            if apart.len() + 2 > self.cells.len() {
                continue;
            }
            match self.around.iter_mut().find(|around| around.apart == apart) {
                Some(around) => around.others.push(other),
                None => self.around.push(Around { others: vec![other], apart }),
            }
        }
    }

    #[inline(always)]
    pub(super) fn narrow<V: Vector>(&self, token: V::Token, cells: &mut [V]) -> V {
        // So that most rules need no room in memory.
        match self.cells.len() {
            3 => self.narrow_of::<V, 3>(token, cells),
            4 => self.narrow_of::<V, 4>(token, cells),
            5 => self.narrow_of::<V, 5>(token, cells),
            6 => self.narrow_of::<V, 6>(token, cells),
            _ => self.narrow_of::<V, MOST_CELLS>(token, cells),
        }
    }

    /// For `N` cells, or up to `MOST_CELLS`.
    ///
    /// Of each set, what the cells have of it is what is left after one look for hidden, and then naked singles.
    #[inline(always)]
    fn narrow_of<V: Vector, const N: usize>(&self, token: V::Token, cells: &mut [V]) -> V {
        let n = if N < MOST_CELLS { N } else { self.cells.len() };
        let zero = V::splat(token, V::Word::ZERO);
        let mut x = [zero; N];
        for i in 0..n {
            x[i] = cells[self.cells[i] as usize];
        }
        let (mut any, mut needed) = ([zero; N], splat::<V>(token, Mask::MAX));
        for &set in &self.sets {
            let set = splat::<V>(token, set);
            let mut here = x;
            let (mut once, mut twice) = (zero, zero);
            for here in &mut here[..n] {
                *here = here.and(set);
                twice = twice.or_and(once, *here);
                once = once.or(*here);
            }
            let hidden = once.without(twice);
            let (mut known, mut clash) = (set.without(once), zero);
            let mut left = V::pick(known.is_zero(), set, zero);
            let mut single = [zero; N];
            for i in 0..n {
                here[i] = here[i].narrow(hidden);
                single[i] = here[i].single(zero);
                clash = clash.or_and(known, single[i]);
                known = known.or(single[i]);
            }
            left = V::pick(clash.is_zero(), left, zero);
            for i in 0..n {
                here[i] = here[i].without_but(known, single[i]);
                left = V::pick(here[i].nonzero(), left, zero);
            }
            for i in 0..n {
                any[i] = any[i].or_and(here[i], left);
            }
            needed = V::pick(left.nonzero(), needed.and(left), needed);
        }
        let (mut once, mut twice) = (zero, zero);
        for &any in &any[..n] {
            twice = twice.or_and(once, any);
            once = once.or(any);
        }
        let hidden = needed.and(once).without(twice);
        let mut gone = zero;
        for i in 0..n {
            gone = gone.or(keep(&mut cells[self.cells[i] as usize], any[i].narrow(hidden)));
        }
        for around in &self.around {
            let mut taken = needed;
            for &cell in &around.apart {
                taken = taken.without(cells[cell as usize]);
            }
            for &other in &around.others {
                let x = &mut cells[other as usize];
                gone = gone.or(x.and(taken));
                *x = x.without(taken);
            }
        }
        gone
    }
}
