//! Fish: a value whose places in some houses lie in as many other groups.

use super::Find;
use super::marks::{Ground, Marks, bits};

/// X-wings, swordfish, jellyfish: `size` houses and `size` groups.
pub(super) fn find(
    ground: &Ground,
    marks: &Marks,
    size: usize,
    going: &mut dyn FnMut() -> bool,
) -> Option<Vec<Find>> {
    let mut finds = Vec::new();
    for value in 0..ground.values() {
        if !going() {
            return None;
        }
        let mut houses = Vec::new();
        for &house in &ground.houses {
            let cells = ground.cells(house);
            let places = marks.places_in(cells, value);
            if (2..=size).contains(&(places.count_ones() as usize)) {
                houses.push((house, bits(places).map(|i| cells[i as usize]).collect()));
            }
        }
        let mut fish = Fish { ground, marks, size, value, bases: Vec::new(), finds: &mut finds };
        fish.choose(&houses);
    }
    Some(finds)
}

/// A house, and the places of the value in it.
type Base = (usize, Vec<usize>);

struct Fish<'a> {
    ground: &'a Ground,
    marks: &'a Marks,
    size: usize,
    value: u32,
    bases: Vec<Base>,
    finds: &'a mut Vec<Find>,
}

impl Fish<'_> {
    /// Adds more houses, none of which shares a place with another.
    fn choose(&mut self, rest: &[Base]) {
        if self.bases.len() == self.size {
            let places: Vec<usize> = self.bases.iter().flat_map(|base| base.1.clone()).collect();
            return self.cover(&places, &mut Vec::new());
        }
        for (i, base) in rest.iter().enumerate() {
            let shares = |other: &Base| other.1.iter().any(|cell| base.1.contains(cell));
            if !self.bases.iter().any(shares) {
                self.bases.push(base.clone());
                self.choose(&rest[i + 1..]);
                self.bases.pop();
            }
        }
    }

    /// Covers the places with other groups.
    fn cover(&mut self, places: &[usize], covers: &mut Vec<usize>) {
        let Fish { ground, marks, size, value, .. } = *self;
        let covered =
            |cell: &usize, covers: &[usize]| covers.iter().any(|c| ground.of[*cell].contains(c));
        let Some(&first) = places.iter().find(|cell| !covered(cell, covers)) else {
            // Fewer groups than houses would be a contradiction, which singles will show.
            if covers.len() == size {
                let inside = |cell: &usize| marks.has((*cell, value)) && !places.contains(cell);
                let mut cells: Vec<usize> = covers
                    .iter()
                    .flat_map(|group| ground.cells(*group))
                    .copied()
                    .filter(inside)
                    .collect();
                cells.sort_unstable();
                cells.dedup();
                if !cells.is_empty() {
                    let bases = self.bases.iter().map(|base| base.0);
                    self.finds.push(Find {
                        cells: places.to_vec(),
                        values: 1 << value,
                        groups: bases.chain(covers.iter().copied()).collect(),
                        removed: cells.into_iter().map(|cell| (cell, value)).collect(),
                        ..Find::default()
                    });
                }
            }
            return;
        };
        if covers.len() == size {
            return;
        }
        for &group in &ground.of[first] {
            if self.bases.iter().all(|base| base.0 != group) {
                covers.push(group);
                self.cover(places, covers);
                covers.pop();
            }
        }
    }
}
