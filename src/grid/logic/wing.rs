//! Wings: whichever candidate a pivot holds, one of the cells around it holds the same value.

use super::Find;
use super::marks::{Ground, Marks};

/// XY-wings and XYZ-wings.
pub(super) fn find(ground: &Ground, marks: &Marks) -> Vec<Find> {
    let mut finds = Vec::new();
    let size = |cell: usize| marks.left(cell).count_ones();
    for pivot in marks.open().iter().filter(|&cell| (2..=3).contains(&size(cell))) {
        let pairs = marks.open().iter();
        let pincers: Vec<usize> =
            pairs.filter(|&cell| size(cell) == 2 && ground.peers[pivot].has(cell)).collect();
        for (i, &a) in pincers.iter().enumerate() {
            for &b in &pincers[i + 1..] {
                let shared = marks.left(a) & marks.left(b);
                let others = (marks.left(a) | marks.left(b)) & !shared;
                let held = marks.left(pivot);
                // The pivot holds one of the others, or the shared value itself.
                if shared.count_ones() != 1 || (held != others && held != others | shared) {
                    continue;
                }
                let value = shared.trailing_zeros();
                let mut holders = vec![a, b];
                if held & shared != 0 {
                    holders.push(pivot);
                }
                let seeing = ground.seeing(holders, marks.places(value));
                let removed: Vec<_> = seeing.iter().map(|cell| (cell, value)).collect();
                if !removed.is_empty() {
                    let cells = vec![pivot, a, b];
                    finds.push(Find { cells, values: shared, removed, ..Find::default() });
                }
            }
        }
    }
    finds
}
