//! Subsets: as many cells as values that can stand in them, or the other way round.

use super::Find;
use super::marks::{Ground, Marks, bits};

/// `size` cells of a group that have `size` candidates together.
pub(super) fn naked(ground: &Ground, marks: &Marks, size: u32) -> Vec<Find> {
    let mut finds = Vec::new();
    for group in 0..ground.shape.groups().len() {
        let open = ground.cells(group).iter().filter(|cell| marks.is_open(**cell));
        let open: Vec<usize> = open.copied().collect();
        let masks: Vec<u64> = open.iter().map(|cell| marks.left(*cell)).collect();
        for chosen in tight(&masks, size) {
            let cells: Vec<usize> = chosen.iter().map(|i| open[*i]).collect();
            let values = chosen.iter().fold(0, |all, i| all | masks[*i]);
            let mut removed = Vec::new();
            for value in bits(values) {
                // A value must be in one of the cells that have it: what sees these cannot be it.
                let holders = cells.iter().copied().filter(|cell| marks.has((*cell, value)));
                let seeing = ground.seeing(holders, marks.places(value));
                removed.extend(seeing.iter().map(|cell| (cell, value)));
            }
            if !removed.is_empty() {
                finds.push(Find { cells, values, groups: vec![group], removed, ..Find::default() });
            }
        }
    }
    finds
}

/// `size` values that have `size` places together in a house.
pub(super) fn hidden(ground: &Ground, marks: &Marks, size: u32) -> Vec<Find> {
    let mut finds = Vec::new();
    for &house in &ground.houses {
        let all = ground.cells(house);
        let masks: Vec<u64> = (0..ground.values()).map(|v| marks.places_in(all, v)).collect();
        for chosen in tight(&masks, size) {
            let values = chosen.iter().fold(0, |all, value| all | 1 << value);
            let places = chosen.iter().fold(0, |all, value| all | masks[*value]);
            let cells: Vec<usize> = bits(places).map(|i| all[i as usize]).collect();
            let others = |cell: &usize| {
                bits(marks.left(*cell) & !values).map(|v| (*cell, v)).collect::<Vec<_>>()
            };
            let removed: Vec<_> = cells.iter().flat_map(others).collect();
            if !removed.is_empty() {
                finds.push(Find { cells, values, groups: vec![house], removed, ..Find::default() });
            }
        }
    }
    finds
}

/// The ways to choose `size` of the sets, each of 2 elements at least, that have `size` elements together.
fn tight(sets: &[u64], size: u32) -> Vec<Vec<usize>> {
    let fit = |set: &u64| (2..=size).contains(&set.count_ones());
    let candidates: Vec<usize> = (0..sets.len()).filter(|i| fit(&sets[*i])).collect();
    let mut found = Vec::new();
    extend(sets, &candidates, size, 0, &mut Vec::new(), &mut found);
    found
}

fn extend(
    sets: &[u64],
    rest: &[usize],
    size: u32,
    union: u64,
    chosen: &mut Vec<usize>,
    found: &mut Vec<Vec<usize>>,
) {
    if chosen.len() == size as usize {
        if union.count_ones() == size {
            found.push(chosen.clone());
        }
        return;
    }
    for (i, &next) in rest.iter().enumerate() {
        let union = union | sets[next];
        if union.count_ones() <= size {
            chosen.push(next);
            extend(sets, &rest[i + 1..], size, union, chosen, found);
            chosen.pop();
        }
    }
}
