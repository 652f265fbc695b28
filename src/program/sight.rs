//! A first look at a puzzle, a bit a value: whether its givens contradict each other at sight.

use houserules::grid::Shape;

/// The groups of a shape, kept for looking at many puzzles.
pub struct Sight {
    side: usize,
    /// For each cell the groups that hold it.
    groups_of: Vec<Vec<u32>>,
    /// For each group whether it has as many cells as there are values.
    house: Vec<bool>,
    /// For each group the values that are given in it, and those that have a place.
    used: Vec<u64>,
    placed: Vec<u64>,
}

impl Sight {
    /// `None` if the values are too many for a bit each.
    pub fn of(shape: &Shape) -> Option<Sight> {
        let side = shape.side();
        let groups = shape.groups();
        let mut groups_of = vec![Vec::new(); shape.len()];
        for (g, group) in groups.iter().enumerate() {
            group.cells.iter().for_each(|&cell| groups_of[cell].push(g as u32));
        }
        (side <= 64).then(|| Sight {
            side,
            groups_of,
            house: groups.iter().map(|group| group.cells.len() == side).collect(),
            used: vec![0; groups.len()],
            placed: vec![0; groups.len()],
        })
    }

    /// Whether the givens, 0 for an open cell, do not clash and leave a candidate for each cell and a place for each value.
    pub fn shows_nothing(&mut self, given: impl Fn(usize) -> u8) -> bool {
        let Sight { side, groups_of, house, used, placed } = self;
        used.fill(0);
        placed.fill(0);
        let mut clash = 0;
        for (cell, groups) in groups_of.iter().enumerate() {
            let value = given(cell);
            if value > 0 {
                for &g in groups {
                    let used = &mut used[g as usize];
                    clash |= *used & (1 << (value - 1));
                    *used |= 1 << (value - 1);
                }
            }
        }
        if clash != 0 {
            return false;
        }
        let all = u64::MAX >> (64 - *side);
        placed.copy_from_slice(used);
        for (cell, groups) in groups_of.iter().enumerate() {
            if given(cell) == 0 {
                let taken = groups.iter().fold(0, |taken, &g| taken | used[g as usize]);
                if taken == all {
                    return false;
                }
                groups.iter().for_each(|&g| placed[g as usize] |= all & !taken);
            }
        }
        house.iter().zip(placed).all(|(&house, &mut placed)| !house || placed == all)
    }
}
