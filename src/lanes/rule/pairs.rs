//! Two cells whose values are one of some pairs.

use super::{Mask, Vector, Word, cell, keep, splat};
use crate::store::Var;

/// For each value of the one cell those of the other that may stand beside it, and the other way round.
pub(crate) struct Pairs {
    cells: [u32; 2],
    rows: Vec<Mask>,
    columns: Vec<Mask>,
}

impl Pairs {
    pub(super) fn new(x: Var, y: Var, rows: &[Mask]) -> Pairs {
        let column = |b: usize| (0..).zip(rows).fold(0, |all, (a, row)| all | (row >> b & 1) << a);
        let columns = (0..rows.len()).map(column).collect();
        Pairs { cells: [cell(x), cell(y)], rows: rows.into(), columns }
    }

    pub(super) fn steps(&self) -> usize {
        8 * self.rows.len()
    }

    pub(super) fn cells(&self) -> &[u32] {
        &self.cells
    }

    #[inline(always)]
    pub(super) fn narrow<V: Vector>(&self, token: V::Token, cells: &mut [V]) -> V {
        let [x, y] = self.cells.map(|cell| cell as usize);
        let partners = beside(token, cells[x], &self.rows);
        let gone = keep(&mut cells[y], partners);
        let partners = beside(token, cells[y], &self.columns);
        gone.or(keep(&mut cells[x], partners))
    }
}

/// What may stand beside some of the candidates.
#[inline(always)]
fn beside<V: Vector>(token: V::Token, x: V, rows: &[Mask]) -> V {
    let zero = V::splat(token, V::Word::ZERO);
    let mut all = zero;
    for (value, &row) in rows.iter().enumerate() {
        let here = x.and(splat(token, 1 << value)).nonzero();
        all = all.or(V::pick(here, splat(token, row), zero));
    }
    all
}
