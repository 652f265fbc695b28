//! Singles: the only place for a value, the only value for a place.

use super::Find;
use super::marks::{Ground, Marks};

/// Houses in which a value has one place left.
pub(super) fn hidden(ground: &Ground, marks: &Marks) -> Vec<Find> {
    let mut finds = Vec::new();
    for &house in &ground.houses {
        let cells = ground.cells(house);
        for value in 0..ground.values() {
            let places = marks.places_in(cells, value);
            if places.count_ones() == 1 {
                let cell = cells[places.trailing_zeros() as usize];
                if marks.is_open(cell) {
                    finds.push(Find { groups: vec![house], ..Find::set(cell, value) });
                }
            }
        }
    }
    finds
}

/// Cells with one candidate.
pub(super) fn naked(marks: &Marks) -> Vec<Find> {
    let single = |cell: &usize| marks.left(*cell).count_ones() == 1;
    let open = marks.open().iter().filter(single);
    open.map(|cell| Find::set(cell, marks.left(cell).trailing_zeros())).collect()
}
