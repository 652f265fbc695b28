//! Locked candidates: what sees every place of a value in a house cannot be that value.

use super::Find;
use super::marks::{Ground, Marks, bits};

pub(super) fn find(ground: &Ground, marks: &Marks) -> Vec<Find> {
    let mut finds = Vec::new();
    for &house in &ground.houses {
        let cells = ground.cells(house);
        for value in 0..ground.values() {
            let places = marks.places_in(cells, value);
            if places.count_ones() < 2 {
                continue;
            }
            let places: Vec<usize> = bits(places).map(|i| cells[i as usize]).collect();
            let seeing = ground.seeing(places.iter().copied(), marks.places(value));
            let removed: Vec<_> = seeing.iter().map(|cell| (cell, value)).collect();
            if removed.is_empty() {
                continue;
            }
            let holds_all = |group: &&usize| places.iter().all(|c| ground.of[*c].contains(group));
            let other =
                ground.of[places[0]].iter().find(|group| **group != house && holds_all(group));
            let groups = [Some(house), other.copied()].into_iter().flatten().collect();
            finds.push(Find {
                cells: places,
                values: 1 << value,
                groups,
                removed,
                ..Find::default()
            });
        }
    }
    finds
}
