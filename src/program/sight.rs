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

/// What a look shows first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// No clash, a candidate for each cell and a place for each value.
    Nothing,
    /// Two givens that contradict each other.
    Clash,
    /// A cell that nothing can stand in.
    NoCandidate(usize),
    /// A group, by number, in which a value has no place.
    NoPlace(usize, i32),
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

    /// Looks at givens, 0 for an open cell.
    pub fn look(&mut self, given: impl Fn(usize) -> u8) -> Seen {
        let Sight { side, groups_of, house, used, placed } = self;
        used.fill(0);
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
            return Seen::Clash;
        }
        let all = u64::MAX >> (64 - *side);
        placed.copy_from_slice(used);
        for (cell, groups) in groups_of.iter().enumerate() {
            if given(cell) == 0 {
                let taken = groups.iter().fold(0, |taken, &g| taken | used[g as usize]);
                if taken == all {
                    return Seen::NoCandidate(cell);
                }
                groups.iter().for_each(|&g| placed[g as usize] |= all & !taken);
            }
        }
        let lacks = |g: &usize| house[*g] && placed[*g] != all;
        match (0..house.len()).find(lacks) {
            Some(g) => Seen::NoPlace(g, (!placed[g]).trailing_zeros() as i32 + 1),
            None => Seen::Nothing,
        }
    }
}
