//! One cell lower than another, by so much at least.

use super::{Mask, Names, Vector, Word, cell, from, highest, keep, lowest, up_to};
use crate::store::Var;

/// The second cell is at least so much above the first one; a negative number lets it be below.
pub(crate) struct Below {
    cells: [u32; 2],
    by: i32,
}

impl Below {
    /// `None` if the rows say something else.
    pub(super) fn new(x: Var, y: Var, rows: &[Mask], names: Names) -> Option<Below> {
        let values = names.values as i32;
        let is = |low_first: bool, by: i32| {
            rows.iter().zip(0..).all(|(&row, a)| {
                let fits = |b: i32| if low_first { b - a >= by } else { a - b >= by };
                (0..values).all(|b| (row >> b & 1 == 1) == fits(b))
            })
        };
        let mut distances = 1 - values..values;
        distances.find_map(|by| match (is(true, by), is(false, by)) {
            (true, _) => Some(Below { cells: [cell(x), cell(y)], by }),
            (_, true) => Some(Below { cells: [cell(y), cell(x)], by }),
            _ => None,
        })
    }

    pub(super) fn cells(&self) -> &[u32] {
        &self.cells
    }

    #[inline(always)]
    pub(super) fn narrow<V: Vector>(&self, token: V::Token, cells: &mut [V]) -> V {
        let (zero, one) = (V::splat(token, V::Word::ZERO), V::splat(token, V::Word::ONE));
        let [low, high] = self.cells.map(|cell| cell as usize);
        let by = self.by.unsigned_abs();
        let (least, most) = (lowest(zero, cells[low]), highest(cells[high]));
        if self.by >= 0 {
            let gone = keep(&mut cells[high], zero.sub(least).shl(by));
            gone.or(keep(&mut cells[low], up_to(one, most).shr(by)))
        } else {
            let gone = keep(&mut cells[high], from(one, zero, least.shr(by)));
            gone.or(keep(&mut cells[low], up_to(one, most.shl(by))))
        }
    }
}
