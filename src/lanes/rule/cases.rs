//! Cells that are all within the masks of one of some rows.

use super::{MOST_STEPS, Mask, Vector, Word, cell, keep, splat};
use crate::store::Var;

/// Cells of one rule at most.
const MOST_CELLS: usize = 32;

/// The rows, a mask a cell.
pub(crate) struct Cases {
    cells: Vec<u32>,
    masks: Vec<Mask>,
}

impl Cases {
    pub(super) fn new(vars: &[Var], rows: Vec<Mask>) -> Option<Cases> {
        let cells: Vec<u32> = vars.iter().map(|&x| cell(x)).collect();
        if cells.is_empty() || cells.len() > MOST_CELLS || rows.len() > MOST_STEPS / 4 {
            return None;
        }
        let whole = rows.chunks(cells.len()).filter(|row| !row.contains(&0));
        let masks = whole.flatten().copied().collect();
        Some(Cases { cells, masks })
    }

    pub(super) fn steps(&self) -> usize {
        4 * self.masks.len()
    }

    pub(super) fn cells(&self) -> &[u32] {
        &self.cells
    }

    #[inline(always)]
    pub(super) fn narrow<V: Vector>(&self, token: V::Token, cells: &mut [V]) -> V {
        // What is noted of the cells is filled with zeros first.
        if self.cells.len() <= 9 {
            self.narrow_up_to::<V, 9>(token, cells)
        } else {
            self.narrow_up_to::<V, MOST_CELLS>(token, cells)
        }
    }

    #[inline(always)]
    fn narrow_up_to<V: Vector, const N: usize>(&self, token: V::Token, cells: &mut [V]) -> V {
        let zero = V::splat(token, V::Word::ZERO);
        let mut kept = [zero; N];
        for row in self.masks.chunks_exact(self.cells.len()) {
            let mut possible = splat(token, Mask::MAX);
            for (&cell, &mask) in self.cells.iter().zip(row) {
                let here = cells[cell as usize].and(splat(token, mask)).nonzero();
                possible = V::pick(here, possible, zero);
            }
            for (kept, &mask) in kept.iter_mut().zip(row) {
                *kept = kept.or_and(possible, splat(token, mask));
            }
        }
        let mut gone = zero;
        for (&cell, &kept) in self.cells.iter().zip(&kept) {
            gone = gone.or(keep(&mut cells[cell as usize], kept));
        }
        gone
    }
}
