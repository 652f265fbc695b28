//! Weighted sums of cells between bounds.

use super::{Names, Vector, Word, cell, from, highest, keep, lowest, splat, up_to};
use crate::store::Var;

/// More terms say too little to be worth it.
const MOST_TERMS: usize = 32;

/// Largest sum of lanes of 16 bits, of which one is a sign.
const MOST: i64 = 1 << 15;

/// The sum of the cells' bits, by number, lies between bounds.
pub(crate) struct Sum {
    cells: Vec<u32>,
    terms: Vec<Term>,
    at_least: u16,
    at_most: u16,
    /// The number of the highest value.
    top: u16,
}

/// How a cell counts.
struct Term {
    factor: u16,
    /// From the highest value down: so no factor is negative.
    mirrored: bool,
}

impl Sum {
    pub(super) fn new(
        terms: &[(i64, Var)],
        at_least: i64,
        at_most: i64,
        names: Names,
    ) -> Option<Sum> {
        let top = i64::from(names.values) - 1;
        if terms.is_empty() || terms.len() > MOST_TERMS {
            return None;
        }
        // Of places of a number, bounds say next to nothing.
        if terms.len() > 2 && terms.iter().any(|term| term.0.unsigned_abs() >= names.values.into())
        {
            return None;
        }
        let (mut most, mut origin) = (0i64, 0i64);
        for &(factor, _) in terms {
            let size = i64::try_from(factor.unsigned_abs()).ok()?.checked_mul(top)?;
            most = most.checked_add(size)?;
            origin = origin.checked_add(factor.checked_mul(names.first)?)?;
            if factor < 0 {
                origin = origin.checked_sub(size)?;
            }
        }
        if most >= MOST {
            return None;
        }
        let mut at_least = at_least.saturating_sub(origin).max(0);
        let mut at_most = at_most.saturating_sub(origin).min(most);
        if at_most < 0 || at_least > most {
            // Bounds that no sum is between.
            (at_least, at_most) = (most + 1, most);
        }
        Some(Sum {
            cells: terms.iter().map(|term| cell(term.1)).collect(),
            terms: terms
                .iter()
                .map(|term| Term { factor: term.0.unsigned_abs() as u16, mirrored: term.0 < 0 })
                .collect(),
            at_least: at_least as u16,
            at_most: at_most as u16,
            top: top as u16,
        })
    }

    pub(super) fn steps(&self) -> usize {
        let term =
            |term: &Term| if term.factor == 1 { 30 } else { 40 + 10 * usize::from(self.top) };
        self.terms.iter().map(term).sum()
    }

    pub(super) fn cells(&self) -> &[u32] {
        &self.cells
    }

    #[inline(always)]
    pub(super) fn narrow<V: Vector>(&self, token: V::Token, cells: &mut [V]) -> V {
        // What is noted of the terms is filled with zeros first.
        if self.terms.len() <= 8 {
            self.narrow_up_to::<V, 8>(token, cells)
        } else {
            self.narrow_up_to::<V, MOST_TERMS>(token, cells)
        }
    }

    #[inline(always)]
    fn narrow_up_to<V: Vector, const N: usize>(&self, token: V::Token, cells: &mut [V]) -> V {
        let (zero, one) = (V::splat(token, V::Word::ZERO), V::splat(token, V::Word::ONE));
        let top = splat::<V>(token, self.top);
        let mut ends = [(zero, zero); N];
        let (mut least, mut most) = (zero, zero);
        for ((&cell, term), ends) in self.cells.iter().zip(&self.terms).zip(&mut ends) {
            let x = cells[cell as usize];
            *ends = (lowest(zero, x), highest(x));
            let (mut low, mut high) = (ends.0.dec().ones(), ends.1.dec().ones());
            if term.mirrored {
                (low, high) = (top.sub(high), top.sub(low));
            }
            if term.factor > 1 {
                let factor = splat::<V>(token, term.factor);
                (low, high) = (low.mul(factor), high.mul(factor));
            }
            (least, most) = (least.add(low), most.add(high));
        }
        // How far the sum may rise from its least, and fall from its most.
        let rise = splat::<V>(token, self.at_most).sub(least);
        let fall = most.sub(splat(token, self.at_least));
        let possible = rise.or(fall).and(splat(token, 1 << 15)).is_zero();
        let far = splat::<V>(token, 15);
        let (by_one, back_by_one) = (rise.min(far), fall.min(far));
        let mut gone = zero;
        for ((&cell, term), &(low, high)) in self.cells.iter().zip(&self.terms).zip(&ends) {
            let (mut up, mut down) = match term.factor {
                1 => (by_one, back_by_one),
                factor => (self.strides(token, rise, factor), self.strides(token, fall, factor)),
            };
            if term.mirrored {
                (up, down) = (down, up);
            }
            let kept = up_to(one, low.up(token, up)).and(from(one, zero, high.down(token, down)));
            gone = gone.or(keep(&mut cells[cell as usize], V::pick(possible, kept, zero)));
        }
        gone
    }

    /// How many steps of so much fit, as far as there are values.
    #[inline(always)]
    fn strides<V: Vector>(&self, token: V::Token, way: V, step: u16) -> V {
        let (zero, one) = (V::splat(token, V::Word::ZERO), V::splat(token, V::Word::ONE));
        let sign = splat::<V>(token, 1 << 15);
        let mut steps = zero;
        let mut left = way;
        for _ in 0..self.top {
            left = left.sub(splat(token, step));
            let fits = left.and(sign).is_zero();
            steps = V::pick(fits, steps.add(one), steps);
            left = V::pick(fits, left, zero);
        }
        steps
    }
}
