//! A denser layout, where the groups allow for it: boards cut into bands and stacks.
//!
//! Such a board is one on which three kinds of houses meet in a regular way, whatever they are called: two kinds share
//! single cells (rows and columns), and the third (boxes) crosses each of them in several cells. `plan.rs` has found the
//! crossings as weaves; here the weaves are put together. Each cell then has four coordinates: its band and the row in
//! that, its stack and the column in that.

use super::plan::{Plan, Weave};

/// Bits of one vector, a cell each.
pub(crate) const BITS: usize = 16;

/// Where each cell is.
pub(crate) struct Layout {
    /// Columns of a stack, which are as many as there are bands.
    pub(crate) columns: usize,
    /// Rows of a band, which are as many as there are stacks.
    pub(crate) rows: usize,
    /// For each cell its slot: `BITS` times the vector, which is the band times `columns` and the column, plus the bit,
    /// which is the row times `rows` and the stack.
    pub(crate) slots: Vec<u8>,
    /// For each slot those of its peers, a bit each.
    pub(crate) peers: Vec<[u64; 4]>,
}

/// What one weave says of a cell, in one of the two ways to see it.
struct View<'a> {
    weave: &'a Weave,
    by_row: bool,
}

impl View<'_> {
    /// The house of the kind that the weave does not share, and the one of the other kind.
    fn of(&self, position: usize) -> (usize, usize) {
        let crossing = position / self.weave.each;
        let (row, column) = (crossing / self.weave.columns, crossing % self.weave.columns);
        if self.by_row { (row, column) } else { (column, row) }
    }
}

impl Layout {
    /// `None` if the board is not cut in such a way, or has groups besides.
    pub(crate) fn of(plan: &Plan) -> Option<Layout> {
        let n = plan.variables;
        if plan.impossible || !plan.groups.is_empty() || !plan.rules.is_empty() || n > 256 {
            return None;
        }
        // For each cell the weaves that hold it, with its position.
        let mut held: Vec<Vec<(usize, usize)>> = vec![Vec::new(); n];
        for (w, weave) in plan.weaves.iter().enumerate() {
            for (position, &cell) in weave.cells.iter().enumerate() {
                held[cell as usize].push((w, position));
            }
        }
        // Bands do not touch the first weave, or are it; stacks do.
        let first: Vec<usize> = plan.weaves.first()?.cells.iter().map(|&c| c as usize).collect();
        let is_stack: Vec<bool> = (0..plan.weaves.len())
            .map(|w| w > 0 && first.iter().any(|&cell| held[cell].iter().any(|h| h.0 == w)))
            .collect();
        let number = |kind: bool, w: usize| (0..w).filter(|&v| is_stack[v] == kind).count();
        let mut places = Vec::with_capacity(n);
        for held in &held {
            let &[one, other] = &held[..] else { return None };
            let (band, stack) = if is_stack[one.0] { (other, one) } else { (one, other) };
            if is_stack[band.0] || !is_stack[stack.0] {
                return None;
            }
            places.push((band, stack));
        }
        // In a band, boxes are the houses that lie in one stack each; and the other way round.
        let boxes = |w: usize, by_row: bool| {
            let view = View { weave: &plan.weaves[w], by_row };
            let mut across = vec![None; view.weave.rows.max(view.weave.columns)];
            view.weave.cells.iter().enumerate().all(|(position, &cell)| {
                let (band, stack) = places[cell as usize];
                let other = if is_stack[w] { band.0 } else { stack.0 };
                let (_, house) = view.of(position);
                *across[house].get_or_insert(other) == other
            })
        };
        let mut views = Vec::new();
        for (w, weave) in plan.weaves.iter().enumerate() {
            let by_row = [true, false].into_iter().find(|&by_row| boxes(w, by_row))?;
            views.push(View { weave, by_row });
        }
        let columns = is_stack.iter().filter(|&&stack| !stack).count();
        let rows = is_stack.len() - columns;
        if rows * rows > BITS || columns > 4 || (rows * columns).pow(2) != n {
            return None;
        }
        let mut slots = Vec::with_capacity(n);
        let mut taken = [false; 256];
        for &(band, stack) in &places {
            let (h, c) = (number(false, band.0), number(true, stack.0));
            let (r, m) = (views[band.0].of(band.1).0, views[stack.0].of(stack.1).0);
            if r >= rows || m >= columns || c >= rows || h >= columns {
                return None;
            }
            let slot = BITS * (h * columns + m) + r * rows + c;
            if std::mem::replace(&mut taken[slot], true) {
                return None;
            }
            slots.push(slot as u8);
        }
        let mut peers = vec![[0; 4]; 256];
        for (cell, peers_of) in plan.peers.chunks_exact(plan.words).enumerate() {
            for other in (0..n).filter(|&other| peers_of[other / 64] >> (other % 64) & 1 == 1) {
                let slot = usize::from(slots[other]);
                peers[usize::from(slots[cell])][slot / 64] |= 1 << (slot % 64);
            }
        }
        Some(Layout { columns, rows, slots, peers })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board in boxes, its cells called as `name` says.
    fn board(height: usize, width: usize, name: impl Fn(usize) -> usize) -> Option<Layout> {
        let side = height * width;
        let house = |place: &dyn Fn(usize, usize) -> usize, i: usize| {
            let cells = (0..side * side).filter(|&c| place(c / side, c % side) == i);
            cells.map(|c| name(c) as u32).collect::<Vec<u32>>()
        };
        let kinds: [&dyn Fn(usize, usize) -> usize; 3] =
            [&|r, _| r, &|_, c| c, &|r, c| r / height * height + c / width];
        let groups: Vec<Vec<u32>> =
            (0..side).flat_map(|i| kinds.map(|kind| house(kind, i))).collect();
        Layout::of(&Plan::new(side * side, side as u32, &groups, Vec::new())?)
    }

    #[test]
    fn boards_with_boxes_are_recognised_whatever_their_cells_are_called() {
        for (height, width) in [(2, 2), (2, 3), (3, 2), (3, 3), (4, 4)] {
            let cells = height * width * height * width;
            for factor in [1, 7] {
                let layout = board(height, width, |c| c * factor % cells).expect("it fits");
                assert_eq!((layout.rows, layout.columns), (height, width));
                let mut slots = layout.slots.clone();
                slots.sort_unstable();
                slots.dedup();
                assert_eq!(slots.len(), cells);
            }
        }
    }

    #[test]
    fn other_boards_are_not() {
        let diagonal: Vec<u32> = (0..4).map(|i| i * 5).collect();
        let plan =
            |groups: &[Vec<u32>]| Plan::new(16, 4, groups, Vec::new()).expect("it is a plan");
        let rows: Vec<Vec<u32>> = (0..4).map(|r| (4 * r..4 * r + 4).collect()).collect();
        assert!(Layout::of(&plan(&rows)).is_none());
        assert!(Layout::of(&plan(&[rows, vec![diagonal]].concat())).is_none());
        assert!(Layout::of(&plan(&[])).is_none());
    }
}
